/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_ex.c - samples of the rules about extensions and the strings of
 * messages
 */
#include <string.h>

#include "corpus/builder/teehistorian_samples.h"

#define NAME_FINISH "teehistorian-player-finish@ddnet.org"
#define NAME_MOD    "teehistorian-sample@mod.example"

static void
start(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

/* The extension `text`, `more` times.  With `number` the header lists the extension. */
static void
extension(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	struct header h;
	size_t at;

	header_init(&h, r);
	if (s->number)
		header_list_extension(&h, s->text);
	header_write(&h, w);
	at = w->size;
	for (int32_t i = 0; i <= s->more; i++) {
		write_ex_begin(w, s->text);
		buffer_append(w, "any", 3);
		write_ex_end(w);
		if (i == 0)
			sample_expect_from(w, at);
	}
	write_finish(w);
}

/* A payload of `number` bytes, where a client id and an int are expected.  With `more` a
   whole payload follows.  With `text` a TICK_SKIP comes before. */
static void
payload(struct buffer *w, const struct sample *s)
{
	size_t begin, at;

	start(w, s);
	if (s->text)
		write_tick_skip(w, 0);
	write_ex_begin(w, NAME_FINISH);
	begin = w->size;
	write_int(w, 0);
	write_int(w, 1500);
	buffer_fill(w, 0, 40);
	buffer_cut(w, begin + (size_t)s->number);
	write_ex_end(w);
	at = w->size - (size_t)s->number;
	if (s->number > 3)
		sample_expect_from(w, at + 3);
	else
		sample_expect_from(w, at);
	if (s->more) {
		write_ex_begin(w, NAME_FINISH);
		write_int(w, 0);
		write_int(w, 1500);
		write_ex_end(w);
	}
	write_finish(w);
}

/* The string of a payload has no NUL. */
static void
payload_without_nul(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_ex_begin(w, "teehistorian-player-name@ddnet.org");
	write_int(w, 0);
	buffer_append(w, "nameless tee", 12);
	write_ex_end(w);
	sample_expect_from(w, w->size - 13);
	write_finish(w);
}

/* A joinver with extra bytes.  The JOIN after it still belongs to the joinver. */
static void
long_joinver(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_ex_begin(w, "teehistorian-joinver6@ddnet.tw");
	write_int(w, 1);
	buffer_append(w, "\x01\x02\x03", 3);
	write_ex_end(w);
	sample_expect_from(w, w->size - 3);
	write_join(w, 1);
	write_finish(w);
}

/* A DROP with the reason `text`.  The byte at `number` is the first wrong byte. */
static void
drop_reason(struct buffer *w, const struct sample *s)
{
	start(w, s);
	write_int(w, ID_DROP);
	write_int(w, 0);
	sample_expect(w, w->size + (size_t)s->number, 1);
	buffer_text(w, s->text);
	write_finish(w);
}

static void
argument(struct buffer *w, const struct sample *s)
{
	const char *const words[] = { "to", s->text };

	start(w, s);
	write_console_command(w, 0, 128, "w", 2, words);
	sample_expect(w, w->size - strlen(s->text) - 1 + (size_t)s->number, 1);
	write_finish(w);
}

/* A player name of `number` bytes. */
static void
name(struct buffer *w, const struct sample *s)
{
	static const char letters[] = "sixteen letters!";
	const size_t length = (size_t)s->number;

	start(w, s);
	write_ex_begin(w, "teehistorian-player-name@ddnet.org");
	write_int(w, 0);
	buffer_append(w, letters, length);
	buffer_byte(w, 0);
	write_ex_end(w);
	sample_expect(w, w->size - length - 1, length);
	write_finish(w);
}

/* A client version of `number` bytes. */
static void
client_version(struct buffer *w, const struct sample *s)
{
	const size_t length = (size_t)s->number;

	start(w, s);
	write_ex_begin(w, "teehistorian-ddnetver@ddnet.tw");
	write_int(w, 0);
	buffer_append(w, script_save_id, sizeof(script_save_id));
	write_int(w, 13010);
	buffer_fill(w, 'v', length);
	buffer_byte(w, 0);
	write_ex_end(w);
	sample_expect(w, w->size - length - 1, length);
	write_finish(w);
}

/* clang-format off */
const struct sample teehistorian_samples_ex[] = {
	SAMPLE("bad/ex_unlisted.teehistorian",
	       "An extension that no name of the header gives.",
	       extension, .text = NAME_MOD),
	SAMPLE("near/ex_unlisted.teehistorian",
	       "The same extension, listed but unknown all the same.",
	       extension, .text = NAME_MOD, .number = 1),
	SAMPLE("bad/ex_unknown.teehistorian",
	       "An extension of a mod, which lists its name, twice.",
	       extension, .text = NAME_MOD, .number = 1, .more = 1),
	SAMPLE("near/ex_unknown.teehistorian",
	       "An extension that is known, although nobody knows what its payload means.",
	       extension, .text = "teehistorian-antibot@ddnet.org"),

	SAMPLE("bad/ex_payload_short.teehistorian",
	       "The last byte of the last int of a payload is missing.",
	       payload, .number = 2),
	SAMPLE("bad/ex_payload_short-empty.teehistorian",
	       "A payload of 0 bytes where two ints are expected.",
	       payload, .number = 0),
	SAMPLE("bad/ex_payload_short-string.teehistorian",
	       "A payload ends before the NUL of its string.",
	       payload_without_nul),
	SAMPLE("crash/ex_payload_short-then.teehistorian",
	       "A short payload, which is only a warning, and then a whole one.",
	       payload, .number = 2, .more = 1,
	       .options = "rule=teehistorian.ex_payload_short=warning"),
	SAMPLE("near/ex_payload_short.teehistorian",
	       "The same payload is whole.",
	       payload, .number = 3),

	SAMPLE("bad/ex_payload_trailing.teehistorian",
	       "One byte is left over in a payload.",
	       payload, .number = 4),
	SAMPLE("bad/ex_payload_trailing-many.teehistorian",
	       "40 bytes are left over in a payload.",
	       payload, .number = 43),
	SAMPLE("bad/ex_payload_trailing-skip.teehistorian",
	       "One byte is left over in a payload after a TICK_SKIP.",
	       payload, .number = 4, .text = "skip"),
	SAMPLE("bad/ex_payload_trailing-joinver.teehistorian",
	       "Three bytes are left over in the announcement of a JOIN.",
	       long_joinver),
	SAMPLE("near/ex_payload_trailing.teehistorian",
	       "The size of the payload is that of its two ints.",
	       payload, .number = 3),

	SAMPLE("bad/string_utf8.teehistorian",
	       "The reason of a DROP ends inside a character.",
	       drop_reason, .text = "tee \xf0\x9f\xa4", .number = 4),
	SAMPLE("bad/string_utf8-argument.teehistorian",
	       "An argument of a command holds a byte that UTF-8 does not have.",
	       argument, .text = "hello \xff", .number = 6),
	SAMPLE("bad/string_utf8-14.6.teehistorian",
	       "Latin-1 on the first server that re-encodes strings: a warning.",
	       drop_reason, .text = "\xfc", .release = "14.6"),
	SAMPLE("bad/string_utf8-14.5.teehistorian",
	       "Latin-1 on the last server that does not: a note.",
	       drop_reason, .text = "\xfc", .release = "14.5"),
	SAMPLE("near/string_utf8.teehistorian",
	       "The reason of a DROP holds the character that replaces bad bytes.",
	       drop_reason, .text = "tee \xef\xbf\xbd"),

	SAMPLE("bad/string_length.teehistorian",
	       "A player name of 16 bytes.",
	       name, .number = 16),
	SAMPLE("bad/string_length-version.teehistorian",
	       "A client version of 64 bytes.",
	       client_version, .number = 64),
	SAMPLE("near/string_length.teehistorian",
	       "A player name of 15 bytes.",
	       name, .number = 15),
	SAMPLE("near/string_length-version.teehistorian",
	       "A client version of 63 bytes.",
	       client_version, .number = 63),

	{ .path = NULL },
};
