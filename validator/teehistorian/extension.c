/* SPDX-License-Identifier: MIT */
/* extension.c - the known extension messages, by UUID (SPEC.md, TH-5) */
#include "validator/teehistorian/extension.h"

/* clang-format off */
static const struct teehistorian_extension_row rows[TEEHISTORIAN_EX_COUNT] = {
#define EXTENSION(NAME, uuid_name, fields, names) \
	[TEEHISTORIAN_EX_##NAME] = { uuid_name, fields, names },
#include "validator/teehistorian/extensions.def"
#undef EXTENSION
};
/* clang-format on */

const struct teehistorian_extension_row *
teehistorian_extension_row(enum teehistorian_extension ex)
{
	return &AT(rows, ex);
}

void
teehistorian_extension_uuids(struct teehistorian_extension_uuids *uuids)
{
	uuids->filled = true;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const char *name = AT(rows, i).name;

		AT(uuids->at, i) = uuid_from_name(
			(struct span){ (const uint8_t *)name, strlen(name) });
	}
}

enum teehistorian_extension
teehistorian_extension_find(struct teehistorian_extension_uuids *uuids,
			    const struct uuid *uuid)
{
	size_t i = 0;

	if (!uuids->filled)
		teehistorian_extension_uuids(uuids);
	while (i < COUNT_OF(rows) && !uuid_equal(&AT(uuids->at, i), uuid))
		i++;
	return (enum teehistorian_extension)i;
}
