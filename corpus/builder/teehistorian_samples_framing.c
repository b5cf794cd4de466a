/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_framing.c - samples of the rules about ids, ints and the
 * end of the file
 */
#include "corpus/builder/teehistorian_samples.h"

#define NAME_TEST "teehistorian-test@ddnet.tw"

static void
start(struct thw *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

/* ------------------------------------------------------ the file's end -- */

/* The last PLAYER_DIFF has five bytes; `number` of them are there. */
static void
cut_message(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	thw_player_diff(w, 0, 1000, -1000);
	thw_cut(w, at + (size_t)s->number);
	sample_expect_from(w, at);
}

static void
open_end(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_player_diff(w, 0, s->number, s->more);
	sample_expect(w, w->size, 0);
}

static void
whole(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_finish(w);
}

/* A skip, then `more` of a command, then FINISH unless the file is open. */
static void
last_skip(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	thw_tick_skip(w, 5);
	sample_expect_from(w, at);
	if (s->more)
		script_shutdown(w);
	if (!s->number)
		thw_finish(w);
}

/* Client 1 is announced, behind a skip if `text`; with `more` it also joins. */
static void
last_joinver(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	if (s->text)
		thw_tick_skip(w, 5);
	thw_joinver6(w, 1);
	sample_expect_from(w, at);
	if (s->more)
		thw_join(w, 1);
	if (!s->number)
		thw_finish(w);
}

/* `number` bytes of value `more` behind FINISH. */
static void
trailing(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	thw_finish(w);
	at = w->size;
	thw_fill(w, (unsigned)s->more, (size_t)s->number);
	sample_expect_from(w, at);
}

/* A hole ends in a byte that reads as FINISH, and takes `number` bytes of the
   first message after it; if `more`, the last messages are none. */
static void
hole(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	thw_finish(w);
	at = w->size;
	for (int32_t i = 1; i <= 12; i++) {
		thw_tick_skip(w, i);
		thw_player_diff(w, 0, i, -i);
		thw_message(w, 0, "\x02text", 5);
	}
	if (s->more)
		thw_fill(w, 0x60, 40); /* no id */
	thw_remove(w, at, (size_t)s->number);
	sample_expect_from(w, at);
}

static void
finish_in_string(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_drop(w, 0, "@@ this is no FINISH @@");
	thw_finish(w);
}

/* -------------------------------------------------------------- ids -- */

static void
id(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	thw_int(w, s->number);
	sample_expect_from(w, at);
	thw_finish(w);
}

static void
known_extension(struct thw *w, const struct sample *s)
{
	start(w, s);
	thw_test(w);
	thw_finish(w);
}

static void
extension_in_v1(struct thw *w, const struct sample *s)
{
	struct header h;
	size_t at;

	header_init(&h, release_find(s->release));
	header_set_json(&h, "uuids", "[\"" NAME_TEST "\"]");
	header_write(&h, w);
	at = w->size;
	thw_test(w);
	sample_expect_from(w, at);
	thw_finish(w);
}

/* ------------------------------------------------------------- ints -- */

/* PLAYER_DIFF whose dx is written in `more` bytes. */
static void
overlong(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	thw_int(w, 0);
	at = w->size;
	thw_int_overlong(w, s->number, (size_t)s->more);
	sample_expect_from(w, at);
	thw_int(w, 1);
	thw_finish(w);
}

static void
overlong_id(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	thw_int_overlong(w, THW_PLAYER_OLD, 2);
	sample_expect_from(w, at);
	thw_int(w, 0);
	thw_finish(w);
}

static void
overlong_size(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	thw_int(w, THW_MESSAGE);
	thw_int(w, 0);
	at = w->size;
	thw_int_overlong(w, 1, 3);
	sample_expect_from(w, at);
	thw_byte(w, 2);
	thw_finish(w);
}

static void
overlong_in_payload(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	thw_ex_begin(w, "teehistorian-player-finish@ddnet.org");
	thw_int(w, 0);
	at = w->size;
	thw_int_overlong(w, 1500, 4);
	sample_expect_from(w, at);
	thw_ex_end(w);
	thw_finish(w);
}

/* Both ints of a PLAYER_DIFF, and an id: three edits. */
static void
overlong_thrice(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	thw_int_overlong(w, 0, 2);
	sample_expect_from(w, at);
	thw_int_overlong(w, 3, 2);
	thw_int_overlong(w, -4, 5);
	thw_finish(w);
}

/* PLAYER_DIFF whose dx has `more` as its padding. */
static void
padded(struct thw *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	thw_int(w, 0);
	at = w->size;
	thw_int_padded(w, s->number, (unsigned)s->more);
	sample_expect_from(w, at);
	thw_int(w, 1);
	thw_finish(w);
}

/* clang-format off */
const struct sample samples_framing[] = {
	SAMPLE("bad/truncated.teehistorian",
	       "The last byte of a PLAYER_DIFF is missing.",
	       cut_message, .number = 4),
	SAMPLE("near/truncated.teehistorian",
	       "The same PLAYER_DIFF is whole.",
	       cut_message, .number = 5),

	SAMPLE("bad/missing_finish.teehistorian",
	       "The file ends behind a message.",
	       open_end, .number = 1, .more = 1),
	SAMPLE("bad/missing_finish-last-byte-40.teehistorian",
	       "The last byte is that of FINISH, but it belongs to a PLAYER_DIFF.",
	       open_end, .number = 1, .more = -1),
	SAMPLE("near/missing_finish.teehistorian",
	       "The same recording with its FINISH.",
	       whole),

	SAMPLE("bad/dangling_skip.teehistorian",
	       "FINISH follows a TICK_SKIP.",
	       last_skip),
	SAMPLE("bad/dangling_skip-open.teehistorian",
	       "The file ends behind a TICK_SKIP.",
	       last_skip, .number = 1),
	SAMPLE("near/dangling_skip.teehistorian",
	       "A command stands between the last TICK_SKIP and FINISH.",
	       last_skip, .more = 1),

	SAMPLE("bad/dangling_joinver.teehistorian",
	       "FINISH follows the announcement of a JOIN.",
	       last_joinver),
	SAMPLE("bad/dangling_joinver-open.teehistorian",
	       "The file ends behind the announcement of a JOIN.",
	       last_joinver, .number = 1),
	SAMPLE("bad/dangling_skip-joinver.teehistorian",
	       "The file ends behind a TICK_SKIP and the announcement of a JOIN.",
	       last_joinver, .number = 1, .text = "skip"),
	SAMPLE("near/dangling_joinver.teehistorian",
	       "The announced JOIN stands before FINISH.",
	       last_joinver, .more = 1),

	SAMPLE("bad/trailing_data.teehistorian",
	       "A second FINISH.",
	       trailing, .number = 1, .more = 0x40),
	SAMPLE("bad/trailing_data-line.teehistorian",
	       "A line end behind FINISH, as a text editor leaves it.",
	       trailing, .number = 1, .more = '\n'),
	SAMPLE("bad/trailing_data-zeros.teehistorian",
	       "Zero bytes behind FINISH.",
	       trailing, .number = 512),
	SAMPLE("bad/trailing_data-hole.teehistorian",
	       "Whole messages after a FINISH that is part of a hole.",
	       hole),
	SAMPLE("bad/trailing_data-hole-inside.teehistorian",
	       "The hole ends inside a message, and others follow that.",
	       hole, .number = 3),
	SAMPLE("bad/trailing_data-no-hole.teehistorian",
	       "Some messages after FINISH, and then bytes that are none.",
	       hole, .more = 1),
	SAMPLE("near/trailing_data.teehistorian",
	       "The byte of FINISH stands in a string, before the real one.",
	       finish_in_string),

	SAMPLE("bad/unknown_id.teehistorian",
	       "The id -12, the first that was never assigned.",
	       id, .number = -12),
	SAMPLE("bad/unknown_id-64.teehistorian",
	       "The id -64, the last of one byte.",
	       id, .number = -64),
	SAMPLE("bad/unknown_id-two-bytes.teehistorian",
	       "The id -163, which a hole in a real recording showed.",
	       id, .number = -163),
	SAMPLE("bad/unknown_id-lowest.teehistorian",
	       "The lowest id, -2^31.",
	       id, .number = INT32_MIN),
	SAMPLE("near/unknown_id.teehistorian",
	       "The id -11, the last that was assigned.",
	       known_extension),

	SAMPLE("bad/ex_in_v1.teehistorian",
	       "An extension in a version 1 file.",
	       extension_in_v1, .release = "11.0.2"),
	SAMPLE("near/ex_in_v1.teehistorian",
	       "An extension in a file of the first server of version 2.",
	       extension_in_v1, .release = "11.0.3"),

	SAMPLE("bad/varint_overlong.teehistorian",
	       "63 in two bytes.",
	       overlong, .number = 63, .more = 2),
	SAMPLE("bad/varint_overlong-5-bytes.teehistorian",
	       "-1 in five bytes.",
	       overlong, .number = -1, .more = 5),
	SAMPLE("bad/varint_overlong-id.teehistorian",
	       "The id of a PLAYER_OLD in two bytes.",
	       overlong_id),
	SAMPLE("bad/varint_overlong-size.teehistorian",
	       "The size of a MESSAGE in three bytes.",
	       overlong_size),
	SAMPLE("bad/varint_overlong-payload.teehistorian",
	       "An int in the payload of an extension; the size has to shrink with it.",
	       overlong_in_payload),
	SAMPLE("bad/varint_overlong-thrice.teehistorian",
	       "Three ints in a row.",
	       overlong_thrice),
	SAMPLE("near/varint_overlong.teehistorian",
	       "64, the first that needs two bytes.",
	       overlong, .number = 64, .more = 2),
	SAMPLE("near/varint_overlong-5-bytes.teehistorian",
	       "2^27, the first that needs five bytes.",
	       overlong, .number = 134217728, .more = 5),

	SAMPLE("bad/varint_padding.teehistorian",
	       "The lowest padding bit is set.",
	       padded, .number = INT32_MAX, .more = 1),
	SAMPLE("bad/varint_padding-more.teehistorian",
	       "The fifth byte says that a sixth follows.",
	       padded, .number = INT32_MIN, .more = 8),
	SAMPLE("bad/varint_padding-overlong.teehistorian",
	       "The fifth byte holds nothing but padding.",
	       padded, .number = 3, .more = 7),
	SAMPLE("near/varint_padding.teehistorian",
	       "The largest int, without padding.",
	       padded, .number = INT32_MAX),

	{ .path = NULL },
};
