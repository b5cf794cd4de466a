/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_crash.c - samples of recordings after crashes, full disks, power
 * cuts and transfers
 */
#include <string.h>

#include "corpus/builder/teehistorian_samples.h"

/*
 * One recording of two clients, with one message of each kind of field.  A mark is before
 * each message that a sample cuts.
 */
static void
recording(struct buffer *w, const struct sample *s)
{
	static const char *const words[] = { "nameless tee", "hello" };
	static const int32_t diff[INPUT_INTS] = { -1, 300, 0, 1 };
	const struct release *r = release_find(s->release);

	script_start(w, r);
	buffer_mark(w, "joinver");
	write_joinver7(w, 1);
	buffer_mark(w, "join");
	write_join(w, 1);
	buffer_mark(w, "ex");
	write_player_name(w, 1, "brownbear");
	write_player_ready(w, 1);
	buffer_mark(w, "message");
	script_startinfo(w, 1);
	buffer_mark(w, "skip");
	write_tick_skip(w, 0);
	buffer_mark(w, "skipped");
	write_player_finish(w, 0, 1500);
	write_player_diff(w, 0, 10, 100);
	write_player_new(w, 1, -1, -1);
	buffer_mark(w, "input_diff");
	write_input_diff(w, 0, diff);
	buffer_mark(w, "command");
	write_console_command(w, 0, 128, "w", 2, words);
	buffer_mark(w, "long_skip");
	write_tick_skip(w, 199);
	buffer_mark(w, "drop");
	write_drop(w, 0, "too many pancakes");
	buffer_mark(w, "drop_last");
	write_drop(w, 1, "Server shutdown");
	buffer_mark(w, "finish");
	write_finish(w);
}

/* The recording ends `more` bytes after the mark `key`, and zeros follow. */
static void
zero_tail(struct buffer *w, const struct sample *s)
{
	recording(w, s);
	buffer_cut(w, buffer_offset(w, s->key) + (size_t)s->more);
	buffer_fill(w, 0, (size_t)s->number);
}

/* Both clients move and aim for `ticks` ticks. */
static void
play(struct buffer *w, int32_t ticks)
{
	for (int32_t i = 1; i <= ticks; i++) {
		const int32_t diff[INPUT_INTS] = { 0, i, -i, 0, 0, i & 1 };

		write_player_diff(w, 0, i, 1);
		write_player_diff(w, 1, 1, -i);
		write_input_diff(w, i & 1, diff);
	}
}

static void
long_recording(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);

	script_start(w, r);
	script_join(w, r, 1);
	write_player_diff(w, 0, 1, 1);
	write_player_new(w, 1, 0, 0);
	write_input_new(w, 1, script_input);
	play(w, 30);
	buffer_mark(w, "hole");
	play(w, 30);
	write_drop(w, 1, "timeout");
	write_drop(w, 0, "Server shutdown");
	write_finish(w);
}

/* `number` bytes, beginning `more` bytes after the mark "hole", are zero. */
static void
zero_hole(struct buffer *w, const struct sample *s)
{
	size_t at;

	long_recording(w, s);
	at = buffer_offset(w, "hole") + (size_t)s->more;
	if (buffer_ok(w))
		memset(w->bytes + at, 0, (size_t)s->number);
}

/* `number` bytes, beginning `more` bytes after the mark "hole", are missing. */
static void
missing_hole(struct buffer *w, const struct sample *s)
{
	long_recording(w, s);
	buffer_remove(w, buffer_offset(w, "hole") + (size_t)s->more,
		      (size_t)s->number);
}

/* A full disk lost the JOIN and PLAYER_NEW of client 1. */
static void
missing_start(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	size_t at;

	script_start(w, r);
	at = w->size;
	script_join(w, r, 1);
	write_player_diff(w, 0, 1, 1);
	write_player_new(w, 1, 0, 0);
	buffer_remove(w, at, w->size - at);
	play(w, 3);
	write_drop(w, 1, "timeout");
	write_finish(w);
}

/* Two recordings in one file.  The first recording is cut after the mark `key`. */
static void
concatenated(struct buffer *w, const struct sample *s)
{
	recording(w, s);
	if (s->key)
		buffer_cut(w, buffer_offset(w, s->key));
	script_start(w, release_find(s->release));
	write_finish(w);
}

/* Each line feed became a carriage return and a line feed, or was removed. */
static void
text_mode(struct buffer *w, const struct sample *s)
{
	recording(w, s);
	if (!s->number)
		buffer_as_text(w);
	for (size_t i = 0; s->number && i < w->size;) {
		if (w->bytes[i] == '\n')
			buffer_remove(w, i, 1);
		else
			i++;
	}
}

/* Bytes above ASCII became UTF-8, as if the file were Latin-1. */
static void
transcoded(struct buffer *w, const struct sample *s)
{
	struct buffer plain;

	buffer_init(&plain);
	recording(&plain, s);
	for (size_t i = 0; i < plain.size; i++) {
		const unsigned byte = plain.bytes[i];

		if (byte >= 0x80)
			buffer_byte(w, 0xc0 | byte >> 6);
		buffer_byte(w, byte < 0x80 ? byte : 0x80 | (byte & 0x3f));
	}
	if (!buffer_ok(&plain))
		w->failed = true;
	buffer_free(&plain);
}

/* The server name ends with a character of three bytes. */
static void
named(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set(&h, "server_name", "demofsck \xe2\x82\xac");
	header_write(&h, w);
	write_finish(w);
}

static void
magic(struct buffer *w, const struct sample *s)
{
	write_magic(w);
	buffer_cut(w, (size_t)s->number);
}

/* Only the messages are left, without the header. */
static void
beheaded(struct buffer *w, const struct sample *s)
{
	recording(w, s);
	buffer_remove(w, 0, buffer_offset(w, "messages"));
}

/* clang-format off */
#define CUT(name, about, mark, after) \
	SAMPLE("crash/cut-" name ".teehistorian", about, \
	       recording, .cut = mark, .cut_by = after)
#define MAGIC(n) \
	SAMPLE("crash/magic-" #n ".teehistorian", \
	       "Cut inside the UUID, after byte " #n ".", \
	       magic, .number = n)
#define ZEROS(n) \
	SAMPLE("crash/zero-tail-" #n ".teehistorian", \
	       "Cut after a message, then zero bytes: " #n ".", \
	       zero_tail, .key = "drop", .number = n), \
	SAMPLE("crash/zero-tail-inside-" #n ".teehistorian", \
	       "Cut inside the payload of a MESSAGE, then zero bytes: " #n ".", \
	       zero_tail, .key = "message", .more = 8, .number = n)

const struct sample teehistorian_samples_crash[] = {
	SAMPLE("crash/empty.teehistorian",
	       "The server was killed when it had opened the file.",
	       magic),
	MAGIC(1), MAGIC(2), MAGIC(3), MAGIC(4), MAGIC(5),
	MAGIC(6), MAGIC(7), MAGIC(8), MAGIC(9), MAGIC(10),
	MAGIC(11), MAGIC(12), MAGIC(13), MAGIC(14), MAGIC(15),
	SAMPLE("crash/magic-16.teehistorian",
	       "Cut after the UUID.",
	       magic, .number = 16),

	CUT("header-brace", "Cut after the brace that opens the header.", "comment", 0),
	CUT("header-key", "Cut inside a key of the header.", "map_name", 4),
	CUT("header-colon", "Cut between a key and its value.", "map_name", 11),
	CUT("header-value", "Cut inside a value of the header.", "map_name", 13),
	CUT("header-comma", "Cut after a comma.", "map_name", -1),
	CUT("header-config", "Cut inside the config.", "config", 20),
	CUT("header-uuids", "Cut inside the list of extension names.", "uuids", 60),
	CUT("header-open", "Cut before the last brace of the header.", "header_end", 0),
	CUT("header-before-nul", "Cut before the NUL of the header.", "header_end", 1),
	CUT("header-behind-nul", "Cut after the NUL of the header.", "messages", 0),
	SAMPLE("crash/cut-header-in-character.teehistorian",
	       "Cut inside a character of three bytes of the server name.",
	       named, .cut = "server_name", .cut_by = 25),

	CUT("id", "Cut after the id of a PLAYER_NEW.", "player_new", 1),
	CUT("int", "Cut inside a coordinate.", "player_new", 3),
	CUT("between-ints", "Cut between two coordinates.", "player_new", 4),
	CUT("player-diff", "Cut after the client id of a PLAYER_DIFF, which is its first byte.", "player_diff", 1),
	CUT("input-new", "Cut inside the fifth component of an INPUT_NEW.", "input_new", 8),
	CUT("input-diff", "Cut before the last component of an INPUT_DIFF.", "input_diff", 12),
	CUT("skip-id", "Cut after the id of a TICK_SKIP.", "long_skip", 1),
	CUT("skip-int", "Cut inside the int of a TICK_SKIP.", "long_skip", 2),
	CUT("behind-skip", "Cut after a TICK_SKIP.", "skipped", 0),
	CUT("behind-long-skip", "Cut after a long TICK_SKIP, before a DROP.", "drop", 0),
	CUT("ex-id", "Cut after the id of an EX.", "ex", 1),
	CUT("ex-uuid", "Cut inside the UUID of an EX.", "ex", 9),
	CUT("ex-size", "Cut before the size of an EX.", "ex", 17),
	CUT("ex-header", "Cut between the header of an EX and its payload, two calls of the writer.", "ex", 18),
	CUT("ex-payload", "Cut inside the payload of an EX.", "ex", 23),
	CUT("behind-joinver", "Cut between the announcement and the JOIN.", "join", 0),
	CUT("inside-joinver", "Cut inside the announcement of a JOIN.", "joinver", 17),
	CUT("inside-join", "Cut inside the JOIN, which was announced.", "join", 1),
	CUT("message-size", "Cut before the size of a MESSAGE.", "message", 2),
	CUT("message-payload", "Cut inside the payload of a MESSAGE.", "message", 13),
	CUT("string", "Cut inside the reason of a DROP.", "drop", 7),
	CUT("string-nul", "Cut before the NUL of a string.", "drop_last", -1),
	CUT("command", "Cut inside the name of a command.", "command", 4),
	CUT("arguments", "Cut between two arguments of a command.", "command", 19),
	CUT("between-drops", "Cut between two DROP messages of the shutdown.", "drop_last", 0),
	CUT("before-finish", "Cut before FINISH.", "finish", 0),

	ZEROS(1), ZEROS(2), ZEROS(3), ZEROS(100), ZEROS(4096),
	SAMPLE("crash/zero-tail-in-string.teehistorian",
	       "Cut inside a string, then zero bytes, of which the first ends the string.",
	       zero_tail, .key = "drop", .more = 7, .number = 100),
	SAMPLE("crash/zero-tail-behind-skip.teehistorian",
	       "Cut after a TICK_SKIP, then zero bytes.",
	       zero_tail, .key = "skipped", .number = 100),
	SAMPLE("crash/zero-tail-in-header.teehistorian",
	       "Cut inside the header, then zero bytes, of which the first ends it.",
	       zero_tail, .key = "config", .number = 100),
	SAMPLE("crash/zero-tail-behind-header.teehistorian",
	       "Cut after the header, then zero bytes: nobody has appeared yet.",
	       zero_tail, .key = "messages", .number = 100),
	SAMPLE("crash/zero-tail-behind-finish.teehistorian",
	       "A whole recording in a file of whole blocks.",
	       zero_tail, .key = "finish", .more = 1, .number = 100),

	SAMPLE("crash/hole-zeros.teehistorian",
	       "Zero bytes in the middle, from the start of a message on.",
	       zero_hole, .number = 200),
	SAMPLE("crash/hole-zeros-inside.teehistorian",
	       "Zero bytes in the middle, from the second byte of a PLAYER_DIFF on.",
	       zero_hole, .number = 200, .more = 4),
	SAMPLE("crash/hole-zeros-in-input.teehistorian",
	       "Zero bytes in the middle, from the first component of an INPUT_DIFF on.",
	       zero_hole, .number = 200, .more = 8),
	SAMPLE("crash/hole-missing.teehistorian",
	       "The disk was full for a while: bytes are missing in the middle, FINISH is there.",
	       missing_hole, .number = 200, .more = 1),
	SAMPLE("crash/hole-missing-whole-messages.teehistorian",
	       "The disk was full for a while: whole messages are missing, among them a PLAYER_NEW.",
	       missing_start),

	SAMPLE("crash/concatenated.teehistorian",
	       "Two whole recordings in one file.",
	       concatenated),
	SAMPLE("crash/concatenated-open.teehistorian",
	       "A recording without FINISH, then a whole one.",
	       concatenated, .key = "finish"),
	SAMPLE("crash/text-mode.teehistorian",
	       "Each line feed became a carriage return and a line feed.",
	       text_mode),
	SAMPLE("crash/text-mode-stripped.teehistorian",
	       "Each line feed is gone.",
	       text_mode, .number = 1),
	SAMPLE("crash/transcoded.teehistorian",
	       "The file was taken for Latin-1 and converted to UTF-8.",
	       transcoded),
	SAMPLE("crash/beheaded.teehistorian",
	       "Everything before the first message is missing; the format is told.",
	       beheaded, .options = "as=teehistorian"),

	{ .path = NULL },
};
