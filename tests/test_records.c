/* SPDX-License-Identifier: MIT */
/*
 * test_records.c - records and facts as the caller sees them, and how often a
 * rule was tripped
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

#define V2 "\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\""

/* Magic, header and NUL. */
static struct bytes
begin(const char *header)
{
	enum { MAGIC = 16 };
	const struct bytes other = recording();
	struct bytes b = { 0, NULL };

	put(&b, other.at, MAGIC);
	put(&b, header, strlen(header) + 1);
	free(other.at);
	return b;
}

static struct dfk_check *
check_in(const struct bytes *b, size_t piece, const struct dfk_options *options)
{
	struct dfk_check *check;

	cr_assert_eq(dfk_open(options, &check), DFK_OK);
	for (size_t at = 0; at < b->n; at += piece) {
		const size_t left = b->n - at;

		cr_assert_eq(dfk_feed(check, b->at + at,
				      left < piece ? left : piece),
			     DFK_OK);
	}
	cr_assert_eq(dfk_finish(check), DFK_OK);
	return check;
}

/* --------------------------------------------------------------- fields -- */

static unsigned commands;

/* Two arguments, each with its NUL, and nothing of what follows. */
static void
expect_arguments(void *ctx, const struct dfk_record *r)
{
	static const char want[] = "name\0of it";
	const bool whole = *(const bool *)ctx;

	if (strcmp(r->name, "CONSOLE_COMMAND") != 0)
		return;
	commands++;
	cr_expect_eq(r->length, 8 + 1 + sizeof(want));
	cr_assert_eq(r->n_fields, 4);
	cr_expect_eq(r->fields[0].integer, -1);
	cr_expect_eq(r->fields[1].integer, 4);
	cr_expect_eq(r->fields[2].size, 4);
	cr_expect_str_eq(r->fields[3].name, "arguments");
	cr_expect_eq(r->fields[3].kind, DFK_FIELD_TEXTS);
	cr_expect_eq(r->fields[3].size, sizeof(want), "%u bytes of arguments",
		     (unsigned)r->fields[3].size);
	if (whole)
		cr_assert_not_null(r->fields[3].bytes);
	if (r->fields[3].bytes)
		cr_expect_arr_eq(r->fields[3].bytes, want, sizeof(want));
}

/* Given messages after a command, none of their bytes is an argument of it. */
Test(records, arguments_end_with_the_command)
{
	struct bytes b = begin("{" V2 "}");

	put(&b, "\x47\x00", 2);           /* JOIN 0 */
	put(&b, "\x49\x40\x04kick", 8);   /* CONSOLE_COMMAND -1 4 "kick" */
	put(&b, "\x02name\0of it\0", 12); /* 2 arguments */
	put(&b, "\x46\x00\x03xyz", 6);    /* MESSAGE 0 "xyz" */
	put(&b, "\x40", 1);
	for (size_t piece = 1; piece <= b.n; piece++) {
		bool whole = piece == b.n;
		const struct dfk_options o = { DFK_OPTIONS,
					       .on_record = expect_arguments,
					       .ctx = &whole };

		dfk_close(check_in(&b, piece, &o));
	}
	cr_expect_eq(commands, b.n);
	free(b.at);
}

/* ---------------------------------------------------------------- facts -- */

/* The text of a fact; NULL: the recording does not say. */
static void
expect_fact(const char *value, const char *name, const char *want)
{
	char header[256];
	struct bytes b;
	struct dfk_check *check;
	struct dfk_fact fact = { .name = "" };

	snprintf(header, sizeof(header), "{" V2 ",\"%s\":%s}", name, value);
	b = begin(header);
	put(&b, "\x40", 1);
	check = check_in(&b, b.n, NULL);
	for (size_t i = 0; strcmp(fact.name, name) != 0; i++)
		cr_assert(dfk_fact_at(check, i, &fact), "no fact %s", name);
	if (want)
		cr_expect(fact.text && strcmp(fact.text, want) == 0,
			  "%s: %s, not %s", header, fact.text, want);
	else
		cr_expect_null(fact.text, "%s: %s", header, fact.text);
	dfk_close(check);
	free(b.at);
}

/* Given a header value of another type, it is no fact about the recording. */
Test(facts, only_strings_are_texts)
{
	static const char *const others[] = { "7",    "-1.5e3",
					      "true", "null",
					      "[]",   "[\"dm1\"]",
					      "{}",   "{\"name\":\"dm1\"}" };
	static const char *const names[] = { "map_name", "game_type",
					     "server_version" };

	for (size_t n = 0; n < sizeof(names) / sizeof(*names); n++) {
		expect_fact("\"dm1\"", names[n], "dm1");
		for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
			expect_fact(others[i], names[n], NULL);
	}
}

/* ----------------------------------------------------------------- hits -- */

static const struct dfk_rule *tripped;

static void
keep_rule(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	tripped = f->rule;
}

static uint64_t
all_hits(const struct dfk_check *check)
{
	const struct dfk_rule *rule;
	uint64_t n = 0;

	for (size_t i = 0; (rule = dfk_rule_at(i)); i++)
		n += dfk_rule_hits(check, rule);
	return n;
}

/* The hits of all rules are the findings that were counted. */
static void
expect_hits(const struct bytes *b)
{
	const struct dfk_options o = { DFK_OPTIONS, .on_finding = keep_rule };
	struct dfk_check *check = check_in(b, b->n, &o);
	const struct dfk_result *r = dfk_result_of(check);

	cr_assert_not_null(tripped);
	cr_expect_geq(dfk_rule_hits(check, tripped), 1, "%s", tripped->id);
	cr_expect_eq(all_hits(check), r->errors + r->warnings + r->notes);
	dfk_close(check);
}

Test(hits, are_all_findings)
{
	struct bytes b = recording(), empty = { 0, (unsigned char *)"" };

	expect_hits(&b); /* missing_finish, and keys that are not there */
	expect_hits(&empty);
	free(b.at);
}

/* Given what is no row of the table, there are no hits. */
Test(hits, of_nothing_known)
{
	struct bytes b = recording();
	struct dfk_check *check = check_in(&b, b.n, NULL);
	const struct dfk_rule copy = *dfk_rule_find("teehistorian.missing_"
						    "finish");

	cr_expect_eq(dfk_rule_hits(check, &copy), 0);
	cr_expect_eq(dfk_rule_hits(check, NULL), 0);
	dfk_close(check);
	free(b.at);
}
