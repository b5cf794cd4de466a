/* SPDX-License-Identifier: MIT */
/*
 * sounds.c - reads the body of svc_sounds (DEM-13.2)
 *
 * A bit before each field of a sound shows whether the field follows.  A missing field
 * has the value of the sound before.  A sound that stops another sound has fewer fields.
 */
#include "validator/netmessage/check.h"

enum { FLAG_STOP = 4 };

/* The state of reading sounds. */
struct sounds {
	struct ahead ahead; /* words of the packet */
	uint64_t pos; /* first bit of the next sound; the caller compares
	                 this bit with the end of the body */
	unsigned number_bits, flags_bits;
	bool effect;
	uint32_t flags; /* flags of the last sound */
};

/* The number of a sound, and the place of the number.  The number of a sentence does not
   count. */
struct sound_number {
	bool there;
	uint64_t bit;
	uint32_t number;
};

static inline struct sounds
sounds_of(const struct netmessages *n, const struct ahead *ahead, uint64_t pos)
{
	const struct netmessage_layout *l = &n->layout;

	return (struct sounds){
		.ahead = *ahead,
		.pos = pos,
		.number_bits = AT(l->widths, WIDTH_SOUND - WIDTH_FIXED),
		.flags_bits = l->sound_flags_bits,
		.effect = l->sound_effect,
	};
}

static inline void
pass_optional_bits(struct bits_group *g, unsigned bits)
{
	if (bits_group_u(g, 1))
		bits_group_u(g, bits);
}

/* Skips the entity that makes the sound.  Small numbers have fewer bits. */
static inline void
pass_entity(struct bits_group *g)
{
	enum { SHORT_BITS = 5, LONG_BITS = 11 };

	if (bits_group_u(g, 1))
		bits_group_u(g, bits_group_u(g, 1) ? SHORT_BITS : LONG_BITS);
}

/* Skips the sequence number: the same number, the next number, or another number. */
static inline void
pass_sequence(struct bits_group *g)
{
	enum { BITS = 10 };
	const bool same = bits_group_u(g, 1);

	if (same)
		return;
	if (!bits_group_u(g, 1)) /* neither the same number nor the next
	                            number */
		bits_group_u(g, BITS);
}

/* Skips the first part of a sound, which has at most 46 bits. */
static inline struct sound_number
pass_first(struct sounds *s)
{
	struct bits_group g = bits_group_at(&s->ahead, s->pos);
	struct sound_number result = { .number = 0 };

	pass_entity(&g);
	result.there = bits_group_u(&g, 1);
	result.bit = s->pos + g.used;
	if (result.there)
		result.number = bits_group_u(&g, s->number_bits);
	if (bits_group_u(&g, 1))
		s->flags = bits_group_u(&g, s->flags_bits);
	pass_optional_bits(&g, 3); /* channel */
	bits_group_u(&g, 1);     /* ambient */
	if (bits_group_u(&g, 1)) /* the number is the number of a sentence */
		result.there = false;
	s->pos += g.used;
	return result;
}

/* Skips the rest of a sound: three parts of at most 49, 53 and 13 bits. */
static inline void
pass_rest(struct sounds *s)
{
	struct bits_group g = bits_group_at(&s->ahead, s->pos);

	if (s->flags == FLAG_STOP)
		return;
	pass_sequence(&g);
	pass_optional_bits(&g, 7); /* volume */
	pass_optional_bits(&g, 9); /* level */
	pass_optional_bits(&g, 8); /* pitch */
	if (s->effect)
		pass_optional_bits(&g, 8);
	s->pos += g.used;
	g = bits_group_at(&s->ahead, s->pos);
	pass_optional_bits(&g, 13); /* delay */
	for (unsigned i = 0; i < 3; i++)
		pass_optional_bits(&g, 12); /* origin */
	s->pos += g.used;
	g = bits_group_at(&s->ahead, s->pos);
	pass_optional_bits(&g, 12); /* entity of the speaker */
	s->pos += g.used;
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
	const struct ahead ahead = ahead_of(b.bytes);
	struct sounds s = sounds_of(at->n, &ahead, b.pos);

	if (n == 0)
		netmessages_report_field(at, RULE_dem_sound_count,
					 NETMESSAGE_svc_sounds_count, "0");
	for (int64_t i = 0; i < n && s.pos <= b.end; i++) {
		const struct sound_number found = pass_first(&s);

		if (found.there && s.pos <= b.end)
			netmessages_check_number(
				at, &(struct netmessage_number){
					    STRINGS_SOUNDS,
					    RULE_dem_sound_number, found.bit,
					    s.number_bits, "number",
					    found.number });
		pass_rest(&s);
	}
	b.pos = s.pos;
	b.fail = s.pos > b.end;
	netmessages_check_body(at, &b, NULL);
}

uint64_t
netmessages_pass_sounds(struct netmessages *n, const struct ahead *ahead,
			uint64_t pos, uint64_t end, uint32_t count)
{
	const uint64_t numbers = netmessages_numbers(n, STRINGS_SOUNDS);
	struct sounds s = sounds_of(n, ahead, pos);

	for (uint32_t i = 0; i < count && s.pos <= end; i++) {
		const struct sound_number found = pass_first(&s);

		if (found.there && found.number >= numbers)
			return 0;
		pass_rest(&s);
	}
	return s.pos;
}
