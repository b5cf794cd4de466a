/* SPDX-License-Identifier: MIT */
/* rules.c - prints the rules as a table, as JSON or as pages; explains one rule */
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

/* Prints words, with one blank or a line break between two words.  `column` characters
   are in the first line already, and the other lines begin with `indent` blanks. */
static void
print_wrapped(const char *text, size_t column, int indent)
{
	bool first = true;

	for (text += strspn(text, " "); *text != '\0';) {
		const size_t length = strcspn(text, " ");

		if (column > (size_t)indent &&
		    column + !first + length > LINE_WIDTH) {
			printf("\n%*s", indent, "");
			column = (size_t)indent;
			first = true;
		}
		printf("%s%.*s", first ? "" : " ", (int)length, text);
		column += length + !first;
		first = false;
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

/* The words of a rule. */
static const struct {
	const char *kind, *word, *meaning;
} words[] = {
	{ "Severity", "error",
	  "no conforming writer makes such a file, and conforming readers "
	  "reject or misread such a file." },
	{ "Severity", "warning",
	  "the file is readable and nothing is lost, but no current writer "
	  "should make such a file." },
	{ "Severity", "note",
	  "a fact that is not a defect. Some rules are only notes in files of "
	  "old writers with a known bug." },
	{ "Level", "framing",
	  "a reader notices the defect if the reader knows where each record "
	  "begins and ends." },
	{ "Level", "state",
	  "a reader must also know whether a record fits the records before "
	  "it." },
	{ "Level", "content",
	  "a reader must also know the values inside the records." },
	{ "Repair", "safe", "a repair usually loses nothing." },
	{ "Repair", "lossy",
	  "a repair usually drops bytes that cannot be read, or replaces a "
	  "value that is lost." },
	{ "Repair", "none", "the finding is only reported." },
	{ "Stops early", NULL,
	  "the defect only shows that the end of the file is missing. Without "
	  "any other error, the verdict is truncated, not damaged." },
	{ "Fatal", NULL,
	  "some data cannot be read at all. No option makes the finding a "
	  "warning or a note. Later parts of the file may be readable." },
};

#define N_WORDS (sizeof(words) / sizeof(words[0]))

/* Returns the title of the part that begins with this rule, or NULL. */
static const char *
part_title(size_t index)
{
	const char *format = dfk_rule_at(index)->format;

	if (index > 0 && strcmp(dfk_rule_at(index - 1)->format, format) == 0)
		return NULL;
	if (strcmp(format, "file") == 0)
		return "Any file";
	return strcmp(format, "limit") == 0 ? "Limits" : format;
}

static void
print_repair(const struct dfk_rule *rule)
{
	printf("Level: %s. Repair: %s. Stops early: %s. Fatal: %s.",
	       dfk_reader_level_name(rule->level),
	       dfk_repair_class_name(rule->repair),
	       yes_or_no(rule->stops_early), yes_or_no(rule->fatal));
}

static void
print_markdown(void)
{
	puts("# Rules\n\n"
	     "This page has every statement that demofsck makes about a file. "
	     "The page is the\noutput of "
	     "`demofsck rules --format=markdown`.\n");
	for (size_t i = 0; i < N_WORDS; i++) {
		char left[64];

		snprintf(left, sizeof(left), "* %s%s%s%s: ", words[i].kind,
			 words[i].word != NULL ? " `" : "",
			 words[i].word != NULL ? words[i].word : "",
			 words[i].word != NULL ? "`" : "");
		fputs(left, stdout);
		print_wrapped(words[i].meaning, strlen(left), 2);
	}
	puts("\nIn a profile a rule may have another severity: "
	     "[profiles.md](profiles.md).");
	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);

		if (part_title(i) != NULL)
			printf("\n## %s\n", part_title(i));
		printf("\n### %s\n\n%s: %s\n\n", rule->id,
		       dfk_severity_name(rule->severity), rule->title);
		print_wrapped(rule->why, 0, 0);
		putchar('\n');
		print_repair(rule);
		if (rule->spec[0] != '\0')
			printf(" Specification: %s.", rule->spec);
		putchar('\n');
	}
}

/* ---------------------------------------------------------- manual page -- */

/* Prints text for roff, and begins a line with each sentence. */
static void
print_roff(const char *text)
{
	bool starts = true;

	for (text += strspn(text, " "); *text != '\0'; text++) {
		if (starts && (*text == '.' || *text == '\''))
			fputs("\\&", stdout);
		starts = false;
		if (*text == '-')
			fputs("\\-", stdout);
		else if (*text == '\\')
			fputs("\\e", stdout);
		else
			putchar(*text);
		if (*text == '.' && text[1] == ' ') {
			putchar('\n');
			starts = true;
			text += strspn(text + 1, " ");
		}
	}
	putchar('\n');
}

static void
print_man(void)
{
	puts(".\\\" SPDX-License-Identifier: MIT\n"
	     ".\\\" The output of: demofsck rules --format=man\n"
	     ".TH DEMOFSCK\\-RULES 7 2026-11-29 \"demofsck\" \"Miscellaneous\"\n"
	     ".SH NAME\n"
	     "demofsck\\-rules \\- the rules that recordings are checked "
	     "against\n"
	     ".SH DESCRIPTION\n"
	     "This page has every statement that\n.BR demofsck (1)\n"
	     "makes about a file.\n"
	     "In a profile a rule may have another severity.");
	for (size_t i = 0; i < N_WORDS; i++) {
		printf(".TP\n.B %s%s%s\n", words[i].kind,
		       words[i].word != NULL ? " " : "",
		       words[i].word != NULL ? words[i].word : "");
		print_roff(words[i].meaning);
	}
	puts(".SH RULES");
	for (size_t i = 0; i < dfk_rule_count(); i++) {
		const struct dfk_rule *rule = dfk_rule_at(i);

		if (part_title(i) != NULL)
			printf(".SS %s\n", part_title(i));
		fputs(".TP\n.B ", stdout);
		print_roff(rule->id);
		printf("%s: ", dfk_severity_name(rule->severity));
		print_roff(rule->title);
		puts(".br");
		print_roff(rule->why);
		print_repair(rule);
		putchar('\n');
	}
	puts(".SH SEE ALSO\n.BR demofsck (1),\n.BR demofsck\\-report (5)");
}

enum exitcode
rules_run(const struct args *args)
{
	if (args->out.format == ARGS_JSON)
		return print_json();
	if (args->out.format == ARGS_MARKDOWN)
		print_markdown();
	else if (args->out.format == ARGS_MAN)
		print_man();
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
	print_wrapped(rule->why, 0, 0);
	printf("\nseverity     %s\n", dfk_severity_name(rule->severity));
	print_profiles(rule);
	printf("level        %s\n", dfk_reader_level_name(rule->level));
	printf("repair       %s\n", dfk_repair_class_name(rule->repair));
	printf("stops early  %s\n", yes_or_no(rule->stops_early));
	printf("fatal        %s\n", yes_or_no(rule->fatal));
	if (rule->spec[0] != '\0')
		printf("spec         %s\n", rule->spec);
	return EXITCODE_OK;
}
