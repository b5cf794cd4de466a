/* SPDX-License-Identifier: MIT */
/*
 * twdemo_script.h - a demo from a few lines of text
 *
 * A sample's text is a list of statements with a semicolon after each; the
 * words of a statement are those of words.h.  Without a statement that
 * says otherwise, the header is that of a client of DDNet 12.8 or later, with
 * the sums of a map that is not there, and length and timeline markers are what
 * the recorder writes when it is stopped.  First what the header says:
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
 * then the stream; the state is the snapshot that a player has:
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
 * what is odd about the chunk that follows:
 *
 *   type 0                          its type
 *   size 5  size +5                 another size than it has
 *   form 2                          so many bytes of size
 *   append x00                      bytes after its end symbol
 *
 * what is odd about the one before:
 *
 *   payload 3 0x80                  a byte of it; -1: the last; ^: xor
 *   payload -1 ^ 0x80
 *   record 0 ^ 0x40                 the same, counted from its first byte
 *
 * and blocks and changes at the end, which demo_script.h explains; "map" and
 * "stream" are places for them.  One kind of block more:
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

/* Build function for samples; an unknown statement fails the writer. */
void twdemo_build(struct buffer *w, const struct sample *s);

#endif
