/* SPDX-License-Identifier: MIT */
/* rest.c - fields that follow the ints of a message (SPEC.md, TH-2) */
#include "validator/teehistorian/message.h"

static void
read_uuid(struct teehistorian_reading *r, struct cursor *c)
{
	const struct span s = cur_bytes(c, UUID_SIZE);

	if (r->payload_end)
		r->ev.inner_uuid = uuid_from_bytes(s);
	else
		r->ev.uuid = uuid_from_bytes(s);
}

static void
read_int(struct teehistorian_event *ev, struct cursor *c)
{
	const int32_t value = teehistorian_int(ev, c);

	if (cur_ok(c))
		AT(ev->ints, ev->n_ints++) = value;
}

/* -------------------------------------------------------------- strings -- */

/* Reads a string, or goes on in one, up to its NUL; the bytes that are there. */
static struct span
read_string(struct teehistorian_reading *r, struct cursor *c)
{
	bool found;
	const struct span s = cur_until_nul(c, cur_left(c), &found);

	utf8_feed(&r->utf8, s);
	cur_u8(c); /* the NUL; without one it fails for want of a byte */
	if (found)
		utf8_end(&r->utf8);
	return s;
}

static void
read_text(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	const bool fresh = !r->in_text;
	struct teehistorian_text *t = &AT(ev->texts, ev->n_texts);

	if (fresh) {
		r->in_text = true;
		r->utf8 = utf8_init();
		*t = (struct teehistorian_text){ .off = cur_tell(c) };
	}
	const struct span s = read_string(r, c);

	if (!cur_ok(c))
		return;
	t->len = r->utf8.length;
	t->bad = r->utf8.bad;
	if (fresh)
		t->bytes = s;
	ev->n_texts++;
	r->in_text = false;
}

static void
begin_arguments(struct teehistorian_reading *r, struct cursor *c)
{
	const int32_t n = teehistorian_int(&r->ev, c);

	if (!cur_ok(c))
		return;
	if (n < 0) {
		c->fail = CUR_BAD;
		return;
	}
	r->in_arguments = true;
	r->ev.n_arguments = r->arguments_left = (uint32_t)n;
	r->ev.arguments.off = cur_tell(c);
	r->utf8 = utf8_init();
}

/* A count, then so many strings; they are one run of bytes in the event. */
static void
read_arguments(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_text *all = &r->ev.arguments;
	const bool fresh = !r->in_arguments;

	if (fresh)
		begin_arguments(r, c);
	const struct span start = cur_rest(c);

	while (cur_ok(c) && r->arguments_left) {
		const uint64_t off = cur_tell(c) - r->utf8.length;

		read_string(r, c);
		if (!cur_ok(c))
			return;
		if (all->bad == UTF8_CLEAN && r->utf8.bad != UTF8_CLEAN)
			all->bad = (int64_t)(off - all->off) + r->utf8.bad;
		r->utf8 = utf8_init();
		r->arguments_left--;
	}
	all->len = cur_tell(c) - all->off;
	if (fresh)
		all->bytes = span_head(start, (size_t)all->len);
}

/* ------------------------------------------------------------- payloads -- */

/* The first int of a network message: its id, and the system bit. */
static void
peek_message_id(struct teehistorian_event *ev, struct cursor payload)
{
	unsigned ignored = 0;

	ev->message_id = cur_int(&payload, &ignored);
	ev->message_id_cut = !cur_ok(&payload) && ev->blob_len > 0;
}

/*
 * Size and payload; the payload is stepped over.  Of a network message
 * the bytes of its id must be there, too.
 */
static void
read_blob(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	struct cursor w = *c;
	const int32_t size = teehistorian_int(ev, &w);
	const size_t id = size < INT_MAX_BYTES ? (size_t)size : INT_MAX_BYTES;

	if (size < 0) {
		*c = w;
		c->fail = CUR_BAD;
		return;
	}
	if (cur_ok(&w) && ev->kind == TEEHISTORIAN_MESSAGE) {
		struct cursor enough = w;

		cur_bytes(&enough, id);
		w.fail = enough.fail;
		w.need = enough.need;
	}
	if (!cur_ok(&w)) {
		c->fail = w.fail;
		c->need = w.need;
		return;
	}
	ev->size_off = cur_tell(c);
	ev->size_len = (uint8_t)(cur_tell(&w) - cur_tell(c));
	ev->blob_off = cur_tell(&w);
	ev->blob_len = (uint64_t)size;
	if (ev->kind == TEEHISTORIAN_MESSAGE)
		peek_message_id(ev, cur_limit(&w, id));
	*c = w;
	if (cur_left(c) >= (size_t)size)
		ev->blob = span_head(cur_rest(c), (size_t)size);
	r->skip = (uint64_t)size;
}

void
teehistorian_read_rest(struct teehistorian *th, char letter, struct cursor *c)
{
	struct teehistorian_reading *r = &th->reading;

	if (teehistorian_is_int(letter)) {
		read_int(&r->ev, c);
		return;
	}
	switch (letter) {
	case 'u': read_uuid(r, c); break;
	case 's': read_text(r, c); break;
	case 'a': read_arguments(r, c); break;
	case 'b': read_blob(r, c); break;
	default: __builtin_trap(); /* no such letter in the tables */
	}
}
