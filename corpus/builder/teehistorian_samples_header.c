/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_header.c - samples of the rules about the first 16 bytes
 * and the header
 */
#include <string.h>

#include "corpus/builder/teehistorian_samples.h"

#define MAGIC_LENGTH 16

/* Expects the finding at the place of `text`. */
static void
expect_text(struct buffer *w, const char *text, size_t length)
{
	const size_t size = strlen(text);

	for (size_t at = 0; at + size <= w->size; at++)
		if (memcmp(w->bytes + at, text, size) == 0)
			sample_expect(w, at, length);
}

static void
finished(struct buffer *w, const struct header *h)
{
	header_write(h, w);
	script_end(w);
}

/* `number` bytes of the magic are wrong.  With `more` there is no comment. */
static void
altered_magic(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	if (s->more)
		header_remove(&h, "comment");
	finished(w, &h);
	for (int32_t i = 1; buffer_ok(w) && i <= s->number; i++)
		w->bytes[MAGIC_LENGTH - i] ^= 0xff;
	sample_expect(w, 0, MAGIC_LENGTH);
}

static void
start_of_magic(struct buffer *w, const struct sample *s)
{
	write_magic(w);
	if (s->more && buffer_ok(w))
		w->bytes[s->number - 1] ^= 0x01;
	buffer_cut(w, (size_t)s->number);
	sample_expect(w, w->size, 0);
}

static void
plain(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	sample_expect(w, MAGIC_LENGTH, w->size - MAGIC_LENGTH - 1);
	if (s->number)
		script_end(w);
}

/* `text` replaces the header.  "^" marks the place of the error. */
static void
raw_header(struct buffer *w, const struct sample *s)
{
	const size_t before = strcspn(s->text, "^");

	write_magic(w);
	buffer_append(w, s->text, before);
	sample_expect(w, w->size, s->text[before] != 0);
	if (s->text[before])
		buffer_append(w, s->text + before + 1,
			      strlen(s->text) - before - 1);
	buffer_byte(w, 0);
	script_end(w);
}

static void
text_behind_object(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	buffer_cut(w, buffer_offset(w, "header_end") + 1);
	sample_expect(w, w->size, 1);
	buffer_append(w, "{}", sizeof("{}"));
	script_end(w);
}

/* The server name is `text`.  Its byte at `number` is the first wrong byte. */
static void
server_name(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set(&h, "server_name", s->text);
	finished(w, &h);
	sample_expect(w,
		      buffer_offset(w, "server_name") +
			      strlen("\"server_name\":\"") + (size_t)s->number,
		      1);
}

/* Keys that DDNet does not know may have any JSON as their value. */
static void
foreign_keys(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set_json(&h, "server_name",
			"\"\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u00e9 "
			"\\ud83d\\ude00 {}[]:,\"");
	header_set_json(&h, "__sample",
			"{\"a\":[null,true,false,-1.5e+3,0,[],{}],\"b\":\"\"}");
	finished(w, &h);
}

static void
key_twice(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_insert(&h, "map_size", "map_name", "dm2");
	finished(w, &h);
	sample_expect(w, buffer_offset(w, "map_name"), strlen("\"map_name\""));
}

static void
setting_twice(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set_json(&h, "config",
			"{\"sv_port\":\"8303\",\"sv_map\":\"dm1\","
			"\"sv_port\":\"8304\"}");
	finished(w, &h);
	expect_text(w, "\"sv_port\":\"8304\"", strlen("\"sv_port\""));
}

static void
key_in_three_objects(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set_json(&h, "config", "{\"map_name\":\"dm1\"}");
	header_set_json(&h, "tuning", "{\"map_name\":\"100\"}");
	finished(w, &h);
}

static void
moved_key(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_remove(&h, "map_crc");
	header_insert(&h, "map_size", "map_crc", "f2159e6e");
	finished(w, &h);
	sample_expect(w, MAGIC_LENGTH, 0);
}

static void
spaced_key(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set_json(&h, s->key, s->text);
	finished(w, &h);
	sample_expect(w, MAGIC_LENGTH, 0);
}

static void
all_keys(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_insert(&h, "server_version", "prev_game_uuid",
		      "f0c6d9a1-88a5-4d0e-b7a4-4a1f61b0c93e");
	header_insert(&h, "map_name", "__sample", "private { key } : of a mod");
	finished(w, &h);
}

/* The server name is the JSON string `text`.  Its last `number` bytes before the quote
   are an escape that the writer cut. */
static void
cut_escape(struct buffer *w, const struct sample *s)
{
	struct header h;
	size_t end;

	header_init(&h, release_find(s->release));
	header_set_json(&h, s->key, s->text);
	finished(w, &h);
	end = buffer_offset(w, s->key) + strlen("\"\":") + strlen(s->key) +
	      strlen(s->text) - 1;
	sample_expect(w, end - (size_t)s->number, (size_t)s->number);
}

/* The map that the header of near/map_mismatch.teehistorian names. */
static void
map(struct buffer *w, const struct sample *s)
{
	buffer_words(w, s->text);
}

static void
names_map(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set(&h, "map_name", "map_mismatch");
	header_set(&h, "map_size", "61");
	header_set(&h, "map_sha256",
		   "b632f59ed5c125c58a2c3a4cec6074d6"
		   "6d7cf790de772f7174a8e55a2a27c377");
	header_set(&h, "map_crc", s->text);
	finished(w, &h);
	sample_expect(w, buffer_offset(w, "map_crc") + strlen("\"map_crc\":"),
		      strlen(s->text) + 2);
}

/* clang-format off */
#define MAP "map=teehistorian/near/map_mismatch.map"
#define COMMENT "{\"comment\":\"teehistorian@ddnet.tw\""

const struct sample teehistorian_samples_header[] = {
	SAMPLE("bad/magic.teehistorian",
	       "The last byte of the file's UUID is altered.",
	       altered_magic, .number = 1),
	SAMPLE("bad/magic-only-comment-left.teehistorian",
	       "All 16 bytes of the UUID are altered, the header tells the format.",
	       altered_magic, .number = 16),
	SAMPLE("bad/magic-without-comment.teehistorian",
	       "Four bytes of the UUID are altered, and the header has no comment.",
	       altered_magic, .number = 4, .more = 1),
	SAMPLE("bad/magic-as.teehistorian",
	       "Only the option tells the format.",
	       altered_magic, .number = 16, .more = 1, .options = "as=teehistorian"),
	SAMPLE("near/magic.teehistorian",
	       "Five bytes of the UUID are altered, and the header has no comment: no known format.",
	       altered_magic, .number = 5, .more = 1),

	SAMPLE("bad/magic_short.teehistorian",
	       "15 of the 16 bytes of the UUID.",
	       start_of_magic, .number = 15),
	SAMPLE("bad/magic_short-1.teehistorian",
	       "The first byte of the UUID.",
	       start_of_magic, .number = 1),
	SAMPLE("near/magic_short.teehistorian",
	       "15 bytes, the last of which is not that of the UUID.",
	       start_of_magic, .number = 15, .more = 1),
	SAMPLE("near/magic_short-whole.teehistorian",
	       "The UUID and nothing else: the header is missing.",
	       start_of_magic, .number = 16),

	SAMPLE("bad/header_cut_escape.teehistorian",
	       "As DDNet 16.2 writes a name whose last byte that fits is a control character.",
	       cut_escape, .key = "server_name", .text = "\"Server \\u000\"", .number = 5, .release = "16.2"),
	SAMPLE("bad/header_cut_escape-u.teehistorian",
	       "Nothing follows the letter of the escape.",
	       cut_escape, .key = "map_name", .text = "\"\\u\"", .number = 2),
	SAMPLE("bad/header_cut_escape-key.teehistorian",
	       "The value that is cut would be a surrogate of two.",
	       cut_escape, .key = "game_type", .text = "\"\\ud83d\\ude0\"", .number = 5),
	SAMPLE("bad/header_cut_escape-minor.teehistorian",
	       "The number is read as it is after the repair: 23.",
	       cut_escape, .key = "version_minor", .text = "\"23\\u000\"", .number = 5),
	SAMPLE("bad/header_cut_escape-version.teehistorian",
	       "The version is read as it is after the repair: 2.",
	       cut_escape, .key = "version", .text = "\"2\\u33\"", .number = 4),
	SAMPLE("near/header_cut_escape.teehistorian",
	       "The escape is whole, and the last of its string.",
	       spaced_key, .key = "server_name", .text = "\"Server \\u0001\"", .release = "16.2"),

	SAMPLE("bad/header_unterminated.teehistorian",
	       "The file ends after the last brace of the header, before its NUL.",
	       plain, .cut = "header_end", .cut_by = 1),
	SAMPLE("near/header_unterminated.teehistorian",
	       "The file ends after the NUL of the header.",
	       plain),

	SAMPLE("bad/header_json.teehistorian",
	       "A comma is missing between two members.",
	       raw_header, .text = COMMENT "^\"version\":\"2\"}"),
	SAMPLE("bad/header_json-array.teehistorian",
	       "The header is an array.",
	       raw_header, .text = "^[]"),
	SAMPLE("bad/header_json-empty.teehistorian",
	       "The header is empty, the NUL follows the UUID.",
	       raw_header, .text = ""),
	SAMPLE("bad/header_json-open.teehistorian",
	       "The object is not closed before the NUL.",
	       raw_header, .text = COMMENT),
	SAMPLE("bad/header_json-open-string.teehistorian",
	       "A string is not closed before the NUL.",
	       raw_header, .text = COMMENT ",\"version\":\"2"),
	SAMPLE("bad/header_json-comma.teehistorian",
	       "There is a comma before the closing brace.",
	       raw_header, .text = COMMENT ",^}"),
	SAMPLE("bad/header_json-control.teehistorian",
	       "A string holds a control character that is not escaped.",
	       raw_header, .text = COMMENT ",\"version\":\"2^\x01\"}"),
	SAMPLE("bad/header_json-escape.teehistorian",
	       "A string holds an escape that JSON does not have.",
	       raw_header, .text = COMMENT ",\"version\":\"2\\^q\"}"),
	SAMPLE("bad/header_json-number.teehistorian",
	       "A number begins with a zero.",
	       raw_header, .text = COMMENT ",\"version\":0^2}"),
	SAMPLE("bad/header_json-literal.teehistorian",
	       "A word that JSON does not have.",
	       raw_header, .text = COMMENT ",\"version\":^nul}"),
	SAMPLE("bad/header_json-two-objects.teehistorian",
	       "A second object follows the header before the NUL.",
	       text_behind_object),
	SAMPLE("near/header_json.teehistorian",
	       "Every escape of JSON in a known value, every type of JSON in a foreign one.",
	       foreign_keys),

	SAMPLE("bad/header_utf8.teehistorian",
	       "The server name ends inside a character, as if it were cut at a byte.",
	       server_name, .text = "demofsck \xe2\x82", .number = 9),
	SAMPLE("bad/header_utf8-overlong.teehistorian",
	       "The server name holds a NUL in two bytes.",
	       server_name, .text = "demofsck \xc0\x80", .number = 9),
	SAMPLE("bad/header_utf8-surrogate.teehistorian",
	       "The server name holds half of a surrogate pair in three bytes.",
	       server_name, .text = "demofsck \xed\xa0\x80", .number = 9),
	SAMPLE("bad/header_utf8-beyond.teehistorian",
	       "The server name holds a character above U+10FFFF.",
	       server_name, .text = "demofsck \xf4\x90\x80\x80", .number = 9),
	SAMPLE("bad/header_utf8-continuation.teehistorian",
	       "The server name holds a continuation byte alone.",
	       server_name, .text = "demofsck \x80", .number = 9),
	SAMPLE("bad/header_utf8-twice.teehistorian",
	       "The server name is in Latin-1, with two letters above ASCII.",
	       server_name, .text = "b\xf6ser t\xfcmpel", .number = 1),
	SAMPLE("near/header_utf8.teehistorian",
	       "The server name ends with the last character of each length.",
	       server_name, .text = "\x7f\xdf\xbf\xef\xbf\xbf\xf4\x8f\xbf\xbf\xed\x9f\xbf\xee\x80\x80"),

	SAMPLE("bad/header_duplicate_key.teehistorian",
	       "map_name is there twice, with two values.",
	       key_twice),
	SAMPLE("bad/header_duplicate_key-setting.teehistorian",
	       "A setting of config is there twice, with another one in between.",
	       setting_twice),
	SAMPLE("near/header_duplicate_key.teehistorian",
	       "map_name is there once in the header, in config and in tuning.",
	       key_in_three_objects),

	SAMPLE("bad/header_order.teehistorian",
	       "map_crc comes before map_size.",
	       moved_key),
	SAMPLE("bad/header_order-space.teehistorian",
	       "A space follows a colon.",
	       spaced_key, .key = "map_name", .text = " \"dm1\""),
	SAMPLE("bad/header_order-line.teehistorian",
	       "A line ends inside of config.",
	       spaced_key, .key = "config", .text = "{\"sv_map\":\"dm1\"\n}"),
	SAMPLE("near/header_order.teehistorian",
	       "prev_game_uuid is in its place, a private key is between two others.",
	       all_keys),

	SAMPLE("bad/header_filename/f0c6d9a1-88a5-4d0e-b7a4-4a1f61b0c93e.teehistorian",
	       "The file is named after another game (only the command sees that).",
	       plain, .number = 1),
	SAMPLE("near/header_filename/0b5a4b4e-6c1f-4d3a-9f27-5e8c2d714a60.teehistorian",
	       "The file is named after its game_uuid.",
	       plain, .number = 1),
	SAMPLE("near/header_filename.teehistorian",
	       "The name of the file is no UUID.",
	       plain, .number = 1),
	SAMPLE("near/map_mismatch.map",
	       "What the two recordings named map_mismatch are compared with; no recording.",
	       map, .text = "The bytes of a map do not matter here, only their checksums.\n"),
	SAMPLE("bad/map_mismatch.teehistorian",
	       "The header names near/map_mismatch.map with another checksum.",
	       names_map, .text = "f2159e6e", .options = MAP),
	SAMPLE("near/map_mismatch.teehistorian",
	       "The header names near/map_mismatch.map by size, SHA-256 and checksum.",
	       names_map, .text = "4f477b91", .options = MAP),
	{ .path = NULL },
};
