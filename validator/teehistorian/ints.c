/* SPDX-License-Identifier: MIT */
/* ints.c - ints that are not in their shortest form (SPEC.md, TH-2.1) */
#include "validator/teehistorian/check.h"

static struct fix
replace_int(uint64_t off, uint64_t len, int32_t value,
	    uint8_t bytes[INT_MAX_BYTES])
{
	const size_t n = int_encode(value, bytes);

	return fix_replace(off, len, (struct span){ bytes, n });
}

void
teehistorian_shrink(struct teehistorian *th,
		    const struct teehistorian_event *ev, uint64_t bytes)
{
	uint8_t size[INT_MAX_BYTES];

	th->shrunk += bytes;
	const struct fix fix = replace_int(ev->size_off, ev->size_len,
					   (int32_t)(ev->blob_len - th->shrunk),
					   size);

	report_also(th->report, &fix);
}

static void
check_int(struct teehistorian *th, const struct teehistorian_event *ev,
	  const struct teehistorian_odd_int *odd)
{
	uint8_t bytes[INT_MAX_BYTES];
	const struct site site = {
		.off = odd->off,
		.len = odd->len,
		.fix = replace_int(odd->off, odd->len, odd->value, bytes),
	};
	const uint64_t saved = odd->len - site.fix.ins.len;

	if (odd->quirks & INT_PADDING)
		report(th->report, RULE_teehistorian_varint_padding, &site,
		       "%d with padding bits", (int)odd->value);
	else
		report(th->report, RULE_teehistorian_varint_overlong, &site,
		       "%d in %d bytes", (int)odd->value, (int)odd->len);
	if (ev->kind == TEEHISTORIAN_EX && odd->off >= ev->blob_off && saved &&
	    report_mended(th->report))
		teehistorian_shrink(th, ev, saved);
}

void
teehistorian_check_ints(struct teehistorian *th,
			const struct teehistorian_event *ev)
{
	for (uint32_t i = 0; i < ev->n_odd; i++)
		check_int(th, ev, &AT(ev->odd, i));
}
