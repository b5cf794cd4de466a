/* SPDX-License-Identifier: MIT */
/*
 * teehistorian.h - pull parser for DDNet teehistorian streams, versions 1 and 2
 *
 *   teehistorian:  uuid[16]  json "\0"  message*
 *   message:       id(int)  fields...           (see messages.def)
 *
 * teehistorian_next() yields one event per message.  Events tile the stream:
 * each starts where the previous one ended.  Checker, repair, inspect and fuzz
 * target all use this function; there is no second parser.
 *
 * All state is in one struct of fixed size: memory does not depend on sizes that the file
 * declares.
 */
#ifndef VALIDATOR_TEEHISTORIAN_TEEHISTORIAN_H
#define VALIDATOR_TEEHISTORIAN_TEEHISTORIAN_H

#include "validator/core/format.h"
#include "validator/core/utf8.h"
#include "validator/core/uuid.h"
#include "validator/teehistorian/clients.h"
#include "validator/teehistorian/header.h"

/* In the order of the ids: a kind is the id without its sign. */
enum teehistorian_kind {
#define MSG(id, NAME, ints, rest, fields, names) TEEHISTORIAN_##NAME,
#include "validator/teehistorian/messages.def"
#undef MSG
	TEEHISTORIAN_KIND_COUNT,
	TEEHISTORIAN_HEADER = TEEHISTORIAN_KIND_COUNT,  /* no message */
	TEEHISTORIAN_UNKNOWN = TEEHISTORIAN_KIND_COUNT, /* no such id */
};

enum {
	/* A longer message is read in pieces, and its texts are not kept. */
	TEEHISTORIAN_LONG = 128 * 1024,
	TEEHISTORIAN_MAX_INTS = 16,
	TEEHISTORIAN_MAX_TEXTS = 3,
};

/* An integer that is not in its shortest form. */
struct teehistorian_noncanonical_int {
	uint64_t off;
	uint8_t len;
	unsigned quirks;
	int32_t value;
};

/* A string: its bytes without the NUL, absent in long messages. */
struct teehistorian_text {
	uint64_t off, len;
	int64_t bad; /* offset in the string of bad UTF-8, or UTF8_CLEAN */
	struct span bytes;
};

/* Members that only EX has; its payload is the blob of the event.  message.c sets them.
   In other messages with more than ints, `extension` is TEEHISTORIAN_EX_UNKNOWN. */
struct teehistorian_ex {
	struct uuid uuid;
	struct uuid inner_uuid; /* in the payload: connection or save id */
	uint64_t size_off;      /* where its size is, and how long */
	uint64_t extra_off; /* where unread bytes of the payload begin, or 0 */
	enum teehistorian_extension extension;
	uint8_t size_len;
	bool is_short; /* the payload ends before its last field does */
};

struct teehistorian_event {
	uint64_t off, len; /* byte range of the whole message */
	enum teehistorian_kind kind;
	int32_t id;      /* as read */
	uint64_t id_len; /* bytes of the id */

	/* Integer fields in order, client ids included; of EX: the payload's. */
	uint32_t n_ints;
	int32_t ints[TEEHISTORIAN_MAX_INTS];
	uint32_t n_noncanonical;
	struct teehistorian_noncanonical_int
		noncanonical[TEEHISTORIAN_MAX_INTS];

	/* Only in messages that have more than ints: */
	uint32_t n_texts;
	struct teehistorian_text texts[TEEHISTORIAN_MAX_TEXTS];
	uint32_t n_arguments;
	struct teehistorian_text arguments; /* all of them, with their NULs */

	uint64_t blob_off, blob_len; /* MESSAGE and EX payload */
	struct span blob;
	int32_t message_id; /* of MESSAGE: its first integer, 0 if it has none */
	bool message_id_cut; /* that integer does not end in the payload */
	struct teehistorian_ex ex;
};

/*
 * The state of reading the current message: see message.c.
 *
 *   id  ints              | rest: strings and payloads, in pieces
 *   read as a whole, or     read once; the state below says how far
 *   again from the start
 */
struct teehistorian_reading {
	bool active;  /* a message was begun */
	bool in_rest; /* its ints are read, and more than ints follows */
	const char (*rest)[TEEHISTORIAN_MAX_FIELDS]; /* NULL: no ints yet */
	unsigned field;                              /* the next one of it */
	uint64_t payload_end; /* 0: not in the payload of a known extension */
	bool in_text, in_arguments;
	uint32_t arguments_left;
	struct utf8 utf8;
	uint64_t skip; /* bytes to step over */
	struct teehistorian_event ev;
};

/* Messages of one kind since `cut_point`. */
struct teehistorian_run {
	uint64_t off, count;
};

/* Skips and join announcements after `cut_point`, with no other message between them.
   check.c and scan.c extend the runs, and any other message that is kept empties them.
   `any`: at least one of the counts is not 0. */
struct teehistorian_runs {
	struct teehistorian_run skips, joinvers;
	bool any;
};

/* The bytes after FINISH or after a cut: counted, not read. */
struct teehistorian_tail {
	uint64_t size, zeros; /* zeros: at its start */
	uint8_t head[256];
	size_t head_len;
};

/* A PLAYER_DIFF without a movement, until the zero bytes after it are counted. */
struct teehistorian_zero_diff {
	uint64_t off, len; /* len 0: there was none */
	int32_t cid;
};

/* SPEC.md, TH-6.1.  Skips and player messages move the clock, in ticks.c and scan.c.
   When a tick begins, network_seen is false, and last_cid is the client of the player
   message that began the tick, or -1 after a TICK_SKIP. */
struct teehistorian_clock {
	int64_t tick;
	int32_t last_cid;  /* the highest of this tick; INT32_MAX at first */
	bool network_seen; /* INPUT, MESSAGE, JOIN or ready in this tick */
	bool high_tick_reported, duration_reported;
};

/* The last TICK_SKIP, set by ticks.c and scan_other.c.  Before the first TICK_SKIP only
   is_last has a meaning.  Each message that is kept sets is_last. */
struct teehistorian_skip {
	uint64_t row_off; /* of the first one in a row */
	int64_t row_dt;   /* of one skip for all of that row */
	int32_t dt;
	int32_t highest_cid_before; /* of the tick before it */
	bool is_last;               /* the last message was one */
};

/* The last announcement of a JOIN, by an extension. */
struct teehistorian_joinver {
	int32_t cid;
	bool is_last; /* the last message was one */
};

enum teehistorian_phase {
	TEEHISTORIAN_IN_HEADER,
	TEEHISTORIAN_IN_MESSAGES,
	TEEHISTORIAN_FINISHED, /* FINISH was read */
	TEEHISTORIAN_CUT,      /* nothing after `here` can be read */
	TEEHISTORIAN_DEAD,     /* the header cannot be used */
};

struct teehistorian {
	struct report *report;
	const struct limits *limits;
	struct tap tap;
	const struct given_map *given_map; /* or NULL */
	enum teehistorian_phase phase;
	struct teehistorian_reading reading;

	struct teehistorian_clock clock;
	struct teehistorian_skip skip;
	struct teehistorian_joinver joinver;
	bool begun; /* a message other than auth-init and antibot */

	struct teehistorian_clients clients;

	struct mark here; /* after the last message */
	/* After the last message that may come before FINISH; the messages after this
	   mark are in `runs`. */
	struct mark cut_point;
	struct teehistorian_runs runs;
	bool finished_empty; /* FINISH was read, and no message that stays before it */

	uint64_t shrunk; /* bytes that the payload of an EX loses */
	struct teehistorian_zero_diff zero_diff;
	struct teehistorian_tail tail;
	struct teehistorian_header header; /* last: most of it is not cleared */
};

extern const struct format teehistorian_format;

/*
 * message.c: reads one message.  PULL_EVENT: *ev is valid until the next call, and the
 * cursor is after the message.  PULL_HALT: the reason was reported.
 */
enum pull teehistorian_next(struct teehistorian *th, struct cursor *in,
			    bool closed, const struct teehistorian_event **ev);

/* 30 days of 50 ticks a second: no server runs that long without a new map. */
enum { TEEHISTORIAN_PLAUSIBLE_TICKS = 30 * 24 * 3600 * 50 };

/*
 * scan.c: steps over clean messages, as if each of them had been read and checked.  Stops
 * before the first message that is not plainly clean.  May only be called if no message
 * is half read and no tap wants events.
 */
void teehistorian_scan(struct teehistorian *th, struct cursor *in);

/* header_scan.c: how strongly the first bytes indicate the format, as in struct
   format. */
unsigned teehistorian_match(struct span head, bool closed);

/* header_scan.c: reads the header.  PULL_EVENT: the messages begin. */
enum pull teehistorian_read_header(struct teehistorian *th, struct cursor *in,
				   bool closed);

/* check.c: checks a message.  False: a repair has to cut before this message. */
bool teehistorian_check(struct teehistorian *th,
			const struct teehistorian_event *ev);
void teehistorian_check_end(struct teehistorian *th, uint64_t size);

/* One row of messages.def, which message.c has as a table. */
struct teehistorian_message {
	int32_t id;
	const char *name;
	uint8_t ints;
	char rest[TEEHISTORIAN_MAX_FIELDS], fields[TEEHISTORIAN_MAX_FIELDS];
	const char *names;
};

const struct teehistorian_message *
teehistorian_message(enum teehistorian_kind kind);

/* describe.c: as in struct format. */
void teehistorian_describe(const void *state, const void *event,
			   struct description *out);

#endif
