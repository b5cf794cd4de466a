/* SPDX-License-Identifier: MIT */
/*
 * snapshot.h - Teeworlds snapshots and the deltas between them
 *
 *   snapshot   data_size | num_items | num_items offsets | items: key, ints
 *   delta      num_removed | num_updates | 0 | removed keys
 *              | updates: type, id, [size], ints
 *
 * Both come as ints: from a demo chunk, or from a raw file of little-endian
 * ones.  Items are referred to by index.  Nothing here allocates: a snapshot is
 * a value of fixed size, and applying a delta takes time linear in both.
 */
#ifndef VALIDATOR_SNAPSHOT_SNAPSHOT_H
#define VALIDATOR_SNAPSHOT_SNAPSHOT_H

#include "validator/core/format.h"
#include "validator/core/ints.h"
#include "validator/snapshot/order.h"

enum {
	SNAPSHOT_MAX_BYTES = 65536, /* the whole, as ints in memory */
	SNAPSHOT_MAX_ITEMS = 1024,
	SNAPSHOT_MAX_UPDATES = INTS_MAX / 3 + 1,
	SNAPSHOT_HEAD_INTS = 2,
	SNAPSHOT_DELTA_HEAD_INTS = 3,
	SNAPSHOT_UUID_INTS = 4,
	SNAPSHOT_FIRST_UUID_TYPE = 0x4000,
	SNAPSHOT_LAST_TYPE = 0x7fff,
	SNAPSHOT_NO_ITEM = 0xffff,
	SNAPSHOT_REPEATED = 0xfffe, /* the same key comes before it */
};

struct snapshot_item {
	int32_t key;
	uint16_t start, n; /* its ints in `data` */
};

struct snapshot {
	uint32_t n_items, n_data;
	bool unique; /* no key is there twice, as far as was looked */
	struct snapshot_item items[SNAPSHOT_MAX_ITEMS];
	uint16_t by_key[SNAPSHOT_MAX_ITEMS]; /* see snapshot_sort() */
	int32_t data[INTS_MAX];
};

/* A flag for each item. */
struct snapshot_marks {
	bool item[SNAPSHOT_MAX_ITEMS];
};

/* The same in as little room. */
struct snapshot_bits {
	uint64_t word[SNAPSHOT_MAX_ITEMS / 64];
};

/* One of a delta's updates; the ints are left where they came from. */
struct snapshot_update {
	int32_t type, id;  /* as they were read, in range or not */
	uint16_t head, at; /* indices of the type and of its first int */
	uint16_t n;        /* ints */
	bool removed;      /* the delta removes this key, too */
	uint16_t first;    /* the first update of the same key, or this one */
	uint16_t old;      /* item of the base, or SNAPSHOT_NO_ITEM */
	uint16_t item;     /* of the result, once it was applied */
};

struct snapshot_delta {
	uint32_t n_removed, n_updates;
	uint32_t end; /* where the last update ends */
	bool whole;   /* all updates were found; not: that they fit */
	struct snapshot_update updates[SNAPSHOT_MAX_UPDATES];
	/* Those that make an item, in the order of their keys. */
	uint32_t n_new;
	uint16_t new_updates[SNAPSHOT_MAX_UPDATES];
	uint16_t removed_item[INTS_MAX]; /* of the base, for each removed key */
	struct snapshot_marks removed;   /* items of the base */
	uint32_t n_before; /* items of the base before the first of these */
	uint16_t loose[SNAPSHOT_MAX_UPDATES]; /* of no item that stays */
	/* For items of the base: one more than the first update of each that
	   stays; where each is in the result, from n_before on.  For those of
	   the result: the last update.  Here, as only what is needed is set. */
	uint16_t firsts[SNAPSHOT_MAX_ITEMS], moved[SNAPSHOT_MAX_ITEMS],
		lasts[SNAPSHOT_MAX_ITEMS];
};

/* Why a snapshot cannot be made. */
enum snapshot_status {
	SNAPSHOT_OK,
	SNAPSHOT_TOO_MANY, /* items */
	SNAPSHOT_TOO_BIG,
};

/*
 * Sizes of a mod, as its full snapshots show them (SN-6): ints of each type that
 * was seen; 0: none was, SNAPSHOT_MANY_SIZES: there are several.
 */
enum { SNAPSHOT_SIZED_TYPES = 64, SNAPSHOT_MANY_SIZES = 0xffff };

struct snapshot_sizes {
	uint16_t of[SNAPSHOT_SIZED_TYPES];
};

/* Who asks.  Findings count 4 bytes for each int; in a chunk of a demo the
   report knows where each of them is (core/report.h, struct part). */
struct snapshot_context {
	struct report *report;
	enum dfk_protocol protocol;
	int32_t tick; /* of the demo, or -1 */
	struct order *order;
	const struct snapshot_sizes *sizes; /* or NULL: those of the protocol */
	const struct snapshot *before;      /* in the demo, or NULL */
	bool undeclared; /* the one before was the first with a type that it did
	                    not declare: a delta has to do it now */
};

/* `n` ints from index `at`; field may be NULL. */
struct snapshot_place {
	uint32_t at, n;
	const char *field;
};

#define SNAPSHOT_AT(at, n, field) ((struct snapshot_place){ at, n, field })

/* As report(). */
void snapshot_report(const struct snapshot_context *c, enum rule_id rule,
		     struct snapshot_place place, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* ----------------------------------------------------------------- items */

int32_t snapshot_key(int32_t type, int32_t id);

/* 0 to 0xffff: those from 0x8000 are invalid. */
int32_t snapshot_type(int32_t key);
int32_t snapshot_id(int32_t key);

/* The ints of items of that type, if deltas leave it out; else 0. */
uint32_t snapshot_agreed_size(enum dfk_protocol protocol, int32_t type);

/* The same where sizes were learned. */
uint32_t snapshot_size_of(const struct snapshot_context *c, int32_t type);

/* Adds what a full snapshot shows. */
void snapshot_learn(struct snapshot_sizes *sizes, const struct snapshot *s);

/* The protocol that a net version such as "0.7 802f1be60a05665f" means. */
enum dfk_protocol snapshot_protocol_of(struct span net_version);

/* ------------------------------------------------------------- snapshots */

void snapshot_clear(struct snapshot *s);

/* Appends an item whose data is yet to be set; SNAPSHOT_NO_ITEM: it does not
   fit, and *status says why. */
uint16_t snapshot_add(struct snapshot *s, int32_t key, uint32_t n,
		      enum snapshot_status *status);

int32_t *snapshot_value(struct snapshot *s, const struct snapshot_item *item,
			uint32_t k);
int32_t snapshot_get(const struct snapshot *s, const struct snapshot_item *item,
		     uint32_t k);

/* Makes snapshot_find() work; after the last snapshot_add(), where there was
   nothing sorted to begin with. */
void snapshot_sort(struct snapshot *s, struct order *order);

/* The first item with that key, or SNAPSHOT_NO_ITEM. */
uint16_t snapshot_find(const struct snapshot *s, int32_t key);

/* Where keys from that one on begin among the first n of by_key. */
uint32_t snapshot_place_of(const struct snapshot *s, uint32_t n, int32_t key);

/* The item of that type with the least id, or NULL. */
const struct snapshot_item *snapshot_find_type(const struct snapshot *s,
					       int32_t type);

/* SN-8: the sum of all ints but the keys. */
uint32_t snapshot_checksum(const struct snapshot *s);

/* SN-3: as a writer lays it out. */
void snapshot_write(const struct snapshot *s, struct ints *out);

/* SN-3: where the parts of a snapshot are. */
struct snapshot_layout {
	uint32_t n_items;
	/* Indices of ints; keys may come before the offsets. */
	uint32_t offsets, items, end;
};

/*
 * Reads and sorts a full snapshot; reports what is wrong with its layout and
 * what is odd about its items.
 * False: it cannot be read; `s` is empty then.
 */
bool snapshot_read(const struct snapshot_context *c, const struct ints *in,
		   struct snapshot *s, struct snapshot_layout *layout);

/* SN-5: marks declarations of a UUID that another one has declared. */
void snapshot_mark_twice(const struct snapshot *s, struct order *order,
			 struct snapshot_marks *twice);

/* The ints that an item was made from. */
struct snapshot_origin {
	uint32_t head, first; /* indices of its key or type, its first int */
	bool sum;             /* these ints are differences */
};

/* SN-5, SN-6, SN-9: what is odd about an item. */
void snapshot_check_item(const struct snapshot_context *c,
			 const struct snapshot *s, uint16_t item,
			 const struct snapshot_origin *origin,
			 const struct snapshot_marks *twice);

/* SN-9: has such an item the values that a game produces?  check.c says which it
   has not.  `tick`: INT32_MAX, if there is none. */
bool snapshot_is_usual(int32_t type, int32_t id, const int32_t *values,
		       uint32_t n, int32_t tick);

/* ---------------------------------------------------------------- deltas */

/*
 * SN-4: finds the parts of a delta and reports what is wrong with it, with
 * regard to `base`, or NULL if that is not known.  False: it cannot be applied.
 */
bool snapshot_read_delta(const struct snapshot_context *c,
			 const struct ints *in, const struct snapshot *base,
			 struct snapshot_delta *delta);

/* relate.c: the part of that which compares keys. */
void snapshot_relate(const struct ints *in, const struct snapshot *base,
		     struct order *order, struct snapshot_delta *delta);

/*
 * Makes the snapshot that follows from a delta that was read with this base; sorted.  On
 * failure *failed is the update that does not fit, and `out` is unusable.
 */
enum snapshot_status snapshot_apply(const struct snapshot *base,
				    struct snapshot_delta *delta,
				    const struct ints *in, struct snapshot *out,
				    uint32_t *failed);

/* The same, with findings about what does not fit, and about the items that
   were made.  False: there is no such snapshot. */
bool snapshot_advance(const struct snapshot_context *c, const struct ints *in,
		      const struct snapshot *base, struct snapshot_delta *delta,
		      struct snapshot *out);

/*
 * plain.c: the same in one go, for a delta that gives no finding: `s` itself is
 * changed.  False: it may give one, and `s` is as it was.  What is in `room`
 * afterwards is no delta.
 */
bool snapshot_advance_plain(const struct snapshot_context *c,
			    const struct ints *in, struct snapshot *s,
			    struct snapshot_delta *room);

/*
 * rearrange.c: what of that moves items.  Those with a bit in `gone` go, from
 * room->n_before on; the updates in room->loose, whose keys are not there, make
 * items, and room->new_updates has them sorted.
 */
void snapshot_rearrange(struct snapshot *s, const struct ints *in,
			const struct snapshot_bits *gone,
			struct snapshot_delta *room);

/* ----------------------------------------------------------------- names */

/* An item type known by UUID. */
struct snapshot_kind {
	const char *name;
	uint32_t uuid[SNAPSHOT_UUID_INTS];
	uint32_t sizes; /* bit n: items of n ints are sent */
	const char *fields;
};

/* The UUID that type-0 items declare for a type; false: none. */
bool snapshot_uuid(const struct snapshot *s, int32_t type,
		   uint32_t uuid[SNAPSHOT_UUID_INTS]);
const struct snapshot_kind *
snapshot_find_kind(const uint32_t uuid[SNAPSHOT_UUID_INTS]); /* or NULL */

/* Was such an item ever sent?  Nothing is known of one that has no kind. */
bool snapshot_kind_has(const struct snapshot_kind *kind, uint32_t ints);

size_t snapshot_kind_count(void);
const struct snapshot_kind *snapshot_kind_at(size_t index);

/* The name of a type, for inspection; never NULL.  s may be NULL. */
const char *snapshot_type_name(enum dfk_protocol protocol,
			       const struct snapshot *s, int32_t type);

/* What the ints of such an item are called, as in items.def, or NULL. */
const char *snapshot_fields_of(enum dfk_protocol protocol,
			       const struct snapshot *s, int32_t type);

/* fields.c: one word of it, such as NAME[count] or NAME<ints>. */
struct snapshot_field {
	struct span name;
	uint32_t count; /* so many of the same name; 1: the name is enough */
	uint32_t ints;  /* a text in so many ints; 0: it is an int */
};

/* The words are read one after the other.  False: there are no more. */
struct cursor snapshot_open_fields(const char *fields); /* or NULL */
bool snapshot_next_field(struct cursor *fields, struct snapshot_field *out);

/* ---------------------------------------------------------- descriptions */

/* The ints of an item, as many of them as can be shown; `s` has the declaration
   of its type, or is NULL.  `differences`: each is only one to the value before,
   and none of them part of a text. */
enum { SNAPSHOT_SHOWN_INTS = 128 };

struct snapshot_values {
	enum dfk_protocol protocol;
	const struct snapshot *s;
	int32_t type;
	bool differences;
	uint32_t n; /* all of them */
	int32_t at[SNAPSHOT_SHOWN_INTS];
};

void snapshot_describe_values(const struct snapshot_values *values,
			      struct description *out);

/* An item with its type, id and values.  False: there is no such item. */
bool snapshot_describe_item(enum dfk_protocol protocol,
			    const struct snapshot *s, uint32_t item,
			    struct description *out);

/* The removed keys of a delta and then its updates: what becomes of an item of
   `base`, and its new values, which are in `now`.  False: there are no more. */
struct snapshot_change {
	enum dfk_protocol protocol;
	const struct snapshot *base, *now;
	const struct snapshot_delta *delta;
	const struct ints *ints;
};

bool snapshot_describe_change(const struct snapshot_change *change,
			      size_t index, struct description *out);

#endif
