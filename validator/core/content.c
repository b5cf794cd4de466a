/* SPDX-License-Identifier: MIT */
/* content.c - finds the format of the file, and passes the bytes to it through a
   window */
#include "validator/core/content.h"

#include <stdio.h>

#include "validator/core/decompress.h"
#include "validator/core/extract.h"
#include "validator/core/memory.h"

/* Passes bytes behind the end of the recording to the format and to the report. */
static void
pass_tail(struct session *s, struct span bytes)
{
	struct session_tail *tail = &s->tail;
	const size_t size = sizeof(tail->head);
	const struct span head = span_head(bytes, size - tail->n);

	if (head.len)
		memcpy(room_at(tail->head, size, tail->n, head.len), head.ptr,
		       head.len);
	tail->n += head.len;
	s->format->tail(s->state, bytes);
}

/* Lets the format read `bytes`.  Returns the number of consumed bytes. */
static size_t
step_format(struct session *s, struct span bytes, bool closed)
{
	struct cursor in = cur_span(bytes, s->reading.window.off);
	const enum pull p = s->format->step(s->state, &in, closed);
	const size_t left = cur_left(&in);

	s->reading.no_memory |= p == PULL_NO_MEMORY;
	s->reading.done = p == PULL_END || p == PULL_HALT ||
			  s->reading.no_memory;
	/* A record of unknown length is read again only at the end of the file, or when
	   the number of bytes has grown by half.  So the time stays linear even if bytes
	   arrive one by one. */
	s->reading.window.want = left +
				 (in.need > left / 2 ? in.need : left / 2);
	if (!s->reading.done)
		return bytes.len - left;
	if (!s->reading.no_memory)
		pass_tail(s, cur_rest(&in));
	return bytes.len;
}

void
content_read(struct session *s, bool closed)
{
	const struct span held = window_span(&s->reading.window);

	window_drop(&s->reading.window, step_format(s, held, closed));
}

/*
 * Continues a record that was cut at the end of the last bytes:
 *
 *   window  |------ held ------|
 *   bytes                      |-- add --|------ later ------|
 *   used    |-----------------------|
 *
 * `add` has at least the bytes that the format asked for.  `add` may have more bytes,
 * because a format that waits for the next record would again leave a partial record.
 * Without more bytes, a Source demo of small packets needed thirty steps at each cut.
 * When all held bytes are consumed, the window is empty, and further bytes are read
 * without a copy. *bytes: the remaining bytes.
 */
static enum dfk_status
read_joint(struct session *s, struct span *bytes)
{
	enum { SOME = 4096 };
	struct window *w = &s->reading.window;
	const uint64_t off = w->off;
	const size_t held = w->used;
	const size_t lack = w->want > held ? w->want - held : 1;
	const struct span add = span_head(*bytes, lack > SOME ? lack : SOME);
	size_t used;

	if (!window_add(w, s->allocator, add))
		return DFK_NO_MEMORY;
	if (add.len < lack) {
		*bytes = span_tail(*bytes, add.len);
		return DFK_OK;
	}
	used = step_format(s, window_span(w), false);
	if (s->reading.done || used < held) {
		window_drop(w, used);
		*bytes = span_tail(*bytes, add.len);
	} else {
		window_drop(w, w->used);
		w->off = off + used;
		*bytes = span_tail(*bytes, used - held);
	}
	return DFK_OK;
}

/* Returns the format whose header begins at the start of `head`, or NULL. */
static const struct format *
whole_header(struct span head)
{
	enum { ENOUGH = 32 }; /* bits of evidence: by chance in one file of
	                         2^32 */
	const struct format *f = format_detect(head, false);

	if (!f)
		return NULL;
	return f->match(head, false) >= ENOUGH ? f : NULL;
}

void
content_name_tail(struct session *s)
{
	const struct span tail = { s->tail.head, s->tail.n };
	const struct compression *packed = compression_of(tail, false);
	const struct format *f = whole_header(tail);
	char *name = s->report.input.behind;
	const size_t size = sizeof(s->report.input.behind);

	if (packed)
		snprintf(name, size, "%s", packed->stream);
	else if (f)
		snprintf(name, size, "a %s", format_about(f->id)->title);
}

/* Returns the name of a known kind of file that is not a recording, or NULL. */
static const char *
known_name(const struct session *s, struct span head)
{
	const struct compression *packed = compression_of(head, false);

	if (s->input.unread)
		return s->input.unread->unread;
	if (packed && s->decompress)
		return packed->nested;
	return format_foreign(head);
}

/* Reports a file of no known format.  Either all zero bytes at the start of the file are
   in `head`, or `head` has none of these zero bytes. */
static void
report_unknown_content(struct session *s, struct span head)
{
	const struct span rest = span_tail(head, span_zeros(head));
	const uint64_t size = s->content.zeros + head.len,
		       zeros = size - rest.len;
	const struct site all = {
		.len = size < FORMAT_HEAD_BYTES ? size : FORMAT_HEAD_BYTES,
	};
	const struct format *later = zeros ? whole_header(rest) : NULL;
	const char *name = s->content.zeros ? NULL : known_name(s, head);

	if (size == 0)
		report(&s->report, RULE_file_empty, &all, "0 bytes");
	else if (name)
		report(&s->report, RULE_file_unsupported, &all, "%s", name);
	else if (later)
		report(&s->report, RULE_file_unrecognized, &all,
		       "%llu zero byte%s before the header of a %s, and `%s` "
		       "copies the file without these bytes",
		       (unsigned long long)zeros, zeros == 1 ? "" : "s",
		       format_about(later->id)->title,
		       extract_from(&s->report, zeros).command);
	else
		report(&s->report, RULE_file_unrecognized, &all,
		       "first bytes that belong to no known format");
}

/* Detects the format by its first bytes.  More bytes help only if the header is lost. */
static void
detect(struct session *s, struct span head, bool closed)
{
	closed &= head.len < FORMAT_HEAD_BYTES;
	if (head.len == 0 || s->input.unread)
		s->format = NULL; /* even if the caller forces a format */
	else if (!s->format)
		s->format = format_detect(span_head(head, FORMAT_HEAD_BYTES),
					  closed);
}

/* Detects a format whose header is lost, unless the file is of another known kind. */
static void
detect_lost(struct session *s, struct span head)
{
	if (head.len && !s->input.unread && !s->format &&
	    !format_foreign(head) && !compression_of(head, false))
		s->format = format_detect_lost(head);
}

static enum dfk_status
open_format(struct session *s)
{
	s->state = memory_get(s->allocator, s->format->state_size);
	if (!s->state)
		return DFK_NO_MEMORY;
	s->format->open(s->state, &s->report, &s->limits, s->tap, s->allocator);
	s->given.sha256 = s->sums.sha256_wanted &&
					  session_space(s) == DFK_SPACE_FILE
				  ? s->sums.sha256
				  : NULL;
	if (s->format->given)
		s->format->given(s->state, &s->given);
	return DFK_OK;
}

enum dfk_status
content_recognize(struct session *s, bool closed)
{
	const struct span head = window_span(&s->reading.window);
	const size_t zeros = span_zeros(head);
	const struct span rest = span_tail(head, zeros);

	s->content.known = true;
	if (s->content.zeros) {
		report_unknown_content(s, head);
		return DFK_OK;
	}
	detect(s, head, closed);
	if (!zeros || !whole_header(rest))
		detect_lost(s, head);
	if (s->format)
		return open_format(s);
	if (zeros && !closed && rest.len < FORMAT_HEAD_BYTES) {
		s->content.known = false;
		s->content.zeros = zeros;
		window_drop(&s->reading.window, zeros);
	} else {
		report_unknown_content(s, head);
	}
	return DFK_OK;
}

/* Returns the number of first bytes that the detection needs. */
static size_t
head_bytes(const struct session_content *c)
{
	return c->odd && !c->zeros ? LOST_HEAD_BYTES : FORMAT_HEAD_BYTES;
}

/* Adds bytes to the first bytes. *bytes: the remaining bytes.  False: no memory. */
static bool
gather_head(struct session *s, struct span *bytes)
{
	struct window *w = &s->reading.window;
	const struct span head = span_head(*bytes,
					   head_bytes(&s->content) - w->used);

	*bytes = span_tail(*bytes, head.len);
	return window_add(w, s->allocator, head);
}

/* Skips the zero bytes at the start, because a header may follow them. */
static enum dfk_status
begin_after_zeros(struct session *s, struct span *bytes)
{
	const size_t zeros = s->reading.window.used ? 0 : span_zeros(*bytes);

	s->content.zeros += zeros;
	*bytes = span_tail(*bytes, zeros);
	if (!gather_head(s, bytes))
		return DFK_NO_MEMORY;
	return s->reading.window.used < head_bytes(&s->content)
		       ? DFK_OK
		       : content_recognize(s, false);
}

/* Gathers the first bytes until the format is known. *bytes: the remaining bytes. */
static enum dfk_status
begin_content(struct session *s, struct span *bytes)
{
	struct window *w = &s->reading.window;
	enum dfk_status status;

	if (s->content.zeros)
		return begin_after_zeros(s, bytes);
	if (!gather_head(s, bytes))
		return DFK_NO_MEMORY;
	if (!s->content.odd && w->used == FORMAT_HEAD_BYTES) {
		detect(s, window_span(w), false);
		s->content.odd = !s->format;
		if (!gather_head(s, bytes))
			return DFK_NO_MEMORY;
	}
	if (w->used < head_bytes(&s->content))
		return DFK_OK;
	status = content_recognize(s, false);
	w->want = 0;
	return status == DFK_OK && s->content.zeros
		       ? begin_after_zeros(s, bytes)
		       : status;
}

enum dfk_status
content_feed(struct session *s, struct span bytes)
{
	const bool begins = !s->content.known;
	enum dfk_status status = begins ? begin_content(s, &bytes) : DFK_OK;
	size_t used;

	if (status != DFK_OK || !s->content.known || !s->format)
		return status;
	if (begins && !bytes.len)
		content_read(s, false);
	/* Reads records that were cut, and the bytes after them. */
	while (bytes.len && s->reading.window.used && !s->reading.done &&
	       status == DFK_OK)
		status = read_joint(s, &bytes);
	if (s->reading.no_memory)
		return DFK_NO_MEMORY;
	if (status != DFK_OK || !bytes.len)
		return status;
	if (s->reading.done) {
		pass_tail(s, bytes);
		return DFK_OK;
	}
	/* The window is empty, so the bytes are read without a copy. */
	used = step_format(s, bytes, false);
	s->reading.window.off += used;
	return window_add(&s->reading.window, s->allocator,
			  span_tail(bytes, used))
		       ? DFK_OK
		       : DFK_NO_MEMORY;
}
