/* SPDX-License-Identifier: MIT */
/* check.c - what must hold across messages, and at the end of the file */
#include "validator/teehistorian/check.h"

struct site
teehistorian_site(const struct teehistorian_event *ev)
{
	return (struct site){ .off = ev->off, .len = ev->len };
}

struct site
teehistorian_client_site(const struct teehistorian_event *ev, int32_t cid)
{
	return (struct site){ .off = ev->off,
			      .len = ev->len,
			      .client = cid + 1 };
}

bool
teehistorian_keep(struct teehistorian *th, enum rule_id id,
		  enum dfk_severity severity)
{
	if (severity != DFK_ERROR)
		return true;
	th->cut_by = id;
	return false;
}

/* ------------------------------------------------------------ integers -- */

static void
report_odd_ints(struct teehistorian *th, const struct teehistorian_event *ev)
{
	for (uint32_t i = 0; i < ev->n_odd; i++) {
		const struct teehistorian_odd_int *odd = &AT(ev->odd, i);
		const struct site site = { .off = odd->off, .len = odd->len };

		if (odd->quirks & INT_PADDING)
			report(th->report, RULE_teehistorian_varint_padding,
			       &site, "%d with padding bits", (int)odd->value);
		else
			report(th->report, RULE_teehistorian_varint_overlong,
			       &site, "%d in %d bytes", (int)odd->value,
			       (int)odd->len);
	}
}

/* ------------------------------------------------------------ messages -- */

/* Ids that a client id may have in this message. */
static bool
cid_fits(enum teehistorian_kind kind, int32_t cid)
{
	/* -1 console, -2 and -3 pseudo ids of the engine */
	const int32_t low = kind == TEEHISTORIAN_CONSOLE_COMMAND ? -3 : 0;

	return cid >= low && cid < TEEHISTORIAN_MAX_CLIENTS;
}

static const char (*int_letters(
	const struct teehistorian_event *ev))[TEEHISTORIAN_MAX_FIELDS]
{
	static const char player_diff[TEEHISTORIAN_MAX_FIELDS] = "cii";

	if (ev->kind == TEEHISTORIAN_PLAYER_DIFF)
		return &player_diff;
	if (ev->kind == TEEHISTORIAN_EX &&
	    ev->extension != TEEHISTORIAN_EX_UNKNOWN)
		return &teehistorian_extension_row(ev->extension)->fields;
	return &teehistorian_message(ev->kind)->fields;
}

static bool
check_cid(struct teehistorian *th, const struct teehistorian_event *ev,
	  int32_t cid)
{
	struct site site = teehistorian_site(ev);

	if (cid_fits(ev->kind, cid)) {
		teehistorian_check_over_64(th, ev, cid);
		return true;
	}
	site.field = "cid";
	site.expected = ev->kind == TEEHISTORIAN_CONSOLE_COMMAND ? "-3 to 127"
								 : "0 to 127";
	report(th->report, RULE_teehistorian_cid_range, &site, "client id %d",
	       (int)cid);
	th->cut_by = RULE_teehistorian_cid_range;
	return false;
}

/* Every client id of the message, before it is used as an index. */
static bool
check_cids(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const char(*letters)[TEEHISTORIAN_MAX_FIELDS] = int_letters(ev);
	uint32_t n = 0;

	for (size_t i = 0; AT(*letters, i) && n < ev->n_ints; i++) {
		const char letter = AT(*letters, i);

		if (letter == 'c' && !check_cid(th, ev, AT(ev->ints, n)))
			return false;
		n += letter == 'c' || letter == 'i' || letter == 't';
	}
	return true;
}

static bool
check_message(struct teehistorian *th, const struct teehistorian_event *ev)
{
	switch (ev->kind) {
	case TEEHISTORIAN_PLAYER_DIFF:
	case TEEHISTORIAN_PLAYER_NEW:
	case TEEHISTORIAN_PLAYER_OLD:
		return teehistorian_check_player(th, ev, AT(ev->ints, 0));
	case TEEHISTORIAN_INPUT_DIFF:
	case TEEHISTORIAN_INPUT_NEW:
		th->network_seen = true;
		return teehistorian_check_input(th, ev, AT(ev->ints, 0));
	case TEEHISTORIAN_TICK_SKIP: return teehistorian_check_skip(th, ev);
	case TEEHISTORIAN_MESSAGE:
		th->network_seen = true;
		teehistorian_check_network_message(th, ev, AT(ev->ints, 0));
		return true;
	case TEEHISTORIAN_JOIN:
		th->network_seen = true;
		teehistorian_check_join(th, ev, AT(ev->ints, 0));
		return true;
	case TEEHISTORIAN_DROP:
		teehistorian_check_drop(th, ev, AT(ev->ints, 0));
		return true;
	case TEEHISTORIAN_CONSOLE_COMMAND:
		teehistorian_check_command(th, ev, AT(ev->ints, 0));
		return true;
	case TEEHISTORIAN_EX: return teehistorian_check_extension(th, ev);
	case TEEHISTORIAN_FINISH: th->finished = true; return true;
	case TEEHISTORIAN_HEADER: break;
	}
	return true;
}

/* ------------------------------------------------------------- the end -- */

/* From here on a repair drops; what was kept before is `mark`. */
static void
dropping(struct teehistorian *th, const struct teehistorian_mark *mark)
{
	if (!th->dropping) {
		th->dropping = true;
		th->kept = *mark;
	}
}

static void
report_run(struct teehistorian *th, enum rule_id id,
	   const struct teehistorian_run *run, const char *expected)
{
	const struct site site = { .off = run->off,
				   .len = th->here.off - run->off,
				   .expected = expected };

	if (run->count &&
	    report(th->report, id, &site,
		   "the end of the recording behind it") == DFK_ERROR)
		th->dangling = id;
}

static void
report_skips(struct teehistorian *th)
{
	report_run(th, RULE_teehistorian_dangling_skip, &th->skips,
		   "the message that the skip is for");
}

static void
report_joinvers(struct teehistorian *th)
{
	report_run(th, RULE_teehistorian_dangling_joinver, &th->joinvers,
		   "the JOIN of the same client");
}

/* Skips and join announcements that nothing follows, in file order. */
static void
check_dangling(struct teehistorian *th)
{
	const bool skip_first = th->skips.off < th->joinvers.off;

	if (skip_first)
		report_skips(th);
	report_joinvers(th);
	if (!skip_first)
		report_skips(th);
	if (!th->dangling)
		return;
	th->dangling_off = th->firm.off;
	th->dangling_end = th->here.off;
	dropping(th, &th->firm);
}

void
teehistorian_cut(struct teehistorian *th)
{
	th->halted = th->cut_error = true;
	dropping(th, &th->firm);
}

/* The message stands: the clock and the marks move on. */
static void
accept(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const bool skip = ev->kind == TEEHISTORIAN_TICK_SKIP;
	const bool joinver = ev->kind == TEEHISTORIAN_EX &&
			     (ev->extension == TEEHISTORIAN_EX_JOINVER6 ||
			      ev->extension == TEEHISTORIAN_EX_JOINVER7);

	if (ev->kind == TEEHISTORIAN_FINISH)
		check_dangling(th);
	if (skip && !th->skips.count++)
		th->skips.off = ev->off;
	if (joinver && !th->joinvers.count++)
		th->joinvers.off = ev->off;
	th->here = (struct teehistorian_mark){
		.off = ev->off + ev->len,
		.records = th->here.records + 1,
		.tick = th->tick,
	};
	if (!skip && !joinver) {
		th->firm = th->here;
		th->skips.count = th->joinvers.count = 0;
	}
	th->behind_skip = skip;
	th->behind_joinver = joinver;
	if (!skip && ev->extension != TEEHISTORIAN_EX_ANTIBOT &&
	    ev->extension != TEEHISTORIAN_EX_AUTH_INIT &&
	    ev->extension != TEEHISTORIAN_EX_AUTH_INIT_ROLE)
		th->begun = true;
}

bool
teehistorian_check(struct teehistorian *th, const struct teehistorian_event *ev)
{
	th->report->record = th->here.records;
	th->report->tick = th->tick;
	report_odd_ints(th, ev);
	if (!check_cids(th, ev))
		return false;
	if (ev->kind == TEEHISTORIAN_PLAYER_DIFF ||
	    ev->kind == TEEHISTORIAN_PLAYER_NEW ||
	    ev->kind == TEEHISTORIAN_PLAYER_OLD)
		if (!teehistorian_check_player_tick(th, ev, AT(ev->ints, 0)))
			return false;
	teehistorian_check_texts(th, ev);
	if (!check_message(th, ev))
		return false;
	if (ev->kind == TEEHISTORIAN_EX && th->extra_dropped)
		dropping(th, &th->here);
	accept(th, ev);
	return true;
}

void
teehistorian_check_end(struct teehistorian *th)
{
	th->report->record = UINT64_MAX;
	th->report->tick = th->here.tick;
	if (th->finished && th->tail.size) {
		const struct site site = { .off = th->here.off,
					   .len = th->tail.size,
					   .expected = "the end of the file" };

		if (report(th->report, RULE_teehistorian_trailing_data, &site,
			   "%s", teehistorian_tail_kind(th)) == DFK_ERROR) {
			th->trailing = true;
			dropping(th, &th->here);
		}
	}
	if (th->finished || th->halted)
		return;
	check_dangling(th);
	if (report(th->report, RULE_teehistorian_missing_finish,
		   &(struct site){ .off = th->size,
				   .expected = "FINISH, byte 40" },
		   "the end of the file") == DFK_ERROR)
		th->unfinished = true;
}
