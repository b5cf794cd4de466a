/* SPDX-License-Identifier: MIT */
/*
 * chunks.c - measures the time of decoding the chunks of a demo, part by part
 *
 * usage: chunks list DEMO
 *        chunks huffman|ints|snapshots ROUNDS LIST
 *
 * `list` writes the payloads of a demo unchanged.  The other commands decode these
 * payloads from memory.  They print the CPU time of the best round, and a checksum of the
 * result:
 *
 *   huffman     the code: its bytes are summed
 *   ints        then the ints
 *   snapshots   then the snapshots, each with its findings counted
 *
 * The list is little-endian.  First come the sizes of 64 item types, or 0.  Then come
 * type, length and bytes of each chunk.  Other programs read this list, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "validator/snapshot/delta.h"
#include "validator/twdemo/payload.h"
#include "validator/twdemo/twdemo.h"

enum { TYPES = 64, MOST = 1 << 28 };

static uint8_t *bytes; /* bytes of the file, which stay until the program
                          ends */

static struct span
read_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	size_t size = 0, room = 0;

	if (!f)
		return (struct span){ NULL, 0 };
	while (!feof(f) && !ferror(f) && size < MOST) {
		if (size == room) {
			room = room ? 2 * room : 1 << 20;
			bytes = realloc(bytes, room);
			if (!bytes)
				abort();
		}
		size += fread(room_at(bytes, room, size, room - size), 1,
			      room - size, f);
	}
	fclose(f);
	return (struct span){ bytes, size };
}

/* ------------------------------------------------------------------- list */

static void
put_int(uint32_t value)
{
	uint8_t four[4];

	put_le32(four, sizeof(four), 0, value);
	fwrite(four, 1, sizeof(four), stdout);
}

/* TW-1: skips the header and the map. */
static bool
skip_head(struct cursor *in, unsigned *version, enum dfk_protocol *protocol)
{
	struct cursor head = *in;

	cur_bytes(&head, 7);
	*version = cur_u8(&head);
	*protocol = snapshot_protocol_of(cur_bytes(&head, 64));
	cur_bytes(&head, 64);

	const uint32_t map = cur_be32(&head);

	cur_bytes(in,
		  *version < 3 ? TWDEMO_OLD_HEADER_BYTES : TWDEMO_HEADER_BYTES);
	if (*version >= 4)
		cur_bytes(in, TWDEMO_MARKERS_BYTES);
	if (*version >= 6)
		cur_bytes(in, TWDEMO_EXTENSION_BYTES);
	cur_bytes(in, map);
	return cur_ok(in) && cur_ok(&head);
}

static int
list(const char *path)
{
	const struct span file = read_file(path);
	struct cursor in = cur_span(file, 0);
	enum dfk_protocol protocol;
	unsigned version;

	if (!file.ptr || !skip_head(&in, &version, &protocol)) {
		fprintf(stderr, "chunks: %s: no demo\n", path);
		return 1;
	}
	for (int32_t type = 0; type < TYPES; type++)
		put_int(snapshot_agreed_size(protocol, type));
	while (cur_left(&in)) {
		const struct twdemo_chunk c = twdemo_read_chunk(&in, version);
		struct span payload;

		if (c.type == TWDEMO_TICK)
			continue;
		payload = cur_bytes(&in, c.size);
		if (!cur_ok(&in))
			break;
		put_int(c.type);
		put_int((uint32_t)payload.len);
		fwrite(payload.ptr, 1, payload.len, stdout);
	}
	return fflush(stdout) ? 1 : 0;
}

/* ---------------------------------------------------------------- measure */

enum work { HUFFMAN, INTS, SNAPSHOTS };

/* A chunk of the list.  `at`: its bytes in the file.  All chunks are listed before the
   measurement, as in the program that this program is compared with. */
struct chunk {
	enum twdemo_type type;
	size_t at, size;
};

static struct chunk *chunks;
static size_t n_chunks;

static const struct chunk *
chunk_at(size_t i)
{
	return bytes_at(chunks, n_chunks * sizeof(*chunks), i * sizeof(*chunks),
			sizeof(*chunks));
}

static void
list_chunks(struct span file)
{
	struct cursor in = cur_span(file, 0);

	/* The heads of chunks have at most eight bytes. */
	chunks = calloc(file.len / 8 + 1, sizeof(*chunks));
	if (!chunks)
		abort();
	cur_bytes(&in, 4 * TYPES);
	while (cur_left(&in)) {
		struct chunk c = { .type = (enum twdemo_type)cur_le32(&in) };

		c.size = (uint32_t)cur_le32(&in);
		c.at = (size_t)cur_tell(&in);
		cur_bytes(&in, c.size);
		if (!cur_ok(&in))
			return;
		n_chunks++;
		*(struct chunk *)room_at(chunks, n_chunks * sizeof(c),
					 (n_chunks - 1) * sizeof(c),
					 sizeof(c)) = c;
	}
}

/* The size is the same as in a check. */
static struct {
	struct twdemo_payload payload;
	struct huffman_batch batch;
	uint8_t decoded[TWDEMO_AHEAD_ROOM];
	struct snapshot both[2];
	struct snapshot_delta delta;
	struct order order;
	struct report report;
} state;

static struct snapshot *now_snapshot = &state.both[0];
static struct snapshot *next_snapshot = &state.both[1];

static void
take_snapshot(enum twdemo_type type, uint32_t *sum)
{
	const struct snapshot_context c = {
		.report = &state.report,
		.protocol = DFK_PROTOCOL_06,
		.tick = -1,
		.order = &state.order,
		.before = now_snapshot,
	};
	struct snapshot_layout layout;
	struct snapshot *last = now_snapshot;
	bool made = false;

	if (type == TWDEMO_SNAPSHOT)
		made = snapshot_read(&c, &state.payload.ints, next_snapshot,
				     &layout);
	if (type == TWDEMO_DELTA) {
		snapshot_make_room(now_snapshot, state.payload.ints.n,
				   &state.delta);
		if (snapshot_advance_plain(&c, &state.payload.ints,
					   now_snapshot, &state.delta)) {
			*sum += snapshot_checksum(now_snapshot);
			return;
		}
		/* A plain delta leaves gaps, which snapshot_advance() does not read. */
		snapshot_pack(now_snapshot, &state.delta);
		made = snapshot_read_delta(&c, &state.payload.ints,
					   now_snapshot, &state.delta) &&
		       snapshot_advance(&c, &state.payload.ints, now_snapshot,
					&state.delta, next_snapshot);
	}
	if (!made)
		return;
	now_snapshot = next_snapshot;
	next_snapshot = last;
	*sum += snapshot_checksum(now_snapshot);
}

/* Decodes a chunk of the list.  `s`: the payload that was decoded in advance, or NULL. */
static void
take_chunk(enum work part, enum twdemo_type type, struct span coded,
	   const struct huffman_stream *s, uint32_t *sum)
{
	struct twdemo_payload *p = &state.payload;
	struct huffman_decoded d = { .status = HUFFMAN_OPEN };
	struct span decoded = { NULL, 0 };

	if (s) {
		d = s->decoded;
		decoded = (struct span){
			bytes_at(state.decoded, sizeof(state.decoded), s->to,
				 d.size),
			d.size,
		};
	}
	if (d.status != HUFFMAN_OK) {
		d = huffman_decode(coded, p->decoded, sizeof(p->decoded));
		decoded = (struct span){ p->decoded, d.size };
	}
	if (part == HUFFMAN) {
		*sum += (uint32_t)d.size;
		return;
	}
	twdemo_unpack_decoded(coded, decoded, &d, p);
	if (p->problem != TWDEMO_FINE)
		return;
	*sum += p->ints.n;
	if (part == SNAPSHOTS)
		take_snapshot(type, sum);
}

/* Decodes the next chunks together, as a check does (ahead.h). */
static void
decode_ahead(struct span file, size_t first)
{
	size_t to = 0;

	state.batch.n = 0;
	for (size_t i = first; i < n_chunks; i++) {
		const struct chunk *c = chunk_at(i);

		if (state.batch.n == HUFFMAN_STREAMS ||
		    file.len - c->at - c->size < HUFFMAN_SLACK ||
		    to + HUFFMAN_ROOM(c->size) > sizeof(state.decoded))
			break;
		AT(state.batch.at, state.batch.n) = (struct huffman_stream){
			.at = c->at, .len = c->size, .to = to
		};
		state.batch.n++;
		to += HUFFMAN_ROOM(c->size);
	}
	huffman_decode_batch(&state.batch, file, state.decoded,
			     sizeof(state.decoded));
}

static uint32_t
one_round(enum work part, struct span file)
{
	uint32_t sum = 0;
	size_t next = 0;

	snapshot_clear(now_snapshot);
	snapshot_clear(next_snapshot);
	state.batch.n = 0;
	for (size_t i = 0; i < n_chunks; i++, next++) {
		const struct chunk *c = chunk_at(i);

		if (next >= state.batch.n) {
			decode_ahead(file, i);
			next = 0;
		}
		take_chunk(part, c->type,
			   span_head(span_tail(file, c->at), c->size),
			   next < state.batch.n ? &AT(state.batch.at, next)
						: NULL,
			   &sum);
	}
	return sum;
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int
measure(enum work part, int rounds, const char *path)
{
	const struct span file = read_file(path);
	double best = 0;
	uint32_t sum = 0;

	if (!file.ptr || rounds < 1) {
		fprintf(stderr, "chunks: %s: nothing to measure\n", path);
		return 1;
	}
	report_open(&state.report);
	list_chunks(file);
	for (int i = 0; i < rounds; i++) {
		const double begin = now();

		sum = one_round(part, file);

		const double took = now() - begin;

		if (i == 0 || took < best)
			best = took;
	}
	printf("{\"ns\": %.0f, \"bytes\": %zu, \"sum\": %u}\n", best, file.len,
	       sum);
	return 0;
}

int
main(int argc, char **argv)
{
	static const char *const names[] = { "huffman", "ints", "snapshots" };

	if (argc == 3 && strcmp(argv[1], "list") == 0)
		return list(argv[2]);
	for (int part = 0; argc == 4 && part < 3; part++)
		if (strcmp(argv[1], names[part]) == 0)
			return measure((enum work)part, atoi(argv[2]), argv[3]);
	fprintf(stderr, "usage: chunks list DEMO\n"
			"       chunks huffman|ints|snapshots ROUNDS LIST\n");
	return 2;
}
