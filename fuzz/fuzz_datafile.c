/* SPDX-License-Identifier: MIT */
/* fuzz_datafile.c - the properties of every format (properties.h), on maps */
#include "fuzz/properties.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	properties_try(data, size, "datafile", NULL);
	return 0;
}
