/* SPDX-License-Identifier: MIT */
/* strings.h - the string tables of a demo: numbered texts, with data (DEM-15) */
#ifndef VALIDATOR_NETMESSAGE_STRINGS_H
#define VALIDATOR_NETMESSAGE_STRINGS_H

#include "validator/core/cursor.h"
#include "validator/core/growing.h"

enum {
	STRINGS_MOST_TABLES = 32,
	STRINGS_MOST_NAME = 256, /* bytes, with the NUL */
	STRINGS_MOST_TEXT = 1024,
	STRINGS_HISTORY = 32 /* entries that a text may begin like */
};

/* What the entries of a table are to others. */
enum strings_use {
	STRINGS_OTHER,
	STRINGS_BASELINES, /* of classes */
	STRINGS_PLAYERS,
	STRINGS_SOUNDS,
	STRINGS_DECALS,
	STRINGS_USES
};

/* Stretches of strings.texts: room bytes from off on, of which len are used. */
struct strings_stretch {
	uint32_t off, len, room;
};

struct strings_entry {
	bool known;
	/* A baseline that came before the data tables: its data, how many bits of
	   their last byte are unused, and where in the file they are. */
	bool kept;
	uint8_t unused;
	struct strings_stretch text, data;
	uint64_t off;
};

struct strings_table {
	char name[STRINGS_MOST_NAME];
	enum strings_use use;
	uint32_t max_entries, n_known;
	bool fixed;
	uint32_t size, size_bits; /* of the data, if it is fixed */
	struct growing entries;
};

struct strings {
	struct budget *budget;
	uint32_t n_tables;
	struct strings_table tables[STRINGS_MOST_TABLES];
	/* Of each use: the first table, and one more; or 0. */
	uint32_t first[STRINGS_USES];
	uint32_t n_saved; /* tables that may be restored */
	uint64_t skipped; /* entries that were not there, of all tables ever */
	struct growing texts; /* and baselines */
	struct growing packed, unpacked;
	/* The last texts, in the order in which they came. */
	uint32_t n_history;
	uint32_t lengths[STRINGS_HISTORY];
	char history[STRINGS_HISTORY][STRINGS_MOST_TEXT];
};

void strings_open(struct strings *s, struct budget *budget);
/* A new map: there are no tables any more. */
void strings_clear(struct strings *s);
void strings_close(struct strings *s);

/* The next table; NULL: there are as many as there can be. */
struct strings_table *strings_add(struct strings *s, const char *name);
/* NULL: there is none. */
struct strings_table *strings_find(struct strings *s, const char *name);
struct strings_table *strings_used(struct strings *s, enum strings_use use);
struct strings_table *strings_at(struct strings *s, uint32_t index);

/* Whether there is that entry.  Those before it need not be there. */
bool strings_known(const struct strings_table *table, uint32_t index);
/* That entry, which is made if it is not known; index < max_entries.  NULL: see
   the budget. */
struct strings_entry *strings_entry(struct strings *s,
				    struct strings_table *table,
				    uint32_t index);
struct span strings_bytes(const struct strings *s,
			  const struct strings_stretch *stretch);
/* Room for so many bytes in place of those of the stretch; NULL: see the budget,
   or they are none. */
void *strings_room(struct strings *s, struct strings_stretch *stretch,
		   size_t len);
/* False: see the budget. */
bool strings_set_text(struct strings *s, struct strings_entry *entry,
		      struct span text);

/* A table as it was before it changed.  While any table is saved, no text and no baseline
   overwrites another one. */
struct strings_saved {
	struct strings_table *table; /* NULL: none */
	uint32_t n_known;
	struct growing entries;
};

/* False: see the budget. */
bool strings_save(struct strings *s, struct strings_table *table,
		  struct strings_saved *saved);
/* One of these follows, whether strings_save() failed or not.  If nothing was saved, they
   do nothing. */
void strings_restore(struct strings *s, struct strings_saved *saved);
void strings_discard(struct strings *s, struct strings_saved *saved);

/* The last texts: none yet; one more; the i-th of them, or no pointer. */
void strings_begin_history(struct strings *s);
void strings_remember(struct strings *s, struct span text);
struct span strings_remembered(const struct strings *s, uint32_t index);

#endif
