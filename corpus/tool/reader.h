/* SPDX-License-Identifier: MIT */
/* reader.h - what any reader of a format must do with a sample */
#ifndef CORPUS_TOOL_READER_H
#define CORPUS_TOOL_READER_H

#include "corpus/builder/buffer.h"
#include "include/demofsck.h"

struct reader_duty {
	bool has_defect;
	enum dfk_reader_level level; /* the lowest level of a defect */
	bool accepts;                /* every reader must accept the sample */
	bool rejects;      /* a reader of this level must reject the sample */
	char game[16];     /* "tf", "teeworlds", or "-" */
	char protocol[16]; /* network protocol, or "-" */
};

/* Begins without a defect. */
void reader_init(struct reader_duty *r);

/* Notes the level of a finding.  Call this for each finding. */
void reader_finding(struct reader_duty *r, const struct dfk_finding *finding);

/* Reads the rest from a finished check. */
void reader_finish(struct reader_duty *r, const struct dfk_check *check,
		   const char *options);

/* Adds four columns of the manifest: reader, level, game and protocol. */
void reader_columns(const struct reader_duty *r, struct buffer *row);

#endif
