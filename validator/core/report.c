/* SPDX-License-Identifier: MIT */
/* report.c - where findings go: severities, counts and caps */
#include "validator/core/report.h"

#include <stdio.h>

#include "validator/core/cursor.h"

void
report_open(struct report *r)
{
	*r = (struct report){ .record = UINT64_MAX, .tick = -1 };
	for (size_t i = 0; i < RULE_COUNT; i++)
		AT(r->severity, i) = AT(rules, i).severity;
}

static void
count(struct report *r, enum rule_id id, enum dfk_severity severity,
      const struct site *site)
{
	AT(r->hits, id)++;
	switch (severity) {
	case DFK_OFF: break;
	case DFK_NOTE: r->notes++; break;
	case DFK_WARNING: r->warnings++; break;
	case DFK_ERROR:
		r->errors++;
		r->early_errors += rule_row(id)->stops_early && !site->inside;
		r->unmended += site->fix.kind == FIX_NONE;
		break;
	}
	r->limit_hits += rule_is_limit(id);
}

bool
report_mends(const struct report *r, enum rule_id id,
	     enum dfk_severity severity)
{
	if (severity == DFK_OFF)
		return false;
	/* A note is no defect: nothing is given up for it. */
	return severity == DFK_ERROR ||
	       (severity == DFK_WARNING && r->fix_warnings) ||
	       rule_row(id)->repair == DFK_REPAIR_SAFE;
}

static void
mend(struct report *r, enum rule_id id, enum dfk_severity severity,
     const struct fix *fix)
{
	r->said = *fix;
	r->said.why = id;
	r->said.finding = r->findings;
	if (!report_mends(r, id, severity))
		r->said.kind = FIX_NONE;
	if (report_mended(r) && r->mend)
		r->mend(r->mender, &r->said);
}

bool
report_mended(const struct report *r)
{
	return r->said.kind != FIX_NONE;
}

void
report_also(struct report *r, const struct fix *fix)
{
	struct fix also = *fix;

	also.why = r->said.why;
	also.finding = r->said.finding;
	if (report_mended(r) && r->mend)
		r->mend(r->mender, &also);
}

static void
emit(struct report *r, enum rule_id id, enum dfk_severity severity,
     const struct site *site, const char *format, va_list arguments)
{
	char text[320];
	size_t n = 0;

	if (site->prefix)
		n = strlen(site->prefix);
	if (n >= sizeof(text))
		__builtin_trap(); /* prefixes are ours, and short */
	if (n)
		memcpy(text, site->prefix, n);
	vsnprintf(room_at(text, sizeof(text), n, sizeof(text) - n),
		  sizeof(text) - n, format, arguments);

	const char *expected = text_split(text, WANTED[0]);

	if (site->expected)
		expected = site->expected;
	r->emit(r->ctx, &(struct dfk_finding){
				.rule = rule_row(id),
				.severity = severity,
				.number = r->findings,
				.mended = site->fix.kind != FIX_NONE &&
					  report_mends(r, id, severity),
				.space = r->space,
				.offset = site->off,
				.length = site->len,
				.field = site->field ? site->field : "",
				.found = text,
				.expected = expected ? expected : "",
				.record = r->record,
				.tick = r->tick,
				.client = site->client - 1,
			});
}

enum dfk_severity
report_list(struct report *r, enum rule_id id, const struct site *site,
	    const char *format, va_list arguments)
{
	enum dfk_severity severity = AT(r->severity, id);

	if (site->at_most != DFK_OFF && severity > site->at_most)
		severity = site->at_most;
	r->said.kind = FIX_NONE;
	if (severity == DFK_OFF)
		return severity;
	count(r, id, severity, site);
	if (r->emit && AT(r->hits, id) <= REPORT_MAX_PER_RULE &&
	    r->emitted < REPORT_MAX) {
		r->emitted++;
		emit(r, id, severity, site, format, arguments);
	}
	mend(r, id, severity, &site->fix);
	r->findings++;
	return severity;
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
