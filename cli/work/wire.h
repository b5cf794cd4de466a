/* SPDX-License-Identifier: MIT */
/*
 * wire.h - what a worker process is given, and what it answers
 *
 * A worker has one socket, of packets.  A packet has tasks, with their descriptors beside
 * it.  An answer is a row of records, which is cut into packets anywhere; its last record
 * is WIRE_END, and ends a packet.  Both processes are the same program, so numbers have
 * the form of the machine.
 *
 *   task    wire_task | path and its NUL | next task ...
 *   answer  wire_record, dfk_save_finding() | ... | wire_record, wire_end,
 *           dfk_save_result()
 *
 * There are no findings after a task that writes or verifies an output, and no result
 * after a task that writes.
 */
#ifndef CLI_WORK_WIRE_H
#define CLI_WORK_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	WIRE_DESCRIPTORS = 16,    /* beside a packet */
	WIRE_PACKET = 1 << 15, /* bytes in a packet */
};

enum wire_task_kind {
	WIRE_READ, /* reads the input */
	/* Reads the input, and keeps it for WIRE_FILL.  A second descriptor receives a
	   copy of the input, and is read in its place later. */
	WIRE_READ_AND_KEEP,
	WIRE_FILL,   /* writes the repair of the input that was kept */
	WIRE_VERIFY, /* reads an output */
};

/* `way` is for WIRE_FILL, `size` and `encoded` are for WIRE_VERIFY: see fill.h and
   verify.h. */
struct wire_task {
	uint32_t kind, n_descriptors;
	uint32_t path_size; /* with the NUL */
	uint32_t borrowed;  /* see struct input */
	uint32_t way, encoded;
	uint64_t size;
};

enum wire_kind { WIRE_FINDING, WIRE_END };

struct wire_record {
	uint32_t kind, size; /* bytes that follow */
};

/* A reading_end, fill_end or verify_end. */
struct wire_end {
	uint32_t kind;
	int32_t error, status, write_error, encoder_error;
};

/* Bytes that grow.  `failed`: there was no memory for bytes, and they are incomplete. */
struct wire_bytes {
	unsigned char *at;
	size_t n, room;
	bool failed;
};

void wire_add(struct wire_bytes *bytes, const void *from, size_t size);
void wire_free(struct wire_bytes *bytes);

#endif
