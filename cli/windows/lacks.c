/* SPDX-License-Identifier: MIT */
/* lacks.c - replaces cli/lacks.c on Windows */
#include "cli/lacks.h"

#define WORKERS "demofsck for Windows has no worker processes"

const char *
lacks_option(const struct args *args, const char **why)
{
	const struct {
		bool given;
		const char *option, *why;
	} rows[] = {
		{ args->how.jobs > 1, "-j", WORKERS },
		{ args->how.timeout_ms > 0, "--timeout", WORKERS },
		/* Windows does not rename a file over another one that is open. */
		{ args->out.suffix != NULL, "--in-place",
		  "demofsck for Windows does not replace originals; use -o or "
		  "-d" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!rows[i].given)
			continue;
		*why = rows[i].why;
		return rows[i].option;
	}
	return NULL;
}
