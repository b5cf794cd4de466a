/* SPDX-License-Identifier: MIT */
/*
 * twdemo.h - a demo of Teeworlds or DDNet: header, map, chunks
 *
 *   header 176 | timeline markers 260 (from version 4) | SHA-256 extension 48
 *   (version 6) | map | chunks: tick markers, snapshots, deltas, messages
 *
 * Versions 1 and 2 have a header of 148 bytes.  There is no end mark.  Bytes are
 * read once and in order; only where something is wrong is looked ahead, for
 * what follows.
 */
#ifndef VALIDATOR_TWDEMO_TWDEMO_H
#define VALIDATOR_TWDEMO_TWDEMO_H

#include "validator/core/format.h"
#include "validator/core/report_hold.h"
#include "validator/core/search_limit.h"
#include "validator/datafile/datafile.h"
#include "validator/snapshot/delta.h"
#include "validator/twdemo/ahead.h"
#include "validator/twdemo/chunk.h"
#include "validator/twdemo/message.h"
#include "validator/twdemo/sized.h"

/* TW-1 to TW-4: where the parts of the header are. */
enum {
	TWDEMO_OLD_HEADER_BYTES = 148,
	TWDEMO_HEADER_BYTES = 176,
	TWDEMO_AT_NET_VERSION = 8,
	TWDEMO_AT_OLD_MAP_CRC = 136, /* versions 1 and 2 */
	TWDEMO_AT_MAP_SIZE = 136,
	TWDEMO_AT_MAP_CRC = 140,
	TWDEMO_AT_TYPE = 144,
	TWDEMO_AT_LENGTH = 152,
	TWDEMO_AT_MARKERS = 176,
	TWDEMO_MAX_MARKERS = 64,
	TWDEMO_MARKERS_BYTES = 4 + 4 * TWDEMO_MAX_MARKERS,
	TWDEMO_AT_EXTENSION = TWDEMO_AT_MARKERS + TWDEMO_MARKERS_BYTES,
	TWDEMO_EXTENSION_BYTES = 48,
	TWDEMO_TICKS_PER_SECOND = 50,
	TWDEMO_KEYFRAME_TICKS = 250,
	/* Where the map ends is asked so many bytes before, and with so many behind it;
	   where the right map is given, bytes of this one may be missing. */
	TWDEMO_MAP_TAIL = 9000,
	TWDEMO_GIVEN_TAIL = 1 << 16,
	TWDEMO_MAP_AHEAD = 1 << 16,
	/* Between two of them, which are days.  A writer makes a keyframe after
	   250, whatever happens. */
	TWDEMO_MOST_PAUSE = 1 << 24,
	/* The same, where one of them is damaged: ten seconds. */
	TWDEMO_MOST_LAG = 500,
};

/* TW-4: the SHA-256 of the map. */
enum twdemo_digest {
	TWDEMO_NO_DIGEST,
	TWDEMO_DIGEST,       /* after its UUID */
	TWDEMO_BARE_DIGEST,  /* without it; a repair adds it */
	TWDEMO_BARE_AT_LAST, /* without it, and that stays so */
};

struct twdemo_header {
	uint8_t version; /* that it is read as; */
	uint8_t claimed; /* that it says */
	bool development; /* the magic is that of a development version */
	char net_version[65], map_name[65], type[9], timestamp[21];
	uint32_t map_size, map_crc;
	int32_t length;      /* seconds */
	bool server, client; /* neither: a repair writes one of the two */
	enum dfk_protocol protocol;
	struct span game; /* the start that net_version is given, or none */

	int32_t n_markers; /* as the header says */
	int32_t markers[TWDEMO_MAX_MARKERS];

	enum twdemo_digest digest;
	bool sha256_known; /* it is none that stands for no map */
	uint64_t sha256_off;
	uint8_t sha256[SHA256_DIGEST_SIZE];
};

enum twdemo_phase {
	TWDEMO_IN_HEADER,
	TWDEMO_IN_MARKERS,
	TWDEMO_IN_EXTENSION,
	TWDEMO_NO_UUID,     /* may it be a digest all the same? */
	TWDEMO_AT_MAP,
	TWDEMO_NO_DATAFILE, /* a map of another kind, or none? */
	TWDEMO_IN_MAP,
	TWDEMO_MAP_DOUBTED, /* its last bytes are others: where does it end? */
	TWDEMO_MAP_MAY_END, /* the datafile in it ended: does it? */
	TWDEMO_AFTER_MAP,
	TWDEMO_IN_CHUNKS,
	TWDEMO_ENDED,
	TWDEMO_HALTED,
};

/* MORE: that depends on bytes that are not there yet. */
enum twdemo_proof { TWDEMO_NO, TWDEMO_YES, TWDEMO_MORE };

/* A record, for inspection. */
enum twdemo_kind {
	TWDEMO_HEADER,
	TWDEMO_MARKERS,
	TWDEMO_EXTENSION,
	TWDEMO_MAP,
	TWDEMO_CHUNK,   /* as ev->chunk says */
	TWDEMO_DAMAGED, /* what could not be read */
};

struct twdemo_event {
	enum twdemo_kind kind;
	uint64_t off, len;
	struct twdemo_chunk chunk;
	bool read; /* a snapshot or delta that was applied, or a message */
	struct twdemo_message message;
};

/* Size and swaplen. */
enum { TWDEMO_LENGTHS_BYTES = 8 };

/* The map with the lengths that its tables determine: its sums, if `differ`. */
struct twdemo_lengths {
	uint8_t header[DATAFILE_HEADER_BYTES];
	size_t held; /* bytes of it */
	uint8_t right[TWDEMO_LENGTHS_BYTES];
	bool differ; /* from those of the file */
	uint32_t crc;
	struct digest digest;
};

/* The map in the file. */
struct twdemo_map {
	uint64_t off, end; /* where it is, or is thought to be */
	bool begun;
	bool read;     /* it may be a datafile, and was read as one */
	bool zeros;    /* all of it so far */
	bool decided;  /* where it ends */
	bool held;     /* its last bytes were looked at, before they were read */
	bool passed;   /* the end of the datafile in it */
	bool followed; /* a demo begins at its end, and nothing is between them */
	bool detached; /* a repair takes it out */

	/* The map that the caller has, if the header names it; how many bytes
	   are the same from the start, and whether one differs after them. */
	const struct given_map *given;
	size_t same;
	bool differs;

	/* A map that is the same so far, and was judged before; or one that is
	   written down for later.  Findings before it. */
	struct known_map *known, *written;
	uint64_t findings;

	/* Of a map that was taken for absent: bytes whose CRC may say otherwise,
	   and that CRC so far. */
	uint32_t unsure, unsure_crc;
	struct twdemo_lengths lengths;
	struct datafile datafile;
};

/* The last tick marker, and what came after it. */
struct twdemo_group {
	struct twdemo_chunk marker;
	bool any;           /* there was a marker */
	bool empty;         /* of a keyframe that waits for its snapshot */
	unsigned snapshots; /* and deltas in it */
	struct mark before; /* of the marker */
};

struct twdemo_counts {
	uint64_t keyframes, snapshots, deltas, messages;
	uint32_t passed[TWDEMO_TICK + 1]; /* chunks by type, also damaged ones */
};

/* A finding whose edit is made when the end of the demo is known. */
struct twdemo_pending {
	bool mended;
	enum rule_id rule;
	uint64_t finding;
};

/* The steps of relative ticks since the last absolute one, by their length; longer ones
   are not counted.  `usual` is the most frequent one before that. */
struct twdemo_steps {
	uint32_t of[64], n;
	int32_t usual;
};

/* The keyframes so far, and the snapshots under their markers, to which players can
   jump.  A marker that a repair makes that of a keyframe counts as one. */
struct twdemo_keyframes {
	int64_t tick;       /* of the last one, or -1 */
	uint64_t snapshots; /* under them */
	uint64_t first_end; /* where the first of these ends, or 0 */
	bool confirmed;     /* one was at the tick where it was due */
};

/* The snapshot that the next delta is applied to.  place.c changes it, but for
   `undeclared`, which is what snapshots.c kept with the last snapshot. */
struct twdemo_base {
	int64_t lost_tick; /* since which it is not known; -1: it is, or no tick */
	uint32_t still;    /* ticks without one before that */
	struct snapshot_types undeclared; /* that came with it */
	bool known;
};

/*
 * What reading the chunks has come to: a value, so that reading can go back to it.
 * Ticks are -1 before the first.
 */
struct twdemo_place {
	uint64_t pos, records; /* bytes and chunks that were consumed */
	int64_t first_tick, tick;
	struct twdemo_keyframes keyframes;
	struct twdemo_group group;
	struct twdemo_counts counts;
	struct twdemo_message_seen seen;
	enum twdemo_type last; /* chunk */
	struct twdemo_steps steps;
	uint64_t trusted; /* up to there, what is odd about ticks stays */
	struct twdemo_base base;

	bool cut;    /* the file ends inside a chunk */
	bool edited; /* a repair changes the stream already */
	bool sixup;  /* items of 0.7 were found */
	/* What deltas are read with. */
	struct {
		enum twdemo_sizes with;
		bool doubtful; /* the last sizes fit others, too */
	} sizes;
	struct twdemo_sized sized;
	struct twdemo_game game;
};

/* A place to go back to: all that reading chunks changes. */
struct twdemo_checkpoint {
	struct twdemo_place at;
	struct report_place said;
	const struct snapshot
		*state; /* where the snapshot there is, if at.base.known */
};

/*
 * Reading on trial: what was read since `from` may be taken back, so its findings are held
 * and no record is shown.  `from` moves on to each keyframe up to which all could be read,
 * as damage may lie before the place at which reading stops.  recovery/stream.c changes
 * this.
 */
struct twdemo_trial {
	bool on;
	struct tap earnest_tap; /* d->tap after the trial */
	/* Nothing from here on, also of the demo, needs a value before it is written to. */
	struct twdemo_checkpoint from, keyframe;
	struct report_hold hold; /* the findings since `from` */
};

/* Findings whose edits are made when the end of the demo is known. */
struct twdemo_pendings {
	struct twdemo_pending type, length, markers;
};

/* Facts as texts. */
struct twdemo_texts {
	char modified[21]; /* when the file was, as in the header; or "" */
	char sha256[65], crc[9], checksum[9];
};

/* The snapshot, and the chunk at hand. */
struct twdemo_at_hand {
	struct snapshot *now; /* after the last chunk, if at.base.known */
	bool made;    /* there is a snapshot that the chunk makes: */
	bool applied; /* `now` is that already; or `next` */
	bool cleaned; /* its ints are not those of the file */
	struct snapshot_types fresh; /* see `undeclared` */
	struct snapshot *next;
	struct snapshot *saved; /* of the place to go back to */
	struct twdemo_message message; /* if the chunk is one */
};

/* For the chunk at hand, and for those that are only tried. */
struct twdemo_room {
	struct snapshot_delta delta, probe_delta;
	struct twdemo_payload payload, tried;
	struct twdemo_ahead ahead;
	uint8_t coded[TWDEMO_CHUNK_ROOM];
	struct snapshot states[4], probe;
	struct order order;
	bool silent_open;
	struct report silent;
};

/* What the caller has; each may be NULL. */
struct twdemo_given {
	const struct given_map *map; /* that the header may name */
	struct known_maps *known;    /* that were judged before */
};

struct recovery;

struct twdemo {
	struct report *report;
	const struct limits *limits;
	const struct dfk_allocator *allocator;
	struct tap tap;
	struct twdemo_given given;

	enum twdemo_phase phase;
	uint64_t size; /* once closed */
	struct twdemo_header header;
	struct twdemo_map map;
	bool playable; /* all before the chunks was read */
	struct twdemo_place at;
	struct recovery *recovery; /* validator/recovery; NULL: no damage yet */
	/* NULL, or called with each reading that was chosen, and the item before which the
	   recording ends: a program of the tests prints it. */
	void (*on_reading)(struct recovery *r, uint32_t end);
	struct search_limit search;
	bool unsettled; /* the next window is searched, too */
	struct twdemo_pendings pending;
	struct twdemo_texts text;
	struct twdemo_at_hand state;
	struct twdemo_trial trial;
	struct twdemo_room room;
};

/* ---------------------------------------------------------------- header */

/* The UUID of the name demoitem-sha256@ddnet.tw. */
extern const struct uuid twdemo_uuid;

/* header.c: is it one, but for some bits of the magic? */
bool twdemo_is_like_demo(struct span head);

/* Is it left to the chunks which version it is? */
bool twdemo_is_version_open(const struct twdemo_header *h);

/* The version that it is read as is another one than it claims. */
void twdemo_report_version(struct twdemo *d);

/* The phases before the map. */
enum pull twdemo_read_header(struct twdemo *d, struct cursor *in, bool closed);
enum pull twdemo_read_markers(struct twdemo *d, struct cursor *in, bool closed);
enum pull twdemo_read_extension(struct twdemo *d, struct cursor *in,
				bool closed);
/* There is no UUID; `bare`: but a digest. */
enum pull twdemo_take_bare(struct twdemo *d, struct cursor *in, bool closed,
			   bool bare);

/* game.c, TW-2: the protocol that the net version means. */
void twdemo_read_game(struct twdemo *d, struct span net_version);
/* The net version names no game.  True: with this whole snapshot the items show that it
   is 0.7; that was reported, and all is read so from here on. */
bool twdemo_find_game(struct twdemo *d, const struct snapshot *s);

/* TW-2: the texts of the header: their end, their bytes, what is after them. */
void twdemo_check_texts(struct twdemo *d, struct span header);

/* ------------------------------------------------------------------- map */

/* given.c: the map comes next.  Is the one that the caller has the one that the
   header names? */
void twdemo_reach_map(struct twdemo *d);
/* The next bytes of the map in the file. */
void twdemo_compare_given(struct twdemo_map *m, struct span bytes);
/* Where the given map ends; UINT64_MAX: there is none. */
uint64_t twdemo_given_end(const struct twdemo_map *m);
/* The edit that makes it that; with m->given. */
struct fix twdemo_fix_from_given(const struct twdemo_map *m);

/* map.c: the phases of the map. */
enum pull twdemo_open_map(struct twdemo *d, struct cursor *in, bool closed);
/* `read`: it may be a datafile. */
void twdemo_begin_map(struct twdemo *d, bool read);
enum pull twdemo_read_map(struct twdemo *d, struct cursor *in, bool closed);
/* The map ends there, and the size in the header is wrong unless `given` has it. */
void twdemo_set_map_end(struct twdemo *d, uint64_t end);
/* It does not end here, where it may. */
void twdemo_pass_end(struct twdemo *d);
enum pull twdemo_leave_map(struct twdemo *d);

/* Has the map up to here, with these bytes, which come next, one of the sums that the
   header names? */
bool twdemo_has_sums_with(const struct twdemo *d, struct span bytes);
/* Where the map may end if not where the header says. */
struct twdemo_ends {
	size_t n;
	uint64_t at[2]; /* 0 where there is none */
};
struct twdemo_ends twdemo_likely_ends(const struct twdemo *d,
				      const struct cursor *in);
/* Are all bytes up to there at hand?  NO: nobody looks so far, or they do not exist. */
enum twdemo_proof twdemo_reaches(const struct twdemo *d, struct cursor *in,
				 bool closed, uint64_t end);
/* Nothing shows where the map ends: it may be farther than anybody looks. */
void twdemo_report_far_end(struct twdemo *d, const struct cursor *in);
/* Are these bytes, which come next, the first ones of what is left of the given map, or do
   its last ones end them? */
bool twdemo_is_of_given(const struct twdemo *d, struct span bytes);

/* The map is no longer compared with one that was judged before. */
void twdemo_leave_known(struct twdemo *d);
/* NO: what comes next has the CRC of the map, and is no digest. */
enum twdemo_proof twdemo_lacks_map(struct twdemo *d, const struct cursor *in,
				   bool closed);
/* TW-5, bug A: chunks come in the place of the map. */
void twdemo_skip_absent(struct twdemo *d);
/* NO: what looks like chunks is the map, as its CRC says. */
enum twdemo_proof twdemo_is_absent(struct twdemo *d, const struct cursor *in,
				   bool closed);
/* The next bytes, while the CRC of all of them may show that it was the map. */
void twdemo_watch_absent(struct twdemo *d, struct span bytes);

/* ---------------------------------------------------------------- chunks */

/* Where a repair would cut, before the chunk at `off`. */
struct mark twdemo_mark(const struct twdemo *d, uint64_t off);

/* How many ticks there are up to here without a snapshot, as it was lost. */
uint32_t twdemo_still_ticks(const struct twdemo_place *at);

/* The last place up to `off` where a demo can end: not after a keyframe that still
   lacks its snapshot. */
struct mark twdemo_cut(const struct twdemo *d, uint64_t off);

/* The chunk at hand is dropped, which has so many bytes. */
struct fix twdemo_drop(const struct twdemo *d, const struct twdemo_chunk *chunk,
		       uint64_t bytes);

/* ------------------------------------------------------------------- end */

void twdemo_check_end(struct twdemo *d);

/* If the last finding is mended, it is one of those. */
void twdemo_remember(struct twdemo *d, struct twdemo_pending *pending,
		     enum rule_id rule);

/* The markers of the header that lie in these ticks, in order; returns how many. */
size_t twdemo_good_markers(const struct twdemo_header *h, int64_t first,
			   int64_t last, int32_t out[TWDEMO_MAX_MARKERS]);
int32_t twdemo_length(int64_t first, int64_t last);

/* A record was read. */
void twdemo_emit(struct twdemo *d, const struct twdemo_event *event);
void twdemo_describe(const struct twdemo *d, const struct twdemo_event *event,
		     struct description *out);
bool twdemo_describe_item(const struct twdemo *d,
			  const struct twdemo_event *event, size_t index,
			  struct description *out);

#endif
