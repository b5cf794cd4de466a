/* SPDX-License-Identifier: MIT */
/*
 * json.h - a bounded pull scanner for JSON, with offsets
 *
 * One token a call, no allocation, no recursion.  The scanner accepts JSON as in RFC
 * 8259, and any bytes of 0x80 and above in strings: it does not check UTF-8.  It does not
 * check for duplicate keys, either.
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
	TOKEN_END,     /* one whole value was read and nothing follows */
	TOKEN_ERROR,   /* not JSON; off is where, latched */
	TOKEN_DEEP,    /* nested deeper than max_depth, latched */
};

struct json_token {
	enum json_type type;
	uint64_t off;
	struct span text; /* with the quotes of a string */
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
	uint64_t objects;    /* bit n: level n is an object, not an array */
	bool blank;          /* white space between tokens was seen */
	bool may_be_cut;     /* let strings pass that end inside \\uXXXX ... */
	struct json_cut cut; /* ... the last such place; len 0: none yet */
	struct json_token stopped; /* the latched error */
	bool has_stopped;
};

/* max_depth: 1 to JSON_MAX_DEPTH. */
struct json json_init(struct span text, uint64_t origin, unsigned max_depth);
struct json_token json_next(struct json *j);

/*
 * The decoded bytes of a string token or a key, one after the other; false: no more.  A
 * NUL escape becomes U+FFFD.  A cut escape has no bytes, as after a repair that drops it.
 */
struct json_bytes {
	struct cursor in; /* without the closing quote */
	uint8_t held[4];  /* of an escape, the next one first */
	unsigned n, at;
};

struct json_bytes json_bytes(struct json_token string);
bool json_byte(struct json_bytes *b, uint8_t *byte);

/*
 * Decodes a string token into out, NUL-terminated, cut to size - 1 bytes (at
 * the byte).  Returns the length of the whole.
 */
size_t json_decode(struct json_token string, char *out, size_t size);

#endif
