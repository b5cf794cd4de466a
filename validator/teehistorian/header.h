/* SPDX-License-Identifier: MIT */
/* header.h - the values of the JSON header (SPEC.md, TH-3) */
#ifndef VALIDATOR_TEEHISTORIAN_HEADER_H
#define VALIDATOR_TEEHISTORIAN_HEADER_H

#include "validator/core/json.h"
#include "validator/teehistorian/extension.h"

enum teehistorian_key {
#define HEADER_KEY(name, form, since, demand) TEEHISTORIAN_KEY_##name,
#include "validator/teehistorian/header_keys.def"
#undef HEADER_KEY
	TEEHISTORIAN_KEY_COUNT
};

enum {
	TEEHISTORIAN_MAX_KEYS = 4096,  /* the limit header_keys */
	TEEHISTORIAN_KEY_SLOTS = 8192, /* twice as many as the keys, so that
	                                  searches are short */
	TEEHISTORIAN_MAX_UUIDS = 1024, /* the limit header_uuids */
	TEEHISTORIAN_NAME_POOL = 65536,
	TEEHISTORIAN_NO_MINOR = -1,
};

/* A key that was read. */
struct teehistorian_seen_key {
	uint32_t hash, object, off, len;
};

/* A name in the list `uuids` of the header. */
struct teehistorian_listed {
	struct uuid uuid; /* UUID of the name, valid after the list is sorted */
	uint32_t name;    /* offset in name_pool; a NUL ends the name */
	uint32_t length;
	uint16_t place; /* position in the list of the header, from 1 */
	bool reported;  /* ex_unknown was already reported for this name */
};

/* Values that facts or rules need.  The members have the names of the keys.
   header_judge.c sets the members once.  A value that is too long is cut.  A value that
   is missing or not a string is empty. */
struct teehistorian_texts {
	char version[32];       /* "2.23", from two keys */
	char version_minor[24]; /* a number has up to 19 digits */
	char server_version[128], start_time[64], game_uuid[UUID_TEXT_SIZE];
	char prev_game_uuid[UUID_TEXT_SIZE], game_type[128], map_name[128];
	char map_size[24], map_sha256[65], map_crc[16];
};

struct teehistorian_header {
	int version;          /* 1 or 2; 0: not read */
	bool other_version;   /* the version is a number, but not 1 or 2 */
	int32_t minor;        /* minor version, or TEEHISTORIAN_NO_MINOR */
	int32_t release;      /* 1503 for 15.3; 0: not known */
	uint64_t nul_scanned; /* number of bytes in which no NUL was found */

	struct teehistorian_texts text;

	bool known_listed[TEEHISTORIAN_EX_COUNT];
	bool listed_sorted;
	uint32_t n_listed, name_pool_used, n_seen;
	/* Keys that were read: index + 1; 0: free. */
	uint16_t slots[TEEHISTORIAN_KEY_SLOTS];

	/* These arrays are not cleared when a check begins.  Their counts are above. */
	struct teehistorian_listed listed[TEEHISTORIAN_MAX_UUIDS];
	struct teehistorian_seen_key seen[TEEHISTORIAN_MAX_KEYS];
	char name_pool[TEEHISTORIAN_NAME_POOL];
};

/* header_names.c: computes the UUIDs of the listed names, and sorts the names by UUID.
   Only files with unknown extensions need this, and most files have none. */
void teehistorian_sort_listed(struct teehistorian_header *h);
/* Returns the index of the first sorted name with this UUID, or n_listed. */
uint32_t teehistorian_find_listed(const struct teehistorian_header *h,
				  const struct uuid *uuid);
struct span teehistorian_name(const struct teehistorian_header *h,
			      const struct teehistorian_listed *listed);

/* header_values.c: has the text the form that DDNet writes? */
bool teehistorian_decimal(const char *text, uint64_t maximum, uint64_t *value);
bool teehistorian_is_hex(const char *text, size_t digits);
bool teehistorian_is_time(const char *text, int version);
/* Returns 1503 for "0.6.4, 15.3.2".  Returns 0 if the text contains no release. */
int32_t teehistorian_release(const char *server_version);
/* Does a released DDNet write this minor version? */
bool teehistorian_is_known_minor(int32_t minor);

#endif
