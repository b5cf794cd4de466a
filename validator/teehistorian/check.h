/* SPDX-License-Identifier: MIT */
/*
 * check.h - the functions that the files with checks of messages share
 *
 * A check returns false if a repair must cut before the message.
 */
#ifndef VALIDATOR_TEEHISTORIAN_CHECK_H
#define VALIDATOR_TEEHISTORIAN_CHECK_H

#include "validator/teehistorian/teehistorian.h"

/*
 * report.c: reports a finding about a whole message and its client.  `cid` is
 * TEEHISTORIAN_NO_CLIENT for a finding without a client.
 */
enum { TEEHISTORIAN_NO_CLIENT = -1 };

enum dfk_severity teehistorian_report(struct teehistorian *th, enum rule_id id,
				      const struct teehistorian_event *ev,
				      int32_t cid, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/*
 * Reports a message after which the rest cannot be understood.  Adds the fix: the file
 * ends at th->cut_point.  False: the user made the rule a warning or a note, so reading
 * continues.
 */
bool teehistorian_cut(struct teehistorian *th, enum rule_id id,
		      const struct teehistorian_event *ev, int32_t cid,
		      const char *format, ...)
	__attribute__((format(printf, 5, 6)));
bool teehistorian_cut_at(struct teehistorian *th, enum rule_id id,
			 const struct site *site, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Returns the site of a whole message. */
struct site teehistorian_site(const struct teehistorian_event *ev);

/* ticks.c: moves the clock forward.  False: a repair cuts before the message. */
bool teehistorian_check_skip(struct teehistorian *th,
			     const struct teehistorian_event *ev);
bool teehistorian_check_player_tick(struct teehistorian *th,
				    const struct teehistorian_event *ev,
				    int32_t cid);

/* clients_check.c */
/* Is the client id in range?  A client id out of range is reported. */
bool teehistorian_check_cid(struct teehistorian *th,
			    const struct teehistorian_event *ev, int32_t cid);

/* Is the client id above 63 in a file of a release with 64 slots? */
bool teehistorian_is_over_64(const struct teehistorian *th, int32_t cid);

/* clients_check.c; cid is in range. */
void teehistorian_check_join(struct teehistorian *th,
			     const struct teehistorian_event *ev, int32_t cid);
void teehistorian_check_drop(struct teehistorian *th,
			     const struct teehistorian_event *ev, int32_t cid);
/* Reports a client that is active but never joined. */
void teehistorian_check_joined(struct teehistorian *th,
			       const struct teehistorian_event *ev,
			       int32_t cid);
/* Is the client ready?  True in recordings that do not contain player-ready. */
bool teehistorian_is_ready(const struct teehistorian *th, int32_t cid);
/* Is the input of the client known?  False after an event after which INPUT_NEW is
   right. */
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
/* Reports ints that are not in their shortest form. */
void teehistorian_check_ints(struct teehistorian *th,
			     const struct teehistorian_event *ev);
/* Adds the edit for the size of an EX.  A repair drops this number of bytes of its
   payload. */
void teehistorian_shrink(struct teehistorian *th,
			 const struct teehistorian_event *ev, uint64_t bytes);
/* Returns the size in bytes of the largest network message of the client. */
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

/* tail.c: reads bytes after FINISH or after a cut. */
const char *teehistorian_tail_kind(struct teehistorian *th);
void teehistorian_report_zero_diff(struct teehistorian *th);

#endif
