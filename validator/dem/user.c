/* SPDX-License-Identifier: MIT */
/*
 * user.c - the payload of dem_usercmd (DEM-14)
 *
 * A bit before each field says whether the field follows.  A missing field has the value
 * of a new command.
 */
#include "validator/core/bits.h"
#include "validator/dem/dem.h"

/* The fields of a user command that are checked. */
struct user {
	bool numbered; /* the field `number` is there */
	uint32_t number;
	bool odd; /* a float is NaN or infinite */
};

static void
pass_optional_field(struct bit_reader *b, unsigned bits)
{
	if (bits_u(b, 1))
		bits_pass(b, bits);
}

/* Passes the contacts of entities with the ground, in games made from Half-Life 2. */
static void
pass_contacts(struct bit_reader *b)
{
	enum { ENTITY_BITS = 11 };
	int32_t n;

	if (!bits_u(b, 1))
		return;
	n = bits_s(b, 16);
	b->fail |= n < 0;
	for (int32_t i = 0; i < n && !b->fail; i++) {
		bits_pass(b, ENTITY_BITS);
		netmessage_pass_coordinate(b);
		netmessage_pass_coordinate(b);
	}
}

static struct user
read_user_fields(struct bit_reader *b)
{
	enum { FLOATS = 6, WEAPON_BITS = 11, SUBTYPE_BITS = 6 };
	/* A new command has number 1. */
	struct user u = { .numbered = bits_u(b, 1), .number = 1 };

	if (u.numbered)
		u.number = bits_u(b, 32);
	pass_optional_field(b, 32); /* tick */
	for (unsigned i = 0; i < FLOATS; i++)
		if (bits_u(b, 1))
			u.odd |= !real_is_finite(bits_float(b));
	pass_optional_field(b, 32); /* buttons */
	pass_optional_field(b, 8);  /* impulse */
	if (bits_u(b, 1)) {
		bits_pass(b, WEAPON_BITS);
		pass_optional_field(b, SUBTYPE_BITS);
	}
	pass_optional_field(b, 16); /* movement of the mouse */
	pass_optional_field(b, 16);
	return u;
}

/* Games that are not made from Half-Life 2. */
static bool
has_no_contacts(const struct dem *d)
{
	static const char *const games[] = { "tf", "cstrike", "dod" };

	for (size_t i = 0; i < COUNT_OF(games); i++)
		if (strcmp(d->header.game, AT(games, i)) == 0)
			return true;
	return false;
}

static bool
is_exact(const struct bit_reader *b)
{
	return !b->fail && bits_left(b) < 8;
}

/* Reports a user command that ends inside a field, and drops it, because readers stop
   there.  Mods may have other fields: the command counts as damaged only if most commands
   before it were whole.  A dropped command is not counted, so that the repaired demo gets
   the same findings. */
static bool
report_user_overrun(struct dem *d, const struct dem_command *c, size_t size,
		    const struct mark *mark)
{
	enum { ENOUGH = 8 };
	const bool damaged = d->done.sync && d->contents.users >= ENOUGH;
	struct site site = { .off = size - 1,
			     .len = 1,
			     .at_most = damaged ? DFK_OFF : DFK_WARNING };

	if (damaged) {
		site.fix = fix_drop(c->off - d->report->part.off,
				    dem_command_end(c) - c->off,
				    *mark);
		site.fix.mark.off -= d->report->part.off;
		site.fix.loss.records = 1;
		site.fix.next_tick = site.fix.mark.tick;
	} else {
		d->contents.users--;
	}
	report(d->report, RULE_dem_user_overrun, &site,
	       "the end of the command");
	return report_mended(d->report);
}

static void
report_rest(struct dem *d, const struct bit_reader *b)
{
	report(d->report, RULE_dem_user_rest,
	       &(struct site){ .off = b->pos / 8, .len = 1, .bit = b->pos % 8 },
	       "%u bits after the last field" WANTED "fewer than 8 bits",
	       (unsigned)bits_left(b));
}

/* Does the payload end with the last field?  *u: the fields. */
static bool
ends_with_last_field(const struct dem *d, struct span payload, struct user *u)
{
	struct bit_reader b = bits_of(payload), contacts;

	*u = read_user_fields(&b);
	contacts = b;
	pass_contacts(&contacts);
	return is_exact(&b) || (is_exact(&contacts) && !has_no_contacts(d));
}

bool
dem_user_is_whole(const struct dem *d, struct span payload)
{
	struct user u;

	return ends_with_last_field(d, payload, &u);
}

bool
dem_user_is_plain(struct dem *d, int32_t sequence, struct span payload)
{
	struct user u;
	const bool plain = ends_with_last_field(d, payload, &u) && !u.odd &&
			   (int32_t)u.number == sequence;

	d->contents.users += plain;
	return plain;
}

bool
dem_check_user(struct dem *d, const struct dem_command *c, struct span payload,
	       const struct mark *mark)
{
	const struct site site = { .len = payload.len };
	struct bit_reader b = bits_of(payload), contacts;
	struct user u;

	u = read_user_fields(&b);
	contacts = b;
	pass_contacts(&contacts);
	/* A mod does not tell which game it is made from. */
	if (!has_no_contacts(d) && (is_exact(&contacts) || !is_exact(&b)))
		b = contacts;
	if (b.fail)
		return report_user_overrun(d, c, payload.len, mark);
	d->contents.users++;
	if (!is_exact(&b))
		report_rest(d, &b);
	if (u.odd)
		report(d->report, RULE_dem_user_value, &site,
		       "a view or move that is NaN or infinite");
	if ((int32_t)u.number != c->sequence)
		report(d->report, RULE_dem_user_number,
		       &(struct site){ .len = u.numbered ? 5 : 1,
				       .bit = u.numbered,
				       .field = "number" },
		       "%u" WANTED "%d, the number in the command header",
		       u.number, c->sequence);
	return false;
}
