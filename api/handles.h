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
		description;   /* of the record that is being reported */
	struct snapshot *base; /* of a delta, or NULL */
	const char *name;      /* of the file, until dfk_finish(); or NULL */
	bool given[RULE_COUNT]; /* severities that no profile changes */
	bool fed, finished;
	bool outside;                /* what is found now is not in the bytes */
	uint64_t listed[RULE_COUNT]; /* findings that were handed out */
	/* The finding about the bytes that could not be decoded, or DFK_NO_NUMBER. */
	uint64_t undecoded_finding;
	bool busy;        /* a call is under way, and may call back */
	struct mark kept; /* see dfk_result.ok_up_to */
	struct dfk_result result;
};

#endif
