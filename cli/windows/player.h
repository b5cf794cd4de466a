/* SPDX-License-Identifier: MIT */
/* player.h - what a player reads about a file: one sentence, and then the report */
#ifndef CLI_WINDOWS_PLAYER_H
#define CLI_WINDOWS_PLAYER_H

#include <stdbool.h>
#include <stddef.h>

/* The cells of a row of the report in CSV that a sentence needs. */
struct player_row {
	const char *format, *verdict, *size, *warnings, *repairable, *lost_s,
		*kept_s, *rule, *message;
};

/* Reads the report about one file, and changes the report.  The cells of *row point into
   the report.  False: the report is not about exactly one file. */
bool player_read(char *csv, struct player_row *row);

/* Prints the verdict in one sentence, with an advice if there is no recording in the
   file.  The page has the same sentences.  False: the sentence says everything. */
bool player_put_sentence(const struct player_row *row);

/* Can a repair save something? */
bool player_may_repair(const struct player_row *row);

/* Prints the report in text without the command that repairs the file, and changes the
   report.  Lines end at spaces before the column `width`. */
void player_put_report(char *text, size_t width);

#endif
