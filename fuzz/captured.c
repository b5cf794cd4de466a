/* SPDX-License-Identifier: MIT */
/* captured.c - keeps what sinks write, and reads it like the programs that get it */
#include "fuzz/captured.h"

#include <jansson.h>
#include <string.h>

#include "cli/report/text.h"
#include "fuzz/harness.h"

void
captured_begin(struct captured *c)
{
	FILE *memory = open_memstream(&c->text, &c->size);

	if (!memory)
		harness_no_memory();
	c->before = stdout;
	stdout = memory;
}

void
captured_end(struct captured *c)
{
	fclose(stdout);
	stdout = c->before;
}

static void
parses(const char *text, size_t size)
{
	while (size) {
		const char *end = memchr(text, '\n', size);
		json_t *line;

		HOLDS(end);
		line = json_loadb(text, (size_t)(end - text),
				  JSON_REJECT_DUPLICATES, NULL);
		HOLDS(json_is_object(line));
		HOLDS(json_is_string(json_object_get(line, "type")));
		json_decref(line);
		for (; text <= end; text++, size--)
			HOLDS(text == end || (*text >= 0x20 && *text < 0x7f));
	}
}

static void
tame(const char *text, size_t size)
{
	const unsigned char *at = (const unsigned char *)text;

	HOLDS(size == 0 || text[size - 1] == '\n');
	while (size) {
		uint32_t c;
		const size_t n = text_decode(at, size, &c);

		HOLDS(n > 0);
		HOLDS(c == '\n' || (c >= 0x20 && c != 0x7f));
		HOLDS(c < 0x80 || c > 0x9f);
		HOLDS(c != 0xad && c != 0x180e && c != 0xfeff);
		HOLDS(c < 0x200b || c > 0x200f);
		HOLDS(c < 0x2028 || c > 0x202e);
		HOLDS(c < 0x2060 || c > 0x206f);
		HOLDS(c < 0xfe00 || c > 0xfe0f);
		HOLDS(c < 0xe0000 || c > 0xe0fff);
		at += n;
		size -= n;
	}
}

/* Plain ASCII, in lines. */
static void
is_plain(const char *text, size_t size)
{
	HOLDS(size > 0 && text[size - 1] == '\n');
	for (size_t i = 0; i < size; i++)
		HOLDS(text[i] == '\n' || (text[i] >= 0x20 && text[i] < 0x7f));
}

static void
document(enum args_format format, const char *text, size_t size)
{
	json_t *all;

	is_plain(text, size);
	if (format == ARGS_JUNIT)
		return;
	HOLDS(format == ARGS_SARIF_GITHUB ||
	      memchr(text, '\n', size) == text + size - 1);
	all = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
	HOLDS(json_is_array(json_object_get(all, "runs")));
	json_decref(all);
}

void
captured_is_readable(const struct captured *c, enum args_format format)
{
	if (format == ARGS_NDJSON)
		parses(c->text, c->size);
	else if (format == ARGS_TEXT || format == ARGS_CSV)
		tame(c->text, c->size);
	else
		document(format, c->text, c->size);
}
