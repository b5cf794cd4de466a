/* SPDX-License-Identifier: MIT */
/* content.h - the decoded bytes of a session: detection, window, format */
#ifndef VALIDATOR_CORE_CONTENT_H
#define VALIDATOR_CORE_CONTENT_H

#include "validator/core/session.h"

/* The next bytes of the recording. */
enum dfk_status content_feed(struct session *s, struct span bytes);

/* Finds out what the file is, from its first bytes, which the window holds, unless a
   format is forced. */
enum dfk_status content_recognize(struct session *s, bool closed);

/* Lets the format read what the window holds; closed: nothing follows. */
void content_read(struct session *s, bool closed);

/* Behind the end that the format found, does another file begin?  The report gets its
   name. */
void content_name_tail(struct session *s);

#endif
