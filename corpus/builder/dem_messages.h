/* SPDX-License-Identifier: MIT */
/*
 * dem_messages.h - the bit streams inside the commands of a Source engine demo
 *
 * The lowest bit of each byte comes first.  The network protocol decides the layout of a
 * message.  dem_bits_end() ends the messages of a packet.
 */
#ifndef CORPUS_BUILDER_DEM_MESSAGES_H
#define CORPUS_BUILDER_DEM_MESSAGES_H

#include "corpus/builder/buffer.h"

struct dem_writer_bits {
	struct buffer *w;
	int32_t network;
	int32_t demo;   /* the demo protocol */
	unsigned width; /* number of bits of a message type */
	size_t n;       /* number of bits so far */
};

/* The values in svc_serverinfo. */
struct dem_writer_server {
	int32_t protocol;
	bool stv;
	uint32_t interval; /* the bits of a float */
	int32_t platform;  /* a letter */
	const char *map, *game;
};

/* Types up to protocol 3. */
enum {
	DEM_TICK_MESSAGE = 3,
	DEM_COMMAND_MESSAGE = 4,
	DEM_STATE_MESSAGE = 6,
	DEM_PRINT_MESSAGE = 7
};

void dem_bits(struct dem_writer_bits *b, uint32_t value, unsigned n);
void dem_bits_text(struct dem_writer_bits *b, const char *text);

/* net_tick */
void dem_bits_tick(struct dem_writer_bits *b, int32_t tick);
/* net_signonstate */
void dem_bits_state(struct dem_writer_bits *b, unsigned state);
/* Writes a message whose body is a text: net_stringcmd, svc_print. */
void dem_bits_say(struct dem_writer_bits *b, unsigned type,
		  const struct buffer *text);
void dem_bits_server(struct dem_writer_bits *b,
		     const struct dem_writer_server *s);
/* Writes svc_createstringtable for the table that dem_bits_strings() fills. */
void dem_bits_create(struct dem_writer_bits *b);
/* Writes svc_classinfo for the class that dem_bits_tables() declares. */
void dem_bits_classes(struct dem_writer_bits *b);

/* Fills the last byte as an engine does.  With svc_print the packet may become longer,
   up to a number of bytes.  False: the packet is longer already. */
void dem_bits_end(struct dem_writer_bits *b);
bool dem_bits_fill(struct dem_writer_bits *b, size_t bytes);

/* Write whole payloads: dem_datatables, dem_stringtables, dem_usercmd. size: the number
   of bytes; 0: the smallest payload. */
void dem_bits_tables(struct dem_writer_bits *b, size_t size);
void dem_bits_strings(struct dem_writer_bits *b, size_t size);
void dem_bits_user(struct dem_writer_bits *b, int32_t number, int32_t tick);

#endif
