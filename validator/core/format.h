/* SPDX-License-Identifier: MIT */
/*
 * format.h - the interface of a file format
 *
 * A format reads records from a window that grows.  Its state has a fixed size.  Further
 * memory is bounded by a limit and by the bytes that arrived.  A format prints nothing,
 * and keeps no pointer into the window between two calls.
 */
#ifndef VALIDATOR_CORE_FORMAT_H
#define VALIDATOR_CORE_FORMAT_H

#include "validator/core/cursor.h"
#include "validator/core/limits.h"
#include "validator/core/report.h"

enum pull {
	PULL_EVENT, /* a record was read */
	PULL_END,   /* the recording ended as its writer ends it, or the window
	               is empty and nothing follows */
	PULL_MORE,  /* more bytes are wanted: in->need, or one if that is 0 */
	PULL_HALT,  /* reported: nothing behind this can be read */
	PULL_NO_MEMORY,
};

/* How strongly the first bytes indicate a format, in bits. */
enum { EVIDENCE_NONE = 0, FORMAT_HEAD_BYTES = 64 };

/*
 * The bytes by which a file is recognized if its first bytes are of no format: the magic
 * of another kind of file, which in tar is at byte 257; or bytes after a header that is
 * lost. A Source demo has 1165 bytes before its first message, which prints up to 2 KiB;
 * then svc_serverinfo has 1.1 KiB at most.
 */
enum { LOST_HEAD_BYTES = 8192 };

/* Called after each record; `event` is the format's own event type. */
struct tap {
	void (*event)(void *ctx, const void *state, const void *event);
	void *ctx;
};

/* A record and what its pointers point to. */
enum {
	DESCRIPTION_FIELDS = 72,
	DESCRIPTION_NAME = 24,
	DESCRIPTION_HELD = 1024, /* enough for the texts of any item */
};

struct description {
	struct dfk_record record;
	struct dfk_field fields[DESCRIPTION_FIELDS];
	char names[DESCRIPTION_FIELDS][DESCRIPTION_NAME];
	/* Of fields whose bytes stand in another form in the file. */
	uint8_t held[DESCRIPTION_HELD];
	size_t n_held;
};

/* What the caller knows about the input in addition to its bytes. */
struct given_map;
struct known_maps;
struct snapshot;
struct given {
	enum dfk_protocol protocol;
	const struct snapshot *base;   /* of a delta, or NULL */
	const struct given_map *map;   /* or NULL */
	struct known_maps *known_maps; /* or NULL */
	const char *modified;          /* when the file was, or NULL */
	enum dfk_depth depth;
	const uint8_t
		*sha256; /* of the input, once it ended; NULL: not summed */
};

/* Adds an int under this name, and returns the field, so that the caller can set its
   other members.  There must be room. */
struct dfk_field *description_add(struct description *d, const char *name,
				  int64_t value);

/* Adds a field of bytes.  The bytes must outlive the description. */
struct dfk_field *description_bytes(struct description *d, const char *name,
				    enum dfk_field_kind kind,
				    struct span bytes);
struct dfk_field *description_text(struct description *d, const char *name,
				   const char *text);

/* The formats, in the order of the registry. */
enum format_id {
#define FORMAT(folder, name, ...) FORMAT_##name,
#include "validator/formats.def"
#undef FORMAT
	FORMAT_COUNT
};

struct format {
	enum format_id id;
	size_t state_size;

	/* Bits of evidence that a file with these first bytes has this format. */
	unsigned (*match)(struct span head, bool closed);

	/* Do the first LOST_HEAD_BYTES bytes, or all bytes, show this format although the
	   header is lost?  NULL: they never do. */
	bool (*match_lost)(struct span head);

	/* state is memory of state_size bytes, not cleared; the allocator
	   outlives it. */
	void (*open)(void *state, struct report *report,
		     const struct limits *limits, struct tap tap,
		     const struct dfk_allocator *allocator);

	/* Called once, after open.  NULL: the format does not need it. */
	void (*given)(void *state, const struct given *given);

	/* After close, or instead of it: frees the memory of the state.  The facts stay
	   available.  NULL: the state has no further memory. */
	void (*release)(void *state);

	/* Reads as many records as the window holds.  Not called again after
	   PULL_END and PULL_HALT. */
	enum pull (*step)(void *state, struct cursor *in, bool closed);

	/* May the format still undo the last records and findings?  Then only the format
	   reports until a step with `closed`.  NULL: it never does. */
	bool (*on_trial)(const void *state);

	/* Bytes behind PULL_END or PULL_HALT, in order. */
	void (*tail)(void *state, struct span bytes);

	/* The file ended after `size` bytes: last findings. */
	void (*close)(void *state, uint64_t size);

	/* Where reading ended, after the last whole record; its tick is -1 if
	   no tick is known. */
	struct mark (*here)(const void *state);

	/* The number of ticks up to there in which no snapshot was known, after losses.
	   NULL: the format has no snapshots. */
	uint32_t (*still)(const void *state);
	const char *(*version)(const void *state);
	bool (*unsupported)(const void *state);

	/* After close: the facts, except the number of records and the last tick.
	   `kept`: the place before the first loss of a repair, or `here`. */
	bool (*fact)(const void *state, const struct mark *kept, size_t index,
		     struct dfk_fact *fact);

	/* An event as a record of the public interface; it refers to the
	   window and is valid as long as the event. */
	void (*describe)(const void *state, const void *event,
			 struct description *out);

	/* Describes the items of an event, one after the other; `out` begins as the
	   record of the event, without fields.  False: there are no more.  NULL: events
	   have no items. */
	bool (*item)(const void *state, const void *event, size_t index,
		     struct description *out);
};

/* The row of a format in the public table. */
const struct dfk_format *format_about(enum format_id id);
const struct format *format_find(const char *id); /* or NULL */

/* The format with most evidence, or NULL. */
const struct format *format_detect(struct span head, bool closed);

/* The format of a file whose header is lost, or NULL. */
const struct format *format_detect_lost(struct span head);

/* The text of a fact: NULL if the recording does not say it. */
const char *format_text_or_null(const char *text);

/* A container or file type that is known by name only, or NULL. */
const char *format_foreign(struct span head);

#endif
