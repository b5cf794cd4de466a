/* SPDX-License-Identifier: MIT */
/* gate.h - the answer of check --gate if no file was checked */
#ifndef CLI_GATE_H
#define CLI_GATE_H

#include "cli/args.h"

/* Prints on standard output that the file is not accepted.  Allocates no memory. */
void gate_refuse(const struct args *args, const char *why);

#endif
