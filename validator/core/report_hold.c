/* SPDX-License-Identifier: MIT */
/* report_hold.c - holds findings back until they are known to be true */
#include "validator/core/report_hold.h"

/* Returns a copy of these bytes in the memory of the hold.  NULL: there is no room. */
static const uint8_t *
keep_bytes(struct report_hold *h, const void *bytes, size_t n)
{
	uint8_t *to;

	if (n > sizeof(h->bytes) - h->used) {
		h->over = true;
		return NULL;
	}
	to = room_at(h->bytes, sizeof(h->bytes), h->used, n);
	if (n)
		memcpy(to, bytes, n);
	h->used += (uint32_t)n;
	return to;
}

static const char *
keep_text(struct report_hold *h, const char *text)
{
	return (const char *)keep_bytes(h, text, strlen(text) + 1);
}

static struct report_held *
next_held(struct report_hold *h)
{
	h->over |= h->n == REPORT_HELD;
	return h->over ? NULL : &AT(h->at, h->n);
}

static void
hold_finding(void *ctx, const struct dfk_finding *finding)
{
	struct report_hold *h = ctx;
	struct report_held *held = next_held(h);

	if (!held)
		return;
	held->is_fix = false;
	held->finding = *finding;
	held->finding.part_path = keep_text(h, finding->part_path);
	held->finding.field = keep_text(h, finding->field);
	held->finding.found = keep_text(h, finding->found);
	held->finding.expected = keep_text(h, finding->expected);
	h->n += !h->over;
}

static void
hold_fix(void *ctx, const struct fix *fix)
{
	struct report_hold *h = ctx;
	struct report_held *held = next_held(h);

	if (!held)
		return;
	held->is_fix = true;
	held->fix = *fix;
	if (!fix->lasting)
		held->fix.ins.ptr = keep_bytes(h, fix->ins.ptr, fix->ins.len);
	h->n += !h->over;
}

/* Could the held fixes reach a limit of the receiver of fixes? */
static bool
is_near_limit(const struct report_hold *h)
{
	const struct report *r = h->report;

	return h->mend && r->mender.has_room &&
	       !r->mender.has_room(h->mender, REPORT_HELD, REPORT_HELD_BYTES);
}

void
report_hold(struct report_hold *h, struct report *r)
{
	h->report = r;
	h->emit = r->emit;
	h->ctx = r->ctx;
	h->mend = r->mender.mend;
	h->mender = r->mender.ctx;
	h->over = is_near_limit(h);
	h->n = h->used = 0;
	r->hold.on = true;
	r->hold.sure = r->tally;
	r->emit = r->emit ? hold_finding : NULL;
	r->ctx = h;
	r->mender.mend = r->mender.mend ? hold_fix : NULL;
	r->mender.ctx = h;
}

void
report_note(const struct report_hold *h, struct report_place *place)
{
	place->report = *h->report;
	place->over = h->over;
	place->n = h->n;
	place->used = h->used;
}

void
report_go_back(struct report_hold *h, const struct report_place *place)
{
	*h->report = place->report;
	h->over = place->over;
	h->n = place->n;
	h->used = place->used;
}

static void
hand_over_held(struct report_hold *h, uint32_t n)
{
	struct report *r = h->report;

	/* The receiver of fixes may silence the report if there is no memory. */
	r->emit = h->emit;
	for (uint32_t i = 0; i < n; i++) {
		const struct report_held *held = &AT(h->at, i);

		if (held->is_fix)
			h->mend(h->mender, &held->fix);
		else if (r->emit)
			r->emit(h->ctx, &held->finding);
	}
	h->emit = r->emit;
	r->emit = h->emit ? hold_finding : NULL;
}

void
report_release(struct report_hold *h, struct report_place *place)
{
	const uint32_t n = place->n;

	hand_over_held(h, n);
	for (uint32_t i = n; i < h->n; i++)
		AT(h->at, i - n) = AT(h->at, i);
	h->n -= n;
	/* Bytes of other findings may lie behind the free bytes. */
	if (h->n == 0)
		h->used = 0;
	h->report->hold.sure = place->report.hold.sure = place->report.tally;
	place->n = 0;
	place->used = 0;
	place->over = is_near_limit(h);
	h->over |= place->over;
}

void
report_let_go(struct report_hold *h)
{
	struct report *r = h->report;

	hand_over_held(h, h->n);
	r->emit = h->emit;
	r->ctx = h->ctx;
	r->mender.mend = h->mend;
	r->mender.ctx = h->mender;
	r->hold.on = false;
	h->report = NULL;
	h->n = h->used = 0;
}
