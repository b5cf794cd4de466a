/* SPDX-License-Identifier: MIT */
/*
 * sounds.c - the body of svc_sounds (DEM-13.2)
 *
 * Of each sound those fields follow that are not as in the one before it, with a
 * bit before each that says whether it does.  What stops a sound has fewer.
 */
#include "validator/netmessage/check.h"

enum { FLAG_STOP = 4 };

__attribute__((always_inline)) static inline void
pass_if(struct bit_reader *b, unsigned bits)
{
	if (bits_u(b, 1))
		bits_pass(b, bits);
}

/* Which entity makes it; small numbers are shorter. */
static void
pass_entity(struct bit_reader *b)
{
	enum { SHORT_BITS = 5, LONG_BITS = 11 };

	if (bits_u(b, 1))
		bits_pass(b, bits_u(b, 1) ? SHORT_BITS : LONG_BITS);
}

/* The same number as before, one more, or another one. */
static void
pass_sequence(struct bit_reader *b)
{
	enum { BITS = 10 };
	const bool same = bits_u(b, 1);

	if (same)
		return;
	if (!bits_u(b, 1)) /* not one more */
		bits_pass(b, BITS);
}

static void
pass_rest(struct bit_reader *b, const struct netmessage_layout *layout)
{
	pass_sequence(b);
	pass_if(b, 7); /* volume */
	pass_if(b, 9); /* level */
	pass_if(b, 8); /* pitch */
	if (layout->sound_effect)
		pass_if(b, 8);
	pass_if(b, 13); /* delay */
	for (unsigned i = 0; i < 3; i++)
		pass_if(b, 12); /* origin */
	pass_if(b, 12);         /* entity of the speaker */
}

/* The number of a sentence is that of no sound. */
static uint32_t
read_sound(const struct netmessage_at *at, struct bit_reader *b, uint32_t flags)
{
	const struct netmessage_layout *layout = &at->n->layout;
	const unsigned bits = AT(layout->widths, WIDTH_SOUND - WIDTH_FIXED);
	uint64_t bit;
	uint32_t number = 0;
	bool given;

	pass_entity(b);
	given = bits_u(b, 1);
	bit = b->pos;
	if (given)
		number = bits_u(b, bits);
	if (bits_u(b, 1))
		flags = bits_u(b, layout->sound_flags_bits);
	pass_if(b, 3);   /* channel */
	bits_pass(b, 1); /* ambient */
	if (!bits_u(b, 1) && given && !b->fail)
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
