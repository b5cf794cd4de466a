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
      bool inside)
{
	AT(r->hits, id)++;
	switch (severity) {
	case DFK_OFF: break;
	case DFK_NOTE: r->notes++; break;
	case DFK_WARNING: r->warnings++; break;
	case DFK_ERROR:
		r->errors++;
		r->early_errors += rule_row(id)->stops_early && !inside;
		r->beyond_repair += rule_row(id)->repair == DFK_REPAIR_NONE;
		break;
	}
	r->limit_hits += rule_is_limit(id);
}

enum dfk_severity
report_list(struct report *r, enum rule_id id, const struct site *site,
	    const char *format, va_list arguments)
{
	enum dfk_severity severity = AT(r->severity, id);
	char text[160], found[160];

	if (site->at_most != DFK_OFF && severity > site->at_most)
		severity = site->at_most;
	if (severity == DFK_OFF)
		return severity;
	count(r, id, severity, site->inside);
	if (AT(r->hits, id) > REPORT_MAX_PER_RULE || r->emitted >= REPORT_MAX ||
	    !r->emit)
		return severity;
	r->emitted++;
	vsnprintf(text, sizeof(text), format, arguments);
	snprintf(found, sizeof(found), "%s%s", site->prefix ? site->prefix : "",
		 text);
	r->emit(r->ctx,
		&(struct dfk_finding){
			.rule = rule_row(id),
			.severity = severity,
			.space = r->space,
			.offset = site->off,
			.length = site->len,
			.field = site->field ? site->field : "",
			.found = found,
			.expected = site->expected ? site->expected : "",
			.record = r->record,
			.tick = r->tick,
			.client = site->client - 1,
		});
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
