/* SPDX-License-Identifier: MIT */
/* report.c - reports a finding about ints of a snapshot or delta */
#include "validator/snapshot/snapshot.h"

void
snapshot_report(const struct snapshot_context *c, enum rule_id rule,
		struct snapshot_place place, const char *format, ...)
{
	const struct site site = {
		.off = sizeof(int32_t) * (uint64_t)place.at,
		.len = sizeof(int32_t) * (uint64_t)place.n,
		.field = place.field,
	};
	va_list arguments;

	va_start(arguments, format);
	report_list(c->report, rule, &site, format, arguments);
	va_end(arguments);
}
