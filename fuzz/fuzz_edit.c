/* SPDX-License-Identifier: MIT */
/*
 * fuzz_edit.c - compares edits that are applied in pieces with edits that are applied by
 * hand
 *
 *   order     the list takes what has one meaning, and refuses the rest; what
 *             a later edit covers is superseded; a part of its own stays
 *             before an edit that begins where it is inserted, unless nothing
 *             follows there and it is a loss
 *   back      an edit is taken back; another that answers the same finding
 *             answers its finding, too
 *   pieces    however the original is fed, the output is the same
 *   account   kept + changed + dropped = input, kept + changed + added = output
 *   stops     when the output is refused, the writer stops and says so
 */
#include <string.h>

#include "fuzz/harness.h"
#include "repair/edit.h"
#include "validator/core/memory.h"

/* An edit is five bytes of the input: gap, bytes to drop and flags, and the
   insertion. */
enum {
	EDIT_BYTES = 5,
	MAX_EDITS = 12,
	MAX_INSERTED = 14,
	FLAG_LASTING = 0x20,
	FLAG_APART = 0x40,
	FLAG_BACK = 0x80,
	FLAG_LOSSY = 0x40, /* a flag in the third byte; so is the next
	                      constant */
	FLAG_ENDS = 0x80,
	FINDINGS = 3, /* few findings, so that some edits have the same
	                 finding */
};

struct limited_output {
	struct blob bytes;
	size_t most;
};

static int
take(void *ctx, const void *bytes, size_t size)
{
	struct limited_output *o = ctx;

	HOLDS(size > 0);
	if (o->bytes.size + size > o->most)
		return 1;
	blob_add(&o->bytes, bytes, size);
	return 0;
}

/* Returns the status that the list must return for an edit. *left: the number of edits
   that are not superseded. */
static enum edits_status
verdict(const struct edits *e, const struct edit *edit, size_t *left)
{
	const uint64_t end = edit->off + edit->del;
	size_t inserted = edit->lasting ? 0 : edit->ins.len;
	struct edit other;

	*left = 0;
	for (size_t i = 0; edits_at(e, i, &other); i++) {
		const uint64_t other_end = other.off + other.del;
		const bool before = other.apart && !other.del &&
				    other.off == edit->off && edit->del &&
				    !(other.lossy && edit->ends);
		const bool covered = edit->del && other.off >= edit->off &&
				     other_end <= end &&
				     (other.off < end || other.del);

		if (covered && !before)
			continue;
		++*left;
		inserted += other.lasting ? 0 : other.ins.len;
		if (before)
			continue;
		if (other.off == edit->off)
			return EDITS_CONFLICT;
		if (other.off < edit->off ? other_end > edit->off
					  : other.off < end)
			return EDITS_CONFLICT;
	}
	if (!edit->del && !edit->ins.len)
		return EDITS_CONFLICT;
	if (*left >= e->maximum)
		return EDITS_FULL;
	return inserted <= e->pool_maximum ? EDITS_OK : EDITS_TOO_BIG;
}

/* Removes the last edit at this offset.  The first later edit with the same finding
   takes over the finding. */
static void
take_back(struct edits *e, uint64_t off, uint64_t finding)
{
	struct edit before[MAX_EDITS], now;
	size_t n = 0, at = MAX_EDITS, instead = MAX_EDITS;

	for (; edits_at(e, n, &before[n]); n++) {
		if (before[n].off == off)
			at = n;
		if (before[n].off > off && before[n].finding == finding &&
		    instead == MAX_EDITS)
			instead = n;
	}
	edits_take_back(e, off, finding);
	const bool gone = at < n;

	HOLDS(e->n == n - gone);
	for (size_t i = 0, was = 0; edits_at(e, i, &now); i++, was++) {
		was += gone && was == at;
		HOLDS(now.off == before[was].off && now.del == before[was].del);
		HOLDS(now.ins.len == before[was].ins.len);
		HOLDS(now.finding ==
		      before[gone && was == instead ? at : was].finding);
	}
}

static size_t
add_edits(struct edits *e, const uint8_t *data, size_t size, size_t original)
{
	size_t at = 0;
	uint64_t off = 0;

	for (; at + EDIT_BYTES <= size && data[at] < 200; at += EDIT_BYTES) {
		const uint8_t bytes[] = { data[at + 3], data[at + 4],
					  data[at + 2] };
		struct edit edit = {
			.off = off + data[at] % 32u,
			.del = data[at + 1] % 16u,
			.ins = { bytes, data[at + 2] % 4u },
			.lasting = data[at + 1] & FLAG_LASTING,
			.apart = data[at + 1] & FLAG_APART,
			.lossy = data[at + 2] & FLAG_LOSSY,
			.ends = data[at + 2] & FLAG_ENDS,
			.finding = data[at + 1] / 16u % FINDINGS,
		};
		struct edit other;
		size_t left;

		if (edit.lasting)
			edit.ins.ptr = data + at + 2;
		if (data[at] >= 160) /* remove an edit */
			edit.off = off / 2;
		if (data[at] >= 190) /* replace an earlier edit */
			edit.del = off - edit.off;
		if (edit.off + edit.del > original)
			break;
		const enum edits_status want = verdict(e, &edit, &left);

		HOLDS(edits_add(e, &edit) == want);
		HOLDS(want != EDITS_OK || e->n == left + 1);
		if (data[at + 1] & FLAG_BACK &&
		    edits_at(e, data[at] % 4u, &other))
			take_back(e, other.off, edit.finding);
		if (want != EDITS_OK)
			continue;
		if (edit.off + edit.del > off)
			off = edit.off + edit.del;
	}
	return at;
}

static void
by_hand(const struct edits *e, const struct blob *in, struct blob *out)
{
	uint64_t at = 0;
	struct edit edit;

	for (size_t i = 0; edits_at(e, i, &edit); i++) {
		HOLDS(edit.off >= at);
		blob_add(out, in->at + at, (size_t)(edit.off - at));
		blob_add(out, edit.ins.ptr, edit.ins.len);
		at = edit.off + edit.del;
	}
	blob_add(out, in->at + at, in->size - (size_t)at);
}

static bool
apply(const struct edits *e, const struct blob *in, uint32_t seed,
      struct limited_output *o)
{
	struct edits_writer w = { .edits = e, .write = take, .ctx = o };

	for (size_t at = 0; at < in->size;) {
		const size_t left = in->size - at;
		size_t n = seed % 9 + 1;

		seed = seed * 1103515245u + 12345u;
		n = n < left ? n : left;
		if (!edits_writer_feed(&w, (struct span){ in->at + at, n }))
			return false;
		at += n;
	}
	return edits_writer_finish(&w);
}

static void
check(const struct edits *e, const struct blob *in, uint32_t seed)
{
	struct blob want = blob_copy("", 0);
	struct limited_output got = { blob_copy("", 0), SIZE_MAX };
	struct limited_output few = { blob_copy("", 0), 0 };
	const struct edits_account a = edits_account(e, in->size);

	by_hand(e, in, &want);
	HOLDS(apply(e, in, seed, &got));
	HOLDS(blob_equal(&want, &got.bytes));
	HOLDS(a.kept + a.changed + a.dropped == in->size);
	HOLDS(a.kept + a.changed + a.added == want.size);
	if (want.size) {
		few.most = seed % want.size;
		HOLDS(!apply(e, in, seed, &few));
		HOLDS(few.bytes.size <= few.most);
	}
	blob_free(&want);
	blob_free(&got.bytes);
	blob_free(&few.bytes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dfk_allocator allocator = { NULL, NULL, NULL };
	struct edits e;
	struct blob in;
	uint32_t seed = 1;

	HOLDS(memory_pick(&allocator));
	edits_open(&e, &allocator, MAX_EDITS, MAX_INSERTED);
	const size_t used = add_edits(&e, data, size, size);

	in = blob_copy(data, size);
	for (size_t i = used; i < size; i++)
		seed = seed * 31 + data[i];
	check(&e, &in, seed);
	edits_clear(&e);
	check(&e, &in, seed);
	blob_free(&in);
	edits_close(&e);
	return 0;
}
