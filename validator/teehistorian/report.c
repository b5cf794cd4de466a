/* SPDX-License-Identifier: MIT */
/* report.c - reports findings about a whole message, and findings that end the
   recording */
#include "validator/teehistorian/check.h"

struct site
teehistorian_site(const struct teehistorian_event *ev)
{
	return (struct site){ .off = ev->off, .len = ev->len };
}

enum dfk_severity
teehistorian_report(struct teehistorian *th, enum rule_id id,
		    const struct teehistorian_event *ev, int32_t cid,
		    const char *format, ...)
{
	struct site site = teehistorian_site(ev);
	enum dfk_severity severity;
	va_list arguments;

	site.client = cid + 1;
	va_start(arguments, format);
	severity = report_list(th->report, id, &site, format, arguments);
	va_end(arguments);
	return severity;
}

static bool cut_list(struct teehistorian *th, enum rule_id id,
		     struct site *site, const char *format, va_list arguments)
	__attribute__((format(printf, 4, 0)));

static bool
cut_list(struct teehistorian *th, enum rule_id id, struct site *site,
	 const char *format, va_list arguments)
{
	site->fix = fix_end(th->cut_point);
	report_list(th->report, id, site, format, arguments);
	return report_mended(th->report);
}

bool
teehistorian_cut_at(struct teehistorian *th, enum rule_id id,
		    const struct site *site, const char *format, ...)
{
	struct site end = *site;
	va_list arguments;
	bool cut;

	va_start(arguments, format);
	cut = cut_list(th, id, &end, format, arguments);
	va_end(arguments);
	return cut;
}

bool
teehistorian_cut(struct teehistorian *th, enum rule_id id,
		 const struct teehistorian_event *ev, int32_t cid,
		 const char *format, ...)
{
	struct site site = teehistorian_site(ev);
	va_list arguments;
	bool cut;

	site.client = cid + 1;
	va_start(arguments, format);
	cut = cut_list(th, id, &site, format, arguments);
	va_end(arguments);
	return cut;
}
