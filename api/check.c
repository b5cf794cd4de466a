/* SPDX-License-Identifier: MIT */
/* check.c - the public interface: a check, and the plan for its repair */
#include "include/demofsck_snapshot.h"

#include "api/handles.h"
#include "api/result.h"
#include "api/snapshot.h"
#include "validator/core/memory.h"

/* Passes the items of an event to the program.  The record of the event is filled in
   already. */
static void
hand_out_items(struct dfk_check *check, const void *state, const void *event)
{
	const struct format *format = check->session.format;
	struct description *d = &check->description;

	if (!format->item)
		return;
	for (size_t i = 0;; i++) {
		d->record.n_fields = d->n_held = 0;
		if (!format->item(state, event, i, d))
			return;
		check->calls++;
		check->options.on_item(check->options.ctx, &d->record);
	}
}

/* Passes an event to the program, if the program wants records. */
static void
on_event(void *ctx, const void *state, const void *event)
{
	struct dfk_check *check = ctx;
	struct description *d = &check->description;

	d->n_held = 0;
	check->session.format->describe(state, event, d);
	if (check->options.on_record) {
		check->calls++;
		check->options.on_record(check->options.ctx, &d->record);
	}
	if (check->options.on_item)
		hand_out_items(check, state, event);
}

/* Passes a finding to the program, if the program wants findings. */
static void
hand_out_finding(void *ctx, const struct dfk_finding *finding)
{
	struct dfk_check *check = ctx;
	struct dfk_finding handed = *finding;
	enum rule_id id;

	if (rule_of_row(finding->rule, &id)) {
		AT(check->listed, id)++;
		if (id == RULE_file_compressed_damaged ||
		    id == RULE_file_compressed_trailing ||
		    id == RULE_file_compressed_padding)
			check->undecoded.finding = finding->number;
	}
	if (check->outside)
		handed.number = DFK_NO_NUMBER;
	check->calls++;
	check->options.on_finding(check->options.ctx, &handed);
}

/* Copies options, which may have fewer or more members in another version of the header.
   False: the options set a member that this library does not know. */
static bool
take_options(const struct dfk_options *given, struct dfk_options *o)
{
	enum {
		FIRST_SIZE = offsetof(struct dfk_options, ctx) + sizeof(void *)
	};
	const struct span all = { (const uint8_t *)given, given->size };
	const struct span more = span_tail(all, sizeof(*o));

	if (given->size < FIRST_SIZE || span_zeros(more) < more.len)
		return false;
	memcpy(o, given, given->size < sizeof(*o) ? given->size : sizeof(*o));
	o->size = sizeof(*o);
	return true;
}

enum dfk_status
dfk_open(const struct dfk_options *options, struct dfk_check **out)
{
	struct dfk_options o = { DFK_OPTIONS };
	const struct format *format = NULL;
	struct dfk_check *check;

	*out = NULL;
	if ((options && !take_options(options, &o)) ||
	    !memory_pick(&o.allocator) || o.level > DFK_LEVEL_PREFIX ||
	    o.depth > DFK_DEPTH_FRAMING)
		return DFK_BAD_ARGUMENT;
	if (o.as) {
		format = format_find(o.as);
		if (!format)
			return DFK_BAD_ARGUMENT;
	}
	check = memory_get(&o.allocator, sizeof(*check));
	if (!check)
		return DFK_NO_MEMORY;
	*check = (struct dfk_check){
		.options = o,
		.undecoded.finding = DFK_NO_NUMBER,
	};
	session_open(&check->session, &check->options.allocator, format);
	check->session.sums.sha256_wanted = !o.no_hash;
	check->session.sums.md5_wanted = o.md5;
	check->session.given.map = o.map ? &o.map->map : NULL;
	check->session.given.known_maps = o.known_maps ? &o.known_maps->maps
						       : NULL;
	check->session.given.modified = o.modified;
	check->session.given.depth = o.depth;
	check->session.report.emit = o.on_finding ? hand_out_finding : NULL;
	check->session.report.ctx = check;
	check->session.tap = (struct tap){
		.event = o.on_record || o.on_item ? on_event : NULL,
		.ctx = check,
	};
	plan_open(&check->plan, &check->session, o.level, o.fix_warnings);
	*out = check;
	return DFK_OK;
}

void
dfk_close(struct dfk_check *check)
{
	if (!check)
		return;
	const struct dfk_allocator allocator = check->options.allocator;

	saved_close(&check->saved);
	plan_close(&check->plan);
	session_close(&check->session);
	memory_put(&allocator, check->base);
	memory_put(&allocator, check);
}

enum dfk_status
dfk_set_limit(struct dfk_check *check, const char *name, uint64_t value)
{
	if (check->fed)
		return DFK_BAD_STATE;
	return limits_set(&check->session.limits, name, value)
		       ? DFK_OK
		       : DFK_BAD_ARGUMENT;
}

enum dfk_status
dfk_set_severity(struct dfk_check *check, const char *rule,
		 enum dfk_severity severity)
{
	enum rule_id id;

	if (check->fed)
		return DFK_BAD_STATE;
	if (!rule_find(rule, &id) || severity > DFK_ERROR)
		return DFK_BAD_ARGUMENT;
	/* Reading stops after a finding of such a rule, so the file must not become
	   valid. */
	if ((rule_row(id)->fatal || rule_is_limit(id)) && severity != DFK_ERROR)
		return DFK_BAD_ARGUMENT;
	AT(check->session.report.severity, id) = severity;
	AT(check->session.report.judged, id) = severity;
	AT(check->given, id) = true;
	return DFK_OK;
}

enum dfk_status
dfk_set_protocol(struct dfk_check *check, enum dfk_protocol protocol)
{
	if (check->fed)
		return DFK_BAD_STATE;
	if (protocol > DFK_PROTOCOL_07)
		return DFK_BAD_ARGUMENT;
	check->session.given.protocol = protocol;
	return DFK_OK;
}

enum dfk_status
dfk_set_base(struct dfk_check *check, const struct dfk_snapshot *base)
{
	if (check->fed)
		return DFK_BAD_STATE;
	struct snapshot *copy = NULL;

	if (base) {
		copy = handle_copy(base, &check->options.allocator);
		if (!copy)
			return DFK_NO_MEMORY;
	}
	memory_put(&check->options.allocator, check->base);
	check->session.given.base = check->base = copy;
	return DFK_OK;
}

enum dfk_status
dfk_set_name(struct dfk_check *check, const char *name)
{
	if (check->finished || check->busy)
		return DFK_BAD_STATE;
	check->name = name;
	return DFK_OK;
}

enum dfk_status
dfk_set_size(struct dfk_check *check, uint64_t size)
{
	if (check->fed)
		return DFK_BAD_STATE;
	check->session.input.expected = size;
	return DFK_OK;
}

/* If there is no memory for the plan, there is no verdict. */
static enum dfk_status
status_with_plan(const struct dfk_check *check, enum dfk_status status)
{
	return check->plan.no_memory ? DFK_NO_MEMORY : status;
}

enum dfk_status
dfk_feed(struct dfk_check *check, const void *bytes, size_t size)
{
	const struct span in = { bytes, size };
	enum dfk_status status;

	if (check->busy)
		return DFK_BAD_STATE;
	check->fed = check->busy = true;
	status = session_feed(&check->session, in);
	check->busy = false;
	return status_with_plan(check, status);
}

enum dfk_status
dfk_feed_part(struct dfk_check *check, const void *bytes, size_t size,
	      size_t *used, bool *more)
{
	struct span in = { bytes, size };
	enum dfk_status status;

	*used = 0;
	*more = false;
	if (check->busy)
		return DFK_BAD_STATE;
	check->fed = check->busy = true;
	status = session_feed_part(&check->session, &in, more);
	check->busy = false;
	*used = size - in.len;
	return status_with_plan(check, status);
}

uint64_t
dfk_callback_calls(const struct dfk_check *check)
{
	return check->calls;
}

bool
dfk_wants(const struct dfk_check *check)
{
	return !check->session.input.limit_hit;
}

static enum dfk_status
end(struct dfk_check *check, enum dfk_status (*end_session)(struct session *))
{
	enum dfk_status status;

	if (check->busy)
		return DFK_BAD_STATE;
	check->fed = check->busy = true;
	status = end_session(&check->session);
	if (status == DFK_OK)
		plan_finish(&check->plan);
	check->busy = false;
	status = status_with_plan(check, status);
	if (status != DFK_OK)
		return status;
	check->busy = true;
	result_fill(check);
	check->busy = false;
	check->finished = true;
	return DFK_OK;
}

enum dfk_status
dfk_finish(struct dfk_check *check)
{
	return end(check, session_finish);
}

enum dfk_status
dfk_stop(struct dfk_check *check)
{
	return check->finished ? DFK_BAD_STATE : end(check, session_stop);
}

/* Adds a finding about the file that depends on more than the bytes. */
static void
report_outside(struct dfk_check *check, enum rule_id id)
{
	struct report *r = &check->session.report;
	const uint64_t errors = r->tally.errors;

	check->busy = true;
	report(r, id, &(struct site){ .field = NULL }, "%s", "");
	check->busy = false;
	result_count_outside(check, errors);
}

enum dfk_status
dfk_changed(struct dfk_check *check)
{
	if (!check->finished || check->busy)
		return DFK_BAD_STATE;
	check->result.file_changed = true;
	check->result.verdict = DFK_UNDECIDED;
	check->result.repairable = DFK_REPAIRABLE_NO;
	check->result.more_at_framing = false;
	check->result.loss = result_loss(check);
	check->result.ok_up_to = 0;
	report_outside(check, RULE_file_growing);
	return DFK_OK;
}

enum dfk_status
dfk_open_elsewhere(struct dfk_check *check)
{
	if (!check->finished || check->busy)
		return DFK_BAD_STATE;
	report_outside(check, RULE_file_open_elsewhere);
	return DFK_OK;
}
