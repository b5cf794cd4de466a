/* SPDX-License-Identifier: MIT */
/* demos.c - demos from a script, or the test fails */
#include "tests/demos.h"

#include <criterion/criterion.h>

struct buffer
demo(const char *script)
{
	const struct sample s = { .text = script };
	struct buffer w = { 0 };

	twdemo_build(&w, &s);
	cr_assert(buffer_ok(&w), "%s", script);
	return w;
}
