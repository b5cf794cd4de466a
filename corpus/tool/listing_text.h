/* SPDX-License-Identifier: MIT */
/* listing_text.h - writes records, facts and the plan of a repair as lines of text */
#ifndef CORPUS_TOOL_LISTING_TEXT_H
#define CORPUS_TOOL_LISTING_TEXT_H

#include "corpus/builder/buffer.h"
#include "include/demofsck.h"

/* Appends the line about one record. */
void listing_record(struct buffer *text, const struct dfk_record *record);

/* Appends the line about one item of the record before. */
void listing_item(struct buffer *text, const struct dfk_record *item);

/* Appends the lines of a finished check: all its facts, and all edits of its plan with
   their losses.  Without an edit there are no lines about edits. */
void listing_facts(struct buffer *text, const struct dfk_check *check);
void listing_edits(struct buffer *text, const struct dfk_check *check);

#endif
