/* SPDX-License-Identifier: MIT */
/* dem_script_head.c - the statements of a script about the header */
#include <string.h>

#include "corpus/builder/dem_statements.h"

/* These statements come before the payloads, because the payloads depend on them. */
static int32_t
early_number(struct dem_script *s, struct words *r)
{
	s->script.failed |= s->script.started;
	return (int32_t)word_number_or(words_given(r), 0);
}

static void
set_protocol(struct dem_script *s, struct words *r)
{
	s->head.protocol = s->d.protocol = early_number(s, r);
}

static void
set_network(struct dem_script *s, struct words *r)
{
	s->head.network = early_number(s, r);
}

static void
set_blocks(struct dem_script *s, struct words *r)
{
	s->d.blocks = (unsigned)early_number(s, r);
}

static void
set_clock(struct dem_script *s, struct words *r)
{
	s->clock = early_number(s, r);
}

static void
set_width(struct dem_script *s, struct words *r)
{
	s->script.failed |= s->script.started;
	s->width = words_given(r);
}

static void
set_interval(struct dem_script *s, struct words *r)
{
	s->script.failed |= s->script.started;
	s->interval = (uint32_t)dem_words_float(r).value;
}

/* ----------------------------------------------------------------- texts */

static void
set_text(struct dem_script *s, struct words *r, void *field)
{
	struct buffer text = { 0 };

	words_all(r, &text);
	s->script.failed |= s->script.started || text.size > DEM_TEXT;
	if (!s->script.failed) {
		memset(field, 0, DEM_TEXT);
		if (text.size)
			memcpy(field, text.bytes, text.size);
	}
	buffer_free(&text);
}

static void
set_server(struct dem_script *s, struct words *r)
{
	set_text(s, r, s->head.server);
}

static void
set_client(struct dem_script *s, struct words *r)
{
	set_text(s, r, s->head.client);
}

static void
set_map(struct dem_script *s, struct words *r)
{
	set_text(s, r, s->head.map);
}

static void
set_game(struct dem_script *s, struct words *r)
{
	set_text(s, r, s->head.game);
}

static void
set_server_info(struct dem_script *s, struct words *r)
{
	if (words_is(r, "none"))
		s->no_server = true;
	else if (words_is(r, "interval"))
		s->server_interval = dem_words_float(r);
	else if (words_is(r, "protocol"))
		s->server_protocol = words_given(r);
	else if (words_is(r, "platform"))
		s->server_platform = words_given(r);
	else if (words_is(r, "map"))
		set_text(s, r, s->server_map);
	else
		s->script.failed = true;
}

/* --------------------------------------------------------------- numbers */

static void
set_running(struct dem_script *s, struct words *r)
{
	(void)r;
	s->running = true;
}

static void
set_zeroed(struct dem_script *s, struct words *r)
{
	const struct word_number zero = { .given = true };

	(void)r;
	s->time = s->ticks = s->frames = s->signon_length = zero;
}

static void
set_time(struct dem_script *s, struct words *r)
{
	s->time = dem_words_float(r);
}

static void
set_time_steps(struct dem_script *s, struct words *r)
{
	s->time_steps = words_given(r);
	s->time_steps.relative = true;
}

static void
set_ticks(struct dem_script *s, struct words *r)
{
	s->ticks = words_given(r);
}

static void
set_frames(struct dem_script *s, struct words *r)
{
	s->frames = words_given(r);
}

static void
set_signon_length(struct dem_script *s, struct words *r)
{
	s->signon_length = words_given(r);
}

/* ------------------------------------------------------------------- end */

/* Edits are collected, and are made at the end. */
const struct dem_statement dem_head_statements[] = {
	{ "protocol", set_protocol },
	{ "network", set_network },
	{ "server", set_server },
	{ "client", set_client },
	{ "map", set_map },
	{ "game", set_game },
	{ "interval", set_interval },
	{ "width", set_width },
	{ "blocks", set_blocks },
	{ "clock", set_clock },
	{ "serverinfo", set_server_info },
	{ "running", set_running },
	{ "zeroed", set_zeroed },
	{ "time", set_time },
	{ "time_steps", set_time_steps },
	{ "ticks", set_ticks },
	{ "frames", set_frames },
	{ "signon_length", set_signon_length },
	{ NULL, NULL },
};
