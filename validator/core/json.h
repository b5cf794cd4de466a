/* SPDX-License-Identifier: MIT */
/*
 * json.h - a scanner for JSON with offsets and limits
 *
 * Each call returns one token.  The scanner allocates no memory and does not call itself.
 * The scanner accepts JSON as in RFC 8259, and any bytes of 0x80 and above in strings,
 * because it does not check UTF-8.  Duplicate keys are not found either.
 */
#ifndef VALIDATOR_CORE_JSON_H
#define VALIDATOR_CORE_JSON_H

#include "validator/core/cursor.h"

enum { JSON_MAX_DEPTH = 64 };

enum json_type {
	TOKEN_OBJECT,     /* { */
	TOKEN_OBJECT_END, /* } */
	TOKEN_ARRAY,      /* [ */
	TOKEN_ARRAY_END,  /* ] */
	TOKEN_KEY,
	TOKEN_STRING,
	TOKEN_NUMBER,
	TOKEN_LITERAL, /* true, false, null */
	TOKEN_END,     /* one whole value was read, and nothing follows */
	TOKEN_ERROR,   /* not JSON; `off` is the place; every further token is
	                  this error */
	TOKEN_DEEP,    /* nested deeper than max_depth; every further token is
	                  this error */
};

struct json_token {
	enum json_type type;
	uint64_t off;
	struct span text; /* a string has its quotes */
};

enum json_expect {
	JSON_WANT_VALUE,
	JSON_WANT_VALUE_OR_END, /* after [ */
	JSON_WANT_KEY,          /* after , in an object */
	JSON_WANT_KEY_OR_END,   /* after { */
	JSON_WANT_COLON,
	JSON_WANT_COMMA_OR_END,
	JSON_WANT_NOTHING,
};

/* An escape without its last digits, directly before the closing quote. */
struct json_cut {
	uint64_t off;
	size_t len;
};

struct json {
	struct cursor in;
	enum json_expect expect;
	unsigned depth, max_depth;
	uint64_t objects;    /* bit n is set: level n is an object; not set: an
	                        array */
	bool blank;          /* there was white space between tokens */
	bool may_be_cut;     /* accept strings that end inside \\uXXXX ... */
	struct json_cut cut; /* ... and note the last such place; len 0: no
	                        such place */
	struct json_token stopped; /* the error that every further call
	                              returns */
	bool has_stopped;
};

/* max_depth: 1 to JSON_MAX_DEPTH. */
struct json json_init(struct span text, uint64_t origin, unsigned max_depth);
struct json_token json_next(struct json *j);

/*
 * The decoded bytes of a string token or a key, one after the other.  A NUL escape
 * becomes U+FFFD.  A cut escape has no bytes, as after a repair that drops it.
 */
struct json_bytes {
	struct cursor in; /* the rest of the string, without the closing
	                     quote */
	uint8_t held[4];  /* bytes of an escape that are not returned yet */
	unsigned n, at;
};

struct json_bytes json_bytes(struct json_token string);
bool json_byte(struct json_bytes *b, uint8_t *byte);

/*
 * Decodes a string token into `out`.  `out` ends with a NUL, and is cut to size - 1
 * bytes, even inside a character.  Returns the length of the whole string.
 */
size_t json_decode(struct json_token string, char *out, size_t size);

#endif
