/* SPDX-License-Identifier: MIT */
/*
 * jsonout.h - JSON text, written piece by piece
 *
 *   jsonout_open(&json, '{');
 *   jsonout_key(&json, "offset");
 *   jsonout_number(&json, 17);
 *   jsonout_close(&json, '}');
 *
 * Commas are written automatically.  The text is printable ASCII: all other bytes of a
 * value are escaped.  No memory is allocated.
 */
#ifndef API_WRITER_JSONOUT_H
#define API_WRITER_JSONOUT_H

#include "api/writer/textout.h"

struct jsonout {
	struct textout out;
	bool has_one; /* this object or array has a value already, so a comma
	                 is next */
};

void jsonout_open(struct jsonout *json, char bracket); /* '{' or '[' */
void jsonout_close(struct jsonout *json, char bracket);

/* Closes the object of a line, and ends the line. */
void jsonout_end_line(struct jsonout *json);

/* Writes values that were written elsewhere, and commas between them. */
void jsonout_splice(struct jsonout *json, struct span values);

/* Writes the key of the next value. */
void jsonout_key(struct jsonout *json, const char *key);

/* These functions write a value of an array, or the value after a key. */
void jsonout_null(struct jsonout *json);
void jsonout_bool(struct jsonout *json, bool value);
void jsonout_int(struct jsonout *json, int64_t value);
void jsonout_number(struct jsonout *json, uint64_t value);
/* Writes a number with 15 digits in any locale; null for infinity and NaN. */
void jsonout_real(struct jsonout *json, double value);
void jsonout_bytes(struct jsonout *json, struct span bytes);
void jsonout_text(struct jsonout *json, const char *text); /* NULL: null */
/* Writes at most this number of bytes, and the rest of the last character.  Writes "..."
   if the text is longer. */
void jsonout_text_within(struct jsonout *json, const char *text,
			 size_t longest);
/* Begins a text.  The caller writes the text as plain ASCII without quotes and
   backslashes. */
struct textout *jsonout_start_text(struct jsonout *json);
void jsonout_end_text(struct jsonout *json);
void jsonout_hex(struct jsonout *json, struct span bytes);
void jsonout_base64(struct jsonout *json, struct span bytes);

/* These functions write a member of an object. */
void jsonout_put_int(struct jsonout *json, const char *key, int64_t value);
void jsonout_put_number(struct jsonout *json, const char *key, uint64_t value);
void jsonout_put_bool(struct jsonout *json, const char *key, bool value);
void jsonout_put_text(struct jsonout *json, const char *key, const char *text);
/* Begins the object. */
void jsonout_put_object(struct jsonout *json, const char *key);

#endif
