/* SPDX-License-Identifier: MIT */
/*
 * recovery.h - the most likely reading of a damaged stretch of a demo (TW-13)
 *
 * The stretch is a window of the file that begins at a sure place.  Each search looks for
 * the reading that explains most bits and supposes least:
 *
 *   search.c   bytes -> items: chunks, and gaps between them
 *   runs.c     items -> runs, in which ticks are known relative to each other
 *   ticks.c    runs -> ticks
 *   keep.c     items with ticks -> what is kept, and the findings
 *
 * A demo that reads strictly calls nothing of this folder.
 */
#ifndef VALIDATOR_RECOVERY_RECOVERY_H
#define VALIDATOR_RECOVERY_RECOVERY_H

#include "validator/recovery/weights.h"
#include "validator/twdemo/twdemo.h"

enum {
	RECOVERY_WINDOW = 1 << 20, /* bytes of a window */
	RECOVERY_BEHIND = 66000,   /* bytes kept before the window, to find repeated
				      bytes */
	/* Bytes that one search covers: the largest chunk, and some bytes behind it. */
	RECOVERY_REACH = 72 << 10,
	/* An item found there may end this many bytes later: the largest chunk, and a
	   block. */
	RECOVERY_BEYOND = 70 << 10,
	RECOVERY_OFFSETS = RECOVERY_REACH + RECOVERY_BEYOND,
	RECOVERY_MARGIN = 1 << 17, /* unfinished end of a window that is left for the next
				      window */
	RECOVERY_ITEMS = 16384,
	RECOVERY_RUNS = 1024,
	RECOVERY_SUPPOSED = 4096,  /* largest number of items that one search supposes */
	RECOVERY_TRIES = 100,      /* largest number of places with suppositions in one
				      search */
	RECOVERY_TALLY = 16,
	RECOVERY_WITNESSES = 3,    /* number of agreeing witnesses that leaves no doubt */
	RECOVERY_TICKS = 10,       /* candidates for the tick of a run ... */
	RECOVERY_FOREIGN = 3,      /* ... and ways to leave the run out */
	RECOVERY_CANDIDATES = RECOVERY_TICKS + RECOVERY_FOREIGN,
	RECOVERY_STEPS = 64,
	RECOVERY_FIRST_CREDIT = 1 << 22,
	RECOVERY_CREDIT = 12, /* bytes of credit for each byte of the file */
	RECOVERY_RESERVE = 4, /* bytes of reserve for each byte of the file, for chains
				 and keyframes only */
	RECOVERY_SCRATCH_STATE = 3, /* index in room.states */
};

enum recovery_kind {
	RECOVERY_NOTHING,
	RECOVERY_MARKER,
	RECOVERY_SNAPSHOT, /* a full snapshot */
	RECOVERY_DELTA,
	RECOVERY_MESSAGE,
	RECOVERY_GAP,
};

/* The supposition of a reading about an item or a run. */
enum recovery_cause {
	RECOVERY_STRICT,
	RECOVERY_ONE_BIT,   /* the head has one wrong bit */
	RECOVERY_ONE_BYTE,  /* the head has one wrong byte */
	RECOVERY_DROPPED,   /* gap: a chunk whose payload is damaged */
	RECOVERY_RESIZED,   /* gap: a chunk with bytes missing or too many */
	RECOVERY_COPIED,    /* gap: bytes that are repeated behind the gap */
	RECOVERY_BARE,      /* gap: a marker that an old writer wrote without a tick */
	RECOVERY_IN_HOLE,   /* gap: nothing is known of the bytes */
	RECOVERY_AT_END,    /* gap: nothing more can be read */
	RECOVERY_TICKS_LOST, /* run: only ticks are lost before the run */
	RECOVERY_UNMARKED,  /* run: a marker is missing before the run */
	RECOVERY_ABSOLUTE_TICK, /* run: the run begins with an absolute marker */
	RECOVERY_FIRST_RUN,
};

/* A chunk or a gap.  `at` and `end` count in the window. */
struct recovery_item {
	uint32_t at, end;
	int32_t tick; /* a marker: its relative or absolute tick; another chunk: the tick
			 that it names or shows, or -1 */
	int32_t rel;  /* ticks since the beginning of the run */
	int32_t more; /* gap: number of bytes by which the gap is shorter than the chunk
			 claims */
	uint8_t kind, cause;
	uint8_t lost;       /* gap: kind of the chunk that was there */
	uint8_t head[3];    /* the right head of a data chunk whose head is wrong */
	bool absolute : 1, keyframe : 1;
	bool exact : 1;     /* message: the payload has the form of the message id */
	bool doubtful : 1;  /* more than the head speaks against the item */
	bool named : 1;     /* a message that names the tick in .tick */
	bool moved : 1;     /* a character that moved shows the tick in .tick */
	bool headed : 1;    /* .head is set */
};

/* The remembered result of strict reading at an offset. */
struct recovery_cell {
	uint32_t end;
	int16_t gain;
	uint8_t kind;
	uint8_t age; /* if it is not offsets.age, the result is not known */
};

/* The best path to an offset. */
struct recovery_node {
	int32_t bits;
	uint32_t from;
	uint16_t item; /* supposed.items[item - 1]; 0: the strict chunk at `from`;
			  UINT16_MAX: a hole */
	uint8_t before; /* what the grammar knows of the item that leads to this offset */
	uint8_t age;
};

struct recovery_tally {
	uint32_t n, total;
	struct {
		int32_t value;
		uint32_t count;
	} at[RECOVERY_TALLY];
};

/*
 * Items whose ticks are known relative to each other.  The first item is at tick `tick`,
 * the last one `len` ticks later.
 */
struct recovery_run {
	uint8_t link;      /* enum recovery_cause: what separates the run from the last
			      run */
	bool claimed;      /* the first marker is absolute ... */
	bool keyframe;     /* ... and belongs to a keyframe */
	bool before;       /* the run has messages before the first tick of the demo */
	bool known;        /* the tick is proven */
	bool foreign;      /* the run belongs to another recording; its end tick is that
			      of the run before */
	int32_t cause;     /* index of the item that separates the run from the last run,
			      or -1 */
	uint32_t first, n; /* range of items */
	int32_t absolute;  /* the tick that the run claims, or -1 */
	int32_t len, usual;
	int64_t tick;
	struct recovery_tally named, moved, shown; /* ticks of the start of the run, by
						      witnesses */
};

/* A candidate for the tick of a run, and the best path to it. */
struct recovery_candidate {
	int64_t tick;
	int64_t first; /* the first tick of the demo, on this path */
	int32_t bits;
	uint8_t from;  /* index of the candidate of the run before */
	bool foreign;  /* the run belongs to another recording; see recovery_run */
};

struct recovery_row {
	/* The earliest begin and the latest end that the runs behind this run claim. */
	int64_t earliest, latest;
	uint32_t n;
	struct recovery_candidate at[RECOVERY_CANDIDATES];
};

/* How often each relative tick was seen. */
struct recovery_steps {
	uint32_t of[RECOVERY_STEPS], total;
	int32_t usual; /* the most frequent step above 0, or 0 */
};

/* The state at the beginning of the window. */
struct recovery_past {
	int64_t tick;       /* the last tick, or -1 */
	int64_t first_tick; /* of the demo, or -1 */
	int32_t usual;      /* the usual relative tick */
	bool broken;        /* a hole ends here, whose number of ticks is not known */
	bool anchored;      /* an absolute marker was read */
};

/* The number of bytes that may be decoded.  Both numbers begin with
   RECOVERY_FIRST_CREDIT.  Each byte of the file adds credit and reserve once, when the
   first window with this byte is opened.  Decoding and comparing bytes costs credit. */
struct recovery_budget {
	uint64_t credit;
	uint64_t
		reserve; /* used if `credit` is too small, while `shown` */
	uint64_t credited; /* end of the bytes that have added credit */
	bool shown; /* a path or a keyframe shows that a chunk is at this offset */
};

/*
 * The bytes of a window.  The reading begins at `start` and ends at `end`.  These count
 * from the first byte of the window, like the offsets of items: start <= end <=
 * bytes.len.  opening.c and stream.c open a window.  stream.c clears `closed` and
 * `another` after the search, if the reading ends before `end`.
 */
struct recovery_window {
	struct span bytes;
	uint64_t off; /* offset of the first byte in the file */
	uint64_t
		single; /* no other recording begins in the file before this offset; kept
			   from window to window */
	uint32_t start, end;
	bool closed; /* the demo ends at `end` */
	bool another; /* another recording begins at `end`; then `closed` is set, too */
};

/* How search.c reads the window, and how far. */
struct recovery_framing {
	uint32_t doubt; /* offset at which the strict reader stopped, or at which the last
			   search ended */
	bool plainly;   /* only holes are supposed */
	bool full; /* no room is left for items, so the reading ends before `end` */
};

/* The remembered offsets.  The first `looked` offsets from `base` on have a cell and a
   node, which are valid if their age is `age`.  `age` is never 0, the age of invalid
   cells and nodes.  strict.c changes this structure.  `looked` is 0 after the memory of
   the cells was used for the output. */
struct recovery_offsets {
	uint32_t base, looked;
	uint8_t age;
};

/* The cells and nodes of the offsets from `base` on. */
struct recovery_search {
	struct recovery_cell cells[RECOVERY_OFFSETS];
	struct recovery_node nodes[RECOVERY_OFFSETS];
};

/* The suppositions of the current search.  Nodes name them by their index, so none is
   removed before the search ends. */
struct recovery_suppositions {
	uint32_t n;
	struct recovery_item items[RECOVERY_SUPPOSED];
	int32_t gains[RECOVERY_SUPPOSED]; /* the gain of each item; a cost is negative */
};

/* The offsets to which paths of the current search lead, each offset once, as far as
   there is room.  search.c removes the offsets that it has passed. */
struct recovery_live {
	uint32_t n;
	uint32_t at[RECOVERY_SUPPOSED];
};

/* The kept items, and a copy of the reading while the output is read. */
struct recovery_output {
	uint32_t n_kept;
	struct recovery_item kept[RECOVERY_ITEMS]; /* .more: index of the item in the
						      reading */
	struct recovery_item held_items[RECOVERY_ITEMS];
	struct recovery_run held_runs[RECOVERY_RUNS];
};

struct recovery {
	struct twdemo *d;
	struct recovery_past past;
	struct recovery_steps steps;
	struct recovery_budget budget;
	struct recovery_window window;
	struct recovery_framing framing;
	struct recovery_offsets offsets;
	uint32_t n_items, n_runs; /* numbers of items and runs of the reading */

	/* The members from here on are not initialized. */
	struct recovery_suppositions supposed;
	struct recovery_live live;
	/* The reading.  Each run is a range of items, and has a row of candidates. */
	struct recovery_item items[RECOVERY_ITEMS];
	struct recovery_run runs[RECOVERY_RUNS];
	struct recovery_row rows[RECOVERY_RUNS];
	/* No search runs while the output is read. */
	union {
		struct recovery_search search;
		struct recovery_output output;
	} room;
};

/* ------------------------------------------------------------------ strict.c */

/* The node of an offset; NULL: the offset is out of reach. */
struct recovery_node *recovery_node(struct recovery *r, uint32_t at);
/* The node of an offset to which a path leads. */
struct recovery_node *recovery_reached_node(struct recovery *r, uint32_t at);

/* Forgets all cells and nodes, because the window, the version or the steps have
   changed.  New ones begin at `base`. */
void recovery_forget(struct recovery_offsets *offsets, uint32_t base);

/* The head at an offset, whatever follows it. */
struct recovery_claim {
	uint8_t kind; /* RECOVERY_NOTHING: the kind does not exist */
	bool whole;   /* the whole head is in the window ... */
	bool data;    /* ... and is not a marker */
	uint32_t head, size, end;
};

struct recovery_claim recovery_claim(const struct recovery *r, uint32_t at);

/* The strict chunk at an offset; kind RECOVERY_NOTHING: no strict chunk is there. */
struct recovery_cell recovery_strict(struct recovery *r, uint32_t at);

/* Reads the strict chunk at an offset into *item, with its gain.  False: no strict chunk
   is there. */
bool recovery_read(struct recovery *r, uint32_t at, struct recovery_item *item,
		   int32_t *gain);

/* Reads a chunk that no writer would make, but that readers can read. */
bool recovery_read_odd(struct recovery *r, uint32_t at,
		       struct recovery_item *item);

/*
 * recovery_payload() decodes the payload at `at` up to its end symbol into d->room.tried,
 * and returns its size, or 0.  recovery_judge() judges this payload as a chunk of kind
 * `kind`.  *updates: the updates of a delta.
 */
uint32_t recovery_payload(struct recovery *r, uint32_t at);
bool recovery_judge(struct recovery *r, uint8_t kind,
		    struct recovery_item *item, int32_t *gain,
		    uint32_t *updates);

/* Finds the offsets at which the Huffman code of a payload ends, whether the payload is
   readable or not.  Returns their number, 0 to 2. */
unsigned recovery_code_ends(struct recovery *r, uint32_t at, uint32_t most,
			    uint32_t ends[2]);

int32_t recovery_step_gain(const struct recovery *r, int32_t step);
void recovery_count_step(struct recovery_steps *steps, int32_t step);
int32_t recovery_usual(const struct recovery_steps *steps, int32_t or);
uint8_t recovery_step_byte(const struct recovery *r, int32_t step);

/* ----------------------------------------------------------------- suppose.c */

/* Adds the suppositions about the bytes at an offset to r->supposed. */
void recovery_suppose(struct recovery *r, uint32_t at);
/* ------------------------------------------------------------------ search.c */

/* Reads items from `at` on, to the end of the window, or to a place behind which strict
   reading is right again.  Returns that offset. */
uint32_t recovery_frame(struct recovery *r, uint32_t at);

/* The offset of the first chain of chunks in the window, or UINT32_MAX.  Nothing is
   supposed inside the chain, and it has more than markers. */
uint32_t recovery_first_chain(struct recovery *r);

/* --------------------------------------------------------------- witness.c */

/* Applies the delta of an item to `s`.  *newest: the newest tick of a character that the
   delta moves, or -1.  *odd: the delta removes an item that does not exist.  False: the
   delta cannot be applied. */
bool recovery_follow(struct recovery *r, const struct recovery_item *item,
		     struct snapshot *s, int32_t *newest, bool *odd);

/* Is a full snapshot without errors, so that it can be kept?  Then a marker may become
   the marker of a keyframe for it. */
bool recovery_is_faultless(struct recovery *r, const struct recovery_item *item);

/* Sets the ticks that characters show in deltas, as long as the chain of deltas from a
   snapshot is whole.  `start`: the snapshot at the beginning of the window, or NULL. */
void recovery_hear(struct recovery *r, const struct snapshot *start);

/* -------------------------------------------------------- runs.c, ticks.c, keep.c */

void recovery_find_runs(struct recovery *r);

/* Gives the runs their ticks.  Returns the index of the item at which the recording ends,
   or n_items. */
uint32_t recovery_find_ticks(struct recovery *r, int32_t length);

/* Only for a window without unreadable bytes: does one wrong marker explain all oddities
   of ticks?  *wrong: the index of that marker.  `part`: the runs up to a keyframe are
   enough. */
bool recovery_explains(const struct recovery *r, bool part, uint32_t *wrong);

/* The ticks from the end of run a to run b, if nothing is lost between the runs. */
int32_t recovery_expected_step(const struct recovery *r,
			       const struct recovery_run *a,
			       const struct recovery_run *b);

/* The number of messages and characters that confirm the tick of a run. */
uint32_t recovery_witnesses(const struct recovery_run *run);

/* Is run b at the expected tick behind run a? */
bool recovery_lost_nothing(const struct recovery *r, const struct recovery_run *a,
			   const struct recovery_run *b);

/* Keeps or drops the items before `end`, and reports the findings. */
void recovery_keep(struct recovery *r, uint32_t end);

/* ----------------------------------------------------------------- opening.c */

/* Allocates d->recovery.  False: no memory. */
bool recovery_open(struct twdemo *d);
void recovery_release(struct twdemo *d);

/* The UUID before the digest is missing: are the bytes a digest? */
enum pull recovery_find_digest(struct twdemo *d, struct cursor *in,
			       bool closed);

/* No datafile is at the place of the map: is it a damaged map, or do chunks begin? */
enum pull recovery_find_map(struct twdemo *d, struct cursor *in, bool closed);

/* Does the map end here, before the size in the header is reached? */
enum pull recovery_end_map(struct twdemo *d, struct cursor *in, bool closed);

/* Finds the end of the map, if its sums do not confirm the size in the header. */
enum pull recovery_find_start(struct twdemo *d, struct cursor *in, bool closed);

/* The version in the header does not exist.  If the chunks belong to an existing version,
   the header is wrong; otherwise the demo is unsupported. */
enum pull recovery_check_version(struct twdemo *d, struct cursor *in,
				 bool closed);

/* The first chunks of the window cannot be read: do they belong to another version? */
void recovery_choose_version(struct recovery *r);


/* ------------------------------------------------------------------ stream.c */

/* Reads chunks strictly, and recovers the most likely reading where this stops. */
enum pull recovery_read_chunks(struct twdemo *d, struct cursor *in, bool closed);

/* ------------------------------------------------------------------ format.c */

extern const struct format twdemo_format;

#endif
