/* SPDX-License-Identifier: MIT */
/* dem_messages.c - writes the bit streams inside the commands of a demo */
#include "corpus/builder/dem_messages.h"

static const char table_name[] = "downloadables";

enum {
	TABLE_ENTRIES = 4096, /* entries of the string table */
	LONGEST_PRINT = 2000,
};

void
dem_bits(struct dem_writer_bits *b, uint32_t value, unsigned n)
{
	for (unsigned i = 0; i < n; i++, b->n++) {
		if (b->n % 8 == 0)
			buffer_byte(b->w, 0);
		if (value >> i & 1 && !b->w->failed)
			b->w->bytes[b->w->size - 1] |=
				(unsigned char)(1 << b->n % 8);
	}
}

void
dem_bits_text(struct dem_writer_bits *b, const char *text)
{
	do
		dem_bits(b, (unsigned char)*text, 8);
	while (*text++);
}

static void
bits_number(struct dem_writer_bits *b, int32_t value)
{
	dem_bits(b, (uint32_t)value, 32);
}

/* -------------------------------------------------------------- messages */

/* Protocol 4 has a message more before net_tick, and svc_print behind the others. */
static void
bits_type(struct dem_writer_bits *b, unsigned type)
{
	enum { LATER_PRINT = 16 };

	if (b->demo >= 4)
		type = type == DEM_PRINT_MESSAGE ? LATER_PRINT : type + 1;
	dem_bits(b, type, b->width);
}

void
dem_bits_tick(struct dem_writer_bits *b, int32_t tick)
{
	bits_type(b, DEM_TICK_MESSAGE);
	bits_number(b, tick);
	/* The time that a frame of the server took, and the deviation of this time. */
	if (b->network > 7) {
		dem_bits(b, 1500, 16);
		dem_bits(b, 30, 16);
	}
}

void
dem_bits_state(struct dem_writer_bits *b, unsigned state)
{
	bits_type(b, DEM_STATE_MESSAGE);
	dem_bits(b, state, 8);
	bits_number(b, 1);
}

void
dem_bits_say(struct dem_writer_bits *b, unsigned type,
	     const struct buffer *text)
{
	bits_type(b, type);
	for (size_t i = 0; i < text->size; i++)
		dem_bits(b, text->bytes[i], 8);
	dem_bits(b, 0, 8);
}

void
dem_bits_server(struct dem_writer_bits *b, const struct dem_writer_server *s)
{
	const bool later = b->demo >= 4;

	dem_bits(b, 8, b->width);
	dem_bits(b, (uint32_t)s->protocol, 16);
	bits_number(b, 1); /* number of maps so far */
	dem_bits(b, s->stv, 1);
	dem_bits(b, 1, 1);  /* a dedicated server */
	bits_number(b, -1); /* the checksum of the client's library */
	if (later)
		bits_number(b, 9); /* the checksum of the string tables */
	dem_bits(b, 1, 16);        /* number of classes */
	for (unsigned i = 0; i < (b->network > 17 && !later ? 16u : 4u); i++)
		dem_bits(b, 0xa0 + i, 8); /* the checksum of the map */
	dem_bits(b, 0, 8);                /* the slot of the player */
	dem_bits(b, 24, 8);               /* the largest number of players */
	dem_bits(b, s->interval, 32);
	dem_bits(b, (uint32_t)s->platform, 8);
	dem_bits_text(b, s->game);
	dem_bits_text(b, s->map);
	dem_bits_text(b, "sky_day01_01");
	dem_bits_text(b, "Test server");
	if (b->network > 15 && !later)
		dem_bits(b, 0, 1); /* a replay */
}

void
dem_bits_create(struct dem_writer_bits *b)
{
	dem_bits(b, 12, b->width);
	dem_bits_text(b, table_name);
	dem_bits(b, TABLE_ENTRIES, 16);
	dem_bits(b, 0, 13);                       /* no entry */
	dem_bits(b, 0, b->network > 23 ? 8 : 20); /* the entries have no bits */
	dem_bits(b, 0, 1);
	if (b->network > 14)
		dem_bits(b, 0, 1);
}

void
dem_bits_classes(struct dem_writer_bits *b)
{
	dem_bits(b, 10, b->width);
	dem_bits(b, 1, 16);
	dem_bits(b, 1, 1); /* the client knows the classes */
}

/* ------------------------------------------------------------------- end */

void
dem_bits_end(struct dem_writer_bits *b)
{
	if (b->n % 8 && 8 - b->n % 8 >= b->width)
		dem_bits(b, 0, b->width);
}

bool
dem_bits_fill(struct dem_writer_bits *b, size_t bytes)
{
	if (b->n > 8 * bytes)
		return false;
	while (8 * bytes - b->n >= b->width + 16u) {
		size_t length = (8 * bytes - b->n - b->width) / 8 - 1;

		if (length > LONGEST_PRINT)
			length = LONGEST_PRINT;
		bits_type(b, DEM_PRINT_MESSAGE);
		while (length-- > 0)
			dem_bits(b, 'x', 8);
		dem_bits(b, 0, 8);
	}
	while (8 * bytes - b->n >= b->width)
		dem_bits(b, 0, b->width);
	while (b->n < 8 * bytes)
		dem_bits(b, 0, 1);
	return true;
}

/* -------------------------------------------------------- whole payloads */

static unsigned
prop_flags(const struct dem_writer_bits *b)
{
	if (b->demo == 2)
		return 11;
	return b->network <= 7 ? 13 : 16;
}

/* Writes one table with one unsigned int of 8 bits, and one class with this table. */
static void
bits_tables(struct dem_writer_bits *b, size_t longer)
{
	static const char table[] = "DT_Test";

	dem_bits(b, 1, 1);
	dem_bits(b, 1, 1); /* a decoder is necessary */
	dem_bits_text(b, table);
	dem_bits(b, 1, b->network <= 7 ? 9 : 10);
	dem_bits(b, 0, 5); /* an int */
	dem_bits_text(b, "m_iHealth");
	dem_bits(b, 1, prop_flags(b)); /* unsigned */
	dem_bits(b, 0, 32);
	dem_bits(b, 0, 32);
	dem_bits(b, 8, b->width == 5 ? 6 : 7);
	dem_bits(b, 0, 1);
	dem_bits(b, 1, 16);
	dem_bits(b, 0, 16);
	while (longer-- > 0)
		dem_bits(b, 'C', 8);
	dem_bits_text(b, "CTest");
	dem_bits_text(b, table);
}

void
dem_bits_tables(struct dem_writer_bits *b, size_t size)
{
	struct buffer scratch = { 0 };
	struct dem_writer_bits shortest = *b;

	shortest.w = &scratch;
	bits_tables(&shortest, 0);
	/* The name of the class is longer, to fill the missing bytes. */
	bits_tables(b, size > scratch.size ? size - scratch.size : 0);
	buffer_free(&scratch);
}

/* Writes one table, whose entries have no text, and data of zeros. */
void
dem_bits_strings(struct dem_writer_bits *b, size_t size)
{
	const size_t most = 60000;
	const size_t entries = size ? 1 + size / most : 0;
	const size_t bits = 8 + 8 * sizeof(table_name) + 16 + 1 + 25 * entries;
	size_t data = size > (bits + 7) / 8 ? size - (bits + 7) / 8 : 0;

	dem_bits(b, 1, 8);
	dem_bits_text(b, table_name);
	dem_bits(b, (uint32_t)entries, 16);
	for (size_t i = 0; i < entries; i++) {
		const size_t piece = data < most ? data : most;

		dem_bits_text(b, "");
		dem_bits(b, 1, 1);
		dem_bits(b, (uint32_t)piece, 16);
		for (size_t j = 0; j < piece; j++)
			dem_bits(b, 0, 8);
		data -= piece;
	}
	dem_bits(b, 0, 1); /* the client has no entries */
}

void
dem_bits_user(struct dem_writer_bits *b, int32_t number, int32_t tick)
{
	dem_bits(b, 1, 1);
	bits_number(b, number);
	dem_bits(b, 1, 1);
	bits_number(b, tick);
	/* Views, moves, buttons, impulse, weapon and mouse do not change. */
	dem_bits(b, 0, 11);
}
