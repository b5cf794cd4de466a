/* SPDX-License-Identifier: MIT */
/*
 * netmessage.h - the messages in the packets of a Source demo (DEM-11)
 *
 *   packet: | type | fields ... | type | fields ... | 0 to 5 bits of anything |
 *
 * Messages have no length field.  So the rest of a packet is unknown after the first
 * message that cannot be read.
 */
#ifndef VALIDATOR_NETMESSAGE_NETMESSAGE_H
#define VALIDATOR_NETMESSAGE_NETMESSAGE_H

#include "validator/core/format.h"
#include "validator/core/growing.h"
#include "validator/core/report.h"
#include "validator/entities/entities.h"
#include "validator/netmessage/message.h"
#include "validator/netmessage/strings.h"

/* Facts from other places of the demo. */
struct netmessage_demo {
	int32_t network; /* network protocol */
	const char *map, *game;
	uint32_t most_packet; /* largest packet in bytes that engines can read */
	bool unread; /* packets are not read, so the names of created tables are not
	                known */
};

/* A snapshot is a delta to one of the last snapshots.  So this number of snapshots is
   remembered. */
enum { NETMESSAGE_RECENT_TICKS = 1024 };

/* The keys of each game event, after svc_gameeventlist. */
struct netmessage_events {
	bool listed;    /* the last list could be read */
	uint32_t lists; /* number of lists so far */
	struct growing events, types;
};

/* The state of the entities in svc_packetentities and svc_tempentities. */
struct netmessage_world {
	struct entities entities;
	bool any;     /* a snapshot was read */
	bool lost; /* the bytes that a repair drops may have contained a
	              snapshot */
	bool tainted; /* a snapshot was not read, so the changes of this
	                 snapshot are not known */
	bool read;    /* a snapshot of the last packet was read and applied */
	bool told;    /* a note reported that the next snapshots are not read */
	bool clocked; /* a net_tick was read; the next member is the tick of
	                 the last net_tick */
	int32_t tick;
	uint32_t n_ticks; /* number of snapshots with a tick; the next member
	                     has the last ticks */
	int32_t ticks[NETMESSAGE_RECENT_TICKS];
};

/* How an error in a payload can be repaired.  Offsets count in the file. */
struct netmessages_mend {
	bool possible;
	bool unsure;	  /* bytes of the payload may be missing or too many */
	struct mark mark; /* the mark before the command */
	uint64_t size; /* offset of the length of the payload; the payload
	                  follows the length */
	uint32_t found;   /* the length in the file, which may be wrong */
};

/* The current payload: the payload of a packet, or of dem_stringtables.
   netmessages_packet() and netmessages_stored_strings() set this struct.  `whole` and
   `n_whole` only grow while the payload is read.  A repair may keep the payload up to
   these places. */
struct netmessages_payload {
	struct span bytes;
	struct netmessages_mend mend;
	uint64_t passed; /* number of bits that netmessages_are_plain()
	                    skipped */
	const char *before; /* name of the last message; NULL: no message yet */
	uint64_t whole; /* number of bits before the current message or table */
	uint32_t n_whole; /* number of whole tables of dem_stringtables
	                     before this bit */
	bool stored;        /* the payload belongs to dem_stringtables */
	bool changes; /* the current message changes the state, even if the
	                 message has an error */
	bool looked; /* the rest of the packet was already searched for
	                messages */
};

/* The errors of the current payload.  A new payload clears all members.  A report sets
   `failed` or `mended` or both.  A report sets `ends` only together with `mended`. */
struct netmessages_result {
	bool failed; /* the payload has an error */
	bool mended; /* a fix removes the error */
	bool ends;   /* the demo must end before this payload */
};

/* The gaps that damaged or unreadable payloads left.  These members are set when a
   payload ends or is lost.  Only svc_serverinfo clears `tainted`. */
struct netmessages_gaps {
	bool leapt;         /* a repair continues after an earlier error */
	bool tainted;       /* the contents of some string tables are not known */
	const char *unread; /* the contents that could not be read; NULL:
	                       everything was read */
};

/* Numbers of classes and players for the checks of later messages. svc_serverinfo sets
   the first three members, and clears `table_classes` until data tables follow. */
struct netmessages_server {
	bool known; /* svc_serverinfo was read; the next members are its
	               values */
	uint32_t max_classes, max_clients;
	uint32_t table_classes; /* number of classes in dem_datatables; 0: not known */
};

struct netmessages {
	struct report *report;
	struct budget *budget;
	struct netmessage_demo demo;
	struct netmessage_layout layout;

	/* Read and check each message, even a message that is plainly clean. */
	bool careful;

	struct netmessages_result result;
	struct netmessages_payload payload;
	/* The current message.  A message that is cleared for each packet took 3 % of
	   the time. */
	struct netmessage message;
	/* Entries of string tables that messages of the packet use before the entries
	   exist.  Empty between packets. */
	struct growing unknown;

	struct netmessages_gaps gaps;
	struct netmessages_server server;
	struct netmessage_events events;
	struct strings strings;
	struct netmessage_world world;
};

/* packet.c: begins without memory. *report and *budget must live longer than *n.  The
   budget shows if it is used up. narrow: message types have 5 bits. */
void netmessages_open(struct netmessages *n, struct report *report,
		      struct budget *budget,
		      const struct netmessage_demo *demo, bool narrow);
void netmessages_close(struct netmessages *n);

/*
 * Checks the payload of dem_packet or dem_signon.  Reports errors at offsets of the
 * current part.  After an error the repaired demo goes on without the rest of the packet.
 * If n->result.ends is set, the repaired demo ends before the packet.
 */
void netmessages_packet(struct netmessages *n, struct span payload,
			const struct netmessages_mend *mend);

/* Can messages be read up to the end of the packet?  Nothing else is checked. *acting: a
   message acts on the player's machine.  Such a message is more likely to be garbage. */
bool netmessages_are_whole(const struct netmessages *n, struct span payload,
			   bool *acting);

/*
 * plain.c: are all messages of the packet plainly clean?  If so, the state is updated
 * like in netmessages_packet(), which would report nothing.  If not, netmessages_packet()
 * must be called next with the same payload, because some messages were skipped already.
 * The payload is the first `size` bytes of `packet`.  The bytes behind the payload have
 * no effect.
 */
bool netmessages_are_plain(struct netmessages *n, struct span packet,
			   size_t size);

/* mend.c: packets are missing at this place, and later packets may depend on them. */
void netmessages_lose(struct netmessages *n);

/* describe.c, for the command inspect: the place in a packet. */
struct netmessages_shown {
	struct bit_reader packet;
	bool entities; /* the entities of the last message come next */
	bool snapshot; /* a snapshot was shown; the state before a snapshot
	                  is known only for the first snapshot */
	struct entities_walk walk;
};

/* Returns the beginning of the packet that was checked last. */
struct netmessages_shown netmessages_show(struct span payload);

/* Describes the next message, or the next entity or property of the last message.  False:
   no readable message is left. */
bool netmessages_describe(const struct netmessages *n,
			  struct netmessages_shown *shown,
			  struct description *out);

/* stored.c: checks the payload of dem_stringtables.  After an error the repaired demo
   keeps the whole tables, if n->result.mended is set. */
void netmessages_stored_strings(struct netmessages *n, struct span payload,
				const struct netmessages_mend *mend);
/* tables.c: from this place on the contents of string tables are not known.  `unread`:
   the reason, a static text. */
void netmessages_miss_strings(struct netmessages *n, const char *unread);

/* server.c: stores the data tables of dem_datatables, which the caller owns.  Findings
   are about the current part.  Baselines that came before are checked later. */
void netmessages_tables(struct netmessages *n, const struct sendtables *tables);
/* From this place on entities cannot be read with the data tables.  `unread`: the
   reason, a static text. */
void netmessages_end_tables(struct netmessages *n, const char *unread);
/* baselines.c: checks the baselines that came before the data tables. */
void netmessages_check_baselines(struct netmessages *n);

#endif
