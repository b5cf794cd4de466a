/* SPDX-License-Identifier: MIT */
/* option.c - the options of a sample */
#include "corpus/tool/option.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/builder/samples.h"

/* Returns the length of the next word of `*text`, and moves `*text` to the start of this
   word. */
static size_t
next_word(const char **text)
{
	*text += strspn(*text, " ");
	return strcspn(*text, " ");
}

bool
option_value(const char *options, const char *name,
	     char value[OPTION_MAX])
{
	const size_t length = strlen(name);
	size_t n;

	for (; (n = next_word(&options)) > 0; options += n) {
		if (strncmp(options, name, length) == 0 &&
		    options[length] == '=' && n - length <= OPTION_MAX) {
			memcpy(value, options + length + 1, n - length - 1);
			value[n - length - 1] = '\0';
			return true;
		}
	}
	return false;
}

static enum dfk_protocol
read_protocol(const char *options)
{
	char value[OPTION_MAX];

	if (!option_value(options, "protocol", value))
		return DFK_PROTOCOL_06;
	return strcmp(value, "0.7") == 0 ? DFK_PROTOCOL_07 : DFK_PROTOCOL_05;
}

/* Opens the snapshot of base=PATH, which the builder makes.  NULL: there is no such
   option. */
static enum dfk_status
open_base(const char *options, struct dfk_snapshot **base)
{
	char path[OPTION_MAX];
	const struct sample *sample;
	struct buffer bytes = { 0 };
	int32_t *ints;
	enum dfk_status status;

	if (!option_value(options, "base", path))
		return DFK_OK;
	sample = samples_find(path);
	if (!sample || !sample_build(sample, &bytes))
		return DFK_BAD_ARGUMENT;
	ints = malloc(bytes.size + 1);
	status = ints ? dfk_snapshot_open(NULL, read_protocol(options), base)
		      : DFK_NO_MEMORY;
	for (size_t i = 0; status == DFK_OK && i < bytes.size / 4; i++)
		ints[i] = buffer_peek(&bytes, 4 * i);
	if (status == DFK_OK)
		status = dfk_snapshot_load(*base, ints, bytes.size / 4);
	free(ints);
	buffer_free(&bytes);
	return status;
}

enum dfk_status
option_map(const char *options, struct buffer *bytes, struct dfk_map **map)
{
	char path[OPTION_MAX];
	const struct sample *sample;

	*map = NULL;
	if (!option_value(options, "map", path))
		return DFK_OK;
	sample = samples_find(path);
	if (!sample || !sample_build(sample, bytes))
		return DFK_BAD_ARGUMENT;
	return dfk_map_open(NULL, bytes->bytes, bytes->size, map);
}

static enum dfk_status
set_limit(struct dfk_check *check, const char *name, const char *value)
{
	return dfk_set_limit(check, name, strtoull(value, NULL, 10));
}

static enum dfk_status
set_severity(struct dfk_check *check, const char *rule, const char *name)
{
	for (int severity = DFK_OFF; severity <= (int)DFK_ERROR; severity++)
		if (strcmp(dfk_severity_name((enum dfk_severity)severity),
			   name) == 0)
			return dfk_set_severity(check, rule,
						(enum dfk_severity)severity);
	return DFK_BAD_ARGUMENT;
}

/* Sets each of the options WORD=NAME=VALUE. */
static enum dfk_status
set_each(struct dfk_check *check, const char *options, const char *word,
	 enum dfk_status (*set)(struct dfk_check *check, const char *name,
				const char *value))
{
	enum dfk_status status = DFK_OK;
	size_t n;

	for (; status == DFK_OK && (n = next_word(&options)) > 0;
	     options += n) {
		char copy[OPTION_MAX];
		char *name, *value;

		if (n >= sizeof(copy))
			return DFK_BAD_ARGUMENT;
		memcpy(copy, options, n);
		copy[n] = '\0';
		name = strchr(copy, '=');
		if (!name || strncmp(copy, word, strlen(word)) != 0 ||
		    name != copy + strlen(word))
			continue;
		value = strchr(++name, '=');
		if (!value)
			return DFK_BAD_ARGUMENT;
		*value++ = '\0';
		status = set(check, name, value);
	}
	return status;
}

enum dfk_status
option_apply(const char *options, struct dfk_check *check,
	     struct dfk_snapshot **base)
{
	enum dfk_status status;

	*base = NULL;
	status = dfk_set_protocol(check, read_protocol(options));
	if (status == DFK_OK)
		status = open_base(options, base);
	if (status == DFK_OK)
		status = dfk_set_base(check, *base);
	if (status == DFK_OK)
		status = set_each(check, options, "limit", set_limit);
	if (status == DFK_OK)
		status = set_each(check, options, "rule", set_severity);
	return status;
}
