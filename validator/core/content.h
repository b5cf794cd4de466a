/* SPDX-License-Identifier: MIT */
/* content.h - decoded bytes of a session: finds the format, and passes bytes to the
   format */
#ifndef VALIDATOR_CORE_CONTENT_H
#define VALIDATOR_CORE_CONTENT_H

#include "validator/core/session.h"

/* Reads the next bytes of the recording. */
enum dfk_status content_feed(struct session *s, struct span bytes);

/* Finds the format of the file by its first bytes, unless the caller forces a format.
   The window holds the first bytes. */
enum dfk_status content_recognize(struct session *s, bool closed);

/* Lets the format read the bytes in the window. closed: the file ends after these
   bytes. */
void content_read(struct session *s, bool closed);

/* Gives the report the name of the kind of file that begins behind the recording. */
void content_name_tail(struct session *s);

#endif
