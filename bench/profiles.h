/* SPDX-License-Identifier: MIT */
/* profiles.h - the kinds of recordings for measurements */
#ifndef BENCH_PROFILES_H
#define BENCH_PROFILES_H

#include <stdbool.h>
#include <stdint.h>

/* Chances are per mille.  They are per client and tick, unless the comment differs. */
struct profile {
	const char *name;
	int32_t clients;
	uint32_t move, input;
	uint32_t quiet;    /* chance of a tick in which nobody moves */
	uint32_t far_aim;  /* chance of an input with a wide swing of the
	                      mouse */
	uint32_t messages; /* 1000: each client sends one network message in
	                      each tick */
	uint32_t message_min, message_max;
	uint32_t events;  /* chance of a tick with a rare event */
	bool uniform_aim; /* aims at a random place with each input, as
	                     programs do */
	bool hostile;     /* see hostile.c; the chances are not used */
};

/* Returns a profile.  NULL: there is no profile with this name. */
const struct profile *profile_find(const char *name);

#endif
