/* SPDX-License-Identifier: MIT */
/* reader.c - decides what any reader of a format must do with a sample */
#include "corpus/tool/reader.h"

#include <stdio.h>
#include <string.h>

#include "corpus/tool/option.h"
#include "include/demofsck_profile.h"
#include "include/demofsck_report.h"

/* Players refuse or misread the defect. */
static bool
stops_players(const struct dfk_rule *rule)
{
	const struct dfk_profile *profile;

	for (size_t i = 0; (profile = dfk_profile_at(i)); i++)
		if (strcmp(profile->name, "playback") == 0)
			return dfk_profile_severity(profile, rule) == DFK_ERROR;
	return false;
}

void
reader_init(struct reader_duty *r)
{
	memset(r, 0, sizeof(*r));
	strcpy(r->game, "-");
	strcpy(r->protocol, "-");
}

void
reader_finding(struct reader_duty *r, const struct dfk_finding *finding)
{
	if (finding->severity != DFK_ERROR || !stops_players(finding->rule))
		return;
	if (!r->has_defect || finding->rule->level < r->level)
		r->level = finding->rule->level;
	r->has_defect = true;
}

/* Copies a text that is a plain word.  A recording may hold any bytes. */
static void
copy_word(char word[16], const char *text, size_t length)
{
	if (length == 0 || length >= 16)
		return;
	for (size_t i = 0; i < length; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789._", text[i]))
			return;
	memcpy(word, text, length);
	word[length] = '\0';
}

/* The texts "0.6 626fce9a778df4d4" and "0.6, 20.1.1" begin with the protocol. */
static void
copy_protocol(char word[16], const char *text)
{
	if (strncmp(text, "0.6", 3) == 0 || strncmp(text, "0.7", 3) == 0)
		copy_word(word, text, 3);
}

static void
read_facts(struct reader_duty *r, const struct dfk_check *check)
{
	struct dfk_fact fact;

	for (size_t i = 0; dfk_fact_at(check, i, &fact); i++) {
		if (strcmp(fact.name, "network_protocol") == 0) {
			snprintf(r->protocol, sizeof(r->protocol), "%lld",
				 (long long)fact.integer);
		} else if (!fact.text) {
			continue;
		} else if (strcmp(fact.name, "game") == 0) {
			copy_word(r->game, fact.text, strlen(fact.text));
		} else if (strcmp(fact.name, "net_version") == 0 ||
			   strcmp(fact.name, "server_version") == 0) {
			copy_protocol(r->protocol, fact.text);
		}
	}
}

void
reader_finish(struct reader_duty *r, const struct dfk_check *check,
	      const char *options)
{
	const struct dfk_result *result = dfk_result_of(check);
	const char *format = result->format ? result->format : "";
	char value[OPTION_MAX];
	/* Other readers need not decompress, and have other limits. */
	const bool open = result->compression ||
			  result->verdict == DFK_UNSUPPORTED ||
			  result->verdict == DFK_UNDECIDED ||
			  option_value(options, "limit", value) ||
			  option_value(options, "rule", value);

	if (strcmp(format, "teehistorian") == 0)
		strcpy(r->game, "ddnet");
	else if (*format && strcmp(format, "dem") != 0)
		strcpy(r->game, "teeworlds");
	if (strncmp(format, "snapshot", 8) == 0) {
		strcpy(r->protocol, "0.6");
		if (option_value(options, "protocol", value))
			copy_word(r->protocol, value, strlen(value));
	}
	read_facts(r, check);
	r->rejects = !open && r->has_defect;
	r->accepts = !open && dfk_gate_accepts(check, DFK_WARNING);
}

void
reader_columns(const struct reader_duty *r, struct buffer *row)
{
	buffer_words(row, r->accepts   ? "accept"
			  : r->rejects ? "reject"
				       : "either");
	buffer_byte(row, '\t');
	buffer_words(row, r->rejects ? dfk_reader_level_name(r->level) : "-");
	buffer_byte(row, '\t');
	buffer_words(row, r->game);
	buffer_byte(row, '\t');
	buffer_words(row, r->protocol);
}
