/* SPDX-License-Identifier: MIT */
/* check.c - checks rules about several messages, and about the end of the file */
#include "validator/teehistorian/check.h"

#include "validator/core/extract.h"

/* --------------------------------------------------------------- messages */

/* Checks a player message, which may begin a new tick. */
static bool
check_player(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const int32_t cid = AT(ev->ints, 0);

	if (!teehistorian_check_cid(th, ev, cid) ||
	    !teehistorian_check_player_tick(th, ev, cid))
		return false;
	if (ev->kind == TEEHISTORIAN_PLAYER_DIFF)
		return teehistorian_check_diff(th, ev, cid);
	if (ev->kind == TEEHISTORIAN_PLAYER_NEW)
		return teehistorian_check_new(th, ev, cid);
	return teehistorian_check_old(th, ev, cid);
}

/* Checks a message that comes from the network and begins with a client id. */
static bool
check_from_network(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const int32_t cid = AT(ev->ints, 0);

	if (!teehistorian_check_cid(th, ev, cid))
		return false;
	th->clock.network_seen = true;
	if (ev->kind == TEEHISTORIAN_MESSAGE)
		teehistorian_check_network_message(th, ev, cid);
	else if (ev->kind == TEEHISTORIAN_JOIN)
		teehistorian_check_join(th, ev, cid);
	else
		return teehistorian_check_input(th, ev, cid);
	return true;
}

static bool
check_with_texts(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const int32_t cid = AT(ev->ints, 0);

	if (!teehistorian_check_cid(th, ev, cid))
		return false;
	teehistorian_check_texts(th, ev);
	if (ev->kind == TEEHISTORIAN_CONSOLE_COMMAND)
		return teehistorian_check_command(th, ev, cid);
	teehistorian_check_drop(th, ev, cid);
	return true;
}

static bool
check_message(struct teehistorian *th, const struct teehistorian_event *ev)
{
	switch (ev->kind) {
	case TEEHISTORIAN_PLAYER_DIFF:
	case TEEHISTORIAN_PLAYER_NEW:
	case TEEHISTORIAN_PLAYER_OLD: return check_player(th, ev);
	case TEEHISTORIAN_INPUT_DIFF:
	case TEEHISTORIAN_INPUT_NEW:
	case TEEHISTORIAN_MESSAGE:
	case TEEHISTORIAN_JOIN: return check_from_network(th, ev);
	case TEEHISTORIAN_TICK_SKIP: return teehistorian_check_skip(th, ev);
	case TEEHISTORIAN_DROP:
	case TEEHISTORIAN_CONSOLE_COMMAND: return check_with_texts(th, ev);
	case TEEHISTORIAN_EX: return teehistorian_check_extension(th, ev);
	case TEEHISTORIAN_FINISH: th->phase = TEEHISTORIAN_FINISHED; break;
	case TEEHISTORIAN_HEADER: break;
	}
	return true;
}

/* --------------------------------------------------------------- the runs */

static void
report_run(struct teehistorian *th, enum rule_id id,
	   const struct teehistorian_run *run, const char *expected)
{
	struct site site = {
		.off = run->off,
		.len = th->here.off - run->off,
		.fix = fix_drop(th->cut_point.off,
				th->here.off - th->cut_point.off,
				th->cut_point),
	};

	site.fix.loss = loss_between(&th->cut_point, &th->here);
	site.fix.next_tick = th->here.tick + 1;
	if (run->count)
		report(th->report, id, &site,
		       "the end of the recording" WANTED "%s", expected);
}

/* TH-6.2, T1 */
static void
report_skips(struct teehistorian *th)
{
	report_run(th, RULE_teehistorian_dangling_skip, &th->runs.skips,
		   "the message of the next tick");
}

/* TH-7 */
static void
report_joinvers(struct teehistorian *th)
{
	report_run(th, RULE_teehistorian_dangling_joinver, &th->runs.joinvers,
		   "the JOIN of the same client");
}

/* TH-6.2, TH-7: reports skips and join announcements at the end of the recording, in
   file order.  A repair drops all these messages. */
static void
check_dangling(struct teehistorian *th)
{
	const bool skip_first = th->runs.skips.off < th->runs.joinvers.off;

	if (!th->runs.any)
		return;
	if (skip_first)
		report_skips(th);
	report_joinvers(th);
	if (!skip_first)
		report_skips(th);
}

static void
extend_run(struct teehistorian_runs *runs, struct teehistorian_run *run,
	   uint64_t off)
{
	if (!run->count++)
		run->off = off;
	runs->any = true;
}

static bool
announces_join(const struct teehistorian_event *ev)
{
	return ev->kind == TEEHISTORIAN_EX &&
	       (ev->ex.extension == TEEHISTORIAN_EX_JOINVER6 ||
		ev->ex.extension == TEEHISTORIAN_EX_JOINVER7);
}

/* Can a server not have written this message directly after the header? */
static bool
ends_preamble(const struct teehistorian_event *ev)
{
	return ev->kind != TEEHISTORIAN_EX ||
	       (ev->ex.extension != TEEHISTORIAN_EX_ANTIBOT &&
		ev->ex.extension != TEEHISTORIAN_EX_AUTH_INIT &&
		ev->ex.extension != TEEHISTORIAN_EX_AUTH_INIT_ROLE);
}

/* Keeps the message, and moves the marks to the end of the message. */
static void
keep_message(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const bool skip = ev->kind == TEEHISTORIAN_TICK_SKIP;
	const bool joinver = announces_join(ev);
	const struct mark here = { .off = ev->off + ev->len,
				   .records = th->here.records + 1,
				   .tick = th->clock.tick };

	if (ev->kind == TEEHISTORIAN_FINISH) {
		check_dangling(th);
		th->finished_empty = th->cut_point.records == 0;
	}
	th->here = here;
	th->skip.is_last = skip;
	th->joinver.is_last = joinver;
	th->begun |= !skip && ends_preamble(ev);
	if (skip) {
		extend_run(&th->runs, &th->runs.skips, ev->off);
		return;
	}
	if (joinver) {
		extend_run(&th->runs, &th->runs.joinvers, ev->off);
		return;
	}
	th->cut_point = here;
	if (th->runs.any)
		th->runs.skips.count = th->runs.joinvers.count = 0;
	th->runs.any = false;
}

bool
teehistorian_check(struct teehistorian *th, const struct teehistorian_event *ev)
{
	th->report->record = th->here.records;
	th->report->tick = th->clock.tick;
	th->shrunk = 0;
	if (ev->n_noncanonical)
		teehistorian_check_ints(th, ev);
	if (!check_message(th, ev)) {
		th->phase = TEEHISTORIAN_CUT;
		return false;
	}
	keep_message(th, ev);
	return true;
}

/* ---------------------------------------------------------------- the end */

/* TH-1 */
static void
check_after_finish(struct teehistorian *th)
{
	const uint64_t size = th->tail.size;
	struct site site = {
		.off = th->here.off,
		.len = size,
		.expected = "the end of the file",
		.fix = fix_drop(th->here.off, size, th->here),
	};

	if (th->tail.zeros < size)
		site.fix.loss.unread = size < UINT32_MAX ? (uint32_t)size
							 : UINT32_MAX;
	if (th->report->input.behind[0])
		report(th->report, RULE_teehistorian_trailing_data, &site,
		       "%s, and `%s` copies this part",
		       th->report->input.behind,
		       extract_from(th->report, site.off).command);
	else if (size)
		report(th->report, RULE_teehistorian_trailing_data, &site, "%s",
		       teehistorian_tail_kind(th));
}

/* Reports a recording without messages before FINISH, also if a repair adds FINISH. */
static void
check_has_messages(struct teehistorian *th)
{
	const bool finished = th->phase == TEEHISTORIAN_FINISHED;

	if (finished ? th->finished_empty : th->cut_point.records == 0)
		report(th->report, RULE_teehistorian_no_messages,
		       &(struct site){ .off = th->cut_point.off - finished,
				       .len = finished },
		       "the end of the recording after the header" WANTED
		       "messages");
}

/* TH-12 */
void
teehistorian_check_end(struct teehistorian *th, uint64_t size)
{
	const struct site end = { .off = size, .fix.kind = FIX_CLOSE };

	teehistorian_report_zero_diff(th);
	th->report->record = UINT64_MAX;
	th->report->tick = th->here.tick;
	if (th->phase == TEEHISTORIAN_FINISHED)
		check_after_finish(th);
	if (th->phase == TEEHISTORIAN_IN_MESSAGES) {
		check_dangling(th);
		report(th->report, RULE_teehistorian_missing_finish, &end,
		       "the end of the file" WANTED "FINISH, byte 0x40");
	}
	check_has_messages(th);
}
