/* SPDX-License-Identifier: MIT */
/*
 * gate.c - schema demofsck.gate/1: is this file accepted?
 *
 * The answer is one object on one line.  The number of reasons is limited, and each text
 * is cut, so the line has at most a few KiB.
 */
#include "api/writer/facts.h"
#include "api/writer/writer.h"
#include "include/demofsck_profile.h"

#include <stdio.h>

enum {
	MOST_REASONS = 10,
	MESSAGE_BYTES = 160,
	FACT_BYTES = 72, /* enough for a SHA-256 */
	ERROR_BYTES = 200,
};

struct gate_reason {
	const struct dfk_rule *rule;
	int rank;
	enum dfk_severity severity;
	enum dfk_space space;
	uint64_t offset;
	char message[MESSAGE_BYTES + 2]; /* one byte more shows that the text
	                                    is cut */
};

/* The most severe findings so far.  Findings of the same severity keep their order. */
struct gate {
	struct gate_reason reasons[MOST_REASONS];
	size_t n;
};

static void
open_gate(struct dfk_report *report)
{
	*(struct gate *)report->state = (struct gate){ .n = 0 };
}

static void
close_gate(struct dfk_report *report)
{
	(void)report;
}

/* These rules are only notes.  A file with such a note is refused because its contents
   were not read. */
static const char *const unread[] = { "dem.contents_unchecked",
				      "dem.trailing_bytes" };

static bool
is_unread(const struct dfk_rule *rule)
{
	for (size_t i = 0; i < COUNT_OF(unread); i++)
		if (rule == dfk_rule_find(AT(unread, i)))
			return true;
	return false;
}

static bool
was_read(const struct dfk_check *check)
{
	for (size_t i = 0; i < COUNT_OF(unread); i++)
		if (dfk_rule_hits(check, dfk_rule_find(AT(unread, i))))
			return false;
	return true;
}

/* The order of findings in the answer: after errors come notes about contents that were
   not read. */
static int
rank_of(const struct dfk_finding *finding)
{
	return is_unread(finding->rule) ? 2 * (int)DFK_ERROR - 1
					      : 2 * (int)finding->severity;
}

/* Returns a free place in the list for a finding of this rank.  NULL: the list is full
   of more important findings. */
static struct gate_reason *
place_for(struct gate *gate, int rank)
{
	size_t at = gate->n;

	while (at > 0 && AT(gate->reasons, at - 1).rank < rank)
		at--;
	if (at == MOST_REASONS)
		return NULL;
	if (gate->n < MOST_REASONS)
		gate->n++;
	for (size_t i = gate->n - 1; i > at; i--)
		AT(gate->reasons, i) = AT(gate->reasons, i - 1);
	return &AT(gate->reasons, at);
}

/* Keeps a finding.  If it may contain names or texts of players, only the rule is
   kept. */
static void
keep_finding(struct dfk_report *report, const struct dfk_finding *finding)
{
	const int rank = rank_of(finding);
	struct gate_reason *reason = place_for(report->state, rank);

	if (!reason)
		return;
	reason->rule = finding->rule;
	reason->rank = rank;
	reason->severity = finding->severity;
	reason->space = finding->space;
	reason->offset = finding->offset;
	if (report->options.redact)
		snprintf(reason->message, sizeof(reason->message), "%s",
			 finding->rule->title);
	else
		dfk_finding_text(finding, reason->message,
				 sizeof(reason->message));
}

static void
put_reason(struct jsonout *json, const struct gate_reason *reason)
{
	jsonout_open(json, '{');
	jsonout_put_text(json, "rule", reason->rule->id);
	jsonout_put_text(json, "severity", dfk_severity_name(reason->severity));
	jsonout_put_number(json, "offset", reason->offset);
	jsonout_put_text(json, "space", dfk_space_name(reason->space));
	jsonout_key(json, "message");
	jsonout_text_within(json, reason->message, MESSAGE_BYTES);
	jsonout_close(json, '}');
}

static void
put_reasons(struct jsonout *json, const struct gate *gate,
	    const struct dfk_result *result)
{
	const uint64_t all = result ? result->errors + result->warnings +
					      result->notes
				    : gate->n;

	jsonout_key(json, "reasons");
	jsonout_open(json, '[');
	for (size_t i = 0; i < gate->n; i++)
		put_reason(json, &AT(gate->reasons, i));
	jsonout_close(json, ']');
	jsonout_put_number(json, "more_reasons", all - gate->n);
}

static void
put_digest(struct jsonout *json, const char *key, bool known, struct span bytes)
{
	jsonout_key(json, key);
	if (known)
		jsonout_hex(json, bytes);
	else
		jsonout_null(json);
}

/* Writes the size and digests of a file that was read to its end.  The digest of a part
   of a file would not identify the file. */
static void
put_size_and_digests(struct jsonout *json, const struct dfk_result *result)
{
	const struct dfk_result none = { .size = 0 };
	const struct dfk_result *r = result ? result : &none;

	jsonout_key(json, "size");
	if (result)
		jsonout_number(json, result->size);
	else
		jsonout_null(json);
	put_digest(json, "sha256", r->has_sha256,
		   (struct span){ r->sha256, sizeof(r->sha256) });
	put_digest(json, "md5", r->has_md5,
		   (struct span){ r->md5, sizeof(r->md5) });
}

bool
dfk_gate_accepts(const struct dfk_check *check, enum dfk_severity fail_on)
{
	const struct dfk_result *result = dfk_result_of(check);

	return result && result->verdict == DFK_VALID &&
	       !(fail_on == DFK_NOTE && result->notes) &&
	       !((fail_on == DFK_NOTE || fail_on == DFK_WARNING) &&
		 result->warnings) &&
	       was_read(check);
}

static bool
accepts(const struct dfk_report *report, const struct dfk_report_file *file)
{
	if (file->refused)
		return false;
	if (file->allowed)
		return file->check->result.verdict != DFK_UNDECIDED;
	return dfk_gate_accepts(file->check, report->options.fail_on);
}

static void
put_begin(struct dfk_report *report)
{
	struct jsonout *json = &report->json;

	jsonout_open(json, '{');
	jsonout_put_text(json, "schema", "demofsck.gate/1");
	jsonout_put_text(json, "tool", "demofsck");
	jsonout_put_text(json, "version", dfk_version());
	jsonout_put_number(json, "ruleset", dfk_ruleset());
	jsonout_put_text(json, "profile",
			 report->options.profile ? report->options.profile
						 : dfk_profile_at(0)->name);
}

static void
put_facts(struct dfk_report *report, const struct dfk_check *check, bool early)
{
	struct jsonout *json = &report->json;

	if (check && !early) {
		facts_put(json, "facts", check, report->options.redact,
			  FACT_BYTES);
		return;
	}
	jsonout_put_object(json, "facts");
	jsonout_close(json, '}');
}

static void
put_answer(struct dfk_report *report, const struct dfk_report_file *file)
{
	struct jsonout *json = &report->json;
	const struct dfk_check *check = file->check;
	const struct dfk_result *result = check ? &check->result : NULL;
	const bool early = result && (result->stopped || !dfk_wants(check));

	put_begin(report);
	jsonout_put_bool(json, "accept",
			 result && !early && accepts(report, file));
	jsonout_put_text(
		json, "verdict",
		writer_verdict(result ? result->verdict : WRITER_UNREADABLE));
	put_reasons(json, report->state, result);
	put_size_and_digests(json, early ? NULL : result);
	jsonout_put_text(json, "compression",
			 result ? result->compression : NULL);
	jsonout_put_text(json, "format", result ? result->format : NULL);
	jsonout_key(json, "format_version");
	jsonout_text_within(json, result ? result->version : NULL, FACT_BYTES);
	put_facts(report, check, early);
	jsonout_put_text(json, "repairable",
			 result && !early
				 ? dfk_repairable_name(result->repairable)
				 : NULL);
	jsonout_put_bool(json, "early", early);
	jsonout_key(json, "error");
	jsonout_text_within(json, file->error, ERROR_BYTES);
	jsonout_key(json, "refused");
	jsonout_text_within(json, file->refused, ERROR_BYTES);
	jsonout_end_line(json);
}

const struct form gate_form = {
	.state_size = sizeof(struct gate),
	.open = open_gate,
	.close = close_gate,
	.start = open_gate,
	.finding = keep_finding,
	.file = put_answer,
};
