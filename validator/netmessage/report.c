/* SPDX-License-Identifier: MIT */
/* report.c - functions that report findings of net messages, for all checks */
#include <stdio.h>

#include "validator/core/utf8.h"
#include "validator/netmessage/check.h"

size_t
netmessage_text(const struct netmessage_at *at, unsigned field, char *room,
		size_t size)
{
	struct bit_reader b = bits_of(at->payload);
	const struct netmessage_value *v = &AT(at->m->values, field);
	size_t len;

	bits_pass(&b, v->bit);
	len = bits_text(&b, room, size - 1);
	poke(room, size, len < size ? len : size - 1, '\0');
	return len;
}

/* -------------------------------------------------------------- reporting */

static void report_with_fix(struct netmessages *n, enum rule_id rule,
			    const struct site *where, const char *format,
			    va_list arguments)
	__attribute__((format(printf, 4, 0)));

static void
report_with_fix(struct netmessages *n, enum rule_id rule,
		const struct site *where, const char *format, va_list arguments)
{
	struct site site = *where;
	struct netmessages_fix fix;

	/* The fix removes an error, or a warning that the user wants to repair. */
	n->report->part.fix = (struct fix){ .kind = FIX_NONE };
	if (rule_row(rule)->repair == DFK_REPAIR_LOSSY) {
		netmessages_mend(n, rule, &fix);
		site.fix = fix.fix;
		site.fix.off -= n->report->part.off;
		site.fix.mark.off -= n->report->part.off;
		n->report->part.fix = fix.fix; /* for findings in decompressed bytes */
	}
	n->result.failed |= report_list(n->report, rule, &site, format,
					arguments) == DFK_ERROR;
	if (report_mended(n->report))
		netmessages_mended(n, &fix);
}

/* Returns the bytes that contain these bits. */
static struct site
site_of_bits(uint64_t bit, uint64_t bits)
{
	return (struct site){ .off = bit / 8,
			      .len = (bit + bits + 7) / 8 - bit / 8,
			      .bit = bit % 8 };
}

void
netmessages_report(struct netmessages *n, enum rule_id rule, uint64_t bit,
		   uint64_t bits, const char *path, const char *field,
		   const char *format, ...)
{
	struct site site = site_of_bits(bit, bits);
	va_list arguments;

	site.path = path;
	site.field = field;
	va_start(arguments, format);
	report_with_fix(n, rule, &site, format, arguments);
	va_end(arguments);
}

void
netmessages_report_field(const struct netmessage_at *at, enum rule_id rule,
			 unsigned field, const char *format, ...)
{
	const struct netmessage *m = at->m;
	const uint64_t bit = AT(m->values, field).bit;
	const struct netmessage_field *next = netmessage_field(m->type,
							       field + 1);
	const uint64_t end = next ? AT(m->values, field + 1).bit : m->end;
	struct site site = site_of_bits(bit, end - bit);
	va_list arguments;

	site.path = netmessage_name(&at->n->layout, m->type);
	site.field = netmessage_field(m->type, field)->name;
	va_start(arguments, format);
	report_with_fix(at->n, rule, &site, format, arguments);
	va_end(arguments);
}

void
netmessages_report_entities(struct netmessages *n, enum entities_error error,
			    const char *path, const struct bit_reader *b)
{
	static const struct {
		enum rule_id rule;
		const char *field, *found;
	} errors[] = {
		[ENTITIES_OVERRUN] = { RULE_dem_body_overrun, "body",
				       "the end of the body" },
		[ENTITIES_CLASS] = { RULE_dem_entity_class, "class",
				     "a class that does not exist" },
		[ENTITIES_UNKNOWN] = { RULE_dem_entity_unknown, "entity",
				       "an update" WANTED
				       "an entity that exists" },
		[ENTITIES_INDEX] = { RULE_dem_entity_index, "entity",
				     "an index of 2048 or more" },
		[ENTITIES_PROP] = { RULE_dem_entity_prop, "property",
				    "a property that the class does not have" },
		[ENTITIES_ELEMENTS] = { RULE_dem_entity_elements, "elements",
					"more elements than the array has" },
		[ENTITIES_NUMBER] = { RULE_dem_entity_number, "value",
				      "a number of more than 32 bits" },
		[ENTITIES_FIRST] = { RULE_dem_temporary_class, "class",
				     "a reference to the class of an earlier "
				     "entity" },
	};
	const struct entities *e = &n->world.entities;
	const uint64_t bit = e->walk.at.bit;
	char inner[128], where[192];

	entities_path(e, inner, sizeof(inner));
	snprintf(where, sizeof(where), "%s%s%s", path, inner[0] ? " > " : "",
		 inner);
	netmessages_report(n, AT(errors, error).rule, bit, b->pos - bit, where,
			   AT(errors, error).field, "%s",
			   AT(errors, error).found);
}

/* ----------------------------------------------------------- shared checks */

void
netmessages_check_identifier(struct netmessages *n, struct span name,
			     uint64_t bit, uint64_t bits, const char *path,
			     const char *field)
{
	if (!utf8_is_text(name, ""))
		netmessages_report(n, RULE_dem_identifier, bit, bits, path,
				   field, "bytes that are not text");
}

static void
report_body(const struct netmessage_at *at, const struct bit_reader *b,
	    const char *path)
{
	const struct netmessage *m = at->m;
	const uint64_t rest = bits_left(b);
	char where[96];

	snprintf(where, sizeof(where), "%s%s%s",
		 netmessage_name(&at->n->layout, m->type), path ? " > " : "",
		 path ? path : "");
	if (b->fail)
		netmessages_report(at->n, RULE_dem_body_overrun, m->bit,
				   at->n->layout.type_bits, where, "body",
				   "the end of the body");
	else
		netmessages_report(
			at->n,
			rest < 8 ? RULE_dem_body_rest : RULE_dem_body_unread,
			b->pos, rest, where, "body",
			"%llu bit%s" WANTED "the end of the body",
			(unsigned long long)rest, rest == 1 ? "" : "s");
}

void
netmessages_check_body(const struct netmessage_at *at,
		       const struct bit_reader *b, const char *path)
{
	if (b->fail || bits_left(b) > 0)
		report_body(at, b, path);
}
