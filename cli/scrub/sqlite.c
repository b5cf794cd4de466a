/* SPDX-License-Identifier: MIT */
/* sqlite.c - loads libsqlite3, so that other commands start without it */
#include "cli/scrub/sqlite.h"

#include <dlfcn.h>
#include <string.h>

#include "cli/report/text.h"

struct scrub_sqlite scrub_sqlite;

#define SCRUB_SQLITE_ROW(name) \
	{ "sqlite3_" #name, (void *)&scrub_sqlite.f.name },

bool
scrub_sqlite_load(void)
{
	const struct {
		const char *name;
		void *to;
	} rows[] = { SCRUB_SQLITE_FUNCTIONS(SCRUB_SQLITE_ROW) };
	const size_t n = sizeof(rows) / sizeof(rows[0]);
	size_t found = 0;
	void *library;

	if (scrub_sqlite.loaded)
		return true;
	library = dlopen("libsqlite3.so.0",
			 RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (library == NULL) {
		text_complain(NULL,
			      "the library libsqlite3.so.0 is not installed, "
			      "and scrub needs this library");
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		void *address = dlsym(library, rows[i].name);

		if (address != NULL)
			memcpy(rows[i].to, (const void *)&address,
			       sizeof(address));
		found += address != NULL;
	}
	dlclose(library);
	scrub_sqlite.loaded = found == n;
	if (!scrub_sqlite.loaded)
		text_complain(
			NULL,
			"the library libsqlite3.so.0 is too old for scrub");
	return scrub_sqlite.loaded;
}
