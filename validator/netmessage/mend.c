/* SPDX-License-Identifier: MIT */
/*
 * mend.c - what an error in a packet is answered with (DEM-8)
 *
 *   size  payload
 *   | 9 | message | message | damaged message ...... |
 *   | 5 | message | message | 0 |
 *
 * The packet ends after the last message before the damaged one, and the demo goes on.
 * Where that could not be read, the demo ends before the packet.
 */
#include "validator/netmessage/check.h"

/* May it be wrong because of what is lost, and not here? */
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
	n->leapt = true;
	n->world.lost = true;
}

static bool
can_leap(const struct netmessages *n, enum rule_id rule)
{
	return AT(n->report->severity, rule) == DFK_ERROR && !n->changes &&
	       !n->tainted && !n->world.tainted && !n->ends &&
	       !(n->leapt && depends(rule));
}

void
netmessages_mend(const struct netmessages *n, enum rule_id rule,
		 struct netmessages_fix *out)
{
	const struct netmessages_mend *mend = &n->mend;
	const size_t whole = (size_t)(n->whole / 8);
	const unsigned bits = n->whole % 8;
	const bool byte = bits > 0 || whole == 0;
	struct bit_reader b = bits_of(n->payload);
	struct fix *fix = &out->fix;

	*fix = (struct fix){ .kind = FIX_NONE };
	if (!mend->possible)
		return;
	*fix = fix_end(mend->mark);
	if (!can_leap(n, rule))
		return;
	fix->kind = FIX_DROP;
	fix->off = mend->size + sizeof(out->size) + whole;
	fix->del = n->payload.len - whole;
	fix->next_tick = mend->mark.tick;
	b.pos = 8 * (uint64_t)whole;
	out->last = (uint8_t)bits_u(&b, bits);
	if (byte)
		fix->ins = (struct span){ &out->last, 1 };
	put_le32(out->size, sizeof(out->size), 0,
		 (uint32_t)(whole + fix->ins.len));
}

static bool
is_size(const struct netmessages_fix *fix, uint32_t size)
{
	uint8_t bytes[sizeof(fix->size)];

	put_le32(bytes, sizeof(bytes), 0, size);
	return memcmp(bytes, fix->size, sizeof(bytes)) == 0;
}

void
netmessages_mended(struct netmessages *n, const struct netmessages_fix *fix)
{
	struct fix size = fix_replace(
		n->mend.size - n->report->part.off, sizeof(fix->size),
		(struct span){ fix->size, sizeof(fix->size) });

	n->mended = true;
	n->ends |= fix->fix.kind != FIX_DROP;
	if (fix->fix.kind != FIX_DROP || fix->fix.del == fix->fix.ins.len)
		return;
	/* A size that was wrong may be right for what is left. */
	if (is_size(fix, n->mend.found))
		size.kind = FIX_KEEP;
	report_also(n->report, &size);
}
