/* SPDX-License-Identifier: MIT */
/* extension.c - the known extension messages, by UUID (SPEC.md, TH-5) */
#include "validator/teehistorian/extension.h"

/* clang-format off */
static const struct teehistorian_extension_row rows[TEEHISTORIAN_EX_COUNT] = {
#define EXTENSION(NAME, uuid_name, uuid, fields, names) \
	[TEEHISTORIAN_EX_##NAME] = { uuid_name, sizeof(uuid_name) - 1, uuid, fields, names },
#include "validator/teehistorian/extensions.def"
#undef EXTENSION
};
/* clang-format on */

const struct teehistorian_extension_row *
teehistorian_extension_row(enum teehistorian_extension ex)
{
	return &AT(rows, ex);
}

enum teehistorian_extension
teehistorian_extension_named(struct span name)
{
	size_t i = 0;

	while (i < COUNT_OF(rows) &&
	       !span_equal(name, AT(rows, i).name, AT(rows, i).name_length))
		i++;
	return (enum teehistorian_extension)i;
}

enum teehistorian_extension
teehistorian_extension_find(const struct uuid *uuid)
{
	size_t i = 0;

	while (i < COUNT_OF(rows) && !uuid_equal(&AT(rows, i).uuid, uuid))
		i++;
	return (enum teehistorian_extension)i;
}
