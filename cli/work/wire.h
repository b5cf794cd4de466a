/* SPDX-License-Identifier: MIT */
/*
 * wire.h - what a worker process is given, and what it answers
 *
 * A worker has one socket, of packets.  A task is one packet, with the open input beside
 * it.  An answer is a row of records, which is cut into packets anywhere; its last record
 * is WIRE_END, and ends a packet.  Both processes are the same program, so numbers have
 * the form of the machine.
 *
 *   task    wire_task | path and its NUL | next task ...
 *   answer  wire_record, dfk_save_finding() | ... | wire_record, wire_end,
 *           dfk_save_result()
 */
#ifndef CLI_WORK_WIRE_H
#define CLI_WORK_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	WIRE_TASKS = 16,          /* tasks in a packet */
	WIRE_PACKET = 1 << 15, /* bytes in a packet */
};

struct wire_task {
	uint32_t path_size; /* with the NUL */
	uint32_t borrowed;  /* see struct input */
};

enum wire_kind { WIRE_FINDING, WIRE_END };

struct wire_record {
	uint32_t kind, size; /* bytes that follow */
};

/* struct reading_end */
struct wire_end {
	uint32_t kind;
	int32_t error, status;
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
