/* SPDX-License-Identifier: MIT */
/* result.c - the verdict of a finished check, its facts and its plan */
#include <stdio.h>

#include "api/result.h"

#include "api/names.h"

static void
fill_plan(struct dfk_check *check)
{
	const struct session *s = &check->session;
	const struct edits_account a = edits_account(&check->plan.edits,
						     s->decoded_size);
	struct dfk_result *r = &check->result;

	*r = (struct dfk_result){
		.format = s->format ? format_about(s->format->id)->id : NULL,
		.version = s->state ? s->format->version(s->state) : NULL,
		.size = s->input.size,
		.compression = s->decompress ? s->decompress->kind->name : NULL,
		.carriage_returns = s->text.times ? text_mode_dropped(&s->text)
						  : 0,
		.space = session_space(s),
		.decoded_size = s->decoded_size,
		.undecoded = session_undecoded(s),
		.loss_unknown = session_stops_early(s),
		.stopped = s->stopped,
		.has_sha256 = s->sums.sha256_wanted && !s->stopped,
		.has_md5 = s->sums.md5_wanted && !s->stopped,
		.repairable = plan_repairable(&check->plan),
		.more_at_framing = plan_more_at_framing(&check->plan),
		.kept = a.kept,
		.changed = a.changed,
		.dropped = a.dropped,
		.added = a.added,
		.repair_errors = s->report.errors,
	};
	if (r->repairable != DFK_REPAIRABLE_NO)
		r->mendable_warnings = s->report.repairs.mendable_warnings;
	memcpy(r->sha256, s->sums.sha256, sizeof(r->sha256));
	memcpy(r->md5, s->sums.md5, sizeof(r->md5));
	if (s->state) {
		const struct mark here = s->format->here(s->state);

		check->kept = *plan_kept(&check->plan, &here);
	}
	if (plan_salvages(&check->plan))
		r->ok_up_to = check->plan.drops ? check->kept.off
						: s->decoded_size;
}

void
result_count_outside(struct dfk_check *check, uint64_t errors)
{
	const struct tally *tally = &check->session.report.tally;
	struct dfk_result *r = &check->result;

	r->errors_outside += tally->errors - errors;
	r->errors = tally->errors;
	r->warnings = tally->warnings;
	r->notes = tally->notes;
	if (r->errors_outside > 0 &&
	    (r->verdict == DFK_VALID || r->verdict == DFK_TRUNCATED))
		r->verdict = DFK_DAMAGED;
}

/* The rule of the bytes that could not be decoded. */
static enum rule_id
undecoded_rule(const struct session *s)
{
	if (!session_has_rest(s))
		return RULE_file_compressed_damaged;
	return s->decompress->only_zeros ? RULE_file_compressed_padding
					 : RULE_file_compressed_trailing;
}

void
result_go_outside(struct dfk_check *check)
{
	struct report *r = &check->session.report;

	check->outside = true;
	r->part = (struct part){ .name = NULL };
	r->record = UINT64_MAX;
	r->tick = -1;
}

static bool
fact_at(const struct dfk_check *check, size_t index, struct dfk_fact *fact)
{
	const struct session *s = &check->session;

	if (check->saved.loaded)
		return saved_fact_at(&check->saved, index, fact);
	if (!s->state)
		return false;
	switch (index) {
	case 0:
		*fact = (struct dfk_fact){
			.name = "records",
			.integer = (int64_t)check->kept.records
		};
		return true;
	case 1:
		*fact = (struct dfk_fact){ .name = "last_tick",
					   .integer = check->kept.tick };
		return true;
	default:
		return s->format->fact(s->state, &check->kept, index - 2, fact);
	}
}

static const char *
game_uuid_of(const struct dfk_check *check)
{
	struct dfk_fact fact;

	for (size_t i = 0; fact_at(check, i, &fact); i++)
		if (strcmp(fact.name, "game_uuid") == 0)
			return fact.text;
	return NULL;
}

static void
look_at_name(struct dfk_check *check)
{
	if (!check->name || !check->session.format)
		return;
	names_check(&check->session.report, check->name,
		    format_about(check->session.format->id),
		    game_uuid_of(check));
}

void
result_fill(struct dfk_check *check)
{
	const uint64_t errors = check->session.report.tally.errors;

	fill_plan(check);
	check->result.verdict = session_verdict(&check->session);
	check->result.loss = result_loss(check);
	check->result.all_there = check->plan.declared.all_there;
	check->undecoded.rule = undecoded_rule(&check->session);
	result_go_outside(check);
	look_at_name(check);
	result_count_outside(check, errors);
}

enum dfk_verdict
dfk_verdict_so_far(const struct dfk_check *check)
{
	return check->finished ? check->result.verdict
			       : session_verdict(&check->session);
}

const char *
dfk_format_so_far(const struct dfk_check *check)
{
	const struct format *format = check->session.format;

	if (check->finished)
		return check->result.format;
	return format ? format_about(format->id)->id : NULL;
}

const struct dfk_result *
dfk_result_of(const struct dfk_check *check)
{
	return check->finished ? &check->result : NULL;
}

uint64_t
dfk_rule_hits(const struct dfk_check *check, const struct dfk_rule *rule)
{
	enum rule_id id;

	if (!rule_of_row(rule, &id))
		return 0;
	return AT(check->session.report.hits, id);
}

uint64_t
dfk_rule_unlisted(const struct dfk_check *check, const struct dfk_rule *rule)
{
	enum rule_id id;

	if (!rule_of_row(rule, &id))
		return 0;
	return AT(check->session.report.hits, id) - AT(check->listed, id);
}

bool
dfk_fact_at(const struct dfk_check *check, size_t index, struct dfk_fact *fact)
{
	return check->finished && fact_at(check, index, fact);
}

bool
dfk_edit_at(const struct dfk_check *check, size_t index, struct dfk_edit *edit)
{
	struct edit_field field;
	struct edit e;

	if (!check->finished || check->result.repairable == DFK_REPAIRABLE_NO)
		return false;
	if (check->saved.loaded)
		return saved_edit_at(&check->saved, index, edit);
	if (!edits_at(&check->plan.edits, index, &e))
		return false;
	*edit = (struct dfk_edit){
		.offset = e.off,
		.remove = e.del,
		.insert = e.ins.ptr,
		.insert_length = e.ins.len,
		.rule = rule_row(e.why),
		.finding = e.finding,
		.lossy = e.lossy,
		.tick = e.tick,
		.ticks = (uint64_t)e.ticks,
	};
	if (plan_field(&check->plan, &e, &field)) {
		edit->field = field.name;
		snprintf(edit->value, sizeof(edit->value), "%s", field.value.at);
	}
	return true;
}
