/* SPDX-License-Identifier: MIT */
/* twdemo_script.c - builds a demo from a few lines of text */
#include "corpus/builder/twdemo_script.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/builder/datafile_script.h"
#include "corpus/builder/twdemo_statements.h"

enum { PAGE = 4096 };

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

/* ------------------------------------------------------------ statements */

/* Runs the block "until_page" again and again, up to the end of a page. */
static bool
run_block(struct demo_script *script, struct words *r, const char *at,
	  const char *end)
{
	const size_t page = (script->w->size / PAGE + 1) * PAGE;

	if (!words_is(r, "until_page"))
		return false;
	while (!script->failed && script->w->size < page) {
		const size_t before = script->w->size;

		demo_script_run(script, at, end);
		script->failed |= script->w->size == before;
	}
	buffer_cut(script->w, page);
	return true;
}

static bool
run_listed(struct twdemo_script *s, struct words *r,
	   const struct twdemo_statement *list)
{
	for (; list->verb; list++) {
		if (!words_is(r, list->verb))
			continue;
		list->run(s, r);
		return true;
	}
	return false;
}

static void
run_statement(struct demo_script *script, struct words *r)
{
	struct twdemo_script *s = (struct twdemo_script *)script;

	if (run_listed(s, r, twdemo_head_statements))
		return;
	demo_script_start(script);
	script->failed |= !run_listed(s, r, twdemo_stream_statements);
}

static void
start(struct demo_script *script)
{
	struct twdemo_script *s = (struct twdemo_script *)script;

	twdemo_write_chunk_head(&s->d, &s->head);
}

static const char *const places[] = { "map", "stream", NULL };
static const struct demo_script_kind kind = {
	.start = start,
	.statement = run_statement,
	.block = run_block,
	.places = places,
};

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

static void
finish(struct twdemo_script *s)
{
	demo_script_start(&s->script);
	patch(s);
	demo_script_finish(&s->script);
	s->script.failed |= s->type.given || s->size.given || s->form.given ||
			    s->append.size;
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
		.script = { .kind = &kind, .w = w },
		.d = { .w = w, .version = 6, .old_huffman = true },
		.head = { .version = 6, .extension = true },
		.state = calloc(1, sizeof(*s.state)),
	};

	put_text(s.head.net_version, "0.6 626fce9a778df4d4");
	put_text(s.head.map_name, "dm1");
	put_text(s.head.type, "client");
	put_text(s.head.timestamp, "2024-01-02_03-04-05");
	/* The checksums of a map that is not in the demo, as in most demos of servers. */
	datafile_build_small(&s.map, &(struct sample){ 0 });
	s.script.failed = !s.state || s.map.failed;
	if (!s.script.failed) {
		twdemo_head_map(&s.head, &s.map);
		s.head.map = NULL;
		s.head.map_size = 0;
		demo_script_run(&s.script, text, text + strlen(text));
		finish(&s);
	}
	w->failed |= s.script.failed || s.map.failed;
	free(s.state);
	buffer_free(&s.map);
	buffer_free(&s.append);
}
