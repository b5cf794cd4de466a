/* SPDX-License-Identifier: MIT */
/*
 * format.h - the interface of a file format
 *
 * A format reads records from a window that grows.  The state of a format has a fixed
 * size.  A limit and the number of bytes that arrived bound any further memory.  A format
 * prints nothing.  A format keeps no pointer into the window between two calls.
 */
#ifndef VALIDATOR_CORE_FORMAT_H
#define VALIDATOR_CORE_FORMAT_H

#include "validator/core/cursor.h"
#include "validator/core/limits.h"
#include "validator/core/report.h"

enum pull {
	PULL_EVENT, /* a record was read */
	PULL_END,   /* the recording has its normal end, or the window is empty
	               and nothing follows */
	PULL_MORE,  /* more bytes are needed: in->need bytes, or one byte if
	               in->need is 0 */
	PULL_HALT,  /* a finding was reported, and nothing behind it can be
	               read */
	PULL_NO_MEMORY,
};

/* Evidence that a file has a format, in bits.  Also the number of first bytes. */
enum { EVIDENCE_NONE = 0, FORMAT_HEAD_BYTES = 64 };

/*
 * The bytes that identify a file whose first bytes fit no format.  Such a file may be of
 * another known kind, such as tar, whose magic is at byte 257.  Or its header is lost,
 * and the bytes after the header identify the file.  A Source demo has 1165 bytes before
 * its first message, which prints up to 2 KiB.  Then svc_serverinfo has at most 1.1 KiB.
 */
enum { LOST_HEAD_BYTES = 8192 };

/* Called after each record.  `event` has the event type of the format. */
struct tap {
	void (*event)(void *ctx, const void *state, const void *event);
	void *ctx;
};

/* A record as names and values, and the bytes that its pointers point to. */
enum {
	DESCRIPTION_FIELDS = 72,
	DESCRIPTION_NAME = 24,
	DESCRIPTION_HELD = 1024, /* enough for the texts of any item */
};

struct description {
	struct dfk_record record;
	struct dfk_field fields[DESCRIPTION_FIELDS];
	char names[DESCRIPTION_FIELDS][DESCRIPTION_NAME];
	/* Bytes of fields whose form in the file is different. */
	uint8_t held[DESCRIPTION_HELD];
	size_t n_held;
};

/* Facts about the input that the caller knows in addition to the bytes. */
struct given_map;
struct known_maps;
struct snapshot;
struct given {
	enum dfk_protocol protocol;
	const struct snapshot *base;   /* the snapshot that a raw delta
	                                  changes, or NULL */
	const struct given_map *map;   /* or NULL */
	struct known_maps *known_maps; /* or NULL */
	const char *modified; /* time of the last change of the file, or NULL */
	enum dfk_depth depth;
	const uint8_t
		*sha256; /* SHA-256 of the input, valid after its end; NULL:
		            not computed */
};

/* Adds an int with this name.  Returns the field, so that the caller can set its other
   members.  The description must have room for a further field. */
struct dfk_field *description_add(struct description *d, const char *name,
				  int64_t value);

/* Adds a field of bytes.  The bytes must live longer than the description. */
struct dfk_field *description_bytes(struct description *d, const char *name,
				    enum dfk_field_kind kind,
				    struct span bytes);
struct dfk_field *description_text(struct description *d, const char *name,
				   const char *text);

/* The formats, in the order of formats.def. */
enum format_id {
#define FORMAT(folder, name, ...) FORMAT_##name,
#include "validator/formats.def"
#undef FORMAT
	FORMAT_COUNT
};

struct format {
	enum format_id id;
	size_t state_size;

	/* Returns how many bits of evidence these first bytes give for this format. */
	unsigned (*match)(struct span head, bool closed);

	/* Do the first LOST_HEAD_BYTES bytes, or all bytes, show this format although
	   the header is lost?  NULL: the format has no such detection. */
	bool (*match_lost)(struct span head);

	/* Opens the format.  `state` is memory of state_size bytes, which is not
	   cleared.  The allocator lives longer than the state. */
	void (*open)(void *state, struct report *report,
		     const struct limits *limits, struct tap tap,
		     const struct dfk_allocator *allocator);

	/* Called once, after `open`.  NULL: the format needs no given facts. */
	void (*given)(void *state, const struct given *given);

	/* Frees the memory of the state.  Called after `close` or without `close`.  The
	   facts stay available.  NULL: the state has no further memory. */
	void (*release)(void *state);

	/* Reads all records in the window.  Not called again after PULL_END and
	   PULL_HALT. */
	enum pull (*step)(void *state, struct cursor *in, bool closed);

	/* May the format still withdraw its last records and findings?  Then only the
	   format may report findings until a step with `closed`.  NULL: the format never
	   withdraws anything. */
	bool (*on_trial)(const void *state);

	/* Receives the bytes behind PULL_END or PULL_HALT, in order. */
	void (*tail)(void *state, struct span bytes);

	/* Reports the last findings, after a file of `size` bytes ended. */
	void (*close)(void *state, uint64_t size);

	/* Returns the place where reading ended, after the last whole record.  The tick
	   is -1 if no tick is known. */
	struct mark (*here)(const void *state);

	/* Returns the number of ticks up to `here` without a known snapshot, after
	   losses.  NULL: the format has no snapshots. */
	uint32_t (*still)(const void *state);
	const char *(*version)(const void *state);
	bool (*unsupported)(const void *state);

	/* Returns the facts except the number of records and the last tick.  Called
	   after `close`.  `kept`: the place before the first loss of a repair, or
	   `here`. */
	bool (*fact)(const void *state, const struct mark *kept, size_t index,
		     struct dfk_fact *fact);

	/* Describes an event as a record of the public interface.  The record points
	   into the window, and is valid as long as the event. */
	void (*describe)(const void *state, const void *event,
			 struct description *out);

	/* Describes the items of an event, one after the other.  `out` is first the
	   record of the event, without fields.  False: there are no more items.  NULL:
	   events have no items. */
	bool (*item)(const void *state, const void *event, size_t index,
		     struct description *out);
};

/* Returns the row of a format in the public table. */
const struct dfk_format *format_about(enum format_id id);
const struct format *format_find(const char *id); /* NULL: no such format */

/* Returns the format with the most evidence, or NULL. */
const struct format *format_detect(struct span head, bool closed);

/* Returns the format of a file whose header is lost, or NULL. */
const struct format *format_detect_lost(struct span head);

/* Returns the text of a fact, or NULL if the recording does not contain this fact. */
const char *format_text_or_null(const char *text);

/* Returns the name of a known kind of file that demofsck does not check, or NULL. */
const char *format_foreign(struct span head);

#endif
