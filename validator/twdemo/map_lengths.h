/* SPDX-License-Identifier: MIT */
/* map_lengths.h - the sums of a demo prove which lengths its map must state (TW-5) */
#ifndef VALIDATOR_TWDEMO_MAP_LENGTHS_H
#define VALIDATOR_TWDEMO_MAP_LENGTHS_H

#include "validator/datafile/datafile.h"

/* Size and swaplen. */
enum { TWDEMO_LENGTHS_BYTES = 8 };

/* The map with the lengths that its tables determine: its sums, if `differ`. */
struct twdemo_lengths {
	uint8_t header[DATAFILE_HEADER_BYTES];
	size_t held; /* bytes of it */
	uint8_t right[TWDEMO_LENGTHS_BYTES];
	bool differ; /* from those of the file */
	uint32_t crc;
	struct digest digest;
};

/* The next bytes, which the datafile has read. */
void twdemo_sum_lengths(const struct datafile *df, struct twdemo_lengths *l,
			struct span bytes);

#endif
