/* SPDX-License-Identifier: MIT */
/* parse.c - the message at the cursor: whole, in pieces, or not at all */
#include "validator/teehistorian/teehistorian.h"

static enum pull
halt(struct teehistorian *th, enum rule_id id, enum dfk_severity severity)
{
	th->halted = true;
	th->cut_by = id;
	th->cut_error = severity == DFK_ERROR;
	return PULL_HALT;
}

static const char *
name_of(const struct teehistorian_reading *r)
{
	return r->fields ? teehistorian_message(r->ev.kind)->name : "message";
}

static enum pull
truncated(struct teehistorian *th, const struct cursor *in)
{
	const uint64_t off = th->reading.ev.off, size = cur_end(in) - off;

	return halt(th, RULE_teehistorian_truncated,
		    report(th->report, RULE_teehistorian_truncated,
			   &(struct site){ .off = off,
					   .len = size,
					   .expected = "the whole message" },
			   "%s cut after %llu byte%s", name_of(&th->reading),
			   (unsigned long long)size, size == 1 ? "" : "s"));
}

static enum pull
bad(struct teehistorian *th, const struct cursor *c)
{
	const struct teehistorian_event *ev = &th->reading.ev;

	if (ev->kind == TEEHISTORIAN_KIND_COUNT)
		return halt(th, RULE_teehistorian_unknown_id,
			    report(th->report, RULE_teehistorian_unknown_id,
				   &(struct site){ .off = ev->off,
						   .len = ev->id_len,
						   .field = "id",
						   .expected = "-11 to 127" },
				   "id %d", (int)ev->id));
	return halt(th, RULE_teehistorian_negative_size,
		    report(th->report, RULE_teehistorian_negative_size,
			   &(struct site){ .off = ev->off,
					   .len = cur_tell(c) - ev->off,
					   .expected = "0 or more" },
			   "a negative size in %s", name_of(&th->reading)));
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

enum pull
teehistorian_next(struct teehistorian *th, struct cursor *in, bool closed,
		  const struct teehistorian_event **event)
{
	struct teehistorian_reading *r = &th->reading;
	const bool resumed = r->active;
	struct cursor c = *in;

	if (!resumed) {
		if (cur_left(in) == 0) {
			in->need = 1;
			return closed ? PULL_END : PULL_MORE;
		}
		teehistorian_start(r, cur_tell(in));
	}
	switch (teehistorian_read(th, &c)) {
	case CUR_OK:
		r->active = false;
		r->ev.len = cur_tell(&c) - r->ev.off;
		if (r->ev.len > TEEHISTORIAN_LONG)
			forget_texts(&r->ev);
		*in = c;
		*event = &r->ev;
		return PULL_EVENT;
	case CUR_BAD: return bad(th, &c);
	case CUR_SHORT: break;
	}
	if (closed)
		return truncated(th, in);
	if (resumed || cur_left(in) >= TEEHISTORIAN_LONG) {
		/* Keep what was read; an int or UUID may still be cut. */
		forget_texts(&r->ev);
		c.fail = CUR_OK;
		*in = c;
		in->need = c.need < UUID_SIZE ? c.need : UUID_SIZE;
	} else {
		r->active = false;
		in->need = enough(c.need, cur_left(in));
	}
	return PULL_MORE;
}
