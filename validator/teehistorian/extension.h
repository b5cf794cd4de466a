/* SPDX-License-Identifier: MIT */
/* extension.h - the known extension messages, by UUID (SPEC.md, TH-5) */
#ifndef VALIDATOR_TEEHISTORIAN_EXTENSION_H
#define VALIDATOR_TEEHISTORIAN_EXTENSION_H

#include "validator/core/uuid.h"

enum teehistorian_extension {
#define EXTENSION(NAME, ...) TEEHISTORIAN_EX_##NAME,
#include "validator/teehistorian/extensions.def"
#undef EXTENSION
	TEEHISTORIAN_EX_COUNT,
	TEEHISTORIAN_EX_UNKNOWN = TEEHISTORIAN_EX_COUNT,
};

/* The largest number of letters of a message or payload, and a NUL. */
enum { TEEHISTORIAN_MAX_FIELDS = 8 };

/* Is the letter the letter of a field that is one int? */
static inline bool
teehistorian_is_int(char letter)
{
	return letter == 'c' || letter == 'i' || letter == 't';
}

struct teehistorian_extension_row {
	const char *name;
	size_t name_length;
	struct uuid uuid; /* UUID of the name */
	char fields[TEEHISTORIAN_MAX_FIELDS];
};

/* message.c: returns the row of an extension.  `ex` must not be
   TEEHISTORIAN_EX_UNKNOWN. */
const struct teehistorian_extension_row *
teehistorian_extension_row(enum teehistorian_extension ex);

/* Finds an extension by its name.  TEEHISTORIAN_EX_UNKNOWN: no row has this name. */
enum teehistorian_extension teehistorian_extension_named(struct span name);

/* Finds an extension by its UUID. */
enum teehistorian_extension
teehistorian_extension_find(const struct uuid *uuid);

#endif
