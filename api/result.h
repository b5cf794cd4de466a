/* SPDX-License-Identifier: MIT */
/* result.h - what is known when all bytes of a check were read */
#ifndef API_RESULT_H
#define API_RESULT_H

#include "api/handles.h"

/* Fills in the result, also with what the name of the file shows. */
void result_fill(struct dfk_check *check);

/* What the plan loses, once the facts are known: nothing, if no repair is lossy. */
struct dfk_loss result_loss(const struct dfk_check *check);

/* The verdict and the counts, which later findings change. */
void result_judge(struct dfk_check *check);

#endif
