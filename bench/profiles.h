/* SPDX-License-Identifier: MIT */
/*
 * profiles.h - what kinds of recordings there are to measure
 */
#ifndef BENCH_PROFILES_H
#define BENCH_PROFILES_H

#include <stdbool.h>
#include <stdint.h>

/* Chances are per mille, and per client and tick unless said otherwise. */
struct profile {
	const char *name;
	int32_t clients;
	uint32_t move, input;
	uint32_t quiet;    /* of the ticks: nobody moves */
	uint32_t far_aim;  /* of the inputs: a wide swing of the mouse */
	uint32_t messages; /* 1000: one network message a client and tick */
	uint32_t message_min, message_max;
	uint32_t events;  /* of the ticks: somebody does something rare */
	bool uniform_aim; /* aims anywhere with each input, as programs do */
	bool hostile;     /* see hostile.c; the chances do not count */
};

/* NULL: no profile of that name. */
const struct profile *profile_find(const char *name);

#endif
