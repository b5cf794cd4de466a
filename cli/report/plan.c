/* SPDX-License-Identifier: MIT */
/* plan.c - what no edit names is kept */
#include "cli/report/plan.h"

#include <stddef.h>

struct walk {
	bool (*visit)(void *ctx, const struct plan_action *action);
	void *ctx;
	enum dfk_space space;
	uint64_t at, out; /* first byte not yet told, in input and output */
};

static bool
tell(struct walk *walk, struct plan_action action)
{
	action.offset = walk->at;
	action.out_offset = walk->out;
	action.space = walk->space;
	walk->at += action.length;
	walk->out += action.out_length;
	return walk->visit(walk->ctx, &action);
}

static bool
keep_until(struct walk *walk, uint64_t offset)
{
	const uint64_t length = offset - walk->at;

	return length == 0 ||
	       tell(walk, (struct plan_action){ .op = "keep",
						.length = length,
						.out_length = length });
}

static const char *
operation(const struct dfk_edit *edit)
{
	if (edit->remove == 0)
		return "insert";
	return edit->insert_length == 0 ? "drop" : "replace";
}

/* The rule that answers for the part that could not be decompressed. */
static const struct dfk_rule *
compression_rule(const struct outcome *outcome)
{
	const struct dfk_rule *damaged = dfk_rule_find(
		"file.compressed_damaged");

	return damaged != NULL && dfk_rule_hits(outcome->check, damaged) > 0
		       ? damaged
		       : dfk_rule_find("file.compressed_truncated");
}

static bool
drop_undecoded(struct walk *walk, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const struct plan_action action = {
		.op = "drop",
		.offset = result->size - result->undecoded,
		.length = result->undecoded,
		.out_offset = walk->out,
		.space = DFK_SPACE_FILE,
		.rule = compression_rule(outcome),
		.lossy = true,
	};

	return result->undecoded == 0 || walk->visit(walk->ctx, &action);
}

bool
plan_actions(const struct outcome *outcome,
	     bool (*visit)(void *ctx, const struct plan_action *action),
	     void *ctx)
{
	const struct dfk_result *result = outcome->result;
	struct walk walk = {
		.visit = visit,
		.ctx = ctx,
		.space = result->compression != NULL ? DFK_SPACE_DECODED
						     : DFK_SPACE_FILE,
	};
	struct dfk_edit edit;

	for (size_t i = 0; dfk_edit(outcome->check, i, &edit); i++) {
		const struct plan_action action = {
			.op = operation(&edit),
			.length = edit.remove,
			.out_length = edit.insert_length,
			.rule = edit.rule,
			.lossy = edit.lossy,
		};

		if (!keep_until(&walk, edit.offset) || !tell(&walk, action))
			return false;
	}
	return keep_until(&walk, result->decoded_size) &&
	       drop_undecoded(&walk, outcome);
}

bool
plan_is_lossy(const struct outcome *outcome)
{
	return outcome->result->repairable == DFK_REPAIRABLE_LOSSY;
}

bool
plan_loses_unknown(const struct outcome *outcome)
{
	const struct dfk_rule *cut = dfk_rule_find("file.compressed_truncated");

	return outcome->result->compression && cut &&
	       dfk_rule_hits(outcome->check, cut) > 0;
}
