/* SPDX-License-Identifier: MIT */
/* rules.h - the commands that print the rules */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "cli/args.h"

enum exitcode rules_run(const struct args *args);
enum exitcode rules_explain(const struct args *args);

#endif
