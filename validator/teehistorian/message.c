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
#include "validator/teehistorian/teehistorian.h"

static const struct teehistorian_message messages[TEEHISTORIAN_KIND_COUNT] = {
#define MSG(id, NAME, fields, names) \
	[TEEHISTORIAN_##NAME] = { id, #NAME, fields, names },
#include "validator/teehistorian/messages.def"
#undef MSG
};

static const char no_fields[TEEHISTORIAN_MAX_FIELDS] = "";

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

/* Bytes that belong to the field at hand. */
static struct cursor
field_window(const struct teehistorian_reading *r, const struct cursor *c)
{
	if (!r->in_payload)
		return *c;
	return cur_limit(c, r->payload_end - cur_tell(c));
}

/*
 * A field did not fit.  In a payload that is all there, the payload is short,
 * and reading goes on behind it; otherwise more of the file is needed.
 */
static bool
lacking(struct teehistorian_reading *r, struct cursor *c, size_t need)
{
	if (r->in_payload && r->payload_end - cur_tell(c) <= cur_left(c)) {
		r->ev.payload_short = true;
		r->fields = &no_fields;
		r->field = 0;
		r->skip = r->payload_end - cur_tell(c);
		return true;
	}
	c->fail = CUR_SHORT;
	c->need = need;
	return false;
}

static void
note_odd(struct teehistorian_event *ev, uint64_t off, uint64_t end,
	 unsigned quirks, int32_t value)
{
	if (quirks && ev->n_odd < TEEHISTORIAN_MAX_INTS)
		AT(ev->odd, ev->n_odd++) = (struct teehistorian_odd_int){
			off, (uint8_t)(end - off), quirks, value };
}

/* One int of a field.  False: c->fail says why. */
static bool
read_int(struct teehistorian_reading *r, struct cursor *c, int32_t *value,
	 bool *got)
{
	struct cursor w = field_window(r, c);
	unsigned quirks = 0;

	*value = cur_int(&w, &quirks);
	*got = cur_ok(&w);
	if (!*got)
		return lacking(r, c, w.need);
	note_odd(&r->ev, cur_tell(c), cur_tell(&w), quirks, *value);
	cur_some(c, cur_tell(&w) - cur_tell(c));
	return true;
}

static char
field_letter(const struct teehistorian_reading *r)
{
	return AT(*r->fields, r->field);
}

static void
next_field(struct teehistorian_reading *r)
{
	r->field++;
}

static bool
read_plain_int(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	int32_t value;
	bool got;

	if (!read_int(r, c, &value, &got))
		return false;
	if (got) {
		AT(ev->ints, ev->n_ints++) = value;
		next_field(r);
	}
	return true;
}

static bool
read_ten_ints(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	int32_t value;
	bool got;

	for (; r->of_ten < 10; r->of_ten++) {
		if (!read_int(r, c, &value, &got))
			return false;
		AT(ev->ints, ev->n_ints++) = value;
	}
	next_field(r);
	return true;
}

static bool
read_uuid(struct teehistorian_reading *r, struct cursor *c)
{
	struct cursor w = field_window(r, c);
	const struct span s = cur_bytes(&w, UUID_SIZE);

	if (!cur_ok(&w))
		return lacking(r, c, w.need);
	if (r->in_payload)
		r->ev.inner_uuid = uuid_from_bytes(s);
	else
		r->ev.uuid = uuid_from_bytes(s);
	cur_some(c, UUID_SIZE);
	next_field(r);
	return true;
}

/* -------------------------------------------------------------- texts -- */

/* Reads on in a string; *whole says that its NUL was read. */
static bool
read_string(struct teehistorian_reading *r, struct cursor *c, struct span *s,
	    bool *whole)
{
	const uint64_t max = r->in_payload ? r->payload_end - cur_tell(c)
					   : UINT64_MAX;

	*s = cur_until_nul(c, max, whole);
	utf8_feed(&r->utf8, *s);
	if (*whole) {
		cur_u8(c);
		utf8_end(&r->utf8);
		return true;
	}
	return lacking(r, c, 1);
}

static bool
read_text(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	const bool fresh = !r->in_text;
	struct span s;
	bool whole;

	if (fresh) {
		r->in_text = true;
		r->utf8 = utf8_init();
		AT(ev->texts, ev->n_texts) =
			(struct teehistorian_text){ .off = cur_tell(c) };
	}
	if (!read_string(r, c, &s, &whole))
		return false;
	if (!whole) /* a short payload: its last text does not count */
		return true;
	struct teehistorian_text *t = &AT(ev->texts, ev->n_texts++);

	t->len = r->utf8.length;
	t->bad = r->utf8.bad;
	if (fresh)
		t->bytes = s;
	r->in_text = false;
	next_field(r);
	return true;
}

/* A count, then so many strings; they are one run of bytes in the event. */
static bool
read_arguments(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_text *all = &r->ev.arguments;
	const bool fresh = !r->in_arguments;
	struct span s;
	bool got, whole;

	if (fresh) {
		int32_t n;

		if (!read_int(r, c, &n, &got))
			return false;
		if (n < 0) {
			c->fail = CUR_BAD;
			return false;
		}
		r->in_arguments = true;
		r->ev.n_arguments = r->arguments_left = (uint32_t)n;
		all->off = cur_tell(c);
		r->utf8 = utf8_init();
	}
	const struct span start = cur_rest(c);

	for (; r->arguments_left; r->arguments_left--) {
		const uint64_t string_off = cur_tell(c) - r->utf8.length;

		if (!read_string(r, c, &s, &whole))
			return false;
		if (all->bad == UTF8_CLEAN && r->utf8.bad != UTF8_CLEAN)
			all->bad = (int64_t)(string_off - all->off) +
				   r->utf8.bad;
		r->utf8 = utf8_init();
	}
	all->len = cur_tell(c) - all->off;
	if (fresh)
		all->bytes = span_head(start, (size_t)all->len);
	next_field(r);
	return true;
}

/* ------------------------------------------------------------ payload -- */

static void
enter_payload(struct teehistorian *th, struct teehistorian_reading *r)
{
	struct teehistorian_event *ev = &r->ev;
	const char(*fields)[TEEHISTORIAN_MAX_FIELDS];

	ev->extension =
		teehistorian_extension_find(&th->header.known, &ev->uuid);
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
		return lacking(r, c, w.need);
	if (size < 0) {
		*c = w;
		c->fail = CUR_BAD;
		return false;
	}
	const size_t peek = size < INT_MAX_BYTES ? (size_t)size : INT_MAX_BYTES;
	struct cursor payload = cur_limit(&w, peek);

	if (cur_left(&payload) < peek)
		return lacking(r, c, peek - cur_left(&payload));
	ev->message_id = cur_int(&payload, &ignored);
	note_odd(ev, cur_tell(c), cur_tell(&w), quirks, size);
	ev->size_off = cur_tell(c);
	ev->size_len = (uint8_t)(cur_tell(&w) - cur_tell(c));
	cur_some(c, ev->size_len);
	ev->blob_off = cur_tell(c);
	ev->blob_len = (uint64_t)size;
	if (cur_left(c) >= (size_t)size)
		ev->blob = span_head(cur_rest(c), (size_t)size);
	r->skip = (uint64_t)size;
	next_field(r);
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

	if (!read_int(r, c, &ev->id, &got))
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
	switch (field_letter(r)) {
	case 'c':
	case 'i':
	case 't': return read_plain_int(r, c);
	case 'I': return read_ten_ints(r, c);
	case 'u': return read_uuid(r, c);
	case 's': return read_text(r, c);
	case 'a': return read_arguments(r, c);
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
	while (field_letter(r))
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
