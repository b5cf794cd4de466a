/* SPDX-License-Identifier: MIT */
/* formats.c - the only file of the program that names formats: one row each */
#include "cli/formats.h"

#include <stdio.h>
#include <string.h>

/* Rules about the header and the commands of a Source demo, not about the contents of the
   commands.  A repair at depth framing repairs each of these defects. */
static const char *const dem_rules[] = {
	"dem.magic",
	"dem.header_lost",
	"dem.header_unfinished",
	"dem.text_end",
	"dem.time_value",
	"dem.command_truncated",
	"dem.zero_tail",
	"dem.command_size",
	"dem.command_id",
	"dem.repeated",
	"dem.stop_early",
	"dem.stop_missing",
	"dem.another_recording",
	NULL,
};

/* A Source demo cannot be played if one of these facts is 0. */
static const char *const dem_facts[] = { "packets", "signon_length", NULL };

#define NOTHING_PLAYS "nothing that plays would be left"

static const struct formats_row rows[] = {
	{
		.id = "teehistorian",
		.ticks_per_second = 50,
	},
	{
		.id = "twdemo",
		.ticks_per_second = 50,
		.nothing_left = NOTHING_PLAYS,
		.map = {
			.damaged = "twdemo.map_damaged",
			.mismatch = "twdemo.map_mismatch",
			.external = "twdemo.map_external",
			.edits = "map_",
		},
	},
	{
		.id = "dem",
		.interval_fact = "tick_interval",
		.nothing_left = NOTHING_PLAYS,
		.end_moves = true,
		.depth = {
			.partial = {
				{ "framing", "only its commands were checked" },
				{ "messages", "its entities were not checked" },
			},
			.least = "framing",
			.price = "what players see may be wrong after the damage",
			.tables = "may keep the string tables, with the damage in "
				  "them",
			.rules = dem_rules,
			.facts = dem_facts,
			.help = "checks and repairs its commands only, and "
				"leaves the damage in them",
		},
	},
	{
		.id = "snapshot",
		.options = FORMATS_PROTOCOL,
	},
	{
		.id = "snapshot-delta",
		.options = FORMATS_PROTOCOL | FORMATS_BASE,
	},
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

const struct formats_row *
formats_row(const char *id)
{
	static const struct formats_row none = { .id = NULL };

	for (size_t i = 0; id != NULL && i < N_ROWS; i++) {
		if (strcmp(rows[i].id, id) == 0)
			return &rows[i];
	}
	return &none;
}

void
formats_with_option(enum formats_options option, char *text, size_t size)
{
	size_t length = 0;

	text[0] = '\0';
	for (size_t i = 0; i < N_ROWS && length < size; i++) {
		if ((rows[i].options & (unsigned)option) != 0)
			length += (size_t)snprintf(
				text + length, size - length, "%s--as=%s",
				length > 0 ? " or " : "", rows[i].id);
	}
}
