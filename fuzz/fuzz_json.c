/* SPDX-License-Identifier: MIT */
/*
 * fuzz_json.c - compares the scanner of the header with a JSON library
 *
 *   ends      it stops after at most one token a byte, and stays stopped
 *   inside    tokens lie in the text, in order, and do not overlap
 *   nested    every level that is opened is closed by its own bracket
 *   agrees    what the library takes, the scanner takes
 *   cut       what is JSON has the same tokens if strings may be cut
 *   decoded   a string of the scanner is cut to its buffer, and is a C string
 */
#include <jansson.h>
#include <string.h>

#include "fuzz/harness.h"
#include "validator/core/json.h"

enum { DEPTH = 12, ORIGIN = 16 };

struct nesting {
	enum json_type open[DEPTH + 1];
	unsigned depth;
};

static void
decode(struct json_token t)
{
	char small[5], large[256];
	const size_t n = json_decode(t, small, sizeof(small));

	HOLDS(json_decode(t, large, sizeof(large)) == n);
	HOLDS(n + 2 <= t.text.len * 2);
	HOLDS(strlen(small) <= n && strlen(small) < sizeof(small));
	if (n < sizeof(large))
		HOLDS(strlen(large) == n);
}

static void
nest(struct nesting *n, struct json_token t)
{
	switch (t.type) {
	case TOKEN_OBJECT:
	case TOKEN_ARRAY:
		HOLDS(n->depth < DEPTH);
		n->open[n->depth++] = t.type;
		break;
	case TOKEN_OBJECT_END:
		HOLDS(n->depth && n->open[--n->depth] == TOKEN_OBJECT);
		break;
	case TOKEN_ARRAY_END:
		HOLDS(n->depth && n->open[--n->depth] == TOKEN_ARRAY);
		break;
	case TOKEN_KEY:
		HOLDS(n->depth && n->open[n->depth - 1] == TOKEN_OBJECT);
		decode(t);
		break;
	case TOKEN_STRING: decode(t); break;
	case TOKEN_END: HOLDS(n->depth == 0); break;
	case TOKEN_NUMBER:
	case TOKEN_LITERAL:
	case TOKEN_ERROR:
	case TOKEN_DEEP: break;
	}
}

/* Returns the last token of the scanner. */
static enum json_type
scan(const struct blob *in)
{
	struct json j = json_init((struct span){ in->at, in->size }, ORIGIN,
				  DEPTH);
	struct nesting n = { .depth = 0 };
	uint64_t at = ORIGIN;

	for (size_t i = 0;; i++) {
		const struct json_token t = json_next(&j);

		HOLDS(i <= in->size);
		HOLDS(t.off >= at && t.off <= ORIGIN + in->size);
		nest(&n, t);
		if (t.type >= TOKEN_END) {
			HOLDS(json_next(&j).type == t.type);
			return t.type;
		}
		HOLDS(t.text.len > 0);
		at = t.off + t.text.len;
		HOLDS(at <= ORIGIN + in->size);
	}
}

/* Valid JSON contains no cut string. */
static void
same_if_cut(const struct blob *in)
{
	struct json plain = json_init((struct span){ in->at, in->size }, ORIGIN,
				      DEPTH);
	struct json cut = plain;
	enum json_type type;

	cut.may_be_cut = true;
	do {
		const struct json_token a = json_next(&plain);
		const struct json_token b = json_next(&cut);

		type = a.type;
		HOLDS(a.type == b.type && a.off == b.off);
		HOLDS(a.text.len == b.text.len &&
		      (a.text.len == 0 || a.text.ptr == b.text.ptr));
	} while (type < TOKEN_END);
	HOLDS(cut.cut.len == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct blob in = blob_copy(data, size);
	const enum json_type end = scan(&in);
	json_t *value = json_loadb((const char *)in.at, in.size,
				   JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);

	if (end == TOKEN_END)
		same_if_cut(&in);
	/* For the library a NUL byte is the end of the text.  A header contains no NUL
	   byte. */
	if (value && !memchr(in.at, 0, in.size))
		HOLDS(end == TOKEN_END || end == TOKEN_DEEP);
	json_decref(value);
	blob_free(&in);
	return 0;
}
