/* SPDX-License-Identifier: MIT */
/* finding_text.h - writes all members of a finding as lines of text */
#ifndef CORPUS_TOOL_FINDING_TEXT_H
#define CORPUS_TOOL_FINDING_TEXT_H

#include "corpus/builder/buffer.h"
#include "include/demofsck.h"

/* Appends the lines about one finding. */
void finding_text(struct buffer *text, const struct dfk_finding *finding);

#endif
