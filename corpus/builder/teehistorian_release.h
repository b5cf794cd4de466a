/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_release.h - which header each DDNet release writes, and which
 * extensions it knows
 */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_RELEASE_H
#define CORPUS_BUILDER_TEEHISTORIAN_RELEASE_H

#include "corpus/builder/teehistorian_writer.h"

#define HEADER_KEYS  32
#define HEADER_UUIDS 4096

/* 15.3.2 is RELEASE(15, 3, 2); numbers compare like the releases. */
#define RELEASE(major, minor, patch) ((major)*10000 + (minor)*100 + (patch))

struct release {
	const char *name; /* "15.3.2" */
	int number;
	const char *version;
	const char *minor; /* NULL: the header does not have the key */
	const char *server_version;
};

/* The newest release for NULL; NULL for a release that is not in the table. */
const struct release *release_find(const char *name);

/* Whether its header lists an extension, by a name such as "player-swap". */
bool release_has(const struct release *r, const char *extension);

struct header_key {
	const char *key;
	const char *value;
	bool json; /* the value is JSON text, not a string */
};

/* The header of a recording, as a list that can be changed. */
struct header {
	struct header_key keys[HEADER_KEYS];
	size_t n_keys;
	char uuids[HEADER_UUIDS]; /* JSON */
	bool failed;              /* one of the two is too small */
};

/* What a server of this release writes. */
void header_init(struct header *h, const struct release *r);

/* Changes the value of a key; a new key is added after the others. */
void header_set(struct header *h, const char *key, const char *text);
void header_set_json(struct header *h, const char *key, const char *json);

/* Adds a key before another one, even if it is there already. */
void header_insert(struct header *h, const char *before, const char *key,
		   const char *text);
void header_remove(struct header *h, const char *key);
void header_list_extension(struct header *h, const char *name);

void header_write(const struct header *h, struct buffer *w);

#endif
