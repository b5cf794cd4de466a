/* SPDX-License-Identifier: MIT */
/*
 * dem_script.h - builds a Source engine demo from a few lines of text
 *
 * The text of a sample is a list of statements with a semicolon after each statement.
 * words.h describes the words of a statement.  TICK and other numbers are absolute, or
 * relative with a sign.  An absolute number below 0 begins with =, such as =-165.  A
 * FLOAT is 0.015, nan, inf or -inf.
 *
 * By default the demo is a demo of a player of Team Fortress 2, with protocol 3 and
 * network protocol 24.  When the recording stops, time, ticks, frames, signon length and
 * dem_stop are written like the engine does.  Statements about the header:
 *
 *   protocol 3  network 24
 *   server 'x'                      in the same way: client, map, game; bytes
 *                                   after a NUL: 'x%00' x2020
 *   interval FLOAT                  of a tick; the default is 0.015
 *   width 5                         bits of the type of a message; otherwise 5
 *                                   up to network protocol 14, and then 6
 *   blocks 4                        protocol 4: camera positions of a packet
 *   clock 5000                      the tick before dem_synctick
 *   running                         the recording never stops
 *   zeroed                          it stops, and the four numbers are 0
 *   time FLOAT                      instead of the true one
 *   time_steps 1                    so many floats more than the true one
 *   ticks 100  ticks -1             in the same way: frames, signon_length
 *   serverinfo none                 there is no svc_serverinfo
 *   serverinfo interval FLOAT       it says so; in the same way: protocol 23,
 *                                   map 'x', platform 0
 *
 * Statements about commands.  All commands except dem_stop may have a TICK after the
 * verb, relative to the tick of the last packet:
 *
 *   pov  stv                        all up to the first packet, as engines
 *                                   write it
 *   kind stv                        what follows is recorded by SourceTV
 *   signon [TICK] [MESSAGES]
 *   packet [TICK] [MESSAGES]        one tick after the last, and one message
 *   step 4                          so many ticks after the last
 *   sync [TICK]
 *   console [TICK] 'text'           a NUL is added
 *   console_raw [TICK] BYTES        no NUL is added
 *   user [TICK] [size N]            or FIELDS, and so the next two
 *   tables [TICK] [size N]
 *   strings [TICK] [size N]
 *   custom [TICK] TYPE BYTES        protocol 4, or after dem_stop
 *   stop [TICK]                     the tick of the last packet; it is appended
 *                                   at the end if it is nowhere
 *   stop none                       and not appended
 *   raw x00*30                      bytes of the file
 *   noise 300                       so many bytes without a sense
 *
 * MESSAGES are the messages of a packet, one after the other:
 *
 *   nop  tick  state 3  print 'x'  command 'x'  server  create  classes
 *   bits x00ff                      eight bits of each byte
 *   size 300                        svc_print up to so many bytes
 *   empty                           no bytes at all
 *   type 26                         of a message, and then its FIELDS
 *
 * FIELDS are bits:
 *
 *   u 11 5                          the number 5 in 11 bits
 *   float FLOAT  text 'x'  varint 300
 *   times 500 FIELDS end            so many times; in them
 *   counted  count 16               the number of the round: as a text, as bits
 *   hold FIELDS end                 those of a body
 *   held 20  held varint            how many bits it has
 *   put                             the body
 *
 * Unusual values of the next command:
 *
 *   length 5  length +5             another length than it has
 *   id 9                            another id
 *   slot 1                          protocol 4: another player
 *   camera_flags 8                  flags of its camera
 *   camera 0 FLOAT                  one of the 18 floats
 *   sequence +1                     another sequence number of a packet, from
 *                                   which it goes on; in the same way: out,
 *                                   user_sequence
 *   stop_bytes 5                    so many bytes of dem_stop
 *
 * Unusual values of the command before:
 *
 *   record 0 0x80                   a byte of it; -1: the last; ^: xor
 *   payload 0 ^ 0x80                the same, counted from its payload
 *
 * demo_script.h explains blocks, and changes at the end.  "here" is a place for changes:
 * the place after the last statement "here".
 */
#ifndef CORPUS_BUILDER_DEM_SCRIPT_H
#define CORPUS_BUILDER_DEM_SCRIPT_H

#include "corpus/builder/sample.h"

#define DEM_SAMPLE(path_, about_, ...) \
	{ \
		.path = "dem/" path_ ".dem", .about = about_, \
		.build = dem_build, .text = __VA_ARGS__ \
	}

/* The same as DEM_SAMPLE, but compressed, for large samples with little information. */
#define DEM_SAMPLE_GZIP(path_, about_, ...) \
	{ \
		.path = "dem/" path_ ".dem.gz", .about = about_, \
		.build = dem_build_gzip, .text = __VA_ARGS__ \
	}

/* Functions that build samples.  An unknown statement makes the writer fail. */
void dem_build(struct buffer *w, const struct sample *s);
void dem_build_gzip(struct buffer *w, const struct sample *s);

#endif
