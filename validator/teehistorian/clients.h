/* SPDX-License-Identifier: MIT */
/* clients.h - the state of each client slot and team (SPEC.md, TH-7) */
#ifndef VALIDATOR_TEEHISTORIAN_CLIENTS_H
#define VALIDATOR_TEEHISTORIAN_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "validator/core/span.h"

enum { TEEHISTORIAN_MAX_CLIENTS = 128, TEEHISTORIAN_MAX_TEAM = 128 };

struct teehistorian_client {
	bool authed;
	bool protocol6;    /* joinver6 announced the client */
	bool team_unknown; /* the client left, and the writer may have reset
	                      the team of the slot */
	int32_t team;

	/* True: the rule was reported for this slot, and is not reported again. */
	bool reported_over_64, reported_not_joined, reported_player_not_ready,
		reported_input_not_ready;
};

/* A set of client ids. */
struct teehistorian_client_set {
	uint64_t bits[TEEHISTORIAN_MAX_CLIENTS / 64];
};

static inline bool
teehistorian_client_set_has(const struct teehistorian_client_set *set,
			    int32_t cid)
{
	return AT(set->bits, cid / 64) >> cid % 64 & 1;
}

static inline void
teehistorian_client_set_put(struct teehistorian_client_set *set, int32_t cid,
			    bool in)
{
	uint64_t *bits = &AT(set->bits, cid / 64);
	const uint64_t bit = UINT64_C(1) << cid % 64;

	*bits = in ? *bits | bit : *bits & ~bit;
}

struct teehistorian_clients {
	/* Sets that nearly every message needs: see scan.c. */
	/* From PLAYER_NEW to PLAYER_OLD. */
	struct teehistorian_client_set alive;
	/* The client id had a character before. */
	struct teehistorian_client_set played;
	struct teehistorian_client_set joined; /* from JOIN to DROP */
	struct teehistorian_client_set ready;  /* from player-ready to DROP */
	/* The input of the client is known. */
	struct teehistorian_client_set input;
	/* From player-ready to INPUT_NEW. */
	struct teehistorian_client_set renews;
	struct teehistorian_client at[TEEHISTORIAN_MAX_CLIENTS];
	int32_t practice[TEEHISTORIAN_MAX_TEAM + 1];
	uint32_t players; /* number of client ids that had a character */
};

#endif
