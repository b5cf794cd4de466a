/* SPDX-License-Identifier: MIT */
/*
 * message.c - reads the message at the cursor, which may be whole, cut or damaged
 *
 *   id(int)  ints...  rest...          messages.def
 *   EX:  4a uuid[16] size(int) payload       extensions.def
 *
 * Most messages consist only of ints.  All ints are read, and then one check of the
 * cursor shows whether the window held them.  Strings and payloads of any size may follow
 * the ints.  If the window does not hold a string or payload, it is read in pieces, and
 * struct teehistorian_reading keeps the position.
 */
#include "validator/teehistorian/message.h"

#include "validator/teehistorian/check.h"

/* ----------------------------------------------------------- the tables -- */

static const struct teehistorian_message messages[TEEHISTORIAN_KIND_COUNT] = {
#define MSG(id, NAME, ints, rest, fields, ...) \
	[TEEHISTORIAN_##NAME] = { id, #NAME, ints, rest, fields },
#include "validator/teehistorian/messages.def"
#undef MSG
};

const struct teehistorian_message *
teehistorian_message(enum teehistorian_kind kind)
{
	return &AT(messages, kind);
}

/* clang-format off */
static const struct teehistorian_extension_row extensions[TEEHISTORIAN_EX_COUNT] = {
#define EXTENSION(NAME, uuid_name, uuid, fields, ...) \
	[TEEHISTORIAN_EX_##NAME] = { uuid_name, sizeof(uuid_name) - 1, uuid, fields },
#include "validator/teehistorian/extensions.def"
#undef EXTENSION
};
/* clang-format on */

const struct teehistorian_extension_row *
teehistorian_extension_row(enum teehistorian_extension ex)
{
	return &AT(extensions, ex);
}

enum teehistorian_extension
teehistorian_extension_named(struct span name)
{
	size_t i = 0;

	while (i < COUNT_OF(extensions) &&
	       !span_equal(name, AT(extensions, i).name, AT(extensions, i).name_length))
		i++;
	return (enum teehistorian_extension)i;
}

enum teehistorian_extension
teehistorian_extension_find(const struct uuid *uuid)
{
	size_t i = 0;

	while (i < COUNT_OF(extensions) && !uuid_equal(&AT(extensions, i).uuid, uuid))
		i++;
	return (enum teehistorian_extension)i;
}

/* ----------------------------------------------------------------- ints -- */

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

/* Reads one int, and notes an int that is not in its shortest form. */
static int32_t
read_noted_int(struct teehistorian_event *ev, struct cursor *c)
{
	const uint64_t off = cur_tell(c);
	unsigned quirks = 0;
	const int32_t value = cur_int(c, &quirks);

	if (quirks)
		note_noncanonical(ev, off, cur_tell(c), quirks, value);
	return value;
}

/* Finds the ints among the first n ints of the message that are not in their shortest
   form, and notes these ints. */
static void
find_noncanonical(struct teehistorian_event *ev, const struct cursor *c,
		  unsigned n)
{
	struct cursor again = *c;

	cur_back(&again, ev->off);
	while (n--)
		read_noted_int(ev, &again);
}

/* -------------------------------------------- the fields after the ints -- */

static void
read_uuid(struct teehistorian_reading *r, struct cursor *c)
{
	const struct span s = cur_bytes(c, UUID_SIZE);

	if (r->payload_end)
		r->ev.ex.inner_uuid = uuid_from_bytes(s);
	else
		r->ev.ex.uuid = uuid_from_bytes(s);
}

static void
read_payload_int(struct teehistorian_event *ev, struct cursor *c)
{
	const int32_t value = read_noted_int(ev, c);

	if (cur_ok(c))
		AT(ev->ints, ev->n_ints++) = value;
}

/* -------------------------------------------------------------- strings -- */

/* Reads a string up to its NUL, or continues a string.  Returns the bytes of the string
   in the window. */
static struct span
read_string(struct teehistorian_reading *r, struct cursor *c)
{
	bool found;
	const struct span s = cur_until_nul(c, cur_left(c), &found);

	utf8_feed(&r->utf8, s);
	cur_u8(c); /* reads the NUL; the cursor fails if the window ends
	              before the NUL */
	if (found)
		utf8_end(&r->utf8);
	return s;
}

static void
read_string_field(struct teehistorian_reading *r, struct cursor *c)
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
	const int32_t n = read_noted_int(&r->ev, c);

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

/* Reads a count, and then this number of strings.  In the event all strings are one
   range of bytes. */
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

/* Reads the first int of a network message: its id and the system bit. */
static void
peek_message_id(struct teehistorian_event *ev, struct cursor payload)
{
	unsigned ignored = 0;

	ev->message_id = cur_int(&payload, &ignored);
	ev->message_id_cut = !cur_ok(&payload) && ev->blob_len > 0;
}

/*
 * Reads a size, and skips a payload of this size.  The payload of a network message must
 * be in the window up to the end of its id.
 */
static void
read_blob(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	struct cursor w = *c;
	const int32_t size = read_noted_int(ev, &w);
	const size_t id = size < INT_MAX_BYTES ? (size_t)size : INT_MAX_BYTES;

	if (size < 0) {
		*c = w;
		c->fail = CUR_BAD;
		return;
	}
	if (cur_ok(&w) && ev->kind == TEEHISTORIAN_MESSAGE) {
		struct cursor start = w;

		cur_bytes(&start, id);
		w.fail = start.fail;
		w.need = start.need;
	}
	if (!cur_ok(&w)) {
		c->fail = w.fail;
		c->need = w.need;
		return;
	}
	ev->ex.size_off = cur_tell(c);
	ev->ex.size_len = (uint8_t)(cur_tell(&w) - cur_tell(c));
	ev->blob_off = cur_tell(&w);
	ev->blob_len = (uint64_t)size;
	if (ev->kind == TEEHISTORIAN_MESSAGE)
		peek_message_id(ev, cur_limit(&w, id));
	*c = w;
	if (cur_left(c) >= (size_t)size)
		ev->blob = span_head(cur_rest(c), (size_t)size);
	r->skip = (uint64_t)size;
}

/* Reads one field after the ints.  In the payload of an extension, `c` ends with the
   payload.  If bytes are missing, the cursor fails. */
static void
read_value(struct teehistorian *th, char letter, struct cursor *c)
{
	struct teehistorian_reading *r = &th->reading;

	if (teehistorian_is_int(letter)) {
		read_payload_int(&r->ev, c);
		return;
	}
	switch (letter) {
	case 'u': read_uuid(r, c); break;
	case 's': read_string_field(r, c); break;
	case 'a': read_arguments(r, c); break;
	case 'b': read_blob(r, c); break;
	default: __builtin_trap(); /* the tables contain no other letter */
	}
}

/* ---------------------------------------------------------- one message -- */

static const char nothing[TEEHISTORIAN_MAX_FIELDS] = "";

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

/* Clears the members for the fields after the ints. */
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
	ev->message_id_cut = ev->ex.is_short = false;
	ev->ex.extension = TEEHISTORIAN_EX_UNKNOWN;
	ev->ex.extra_off = 0;
	ev->arguments = (struct teehistorian_text){ .bad = UTF8_CLEAN };
}

/* Ids of 0 and above are client ids, even if they are out of range. */
static enum teehistorian_kind
kind_of_id(int32_t id)
{
	if (id >= 0)
		return TEEHISTORIAN_PLAYER_DIFF;
	return id > -TEEHISTORIAN_KIND_COUNT ? (enum teehistorian_kind) - id
					     : TEEHISTORIAN_UNKNOWN;
}

/* Reads the id, and the ints after it. */
static void
read_id_and_ints(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	const struct teehistorian_message *row;
	unsigned quirks = 0, id = 0;

	ev->id = cur_int(c, &quirks);
	if (!cur_ok(c))
		return;
	ev->id_len = cur_tell(c) - ev->off;
	ev->kind = kind_of_id(ev->id);
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

/*
 * The state of reading an extension.  The extension in this example has a client id, a
 * name and two extra bytes.  The window may end anywhere.
 *
 *   ev.off                ev.blob_off        ev.ex.extra_off   r->payload_end
 *    |                     |                  |                 |
 *    | 4a  uuid[16]  size  | cid    name "\0" | two bytes       |
 *
 *   r->rest:  "ub"           "cs"               "cs"
 *   r->field: 0, then 1      0, then 1          2, where "cs" ends
 *   r->skip:  0              0                  bytes to step over
 *
 * No byte of a long message is read twice.  If the window cuts a string, reading
 * continues at the cut. r->in_text and r->utf8 keep this position.  In the arguments of a
 * command r->in_arguments and r->arguments_left keep the position.  The payloads of
 * unknown extensions and of MESSAGE are not read; r->skip is their size.
 */
static void
enter_payload(struct teehistorian *th, struct teehistorian_reading *r)
{
	struct teehistorian_event *ev = &r->ev;
	const char(*fields)[TEEHISTORIAN_MAX_FIELDS];

	ev->ex.extension = teehistorian_extension_find(&ev->ex.uuid);
	if (ev->ex.extension == TEEHISTORIAN_EX_UNKNOWN) {
		teehistorian_sort_listed(&th->header);
		return;
	}
	fields = &teehistorian_extension_row(ev->ex.extension)->fields;
	if (AT(*fields, 0) == '*')
		return;
	r->payload_end = ev->blob_off + ev->blob_len;
	r->rest = fields;
	r->field = 0;
	r->skip = 0;
}

/* TH-5: handles a payload that ends before its last field.  Reading continues after the
   payload. */
static void
short_payload(struct teehistorian_reading *r, const struct cursor *c)
{
	r->ev.ex.is_short = true;
	r->rest = &nothing;
	r->field = 0;
	r->skip = r->payload_end - cur_tell(c);
}

/*
 * Reads one field.  False: c->fail is the reason, and the bytes read so far are kept.  In
 * a payload, the cursor of the field ends at r->payload_end.  If the field needs more
 * bytes, and the window holds the whole payload, the payload is too short.
 */
static bool
read_bounded_field(struct teehistorian *th, char letter, struct cursor *c)
{
	struct teehistorian_reading *r = &th->reading;
	struct cursor field = *c;

	if (r->payload_end)
		field = cur_limit(c, r->payload_end - cur_tell(c));
	read_value(th, letter, &field);
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

/* Reads strings and payloads.  If the window does not hold a string or payload, it is
   read in pieces. */
static void
read_after_ints(struct teehistorian *th, struct cursor *c)
{
	struct teehistorian_reading *r = &th->reading;
	struct teehistorian_event *ev = &r->ev;

	for (char letter; (letter = AT(*r->rest, r->field));) {
		if (!read_bounded_field(th, letter, c))
			return;
		if (ev->ex.is_short)
			break;
		r->field++;
		if (letter == 'b' && ev->kind == TEEHISTORIAN_EX)
			enter_payload(th, r);
	}
	if (r->payload_end && !ev->ex.is_short && !ev->ex.extra_off) {
		ev->ex.extra_off = cur_tell(c);
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
		read_id_and_ints(r, c);
	/* The number of fields does not matter, because a known payload may have no
	   fields. */
	if (cur_ok(c) && r->in_rest)
		read_after_ints(th, c);
	return c->fail;
}

/* ------------------------------------------------------- whole messages -- */

/* TH-12 */
static void
report_truncated_message(struct teehistorian *th, const struct cursor *in)
{
	const struct teehistorian_event *ev = &th->reading.ev;
	const uint64_t size = cur_end(in) - ev->off;
	const char *name = ev->kind == TEEHISTORIAN_UNKNOWN
				   ? "message"
				   : teehistorian_message(ev->kind)->name;

	teehistorian_cut_at(
		th, RULE_teehistorian_truncated,
		&(struct site){ .off = ev->off, .len = size },
		"%s cut after %llu byte%s" WANTED "the whole message", name,
		(unsigned long long)size, size == 1 ? "" : "s");
}

/* TH-4: reports an id that does not exist, or a size below 0. */
static void
report_bad_message(struct teehistorian *th, const struct cursor *in)
{
	const struct teehistorian_event *ev = &th->reading.ev;
	const struct site id = { .off = ev->off,
				 .len = ev->id_len,
				 .field = "id" };
	const struct site size = { .off = ev->off,
				   .len = cur_tell(in) - ev->off };

	if (ev->kind == TEEHISTORIAN_UNKNOWN)
		teehistorian_cut_at(th, RULE_teehistorian_unknown_id, &id,
				    "%d" WANTED "-11 to 127", (int)ev->id);
	else
		teehistorian_cut_at(th, RULE_teehistorian_negative_size, &size,
				    "a negative size in %s" WANTED "0 or more",
				    teehistorian_message(ev->kind)->name);
}

static enum pull
unreadable(struct teehistorian *th, struct cursor *in, uint64_t from)
{
	th->report->record = th->here.records;
	if (in->fail == CUR_BAD)
		report_bad_message(th, in);
	else
		report_truncated_message(th, in);
	cur_back(in, from);
	return PULL_HALT;
}

/* Drops the texts of a long message, because they may have left the window. */
static void
forget_texts(struct teehistorian_event *ev)
{
	for (uint32_t i = 0; i < TEEHISTORIAN_MAX_TEXTS; i++)
		AT(ev->texts, i).bytes = (struct span){ NULL, 0 };
	ev->arguments.bytes = (struct span){ NULL, 0 };
	ev->blob = (struct span){ NULL, 0 };
}

/* Returns the number of bytes that the caller should add before the next try. */
static size_t
enough(size_t need, size_t left)
{
	const size_t most = TEEHISTORIAN_LONG - left;

	return need < most ? need : most;
}

/*
 * Handles a window that ends inside the message.
 *
 *   from                        cur_tell(in)     cur_end(in)
 *    |------ read so far -------|-- an int, cut --|
 *
 * A message of less than TEEHISTORIAN_LONG bytes is read again from its start, after the
 * window has grown.  For a longer message the window may drop the bytes that were read,
 * and struct teehistorian_reading keeps the position.
 */
static enum pull
want_more(struct teehistorian_reading *r, struct cursor *in, uint64_t from,
	  bool resumed)
{
	const size_t need = in->need, left = (size_t)(cur_end(in) - from);

	if (!resumed && left < TEEHISTORIAN_LONG) {
		/* The message will be read again from its start. */
		r->active = false;
		cur_back(in, from);
		in->need = enough(need, left);
		return PULL_MORE;
	}
	/* The parts that were read are kept.  An int or UUID may be cut here. */
	forget_texts(&r->ev);
	cur_back(in, cur_tell(in));
	in->need = need < UUID_SIZE ? need : UUID_SIZE;
	return PULL_MORE;
}

enum pull
teehistorian_next(struct teehistorian *th, struct cursor *in, bool closed,
		  const struct teehistorian_event **event)
{
	struct teehistorian_reading *r = &th->reading;
	const uint64_t from = cur_tell(in);
	const bool resumed = r->active;

	if (!resumed) {
		if (cur_left(in) == 0)
			return closed ? PULL_END : PULL_MORE;
		teehistorian_start(r, from);
	}
	if (teehistorian_read(th, in) == CUR_SHORT && !closed)
		return want_more(r, in, from, resumed);
	if (!cur_ok(in))
		return unreadable(th, in, from);
	r->active = false;
	r->ev.len = cur_tell(in) - r->ev.off;
	if (r->ev.len > TEEHISTORIAN_LONG)
		forget_texts(&r->ev);
	*event = &r->ev;
	return PULL_EVENT;
}
