/* SPDX-License-Identifier: MIT */
/*
 * teehistorian.h - pull parser for DDNet teehistorian streams, versions 1 and 2
 *
 *   teehistorian:  uuid[16]  json "\0"  message*
 *   message:       id(int)  fields...           (see messages.def)
 *
 * teehistorian_next() yields one event per message.  Events tile the stream:
 * each starts where the previous one ended.  Checker, repair, inspect and fuzz
 * target all drive this function; there is no second parser.
 *
 * Everything is in one struct of fixed size: memory does not depend on what the
 * file declares.
 */
#ifndef VALIDATOR_TEEHISTORIAN_TEEHISTORIAN_H
#define VALIDATOR_TEEHISTORIAN_TEEHISTORIAN_H

#include "validator/core/format.h"
#include "validator/core/utf8.h"
#include "validator/core/uuid.h"
#include "validator/teehistorian/clients.h"
#include "validator/teehistorian/header.h"

enum teehistorian_kind {
#define MSG(id, NAME, fields, names) TEEHISTORIAN_##NAME,
#include "validator/teehistorian/messages.def"
#undef MSG
	TEEHISTORIAN_KIND_COUNT,
	TEEHISTORIAN_HEADER = TEEHISTORIAN_KIND_COUNT, /* no message */
};

enum {
	/* A longer message is read in pieces, and its texts are not kept. */
	TEEHISTORIAN_LONG = 128 * 1024,
	TEEHISTORIAN_MAX_INTS = 16,
	TEEHISTORIAN_MAX_TEXTS = 3,
};

/* An integer that is not in its shortest form. */
struct teehistorian_odd_int {
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

struct teehistorian_event {
	uint64_t off, len; /* byte range of the whole message */
	enum teehistorian_kind kind;
	int32_t id;      /* as read */
	uint64_t id_len; /* bytes of the id */

	/* Integer fields in order, client ids included; of EX: the payload's. */
	uint32_t n_ints;
	int32_t ints[TEEHISTORIAN_MAX_INTS];
	uint32_t n_odd;
	struct teehistorian_odd_int odd[TEEHISTORIAN_MAX_INTS];

	uint32_t n_texts;
	struct teehistorian_text texts[TEEHISTORIAN_MAX_TEXTS];

	uint32_t n_arguments;
	struct teehistorian_text arguments; /* all of them, with their NULs */

	uint64_t blob_off, blob_len; /* MESSAGE and EX payload */
	struct span blob;
	int32_t message_id; /* of MESSAGE: its first integer, 0 if it has none */

	struct uuid uuid;       /* of EX */
	struct uuid inner_uuid; /* in the payload: connection or save id */
	uint64_t size_off;      /* of EX: where its size stands, and how long */
	uint8_t size_len;
	enum teehistorian_extension extension;
	bool payload_short;
	uint64_t extra_off; /* where unread bytes of the payload begin */
};

/* How far the message at hand has been read: see message.c. */
struct teehistorian_reading {
	bool active;
	const char (*fields)[TEEHISTORIAN_MAX_FIELDS]; /* NULL: no id yet */
	unsigned field;                                /* the next one */
	unsigned of_ten;                               /* of an int[10] */
	bool in_payload; /* fields are those of an extension */
	uint64_t payload_end;
	bool in_text, in_arguments;
	uint32_t arguments_left;
	struct utf8 utf8;
	uint64_t skip; /* bytes to step over */
	struct teehistorian_event ev;
};

/* A place in the stream, and what was known there. */
struct teehistorian_mark {
	uint64_t off, records;
	int64_t tick;
};

/* Messages of one kind in the run behind `firm`. */
struct teehistorian_run {
	uint64_t off, count;
};

/* The bytes behind FINISH or behind a cut: counted, not read. */
struct teehistorian_tail {
	uint64_t size, zeros; /* zeros: at its start */
	uint8_t head[UUID_SIZE];
	size_t head_len;
	/* A PLAYER_DIFF that does not move, until it is known how far the
	   zero bytes go. */
	bool zero_run;
	uint64_t zero_off, zero_len;
	int32_t zero_cid;
};

struct teehistorian {
	struct report *report;
	const struct limits *limits;
	struct tap tap;

	bool in_messages; /* the header is read */
	bool finished;    /* FINISH was read */
	bool halted;      /* nothing behind `here` can be read */
	bool dead;        /* the header is unusable */
	uint64_t size;

	struct teehistorian_reading reading;

	/* Ticks: SPEC.md, TH-6.1 */
	int64_t tick;
	int32_t last;    /* last player id of this tick, INT32_MAX at first */
	int32_t highest; /* of this tick's player ids */
	int32_t highest_before; /* of the tick before a TICK_SKIP */
	bool network_seen;      /* INPUT, MESSAGE, JOIN or ready in this tick */
	bool behind_skip;       /* the last message was a TICK_SKIP */
	bool behind_joinver;    /* the last message announced a JOIN */
	int32_t joinver_cid, skip_dt;
	bool begun; /* a message other than auth-init and antibot */
	bool high_tick_told, long_told;

	struct teehistorian_clients clients;

	struct teehistorian_mark here; /* behind the last message */
	/* Behind the last message that may stand before FINISH; what follows it
	   is a run of skips and join announcements. */
	struct teehistorian_mark firm;
	struct teehistorian_run skips, joinvers;
	/* The first place where a repair has to drop something. */
	bool dropping;
	struct teehistorian_mark kept;

	/* Findings of severity ERROR that a repair answers: */
	enum rule_id cut_by;   /* with halted: cut behind `firm` */
	bool cut_error;        /* what halted the parser is an error */
	enum rule_id dangling; /* not 0: drop dangling_off .. dangling_end */
	uint64_t dangling_off, dangling_end;
	bool extra_dropped; /* bytes left over in a payload */
	bool trailing;      /* bytes behind FINISH */
	bool unfinished;    /* no FINISH */
	uint64_t skips_off; /* of the first TICK_SKIP in a row */
	int64_t skips_dt;   /* one skip for all of that row */

	struct teehistorian_tail tail;

	struct teehistorian_header header; /* last: most of it is not cleared */
};

extern const struct format teehistorian_format;

/*
 * Reads one message.  PULL_EVENT: *ev is valid until the next call and the
 * cursor stands behind it.  PULL_HALT: th->cut_by was reported.
 */
enum pull teehistorian_next(struct teehistorian *th, struct cursor *in,
			    bool closed, const struct teehistorian_event **ev);

/* message.c: reads fields; see there. */
enum cur_fail teehistorian_read(struct teehistorian *th, struct cursor *c);
void teehistorian_start(struct teehistorian_reading *r, uint64_t off);

/* header.c: evidence, as in struct format. */
unsigned teehistorian_match(struct span head, bool closed);

/* header.c: PULL_EVENT when the messages begin. */
enum pull teehistorian_read_header(struct teehistorian *th, struct cursor *in,
				   bool closed);

/* check.c: false when a repair has to cut before this message. */
bool teehistorian_check(struct teehistorian *th,
			const struct teehistorian_event *ev);
/* What a false of the above means for the marks. */
void teehistorian_cut(struct teehistorian *th);
void teehistorian_check_end(struct teehistorian *th);

/* Name, field letters and field names of a message. */
struct teehistorian_message {
	int32_t id;
	const char *name;
	char fields[TEEHISTORIAN_MAX_FIELDS];
	const char *names;
};
const struct teehistorian_message *
teehistorian_message(enum teehistorian_kind kind);

/* format.c, describe.c */
bool teehistorian_fact(const void *state, size_t index, struct dfk_fact *fact);
void teehistorian_describe(const void *state, const void *event,
			   struct description *out);

#endif
