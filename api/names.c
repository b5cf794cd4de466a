/* SPDX-License-Identifier: MIT */
/* names.c - compares the name of a file with its format and its game_uuid */
#include "api/names.h"

#include "validator/core/uuid.h"

enum {
	UUID_LENGTH = UUID_TEXT_SIZE - 1,
	/* The offset of findings about a header: the end of the 16 bytes that identify
	   the format. */
	HEADER_OFFSET = 16,
};

static uint8_t
lower(uint8_t byte)
{
	return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
}

/* Are both texts equal, except for upper and lower case of ASCII letters? */
static bool
is_alike(struct span a, struct span b)
{
	struct cursor from = cur_span(a, 0), to = cur_span(b, 0);

	if (a.len != b.len)
		return false;
	while (cur_left(&from) > 0)
		if (lower(cur_u8(&from)) != lower(cur_u8(&to)))
			return false;
	return true;
}

static bool
ends_with(struct span name, struct span end)
{
	return name.len >= end.len &&
	       is_alike(span_tail(name, name.len - end.len), end);
}

/* Reads the next word of a list with blanks.  False: no word is left. */
static bool
next_word(struct cursor *list, struct span *word)
{
	bool blank;

	*word = cur_until(list, ' ', SIZE_MAX, &blank);
	cur_some(list, 1);
	return word->len > 0;
}

/* Finds the extension of the name in the list. */
static bool
has_extension(struct span name, const char *list, struct span *extension)
{
	struct cursor c = cur_span(span_of_text(list), 0);

	while (next_word(&c, extension))
		if (ends_with(name, *extension))
			return true;
	return false;
}

/* An extension, or a UUID.  Extensions are shorter than this, and a UUID is not
   longer. */
struct word {
	char text[UUID_TEXT_SIZE];
};

static struct word
word_of(struct span s)
{
	struct word word = { "" };
	const struct span some = span_head(s, UUID_LENGTH);

	memcpy(word.text, some.ptr, some.len);
	return word;
}

static void
check_extension(struct report *r, const struct dfk_format *format,
		struct span name)
{
	struct span found = { NULL, 0 }, own;
	bool foreign = false;

	for (size_t i = 0; i < dfk_format_count() && !foreign; i++)
		foreign = has_extension(name, dfk_format_at(i)->extensions,
					&found);
	if (!foreign || has_extension(name, format->extensions, &own))
		return;

	const struct word word = word_of(found);

	report(r, RULE_file_extension,
	       &(struct site){ .expected = format->extensions }, "%s",
	       word.text);
}

static bool
is_uuid_in_any_case(struct span name)
{
	struct cursor c = cur_span(name, 0);
	struct word word = { "" };

	if (name.len != UUID_LENGTH)
		return false;
	for (size_t i = 0; i < UUID_LENGTH; i++)
		AT(word.text, i) = (char)lower(cur_u8(&c));
	return uuid_is_text(span_of_text(word.text));
}

/* Compares the name of a recording, which is often its UUID, with the game_uuid. */
static void
check_game_uuid(struct report *r, struct span name, const char *game_uuid)
{
	const struct span uuid = span_of_text(game_uuid);
	const struct word word = word_of(name);

	/* People rename files, so a name that is not a UUID is not compared. */
	if (!is_uuid_in_any_case(name) || is_alike(name, uuid))
		return;
	report(r, RULE_teehistorian_header_filename,
	       &(struct site){
		       .off = HEADER_OFFSET,
		       .field = "game_uuid",
		       .expected = is_uuid_in_any_case(uuid) ? game_uuid : NULL,
	       },
	       "%s", word.text);
}

/* The name after the last slash, without the extension of a compressed file. */
static struct span
base_name(const char *path)
{
	struct cursor c = cur_span(span_of_text(path), 0);
	struct span name, end;
	bool slash;

	do {
		name = cur_rest(&c);
		cur_until(&c, '/', SIZE_MAX, &slash);
		cur_some(&c, 1);
	} while (slash);
	if (has_extension(name, ".gz .xz .zst .bz2", &end))
		name.len -= end.len;
	return name;
}

void
names_check(struct report *r, const char *path, const struct dfk_format *format,
	    const char *game_uuid)
{
	const struct span name = base_name(path);
	struct span extension;

	check_extension(r, format, name);
	if (game_uuid && has_extension(name, format->extensions, &extension))
		check_game_uuid(r, span_head(name, name.len - extension.len),
				game_uuid);
}
