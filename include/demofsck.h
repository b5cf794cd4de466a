/* SPDX-License-Identifier: MIT */
/*
 * demofsck.h - the public interface of libdemofsck
 *
 * Push bytes in, get findings out:
 *
 *   struct dfk_options options = { DFK_OPTIONS, .on_finding = print, .ctx = stdout };
 *   struct dfk_check *check;
 *
 *   if (dfk_open(&options, &check) != DFK_OK)
 *           ...
 *   while ((n = read(fd, buffer, sizeof(buffer))) > 0)
 *           dfk_feed(check, buffer, (size_t)n);
 *   dfk_finish(check);
 *   verdict = dfk_result_of(check)->verdict;
 *   dfk_close(check);
 *
 * Every byte given to dfk_feed() may be hostile.  The library prints nothing and keeps no
 * global state.  It makes no system calls, except to load the optional libraries that
 * SECURITY.md names, on first use.  Its memory is bounded: 8 MiB, 16 for a damaged demo
 * of Teeworlds, 32 for a Source demo; for xz, zstd and bzip2 also the memory of the
 * decoder, up to the limit decoder_bytes.  The pieces in which the input comes never
 * change a finding.
 *
 * A failure of the environment (no memory) is a status, never a finding: after
 * it there is no verdict.
 *
 * Threads: an object may be used by one thread at a time, a dfk_map by many.  The
 * tables (rules, limits) are constant.  A callback that calls the object it comes
 * from gets DFK_BAD_STATE, and must not close it.
 *
 * Compatibility: a program runs with each later library of its soversion.  Functions,
 * structures and the numbers of enumerators do not change; new functions, new enumerators
 * and new members at the end of dfk_options may be added.  An id of a rule, format, limit
 * or fact keeps its meaning.  Each version may change the findings of a file, their
 * texts, and the edits of a repair.
 */
#ifndef DEMOFSCK_H
#define DEMOFSCK_H

#include "demofsck_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Versions of the game, which differ in the sizes of snapshot items. */
enum dfk_protocol {
	DFK_PROTOCOL_06 = 0, /* Teeworlds 0.6 and DDNet */
	DFK_PROTOCOL_05 = 1,
	DFK_PROTOCOL_07 = 2,
};

/* How much of a Source demo is read: all; all but data tables; its commands. */
enum dfk_depth { DFK_DEPTH_FULL, DFK_DEPTH_MESSAGES, DFK_DEPTH_FRAMING };

/* What a repair may lose. */
enum dfk_level {
	DFK_LEVEL_SALVAGE = 0, /* the default: only what cannot be read.  After
	                          damage a demo goes on where it can be read
	                          again; formats without such places end */
	DFK_LEVEL_SAFE = 1,    /* nothing: if level salvage loses something,
	                          there is no repair */
	DFK_LEVEL_PREFIX = 2,  /* all that follows the first loss: the recording
	                          ends there */
};

/* -------------------------------------------------------------- check -- */

#define DFK_NO_NUMBER UINT64_MAX

/*
 * A finding: a rule, a byte range, and the value that was found.  The texts are printable
 * ASCII (bytes of the file are escaped) and live until the callback returns.
 */
struct dfk_finding {
	const struct dfk_rule *rule;
	enum dfk_severity severity; /* as reported, perhaps not the rule's */
	uint64_t number; /* from 0; also of those past the caps; DFK_NO_NUMBER:
	                    it comes from more than the bytes */
	bool mended;     /* a repair can answer it: see dfk_edit.finding */
	enum dfk_space space;
	uint64_t offset, length; /* length 0: between two bytes */
	/* The same in a part with its own offsets: "map", "chunk", "packet" and
	   others that docs/report.md lists; or "" */
	const char *part;
	uint64_t part_offset, part_length;
	int64_t part_int;     /* of a chunk of ints: which; -1: no ints */
	int part_bit; /* of a stream of bits: which of that byte; or -1 */
	const char *part_path; /* what it is in: "svc_sounds > sound 2"; or "";
	                          a backslash in a name is \x5c */
	const char *field;    /* "map_crc", "dt", ... or "" */
	const char *found;    /* what was found there */
	const char *expected; /* what a conforming writer puts there, or "" */
	uint64_t record;      /* messages before this one, or UINT64_MAX */
	int64_t tick;         /* -1: before the first tick is known */
	int32_t client;       /* client id, -1: none */
};

enum dfk_field_kind {
	DFK_FIELD_INT,
	DFK_FIELD_TEXT,  /* should be text, but may be any bytes */
	DFK_FIELD_BYTES, /* not interpreted */
	DFK_FIELD_UUID,  /* 16 bytes */
	DFK_FIELD_TEXTS, /* any number of texts, each with a NUL after it */
};

struct dfk_field {
	const char *name;
	enum dfk_field_kind kind;
	int64_t integer;            /* 0 if it is of another kind */
	const unsigned char *bytes; /* NULL with size > 0: too long to hold */
	uint64_t size;
	bool payload; /* written by a player: print only on request */
	bool personal; /* names a server: for dfk_report_options.redact */
};

/* One message of the recording, as it is in the file. */
struct dfk_record {
	uint64_t offset, length;
	uint64_t index; /* from 0; UINT64_MAX: the header */
	int64_t tick;   /* -1: none; of a Source demo, also the tick before 0 */
	const char *name;
	const struct dfk_field *fields;
	size_t n_fields;
};

/* Give both functions or none.  Memory must be aligned for any object. */
struct dfk_allocator {
	void *(*alloc)(void *ctx, size_t size); /* NULL: no memory */
	void (*free)(void *ctx, void *ptr);     /* ptr may be NULL */
	void *ctx;
};

struct dfk_map; /* demofsck_map.h */
struct dfk_known_maps;

/*
 * Begin each set of options with DFK_OPTIONS; all others may be zero.  Later versions add
 * members at the end only.  A library takes the options of an older header; those of a
 * newer one are DFK_BAD_ARGUMENT if they ask for what this library does not know.
 */
#define DFK_OPTIONS .size = sizeof(struct dfk_options)

struct dfk_options {
	size_t size;          /* of this structure, in bytes */
	const char *as;       /* force a format by its id; NULL: detect */
	enum dfk_level level; /* of the repair plan */
	enum dfk_depth depth;
	bool fix_warnings;    /* the repair also answers warnings */
	bool no_hash;         /* do not compute the SHA-256 of the input; a
	                         repair then compares only its size */
	bool md5;             /* also compute the MD5 */
	const char *modified; /* when the file was, "2024-01-31_23-59-59" in
	                         local time, until dfk_finish(); or NULL */
	struct dfk_allocator allocator; /* all NULL: malloc and free */
	const struct dfk_map *map; /* that recordings are compared with, and a
	                              damaged demo gets; or NULL */
	struct dfk_known_maps *known_maps; /* NULL: each map is judged */

	/* Called by dfk_feed() and dfk_finish().  Records come in file order.
	   Findings come in the order of the records; but one may point back,
	   to an earlier place of its record or table, or to a record that only
	   later bytes show to be wrong. */
	void (*on_finding)(void *ctx, const struct dfk_finding *finding);
	void (*on_record)(void *ctx, const struct dfk_record *record);

	/* Called after a snapshot that could be read for each item, and after a delta for
	   each removed key and update, with the new values of the item.  All members
	   except name and fields are those of the record. */
	void (*on_item)(void *ctx, const struct dfk_record *item);
	void *ctx;
};

struct dfk_check;

/*
 * Starts a check.  `options` is copied and may be NULL.  On success give *check
 * to dfk_close() in the end; on failure it is NULL.
 * DFK_NO_MEMORY, or DFK_BAD_ARGUMENT: an unknown `as`, level or depth, or half an
 * allocator.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_open(const struct dfk_options *options, struct dfk_check **check);

/*
 * Before the first dfk_feed(): changes a limit or the severity of a rule.
 * DFK_BAD_ARGUMENT: an unknown name or a value above the maximum; or the rule
 * is fatal or belongs to a limit, and such rules stay errors.  DFK_BAD_STATE:
 * bytes were fed.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_set_limit(struct dfk_check *check, const char *name, uint64_t value);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_set_severity(struct dfk_check *check, const char *rule,
		 enum dfk_severity severity);

/*
 * Before dfk_finish(): the name of the file, or its path, for the rules about
 * names.  It must live until dfk_finish() has returned.  DFK_BAD_STATE: too late.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_set_name(struct dfk_check *check,
						    const char *name);

/*
 * Before the first dfk_feed(): how many bytes the file has.  If those are more than
 * the limit input_bytes, dfk_wants() and dfk_verdict_so_far() know it from the first
 * dfk_feed() on.  DFK_BAD_STATE: bytes were fed.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_set_size(struct dfk_check *check,
						    uint64_t size);

/*
 * Takes the next `size` bytes of the file; they may be freed after the call.
 * After DFK_NO_MEMORY all later calls return it, too.  DFK_BAD_STATE: after
 * dfk_finish().
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_feed(struct dfk_check *check,
						const void *bytes, size_t size);

/* False: the limit input_bytes is reached, and more bytes change nothing. */
DFK_API bool dfk_wants(const struct dfk_check *check);

/*
 * The verdict on the bytes that were fed, without findings about the end of the file.
 * Nothing is known up to the first line feed of a recording, or up to 64 KiB.  A file
 * with an error never becomes DFK_VALID.  Any verdict becomes DFK_UNDECIDED if a limit is
 * reached later.
 */
DFK_API enum dfk_verdict dfk_verdict_so_far(const struct dfk_check *check);

/* The file ends here.  May be called once. */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_finish(struct dfk_check *check);

/*
 * Instead of dfk_finish(): ends the check before the end of the file.  There are no
 * findings about the end, no digest and no repair, and the verdict is never DFK_VALID:
 * without an error it is DFK_UNDECIDED.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_stop(struct dfk_check *check);

/*
 * The file changed while it was read, which only the caller can see: a finding,
 * the verdict is DFK_UNDECIDED, and there is no repair.  DFK_BAD_STATE: before
 * dfk_finish().
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_changed(struct dfk_check *check);

DFK_API void dfk_close(struct dfk_check *check); /* NULL: does nothing */

/*
 * The known losses of a repair.  Bytes that could not be read held an unknown number of
 * messages, but the ticks around them show how many ticks are lost.  Seconds count from
 * the start of the recording.
 */
struct dfk_loss {
	uint64_t messages;  /* of a teehistorian file or a Teeworlds demo */
	uint64_t snapshots; /* of a Teeworlds demo, deltas included */
	uint64_t packets;   /* of a Source demo */
	uint64_t string_tables; /* of a Source demo, of those in dem_stringtables: without
	                           them the game may stop when it loads the demo */
	uint64_t unread;    /* bytes of a Teeworlds demo that could not be read, or after
	                       the end of a teehistorian file; they held an unknown
	                       number of messages and snapshots */
	uint64_t ticks;     /* how many; in so many places: */
	uint64_t places;
	int64_t first_tick, last_tick; /* of them; -1: none is lost */
	double from_s, to_s; /* when the first loss begins, of bytes or of ticks, and when
	                        the last one ends; negative: not known */
	double still_s; /* of a Teeworlds demo: how long the picture stands still, as
	                   the snapshots from a loss to the next keyframe are lost,
	                   too; negative: not known */
	double lost_s;       /* how long these are together; negative: not known */
	double kept_s, of_s; /* how much stays, and of how much: from the first tick to
	                        the last that was read, or as the header declares if
	                        that is longer; negative: not known */
	bool more; /* what followed the end of what is kept could not be read, or the
	              header declares more, so more may be lost */
};

/* The result of a check. */
struct dfk_result {
	enum dfk_verdict verdict;
	const char *format;  /* id, or NULL */
	const char *version; /* of the format, such as "2.23", or NULL */

	uint64_t size;           /* bytes fed */
	const char *compression; /* "gzip", "xz", "zstd", "bzip2", or NULL */
	uint64_t carriage_returns; /* left out, as the file was transferred as
	                              text */
	enum dfk_space space; /* of records and edits: DFK_SPACE_DECODED if the
	                         file is compressed or was transferred as text */
	uint64_t decoded_size; /* bytes checked; == size in DFK_SPACE_FILE */
	uint64_t
		undecoded; /* bytes at the end of a compressed file that cannot be
	                       decoded; zeros only if the recording before them
	                       is not whole */
	bool all_there; /* of a Source demo that was cut: its header counts no more packets
	                   than there are */
	bool loss_unknown; /* a compressed stream is cut: more may be lost */
	bool file_changed; /* dfk_changed() was called */
	bool stopped;      /* dfk_stop() was called */
	bool has_sha256, has_md5;
	unsigned char sha256[32]; /* of the bytes fed */
	unsigned char md5[16];

	/* The offset (decoded bytes) after the last record that a repair keeps before its
	   first loss; decoded_size if it loses nothing; 0 if there is no repair.  At
	   level safe, the value of level salvage. */
	uint64_t ok_up_to;

	/* The plan: kept + changed + dropped = decoded_size. */
	enum dfk_repairable repairable;
	bool more_at_framing; /* of a Source demo: at level salvage and depth
	                         framing a plan would keep more packets than at
	                         this depth */
	uint64_t kept, changed, dropped, added;
	struct dfk_loss loss; /* if `repairable` is DFK_REPAIRABLE_LOSSY */

	uint64_t errors, warnings, notes; /* all, also those not handed out */
	uint64_t errors_outside; /* not in the bytes: no repair removes them */
	uint64_t repair_errors;           /* those of the profile "archive" */
	/* Warnings with a fix that a repair with fix_warnings would carry out, as far as
	   it keeps their bytes.  0 if fix_warnings was set, or if there is no repair. */
	uint64_t mendable_warnings;
};

/* NULL before dfk_finish() has returned DFK_OK.  Lives as long as check. */
DFK_API const struct dfk_result *dfk_result_of(const struct dfk_check *check);

/* Number of findings of a rule, also those that were not handed out. */
DFK_API uint64_t dfk_rule_hits(const struct dfk_check *check,
			       const struct dfk_rule *rule);

/* Number of findings of a rule that were not handed out. */
DFK_API uint64_t dfk_rule_unlisted(const struct dfk_check *check,
				   const struct dfk_rule *rule);

enum dfk_fact_kind {
	DFK_FACT_INT, DFK_FACT_REAL, DFK_FACT_TEXT, DFK_FACT_BOOL
};

/* A fact about the recording; unknown facts are texts that are NULL. */
struct dfk_fact {
	const char *name; /* "records", "last_tick", "map_name", ... */
	enum dfk_fact_kind kind;
	int64_t integer;
	double real;
	const char *text; /* any bytes but NUL */
	bool truth;
	bool personal; /* names a player or a server: see redact */
};

/* After dfk_finish(); an index past the end gives false. */
DFK_API bool dfk_fact_at(const struct dfk_check *check, size_t index,
			 struct dfk_fact *fact);

/* ------------------------------------------------------------- repair -- */

/*
 * One edit of the (decoded) input: `remove` bytes at `offset` are replaced by
 * `insert`.  Edits are sorted and do not overlap.  All other bytes are kept.
 */
struct dfk_edit {
	uint64_t offset, remove;
	const unsigned char *insert;
	size_t insert_length;
	const struct dfk_rule *rule; /* of the finding it answers */
	uint64_t finding;            /* dfk_finding.number of that finding */
	bool lossy;
	int64_t tick;   /* the first of those that are lost with the bytes */
	uint64_t ticks; /* how many; 0: none that are known */
	/* A field of the header whose value the whole recording decides, such as "time";
	   or NULL.  Its new value. */
	const char *field;
	char value[32];
};

/* After dfk_finish(); an index past the end gives false. */
DFK_API bool dfk_edit_at(const struct dfk_check *check, size_t index,
			 struct dfk_edit *edit);

struct dfk_repair;

/*
 * Writes the repaired file: feed the same bytes again, and `write` gets the
 * output in order.  `write` returns 0, or another number to stop.  `check`
 * must be finished, and must stay open as long as the repair.  The output is
 * complete only if dfk_repair_finish() returned DFK_OK; check it before it
 * replaces a file.  DFK_NOT_REPAIRABLE: there is nothing to write.
 * DFK_CHANGED (from feed or finish): these are not the bytes that were
 * checked; delete the output.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_repair_open(const struct dfk_check *check,
		int (*write)(void *ctx, const void *bytes, size_t size),
		void *ctx, struct dfk_repair **repair);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_repair_feed(struct dfk_repair *repair, const void *bytes, size_t size);
DFK_API DFK_MUST_CHECK enum dfk_status dfk_repair_finish(struct dfk_repair *);
DFK_API void dfk_repair_close(struct dfk_repair *repair);

#ifdef __cplusplus
}
#endif

#endif
