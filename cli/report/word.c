/* SPDX-License-Identifier: MIT */
/* word.c - words for the shells of POSIX */
#include "cli/report/word.h"

#include <string.h>

#include "cli/report/text.h"

void
word_put(FILE *out, const char *path, const char *instead)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_./+,:@%=";
	const char *dash = path[0] == '-' && path[1] != '\0' ? "./" : "";

	if (!text_is_plain(path)) {
		fputs(instead, out);
	} else if (path[strspn(path, plain)] == '\0') {
		fprintf(out, "%s%s", dash, path);
	} else {
		fprintf(out, "'%s", dash);
		for (const char *at = path; *at != '\0'; at++) {
			if (*at == '\'')
				fputs("'\\''", out);
			else
				putc(*at, out);
		}
		putc('\'', out);
	}
}
