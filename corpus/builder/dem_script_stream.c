/* SPDX-License-Identifier: MIT */
/* dem_script_stream.c - the statements of a script about commands */
#include <string.h>

#include "corpus/builder/dem_statements.h"

/* Reads a tick, if the statement has a tick. */
static struct word_number
read_tick(struct words *r)
{
	if (words_at_number(r) || (r->at < r->end && *r->at == '='))
		return words_given(r);
	return (struct word_number){ 0 };
}

static int32_t
tick_or_now(const struct dem_script *s, struct word_number tick)
{
	return (int32_t)word_number_or(tick, s->tick);
}

/* Writes a command, with the unusual values that the statements before requested. */
static void
emit(struct dem_script *s, struct dem_writer_command *c,
     const struct buffer *payload)
{
	const struct dem_oddities *odd = &s->odd;

	c->payload = payload;
	c->length = (int32_t)word_number_or(odd->length,
					    (long long)payload->size);
	c->byte = (unsigned)word_number_or(odd->id,
					   dem_writer_byte(&s->d, c->id));
	c->flags = (uint32_t)word_number_or(odd->flags, c->flags);
	for (size_t i = 0; i < DEM_VIEW; i++)
		c->view[i] = (uint32_t)word_number_or(odd->view[i], c->view[i]);
	s->d.slot = (unsigned)word_number_or(odd->slot, 0);
	dem_write_command(&s->d, c);
	s->odd = (struct dem_oddities){ 0 };
}

static void
emit_bytes(struct dem_script *s, enum dem_writer_id id, struct word_number tick,
	   const struct buffer *payload)
{
	emit(s,
	     &(struct dem_writer_command){
		     .id = id,
		     .tick = tick_or_now(s, tick),
	     },
	     payload);
}

/* ------------------------------------------------------- signon, packets */

/* Sets the view of a player who walks.  SourceTV has no view, and the end of a level has
   no view. */
static void
look(const struct dem_script *s, struct dem_writer_command *c)
{
	const float at[3] = { 100 + (float)c->tick, -200, 64.5F };

	if (s->stv || c->id == DEM_SIGNON || c->tick < 0)
		return;
	for (size_t i = 0; i < 3; i++) {
		memcpy(&c->view[i], &at[i], sizeof(at[i]));
		c->view[9 + i] = c->view[i];
	}
}

static void
number(struct dem_script *s, struct dem_writer_command *c)
{
	if (s->stv && c->id == DEM_SIGNON)
		return;
	s->in = (int32_t)word_number_or(s->next_in, s->in + 1LL);
	s->out = s->stv ? s->in
			: (int32_t)word_number_or(s->next_out, s->out + 1LL);
	s->next_in.given = s->next_out.given = false;
	c->in = s->in;
	c->out = s->out;
}

static void
write_messages(struct dem_script *s, struct words *r,
	       struct dem_writer_command *c)
{
	struct buffer payload = { 0 };

	dem_script_messages(s, r, &payload);
	look(s, c);
	number(s, c);
	emit(s, c, &payload);
	buffer_free(&payload);
}

static void
write_signon(struct dem_script *s, struct words *r)
{
	struct dem_writer_command c = { .id = DEM_SIGNON };

	c.tick = tick_or_now(s, read_tick(r));
	write_messages(s, r, &c);
}

static void
write_packet(struct dem_script *s, struct words *r)
{
	const struct word_number tick = read_tick(r);
	struct dem_writer_command c = { .id = DEM_PACKET };

	if (!tick.given && s->packet_before)
		s->tick = (int32_t)((long long)s->tick + s->step);
	s->tick = c.tick = tick_or_now(s, tick);
	s->packet_before = true;
	s->packets++;
	write_messages(s, r, &c);
}

static void
set_step(struct dem_script *s, struct words *r)
{
	s->step = (int32_t)words_number(r);
}

/* -------------------------------------------------------- other commands */

static void
write_sync(struct dem_script *s, struct words *r)
{
	const struct word_number tick = read_tick(r), zero = { .given = true };
	const struct buffer none = { 0 };

	emit_bytes(s, DEM_SYNC, tick.given ? tick : zero, &none);
	if (!s->synchronized)
		s->sync = s->d.record;
	s->synchronized = true;
	s->packet_before = false;
	s->tick = 0;
}

static void
write_console_of(struct dem_script *s, struct words *r, bool whole)
{
	const struct word_number tick = read_tick(r);
	struct buffer text = { 0 };

	words_all(r, &text);
	if (whole)
		buffer_byte(&text, 0);
	emit_bytes(s, DEM_CONSOLE, tick, &text);
	buffer_free(&text);
}

static void
write_console(struct dem_script *s, struct words *r)
{
	write_console_of(s, r, true);
}

static void
write_console_raw(struct dem_script *s, struct words *r)
{
	write_console_of(s, r, false);
}

static void
write_user(struct dem_script *s, struct words *r)
{
	const int32_t tick = tick_or_now(s, read_tick(r));
	struct buffer payload = { 0 };
	struct dem_writer_bits bits = dem_script_bits(s, &payload);

	s->user = (int32_t)word_number_or(s->next_user, s->user + 1LL);
	s->next_user.given = false;
	if (!words_left(r) || words_is(r, "size")) {
		dem_bits_user(&bits, s->user, tick);
		const size_t size = words_left(r) ? (size_t)words_number(r)
						  : payload.size;

		buffer_cut(&payload, size);
		buffer_fill(&payload, 0, size - payload.size);
	}
	while (!r->failed && words_left(r))
		r->failed |= !dem_script_bit_words(s, &bits, r);
	emit(s,
	     &(struct dem_writer_command){
		     .id = DEM_USER,
		     .tick = tick,
		     .in = s->user,
	     },
	     &payload);
	buffer_free(&payload);
}

/* Writes a whole payload, or a payload field by field. */
static void
write_bits(struct dem_script *s, struct words *r, enum dem_writer_id id,
	   void (*whole)(struct dem_writer_bits *b, size_t size))
{
	const struct word_number tick = read_tick(r);
	struct buffer payload = { 0 };
	struct dem_writer_bits bits = dem_script_bits(s, &payload);

	if (!words_left(r) || words_is(r, "size"))
		whole(&bits, words_left(r) ? (size_t)words_number(r) : 0);
	while (!r->failed && words_left(r))
		r->failed |= !dem_script_bit_words(s, &bits, r);
	emit_bytes(s, id, tick, &payload);
	buffer_free(&payload);
}

static void
write_tables(struct dem_script *s, struct words *r)
{
	write_bits(s, r, DEM_TABLES, dem_bits_tables);
}

static void
write_strings(struct dem_script *s, struct words *r)
{
	write_bits(s, r, DEM_STRINGS, dem_bits_strings);
}

static void
write_custom(struct dem_script *s, struct words *r)
{
	const int32_t type = (int32_t)words_given(r).value;
	struct buffer payload = { 0 };

	words_all(r, &payload);
	emit(s,
	     &(struct dem_writer_command){
		     .id = DEM_CUSTOM,
		     .tick = s->tick,
		     .type = type,
	     },
	     &payload);
	buffer_free(&payload);
}

/* ------------------------------------------------------------------- end */

static size_t
stop_bytes(const struct dem_script *s)
{
	/* Left 4 Dead, which has four cameras, writes no slot in dem_stop. */
	if (s->head.protocol == 4)
		return s->d.blocks == 4 ? 5 : 6;
	/* From network protocol 11 on the last byte is lost. */
	return s->head.protocol == 2 || s->head.network <= 7 ? 5 : 4;
}

/* Returns the tick of dem_stop: the tick of the last packet, or at the end of a level
   the tick before. */
static int32_t
end_tick(const struct dem_script *s)
{
	return (int32_t)((long long)s->tick - (s->tick < 0));
}

void
dem_script_stop(struct dem_script *s, struct word_number tick)
{
	s->stop_tick = tick.given ? tick_or_now(s, tick) : end_tick(s);
	dem_write_stop(&s->d, s->stop_tick,
		       (size_t)word_number_or(s->odd.stop_bytes,
					      (long long)stop_bytes(s)));
	s->odd = (struct dem_oddities){ 0 };
	s->stopped = true;
}

static void
write_stop(struct dem_script *s, struct words *r)
{
	if (words_is(r, "none")) {
		s->stop_tick = end_tick(s);
		s->stopped = true;
		return;
	}
	dem_script_stop(s, read_tick(r));
}

/* --------------------------------------------------- all before a packet */

/* Writes all commands before the first packet.  The first engines wrote no
   dem_stringtables. */
static void
connect(struct dem_script *s, const char *tables, const char *strings,
	const char *rest)
{
	demo_script_run(&s->script, tables, tables + strlen(tables));
	if (s->head.network > 11)
		demo_script_run(&s->script, strings, strings + strlen(strings));
	demo_script_run(&s->script, rest, rest + strlen(rest));
}

static void
write_pov(struct dem_script *s, struct words *r)
{
	(void)r;
	connect(s,
		"signon print 'Welcome%0a' server create state 3;"
		"console 'cl_predict 1'; tables; signon classes state 4;"
		"signon state 5; sync;",
		"strings;", "console 'r_cleardecals';");
}

static void
set_kind(struct dem_script *s, struct words *r)
{
	static const char client[] = "SourceTV Demo", server[] = "Test server";

	s->script.failed |= !words_is(r, "stv");
	s->stv = true;
	s->step = 4;
	memset(s->head.client, 0, DEM_TEXT);
	memcpy(s->head.client, client, sizeof(client));
	memset(s->head.server, 0, DEM_TEXT);
	memcpy(s->head.server, server, sizeof(server));
}

static void
write_stv(struct dem_script *s, struct words *r)
{
	static const char kind[] = "kind stv;";

	(void)r;
	demo_script_run(&s->script, kind, kind + sizeof(kind) - 1);
	connect(s, "signon server create state 3; tables;", "strings;",
		"signon classes state 4; signon state 5; sync;");
}

const struct dem_statement dem_stream_statements[] = {
	{ "pov", write_pov },
	{ "stv", write_stv },
	{ "kind", set_kind },
	{ "signon", write_signon },
	{ "packet", write_packet },
	{ "step", set_step },
	{ "sync", write_sync },
	{ "console", write_console },
	{ "console_raw", write_console_raw },
	{ "user", write_user },
	{ "tables", write_tables },
	{ "strings", write_strings },
	{ "custom", write_custom },
	{ "stop", write_stop },
	{ NULL, NULL },
};
