/* SPDX-License-Identifier: MIT */
/* dem.h - what is known of a Source engine demo while it is read */
#ifndef VALIDATOR_DEM_DEM_H
#define VALIDATOR_DEM_DEM_H

#include "validator/core/format.h"
#include "validator/core/printable.h"
#include "validator/core/real.h"
#include "validator/core/search_limit.h"
#include "validator/dem/command.h"
#include "validator/netmessage/netmessage.h"
#include "validator/sendtable/sendtable.h"

/* ----------------------------------------------------------------- header */

enum {
	DEM_TEXT_BYTES = 260,
	DEM_AT_NETWORK = 12,
	DEM_AT_SERVER = 16,
	DEM_AT_CLIENT = 276,
	DEM_AT_MAP = 536,
	DEM_AT_GAME = 796,
	DEM_AT_TIME = 1056,
	DEM_AT_TICKS = 1060,
	DEM_AT_FRAMES = 1064,
	DEM_AT_SIGNON = 1068
};

struct dem_header {
	int32_t protocol, network;
	char server[DEM_TEXT_BYTES], client[DEM_TEXT_BYTES];
	char map[DEM_TEXT_BYTES], game[DEM_TEXT_BYTES];
	float time;
	int32_t ticks, frames, signon;
	/* The protocol and the time as texts, for whoever asks the format. */
	char version[12]; /* empty: the header was not read */
	struct real_text time_text;
};

/* How many bytes its engine has room for in a packet. */
static inline uint32_t
dem_most_packet(const struct dem_header *h)
{
	return h->network >= 24 ? DEM_MOST_PACKET : DEM_MOST_OLD_PACKET;
}

/* --------------------------------------------------------------- commands */

/* Is the tick of the last packet one that can follow those before it? */
enum dem_clock {
	DEM_CLOCK_NEAR,
	DEM_CLOCK_JUMPED, /* no, but if the next one is near it, ticks go on from there */
	DEM_CLOCK_ASTRAY  /* no, and there is nothing to go by */
};

/* What the commands so far say about the next one (DEM-6). */
struct dem_walk {
	uint64_t sync; /* offset of dem_synctick, or 0 */
	uint64_t tables, strings; /* how many */
	uint64_t packets;
	bool connected, sequenced, used; /* the next three are known */
	int32_t connect; /* tick of the first dem_signon: another clock */
	int32_t sequence; /* of the last packet */
	int32_t user; /* of the last dem_usercmd */
	int32_t tick; /* of the last packet with one that can be */
	int32_t jump; /* of the last packet, if that is another */
	enum dem_clock clock;
};

/* A command that is held until one that fits follows it. */
struct dem_held {
	struct dem_command command;
	struct dem_walk before;
	bool fits; /* after those before it */
};

enum {
	DEM_NEAR = 2000, /* ticks, and sequence numbers, from one to the next */
	DEM_LOST = 32,   /* the same of packets, if the network lost some between them:
	                    25 at most in 384 gaps of 15 demos */
	DEM_BACK = 16,
	DEM_LEVEL_BACK = 100000,
	DEM_STOP_AFTER = 300,
	DEM_MOST_HELD = 64,
	DEM_MOST_PROOFS = 64,
	DEM_MOST_CHAIN = 400, /* commands of a trial; console commands do not count */
	/* How far a search for what comes next looks. */
	DEM_HORIZON = 1 << 20
};

enum dem_phase {
	DEM_IN_HEADER,
	DEM_IN_COMMANDS,
	DEM_IN_STRINGS, /* in the payload of long string tables */
	DEM_SEARCHING,
	DEM_IN_OTHER, /* commands of protocol 4 */
	DEM_ENDED,
	DEM_HALTED
};

/* A record, for inspection. */
enum dem_kind { DEM_HEADER, DEM_COMMAND, DEM_DAMAGED };

struct dem_event {
	enum dem_kind kind;
	uint64_t off, len;
	int64_t tick; /* -1: none */
	const struct dem_command *command; /* NULL: it is damaged, or the header */
	struct span payload; /* of a console command; of packets, if they are
	                        read */
	struct netmessages_shown *shown; /* by inspection, if it is a packet */
};

/* What could not be read, while it is searched where commands go on. */
struct dem_loss {
	enum rule_id rule;
	struct mark mark;  /* before it */
	uint64_t off, len; /* of what is wrong */
	bool zeros;	   /* nothing else since then */
	uint64_t crossed;  /* another demo begins there, which is none of this; or 0 */
	char found[64], expected[64];
};

/* Bits of a payload, and what they should be. */
struct dem_bits {
	uint64_t bit;
	unsigned bits; /* 0: nothing is wrong */
	uint32_t found, want;
	enum rule_id rule;
	const char *field;
};

/* svc_serverinfo of the first dem_signon (DEM-5). */
struct dem_server {
	bool known;    /* the interval */
	bool readable; /* its layout is proven, and that of all messages with it */
	bool narrow;   /* types of messages have 5 bits */
	bool stv;
	float interval; /* seconds a tick */
	uint64_t at; /* its first bit after its type, if what is before it is damaged */
	struct dem_bits wrong; /* its type, or its network protocol */
};

enum { DEM_WIDE_TYPES = 6, DEM_NARROW_TYPES = 5 };

/* What it repeats of the header; texts are those of fields, with zeros up to their
   end. */
struct dem_server_info {
	int32_t network;
	bool stv;
	float interval;
	char game[DEM_TEXT_BYTES], map[DEM_TEXT_BYTES], host[DEM_TEXT_BYTES];
};

/* What is in the payloads of commands. */
struct dem_contents {
	enum dfk_depth depth;
	bool on;	  /* they are read */
	bool tables_read;  /* the first dem_datatables */
	uint64_t strings_gone; /* dem_stringtables that a repair drops */
	uint32_t tables_lost;  /* string tables that no dem_stringtables has after a repair */
	uint8_t passed; /* id of the first command that was not read, as it is
	                      before the first dem_signon; or 0 */
	bool deep;      /* they are not, but there is an error in tables */
	bool no_memory;
	/* dem_usercmd that are whole, less those that end inside a field and stay. */
	int64_t users;
	struct budget budget;
	struct growing signon; /* the first one as it should be, if it is damaged */
	struct growing joined; /* a payload without what is repeated in it */
	struct sendtables tables;
	struct netmessages messages;
	struct netmessages_shown shown;
};

/* The bytes after dem_stop. */
struct dem_tail {
	uint64_t size;
	uint64_t another; /* offset at which another demo begins in them; or 0 */
	unsigned matched; /* bytes of its stamp, so far */
};

/* A place where the demo may end, and what there is up to there. */
struct dem_cut {
	bool there;
	struct dem_walk walk;
	struct mark mark;
};

/* A finding whose edit is made when the end is known. */
struct dem_pending {
	bool mended;
	enum rule_id rule;
	uint64_t finding;
};

/* Commands of protocol 4, for each number of camera blocks (DEM-7). */
enum { DEM_BLOCK_COUNTS = 3 };

struct dem_other {
	bool lost[DEM_BLOCK_COUNTS];
	bool stopped[DEM_BLOCK_COUNTS];
	uint64_t next[DEM_BLOCK_COUNTS]; /* offset of the next command */
	uint64_t commands[DEM_BLOCK_COUNTS], packets[DEM_BLOCK_COUNTS];
	uint64_t sync[DEM_BLOCK_COUNTS];
	int32_t tick[DEM_BLOCK_COUNTS];
};

/* Commands with a length that was mended, and those of them that lack a CR before an LF,
   as it seems. */
struct dem_unpaired {
	uint32_t all, commands;
	uint64_t missing; /* bytes of these */
};

/* How far reading is.  Between `pos` and `next` are the commands that are held, or the
   string tables at hand.  dem_emit() counts records, dem_scan() a run of clean ones. */
struct dem_progress {
	uint64_t pos;  /* bytes consumed */
	uint64_t next; /* where the next command begins, after those held */
	uint64_t records;
	int64_t record_tick; /* of the last record */
	uint64_t rewinds;    /* records with a tick before that */
};

/* The commands that are held, in the order of the file: each begins where the one before
   it ends, and `before` is what is known there.  held.c adds and consumes them; a proof
   (damage.c) or a loss (search.c) drops the last ones, and sets the walk back. */
struct dem_queue {
	size_t n;
	struct dem_held at[DEM_MOST_HELD];
};

/* How the demo ends.  dem_take_stop() sets `stopped`, `stop` and `at_stop` together; only
   without a dem_stop are bytes of one begun, or may one be hidden. */
struct dem_end {
	uint64_t size; /* of the file, once it is known */
	struct dem_walk at_stop;
	struct dem_command stop;
	struct dem_tail tail;
	uint32_t begun; /* bytes of the right dem_stop, which is cut; or 0 */
	bool no_packet_follows; /* the last one that is held may end a level */
	bool stopped;           /* there is a dem_stop */
	bool may_hide_stop;     /* there would be one if the header said so */
};

/* Where a repair may end the demo.  The first finding that needs a place sets it, and no
   later one changes it; `last` is not before `first`. */
struct dem_cuts {
	struct dem_cut first; /* before the first loss */
	struct dem_cut last;  /* before one after which nothing can be kept */
};

/* What is known of damage.  `search` and `proofs` limit what is tried in all of the file,
   and only grow; `loss` is the one at hand while DEM_SEARCHING. */
struct dem_damage {
	struct search_limit search;
	struct dem_loss loss;
	struct dem_unpaired unpaired;
	unsigned proofs;
	bool unmended; /* a loss stays, as its rule is no error */
	uint64_t repeated; /* bytes before dem_synctick that are there twice, and go */
	bool mended;   /* the length of a command */
	bool doubted;  /* something in packets speaks against it */
};

/* What the end of the demo shows to be wrong in the header: end.c sets them, and the
   repair changes the fields for these findings. */
struct dem_pendings {
	struct dem_pending unfinished, frames, signon, ticks, time;
};

/* The packets that were judged, for findings about two of them, or that say something
   once.  check.c changes it with each packet, scan.c after a run of clean ones. */
struct dem_packets {
	/* A negative tick after others: if a packet follows, the level did not end. */
	struct {
		uint64_t off, len; /* of the first such packet; or 0 */
	} negative;
	int32_t tick, sequence_out; /* of the last one, if there is `any` */
	int32_t played; /* tick of the last one before a level ended, or 0 */
	bool any;
	bool said_sync, said_tables; /* that there is none before a packet */
};

struct dem {
	struct report *report;
	const struct limits *limits;
	struct tap tap;

	struct dem_progress progress;
	struct dem_queue held;
	struct dem_walk walk;       /* after all that are held */
	struct dem_walk done;       /* after all that were consumed */
	struct dem_command strings; /* DEM_IN_STRINGS */
	struct dem_other other;     /* DEM_IN_OTHER */
	struct dem_damage damage;

	enum dem_phase phase;
	struct dem_header header;
	struct dem_server server;
	struct dem_contents contents;
	struct dem_packets packets;

	struct dem_end end;
	struct dem_cuts cuts;
	struct dem_pendings pending;
};

/* ---------------------------------------------------------------- reading */

/* header.c */
enum pull dem_read_header(struct dem *d, struct cursor *in, bool closed);

/* lost.c: the first bytes of a file, up to LOST_HEAD_BYTES.  False: behind the header
   there is no svc_serverinfo. */
bool dem_find_server(struct span head, struct dem_server_info *info);

/* The stamp is wrong: reports which fields are lost, and writes the header as it was.
   False: nothing proves it. */
bool dem_rebuild_header(struct dem *d, struct span head,
			uint8_t header[DEM_HEADER_BYTES]);

/* stream.c: the phases after it. */
enum pull dem_read_next(struct dem *d, struct cursor *in, bool closed);
enum pull dem_read_strings(struct dem *d, struct cursor *in, bool closed);

/* held.c: commands that wait for one that fits. */
void dem_emit(struct dem *d, const struct dem_event *event);

/* Judges and consumes what is held: all of it, or the first n. */
void dem_settle(struct dem *d, struct cursor *in, size_t n);

/* Holds a command, whose payload is in the window. */
void dem_hold(struct dem *d, struct cursor *in,
	      const struct dem_command *command);

/* Are these string tables that are too long to be held?  They are passed. */
bool dem_is_long(const struct dem *d, const struct dem_command *command);
void dem_pass_long(struct dem *d, struct cursor *in,
		   const struct dem_command *command);

/* damage.c: the command at `next` cannot be read, or is a dem_stop. */
enum pull dem_mend(struct dem *d, struct cursor *in,
		   const struct dem_command *command, bool closed);

/* scan.c: as if a run of commands that are plainly clean had been held and settled,
   but for the last one of them, which is held. */
void dem_scan(struct dem *d, struct cursor *in);

/* Is it the first packet, and before dem_synctick?  It may be a dem_signon. */
bool dem_is_early(const struct dem *d, const struct dem_command *command);
enum pull dem_take_early(struct dem *d, struct cursor *in,
			 const struct dem_command *packet, bool closed);

/* The file ends, and no dem_stop was seen.  True: the header says that there is one, and
   the last command took it in; it is read now. */
bool dem_free_stop(struct dem *d, struct cursor *in);

/* stop.c: the file ends inside that command. */
void dem_end_inside(struct dem *d, struct cursor *in,
		    const struct dem_command *command);

/* search.c: nothing is known from `off` on: the search begins. */
void dem_lose(struct dem *d, struct cursor *in, uint64_t off);
enum pull dem_search(struct dem *d, struct cursor *in, bool closed);

/* describe.c: an event, for inspection. */
void dem_describe(const struct dem *d, const struct dem_event *event,
		  struct description *out);

/* What is in a packet, one message after the other; false: no more. */
bool dem_describe_item(const struct dem *d, const struct dem_event *event,
		       size_t index, struct description *out);

/* other.c: protocol 4. */
enum pull dem_read_other(struct dem *d, struct cursor *in, bool closed);
/* The number of camera blocks whose commands could be told apart, as an index;
   -1: none. */
int dem_other_layout(const struct dem *d);

/* ---------------------------------------------------------------- judging */

/* check.c: what a command says, and where it stands. */
void dem_check_command(struct dem *d, const struct dem_held *held,
		       struct span payload);

/* contents.c: what is in its payload. */
void dem_open_contents(struct dem *d, const struct dfk_allocator *allocator);
void dem_close_contents(struct dem *d);
void dem_check_contents(struct dem *d, const struct dem_held *held,
			struct span payload);
/* Do the contents of a payload end where the payload does?  Texts and tables say nothing,
   and so do all where contents are not read.  *acting: a message acts on the player's
   machine. */
enum dem_witness { DEM_SAYS_NOTHING, DEM_SAYS_BROKEN, DEM_SAYS_WHOLE };
enum dem_witness dem_ask_payload(const struct dem *d, const struct dem_command *command,
				 struct span payload, bool *acting);
/* Is that a proof?  Not if a message acts, or the payload begins with zeros. */
bool dem_payload_is_whole(const struct dem *d, const struct dem_command *command,
			  struct span payload);
/* The payload of a command without the second copy (`repeats`): bytes that hold until the
   next call.  After dem_find_repeated() there is memory for them. */
struct span dem_join(struct dem *d, const struct dem_command *c,
		     struct span payload);

static inline struct span
dem_joined(struct dem *d, const struct dem_command *c, struct span payload)
{
	return c->repeats ? dem_join(d, c, payload) : payload;
}

/* What was read of them. */
const char *dem_depth(const struct dem *d);

/* user.c: dem_usercmd; the mark is before it.  True: a fix drops the command. */
bool dem_check_user(struct dem *d, const struct dem_command *c,
		    struct span payload, const struct mark *mark);
/* Does it end with its last field? */
bool dem_user_is_whole(const struct dem *d, struct span payload);
/* Is there nothing to say of it?  Then it counts as read. */
bool dem_user_is_plain(struct dem *d, int32_t sequence, struct span payload);

/* server.c: reads it in the first dem_signon, and reports what disagrees with the
   header. */
void dem_read_server(struct dem *d, const struct dem_command *signon,
		     struct span payload);
/* The same without a header that says how it is laid out.  The payload may be cut after
   it. */
bool dem_read_server_info(struct span payload, struct dem_server_info *info);

/* agree.c: what svc_serverinfo shows to be wrong in the header is reported, and read as
   it should be.  by_header: its layout is also proven by texts of the header. */
void dem_check_agreement(struct dem *d, const struct dem_server_info *info,
			 bool by_header);

/* Is the layout of its packets known (DEM-1)? */
bool dem_contents_known(const struct dem_header *h);

/* What is wrong in svc_serverinfo, or that there is none. */
void dem_report_server(struct dem *d, const struct dem_command *signon,
		       struct span payload);

/* Its payload, or a copy with that put right. */
struct span dem_right_signon(struct dem *d, struct span payload);

/* The demo protocol that belongs to the network protocol of svc_serverinfo; `found` is
   that of the header. */
int32_t dem_protocol_of(int32_t found, const struct dem_server_info *info);

/* end.c: the bytes after dem_stop, one piece after the other. */
void dem_pass_tail(struct dem_end *end, struct span bytes);

/* What the header says of the whole. */
void dem_check_end(struct dem *d);

/* length.c: the time of so many ticks, as engines compute it; false: the interval is not
   known. */
bool dem_time(const struct dem *d, int32_t ticks, float *time);

/* Is that all there is of the header of a recording that was not stopped? */
bool dem_unfinished(const struct dem_header *h);

/* The tick of the dem_stop that is there, or the right one: two of dem_stop, the header
   and the last packet agree (DEM-8). */
int32_t dem_right_tick(const struct dem *d);

/* The tick at which a demo ends after these commands, if nothing else says so. */
int32_t dem_last_tick(const struct dem_walk *walk);

/* The tick of the dem_stop that is missing behind these commands: that of a header that
   counts as many packets, or else that of the last one. */
int32_t dem_stop_tick(const struct dem *d, const struct dem_walk *walk);

/* dem_stop as the engine of that demo writes it, in up to five bytes; how many. */
uint32_t dem_stop_as_written(const struct dem *d, int32_t tick,
			     uint8_t bytes[DEM_STOP_BYTES]);

/* report.c: that place, and what is known before it. */
struct mark dem_mark(const struct dem *d, uint64_t off);

/* The last finding was a loss, and so much is before it. */
void dem_note_loss(struct dem *d, const struct dem_walk *before,
		   const struct mark *mark);

/* The last finding has an edit that is made when the end is known. */
void dem_remember(struct dem *d, struct dem_pending *pending,
		  enum rule_id rule);

/* Another recording begins at that offset, and goes on up to `end`. */
void dem_report_another(struct dem *d, uint64_t off, uint64_t end,
			const struct fix *fix);

/* ------------------------------------------------------------------ proofs */

/* walk.c: after that command. */
void dem_walk_on(struct dem_walk *walk, const struct dem_command *command);

/* Is it the last packet, or the last user command, once more? */
bool dem_is_again(const struct dem_walk *walk, const struct dem_command *command);

/* Does a recorder write it here?  `step`: the most that a sequence number may grow;
   its payload is not looked at.  For proofs, never for findings. */
bool dem_fits(const struct dem_walk *walk, const struct dem_command *command,
	      int32_t step);

/* A byte before zeros may be an id.  No packet of 23 demos has the sequence number 0. */
static inline bool
dem_is_evidence(const struct dem_command *command)
{
	if (command->sequence != 0) /* of packets and dem_usercmd */
		return true;
	switch (command->id) {
	case DEM_SIGNON:
	case DEM_PACKET: return false;
	case DEM_STOP: return command->tick != 0;
	default: return true;
	}
}

/* Is its tick one that can follow? */
bool dem_is_near(const struct dem_walk *walk,
		 const struct dem_command *command);

/* Where it is looked for what follows: up to the horizon, or the end of the
   file. */
struct dem_view {
	struct cursor from; /* the first byte that may be looked at */
	bool closed;	    /* it ends where the file ends */
};

/* probe.c: up to that offset, or the end of what is there. */
struct dem_view dem_view_to(const struct cursor *in, uint64_t end, bool closed);

/* Do commands go on there?  id: of the first one, or 0: as it is. */
bool dem_goes_on(struct dem *d, const struct dem_walk *walk,
		 const struct dem_view *view, uint64_t off, int32_t step,
		 unsigned id);

/* The first such place in [from, to), or 0. */
uint64_t dem_find(struct dem *d, const struct dem_walk *walk,
		  const struct dem_view *view, uint64_t from, uint64_t to,
		  int32_t step);

#endif
