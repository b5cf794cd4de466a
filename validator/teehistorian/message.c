/* SPDX-License-Identifier: MIT */
/*
 * message.c - reads the fields of one message, if need be in pieces
 *
 *   id(int)  fields...                 letters: messages.def
 *   EX:  4a uuid[16] size(int) payload       extensions.def
 *
 * A message is read in one go where the window holds all of it.  A longer one
 * (a string or payload of any size) goes on with the next window: the state is
 * struct teehistorian_reading, and no byte of it is ever looked at twice.
 */
#include "validator/teehistorian/fields.h"

static const struct teehistorian_message messages[TEEHISTORIAN_KIND_COUNT] = {
#define MSG(id, NAME, fields, names) \
	[TEEHISTORIAN_##NAME] = { id, #NAME, fields, names },
#include "validator/teehistorian/messages.def"
#undef MSG
};

const struct teehistorian_message *
teehistorian_message(enum teehistorian_kind kind)
{
	return &AT(messages, kind);
}

void
teehistorian_start(struct teehistorian_reading *r, uint64_t off)
{
	struct teehistorian_event *ev = &r->ev;

	r->active = true;
	r->fields = NULL;
	r->of_ten = 0;
	r->in_payload = r->in_text = r->in_arguments = false;
	r->skip = 0;
	ev->off = off;
	ev->n_ints = ev->n_odd = ev->n_texts = ev->n_arguments = 0;
	ev->blob_len = 0;
	ev->blob = (struct span){ NULL, 0 };
	ev->extension = TEEHISTORIAN_EX_UNKNOWN;
	ev->payload_short = false;
	ev->extra_off = 0;
	ev->arguments = (struct teehistorian_text){ .bad = UTF8_CLEAN };
}

/* ------------------------------------------------------------ payload -- */

static void
enter_payload(struct teehistorian *th, struct teehistorian_reading *r)
{
	struct teehistorian_event *ev = &r->ev;
	const char(*fields)[TEEHISTORIAN_MAX_FIELDS];

	ev->extension = teehistorian_extension_find(&th->header.known,
						    &ev->uuid);
	if (ev->extension == TEEHISTORIAN_EX_UNKNOWN)
		return;
	fields = &teehistorian_extension_row(ev->extension)->fields;
	if (AT(*fields, 0) == '*')
		return;
	r->in_payload = true;
	r->payload_end = ev->blob_off + ev->blob_len;
	r->fields = fields;
	r->field = 0;
	r->skip = 0;
}

/*
 * Size and payload.  The first few bytes of the payload are awaited with the
 * size, as the id of a network message is in them.
 */
static bool
read_blob(struct teehistorian *th, struct teehistorian_reading *r,
	  struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	struct cursor w = *c;
	unsigned quirks = 0, ignored = 0;
	const int32_t size = cur_int(&w, &quirks);

	if (!cur_ok(&w))
		return teehistorian_field_lacking(r, c, w.need);
#ifdef PLANT_2 /* scripts/plants.sh: a length that is not checked */
	if (size == INT32_MIN) {
#else
	if (size < 0) {
#endif
		*c = w;
		c->fail = CUR_BAD;
		return false;
	}
	const size_t peek = size < INT_MAX_BYTES ? (size_t)size : INT_MAX_BYTES;
	struct cursor payload = cur_limit(&w, peek);

	if (cur_left(&payload) < peek)
		return teehistorian_field_lacking(r, c,
						  peek - cur_left(&payload));
	ev->message_id = cur_int(&payload, &ignored);
	if (quirks)
		teehistorian_field_odd(ev, cur_tell(c), cur_tell(&w), quirks,
				       size);
	ev->size_off = cur_tell(c);
	ev->size_len = (uint8_t)(cur_tell(&w) - cur_tell(c));
	cur_some(c, ev->size_len);
	ev->blob_off = cur_tell(c);
	ev->blob_len = (uint64_t)size;
	if (cur_left(c) >= (size_t)size)
		ev->blob = span_head(cur_rest(c), (size_t)size);
	r->skip = (uint64_t)size;
	teehistorian_field_next(r);
	if (ev->kind == TEEHISTORIAN_EX)
		enter_payload(th, r);
	return true;
}

static bool
skip_bytes(struct teehistorian_reading *r, struct cursor *c)
{
	r->skip -= cur_some(c, r->skip).len;
	if (r->skip == 0)
		return true;
	c->fail = CUR_SHORT;
	c->need = r->skip < SIZE_MAX ? (size_t)r->skip : SIZE_MAX;
	return false;
}

/* ------------------------------------------------------------ message -- */

/* Ids of 0 and above are player ids, whether they are in range or not. */
static enum teehistorian_kind
kind_of(int32_t id)
{
	size_t i;

	if (id >= 0)
		return TEEHISTORIAN_PLAYER_DIFF;
	for (i = TEEHISTORIAN_FINISH; i < TEEHISTORIAN_KIND_COUNT; i++)
		if (AT(messages, i).id == id)
			break;
	return (enum teehistorian_kind)i;
}

static bool
read_id(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	bool got;

	if (!teehistorian_field_int(r, c, &ev->id, &got))
		return false;
	ev->id_len = cur_tell(c) - ev->off;
	ev->kind = kind_of(ev->id);
	if (ev->kind == TEEHISTORIAN_KIND_COUNT) {
		c->fail = CUR_BAD;
		return false;
	}
	if (ev->kind == TEEHISTORIAN_PLAYER_DIFF)
		AT(ev->ints, ev->n_ints++) = ev->id;
	r->fields = &AT(messages, ev->kind).fields;
	r->field = 0;
	return true;
}

static bool
read_field(struct teehistorian *th, struct teehistorian_reading *r,
	   struct cursor *c)
{
	switch (teehistorian_field_letter(r)) {
	case 'c':
	case 'i':
	case 't': return teehistorian_field_plain(r, c);
	case 'I': return teehistorian_field_ten(r, c);
	case 'u': return teehistorian_field_uuid(r, c);
	case 's': return teehistorian_field_text(r, c);
	case 'a': return teehistorian_field_arguments(r, c);
	case 'b': return read_blob(th, r, c);
	default: __builtin_trap(); /* no such letter in the tables */
	}
}

/* CUR_OK: the message is whole.  Else what th->reading still needs. */
enum cur_fail
teehistorian_read(struct teehistorian *th, struct cursor *c)
{
	struct teehistorian_reading *r = &th->reading;

	if (!r->fields && !read_id(r, c))
		return c->fail;
	while (teehistorian_field_letter(r))
		if (!read_field(th, r, c))
			return c->fail;
	if (r->in_payload && !r->ev.payload_short && !r->skip &&
	    !r->ev.extra_off) {
		r->ev.extra_off = cur_tell(c);
		r->skip = r->payload_end - cur_tell(c);
	}
	if (r->skip && !skip_bytes(r, c))
		return c->fail;
	return CUR_OK;
}
