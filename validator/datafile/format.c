/* SPDX-License-Identifier: MIT */
/* format.c - the functions of the format datafile, and its facts */
#include "validator/datafile/datafile.h"

static unsigned
match(struct span head, bool closed)
{
	enum { MAGIC_BYTES = 4 };
	static const uint8_t magics[][MAGIC_BYTES] = { { 'D', 'A', 'T', 'A' },
						       { 'A', 'T', 'A', 'D' } };

	for (size_t i = 0; i < COUNT_OF(magics); i++) {
		const struct span magic = { AT(magics, i), MAGIC_BYTES };

		if (span_starts(head, magic.ptr, magic.len))
			return 8 * MAGIC_BYTES;
		/* A file that ends inside the magic was cut. */
		if (closed && head.len && head.len < magic.len &&
		    span_starts(magic, head.ptr, head.len))
			return 8 * (unsigned)head.len;
	}
	return EVIDENCE_NONE;
}

static void
open_datafile_state(void *state, struct report *report,
		    const struct limits *limits, struct tap tap,
		    const struct dfk_allocator *allocator)
{
	report->tick = -1;
	datafile_open(state, report, limits, tap, allocator);
}

/* The SHA-256 of a map file is the SHA-256 of the input, which the session computes. */
static void
given(void *state, const struct given *what)
{
	struct datafile *df = state;

	df->given_sha256 = what->sha256;
}

static void
release(void *state)
{
	datafile_release(state);
}

static void
tail(void *state, struct span bytes)
{
	datafile_tail(state, bytes);
}

static void
close_datafile_state(void *state, uint64_t size)
{
	datafile_close(state, size);
}

static struct mark
here(const void *state)
{
	const struct datafile *df = state;

	return (struct mark){ .off = df->pos,
			      .records = df->records,
			      .tick = -1 };
}

static const char *
version(const void *state)
{
	const struct datafile *df = state;

	if (df->tables.header.version == 3)
		return "3";
	return df->tables.header.version == 4 ? "4" : NULL;
}

static bool
unsupported(const void *state)
{
	const struct datafile *df = state;

	return df->other_version;
}

/* Returns a fact about the map.  The fact is null if the items were not read as a map. */
static struct dfk_fact
map_fact(const struct datafile *df, const char *name, int64_t value)
{
	struct dfk_fact known = { .name = name, .integer = value };

	if (!df->map.known || df->map.prerelease)
		known.kind = DFK_FACT_TEXT;
	return known;
}

static bool
fact(const void *state, const struct mark *kept, size_t index,
     struct dfk_fact *fact)
{
	const struct datafile *df = state;
	const struct map *m = &df->map;
	const struct dfk_fact facts[] = {
		{ .name = "items", .integer = df->tables.header.n_items },
		{ .name = "data", .integer = df->tables.header.n_data },
		{ .name = "crc",
		  .kind = DFK_FACT_TEXT,
		  .text = format_text_or_null(df->crc_text) },
		{ .name = "sha256",
		  .kind = DFK_FACT_TEXT,
		  .text = format_text_or_null(df->sha256_text) },
		{ .name = "decoded_data",
		  .integer = (int64_t)df->stream.decoded },
		{ .name = "prerelease",
		  .kind = DFK_FACT_BOOL,
		  .truth = m->prerelease },
		map_fact(df, "images", m->images.count),
		map_fact(df, "envelopes", m->envelopes.count),
		map_fact(df, "groups", m->groups.count),
		map_fact(df, "layers", m->layers.count),
		map_fact(df, "sounds", m->sounds.count),
		map_fact(df, "width", m->game_width),
		map_fact(df, "height", m->game_height),
	};

	(void)kept;
	if (index >= COUNT_OF(facts))
		return false;
	*fact = AT(facts, index);
	return true;
}

static void
describe(const void *state, const void *event, struct description *out)
{
	datafile_describe(state, event, out);
}

const struct format datafile_format = {
	.id = FORMAT_datafile,
	.state_size = sizeof(struct datafile),
	.match = match,
	.open = open_datafile_state,
	.given = given,
	.release = release,
	.step = datafile_step,
	.tail = tail,
	.close = close_datafile_state,
	.here = here,
	.version = version,
	.unsupported = unsupported,
	.fact = fact,
	.describe = describe,
};
