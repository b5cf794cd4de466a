/* SPDX-License-Identifier: MIT */
/* twdemo_script_head.c - the statements of a script about the header */
#include <string.h>

#include "corpus/builder/datafile_script.h"
#include "corpus/builder/twdemo_statements.h"

static void
set_version(struct twdemo_script *s, struct words *r)
{
	s->script.failed |= s->script.started;
	s->head.version = (int)words_number(r);
}

/* ----------------------------------------------------------------- texts */

static void
set_text(struct twdemo_script *s, struct words *r, unsigned char *field,
	 size_t size)
{
	struct buffer text = { 0 };

	words_all(r, &text);
	s->script.failed |= s->script.started || text.size > size;
	if (!s->script.failed) {
		memset(field, 0, size);
		if (text.size)
			memcpy(field, text.bytes, text.size);
	}
	buffer_free(&text);
}

static void
set_net(struct twdemo_script *s, struct words *r)
{
	set_text(s, r, s->head.net_version, sizeof(s->head.net_version));
}

static void
set_name(struct twdemo_script *s, struct words *r)
{
	set_text(s, r, s->head.map_name, sizeof(s->head.map_name));
}

static void
set_type(struct twdemo_script *s, struct words *r)
{
	set_text(s, r, s->head.type, sizeof(s->head.type));
}

static void
set_time(struct twdemo_script *s, struct words *r)
{
	set_text(s, r, s->head.timestamp, sizeof(s->head.timestamp));
}

/* ------------------------------------------------------------------- map */

static const struct {
	const char *name;
	void (*build)(struct buffer *w, const struct sample *s);
	int32_t version;
} maps[] = {
	{ "empty", datafile_build_empty, 4 },
	{ "small", datafile_build_small, 4 },
	{ "small3", datafile_build_small, 3 },
	{ "full", datafile_build_full, 4 },
};

/* Reads the rest of the statement as one text, for another script. */
static bool
take_rest(struct words *r, char *text, size_t room)
{
	const size_t n = words_left(r) ? (size_t)(r->end - r->at) : 0;

	if (n >= room)
		return false;
	memcpy(text, r->at, n);
	text[n] = '\0';
	r->at = r->end;
	return true;
}

static void
set_map(struct twdemo_script *s, struct words *r)
{
	char changes[256];
	size_t i = 0;

	s->script.failed |= s->script.started;
	if (words_is(r, "none"))
		return;
	while (i < sizeof(maps) / sizeof(*maps) && !words_is(r, maps[i].name))
		i++;
	if (i == sizeof(maps) / sizeof(*maps) ||
	    !take_rest(r, changes, sizeof(changes))) {
		s->script.failed = true;
		return;
	}
	buffer_free(&s->map);
	maps[i].build(&s->map, &(struct sample){ .number = maps[i].version,
						 .text = changes });
	if (!s->map.failed)
		twdemo_head_map(&s->head, &s->map);
}

static void
set_map_size(struct twdemo_script *s, struct words *r)
{
	s->script.failed |= s->script.started;
	s->head.map_size = (uint32_t)word_number_or(words_given(r),
						    s->head.map_size);
}

static void
set_map_crc(struct twdemo_script *s, struct words *r)
{
	s->script.failed |= s->script.started;
	s->head.map_crc = (uint32_t)word_number_or(words_given(r),
						   s->head.map_crc);
}

static void
set_map_stored(struct twdemo_script *s, struct words *r)
{
	s->script.failed |= s->script.started;
	if (words_is(r, "none"))
		s->head.map = NULL;
	else if (words_is(r, "zero") && s->map.size)
		memset(s->map.bytes, 0, s->map.size);
	else
		s->script.failed = true;
}

static void
set_sha(struct twdemo_script *s, struct words *r)
{
	s->script.failed |= s->script.started;
	if (words_is(r, "none"))
		s->head.extension = false;
	else if (words_is(r, "00"))
		memset(s->head.sha256, 0, sizeof(s->head.sha256));
	else if (words_is(r, "ff"))
		memset(s->head.sha256, 0xff, sizeof(s->head.sha256));
	else if (words_is(r, "flip"))
		s->head.sha256[7] ^= 4;
	else
		s->script.failed = true;
}

/* -------------------------------------------------------------- the rest */

static void
set_huffman(struct twdemo_script *s, struct words *r)
{
	s->d.old_huffman = words_is(r, "old");
	s->script.failed |= !s->d.old_huffman && !words_is(r, "new");
}

static void
set_running(struct twdemo_script *s, struct words *r)
{
	(void)r;
	s->running = true;
}

static void
set_length(struct twdemo_script *s, struct words *r)
{
	s->length = words_given(r);
}

static void
add_markers(struct twdemo_script *s, struct words *r)
{
	while (s->d.n_markers < TWDEMO_MARKERS && words_left(r))
		s->d.markers[s->d.n_markers++] = (int32_t)words_number(r);
}

static void
set_marker_count(struct twdemo_script *s, struct words *r)
{
	s->marker_count = words_given(r);
}

static void
set_marker_rest(struct twdemo_script *s, struct words *r)
{
	s->marker_rest = words_given(r);
}

/* Edits are collected, and are made at the end. */
const struct twdemo_statement twdemo_head_statements[] = {
	{ "version", set_version },
	{ "net", set_net },
	{ "name", set_name },
	{ "type_text", set_type },
	{ "time", set_time },
	{ "map", set_map },
	{ "map_size", set_map_size },
	{ "map_crc", set_map_crc },
	{ "map_stored", set_map_stored },
	{ "sha", set_sha },
	{ "huffman", set_huffman },
	{ "running", set_running },
	{ "length", set_length },
	{ "marker", add_markers },
	{ "marker_count", set_marker_count },
	{ "marker_rest", set_marker_rest },
	{ NULL, NULL },
};
