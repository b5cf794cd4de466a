/* SPDX-License-Identifier: MIT */
/*
 * jsonout.h - JSON text, written piece by piece
 *
 *   jsonout_open(&json, '{');
 *   jsonout_key(&json, "offset");
 *   jsonout_number(&json, 17);
 *   jsonout_close(&json, '}');
 *
 * Commas are written automatically.  The text is printable ASCII for any bytes of a
 * value: all other bytes are escaped.  Nothing is allocated.
 */
#ifndef API_WRITER_JSONOUT_H
#define API_WRITER_JSONOUT_H

#include "api/writer/textout.h"

struct jsonout {
	struct textout out;
	bool has_one; /* a value of this object or array: a comma is next */
};

void jsonout_open(struct jsonout *json, char bracket); /* '{' or '[' */
void jsonout_close(struct jsonout *json, char bracket);

/* Ends the object of a line, and the line. */
void jsonout_end_line(struct jsonout *json);

/* Values that were written elsewhere, with commas between them. */
void jsonout_splice(struct jsonout *json, struct span values);

/* The key of the value that is written next. */
void jsonout_key(struct jsonout *json, const char *key);

/* Values: of an array, or after a key. */
void jsonout_null(struct jsonout *json);
void jsonout_bool(struct jsonout *json, bool value);
void jsonout_int(struct jsonout *json, int64_t value);
void jsonout_number(struct jsonout *json, uint64_t value);
/* Writes a number with 15 digits in any locale; null for infinity and NaN. */
void jsonout_real(struct jsonout *json, double value);
void jsonout_bytes(struct jsonout *json, struct span bytes);
void jsonout_text(struct jsonout *json, const char *text); /* NULL: null */
/* Writes at most so many bytes, and the rest of the last character; then "..." if the
   text is longer. */
void jsonout_text_within(struct jsonout *json, const char *text,
			 size_t longest);
/* A text in between which is plain ASCII without quotes and backslashes. */
struct textout *jsonout_start_text(struct jsonout *json);
void jsonout_end_text(struct jsonout *json);
void jsonout_hex(struct jsonout *json, struct span bytes);
void jsonout_base64(struct jsonout *json, struct span bytes);

/* Members of an object. */
void jsonout_put_int(struct jsonout *json, const char *key, int64_t value);
void jsonout_put_number(struct jsonout *json, const char *key, uint64_t value);
void jsonout_put_bool(struct jsonout *json, const char *key, bool value);
void jsonout_put_text(struct jsonout *json, const char *key, const char *text);
void jsonout_put_object(struct jsonout *json, const char *key); /* opens it */

#endif
