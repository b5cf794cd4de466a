/* SPDX-License-Identifier: MIT */
/* fuzz_dem.c - checks the properties of every format (properties.h) with demos of the
   Source engine */
#include "fuzz/properties.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	properties_try(data, size, "dem", NULL);
	return 0;
}
