/* SPDX-License-Identifier: MIT */
/* another.c - whether another demo begins inside this demo (DEM-6) */
#include "validator/dem/dem.h"

/* Is the text of this field, which has been read, ended by a NUL and zeros? */
static bool
is_ended(struct span field)
{
	struct cursor c = cur_span(field, 0);
	bool found;

	cur_until_nul(&c, field.len, &found);
	/* The end of the bytes may cut the text. */
	return (!found && field.len < DEM_TEXT_BYTES) ||
	       (found && span_zeros(cur_rest(&c)) == cur_left(&c));
}

static bool
are_texts_ended(struct cursor *c)
{
	enum { TEXTS = 4 };

	for (unsigned i = 0; i < TEXTS; i++)
		if (!is_ended(cur_some(c, DEM_TEXT_BYTES)))
			return false;
	return true;
}

/* Do commands follow each other from the cursor on, up to the end of the bytes, or as far
   as random bytes would never lead? */
static bool
leads_on(const struct dem_layout *l, struct cursor at)
{
	enum { ENOUGH = 3 };

	for (unsigned n = 0; n < ENOUGH && cur_left(&at); n++) {
		const struct dem_command c = dem_read_command(l, &at, 0);

		if (c.error != DEM_ALL_THERE || c.id == DEM_STOP)
			return c.error == DEM_CUT || c.error == DEM_ALL_THERE;
		cur_bytes(&at, (size_t)(dem_command_end(&c) - c.off));
	}
	return true;
}

/* The layouts of protocol 4 are those behind the plain layout.  Nobody knows the layout of
   later protocols. */
static bool
are_commands(int32_t protocol, const struct cursor *c)
{
	enum { SLOTTED = 4 };

	if (protocol < SLOTTED)
		return leads_on(&AT(dem_layouts, DEM_PLAIN), *c);
	for (size_t i = DEM_FOUR_CAMERAS; i < DEM_LAYOUTS; i++)
		if (leads_on(&AT(dem_layouts, i), *c))
			return true;
	return protocol > SLOTTED;
}

bool
dem_begins_another(struct span bytes)
{
	struct cursor c = cur_span(bytes, 0);
	int32_t protocol;

	if (!dem_begins_whole(bytes))
		return false;
	cur_some(&c, DEM_MAGIC_BYTES);
	protocol = cur_le32(&c);
	c = cur_span(bytes, 0);
	cur_some(&c, DEM_AT_SERVER);
	if (!are_texts_ended(&c))
		return false;
	cur_some(&c, DEM_HEADER_BYTES - DEM_AT_TIME);
	return are_commands(protocol, &c);
}
