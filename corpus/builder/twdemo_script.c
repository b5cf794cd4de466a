/* SPDX-License-Identifier: MIT */
/* twdemo_script.c - a demo from a few lines of text */
#include "corpus/builder/twdemo_script.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/builder/datafile_script.h"
#include "corpus/builder/twdemo_statements.h"

enum { PAGE = 4096 };

struct twdemo_given
twdemo_words_given(struct twdemo_words *r)
{
	struct twdemo_given g = { .given = true };

	g.relative = twdemo_words_left(r) && (*r->at == '+' || *r->at == '-');
	g.value = twdemo_words_number(r);
	return g;
}

long long
twdemo_given_or(struct twdemo_given g, long long base)
{
	return !g.given ? base : g.relative ? base + g.value : g.value;
}

enum twdemo_protocol
twdemo_script_protocol(const struct twdemo_script *s)
{
	static const unsigned char seven[3] = "0.7", five[3] = "0.5";

	if (memcmp(s->head.net_version, seven, sizeof(seven)) == 0)
		return TWDEMO_07;
	if (memcmp(s->head.net_version, five, sizeof(five)) == 0)
		return TWDEMO_05;
	return TWDEMO_06;
}

/* ---------------------------------------------------------------- blocks */

static void run(struct twdemo_script *s, const char *at, const char *end);

static void
run_until_page(struct twdemo_script *s, const char *at, const char *end)
{
	const size_t page = (s->d.w->size / PAGE + 1) * PAGE;

	while (!s->failed && s->d.w->size < page) {
		const size_t before = s->d.w->size;

		run(s, at, end);
		s->failed |= s->d.w->size == before;
	}
	buffer_cut(s->d.w, page);
}

static void
run_block(struct twdemo_script *s, struct twdemo_words *r, const char *at,
	  const char *end)
{
	const size_t before = s->d.w->size;

	if (twdemo_words_is(r, "repeat")) {
		for (long long n = twdemo_words_number(r); n > 0; n--)
			run(s, at, end);
	} else if (twdemo_words_is(r, "until_page")) {
		run_until_page(s, at, end);
	} else if (twdemo_words_is(r, "lost")) {
		run(s, at, end);
		buffer_cut(s->d.w, before);
	} else if (twdemo_words_is(r, "zeros")) {
		run(s, at, end);
		if (!s->failed && s->d.w->size > before)
			memset(s->d.w->bytes + before, 0,
			       s->d.w->size - before);
	} else {
		s->failed = true;
	}
}

/* ------------------------------------------------------------ statements */

static bool
run_listed(struct twdemo_script *s, struct twdemo_words *r,
	   const struct twdemo_statement *list)
{
	for (; list->verb; list++) {
		if (!twdemo_words_is(r, list->verb))
			continue;
		list->run(s, r);
		s->failed |= r->failed || twdemo_words_left(r);
		return true;
	}
	return false;
}

static void
start(struct twdemo_script *s)
{
	if (!s->started)
		twdemo_write_chunk_head(&s->d, &s->head);
	s->started = true;
}

static void
run_statement(struct twdemo_script *s, struct twdemo_words *r)
{
	if (!twdemo_words_left(r) || run_listed(s, r, twdemo_head_statements))
		return;
	start(s);
	s->failed |= !run_listed(s, r, twdemo_stream_statements);
}

static void
run(struct twdemo_script *s, const char *at, const char *end)
{
	while (at < end && !s->failed) {
		struct twdemo_words r = {
			.at = at,
			.end = twdemo_words_statement(at, end),
		};

		at = r.end;
		if (at < end && *at == '{') {
			const char *close = twdemo_words_block(at + 1, end);

			start(s);
			s->failed |= close == end;
			run_block(s, &r, at + 1, close);
			at = close;
		} else {
			run_statement(s, &r);
		}
		if (at < end)
			at++;
	}
}

/* ------------------------------------------------------------------- end */

static void
patch(struct twdemo_script *s)
{
	struct buffer *w = s->d.w;

	if (!s->running)
		twdemo_write_end(&s->d);
	if (s->length.given)
		twdemo_poke(w, TWDEMO_AT_LENGTH, (uint32_t)s->length.value);
	if (s->marker_count.given)
		twdemo_poke(w, TWDEMO_AT_MARKERS,
			    (uint32_t)s->marker_count.value);
	for (size_t i = s->d.n_markers;
	     s->marker_rest.given && i < TWDEMO_MARKERS; i++)
		twdemo_poke(w, TWDEMO_AT_MARKERS + 4 + 4 * i,
			    (uint32_t)s->marker_rest.value);
}

/* "136 =5", "map+8 xff", "map+8 gone 20" */
static void
edit(struct twdemo_script *s, struct twdemo_words *r)
{
	struct buffer bytes = { 0 };
	size_t at = 0;

	if (twdemo_words_begin(r, "map+"))
		at = buffer_offset(s->d.w, "map");
	else if (twdemo_words_begin(r, "stream+"))
		at = buffer_offset(s->d.w, "stream");
	at += (size_t)twdemo_words_number(r);
	if (twdemo_words_is(r, "gone")) {
		buffer_remove(s->d.w, at, (size_t)twdemo_words_number(r));
		s->failed |= r->failed;
		return;
	}
	twdemo_words_all(r, &bytes);
	s->failed |= r->failed || bytes.failed || at > s->d.w->size ||
		     bytes.size > s->d.w->size - at;
	if (!s->failed && bytes.size)
		memcpy(s->d.w->bytes + at, bytes.bytes, bytes.size);
	buffer_free(&bytes);
}

static void
finish(struct twdemo_script *s)
{
	start(s);
	patch(s);
	for (size_t i = 0; i < s->n_edits && !s->failed; i++)
		edit(s, &s->edits[i]);
	s->failed |= s->type.given || s->size.given || s->form.given ||
		     s->append.size;
	if (s->cut.given)
		buffer_cut(s->d.w, (size_t)s->cut.value);
}

static void
put_text(unsigned char *field, const char *text)
{
	memcpy(field, text, strlen(text));
}

void
twdemo_build(struct buffer *w, const struct sample *sample)
{
	const char *text = sample->text ? sample->text : "";
	struct twdemo_script s = {
		.d = { .w = w, .version = 6, .old_huffman = true },
		.head = { .version = 6, .extension = true },
		.state = calloc(1, sizeof(*s.state)),
	};

	put_text(s.head.net_version, "0.6 626fce9a778df4d4");
	put_text(s.head.map_name, "dm1");
	put_text(s.head.type, "client");
	put_text(s.head.timestamp, "2024-01-02_03-04-05");
	/* The sums of a map that is not there, as in most demos of servers. */
	datafile_build_small(&s.map, &(struct sample){ 0 });
	s.failed = !s.state || s.map.failed;
	if (!s.failed) {
		twdemo_head_map(&s.head, &s.map);
		s.head.map = NULL;
		s.head.map_size = 0;
		run(&s, text, text + strlen(text));
		finish(&s);
	}
	w->failed |= s.failed || s.map.failed;
	free(s.state);
	buffer_free(&s.map);
	buffer_free(&s.append);
}
