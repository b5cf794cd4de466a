/* SPDX-License-Identifier: MIT */
/* parse.c - is there a whole message at the cursor, a part of one, or none? */
#include "validator/teehistorian/check.h"
#include "validator/teehistorian/message.h"

/* TH-12 */
static void
report_truncated(struct teehistorian *th, const struct cursor *in)
{
	const struct teehistorian_event *ev = &th->reading.ev;
	const uint64_t size = cur_end(in) - ev->off;
	const char *name = ev->kind == TEEHISTORIAN_UNKNOWN
				   ? "message"
				   : teehistorian_message(ev->kind)->name;

	teehistorian_cut_at(
		th, RULE_teehistorian_truncated,
		&(struct site){ .off = ev->off, .len = size },
		"%s cut after %llu byte%s" WANTED "the whole message", name,
		(unsigned long long)size, size == 1 ? "" : "s");
}

/* TH-4: an id that does not exist, or a size below 0. */
static void
report_bad(struct teehistorian *th, const struct cursor *in)
{
	const struct teehistorian_event *ev = &th->reading.ev;
	const struct site id = { .off = ev->off,
				 .len = ev->id_len,
				 .field = "id" };
	const struct site size = { .off = ev->off,
				   .len = cur_tell(in) - ev->off };

	if (ev->kind == TEEHISTORIAN_UNKNOWN)
		teehistorian_cut_at(th, RULE_teehistorian_unknown_id, &id,
				    "%d" WANTED "-11 to 127", (int)ev->id);
	else
		teehistorian_cut_at(th, RULE_teehistorian_negative_size, &size,
				    "a negative size in %s" WANTED "0 or more",
				    teehistorian_message(ev->kind)->name);
}

static enum pull
unreadable(struct teehistorian *th, struct cursor *in, uint64_t from)
{
	th->report->record = th->here.records;
	if (in->fail == CUR_BAD)
		report_bad(th, in);
	else
		report_truncated(th, in);
	cur_back(in, from);
	return PULL_HALT;
}

/* Texts of a long message are not kept: they may have left the window. */
static void
forget_texts(struct teehistorian_event *ev)
{
	for (uint32_t i = 0; i < TEEHISTORIAN_MAX_TEXTS; i++)
		AT(ev->texts, i).bytes = (struct span){ NULL, 0 };
	ev->arguments.bytes = (struct span){ NULL, 0 };
	ev->blob = (struct span){ NULL, 0 };
}

/* How much more the caller should bring before the next try. */
static size_t
enough(size_t need, size_t left)
{
	const size_t most = TEEHISTORIAN_LONG - left;

	return need < most ? need : most;
}

/*
 * The window ends inside the message.
 *
 *   from                        cur_tell(in)     cur_end(in)
 *    |------ read so far -------|-- an int, cut --|
 *
 * A message of less than TEEHISTORIAN_LONG bytes is read again from its start:
 * the window grows until it holds all of it.  Of a longer one the window may let
 * go what was read, and struct teehistorian_reading says where to go on.
 */
static enum pull
want_more(struct teehistorian_reading *r, struct cursor *in, uint64_t from,
	  bool resumed)
{
	const size_t need = in->need, left = (size_t)(cur_end(in) - from);

	if (!resumed && left < TEEHISTORIAN_LONG) {
		/* It is read again from its start. */
		r->active = false;
		cur_back(in, from);
		in->need = enough(need, left);
		return PULL_MORE;
	}
	/* Keep what was read; an int or UUID may still be cut. */
	forget_texts(&r->ev);
	cur_back(in, cur_tell(in));
	in->need = need < UUID_SIZE ? need : UUID_SIZE;
	return PULL_MORE;
}

enum pull
teehistorian_next(struct teehistorian *th, struct cursor *in, bool closed,
		  const struct teehistorian_event **event)
{
	struct teehistorian_reading *r = &th->reading;
	const uint64_t from = cur_tell(in);
	const bool resumed = r->active;

	if (!resumed) {
		if (cur_left(in) == 0)
			return closed ? PULL_END : PULL_MORE;
		teehistorian_start(r, from);
	}
	if (teehistorian_read(th, in) == CUR_SHORT && !closed)
		return want_more(r, in, from, resumed);
	if (!cur_ok(in))
		return unreadable(th, in, from);
	r->active = false;
	r->ev.len = cur_tell(in) - r->ev.off;
	if (r->ev.len > TEEHISTORIAN_LONG)
		forget_texts(&r->ev);
	*event = &r->ev;
	return PULL_EVENT;
}
