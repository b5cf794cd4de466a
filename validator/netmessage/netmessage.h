/* SPDX-License-Identifier: MIT */
/*
 * netmessage.h - what the packets of a Source demo say (DEM-11)
 *
 *   packet: | type | fields ... | type | fields ... | 0 to 5 bits of anything |
 *
 * Messages have no length of their own: from the first one that cannot be read on,
 * nothing of its packet is known.
 */
#ifndef VALIDATOR_NETMESSAGE_NETMESSAGE_H
#define VALIDATOR_NETMESSAGE_NETMESSAGE_H

#include "validator/core/format.h"
#include "validator/core/growing.h"
#include "validator/core/report.h"
#include "validator/entities/entities.h"
#include "validator/netmessage/message.h"
#include "validator/netmessage/strings.h"

/* What the demo says elsewhere. */
struct netmessage_demo {
	int32_t network; /* network protocol */
	const char *map, *game;
	uint32_t most_packet; /* bytes that engines have room for */
};

/* A snapshot is a difference to one of the last few. */
enum { NETMESSAGE_RECENT_TICKS = 1024 };

/* What is in each game event, once there is a list. */
struct netmessage_events {
	bool listed;    /* the last list was read */
	uint32_t lists; /* so far */
	struct growing events, types;
};

/* What svc_packetentities and svc_tempentities are about. */
struct netmessage_world {
	struct entities entities;
	bool any;     /* there was a snapshot */
	bool lost;    /* one may have been in what a repair drops */
	bool tainted; /* one was not read: what it changed is not known */
	bool read;    /* one of the last packet was, and is not forgotten */
	bool told;    /* that the next ones are not read */
	bool clocked; /* there was a net_tick, the last one of: */
	int32_t tick;
	uint32_t n_ticks; /* of snapshots; and of the last ones, which: */
	int32_t ticks[NETMESSAGE_RECENT_TICKS];
};

/* What can be done about an error in a packet, as offsets in the file. */
struct netmessages_mend {
	bool possible;
	bool unsure;	  /* bytes of the payload may be missing, or too many */
	struct mark mark; /* before its command */
	uint64_t size;	  /* where the size of its payload is, which follows */
	uint32_t found;   /* the size there, if the right one is another */
};

/* The payload at hand: of a packet, or of dem_stringtables.  netmessages_packet() and
   netmessages_stored_strings() begin it.  `whole` and `n_whole` only grow while it is
   read; a repair may keep as much of it as they say. */
struct netmessages_payload {
	struct span bytes;
	struct netmessages_mend mend;
	uint64_t passed;    /* bits of it that netmessages_are_plain() passed */
	const char *before; /* the message that was read last; NULL: none */
	uint64_t whole;     /* bits up to the message, or the table, at hand */
	uint32_t n_whole;   /* tables of dem_stringtables that end there */
	bool stored;        /* it is dem_stringtables */
	bool changes; /* the message at hand counts, even if there is an error in it */
	bool looked;  /* whether messages can be read up to its end */
};

/* What is wrong with the payload at hand.  Each payload begins without anything; a report
   sets `failed` or `mended` or both, and `ends` only with `mended`. */
struct netmessages_result {
	bool failed; /* there is an error in it */
	bool mended; /* which a fix answers */
	bool ends;   /* the demo has to end before it */
};

/* What is not known, as earlier payloads were damaged, or could not be read.  It is set
   when a payload ends, or is lost; only svc_serverinfo clears `tainted`. */
struct netmessages_gaps {
	bool leapt;         /* a repair can go on after an earlier error */
	bool tainted;       /* not all string tables are what they should be */
	const char *unread; /* what could not be looked at; NULL: nothing */
};

/* Numbers of classes and players, by which others are checked.  svc_serverinfo sets the
   first three, and clears `table_classes` until data tables follow. */
struct netmessages_server {
	bool known; /* there was a svc_serverinfo, which said: */
	uint32_t max_classes, max_clients;
	uint32_t table_classes; /* in dem_datatables; 0: not known */
};

struct netmessages {
	struct report *report;
	struct budget *budget;
	struct netmessage_demo demo;
	struct netmessage_layout layout;

	/* Each message is read and checked, also if it is plainly clean. */
	bool careful;

	struct netmessages_result result;
	struct netmessages_payload payload;
	/* The message at hand: to clear one for each packet took 3 % of the time. */
	struct netmessage message;
	/* Entries of string tables that the packet names, and that were not there when it
	   did.  Between packets there are none. */
	struct growing unknown;

	struct netmessages_gaps gaps;
	struct netmessages_server server;
	struct netmessage_events events;
	struct strings strings;
	struct netmessage_world world;
};

/* packet.c: holds nothing yet.  If the budget ends, that is said in there. */
void netmessages_open(struct netmessages *n, struct report *report,
		      struct budget *budget,
		      const struct netmessage_demo *demo, bool narrow);
void netmessages_close(struct netmessages *n);

/*
 * The payload of dem_packet or dem_signon.  What is wrong with it is reported; its
 * offsets are those of the part at hand.  After an error the demo goes on without the
 * rest of the packet, or ends before it, if n->result.ends.
 */
void netmessages_packet(struct netmessages *n, struct span payload,
			const struct netmessages_mend *mend);

/* Can messages be read up to the end of that packet?  Nothing else is judged.  *acting:
   one of them acts on the player's machine, which is more likely to be made of
   garbage. */
bool netmessages_are_whole(const struct netmessages *n, struct span payload,
			   bool *acting);

/*
 * plain.c: is all of the packet plainly clean?  If so, netmessages_packet() would change
 * the same, and say nothing.  If not, it has to come next, with the same payload, of
 * which some messages were passed.  The payload are the first `size` bytes; what follows
 * them changes nothing.
 */
bool netmessages_are_plain(struct netmessages *n, struct span packet,
			   size_t size);

/* mend.c: packets are missing here: what follows may depend on them. */
void netmessages_lose(struct netmessages *n);

/* describe.c, for inspection: what comes next in a packet. */
struct netmessages_shown {
	struct bit_reader packet;
	bool entities; /* those of the last message, before the next one */
	bool snapshot; /* there was one: only of the first one it is known what
			  it changed */
	struct entities_walk walk;
};

/* The packet that was checked last. */
struct netmessages_shown netmessages_show(struct span payload);

/* The next message, or what the last one says of entities; false: there is none
   that can be read. */
bool netmessages_describe(const struct netmessages *n,
			  struct netmessages_shown *shown,
			  struct description *out);

/* stored.c: the payload of dem_stringtables.  After an error the demo goes on with those
   of its tables that are whole, if n->result.mended. */
void netmessages_stored_strings(struct netmessages *n, struct span payload,
				const struct netmessages_mend *mend);
/* tables.c: what string tables hold from now on is not known, for that reason. */
void netmessages_miss_strings(struct netmessages *n, const char *unread);

/* server.c: dem_datatables was read; the tables stay the caller's.  What it says is in
   the part at hand; what is wrong with baselines that came before is not. */
void netmessages_tables(struct netmessages *n, const struct sendtables *tables);
/* From now on they are not what entities go by, for that reason. */
void netmessages_end_tables(struct netmessages *n, const char *unread);
/* baselines.c: checks the baselines that came before the data tables. */
void netmessages_check_baselines(struct netmessages *n);

#endif
