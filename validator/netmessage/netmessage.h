/* SPDX-License-Identifier: MIT */
/*
 * netmessage.h - the messages in the packets of a Source demo (DEM-11)
 *
 *   packet: | type | fields ... | type | fields ... | 0 to 5 bits of anything |
 *
 * Messages have no length field.  So nothing is known of a packet behind the first
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
};

/* A snapshot is a delta to one of the last snapshots; this many are remembered. */
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
	bool lost;    /* the bytes that a repair drops may have had a snapshot */
	bool tainted; /* a snapshot was not read, so its changes are not known */
	bool read;    /* a snapshot of the last packet was read and applied */
	bool told;    /* the note that the next snapshots are not read was reported */
	bool clocked; /* a net_tick was read; the tick of the last one: */
	int32_t tick;
	uint32_t n_ticks; /* number of snapshots with a tick; the ticks of the last
			     ones: */
	int32_t ticks[NETMESSAGE_RECENT_TICKS];
};

/* How an error in a payload can be repaired.  Offsets count in the file. */
struct netmessages_mend {
	bool possible;
	bool unsure;	  /* bytes of the payload may be missing or too many */
	struct mark mark; /* before the command */
	uint64_t size;	  /* offset of the length of the payload, which is followed by the
			     payload */
	uint32_t found;   /* the length in the file; it may be wrong */
};

/* The payload at hand: of a packet, or of dem_stringtables.  netmessages_packet() and
   netmessages_stored_strings() set it.  `whole` and `n_whole` only grow while the payload
   is read.  A repair may keep that much of the payload. */
struct netmessages_payload {
	struct span bytes;
	struct netmessages_mend mend;
	uint64_t passed;    /* number of bits that netmessages_are_plain() passed */
	const char *before; /* name of the last message; NULL: none */
	uint64_t whole;     /* number of bits before the message or the table at hand */
	uint32_t n_whole;   /* number of whole tables of dem_stringtables before that
			       bit */
	bool stored;        /* the payload is that of dem_stringtables */
	bool changes; /* the message at hand changes the state, even if it has an error */
	bool looked;  /* the rest of the packet was tested for messages */
};

/* The errors of the payload at hand.  A new payload clears all members.  A report sets
   `failed` or `mended` or both, and sets `ends` only with `mended`. */
struct netmessages_result {
	bool failed; /* the payload has an error */
	bool mended; /* a fix answers the error */
	bool ends;   /* the demo must end before this payload */
};

/* The gaps that damaged or unreadable payloads left.  These members are set when a
   payload ends or is lost.  Only svc_serverinfo clears `tainted`. */
struct netmessages_gaps {
	bool leapt;         /* a repair goes on after an earlier error */
	bool tainted;       /* the contents of some string tables are not known */
	const char *unread; /* what could not be read; NULL: all was read */
};

/* Numbers of classes and players, which later messages are checked against.
   svc_serverinfo sets the first three members, and clears `table_classes` until data
   tables follow. */
struct netmessages_server {
	bool known; /* svc_serverinfo was read; its values: */
	uint32_t max_classes, max_clients;
	uint32_t table_classes; /* number of classes in dem_datatables; 0: not known */
};

struct netmessages {
	struct report *report;
	struct budget *budget;
	struct netmessage_demo demo;
	struct netmessage_layout layout;

	/* Read and check each message, even a plainly clean one. */
	bool careful;

	struct netmessages_result result;
	struct netmessages_payload payload;
	/* The message at hand.  Clearing a message for each packet took 3 % of the
	   time. */
	struct netmessage message;
	/* Entries of string tables that messages of the packet name before the entries
	   exist.  Empty between packets. */
	struct growing unknown;

	struct netmessages_gaps gaps;
	struct netmessages_server server;
	struct netmessage_events events;
	struct strings strings;
	struct netmessage_world world;
};

/* packet.c: begins without memory.  *report and *budget must outlive *n.  If the budget
   is used up, the budget tells so.  narrow: message types have 5 bits. */
void netmessages_open(struct netmessages *n, struct report *report,
		      struct budget *budget,
		      const struct netmessage_demo *demo, bool narrow);
void netmessages_close(struct netmessages *n);

/*
 * Checks the payload of dem_packet or dem_signon, and reports its errors at offsets of
 * the part at hand.  After an error the repaired demo goes on without the rest of the
 * packet, or ends before the packet, if n->result.ends.
 */
void netmessages_packet(struct netmessages *n, struct span payload,
			const struct netmessages_mend *mend);

/* Can messages be read up to the end of the packet?  Nothing else is checked.  *acting: a
   message acts on the player's machine; such a message is more likely to be garbage. */
bool netmessages_are_whole(const struct netmessages *n, struct span payload,
			   bool *acting);

/*
 * plain.c: are all messages of the packet plainly clean?  If so, the state is updated as
 * netmessages_packet() would do, which would report nothing.  If not,
 * netmessages_packet() must be called next with the same payload, as some messages were
 * passed already.  The payload is the first `size` bytes of `packet`; the bytes behind it
 * have no effect.
 */
bool netmessages_are_plain(struct netmessages *n, struct span packet,
			   size_t size);

/* mend.c: packets are missing here, and later packets may depend on them. */
void netmessages_lose(struct netmessages *n);

/* describe.c, for `inspect`: the place in a packet. */
struct netmessages_shown {
	struct bit_reader packet;
	bool entities; /* the entities of the last message come next */
	bool snapshot; /* a snapshot was shown; the state before it is known only for the
			  first snapshot */
	struct entities_walk walk;
};

/* The beginning of the packet that was checked last. */
struct netmessages_shown netmessages_show(struct span payload);

/* Describes the next message, or the next entity or property of the last message.  False:
   no readable message is left. */
bool netmessages_describe(const struct netmessages *n,
			  struct netmessages_shown *shown,
			  struct description *out);

/* stored.c: checks the payload of dem_stringtables.  After an error the repaired demo
   keeps the whole tables, if n->result.mended. */
void netmessages_stored_strings(struct netmessages *n, struct span payload,
				const struct netmessages_mend *mend);
/* tables.c: from now on the contents of string tables are not known.  `unread`: the
   reason, a static text. */
void netmessages_miss_strings(struct netmessages *n, const char *unread);

/* server.c: dem_datatables was read.  The caller keeps ownership of the tables.  Findings
   here are about the part at hand; baselines that came before are checked later. */
void netmessages_tables(struct netmessages *n, const struct sendtables *tables);
/* From now on entities cannot be read with the data tables.  `unread`: the reason, a
   static text. */
void netmessages_end_tables(struct netmessages *n, const char *unread);
/* baselines.c: checks the baselines that came before the data tables. */
void netmessages_check_baselines(struct netmessages *n);

#endif
