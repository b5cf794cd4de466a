/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_sizes.c - samples of the rules about sizes and network
 * messages
 */
#include "corpus/builder/teehistorian_samples.h"

static void
start(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

static void
message_size(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_int(w, ID_MESSAGE);
	write_int(w, 0);
	write_int(w, s->number);
	sample_expect_from(w, at);
	write_finish(w);
}

static void
argument_count(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_console_command(w, -1, 4, "shutdown", s->number, NULL);
	sample_expect_from(w, at);
	write_finish(w);
}

static void
payload_size(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_ex_begin(w, "teehistorian-test@ddnet.tw");
	write_ex_end_as(w, s->number);
	sample_expect_from(w, at);
	write_finish(w);
}

/* A MESSAGE of `number` bytes from client 1.  With `more` client 1 uses 0.7. */
static void
large_message(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	if (s->more)
		write_joinver7(w, 1);
	else
		write_joinver6(w, 1);
	write_join(w, 1);
	at = w->size;
	write_int(w, ID_MESSAGE);
	write_int(w, 1);
	write_int(w, s->number);
	buffer_fill(w, 0x28, (size_t)s->number);
	sample_expect_from(w, at);
	write_finish(w);
}

/* A saved team whose payload has `number` bytes. */
static void
large_save(struct buffer *w, const struct sample *s)
{
	size_t at;

	start(w, s);
	at = w->size;
	write_ex_begin(w, "teehistorian-save-success@ddnet.tw");
	write_int(w, 5);
	buffer_append(w, script_save_id, sizeof(script_save_id));
	buffer_fill(w, 's', (size_t)s->number - 1 - sizeof(script_save_id) - 1);
	buffer_byte(w, 0);
	write_ex_end(w);
	sample_expect_from(w, at);
	write_finish(w);
}

static void
arguments(struct buffer *w, const struct sample *s)
{
	static const char *const words[] = {
		"1", "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
		"",  "11", "12", "13", "14", "15", "16", "17",
	};
	size_t at;

	start(w, s);
	at = w->size;
	write_console_command(w, 0, 128, "mc", s->number, words);
	sample_expect_from(w, at);
	write_finish(w);
}

/* A MESSAGE of `number` bytes that begins with the int `more`. */
static void
message(struct buffer *w, const struct sample *s)
{
	const unsigned char more = (unsigned char)s->more;
	const unsigned char payload[] = { more, more == 0x81 ? 0xe3 : 1, 0 };
	size_t at;

	start(w, s);
	at = w->size;
	write_message(w, 0, payload, (size_t)s->number);
	sample_expect_from(w, at);
	write_finish(w);
}

/* clang-format off */
const struct sample teehistorian_samples_sizes[] = {
	SAMPLE("bad/negative_size.teehistorian",
	       "A MESSAGE of -1 bytes.",
	       message_size, .number = -1),
	SAMPLE("bad/negative_size-back.teehistorian",
	       "A MESSAGE of -3 bytes.  Three bytes back, the message begins.",
	       message_size, .number = -3),
	SAMPLE("bad/negative_size-arguments.teehistorian",
	       "A command with -1 arguments.",
	       argument_count, .number = -1),
	SAMPLE("bad/negative_size-ex.teehistorian",
	       "An extension of -2^31 bytes.",
	       payload_size, .number = INT32_MIN),
	SAMPLE("near/negative_size.teehistorian",
	       "A command without arguments.",
	       argument_count),
	SAMPLE("near/negative_size-ex.teehistorian",
	       "An extension of 0 bytes.",
	       payload_size),

	SAMPLE("bad/size_limit.teehistorian",
	       "A MESSAGE of 1024 bytes by a client of 0.6.",
	       large_message, .number = 1024),
	SAMPLE("bad/size_limit-0.7.teehistorian",
	       "A MESSAGE of 1395 bytes by a client of 0.7.",
	       large_message, .number = 1395, .more = 1),
	SAMPLE("bad/size_limit-ex.teehistorian",
	       "An extension of 2050 bytes by a server that packs into 2 KiB.",
	       large_save, .number = 2050, .release = "18.3"),
	SAMPLE("bad/size_limit-ex-64k.teehistorian",
	       "An extension of 65537 bytes by a server that packs into 64 KiB.",
	       large_save, .number = 65537, .release = "18.8"),
	SAMPLE("bad/command_arguments.teehistorian",
	       "A command with 17 arguments.",
	       arguments, .number = 17),
	SAMPLE("near/size_limit.teehistorian",
	       "A MESSAGE of 1023 bytes by a client of 0.6.",
	       large_message, .number = 1023),
	SAMPLE("near/size_limit-0.7.teehistorian",
	       "A MESSAGE of 1394 bytes by a client of 0.7.",
	       large_message, .number = 1394, .more = 1),
	SAMPLE("near/size_limit-ex.teehistorian",
	       "An extension of 2049 bytes by a server that packs into 2 KiB.",
	       large_save, .number = 2049, .release = "18.3"),
	SAMPLE("near/size_limit-ex-64k.teehistorian",
	       "An extension of 2050 bytes by the first server that packs into 64 KiB.",
	       large_save, .number = 2050, .release = "18.8"),
	SAMPLE("near/command_arguments.teehistorian",
	       "A command with 16 arguments.",
	       arguments, .number = 16),

	SAMPLE("bad/message_empty.teehistorian",
	       "A MESSAGE of 0 bytes.",
	       message, .number = 0),
	SAMPLE("near/message_empty.teehistorian",
	       "A MESSAGE of 1 byte.",
	       message, .number = 1, .more = 2),
	SAMPLE("bad/message_int.teehistorian",
	       "A MESSAGE of two bytes that both say that the id goes on.",
	       message, .number = 2, .more = 0x81),
	SAMPLE("bad/message_int-1.teehistorian",
	       "A MESSAGE of one byte that says that the id goes on.",
	       message, .number = 1, .more = 0x82),
	SAMPLE("near/message_int.teehistorian",
	       "A MESSAGE whose id has two bytes, and nothing follows.",
	       message, .number = 2, .more = 0x82),
	SAMPLE("bad/message_sys.teehistorian",
	       "A MESSAGE with the system bit.",
	       message, .number = 3, .more = 3),
	SAMPLE("near/message_sys.teehistorian",
	       "A MESSAGE whose id is all bits of the first byte but the system bit.",
	       message, .number = 3, .more = 0x3e),

	{ .path = NULL },
};
