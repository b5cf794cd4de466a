/* SPDX-License-Identifier: MIT */
/* ndjson_record.c - records and their items as lines of NDJSON */
#include "api/writer/ndjson.h"
#include "validator/core/uuid.h"

/* An object: any text could be what a player wrote. */
static void
put_hidden(struct jsonout *json, uint64_t size)
{
	jsonout_open(json, '{');
	jsonout_put_number(json, "bytes", size);
	jsonout_close(json, '}');
}

/* An array of the texts, each of which has a NUL after it. */
static void
put_texts(struct jsonout *json, struct span texts)
{
	struct cursor c = cur_span(texts, 0);
	bool ended;

	jsonout_open(json, '[');
	while (cur_left(&c) > 0) {
		jsonout_bytes(json, cur_until_nul(&c, SIZE_MAX, &ended));
		cur_some(&c, 1);
	}
	jsonout_close(json, ']');
}

static void
put_uuid(struct jsonout *json, struct span bytes)
{
	const struct uuid uuid = uuid_from_bytes(bytes);
	char text[UUID_TEXT_SIZE];

	uuid_print(&uuid, text);
	jsonout_text(json, text);
}

static void
put_field(struct jsonout *json, const struct dfk_field *field,
	  const struct dfk_report_options *options)
{
	const bool hidden = (field->payload && !options->payload) ||
			    ((field->payload || field->personal) &&
			     options->redact);
	const struct span bytes = { field->bytes, (size_t)field->size };

	jsonout_key(json, field->name);
	if (field->kind == DFK_FIELD_INT)
		jsonout_int(json, field->integer);
	else if (!field->bytes || hidden)
		put_hidden(json, field->size);
	else if (field->kind == DFK_FIELD_UUID && field->size == UUID_SIZE)
		put_uuid(json, bytes);
	else if (field->kind == DFK_FIELD_TEXT)
		jsonout_bytes(json, bytes);
	else if (field->kind == DFK_FIELD_TEXTS)
		put_texts(json, bytes);
	else
		jsonout_hex(json, bytes);
}

static void
put_as(struct dfk_report *report, const char *type,
       const struct dfk_record *record)
{
	struct jsonout *json = ndjson_start_line(report, type);

	jsonout_put_number(json, "offset", record->offset);
	jsonout_put_number(json, "length", record->length);
	jsonout_put_int(json, "tick", record->tick);
	jsonout_put_number(json, "index", record->index);
	jsonout_put_text(json, "name", record->name);
	jsonout_put_object(json, "fields");
	for (size_t i = 0; i < record->n_fields; i++)
		put_field(json, &record->fields[i], &report->options);
	jsonout_close(json, '}');
	jsonout_end_line(json);
}

void
ndjson_record(struct dfk_report *report, const struct dfk_record *record)
{
	put_as(report, "record", record);
}

void
ndjson_item(struct dfk_report *report, const struct dfk_record *item)
{
	put_as(report, "item", item);
}
