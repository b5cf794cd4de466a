/* SPDX-License-Identifier: MIT */
/* settings.h - the settings that decide a verdict, as one line of text */
#ifndef CLI_SCRUB_SETTINGS_H
#define CLI_SCRUB_SETTINGS_H

#include "cli/args.h"

/* Returns the settings, such as "profile=archive depth=full fail-on=error".  Free the
   text.  NULL: no memory. */
char *scrub_settings(const struct args *args);

#endif
