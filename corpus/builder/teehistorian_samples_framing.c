/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_framing.c - samples of the rules about ids, ints and the
 * end of the file
 */
#include "corpus/builder/teehistorian_samples.h"

#define NAME_TEST "teehistorian-test@ddnet.tw"

static void
start(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

/* ------------------------------------------------------ the file's end -- */

/* The last PLAYER_DIFF has five bytes.  The file has the first `number` of these
   bytes. */
static void
cut_message(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_player_diff(w, 0, 1000, -1000);
	buffer_cut(w, at + (size_t)s->number);
	sample_expect_from(w, at);
}

static void
open_end(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_player_diff(w, 0, s->number, s->more);
	sample_expect(w, w->size, 0);
}

static void
whole(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_finish(w);
}

/* `number` messages, FINISH unless the file is open, and `more` zeros. */
static void
no_messages(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	for (int32_t i = 0; i < s->number; i++)
		write_antibot(w, "x", 1);
	sample_expect(w, w->size, !s->key);
	if (!s->key)
		write_finish(w);
	buffer_fill(w, 0, (size_t)s->more);
}

/* A skip, then `more` bytes of a command, then FINISH unless the file is open. */
static void
last_skip(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_tick_skip(w, 5);
	sample_expect_from(w, at);
	if (s->more)
		script_shutdown(w);
	if (!s->number)
		write_finish(w);
}

/* Client 1 is announced.  With `text` a skip comes before.  With `more` client 1 also
   joins. */
static void
last_joinver(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	if (s->text)
		write_tick_skip(w, 5);
	write_joinver6(w, 1);
	sample_expect_from(w, at);
	if (s->more)
		write_join(w, 1);
	if (!s->number)
		write_finish(w);
}

/* `number` bytes of value `more` after FINISH. */
static void
trailing(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_finish(w);
	at = w->size;
	buffer_fill(w, (unsigned)s->more, (size_t)s->number);
	sample_expect_from(w, at);
}

static void
write_some_messages(struct buffer *w)
{
	for (int32_t i = 1; i <= 12; i++) {
		write_tick_skip(w, i);
		write_player_diff(w, 0, i, -i);
		write_message(w, 0, "\x02text", 5);
	}
}

/* A hole of zero bytes that continues after a byte that can be read as FINISH. */
static void
long_hole(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_finish(w);
	at = w->size;
	buffer_fill(w, 0, (size_t)s->number);
	write_some_messages(w);
	sample_expect_from(w, at);
}

/* A hole ends with a byte that can be read as FINISH, and includes `number` bytes of the
   first message after it.  With `more` the last bytes are not messages. */
static void
hole(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_finish(w);
	at = w->size;
	write_some_messages(w);
	if (s->more)
		buffer_fill(w, 0x60, 40); /* not an id */
	buffer_remove(w, at, (size_t)s->number);
	sample_expect_from(w, at);
}

static void
finish_in_string(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_drop(w, 0, "@@ this is no FINISH @@");
	write_finish(w);
}

/* -------------------------------------------------------------- ids -- */

static void
id(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_int(w, s->number);
	sample_expect_from(w, at);
	write_finish(w);
}

static void
known_extension(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_test(w);
	write_finish(w);
}

static void
extension_in_v1(struct buffer *w, const struct sample *s)
{
	struct header h;
	size_t at;

	header_init(&h, release_find(s->release));
	header_set_json(&h, "uuids", "[\"" NAME_TEST "\"]");
	header_write(&h, w);
	at = w->size;
	write_test(w);
	sample_expect_from(w, at);
	write_finish(w);
}

/* ------------------------------------------------------------- ints -- */

/* PLAYER_DIFF whose dx is written in `more` bytes. */
static void
overlong(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_int(w, 0);
	at = w->size;
	write_int_overlong(w, s->number, (size_t)s->more);
	sample_expect_from(w, at);
	write_int(w, 1);
	write_finish(w);
}

static void
overlong_id(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_int_overlong(w, ID_PLAYER_OLD, 2);
	sample_expect_from(w, at);
	write_int(w, 0);
	write_finish(w);
}

static void
overlong_size(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_int(w, ID_MESSAGE);
	write_int(w, 0);
	at = w->size;
	write_int_overlong(w, 1, 3);
	sample_expect_from(w, at);
	buffer_byte(w, 2);
	write_finish(w);
}

static void
overlong_in_payload(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_ex_begin(w, "teehistorian-player-finish@ddnet.org");
	write_int(w, 0);
	at = w->size;
	write_int_overlong(w, 1500, 4);
	sample_expect_from(w, at);
	write_ex_end(w);
	write_finish(w);
}

/* Both ints of a PLAYER_DIFF, and an id: three edits. */
static void
overlong_thrice(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_int_overlong(w, 0, 2);
	sample_expect_from(w, at);
	write_int_overlong(w, 3, 2);
	write_int_overlong(w, -4, 5);
	write_finish(w);
}

/* A PLAYER_DIFF whose dx has the padding `more`. */
static void
padded(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	write_int(w, 0);
	at = w->size;
	write_int_padded(w, s->number, (unsigned)s->more);
	sample_expect_from(w, at);
	write_int(w, 1);
	write_finish(w);
}

/* clang-format off */
const struct sample teehistorian_samples_framing[] = {
	SAMPLE("bad/truncated.teehistorian",
	       "The last byte of a PLAYER_DIFF is missing.",
	       cut_message, .number = 4),
	SAMPLE("near/truncated.teehistorian",
	       "The same PLAYER_DIFF is whole.",
	       cut_message, .number = 5),

	SAMPLE("bad/missing_finish.teehistorian",
	       "The file ends after a message.",
	       open_end, .number = 1, .more = 1),
	SAMPLE("bad/missing_finish-last-byte-40.teehistorian",
	       "The last byte is that of FINISH, but it belongs to a PLAYER_DIFF.",
	       open_end, .number = 1, .more = -1),
	SAMPLE("near/missing_finish.teehistorian",
	       "The same recording with its FINISH.",
	       whole),

	SAMPLE("bad/no_messages.teehistorian",
	       "The header and FINISH.",
	       no_messages),
	SAMPLE("bad/no_messages-v1.teehistorian",
	       "The header of version 1 and FINISH.",
	       no_messages, .release = "11.0"),
	SAMPLE("near/no_messages.teehistorian",
	       "The header, one message and FINISH.",
	       no_messages, .number = 1),
	SAMPLE("crash/no-messages-open.teehistorian",
	       "The header alone.",
	       no_messages, .key = "open"),
	SAMPLE("crash/no-messages-tail.teehistorian",
	       "The header, FINISH and zero bytes, which are a hole.",
	       no_messages, .more = 100),

	SAMPLE("bad/dangling_skip.teehistorian",
	       "FINISH follows a TICK_SKIP.",
	       last_skip),
	SAMPLE("bad/dangling_skip-open.teehistorian",
	       "The file ends after a TICK_SKIP.",
	       last_skip, .number = 1),
	SAMPLE("near/dangling_skip.teehistorian",
	       "There is a command between the last TICK_SKIP and FINISH.",
	       last_skip, .more = 1),

	SAMPLE("bad/dangling_joinver.teehistorian",
	       "FINISH follows the announcement of a JOIN.",
	       last_joinver),
	SAMPLE("bad/dangling_joinver-open.teehistorian",
	       "The file ends after the announcement of a JOIN.",
	       last_joinver, .number = 1),
	SAMPLE("bad/dangling_skip-joinver.teehistorian",
	       "The file ends after a TICK_SKIP and the announcement of a JOIN.",
	       last_joinver, .number = 1, .text = "skip"),
	SAMPLE("near/dangling_joinver.teehistorian",
	       "The announced JOIN comes before FINISH.",
	       last_joinver, .more = 1),

	SAMPLE("bad/trailing_data.teehistorian",
	       "A second FINISH.",
	       trailing, .number = 1, .more = 0x40),
	SAMPLE("bad/trailing_data-line.teehistorian",
	       "A line end after FINISH, as a text editor leaves it.",
	       trailing, .number = 1, .more = '\n'),
	SAMPLE("bad/trailing_data-zeros.teehistorian",
	       "Zero bytes after FINISH.",
	       trailing, .number = 512),
	SAMPLE("bad/trailing_data-hole.teehistorian",
	       "Whole messages after a FINISH that is part of a hole.",
	       hole),
	SAMPLE("bad/trailing_data-hole-inside.teehistorian",
	       "The hole ends inside a message, and others follow that.",
	       hole, .number = 3),
	SAMPLE("bad/trailing_data-hole-long.teehistorian",
	       "4096 zero bytes of a hole after a FINISH, and then messages.",
	       long_hole, .number = 4096),
	SAMPLE("bad/trailing_data-no-hole.teehistorian",
	       "Some messages after FINISH, and then bytes that are none.",
	       hole, .more = 1),
	SAMPLE("near/trailing_data.teehistorian",
	       "The byte of FINISH is in a string, before the real one.",
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
