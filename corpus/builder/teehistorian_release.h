/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_release.h - the header that each DDNet release writes, and its extensions
 */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_RELEASE_H
#define CORPUS_BUILDER_TEEHISTORIAN_RELEASE_H

#include "corpus/builder/teehistorian_writer.h"

#define HEADER_KEYS  32
#define HEADER_UUIDS 4096

/* 15.3.2 is RELEASE(15, 3, 2).  The numbers have the order of the releases. */
#define RELEASE(major, minor, patch) ((major)*10000 + (minor)*100 + (patch))

struct release {
	const char *name; /* "15.3.2" */
	int number;
	const char *version;
	const char *minor; /* NULL: the header does not have this key */
	const char *server_version;
};

/* Returns the release with this name, or the newest release for NULL.  Returns NULL if
   the table does not have this release. */
const struct release *release_find(const char *name);

/* Does the header of this release list an extension, such as "player-swap"? */
bool release_has(const struct release *r, const char *extension);

struct header_key {
	const char *key;
	const char *value;
	bool json; /* the value is JSON text and not a string */
};

/* The header of a recording, as a list that can be changed. */
struct header {
	struct header_key keys[HEADER_KEYS];
	size_t n_keys;
	char uuids[HEADER_UUIDS]; /* JSON */
	bool failed;              /* there was not enough room */
};

/* Sets the header that a server of this release writes. */
void header_init(struct header *h, const struct release *r);

/* Changes the value of a key.  A new key is added after the other keys. */
void header_set(struct header *h, const char *key, const char *text);
void header_set_json(struct header *h, const char *key, const char *json);

/* Adds a key before another key, even if the header already has this key. */
void header_insert(struct header *h, const char *before, const char *key,
		   const char *text);
void header_remove(struct header *h, const char *key);
void header_list_extension(struct header *h, const char *name);

void header_write(const struct header *h, struct buffer *w);

#endif
