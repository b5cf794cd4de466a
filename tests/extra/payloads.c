/* SPDX-License-Identifier: MIT */
/*
 * payloads.c - the payloads of demo chunks, decoded, encoded again and applied
 *
 * Reads from standard input, for each chunk: a byte that says what it is, a
 * little-endian 32-bit size, and the payload.
 *
 *   'o'  a demo begins; the payload is its net version
 *   's'  snapshot     'd'  delta     'm'  message
 *
 * Prints a line for each: what it is, and for snapshots and deltas the number
 * of items and the checksum of what it makes; "!" and a reason where something
 * does not hold.  For demos.py.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validator/core/huffman.h"
#include "validator/core/ints.h"
#include "validator/snapshot/delta.h"

enum { DECODED = 65536, PAYLOAD = 65536 };

static struct {
	uint8_t payload[PAYLOAD], decoded[DECODED], again[PAYLOAD + 1];
	struct ints ints;
	struct order order;
	struct snapshot both[2];
	struct snapshot *now, *next;
	struct snapshot_delta delta;
	struct report report;
	bool known; /* `now` is the snapshot before this chunk */
	enum dfk_protocol protocol;
} all;

/* Checks that the payload equals the encoding of its decoded bytes, by an old or a new
   writer.  Checks the same for the ints in the payload. */
static const char *
decode(struct span payload)
{
	const struct huffman_decoded d = huffman_decode(payload, all.decoded,
							DECODED);
	const struct span decoded = { all.decoded, d.size };
	struct ints_unpacked unpacked;
	size_t n;

	if (d.status != HUFFMAN_OK)
		return "no Huffman stream";
	n = huffman_encode(decoded, d.tail == HUFFMAN_TAIL_ZERO, all.again,
			   sizeof(all.again));
	if (n != payload.len || memcmp(all.again, payload.ptr, n) != 0)
		return "another Huffman stream";
	unpacked = ints_unpack(decoded, &all.ints);
	if (unpacked.status != INTS_OK)
		return "no ints";
	n = ints_pack(&all.ints, all.again, sizeof(all.again));
	if (n != d.size || memcmp(all.again, all.decoded, n) != 0)
		return "other ints";
	return NULL;
}

static void
on_finding(void *ctx, const struct dfk_finding *finding)
{
	(void)ctx;
	if (finding->severity == DFK_ERROR)
		printf("  %s %s\n", finding->rule->id, finding->found);
}

static void
report_snapshot(char kind, bool ok)
{
	if (!ok) {
		printf("! %c unreadable\n", kind);
		return;
	}
	printf("%c %u %08x\n", kind, all.now->n_items,
	       snapshot_checksum(all.now));
}

static void
take(char kind)
{
	const struct snapshot_context c = {
		.report = &all.report,
		.protocol = all.protocol,
		.tick = -1,
		.order = &all.order,
	};
	struct snapshot_layout layout;
	struct snapshot *next = all.next;
	bool ok;

	if (kind == 's')
		ok = snapshot_read(&c, &all.ints, next, &layout);
	else
		ok = all.known &&
		     snapshot_read_delta(&c, &all.ints, all.now, &all.delta) &&
		     snapshot_advance(&c, &all.ints, all.now, &all.delta, next);
	if (ok) {
		all.next = all.now;
		all.now = next;
	}
	all.known = ok || (all.known && kind == 'd');
	report_snapshot(kind, ok);
}

static void
chunk(char kind, struct span payload)
{
	const char *broken;

	if (kind == 'o') {
		all.protocol = snapshot_protocol_of(payload);
		all.known = false;
		puts("o");
		return;
	}
	broken = decode(payload);
	if (broken)
		printf("! %c %s\n", kind, broken);
	else if (kind == 'm')
		printf("m %u\n", all.ints.n);
	else
		take(kind);
}

int
main(void)
{
	uint8_t head[5];

	all.now = &all.both[0];
	all.next = &all.both[1];
	report_open(&all.report);
	while (fread(head, 1, sizeof(head), stdin) == sizeof(head)) {
		const uint32_t size = head[1] | (uint32_t)head[2] << 8 |
				      (uint32_t)head[3] << 16 |
				      (uint32_t)head[4] << 24;

		if (size > PAYLOAD ||
		    fread(all.payload, 1, size, stdin) != size)
			return 2;
		all.report.emit = on_finding;
		all.report.emitted = 0;
		memset(all.report.hits, 0, sizeof(all.report.hits));
		chunk((char)head[0], (struct span){ all.payload, size });
	}
	return ferror(stdin) || fflush(stdout) != 0 ? 2 : 0;
}
