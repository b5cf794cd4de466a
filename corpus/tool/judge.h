/* SPDX-License-Identifier: MIT */
/* judge.h - the results of a check and a repair, in the words of the manifest */
#ifndef CORPUS_TOOL_JUDGE_H
#define CORPUS_TOOL_JUDGE_H

#include "corpus/builder/buffer.h"
#include "corpus/tool/reader.h"
#include "include/demofsck.h"

/* How the bytes are passed to the library. */
enum judge_pieces {
	JUDGE_WHOLE,
	JUDGE_BYTES,  /* one byte at a time */
	JUDGE_SPLITS, /* pieces of random lengths, which depend on the seed */
};

struct judge_how {
	enum judge_pieces pieces;
	uint32_t seed;
	bool fix_warnings;
	bool blind; /* records are not wanted */
	enum dfk_level level;
	struct dfk_known_maps *known_maps; /* known maps, or NULL */
};

struct judgement {
	enum dfk_status status; /* if not DFK_OK, no other member is valid */
	struct dfk_result result;
	struct buffer rules;    /* "rule.id@offset+length,..." and a NUL */
	struct buffer findings; /* all members of each finding, as
	                           finding_text() writes them */
	struct buffer records;  /* records and facts, as listing_text.h writes
	                           them */
	struct reader_duty reader; /* what any reader must do with the sample */
	struct buffer edits;       /* the plan, as listing_text.h writes it */
	size_t idle_edits;      /* number of edits that change nothing, if the
	                           bytes are not compressed */
	bool decoded;           /* a finding counts decoded bytes */
	struct buffer repaired; /* the output of the repair */
	bool has_repaired;
};

/*
 * Checks and repairs `size` bytes.  `options` is a column of the manifest: "-", or the
 * options of struct sample, whose base and map the builder makes.  Call judgement_free()
 * after each call.
 */
void judge(const void *bytes, size_t size, const char *options,
	   struct judge_how how, struct judgement *j);
void judgement_free(struct judgement *j);

/* Return the expected exit code of `demofsck check` and of `demofsck repair`. */
int judge_check_exit(const struct judgement *j);
int judge_repair_exit(const struct judgement *j);

/* Adds the row of the manifest, without the end of the line. */
void judge_row(const struct judgement *j, const char *path, const char *options,
	       const char *about, struct buffer *row);

#endif
