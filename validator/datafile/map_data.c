/* SPDX-License-Identifier: MIT */
/* map_data.c - texts and tiles, as their decoded bytes stream by (DF-4) */
#include "validator/datafile/datafile.h"

void
map_data_begin(struct map_data *m, const struct datafile *df, uint32_t index)
{
	*m = (struct map_data){
		.index = index,
		.use = *map_use_of(df, index),
		.utf8 = utf8_init(),
		.last = 1,
	};
}

/* The last byte of a text is its NUL; any before it is one too many. */
static void
feed_text(struct map_data *m, struct span bytes)
{
	const uint64_t from = m->at;
	struct cursor c = cur_span(bytes, from);
	bool found = true;

	if (!m->inner_nul && m->last == 0)
		m->inner_nul = from;
	while (!m->inner_nul && cur_left(&c)) {
		cur_until_nul(&c, cur_left(&c), &found);
		if (found && cur_left(&c) > 1)
			m->inner_nul = cur_tell(&c) + 1;
		if (found)
			cur_u8(&c);
	}
	utf8_feed(&m->utf8, bytes);
}

/*
 *   plain   index, flags, 0, 0
 *   runs    index, flags, how many more of the same, 0
 */
static void
feed_tiles(struct map_data *m, struct span bytes)
{
	const bool runs = m->use.kinds & MAP_TILE_RUNS;
	struct cursor c = cur_span(bytes, m->at);

	while (cur_left(&c)) {
		const uint64_t at = cur_tell(&c);
		const uint8_t byte = cur_u8(&c);

		if (at % 4 == 2 && runs)
			m->tiles += byte + 1u;
		else if (at % 4 >= 2 && byte && !m->not_zero)
			m->not_zero = at + 1;
	}
}

void
map_data_feed(struct map_data *m, struct span decoded)
{
	struct cursor c = cur_span(decoded, 0);

	if (m->use.kinds & (MAP_TEXT | MAP_SETTINGS))
		feed_text(m, decoded);
	if (m->use.kinds & (MAP_TILES | MAP_TILE_RUNS))
		feed_tiles(m, decoded);
	m->at += decoded.len;
	cur_bytes(&c, decoded.len - 1);
	m->last = cur_u8(&c);
}

static void
end_text(const struct map_data *m, struct datafile *df, const struct site *site)
{
	struct utf8 utf8 = m->utf8;
	struct site here = *site;

	utf8_end(&utf8);
	here.expected = "one NUL, at the end";
	if (m->at == 0 || m->last != 0)
		report(df->report, RULE_datafile_map_text_nul, &here,
		       "data item %u does not end in a NUL", m->index);
	else if (m->inner_nul && !(m->use.kinds & MAP_SETTINGS))
		report(df->report, RULE_datafile_map_text_nul, &here,
		       "data item %u has a NUL at %llu", m->index,
		       (unsigned long long)m->inner_nul - 1);
	here.expected = "UTF-8";
	if (utf8.bad != UTF8_CLEAN)
		report(df->report, RULE_datafile_map_text_utf8, &here,
		       "data item %u has a bad byte at %lld", m->index,
		       (long long)utf8.bad);
}

static void
end_tiles(const struct map_data *m, struct datafile *df,
	  const struct site *site)
{
	struct site here = *site;

	here.expected = "0";
	if (m->not_zero)
		report(df->report, RULE_datafile_map_tiles_not_zero, &here,
		       "data item %u has an unused byte set at %llu", m->index,
		       (unsigned long long)m->not_zero - 1);
	here.expected = "as many tiles as the layer has";
	if (m->use.kinds & MAP_TILE_RUNS &&
	    (m->tiles != m->use.tiles || m->at % 4))
		report(df->report, RULE_datafile_map_tiles_runs, &here,
		       "runs of %llu tiles for a layer of %llu",
		       (unsigned long long)m->tiles,
		       (unsigned long long)m->use.tiles);
}

void
map_data_end(const struct map_data *m, struct datafile *df, bool whole)
{
	uint64_t off, end;

	if (!whole)
		return;
	datafile_slice(df, m->index, &off, &end);
	const struct site site = { .off = df->origin + off,
				   .len = end - off,
				   .field = "data" };

	if (m->use.kinds & (MAP_TEXT | MAP_SETTINGS))
		end_text(m, df, &site);
	if (m->use.kinds & (MAP_TILES | MAP_TILE_RUNS))
		end_tiles(m, df, &site);
}
