/* SPDX-License-Identifier: MIT */
/* dem_script.c - builds a Source engine demo from a few lines of text */
#include "corpus/builder/dem_script.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/builder/dem_statements.h"
#include "corpus/builder/gzip_writer.h"

struct word_number
dem_words_float(struct words *r)
{
	uint32_t bits = 0x7fc00000; /* NaN, in its usual form */
	char *end;

	if (!words_left(r)) {
		r->failed = true;
	} else if (!words_is(r, "nan")) {
		const float value = strtof(r->at, &end);

		memcpy(&bits, &value, sizeof(bits));
		r->failed |= end == r->at || end > r->end;
		r->at = end;
	}
	return (struct word_number){ .given = true, .value = bits };
}

/* ------------------------------------------------------------ statements */

static bool
run_listed(struct dem_script *s, struct words *r,
	   const struct dem_statement *list)
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
	struct dem_script *s = (struct dem_script *)script;

	if (run_listed(s, r, dem_head_statements))
		return;
	demo_script_start(script);
	script->failed |= !run_listed(s, r, dem_odd_statements) &&
			  !run_listed(s, r, dem_stream_statements);
}

static void
start(struct demo_script *script)
{
	struct dem_script *s = (struct dem_script *)script;

	buffer_fill(script->w, 0, DEM_HEADER);
	s->tick = s->clock;
}

static const char *const places[] = { "here", NULL };
static const struct demo_script_kind kind = {
	.start = start,
	.statement = run_statement,
	.places = places,
};

/* ------------------------------------------------------------------- end */

/* Writes the header as an engine does at the end of a recording. */
static void
close_header(struct dem_script *s)
{
	float interval, time;

	memcpy(&interval, &s->interval, sizeof(interval));
	time = (float)((double)s->stop_tick * (double)interval);
	memcpy(&s->head.time, &time, sizeof(time));
	s->head.time = (uint32_t)word_number_or(s->time, s->head.time);
	s->head.time = (uint32_t)word_number_or(s->time_steps, s->head.time);
	s->head.ticks = (int32_t)word_number_or(s->ticks, s->stop_tick);
	s->head.frames = (int32_t)word_number_or(s->frames, s->packets);
	s->head.signon_length = (int32_t)word_number_or(
		s->signon_length,
		s->sync ? (long long)s->sync - DEM_HEADER : 0);
}

static bool
any_oddity_left(const struct dem_script *s)
{
	const struct dem_oddities *odd = &s->odd;

	return odd->length.given || odd->id.given || odd->slot.given ||
	       odd->flags.given || odd->stop_bytes.given || s->next_in.given ||
	       s->next_out.given || s->next_user.given;
}

static void
finish(struct dem_script *s)
{
	demo_script_start(&s->script);
	if (!s->running && !s->stopped)
		dem_script_stop(s, (struct word_number){ 0 });
	if (!s->running)
		close_header(s);
	dem_write_header(s->d.w, &s->head);
	demo_script_finish(&s->script);
	s->script.failed |= any_oddity_left(s);
	buffer_free(&s->body);
}

static void
put_text(unsigned char *field, const char *text)
{
	memcpy(field, text, strlen(text));
}

void
dem_build(struct buffer *w, const struct sample *sample)
{
	const char *text = sample->text ? sample->text : "";
	struct dem_script s = {
		.script = { .kind = &kind, .w = w },
		.d = { .w = w, .protocol = 3, .blocks = 1 },
		.head = { .protocol = 3, .network = 24 },
		.interval = 0x3c75c28f, /* 0.015 */
		.step = 1,
		.clock = 5000,
	};

	put_text(s.head.server, "localhost:27015");
	put_text(s.head.client, "player");
	put_text(s.head.map, "cp_test");
	put_text(s.head.game, "tf");
	demo_script_run(&s.script, text, text + strlen(text));
	finish(&s);
	w->failed |= s.script.failed;
}

void
dem_build_gzip(struct buffer *w, const struct sample *sample)
{
	struct buffer plain = { 0 };

	dem_build(&plain, sample);
	gzip_header(w);
	if (!plain.failed) {
		gzip_fixed(w, plain.bytes, plain.size);
		gzip_trailer(w, plain.bytes, plain.size);
	}
	w->failed |= plain.failed;
	buffer_free(&plain);
}
