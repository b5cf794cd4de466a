/* SPDX-License-Identifier: MIT */
/* demos.c - builds demos from a script; on failure the test fails */
#include "tests/demos.h"

#include <criterion/criterion.h>

#include "corpus/builder/samples.h"

struct buffer
demo(const char *script)
{
	const struct sample s = { .text = script };
	struct buffer w = { 0 };

	twdemo_build(&w, &s);
	cr_assert(buffer_ok(&w), "%s", script);
	return w;
}

struct buffer
built(const char *path)
{
	const struct sample *s = samples_find(path);
	struct buffer b = { 0 };

	cr_assert_not_null(s, "%s", path);
	cr_assert(sample_build(s, &b));
	return b;
}
