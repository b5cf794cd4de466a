/* SPDX-License-Identifier: MIT */
/* snapshots.c - checks svc_packetentities and svc_tempentities (DEM-16) */
#include "validator/netmessage/check.h"

void
netmessages_clear_world(struct netmessages *n)
{
	struct netmessage_world *w = &n->world;

	entities_clear(&w->entities);
	w->any = w->lost = w->tainted = w->read = w->told = false;
	w->clocked = false;
	w->n_ticks = 0;
}

void
netmessages_tick(const struct netmessage_at *at)
{
	at->n->world.tick = (int32_t)netmessage_get(at->m,
						    NETMESSAGE_net_tick_tick);
	at->n->world.clocked = true;
}

/* ------------------------------------------------------------------ errors */

static void
report_count(const struct netmessage_at *at, enum rule_id rule, uint64_t n,
	     const char *one, const char *many)
{
	const struct netmessage *m = at->m;

	if (n)
		netmessages_report(at->n, rule, m->bit, m->end - m->bit,
				   netmessage_name(&at->n->layout, m->type),
				   NULL, "%llu %s", (unsigned long long)n,
				   n == 1 ? one : many);
}

/* Is the packet full, so that the engine left out the end of the message? */
static bool
is_packet_full(const struct netmessage_at *at)
{
	const uint64_t left = 8 * (uint64_t)at->payload.len - at->m->end;

	return at->payload.len >= at->n->demo.most_packet &&
	       left < at->n->layout.type_bits;
}

/* Reports that the list of removed entities has no end. */
static void
report_cut(const struct netmessage_at *at)
{
	struct part *part = &at->n->report->part;
	const enum dfk_severity most = part->at_most;

	if (is_packet_full(at))
		part->at_most = DFK_NOTE;
	report_count(at, RULE_dem_entity_removed, 1, "list without an end",
		     "lists without an end");
	part->at_most = most;
}

static void
report_odd(const struct netmessage_at *at, const struct entities_count *count)
{
	report_count(at, RULE_dem_entity_float, count->odd_floats,
		     "value that is NaN or infinite",
		     "values that are NaN or infinite");
	report_count(at, RULE_dem_entity_gone, count->unknown_leaves,
		     "entity that does not exist",
		     "entities that do not exist");
	report_count(at, RULE_dem_entity_room, count->too_high,
		     "entity above the declared number",
		     "entities above the declared number");
	if (count->cut)
		report_cut(at);
	if (strings_used(&at->n->strings, STRINGS_BASELINES) &&
	    !at->n->gaps.tainted)
		report_count(at,
			     at->n->world.entities.anew
				     ? RULE_dem_baseline_missing
				     : RULE_dem_entity_baseline,
			     count->bare, "entity without a baseline",
			     "entities without a baseline");
}

/* --------------------------------------------------------------- snapshots */

static bool
is_recent_snapshot(const struct netmessage_world *w, int64_t tick)
{
	const uint32_t n = w->n_ticks < NETMESSAGE_RECENT_TICKS
				   ? w->n_ticks
				   : NETMESSAGE_RECENT_TICKS;

	for (uint32_t i = 1; i <= n; i++)
		if (AT(w->ticks, (w->n_ticks - i) % NETMESSAGE_RECENT_TICKS) ==
		    tick)
			return true;
	return false;
}

/* Reports a delta whose base is lost.  True: no other finding is necessary.  If the
   snapshot is kept, the repaired demo does not show that anything was lost.  So the
   snapshot is judged as in the repaired demo. */
static bool
report_lost(const struct netmessage_at *at, int64_t from)
{
	const struct report *r = at->n->report;

	netmessages_report_field(at, RULE_dem_snapshot_lost,
				 NETMESSAGE_svc_packetentities_delta_from,
				 "tick %d, which had no snapshot", (int)from);
	return AT(r->severity, RULE_dem_snapshot_lost) == DFK_ERROR ||
	       report_mended(r);
}

/* Checks the base of a snapshot. */
static void
check_base(const struct netmessage_at *at, bool delta)
{
	const struct netmessage_world *w = &at->n->world;
	const int64_t from = netmessage_get(
		at->m, NETMESSAGE_svc_packetentities_delta_from);

	if (delta && w->lost && !w->tainted && !is_recent_snapshot(w, from) &&
	    report_lost(at, from))
		return;
	if (delta != w->any)
		netmessages_report_field(
			at, RULE_dem_snapshot_first,
			NETMESSAGE_svc_packetentities_is_delta,
			delta ? "a delta" WANTED "a full snapshot first"
			      : "a full snapshot" WANTED "a delta");
	else if (delta && w->clocked && from >= w->tick)
		netmessages_report_field(
			at, RULE_dem_snapshot_base,
			NETMESSAGE_svc_packetentities_delta_from,
			"tick %d" WANTED "a tick before %d", (int)from,
			(int)w->tick);
	else if (delta && !w->tainted && !is_recent_snapshot(w, from))
		netmessages_report_field(
			at, RULE_dem_snapshot_base,
			NETMESSAGE_svc_packetentities_delta_from,
			"tick %d, which had no snapshot", (int)from);
}

static void
check_room(const struct netmessage_at *at)
{
	const int64_t most = netmessage_get(
		at->m, NETMESSAGE_svc_packetentities_max_entries);
	const int64_t updated = netmessage_get(
		at->m, NETMESSAGE_svc_packetentities_updated);

	if (updated > most)
		netmessages_report_field(at, RULE_dem_entity_room,
					 NETMESSAGE_svc_packetentities_updated,
					 "%d entities" WANTED "at most %d",
					 (int)updated, (int)most);
}

/* Are the entities that the snapshot updates known? */
static bool
entities_are_known(const struct netmessage_at *at, bool delta)
{
	struct netmessage_world *w = &at->n->world;

	if (!delta)
		w->tainted = false;
	if (w->tainted && !w->told) {
		w->told = true;
		netmessages_report(at->n, RULE_dem_entities_unchecked,
				   at->m->bit, at->m->end - at->m->bit,
				   "svc_packetentities", NULL,
				   "an update of unknown entities");
	}
	return w->entities.tables && !w->tainted;
}

/* Reads a snapshot.  False: the snapshot could not be read, and an error was reported. */
static bool
read_snapshot(const struct netmessage_at *at, bool delta, struct bit_reader *b,
	      struct entities_count *count)
{
	const struct netmessage *m = at->m;
	const enum entities_error error = entities_snapshot(
		&at->n->world.entities, b,
		(uint32_t)netmessage_get(m,
					 NETMESSAGE_svc_packetentities_updated),
		delta,
		(uint32_t)netmessage_get(
			m, NETMESSAGE_svc_packetentities_max_entries),
		count);

	if (error == ENTITIES_READ)
		return true;
	netmessages_report_entities(at->n, error, "svc_packetentities", b);
	at->n->world.tainted |= !at->n->result.failed;
	return false;
}

void
netmessages_check_snapshot(const struct netmessage_at *at)
{
	struct netmessage_world *w = &at->n->world;
	struct bit_reader b = at->m->body;
	struct entities_count count = { 0 };
	const bool delta = netmessage_get(
		at->m, NETMESSAGE_svc_packetentities_is_delta);

	check_base(at, delta);
	check_room(at);
	w->any = true;
	if (!at->n->result.failed && entities_are_known(at, delta) &&
	    read_snapshot(at, delta, &b, &count)) {
		report_odd(at, &count);
		netmessages_check_body(at, &b, NULL);
		if (!at->n->result.failed) {
			entities_commit(&w->entities);
			w->read = true;
		}
	}
	if (at->n->result.failed)
		return;
	w->lost &= delta;
	if (w->clocked)
		AT(w->ticks, w->n_ticks++ % NETMESSAGE_RECENT_TICKS) = w->tick;
}

/* ------------------------------------------------------ temporary entities */

void
netmessages_check_temporary(const struct netmessage_at *at)
{
	const struct netmessage *m = at->m;
	struct entities *e = &at->n->world.entities;
	struct bit_reader b = m->body;
	struct entities_count count = { 0 };
	enum entities_error error;

	if (!e->tables)
		return;
	error = entities_temporary(
		e, &b,
		(uint32_t)netmessage_get(m, NETMESSAGE_svc_tempentities_count),
		&count);
	if (error != ENTITIES_READ) {
		netmessages_report_entities(at->n, error, "svc_tempentities",
					    &b);
		return;
	}
	report_odd(at, &count);
	netmessages_check_body(at, &b, NULL);
}
