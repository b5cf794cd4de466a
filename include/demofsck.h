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
 * global state.  The library makes no system calls, except to load the optional libraries
 * that SECURITY.md names, on first use.  A check needs at most 8 MiB of memory, 16 MiB
 * for a damaged demo of Teeworlds, 32 MiB for a Source demo.  For xz, zstd and bzip2 the
 * decoder needs more memory, up to the limit decoder_bytes.  The size of the pieces of
 * the input never changes a finding.
 *
 * A failure of the environment, such as a lack of memory, is a status and never a
 * finding.  After such a failure there is no verdict.
 *
 * Threads: one thread at a time may use an object, except a dfk_map, which any number of
 * threads may use.  The tables of rules and limits are constant.  A callback that calls a
 * function of its own check, repair or report gets DFK_BAD_STATE.  A callback must not
 * close its own check, repair or report.
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

/* How much of a Source demo is read: everything; everything except data tables, entities
   and their properties; or only the header and the commands. */
enum dfk_depth { DFK_DEPTH_FULL, DFK_DEPTH_MESSAGES, DFK_DEPTH_FRAMING };

/* What a repair may lose. */
enum dfk_level {
	/* The default: only bytes that cannot be read.  After damage a demo goes on
	   where it can be read again.  Other formats end at the damage. */
	DFK_LEVEL_SALVAGE = 0,
	DFK_LEVEL_SAFE = 1, /* nothing: if level salvage loses something,
	                       there is no repair */
	DFK_LEVEL_PREFIX = 2, /* the whole rest of the recording after the
	                         first loss: the recording ends there */
};

/* -------------------------------------------------------------- check -- */

#define DFK_NO_NUMBER UINT64_MAX

/*
 * A finding: a rule, a byte range, and the value at this place.  The texts are printable
 * ASCII: bytes of the file are escaped.  The texts are valid until the callback returns.
 */
struct dfk_finding {
	const struct dfk_rule *rule;
	enum dfk_severity severity; /* may differ from the severity of the
	                               rule */
	uint64_t number; /* from 0, also counts findings above the limit.
	                    DFK_NO_NUMBER: not a finding in the bytes */
	bool mended; /* a repair has an edit for the finding:
	                dfk_edit.finding */
	enum dfk_space space;
	uint64_t offset, length; /* length 0: a place between two bytes */
	/* The same place in a part of the file that has its own offsets: "map", "chunk",
	   "packet" or another part that docs/report.md lists.  "" if the place is in no
	   part. */
	const char *part;
	uint64_t part_offset, part_length;
	int64_t part_int; /* number of the int in a chunk of ints; -1: the
	                     part has no ints */
	int part_bit; /* number of the bit in its byte, in a stream of bits;
	                 or -1 */
	const char *part_path; /* path inside the part: "svc_sounds > sound
	                          2", or "".  A backslash in a name is \x5c */
	const char *field;    /* "map_crc", "dt", ... or "" */
	const char *found;    /* the value in the file */
	const char *expected; /* the value that a conforming writer writes,
	                         or "" */
	uint64_t record; /* number of messages before this message, or
	                    UINT64_MAX */
	int64_t tick;         /* -1: before the first tick is known */
	int32_t client;       /* client id, -1: none */
};

enum dfk_field_kind {
	DFK_FIELD_INT,
	DFK_FIELD_TEXT,  /* should be text, but may be any bytes */
	DFK_FIELD_BYTES, /* not interpreted */
	DFK_FIELD_UUID,  /* 16 bytes */
	DFK_FIELD_TEXTS, /* any number of texts, each ended by a NUL */
};

struct dfk_field {
	const char *name;
	enum dfk_field_kind kind;
	int64_t integer;            /* 0 for other kinds than DFK_FIELD_INT */
	const unsigned char *bytes; /* NULL with size > 0: too long for
	                               memory */
	uint64_t size;
	bool payload; /* a player wrote this value: print it only on request */
	bool personal; /* this value names a server: see
	                  dfk_report_options.redact */
};

/* One message of the recording. */
struct dfk_record {
	uint64_t offset, length;
	uint64_t index; /* from 0; UINT64_MAX: the header */
	int64_t tick;   /* -1: no tick; also the tick -1 of a Source demo */
	const char *name;
	const struct dfk_field *fields;
	size_t n_fields;
};

/* Set both functions or none.  The memory must be aligned for any object. */
struct dfk_allocator {
	void *(*alloc)(void *ctx, size_t size); /* NULL: no memory */
	void (*free)(void *ctx, void *ptr);     /* ptr may be NULL */
	void *ctx;
};

struct dfk_map; /* demofsck_map.h */
struct dfk_known_maps;

/*
 * Begin each set of options with DFK_OPTIONS.  All other members may be zero.  Later
 * versions add members at the end only.  A library accepts the options of an older
 * header.  The options of a newer header are DFK_BAD_ARGUMENT if they set a member that
 * this library does not know.
 */
#define DFK_OPTIONS .size = sizeof(struct dfk_options)

struct dfk_options {
	size_t size;          /* of this structure, in bytes */
	const char *as; /* the id of a format to use; NULL: detect the format */
	enum dfk_level level; /* of the repair plan */
	enum dfk_depth depth;
	bool fix_warnings;    /* the repair also has edits for warnings */
	bool no_hash; /* do not compute the SHA-256 of the input; a repair
	                 then compares only the size of the input */
	bool md5;             /* also compute the MD5 of the input */
	const char *modified; /* the time of the last change of the file,
	                         "2024-01-31_23-59-59" in local time; must
	                         live until dfk_finish(); or NULL */
	struct dfk_allocator allocator; /* all NULL: malloc and free */
	const struct dfk_map *map; /* the map to compare with recordings, and
	                              to put into a damaged demo; or NULL */
	struct dfk_known_maps *known_maps; /* NULL: the map in each demo is
	                                      judged */

	/* Called by dfk_feed() and dfk_finish().  Records come in file order.  Findings
	   come in the order of the records, with two exceptions.  A finding may be about
	   an earlier place of the current record or table.  A finding may also be about
	   an earlier record that only later bytes prove wrong. */
	void (*on_finding)(void *ctx, const struct dfk_finding *finding);
	void (*on_record)(void *ctx, const struct dfk_record *record);

	/* Called for each item of a snapshot, after the record of the snapshot, if the
	   snapshot can be read.  Also called for each removed key and each update of a
	   delta, after the record of the delta.  An update has the new values of the
	   item.  All members except name and fields are those of the record. */
	void (*on_item)(void *ctx, const struct dfk_record *item);
	void *ctx;
};

/*
 * Loads the optional libraries that a check of an input may need.  A program that gives
 * up its rights to open files calls this function before.  No later check of this input
 * then opens a file.  `head`: the first `size` bytes of the input, at least 64 unless the
 * input is shorter; NULL: any input.  `as` and `depth`: as in dfk_options.  A library that
 * is not installed is not an error.  DFK_NO_MEMORY: there is no memory or no file
 * descriptor.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_load_libraries(const void *head, size_t size, const char *as,
		   enum dfk_depth depth);

struct dfk_check;

/*
 * Starts a check.  `options` is copied and may be NULL.  On success, give *check to
 * dfk_close() in the end.  On failure *check is NULL.  Failures are DFK_NO_MEMORY, and
 * DFK_BAD_ARGUMENT for an unknown `as`, level or depth, or if only one function of the
 * allocator is set.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_open(const struct dfk_options *options, struct dfk_check **check);

/*
 * Before the first dfk_feed(): changes a limit or the severity of a rule.
 * DFK_BAD_ARGUMENT: the name is unknown, the value is above the maximum, or the rule is
 * fatal or belongs to a limit.  Fatal rules and rules of limits stay errors.
 * DFK_BAD_STATE: bytes were fed already.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_set_limit(struct dfk_check *check, const char *name, uint64_t value);
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_set_severity(struct dfk_check *check, const char *rule,
		 enum dfk_severity severity);

/*
 * Before dfk_finish(): sets the name of the file, or its path, for the rules about names.
 * The text must live until dfk_finish() has returned.  DFK_BAD_STATE: dfk_finish() was
 * called already.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_set_name(struct dfk_check *check,
						    const char *name);

/*
 * Before the first dfk_feed(): sets the size of the file in bytes.  If this size exceeds
 * the limit input_bytes, dfk_wants() and dfk_verdict_so_far() use this fact from the
 * first dfk_feed() on.  DFK_BAD_STATE: bytes were fed already.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_set_size(struct dfk_check *check,
						    uint64_t size);

/*
 * Reads the next `size` bytes of the file, which may be freed after the call.  After
 * DFK_NO_MEMORY all later calls return DFK_NO_MEMORY, too.  DFK_BAD_STATE: dfk_finish()
 * was called already.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_feed(struct dfk_check *check,
						const void *bytes, size_t size);

/*
 * Does a part of dfk_feed(): of a compressed file, decodes at most 16 KiB.  A few bytes of
 * a compressed file may have millions of records.  With this function a program can
 * handle these records in small groups.  Up to 64 KiB at the start of a recording may be
 * held, and their records then come together.  *used: the number of bytes that were read.
 * *more: call the function again with the other bytes, also if there are none.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_feed_part(struct dfk_check *check,
						     const void *bytes,
						     size_t size, size_t *used,
						     bool *more);

/*
 * Returns the number of calls of on_finding, on_record and on_item so far.  If a callback
 * can lose a call, such as a callback in Python that a signal interrupts, the program
 * compares this number with its own.
 */
DFK_API uint64_t dfk_callback_calls(const struct dfk_check *check);

/* False: the limit input_bytes is reached, and more bytes change nothing. */
DFK_API bool dfk_wants(const struct dfk_check *check);

/*
 * The verdict on the bytes that were fed, without findings about the end of the file.  Up
 * to the first line feed of a recording, or up to 64 KiB, there is no verdict yet.  A
 * file with an error never becomes DFK_VALID.  Any verdict becomes DFK_UNDECIDED if a
 * limit is reached later.
 */
DFK_API enum dfk_verdict dfk_verdict_so_far(const struct dfk_check *check);

/* The id of the format.  NULL: the format is not known yet, or the file has no known
   format. */
DFK_API const char *dfk_format_so_far(const struct dfk_check *check);

/* Ends the file.  May be called once. */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_finish(struct dfk_check *check);

/*
 * Ends the check before the end of the file.  Call this instead of dfk_finish().  There
 * are no findings about the end, no digest and no repair.  The verdict is never
 * DFK_VALID: without an error the verdict is DFK_UNDECIDED.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_stop(struct dfk_check *check);

/*
 * Reports that the file changed while it was read.  Only the caller can notice such a
 * change.  This adds a finding, the verdict becomes DFK_UNDECIDED, and there is no
 * repair.  DFK_BAD_STATE: dfk_finish() was not called yet.
 */
DFK_API DFK_MUST_CHECK enum dfk_status dfk_changed(struct dfk_check *check);

/*
 * Reports that another process has the file open for writing.  Only the caller can notice
 * this.  This adds a finding, which is a note by default.  DFK_BAD_STATE: dfk_finish() was
 * not called yet.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_open_elsewhere(struct dfk_check *check);

DFK_API void dfk_close(struct dfk_check *check); /* NULL: does nothing */

/*
 * The known losses of a repair.  The number of messages in bytes that could not be read
 * is unknown.  The ticks before and after these bytes show how many ticks are lost.
 * Seconds count from the start of the recording.
 */
struct dfk_loss {
	uint64_t messages;  /* of a teehistorian file or a Teeworlds demo */
	uint64_t snapshots; /* of a Teeworlds demo, deltas included */
	uint64_t packets;   /* of a Source demo */
	uint64_t string_tables; /* of a Source demo: lost string tables of
	                           dem_stringtables.  Without them the game
	                           may stop when it loads the demo */
	/* Number of bytes of a Teeworlds demo that could not be read, or bytes after the
	   end of a teehistorian file.  The number of messages and snapshots in these
	   bytes is unknown. */
	uint64_t unread;
	uint64_t ticks;     /* number of lost ticks */
	uint64_t places;
	int64_t first_tick, last_tick; /* the first and the last lost tick;
	                                  -1: no tick is lost */
	double from_s, to_s; /* start of the first loss and end of the last
	                        loss, of bytes or of ticks; negative: not
	                        known */
	double still_s; /* of a Teeworlds demo: how long the picture stands
	                   still, because all snapshots from a loss to the
	                   next keyframe are lost; negative: not known */
	double lost_s; /* the length of all lost ticks together; negative:
	                  not known */
	/* The length that stays, and the whole length.  The whole length goes from the
	   first tick to the last tick that was read, or is the length in the header if
	   that is longer.  Negative: not known. */
	double kept_s, of_s;
	bool more; /* more may be lost: bytes after the end of the repaired
	              recording could not be read, or the header declares a
	              longer recording */
};

/* The result of a check. */
struct dfk_result {
	enum dfk_verdict verdict;
	const char *format;  /* id, or NULL */
	const char *version; /* of the format, such as "2.23", or NULL */

	uint64_t size;           /* number of bytes that were fed */
	const char *compression; /* "gzip", "xz", "zstd", "bzip2", or NULL */
	uint64_t carriage_returns; /* number of carriage returns that are
	                              left out because the file was
	                              transferred as text */
	enum dfk_space space; /* of records and edits.  DFK_SPACE_DECODED if
	                         the file is compressed or was transferred as
	                         text */
	uint64_t decoded_size; /* number of checked bytes; equals `size` in
	                          DFK_SPACE_FILE */
	uint64_t
		undecoded; /* number of bytes at the end of a compressed file
		              that cannot be decoded.  Zeros count only if
		              the recording before them is not whole */
	bool all_there; /* of a Source demo that was cut: the header counts
	                   no more packets than the file has */
	bool loss_unknown; /* a compressed stream is cut, so more may be lost */
	bool file_changed; /* dfk_changed() was called */
	bool stopped;      /* dfk_stop() was called */
	bool has_sha256, has_md5;
	unsigned char sha256[32]; /* of the bytes that were fed */
	unsigned char md5[16];

	/* The offset in decoded bytes after the last record that a repair keeps before
	   its first loss. decoded_size if the repair loses nothing; 0 if there is no
	   repair.  At level safe, the value of level salvage. */
	uint64_t ok_up_to;

	/* The plan: kept + changed + dropped = decoded_size. */
	enum dfk_repairable repairable;
	bool more_at_framing; /* of a Source demo: a repair at level salvage
	                         and depth framing would keep more packets
	                         than a repair at this depth */
	uint64_t kept, changed, dropped, added;
	struct dfk_loss loss; /* if `repairable` is DFK_REPAIRABLE_LOSSY */

	uint64_t errors, warnings, notes; /* all findings, also those not
	                                     handed out */
	uint64_t errors_outside; /* errors outside the bytes: no repair
	                            removes them */
	uint64_t repair_errors;           /* errors of the profile "archive" */
	/* Warnings that a repair with fix_warnings would remove, without warnings in
	   dropped bytes. 0 if fix_warnings was set, or if there is no repair. */
	uint64_t mendable_warnings;
};

/* NULL before dfk_finish() has returned DFK_OK.  The result is valid as long as the
   check. */
DFK_API const struct dfk_result *dfk_result_of(const struct dfk_check *check);

/* Number of findings of a rule, with findings that were not handed out. */
DFK_API uint64_t dfk_rule_hits(const struct dfk_check *check,
			       const struct dfk_rule *rule);

/* Number of findings of a rule that were not handed out. */
DFK_API uint64_t dfk_rule_unlisted(const struct dfk_check *check,
				   const struct dfk_rule *rule);

enum dfk_fact_kind {
	DFK_FACT_INT, DFK_FACT_REAL, DFK_FACT_TEXT, DFK_FACT_BOOL
};

/* A fact about the recording.  An unknown text is NULL. */
struct dfk_fact {
	const char *name; /* "records", "last_tick", "map_name", ... */
	enum dfk_fact_kind kind;
	int64_t integer;
	double real;
	const char *text; /* may be any bytes except NUL */
	bool truth;
	bool personal; /* names a player or a server: see `redact` */
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
	const struct dfk_rule *rule; /* of the finding that this edit removes */
	uint64_t finding;            /* dfk_finding.number of that finding */
	bool lossy;
	int64_t tick;   /* the first tick that is lost with the bytes */
	uint64_t ticks; /* number of lost ticks; 0: no lost ticks are known */
	/* The field of the header that gets a new value, such as "time", or NULL.  The
	   whole recording decides this new value.  Then the new value. */
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
