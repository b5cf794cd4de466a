/* SPDX-License-Identifier: MIT */
/* laws.c - properties of a check and a repair of any bytes */
#include "tests/sweeps/laws.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/tool/recycle.h"

/* -------------------------------------------------------------- findings -- */

struct listener {
	struct sweep *sweep;
	size_t size;
	uint64_t findings;
};

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	struct listener *l = ctx;

	l->findings++;
	/* The model compares decoded offsets with decoded_size. */
	if (f->space == DFK_SPACE_FILE)
		sweep_holds(l->sweep,
			    f->offset <= l->size &&
				    f->length <= l->size - f->offset,
			    "inside: a finding lies inside the file");
}

static struct dfk_check *
check(struct sweep *s, const uint8_t *bytes, size_t size,
      const struct dfk_options *options)
{
	struct dfk_check *c;

	if (!sweep_holds(s, dfk_open(options, &c) == DFK_OK, "dfk_open"))
		return NULL;
	if (sweep_holds(s, dfk_feed(c, bytes, size) == DFK_OK, "dfk_feed") &&
	    sweep_holds(s, dfk_finish(c) == DFK_OK, "dfk_finish"))
		return c;
	dfk_close(c);
	return NULL;
}

static int
collect(void *ctx, const void *bytes, size_t size)
{
	sweep_add(ctx, bytes, size);
	return 0;
}

/* False: this check has no output, or the library failed. */
static bool
repair(struct sweep *s, const struct dfk_check *c, const uint8_t *bytes,
       size_t size, struct sweep_bytes *out)
{
	struct dfk_repair *r;
	const enum dfk_status status = dfk_repair_open(c, collect, out, &r);
	const bool refused = dfk_result_of(c)->repairable == DFK_REPAIRABLE_NO;
	bool done;

	out->size = 0;
	if (!sweep_holds(s, status == (refused ? DFK_NOT_REPAIRABLE : DFK_OK),
			 "dfk_repair_open") ||
	    refused)
		return false;
	done = sweep_holds(s, dfk_repair_feed(r, bytes, size) == DFK_OK,
			   "dfk_repair_feed") &&
	       sweep_holds(s, dfk_repair_finish(r) == DFK_OK,
			   "dfk_repair_finish");
	dfk_repair_close(r);
	return done;
}

/* ----------------------------------------------------------------- laws -- */

static void
accounted(struct sweep *s, const struct dfk_result *r, size_t out)
{
	sweep_holds(s, r->kept + r->changed + r->dropped == r->decoded_size,
		    "account: kept + changed + dropped = input");
	sweep_holds(s, r->kept + r->changed + r->added == out,
		    "account: kept + changed + added = output");
}

static bool
same(const struct sweep_bytes *out, uint64_t to, const uint8_t *bytes,
     uint64_t size)
{
	return to <= out->size && size <= out->size - to &&
	       (size == 0 || memcmp(out->at + to, bytes, (size_t)size) == 0);
}

/* Makes the output from the edits, by hand. */
static void
kept(struct sweep *s, const struct dfk_check *c, const uint8_t *in, size_t size,
     const struct sweep_bytes *out)
{
	uint64_t from = 0, to = 0;
	struct dfk_edit e;

	for (size_t i = 0; dfk_edit_at(c, i, &e); i++) {
		if (!sweep_holds(
			    s, e.offset >= from && e.offset + e.remove <= size,
			    "keep: edits are sorted and inside"))
			return;
		sweep_holds(s, dfk_rule_hits(c, e.rule) > 0,
			    "keep: an edit answers a finding");
		sweep_holds(s, same(out, to, in + from, e.offset - from),
			    "keep: bytes that no edit names");
		to += e.offset - from;
		sweep_holds(s, same(out, to, e.insert, e.insert_length),
			    "keep: bytes that an edit inserts");
		to += e.insert_length;
		from = e.offset + e.remove;
	}
	sweep_holds(s,
		    out->size - to == size - from &&
			    same(out, to, in + from, size - from),
		    "keep: bytes behind the last edit");
}

static void
settled(struct sweep *s, const struct sweep_bytes *out, bool fix_warnings)
{
	static struct sweep_bytes again;
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = s->as,
		.fix_warnings = fix_warnings,
		.no_hash = true,
		.allocator = recycle_allocator,
	};
	struct dfk_check *c = check(s, out->at, out->size, &options);

	if (!c)
		return;
	sweep_holds(s, dfk_result_of(c)->verdict == DFK_VALID,
		    "fixed: what comes out is valid");
	sweep_holds(s,
		    dfk_result_of(c)->repairable == DFK_REPAIRABLE_NOT_NEEDED,
		    "settled: nothing is left to repair");
	if (repair(s, c, out->at, out->size, &again))
		sweep_holds(s,
			    again.size == out->size &&
				    same(out, 0, again.at, again.size),
			    "settled: a second repair changes nothing");
	dfk_close(c);
}

void
laws_hold(struct sweep *s, const uint8_t *bytes, size_t size, bool fix_warnings,
	  struct laws_seen *seen)
{
	struct listener listener = { s, size, 0 };
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = s->as,
		.fix_warnings = fix_warnings,
		.no_hash = s->points % 16 != 0,
		.on_finding = on_finding,
		.ctx = &listener,
		.allocator = recycle_allocator,
	};
	struct dfk_check *c = check(s, bytes, size, &options);
	const struct dfk_result *r;

	seen->repaired = false;
	seen->out.size = 0;
	seen->result = (struct dfk_result){ .verdict = DFK_VALID };
	if (!c)
		return;
	r = dfk_result_of(c);
	seen->result = *r;
	sweep_holds(s, r->size == size, "inside: all bytes were read");
	sweep_holds(s, r->ok_up_to <= r->decoded_size,
		    "inside: ok_up_to lies inside the file");
	sweep_holds(s, listener.findings <= r->errors + r->warnings + r->notes,
		    "account: findings are counted");
	/* A file that is not judged may have no output. */
	sweep_holds(s,
		    r->verdict == DFK_UNSUPPORTED ||
			    (r->verdict == DFK_VALID) == (r->errors == 0),
		    "account: valid is what has no error");
	seen->repaired = repair(s, c, bytes, size, &seen->out);
	if (seen->repaired) {
		accounted(s, r, seen->out.size);
		if (!r->compression)
			kept(s, c, bytes, size, &seen->out);
		if (r->verdict == DFK_VALID && !r->compression && !fix_warnings)
			sweep_holds(s,
				    seen->out.size == size &&
					    same(&seen->out, 0, bytes, size),
				    "identity: valid comes out unchanged");
		settled(s, &seen->out, fix_warnings);
	}
	dfk_close(c);
}
