/* SPDX-License-Identifier: MIT */
/* check.c - the public interface: a session, and the plan for its repair */
#include "include/demofsck_snapshot.h"

#include "api/check.h"
#include "api/snapshot.h"
#include "validator/core/memory.h"

/* What is in an event, in the record that describes it. */
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
		check->options.on_item(check->options.ctx, &d->record);
	}
}

/* An event, for a caller who wants records. */
static void
on_event(void *ctx, const void *state, const void *event)
{
	struct dfk_check *check = ctx;
	struct description *d = &check->description;

	d->n_held = 0;
	check->session.format->describe(state, event, d);
	if (check->options.on_record)
		check->options.on_record(check->options.ctx, &d->record);
	if (check->options.on_item)
		hand_out_items(check, state, event);
}

enum dfk_status
dfk_open(const struct dfk_options *options, struct dfk_check **out)
{
	struct dfk_options o = { .as = NULL };
	const struct format *format = NULL;
	struct dfk_check *check;

	*out = NULL;
	if (options)
		o = *options;
	if (!memory_pick(&o.allocator) || o.level > DFK_LEVEL_RESYNC ||
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
	*check = (struct dfk_check){ .options = o };
	session_open(&check->session, &check->options.allocator, format);
	check->session.hash = !o.no_hash;
	check->session.given.map = o.map ? &o.map->map : NULL;
	check->session.given.known_maps = o.known_maps ? &o.known_maps->maps
						       : NULL;
	check->session.given.modified = o.modified;
	check->session.given.depth = o.depth;
	check->session.report.emit = o.on_finding;
	check->session.report.ctx = o.ctx;
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
	/* Nothing is read after these: "valid" would be wrong. */
	if ((rule_row(id)->fatal || rule_is_limit(id)) && severity != DFK_ERROR)
		return DFK_BAD_ARGUMENT;
	AT(check->session.report.severity, id) = severity;
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

/* If the plan got no memory, there is no verdict either. */
static enum dfk_status
status_of(const struct dfk_check *check, enum dfk_status status)
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
	return status_of(check, status);
}

bool
dfk_wants(const struct dfk_check *check)
{
	return !check->session.input_limit;
}

static void
fill_result(struct dfk_check *check)
{
	const struct session *s = &check->session;
	const struct edits_account a = edits_account(&check->plan.edits,
						     s->decoded_size);
	struct dfk_result *r = &check->result;

	*r = (struct dfk_result){
		.verdict = session_verdict(s),
		.format = s->format ? format_about(s->format->id)->id : NULL,
		.version = s->state ? s->format->version(s->state) : NULL,
		.size = s->size,
		.compression = s->decompress ? s->decompress->kind->name : NULL,
		.decoded_size = s->decoded_size,
		.undecoded = session_undecoded(s),
		.loss_unknown = session_stops_early(s),
		.has_sha256 = s->hash,
		.repairable = plan_repairable(&check->plan),
		.more_at_resync = plan_more_at_resync(&check->plan),
		.kept = a.kept,
		.changed = a.changed,
		.dropped = a.dropped,
		.added = a.added,
		.errors = s->report.errors,
		.warnings = s->report.warnings,
		.notes = s->report.notes,
		.mendable_warnings = s->report.mendable_warnings,
	};
	memcpy(r->sha256, s->sha256, sizeof(r->sha256));
	if (s->state) {
		const struct mark here = s->format->here(s->state);

		check->kept = *plan_kept(&check->plan, &here);
	}
	if (plan_salvages(&check->plan))
		r->ok_up_to = check->plan.drops ? check->kept.off
						: s->decoded_size;
}

enum dfk_status
dfk_finish(struct dfk_check *check)
{
	enum dfk_status status;

	if (check->busy)
		return DFK_BAD_STATE;
	check->fed = check->busy = true;
	status = session_finish(&check->session);
	if (status == DFK_OK)
		plan_finish(&check->plan);
	check->busy = false;
	status = status_of(check, status);
	if (status != DFK_OK)
		return status;
	fill_result(check);
	check->finished = true;
	return DFK_OK;
}

const struct dfk_result *
dfk_result_of(const struct dfk_check *check)
{
	return check->finished ? &check->result : NULL;
}

uint64_t
dfk_rule_hits(const struct dfk_check *check, const struct dfk_rule *rule)
{
	enum rule_id id;

	if (!rule_of_row(rule, &id))
		return 0;
	return AT(check->session.report.hits, id);
}

bool
dfk_fact_at(const struct dfk_check *check, size_t index, struct dfk_fact *fact)
{
	const struct session *s = &check->session;

	if (!check->finished || !s->state)
		return false;
	switch (index) {
	case 0:
		*fact = (struct dfk_fact){
			.name = "records",
			.integer = (int64_t)check->kept.records
		};
		return true;
	case 1:
		*fact = (struct dfk_fact){ .name = "last_tick",
					   .integer = check->kept.tick };
		return true;
	default:
		return s->format->fact(s->state, &check->kept, index - 2, fact);
	}
}

bool
dfk_edit_at(const struct dfk_check *check, size_t index, struct dfk_edit *edit)
{
	struct edit e;

	if (!check->finished || check->result.repairable == DFK_REPAIRABLE_NO ||
	    !edits_at(&check->plan.edits, index, &e))
		return false;
	*edit = (struct dfk_edit){
		.offset = e.off,
		.remove = e.del,
		.insert = e.ins.ptr,
		.insert_length = e.ins.len,
		.rule = rule_row(e.why),
		.finding = e.finding,
		.lossy = e.lossy,
		.tick = e.tick,
		.ticks = (uint64_t)e.ticks,
	};
	return true;
}
