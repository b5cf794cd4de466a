/* SPDX-License-Identifier: MIT */
/*
 * option.h - the options of a sample, which decide how the sample is checked
 *
 * The options are a column of the manifest: "-", or the options that struct sample
 * explains.
 */
#ifndef CORPUS_TOOL_OPTION_H
#define CORPUS_TOOL_OPTION_H

#include "corpus/builder/buffer.h"
#include "include/demofsck_map.h"
#include "include/demofsck_snapshot.h"

#define OPTION_MAX 64

/* Copies the value of NAME=VALUE, if there is such an option. */
bool option_value(const char *options, const char *name,
		  char value[OPTION_MAX]);

/* Opens the map of map=PATH, which the builder makes.  NULL: there is no such option.
   The bytes of the map must live as long as the map. */
enum dfk_status option_map(const char *options, struct buffer *bytes,
			   struct dfk_map **map);

/* Sets limits, severities, protocol and base.  The snapshot of base=PATH may be NULL,
   and must live as long as the check. */
enum dfk_status option_apply(const char *options, struct dfk_check *check,
			     struct dfk_snapshot **base);

#endif
