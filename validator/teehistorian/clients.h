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
	bool protocol6;    /* announced by joinver6 */
	bool team_unknown; /* it left: the writer may have reset its team */
	int32_t team;

	/* Rules that were reported for this slot, and are not reported again. */
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
	struct teehistorian_client_set alive;  /* PLAYER_NEW .. PLAYER_OLD */
	struct teehistorian_client_set played; /* it ever had a character */
	struct teehistorian_client_set joined; /* JOIN .. DROP */
	struct teehistorian_client_set ready;  /* player-ready .. DROP */
	struct teehistorian_client_set input;  /* its input is known */
	struct teehistorian_client_set renews; /* player-ready .. INPUT_NEW */
	struct teehistorian_client at[TEEHISTORIAN_MAX_CLIENTS];
	int32_t practice[TEEHISTORIAN_MAX_TEAM + 1];
	uint32_t players; /* client ids that ever had a character */
};

#endif
