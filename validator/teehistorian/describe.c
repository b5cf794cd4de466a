/* SPDX-License-Identifier: MIT */
/* describe.c - describes a message as names and values, for the command inspect */
#include "validator/teehistorian/teehistorian.h"

enum { MAX_NAMES = 11 }; /* of INPUT_DIFF: the client id, and ten ints */

/* The names of the fields of a message or payload. */
struct field_names {
	const char *at[MAX_NAMES];
};

static const struct field_names message_names[TEEHISTORIAN_KIND_COUNT] = {
#define MSG(id, NAME, ints, rest, fields, ...) \
	[TEEHISTORIAN_##NAME] = { { __VA_ARGS__ } },
#include "validator/teehistorian/messages.def"
#undef MSG
};

static const struct field_names extension_names[TEEHISTORIAN_EX_COUNT] = {
#define EXTENSION(NAME, uuid_name, uuid, fields, ...) \
	[TEEHISTORIAN_EX_##NAME] = { { __VA_ARGS__ } },
#include "validator/teehistorian/extensions.def"
#undef EXTENSION
};

static const struct field_names header_names = { { "json" } };
static const struct field_names unknown_names = { { "uuid", "payload" } };

struct values {
	const struct teehistorian_event *ev;
	struct description *out;
	const struct field_names *names;
	uint32_t n_ints, n_texts;
};

/* Adds a field with the next name. */
static struct dfk_field *
add_named_value(struct values *v)
{
	struct description *d = v->out;
	const size_t i = d->record.n_fields++;
	struct dfk_field *f = &AT(d->fields, i);

	*f = (struct dfk_field){ .name = AT(v->names->at, i) };
	return f;
}

static void
add_int_value(struct values *v)
{
	struct dfk_field *f = add_named_value(v);

	f->integer = AT(v->ev->ints, v->n_ints++);
}

static void
add_bytes_value(struct values *v, enum dfk_field_kind kind, struct span bytes,
		uint64_t size, bool payload)
{
	struct dfk_field *f = add_named_value(v);

	f->kind = kind;
	f->bytes = bytes.ptr;
	f->size = size;
	f->payload = payload;
}

static void
add_text_value(struct values *v, bool payload)
{
	const struct teehistorian_text *t = &AT(v->ev->texts, v->n_texts++);

	add_bytes_value(v, DFK_FIELD_TEXT, t->bytes, t->len, payload);
}

static void
add_arguments_value(struct values *v)
{
	const struct teehistorian_text *all = &v->ev->arguments;

	add_bytes_value(v, DFK_FIELD_TEXTS, all->bytes, all->len, true);
}

static void
add_letter(struct values *v, char letter)
{
	const struct teehistorian_event *ev = v->ev;
	const bool command = ev->kind == TEEHISTORIAN_CONSOLE_COMMAND;

	if (teehistorian_is_int(letter)) {
		add_int_value(v);
		return;
	}
	switch (letter) {
	case 'I':
		for (int i = 0; i < 10; i++)
			add_int_value(v);
		break;
	case 's': add_text_value(v, !command); break;
	case 'a': add_arguments_value(v); break;
	case 'u':
		add_bytes_value(
			v, DFK_FIELD_UUID,
			(struct span){ ev->ex.inner_uuid.bytes, UUID_SIZE },
			UUID_SIZE, false);
		break;
	default:
		add_bytes_value(v, DFK_FIELD_BYTES, ev->blob, ev->blob_len,
				true);
		break;
	}
}

static void
add_letters(struct values *v, const char (*letters)[TEEHISTORIAN_MAX_FIELDS],
	    const struct field_names *names)
{
	v->names = names;
	for (size_t i = 0; AT(*letters, i); i++)
		add_letter(v, AT(*letters, i));
}

/* Adds the fields of a known and whole extension.  Otherwise adds its UUID and its
   bytes. */
static void
add_extension(struct values *v)
{
	static const char raw[TEEHISTORIAN_MAX_FIELDS] = "*";
	const struct teehistorian_event *ev = v->ev;

	if (ev->ex.extension != TEEHISTORIAN_EX_UNKNOWN && !ev->ex.is_short) {
		const struct teehistorian_extension_row
			*row = teehistorian_extension_row(ev->ex.extension);

		v->out->record.name = row->name;
		add_letters(v, &row->fields,
			    &AT(extension_names, ev->ex.extension));
		return;
	}
	v->names = &unknown_names;
	add_bytes_value(v, DFK_FIELD_UUID,
			(struct span){ ev->ex.uuid.bytes, UUID_SIZE },
			UUID_SIZE, false);
	add_letter(v, AT(raw, 0));
}

/* Returns the name of an unknown extension, if the header lists this name. */
static const char *
listed_name(const struct teehistorian_header *h, const struct uuid *uuid)
{
	const uint32_t i = teehistorian_find_listed(h, uuid);

	return i < h->n_listed ? &AT(h->name_pool, AT(h->listed, i).name)
			       : "EX";
}

void
teehistorian_describe(const void *state, const void *event,
		      struct description *out)
{
	static const char header[TEEHISTORIAN_MAX_FIELDS] = "b";
	const struct teehistorian *th = state;
	const struct teehistorian_event *ev = event;
	struct values v = { .ev = ev, .out = out };

	out->record = (struct dfk_record){
		.offset = ev->off,
		.length = ev->len,
		.index = th->here.records - 1,
		.tick = th->clock.tick,
		.fields = out->fields,
	};
	if (ev->kind == TEEHISTORIAN_HEADER) {
		out->record.name = "HEADER";
		out->record.index = UINT64_MAX;
		add_letters(&v, &header, &header_names);
		return;
	}
	out->record.name = teehistorian_message(ev->kind)->name;
	if (ev->kind == TEEHISTORIAN_EX) {
		out->record.name = listed_name(&th->header, &ev->ex.uuid);
		add_extension(&v);
	} else {
		add_letters(&v, &teehistorian_message(ev->kind)->fields,
			    &AT(message_names, ev->kind));
	}
}
