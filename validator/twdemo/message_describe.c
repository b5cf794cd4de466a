/* SPDX-License-Identifier: MIT */
/* message_describe.c - a message as names and values, for inspection */
#include "validator/twdemo/message_fields.h"

/* What has no field of its own; anybody may have written it. */
static void
add_rest(struct description *d, struct span rest)
{
	if (!twdemo_is_padding(rest))
		description_bytes(d, "bytes", DFK_FIELD_BYTES, rest)
			->payload = true;
}

static void
add_field(struct description *d, const struct twdemo_message_field *f)
{
	static const enum dfk_field_kind kinds[] = {
		[TWDEMO_FIELD_INT] = DFK_FIELD_INT,
		[TWDEMO_FIELD_TEXT] = DFK_FIELD_TEXT,
		[TWDEMO_FIELD_UUID] = DFK_FIELD_UUID,
		[TWDEMO_FIELD_DATA] = DFK_FIELD_BYTES,
		[TWDEMO_FIELD_SIZED] = DFK_FIELD_BYTES,
		[TWDEMO_FIELD_REST] = DFK_FIELD_BYTES,
	};
	const enum dfk_field_kind kind = AT(kinds, f->type->kind);
	const struct twdemo_field_name name = twdemo_name_field(f);

	if (kind == DFK_FIELD_INT)
		description_add(d, name.text, f->value);
	else
		description_bytes(d, name.text, kind, f->bytes)
			->payload = f->type->payload;
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
		description_bytes(
			out, "uuid", DFK_FIELD_UUID,
			span_head(span_tail(m->bytes, m->fields - UUID_SIZE),
				  UUID_SIZE));
	else if (m->head != TWDEMO_MESSAGE_NO_ID)
		description_add(out, "id", m->id);
	if (m->head != TWDEMO_MESSAGE_NO_ID)
		description_add(out, "system", m->system);
	add_rest(out, span_tail(m->bytes, m->fields));
}
