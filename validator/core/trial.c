/* SPDX-License-Identifier: MIT */
/* trial.c - how well a format reads bytes, without a word about them */
#include "validator/core/trial.h"

#include "validator/core/memory.h"

/* False: there is no memory for it. */
static bool
read_all(const struct trial *t, const struct format *f, void *state,
	 struct span bytes)
{
	struct cursor in = cur_span(bytes, 0);
	enum pull p = f->step(state, &in, false);

	if (p == PULL_MORE && t->closed)
		p = f->step(state, &in, true);
	if (p == PULL_NO_MEMORY)
		return false;
	if (p == PULL_END || p == PULL_HALT)
		f->tail(state, cur_rest(&in));
	if (t->closed)
		f->close(state, bytes.len);
	return true;
}

static enum trial_result
result_of(const struct report *r)
{
	if (r->limit_hits)
		return TRIAL_LIMIT;
	if (!r->errors)
		return TRIAL_CLEAN;
	return r->errors == r->tally.early_errors ? TRIAL_EARLY : TRIAL_BROKEN;
}

static struct trial_reading
read_with(const struct trial *t, const struct format *f, struct report *r,
	  struct span bytes)
{
	const struct tap none = { NULL, NULL };
	struct trial_reading reading = { .result = TRIAL_NO_MEMORY };
	void *state = memory_get(t->allocator, f->state_size);

	if (!state)
		return reading;
	report_open(r);
	f->open(state, r, t->limits, none, t->allocator);
	if (f->given)
		f->given(state, &t->given);
	if (read_all(t, f, state, bytes))
		reading = (struct trial_reading){ result_of(r),
						  f->here(state).records };
	if (f->release)
		f->release(state);
	memory_put(t->allocator, state);
	return reading;
}

struct trial_reading
trial_read(const struct trial *t, struct span bytes)
{
	const struct span head = span_head(bytes, FORMAT_HEAD_BYTES);
	const struct format *f = t->format;
	struct trial_reading reading = { .result = TRIAL_NO_MEMORY };
	struct report *r;

	if (!f)
		f = format_detect(head, t->closed &&
						head.len < FORMAT_HEAD_BYTES);
	if (!f)
		return (struct trial_reading){ .result = TRIAL_FOREIGN };
	r = memory_get(t->allocator, sizeof(*r));
	if (r)
		reading = read_with(t, f, r, bytes);
	memory_put(t->allocator, r);
	return reading;
}
