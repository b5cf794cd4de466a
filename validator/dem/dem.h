/* SPDX-License-Identifier: MIT */
/* dem.h - the state of a Source engine demo while it is read */
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
	/* The protocol and the time as texts, for the callers of format.version() and
	   format.fact(). */
	char version[12]; /* empty: no header was read */
	struct real_text time_text;
};

/* Are time, ticks, frames and signon length zero, as in a recording that was not
   stopped? */
static inline bool
dem_unfinished(const struct dem_header *h)
{
	/* A time of -0 equals 0, too, but no engine writes -0. */
	return h->time == 0 && h->ticks == 0 && h->frames == 0 &&
	       h->signon == 0;
}

/* The size in bytes of the largest packet that the engine of this demo can read. */
static inline uint32_t
dem_most_packet(const struct dem_header *h)
{
	return h->network >= 24 ? DEM_MOST_PACKET : DEM_MOST_OLD_PACKET;
}

/* --------------------------------------------------------------- commands */

/* Whether the tick of the last packet can follow the ticks before it. */
enum dem_clock {
	DEM_CLOCK_NEAR,
	DEM_CLOCK_JUMPED, /* no, but if the next tick is near this tick, ticks go on from
			     there */
	DEM_CLOCK_ASTRAY  /* no, and the next tick is checked against the last good
			     tick */
};

/* The players on one screen, in protocol 4. */
enum { DEM_SLOTS = 2 };

/* What the commands so far tell about the next command (DEM-6). */
struct dem_walk {
	uint64_t sync; /* offset of dem_synctick, or 0 */
	uint64_t packets;
	uint32_t tables, strings; /* numbers of dem_datatables and dem_stringtables */
	bool connected, sequenced; /* whether `connect` and `sequence` are known */
	bool used[DEM_SLOTS]; /* whether the same of `user` is known */
	int32_t connect; /* tick of the first dem_signon, which counts on another clock */
	int32_t sequence; /* of the last packet */
	int32_t user[DEM_SLOTS]; /* of the last dem_usercmd of each player */
	int32_t tick; /* of the last packet whose tick is possible */
	int32_t jump; /* of the last packet, if that tick is not near `tick` */
	int32_t played; /* tick of the last packet before packets with negative ticks, or 0 */
	uint16_t clock; /* enum dem_clock */
	bool many_negative; /* the ticks of the last two packets are negative */
	bool slotted; /* it is protocol 4 */
};

/* A command that is held until a later command fits. */
struct dem_held {
	struct dem_command command;
	struct dem_walk before;
	bool fits; /* the command fits after the commands before it */
};

enum {
	DEM_NEAR = 2000, /* largest step of ticks and of sequence numbers between two
			    packets */
	DEM_LOST = 32,   /* largest step of sequence numbers if the network lost packets:
			    at most 25 in 384 gaps of 15 demos */
	DEM_BACK = 16,
	DEM_LEVEL_BACK = 100000,
	DEM_STOP_AFTER = 300,
	DEM_MOST_HELD = 64,
	DEM_MOST_PROOFS = 64,
	DEM_MOST_CHAIN = 400 /* commands of a trial; console commands are not counted */
};

enum dem_phase {
	DEM_IN_HEADER,
	DEM_AT_COMMANDS, /* of protocol 4, whose layout is not known yet */
	DEM_IN_COMMANDS,
	DEM_IN_STRINGS, /* in the payload of string tables that are too long to be held */
	DEM_SEARCHING,
	DEM_ENDED,
	DEM_HALTED
};

/* A record, for `inspect`. */
enum dem_kind { DEM_HEADER, DEM_COMMAND, DEM_DAMAGED };

struct dem_event {
	enum dem_kind kind;
	uint64_t off, len;
	int64_t tick; /* -1: none */
	const struct dem_command *command; /* NULL: the record is damaged, or is the
					      header */
	struct span payload; /* of a console command; of a packet, if contents are read */
	struct netmessages_shown *shown; /* set by `inspect`, if the record is a packet */
};

/* The unreadable bytes, while dem_search() looks for the next command. */
struct dem_loss {
	enum rule_id rule;
	struct mark mark;  /* the place before the unreadable bytes */
	uint64_t off, len; /* the bytes that the finding is about */
	bool zeros;	   /* only zeros have followed */
	uint64_t crossed;  /* offset at which another demo begins; 0: none */
	char found[64], expected[64];
};

/* Wrong bits of a payload, and their right value. */
struct dem_bits {
	uint64_t bit;
	unsigned bits; /* 0: no bit is wrong */
	uint32_t found, want;
	enum rule_id rule;
	const char *field;
};

/* What svc_serverinfo in the first dem_signon shows (DEM-5). */
struct dem_server {
	bool known;    /* the interval is known */
	bool readable; /* the layout of svc_serverinfo is proven, and so is the layout of
			  all messages; in protocol 4, that of dem_stringtables */
	bool narrow;   /* message types have 5 bits */
	bool stv;
	float interval; /* seconds a tick */
	uint64_t at; /* first bit after the type of svc_serverinfo, if the bits before are
			damaged; or 0 */
	struct dem_bits wrong; /* the type or the network protocol of svc_serverinfo */
};

enum { DEM_WIDE_TYPES = 6, DEM_NARROW_TYPES = 5 };

/* Network protocols 5 to 24 belong to demo protocols 2 and 3, and later ones to 4. */
enum {
	DEM_FIRST_NETWORK = 5,
	DEM_LAST_NETWORK = 24,
	DEM_LAST_SLOTTED_NETWORK = 0xffff
};

static inline bool
dem_is_slotted_network(int32_t network)
{
	return network > DEM_LAST_NETWORK &&
	       network <= DEM_LAST_SLOTTED_NETWORK;
}

/* The fields that svc_serverinfo repeats.  Each text is filled with zeros, like the field
   of the header. */
struct dem_server_info {
	bool slotted;    /* it is protocol 4 */
	bool in_bits;    /* its messages are bits, and not protocol buffers */
	int32_t network; /* 0: not known; likewise an empty text */
	bool stv;
	float interval;
	char game[DEM_TEXT_BYTES], host[DEM_TEXT_BYTES];
	char path[DEM_TEXT_BYTES]; /* the map, in protocol 4 with its folders */
	char map[DEM_TEXT_BYTES];  /* the map as the header has it */
};

/* The state of reading the payloads of commands. */
struct dem_contents {
	enum dfk_depth depth;
	bool on;	  /* payloads are read */
	bool tables_read;  /* the first dem_datatables was read */
	uint64_t strings_gone; /* dem_stringtables that a repair drops */
	uint32_t tables_lost;  /* string tables that no dem_stringtables has after a repair */
	uint8_t passed; /* id of the first command whose payload was not read because it
			   comes before the first dem_signon; or 0 */
	bool deep;      /* payloads are not read, but an error was found in data tables */
	bool no_memory;
	/* Number of whole dem_usercmd, minus the number of those that end inside a field
	   and are kept. */
	int64_t users;
	struct budget budget;
	struct growing signon; /* the corrected payload of the first dem_signon, if that
				  payload is damaged */
	struct growing joined; /* a payload without its repeated bytes */
	struct sendtables tables;
	struct netmessages messages;
	struct netmessages_shown shown;
};

/* The bytes after dem_stop. */
struct dem_tail {
	uint64_t size;
	uint64_t another; /* offset at which another demo begins in these bytes; or 0 */
	unsigned matched; /* bytes of the stamp of a header matched so far */
};

/* A place where a repair may end the demo, and the state before that place. */
struct dem_cut {
	bool there;
	struct dem_walk walk;
	struct mark mark;
};

/* A finding whose edit is made when the end of the demo is known. */
struct dem_pending {
	bool mended;
	enum rule_id rule;
	uint64_t finding;
};

/* Commands whose length was corrected, and how many of them seem to lack a CR before an
   LF. */
struct dem_unpaired {
	uint32_t all, commands;
	uint64_t missing; /* missing bytes of these commands */
};

/* The place of reading.  The held commands, or the string tables at hand, lie between
   `pos` and `next`.  dem_emit() counts records; dem_scan() counts those of a run of clean
   commands. */
struct dem_progress {
	uint64_t pos;  /* bytes consumed */
	uint64_t next; /* offset of the next command, behind the held commands */
	uint64_t records;
	int64_t record_tick; /* of the last record */
	uint64_t rewinds;    /* records whose tick was before that of the last record */
};

/* The held commands in file order.  Each command begins where the command before ends,
   and `before` is the state at its beginning. held.c adds and consumes commands.  A proof
   (damage.c) or a loss (search.c) drops the last commands, and resets the walk. */
struct dem_queue {
	size_t n;
	struct dem_held at[DEM_MOST_HELD];
};

/* How the demo ends.  dem_take_stop() sets `stopped`, `stop`, `at_stop` and `custom` together.
   `begun` and `may_hide_stop` are set only if there is no dem_stop. */
struct dem_end {
	uint64_t size; /* of the file in bytes, once it is known */
	struct dem_walk at_stop;
	struct dem_command stop;
	uint64_t custom; /* offset behind the dem_customdata that follow dem_stop */
	struct dem_tail tail;
	uint32_t begun; /* bytes of the right dem_stop before the end of the file; or 0 */
	bool no_packet_follows; /* the last held packet may end a level */
	bool stopped;           /* a dem_stop was read */
	bool may_hide_stop;     /* the last command may contain a dem_stop, but the header
				   does not confirm it */
};

/* Where a repair may end the demo.  The first finding that needs a place sets the place,
   and no later finding changes it.  `last` is not before `first`. */
struct dem_cuts {
	struct dem_cut first; /* before the first loss */
	struct dem_cut last;  /* before the first loss after which nothing can be kept */
};

/* The known damage.  `search` and `proofs` limit the trials in the whole file, and only
   grow.  `loss` is the loss at hand in the phase DEM_SEARCHING. */
struct dem_damage {
	struct search_limit search;
	struct dem_loss loss;
	struct dem_unpaired unpaired;
	unsigned proofs;
	bool unmended; /* a loss is kept, because its rule is not an error */
	uint64_t repeated; /* repeated bytes before dem_synctick, which a repair drops */
	bool mended;   /* the length of a command was corrected */
	bool doubted;  /* a later finding speaks against that length */
};

/* Wrong fields of the header, which only the end of the demo shows. end.c sets these
   findings, and repair/dem.c changes the fields for them. */
struct dem_pendings {
	struct dem_pending unfinished, frames, signon, ticks, time;
};

/* The judged packets, for findings about two packets, and for findings that are
   reported once. check.c changes this state with each packet, scan.c after a run of
   clean packets. */
struct dem_packets {
	/* The first packet with a negative tick after other ticks.  If a packet with
	   another tick follows, the level did not end. */
	struct {
		uint64_t off, len; /* of that packet; `len` 0: none */
	} negative;
	int32_t tick, sequence_out; /* of the last packet, if there was `any` */
	int32_t played; /* tick of the last packet before a level ended; or 0 */
	bool any;
	bool said_sync, said_tables; /* the finding that dem_synctick or dem_datatables is
					missing before a packet was reported */
};

struct dem {
	struct report *report;
	const struct limits *limits;
	struct tap tap;

	struct dem_progress progress;
	struct dem_queue held;
	struct dem_walk walk;       /* after all held commands */
	struct dem_walk done;       /* after all consumed commands */
	struct dem_command strings; /* DEM_IN_STRINGS */
	struct dem_damage damage;

	enum dem_phase phase;
	const struct dem_layout *layout; /* of its commands */
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

/* header_lost.c: reads svc_serverinfo behind the header.  `head`: the first bytes of a
   file, of which LOST_HEAD_BYTES count.  False: no svc_serverinfo is there, or it lacks
   the game or the map. */
bool dem_find_server(struct span head, struct dem_server_info *info);

/* Do the commands behind the header prove protocol 4?  *info has what is known of the
   server. */
bool dem_find_slotted(struct span head, struct dem_server_info *info);

/* For a header whose stamp is wrong: reports which fields are lost, and writes the
   original header to `header`.  `info`: what is known of the server. */
void dem_rebuild_header(struct dem *d, struct span head,
			const struct dem_server_info *info,
			uint8_t header[DEM_HEADER_BYTES]);

/* stream.c: the phases after the header. */
enum pull dem_read_next(struct dem *d, struct cursor *in, bool closed);
enum pull dem_read_strings(struct dem *d, struct cursor *in, bool closed);

/* held.c: commands that wait for a command that fits.  dem_emit() hands a record to the
   tap, and counts the record. */
void dem_emit(struct dem *d, const struct dem_event *event);

/* Judges and consumes the first n held commands. */
void dem_settle(struct dem *d, struct cursor *in, size_t n);

/* Holds a command whose payload is in the window. */
void dem_hold(struct dem *d, struct cursor *in,
	      const struct dem_command *command);

/* Is the command a dem_stringtables that is too long to be held?  dem_pass_long() passes
   the payload of such a command without reading it. */
bool dem_is_long(const struct dem *d, const struct dem_command *command);
void dem_pass_long(struct dem *d, struct cursor *in,
		   const struct dem_command *command);

/* damage.c: decides what the unreadable bytes at `next` are: a damaged command that can
   be corrected, a dem_stop, the end of the demo, or a loss.  `command`: as it was read
   there. */
enum pull dem_decide_unread(struct dem *d, struct cursor *in,
			    const struct dem_command *command, bool closed);

/* scan.c: consumes a run of plainly clean commands, with the same effect as holding and
   settling each of them.  The last command of the run is held. */
void dem_scan(struct dem *d, struct cursor *in);

/* Is the command the first packet, and before dem_synctick?  The command may be
   a dem_signon with a damaged id, so dem_take_early() tries other ids and holds it. */
bool dem_is_early(const struct dem *d, const struct dem_command *command);
enum pull dem_take_early(struct dem *d, struct cursor *in,
			 const struct dem_command *packet, bool closed);

/* The file ends without a dem_stop.  True: the header confirms that the last command
   contains one.  That dem_stop is read now. */
bool dem_free_stop(struct dem *d, struct cursor *in);

/* stop.c: reports that the file ends inside the command. */
void dem_end_inside(struct dem *d, struct cursor *in,
		    const struct dem_command *command);

/* search.c: drops the held commands from `off` on, and begins the search for the next
   command.  dem_search() does the search, and reports the loss. */
void dem_lose(struct dem *d, struct cursor *in, uint64_t off);
enum pull dem_search(struct dem *d, struct cursor *in, bool closed);

/* describe.c: an event as names and values, for `inspect`. */
void dem_describe(const struct dem *d, const struct dem_event *event,
		  struct description *out);

/* The item `index` of a packet: a message, an entity or a property.  False: no item is
   left. */
bool dem_describe_item(const struct dem *d, const struct dem_event *event,
		       size_t index, struct description *out);

/* layout.c: finds the layout of the commands of protocol 4 by the bytes that follow the
   header.  The longest dem_signon has 188,097. */
enum { DEM_LAYOUT_BYTES = 1 << 20 };
enum pull dem_choose_layout(struct dem *d, struct cursor *in, bool closed);

/* The layout of protocol 4 with which each command at the cursor leads to the next command.
   NULL: no layout does this, or several do. */
const struct dem_layout *dem_only_layout(const struct cursor *in);

/* ---------------------------------------------------------------- judging */

/* check.c: checks the fields of a command, and its place among the commands. */
void dem_check_command(struct dem *d, const struct dem_held *held,
		       struct span payload);

/* contents.c: the payloads of commands. */
void dem_open_contents(struct dem *d, const struct dfk_allocator *allocator);
void dem_close_contents(struct dem *d);
void dem_check_contents(struct dem *d, const struct dem_held *held,
			struct span payload);
/* The number of string tables of the demo.  In protocol 4 only dem_stringtables, whose
   payload `strings` is, shows this number. */
uint32_t dem_count_tables(const struct dem *d, struct span strings);
/* Do the contents of a payload end where the payload ends?  DEM_SAYS_NOTHING: a text or
   tables, or contents are not read.  *acting: a message acts on the player's machine. */
enum dem_witness { DEM_SAYS_NOTHING, DEM_SAYS_BROKEN, DEM_SAYS_WHOLE };
enum dem_witness dem_ask_payload(const struct dem *d, const struct dem_command *command,
				 struct span payload, bool *acting);
/* Do the contents prove that the payload is whole?  Not if a message acts on the player's
   machine, or if the payload begins with zeros. */
bool dem_payload_is_whole(const struct dem *d, const struct dem_command *command,
			  struct span payload);
/* The payload of a command without the second copy of its bytes (`repeats`).  The
   bytes are valid until the next call.  After dem_find_repeated() the memory for them
   exists. */
struct span dem_join(struct dem *d, const struct dem_command *c,
		     struct span payload);

static inline struct span
dem_joined(struct dem *d, const struct dem_command *c, struct span payload)
{
	return c->repeats ? dem_join(d, c, payload) : payload;
}

/* The depth at which payloads were read: "framing", "messages" or "full". */
const char *dem_depth(const struct dem *d);

/* user.c: checks the payload of a dem_usercmd.  `mark`: the place before the command.
   True: a fix drops the command. */
bool dem_check_user(struct dem *d, const struct dem_command *c,
		    struct span payload, const struct mark *mark);
/* Does the payload end with its last field? */
bool dem_user_is_whole(const struct dem *d, struct span payload);
/* Is there no finding about the payload?  If so, the command is counted as read. */
bool dem_user_is_plain(struct dem *d, int32_t sequence, struct span payload);

/* server.c: reads svc_serverinfo in the first dem_signon, and reports where it disagrees
   with the header. */
void dem_read_server(struct dem *d, const struct dem_command *signon,
		     struct span payload);
/* Reads svc_serverinfo without a header that names the layout.  The payload may be cut
   behind svc_serverinfo.  False: there is no readable svc_serverinfo. */
bool dem_read_server_info(struct span payload, struct dem_server_info *info);

/* The same of protocol 4.  dem_read_slotted_server() takes the interval from there, and
   compares the other fields with the header. */
bool dem_read_slotted_info(struct span payload, struct dem_server_info *info);
void dem_read_slotted_server(struct dem *d, struct span signon);

/* protobuf.c: the same, if messages are protocol buffers.  Only the network protocol and
   the interval are certain to be known. */
bool dem_read_protobuf_info(struct span payload, struct dem_server_info *info);

/* agree.c: reports the fields of the header that svc_serverinfo proves wrong, and
   corrects them in d->header.  by_header: texts of the header also prove the layout of
   svc_serverinfo. */
void dem_check_agreement(struct dem *d, const struct dem_server_info *info,
			 bool by_header);

/* The same of the demo protocol alone. */
void dem_check_protocol(struct dem *d, const struct dem_server_info *info);

/* Is this the map in svc_serverinfo?  In protocol 4 the folders may be missing. */
bool dem_is_map(const char *map, const struct dem_server_info *info);

/* Is the layout of the packets of this demo known (DEM-1)? */
bool dem_contents_known(const struct dem_header *h);

/* Reports a wrong field of svc_serverinfo, or that svc_serverinfo cannot be read. */
void dem_report_server(struct dem *d, const struct dem_command *signon,
		       struct span payload);

/* The payload of the first dem_signon, or a copy with the wrong field corrected.  The
   copy is valid until the next call. */
struct span dem_right_signon(struct dem *d, struct span payload);

/* The demo protocol that belongs to the network protocol of svc_serverinfo.  `found`: the
   demo protocol in the header. */
int32_t dem_protocol_of(int32_t found, const struct dem_server_info *info);

/* end.c: takes the bytes after dem_stop, piece by piece. */
void dem_pass_tail(struct dem_end *end, struct span bytes);

/* Reports what the header, dem_stop and the commands say differently about the whole
   demo. */
void dem_check_end(struct dem *d);

/* length.c: the time of `ticks` ticks in seconds, as engines compute it.  False: the tick
   interval is not known. */
bool dem_time(const struct dem *d, int32_t ticks, float *time);

/* The right tick of the dem_stop that was read: its own tick, or the tick of the header
   if the last packet agrees with it (DEM-8). */
int32_t dem_right_tick(const struct dem *d);

/* The tick at which a demo ends after these commands, if the header does not name it. */
int32_t dem_last_tick(const struct dem *d, const struct dem_walk *walk);

/* The tick of the missing dem_stop behind these commands: the tick of the header, if the
   header counts as many packets, or else the last tick. */
int32_t dem_stop_tick(const struct dem *d, const struct dem_walk *walk);

/* Writes dem_stop as the engine of this demo does.  Returns the number of bytes. */
uint32_t dem_stop_as_written(const struct dem *d, int32_t tick,
			     uint8_t bytes[DEM_STOP_BYTES]);

/* report.c: the tick that the clock of the demo shows after these commands.  At the end of
   a level, packets have negative ticks.  In protocol 4 they do not count, unless the ticks
   of the header are negative, too, or the header has no ticks and only one packet has a
   negative tick (DEM-7). */
int32_t dem_counted_tick(const struct dem *d, const struct dem_walk *walk);

/* The mark of the place `off`, with the numbers of records and packets and the
   tick before it. */
struct mark dem_mark(const struct dem *d, uint64_t off);

/* The last finding was a loss at `mark`: a repair at level prefix ends the demo there.
   `before`: the state before the loss.  If the loss is not repaired, the demo stays
   damaged. */
void dem_cut_before_loss(struct dem *d, const struct dem_walk *before,
			 const struct mark *mark);

/* The edit of the last finding is made when the end of the demo is known.  Remembers the
   finding in *pending. */
void dem_defer_edit(struct dem *d, struct dem_pending *pending,
		    enum rule_id rule);

/* Reports that another recording begins at `off`, and goes on up to `end`. */
void dem_report_another(struct dem *d, uint64_t off, uint64_t end,
			const struct fix *fix);

/* ------------------------------------------------------------------ proofs */

/* walk.c: takes a command into the state. */
void dem_walk_on(struct dem_walk *walk, const struct dem_command *command);

/* Does the command repeat the number of the last packet, or of the last user command? */
bool dem_is_again(const struct dem_walk *walk, const struct dem_command *command);

/* May the second player on the screen have given the command? */
static inline bool
dem_may_be_second(unsigned id)
{
	return id == DEM_CONSOLE || id == DEM_USER;
}

/* Is the slot, which is not 0, possible? */
static inline bool
dem_may_have_slot(const struct dem_command *command)
{
	return command->slot < DEM_SLOTS && dem_may_be_second(command->id);
}

/* The player who gave the command; an impossible slot is taken for the first player. */
static inline size_t
dem_player(const struct dem_command *command)
{
	return command->slot < DEM_SLOTS ? command->slot : 0;
}

/* May a recorder write the command here?  `step`: the largest growth of a sequence
   number.  The payload is not read.  For proofs, never for findings. */
bool dem_fits(const struct dem_walk *walk, const struct dem_command *command,
	      int32_t step);

/* Does the command count as evidence behind these commands?  A byte before zeros may look
   like an id.  Only tools write packets with the sequence number 0, and then into all
   packets. */
static inline bool
dem_is_evidence(const struct dem_walk *walk, const struct dem_command *command)
{
	if (command->sequence != 0) /* other commands have the number 0 */
		return true;
	switch (command->id) {
	case DEM_SIGNON: return false;
	case DEM_PACKET:
		return walk->sequenced && walk->sequence == 0 &&
		       command->tick > 0;
	case DEM_STOP: return command->tick != 0;
	default: return true;
	}
}

/* May the tick of the command follow the ticks before it? */
bool dem_is_near(const struct dem_walk *walk,
		 const struct dem_command *command);

/* The bytes that a search may read: up to the horizon, or to the end of the file. */
struct dem_view {
	struct cursor from; /* at the first byte that may be read */
	bool closed;	    /* the view ends where the file ends */
};

/* probe.c: the view from the cursor up to `end`, or to the end of the window. */
struct dem_view dem_view_to(const struct cursor *in, uint64_t end, bool closed);

/* Do commands that fit begin at `off`?  id: the id of the first command, or 0 for the id
   in the file. */
bool dem_goes_on(struct dem *d, const struct dem_walk *walk,
		 const struct dem_view *view, uint64_t off, int32_t step,
		 unsigned id);

/* The first offset in [from, to) at which commands that fit begin; 0: none. */
uint64_t dem_find(struct dem *d, const struct dem_walk *walk,
		  const struct dem_view *view, uint64_t from, uint64_t to,
		  int32_t step);

#endif
