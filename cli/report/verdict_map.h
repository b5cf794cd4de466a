/* SPDX-License-Identifier: MIT */
/* verdict_map.h - the map of a demo in the line about the demo */
#ifndef CLI_REPORT_VERDICT_MAP_H
#define CLI_REPORT_VERDICT_MAP_H

#include <stdio.h>

#include "cli/report/report.h"

/* Where the map is damaged: how it can be saved. */
void verdict_put_map(FILE *out, const struct outcome *outcome);

#endif
