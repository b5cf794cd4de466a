/* SPDX-License-Identifier: MIT */
/* message_check.c - reports the findings of a message (TW-9.5) */
#include "validator/core/utf8.h"
#include "validator/twdemo/message.h"

/* A checked message, and the report for its findings. */
struct twdemo_message_case {
	struct report *report;
	const struct twdemo_message *m;
	enum dfk_severity at_most;
};

static struct site
site_at(const struct twdemo_message_case *c, uint64_t off, uint64_t len)
{
	return (struct site){ .off = off, .len = len, .at_most = c->at_most };
}

static void
check_head(const struct twdemo_message_case *c)
{
	const struct twdemo_message *m = c->m;
	const struct site site = site_at(c, 0, m->fields);

	if (m->head == TWDEMO_MESSAGE_BAD_ID)
		report(c->report, RULE_twdemo_message_id, &site,
		       "id %d" WANTED "id 0 to %d", m->id,
		       TWDEMO_MESSAGE_IDS - 1);
	else if (m->head == TWDEMO_MESSAGE_NO_ID)
		report(c->report, RULE_twdemo_message_id, &site,
		       m->bytes.len ? "an incomplete int" WANTED "a message id"
				    : "an empty message" WANTED "a message id");
	else
		report(c->report, RULE_twdemo_message_uuid, &site,
		       "%zu bytes of the UUID" WANTED "%d bytes",
		       m->bytes.len - m->fields, UUID_SIZE);
}

static void
report_unknown_message(const struct twdemo_message_case *c)
{
	const struct twdemo_message *m = c->m;
	const struct site site = site_at(c, 0, m->fields);
	const char *kind = m->system ? "system" : "game";
	char text[UUID_TEXT_SIZE];

	uuid_print(&m->uuid, text);
	if (m->extended)
		report(c->report, RULE_twdemo_message_unknown, &site,
		       "%s message %s", kind, text);
	else
		report(c->report, RULE_twdemo_message_unknown, &site,
		       "%s message %d", kind, m->id);
}

/* Checks a text.  True: the text is UTF-8. */
static bool
check_field_text(const struct twdemo_message_case *c,
		 const struct twdemo_message_field *f)
{
	struct utf8 u = utf8_init();
	struct twdemo_field_name name;
	struct site site;

	utf8_feed(&u, f->bytes);
	utf8_end(&u);
	if (u.bad == UTF8_CLEAN)
		return true;
	site = site_at(c, f->off + (uint64_t)u.bad, 1);
	name = twdemo_name_field(f);
	site.field = name.text;
	report(c->report, RULE_twdemo_message_text, &site,
	       "a byte of %s that is not UTF-8" WANTED "UTF-8",
	       twdemo_message_name(c->m));
	return false;
}

static void
report_short_field(const struct twdemo_message_case *c,
		   const struct twdemo_message_field *f)
{
	struct site site = site_at(c, f->off, c->m->bytes.len - f->off);
	const struct twdemo_field_name name = twdemo_name_field(f);
	const bool text = f->type->kind == TWDEMO_FIELD_TEXT;

	site.field = name.text;
	report(c->report,
	       text ? RULE_twdemo_message_text : RULE_twdemo_message_field,
	       &site,
	       text ? "the end of %s" WANTED "the NUL of the text"
		    : "the end of %s" WANTED "the field",
	       twdemo_message_name(c->m));
}

static void
report_field_range(const struct twdemo_message_case *c,
		   const struct twdemo_message_field *f)
{
	struct site site = site_at(c, f->off, f->len);
	const struct twdemo_field_name name = twdemo_name_field(f);

	site.field = name.text;
	if (f->type->most == INT32_MAX)
		report(c->report, RULE_twdemo_message_field, &site,
		       "%d in %s" WANTED "at least %d", f->value,
		       twdemo_message_name(c->m), f->type->least);
	else
		report(c->report, RULE_twdemo_message_field, &site,
		       "%d in %s" WANTED "%d to %d", f->value,
		       twdemo_message_name(c->m), f->type->least,
		       f->type->most);
}

/* Checks a field.  True: players also read the fields after this field. */
static bool
check_field(const struct twdemo_message_case *c,
	    const struct twdemo_message_field *f)
{
	switch (f->problem) {
	case TWDEMO_FIELD_SHORT: report_short_field(c, f); return false;
	case TWDEMO_FIELD_RANGE: report_field_range(c, f); return false;
	case TWDEMO_FIELD_FITS: break;
	}
	return f->type->kind != TWDEMO_FIELD_TEXT || check_field_text(c, f);
}

/*
 * Checks bytes after the last field.  Newer versions may add fields to a message with a
 * UUID, and older players ignore such fields.  So clean recordings of newer versions have
 * such bytes.
 */
static void
check_rest(const struct twdemo_message_case *c, const struct cursor *in)
{
	const struct span rest = cur_rest(in);
	struct site site = site_at(c, cur_tell(in), rest.len);

	if (twdemo_is_padding(rest))
		return;
	if (c->m->extended)
		site.at_most = DFK_NOTE;
	report(c->report, RULE_twdemo_message_padding, &site,
	       "%zu byte%s after the fields of %s" WANTED "up to %d zero bytes",
	       rest.len, rest.len == 1 ? "" : "s", twdemo_message_name(c->m),
	       TWDEMO_MESSAGE_PADDING);
}

/* Is a further message reported?  A note is reported once in each file.  If the user
   makes the rule a warning or an error, each message is reported.  So a repair drops all
   these messages. */
static bool
is_reported_again(const struct report *r, enum rule_id rule, bool seen)
{
	return !seen || AT(r->severity, rule) > DFK_NOTE;
}

static void
report_private(const struct twdemo_message_case *c, enum rule_id rule,
	       uint64_t len, bool *seen)
{
	const bool told = is_reported_again(c->report, rule, *seen);

	*seen = true;
	if (told)
		report(c->report, rule, &(struct site){ .len = len },
		       "the message %s", twdemo_message_name(c->m));
}

/* Is the field a line of the remote console?  An empty line is not private.  In 0.6 a
   message with an empty line may be the message that opens the remote console in 0.7. */
static bool
is_line(const struct twdemo_message_case *c,
	const struct twdemo_message_field *f)
{
	return f->letter == 'r' &&
	       !twdemo_is_padding(span_tail(c->m->bytes, f->off));
}

static void
check_fields(const struct twdemo_message_case *c,
	     struct twdemo_message_seen *seen)
{
	struct twdemo_field_reader fields = twdemo_open_fields(c->m);
	struct twdemo_message_field f;

	while (twdemo_next_field(&fields, &f)) {
		if (is_line(c, &f))
			report_private(c, RULE_twdemo_message_rcon,
				       c->m->bytes.len, &seen->rcon);
		if (!check_field(c, &f))
			return;
	}
	check_rest(c, &fields.in);
}

void
twdemo_check_message(struct report *r, const struct twdemo_message *m,
		     bool server, struct twdemo_message_seen *seen)
{
	const struct twdemo_message_case c = {
		.report = r,
		.m = m,
		.at_most = server ? DFK_NOTE : DFK_OFF,
	};

	if (m->head != TWDEMO_MESSAGE_OK) {
		check_head(&c);
		return;
	}
	if (!m->row)
		report_unknown_message(&c);
	else if (m->row->letters)
		check_fields(&c, seen);
	if (m->system)
		report_private(&c, RULE_twdemo_message_system, m->fields,
			       &seen->system);
}

bool
twdemo_message_is_clean(const struct report *r, const struct twdemo_message *m,
			const struct twdemo_message_seen *seen)
{
	return m->row && (!m->row->letters || twdemo_fields_are_clean(m)) &&
	       !(m->system && is_reported_again(r, RULE_twdemo_message_system,
						seen->system));
}
