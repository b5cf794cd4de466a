/* SPDX-License-Identifier: MIT */
/* demo_script.c - functions that the scripts of all kinds of demos share */
#include "corpus/builder/demo_script.h"

#include <string.h>

void
demo_script_start(struct demo_script *s)
{
	if (!s->started)
		s->kind->start(s);
	s->started = true;
}

/* ---------------------------------------------------------------- blocks */

static void
run_block(struct demo_script *s, struct words *r, const char *at,
	  const char *end)
{
	const size_t before = s->w->size;

	if (words_is(r, "repeat")) {
		for (long long n = words_number(r); n > 0; n--)
			demo_script_run(s, at, end);
	} else if (words_is(r, "lost")) {
		demo_script_run(s, at, end);
		buffer_cut(s->w, before);
	} else if (words_is(r, "zeros")) {
		demo_script_run(s, at, end);
		if (!s->failed && s->w->size > before)
			memset(s->w->bytes + before, 0, s->w->size - before);
	} else {
		s->failed |= !s->kind->block || !s->kind->block(s, r, at, end);
	}
}

/* ------------------------------------------------------------ statements */

static void
keep_edit(struct demo_script *s, struct words *r)
{
	if (s->n_edits == DEMO_SCRIPT_EDITS)
		s->failed = true;
	else
		s->edits[s->n_edits++] = *r;
	r->at = r->end;
}

static void
cut_here(struct demo_script *s, struct words *r)
{
	const long long by = words_left(r) ? words_number(r) : 0;

	s->cut = (struct word_number){ .given = true,
				       .value = (long long)s->w->size + by };
}

static void
run_statement(struct demo_script *s, struct words *r)
{
	if (!words_left(r))
		return;
	if (words_is(r, "at")) {
		keep_edit(s, r);
	} else if (words_is(r, "ends")) {
		s->cut = words_given(r);
	} else if (words_is(r, "text")) {
		s->transfers = words_left(r) ? words_number(r) : 1;
	} else if (words_is(r, "cut")) {
		demo_script_start(s);
		cut_here(s, r);
	} else {
		s->kind->statement(s, r);
	}
	s->failed |= r->failed || words_left(r);
}

void
demo_script_run(struct demo_script *s, const char *at, const char *end)
{
	while (at < end && !s->failed) {
		struct words r = { .at = at, .end = words_statement(at, end) };

		at = r.end;
		if (at < end && *at == '{') {
			const char *close = words_block(at + 1, end);

			demo_script_start(s);
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

void
demo_script_change(struct demo_script *s, struct words *r, size_t from)
{
	const long long k = words_number(r);
	const size_t at = k < 0 ? s->w->size - (size_t)-k : from + (size_t)k;
	const bool flip = words_is(r, "^");
	const unsigned value = (unsigned)words_number(r);

	if (at >= s->w->size)
		s->failed = true;
	else
		s->w->bytes[at] = (unsigned char)(flip ? s->w->bytes[at] ^ value
						       : value);
}

/* ------------------------------------------------------------------- end */

/* Returns the offset of the place that a word begins with, or 0. */
static size_t
place(struct demo_script *s, struct words *r)
{
	for (const char *const *p = s->kind->places; *p; p++) {
		char beginning[16] = { 0 };

		strncat(beginning, *p, sizeof(beginning) - 2);
		strcat(beginning, "+");
		if (words_begin(r, beginning))
			return buffer_offset(s->w, *p);
	}
	return 0;
}

static void
repeat_bytes(struct demo_script *s, size_t at, size_t n)
{
	struct buffer bytes = { 0 };

	if (at > s->w->size || n > s->w->size - at) {
		s->failed = true;
		return;
	}
	buffer_append(&bytes, s->w->bytes + at, n);
	buffer_insert(s->w, at, bytes.bytes, bytes.size);
	buffer_free(&bytes);
}

static void
edit(struct demo_script *s, struct words *r)
{
	struct buffer bytes = { 0 };
	size_t at = place(s, r);

	at += (size_t)words_number(r);
	if (words_is(r, "gone")) {
		buffer_remove(s->w, at, (size_t)words_number(r));
		s->failed |= r->failed;
		return;
	}
	if (words_is(r, "again")) {
		repeat_bytes(s, at, (size_t)words_number(r));
		s->failed |= r->failed;
		return;
	}
	const bool more = words_is(r, "more");

	words_all(r, &bytes);
	s->failed |= r->failed || bytes.failed || at > s->w->size ||
		     (!more && bytes.size > s->w->size - at);
	if (!s->failed && more)
		buffer_insert(s->w, at, bytes.bytes, bytes.size);
	else if (!s->failed && bytes.size)
		memcpy(s->w->bytes + at, bytes.bytes, bytes.size);
	buffer_free(&bytes);
}

void
demo_script_finish(struct demo_script *s)
{
	for (size_t i = 0; i < s->n_edits && !s->failed; i++)
		edit(s, &s->edits[i]);
	if (s->cut.given)
		buffer_cut(s->w, (size_t)s->cut.value);
	for (long long i = 0; i < s->transfers; i++)
		buffer_as_text(s->w);
}
