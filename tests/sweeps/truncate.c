/* SPDX-License-Identifier: MIT */
/* truncate.c - cuts a file at every byte */
#include <stdlib.h>
#include <string.h>

#include "tests/sweeps/laws.h"

/* For larger files the quadratic time would be minutes. */
#define MOST 30000

/* For a valid file, the result for every piece is known exactly. */
static void
as_foretold(struct sweep *s, const struct laws_model *m, size_t cut,
	    size_t size, const struct laws_seen *seen)
{
	static const uint8_t finish = 0x40;
	const struct dfk_result *r = &seen->result;
	const struct sweep_bytes *out = &seen->out;
	const size_t at = laws_salvage(m, (size_t)r->decoded_size);

	/* One byte could be the first byte of any format.  "BZ", the start of bzip2, is
	   also a word. */
	const char *packed = m->result.compression;
	const size_t least = packed && strcmp(packed, "bzip2") == 0 ? 3 : 2;

	if (cut > 0 && cut < least && m->gzipped)
		sweep_holds(s, r->verdict == DFK_UNRECOGNIZED,
			    "verdict: a single byte");
	else if (cut < size)
		sweep_holds(s, r->verdict == DFK_TRUNCATED,
			    "verdict: a piece of an undamaged file is "
			    "truncated");
	else
		sweep_holds(s, r->verdict == m->result.verdict,
			    "verdict: the whole file");
	if (!m->gzipped)
		sweep_holds(s, r->decoded_size == cut, "inside: size");
	sweep_holds(s, r->decoded_size <= m->decoded.size,
		    "inside: decoded size");
	sweep_holds(s, r->ok_up_to == at,
		    "keep: ok_up_to is the last border that may end a file");
	sweep_holds(s, seen->repaired == (at > 0),
		    "keep: refused only where no whole header is");
	if (!seen->repaired || r->decoded_size > m->decoded.size)
		return;
	sweep_holds(s,
		    out->size >= at && memcmp(out->at, m->decoded.at, at) == 0,
		    "keep: the readable prefix, byte for byte");
	/* All bytes were decoded, although the compressed stream may be cut. */
	if (at == m->decoded.size && m->result.verdict == DFK_VALID)
		sweep_holds(s, out->size == at, "keep: nothing is added");
	else
		sweep_holds(s, out->size == at + 1 && out->at[at] == finish,
			    "keep: nothing but the end mark is added");
}

/* A demo has no end mark, so a piece may be a whole demo. */
static void
as_demo(struct sweep *s, const struct laws_model *m, size_t cut, size_t size,
	const struct laws_seen *seen)
{
	const struct dfk_result *r = &seen->result;
	const size_t at = r->verdict == DFK_VALID ? laws_border(m, cut)
						  : laws_salvage(m, cut);

	if (cut == size)
		sweep_holds(s, r->verdict == m->result.verdict,
			    "verdict: the whole file");
	else
		sweep_holds(s,
			    r->verdict == DFK_TRUNCATED ||
				    (r->verdict == DFK_VALID && at == cut),
			    "verdict: a piece is truncated, or whole");
	sweep_holds(s, r->ok_up_to == at,
		    "keep: ok_up_to is the last border that may end a demo");
	sweep_holds(s, seen->repaired == (at > 0),
		    "keep: refused only where no snapshot and second tick are");
	if (seen->repaired)
		sweep_holds(s,
			    seen->out.size == at &&
				    laws_prefix(m, &seen->out, at),
			    "keep: the readable prefix, and nothing more");
}

/* Returns the number of bytes of a whole dem_stop.  In protocol 4, a slot may follow the
   tick. */
static size_t
whole_stop(const struct laws_model *m)
{
	enum { AT_PROTOCOL = 8, STOP = 5 };

	return STOP + (m->decoded.at[AT_PROTOCOL] == 4);
}

/* Checks a piece of a Source demo. dem_stop may lack its last byte, and the bytes after
   it may be missing. */
static void
as_source_demo(struct sweep *s, const struct laws_model *m, size_t cut,
	       size_t size, const struct laws_seen *seen)
{
	const struct dfk_result *r = &seen->result;
	const size_t at = laws_salvage(m, cut), added = seen->out.size - at;
	const size_t whole = whole_stop(m);

	if (cut == size || r->verdict == DFK_VALID) {
		sweep_holds(s,
			    r->verdict == DFK_VALID && seen->out.size == cut &&
				    laws_prefix(m, &seen->out, cut),
			    "verdict: the whole file, up to its dem_stop");
		return;
	}
	/* A piece of no bytes was cut before its first byte. */
	sweep_holds(s,
		    r->verdict == (cut > 0 && cut < 8 ? DFK_UNRECOGNIZED
						      : DFK_TRUNCATED),
		    "verdict: a piece is truncated");
	sweep_holds(s, seen->repaired == (at > 0),
		    "keep: refused only where no packet is");
	if (!seen->repaired)
		return;
	/* A dem_stop that is cut is completed. */
	sweep_holds(s, r->ok_up_to == (r->dropped > 0 ? at : cut),
		    "keep: ok_up_to is the last border");
	sweep_holds(s, r->dropped > 0 || cut < at + whole,
		    "keep: nothing but a dem_stop is completed");
	sweep_holds(s, laws_prefix(m, &seen->out, r->ok_up_to),
		    "keep: the readable prefix, byte for byte");
	sweep_holds(s, added == whole - 1 || added == whole,
		    "keep: nothing but a dem_stop is added");
}

/* Is a piece of this format useless? */
static bool
is_whole_or_nothing(const struct laws_model *m)
{
	return !m->demo && !m->source && m->result.format &&
	       strcmp(m->result.format, "dem") != 0 &&
	       strcmp(m->result.format, "teehistorian") != 0;
}

static void
as_a_whole(struct sweep *s, const struct laws_model *m, size_t cut, size_t size,
	   const struct laws_seen *seen)
{
	const struct dfk_result *r = &seen->result;

	sweep_holds(s,
		    r->verdict ==
			    (cut < size ? DFK_TRUNCATED : m->result.verdict),
		    "verdict: a piece is truncated");
	if (cut == size || !m->map)
		sweep_holds(s, seen->repaired == (cut == size),
			    "keep: a piece is refused");
}

/* A repair keeps the tables and items of a map, and its whole data items.  `mended`: the
   piece before was repaired. */
static void
as_a_map(struct sweep *s, const struct laws_model *m, size_t cut,
	 const struct laws_seen *seen, bool *mended)
{
	const size_t at = laws_border(m, cut);

	sweep_holds(s, seen->repaired >= *mended,
		    "monotone: more bytes, no less to keep");
	*mended = seen->repaired;
	sweep_holds(s, !seen->repaired || at > 0,
		    "keep: refused without a data item");
	sweep_holds(s, !seen->repaired || seen->result.dropped <= cut - at,
		    "keep: whole data items are not dropped");
}

static void
visit(struct sweep *s, const struct sweep_file *file)
{
	static struct laws_seen seen;
	const uint8_t *bytes = file->bytes.at;
	const size_t size = file->bytes.size;
	struct laws_model model;
	uint64_t before = 0, before_cut = 0;
	bool mended = false;

	laws_model_open(&model, file);
	for (size_t cut = 0; cut <= size; cut++) {
		uint8_t *copy;

		if (!sweep_point(s, file, 24, "%zu", cut))
			continue;
		/* The copy has the exact size, so that an overread is noticed. */
		copy = malloc(cut ? cut : 1);
		if (!copy)
			abort();
		if (cut)
			memcpy(copy, bytes, cut);
		laws_hold(s, copy, cut, false, &seen);
		free(copy);
		if (model.source)
			as_source_demo(s, &model, cut, size, &seen);
		if (is_whole_or_nothing(&model))
			as_a_whole(s, &model, cut, size, &seen);
		if (model.map)
			as_a_map(s, &model, cut, &seen, &mended);
		if (!model.known)
			continue;
		if (model.demo) {
			as_demo(s, &model, cut, size, &seen);
			continue;
		}
		as_foretold(s, &model, cut, size, &seen);
		/* One more byte can complete a skip, which then has no message after
		   it. */
		sweep_holds(s,
			    seen.result.ok_up_to >= before ||
				    before == before_cut,
			    "monotone: more bytes, no less to keep");
		before = seen.result.ok_up_to;
		before_cut = seen.result.decoded_size;
	}
	laws_model_close(&model);
}

void
sweep_truncate(struct sweep *s)
{
	static const char *const kinds[] = { "good", "real", NULL };

	sweep_files(s, kinds, MOST, visit);
}
