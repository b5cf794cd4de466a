/* SPDX-License-Identifier: MIT */
/*
 * message.c - reads the fields of one message
 *
 *   id(int)  ints...  rest...          messages.def
 *   EX:  4a uuid[16] size(int) payload       extensions.def
 *
 * Most messages are ints and nothing else.  They are read straight through, and
 * the cursor is asked once whether all of them were there.  Strings and payloads
 * of any size may follow the ints; they are read in pieces if the window does not
 * hold all of them, and struct teehistorian_reading says how far.
 */
#include "validator/teehistorian/message.h"

static const struct teehistorian_message messages[TEEHISTORIAN_KIND_COUNT] = {
#define MSG(id, NAME, ints, rest, fields, names) \
	[TEEHISTORIAN_##NAME] = { id, #NAME, ints, rest, fields, names },
#include "validator/teehistorian/messages.def"
#undef MSG
};

static const char nothing[TEEHISTORIAN_MAX_FIELDS] = "";

const struct teehistorian_message *
teehistorian_message(enum teehistorian_kind kind)
{
	return &AT(messages, kind);
}

void
teehistorian_start(struct teehistorian_reading *r, uint64_t off)
{
	r->active = true;
	r->in_rest = false;
	r->rest = NULL;
	r->ev.off = off;
	r->ev.kind = TEEHISTORIAN_UNKNOWN;
	r->ev.n_noncanonical = 0;
}

static void
note_noncanonical(struct teehistorian_event *ev, uint64_t off, uint64_t end,
		  unsigned quirks, int32_t value)
{
	if (ev->n_noncanonical < TEEHISTORIAN_MAX_INTS)
		AT(ev->noncanonical, ev->n_noncanonical++) =
			(struct teehistorian_noncanonical_int){
				off, (uint8_t)(end - off), quirks, value
			};
}

int32_t
teehistorian_int(struct teehistorian_event *ev, struct cursor *c)
{
	const uint64_t off = cur_tell(c);
	unsigned quirks = 0;
	const int32_t value = cur_int(c, &quirks);

	if (quirks)
		note_noncanonical(ev, off, cur_tell(c), quirks, value);
	return value;
}

/* Some of the first n ints of the message are not canonical: which? */
static void
find_noncanonical(struct teehistorian_event *ev, const struct cursor *c,
		  unsigned n)
{
	struct cursor again = *c;

	cur_back(&again, ev->off);
	while (n--)
		teehistorian_int(ev, &again);
}

/* Before the rest is read. */
static void
clear_rest(struct teehistorian_reading *r)
{
	struct teehistorian_event *ev = &r->ev;

	r->in_rest = true;
	r->field = 0;
	r->payload_end = r->skip = 0;
	r->in_text = r->in_arguments = false;
	ev->n_texts = ev->n_arguments = 0;
	ev->blob_len = 0;
	ev->blob = (struct span){ NULL, 0 };
	ev->message_id = 0;
	ev->message_id_cut = ev->payload_short = false;
	ev->extension = TEEHISTORIAN_EX_UNKNOWN;
	ev->extra_off = 0;
	ev->arguments = (struct teehistorian_text){ .bad = UTF8_CLEAN };
}

/* Ids of 0 and above are client ids, whether they are in range or not. */
static enum teehistorian_kind
kind_of(int32_t id)
{
	if (id >= 0)
		return TEEHISTORIAN_PLAYER_DIFF;
	return id > -TEEHISTORIAN_KIND_COUNT ? (enum teehistorian_kind) - id
					     : TEEHISTORIAN_UNKNOWN;
}

/* The id, and the ints that follow it. */
static void
read_ints(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	const struct teehistorian_message *row;
	unsigned quirks = 0, id = 0;

	ev->id = cur_int(c, &quirks);
	if (!cur_ok(c))
		return;
	ev->id_len = cur_tell(c) - ev->off;
	ev->kind = kind_of(ev->id);
	if (ev->kind == TEEHISTORIAN_UNKNOWN) {
		c->fail = CUR_BAD;
		return;
	}
	row = teehistorian_message(ev->kind);
	if (ev->kind == TEEHISTORIAN_PLAYER_DIFF)
		AT(ev->ints, id++) = ev->id;
	cur_ints(c,
		 room_at(ev->ints, sizeof(ev->ints), id * sizeof(int32_t),
			 row->ints * sizeof(int32_t)),
		 row->ints, &quirks);
	ev->n_ints = id + row->ints;
	if (!cur_ok(c))
		return;
	if (quirks)
		find_noncanonical(ev, c, 1u + row->ints);
	r->rest = &row->rest;
	if (AT(*r->rest, 0))
		clear_rest(r);
}

/* ------------------------------------------------------------- the rest -- */

/*
 * How far an extension has been read, here one with a client id, a name and
 * two bytes that nobody expects.  The window may end anywhere.
 *
 *   ev.off                ev.blob_off        ev.extra_off   r->payload_end
 *    |                     |                  |              |
 *    | 4a  uuid[16]  size  | cid    name "\0" | two bytes    |
 *
 *   r->rest:  "ub"           "cs"               "cs"
 *   r->field: 0, then 1      0, then 1          2, where "cs" ends
 *   r->skip:  0              0                  bytes to step over
 *
 * Of a long message nothing is read twice.  A string that the window cuts goes
 * on where it was cut: r->in_text and r->utf8 say how far it is, and for the
 * arguments of a command r->in_arguments and r->arguments_left.  The payloads of
 * unknown extensions and of MESSAGE are not read: r->skip is their size.
 */
static void
enter_payload(struct teehistorian *th, struct teehistorian_reading *r)
{
	struct teehistorian_event *ev = &r->ev;
	const char(*fields)[TEEHISTORIAN_MAX_FIELDS];

	ev->extension = teehistorian_extension_find(&ev->uuid);
	if (ev->extension == TEEHISTORIAN_EX_UNKNOWN) {
		teehistorian_sort_listed(&th->header);
		return;
	}
	fields = &teehistorian_extension_row(ev->extension)->fields;
	if (AT(*fields, 0) == '*')
		return;
	r->payload_end = ev->blob_off + ev->blob_len;
	r->rest = fields;
	r->field = 0;
	r->skip = 0;
}

/* TH-5: the payload is all there, and its fields are not: go on after it. */
static void
short_payload(struct teehistorian_reading *r, const struct cursor *c)
{
	r->ev.payload_short = true;
	r->rest = &nothing;
	r->field = 0;
	r->skip = r->payload_end - cur_tell(c);
}

/*
 * One field; false: c->fail says why, and what was read of it is kept.  In a
 * payload the field sees no bytes after r->payload_end: if it wants more, and
 * the window holds the whole payload, the payload is too short.
 */
static bool
read_field(struct teehistorian *th, char letter, struct cursor *c)
{
	struct teehistorian_reading *r = &th->reading;
	struct cursor field = *c;

	if (r->payload_end)
		field = cur_limit(c, r->payload_end - cur_tell(c));
	teehistorian_read_rest(th, letter, &field);
	cur_follow(c, &field);
	if (cur_ok(&field))
		return true;
	if (field.fail == CUR_SHORT && r->payload_end &&
	    r->payload_end <= cur_end(c)) {
		short_payload(r, c);
		return true;
	}
	c->fail = field.fail;
	c->need = field.need;
	return false;
}

static void
skip_bytes(struct teehistorian_reading *r, struct cursor *c)
{
	r->skip -= cur_some(c, r->skip).len;
	if (r->skip == 0)
		return;
	c->fail = CUR_SHORT;
	c->need = r->skip < SIZE_MAX ? (size_t)r->skip : SIZE_MAX;
}

/* Strings and payloads, in pieces if need be. */
static void
read_rest(struct teehistorian *th, struct cursor *c)
{
	struct teehistorian_reading *r = &th->reading;
	struct teehistorian_event *ev = &r->ev;

	for (char letter; (letter = AT(*r->rest, r->field));) {
		if (!read_field(th, letter, c))
			return;
		if (ev->payload_short)
			break;
		r->field++;
		if (letter == 'b' && ev->kind == TEEHISTORIAN_EX)
			enter_payload(th, r);
	}
	if (r->payload_end && !ev->payload_short && !ev->extra_off) {
		ev->extra_off = cur_tell(c);
		r->skip = r->payload_end - cur_tell(c);
	}
	if (r->skip)
		skip_bytes(r, c);
}

enum cur_fail
teehistorian_read(struct teehistorian *th, struct cursor *c)
{
	struct teehistorian_reading *r = &th->reading;

	if (!r->rest)
		read_ints(r, c);
	/* Not asked of the fields: a known payload may have none. */
	if (cur_ok(c) && r->in_rest)
		read_rest(th, c);
	return c->fail;
}
