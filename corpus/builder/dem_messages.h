/* SPDX-License-Identifier: MIT */
/*
 * dem_messages.h - the bit streams inside the commands of a Source engine demo
 *
 * Bits go from the lowest of each byte upwards.  The layout of a message is
 * that of the network protocol; a whole one ends with dem_bits_end().
 */
#ifndef CORPUS_BUILDER_DEM_MESSAGES_H
#define CORPUS_BUILDER_DEM_MESSAGES_H

#include "corpus/builder/buffer.h"

struct dem_writer_bits {
	struct buffer *w;
	int32_t network;
	int32_t demo;   /* the demo protocol */
	unsigned width; /* bits of the type of a message */
	size_t n;       /* bits so far */
};

/* What svc_serverinfo says. */
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
/* A message whose body is a text: net_stringcmd, svc_print. */
void dem_bits_say(struct dem_writer_bits *b, unsigned type,
		  const struct buffer *text);
void dem_bits_server(struct dem_writer_bits *b,
		     const struct dem_writer_server *s);
/* svc_createstringtable of the table that dem_bits_strings() fills. */
void dem_bits_create(struct dem_writer_bits *b);
/* svc_classinfo of the class that dem_bits_tables() declares. */
void dem_bits_classes(struct dem_writer_bits *b);

/* Up to the end of the byte as an engine does, or up to so many bytes with
   svc_print; false: it is longer than that. */
void dem_bits_end(struct dem_writer_bits *b);
bool dem_bits_fill(struct dem_writer_bits *b, size_t bytes);

/* Whole payloads: dem_datatables, dem_stringtables, dem_usercmd.  size: more
   bytes than the smallest one has, or 0. */
void dem_bits_tables(struct dem_writer_bits *b, size_t size);
void dem_bits_strings(struct dem_writer_bits *b, size_t size);
void dem_bits_user(struct dem_writer_bits *b, int32_t number, int32_t tick);

#endif
