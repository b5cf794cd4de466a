/* SPDX-License-Identifier: MIT */
/*
 * twdemo_script.h - builds a demo from a few lines of text
 *
 * The text of a sample is a list of statements with a semicolon after each statement.
 * words.h describes the words of a statement.  By default the header is the header of a
 * client of DDNet 12.8 or later, with the checksums of a map that is not in the demo.
 * Length and timeline markers are written like a recorder does when it is stopped.
 * Statements about the header:
 *
 *   version 5
 *   net '0.7 802f1be60a05665f'      in the same way: name, type_text, time
 *   map small [CHANGES]             none, empty, small, small3 (version 3),
 *                                   full; datafile_script.h has the changes
 *   map_size 7  map_size +7         in the same way: map_crc
 *   map_stored none                 none, zero: the bytes that are there
 *   sha none                        none: no extension; 00, ff; flip: one bit
 *   huffman new                     old (as before DDNet 20.0), new
 *   running                         the recorder is never stopped
 *   length -1                       instead of the true one
 *   marker 1000 1100                timeline markers
 *   marker_count 65  marker_rest 7  their number; what is in the unused ones
 *
 * Statements about the stream.  The state is the current snapshot of a player:
 *
 *   key 1000  key +252              a keyframe, always absolute
 *   tick 1002  tick +2              a tick, in the form that recorders choose
 *   quiet                           ticks of 2 up to where a keyframe is due
 *   key_inline 2  tick_inline 0     a step, also where recorders write none
 *   tick_full 1002  tick_full +2    a tick in full, for no reason
 *   ... [BITS]                      more bits of the first byte, after the tick
 *   snap ITEMS                      a whole snapshot; none: the state
 *   delta UPDATES                   as snapshot_script.h has both
 *   next ITEMS                      the delta from the state to these; none if
 *                                   there is no change
 *   msg chat 0 -1 'hi'              a game message, by its name or id, and its
 *                                   fields: ints, texts (a NUL follows), bytes
 *   sys rcon_line 'hi'              a system message
 *   msg NAME@... 1                  one with a UUID, that of the name
 *   msg raw x00                     the bytes of a message
 *   ints 1 8 0 0                    a chunk of type 1 of these ints
 *   packed 1 x00*20                 of these bytes, which are packed ints
 *   coded 1 xff*20                  of this payload
 *   raw x80                         bytes of the file
 *   noise 300                       so many bytes without a sense
 *
 * Unusual values of the next chunk:
 *
 *   type 0                          its type
 *   size 5  size +5                 another size than it has
 *   form 2                          so many bytes of size
 *   append x00                      bytes after its end symbol
 *
 * Unusual values of the chunk before:
 *
 *   payload 3 0x80                  a byte of it; -1: the last; ^: xor
 *   payload -1 ^ 0x80
 *   record 0 ^ 0x40                 the same, counted from its first byte
 *
 * demo_script.h explains blocks, and changes at the end.  "map" and "stream" are places
 * for changes.  There is one more kind of block:
 *
 *   until_page { ... }              again and again, up to a multiple of 4096,
 *                                   where the last one is cut
 */
#ifndef CORPUS_BUILDER_TWDEMO_SCRIPT_H
#define CORPUS_BUILDER_TWDEMO_SCRIPT_H

#include "corpus/builder/sample.h"

#define TWDEMO_SAMPLE(path_, about_, ...) \
	{ \
		.path = "twdemo/" path_ ".demo", .about = about_, \
		.build = twdemo_build, .text = __VA_ARGS__ \
	}

/* Builds a sample.  An unknown statement makes the writer fail. */
void twdemo_build(struct buffer *w, const struct sample *s);

#endif
