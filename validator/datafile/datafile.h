/* SPDX-License-Identifier: MIT */
/*
 * datafile.h - reads a Teeworlds datafile (.map): tables, items, data streams
 *
 *   header 36 | item types 12 t | item offsets 4 i | data offsets 4 d
 *   | data sizes 4 d (version 4) | items | data
 *
 * All bytes before the data are held in memory, because the items decide how data items
 * are checked.  The data itself is not held.  All offsets in this folder count from the
 * magic.  In a file that contains a map, the report adds the offset of the map
 * (core/report.h, struct part).
 */
#ifndef VALIDATOR_DATAFILE_DATAFILE_H
#define VALIDATOR_DATAFILE_DATAFILE_H

#include "validator/core/digest.h"
#include "validator/core/format.h"
#include "validator/core/inflate.h"
#include "validator/core/window.h"
#include "validator/map/map.h"

enum {
	DATAFILE_HEADER_BYTES = 36,
	DATAFILE_TYPE_BYTES = 12,
	DATAFILE_MAX_TYPES = 65536,
	DATAFILE_ITEM_BYTES = 8, /* the head of an item */
	DATAFILE_TYPE_UUID = 0xffff,
	DATAFILE_FIRST_UUID_TYPE = 0x8000,
};

/* DF-1: the offsets of the ints of the header, and the values of these ints. */
enum {
	DATAFILE_AT_VERSION = 4,
	DATAFILE_AT_SIZE = 8,
	DATAFILE_AT_SWAPLEN = 12,
	DATAFILE_AT_TYPES = 16,
	DATAFILE_AT_ITEMS = 20,
	DATAFILE_AT_DATA = 24,
	DATAFILE_AT_ITEM_SIZE = 28,
	DATAFILE_AT_DATA_SIZE = 32,
};

struct datafile_header {
	int32_t version, size, swaplen;
	int32_t n_types, n_items, n_data, item_size, data_size;
};

/* The offset of each part. */
struct datafile_layout {
	uint64_t types, item_offsets, data_offsets, data_sizes, items, data;
	uint64_t end;
};

struct datafile_type {
	int32_t id, start, count;
};

struct datafile_item {
	uint16_t type, id;
	uint32_t index;
	uint64_t off;    /* offset of the head of the item */
	uint32_t n_ints; /* number of ints after the head */
};

/*
 * The bytes before the data.  The layout is set after the header was checked without an
 * error.  Then `bytes` grows up to layout.data.  Then check.c sets items_known and
 * data_known.  Only lost.c changes the bytes, after the last read.
 */
struct datafile_tables {
	struct datafile_header header;
	struct datafile_layout layout;
	struct window bytes;
	bool items_known; /* types, offsets and heads of items agree */
	bool data_known;  /* the offsets of data items can be used */
};

/* A record, for the command inspect. */
enum datafile_kind {
	DATAFILE_HEADER,
	DATAFILE_TYPES,
	DATAFILE_ITEM_OFFSETS,
	DATAFILE_DATA_OFFSETS,
	DATAFILE_DATA_SIZES,
	DATAFILE_ITEMS, /* all items, if their places are not known */
	DATAFILE_ITEM,
	DATAFILE_ALL_DATA, /* all data items, if their places are not known */
	DATAFILE_DATA,
};

struct datafile_event {
	enum datafile_kind kind;
	uint32_t index; /* number of the item or data item */
	uint64_t off, len;
};

enum datafile_phase {
	DATAFILE_IN_HEADER,
	DATAFILE_IN_TABLES,
	DATAFILE_IN_DATA,
	DATAFILE_ENDED,
	DATAFILE_HALTED,
};

enum datafile_stream_state {
	DATAFILE_STREAM_GOING,
	DATAFILE_STREAM_WHOLE, /* the stream ended at `stop` */
	DATAFILE_STREAM_BAD, /* the stream is damaged directly before `stop` */
	/* Decoding stopped because of: */
	DATAFILE_STREAM_LONG,    /* more bytes than declared */
	DATAFILE_STREAM_LIMITED, /* more bytes than a limit allows, which was
	                            reported */
};

/* The current data item: number `index`, while `begun`.  Between two data items only
   `inflate`, `decoded`, `index` and the limit are valid. */
struct datafile_stream {
	struct inflate *inflate; /* NULL: not needed yet */
	uint64_t decoded;        /* decoded bytes of the data items before */
	uint64_t off, end;       /* range of bytes of the data item */
	uint64_t made; /* number of decoded bytes, up to the largest allowed
	                  number */
	uint64_t stop;
	uint32_t index;
	enum datafile_stream_state state;
	bool begun, decoding;
	bool map_limit_reported; /* the limit of all data was reported */
	struct map_data map;
};

/* Data items that a repair drops.  map_use_of() marks each such data item. */
struct datafile_lost {
	bool any;
	struct said_fix first; /* the fix of the first finding about such a
	                          data item */
	struct said_fix cut;   /* the fix of datafile.truncated */
	bool too_large;        /* the sizes of the repaired map do not fit into
	                          their fields */
};

struct datafile {
	struct report *report;
	const struct limits *limits;
	const struct dfk_allocator *allocator;
	struct tap tap;

	enum datafile_phase phase;
	bool other_version;
	bool trailing; /* bytes follow the end, which is at `pos` */
	uint64_t pos;  /* number of consumed bytes */
	uint64_t records;
	struct datafile_tables tables;
	struct map map;
	struct datafile_stream stream;
	struct datafile_lost lost;

	uint64_t size; /* set when the file is closed */
	uint32_t crc;
	const uint8_t *given_sha256; /* SHA-256 of all bytes, set at the end;
	                                or NULL */
	struct digest digest;
	uint8_t sha256[SHA256_BYTES];
	char crc_text[9], sha256_text[65];
};

/* ---------------------------------------------------------------- tables */

/* Returns the little-endian int at an offset below `layout.data`. */
int32_t datafile_int(const struct datafile_tables *t, uint64_t off);

/* Returns an entry of the type table. */
struct datafile_type datafile_type_at(const struct datafile_tables *t,
				      uint32_t i);

/* Returns an item.  False: there is no such item.  Needs items_known. */
bool datafile_item(const struct datafile_tables *t, uint32_t index,
		   struct datafile_item *item);

/* Returns the same item in the form of map.h.  The item must exist. */
struct map_item datafile_map_item(const struct datafile_tables *t,
				  uint32_t index);

/* Returns the site of bytes of the file. */
struct site datafile_site(uint64_t off, uint64_t len, const char *field);

/* Reports a finding, like report(). */
void datafile_report(const struct datafile *df, enum rule_id rule,
		     struct site site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Finds the items of a type.  False: there are none.  Needs items_known. */
bool datafile_type(const struct datafile_tables *t, uint16_t type,
		   uint32_t *start, uint32_t *count);

/* Finds the bytes of a data item in the file.  Needs data_known. */
void datafile_slice(const struct datafile_tables *t, uint32_t data,
		    uint64_t *off, uint64_t *end);

/* Returns the declared decoded length of a data item.  In version 3 this is the length
   of the slice. */
int64_t datafile_data_size(const struct datafile_tables *t, uint32_t data);

/* ----------------------------------------------------------------- parse */

/* DF-1: reads the header of 36 bytes.  False: the rest cannot be read, and the reason was
   reported. */
bool datafile_read_header(struct datafile *df);

/* Returns the length of a datafile with these first bytes, without findings. 0: no
   datafile begins with these bytes. */
uint64_t datafile_find_end(struct span head);

/* DF-2: checks the tables, after all tables were read.  Sets items_known and
   data_known. */
void datafile_check_types(struct datafile *df);
void datafile_check_items(struct datafile *df);
void datafile_check_data(struct datafile *df);

/* DF-5: reads the next bytes of the data area.  False: no memory. */
bool datafile_read_data(struct datafile *df, struct cursor *in);

/* Reports defects of the current data item, whose bytes were read up to `end`.  Call
   this after the last byte, because the end of the file may cut the data item. */
void datafile_report_stream(struct datafile *df, uint64_t end);

/* Does the same as map_print_use() for a finding of this rule.  Prints nothing if the
   finding is not handed out. */
void datafile_print_use(const struct datafile *df, enum rule_id rule,
			uint32_t data, char out[MAP_USE_TEXT]);

/* DF-8: reports a finding, like datafile_report().  The fix drops the current data item
   up to the end of the site. */
void datafile_report_lost(struct datafile *df, enum rule_id rule,
			  struct site site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* DF-1: reports a file that ends inside its data, and each data item that is cut off. */
void datafile_report_cut(struct datafile *df);

/* DF-8: adds the edits of header and tables, and of data items that were cut off.
   Overwrites the tables in memory. */
void datafile_repair_lost(struct datafile *df);

/* Passes a record to the tap. */
void datafile_emit(struct datafile *df, const struct datafile_event *event);

/*
 * The parser.  datafile_open(): the state need not be cleared.  Report, limits and
 * allocator must live longer than the state.  The other functions are described in
 * core/format.h, and their state is a struct datafile.
 */
void datafile_open(struct datafile *df, struct report *report,
		   const struct limits *limits, struct tap tap,
		   const struct dfk_allocator *allocator);
void datafile_release(struct datafile *df);
enum pull datafile_step(void *state, struct cursor *in, bool closed);
void datafile_tail(struct datafile *df, struct span bytes);
void datafile_close(struct datafile *df, uint64_t size);

/* Returns the right values of the fields size and swaplen. */
int64_t datafile_true_size(const struct datafile_tables *t);
int64_t datafile_true_swaplen(const struct datafile_tables *t);
/* Returns the right values of both fields as bytes of the file.  If one field has the
   value of old writers, both fields get such values.  False: the file already has the
   right values. */
bool datafile_right_lengths(const struct datafile *df, uint8_t out[8]);
/* Returns the value of `size` after a repair that drops no data item. */
int64_t datafile_right_size(const struct datafile *df);
/* Did old writers write `value` instead of `want`? */
bool datafile_is_crude(const struct datafile_tables *t, int32_t value,
		       int64_t want);

void datafile_describe(const struct datafile *df,
		       const struct datafile_event *event,
		       struct description *out);

extern const struct format datafile_format;

#endif
