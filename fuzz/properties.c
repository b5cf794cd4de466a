/* SPDX-License-Identifier: MIT */
/* properties.c - checks the properties of every format (properties.h) */
#include "fuzz/properties.h"

#include <string.h>

#include "corpus/tool/recycle.h"
#include "include/demofsck_strip.h"

/* ----------------------------------------------------------------- tile -- */

struct record_border {
	uint64_t at;
	int64_t tick;
	int64_t falls; /* number of times that the tick decreases from one
	                  record to the next */
	struct dfk_check *check;
	struct dfk_strip *strip; /* NULL: no memory */
};

/* Ticks may decrease only where a finding reports wrong ticks before. */
static bool
falls_are_known(const struct dfk_check *check, int64_t falls)
{
	struct dfk_fact fact;

	for (size_t i = 0; dfk_fact_at(check, i, &fact); i++)
		if (strcmp(fact.name, "rewinds") == 0)
			return falls <= fact.integer;
	return falls == 0;
}

static void
look_at_fields(const struct dfk_record *r)
{
	for (size_t i = 0; i < r->n_fields; i++) {
		const struct dfk_field *f = &r->fields[i];

		HOLDS(f->name[0] != '\0');
		HOLDS(f->kind == DFK_FIELD_INT ? !f->bytes && !f->size
					       : !f->integer);
		/* Two equal keys of an object would hide each other. */
		for (size_t k = 0; harness_all && k < i; k++)
			HOLDS(strcmp(r->fields[k].name, f->name) != 0);
		/* Reads the bytes, because a wrong length would be an overread. */
		if (f->bytes && f->size)
			HOLDS(f->bytes[0] + f->bytes[f->size - 1] >= 0);
	}
}

static void
on_record(void *ctx, const struct dfk_record *r)
{
	struct record_border *t = ctx;

	HOLDS(r->offset == t->at && r->length > 0);
	t->at += r->length;
	t->falls += r->tick < t->tick;
	t->tick = r->tick;
	look_at_fields(r);
	if (t->strip)
		dfk_strip_record(t->strip, t->check, r);
}

/* Checks an item of the record before. */
static void
on_item(void *ctx, const struct dfk_record *item)
{
	const struct record_border *t = ctx;

	HOLDS(item->offset + item->length == t->at && item->tick == t->tick);
	look_at_fields(item);
}

/* The end of the cells so far, and the number of bytes that the repair drops. */
struct strip_sum {
	uint64_t at, dropped;
};

static bool
on_cell(void *ctx, const struct dfk_strip_cell *cell)
{
	struct strip_sum *sum = ctx;

	HOLDS(cell->offset == sum->at && cell->length > 0);
	HOLDS(cell->kind <= DFK_STRIP_UNREAD);
	sum->at += cell->length;
	if (cell->fate == DFK_STRIP_DROPPED)
		sum->dropped += cell->length;
	return true;
}

static bool
on_added(void *ctx, const struct dfk_strip_added *added)
{
	*(uint64_t *)ctx += added->length;
	return true;
}

static void
look_at_strip(const struct record_border *t)
{
	const struct dfk_result *result = dfk_result_of(t->check);
	struct strip_sum sum = { .at = 0 };
	uint64_t added = 0;

	if (!t->strip)
		return;
	HOLDS(dfk_strip_finish(t->strip, t->check) == DFK_OK);
	HOLDS(dfk_strip_each_cell(t->strip, on_cell, &sum));
	HOLDS(dfk_strip_each_added(t->strip, on_added, &added));
	HOLDS(sum.at == result->decoded_size);
	if (result->repairable != DFK_REPAIRABLE_NO)
		HOLDS(sum.dropped >= result->dropped && added == result->added);
}

void
property_tile(const struct blob *in, const char *as)
{
	struct record_border t = { .tick = -1 };
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = as,
		.no_hash = true,
		.allocator = recycle_allocator,
		.on_record = on_record,
		.on_item = on_item,
		.ctx = &t,
	};
	struct dfk_check *check;

	if (harness_open(&options, &check) != DFK_OK)
		return;
	t.check = check;
	if (dfk_strip_open(&recycle_allocator, &t.strip) != DFK_OK)
		HOLDS(t.strip == NULL);
	if (dfk_feed(check, in->at, in->size) == DFK_OK &&
	    dfk_finish(check) == DFK_OK) {
		look_at_strip(&t);
		HOLDS(t.at <= dfk_result_of(check)->decoded_size);
		HOLDS(falls_are_known(check, t.falls));
		HOLDS(dfk_result_of(check)->ok_up_to <=
		      dfk_result_of(check)->decoded_size);
	}
	dfk_strip_close(t.strip);
	dfk_close(check);
}

/* ---------------------------------------------------------- same report -- */

static void
same_report(const struct blob *in, const struct drive *one,
	    const struct drive *other)
{
	struct verdict a = harness_check(in, one);
	struct verdict b = harness_check(in, other);

	if (a.check && b.check)
		HOLDS(a.report == b.report);
	harness_close(&a);
	harness_close(&b);
}

void
property_records(const struct blob *in, const char *as)
{
	const struct drive drive = { .as = as,
				     .no_hash = true,
				     .listen = true };
	const struct drive seen = {
		.as = as, .no_hash = true, .listen = true, .records = true
	};

	same_report(in, &drive, &seen);
}

void
property_split(const struct blob *in, const char *as, uint32_t seed)
{
	const struct drive whole = { .as = as,
				     .no_hash = true,
				     .listen = true };
	const struct drive parts = {
		.as = as, .no_hash = true, .listen = true, .pieces = seed
	};

	same_report(in, &whole, &parts);
}

/* --------------------------------------------------------------- repair -- */

/* Makes the output from the edits, by hand. */
static void
kept(const struct blob *in, const struct dfk_check *check,
     const struct blob *out)
{
	uint64_t from = 0, to = 0;
	struct dfk_edit e;

	for (size_t i = 0; dfk_edit_at(check, i, &e); i++) {
		const uint64_t gap = e.offset - from;

		HOLDS(e.offset >= from && e.offset + e.remove <= in->size);
		HOLDS(dfk_rule_hits(check, e.rule) > 0);
		HOLDS(e.rule->repair != DFK_REPAIR_NONE);
		HOLDS(to + gap + e.insert_length <= out->size);
		HOLDS(memcmp(in->at + from, out->at + to, (size_t)gap) == 0);
		to += gap;
		HOLDS(e.insert_length == 0 ||
		      memcmp(out->at + to, e.insert, e.insert_length) == 0);
		to += e.insert_length;
		from = e.offset + e.remove;
	}
	HOLDS(out->size - to == in->size - from);
	HOLDS(memcmp(in->at + from, out->at + to, out->size - (size_t)to) == 0);
}

static void
accounted(const struct dfk_result *r, const struct blob *out)
{
	HOLDS(r->kept + r->changed + r->dropped == r->decoded_size);
	HOLDS(r->kept + r->changed + r->added == out->size);
}

static void
settled(const struct blob *out, const struct drive *drive)
{
	struct verdict v = harness_check(out, drive);
	struct blob again = blob_copy("", 0);

	if (v.check) {
		HOLDS(dfk_result_of(v.check)->verdict == DFK_VALID);
		HOLDS(dfk_result_of(v.check)->repairable ==
		      DFK_REPAIRABLE_NOT_NEEDED);
		HOLDS(harness_repair(out, v.check, drive, &again));
		HOLDS(blob_equal(out, &again));
	}
	blob_free(&again);
	harness_close(&v);
}

void
property_repair(const struct blob *in, const struct drive *drive)
{
	struct verdict v = harness_check(in, drive);
	struct blob out = blob_copy("", 0);

	if (v.check && harness_repair(in, v.check, drive, &out)) {
		const struct dfk_result *r = dfk_result_of(v.check);

		accounted(r, &out);
		if (r->space == DFK_SPACE_FILE)
			kept(in, v.check, &out);
		if (r->verdict == DFK_VALID && !r->compression &&
		    !drive->fix_warnings)
			HOLDS(blob_equal(in, &out));
		settled(&out, drive);
	}
	blob_free(&out);
	harness_close(&v);
}

/* ---------------------------------------------------------------- level -- */

static uint64_t
bytes_kept(const struct dfk_check *check)
{
	const struct dfk_result *r = dfk_result_of(check);

	return r->repairable == DFK_REPAIRABLE_NO ? 0 : r->kept + r->changed;
}

/* Returns the number of packets in the output. 0: there is no output. */
static int64_t
packets_kept(const struct blob *in, const struct dfk_check *check,
	     const struct drive *drive)
{
	const struct drive framing = { .as = drive->as,
				       .depth = DFK_DEPTH_FRAMING,
				       .no_hash = true };
	struct blob out = blob_copy("", 0);
	struct dfk_fact fact;
	int64_t packets = 0;

	if (harness_repair(in, check, drive, &out)) {
		struct verdict v = harness_check(&out, &framing);

		for (size_t i = 0; v.check && dfk_fact_at(v.check, i, &fact);
		     i++)
			if (strcmp(fact.name, "packets") == 0)
				packets = fact.integer;
		harness_close(&v);
	}
	blob_free(&out);
	return packets;
}

/* Checks that the repair at another level keeps as much, or less. */
static void
at_least(const struct blob *in, const struct dfk_check *more,
	 const struct dfk_check *less, const struct drive *drive)
{
	HOLDS(bytes_kept(more) >= bytes_kept(less));
	if (strcmp(drive->as, "dem") == 0)
		HOLDS(packets_kept(in, more, drive) >=
		      packets_kept(in, less, drive));
}

static void
same_output(const struct blob *in, const struct dfk_check *one,
	    const struct dfk_check *other, const struct drive *drive)
{
	struct blob a = blob_copy("", 0), b = blob_copy("", 0);

	HOLDS(harness_repair(in, one, drive, &a));
	HOLDS(harness_repair(in, other, drive, &b));
	HOLDS(blob_equal(&a, &b));
	blob_free(&a);
	blob_free(&b);
}

/* Level safe gives the result of the default level, or nothing if something is lost.
   The default level keeps all bytes that level prefix keeps.  If nothing is lost, both
   levels give the same result. */
static void
property_levels(const struct blob *in, const char *as)
{
	const struct drive drive = { .as = as, .no_hash = true };
	struct drive strict = drive, begin = drive;
	struct verdict salvage = harness_check(in, &drive), safe, prefix;

	strict.level = DFK_LEVEL_SAFE;
	begin.level = DFK_LEVEL_PREFIX;
	safe = harness_check(in, &strict);
	prefix = harness_check(in, &begin);
	if (salvage.check && safe.check && prefix.check) {
		const enum dfk_repairable is = dfk_result_of(salvage.check)
						       ->repairable;
		const bool lossy = is == DFK_REPAIRABLE_LOSSY;
		const bool refused = is == DFK_REPAIRABLE_NO;

		HOLDS(dfk_result_of(safe.check)->repairable ==
		      (lossy ? DFK_REPAIRABLE_NO : is));
		if (lossy || refused)
			at_least(in, salvage.check, prefix.check, &drive);
		else
			same_output(in, salvage.check, prefix.check, &drive);
		if (!lossy && !refused)
			same_output(in, salvage.check, safe.check, &drive);
	}
	harness_close(&salvage);
	harness_close(&safe);
	harness_close(&prefix);
}

/* Checks the statements about --depth=framing.  Another depth may notice a transfer as
   text.  Then both depths read other bytes. */
static void
property_framing(const struct blob *in)
{
	const struct drive full = { .as = "dem", .no_hash = true };
	struct drive framing = full;
	struct verdict a = harness_check(in, &full), b;

	framing.depth = DFK_DEPTH_FRAMING;
	b = harness_check(in, &framing);
	if (a.check && b.check &&
	    dfk_result_of(a.check)->space == dfk_result_of(b.check)->space &&
	    dfk_result_of(a.check)->repairable != DFK_REPAIRABLE_NO &&
	    dfk_result_of(a.check)->verdict != DFK_UNDECIDED &&
	    dfk_result_of(b.check)->verdict != DFK_UNDECIDED)
		HOLDS(dfk_result_of(a.check)->more_at_framing ==
		      (packets_kept(in, b.check, &framing) >
		       packets_kept(in, a.check, &full)));
	harness_close(&a);
	harness_close(&b);
}

void
properties_try(const uint8_t *data, size_t size, const char *as,
	       void (*more)(const struct blob *in, uint32_t seed))
{
	/* The copy has the exact size, so that both engines notice an overread. */
	struct blob in = blob_copy(data, size);
	uint32_t seed = 2166136261u;

	for (size_t i = 0; i < size && i < 64; i++)
		seed = (seed ^ data[size - 1 - i]) * 16777619u;
	const uint32_t which = harness_all ? UINT32_MAX : seed >> 8 & 7;

	if (harness_all || which == 0)
		property_tile(&in, as);
	if (harness_all || which == 2) {
		property_levels(&in, as);
		if (strcmp(as, "dem") == 0)
			property_framing(&in);
		property_records(&in, as);
	}
	if (harness_all || which == 1)
		property_split(&in, NULL, seed % 8 ? seed | 2 : 1);
	if (harness_all || which == 3 || which == 4)
		property_repair(
			&in,
			&(struct drive){ .as = as,
					 .pieces = seed & 8 ? seed | 2 : 0 });
	if (harness_all || which == 5)
		property_repair(&in, &(struct drive){ .as = as,
						      .level = DFK_LEVEL_SAFE,
						      .no_hash = true });
	if (harness_all || which == 1)
		property_repair(&in, &(struct drive){ .as = as,
						      .level = DFK_LEVEL_PREFIX,
						      .no_hash = true });
	if (harness_all || which == 6)
		property_repair(&in, &(struct drive){ .as = as,
						      .fix_warnings = true,
						      .no_hash = true });
	if (harness_all || which == 7) {
		if (more)
			more(&in, seed);
		else
			property_split(&in, as, seed | 2);
	}
	blob_free(&in);
}
