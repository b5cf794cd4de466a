/* SPDX-License-Identifier: MIT */
/* rules.c - the rule table as JSON */
#include "api/writer/jsonout.h"
#include "include/demofsck_report.h"

static void
put_rule_object(struct jsonout *json, const struct dfk_rule *rule)
{
	jsonout_open(json, '{');
	jsonout_put_text(json, "id", rule->id);
	jsonout_put_text(json, "format", rule->format);
	jsonout_put_text(json, "name", rule->name);
	jsonout_put_text(json, "severity", dfk_severity_name(rule->severity));
	jsonout_put_text(json, "level", dfk_reader_level_name(rule->level));
	jsonout_put_text(json, "repair", dfk_repair_class_name(rule->repair));
	jsonout_put_bool(json, "stops_early", rule->stops_early);
	jsonout_put_bool(json, "fatal", rule->fatal);
	jsonout_put_text(json, "spec", rule->spec);
	jsonout_put_text(json, "title", rule->title);
	jsonout_put_text(json, "why", rule->why);
	jsonout_close(json, '}');
}

enum dfk_status
dfk_report_rules(int (*write)(void *ctx, const void *bytes, size_t size),
		 void *ctx)
{
	struct jsonout json = { .has_one = false };

	textout_init(&json.out, write, ctx);
	textout_put(&json.out, "[\n");
	for (size_t i = 0; i < dfk_rule_count(); i++) {
		if (i > 0)
			textout_put(&json.out, ",\n");
		json.has_one = false;
		put_rule_object(&json, dfk_rule_at(i));
	}
	textout_put(&json.out, "\n]\n");
	return textout_flush(&json.out) ? DFK_OK : DFK_WRITE_FAILED;
}
