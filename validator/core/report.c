/* SPDX-License-Identifier: MIT */
/* report.c - reports findings: the part of the file, severities, counts and limits */
#include "validator/core/report.h"

#include <stdio.h>

#include "validator/core/ints.h"
#include "validator/core/printable.h"

void
report_open(struct report *r)
{
	*r = (struct report){ .record = UINT64_MAX,
			      .tick = -1,
			      .repairs.unmended_off = UINT64_MAX };
	for (size_t i = 0; i < RULE_COUNT; i++)
		AT(r->severity, i) = AT(r->judged, i) = AT(rules, i).severity;
}

/* ------------------------------------------------------------------ parts */

struct part
report_enter(struct report *r, const struct part *part)
{
	const struct part outer = r->part;

	r->part = *part;
	if (outer.decoded) {
		r->part.off = outer.off;
		r->part.len = outer.len;
		r->part.decoded = true;
		r->part.fix = outer.fix;
	} else {
		r->part.off += outer.off;
	}
	r->part.sealed |= outer.sealed;
	if (outer.at_most != DFK_OFF)
		r->part.at_most = outer.at_most;
	if (outer.soft.n)
		r->part.soft = outer.soft;
	return outer;
}

void
report_leave(struct report *r, const struct part *outer)
{
	r->part = *outer;
}

uint64_t
report_offset(const struct report *r, uint64_t offset)
{
	return r->part.decoded ? r->part.off : r->part.off + offset;
}

struct site
report_place(const struct report *r, const struct site *site, int64_t *first)
{
	const struct span ints = r->part.ints;
	struct site place = *site;

	*first = -1;
	if (ints.len == 0)
		return place;
	if (r->part.other_ints) {
		place.off = 0;
		place.len = ints.len;
		return place;
	}
	*first = (int64_t)(site->off / sizeof(int32_t));
	place.off = ints_position(ints, (uint32_t)*first);
	place.len = ints_position(ints, (uint32_t)((site->off + site->len) /
						   sizeof(int32_t))) -
		    place.off;
	return place;
}

/* ----------------------------------------------------------------- counts */

/* Counts n findings.  `fixed`: these findings have a fix. */
static inline void
count_findings(struct report *r, enum rule_id id, enum dfk_severity severity,
	       bool fixed, uint64_t n)
{
	r->findings += n;
	AT(r->hits, id) += n;
	if (rule_is_limit(id))
		r->limit_hits += n;
	if (severity == DFK_WARNING && fixed && !r->mender.fix_warnings)
		r->repairs.mendable_warnings += n;
	r->errors += severity == DFK_ERROR ? n : 0;
}

/* Notes the first error without a fix.  An empty range counts as the byte before it. */
static void
note_unmended(struct report *r, const struct site *site)
{
	const uint64_t len = r->part.decoded ? r->part.len : site->len;
	uint64_t off = report_offset(r, site->off);

	off -= len == 0 && off > 0;
	if (off < r->repairs.unmended_off)
		r->repairs.unmended_off = off;
}

/* Counts n findings by the severity that is shown to the user. */
static void
tally_findings(struct report *r, enum rule_id id, enum dfk_severity severity,
	       uint64_t n)
{
	struct tally *t = &r->tally;

	switch (severity) {
	case DFK_OFF: break;
	case DFK_NOTE: t->notes += n; break;
	case DFK_WARNING: t->warnings += n; break;
	case DFK_ERROR:
		t->errors += n;
		if (rule_row(id)->stops_early && !r->part.name)
			t->early_errors += n;
		break;
	}
}

bool
report_mends(const struct report *r, enum rule_id id,
	     enum dfk_severity severity)
{
	if (severity == DFK_OFF)
		return false;
	/* A note is not a defect, so the fix of a note must not lose anything. */
	return severity == DFK_ERROR ||
	       (severity == DFK_WARNING && r->mender.fix_warnings) ||
	       rule_row(id)->repair == DFK_REPAIR_SAFE;
}

/* ------------------------------------------------------------------ fixes */

/* Returns the fix of a finding.  In a decoded part, every finding has the fix of the
   part. */
static const struct fix *
fix_of_part(const struct report *r, const struct fix *fix)
{
	return r->part.decoded ? &r->part.fix : fix;
}

/* Is there a fix?  In a part, the fix of the part does not count for a rule without a
   repair. */
static bool
is_fixed(const struct report *r, enum rule_id id, const struct fix *fix)
{
	return fix_of_part(r, fix)->kind != FIX_NONE && !r->part.sealed &&
	       rule_row(id)->repair != DFK_REPAIR_NONE;
}

/* Returns the fix with offsets in the file. */
static struct fix
fix_in_file(const struct report *r, const struct fix *fix)
{
	struct fix f = *fix_of_part(r, fix);

	if (!r->part.decoded) {
		f.off += r->part.off;
		f.mark.off += r->part.off;
	}
	if (r->part.sealed)
		f.kind = FIX_NONE;
	return f;
}

static bool
is_soft(const struct report *r, enum rule_id id)
{
	for (uint32_t i = 0; i < r->part.soft.n; i++)
		if (AT(r->part.soft.rule, i) == id)
			return true;
	return false;
}

static enum dfk_severity
cap_severity(enum dfk_severity severity, enum dfk_severity most)
{
	return most != DFK_OFF && severity > most ? most : severity;
}

static bool
is_softened(const struct report *r, enum rule_id id)
{
	return AT(r->severity, id) == DFK_WARNING && is_soft(r, id);
}

/* Returns the severity of the rule, or `most` if `most` is lower. */
static enum dfk_severity
severity_of(struct report *r, enum rule_id id, enum dfk_severity most)
{
	enum dfk_severity severity = AT(r->severity, id);

	if (is_softened(r, id))
		severity = DFK_NOTE;
	severity = cap_severity(severity, most);
	if (severity == DFK_ERROR && r->part.at_most != DFK_OFF)
		r->demoted += r->part.at_most < DFK_ERROR;
	return cap_severity(severity, r->part.at_most);
}

/* Returns the severity in the profile, or `most` if `most` is lower.  A place or an old
   writer excuses a finding in each profile. */
static enum dfk_severity
judged_of(const struct report *r, enum rule_id id, enum dfk_severity most)
{
	const enum dfk_severity severity = cap_severity(AT(r->judged, id),
							most);

	return is_softened(r, id) ? cap_severity(severity, DFK_NOTE)
				  : cap_severity(severity, r->part.at_most);
}

struct severities {
	enum dfk_severity own, judged;
};

/* Returns both severities.  In nearly all calls `most` lowers neither. */
static struct severities
severities_of(struct report *r, enum rule_id id, enum dfk_severity most)
{
	if (most == DFK_OFF && r->part.at_most == DFK_OFF &&
	    r->part.soft.n == 0)
		return (struct severities){ AT(r->severity, id),
					    AT(r->judged, id) };
	return (struct severities){ severity_of(r, id, most),
				    judged_of(r, id, most) };
}

static __attribute__((noinline)) void
hand_over_fix(struct report *r, const struct fix *fix, enum rule_id id,
	      uint64_t number)
{
	struct fix f = fix_in_file(r, fix);

	f.why = id;
	f.finding = number;
	r->mender.mend(r->mender.ctx, &f);
}

static void
mend(struct report *r, enum rule_id id, uint64_t number, const struct fix *fix)
{
	const enum fix_kind kind = fix_of_part(r, fix)->kind;

	/* There may be several fixes for each byte, so a fix is copied only if it is
	   used. */
	if (r->mender.mend && !(r->mender.full && kind == FIX_REPLACE))
		hand_over_fix(r, fix, id, number);
	/* This comes after the call of mend(), which may itself report a finding about a
	   limit. */
	r->said = (struct said_fix){ kind, id, number };
}

bool
report_mended(const struct report *r)
{
	return r->said.kind != FIX_NONE;
}

void
report_also(struct report *r, const struct fix *fix)
{
	const struct said_fix said = r->said;

	if (said.kind != FIX_NONE && r->mender.mend)
		hand_over_fix(r, fix, said.why, said.finding);
	r->said = said;
}

/* --------------------------------------------------------------- findings */

static void emit(struct report *r, enum rule_id id, enum dfk_severity severity,
		 const struct site *site, uint64_t number, bool mended,
		 const char *format, va_list arguments)
	__attribute__((format(printf, 7, 0)));

static void
emit(struct report *r, enum rule_id id, enum dfk_severity severity,
     const struct site *site, uint64_t number, bool mended, const char *format,
     va_list arguments)
{
	const struct part *part = &r->part;
	char text[320], path[256];
	int64_t first;
	const struct site inner = report_place(r, site, &first);

	vsnprintf(text, sizeof(text), format, arguments);

	const char *expected = text_split(text, WANTED[0]);

	if (site->expected)
		expected = site->expected;
	printable(span_of_text(site->path ? site->path : ""), path,
		  sizeof(path));
	r->emit(r->ctx, &(struct dfk_finding){
				.rule = rule_row(id),
				.severity = severity,
				.number = number,
				.mended = mended,
				.space = r->space,
				.offset = report_offset(r, site->off),
				.length = part->decoded ? part->len : site->len,
				.part = part->name ? part->name : "",
				.part_offset = inner.off,
				.part_length = inner.len,
				.part_int = first,
				.part_bit = part->bits ? (int)site->bit : -1,
				.part_path = path,
				.field = site->field ? site->field : "",
				.found = text,
				.expected = expected ? expected : "",
				.record = r->record,
				.tick = r->tick,
				.client = site->client - 1,
			});
}

static bool
is_handed_out(const struct report *r, enum rule_id id)
{
	return r->emit && AT(r->hits, id) < REPORT_MAX_PER_RULE &&
	       r->emitted < REPORT_MAX;
}

static const struct fix no_fix = { .kind = FIX_NONE };

enum report_need
report_need(struct report *r, enum rule_id id)
{
	const uint64_t demoted = r->demoted;
	const enum dfk_severity severity = severity_of(r, id, DFK_OFF);

	r->demoted = demoted;
	if (severity == DFK_OFF)
		return REPORT_NONE;
	if (is_handed_out(r, id))
		return REPORT_EACH;
	return is_fixed(r, id, &no_fix) && report_mends(r, id, severity)
		       ? REPORT_RENEW
		       : REPORT_COUNT;
}

void
report_many(struct report *r, enum rule_id id, uint64_t off, uint64_t n)
{
	const uint64_t demoted = r->demoted;
	const bool fixed = is_fixed(r, id, &no_fix);
	const struct site first = { .off = off, .len = 1 };
	enum dfk_severity severity;

	if (n == 0)
		return;
	severity = severity_of(r, id, DFK_OFF);

	r->demoted += (n - 1) * (r->demoted - demoted);
	r->said.kind = FIX_NONE;
	if (severity == DFK_OFF)
		return;
	count_findings(r, id, severity, fixed, n);
	if (severity == DFK_ERROR && !fixed)
		note_unmended(r, &first);
	tally_findings(r, id, judged_of(r, id, DFK_OFF), n);
	if (fixed && report_mends(r, id, severity))
		r->repairs.drops += r->part.fix.kind == FIX_DROP ? n : 0;
}

void
report_renew(struct report *r, enum rule_id id, uint64_t number)
{
	mend(r, id, number, &r->part.fix);
	if (number + 1 != r->findings)
		r->said.kind = FIX_NONE; /* the last finding was not repaired */
}

/* A byte may have several findings, and most of them are only counted.  So nothing is
   copied or formatted before the finding is handed out. */
enum dfk_severity
report_list(struct report *r, enum rule_id id, const struct site *site,
	    const char *format, va_list arguments)
{
	const struct severities is = severities_of(r, id, site->at_most);
	const uint64_t number = r->findings;
	bool shown, mended;

	r->said.kind = FIX_NONE;
	if (is.own == DFK_OFF)
		return is.own;
	shown = is_handed_out(r, id);
	mended = is_fixed(r, id, &site->fix);
	count_findings(r, id, is.own, mended, 1);
	if (is.own == DFK_ERROR && !mended)
		note_unmended(r, site);
	tally_findings(r, id, is.judged, 1);
	mended = mended && report_mends(r, id, is.own);
	if (shown) {
		r->emitted++;
		emit(r, id, is.judged, site, number, mended, format, arguments);
	}
	if (mended) {
		r->repairs.drops += fix_of_part(r, &site->fix)->kind ==
				    FIX_DROP;
		mend(r, id, number, &site->fix);
	}
	return is.own;
}

enum dfk_severity
report(struct report *r, enum rule_id id, const struct site *site,
       const char *format, ...)
{
	enum dfk_severity severity;
	va_list arguments;

	va_start(arguments, format);
	severity = report_list(r, id, site, format, arguments);
	va_end(arguments);
	return severity;
}
