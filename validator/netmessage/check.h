/* SPDX-License-Identifier: MIT */
/* check.h - what the checks of net messages share */
#ifndef VALIDATOR_NETMESSAGE_CHECK_H
#define VALIDATOR_NETMESSAGE_CHECK_H

#include "validator/netmessage/netmessage.h"

/* A message, and the packet that it is in. */
struct netmessage_at {
	struct netmessages *n;
	struct span payload;
	const struct netmessage *m;
};

/* mend.c: the fix of an error in the message at hand; and that it will be done. */
struct netmessages_fix {
	struct fix fix; /* of the file */
	uint8_t size[4], last, tables;
};

void netmessages_mend(const struct netmessages *n, enum rule_id rule,
		      struct netmessages_fix *out);
void netmessages_mended(struct netmessages *n,
			const struct netmessages_fix *fix);

/* ---------------------------------------------------------------- report.c */

/* As report(), of so many bits from `bit` on; path: what it is in. */
void netmessages_report(struct netmessages *n, enum rule_id rule, uint64_t bit,
			uint64_t bits, const char *path, const char *field,
			const char *format, ...)
	__attribute__((format(printf, 7, 8)));

/* The same of a field of the message. */
void netmessages_report_field(const struct netmessage_at *at, enum rule_id rule,
			      unsigned field, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* What is wrong with entities; `path` is what they are in, b where they end. */
void netmessages_report_entities(struct netmessages *n,
				 enum entities_error error, const char *path,
				 const struct bit_reader *b);

/* A text of the message, up to `size` bytes and a NUL. */
size_t netmessage_text(const struct netmessage_at *at, unsigned field,
		       char *room, size_t size);

/* Is a name, of so many bits from `bit` on, a text? */
void netmessages_check_identifier(struct netmessages *n, struct span name,
				  uint64_t bit, uint64_t bits, const char *path,
				  const char *field);

/* Where reading the body ended: it must be its end; path: what was read. */
void netmessages_check_body(const struct netmessage_at *at,
			    const struct bit_reader *b, const char *path);

/* --------------------------------------------------------------- numbers.c */

/* A number of an entry of a string table, where it stands. */
struct netmessage_number {
	enum strings_use use; /* of the table */
	enum rule_id rule;
	uint64_t bit;
	unsigned bits;
	const char *field;
	uint32_t number;
};

void netmessages_open_numbers(struct netmessages *n);
void netmessages_close_numbers(struct netmessages *n);

/* How many entries the table for that use has; UINT64_MAX: nothing is known of it. */
uint64_t netmessages_numbers(struct netmessages *n, enum strings_use use);
/* Is there that entry?  If not, a later message of the packet may add it. */
void netmessages_check_number(const struct netmessage_at *at,
			      const struct netmessage_number *number);
/* The packet ends: reports the numbers of entries that were not added. */
void netmessages_report_numbers(struct netmessages *n);

/* ----------------------------------------------------------- string tables */

/* baselines.c: the data of an entry of that table.  False: see the budget. */
bool netmessages_take_baseline(struct netmessages *n,
			       struct strings_entry *entry,
			       const struct bit_reader *data);

/* entries.c: n entries of a table; false: see the budget, or reported. */
bool netmessages_read_entries(const struct netmessage_at *at,
			      struct strings_table *table, struct bit_reader *b,
			      uint32_t n);
/* The data of an entry: those of a player have one length. */
void netmessages_check_player(struct netmessages *n,
			      const struct strings_table *table, uint64_t bit,
			      uint64_t bits, uint64_t data_bits);

/* tables.c */
void netmessages_create_strings(const struct netmessage_at *at);
/* Is there a mark before the name, which takes no room of it? */
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
/* Where so many sounds end that begin at bit `pos`; that may be after `end`, where the
   body ends, and then not all were looked at.  Or 0: there is something to say of
   one. */
uint64_t netmessages_pass_sounds(struct netmessages *n,
				 const struct ahead *ahead, uint64_t pos,
				 uint64_t end, uint32_t count);

/* snapshots.c */
void netmessages_tick(const struct netmessage_at *at);
void netmessages_check_snapshot(const struct netmessage_at *at);
void netmessages_check_temporary(const struct netmessage_at *at);
void netmessages_clear_world(struct netmessages *n);

/* server.c: svc_serverinfo. */
void netmessages_check_server(const struct netmessage_at *at);
void netmessages_check_classes(struct netmessages *n, uint64_t bit,
			       const char *field, uint32_t found);

/* check.c: what must hold for a message. */
void netmessages_check(const struct netmessage_at *at);

/* plain.c: passes what is plainly clean of a packet, from b on, with what that
   changes. */
void netmessages_pass_plain(struct netmessages *n, struct bit_reader *b);

#endif
