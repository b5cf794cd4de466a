/* SPDX-License-Identifier: MIT */
/* values.h - reads the values of the options of scrub */
#ifndef CLI_SCRUB_VALUES_H
#define CLI_SCRUB_VALUES_H

#include "cli/args.h"

/* Each function returns false after a message. */
bool scrub_read_again(struct args_scrub *scrub, const char *value);
bool scrub_read_for(struct args_scrub *scrub, const char *value);
bool scrub_read_shard(struct args_scrub *scrub, const char *value);
/* The forms of --print; NULL after the last. */
extern const char *const scrub_print_words[];

bool scrub_read_print(struct args_scrub *scrub, const char *value);
bool scrub_read_since(struct args_scrub *scrub, const char *value);

/* Do the options fit together? */
bool scrub_check_values(const struct args *args);

#endif
