/* SPDX-License-Identifier: MIT */
/* trial_demo.h - facts about a demo before trials.c damages it */
#ifndef TESTS_EXTRA_TRIAL_DEMO_H
#define TESTS_EXTRA_TRIAL_DEMO_H

#include "corpus/builder/buffer.h"
#include "include/demofsck.h"

enum { TRIAL_MOST_FOUND = 4096 }; /* findings of the whole demo */

/* A range of bytes of the demo. */
struct trial_range {
	uint64_t off, size;
};

/* The number of events, and a checksum of the events: trial_events.h. */
struct trial_events {
	uint64_t n, sum;
};

/* Facts about the undamaged demo. */
struct trial_demo {
	const char *path;
	struct buffer bytes;
	struct trial_range *payloads;
	size_t n_payloads, room;
	uint64_t in_payloads, first_snapshot_end, chunks;
	/* The end of a full snapshot and of the marker of a second tick.  Players need
	   both. */
	uint64_t playable_end;
	int64_t first_tick;
	uint64_t stream; /* offset of the first chunk or marker */
	struct trial_range map;
	struct trial_events events;
	struct {
		const struct dfk_rule *rule;
		uint64_t offset;
	} found[TRIAL_MOST_FOUND];
	size_t n_found;
};

extern struct trial_demo trial_demo;

/* Prints the failure, and ends the program. */
void trial_die(const char *what, const char *why) __attribute__((noreturn));

/* Read the bytes of a demo and its findings; remove its map. */
void trial_read(const char *path);
void trial_load(const char *path, bool no_map);
void trial_unload(void);

/* Runs a whole check.  The caller closes the check. */
struct dfk_check *trial_check(const struct buffer *b,
			      const struct dfk_options *how);

/* Keeps a finding of the undamaged demo. */
void trial_on_known(void *ctx, const struct dfk_finding *f);

/* Does the undamaged demo also have this finding? */
bool trial_is_known(const struct dfk_finding *f);

/* Returns the place of the byte with this number among all payloads. */
size_t trial_place(uint64_t index);

#endif
