/* SPDX-License-Identifier: MIT */
/*
 * replay_mutator.c - changes each input many times, and joins it with the input before
 *
 * A mutator that writes beyond its input would end a run of the fuzzer.
 */
#include "fuzz/harness.h"
#include "fuzz/mutate.h"

#include <stdlib.h>
#include <string.h>

enum { TIMES = 64, MOST = 4096 };

static struct blob last;

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct blob in = blob_copy(data, size < MOST ? size : MOST);
	uint8_t *out = harness_memory(MOST);

	for (unsigned seed = 0; seed < TIMES; seed++) {
		memcpy(out, in.at, in.size);
		HOLDS(LLVMFuzzerCustomMutator(out, in.size, MOST, seed) <=
		      MOST);
		if (last.at)
			HOLDS(LLVMFuzzerCustomCrossOver(in.at, in.size, last.at,
							last.size, out, MOST,
							seed) <= MOST);
	}
	free(out);
	blob_free(&last);
	last = in;
	return 0;
}
