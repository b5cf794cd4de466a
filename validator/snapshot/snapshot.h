/* SPDX-License-Identifier: MIT */
/*
 * snapshot.h - Teeworlds snapshots; delta.h has the deltas between snapshots
 *
 *   snapshot   data_size | num_items | num_items offsets | items: key, ints
 *
 * A snapshot is a list of ints from a chunk of a demo, or from a raw file of
 * little-endian ints.  Items are referred to by index.  No function in this file
 * allocates memory, because a snapshot has a fixed size.
 */
#ifndef VALIDATOR_SNAPSHOT_SNAPSHOT_H
#define VALIDATOR_SNAPSHOT_SNAPSHOT_H

#include "validator/core/format.h"
#include "validator/core/ints.h"
#include "validator/snapshot/order.h"

enum {
	SNAPSHOT_MAX_BYTES = 65536, /* the whole snapshot, as ints in memory */
	SNAPSHOT_MAX_ITEMS = 1024,
	SNAPSHOT_MAX_UPDATES = INTS_MAX / 3 + 1,
	SNAPSHOT_HEAD_INTS = 2,
	SNAPSHOT_DELTA_HEAD_INTS = 3,
	SNAPSHOT_UUID_INTS = 4,
	SNAPSHOT_FIRST_UUID_TYPE = 0x4000,
	SNAPSHOT_LAST_TYPE = 0x7fff,
	SNAPSHOT_NO_ITEM = 0xffff,
	SNAPSHOT_REPEATED = 0xfffe, /* the same key occurs before this item */
	/* The number of items with removed items: as many as a delta can add to a full
	   snapshot. */
	SNAPSHOT_SLOTS = 2 * SNAPSHOT_MAX_ITEMS,
	SNAPSHOT_ROOM = 2 * INTS_MAX,
};

struct snapshot_item {
	int32_t key;
	uint16_t start, n; /* first int of the item in `data`, and number of
	                      ints */
};

/* A flag for each item. */
struct snapshot_bits {
	uint64_t word[SNAPSHOT_SLOTS / 64];
};

/*
 * Items that a delta removes stay at their places until there is no room, and are marked
 * as gone.  So the time of a step depends on the delta, not on the snapshot.  A snapshot
 * without removed items is packed.  This snapshot is not packed:
 *
 *   items    | 0 | 1 | gone | 3 |                      n_slots 4, n_items 3
 *   data     | of 0 | of 1 | of what is gone | of 3 |  n_used: all of it
 *   by_key   | 3 | 0 | 1 |
 */
struct snapshot {
	uint32_t n_items, n_data; /* numbers of items and ints, without
	                             removed items */
	uint32_t n_slots, n_used; /* numbers of items and ints, with removed
	                             items */
	bool unique; /* as far as known, no key occurs twice */
	struct snapshot_bits gone;
	struct snapshot_item items[SNAPSHOT_SLOTS];
	uint16_t by_key[SNAPSHOT_MAX_ITEMS]; /* see snapshot_sort() */
	/* Declarations in the order of their UUIDs.  Declarations with equal UUIDs are
	   in the order of their index. */
	uint32_t n_declared;
	uint16_t by_uuid[SNAPSHOT_MAX_ITEMS];
	uint32_t last_declared; /* position of the last declaration that was
	                           added alone */
	int32_t data[SNAPSHOT_ROOM];
};

/* The reason why a snapshot cannot be made. */
enum snapshot_status {
	SNAPSHOT_OK,
	SNAPSHOT_TOO_MANY, /* too many items */
	SNAPSHOT_TOO_BIG,
};

/*
 * The sizes of the items of a mod, in ints.  The size of a type is from the last full
 * snapshot with an item of the type (SN-6). 0: no such item was read.
 * SNAPSHOT_MANY_SIZES: there are several sizes.
 */
enum { SNAPSHOT_SIZED_TYPES = 64, SNAPSHOT_MANY_SIZES = 0xffff };

struct snapshot_sizes {
	uint16_t of[SNAPSHOT_SIZED_TYPES];
	/* The size that deltas contained, or 0.  If this size equals the size in `of`,
	   deltas always contain the size. */
	uint16_t carried[SNAPSHOT_SIZED_TYPES];
	bool differ; /* a size differs from the size that the protocol lists */
	bool more;   /* a size is of a type that the protocol does not list */
};

/* Item types.  Each type is in the list once. */
struct snapshot_types {
	uint32_t n;
	uint16_t type[SNAPSHOT_MAX_ITEMS];
};

/* The parameters of reading.  Offsets of findings count 4 bytes for each int.  In a
   chunk of a demo the report knows the place of each int (core/report.h, struct part). */
struct snapshot_context {
	struct report *report;
	enum dfk_protocol protocol;
	int32_t tick; /* tick of the demo, or -1 */
	struct order *order;
	const struct snapshot_sizes *sizes; /* NULL: the sizes of the
	                                       protocol */
	bool listed; /* `sizes` counts only for types that the protocol lists */
	const struct snapshot *before; /* the snapshot before a full snapshot
	                                  of a demo, or NULL */
	/* Types that were new in the snapshot before and had no declaration, so this
	   snapshot must have the declaration.  Then such types of this snapshot.  Or
	   NULL. */
	const struct snapshot_types *undeclared;
	struct snapshot_types *fresh;
	/* A dry run, which stops at the first error.  For a full snapshot a dry run
	   stops at the first finding. */
	bool tried;
};

/* A range of `n` ints from index `at` on.  `field` may be NULL. */
struct snapshot_place {
	uint32_t at, n;
	const char *field;
};

#define SNAPSHOT_AT(at, n, field) ((struct snapshot_place){ at, n, field })

/* report.c: reports a finding, like report(). */
void snapshot_report(const struct snapshot_context *c, enum rule_id rule,
		     struct snapshot_place place, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* ------------------------------------------------------------- snapshot.c */

int32_t snapshot_key(int32_t type, int32_t id);

/* Returns the type of a key, 0 to 0xffff.  Types from 0x8000 on are invalid. */
int32_t snapshot_type(int32_t key);
int32_t snapshot_id(int32_t key);

void snapshot_clear(struct snapshot *s);

/* Copies only the used members. */
void snapshot_copy(struct snapshot *to, const struct snapshot *from);

/* Appends an item.  The caller must set the data of the item.  SNAPSHOT_NO_ITEM: the
   item does not fit, and *status is the reason.  The snapshot must be packed, or have
   room. */
uint16_t snapshot_add(struct snapshot *s, int32_t key, uint32_t n,
		      enum snapshot_status *status);

int32_t *snapshot_value(struct snapshot *s, const struct snapshot_item *item,
			uint32_t k);
int32_t snapshot_get(const struct snapshot *s, const struct snapshot_item *item,
		     uint32_t k);

/* Sorts a new snapshot, after all its items were added.  snapshot_find() and the
   functions about declarations need a sorted snapshot. */
void snapshot_sort(struct snapshot *s, struct order *order);

/* Moves n entries of by_key or by_uuid. */
void snapshot_move(uint16_t list[SNAPSHOT_MAX_ITEMS], uint32_t from,
		   uint32_t to, uint32_t n);

/* Returns the first item with this key, or SNAPSHOT_NO_ITEM. */
uint16_t snapshot_find(const struct snapshot *s, int32_t key);

/* Returns the position of the first key that is not below `key`, among the first n
   entries of by_key. */
uint32_t snapshot_place_of(const struct snapshot *s, uint32_t n, int32_t key);

/* Returns the item of this type with the lowest id, or NULL. */
const struct snapshot_item *snapshot_find_type(const struct snapshot *s,
					       int32_t type);

static inline bool
snapshot_bit(const struct snapshot_bits *bits, uint32_t item)
{
	return AT(bits->word, item / 64) >> (item % 64) & 1;
}

static inline void
snapshot_set_bit(struct snapshot_bits *bits, uint32_t item)
{
	AT(bits->word, item / 64) |= UINT64_C(1) << (item % 64);
}

static inline bool
snapshot_is_gone(const struct snapshot *s, uint32_t item)
{
	return snapshot_bit(&s->gone, item);
}

/* Must the type be declared, and does `before` have no item of the type?  `before` may
   be NULL. */
bool snapshot_is_fresh(const struct snapshot *before, int32_t type);

/* SN-8: returns the sum of all ints except the keys. */
uint32_t snapshot_checksum(const struct snapshot *s);

/* SN-3: writes the ints of the snapshot as a writer does. */
void snapshot_write(const struct snapshot *s, struct ints *out);

/* SN-5: adds a declaration to by_uuid, or removes a declaration from by_uuid.  The UUID
   of a removed declaration must not have changed since it was added.  Items that are not
   declarations are ignored. */
void snapshot_declare(struct snapshot *s, uint16_t item);
void snapshot_undeclare(struct snapshot *s, uint16_t item);
void snapshot_sort_declarations(struct snapshot *s, struct order *order);

/* Does an earlier declaration have the same UUID? */
bool snapshot_is_declared_twice(const struct snapshot *s, uint16_t item);

/* ---------------------------------------------------------------- items.c */

/* Returns the size of items of this type in ints, if deltas omit the size.  Otherwise
   returns 0. */
uint32_t snapshot_agreed_size(enum dfk_protocol protocol, int32_t type);

/* Does the same as snapshot_agreed_size(), but also uses sizes from full snapshots. */
uint32_t snapshot_size_of(const struct snapshot_context *c, int32_t type);

/* Returns the size of items of this type in ints, even if deltas contain the size. 0:
   there is no such type. */
uint32_t snapshot_listed_size(enum dfk_protocol protocol, int32_t type);

/* Learns the sizes of the items in a full snapshot. */
void snapshot_learn(struct snapshot_sizes *sizes, enum dfk_protocol protocol,
		    const struct snapshot *s);

/* Did items of this type have another size in full snapshots? */
bool snapshot_is_odd_size(const struct snapshot_sizes *sizes, int32_t type,
			  uint32_t n);

/* Returns the protocol of a net version such as "0.7 802f1be60a05665f". */
enum dfk_protocol snapshot_protocol_of(struct span net_version);

/* An item type that is known by its UUID. */
struct snapshot_kind {
	const char *name;
	uint32_t uuid[SNAPSHOT_UUID_INTS];
	uint32_t sizes; /* bit n is set: items of n ints are sent */
	const char *fields;
};

/* Finds the UUID that an item of type 0 declares for a type.  False: there is none. */
bool snapshot_uuid(const struct snapshot *s, int32_t type,
		   uint32_t uuid[SNAPSHOT_UUID_INTS]);
const struct snapshot_kind *
/* NULL: no such kind. */
snapshot_find_kind(const uint32_t uuid[SNAPSHOT_UUID_INTS]);

/* Was an item of this kind ever sent with this number of ints? */
bool snapshot_kind_has(const struct snapshot_kind *kind, uint32_t ints);

size_t snapshot_kind_count(void);
const struct snapshot_kind *snapshot_kind_at(size_t index);

/* Returns the name of a type, for the command inspect; never NULL. s may be NULL. */
const char *snapshot_type_name(enum dfk_protocol protocol,
			       const struct snapshot *s, int32_t type);

/* Returns the names of the ints of an item of this type, as in items.def, or NULL. */
const char *snapshot_fields_of(enum dfk_protocol protocol,
			       const struct snapshot *s, int32_t type);

/* One word of the names of ints, such as NAME[count] or NAME<ints>. */
struct snapshot_field {
	struct span name;
	uint32_t count; /* number of ints with this name; 1: the name has no
	                   number */
	uint32_t ints; /* number of ints that contain a text; 0: the value is
	                  an int */
};

/* Reads one word after the other.  False: there are no more words. */
/* `fields` may be NULL. */
struct cursor snapshot_open_fields(const char *fields);
bool snapshot_next_field(struct cursor *fields, struct snapshot_field *out);

/* ---------------------------------------------------------------- check.c */

/* The ints of the file that made an item. */
struct snapshot_origin {
	uint32_t head, first; /* index of the key or type, and index of the
	                         first int */
	bool sum;             /* the ints are differences */
	bool fresh; /* in a demo: the snapshot before has no item of this
	               type */
};

/* SN-5, SN-6, SN-9: reports the defects of an item. */
void snapshot_check_item(const struct snapshot_context *c,
			 const struct snapshot *s, uint16_t item,
			 const struct snapshot_origin *origin);

/* SN-9: does an item have only values that a game produces?  If not,
   snapshot_check_item() reports the other values.  `tick` is INT32_MAX if there is no
   tick. */
bool snapshot_is_usual(int32_t type, int32_t id, const int32_t *values,
		       uint32_t n, int32_t tick);

/* ----------------------------------------------------------------- read.c */

/* SN-3: the places of the parts of a snapshot. */
struct snapshot_layout {
	uint32_t n_items;
	/* Indices of ints; keys may come before the offsets. */
	uint32_t offsets, items, end;
};

/*
 * Reads and sorts a full snapshot, and reports defects of its layout and of its items.
 * False: the snapshot cannot be read, and `s` is empty.
 */
bool snapshot_read(const struct snapshot_context *c, const struct ints *in,
		   struct snapshot *s, struct snapshot_layout *layout);

/* Reports all findings of a snapshot that could be read.  `s` is the result of
   snapshot_read(). */
void snapshot_tell(const struct snapshot_context *c, const struct ints *in,
		   const struct snapshot *s);

/* -------------------------------------------------------- item_describe.c */

/* The ints of an item, as many as can be shown.  `s` has the declaration of the type, or
   is NULL.  With `differences`, each int is the difference to the value before, and no
   int is part of a text. */
enum { SNAPSHOT_SHOWN_INTS = 128 };

struct snapshot_values {
	enum dfk_protocol protocol;
	const struct snapshot *s;
	int32_t type;
	bool differences;
	uint32_t n; /* number of all ints */
	int32_t at[SNAPSHOT_SHOWN_INTS];
};

void snapshot_describe_values(const struct snapshot_values *values,
			      struct description *out);

/* Describes an item with its type, id and values.  False: there is no such item. */
bool snapshot_describe_item(enum dfk_protocol protocol,
			    const struct snapshot *s, uint32_t item,
			    struct description *out);

#endif
