/* SPDX-License-Identifier: MIT */
/* rules.c - prints the rules as a table, as JSON or as a page; explains one rule */
#include "cli/rules.h"

#include <stdlib.h>
#include <string.h>

#include "cli/nearest.h"
#include "cli/report/text.h"
#include "include/demofsck_profile.h"
#include "include/demofsck_report.h"

static const char *
yes_or_no(bool truth)
{
	return truth ? "yes" : "no";
}

#define LINE_WIDTH 78

/* Prints words, with one blank or a line break between two words. */
static void
print_wrapped(const char *text)
{
	size_t column = 0;

	for (text += strspn(text, " "); *text != '\0';) {
		const size_t length = strcspn(text, " ");

		if (column > 0 && column + 1 + length > LINE_WIDTH) {
			putchar('\n');
			column = 0;
		}
		printf("%s%.*s", column > 0 ? " " : "", (int)length, text);
		column += length + (column > 0);
		text += length;
		text += strspn(text, " ");
	}
	putchar('\n');
}

static void
print_table(void)
{
	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);

		printf("%-38s %-8s %-6s %s\n", rule->id,
		       dfk_severity_name(rule->severity),
		       dfk_repair_class_name(rule->repair), rule->title);
	}
}

static int
write_to_stdout(void *ctx, const void *bytes, size_t size)
{
	(void)ctx;
	return fwrite(bytes, 1, size, stdout) != size;
}

static enum exitcode
print_json(void)
{
	/* outputs_flush_stdout() finds errors of stdout. */
	(void)!dfk_report_rules(write_to_stdout, NULL);
	return EXITCODE_OK;
}

static void
print_heading(const struct dfk_rule *rule, const struct dfk_rule *before)
{
	if (before != NULL && strcmp(before->format, rule->format) == 0)
		return;
	if (strcmp(rule->format, "file") == 0)
		puts("\n## Any file");
	else if (strcmp(rule->format, "limit") == 0)
		puts("\n## Limits");
	else
		printf("\n## %s\n", rule->format);
}

static void
print_markdown(void)
{
	puts("# Rules\n\n"
	     "This page has every statement that demofsck makes about a file. "
	     "The page is the\noutput of "
	     "`demofsck rules --format=markdown`.\n\n"
	     "* Severity `error`: no conforming writer makes such a file, "
	     "and conforming\n"
	     "  readers reject or misread such a file.\n"
	     "* Severity `warning`: the file is readable and nothing is lost, "
	     "but no current\n"
	     "  writer should make such a file.\n"
	     "* Severity `note`: a fact that is not a defect. Some rules are "
	     "only notes in\n"
	     "  files of old writers with a known bug.\n"
	     "* Repair `safe`: a repair usually loses nothing.\n"
	     "* Repair `lossy`: a repair usually drops bytes that cannot be "
	     "read, or replaces a\n"
	     "  value that is lost.\n"
	     "* Repair `none`: the finding is only reported.\n"
	     "* Stops early: the defect only shows that the end of the file "
	     "is missing. Without\n"
	     "  any other error, the verdict is `truncated`, not `damaged`.\n"
	     "* Fatal: some data cannot be read at all. No option makes the "
	     "finding a warning or\n"
	     "  a note. Later parts of the file may be readable.\n\n"
	     "In a profile a rule may have another severity: "
	     "[profiles.md](profiles.md).");
	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);

		print_heading(rule, i > 0 ? dfk_rule_at(i - 1) : NULL);
		printf("\n### %s\n\n%s: %s\n\n", rule->id,
		       dfk_severity_name(rule->severity), rule->title);
		print_wrapped(rule->why);
		printf("\nRepair: %s. Stops early: %s. Fatal: %s.",
		       dfk_repair_class_name(rule->repair),
		       yes_or_no(rule->stops_early), yes_or_no(rule->fatal));
		if (rule->spec[0] != '\0')
			printf(" Specification: %s.", rule->spec);
		putchar('\n');
	}
}

enum exitcode
rules_run(const struct args *args)
{
	if (args->out.format == ARGS_JSON)
		return print_json();
	if (args->out.format == ARGS_MARKDOWN)
		print_markdown();
	else
		print_table();
	return EXITCODE_OK;
}

/* ------------------------------------------------------------- explain -- */

static enum exitcode
unknown_rule(const char *id)
{
	const struct dfk_rule *like = nearest_rule(id);

	if (like != NULL)
		text_complain(id,
			      "unknown rule; did you mean %s? demofsck rules "
			      "lists all",
			      like->id);
	else
		text_complain(id, "unknown rule; demofsck rules lists all");
	return EXITCODE_USAGE;
}

/* Prints the profiles in which the rule has another severity. */
static void
print_profiles(const struct dfk_rule *rule)
{
	for (size_t i = 0; i < dfk_profile_count(); i++) {
		const struct dfk_profile *profile = dfk_profile_at(i);
		const enum dfk_severity severity = dfk_profile_severity(profile,
									rule);
		const char *reason = dfk_profile_reason(profile, rule);

		if (severity == rule->severity && reason == NULL)
			continue;
		printf("in %-9s %s%s%s\n", profile->name,
		       dfk_severity_name(severity), reason != NULL ? ": " : "",
		       reason != NULL ? reason : "");
	}
}

enum exitcode
rules_explain(const struct args *args)
{
	const char *id = args->what.inputs[0];
	const struct dfk_rule *rule = dfk_rule_find(id);

	if (rule == NULL)
		return unknown_rule(id);
	printf("%s: %s\n\n", rule->id, rule->title);
	print_wrapped(rule->why);
	printf("\nseverity     %s\n", dfk_severity_name(rule->severity));
	print_profiles(rule);
	printf("repair       %s\n", dfk_repair_class_name(rule->repair));
	printf("stops early  %s\n", yes_or_no(rule->stops_early));
	printf("fatal        %s\n", yes_or_no(rule->fatal));
	if (rule->spec[0] != '\0')
		printf("spec         %s\n", rule->spec);
	return EXITCODE_OK;
}
