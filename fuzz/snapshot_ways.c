/* SPDX-License-Identifier: MIT */
/* snapshot_ways.c - compares the ways to apply a delta with each other */
#include "fuzz/snapshot_ways.h"

#include "fuzz/harness.h"

/* Does `a`, in which items may be removed, equal the packed snapshot `b`? */
static bool
is_same(const struct snapshot *a, const struct snapshot *b)
{
	static uint16_t moved[SNAPSHOT_SLOTS];
	uint16_t n = 0;

	for (uint32_t i = 0; i < a->n_slots; i++) {
		const struct snapshot_item *item = &a->items[i];
		const struct snapshot_item *other = &b->items[n];

		if (snapshot_is_gone(a, i))
			continue;
		moved[i] = n++;
		if (n > b->n_items || item->key != other->key ||
		    item->n != other->n ||
		    memcmp(a->data + item->start, b->data + other->start,
			   item->n * sizeof(*a->data)) != 0)
			return false;
	}
	for (uint32_t i = 0; i < b->n_items; i++)
		if (moved[a->by_key[i]] != b->by_key[i])
			return false;
	for (uint32_t i = 0; i < b->n_declared; i++)
		if (moved[a->by_uuid[i]] != b->by_uuid[i])
			return false;
	return n == b->n_items && a->n_items == n && a->n_data == b->n_data &&
	       a->n_declared == b->n_declared && a->unique == b->unique &&
	       snapshot_checksum(a) == snapshot_checksum(b);
}

static struct {
	struct report report;
	struct order order;
	struct snapshot base, next;
	struct snapshot now; /* all deltas change this snapshot */
	struct snapshot_delta delta;
} ways;

/* Applies a delta to ways.now, and undoes it. */
static void
change(const struct snapshot_context *c, const struct ints *delta, bool made)
{
	HOLDS((snapshot_read_delta(c, delta, &ways.now, &ways.delta) &&
	       snapshot_apply(c, delta, &ways.now, &ways.delta)) == made);
	HOLDS(is_same(&ways.now, made ? &ways.next : &ways.base));
	if (!made)
		return;
	snapshot_take_back(delta, &ways.now, &ways.delta);
	HOLDS(is_same(&ways.now, &ways.base));
}

void
snapshot_ways_try(const struct ints *full, const struct ints *delta,
		  enum dfk_protocol protocol, bool first)
{
	const struct snapshot_context c = {
		.report = &ways.report,
		.protocol = protocol,
		.tick = (int32_t)delta->n % 3 - 1,
		.order = &ways.order,
	};
	struct snapshot_context tried = c;
	struct snapshot_layout layout;
	uint64_t findings;
	bool tries, read, made, clean, plain;

	tried.tried = true;
	report_open(&ways.report);
	HOLDS(snapshot_read(&tried, full, &ways.base, &layout));
	findings = ways.report.findings;
	report_open(&ways.report);
	snapshot_tell(&c, full, &ways.base);
	HOLDS((findings > 0) == (ways.report.findings > 0));
	findings = ways.report.findings;
	report_open(&ways.report);
	HOLDS(snapshot_read(&c, full, &ways.base, &layout));
	HOLDS(ways.report.findings == findings);
	if (first)
		ways.now = ways.base;
	/* After a new reading it may be unknown whether a key occurs twice. */
	HOLDS(ways.base.unique || !ways.now.unique);
	ways.base.unique = ways.now.unique;
	report_open(&ways.report);
	tries = snapshot_read_delta(&tried, delta, &ways.base, &ways.delta);
	report_open(&ways.report);
	read = snapshot_read_delta(&c, delta, &ways.base, &ways.delta);
	HOLDS(tries == read);
	made = read &&
	       snapshot_advance(&c, delta, &ways.base, &ways.delta, &ways.next);
	clean = made && ways.report.findings == 0;
	snapshot_make_room(&ways.now, delta->n, &ways.delta);
	change(&c, delta, made);
	plain = snapshot_advance_plain(&c, delta, &ways.now, &ways.delta);
	HOLDS(is_same(&ways.now, plain ? &ways.next : &ways.base));
	HOLDS(!plain || clean);
	if (made && !plain)
		HOLDS(snapshot_read_delta(&c, delta, &ways.now, &ways.delta) &&
		      snapshot_apply(&c, delta, &ways.now, &ways.delta));
}
