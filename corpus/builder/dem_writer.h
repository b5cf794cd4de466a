/* SPDX-License-Identifier: MIT */
/*
 * dem_writer.h - writes a Source engine demo as its recorder does
 *
 * The order of calls is the order of the file: room for the header, commands, dem_stop.
 * The header is written when all its values are known.  Nothing is checked: every
 * function writes the given values.
 */
#ifndef CORPUS_BUILDER_DEM_WRITER_H
#define CORPUS_BUILDER_DEM_WRITER_H

#include "corpus/builder/buffer.h"

enum {
	DEM_TEXT = 260,
	DEM_HEADER = 1072,
	DEM_VIEW = 18, /* number of floats of a camera block */
};

enum dem_writer_id {
	DEM_SIGNON = 1,
	DEM_PACKET,
	DEM_SYNC,
	DEM_CONSOLE,
	DEM_USER,
	DEM_TABLES,
	DEM_STOP,
	DEM_STRINGS,
	DEM_CUSTOM = 0x100, /* protocol 4: the byte in the file is 8, and the
	                       byte of strings is 9 */
};

struct dem_writer_head {
	int32_t protocol, network;
	unsigned char server[DEM_TEXT], client[DEM_TEXT], map[DEM_TEXT];
	unsigned char game[DEM_TEXT];
	uint32_t time; /* the bits of a float */
	int32_t ticks, frames, signon_length;
};

struct dem_writer {
	struct buffer *w;
	int32_t protocol;
	unsigned blocks; /* number of camera positions in a packet */
	unsigned slot;   /* protocol 4: the player */

	/* Offsets of the command that was written last. */
	size_t record, payload;
};

struct dem_writer_command {
	enum dem_writer_id id;
	unsigned byte; /* the byte in the file for the id */
	int32_t tick;
	uint32_t flags, view[DEM_VIEW]; /* the bits of floats */
	int32_t in, out; /* sequence numbers; a dem_usercmd has only the
	                    first number */
	int32_t type;    /* type of DEM_CUSTOM */
	int32_t length;  /* the length of the payload in the file */
	const struct buffer *payload;
};

/* Returns the byte that an engine writes for this id. */
unsigned dem_writer_byte(const struct dem_writer *d, enum dem_writer_id id);

/* Overwrites the first bytes, which must exist. */
void dem_write_header(struct buffer *w, const struct dem_writer_head *h);

void dem_write_command(struct dem_writer *d,
		       const struct dem_writer_command *c);

/* bytes: number of bytes of dem_stop, at most 6 */
void dem_write_stop(struct dem_writer *d, int32_t tick, size_t bytes);

#endif
