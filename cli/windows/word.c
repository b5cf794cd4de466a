/* SPDX-License-Identifier: MIT */
/* word.c - replaces cli/report/word.c on Windows, for cmd.exe and PowerShell */
#include "cli/report/word.h"

#include <string.h>

#include "cli/report/text.h"

void
word_put(FILE *out, const char *path, const char *instead)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_./+:\\";
	const char *dash = path[0] == '-' && path[1] != '\0' ? "./" : "";

	/* cmd.exe replaces %NAME% also in quotes.  PowerShell replaces $NAME, runs $(...),
	   has ` as an escape, and ends quotes also at typographic quotes. */
	if (!text_is_plain(path) || strpbrk(path, "\"%$`") != NULL ||
	    strstr(path, "\u201c") != NULL || strstr(path, "\u201d") != NULL ||
	    strstr(path, "\u201e") != NULL)
		fputs(instead, out);
	else if (path[strspn(path, plain)] == '\0')
		fprintf(out, "%s%s", dash, path);
	else
		fprintf(out, "\"%s%s\"", dash, path);
}
