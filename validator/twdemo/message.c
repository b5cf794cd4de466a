/* SPDX-License-Identifier: MIT */
/* message.c - reads the head of a message and its fields, and finds its row in the table
   (TW-9) */
#include "validator/twdemo/message.h"

#include <stdio.h>

#include "validator/core/utf8.h"

enum { GAME = 0, SYSTEM = 1, TABLE_IDS = 40 };

static const struct twdemo_message_row rows[3][2][TABLE_IDS] = {
#define MESSAGE(protocol, kind, id, name, letters, names) \
	[DFK_PROTOCOL_##protocol][kind][id] = { name, letters, names },
#include "validator/twdemo/messages.def"
#undef MESSAGE
};

static const struct twdemo_uuid_message uuid_rows[] = {
#define UUID_MESSAGE(kind, name, uuid_name, uuid, letters, names) \
	{ kind, uuid_name, uuid, { name, letters, names } },
#include "validator/twdemo/uuid_messages.def"
#undef UUID_MESSAGE
};

size_t
twdemo_uuid_message_count(void)
{
	return COUNT_OF(uuid_rows);
}

const struct twdemo_uuid_message *
twdemo_uuid_message_at(size_t index)
{
	return &AT(uuid_rows, index);
}

static const struct twdemo_message_row *
find_uuid(const struct twdemo_message *m)
{
	for (size_t i = 0; i < COUNT_OF(uuid_rows); i++) {
		const struct twdemo_uuid_message *row = &AT(uuid_rows, i);

		if (row->system == m->system &&
		    uuid_equal(&row->uuid, &m->uuid))
			return &row->row;
	}
	return NULL;
}

static const struct twdemo_message_row *
find_id(const struct twdemo_message *m, enum dfk_protocol protocol)
{
	const struct twdemo_message_row *row;

	if (m->id >= TABLE_IDS)
		return NULL;
	row = &AT(AT(AT(rows, protocol), m->system), m->id);
	return row->name ? row : NULL;
}

static enum twdemo_message_head
read_message_id(struct cursor *in, enum dfk_protocol protocol,
		struct twdemo_message *m)
{
	unsigned quirks = 0;
	const int32_t id2 = cur_int(in, &quirks);

	if (!cur_ok(in))
		return TWDEMO_MESSAGE_NO_ID;
	m->system = id2 & 1;
	m->id = (id2 - m->system) / 2;
	if (m->id < 0 || m->id >= TWDEMO_MESSAGE_IDS)
		return TWDEMO_MESSAGE_BAD_ID;
	m->extended = m->id == 0 && protocol != DFK_PROTOCOL_05;
	if (m->extended)
		m->uuid = uuid_from_bytes(cur_bytes(in, UUID_SIZE));
	return cur_ok(in) ? TWDEMO_MESSAGE_OK : TWDEMO_MESSAGE_SHORT_UUID;
}

void
twdemo_read_message(struct span bytes, enum dfk_protocol protocol,
		    struct twdemo_message *m)
{
	struct cursor in = cur_span(bytes, 0);

	*m = (struct twdemo_message){ .bytes = bytes };
	m->head = read_message_id(&in, protocol, m);
	m->fields = (size_t)cur_tell(&in);
	if (m->head == TWDEMO_MESSAGE_OK)
		m->row = m->extended ? find_uuid(m) : find_id(m, protocol);
}

bool
twdemo_message_known(const struct twdemo_message *m)
{
	return m->row != NULL;
}

const char *
twdemo_message_name(const struct twdemo_message *m)
{
	return m->row ? m->row->name : "unknown";
}

/* ----------------------------------------------------------- fields (TW-9.2) */

static const struct twdemo_field_type types[128] = {
#define INT(letter, least, most) \
	[letter] = { TWDEMO_FIELD_INT, least, most, 0, false },
#define TEXT(letter, payload) \
	[letter] = { TWDEMO_FIELD_TEXT, 0, 0, 0, payload },
#define BYTES(letter, kind, size) \
	[letter] = { TWDEMO_FIELD_##kind, 0, 0, size, false },
/* The bytes may contain names of players, as snapshots do. */
#define SIZED(letter) [letter] = { TWDEMO_FIELD_SIZED, 0, INT32_MAX, 0, true },
#define REST(letter)  [letter] = { TWDEMO_FIELD_REST, 0, 0, 0, true },
#include "validator/twdemo/message_letters.def"
#undef INT
#undef TEXT
#undef BYTES
#undef SIZED
#undef REST
};

static inline struct twdemo_field_reader
open_fields(const struct twdemo_message *m)
{
	const struct twdemo_message_row *row = m->row;
	struct twdemo_field_reader r = {
		.in = cur_span(m->bytes, 0),
		.letters = cur_init(row->letters, strlen(row->letters), 0),
		.names = row->names,
	};

	cur_bytes(&r.in, m->fields);
	return r;
}

struct twdemo_field_reader
twdemo_open_fields(const struct twdemo_message *m)
{
	return open_fields(m);
}

bool
twdemo_is_padding(struct span bytes)
{
	return bytes.len <= TWDEMO_MESSAGE_PADDING &&
	       span_zeros(bytes) == bytes.len;
}

/* Reads the signs before the letter of a field.  Returns the letter, or NUL. */
static uint8_t
read_letter(struct twdemo_field_reader *r)
{
	uint8_t c = cur_u8(&r->letters);
	const bool counted = c >= '0' && c <= '9';
	const bool modified = c == '+' || c == '?' || c == '#';

	r->open = c == '+' || c == '?';
	r->numbered = counted || c == '+' || c == '#';
	r->count = counted ? 0 : 1;
	if (c == '+')
		r->count = UINT32_MAX;
	else if (c == '#')
		r->count = r->last > 0 ? (uint32_t)r->last : 0;
	if (modified)
		return cur_u8(&r->letters);
	for (; c >= '0' && c <= '9'; c = cur_u8(&r->letters))
		r->count = r->count * 10 + c - '0';
	return c;
}

/* Starts the next field.  False: there is no further field. */
static bool
start_field(struct twdemo_field_reader *r)
{
	const uint8_t letter = read_letter(r);

	if (!letter)
		return false;
	r->letter = (char)letter;
	r->index = 0;
	r->number++;
	return true;
}

static void
read_text_field(struct cursor *in, struct twdemo_message_field *f)
{
	bool ends;

	f->bytes = cur_until_nul(in, UINT64_MAX, &ends);
	cur_some(in, 1);
	if (!ends)
		f->problem = TWDEMO_FIELD_SHORT;
}

static void
read_int_field(struct cursor *in, struct twdemo_message_field *f)
{
	unsigned quirks = 0;

	f->value = cur_int(in, &quirks);
	if (cur_ok(in) &&
	    (f->value < f->type->least || f->value > f->type->most))
		f->problem = TWDEMO_FIELD_RANGE;
}

static void
read_sized(struct cursor *in, struct twdemo_message_field *f)
{
	read_int_field(in, f);
	if (f->problem == TWDEMO_FIELD_FITS)
		f->bytes = cur_bytes(in, (size_t)f->value);
}

static void
read_typed_field(struct cursor *in, struct twdemo_message_field *f)
{
	switch (f->type->kind) {
	case TWDEMO_FIELD_INT: read_int_field(in, f); break;
	case TWDEMO_FIELD_TEXT: read_text_field(in, f); break;
	case TWDEMO_FIELD_UUID:
	case TWDEMO_FIELD_DATA: f->bytes = cur_bytes(in, f->type->size); break;
	case TWDEMO_FIELD_SIZED: read_sized(in, f); break;
	case TWDEMO_FIELD_NONE:
	case TWDEMO_FIELD_REST: f->bytes = cur_some(in, UINT64_MAX); break;
	}
	if (!cur_ok(in))
		f->problem = TWDEMO_FIELD_SHORT;
}

struct twdemo_field_name
twdemo_name_field(const struct twdemo_message_field *f)
{
	struct cursor names = cur_span(span_of_text(f->names), 0);
	struct twdemo_field_name out;
	struct span name = { NULL, 0 };
	bool found;

	for (uint32_t i = 0; i < f->number; i++) {
		name = cur_until(&names, ' ', UINT64_MAX, &found);
		cur_some(&names, 1);
	}
	name = span_head(name, sizeof(out.text) - 1);
	if (f->numbered)
		snprintf(out.text, sizeof(out.text), "%.*s_%u", (int)name.len,
			 (const char *)name.ptr, f->index);
	else
		snprintf(out.text, sizeof(out.text), "%.*s", (int)name.len,
			 (const char *)name.ptr);
	return out;
}

/* Was the current field read as often as it is repeated? */
static bool
field_done(const struct twdemo_field_reader *r)
{
	return r->index == r->count ||
	       (r->open && twdemo_is_padding(cur_rest(&r->in)));
}

bool
twdemo_next_field(struct twdemo_field_reader *r, struct twdemo_message_field *f)
{
	if (r->broken)
		return false;
	while (field_done(r))
		if (!start_field(r))
			return false;
	*f = (struct twdemo_message_field){
		.letter = r->letter,
		.type = &AT(types, r->letter),
		.names = r->names,
		.number = r->number,
		.numbered = r->numbered,
		.index = r->index,
		.off = cur_tell(&r->in),
	};
	read_typed_field(&r->in, f);
	f->len = cur_tell(&r->in) - f->off;
	r->index++;
	r->last = f->value;
	r->broken = f->problem == TWDEMO_FIELD_SHORT;
	return true;
}

bool
twdemo_message_fits(const struct twdemo_message *m)
{
	struct twdemo_field_reader fields;
	struct twdemo_message_field f;

	if (!m->row || !m->row->letters)
		return false;
	fields = twdemo_open_fields(m);
	while (twdemo_next_field(&fields, &f))
		if (f.problem != TWDEMO_FIELD_FITS)
			return false;
	return m->extended || twdemo_is_padding(cur_rest(&fields.in));
}

/* ------------------------------------------------------------------ clean */

static bool
pass_int(struct twdemo_field_reader *r, const struct twdemo_field_type *type)
{
	unsigned quirks = 0;

	r->last = cur_int(&r->in, &quirks);
	return cur_ok(&r->in) && r->last >= type->least &&
	       r->last <= type->most;
}

static bool
pass_text(struct twdemo_field_reader *r)
{
	bool ends;
	const struct span text = cur_until_nul(&r->in, UINT64_MAX, &ends);

	cur_some(&r->in, 1);
	return ends && utf8_is(text);
}

static bool
pass_bytes(struct twdemo_field_reader *r, size_t n)
{
	cur_bytes(&r->in, n);
	return cur_ok(&r->in);
}

/* Does the same as read_typed_field(), but stores no values.  False: the field is not
   clean. */
static bool
pass_field(struct twdemo_field_reader *r)
{
	const struct twdemo_field_type *type = &AT(types, r->letter);

	r->index++;
	r->last = 0;
	switch (type->kind) {
	case TWDEMO_FIELD_INT: return pass_int(r, type);
	case TWDEMO_FIELD_TEXT: return pass_text(r);
	case TWDEMO_FIELD_UUID:
	case TWDEMO_FIELD_DATA: return pass_bytes(r, type->size);
	case TWDEMO_FIELD_SIZED:
		return pass_int(r, type) && pass_bytes(r, (size_t)r->last);
	case TWDEMO_FIELD_NONE:
	case TWDEMO_FIELD_REST: break;
	}
	return pass_bytes(r, cur_left(&r->in));
}

bool
twdemo_fields_are_clean(const struct twdemo_message *m)
{
	struct twdemo_field_reader r = open_fields(m);

	while (start_field(&r))
		while (!field_done(&r))
			if (r.letter == 'r' || !pass_field(&r))
				return false;
	return twdemo_is_padding(cur_rest(&r.in));
}
