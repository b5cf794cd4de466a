/* SPDX-License-Identifier: MIT */
/*
 * fuzz_netmessage.c - payloads of a demo without their commands (pieces.h)
 *
 *   inside   what is found is in the payload; no byte after it is read, and no
 *            memory is left
 *   again    the same payloads elsewhere give the same findings, if each message
 *            is read, or packets are passed as in runs of them
 *   shown    all messages that are checked are shown, up to where a finding
 *            says that the rest cannot be read
 *   alone    each message in a packet of its own gives the same findings, but
 *            for their places; and so do all packets as one, as long as
 *            nothing is wrong
 *   memory   if an allocation fails, or the budget ends, there are the first
 *            findings, and no others
 */
#include <stdlib.h>
#include <string.h>

#include "validator/core/poison.h"
#include "fuzz/contents.h"
#include "validator/core/format.h"

enum { NEVER = 0, MOST_PACKET = 1 << 20 };

/* The pieces of an input, one after the other. */
struct payload_input {
	uint8_t head;
	struct cursor pieces;
};

static struct payload_input
input_of(const struct blob *in)
{
	struct payload_input i = { .pieces = cur_init(in->at, in->size, 0) };

	i.head = cur_u8(&i.pieces);
	return i;
}

/* ------------------------------------------------------------------ shown -- */

static bool
has_hits(const struct contents *c, enum rule_id rule)
{
	return c->report.hits[rule] > 0;
}

static bool
is_unread(const struct contents *c)
{
	return has_hits(c, RULE_dem_message_type) ||
	       has_hits(c, RULE_dem_message_overrun) ||
	       has_hits(c, RULE_dem_message_number);
}

/* Checks that the bytes of texts can be read. */
static void
check_fields(const struct description *d)
{
	HOLDS(d->record.name && d->record.n_fields <= DESCRIPTION_FIELDS);
	HOLDS(d->n_held <= DESCRIPTION_HELD);
	for (size_t i = 0; i < d->record.n_fields; i++) {
		const struct dfk_field *f = &d->fields[i];

		HOLDS(f->name[0] && strlen(f->name) < DESCRIPTION_NAME);
		if (f->kind == DFK_FIELD_TEXT && f->bytes && f->size)
			free(blob_copy(f->bytes, f->size).at);
	}
}

/* The description of a packet. */
struct packet_shown {
	uint64_t rest; /* number of bits after the last message */
	uint32_t snapshots;
	bool broken; /* entities could not be described completely */
};

/* Did the description of entities stop because nothing follows? */
static bool
is_broken(struct netmessages_shown shown)
{
	return shown.entities && entities_next(&shown.walk) == ENTITIES_END &&
	       shown.walk.error != ENTITIES_READ;
}

static struct packet_shown
show(const struct netmessages *n, struct span payload)
{
	const struct blob copy = blob_copy(payload.ptr, payload.len);
	struct netmessages_shown shown = netmessages_show(
		(struct span){ copy.at, copy.size });
	struct packet_shown result = { .rest = 0 };
	static struct description d;
	bool more = true;

	memset(&d, 0, sizeof(d));
	while (more) {
		const struct netmessages_shown before = shown;

		more = netmessages_describe(n, &shown, &d);
		result.broken |= is_broken(before);
		HOLDS(shown.packet.pos >= before.packet.pos);
		if (more && shown.packet.pos > before.packet.pos) {
			HOLDS(d.fields[0].integer ==
			      (int64_t)before.packet.pos);
			result.snapshots += strcmp(d.record.name,
						   "svc_packetentities") == 0;
		}
		if (more)
			check_fields(&d);
		d.record.n_fields = d.n_held = 0;
	}
	result.rest = bits_left(&shown.packet);
	free(copy.at);
	return result;
}

/* Checks a packet.  The remaining bits decide whether there is such a finding. */
static void
check_packet(struct contents *c, const struct payload_piece *piece)
{
	const bool before = is_unread(c);
	struct packet_shown shown;

	contents_check(c, piece);
	if (piece->kind != PIECE_PACKET || contents_ended(c))
		return;
	shown = show(&c->messages, piece->bytes);
	if (!c->messages.result.failed) {
		HOLDS(shown.rest < c->messages.layout.type_bits);
		HOLDS(!shown.broken || shown.snapshots > 1);
	} else if (!before && is_unread(c)) {
		HOLDS(shown.rest >= c->messages.layout.type_bits);
	}
}

/* ------------------------------------------------------------------ again -- */

/* How plainly clean messages are handled. */
enum way { AS_THEY_COME, EACH_READ, PACKETS_PASSED };

/* Checks all pieces at another address, which is not the address of an allocation. */
static struct contents *
check_all(const struct blob *in, size_t shift, enum way way, uint64_t failing,
	  uint64_t most)
{
	uint8_t *room = harness_memory(in->size + 2 * shift + 1);

	memcpy(room + shift, in->at, in->size);
	ASAN_POISON_MEMORY_REGION(room, shift);
	ASAN_POISON_MEMORY_REGION(room + shift + in->size, shift);
	const struct blob moved = { room + shift, in->size, 0 };
	struct payload_input i = input_of(&moved);
	struct contents *c = contents_open(i.head);
	struct payload_piece piece;

	c->messages.careful = way == EACH_READ;
	c->passed = way == PACKETS_PASSED;
	c->failing = failing ? c->allocations + failing : NEVER;
	c->budget.most = most;
	while (piece_next(&i.pieces, &piece))
		check_packet(c, &piece);
	ASAN_UNPOISON_MEMORY_REGION(room, in->size + 2 * shift);
	free(room);
	return c;
}

static void
check_again(const struct blob *in, const struct contents *first, enum way way)
{
	struct contents *c = check_all(in, 19, way, NEVER, CONTENTS_MEMORY);

	HOLDS(blob_equal(&c->said, &first->said));
	HOLDS(memcmp(c->report.hits, first->report.hits,
		     sizeof(c->report.hits)) == 0);
	HOLDS(c->allocations == first->allocations);
	HOLDS(memcmp(&c->messages.world.ticks, &first->messages.world.ticks,
		     sizeof(c->messages.world.ticks)) == 0);
	contents_close(c);
}

/* ------------------------------------------------------------------ memory -- */

static void
check_memory(const struct blob *in, const struct contents *first, uint32_t seed)
{
	const uint64_t failing = 1 + seed % (first->allocations + 1);
	const bool budget = seed >> 16 & 1;
	struct contents *c = check_all(in, 0, AS_THEY_COME,
				       budget ? NEVER : failing,
				       budget ? seed >> 17 : CONTENTS_MEMORY);
	const size_t n = c->said.size;

	if (!budget)
		HOLDS(c->budget.no_memory == (failing <= first->allocations));
	if (!contents_ended(c))
		HOLDS(n == first->said.size);
	HOLDS(n <= first->said.size);
	HOLDS(n == 0 || memcmp(c->said.at, first->said.at, n) == 0);
	contents_close(c);
}

/* ------------------------------------------------------------------ alone -- */

/* Bits that begin at the start of a byte. */
struct bit_writer {
	uint8_t *at;
	uint64_t n, room;
};

static void
add_bits(struct bit_writer *w, struct bit_reader b)
{
	for (; bits_left(&b) && w->n < w->room; w->n++) {
		const uint32_t bit = bits_u(&b, 1);

		if (w->n % 8 == 0)
			w->at[w->n / 8] = 0;
		w->at[w->n / 8] |= (uint8_t)(bit << w->n % 8);
	}
	HOLDS(!bits_left(&b));
}

static void
check_bits(struct contents *c, const struct bit_writer *w)
{
	const struct payload_piece piece = {
		.kind = PIECE_PACKET,
		.bytes = { w->at, (size_t)(w->n + 7) / 8 },
	};

	contents_check(c, &piece);
}

/* Fills the last byte with messages without findings, because no padding may complete a
   message that cannot be read. */
static void
align(struct bit_writer *w, uint64_t bits, unsigned type_bits)
{
	static const uint8_t zeros[6] = { 0 };
	static const uint8_t pause[1] = { NETMESSAGE_svc_setpause };
	struct bit_reader nop = bits_of((struct span){ zeros, 6 });
	struct bit_reader odd = bits_of((struct span){ pause, 1 });

	nop.end = type_bits;
	odd.end = type_bits + 1;
	if ((bits & 1) && type_bits % 2 == 0)
		add_bits(w, odd);
	while ((w->n + bits) % 8)
		add_bits(w, nop);
}

static void
check_messages(struct contents *c, const struct payload_piece *piece)
{
	static uint8_t room[MOST_PACKET];
	struct bit_reader b = bits_of(piece->bytes);
	enum netmessage_error error = NETMESSAGE_WHOLE;

	while (error == NETMESSAGE_WHOLE && !contents_ended(c) &&
	       bits_left(&b) >= c->messages.layout.type_bits) {
		struct bit_writer w = { room, 0, 8 * sizeof(room) };
		struct bit_reader part = b;
		struct netmessage m;

		error = netmessage_read(&m, &b, &c->messages.layout);
		if (error == NETMESSAGE_WHOLE)
			part = bits_part(&part, b.pos - part.pos);
		else
			align(&w, bits_left(&part),
			      c->messages.layout.type_bits);
		add_bits(&w, part);
		check_bits(c, &w);
		if (c->messages.result.failed)
			return;
	}
}

static void
same_counts(const struct contents *c, const struct contents *other)
{
	if (contents_ended(c) || contents_ended(other))
		return;
	/* The check of a message that acts depends on the rest of its packet, and may
	   end the packet. */
	if (c->report.hits[RULE_dem_message_unproven] ||
	    other->report.hits[RULE_dem_message_unproven])
		return;
	for (size_t i = 0; i < RULE_COUNT; i++)
		HOLDS(c->report.hits[i] == other->report.hits[i]);
}

/* Checks each message alone.  After an error the rest of its packet matters. */
static void
check_alone(const struct blob *in)
{
	struct payload_input i = input_of(in);
	struct contents *c = contents_open(i.head);
	struct contents *other = contents_open(i.head);
	struct payload_piece piece;

	while (!c->messages.result.failed && !contents_ended(c) &&
	       !contents_ended(other) && piece_next(&i.pieces, &piece)) {
		contents_check(other, &piece);
		if (piece.kind == PIECE_PACKET)
			check_messages(c, &piece);
		else
			contents_check(c, &piece);
		same_counts(c, other);
	}
	contents_close(c);
	contents_close(other);
}

/* Checks packets in a row as one packet, without the bits after their last messages. */
static void
check_joined(const struct blob *in, const struct contents *first)
{
	static uint8_t room[MOST_PACKET];
	struct bit_writer w = { room, 0, 8 * sizeof(room) };
	struct payload_input i = input_of(in);
	struct contents *c = contents_open(i.head);
	struct payload_piece piece;

	while (piece_next(&i.pieces, &piece)) {
		struct bit_reader b = bits_of(piece.bytes);
		const struct bit_reader all = b;
		struct netmessage m;

		if (piece.kind != PIECE_PACKET) {
			check_bits(c, &w);
			w.n = 0;
			contents_check(c, &piece);
			continue;
		}
		while (bits_left(&b) >= c->messages.layout.type_bits &&
		       netmessage_read(&m, &b, &c->messages.layout) ==
			       NETMESSAGE_WHOLE)
			;
		struct bit_reader messages = all;

		add_bits(&w, bits_part(&messages, b.pos));
	}
	check_bits(c, &w);
	same_counts(c, first);
	contents_close(c);
}

/* -------------------------------------------------------------------- all -- */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct blob in = blob_copy(data, size);
	uint32_t seed = 2166136261u;
	struct contents *first;

	for (size_t i = 0; i < size; i++)
		seed = (seed ^ data[i]) * 16777619u;
	first = check_all(&in, 0, AS_THEY_COME, NEVER, CONTENTS_MEMORY);
	if (harness_all || seed % 8 == 0)
		check_again(&in, first, EACH_READ);
	if (harness_all || seed % 8 == 4)
		check_again(&in, first, PACKETS_PASSED);
	if (harness_all || seed % 4 == 1)
		check_memory(&in, first, seed >> 3);
	if (harness_all || seed % 4 == 2)
		check_alone(&in);
	if ((harness_all || seed % 4 == 3) && first->report.errors == 0)
		check_joined(&in, first);
	contents_close(first);
	free(in.at);
	return 0;
}
