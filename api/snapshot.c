/* SPDX-License-Identifier: MIT */
/* snapshot.c - the public interface to snapshots and deltas */
#include "api/snapshot.h"

#include "api/handles.h"
#include "validator/core/memory.h"
#include "validator/snapshot/delta.h"

struct dfk_snapshot {
	struct dfk_allocator allocator;
	enum dfk_protocol protocol;
	const struct dfk_rule *broken;
	struct snapshot *now, *next; /* the current snapshot and the next
	                                snapshot: both members below, in turn */
	struct snapshot both[2];
	struct report report;
	struct ints ints;
	struct order order;
	struct snapshot_delta delta;
};

/* demofsck_snapshot.h promises this size. */
_Static_assert(sizeof(struct dfk_snapshot) < 1 << 20, "less than 1 MiB");

struct snapshot *
handle_copy(const struct dfk_snapshot *handle,
	    const struct dfk_allocator *allocator)
{
	struct snapshot *copy = memory_get(allocator, sizeof(*copy));

	if (copy)
		*copy = *handle->now;
	return copy;
}

enum dfk_status
dfk_snapshot_open(const struct dfk_allocator *allocator,
		  enum dfk_protocol protocol, struct dfk_snapshot **out)
{
	struct dfk_allocator a;
	enum dfk_status status;
	struct dfk_snapshot *s;

	*out = NULL;
	if (protocol > DFK_PROTOCOL_07)
		return DFK_BAD_ARGUMENT;
	s = handle_get(allocator, sizeof(*s), &a, &status);
	if (!s)
		return status;
	s->allocator = a;
	s->protocol = protocol;
	s->broken = NULL;
	s->now = &AT(s->both, 0);
	s->next = &AT(s->both, 1);
	snapshot_clear(s->now);
	*out = s;
	return DFK_OK;
}

void
dfk_snapshot_close(struct dfk_snapshot *s)
{
	if (!s)
		return;
	const struct dfk_allocator allocator = s->allocator;

	memory_put(&allocator, s);
}

/* ------------------------------------------------------------------ change */

/* Keeps the first error.  Errors after which the snapshot can still be read in only one
   way are ignored. */
static void
keep_first_error(void *ctx, const struct dfk_finding *finding)
{
	struct dfk_snapshot *s = ctx;

	if (finding->severity == DFK_ERROR && !s->broken &&
	    finding->rule != rule_row(RULE_snapshot_excess) &&
	    finding->rule != rule_row(RULE_snapshot_declaration_short) &&
	    finding->rule != rule_row(RULE_snapshot_delta_excess))
		s->broken = finding->rule;
}

/* Copies the ints.  False: there are too many ints. */
static bool
begin(struct dfk_snapshot *s, const int32_t *ints, size_t count)
{
	s->broken = NULL;
	report_open(&s->report);
	s->report.emit = keep_first_error;
	s->report.ctx = s;
	if (count > INTS_MAX) {
		s->broken = rule_row(RULE_snapshot_too_big);
		return false;
	}
	s->ints.n = (uint32_t)count;
	if (count)
		memcpy(s->ints.at, ints, count * sizeof(*ints));
	return true;
}

static enum dfk_status
end(struct dfk_snapshot *s, bool made)
{
	struct snapshot *const next = s->next;

	if (!made)
		return DFK_MALFORMED;
	s->next = s->now;
	s->now = next;
	return DFK_OK;
}

static struct snapshot_context
context_of_handle(struct dfk_snapshot *s)
{
	return (struct snapshot_context){
		.report = &s->report,
		.protocol = s->protocol,
		.tick = -1,
		.order = &s->order,
	};
}

enum dfk_status
dfk_snapshot_load(struct dfk_snapshot *s, const int32_t *ints, size_t count)
{
	const struct snapshot_context c = context_of_handle(s);
	struct snapshot_layout layout;

	if (!begin(s, ints, count))
		return DFK_MALFORMED;
	return end(s, snapshot_read(&c, &s->ints, s->next, &layout) &&
			      AT(s->report.hits, RULE_snapshot_key) == 0);
}

enum dfk_status
dfk_snapshot_apply(struct dfk_snapshot *s, const int32_t *ints, size_t count)
{
	const struct snapshot_context c = context_of_handle(s);

	if (!begin(s, ints, count))
		return DFK_MALFORMED;
	if (snapshot_advance_plain(&c, &s->ints, s->now, &s->delta)) {
		if (s->now->n_slots > s->now->n_items)
			snapshot_pack(s->now, &s->delta);
		return DFK_OK;
	}
	return end(s, snapshot_read_delta(&c, &s->ints, s->now, &s->delta) &&
			      snapshot_advance(&c, &s->ints, s->now, &s->delta,
					       s->next));
}

const struct dfk_rule *
dfk_snapshot_broken(const struct dfk_snapshot *s)
{
	return s->broken;
}

/* ------------------------------------------------------------------- items */

size_t
dfk_snapshot_count(const struct dfk_snapshot *s)
{
	return s->now->n_items;
}

bool
dfk_snapshot_item(const struct dfk_snapshot *s, size_t index,
		  struct dfk_item *out)
{
	if (index >= s->now->n_items)
		return false;
	const struct snapshot_item *item = &AT(s->now->items, index);

	*out = (struct dfk_item){
		.type = snapshot_type(item->key),
		.id = snapshot_id(item->key),
		.data = item->n ? &AT(s->now->data, item->start) : NULL,
		.size = item->n,
	};
	return true;
}

bool
dfk_snapshot_find(const struct dfk_snapshot *s, int32_t type, int32_t id,
		  struct dfk_item *out)
{
	if (type < 0 || type > SNAPSHOT_LAST_TYPE || id < 0 || id > 0xffff)
		return false;
	return dfk_snapshot_item(
		s, snapshot_find(s->now, snapshot_key(type, id)), out);
}

uint32_t
dfk_snapshot_checksum(const struct dfk_snapshot *s)
{
	return snapshot_checksum(s->now);
}

size_t
dfk_snapshot_write(const struct dfk_snapshot *s, int32_t *ints, size_t room)
{
	const struct snapshot *now = s->now;
	const size_t n = SNAPSHOT_HEAD_INTS + 2 * now->n_items + now->n_data;
	struct ints out;

	if (n <= room) {
		snapshot_write(now, &out);
		memcpy(ints, out.at, n * sizeof(*ints));
	}
	return n;
}
