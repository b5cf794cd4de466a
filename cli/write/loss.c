/* SPDX-License-Identifier: MIT */
/* loss.c - computes how much a repair loses, and never too little */
#include "cli/write/loss.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/report/text.h"

static double
part(uint64_t lost, uint64_t all)
{
	return all ? (double)lost / (double)all : 0;
}

/* Returns the number of bytes of the recording that a repair drops or replaces.
   Replaced bytes count only in a lossy edit, which does not restore their original
   value. */
static uint64_t
lost_bytes(const struct outcome *outcome)
{
	uint64_t lost = outcome->result->dropped;
	struct dfk_edit edit;

	for (size_t i = 0; dfk_edit_at(outcome->check, i, &edit); i++)
		if (edit.lossy)
			lost += edit.remove < edit.insert_length
					? edit.remove
					: edit.insert_length;
	return lost;
}

/*
 * Is the loss above the limit in percent?  Compressed and decoded bytes are not added,
 * because one compressed byte may contain a thousand decoded bytes.  Both percentages are
 * multiplied.  For example, if 10 % of the stream cannot be decoded, and 20 % of the
 * decoded bytes are dropped, 0.9 * 0.8 is left.
 */
static bool
exceeds_percent(const struct dfk_result *result, uint64_t lost, double percent)
{
	const double stream = part(result->undecoded, result->size);
	const double decoded = part(lost, result->decoded_size);

	if (!result->undecoded)
		return (double)lost * 100 >
		       percent * (double)result->decoded_size;
	return (1 - (1 - stream) * (1 - decoded)) * 100 > percent;
}

static bool
exceeds(const struct args_max_loss *most, const struct dfk_result *result,
	uint64_t lost)
{
	switch (most->unit) {
	case ARGS_LOSS_ANY: return false;
	case ARGS_LOSS_BYTES:
		return lost > most->bytes || result->undecoded > most->bytes;
	case ARGS_LOSS_PERCENT:
		return exceeds_percent(result, lost, most->percent);
	}
	return true;
}

/* Writes "3 bytes and 17 compressed bytes". */
static void
name_loss(char *buffer, size_t size, uint64_t lost, uint64_t stream)
{
	int used = 0;

	if (lost > 0 || stream == 0)
		used = snprintf(buffer, size, "%" PRIu64 " byte%s%s", lost,
				text_plural(lost), stream > 0 ? " and " : "");
	if (stream > 0)
		snprintf(buffer + used, size - (size_t)used,
			 "%" PRIu64 " compressed byte%s", stream,
			 text_plural(stream));
}

/* Is there a limit, and may an unknown loss be above it? */
static bool
may_exceed(const struct outcome *outcome)
{
	const struct args_max_loss *most = &outcome->args->how.max_loss;

	return outcome->result->loss_unknown &&
	       (most->unit == ARGS_LOSS_BYTES ||
		(most->unit == ARGS_LOSS_PERCENT && most->percent < 100));
}

bool
loss_is_allowed(const struct outcome *outcome)
{
	/* A repair without loss may drop bytes, such as bytes of an int in a longer
	   form. */
	return outcome->result->repairable != DFK_REPAIRABLE_LOSSY ||
	       (!may_exceed(outcome) &&
		!exceeds(&outcome->args->how.max_loss, outcome->result,
			 lost_bytes(outcome)));
}

bool
loss_is_refused(struct outcome *outcome)
{
	char loss[128];

	if (loss_is_allowed(outcome))
		return false;
	if (may_exceed(outcome)) {
		outcome_refuse(outcome, EXITCODE_FINDINGS,
			       "--max-loss: the compressed stream is cut, and "
			       "how much is lost is not known");
		return true;
	}
	name_loss(loss, sizeof(loss), lost_bytes(outcome),
		  outcome->result->undecoded);
	outcome_refuse(outcome, EXITCODE_FINDINGS,
		       "--max-loss allows less: %s would be lost", loss);
	return true;
}
