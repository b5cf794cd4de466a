/* SPDX-License-Identifier: MIT */
/* command.c - one command of a demo (DEM-3) */
#include "validator/dem/command.h"

#include <stdio.h>

#include "validator/core/real.h"

enum { HORIZON = 1 << 20, WIDE_HORIZON = 1 << 22 };

/* Of protocol 4: the tick is followed by a slot, and dem_stop has `stop` bytes. */
#define SLOTTED(n, whole_stop, least_stop) \
	{ \
		.head = { \
			[DEM_SIGNON] = 18 + (n) * DEM_CAMERA_BYTES, \
			[DEM_PACKET] = 18 + (n) * DEM_CAMERA_BYTES, \
			[DEM_SYNC] = 6, \
			[DEM_CONSOLE] = 10, \
			[DEM_USER] = 14, \
			[DEM_TABLES] = 10, \
			[DEM_STOP] = (whole_stop), \
			[DEM_STRINGS] = 10, \
			[DEM_CUSTOM] = 14, \
		}, \
		.cameras = (n), .stop = (whole_stop), .stop_least = (least_stop), \
		.slotted = true, .horizon = WIDE_HORIZON, \
	}

/* String tables of protocol 4 have up to 1.6 MB, so a search looks over them. */
const struct dem_layout dem_layouts[DEM_LAYOUTS] = {
	[DEM_PLAIN] = {
		.head = {
			[DEM_SIGNON] = 17 + DEM_CAMERA_BYTES,
			[DEM_PACKET] = 17 + DEM_CAMERA_BYTES,
			[DEM_SYNC] = 5,
			[DEM_CONSOLE] = 9,
			[DEM_USER] = 13,
			[DEM_TABLES] = 9,
			[DEM_STOP] = 5,
			[DEM_STRINGS] = 9,
		},
		.cameras = 1, .stop = 5, .stop_least = DEM_STOP_LEAST,
		.horizon = HORIZON,
	},
	/* Left 4 Dead writes no slot of dem_stop. */
	[DEM_FOUR_CAMERAS] = SLOTTED(4, 5, 5),
	[DEM_TWO_CAMERAS] = SLOTTED(2, 6, 5),
	[DEM_ONE_CAMERA] = SLOTTED(1, 6, 5),
};

static const struct {
	const char *name;
	uint32_t most;
} kinds[DEM_IDS] = {
	[DEM_SIGNON] = { "dem_signon", DEM_MOST_PACKET },
	[DEM_PACKET] = { "dem_packet", DEM_MOST_PACKET },
	[DEM_SYNC] = { "dem_synctick", 0 },
	[DEM_CONSOLE] = { "dem_consolecmd", DEM_MOST_CONSOLE },
	[DEM_USER] = { "dem_usercmd", DEM_MOST_USER },
	[DEM_TABLES] = { "dem_datatables", DEM_MOST_TABLES },
	[DEM_STOP] = { "dem_stop", 0 },
	[DEM_STRINGS] = { "dem_stringtables", DEM_MOST_STRINGS },
	[DEM_CUSTOM] = { "dem_customdata", DEM_MOST_CUSTOM },
};

uint32_t
dem_most_bytes(unsigned id)
{
	return id < DEM_IDS ? AT(kinds, id).most : 0;
}

const char *
dem_name(const struct dem_layout *l, unsigned id, char *room, size_t size)
{
	if (dem_head_bytes(l, id))
		return AT(kinds, id).name;
	snprintf(room, size, "command %u", id);
	return room;
}

uint64_t
dem_command_end(const struct dem_command *c)
{
	return c->off + c->head + c->size;
}

/* Reads all of the tick, and the slot.  A dem_customdata may follow in the place of the
   slot. */
static void
read_slotted_stop(const struct dem_layout *l, struct dem_command *c,
		  struct cursor *at)
{
	enum { MOST_SLOT = 1 };

	c->tick = cur_le32(at);
	c->headed = cur_ok(at);
	if (!c->headed) {
		c->error = DEM_CUT;
		return;
	}
	c->head = l->stop_least;
	if (l->stop == l->stop_least || cur_left(at) == 0)
		return;
	c->slot = cur_u8(at);
	if (c->slot <= MOST_SLOT)
		c->head = l->stop;
	else
		c->slot = 0;
}

/* Reads the low three or all four bytes of the tick.  Bit 23 is the sign of three
   bytes.  The header of another demo may follow in the place of the fourth byte. */
static void
read_stop(struct dem_command *c, struct cursor *at)
{
	enum { SIGN = 0x800000 };
	uint32_t tick = cur_u8(at);

	tick |= (uint32_t)cur_u8(at) << 8;
	tick |= (uint32_t)cur_u8(at) << 16;
	if (!cur_ok(at)) {
		c->error = DEM_CUT;
		return;
	}
	c->head = DEM_STOP_LEAST;
	c->headed = true;
	c->tick = (int32_t)(tick ^ SIGN) - SIGN;
	if (cur_left(at) == 0 || dem_begins(cur_rest(at)))
		return;
	c->head = DEM_STOP_LEAST + 1;
	c->tick = (int32_t)(tick | (uint32_t)cur_u8(at) << 24);
}

static void
judge_camera(struct dem_command *c, struct span camera)
{
	enum { ORIGIN = 3, VIEW = 9 }; /* values of a position; index of the second
					  position */
	uint32_t values[DEM_CAMERA_VALUES];
	uint32_t place, largest;

	le32_read(values, camera, COUNT_OF(values));
	/* Without the signs, the order of floats is the order of their bits.  NaN and
	   infinity are above all numbers. */
	largest = largest_without_sign(values, COUNT_OF(values));
	place = largest_without_sign(values, ORIGIN);
	c->near_world &= largest <= real_bits(40000);
	c->in_world &= largest <= real_bits(REAL_MOST);
	if (place > real_bits(16384) ||
	    largest_without_sign(&AT(values, VIEW), ORIGIN) > real_bits(16384))
		c->in_world = false;
}

/* Reads the flags, and twice a position and two angles.  In damaged bytes each offset may
   begin a camera, so the common case must be fast. */
static void
read_camera(struct dem_command *c, struct cursor *at)
{
	struct span camera;

	c->flags |= cur_le32(at);
	camera = cur_bytes(at, 4 * (size_t)DEM_CAMERA_VALUES);
	/* Nearly no camera has a value above 16384, although some values may be
	   larger. */
	if (span_any_above(camera, real_bits(16384)))
		judge_camera(c, camera);
}

static void
read_command_head(const struct dem_layout *l, struct dem_command *c,
		  struct cursor *at)
{
	const bool packet = c->id == DEM_SIGNON || c->id == DEM_PACKET;

	c->tick = cur_le32(at);
	if (l->slotted)
		c->slot = cur_u8(at);
	if (packet) {
		read_camera(c, at);
		for (unsigned i = 1; i < l->cameras; i++)
			read_camera(c, at);
		c->sequence = cur_le32(at);
		c->sequence_out = cur_le32(at);
	} else if (c->id == DEM_USER || c->id == DEM_CUSTOM) {
		c->sequence = cur_le32(at);
	}
	if (c->id != DEM_SYNC)
		c->length = cur_le32(at);
}

bool
dem_begins(struct span bytes)
{
	return span_starts(bytes, "HL2DEMO", DEM_MAGIC_BYTES);
}

bool
dem_begins_whole(struct span bytes)
{
	enum { MOST_PROTOCOL = 16, MOST_NETWORK = 0xffff };
	struct cursor c = cur_span(bytes, 0);
	int32_t protocol, network;

	if (!dem_begins(bytes))
		return false;
	cur_bytes(&c, DEM_MAGIC_BYTES);
	protocol = cur_le32(&c);
	network = cur_le32(&c);
	/* If the file ends here, the protocols cannot disprove the stamp. */
	if (!cur_ok(&c))
		return true;
	if ((uint32_t)protocol - 1 >= MOST_PROTOCOL)
		return false;
	return (uint32_t)network - 1 < MOST_NETWORK;
}

static bool
is_bad_length(unsigned id, int32_t length)
{
	return length < 0 || (uint32_t)length > dem_most_bytes(id);
}

bool
dem_length_is_bad(const struct dem_layout *l, const struct cursor *in,
		  unsigned id)
{
	struct cursor at = *in;
	const uint8_t found = cur_u8(&at);
	int32_t length;

	if (!id)
		id = dem_id_byte(l, found);
	if (!dem_most_bytes(id) || !dem_head_bytes(l, id))
		return false; /* the command has no length */
	cur_bytes(&at, dem_head_bytes(l, id) - 1 - sizeof(length));
	length = cur_le32(&at);
	return cur_ok(&at) && is_bad_length(id, length);
}

struct dem_command
dem_read_command(const struct dem_layout *l, const struct cursor *in,
		 unsigned id)
{
	struct cursor at = *in;
	struct dem_command c = { .off = cur_tell(in),
				 .in_world = true,
				 .near_world = true };

	c.id = dem_id_byte(l, cur_u8(&at));
	if (id)
		c.id = (uint8_t)id;
	c.head = cur_ok(&at) ? dem_head_bytes(l, c.id) : 1;
	if (c.head == 0) {
		c.error = DEM_BAD_ID;
		return c;
	}
	if (c.id == DEM_STOP) {
		if (l->slotted)
			read_slotted_stop(l, &c, &at);
		else
			read_stop(&c, &at);
		c.need = at.need;
		return c;
	}
	read_command_head(l, &c, &at);
	c.headed = cur_ok(&at);
	if (!c.headed) {
		c.error = DEM_CUT;
		c.need = at.need;
		return c;
	}
	if (is_bad_length(c.id, c.length)) {
		c.error = DEM_BAD_SIZE;
		return c;
	}
	c.size = (uint32_t)c.length;
	if (cur_left(&at) < c.size) {
		c.error = DEM_CUT;
		c.need = c.size - cur_left(&at);
	}
	return c;
}

uint64_t
dem_custom_end(const struct dem_layout *l, const struct cursor *in,
	       uint64_t off)
{
	struct cursor at = *in;

	cur_bytes(&at, (size_t)(off - cur_tell(&at)));
	while (cur_left(&at)) {
		const struct dem_command c = dem_read_command(l, &at, 0);

		if (c.id != DEM_CUSTOM || c.error != DEM_ALL_THERE)
			break;
		cur_bytes(&at, (size_t)(dem_command_end(&c) - c.off));
	}
	return cur_tell(&at);
}

uint64_t
dem_payload_at(const struct dem_command *c, uint64_t at)
{
	return c->off + c->head + at +
	       (c->repeats && at >= c->repeated.at ? c->repeated.len : 0);
}

void
dem_mend_size(struct dem_command *c, uint32_t size)
{
	c->size = size;
	c->mended.size = true;
}

/* The loss of a byte changes the number of bytes by little, and often in one bit. */
enum { FEW = 16 };

static bool
is_flipped(const struct dem_command *c)
{
	const int64_t more = (int64_t)c->size - c->length;

	return dem_is_one_bit(c->size ^ (uint32_t)c->length) &&
	       (more >= FEW || more <= -FEW);
}

/* Is the number of bytes nearly the length, but not the length?  Also if a byte of the
   length was lost or added, and its first three bytes are left. */
static bool
is_nearly(const struct dem_command *c)
{
	enum { LOW = 0xffffff };
	const int64_t more = (int64_t)c->size - (c->length & LOW);

	return more != 0 && more < FEW && more > -FEW;
}

bool
dem_payload_is_doubtful(const struct dem_command *c)
{
	const bool numbered = c->id == DEM_PACKET || c->id == DEM_USER;

	if (!numbered && c->id != DEM_CUSTOM && c->id != DEM_STRINGS)
		return false;
	if (is_nearly(c))
		return true;
	if (is_bad_length(c->id, c->length) || is_flipped(c) ||
	    c->id == DEM_STRINGS)
		return false;
	return !numbered || c->size < (uint32_t)c->length;
}

bool
dem_length_is_sure(const struct dem_command *c, bool whole)
{
	enum { BLOCK = 512 };
	const int64_t more = (int64_t)c->size - c->length;

	/* Fitting fields of a user command prove nothing: 98 of 378 commands that lacked
	   16 bytes were whole by their fields. */
	whole &= c->id != DEM_USER;
	if (is_bad_length(c->id, c->length))
		return whole || dem_is_one_bit(c->size ^ (uint32_t)c->length);
	return whole && is_flipped(c) && (more > 0 || more % BLOCK != 0);
}

struct span
dem_payload(const struct cursor *in, const struct dem_command *c)
{
	struct cursor at = *in;

	cur_bytes(&at, (size_t)(c->off - cur_tell(in)));
	cur_bytes(&at, c->head);
	return cur_bytes(&at, c->size);
}

/* Is one of the eight bytes below a space? */
static bool
has_control(uint64_t eight)
{
	const uint64_t each = UINT64_MAX / 0xff;

	return ((eight - each * ' ') & ~eight & each * 0x80) != 0;
}

bool
dem_is_text(struct span payload)
{
	struct cursor c = cur_span(payload, 0);

	if (payload.len < 2)
		return false;
	while (cur_left(&c) > 1) {
		uint8_t byte;

		if (cur_left(&c) > 8 && !has_control(cur_ahead(&c))) {
			cur_bytes(&c, 8);
			continue;
		}
		byte = cur_u8(&c);
		if (byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r')
			return false;
	}
	return cur_u8(&c) == '\0';
}

bool
dem_agrees_with_text(const struct cursor *in, const struct dem_command *c)
{
	switch (c->id) {
	case DEM_CONSOLE: return dem_is_text(dem_payload(in, c));
	case DEM_TABLES:
	case DEM_STRINGS:
		return c->size > DEM_MOST_CONSOLE ||
		       !dem_is_text(dem_payload(in, c));
	default: return true;
	}
}
