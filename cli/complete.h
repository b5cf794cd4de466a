/* SPDX-License-Identifier: MIT */
/* complete.h - the words that a shell can offer next */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include <stddef.h>

#include "cli/args.h"

/*
 * Prints the words that can be in the place of the last of `n` words, one a line: the
 * word, a tab, and a text about the word.  `words`: the command line without the name of
 * the program, up to the word that is being typed, which may be empty.  A line without a
 * word and with the text "files" or "directories" stands for names of files: if the last
 * word is --OPTION=NAME, for the part NAME.
 */
void complete_print(const struct args_entry *commands, size_t n_commands,
		    char *const *words, size_t n);

#endif
