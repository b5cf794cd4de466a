/* SPDX-License-Identifier: MIT */
/* text_mode.c - undoes a transfer as text, which turned each line feed into CR LF */
#include "validator/core/text_mode.h"

enum { CR = '\r', LF = '\n' };

static bool
has_byte(uint64_t eight, uint8_t byte)
{
	const uint64_t ones = UINT64_MAX / 0xff;
	const uint64_t zero_if = eight ^ ones * byte;

	return ((zero_if - ones) & ~zero_if & ones * 0x80) != 0;
}

/* Returns the number of bytes at the start that are neither CR nor LF.  Eight bytes are
   compared together. */
static size_t
other_bytes(struct span s)
{
	struct cursor c = cur_span(s, 0);
	size_t n = 0;

	for (; s.len - n >= 8; n += 8) {
		const uint64_t eight = span_ahead(s, n);

		if (has_byte(eight, CR) || has_byte(eight, LF))
			break;
	}
	cur_bytes(&c, n);
	for (; cur_left(&c); n++) {
		const uint8_t byte = cur_u8(&c);

		if (byte == CR || byte == LF)
			break;
	}
	return n;
}

/* -------------------------------------------------------------- counting */

/* Counts CRs and LFs.  False: an LF without a CR came so early that the file was not
   transferred as text. *used: the number of bytes up to this LF. */
static bool
count_feeds(struct text_mode *t, struct span in, size_t *used)
{
	for (*used = 0; in.len;) {
		const size_t others = other_bytes(in);
		const struct span rest = span_tail(in, others);
		struct cursor c = cur_span(rest, 0);

		*used += others + (rest.len > 0);
		in = span_tail(rest, 1);
		if (others)
			t->run = 0;
		if (!rest.len)
			break;
		if (cur_u8(&c) == CR) {
			t->run++;
			continue;
		}
		if (!t->run && t->feeds < TEXT_MODE_SURE)
			return false;
		if (t->run && (!t->feeds || t->run < t->least))
			t->least = t->run;
		t->feeds += t->run > 0;
		t->run = 0;
	}
	return true;
}

bool
text_mode_hold(struct text_mode *t, const struct dfk_allocator *allocator,
	       struct span *bytes, bool *no_memory)
{
	const struct span some = span_head(*bytes,
					   TEXT_MODE_HELD - t->held.used);
	size_t used;
	const bool doubt = count_feeds(t, some, &used);

	if (!doubt)
		t->feeds = 0;
	/* Bytes that need not be held are read without a copy. */
	if (!doubt && !t->held.used)
		return true;
	if (!window_add(&t->held, allocator, span_head(some, used))) {
		*no_memory = true;
		return false;
	}
	*bytes = span_tail(*bytes, used);
	return !doubt || t->held.used == TEXT_MODE_HELD;
}

/* --------------------------------------------------------------- undoing */

struct delivery {
	struct text_mode *t;
	text_mode_receive *receive;
	void *ctx;
	size_t used; /* number of used bytes of the buffer */
};

static enum dfk_status
deliver_buffer(struct delivery *d)
{
	const struct span all = { d->t->buffer, d->used };

	d->used = 0;
	return all.len ? d->receive(d->ctx, all) : DFK_OK;
}

static enum dfk_status
deliver(struct delivery *d, struct span bytes)
{
	enum dfk_status status = DFK_OK;

	while (bytes.len && status == DFK_OK) {
		const size_t size = sizeof(d->t->buffer);
		const struct span some = span_head(bytes, size - d->used);

		memcpy(room_at(d->t->buffer, size, d->used, some.len), some.ptr,
		       some.len);
		d->used += some.len;
		d->t->out += some.len;
		bytes = span_tail(bytes, some.len);
		if (d->used == size)
			status = deliver_buffer(d);
	}
	return status;
}

/* Delivers CRs that were held back, because no LF follows them. */
static enum dfk_status
deliver_pending(struct delivery *d)
{
	static const uint8_t returns[TEXT_MODE_TIMES] = { CR, CR, CR };
	const struct span all = { returns, d->t->pending };

	d->t->pending = 0;
	return deliver(d, all);
}

static void
leave_out(struct text_mode *t)
{
	if (t->pending < t->times && t->bare++ == 0)
		t->bare_off = t->out;
	if (t->pending && t->out + t->pending == t->at)
		t->first_off = t->out;
	t->pending = 0;
}

/* Handles the first byte of `in`, which is `byte`: a CR or an LF. */
static enum dfk_status
undo_one(struct delivery *d, struct span in, uint8_t byte)
{
	struct text_mode *t = d->t;

	if (byte == CR && t->pending < t->times) {
		t->pending++;
		return DFK_OK;
	}
	/* Only the last CRs before an LF are left out.  Earlier CRs stay. */
	if (byte == LF)
		leave_out(t);
	return deliver(d, span_head(in, 1));
}

enum dfk_status
text_mode_undo(struct text_mode *t, struct span in, text_mode_receive *receive,
	       void *ctx)
{
	struct delivery d = { t, receive, ctx, 0 };
	enum dfk_status status = DFK_OK;

	while (in.len && status == DFK_OK) {
		const struct span others = span_head(in, other_bytes(in));
		struct cursor c;

		if (others.len)
			status = deliver_pending(&d);
		if (status == DFK_OK)
			status = deliver(&d, others);
		t->at += others.len;
		in = span_tail(in, others.len);
		c = cur_span(in, 0);
		if (!in.len || status != DFK_OK)
			break;
		status = undo_one(&d, in, cur_u8(&c));
		t->at++;
		in = span_tail(in, 1);
	}
	return status == DFK_OK ? deliver_buffer(&d) : status;
}

enum dfk_status
text_mode_end(struct text_mode *t, text_mode_receive *receive, void *ctx)
{
	struct delivery d = { t, receive, ctx, 0 };
	const enum dfk_status status = deliver_pending(&d);

	return status == DFK_OK ? deliver_buffer(&d) : status;
}

uint64_t
text_mode_dropped(const struct text_mode *t)
{
	return t->at - t->out - t->pending;
}
