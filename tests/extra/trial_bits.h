/* SPDX-License-Identifier: MIT */
/*
 * trial_bits.h - flips one bit of a packet of a Source demo, and tests whether the flip
 * is noticed
 *
 * The bit is any one of all payloads of dem_packet, with the same chance each; in each
 * tenth trial, of those of dem_signon.  It is seen if there is an error or a warning that
 * the whole demo does not have.  Counted by the message that the bit is in, and there by
 * whether it is in what says which entity it is about, or in a property of it.  Up to 5
 * bits behind the last message of a packet count to that.
 */
#ifndef TESTS_EXTRA_TRIAL_BITS_H
#define TESTS_EXTRA_TRIAL_BITS_H

#include <stdbool.h>
#include <stdint.h>

void trial_bits(const char *path, unsigned long trials, uint64_t seed,
		bool show);

/* Does the same for a block of 512 bytes after the header, which becomes zeros, as
   after a failure of a disk or a file system.  Blocks that are already zeros are not
   counted. */
void trial_blocks(const char *path, unsigned long trials, uint64_t seed,
		  bool show);

/* Prints the counts.  Returns 1 if nothing was counted, or if a verdict is impossible
   for damage. */
int trial_bits_end(void);

#endif
