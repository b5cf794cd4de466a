/* SPDX-License-Identifier: MIT */
/*
 * mend.c - the repair of an error in a packet or in dem_stringtables (DEM-8)
 *
 *   size  payload
 *   | 9 | message | message | damaged message ...... |
 *   | 5 | message | message | 0 |
 *
 * A repair ends the packet before the damaged message, and the demo goes on.  If the demo
 * cannot be read without the damaged message, the demo ends before the packet.
 *
 *   size  tables
 *   | 9 | 3 | table | table | damaged table ...... |
 *   | 6 | 2 | table | table | 0 |
 *
 * In the same way a repair ends dem_stringtables after the last whole table.  If there is
 * no whole table, a repair drops the command.
 */
#include "validator/netmessage/check.h"

/* May the error be a consequence of an earlier loss? */
static bool
depends(enum rule_id rule)
{
	return rule == RULE_dem_entity_unknown ||
	       rule == RULE_dem_snapshot_lost ||
	       rule == RULE_dem_strings_unknown ||
	       rule == RULE_dem_event_unknown;
}

void
netmessages_lose(struct netmessages *n)
{
	n->gaps.leapt = true;
	n->world.lost = true;
}

static bool
can_leap(const struct netmessages *n, enum rule_id rule)
{
	return AT(n->report->severity, rule) == DFK_ERROR &&
	       !n->payload.changes && !n->gaps.tainted && !n->world.tainted &&
	       !n->result.ends && !(n->gaps.leapt && depends(rule));
}

/* Ends the payload after its whole messages or tables. */
static void
shorten(const struct netmessages_payload *p, struct netmessages_fix *out)
{
	const struct netmessages_mend *mend = &p->mend;
	const size_t whole = (size_t)(p->whole / 8);
	const unsigned bits = p->whole % 8;
	const bool byte = bits > 0 || whole == 0;
	struct bit_reader b = bits_of(p->bytes);
	struct fix *fix = &out->fix;

	*fix = fix_drop(mend->size + sizeof(out->size) + whole,
			p->bytes.len - whole, mend->mark);
	fix->next_tick = mend->mark.tick;
	b.pos = 8 * (uint64_t)whole;
	out->last = (uint8_t)bits_u(&b, bits);
	if (byte)
		fix->ins = (struct span){ &out->last, 1 };
	put_le32(out->size, sizeof(out->size), 0,
		 (uint32_t)(whole + fix->ins.len));
}

/* Ends dem_stringtables after the last whole table.  If no byte follows that table, only
   the number of tables is wrong. */
static void
end_after_whole_tables(const struct netmessages_payload *p,
		       struct netmessages_fix *out)
{
	const struct netmessages_mend *mend = &p->mend;
	const uint64_t payload = mend->size + sizeof(out->size);
	struct fix *fix = &out->fix;

	out->tables = (uint8_t)p->n_whole;
	if (p->n_whole == 0) {
		*fix = fix_drop(mend->mark.off,
				payload + p->bytes.len - mend->mark.off,
				mend->mark);
		fix->loss.records = 1;
		fix->next_tick = mend->mark.tick;
	} else if ((p->whole + 7) / 8 == p->bytes.len) {
		*fix = fix_replace(payload, sizeof(out->tables),
				   (struct span){ &out->tables, 1 });
		fix->lossy = true;
		fix->mark = mend->mark;
	} else {
		shorten(p, out);
	}
}

void
netmessages_mend(const struct netmessages *n, enum rule_id rule,
		 struct netmessages_fix *out)
{
	out->fix = (struct fix){ .kind = FIX_NONE };
	if (!n->payload.mend.possible)
		return;
	if (n->payload.stored) {
		if (AT(n->report->severity, rule) == DFK_ERROR)
			end_after_whole_tables(&n->payload, out);
	} else if (can_leap(n, rule)) {
		shorten(&n->payload, out);
	} else {
		out->fix = fix_end(n->payload.mend.mark);
	}
}

static bool
is_size(const struct netmessages_fix *fix, uint32_t size)
{
	uint8_t bytes[sizeof(fix->size)];

	put_le32(bytes, sizeof(bytes), 0, size);
	return memcmp(bytes, fix->size, sizeof(bytes)) == 0;
}

/* Must the number of tables change?  The number stays if all tables are whole, and only
   extra bytes follow. */
static bool
is_other_number(const struct netmessages_payload *p,
		const struct netmessages_fix *fix)
{
	struct bit_reader b = bits_of(p->bytes);

	return bits_u(&b, 8) != fix->tables;
}

void
netmessages_mended(struct netmessages *n, const struct netmessages_fix *fix)
{
	struct fix size = fix_replace(
		n->payload.mend.size - n->report->part.off, sizeof(fix->size),
		(struct span){ fix->size, sizeof(fix->size) });
	const struct fix tables = fix_replace(
		0, sizeof(fix->tables), (struct span){ &fix->tables, 1 });

	n->result.mended = true;
	n->result.ends |= fix->fix.kind == FIX_END;
	if (fix->fix.kind != FIX_DROP ||
	    (n->payload.stored && n->payload.n_whole == 0))
		return;
	/* A wrong length may be the right length of the shortened payload. */
	if (is_size(fix, n->payload.mend.found))
		size.kind = FIX_KEEP;
	if (fix->fix.del != fix->fix.ins.len)
		report_also(n->report, &size);
	if (n->payload.stored && is_other_number(&n->payload, fix))
		report_also(n->report, &tables);
}
