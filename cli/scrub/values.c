/* SPDX-License-Identifier: MIT */
/* values.c - times, shards and forms, and options of scrub that exclude each other */
#include "cli/scrub/values.h"

#include <stdio.h>
#include <string.h>

#include "cli/report/text.h"

/* Reads the digits at the beginning of *text.  False: there are none, or too many. */
static bool
read_digits(const char **text, uint64_t *number)
{
	const size_t n = strspn(*text, "0123456789");

	*number = 0;
	for (size_t i = 0; i < n; i++)
		*number = *number * 10 + (uint64_t)((*text)[i] - '0');
	*text += n;
	return n > 0 && n <= 9;
}

/* Reads a number and its unit, as seconds. */
static bool
read_time(const char *option, const char *value, int64_t *seconds)
{
	static const struct {
		const char *name;
		int64_t seconds;
	} units[] = { { "s", 1 }, { "m", 60 }, { "h", 3600 }, { "d", 86400 } };
	const char *at = value;
	uint64_t number;
	const bool good = read_digits(&at, &number);

	for (size_t i = 0; i < 4 && good; i++) {
		if (strcmp(units[i].name, at) != 0)
			continue;
		*seconds = (int64_t)number * units[i].seconds;
		return true;
	}
	text_complain(option,
		      "'%s' is not a time such as 30d, 12h, 90m or 600s",
		      value);
	return false;
}

bool
scrub_read_again(struct args_scrub *scrub, const char *value)
{
	scrub->has_again = read_time("--again", value, &scrub->again_s);
	return scrub->has_again;
}

bool
scrub_read_for(struct args_scrub *scrub, const char *value)
{
	int64_t seconds;

	if (!read_time("--for", value, &seconds))
		return false;
	if (seconds == 0)
		text_complain("--for", "'%s' is no time", value);
	scrub->for_ms = seconds * 1000;
	return seconds > 0;
}

bool
scrub_read_shard(struct args_scrub *scrub, const char *value)
{
	const char *slash = strchr(value, '/'), *at = value;
	const char *end = slash != NULL ? slash + 1 : value;

	if (read_digits(&at, &scrub->shard) && at == slash &&
	    read_digits(&end, &scrub->shards) && *end == '\0' &&
	    scrub->shard >= 1 && scrub->shard <= scrub->shards)
		return true;
	text_complain("--shard", "'%s' is not I/N with 1 <= I <= N", value);
	return false;
}

const char *const scrub_print_words[] = { "text", "ndjson", "csv", "html",
					  NULL };

bool
scrub_read_print(struct args_scrub *scrub, const char *value)
{
	static const enum args_print prints[] = { ARGS_PRINT_TEXT,
						  ARGS_PRINT_NDJSON,
						  ARGS_PRINT_CSV,
						  ARGS_PRINT_HTML };
	const size_t length = strcspn(value, ":");
	const bool has_path = value[length] == ':';

	for (size_t i = 0; scrub_print_words[i] != NULL; i++) {
		if (strlen(scrub_print_words[i]) != length ||
		    memcmp(scrub_print_words[i], value, length) != 0)
			continue;
		scrub->print = prints[i];
		scrub->print_path = has_path ? value + length + 1 : NULL;
		if (!has_path || value[length + 1] != '\0')
			return true;
		text_complain("--print", "'%s' names no file", value);
		return false;
	}
	text_complain("--print", "'%s' is not one of text, ndjson, csv, html",
		      value);
	return false;
}

bool
scrub_read_since(struct args_scrub *scrub, const char *value)
{
	const char *at = value;
	uint64_t number;

	scrub->has_since = read_digits(&at, &number) && *at == '\0';
	scrub->since = (int64_t)number;
	if (!scrub->has_since)
		text_complain("--since", "'%s' is not the number of a run",
			      value);
	return scrub->has_since;
}

/* ------------------------------------------------- what fits together -- */

static bool
refuse_values(const char *subject, const char *why)
{
	text_complain(subject, "%s; see demofsck help scrub", why);
	return false;
}

/* Returns the name of an option that only a run through an archive has, or NULL. */
static const char *
option_of_scan(const struct args *args)
{
	const struct args_scrub *scrub = &args->scrub;

	if (scrub->root_name != NULL)
		return "--root-name";
	if (scrub->has_again)
		return "--again";
	if (scrub->for_ms > 0)
		return "--for";
	if (scrub->shards > 1)
		return "--shard";
	if (args->what.n_excludes > 0)
		return "--exclude";
	return args->what.all ? "--all" : NULL;
}

static bool
check_print(const struct args *args)
{
	if (args->scrub.db == NULL)
		return refuse_values("--print", "needs --db=FILE");
	if (args->what.n_inputs > 0)
		return refuse_values(args->what.inputs[0],
				     "--print reads nothing but the database");
	return true;
}

static bool
check_scan(const struct args *args)
{
	const struct args_what *what = &args->what;

	if (args->scrub.db == NULL)
		return refuse_values("scrub", "needs --db=FILE");
	if (what->n_inputs == 0)
		return refuse_values("scrub", "a directory is missing");
	for (size_t i = 0; i < what->n_inputs; i++) {
		if (what->inputs[i][0] == '\0')
			return refuse_values("''", "a name is empty");
	}
	if (what->n_inputs > 1 && args->scrub.root_name != NULL)
		return refuse_values("--root-name", "takes one directory only");
	return true;
}

bool
scrub_check_values(const struct args *args)
{
	const struct args_scrub *scrub = &args->scrub;
	const bool prints = scrub->print != ARGS_PRINT_NOTHING;
	const char *option = option_of_scan(args);

	if (scrub->has_since && !prints)
		return refuse_values("--since", "needs --print");
	if (scrub->merge == NULL && !prints)
		return check_scan(args);
	if (option != NULL)
		return refuse_values(
			option, "cannot be combined with --print or --merge");
	if (scrub->merge == NULL)
		return check_print(args);
	if (prints || scrub->db != NULL)
		return refuse_values("--merge",
				     "cannot be combined with --db or "
				     "--print");
	if (args->what.n_inputs == 0)
		return refuse_values("--merge",
				     "a database to read is missing");
	return true;
}
