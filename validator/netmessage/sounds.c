/* SPDX-License-Identifier: MIT */
/*
 * sounds.c - the body of svc_sounds (DEM-13.2)
 *
 * Of each sound those fields follow that are not as in the one before it, with a
 * bit before each that says whether it does.  What stops a sound has fewer.
 */
#include "validator/netmessage/check.h"

enum { FLAG_STOP = 4 };

static inline void
pass_if(struct bits_group *g, unsigned bits)
{
	if (bits_group_u(g, 1))
		bits_group_u(g, bits);
}

/* Which entity makes it; small numbers are shorter. */
static inline void
pass_entity(struct bits_group *g)
{
	enum { SHORT_BITS = 5, LONG_BITS = 11 };

	if (bits_group_u(g, 1))
		bits_group_u(g, bits_group_u(g, 1) ? SHORT_BITS : LONG_BITS);
}

/* The same number as before, one more, or another one. */
static inline void
pass_sequence(struct bits_group *g)
{
	enum { BITS = 10 };
	const bool same = bits_group_u(g, 1);

	if (same)
		return;
	if (!bits_group_u(g, 1)) /* not one more */
		bits_group_u(g, BITS);
}

/* Of at most 48 bits, 53 and 13. */
static void
pass_rest(struct bit_reader *b, const struct netmessage_layout *layout)
{
	struct bits_group g = bits_group(b);

	pass_sequence(&g);
	pass_if(&g, 7); /* volume */
	pass_if(&g, 9); /* level */
	pass_if(&g, 8); /* pitch */
	if (layout->sound_effect)
		pass_if(&g, 8);
	bits_pass_group(b, &g);
	g = bits_group(b);
	pass_if(&g, 13); /* delay */
	for (unsigned i = 0; i < 3; i++)
		pass_if(&g, 12); /* origin */
	bits_pass_group(b, &g);
	g = bits_group(b);
	pass_if(&g, 12); /* entity of the speaker */
	bits_pass_group(b, &g);
}

/* The number of a sentence is that of no sound.  Its first part has at most 46 bits. */
static uint32_t
read_sound(const struct netmessage_at *at, struct bit_reader *b, uint32_t flags)
{
	const struct netmessage_layout *layout = &at->n->layout;
	const unsigned bits = AT(layout->widths, WIDTH_SOUND - WIDTH_FIXED);
	struct bits_group g = bits_group(b);
	uint64_t bit;
	uint32_t number = 0;
	bool given, sentence;

	pass_entity(&g);
	given = bits_group_u(&g, 1);
	bit = b->pos + g.used;
	if (given)
		number = bits_group_u(&g, bits);
	if (bits_group_u(&g, 1))
		flags = bits_group_u(&g, layout->sound_flags_bits);
	pass_if(&g, 3);      /* channel */
	bits_group_u(&g, 1); /* ambient */
	sentence = bits_group_u(&g, 1);
	bits_pass_group(b, &g);
	if (!sentence && given && !b->fail)
		netmessages_check_number(
			at, STRINGS_SOUNDS,
			&(struct netmessage_number){ RULE_dem_sound_number, bit,
						     bits, "number", number });
	if (flags != FLAG_STOP)
		pass_rest(b, layout);
	return flags;
}

void
netmessages_check_sounds(const struct netmessage_at *at)
{
	const struct netmessage *m = at->m;
	const bool reliable = netmessage_get(m, NETMESSAGE_svc_sounds_reliable);
	const int64_t n = reliable ? 1
				   : netmessage_get(
					     m, NETMESSAGE_svc_sounds_count);
	struct bit_reader b = m->body;
	uint32_t flags = 0;

	if (n == 0)
		netmessages_report_field(at, RULE_dem_sound_count,
					 NETMESSAGE_svc_sounds_count, "0");
	for (int64_t i = 0; i < n && !b.fail; i++)
		flags = read_sound(at, &b, flags);
	netmessages_check_body(at, &b, NULL);
}
