/* SPDX-License-Identifier: MIT */
/*
 * packets.h - packets in the words of a script, and what is said of them
 *
 * Statements, with a semicolon after each:
 *
 *   tick type 7 text 'a'   a packet of these messages (dem_samples.h)
 *   stored u 8 0           dem_stringtables of these bits
 *   tables                 dem_datatables of two classes, as in game.h
 *   tables wrong           which cannot be read
 *
 * What is said is a line of each finding: its rule, where it is and how long,
 * what in that it is about, and what was found there; what was expected.
 *
 * Behind it, whether a repair answers it, and whether its severity is another one
 * than that of its rule.  Of what is decoded, its name, and where in the file
 * that is, come first.
 *
 *   dem.message_text 0.6+1027 svc_print text: 2048 bytes; fewer than 2048 bytes
 */
#ifndef TESTS_PACKETS_H
#define TESTS_PACKETS_H

#include "tests/game.h"
#include "tests/support.h"
#include "validator/netmessage/netmessage.h"

struct packets {
	struct report report;
	struct budget budget;
	struct starving starving;
	struct dfk_allocator allocator;
	struct netmessages messages;
	struct game *game;
	struct buffer said;
};

/* Begins packets.  There is only one such struct at a time. */
struct packets *packets_begin(int32_t network);
void packets_end(struct packets *p);

void packets_run(struct packets *p, const char *script);

/* Returns the findings since the last call. */
const char *packets_said(struct packets *p);

/* Adds the line of a finding to `said`, a struct buffer. */
void packets_hear(void *said, const struct dfk_finding *f);

/* Returns the bytes of a packet from these words.  Free them with buffer_free(). */
struct buffer packets_payload(int32_t network, const char *words);

/* Reads a packet of these bytes. */
void packets_read(struct packets *p, struct span payload);

struct packets_case {
	const char *what;
	int32_t network;
	const char *script, *said;
};

/* Compares the findings of each case.  If memory ends at any allocation, the findings up
   to this place must be the same. */
void packets_check(const struct packets_case *cases, size_t n);

#endif
