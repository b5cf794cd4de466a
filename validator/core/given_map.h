/* SPDX-License-Identifier: MIT */
/* given_map.h - a map file that the caller gives, for comparison with recordings */
#ifndef VALIDATOR_CORE_GIVEN_MAP_H
#define VALIDATOR_CORE_GIVEN_MAP_H

#include "validator/core/digest.h"
#include "validator/core/limits.h"
#include "validator/core/report.h"

struct given_map {
	struct span bytes; /* bytes of the caller, which live longer than
	                      every check */
	uint32_t crc;
	uint8_t sha256[SHA256_BYTES];
	char crc_text[9], sha256_text[2 * SHA256_BYTES + 1];
};

/* Computes the size and the checksums of the map. */
void given_map_sum(struct given_map *map, struct span bytes);

/* Is there a given map, and may a check use it?  A map above the limit is reported. */
bool given_map_use(const struct given_map *map, const struct limits *limits,
		   struct report *report);

#endif
