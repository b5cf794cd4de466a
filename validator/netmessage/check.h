/* SPDX-License-Identifier: MIT */
/* check.h - functions that the checks of net messages share */
#ifndef VALIDATOR_NETMESSAGE_CHECK_H
#define VALIDATOR_NETMESSAGE_CHECK_H

#include "validator/netmessage/netmessage.h"

/* A message, and the packet that contains it. */
struct netmessage_at {
	struct netmessages *n;
	struct span payload;
	const struct netmessage *m;
};

/* mend.c: the fix of an error in the current message, and the bytes that the fix
   inserts. */
struct netmessages_fix {
	struct fix fix; /* offsets count in the file */
	uint8_t size[4], last, tables;
};

void netmessages_mend(const struct netmessages *n, enum rule_id rule,
		      struct netmessages_fix *out);
void netmessages_mended(struct netmessages *n,
			const struct netmessages_fix *fix);

/* ---------------------------------------------------------------- report.c */

/* Reports a finding about `bits` bits from `bit` on, like report(). path: the elements
   that contain these bits, or NULL. */
void netmessages_report(struct netmessages *n, enum rule_id rule, uint64_t bit,
			uint64_t bits, const char *path, const char *field,
			const char *format, ...)
	__attribute__((format(printf, 7, 8)));

/* Reports a finding about a field of the message, like netmessages_report(). */
void netmessages_report_field(const struct netmessage_at *at, enum rule_id rule,
			      unsigned field, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Reports an error in entities.  `path`: the element that contains the entities. b: the
   place where reading stopped. */
void netmessages_report_entities(struct netmessages *n,
				 enum entities_error error, const char *path,
				 const struct bit_reader *b);

/* Copies a text of the message to `room`, up to size - 1 bytes and a NUL.  Returns the
   full length in bytes. */
size_t netmessage_text(const struct netmessage_at *at, unsigned field,
		       char *room, size_t size);

/* Reports a name that is not text.  `bit` and `bits` are the place of the name. */
void netmessages_check_identifier(struct netmessages *n, struct span name,
				  uint64_t bit, uint64_t bits, const char *path,
				  const char *field);

/* Reports a body whose reading did not stop at the end of the body. b: the place where
   reading stopped. path: the part of the body that was read, or NULL. */
void netmessages_check_body(const struct netmessage_at *at,
			    const struct bit_reader *b, const char *path);

/* --------------------------------------------------------------- numbers.c */

/* The number of an entry of a string table, and the place of this number in a message. */
struct netmessage_number {
	enum strings_use use; /* use of the table that has the entry */
	enum rule_id rule;
	uint64_t bit;
	unsigned bits;
	const char *field;
	uint32_t number;
};

void netmessages_open_numbers(struct netmessages *n);
void netmessages_close_numbers(struct netmessages *n);

/* Returns the number of entries of the table with this use.  UINT64_MAX: not known. */
uint64_t netmessages_numbers(struct netmessages *n, enum strings_use use);
/* Checks that the entry exists.  If the entry does not exist, a later message of the
   packet may add it.  So the finding is reported at the end of the packet. */
void netmessages_check_number(const struct netmessage_at *at,
			      const struct netmessage_number *number);
/* Reports the numbers of entries that were not added.  Called at the end of a packet. */
void netmessages_report_numbers(struct netmessages *n);

/* ----------------------------------------------------------- string tables */

/* baselines.c: reads the data of an entry of the table of baselines.  False: the budget
   is used up. */
bool netmessages_take_baseline(struct netmessages *n,
			       struct strings_entry *entry,
			       const struct bit_reader *data);

/* entries.c: reads n entries of a table, and moves b.  False: the budget is used up, or
   an error was reported. */
bool netmessages_read_entries(const struct netmessage_at *at,
			      struct strings_table *table, struct bit_reader *b,
			      uint32_t n);
/* Reports data of a player if their size is unusual. */
void netmessages_check_player(struct netmessages *n,
			      const struct strings_table *table, uint64_t bit,
			      uint64_t bits, uint64_t data_bits);

/* tables.c: svc_createstringtable and svc_updatestringtable. */
void netmessages_create_strings(const struct netmessage_at *at);
/* Does a mark precede the name of the table?  The mark does not count for the length of
   the name. */
bool netmessages_is_name_marked(const struct netmessage_at *at);
void netmessages_update_strings(const struct netmessage_at *at);

/* ---------------------------------------------------------------- messages */

/* events.c */
void netmessages_open_events(struct netmessages *n);
void netmessages_close_events(struct netmessages *n);
void netmessages_check_events(const struct netmessage_at *at);
void netmessages_check_event(const struct netmessage_at *at);

/* sounds.c */
void netmessages_check_sounds(const struct netmessage_at *at);
/* Returns the bit at which `count` sounds end that begin at bit `pos`.  `end` is the end
   of the body.  If the result is behind `end`, not all sounds were read. 0: a sound
   needs a finding. */
uint64_t netmessages_pass_sounds(struct netmessages *n,
				 const struct ahead *ahead, uint64_t pos,
				 uint64_t end, uint32_t count);

/* snapshots.c */
void netmessages_tick(const struct netmessage_at *at);
void netmessages_check_snapshot(const struct netmessage_at *at);
void netmessages_check_temporary(const struct netmessage_at *at);
void netmessages_clear_world(struct netmessages *n);

/* server.c: svc_serverinfo, and the number of classes in other places. */
void netmessages_check_server(const struct netmessage_at *at);
void netmessages_check_classes(struct netmessages *n, uint64_t bit,
			       const char *field, uint32_t found);

/* check.c: checks a whole message. */
void netmessages_check(const struct netmessage_at *at);

/* plain.c: skips the plainly clean messages from b on, and updates the state with these
   messages. */
void netmessages_pass_plain(struct netmessages *n, struct bit_reader *b);

#endif
