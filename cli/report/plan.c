/* SPDX-License-Identifier: MIT */
/* plan.c - actions: the edits of a repair, and what is kept between them */
#include "cli/report/plan.h"

#include <stddef.h>

struct tiling {
	bool (*visit)(void *ctx, const struct plan_action *action);
	void *ctx;
	enum dfk_space space;
	uint64_t at, out; /* end of the actions so far, in input and output */
};

static bool
add_action(struct tiling *tiling, struct plan_action action)
{
	action.offset = tiling->at;
	action.out_offset = tiling->out;
	action.space = tiling->space;
	tiling->at += action.length;
	tiling->out += action.out_length;
	return tiling->visit(tiling->ctx, &action);
}

static bool
keep_until(struct tiling *tiling, uint64_t offset)
{
	const uint64_t length = offset - tiling->at;

	return length == 0 ||
	       add_action(tiling, (struct plan_action){ .op = "keep",
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

/* The finding that says why a part could not be decompressed, or NULL. */
static const struct outcome_finding *
compression_finding(const struct outcome *outcome)
{
	const struct dfk_rule *damaged = dfk_rule_find(
		"file.compressed_damaged");
	const struct dfk_rule *cut = dfk_rule_find("file.compressed_truncated");

	for (size_t i = 0; i < outcome->n_findings; i++) {
		if (outcome->findings[i].rule == damaged ||
		    outcome->findings[i].rule == cut)
			return &outcome->findings[i];
	}
	return NULL;
}

static bool
drop_undecoded(struct tiling *tiling, const struct outcome *outcome)
{
	const struct dfk_result *result = outcome->result;
	const struct outcome_finding *finding = compression_finding(outcome);
	const struct plan_action action = {
		.op = "drop",
		.offset = result->size - result->undecoded,
		.length = result->undecoded,
		.out_offset = tiling->out,
		.space = DFK_SPACE_FILE,
		/* The rule may be off, but the bytes are lost. */
		.rule = finding ? finding->rule
				: dfk_rule_find("file.compressed_damaged"),
		.finding = finding ? finding->number : OUTCOME_NO_NUMBER,
		.lossy = true,
	};

	return result->undecoded == 0 || tiling->visit(tiling->ctx, &action);
}

bool
plan_actions(const struct outcome *outcome,
	     bool (*visit)(void *ctx, const struct plan_action *action),
	     void *ctx)
{
	const struct dfk_result *result = outcome->result;
	struct tiling tiling = {
		.visit = visit,
		.ctx = ctx,
		.space = result->compression != NULL ? DFK_SPACE_DECODED
						     : DFK_SPACE_FILE,
	};
	struct dfk_edit edit;

	for (size_t i = 0; dfk_edit_at(outcome->check, i, &edit); i++) {
		const struct plan_action action = {
			.op = operation(&edit),
			.length = edit.remove,
			.out_length = edit.insert_length,
			.inserted = edit.insert,
			.rule = edit.rule,
			.finding = edit.finding,
			.lossy = edit.lossy,
			.tick = edit.tick,
			.ticks = edit.ticks,
		};

		if (!keep_until(&tiling, edit.offset) ||
		    !add_action(&tiling, action))
			return false;
	}
	return keep_until(&tiling, result->decoded_size) &&
	       drop_undecoded(&tiling, outcome);
}
