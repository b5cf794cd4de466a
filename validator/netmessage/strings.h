/* SPDX-License-Identifier: MIT */
/* strings.h - the string tables of a demo: numbered texts with data (DEM-15) */
#ifndef VALIDATOR_NETMESSAGE_STRINGS_H
#define VALIDATOR_NETMESSAGE_STRINGS_H

#include "validator/core/cursor.h"
#include "validator/core/growing.h"

enum {
	STRINGS_MOST_TABLES = 32,
	STRINGS_MOST_NAME = 256, /* in bytes, with the NUL */
	STRINGS_MOST_TEXT = 1024,
	STRINGS_HISTORY = 32 /* number of remembered texts; a text may reuse
	                        the beginning of a remembered text */
};

/* The use of the entries of a table. */
enum strings_use {
	STRINGS_OTHER,
	STRINGS_BASELINES, /* baselines of classes */
	STRINGS_PLAYERS,
	STRINGS_SOUNDS,
	STRINGS_DECALS,
	STRINGS_USES
};

/* A stretch of strings.texts: `room` bytes from `off` on.  `len` of these bytes are
   used. */
struct strings_stretch {
	uint32_t off, len, room;
};

struct strings_entry {
	bool known;
	/* A baseline that came before the data tables: its data, the number of unused
	   bits in the last byte, and the offset in the file. */
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
	uint32_t size, size_bits; /* size of the data of each entry, if
	                             `fixed` */
	struct growing entries;
};

struct strings {
	struct budget *budget;
	uint32_t n_tables;
	struct strings_table tables[STRINGS_MOST_TABLES];
	/* For each use the index of the first table, plus one; or 0. */
	uint32_t first[STRINGS_USES];
	uint32_t n_saved; /* number of tables that may be restored */
	uint64_t skipped; /* number of skipped entries of all tables so far */
	struct growing texts; /* texts and baselines */
	struct growing packed, unpacked;
	/* The remembered texts, the oldest first. */
	uint32_t n_history;
	uint32_t lengths[STRINGS_HISTORY];
	char history[STRINGS_HISTORY][STRINGS_MOST_TEXT];
};

void strings_open(struct strings *s, struct budget *budget);
/* Removes all tables, for a new map. */
void strings_clear(struct strings *s);
void strings_close(struct strings *s);

/* Adds a table.  NULL: the number of tables is at its limit. */
struct strings_table *strings_add(struct strings *s, const char *name);
/* Return the table with a name, with a use, or with an index.  NULL: there is no such
   table. */
struct strings_table *strings_find(struct strings *s, const char *name);
struct strings_table *strings_used(struct strings *s, enum strings_use use);
struct strings_table *strings_at(struct strings *s, uint32_t index);

/* Does the entry exist?  Entries before it need not exist. */
bool strings_known(const struct strings_table *table, uint32_t index);
/* Returns the entry, and adds it if it does not exist. index < max_entries.  NULL: the
   budget is used up. */
struct strings_entry *strings_entry(struct strings *s,
				    struct strings_table *table,
				    uint32_t index);
struct span strings_bytes(const struct strings *s,
			  const struct strings_stretch *stretch);
/* Returns room for `len` bytes, which replace the bytes of the stretch.  NULL: the
   budget is used up, or `len` is 0. */
void *strings_room(struct strings *s, struct strings_stretch *stretch,
		   size_t len);
/* Sets the text of an entry.  False: the budget is used up. */
bool strings_set_text(struct strings *s, struct strings_entry *entry,
		      struct span text);

/* A copy of a table before a change.  While a table is saved, no text and no baseline
   overwrites another text or baseline. */
struct strings_saved {
	struct strings_table *table; /* NULL: nothing is saved */
	uint32_t n_known;
	struct growing entries;
};

/* Saves a table.  False: the budget is used up. */
bool strings_save(struct strings *s, struct strings_table *table,
		  struct strings_saved *saved);
/* The caller must restore or discard the saved table, even if strings_save() failed.  If
   nothing was saved, these functions do nothing. */
void strings_restore(struct strings *s, struct strings_saved *saved);
void strings_discard(struct strings *s, struct strings_saved *saved);

/* The remembered texts: forgets all texts, adds a text, or returns the text with an
   index.  The returned text has no pointer if there is no such text. */
void strings_begin_history(struct strings *s);
void strings_remember(struct strings *s, struct span text);
struct span strings_remembered(const struct strings *s, uint32_t index);

#endif
