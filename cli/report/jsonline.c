/* SPDX-License-Identifier: MIT */
/* jsonline.c - lines of valid JSON, whatever the bytes in them are */
#include "cli/report/jsonline.h"

#include <nettle/base16.h>
#include <nettle/base64.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/text.h"

struct jsonline
jsonline_start(const char *type)
{
	struct jsonline line = { json_object(), true };

	line.good = json_object_set_new(line.object, "type",
					json_string(type)) == 0;
	return line;
}

void
jsonline_put(struct jsonline *line, const char *key, json_t *value)
{
	if (json_object_set_new(line->object, key, value) != 0)
		line->good = false;
}

void
jsonline_put_object(struct jsonline *line, const char *key,
		    struct jsonline *object)
{
	jsonline_put(line, key, object->object);
	line->good = line->good && object->good;
}

struct rendering {
	char *bytes;
	size_t used, room;
	bool good;
};

/*
 * The failure is also kept here, because json_dumps() of jansson 2.14 does not
 * return it if it comes in the middle of a key, and prints a broken line.
 */
static int
render(const char *bytes, size_t size, void *ctx)
{
	struct rendering *r = ctx;

	if (r->good && r->room - r->used < size) {
		const size_t room = 2 * r->room + size;
		char *grown = realloc(r->bytes, room);

		r->good = grown != NULL;
		if (r->good) {
			r->bytes = grown;
			r->room = room;
		}
	}
	if (!r->good)
		return -1;
	memcpy(r->bytes + r->used, bytes, size);
	r->used += size;
	return 0;
}

bool
jsonline_print(const json_t *value, size_t flags)
{
	struct rendering r = { .good = true };

	if (json_dump_callback(value, render, &r,
			       flags | JSON_ENSURE_ASCII |
				       JSON_REAL_PRECISION(15)) != 0)
		r.good = false;
	for (size_t i = 0; i < r.used && r.good; i++) {
		/* jansson leaves DEL as it is; a terminal does not. */
		if (r.bytes[i] == 0x7f)
			fputs("\\u007f", stdout);
		else
			putchar(r.bytes[i]);
	}
	if (r.good)
		putchar('\n');
	free(r.bytes);
	return r.good;
}

bool
jsonline_end(struct jsonline *line)
{
	const bool good = line->good &&
			  jsonline_print(line->object, JSON_COMPACT);

	json_decref(line->object);
	return good;
}

json_t *
jsonline_number(uint64_t value)
{
	return json_integer(value <= INT64_MAX ? (json_int_t)value : INT64_MAX);
}

json_t *
jsonline_text(const void *bytes, size_t size)
{
	const unsigned char *from = bytes;
	unsigned char *to;
	size_t used = 0, length;
	uint32_t codepoint;
	json_t *value;

	if (size > SIZE_MAX / 3 - 1)
		return NULL;
	to = malloc(3 * size + 1);
	if (to == NULL)
		return NULL;
	for (size_t at = 0; at < size; at += length) {
		length = text_decode(from + at, size - at, &codepoint);
		if (length == 0) {
			length = 1;
			memcpy(to + used, "\xef\xbf\xbd", 3);
			used += 3;
		} else {
			memcpy(to + used, from + at, length);
			used += length;
		}
	}
	value = json_stringn((const char *)to, used);
	free(to);
	return value;
}

json_t *
jsonline_texts(const void *bytes, size_t size)
{
	const unsigned char *from = bytes;
	json_t *array = json_array();

	for (size_t at = 0; at < size && array != NULL;) {
		const size_t length = strnlen((const char *)from + at,
					      size - at);

		if (json_array_append_new(array,
					  jsonline_text(from + at, length))) {
			json_decref(array);
			return NULL;
		}
		at += length + 1;
	}
	return array;
}

json_t *
jsonline_string(const char *text)
{
	return text != NULL ? jsonline_text(text, strlen(text)) : json_null();
}

json_t *
jsonline_hex(const unsigned char *bytes, size_t size)
{
	char *hex;
	json_t *value;

	if (size > SIZE_MAX / 2 - 1)
		return NULL;
	hex = malloc(2 * size + 1);
	if (hex == NULL)
		return NULL;
	base16_encode_update(hex, size, bytes);
	value = json_stringn(hex, 2 * size);
	free(hex);
	return value;
}

json_t *
jsonline_base64(const char *text)
{
	const size_t size = strlen(text);
	const size_t length = BASE64_ENCODE_RAW_LENGTH(size);
	char *encoded = malloc(length + 1);
	json_t *value;

	if (encoded == NULL)
		return NULL;
	base64_encode_raw(encoded, size, (const uint8_t *)text);
	value = json_stringn(encoded, length);
	free(encoded);
	return value;
}

bool
jsonline_is_utf8(const char *text)
{
	const unsigned char *bytes = (const unsigned char *)text;
	size_t left = strlen(text), length;
	uint32_t codepoint;

	for (; left > 0; left -= length, bytes += length) {
		length = text_decode(bytes, left, &codepoint);
		if (length == 0)
			return false;
	}
	return true;
}
