/* SPDX-License-Identifier: MIT */
/* extract.c - the shell command that writes the rest of a file after an offset */
#include "validator/core/extract.h"

#include <stdio.h>

/* The commands read standard input.  Programs that decompress refuse a file name whose
   ending they do not know. */
struct extract
extract_from(const struct report *r, uint64_t off)
{
	const unsigned long long first = report_offset(r, off) + 1;
	struct extract e;
	char undo[40] = "";

	if (r->input.returns)
		snprintf(undo, sizeof(undo), "perl -pe 's/%.*s\\n/\\n/'",
			 (int)(r->input.returns * strlen("\\r?")),
			 "\\r?\\r?\\r?");
	if (r->input.decoder)
		snprintf(e.command, sizeof(e.command),
			 "%s -dc <FILE %s%s%s| tail -c +%llu >OUT",
			 r->input.decoder, r->input.returns ? "| " : "", undo,
			 r->input.returns ? " " : "", first);
	else if (r->input.returns)
		snprintf(e.command, sizeof(e.command),
			 "%s <FILE | tail -c +%llu >OUT", undo, first);
	else
		snprintf(e.command, sizeof(e.command), "tail -c +%llu FILE >OUT", first);
	return e;
}
