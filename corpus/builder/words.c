/* SPDX-License-Identifier: MIT */
/* words.c - reads the words of one statement of a script */
#include "corpus/builder/words.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/builder/twdemo_writer.h"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

bool
words_left(struct words *r)
{
	while (r->at < r->end && is_blank(*r->at))
		r->at++;
	return r->at < r->end;
}

bool
words_begin(struct words *r, const char *beginning)
{
	const size_t n = strlen(beginning);

	if (!words_left(r) || (size_t)(r->end - r->at) < n ||
	    strncmp(r->at, beginning, n) != 0)
		return false;
	r->at += n;
	return true;
}

bool
words_is(struct words *r, const char *word)
{
	const struct words before = *r;

	if (words_begin(r, word) && (r->at == r->end || is_blank(*r->at)))
		return true;
	*r = before;
	return false;
}

bool
words_at_number(struct words *r)
{
	return words_left(r) && strchr("-+0123456789", *r->at);
}

long long
words_number(struct words *r)
{
	char *end;

	if (!words_at_number(r)) {
		r->failed = true;
		return 0;
	}
	const long long value = strtoll(r->at, &end, 0);

	r->failed |= end == r->at || end > r->end;
	r->at = end;
	return value;
}

/* ----------------------------------------------------------------- bytes */

static unsigned
hex_digit(struct words *r)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit = r->at < r->end && *r->at ? strchr(digits, *r->at)
						     : NULL;

	if (!digit) {
		r->failed = true;
		return 0;
	}
	r->at++;
	return (unsigned)(digit - digits);
}

static unsigned
hex_byte(struct words *r)
{
	const unsigned high = hex_digit(r);

	return high << 4 | hex_digit(r);
}

static void
read_text(struct words *r, struct buffer *out)
{
	while (!r->failed && r->at < r->end && *r->at != '\'') {
		if (*r->at != '%') {
			buffer_byte(out, (unsigned char)*r->at++);
			continue;
		}
		r->at++;
		buffer_byte(out, hex_byte(r));
	}
	r->failed |= r->at >= r->end;
	r->at++;
}

static void
read_hex(struct words *r, struct buffer *out)
{
	struct buffer once = { 0 };
	long long n = 1;

	while (!r->failed && r->at < r->end && !is_blank(*r->at) &&
	       *r->at != '*')
		buffer_byte(&once, hex_byte(r));
	if (words_begin(r, "*"))
		n = words_number(r);
	while (n-- > 0)
		buffer_append(out, once.bytes, once.size);
	buffer_free(&once);
}

void
words_bytes(struct words *r, struct buffer *out)
{
	if (words_begin(r, "'"))
		read_text(r, out);
	else if (words_begin(r, "x"))
		read_hex(r, out);
	else if (words_begin(r, "="))
		twdemo_big_endian(out, (uint32_t)words_number(r));
	else
		r->failed = true;
}

void
words_all(struct words *r, struct buffer *out)
{
	while (!r->failed && words_left(r))
		words_bytes(r, out);
}

const char *
words_statement(const char *at, const char *end)
{
	bool text = false;

	for (; at < end && (text || !strchr(";{}", *at)); at++)
		text ^= *at == '\'';
	return at;
}

const char *
words_block(const char *at, const char *end)
{
	for (int depth = 1; at < end; at++) {
		at = words_statement(at, end);
		if (at == end)
			break;
		depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
		if (depth == 0)
			return at;
	}
	return end;
}

struct word_number
words_given(struct words *r)
{
	struct word_number g = { .given = true };

	g.relative = !words_begin(r, "=") && words_left(r) &&
		     (*r->at == '+' || *r->at == '-');
	g.value = words_number(r);
	return g;
}

long long
word_number_or(struct word_number g, long long base)
{
	return !g.given ? base : g.relative ? base + g.value : g.value;
}
