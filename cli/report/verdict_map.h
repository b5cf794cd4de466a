/* SPDX-License-Identifier: MIT */
/* verdict_map.h - the map of a demo in the line about the demo */
#ifndef CLI_REPORT_VERDICT_MAP_H
#define CLI_REPORT_VERDICT_MAP_H

#include <stdio.h>

#include "cli/report/report.h"

/* Which map players need, where the demo has none; and how a damaged map can be
   saved. */
void verdict_put_map(FILE *out, const struct outcome *outcome);

#endif
