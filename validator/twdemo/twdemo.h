/* SPDX-License-Identifier: MIT */
/*
 * twdemo.h - a demo of Teeworlds or DDNet: header, map, chunks
 *
 *   header 176 | timeline markers 260 (from version 4) | SHA-256 extension 48
 *   (version 6) | map | chunks: tick markers, snapshots, deltas, messages
 *
 * Versions 1 and 2 have a header of 148 bytes.  There is no end mark.  Bytes are read
 * once and in order.  Only after damage, recovery reads further bytes in advance.
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

/* TW-1 to TW-4: offsets of the parts of the header, and other constants. */
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
	/* The end of the map is decided when the window has the last MAP_TAIL bytes of
	   the map, and the MAP_AHEAD bytes after the map.  If the right map is given,
	   the map in the demo may lack up to GIVEN_TAIL bytes. */
	TWDEMO_MAP_TAIL = 9000,
	TWDEMO_GIVEN_TAIL = 1 << 16,
	TWDEMO_MAP_AHEAD = 1 << 16,
	/* The largest gap between two ticks, 3.9 days.  A writer makes a keyframe after
	   at most 250 ticks. */
	TWDEMO_MOST_PAUSE = 1 << 24,
	/* The largest gap if one of the two ticks is damaged: ten seconds. */
	TWDEMO_MOST_LAG = 500,
};

/* TW-4: the SHA-256 of the map. */
enum twdemo_digest {
	TWDEMO_NO_DIGEST,
	TWDEMO_DIGEST,       /* with its UUID */
	TWDEMO_BARE_DIGEST,  /* without its UUID; a repair adds the UUID */
	TWDEMO_BARE_AT_LAST, /* without its UUID, even after the repair */
};

struct twdemo_header {
	uint8_t version; /* the version that the demo is read as */
	uint8_t claimed; /* the version in the header */
	bool development; /* the magic is that of a development version */
	char net_version[65], map_name[65], type[9], timestamp[21];
	uint32_t map_size, map_crc;
	int32_t length;      /* in seconds */
	bool server, client; /* neither: a repair writes one of both */
	enum dfk_protocol protocol;
	struct span game; /* the start of net_version after the repair, or
	                     empty */

	int32_t n_markers; /* the number in the header, which may be
	                      impossible */
	int32_t markers[TWDEMO_MAX_MARKERS];

	enum twdemo_digest digest;
	bool sha256_known; /* false: a writer that did not know the SHA-256
	                      filled the field */
	uint64_t sha256_off;
	uint8_t sha256[SHA256_BYTES];
};

enum twdemo_phase {
	TWDEMO_IN_HEADER,
	TWDEMO_IN_MARKERS,
	TWDEMO_IN_EXTENSION,
	TWDEMO_NO_UUID,     /* is the SHA-256 there without its UUID? */
	TWDEMO_AT_MAP,
	TWDEMO_NO_DATAFILE, /* is the map another kind of file, or missing? */
	TWDEMO_IN_MAP,
	TWDEMO_MAP_DOUBTED, /* the checksums are wrong: where does the map
	                       end? */
	TWDEMO_MAP_MAY_END, /* the datafile ended: does the map also end? */
	TWDEMO_AFTER_MAP,
	TWDEMO_IN_CHUNKS,
	TWDEMO_ENDED,
	TWDEMO_HALTED,
};

/* MORE: the answer depends on bytes that are not in the window yet. */
enum twdemo_proof { TWDEMO_NO, TWDEMO_YES, TWDEMO_MORE };

/* A record, for the command inspect. */
enum twdemo_kind {
	TWDEMO_HEADER,
	TWDEMO_MARKERS,
	TWDEMO_EXTENSION,
	TWDEMO_MAP,
	TWDEMO_CHUNK,   /* see ev->chunk */
	TWDEMO_DAMAGED, /* bytes that could not be read */
};

struct twdemo_event {
	enum twdemo_kind kind;
	uint64_t off, len;
	struct twdemo_chunk chunk;
	bool read; /* the chunk is an applied snapshot or delta, or a message */
	struct twdemo_message message;
};

/* The size of the fields size and swaplen of a datafile. */
enum { TWDEMO_LENGTHS_BYTES = 8 };

/* The checksums of the map with the lengths that its tables determine.  Valid only if
   `differ`. */
struct twdemo_lengths {
	uint8_t header[DATAFILE_HEADER_BYTES];
	size_t held; /* number of bytes in `header` so far */
	uint8_t right[TWDEMO_LENGTHS_BYTES];
	bool differ; /* `right` differs from the lengths in the file */
	uint32_t crc;
	struct digest digest;
};

/* The map in the file. */
struct twdemo_map {
	uint64_t off, end; /* the range of the map, as far as it is known */
	bool begun;
	bool read; /* the map begins like a datafile, and is read as a
	              datafile */
	bool zeros;    /* all bytes so far are zero */
	bool decided;  /* `end` is final */
	bool held; /* hold_end() examined the last bytes before they were
	              read */
	bool passed;   /* reading passed the end of the datafile in the map */
	bool followed; /* chunks begin directly at the end of the map */
	bool detached; /* a repair drops the map */

	/* The given map, if the header names this map.  `same`: the number of equal
	   bytes at the start.  `differs`: the byte after these bytes differs. */
	const struct given_map *given;
	size_t same;
	bool differs;

	/* `known`: a map that was judged before, and that is equal so far.  `written`:
	   the bytes of this map, which are stored for later demos.  `findings`: the
	   number of findings before the map. */
	struct known_map *known, *written;
	uint64_t findings;

	/* For a map that was taken for absent.  The number of bytes whose CRC may still
	   prove that these bytes are the map, and the CRC so far. */
	uint32_t unsure, unsure_crc;
	struct twdemo_lengths lengths;
	struct datafile datafile;
};

/* The last tick marker, and the chunks after it. */
struct twdemo_group {
	struct twdemo_chunk marker;
	bool any;           /* there was a marker */
	bool empty; /* the marker is a keyframe, and has no snapshot yet */
	unsigned snapshots; /* number of snapshots and deltas after the
	                       marker */
	struct mark before; /* the place before the marker */
};

struct twdemo_counts {
	uint64_t keyframes, snapshots, deltas, messages;
	uint32_t passed[TWDEMO_TICK + 1]; /* number of chunks by type, with
	                                     damaged chunks */
};

/* A finding whose edit is made when the end of the demo is known. */
struct twdemo_pending {
	bool mended;
	enum rule_id rule;
	uint64_t finding;
};

/* The steps of relative ticks since the last absolute tick, counted by their length.
   Longer steps are not counted.  `usual`: the most frequent step before that absolute
   tick. */
struct twdemo_steps {
	uint32_t of[64], n;
	int32_t usual;
};

/* The keyframes so far, and their snapshots.  Players can jump to these snapshots.  A
   marker that a repair changes into a keyframe counts, too. */
struct twdemo_keyframes {
	int64_t tick;       /* of the last keyframe, or -1 */
	uint64_t snapshots; /* number of full snapshots after a keyframe
	                       marker */
	uint64_t first_end; /* end of the first of these snapshots, or 0 */
	bool confirmed;     /* a keyframe was at the tick where it was due */
};

/* The snapshot that the next delta changes. place.c changes all members except
   `undeclared`. snapshots.c keeps `undeclared` with the last snapshot. */
struct twdemo_base {
	int64_t lost_tick; /* tick of the loss; -1: the snapshot is known, or
	                      there is no tick yet */
	uint32_t still; /* number of ticks without a snapshot in earlier
	                   losses */
	struct snapshot_types undeclared; /* types of this snapshot that have
	                                     no declaration */
	bool known;
};

/*
 * The state of reading the chunks.  The state is a value, so reading can return to an
 * earlier state.  Ticks are -1 before the first marker.
 */
struct twdemo_place {
	uint64_t pos, records; /* numbers of consumed bytes and chunks */
	int64_t first_tick, tick;
	struct twdemo_keyframes keyframes;
	struct twdemo_group group;
	struct twdemo_counts counts;
	struct twdemo_message_seen seen;
	enum twdemo_type last; /* type of the last chunk */
	struct twdemo_steps steps;
	uint64_t trusted; /* up to this offset, unusual ticks are accepted */
	struct twdemo_base base;

	bool cut;    /* the file ends inside a chunk */
	bool edited; /* a repair changes the chunks before */
	bool sixup;  /* items of 0.7 were found */
	/* The sizes of items for deltas. */
	struct {
		enum twdemo_sizes with;
		bool doubtful; /* other sizes also fit the last delta */
	} sizes;
	struct twdemo_sized sized;
	struct twdemo_game game;
};

/* A place to which reading can return.  It has all members that reading chunks
   changes. */
struct twdemo_checkpoint {
	struct twdemo_place at;
	struct report_place said;
	const struct snapshot
		*state; /* the snapshot at this place, if at.base.known */
};

/*
 * Reading on trial.  Reading may return to `from`, so findings after `from` are held and
 * no record is shown.  `from` moves to each keyframe that is reached without an error.
 * `from` does not move to the last chunk, because damage may lie before the place at
 * which reading stops. recovery/stream.c changes these members.
 */
struct twdemo_trial {
	bool on;
	struct tap earnest_tap; /* d->tap after the trial */
	/* The next members, also those of struct twdemo, are not initialized.  Each
	   member is written before it is read. */
	struct twdemo_checkpoint from, keyframe;
	struct report_hold hold; /* the findings since `from` */
};

/* Findings whose edits are made when the end of the demo is known. */
struct twdemo_pendings {
	struct twdemo_pending type, length, markers;
};

/* The facts of the report that are texts. */
struct twdemo_texts {
	char modified[21]; /* time of the file, in the form of the header; or
	                      "" */
	char sha256[65], crc[9], checksum[9];
};

/* The current snapshot, and the current chunk. */
struct twdemo_at_hand {
	struct snapshot *now; /* snapshot after the last chunk, if
	                         at.base.known */
	bool made;    /* the chunk results in a snapshot */
	bool applied; /* this snapshot is in `now`; false: in `next` */
	bool cleaned; /* items of 0.7 were removed from its ints */
	struct snapshot_types fresh; /* becomes `undeclared` */
	struct snapshot *next;
	struct snapshot *saved; /* snapshot of the checkpoint */
	struct twdemo_message message; /* valid if the chunk is a message */
};

/* Memory for the current chunk, and for chunks that are only tried. */
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

/* Facts from the caller.  Each member may be NULL. */
struct twdemo_given {
	const struct given_map *map; /* a given map, which the header may
	                                name */
	struct known_maps *known;    /* maps that were judged before */
};

struct recovery;

struct twdemo {
	struct report *report;
	const struct limits *limits;
	const struct dfk_allocator *allocator;
	struct tap tap;
	struct twdemo_given given;

	enum twdemo_phase phase;
	uint64_t size; /* set when the demo is closed */
	struct twdemo_header header;
	struct twdemo_map map;
	bool playable; /* everything before the chunks was read */
	struct twdemo_place at;
	struct recovery *recovery; /* see validator/recovery; NULL: no damage
	                              yet */
	/* NULL, or called for each reading that recovery chose.  `end`: the item before
	   which the recording ends.  A program of the tests prints the reading. */
	void (*on_reading)(struct recovery *r, uint32_t end);
	struct search_limit search;
	bool unsettled; /* recovery also searches the next window */
	struct twdemo_pendings pending;
	struct twdemo_texts text;
	struct twdemo_at_hand state;
	struct twdemo_trial trial;
	struct twdemo_room room;
};

/* ---------------------------------------------------------------- header */

/* The UUID of the name demoitem-sha256@ddnet.tw. */
extern const struct uuid twdemo_uuid;

/* header.c: are these bytes the start of a demo, except some bits of the magic? */
bool twdemo_is_like_demo(struct span head);

/* Does the version depend on the form of the chunks? */
bool twdemo_is_version_open(const struct twdemo_header *h);

/* Reports that the version in the header is wrong. */
void twdemo_report_version(struct twdemo *d);

/* The phases before the map. */
enum pull twdemo_read_header(struct twdemo *d, struct cursor *in, bool closed);
enum pull twdemo_read_markers(struct twdemo *d, struct cursor *in, bool closed);
enum pull twdemo_read_extension(struct twdemo *d, struct cursor *in,
				bool closed);
/* Continues after a missing UUID.  `bare`: the SHA-256 is in the file. */
enum pull twdemo_take_bare(struct twdemo *d, struct cursor *in, bool closed,
			   bool bare);

/* game.c, TW-2: sets the protocol from the net version. */
void twdemo_read_game(struct twdemo *d, struct span net_version);
/* Remembers what the items of a kept snapshot say about the game. */
void twdemo_weigh_items(struct twdemo *d, const struct snapshot *s);
/* For a demo whose net version names no game.  True: with this full snapshot the items
   prove 0.7.  Then this was reported, and the rest of the demo is read as 0.7. */
bool twdemo_find_game(struct twdemo *d, const struct snapshot *s);

/* TW-2: reports defects of the texts of the header. */
void twdemo_check_texts(struct twdemo *d, struct span header);

/* ------------------------------------------------------------------- map */

/* given.c: begins the map.  Reports a given map that is not the map of the header. */
void twdemo_reach_map(struct twdemo *d);
/* Compares the next bytes of the map in the file with the given map. */
void twdemo_compare_given(struct twdemo_map *m, struct span bytes);
/* Returns the offset at which the given map would end.  UINT64_MAX: no map is given. */
uint64_t twdemo_given_end(const struct twdemo_map *m);
/* Returns the edit that makes the map in the file equal to the given map.  There must be
   a given map. */
struct fix twdemo_fix_from_given(const struct twdemo_map *m);

/* map.c: the phases of the map. */
enum pull twdemo_open_map(struct twdemo *d, struct cursor *in, bool closed);
/* Begins the map.  `read`: the map is read as a datafile. */
void twdemo_begin_map(struct twdemo *d, bool read);
enum pull twdemo_read_map(struct twdemo *d, struct cursor *in, bool closed);
/* Sets the end of the map.  Reports a wrong size in the header, unless the given map has
   this size. */
void twdemo_set_map_end(struct twdemo *d, uint64_t end);
/* Decides that the map does not end at this place, although the datafile may end. */
void twdemo_pass_end(struct twdemo *d);
enum pull twdemo_leave_map(struct twdemo *d);

/* Does the map up to this place, followed by these bytes, have the CRC or the SHA-256 of
   the header? */
bool twdemo_has_sums_with(const struct twdemo *d, struct span bytes);
/* Offsets at which the map may end, without the end by the size in the header. */
struct twdemo_ends {
	size_t n;
	uint64_t at[2]; /* the offsets after the first n are 0 */
};
struct twdemo_ends twdemo_likely_ends(const struct twdemo *d,
				      const struct cursor *in);
/* Are all bytes up to `end` in the window?  NO: the file ends earlier, or `end` is
   beyond the limit of the search. */
enum twdemo_proof twdemo_reaches(const struct twdemo *d, struct cursor *in,
				 bool closed, uint64_t end);
/* Reports a limit if the end of the map may be beyond the limit of the search. */
void twdemo_report_far_end(struct twdemo *d, const struct cursor *in);
/* Do the next bytes continue the given map, or are they its last bytes? */
bool twdemo_is_of_given(const struct twdemo *d, struct span bytes);

/* Stops the comparison with a map that was judged before, and no longer stores the map
   of this demo. */
void twdemo_leave_known(struct twdemo *d);
/* Does the CRC of the next bytes show that these bytes are not the map?  NO: these bytes
   are the map, and not a SHA-256 without its UUID. */
enum twdemo_proof twdemo_lacks_map(struct twdemo *d, const struct cursor *in,
				   bool closed);
/* TW-5, bug A: reports that chunks are in the place of the map, and begins the chunks. */
void twdemo_skip_absent(struct twdemo *d);
/* Is the map absent?  NO: the next bytes look like chunks, but have the CRC of the
   map. */
enum twdemo_proof twdemo_is_absent(struct twdemo *d, const struct cursor *in,
				   bool closed);
/* Adds the next bytes to the CRC of a map that was taken for absent.  Reports a limit if
   the CRC shows that the map was in the file. */
void twdemo_watch_absent(struct twdemo *d, struct span bytes);

/* ---------------------------------------------------------------- chunks */

/* Returns the place before the chunk at `off`, where a repair could cut. */
struct mark twdemo_mark(const struct twdemo *d, uint64_t off);

/* Returns the number of ticks so far in which no snapshot was known, after losses. */
uint32_t twdemo_still_ticks(const struct twdemo_place *at);

/* Returns the last place up to `off` where a demo can end.  A demo cannot end between a
   keyframe and its snapshot. */
struct mark twdemo_cut(const struct twdemo *d, uint64_t off);

/* Returns the fix that drops this chunk of `len` bytes. */
struct fix twdemo_drop(const struct twdemo *d, const struct twdemo_chunk *chunk,
		       uint64_t bytes);

/* ------------------------------------------------------------------- end */

void twdemo_check_end(struct twdemo *d);

/* Keeps the last finding in `pending` until the end of the demo, if a repair removes the
   finding. */
void twdemo_remember(struct twdemo *d, struct twdemo_pending *pending,
		     enum rule_id rule);

/* Copies the timeline markers from `first` to `last`, in order.  Returns the number of
   these markers. */
size_t twdemo_good_markers(const struct twdemo_header *h, int64_t first,
			   int64_t last, int32_t out[TWDEMO_MAX_MARKERS]);
/* Returns the length of these ticks in seconds. */
int32_t twdemo_length(int64_t first, int64_t last);

/* Passes a record to the tap, and counts the record. */
void twdemo_emit(struct twdemo *d, const struct twdemo_event *event);
void twdemo_describe(const struct twdemo *d, const struct twdemo_event *event,
		     struct description *out);
bool twdemo_describe_item(const struct twdemo *d,
			  const struct twdemo_event *event, size_t index,
			  struct description *out);

#endif
