/* SPDX-License-Identifier: MIT */
/* actions.c - the steps of a repair: the edits, and the bytes that are kept between
   edits */
#include "api/handles.h"
#include "include/demofsck_report.h"

const char *
dfk_action_name(enum dfk_action_kind kind)
{
	static const char *const names[] = {
		[DFK_ACTION_KEEP] = "keep",
		[DFK_ACTION_REPLACE] = "replace",
		[DFK_ACTION_INSERT] = "insert",
		[DFK_ACTION_DROP] = "drop",
	};

	return AT(names, kind);
}

struct tiling {
	bool (*visit)(void *ctx, const struct dfk_action *action);
	void *ctx;
	enum dfk_space space;
	uint64_t at, out; /* end of the actions so far, in the input and in
	                     the output */
};

static bool
hand_out_action(struct tiling *tiling, struct dfk_action action)
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
	       hand_out_action(tiling, (struct dfk_action){
					       .kind = DFK_ACTION_KEEP,
					       .length = length,
					       .out_length = length,
					       .finding = DFK_NO_NUMBER,
				       });
}

static bool
carry_out(struct tiling *tiling, const struct dfk_edit *edit)
{
	struct dfk_action action = {
		.kind = edit->remove == 0          ? DFK_ACTION_INSERT
			: edit->insert_length == 0 ? DFK_ACTION_DROP
						   : DFK_ACTION_REPLACE,
		.length = edit->remove,
		.out_length = edit->insert_length,
		.inserted = edit->insert,
		.rule = edit->rule,
		.finding = edit->finding,
		.lossy = edit->lossy,
		.tick = edit->tick,
		.ticks = edit->ticks,
		.field = edit->field,
	};

	memcpy(action.value, edit->value, sizeof(action.value));
	return keep_until(tiling, edit->offset) &&
	       hand_out_action(tiling, action);
}

static bool
drop_undecoded(struct tiling *tiling, const struct dfk_check *check)
{
	const struct dfk_result *result = &check->result;

	return result->undecoded == 0 ||
	       tiling->visit(tiling->ctx,
			     &(struct dfk_action){
				     .kind = DFK_ACTION_DROP,
				     .offset = result->size - result->undecoded,
				     .length = result->undecoded,
				     .out_offset = tiling->out,
				     .space = DFK_SPACE_FILE,
				     .rule = rule_row(check->undecoded.rule),
				     .finding = check->undecoded.finding,
				     .lossy = true,
			     });
}

bool
dfk_each_action(const struct dfk_check *check,
		bool (*visit)(void *ctx, const struct dfk_action *action),
		void *ctx)
{
	const struct dfk_result *result = dfk_result_of(check);
	struct tiling tiling = { .visit = visit, .ctx = ctx };
	struct dfk_edit edit;

	if (!result || result->repairable == DFK_REPAIRABLE_NO)
		return true;
	tiling.space = result->space;
	for (size_t i = 0; dfk_edit_at(check, i, &edit); i++)
		if (!carry_out(&tiling, &edit))
			return false;
	return keep_until(&tiling, result->decoded_size) &&
	       drop_undecoded(&tiling, check);
}
