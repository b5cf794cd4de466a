/* SPDX-License-Identifier: MIT */
/* fuzz_datafile.c - checks the properties of every format (properties.h) with maps */
#include "fuzz/properties.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	properties_try(data, size, "datafile", NULL);
	return 0;
}
