/* SPDX-License-Identifier: MIT */
/*
 * fuzz_teehistorian.c - checks the properties of every format (properties.h), and
 *
 *   monotone  a shorter piece of a valid file has no larger salvage point
 */
#include "fuzz/properties.h"

/* ------------------------------------------------------------- monotone -- */

static uint64_t
salvage(const struct blob *in, size_t size, bool *valid)
{
	const struct drive drive = { .no_hash = true };
	const struct blob part = { in->at, size, 0 };
	struct verdict v = harness_check(&part, &drive);
	const struct dfk_result *r = v.check ? dfk_result_of(v.check) : NULL;
	const uint64_t at = r ? r->ok_up_to : 0;

	*valid = r && r->verdict == DFK_VALID && !r->compression;
	harness_close(&v);
	return at;
}

static void
monotone(const struct blob *in, uint32_t seed)
{
	bool valid, ignored;
	const uint64_t all = salvage(in, in->size, &valid);

	if (!valid || in->size < 2)
		return;
	const size_t cut = seed % (in->size - 1), more = cut + 1;
	const uint64_t a = salvage(in, cut, &ignored);
	const uint64_t b = salvage(in, more, &ignored);

	/* One more byte can complete a skip or joinver, which then has no message after
	   it.  But one more byte never makes a complete message incomplete. */
	HOLDS(a <= b || a == cut);
	HOLDS(b <= all);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	properties_try(data, size, "teehistorian", monotone);
	return 0;
}
