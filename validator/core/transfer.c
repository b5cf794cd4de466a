/* SPDX-License-Identifier: MIT */
/* transfer.c - finds out whether a file was transferred as text */
#include "validator/core/transfer.h"

#include "validator/core/memory.h"

/* ------------------------------ how well a format reads bytes, without a report */

/* Results of a trial, from the best to the worst. */
enum trial_result {
	TRIAL_CLEAN,  /* no finding */
	TRIAL_EARLY,  /* the bytes stop early */
	TRIAL_BROKEN, /* another error */
	TRIAL_LIMIT,  /* a limit was reached */
	TRIAL_FOREIGN, /* no format is recognized */
	TRIAL_NO_MEMORY,
};

struct trial_reading {
	enum trial_result result;
	uint64_t records; /* number of records that were read */
};

/* Reads the bytes on trial.  False: there is no memory. */
static bool
read_on_trial(const struct trial *t, const struct format *f, void *state,
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
	if (read_on_trial(t, f, state, bytes))
		reading = (struct trial_reading){ result_of(r),
						  f->here(state).records };
	if (f->release)
		f->release(state);
	memory_put(t->allocator, state);
	return reading;
}

static struct trial_reading
try_bytes(const struct trial *t, struct span bytes)
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

/* ------------------------------------------------- which of two readings */

/* The held bytes with the transfer undone. */
struct undone {
	struct window bytes;
	const struct dfk_allocator *allocator;
};

static enum dfk_status
add_undone(void *ctx, struct span bytes)
{
	struct undone *u = ctx;

	return window_add(&u->bytes, u->allocator, bytes) ? DFK_OK
							  : DFK_NO_MEMORY;
}

static struct trial_reading
try_undone(const struct transfer *t, unsigned times)
{
	struct undone u = { .allocator = t->trial.allocator };
	struct text_mode text = { .times = times };
	enum dfk_status status = text_mode_undo(
		&text, window_span(&t->text->held), add_undone, &u);
	struct trial_reading reading = { .result = TRIAL_NO_MEMORY };

	if (status == DFK_OK && t->trial.closed)
		status = text_mode_end(&text, add_undone, &u);
	if (status == DFK_OK)
		reading = try_bytes(&t->trial, window_span(&u.bytes));
	window_free(&u.bytes, u.allocator);
	return reading;
}

/*
 * Is the second reading, which leaves out more CRs, the right reading?  With few LFs, the
 * second reading must be better.  With many LFs, it only must not be worse.  Worse means
 * both more errors and fewer records.  More errors alone may come after more records, and
 * a wrong size may hide the rest.
 */
static bool
is_preferred(const struct transfer *t, const struct trial_reading *first,
	     const struct trial_reading *second)
{
	if (second->result == TRIAL_FOREIGN)
		return false;
	if (t->text->feeds < TEXT_MODE_ENOUGH)
		return second->result < first->result;
	return first->result >= second->result ||
	       first->records <= second->records;
}

/* A whole file without an error stays unchanged. */
static enum dfk_status
choose_times(const struct transfer *t, unsigned *times)
{
	const struct text_mode *text = t->text;
	struct trial_reading best = try_bytes(&t->trial,
					       window_span(&text->held));

	*times = 0;
	if (best.result == TRIAL_NO_MEMORY)
		return DFK_NO_MEMORY;
	if ((best.result == TRIAL_CLEAN && t->trial.closed) ||
	    (best.result == TRIAL_LIMIT && text->feeds < TEXT_MODE_ENOUGH))
		return DFK_OK;
	for (unsigned n = 1; n <= text->least && n <= TEXT_MODE_TIMES; n++) {
		const struct trial_reading undone = try_undone(t, n);

		if (undone.result == TRIAL_NO_MEMORY)
			return DFK_NO_MEMORY;
		if (is_preferred(t, &best, &undone)) {
			best = undone;
			*times = n;
		}
	}
	return DFK_OK;
}

/* ------------------------------------------------------------------ feed */

/* Bytes of a known kind of file that is no recording are not held.  No magic contains an
   LF, so a transfer as text does not change the magic. */
static bool
is_foreign(const struct transfer *t)
{
	const struct span held = window_span(&t->text->held);

	return held.len >= FORMAT_HEAD_BYTES && !t->trial.format &&
	       !format_detect(span_head(held, FORMAT_HEAD_BYTES), false);
}

/* Decides, and delivers the held bytes. */
static enum dfk_status
settle_transfer(const struct transfer *t)
{
	struct text_mode *text = t->text;
	const struct span held = window_span(&text->held);
	enum dfk_status status = DFK_OK;

	text->settled = true;
	if (text->feeds && !is_foreign(t))
		status = choose_times(t, &text->times);
	if (status == DFK_OK && text->times)
		status = text_mode_undo(text, held, t->receive, t->ctx);
	else if (status == DFK_OK && held.len)
		status = t->receive(t->ctx, held);
	window_free(&text->held, t->trial.allocator);
	return status;
}

enum dfk_status
transfer_feed(const struct transfer *t, struct span bytes)
{
	struct text_mode *text = t->text;
	enum dfk_status status = DFK_OK;
	bool no_memory = false;

	if (!text->settled) {
		const bool enough = text_mode_hold(text, t->trial.allocator,
						   &bytes, &no_memory);

		if (no_memory)
			return DFK_NO_MEMORY;
		if (!enough && !is_foreign(t))
			return DFK_OK;
		status = settle_transfer(t);
	}
	if (status != DFK_OK)
		return status;
	return text->times ? text_mode_undo(text, bytes, t->receive, t->ctx)
			   : t->receive(t->ctx, bytes);
}

enum dfk_status
transfer_end(const struct transfer *t)
{
	const enum dfk_status status = t->text->settled ? DFK_OK
							: settle_transfer(t);

	return status == DFK_OK ? text_mode_end(t->text, t->receive, t->ctx)
				: status;
}
