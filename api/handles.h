/* SPDX-License-Identifier: MIT */
/* handles.h - the structs behind the handles of the public interface */
#ifndef API_HANDLES_H
#define API_HANDLES_H

#include "repair/plan.h"
#include "validator/core/given_map.h"
#include "validator/core/known_maps.h"

struct dfk_map {
	struct dfk_allocator allocator;
	struct given_map map;
};

struct dfk_known_maps {
	struct known_maps maps;
};

struct dfk_check {
	struct dfk_options options;
	struct session session;
	struct plan plan;
	struct description
		description;   /* of the record that is passed to the program */
	struct snapshot *base; /* the snapshot that a raw delta changes, or
	                          NULL */
	const char *name; /* name of the file, valid until dfk_finish(); or
	                     NULL */
	bool given[RULE_COUNT]; /* rules whose severity dfk_set_severity()
	                           set: no profile changes it */
	bool fed, finished;
	bool outside; /* further findings are not about the bytes */
	uint64_t listed[RULE_COUNT]; /* number of findings that were handed
	                                out */
	/* The number of the finding about the bytes that could not be decoded, or
	   DFK_NO_NUMBER. */
	uint64_t undecoded_finding;
	bool busy; /* a call is running, and its callbacks must not call
	              again */
	struct mark kept; /* see dfk_result.ok_up_to */
	struct dfk_result result;
};

#endif
