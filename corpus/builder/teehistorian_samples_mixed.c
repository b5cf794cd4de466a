/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_mixed.c - several defects in one place, which a repair
 * has to answer together
 */
#include "corpus/builder/teehistorian_samples.h"

#define NAME_FINISH "teehistorian-player-finish@ddnet.org"

static void
start(struct thw *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

static void
skip(struct thw *w, int32_t dt, size_t length)
{
	thw_int(w, THW_TICK_SKIP);
	if (length)
		thw_int_overlong(w, dt, length);
	else
		thw_int(w, dt);
}

/* Two skips whose ints are in `number` and `more` bytes, then `text`. */
static void
skips(struct thw *w, const struct sample *s)
{
	start(w, s);
	skip(w, 63, (size_t)s->number);
	skip(w, 8000, (size_t)s->more);
	if (s->text)
		script_shutdown(w);
	thw_finish(w);
}

/* The end of the file instead. */
static void
open_skips(struct thw *w, const struct sample *s)
{
	start(w, s);
	skip(w, 1, (size_t)s->number);
	skip(w, 2, (size_t)s->more);
}

static void
overlong_before_cut(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_int_overlong(w, 0, 3);
	thw_int(w, 1);
	thw_int(w, 1);
	skip(w, 5, 2);
	thw_int(w, THW_PLAYER_OLD);
}

/* An overlong int, then the message is impossible anyway. */
static void
overlong_in_cut(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_int(w, THW_PLAYER_NEW);
	thw_int_overlong(w, 0, 2);
	thw_int(w, 1);
	thw_int(w, 1);
	thw_finish(w);
}

/* `number` bytes are left over behind an overlong int. */
static void
overlong_and_left_over(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_ex_begin(w, NAME_FINISH);
	thw_int_overlong(w, 0, 4);
	thw_int(w, 1500);
	thw_fill(w, 0xff, (size_t)s->number);
	thw_ex_end(w);
	thw_finish(w);
}

/* The size of an EX is overlong, and its payload as `number` says. */
static void
overlong_ex_size(struct thw *w, const struct sample *s)
{
	unsigned char uuid[THW_UUID_LENGTH];

	start(w, s);
	thw_uuid(NAME_FINISH, uuid);
	thw_int(w, THW_EX);
	thw_bytes(w, uuid, sizeof(uuid));
	thw_int_overlong(w, s->number, 3);
	thw_int(w, 0);
	thw_int_overlong(w, 5, (size_t)s->number - 1);
	thw_finish(w);
}

/* The sizes of payloads around the first that takes two bytes. */
static void
overlong_at_size_border(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_ex_begin(w, "teehistorian-player-name@ddnet.org");
	thw_int_overlong(w, 0, 3);
	thw_fill(w, 'n', 60);
	thw_byte(w, 0);
	thw_ex_end(w);
	thw_finish(w);
}

/* What looks overlong is opaque. */
static void
overlong_in_antibot(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_antibot(w, "\x80\x00\x80\x80\x80\x80\xff", 7);
	thw_message(w, 0, "\x28\x80\x00", 3);
	thw_finish(w);
}

/* A defect in front of the bytes behind FINISH. */
static void
overlong_and_trailing(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_int_overlong(w, THW_DROP, 2);
	thw_int_padded(w, 0, 3);
	thw_str(w, "timeout");
	thw_finish(w);
	script_header(w, release_find(s->release));
}

static void
announced_twice(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_joinver6(w, 1);
	thw_joinver7(w, 1);
	skip(w, 3, 0);
	skip(w, 4, 0);
	if (s->number)
		thw_finish(w);
}

/* clang-format off */
const struct sample samples_mixed[] = {
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
	       "What looks like an overlong int stands in an antibot record and a MESSAGE.",
	       overlong_in_antibot),

	{ .path = NULL },
};
