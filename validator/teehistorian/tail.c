/* SPDX-License-Identifier: MIT */
/* tail.c - bytes behind FINISH or behind a cut: what do they look like? */
#include "validator/teehistorian/tail.h"
#include "validator/teehistorian/check.h"

void
teehistorian_tail(void *state, struct span bytes)
{
	struct teehistorian *th = state;
	struct teehistorian_tail *tail = &th->tail;
	const struct span head = span_head(bytes,
					   sizeof(tail->head) - tail->head_len);

	if (head.len)
		memcpy(room_at(tail->head, sizeof(tail->head), tail->head_len,
			       head.len),
		       head.ptr, head.len);
	tail->head_len += head.len;
	if (tail->zeros == tail->size)
		tail->zeros += span_zeros(bytes);
	tail->size += bytes.len;
}

const char *
teehistorian_tail_kind(const struct teehistorian *th)
{
	const struct teehistorian_tail *tail = &th->tail;
	const struct span head = { tail->head, tail->head_len };

	if (tail->zeros == tail->size)
		return "zero bytes only";
	if (teehistorian_match(head, true))
		return "what looks like another recording";
	return "other bytes";
}

/* A PLAYER_DIFF that does not move, and the zero bytes behind it. */
void
teehistorian_report_zero_run(struct teehistorian *th)
{
	const struct teehistorian_tail *tail = &th->tail;
	const bool to_the_end = tail->zeros == tail->size;

	if (!tail->zero_run)
		return;
	report(th->report, RULE_teehistorian_player_diff_zero,
	       &(struct site){ .off = tail->zero_off,
			       .len = tail->zero_len + tail->zeros,
			       .client = tail->zero_cid + 1,
			       .expected = "a movement" },
	       tail->zeros == 0 ? "client %d moved by (0, 0)"
	       : to_the_end ? "client %d moved by (0, 0): zero bytes to the "
			      "end of the file"
			    : "client %d moved by (0, 0): a run of zero "
			      "bytes",
	       (int)tail->zero_cid);
}
