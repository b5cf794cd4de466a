/* SPDX-License-Identifier: MIT */
/* tail.c - finds the kind of bytes after FINISH or after a cut */
#include "validator/teehistorian/tail.h"

#include "validator/teehistorian/check.h"
#include "validator/teehistorian/message.h"

/* Messages in fewer than PROOF bytes may be a coincidence. */
enum { PROOF = 48, FIRST_OFFSETS = 32 };

void
teehistorian_tail(void *state, struct span bytes)
{
	struct teehistorian *th = state;
	struct teehistorian_tail *tail = &th->tail;
	const bool only_zeros = tail->zeros == tail->size;
	const size_t zeros = only_zeros ? span_zeros(bytes) : 0;
	const struct span head = span_head(span_tail(bytes, zeros),
					   sizeof(tail->head) - tail->head_len);

	if (head.len)
		memcpy(room_at(tail->head, sizeof(tail->head), tail->head_len,
			       head.len),
		       head.ptr, head.len);
	tail->head_len += head.len;
	tail->zeros += zeros;
	tail->size += bytes.len;
}

/* Could a writer have written this message? */
static bool
is_plausible_message(const struct teehistorian_event *ev)
{
	const int32_t cid = ev->n_ints ? AT(ev->ints, 0) : 0;

	switch (ev->kind) {
	case TEEHISTORIAN_FINISH:
	case TEEHISTORIAN_HEADER: return false;
	case TEEHISTORIAN_PLAYER_DIFF:
		if (AT(ev->ints, 1) == 0 && AT(ev->ints, 2) == 0)
			return false;
		break;
	case TEEHISTORIAN_CONSOLE_COMMAND:
	case TEEHISTORIAN_TICK_SKIP:
	case TEEHISTORIAN_PLAYER_NEW:
	case TEEHISTORIAN_PLAYER_OLD:
	case TEEHISTORIAN_INPUT_DIFF:
	case TEEHISTORIAN_INPUT_NEW:
	case TEEHISTORIAN_MESSAGE:
	case TEEHISTORIAN_JOIN:
	case TEEHISTORIAN_DROP:
	case TEEHISTORIAN_EX: break;
	}
	if (ev->kind == TEEHISTORIAN_TICK_SKIP)
		return cid >= 0;
	return !ev->n_noncanonical && cid >= -3 &&
	       cid < TEEHISTORIAN_MAX_CLIENTS;
}

/* Are all bytes from this place to the end of the kept bytes messages? */
static bool
are_messages(struct teehistorian *th, struct cursor c)
{
	struct teehistorian_reading *r = &th->reading;

	if (cur_left(&c) < PROOF)
		return false;
	while (cur_left(&c)) {
		struct cursor next = c;

		teehistorian_start(r, cur_tell(&c));
		switch (teehistorian_read(th, &next)) {
		case CUR_OK: break;
		case CUR_BAD: return false;
		/* The message goes beyond the kept bytes, or its size is impossible. */
		case CUR_SHORT: return cur_left(&c) < PROOF / 2;
		}
		if (!is_plausible_message(&r->ev))
			return false;
		c = next;
	}
	return true;
}

/* TH-11: after a hole in the file, the next whole message may begin at any offset. */
static bool
messages_follow(struct teehistorian *th)
{
	const struct span head = { th->tail.head, th->tail.head_len };

	for (size_t i = 0; i < FIRST_OFFSETS; i++)
		if (are_messages(th, cur_span(span_tail(head, i), 0)))
			return true;
	return false;
}

const char *
teehistorian_tail_kind(struct teehistorian *th)
{
	const struct teehistorian_tail *tail = &th->tail;

	if (tail->zeros == tail->size)
		return "zero bytes only";
	if (messages_follow(th))
		return "more messages, so that FINISH may be in a hole that a "
		       "full disk left";
	return "other bytes";
}

/* TH-11: reports a PLAYER_DIFF without a movement, and the zero bytes after it. */
void
teehistorian_report_zero_diff(struct teehistorian *th)
{
	const struct teehistorian_zero_diff *diff = &th->zero_diff;
	const struct teehistorian_tail *tail = &th->tail;
	const bool to_the_end = tail->zeros == tail->size;
	const struct site site = { .off = diff->off,
				   .len = diff->len + tail->zeros,
				   .client = diff->cid + 1,
				   .expected = "a movement other than (0, 0)" };

	if (!diff->len)
		return;
	teehistorian_cut_at(
		th, RULE_teehistorian_player_diff_zero, &site,
		tail->zeros == 0 ? "a movement of client %d by (0, 0)"
		: to_the_end     ? "a movement of client %d by (0, 0), and "
				   "zero bytes up to the end of the file"
				 : "a movement of client %d by (0, 0), and a "
				   "run of zero bytes",
		(int)diff->cid);
}
