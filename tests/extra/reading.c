/* SPDX-License-Identifier: MIT */
/*
 * reading.c - prints the reading of a damaged demo that the recovery chose
 *
 * usage: reading FILE...
 *
 * The line of a run shows its ticks, what proves them, what contradicts them, and the
 * bits that they pay.  The line of an item shows its offset, what it is, what is
 * supposed of it, and the bits that it gains or pays.  Chunks far from damage are
 * only counted.
 *
 * The bits of an item are those at its offset.  The search also takes some from a
 * chunk that is out of place (TW-6.3).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/buffer.h"
#include "validator/core/memory.h"
#include "validator/recovery/runs.h"

enum { NEAR = 3 }; /* number of items around damage that are shown */

static struct {
	unsigned readings;
	bool shown[RECOVERY_ITEMS];
} all;

static double
in_bits(int32_t units)
{
	const double unit = RECOVERY_UNIT;

	return units / unit;
}

/* ------------------------------------------------------------------- items */

static const char *
name_of(const struct recovery_item *item)
{
	static const char *const kinds[] = { "nothing",	 "marker",  "snapshot",
					     "delta",	 "message", "gap" };

	return item->keyframe ? "keyframe" : kinds[item->kind];
}

static const char *
supposition_of(const struct recovery_item *item)
{
	static const char *const causes[] = {
		"",
		"one wrong bit",
		"one wrong byte",
		"damaged payload",
		"damaged size",
		"repeated bytes",
		"marker without its tick",
		"hole",
		"hole up to the end",
	};

	return causes[item->cause];
}

/* Finds the best assumption that gives this item from its bytes.  False: there is
   none. */
static bool
find_supposed(struct recovery *r, const struct recovery_item *item, int32_t *bits)
{
	bool found = false;

	r->supposed.n = 0;
	recovery_suppose(r, item->at);
	for (uint32_t i = 0; i < r->supposed.n; i++) {
		const struct recovery_item *s = &r->supposed.items[i];

		if (s->kind != item->kind || s->cause != item->cause ||
		    s->end != item->end || s->lost != item->lost ||
		    (found && *bits >= r->supposed.gains[i]))
			continue;
		*bits = r->supposed.gains[i];
		found = true;
	}
	return found;
}

/* Finds the bits that an item gains or pays.  False: the step of the item was corrected
   when its ticks were found. */
static bool
find_bits(struct recovery *r, const struct recovery_item *item, int32_t *bits)
{
	if (item->cause == RECOVERY_STRICT) {
		*bits = recovery_strict(r, item->at).gain;
		return true;
	}
	if (find_supposed(r, item, bits))
		return true;
	*bits = -BITS_HOLE;
	if (item->cause == RECOVERY_IN_HOLE)
		*bits -= recovery_log2(item->end - item->at) / 2;
	return item->kind == RECOVERY_GAP;
}

static void
print_item(struct recovery *r, const struct recovery_item *item)
{
	char what[40], bits[16] = "";
	int32_t gain = 0;

	recovery_forget(&r->offsets, item->at);
	if (item->kind != RECOVERY_MARKER)
		snprintf(what, sizeof(what), "%s", name_of(item));
	else if (item->tick < 0)
		snprintf(what, sizeof(what), "%s, no tick", name_of(item));
	else
		snprintf(what, sizeof(what), "%s %s%" PRId32, name_of(item),
			 item->absolute ? "" : "+", item->tick);
	if (find_bits(r, item, &gain))
		snprintf(bits, sizeof(bits), "%+.1f", in_bits(gain));
	printf("  0x%04" PRIx64 " %5" PRIu32 " bytes  %-18s %-23s %6s\n",
	       r->window.off + item->at, item->end - item->at, what,
	       supposition_of(item), bits);
}

/* -------------------------------------------------------------------- runs */

/* Returns the number of characters that show this tick of the start of the run, at most
   one step later. */
static uint32_t
moved_at(const struct recovery_run *run)
{
	const int32_t usual = run->usual > 2 ? run->usual : 2;
	uint32_t n = 0;

	for (uint32_t i = 0; i < run->moved.n; i++) {
		const int64_t late = run->tick - run->moved.at[i].value;

		n += late >= 0 && late < usual ? run->moved.at[i].count : 0;
	}
	return n;
}

static void
print_witnesses(const char *how, uint32_t n, const char *what)
{
	if (n)
		printf(" %s%" PRIu32 " %s%s,", how, n, what, n == 1 ? "" : "s");
}

/* Does the run follow the run before at the distance at which nothing is missing? */
static bool
is_next(const struct recovery *r, const struct recovery_run *a,
	const struct recovery_run *b)
{
	return b->tick - a->tick - a->len == recovery_expected_step(r, a, b);
}

static void
print_proof(const struct recovery *r, const struct recovery_run *run)
{
	const uint32_t index = (uint32_t)(run - r->runs);
	const struct recovery_run *last = index ? run - 1 : NULL;
	const struct recovery_run *next = index + 1 < r->n_runs ? run + 1
								: NULL;
	const uint32_t named = recovery_count_of(&run->named, run->tick);

	if (!run->known) {
		printf(run->before ? "before the first tick" : "not proven");
		return;
	}
	printf("proven by");
	if (run->claimed && run->absolute == run->tick)
		printf(" its marker,");
	print_witnesses("", named, "message");
	print_witnesses("", moved_at(run), "character");
	if (last && last->known && is_next(r, last, run))
		printf(" the run before,");
	if (next && next->known && is_next(r, run, next))
		printf(" the next %s,", next->keyframe ? "keyframe" : "run");
}

/* Prints the evidence for another tick. */
static void
print_contradictions(const struct recovery_run *run)
{
	const uint32_t named = run->named.total -
			       recovery_count_of(&run->named, run->tick);
	const uint32_t moved = run->moved.total - moved_at(run);

	if (run->claimed && run->absolute != run->tick)
		printf(" against its marker,");
	print_witnesses("against ", named, "message");
	print_witnesses("against ", moved, "character");
}

/* Returns the cost of the path of candidates up to a run. */
static int32_t
cost_up_to(const struct recovery *r, uint32_t run)
{
	const struct recovery_row *row = &r->rows[run];

	for (uint32_t i = 0; i < row->n; i++)
		if (row->at[i].tick == r->runs[run].tick)
			return row->at[i].bits;
	return 0;
}

static void
print_run(const struct recovery *r, uint32_t index)
{
	const struct recovery_run *run = &r->runs[index];
	const int32_t cost = cost_up_to(r, index) -
			     (index ? cost_up_to(r, index - 1) : 0);

	printf("run %" PRIu32 ": ticks %" PRId64 " to %" PRId64 ", ", index + 1,
	       run->tick, run->tick + run->len);
	print_proof(r, run);
	print_contradictions(run);
	printf(" %+.1f bits\n", in_bits(-cost));
}

/* ----------------------------------------------------------------- reading */

/* Is an item damaged, or is its tick wrong? */
static bool
is_damage(const struct recovery *r, uint32_t i)
{
	const struct recovery_item *item = &r->items[i];

	for (uint32_t k = 0; k < r->n_runs; k++)
		if (r->runs[k].first == i && r->runs[k].absolute >= 0 &&
		    r->runs[k].absolute != r->runs[k].tick)
			return true;
	return item->kind == RECOVERY_GAP || item->cause != RECOVERY_STRICT;
}

static void
choose_shown(const struct recovery *r)
{
	memset(all.shown, 0, sizeof(all.shown));
	for (uint32_t i = 0; i < r->n_items; i++) {
		const uint32_t from = i < NEAR ? 0 : i - NEAR;

		if (!is_damage(r, i))
			continue;
		for (uint32_t k = from; k <= i + NEAR && k < r->n_items; k++)
			all.shown[k] = true;
	}
}

static bool
is_shown(const struct recovery *r, uint32_t run)
{
	const struct recovery_run *b = &r->runs[run];

	for (uint32_t i = b->first; i < b->first + b->n; i++)
		if (all.shown[i])
			return true;
	return b->n == 0;
}

static bool
is_run_shown(const struct recovery *r, uint32_t run)
{
	return is_shown(r, run) || (run && is_shown(r, run - 1)) ||
	       (run + 1 < r->n_runs && is_shown(r, run + 1));
}

static void
print_skipped(uint32_t *n)
{
	if (*n)
		printf("  ... %" PRIu32 " chunk%s ...\n", *n,
		       *n == 1 ? "" : "s");
	*n = 0;
}

/* The recording ends before item `end`. */
static void
print_reading(struct recovery *r, uint32_t end)
{
	const uint64_t credit = r->budget.credit;
	uint32_t run = 0, skipped = 0;

	all.readings++;
	choose_shown(r);
	printf("reading from 0x%" PRIx64 " to 0x%" PRIx64 "\n",
	       r->window.off + r->window.start, r->window.off + r->window.end);
	for (uint32_t i = 0; i < end; i++) {
		for (; run < r->n_runs && r->runs[run].first == i; run++) {
			if (!is_run_shown(r, run))
				continue;
			print_skipped(&skipped);
			print_run(r, run);
		}
		if (!all.shown[i]) {
			skipped++;
			continue;
		}
		print_skipped(&skipped);
		print_item(r, &r->items[i]);
	}
	print_skipped(&skipped);
	if (end < r->n_items || r->window.another)
		printf("another recording from 0x%" PRIx64 "\n",
		       r->window.off + (end < r->n_items ? r->items[end].at
							 : r->window.end));
	/* The printing does not change the budget of recovery. */
	r->budget.credit = credit;
	recovery_forget(&r->offsets, r->window.start);
}

/* ------------------------------------------------------------------- files */

static void
die(const char *path, const char *why)
{
	fprintf(stderr, "reading: %s: %s\n", path, why);
	exit(2);
}

static void
load(const char *path, struct buffer *out)
{
	static unsigned char block[65536];
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file)
		die(path, "cannot be opened");
	buffer_init(out);
	while ((n = fread(block, 1, sizeof(block), file)) > 0)
		buffer_append(out, block, n);
	if (ferror(file) || !buffer_ok(out))
		die(path, "cannot be read");
	fclose(file);
}

static void
read_demo(const char *path)
{
	const struct limits limits = limits_default();
	const struct tap tap = { NULL, NULL };
	struct dfk_allocator allocator = { 0 };
	struct report report;
	struct buffer file;
	struct twdemo *d = malloc(sizeof(*d));
	struct cursor in;

	load(path, &file);
	if (!d || !memory_pick(&allocator))
		die(path, "no memory");
	report_open(&report);
	twdemo_format.open(d, &report, &limits, tap, &allocator);
	d->on_reading = print_reading;
	in = cur_span((struct span){ file.bytes, file.size }, 0);
	all.readings = 0;
	/* A file is closed after its last byte, as in a session. */
	if (twdemo_format.step(d, &in, false) == PULL_MORE)
		twdemo_format.step(d, &in, true);
	if (all.readings == 0)
		printf("%s: no reading was searched\n", path);
	twdemo_format.release(d);
	free(d);
	buffer_free(&file);
}

int
main(int argc, char **argv)
{
	if (argc < 2)
		die("usage", "reading FILE...");
	for (int i = 1; i < argc; i++)
		read_demo(argv[i]);
	return 0;
}
