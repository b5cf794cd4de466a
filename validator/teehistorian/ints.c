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

/* TH-2.1 */
static void
check_int(struct teehistorian *th, const struct teehistorian_event *ev,
	  const struct teehistorian_noncanonical_int *found)
{
	uint8_t bytes[INT_MAX_BYTES];
	const struct site site = {
		.off = found->off,
		.len = found->len,
		.fix = replace_int(found->off, found->len, found->value, bytes),
	};
	const uint64_t saved = found->len - site.fix.ins.len;

	if (found->quirks & INT_PADDING)
		report(th->report, RULE_teehistorian_varint_padding, &site,
		       "%d with padding bits", (int)found->value);
	else
		report(th->report, RULE_teehistorian_varint_overlong, &site,
		       "%d in %d bytes", (int)found->value, (int)found->len);
	if (ev->kind == TEEHISTORIAN_EX && found->off >= ev->blob_off &&
	    saved && report_mended(th->report))
		teehistorian_shrink(th, ev, saved);
}

void
teehistorian_check_ints(struct teehistorian *th,
			const struct teehistorian_event *ev)
{
	for (uint32_t i = 0; i < ev->n_noncanonical; i++)
		check_int(th, ev, &AT(ev->noncanonical, i));
}
