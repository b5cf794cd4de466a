/* SPDX-License-Identifier: MIT */
/* game.c - entities of two classes for tests */
#include "game.h"

#include <criterion/criterion.h>

static struct dfk_allocator allocator;

static struct game game;

static void
write_prop(struct dem_writer_bits *b, const struct property *p)
{
	dem_bits(b, p->type, 5);
	dem_bits_text(b, "m_value");
	dem_bits(b, p->flags, 16);
	if (p->type == SENDTABLE_ARRAY) {
		dem_bits(b, p->elements, 10);
		return;
	}
	dem_bits(b, 0, 32);
	dem_bits(b, 0, 32);
	dem_bits(b, p->bits, 7);
}

static void
write_tables(struct dem_writer_bits *b, const struct property *p)
{
	const struct property element = { SENDTABLE_INT,
					  SENDTABLE_INSIDE_ARRAY | p->flags, 8,
					  0 };
	const bool array = p->type == SENDTABLE_ARRAY;

	dem_bits(b, 3, 2);
	dem_bits_text(b, "DT_One");
	dem_bits(b, array ? 2 : 1, 10);
	if (array)
		write_prop(b, &element);
	write_prop(b, p);
	dem_bits(b, 0, 1);
	dem_bits(b, 2, 16);
	for (unsigned i = 0; i < 2; i++) {
		dem_bits(b, i, 16);
		dem_bits_text(b, i ? "CTwo" : "COne");
		dem_bits_text(b, "DT_One");
	}
}

struct game *
game_begin(const struct property *p)
{
	const struct sendtable_layout layout = { true, 7 };
	struct game *g = &game;
	struct dem_writer_bits b = { .w = &g->tables_bytes, .width = 6 };

	memory_pick(&allocator);
	*g = (struct game){ .limits = limits_default(),
			    .budget = { .allocator = &allocator,
					.most = 1 << 20 } };
	report_open(&g->report);
	g->bits = (struct dem_writer_bits){ .w = &g->bytes, .width = 6 };
	sendtables_open(&g->tables, &g->report, &g->limits, &g->budget);
	write_tables(&b, p);
	cr_assert_eq(sendtables_read(&g->tables,
				     (struct span){ g->tables_bytes.bytes,
						    g->tables_bytes.size },
				     &layout),
		     SENDTABLE_READ);
	g->entities.tables = &g->tables;
	g->entities.varint = true;
	return g;
}

void
game_end(struct game *g)
{
	sendtables_free(&g->tables);
	cr_expect_eq(g->budget.used, 0);
	buffer_free(&g->tables_bytes);
	buffer_free(&g->bytes);
}

struct bit_reader
game_said(const struct game *g)
{
	struct bit_reader b = bits_of(
		(struct span){ g->bytes.bytes, g->bytes.size });

	b.end = g->bits.n;
	return b;
}

void
game_say(struct game *g, uint32_t value, unsigned bits)
{
	dem_bits(&g->bits, value, bits);
}
