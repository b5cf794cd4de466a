/* SPDX-License-Identifier: MIT */
/* dem_script_message.c - writes the messages of one packet of a script */
#include "corpus/builder/dem_statements.h"

struct dem_writer_bits
dem_script_bits(const struct dem_script *s, struct buffer *payload)
{
	const unsigned width = s->head.network <= 14 ? 5 : 6;

	return (struct dem_writer_bits){
		.w = payload,
		.network = s->head.network,
		.demo = s->head.protocol,
		.width = (unsigned)word_number_or(s->width, width),
	};
}

static void
say(struct dem_writer_bits *b, struct words *r, unsigned type)
{
	struct buffer text = { 0 };

	words_left(r);
	words_bytes(r, &text);
	dem_bits_say(b, type, &text);
	buffer_free(&text);
}

static void
raw_bits(struct dem_writer_bits *b, struct words *r)
{
	struct buffer bytes = { 0 };

	words_left(r);
	words_bytes(r, &bytes);
	for (size_t i = 0; i < bytes.size; i++)
		dem_bits(b, bytes.bytes[i], 8);
	buffer_free(&bytes);
}

static void
server(const struct dem_script *s, struct dem_writer_bits *b)
{
	char map[DEM_TEXT + 1] = { 0 }, game[DEM_TEXT + 1] = { 0 };

	if (s->no_server)
		return;
	for (size_t i = 0; i < DEM_TEXT; i++) {
		map[i] = (char)s->head.map[i];
		game[i] = (char)s->head.game[i];
	}
	dem_bits_server(b,
			&(struct dem_writer_server){
				.protocol = (int32_t)word_number_or(
					s->server_protocol, s->head.network),
				.stv = s->stv,
				.interval = (uint32_t)word_number_or(
					s->server_interval, s->interval),
				.platform = (int32_t)word_number_or(
					s->server_platform, 'l'),
				.map = s->server_map[0] ? s->server_map : map,
				.game = game,
			});
}

/* Returns the tick of the server, whose clock is independent of the clock of the demo. */
static int32_t
server_tick(const struct dem_script *s)
{
	return s->synchronized ? (int32_t)(5000LL + s->tick) : s->clock;
}

static bool
message(struct dem_script *s, struct dem_writer_bits *b, struct words *r)
{
	if (words_is(r, "nop"))
		dem_bits(b, 0, b->width);
	else if (words_is(r, "tick"))
		dem_bits_tick(b, server_tick(s));
	else if (words_is(r, "state"))
		dem_bits_state(b, (unsigned)words_number(r));
	else if (words_is(r, "print"))
		say(b, r, DEM_PRINT_MESSAGE);
	else if (words_is(r, "command"))
		say(b, r, DEM_COMMAND_MESSAGE);
	else if (words_is(r, "server"))
		server(s, b);
	else if (words_is(r, "create"))
		dem_bits_create(b);
	else if (words_is(r, "classes"))
		dem_bits_classes(b);
	else if (words_is(r, "bits"))
		raw_bits(b, r);
	else
		return dem_script_bit_words(s, b, r);
	return true;
}

void
dem_script_messages(struct dem_script *s, struct words *r,
		    struct buffer *payload)
{
	struct dem_writer_bits b = dem_script_bits(s, payload);

	if (words_is(r, "empty"))
		return;
	if (!words_left(r))
		dem_bits_tick(&b, server_tick(s));
	while (!r->failed && words_left(r)) {
		if (message(s, &b, r))
			continue;
		r->failed |= !words_is(r, "size") ||
			     !dem_bits_fill(&b, (size_t)words_number(r));
	}
	dem_bits_end(&b);
}
