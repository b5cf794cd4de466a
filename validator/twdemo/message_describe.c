/* SPDX-License-Identifier: MIT */
/* message_describe.c - a message as names and values, for inspection */
#include "validator/twdemo/message_fields.h"

static void
add_bytes(struct description *d, const char *name, enum dfk_field_kind kind,
	  struct span bytes, bool payload)
{
	struct dfk_field *field = description_add(d, name, 0);

	field->kind = kind;
	field->bytes = bytes.ptr;
	field->size = bytes.len;
	field->payload = payload;
}

/* What has no field of its own; anybody may have written it. */
static void
add_rest(struct description *d, struct span rest)
{
	if (!twdemo_is_padding(rest))
		add_bytes(d, "bytes", DFK_FIELD_BYTES, rest, true);
}

static void
add_field(struct description *d, const struct twdemo_message_field *f)
{
	const bool payload = f->type->payload;

	switch (f->type->kind) {
	case TWDEMO_FIELD_INT: description_add(d, f->name, f->value); break;
	case TWDEMO_FIELD_TEXT:
		add_bytes(d, f->name, DFK_FIELD_TEXT, f->bytes, payload);
		break;
	case TWDEMO_FIELD_UUID:
		add_bytes(d, f->name, DFK_FIELD_UUID, f->bytes, payload);
		break;
	case TWDEMO_FIELD_NONE:
	case TWDEMO_FIELD_DATA:
	case TWDEMO_FIELD_SIZED:
	case TWDEMO_FIELD_REST:
		add_bytes(d, f->name, DFK_FIELD_BYTES, f->bytes, payload);
		break;
	}
}

/* As many as there is room for: the last place is for the rest. */
static void
add_fields(const struct twdemo_message *m, struct description *d)
{
	struct twdemo_field_reader fields = twdemo_open_fields(m);
	struct twdemo_message_field f;
	uint64_t end = m->fields;

	while (d->record.n_fields < DESCRIPTION_FIELDS - 1 &&
	       twdemo_next_field(&fields, &f) &&
	       f.problem != TWDEMO_FIELD_SHORT) {
		add_field(d, &f);
		end = f.off + f.len;
	}
	add_rest(d, span_tail(m->bytes, (size_t)end));
}

void
twdemo_describe_message(const struct twdemo_message *m, struct description *out)
{
	if (m->row && m->row->letters) {
		add_fields(m, out);
		return;
	}
	if (m->extended && m->head == TWDEMO_MESSAGE_OK)
		add_bytes(out, "uuid", DFK_FIELD_UUID,
			  span_head(span_tail(m->bytes, m->fields - UUID_SIZE),
				    UUID_SIZE),
			  false);
	else if (m->head != TWDEMO_MESSAGE_NO_ID)
		description_add(out, "id", m->id);
	if (m->head != TWDEMO_MESSAGE_NO_ID)
		description_add(out, "system", m->system);
	add_rest(out, span_tail(m->bytes, m->fields));
}
