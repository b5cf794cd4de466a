/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_transfer.c - samples of the rules about a transfer as text
 */
#include "corpus/builder/gzip_writer.h"
#include "corpus/builder/teehistorian_samples.h"

/* The character moves `number` times, by both numbers in `text`.  The number 13 is a
   carriage return in the file, and 10 is a line feed. */
static void
moving(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
	for (int32_t i = 0; i < s->number; i++)
		write_player_diff(w, 0, s->text[0], s->text[1]);
	buffer_mark(w, "moved");
}

static void
plain(struct buffer *w, const struct sample *s)
{
	moving(w, s);
	write_finish(w);
}

/* There is no carriage return before the first line feed. */
static void
alone_first(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
	write_player_diff(w, 0, 1, '\n');
	for (int32_t i = 0; i < s->number; i++)
		write_player_diff(w, 0, s->text[0], s->text[1]);
	write_finish(w);
}

/* Another defect: a character that does not exist moves. */
static void
damaged(struct buffer *w, const struct sample *s)
{
	size_t at;

	moving(w, s);
	at = w->size;
	write_player_diff(w, 5, 1, 1);
	sample_expect_from(w, at);
	write_finish(w);
}

static size_t
first_feed(const struct buffer *w)
{
	size_t at = 0;

	while (at < w->size && w->bytes[at] != '\n')
		at++;
	return at;
}

/* The recording is transferred as text `more` times.  With `key` it has no FINISH. */
static void
transferred(struct buffer *w, const struct sample *s)
{
	size_t at;

	moving(w, s);
	if (!s->key)
		write_finish(w);
	at = first_feed(w);
	for (int32_t i = 0; i < s->more; i++)
		buffer_as_text(w);
	sample_expect(w, at, 1);
}

static void
packed(struct buffer *w, const struct sample *s)
{
	struct buffer text;

	buffer_init(&text);
	transferred(&text, s);
	gzip_header(w);
	gzip_stored(w, text.bytes, text.size);
	gzip_trailer(w, text.bytes, text.size);
	if (!buffer_ok(&text))
		w->failed = true;
	buffer_free(&text);
}

/* The last line feed has lost its carriage return. */
static void
mixed(struct buffer *w, const struct sample *s)
{
	size_t at;

	moving(w, s);
	write_finish(w);
	at = buffer_offset(w, "moved") - 1;
	buffer_as_text(w);
	buffer_remove(w, buffer_offset(w, "moved") - 2, 1);
	sample_expect(w, at, 1);
}

/* clang-format off */
const struct sample teehistorian_samples_transfer[] = {
	SAMPLE("bad/file.text_mode.teehistorian",
	       "Each of 40 line feeds became a carriage return and a line feed.",
	       transferred, .text = "\1\n", .number = 40, .more = 1),
	SAMPLE("bad/file.text_mode-few.teehistorian",
	       "The same of 2 line feeds, without which the recording is whole.",
	       transferred, .text = "\1\n", .number = 2, .more = 1),
	SAMPLE("bad/file.text_mode-twice.teehistorian",
	       "Two transfers as text, one after the other.",
	       transferred, .text = "\1\n", .number = 40, .more = 2),
	SAMPLE("bad/file.text_mode-open.teehistorian",
	       "Transferred as text, and FINISH is missing.",
	       transferred, .text = "\1\n", .number = 40, .more = 1, .key = "open"),
	SAMPLE("bad/file.text_mode-returns.teehistorian",
	       "A carriage return was before each line feed of the recording, too.",
	       transferred, .text = "\r\n", .number = 3, .more = 1),
	SAMPLE("bad/file.text_mode.teehistorian.gz",
	       "Transferred as text, then compressed.",
	       packed, .text = "\1\n", .number = 40, .more = 1),
	SAMPLE("near/file.text_mode.teehistorian",
	       "A carriage return is before each of 3 line feeds, and belongs there.",
	       plain, .text = "\r\n", .number = 3),
	SAMPLE("near/file.text_mode-many.teehistorian",
	       "A carriage return is before each of 40 line feeds, and belongs there.",
	       plain, .text = "\r\n", .number = 40),
	SAMPLE("near/file.text_mode-first.teehistorian",
	       "The same, but the first line feed has none.",
	       alone_first, .text = "\r\n", .number = 40),
	SAMPLE("near/file.text_mode-damaged.teehistorian",
	       "A carriage return is before each of 3 line feeds, and something else is wrong.",
	       damaged, .text = "\r\n", .number = 3),

	SAMPLE("bad/file.text_mode_mixed.teehistorian",
	       "Transferred as text; the last line feed has no carriage return.",
	       mixed, .text = "\1\n", .number = 40),
	SAMPLE("near/file.text_mode_mixed.teehistorian",
	       "Transferred as text; some line feeds had a carriage return before.",
	       transferred, .text = "\r\n", .number = 40, .more = 1),
	{ .path = NULL },
};
/* clang-format on */
