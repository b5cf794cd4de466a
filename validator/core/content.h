/* SPDX-License-Identifier: MIT */
/* content.h - the decoded bytes of a session: detection, window, format */
#ifndef VALIDATOR_CORE_CONTENT_H
#define VALIDATOR_CORE_CONTENT_H

#include "validator/core/session.h"

/* The next bytes of the recording. */
enum dfk_status content_feed(struct session *s, struct span bytes);

/* Finds the format of the file by its first bytes, which the window holds, unless a
   format is forced. */
enum dfk_status content_recognize(struct session *s, bool closed);

/* Lets the format read the bytes in the window; closed: the file ends after them. */
void content_read(struct session *s, bool closed);

/* Gives the report the name of a file that begins after the end of the recording. */
void content_name_tail(struct session *s);

#endif
