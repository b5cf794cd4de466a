/* SPDX-License-Identifier: MIT */
/* fuzz_twdemo.c - the properties of every format (properties.h), on demos */
#include "fuzz/properties.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	properties_try(data, size, "twdemo", NULL);
	return 0;
}
