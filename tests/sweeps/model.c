/* SPDX-License-Identifier: MIT */
/* model.c - reads the records of an undamaged recording */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sweeps/laws.h"

/* Is this a message that has no meaning without the next message? */
static bool
announces(const char *name)
{
	return strcmp(name, "TICK_SKIP") == 0 ||
	       strcmp(name, "keyframe") == 0 ||
	       strncmp(name, "teehistorian-joinver", 20) == 0;
}

static void
on_record(void *ctx, const struct dfk_record *r)
{
	struct laws_model *m = ctx;
	struct laws_border *b;

	m->borders = realloc(m->borders,
			     (m->n_borders + 1) * sizeof(*m->borders));
	if (!m->borders)
		abort();
	b = &m->borders[m->n_borders++];
	b->at = (size_t)(r->offset + r->length);
	b->may_end = !announces(r->name);
	snprintf(b->name, sizeof(b->name), "%s", r->name);
	/* Players treat a demo of one tick as empty, so no repair writes such a demo. */
	if (m->n_borders == 1) {
		m->first_tick = -1;
		m->second_tick = SIZE_MAX;
	}
	if (m->first_tick < 0)
		m->first_tick = r->tick;
	else if (m->second_tick == SIZE_MAX && r->tick > m->first_tick)
		m->second_tick = b->at;
	/* Nothing can be played before this record.  Maps have a game layer. */
	if (m->least == 0 && (strcmp(r->name, "snapshot") == 0 ||
			      strcmp(r->name, "dem_packet") == 0 ||
			      strcmp(r->name, "data") == 0))
		m->least = b->at;
}

static int
collect(void *ctx, const void *bytes, size_t size)
{
	sweep_add(ctx, bytes, size);
	return 0;
}

/* The repair of a valid file writes the decoded bytes. */
static bool
decode(struct laws_model *m, const struct dfk_check *c,
       const struct sweep_file *file)
{
	struct dfk_repair *r;
	bool done;

	if (!m->gzipped) {
		sweep_add(&m->decoded, file->bytes.at, file->bytes.size);
		return true;
	}
	if (m->result.verdict != DFK_VALID ||
	    dfk_repair_open(c, collect, &m->decoded, &r) != DFK_OK)
		return false;
	done = dfk_repair_feed(r, file->bytes.at, file->bytes.size) == DFK_OK &&
	       dfk_repair_finish(r) == DFK_OK;
	dfk_repair_close(r);
	return done;
}

void
laws_model_open(struct laws_model *m, const struct sweep_file *file)
{
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = file->as,
		.on_record = on_record,
		.ctx = m,
	};
	struct dfk_check *c;

	*m = (struct laws_model){ .known = false };
	if (dfk_open(&options, &c) != DFK_OK)
		return;
	if (dfk_feed(c, file->bytes.at, file->bytes.size) == DFK_OK &&
	    dfk_finish(c) == DFK_OK) {
		m->result = *dfk_result_of(c);
		m->gzipped = m->result.compression != NULL;
		m->demo = m->result.format &&
			  strcmp(m->result.format, "twdemo") == 0;
		m->map = m->result.format &&
			 strcmp(m->result.format, "datafile") == 0;
		m->source = m->result.format && !m->gzipped &&
			    strcmp(m->result.format, "dem") == 0 &&
			    m->result.verdict == DFK_VALID &&
			    decode(m, c, file);
		m->known = (m->result.verdict == DFK_VALID ||
			    m->result.verdict == DFK_TRUNCATED) &&
			   m->n_borders > 0 &&
			   (m->demo || strcmp(m->result.format,
					      "teehistorian") == 0) &&
			   decode(m, c, file);
	}
	dfk_close(c);
}

void
laws_model_close(struct laws_model *m)
{
	sweep_free(&m->decoded);
	free(m->borders);
	m->borders = NULL;
	m->n_borders = 0;
}

size_t
laws_border(const struct laws_model *m, size_t size)
{
	size_t i = m->n_borders;

	while (i > 0 &&
	       (m->borders[i - 1].at > size || !m->borders[i - 1].may_end))
		i--;
	return i > 0 && m->borders[i - 1].at >= m->least ? m->borders[i - 1].at
							 : 0;
}

size_t
laws_salvage(const struct laws_model *m, size_t size)
{
	const size_t at = laws_border(m, size);

	return m->demo && at < m->second_tick ? 0 : at;
}

bool
laws_prefix(const struct laws_model *m, const struct sweep_bytes *out,
	    size_t size)
{
	if (out->size < size)
		return false;
	for (size_t i = 0; i < size; i++) {
		/* The length, and the timeline markers. */
		const bool header = (m->demo && ((i >= 152 && i < 156) ||
						 (i >= 176 && i < 436))) ||
				    (m->source && i >= 1056 && i < 1072);

		if (!header && out->at[i] != m->decoded.at[i])
			return false;
	}
	return true;
}

const char *
laws_record(const struct laws_model *m, size_t offset)
{
	size_t low = 0, high = m->n_borders;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (m->borders[middle].at <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < m->n_borders ? m->borders[low].name : "behind";
}
