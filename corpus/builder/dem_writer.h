/* SPDX-License-Identifier: MIT */
/*
 * dem_writer.h - writes a Source engine demo as its recorder does
 *
 * The order of calls is that of the file: room for the header, commands,
 * dem_stop; the header is written once all of it is known.  Nothing here
 * judges: every function writes what it is asked for.
 */
#ifndef CORPUS_BUILDER_DEM_WRITER_H
#define CORPUS_BUILDER_DEM_WRITER_H

#include "corpus/builder/buffer.h"

enum {
	DEM_TEXT = 260,
	DEM_HEADER = 1072,
	DEM_VIEW = 18, /* floats of a camera block */
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
	DEM_CUSTOM = 0x100, /* of protocol 4; its byte is 8, and strings 9 */
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
	unsigned blocks; /* of camera positions in a packet */
	unsigned slot;   /* protocol 4: the player */

	/* Of the command that was written last. */
	size_t record, payload;
};

struct dem_writer_command {
	enum dem_writer_id id;
	unsigned byte; /* what stands there for the id */
	int32_t tick;
	uint32_t flags, view[DEM_VIEW]; /* the bits of floats */
	int32_t in, out; /* sequence numbers; a dem_usercmd has the first */
	int32_t type;    /* of DEM_CUSTOM */
	int32_t length;  /* what is said of the payload */
	const struct buffer *payload;
};

/* The byte that an engine writes for it. */
unsigned dem_writer_byte(const struct dem_writer *d, enum dem_writer_id id);

/* Over the first bytes, which must be there. */
void dem_write_header(struct buffer *w, const struct dem_writer_head *h);

void dem_write_command(struct dem_writer *d,
		       const struct dem_writer_command *c);

/* bytes: how many of them are there, at most 6 */
void dem_write_stop(struct dem_writer *d, int32_t tick, size_t bytes);

#endif
