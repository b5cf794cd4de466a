/* SPDX-License-Identifier: MIT */
/* description.c - describes a record as names and values */
#include <stdio.h>

#include "validator/core/format.h"

struct dfk_field *
description_add(struct description *d, const char *name, int64_t value)
{
	const size_t i = d->record.n_fields++;

	snprintf(AT(d->names, i), DESCRIPTION_NAME, "%s", name);
	AT(d->fields, i) = (struct dfk_field){ .name = AT(d->names, i),
					       .integer = value };
	return &AT(d->fields, i);
}

struct dfk_field *
description_bytes(struct description *d, const char *name,
		  enum dfk_field_kind kind, struct span bytes)
{
	struct dfk_field *field = description_add(d, name, 0);

	field->kind = kind;
	field->bytes = bytes.ptr;
	field->size = bytes.len;
	return field;
}

struct dfk_field *
description_text(struct description *d, const char *name, const char *text)
{
	return description_bytes(d, name, DFK_FIELD_TEXT, span_of_text(text));
}
