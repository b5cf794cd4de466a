/* SPDX-License-Identifier: MIT */
/* dem_statements.h - the state of a script, and its statements */
#ifndef CORPUS_BUILDER_DEM_STATEMENTS_H
#define CORPUS_BUILDER_DEM_STATEMENTS_H

#include "corpus/builder/dem_messages.h"
#include "corpus/builder/dem_writer.h"
#include "corpus/builder/demo_script.h"

/* The unusual values of the next command. */
struct dem_oddities {
	struct word_number length, id, slot, flags, stop_bytes;
	struct word_number view[DEM_VIEW];
};

struct dem_script {
	struct demo_script script;
	struct dem_writer d;
	struct dem_writer_head head;
	bool stv;
	bool running; /* the recording never stops */
	bool stopped; /* dem_stop was written, or will not be written */

	uint32_t interval; /* the bits of a float */
	struct word_number width, time, time_steps, ticks, frames,
		signon_length;
	bool no_server;
	struct word_number server_interval, server_protocol, server_platform;
	char server_map[DEM_TEXT + 1];

	/* The position of the recording. */
	int32_t tick, step, clock; /* of a packet; `clock` is the tick before
	                              dem_synctick */
	bool packet_before;        /* a packet was written since dem_synctick */
	int32_t stop_tick;
	int32_t packets;
	bool synchronized;
	size_t sync;           /* the offset of dem_synctick */
	int32_t in, out, user; /* the last sequence numbers */
	struct word_number next_in, next_out, next_user;
	struct dem_oddities odd;

	struct buffer body; /* the bits of "hold" */
	size_t body_bits;
	unsigned round; /* the round of "times", from 0 */
};

struct dem_statement {
	const char *verb;
	void (*run)(struct dem_script *s, struct words *r);
};

/* Rows without a verb end the lists. */
extern const struct dem_statement dem_head_statements[];
extern const struct dem_statement dem_odd_statements[];
extern const struct dem_statement dem_stream_statements[];

/* The bits of a float. */
struct word_number dem_words_float(struct words *r);

/* dem_script_message.c: writes MESSAGES into an empty payload. */
void dem_script_messages(struct dem_script *s, struct words *r,
			 struct buffer *payload);
struct dem_writer_bits dem_script_bits(const struct dem_script *s,
				       struct buffer *payload);

/* Writes one field of a stream of bits.  False: the next word is not a field. */
bool dem_script_bit_words(struct dem_script *s, struct dem_writer_bits *b,
			  struct words *r);

/* Writes dem_stop as the engine does.  The tick is given, or is the tick of the last
   packet. */
void dem_script_stop(struct dem_script *s, struct word_number tick);

#endif
