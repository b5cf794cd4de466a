/* SPDX-License-Identifier: MIT */
/* dropped.h - files that a player has dropped onto the program */
#ifndef CLI_WINDOWS_DROPPED_H
#define CLI_WINDOWS_DROPPED_H

#include <stdbool.h>
#include <wchar.h>

/* Has Windows opened a console for this program alone, and are all words files?  So it is
   if files were dropped onto the program, or if it was opened without files. */
bool dropped_here(int argc, wchar_t **argv);

/* Checks each file, offers to save a repaired copy beside it, and waits for the player,
   because the console closes with the program.  Returns the worst exit code. */
int dropped_run(int argc, wchar_t **argv);

#endif
