/* SPDX-License-Identifier: MIT */
/* result.h - the result of a check, after all bytes were read */
#ifndef API_RESULT_H
#define API_RESULT_H

#include "api/handles.h"

/* Fills in the result, also with the findings about the name of the file. */
void result_fill(struct dfk_check *check);

/* The losses of the plan, after the facts are known; zero if the repair is not lossy. */
struct dfk_loss result_loss(const struct dfk_check *check);

/* The verdict and the counts, which later findings change. */
void result_judge(struct dfk_check *check);

#endif
