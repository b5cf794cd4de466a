/* SPDX-License-Identifier: MIT */
/* snapshot_script.c - builds raw snapshots and deltas from a line of text */
#include "corpus/builder/snapshot_script.h"

#include <stdlib.h>
#include <string.h>

struct script {
	struct buffer keys, offsets, body; /* removed keys, or keys of items */
	int32_t n_items, n_removed;
	bool delta, ok;

	/* The current item. */
	size_t start;
	long long type, id, copies;
};

static void
put(struct buffer *w, long long value)
{
	for (unsigned shift = 0; shift < 32; shift += 8)
		buffer_byte(w, (unsigned)((uint32_t)value >> shift & 0xff));
}

static long long
key(long long type, long long id)
{
	return (int32_t)((uint32_t)type << 16 | (uint32_t)id);
}

/* ----------------------------------------------------------------- items */

static void
begin_item(struct script *s)
{
	put(&s->offsets, (int32_t)s->body.size);
	s->start = s->body.size;
	s->n_items++;
	if (s->delta) {
		put(&s->body, s->type);
		put(&s->body, s->id);
	} else {
		put(&s->keys, key(s->type, s->id));
		put(&s->body, key(s->type, s->id));
	}
}

/* Writes the copies of the item that ends. */
static void
end_item(struct script *s)
{
	const size_t head = s->delta ? 8 : 4;
	const size_t start = s->start, end = s->body.size;

	for (; s->copies > 1; s->copies--) {
		s->id++;
		begin_item(s);
		for (size_t i = start + head; i < end && !s->body.failed; i++)
			buffer_byte(&s->body, s->body.bytes[i]);
	}
}

/* Reads TYPE/ID, and the optional parts after it. */
static void
read_item(struct script *s, const char *word)
{
	const bool removed = *word == '~';
	char *end;

	end_item(s);
	s->type = strtoll(word + removed, &end, 0);
	s->id = strtoll(end + 1, &end, 0);
	if (removed) {
		put(&s->keys, key(s->type, s->id));
		s->n_removed++;
		return;
	}
	s->copies = *end == ':' ? strtoll(end + 1, &end, 0) : 1;
	begin_item(s);
	if (*end == '#')
		put(&s->body, strtoll(end + 1, &end, 0));
	s->ok &= *end == ' ' || *end == '\0';
}

static void
read_ints(struct script *s, const char *word)
{
	char *end;
	long long value = strtoll(word, &end, 0);
	long long count = 1;

	if (*end == '*') {
		count = value;
		value = strtoll(end + 1, &end, 0);
	}
	while (count-- > 0)
		put(&s->body, value);
	s->ok &= *end == ' ' || *end == '\0';
}

/* ----------------------------------------------------------------- edits */

static bool
edit(struct buffer *w, const char *word)
{
	const char *value = strchr(word, '=');
	char *end;

	if (!value)
		return false;
	const long long n = strtoll(value + 1, &end, 0);

	if (*end != ' ' && *end != '\0')
		return false;
	if (strncmp(word, "cut=", 4) == 0) {
		buffer_cut(w, n < 0 ? w->size - 4 * (size_t)-n : 4 * (size_t)n);
	} else if (strncmp(word, "pad=", 4) == 0) {
		buffer_fill(w, 0, 4 * (size_t)n);
	} else if (strncmp(word, "bytes=", 6) == 0) {
		buffer_fill(w, 1, (size_t)n);
	} else {
		const size_t at = 4 * strtoul(word + 1, NULL, 0);
		const bool add = value[1] == '+';

		if (at + 4 > w->size)
			return false;
		buffer_poke(w, at,
			    (int32_t)((add ? (uint32_t)buffer_peek(w, at) : 0) +
				      (uint32_t)n));
	}
	return true;
}

static bool
is_edit(const char *word)
{
	return *word == '@' || strncmp(word, "cut=", 4) == 0 ||
	       strncmp(word, "pad=", 4) == 0 || strncmp(word, "bytes=", 6) == 0;
}

/* ----------------------------------------------------------------- files */

static const char *
next_word(const char *at)
{
	at += strcspn(at, " ");
	return at + strspn(at, " ");
}

static void
append(struct buffer *w, const struct buffer *part)
{
	if (part->size)
		buffer_append(w, part->bytes, part->size);
	w->failed |= part->failed;
}

static void
build(struct buffer *w, const char *text, bool delta, bool memory)
{
	struct script s = { .delta = delta, .ok = true };
	const char *at = text ? text : "";

	for (; *at && !is_edit(at); at = next_word(at)) {
		if (memchr(at, '/', strcspn(at, " ")))
			read_item(&s, at);
		else
			read_ints(&s, at);
	}
	end_item(&s);
	if (delta) {
		put(w, s.n_removed);
		put(w, s.n_items);
		put(w, 0);
		append(w, &s.keys);
	} else {
		put(w, (long long)s.body.size);
		put(w, s.n_items);
		if (memory)
			append(w, &s.keys);
		append(w, &s.offsets);
	}
	append(w, &s.body);
	for (; *at && !w->failed; at = next_word(at))
		s.ok &= edit(w, at);
	w->failed |= !s.ok;
	buffer_free(&s.keys);
	buffer_free(&s.offsets);
	buffer_free(&s.body);
}

void
snapshot_build_full(struct buffer *w, const struct sample *s)
{
	build(w, s->text, false, false);
}

void
snapshot_build_memory(struct buffer *w, const struct sample *s)
{
	build(w, s->text, false, true);
}

void
snapshot_build_delta(struct buffer *w, const struct sample *s)
{
	build(w, s->text, true, false);
}
