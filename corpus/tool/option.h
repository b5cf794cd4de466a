/* SPDX-License-Identifier: MIT */
/*
 * option.h - the options of a sample: how it is to be checked
 *
 * They are a column of the manifest: "-", or what struct sample says.
 */
#ifndef CORPUS_TOOL_OPTION_H
#define CORPUS_TOOL_OPTION_H

#include "corpus/builder/buffer.h"
#include "include/demofsck_map.h"
#include "include/demofsck_snapshot.h"

#define OPTION_MAX 64

/* Copies the value of NAME=VALUE, if it is there. */
bool option_value(const char *options, const char *name,
		  char value[OPTION_MAX]);

/* The map of map=PATH, which the builder makes; NULL: there is none.  Its bytes
   must live as long as the map. */
enum dfk_status option_map(const char *options, struct buffer *bytes,
			   struct dfk_map **map);

/* Sets limits, severities, protocol and base.  The snapshot of base=PATH, or
   NULL, must live as long as the check. */
enum dfk_status option_apply(const char *options, struct dfk_check *check,
			     struct dfk_snapshot **base);

#endif
