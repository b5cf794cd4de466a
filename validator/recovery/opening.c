/* SPDX-License-Identifier: MIT */
/*
 * opening.c - where the chunks begin, and which version they are of (TW-13.1)
 *
 * The reading wins that explains most bits of the first markers and what is between them.
 */
#include "validator/core/memory.h"
#include "validator/recovery/recovery.h"

bool
recovery_open(struct twdemo *d)
{
	struct recovery *r = d->recovery;

	if (r)
		return true;
	r = memory_get(d->allocator, sizeof(*r));
	if (!r)
		return false;
	memset(r, 0, sizeof(*r));
	r->d = d;
	r->credit = RECOVERY_FIRST_CREDIT;
	r->steps.total = 3;
	AT(r->steps.of, 1) = 1;
	AT(r->steps.of, 2) = 2;
	d->recovery = r;
	return true;
}

void
recovery_release(struct twdemo *d)
{
	memory_put(d->allocator, d->recovery);
	d->recovery = NULL;
}

/* Bits that strict reading explains from `at` on, up to a dozen markers; *far: it came to
   them, or to the end. */
static int32_t
walk(struct recovery *r, uint32_t at, bool *far)
{
	enum { MARKERS = 12, CHUNKS = 400 };
	const int32_t unanchored = 20 * RECOVERY_UNIT;
	const int32_t marker = 5 * RECOVERY_UNIT;
	int32_t bits = 0;
	uint32_t markers = 0;
	bool anchored = false;

	*far = false;
	for (uint32_t i = 0; i < CHUNKS && markers < MARKERS && at < r->n;
	     i++) {
		struct recovery_item item;
		int32_t gain = 0;

		if (!recovery_read(r, at, &item, &gain))
			return bits;
		if (item.kind == RECOVERY_MARKER) {
			markers++;
			bits += marker;
			anchored |= item.absolute;
		}
		bits += gain;
		if (item.kind != RECOVERY_MESSAGE && !anchored)
			bits -= unanchored;
		at = item.end;
	}
	*far = true;
	return bits;
}

static void
open_window(struct recovery *r, const struct cursor *in, uint64_t most,
	    bool closed)
{
	const struct span rest = cur_rest(in);

	r->window = span_head(rest, (size_t)most);
	r->off = cur_tell(in);
	r->start = 0;
	r->n = (uint32_t)r->window.len;
	r->closed = closed && rest.len <= most;
	r->another = false;
	recovery_forget(r, 0);
}

enum pull
recovery_find_start(struct twdemo *d, struct cursor *in, bool closed)
{
	const int32_t enough = 40 * RECOVERY_UNIT;
	struct twdemo_map *m = &d->map;
	const uint64_t left = m->end - d->at.pos;
	struct recovery *r;
	uint32_t start;
	bool far;

	d->phase = TWDEMO_IN_MAP;
	if (!recovery_open(d))
		return PULL_NO_MEMORY;
	r = d->recovery;
	open_window(r, in, left + TWDEMO_MAP_AHEAD, closed);
	if (walk(r, (uint32_t)left, &far) >= enough ||
	    twdemo_ends_later(d, in))
		return PULL_EVENT;
	start = recovery_first_chain(r);
	if (start == UINT32_MAX)
		return PULL_EVENT;
	twdemo_set_map_end(d, d->at.pos + start);
	return PULL_EVENT;
}

enum pull
recovery_check_version(struct twdemo *d, struct cursor *in, bool closed)
{
	const struct cursor c = *in;
	bool far;

	if (cur_left(in) < TWDEMO_MAP_AHEAD && !closed) {
		in->need = TWDEMO_MAP_AHEAD - cur_left(in);
		return PULL_MORE;
	}
	if (!recovery_open(d))
		return PULL_NO_MEMORY;
	open_window(d->recovery, &c, TWDEMO_MAP_AHEAD, closed);
	walk(d->recovery, 0, &far);
	if (far) {
		twdemo_report_version(d);
		return PULL_EVENT;
	}
	report(d->report, RULE_twdemo_version,
	       &(struct site){ .off = 7, .len = 1 },
	       "version %u" WANTED "3 to 6", d->header.claimed);
	d->phase = TWDEMO_HALTED;
	d->playable = false;
	return PULL_HALT;
}

/* Are the first bytes of most markers those of version 5 or later? */
static bool
has_inline_bits(struct recovery *r)
{
	enum { CHUNKS = 64 };
	uint32_t at = r->start, markers = 0, with = 0;

	for (uint32_t i = 0; i < CHUNKS && at < r->n; i++) {
		struct cursor c = cur_span(span_tail(r->window, at), at);
		const uint8_t first = cur_u8(&c);
		struct recovery_item item;
		int32_t gain;

		if (!recovery_read(r, at, &item, &gain))
			break;
		if (item.kind == RECOVERY_MARKER && !item.absolute) {
			markers++;
			with += first & TWDEMO_INLINE_BIT ? 1 : 0;
		}
		at = item.end;
	}
	return 2 * with > markers;
}

/* Versions 4 to 6 differ in the form of their markers alone. */
void
recovery_choose_version(struct recovery *r)
{
	struct twdemo *d = r->d;
	struct twdemo_header *h = &d->header;
	const uint8_t claimed = h->version;
	const int32_t other_version = BITS_BYTE;
	int32_t here;
	bool far;

	if (claimed < 4 || h->digest != TWDEMO_NO_DIGEST)
		return;
	recovery_forget(r, r->start);
	here = walk(r, r->start, &far);
	h->version = claimed == 4 ? 5 : 4;
	/* From version 5 on each relative marker has a bit that others hardly have. */
	if (claimed != 4 && has_inline_bits(r)) {
		h->version = claimed;
		return;
	}
	recovery_forget(r, r->start);
	if (walk(r, r->start, &far) - other_version > here)
		twdemo_report_version(d);
	else
		h->version = claimed;
	recovery_forget(r, r->start);
}
