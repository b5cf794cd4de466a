/* SPDX-License-Identifier: MIT */
/* contents.c - checks the payloads of a demo without their commands */
#include "fuzz/contents.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/tool/recycle.h"

/* ---------------------------------------------------------------- memory -- */

static void *
get(void *ctx, size_t size)
{
	struct contents *c = ctx;

	if (++c->allocations == c->failing)
		return NULL;
	return recycle_allocator.alloc(NULL, size);
}

static void
put(void *ctx, void *at)
{
	(void)ctx;
	recycle_allocator.free(NULL, at);
}

bool
contents_ended(const struct contents *c)
{
	return c->budget.no_memory || c->budget.reached;
}

/* -------------------------------------------------------------- findings -- */

static uint64_t
mix(uint64_t sum, uint64_t value)
{
	return (sum ^ value) * UINT64_C(1099511628211);
}

static uint64_t
mix_text(uint64_t sum, const char *text)
{
	for (; *text; text++)
		sum = mix(sum, (uint8_t)*text);
	return mix(sum, 256);
}

/* Checks the place of a finding.  The finding is in the current piece, or in an earlier
   piece that was kept. */
static void
check_place(const struct contents *c, const struct dfk_finding *f)
{
	const struct payload_piece *at = &c->at;
	const uint64_t end = at->off + at->bytes.len;

	HOLDS(f->part_bit >= -1 && f->part_bit < 8);
	HOLDS(f->offset <= end && f->length <= end - f->offset);
	if (strcmp(f->part, "baseline") != 0)
		HOLDS(f->offset >= at->off);
	if (strcmp(f->part, "payload") == 0)
		HOLDS(f->offset == at->off + f->part_offset);
}

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	struct contents *c = ctx;
	uint64_t sum = UINT64_C(14695981039346656037);

	check_place(c, f);
	HOLDS(harness_is_printable(f->part_path));
	sum = mix(sum, (uint64_t)f->severity * 2 + f->mended);
	sum = mix(sum, f->offset);
	sum = mix(sum, f->length);
	sum = mix(sum, (uint64_t)f->part_bit);
	sum = mix_text(mix_text(sum, f->rule->id), f->part);
	sum = mix_text(mix_text(sum, f->part_path), f->field);
	sum = mix_text(mix_text(sum, f->found), f->expected);
	blob_add(&c->said, &sum, sizeof(sum));
}

/* ----------------------------------------------------------------- check -- */

struct contents *
contents_open(uint8_t head)
{
	const struct netmessage_demo demo = { .network = piece_network(head),
					      .map = "cp_test",
					      .game = "tf",
					      .most_packet = 96000 };
	struct contents *c = harness_memory(sizeof(*c));

	*c = (struct contents){ .head = head,
				.tables_status = SENDTABLE_WRONG,
				.limits = limits_default(),
				.allocator = { get, put, c } };
	c->limits.table_steps = CONTENTS_STEPS;
	c->budget = (struct budget){ .allocator = &c->allocator,
				     .most = CONTENTS_MEMORY };
	report_open(&c->report);
	c->report.emit = on_finding;
	c->report.ctx = c;
	sendtables_open(&c->tables, &c->report, &c->limits, &c->budget);
	netmessages_open(&c->messages, &c->report, &c->budget, &demo,
			 head & PIECE_NARROW);
	return c;
}

void
contents_close(struct contents *c)
{
	sendtables_free(&c->tables);
	netmessages_close(&c->messages);
	HOLDS(c->budget.used == 0);
	blob_free(&c->said);
	free(c);
}

static void
check_tables(struct contents *c, struct span bytes)
{
	const struct sendtable_layout layout = piece_tables_layout(c->head);

	if (c->tables_read)
		return;
	c->tables_read = true;
	c->tables_status = sendtables_read(&c->tables, bytes, &layout);
	if (c->tables_status == SENDTABLE_READ)
		netmessages_tables(&c->messages, &c->tables);
}

/* Skips plainly clean packets.  In a run of packets, the bytes of the next packet are in
   memory, too. */
static bool
is_passed(struct contents *c, struct span bytes)
{
	enum { MORE = 9 };
	uint8_t *room = harness_memory(bytes.len + MORE);
	bool plain;

	memcpy(room, bytes.ptr, bytes.len);
	memset(room + bytes.len, c->head, MORE);
	plain = netmessages_are_plain(&c->messages,
				      (struct span){ room, bytes.len + MORE },
				      bytes.len);
	free(room);
	return plain;
}

static void
check_payload(struct contents *c, enum piece_kind kind, struct span bytes)
{
	const struct netmessages_mend mend = {
		.possible = c->head & PIECE_MENDED,
		.mark = { .off = c->at.off },
		.size = c->at.off,
		.found = (uint32_t)bytes.len,
	};

	switch (kind) {
	case PIECE_TABLES: check_tables(c, bytes); break;
	case PIECE_STRINGS:
		if (!c->strings_read)
			netmessages_stored_strings(&c->messages, bytes,
						   &mend);
		c->strings_read = true;
		break;
	case PIECE_PACKET:
	case PIECE_KINDS:
		if (!c->passed || !is_passed(c, bytes))
			netmessages_packet(&c->messages, bytes, &mend);
		break;
	}
}

void
contents_check(struct contents *c, const struct payload_piece *piece)
{
	const struct blob copy = blob_copy(piece->bytes.ptr, piece->bytes.len);
	const struct part part = { .name = "payload",
				   .off = piece->off,
				   .len = piece->bytes.len,
				   .bits = true };
	struct part outer;

	c->at = *piece;
	if (piece->bytes.len && !contents_ended(c)) {
		outer = report_enter(&c->report, &part);
		check_payload(c, piece->kind,
			      (struct span){ copy.at, copy.size });
		report_leave(&c->report, &outer);
		if (piece->kind == PIECE_TABLES && !contents_ended(c))
			netmessages_check_baselines(&c->messages);
	}
	free(copy.at);
}
