/* SPDX-License-Identifier: MIT */
/* dem_script.c - a Source engine demo from a few lines of text */
#include "corpus/builder/dem_script.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/builder/dem_statements.h"
#include "corpus/builder/gzip_writer.h"

struct dem_given
dem_words_given(struct twdemo_words *r)
{
	struct dem_given g = { .given = true };

	g.relative = !twdemo_words_begin(r, "=") && twdemo_words_left(r) &&
		     (*r->at == '+' || *r->at == '-');
	g.value = twdemo_words_number(r);
	return g;
}

long long
dem_given_or(struct dem_given g, long long base)
{
	return !g.given ? base : g.relative ? base + g.value : g.value;
}

struct dem_given
dem_words_float(struct twdemo_words *r)
{
	uint32_t bits = 0x7fc00000; /* not a number, in the usual form */
	char *end;

	if (!twdemo_words_left(r)) {
		r->failed = true;
	} else if (!twdemo_words_is(r, "nan")) {
		const float value = strtof(r->at, &end);

		memcpy(&bits, &value, sizeof(bits));
		r->failed |= end == r->at || end > r->end;
		r->at = end;
	}
	return (struct dem_given){ .given = true, .value = bits };
}

/* ---------------------------------------------------------------- blocks */

static void
run_block(struct dem_script *s, struct twdemo_words *r, const char *at,
	  const char *end)
{
	const size_t before = s->d.w->size;

	if (twdemo_words_is(r, "repeat")) {
		for (long long n = twdemo_words_number(r); n > 0; n--)
			dem_script_run(s, at, end);
	} else if (twdemo_words_is(r, "lost")) {
		dem_script_run(s, at, end);
		buffer_cut(s->d.w, before);
	} else if (twdemo_words_is(r, "zeros")) {
		dem_script_run(s, at, end);
		if (!s->failed && s->d.w->size > before)
			memset(s->d.w->bytes + before, 0,
			       s->d.w->size - before);
	} else {
		s->failed = true;
	}
}

/* ------------------------------------------------------------ statements */

static bool
run_listed(struct dem_script *s, struct twdemo_words *r,
	   const struct dem_statement *list)
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
start(struct dem_script *s)
{
	if (!s->started) {
		buffer_fill(s->d.w, 0, DEM_HEADER);
		s->tick = s->clock;
	}
	s->started = true;
}

static void
run_statement(struct dem_script *s, struct twdemo_words *r)
{
	if (!twdemo_words_left(r) || run_listed(s, r, dem_head_statements))
		return;
	start(s);
	s->failed |= !run_listed(s, r, dem_odd_statements) &&
		     !run_listed(s, r, dem_stream_statements);
}

void
dem_script_run(struct dem_script *s, const char *at, const char *end)
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

/* What an engine writes when the recording stops. */
static void
close_header(struct dem_script *s)
{
	float interval, time;

	memcpy(&interval, &s->interval, sizeof(interval));
	time = (float)((double)s->stop_tick * (double)interval);
	memcpy(&s->head.time, &time, sizeof(time));
	s->head.time = (uint32_t)dem_given_or(s->time, s->head.time);
	s->head.time = (uint32_t)dem_given_or(s->time_steps, s->head.time);
	s->head.ticks = (int32_t)dem_given_or(s->ticks, s->stop_tick);
	s->head.frames = (int32_t)dem_given_or(s->frames, s->packets);
	s->head.signon_length = (int32_t)dem_given_or(
		s->signon_length,
		s->sync ? (long long)s->sync - DEM_HEADER : 0);
}

/* "136 =5", "here+8 xff", "here+8 gone 20" */
static void
edit(struct dem_script *s, struct twdemo_words *r)
{
	struct buffer bytes = { 0 };
	size_t at = 0;

	if (twdemo_words_begin(r, "here+"))
		at = buffer_offset(s->d.w, "here");
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
	start(s);
	if (!s->running && !s->stopped)
		dem_script_stop(s, (struct dem_given){ 0 });
	if (!s->running)
		close_header(s);
	dem_write_header(s->d.w, &s->head);
	for (size_t i = 0; i < s->n_edits && !s->failed; i++)
		edit(s, &s->edits[i]);
	s->failed |= any_oddity_left(s);
	if (s->cut.given)
		buffer_cut(s->d.w, (size_t)s->cut.value);
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
	dem_script_run(&s, text, text + strlen(text));
	finish(&s);
	w->failed |= s.failed;
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
