/* SPDX-License-Identifier: MIT */
/* gate.h - the answer of check --gate where no file was looked at */
#ifndef CLI_GATE_H
#define CLI_GATE_H

#include "cli/args.h"

/* Says on standard output that the file is not accepted; needs no memory. */
void gate_refuse(const struct args *args, const char *why);

#endif
