/* SPDX-License-Identifier: MIT */
/*
 * check.h - between the files that judge messages
 *
 * A check returns false when a repair has to cut before the message; what it
 * reported is then in th->cut_by.
 */
#ifndef VALIDATOR_TEEHISTORIAN_CHECK_H
#define VALIDATOR_TEEHISTORIAN_CHECK_H

#include "validator/teehistorian/teehistorian.h"

struct site teehistorian_site(const struct teehistorian_event *ev);
struct site teehistorian_client_site(const struct teehistorian_event *ev,
				     int32_t cid);

/* False, and remembers the rule, if it was reported as an error. */
bool teehistorian_keep(struct teehistorian *th, enum rule_id id,
		       enum dfk_severity severity);

/* ticks.c; the clock moves on, or the player message is out of order. */
bool teehistorian_check_skip(struct teehistorian *th,
			     const struct teehistorian_event *ev);
bool teehistorian_check_player_tick(struct teehistorian *th,
				    const struct teehistorian_event *ev,
				    int32_t cid);

/* clients.c; cid is in range. */
void teehistorian_check_over_64(struct teehistorian *th,
				const struct teehistorian_event *ev,
				int32_t cid);
bool teehistorian_check_player(struct teehistorian *th,
			       const struct teehistorian_event *ev,
			       int32_t cid);
bool teehistorian_check_input(struct teehistorian *th,
			      const struct teehistorian_event *ev, int32_t cid);
void teehistorian_check_join(struct teehistorian *th,
			     const struct teehistorian_event *ev, int32_t cid);
void teehistorian_check_drop(struct teehistorian *th,
			     const struct teehistorian_event *ev, int32_t cid);
/* The client does something: it must have joined. */
void teehistorian_check_joined(struct teehistorian *th,
			       const struct teehistorian_event *ev,
			       int32_t cid);

/* payload.c */
void teehistorian_check_network_message(struct teehistorian *th,
					const struct teehistorian_event *ev,
					int32_t cid);
void teehistorian_check_command(struct teehistorian *th,
				const struct teehistorian_event *ev,
				int32_t cid);
void teehistorian_check_texts(struct teehistorian *th,
			      const struct teehistorian_event *ev);

/* extension_check.c */
bool teehistorian_check_extension(struct teehistorian *th,
				  const struct teehistorian_event *ev);

/* tail.c: bytes behind FINISH or behind a cut. */
const char *teehistorian_tail_kind(const struct teehistorian *th);

#endif
