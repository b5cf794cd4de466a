/* SPDX-License-Identifier: MIT */
/*
 * check.h - between the files that judge messages
 *
 * A check returns false when a repair has to cut before the message.
 */
#ifndef VALIDATOR_TEEHISTORIAN_CHECK_H
#define VALIDATOR_TEEHISTORIAN_CHECK_H

#include "validator/teehistorian/teehistorian.h"

/*
 * report.c: findings about a whole message, and about its client; without one
 * `cid` is TEEHISTORIAN_NO_CLIENT.
 */
enum { TEEHISTORIAN_NO_CLIENT = -1 };

enum dfk_severity teehistorian_report(struct teehistorian *th, enum rule_id id,
				      const struct teehistorian_event *ev,
				      int32_t cid, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/*
 * Reports that the recording ends before this message: nobody knows what
 * the rest refers to.  Adds the fix: the file ends at th->cut_point.  False: the
 * rule was made less than an error, so reading goes on.
 */
bool teehistorian_cut(struct teehistorian *th, enum rule_id id,
		      const struct teehistorian_event *ev, int32_t cid,
		      const char *format, ...)
	__attribute__((format(printf, 5, 6)));
bool teehistorian_cut_at(struct teehistorian *th, enum rule_id id,
			 const struct site *site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The site of a whole message. */
struct site teehistorian_site(const struct teehistorian_event *ev);

/* ticks.c; the clock moves on, or the player message is out of order. */
bool teehistorian_check_skip(struct teehistorian *th,
			     const struct teehistorian_event *ev);
bool teehistorian_check_player_tick(struct teehistorian *th,
				    const struct teehistorian_event *ev,
				    int32_t cid);

/* clients_check.c */
/* Client ids are in range: true, or it is reported. */
bool teehistorian_check_cid(struct teehistorian *th,
			    const struct teehistorian_event *ev, int32_t cid);

/* The client did not exist in the release that wrote the file. */
bool teehistorian_is_over_64(const struct teehistorian *th, int32_t cid);

/* clients_check.c; cid is in range. */
void teehistorian_check_join(struct teehistorian *th,
			     const struct teehistorian_event *ev, int32_t cid);
void teehistorian_check_drop(struct teehistorian *th,
			     const struct teehistorian_event *ev, int32_t cid);
/* The client does something: it must have joined. */
void teehistorian_check_joined(struct teehistorian *th,
			       const struct teehistorian_event *ev,
			       int32_t cid);
/* The client is ready, or the recording does not say who is. */
bool teehistorian_is_ready(const struct teehistorian *th, int32_t cid);
/* Its input is known, and nothing says that it may begin anew. */
bool teehistorian_knows_input(const struct teehistorian *th, int32_t cid);
bool teehistorian_check_new(struct teehistorian *th,
			    const struct teehistorian_event *ev, int32_t cid);
bool teehistorian_check_old(struct teehistorian *th,
			    const struct teehistorian_event *ev, int32_t cid);
bool teehistorian_check_diff(struct teehistorian *th,
			     const struct teehistorian_event *ev, int32_t cid);
bool teehistorian_check_input(struct teehistorian *th,
			      const struct teehistorian_event *ev, int32_t cid);

/* fields.c */
/* Ints that are not in their shortest form. */
void teehistorian_check_ints(struct teehistorian *th,
			     const struct teehistorian_event *ev);
/* The payload of an EX loses so many bytes: its size is corrected. */
void teehistorian_shrink(struct teehistorian *th,
			 const struct teehistorian_event *ev, uint64_t bytes);
/* The largest network message of the client, in bytes. */
uint64_t teehistorian_message_most(const struct teehistorian *th, int32_t cid);
void teehistorian_check_network_message(struct teehistorian *th,
					const struct teehistorian_event *ev,
					int32_t cid);
bool teehistorian_check_command(struct teehistorian *th,
				const struct teehistorian_event *ev,
				int32_t cid);
void teehistorian_check_texts(struct teehistorian *th,
			      const struct teehistorian_event *ev);

/* extension_check.c */
bool teehistorian_check_extension(struct teehistorian *th,
				  const struct teehistorian_event *ev);

/* tail.c: bytes after FINISH or after a cut. */
const char *teehistorian_tail_kind(struct teehistorian *th);
void teehistorian_report_zero_diff(struct teehistorian *th);

#endif
