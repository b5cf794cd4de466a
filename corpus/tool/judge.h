/* SPDX-License-Identifier: MIT */
/*
 * judge.h - what the library says of some bytes and makes of them, in the words
 * of the manifest
 */
#ifndef CORPUS_TOOL_JUDGE_H
#define CORPUS_TOOL_JUDGE_H

#include "corpus/builder/buffer.h"
#include "include/demofsck.h"

/* How the bytes are handed to the library. */
enum judge_pieces {
	JUDGE_WHOLE,
	JUDGE_BYTES,  /* one at a time */
	JUDGE_SPLITS, /* of random lengths, which the seed decides */
};

struct judge_how {
	enum judge_pieces pieces;
	uint32_t seed;
	bool fix_warnings;
	bool blind; /* nobody wants to see records */
	enum dfk_level level;
	struct dfk_known_maps *known_maps; /* or NULL */
};

struct judgement {
	enum dfk_status status; /* if not DFK_OK, nothing else holds */
	struct dfk_result result;
	struct buffer rules;    /* "rule.id@offset+length,..." and a NUL */
	struct buffer findings; /* all of each, as finding_text() writes them */
	struct buffer records;  /* and the facts, as listing_text.h does */
	struct buffer edits;    /* the plan, likewise */
	size_t idle_edits;      /* that put there what is there; if the bytes
	                           are not compressed */
	bool decoded;           /* a finding counts decoded bytes */
	struct buffer repaired; /* what the repair wrote */
	bool has_repaired;
};

/*
 * Checks and repairs `size` bytes.  `options` is a column of the manifest: "-"
 * or as in struct sample, with base and map from the builder.  To be given to
 * judgement_free() in any case.
 */
void judge(const void *bytes, size_t size, const char *options,
	   struct judge_how how, struct judgement *j);
void judgement_free(struct judgement *j);

/* The exit status that `demofsck check` and `demofsck repair` must have. */
int judge_check_exit(const struct judgement *j);
int judge_repair_exit(const struct judgement *j);

/* Adds the row of the manifest, without the line end. */
void judge_row(const struct judgement *j, const char *path, const char *options,
	       const char *about, struct buffer *row);

#endif
