/* SPDX-License-Identifier: MIT */
/* message.c - the head of a message, and which message it is (TW-9.1) */
#include "validator/twdemo/message.h"

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
read_head(struct cursor *in, enum dfk_protocol protocol,
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
	m->head = read_head(&in, protocol, m);
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
