/* SPDX-License-Identifier: MIT */
/* clients.h - what is known of each client slot and team (SPEC.md, TH-7) */
#ifndef VALIDATOR_TEEHISTORIAN_CLIENTS_H
#define VALIDATOR_TEEHISTORIAN_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>

enum { TEEHISTORIAN_MAX_CLIENTS = 128, TEEHISTORIAN_MAX_TEAM = 128 };

struct teehistorian_client {
	bool alive;           /* PLAYER_NEW .. PLAYER_OLD */
	bool played;          /* it ever had a character */
	bool joined;          /* JOIN .. DROP */
	bool ready;           /* player-ready .. DROP */
	bool input;           /* its input is known */
	bool input_may_renew; /* a player-ready since INPUT_NEW */
	bool authed;
	bool protocol6;    /* announced by joinver6 */
	bool team_unknown; /* it left: the writer may have reset its team */
	int32_t team;

	/* What has been reported of this slot. */
	bool reported_over_64, reported_not_joined, reported_player_not_ready,
		reported_input_not_ready;
};

struct teehistorian_clients {
	struct teehistorian_client at[TEEHISTORIAN_MAX_CLIENTS];
	int32_t practice[TEEHISTORIAN_MAX_TEAM + 1];
	uint32_t players; /* client ids that ever had a character */
};

#endif
