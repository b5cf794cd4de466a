/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_mixed.c - samples of several defects in one place, which a repair
 * must handle together
 */
#include "corpus/builder/teehistorian_samples.h"

#define NAME_FINISH "teehistorian-player-finish@ddnet.org"

static void
start(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

static void
skip(struct buffer *w, int32_t dt, size_t length)
{
	write_int(w, ID_TICK_SKIP);
	if (length)
		write_int_overlong(w, dt, length);
	else
		write_int(w, dt);
}

/* Two skips whose ints have `number` and `more` bytes, and then `text`. */
static void
skips(struct buffer *w, const struct sample *s)
{
	start(w, s);
	skip(w, 63, (size_t)s->number);
	skip(w, 8000, (size_t)s->more);
	if (s->text)
		script_shutdown(w);
	write_finish(w);
}

/* Two skips at the end of the file. */
static void
open_skips(struct buffer *w, const struct sample *s)
{
	start(w, s);
	skip(w, 1, (size_t)s->number);
	skip(w, 2, (size_t)s->more);
}

static void
overlong_before_cut(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_int_overlong(w, 0, 3);
	write_int(w, 1);
	write_int(w, 1);
	skip(w, 5, 2);
	write_int(w, ID_PLAYER_OLD);
}

/* An overlong int in a message that is impossible for another reason. */
static void
overlong_in_cut(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_int(w, ID_PLAYER_NEW);
	write_int_overlong(w, 0, 2);
	write_int(w, 1);
	write_int(w, 1);
	write_finish(w);
}

/* An overlong int, and `number` extra bytes after it. */
static void
overlong_and_left_over(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_ex_begin(w, NAME_FINISH);
	write_int_overlong(w, 0, 4);
	write_int(w, 1500);
	buffer_fill(w, 0xff, (size_t)s->number);
	write_ex_end(w);
	write_finish(w);
}

/* The size of an EX is overlong, and `number` is the size of its payload. */
static void
overlong_ex_size(struct buffer *w, const struct sample *s)
{
	unsigned char uuid[EXTENSION_UUID_LENGTH];

	start(w, s);
	extension_uuid(NAME_FINISH, uuid);
	write_int(w, ID_EX);
	buffer_append(w, uuid, sizeof(uuid));
	write_int_overlong(w, s->number, 3);
	write_int(w, 0);
	write_int_overlong(w, 5, (size_t)s->number - 1);
	write_finish(w);
}

/* Sizes of payloads near the smallest size that needs two bytes. */
static void
overlong_at_size_border(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_ex_begin(w, "teehistorian-player-name@ddnet.org");
	write_int_overlong(w, 0, 3);
	buffer_fill(w, 'n', 60);
	buffer_byte(w, 0);
	write_ex_end(w);
	write_finish(w);
}

/* Bytes that look like an overlong int, but are not interpreted. */
static void
overlong_in_antibot(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_antibot(w, "\x80\x00\x80\x80\x80\x80\xff", 7);
	write_message(w, 0, "\x28\x80\x00", 3);
	write_finish(w);
}

/* A defect before the bytes after FINISH. */
static void
overlong_and_trailing(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_int_overlong(w, ID_DROP, 2);
	write_int_padded(w, 0, 3);
	buffer_text(w, "timeout");
	write_finish(w);
	script_header(w, release_find(s->release));
}

static void
announced_twice(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_joinver6(w, 1);
	write_joinver7(w, 1);
	skip(w, 3, 0);
	skip(w, 4, 0);
	if (s->number)
		write_finish(w);
}

/* clang-format off */
const struct sample teehistorian_samples_mixed[] = {
	SAMPLE("crash/mixed-skips-first-overlong.teehistorian",
	       "Two TICK_SKIP in a row, the first with an overlong int.",
	       skips, .number = 3, .text = "shutdown"),
	SAMPLE("crash/mixed-skips-second-overlong.teehistorian",
	       "Two TICK_SKIP in a row, the second with an overlong int.",
	       skips, .more = 4, .text = "shutdown"),
	SAMPLE("crash/mixed-skips-both-overlong.teehistorian",
	       "Two TICK_SKIP in a row, both with an overlong int.",
	       skips, .number = 2, .more = 5, .text = "shutdown"),
	SAMPLE("crash/mixed-skips-before-finish.teehistorian",
	       "Two TICK_SKIP in a row before FINISH, the second with an overlong int.",
	       skips, .more = 3),
	SAMPLE("crash/mixed-skips-open.teehistorian",
	       "Two TICK_SKIP in a row at the end, the first with an overlong int.",
	       open_skips, .number = 2),
	SAMPLE("crash/mixed-overlong-before-cut.teehistorian",
	       "An overlong id, an overlong skip, then the file ends inside a message.",
	       overlong_before_cut),
	SAMPLE("crash/mixed-overlong-in-cut.teehistorian",
	       "A PLAYER_NEW with an overlong int, for a character that exists.",
	       overlong_in_cut),
	SAMPLE("crash/mixed-overlong-and-left-over.teehistorian",
	       "An overlong int in a payload that has one byte left over.",
	       overlong_and_left_over, .number = 1),
	SAMPLE("crash/mixed-overlong-and-much-left-over.teehistorian",
	       "An overlong int in a payload that has 300 bytes left over.",
	       overlong_and_left_over, .number = 300),
	SAMPLE("crash/mixed-overlong-size-and-payload.teehistorian",
	       "The size of an EX and an int of its payload are overlong.",
	       overlong_ex_size, .number = 5),
	SAMPLE("crash/mixed-overlong-at-size-border.teehistorian",
	       "When an int of the payload shrinks, the size of the EX needs one byte less.",
	       overlong_at_size_border),
	SAMPLE("crash/mixed-overlong-and-trailing.teehistorian",
	       "An overlong id and a padded int, then FINISH and the start of another recording.",
	       overlong_and_trailing),
	SAMPLE("crash/mixed-announced-twice.teehistorian",
	       "Two announcements and two skips before FINISH.",
	       announced_twice, .number = 1),
	SAMPLE("crash/mixed-announced-twice-open.teehistorian",
	       "Two announcements and two skips at the end.",
	       announced_twice),
	SAMPLE("good/overlong-in-opaque-bytes.teehistorian",
	       "An antibot record and a MESSAGE hold bytes that look like an overlong int.",
	       overlong_in_antibot),

	{ .path = NULL },
};
