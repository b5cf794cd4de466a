/* SPDX-License-Identifier: MIT */
/*
 * opening.c - finds the beginning of the chunks, and the version of their markers
 * (TW-13.1)
 *
 * The best reading explains the most bits of the first markers and of the chunks between
 * them.
 */
#include "validator/core/memory.h"
#include "validator/recovery/recovery.h"
#include "validator/twdemo/stream.h"

bool
recovery_open(struct twdemo *d)
{
	struct recovery *r = d->recovery;

	if (r)
		return true;
	r = memory_get(d->allocator, sizeof(*r));
	if (!r)
		return false;
	memset(r, 0, offsetof(struct recovery, supposed));
	r->d = d;
	r->budget.credit = r->budget.reserve = RECOVERY_FIRST_CREDIT;
	r->budget.shown = true;
	/* Begins as if a step of 2 had been seen twice, and a step of 1 once. */
	for (int32_t step = 2; step > 0; step--)
		recovery_count_step(&r->steps, step);
	recovery_count_step(&r->steps, 2);
	d->recovery = r;
	return true;
}

void
recovery_release(struct twdemo *d)
{
	memory_put(d->allocator, d->recovery);
	d->recovery = NULL;
}

/* The result of strict reading from an offset. */
struct opening_walk {
	int32_t bits; /* bits that the reading explains */
	bool far;     /* reading came to the limit, or to the end */
	bool opens;   /* only messages come before the first keyframe */
};

/* Reads strictly from `at` on, up to a dozen markers. */
static struct opening_walk
walk(struct recovery *r, uint32_t at)
{
	enum { MARKERS = 12, CHUNKS = 400 };
	const struct twdemo_sized sized = r->d->at.sized;
	const int32_t unanchored = 20 * RECOVERY_UNIT;
	const int32_t marker = 5 * RECOVERY_UNIT;
	struct opening_walk w = { .far = true, .opens = true };
	uint32_t markers = 0;
	bool anchored = false;

	for (uint32_t i = 0;
	     i < CHUNKS && markers < MARKERS && at < r->window.end; i++) {
		struct recovery_item item;
		int32_t gain = 0;

		if (!recovery_read(r, at, &item, &gain)) {
			w.far = false;
			break;
		}
		if (item.kind == RECOVERY_SNAPSHOT &&
		    twdemo_learn_shown(r->d, &r->d->room.probe))
			recovery_forget(&r->offsets, r->offsets.base);
		if (item.kind == RECOVERY_MARKER) {
			markers++;
			w.bits += marker;
			anchored |= item.absolute;
		}
		w.bits += gain;
		if (item.kind != RECOVERY_MESSAGE && !anchored) {
			w.bits -= unanchored;
			w.opens = false;
		}
		at = item.end;
	}
	r->d->at.sized = sized;
	return w;
}

static bool
is_enough(const struct opening_walk *w)
{
	return w->bits >= 40 * RECOVERY_UNIT;
}

static void
open_window_up_to(struct recovery *r, const struct cursor *in, uint64_t most,
		  bool closed)
{
	const struct span rest = cur_rest(in);
	struct recovery_window *w = &r->window;

	w->bytes = span_head(rest, (size_t)most);
	w->off = cur_tell(in);
	w->start = 0;
	w->end = (uint32_t)w->bytes.len;
	w->closed = closed && rest.len <= most;
	w->another = false;
	recovery_forget(&r->offsets, 0);
}

/* Do the chunks of a demo begin `skip` bytes behind `in`? */
static enum twdemo_proof
chunks_begin_behind(struct twdemo *d, struct cursor *in, uint64_t skip,
		    bool closed)
{
	const uint64_t need = skip + TWDEMO_MAP_AHEAD;
	struct cursor there = *in;
	struct opening_walk w;

	if (cur_left(in) < need && !closed) {
		in->need = (size_t)(need - cur_left(in));
		return TWDEMO_MORE;
	}
	cur_some(&there, skip);
	open_window_up_to(d->recovery, &there, TWDEMO_MAP_AHEAD, closed);
	if (!search_may_try(&d->search, d->at.pos, d->recovery->window.end))
		return TWDEMO_NO;
	w = walk(d->recovery, 0);
	return w.opens && is_enough(&w) ? TWDEMO_YES : TWDEMO_NO;
}

/* Does a data chunk with a valid Huffman code follow the next markers, whatever it
   contains? */
static bool
has_payload(struct recovery *r)
{
	struct recovery_claim claim = recovery_claim(r, 0);
	uint32_t ends[2];

	while (claim.whole && claim.kind == RECOVERY_MARKER)
		claim = recovery_claim(r, claim.end);
	return claim.data && claim.kind != RECOVERY_NOTHING &&
	       recovery_code_ends(r, claim.end - claim.size, claim.size, ends) &&
	       (ends[0] == claim.end || ends[1] == claim.end);
}

enum pull
recovery_find_digest(struct twdemo *d, struct cursor *in, bool closed)
{
	enum twdemo_proof proof;

	if (!recovery_open(d))
		return PULL_NO_MEMORY;
	proof = chunks_begin_behind(d, in, SHA256_BYTES, closed);
	/* One chunk is enough, even a damaged one: these bytes are no digest, whatever a
	   repair makes of the chunks behind it. */
	if (proof == TWDEMO_YES) {
		open_window_up_to(d->recovery, in, TWDEMO_MAP_AHEAD, closed);
		proof = has_payload(d->recovery)
				? TWDEMO_NO
				: twdemo_lacks_map(d, in, closed);
	}
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	return twdemo_take_bare(d, in, closed, proof == TWDEMO_YES);
}

enum pull
recovery_find_map(struct twdemo *d, struct cursor *in, bool closed)
{
	enum twdemo_proof proof;

	if (!recovery_open(d))
		return PULL_NO_MEMORY;
	proof = chunks_begin_behind(d, in, 0, closed);
	if (proof == TWDEMO_YES)
		proof = twdemo_is_absent(d, in, closed);
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	if (proof == TWDEMO_YES)
		twdemo_skip_absent(d);
	else
		twdemo_begin_map(d, false);
	return PULL_EVENT;
}

/* Do chunks begin a few bytes from here, so that the first ones are damaged, and far from
   the place in the header? */
static bool
chunks_begin_near(struct twdemo *d)
{
	enum { NEAR = 64 };
	struct recovery *r = d->recovery;
	struct opening_walk w;
	uint32_t start;

	if (d->map.end - d->at.pos <= NEAR)
		return false;
	start = recovery_first_chain(r);
	if (start >= NEAR)
		return false;
	w = walk(r, start);
	return is_enough(&w);
}

enum pull
recovery_end_map(struct twdemo *d, struct cursor *in, bool closed)
{
	enum twdemo_proof proof;

	if (!recovery_open(d))
		return PULL_NO_MEMORY;
	proof = chunks_begin_behind(d, in, 0, closed);
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	if (proof == TWDEMO_NO && !chunks_begin_near(d)) {
		twdemo_pass_end(d);
		return PULL_EVENT;
	}
	d->map.followed = true;
	twdemo_set_map_end(d, d->at.pos);
	d->phase = TWDEMO_AFTER_MAP;
	return PULL_EVENT;
}

/* Does the map end at `end`?  A sum of the map proves it, or chunks behind it. */
static enum twdemo_proof
map_ends_at(struct twdemo *d, struct cursor *in, bool closed, uint64_t end)
{
	const size_t skip = (size_t)(end - d->at.pos);
	const enum twdemo_proof proof = twdemo_reaches(d, in, closed, end);

	if (proof != TWDEMO_YES ||
	    twdemo_has_sums_with(d, span_head(cur_rest(in), skip)))
		return proof;
	return chunks_begin_behind(d, in, skip, closed);
}

/* Finds the end of the map: by the header, or at another likely offset.  *end: the
   offset. */
static enum twdemo_proof
find_end(struct twdemo *d, struct cursor *in, bool closed, uint64_t *end)
{
	const struct twdemo_ends ends = twdemo_likely_ends(d, in);
	enum twdemo_proof proof;

	*end = d->map.end;
	proof = chunks_begin_behind(d, in, *end - d->at.pos, closed);
	for (size_t i = 0; proof == TWDEMO_NO && i < ends.n; i++) {
		*end = AT(ends.at, i);
		proof = map_ends_at(d, in, closed, *end);
	}
	return proof;
}

/* Finds the first readable chunks.  False: there are none. */
static bool
find_chain(struct twdemo *d, struct cursor *in, uint64_t most, bool closed)
{
	struct recovery *r = d->recovery;
	struct opening_walk w;
	uint32_t start;

	open_window_up_to(r, in, most, closed);
	start = recovery_first_chain(r);
	if (start == UINT32_MAX)
		return false;
	w = walk(r, start);
	/* The file may end inside the map. */
	if (cur_end(in) < d->map.end && !is_enough(&w))
		return false;
	if (start == 0 && d->at.pos == d->map.off) {
		twdemo_skip_absent(d);
		return true;
	}
	/* These chunks are not the first ones of the demo, and nothing else shows that
	   the map is longer: the first chunks are lost. */
	if (!w.opens && d->at.pos + start > d->map.end &&
	    twdemo_likely_ends(d, in).n == 0 &&
	    !twdemo_has_sums_with(d, span_head(r->window.bytes, start))) {
		d->map.decided = true;
		return true;
	}
	/* The chunks before them may be damaged. */
	d->map.followed = twdemo_is_of_given(d,
					     span_head(r->window.bytes, start));
	twdemo_set_map_end(d, d->at.pos + start);
	return true;
}

enum pull
recovery_find_start(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_map *m = &d->map;
	const uint64_t most = m->end - d->at.pos + 2 * (uint64_t)TWDEMO_MAP_AHEAD;
	enum twdemo_proof proof;
	uint64_t end;

	if (!recovery_open(d))
		return PULL_NO_MEMORY;
	if (cur_left(in) < most && !closed) {
		in->need = (size_t)(most - cur_left(in));
		return PULL_MORE;
	}
	proof = find_end(d, in, closed, &end);
	if (proof == TWDEMO_MORE)
		return PULL_MORE;
	d->phase = TWDEMO_IN_MAP;
	m->decided = m->followed = proof == TWDEMO_YES;
	if (proof == TWDEMO_YES && end != m->end)
		twdemo_set_map_end(d, end);
	if (proof == TWDEMO_NO && !find_chain(d, in, most, closed))
		twdemo_report_far_end(d, in);
	return PULL_EVENT;
}

/* The largest number of relative ticks between data chunks whose form is counted, and the
   number that is enough for a decision. */
enum { FORMS = 8, LEAST_FORMS = 3 };

/* Counts of the forms of relative ticks.  Version 4 has steps that look like version 5;
   an absolute tick tells them apart. */
struct forms {
	unsigned n, newer;
	int64_t tick; /* tick by the steps of version 4, or -1 */
	bool behind;  /* an absolute tick is not later than `tick` */
};

static bool
are_newer(const struct forms *forms)
{
	return forms->n >= LEAST_FORMS && forms->newer == forms->n;
}

static bool
are_older(const struct forms *forms)
{
	return forms->n >= LEAST_FORMS && forms->newer == 0;
}

static void
count_relative(struct forms *forms, uint8_t marker)
{
	if (forms->tick >= 0)
		forms->tick += marker & twdemo_most_ticks(4);
	if (forms->n == FORMS)
		return;
	forms->newer += (marker & TWDEMO_INLINE_BIT) != 0;
	forms->n++;
}

/* Counts the markers between two data chunks.  False: other bytes are there.  An absolute
   tick has the same form in all versions. */
static bool
count_between(struct forms *forms, struct span between)
{
	struct cursor c = cur_span(between, 0);

	while (cur_left(&c)) {
		const uint8_t marker = cur_u8(&c);

		if (marker == TWDEMO_MARKER_BIT ||
		    marker == TWDEMO_KEYFRAME_BYTE) {
			const int64_t tick = cur_be32(&c);

			forms->behind |= tick <= forms->tick;
			forms->tick = tick;
		} else if ((marker & TWDEMO_KEYFRAME_BYTE) ==
			   TWDEMO_MARKER_BIT) {
			count_relative(forms, marker);
		} else {
			return false;
		}
	}
	return cur_ok(&c);
}

/* Counts the forms in the bytes of the file, because some chunks may be damaged. */
static struct forms
count_forms(struct recovery *r)
{
	uint32_t last = r->window.start; /* end of the last data chunk */
	struct forms now, forms = { .tick = -1 };

	for (uint32_t at = r->window.start;
	     at < r->window.end && !(forms.n == FORMS && forms.behind);) {
		const struct recovery_cell cell = recovery_strict(r, at);

		if (cell.kind <= RECOVERY_MARKER) {
			at++;
			continue;
		}
		now = forms;
		if (count_between(&now, span_head(span_tail(r->window.bytes,
							    last),
						  at - last)))
			forms = now;
		else
			forms.tick = -1;
		at = last = cell.end;
	}
	return forms;
}

/*
 * Versions 4 to 6 differ only in the form of their markers.  A header that says 4 is
 * wrong only if the ticks do not fit version 4.  A repair leaves ticks that fit their
 * version, so no repaired demo is read as another version.
 */
static bool
choose_by_marker_forms(struct recovery *r)
{
	struct twdemo_header *h = &r->d->header;
	const uint8_t before = h->version;
	struct forms forms;

	if (before < 4 || h->digest != TWDEMO_NO_DIGEST)
		return false;
	recovery_forget(&r->offsets, r->window.start);
	forms = count_forms(r);
	if (before == 4 && are_newer(&forms) &&
	    (forms.behind || h->claimed != 4))
		h->version = 5;
	else if (before > 4 && are_older(&forms))
		h->version = 4;
	recovery_forget(&r->offsets, r->window.start);
	return h->version != before;
}

void
recovery_choose_version(struct recovery *r)
{
	if (choose_by_marker_forms(r))
		twdemo_report_version(r->d);
}

enum pull
recovery_check_version(struct twdemo *d, struct cursor *in, bool closed)
{
	if (cur_left(in) < TWDEMO_MAP_AHEAD && !closed) {
		in->need = TWDEMO_MAP_AHEAD - cur_left(in);
		return PULL_MORE;
	}
	if (!recovery_open(d))
		return PULL_NO_MEMORY;
	open_window_up_to(d->recovery, in, TWDEMO_MAP_AHEAD, closed);
	choose_by_marker_forms(d->recovery);
	if (walk(d->recovery, 0).far || d->header.claimed < 4) {
		twdemo_report_version(d);
		return PULL_EVENT;
	}
	report(d->report, RULE_twdemo_version,
	       &(struct site){ .off = 7, .len = 1 },
	       "version %u" WANTED "version 3 to 6", d->header.claimed);
	d->phase = TWDEMO_HALTED;
	d->playable = false;
	return PULL_HALT;
}
