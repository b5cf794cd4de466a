/* SPDX-License-Identifier: MIT */
/*
 * recovery.h - the most likely reading of a damaged stretch of a demo (TW-13)
 *
 * The stretch is a window of the file that begins at a sure place.  Each search looks
 * for the reading that explains most bits and supposes least:
 *
 *   search.c   bytes -> items: chunks, and gaps between them
 *   runs.c     items -> runs, in which ticks are known relative to each other
 *   ticks.c    runs -> ticks
 *   keep.c     items with ticks -> what is kept, and the findings
 *
 * Nothing here is called for a demo that reads strictly.
 */
#ifndef VALIDATOR_RECOVERY_RECOVERY_H
#define VALIDATOR_RECOVERY_RECOVERY_H

#include "validator/recovery/weights.h"
#include "validator/twdemo/twdemo.h"

enum {
	RECOVERY_WINDOW = 1 << 20, /* bytes that are looked at together */
	RECOVERY_BEHIND = 66000,   /* and before it, for bytes that come twice */
	/* How far one search goes: over the largest chunk, and some behind it. */
	RECOVERY_REACH = 72 << 10,
	/* What it reads there may end so far behind: the largest chunk, and a block. */
	RECOVERY_BEYOND = 70 << 10,
	RECOVERY_OFFSETS = RECOVERY_REACH + RECOVERY_BEYOND,
	RECOVERY_MARGIN = 1 << 17, /* what is left of a window for the next */
	RECOVERY_ITEMS = 16384,
	RECOVERY_RUNS = 1024,
	RECOVERY_SUPPOSED = 4096,  /* items that one search supposes */
	RECOVERY_TRIES = 100,      /* boundaries with suppositions of one search */
	RECOVERY_TALLY = 16,
	RECOVERY_WITNESSES = 3,    /* that leave no doubt */
	RECOVERY_TICKS = 10,       /* that a run may have ... */
	RECOVERY_FOREIGN = 3,      /* ... and ways to leave it out */
	RECOVERY_CANDIDATES = RECOVERY_TICKS + RECOVERY_FOREIGN,
	RECOVERY_STEPS = 64,
	RECOVERY_FIRST_CREDIT = 1 << 22,
	RECOVERY_CREDIT = 12, /* for each byte */
	RECOVERY_RESERVE = 4, /* of which chains and keyframes alone get so many more */
	RECOVERY_SCRATCH_STATE = 3, /* of room.states */
};

enum recovery_kind {
	RECOVERY_NOTHING,
	RECOVERY_MARKER,
	RECOVERY_SNAPSHOT, /* full */
	RECOVERY_DELTA,
	RECOVERY_MESSAGE,
	RECOVERY_GAP,
};

/* What a reading supposes of an item. */
enum recovery_cause {
	RECOVERY_STRICT,
	RECOVERY_ONE_BIT,   /* its head has one wrong bit */
	RECOVERY_ONE_BYTE,  /* or one wrong byte */
	RECOVERY_DROPPED,   /* gap: a chunk whose payload is damaged */
	RECOVERY_RESIZED,   /* gap: a chunk with bytes missing or too many */
	RECOVERY_COPIED,    /* gap: bytes that come again behind it */
	RECOVERY_BARE,      /* gap: a marker of an old writer without its tick */
	RECOVERY_IN_HOLE,   /* gap: nothing is known of it */
	RECOVERY_AT_END,    /* gap: nothing more can be read */
	RECOVERY_TICKS_LOST, /* run: ticks are lost before it, and nothing else */
	RECOVERY_UNMARKED,  /* run: a marker is missing before it */
	RECOVERY_ABSOLUTE_TICK, /* run: it begins with an absolute marker */
	RECOVERY_FIRST_RUN,
};

/* A chunk or a gap.  at, end: in the window. */
struct recovery_item {
	uint32_t at, end;
	int32_t tick; /* a marker: its step, or its tick; else the tick that it
	                 names or shows, or -1 */
	int32_t rel;  /* ticks since the beginning of its run */
	int32_t more; /* gap: bytes by which it is shorter than it claims */
	uint8_t kind, cause;
	uint8_t lost;       /* gap: the kind of the chunk that was there */
	uint8_t head[3];    /* the right head, of a data chunk with a wrong one */
	bool absolute : 1, keyframe : 1;
	bool exact : 1;     /* message: it has the form of its id */
	bool doubtful : 1;  /* more than its head speaks against it */
	bool named : 1;     /* a message names the tick, in .tick */
	bool moved : 1;     /* a character that moved shows it, in .tick */
	bool headed : 1;    /* .head is its head */
};

/* What strict reading says of an offset: remembered. */
struct recovery_cell {
	uint32_t end;
	int16_t gain;
	uint8_t kind;
	uint8_t age; /* of another search: it is not known */
};

/* The best path to an offset. */
struct recovery_node {
	int32_t bits;
	uint32_t from;
	uint16_t item; /* supposed[item - 1]; 0: the strict chunk at `from` */
	uint8_t before; /* what grammar sees of the item that leads here */
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
 * Items whose ticks are known relative to each other.  Its first item is at tick
 * `tick`, its last one `len` ticks later.
 */
struct recovery_run {
	uint8_t link;      /* enum recovery_cause: what separates it from the last */
	bool claimed;      /* its first marker is absolute ... */
	bool keyframe;     /* ... and that of a keyframe */
	bool before;       /* messages before the first tick */
	bool known;        /* its tick is proven */
	bool foreign;      /* it belongs to another recording; its end is that of the
	                      run before it */
	int32_t cause;     /* the item that separates it, or -1 */
	uint32_t first, n; /* items */
	int32_t absolute;  /* the tick that it claims, or -1 */
	int32_t len, usual;
	int64_t tick;
	struct recovery_tally named, moved, shown; /* ticks of its start */
};

/* A tick that a run may have, and the best path to it. */
struct recovery_candidate {
	int64_t tick;
	int64_t first; /* the first tick of the demo, on this path */
	int32_t bits;
	uint8_t from;  /* the candidate of the run before */
	bool foreign;  /* the run belongs to another recording: see the run */
};

struct recovery_row {
	/* The ticks at which the runs behind it say that they begin, at the earliest, and
	   end, at the latest. */
	int64_t earliest, latest;
	uint32_t n;
	struct recovery_candidate at[RECOVERY_CANDIDATES];
};

/* How often each step was seen. */
struct recovery_steps {
	uint32_t of[RECOVERY_STEPS], total;
	int32_t usual; /* the most frequent one above 0, or 0 */
};

/* Where the window begins. */
struct recovery_past {
	int64_t tick;       /* the last one, or -1 */
	int64_t first_tick; /* of the demo, or -1 */
	int32_t usual;      /* step */
	bool broken;        /* a hole ends there: how many ticks is not known */
	bool anchored;      /* there was an absolute marker */
};

/* Bytes that may be decoded.  To RECOVERY_FIRST_CREDIT, each byte of the file adds credit
   and reserve once, when a window that it is in is opened; whoever decodes or compares
   bytes pays with them. */
struct recovery_budget {
	uint64_t credit;
	uint64_t
		reserve; /* for what `credit` has too little for, while `shown` */
	uint64_t credited; /* the file up to there gave its credit */
	bool shown; /* a path or a keyframe shows that a chunk is there */
};

/*
 * The bytes that are looked at together.  The reading begins at `start` and ends at `end`,
 * which count from the first byte, as the offsets of items do: start <= end <= bytes.len.
 * opening.c and stream.c open a window; once it was searched, stream.c takes back
 * `closed` and `another` if the reading ends before.
 */
struct recovery_window {
	struct span bytes;
	uint64_t off; /* of the first byte, in the file */
	uint64_t
		single; /* up to there, no other recording begins in the file; this
	                    outlives the window */
	uint32_t start, end;
	bool closed; /* the demo ends at `end` */
	bool another; /* another recording begins at `end`; then it is closed, too */
};

/* How search.c reads the window, and how far it came. */
struct recovery_framing {
	uint32_t doubt; /* where the reader stopped, or the last search ended */
	bool plainly;   /* nothing is supposed but holes */
	bool full; /* there is no room for more items: the reading ends before */
};

/* The offsets that something is remembered of: the first `looked` from `base` on have a
   cell and a node, which are known if their age is this one.  It is never 0, which is the
   age of what is not known.  strict.c changes these; `looked` is 0 once the room of the
   cells was used for the output. */
struct recovery_offsets {
	uint32_t base, looked;
	uint8_t age;
};

/* What a search knows of the offsets from `base` on. */
struct recovery_search {
	struct recovery_cell cells[RECOVERY_OFFSETS];
	struct recovery_node nodes[RECOVERY_OFFSETS];
};

/* What the search under way supposes.  Nodes name items by their index, so that none goes
   before the search ends. */
struct recovery_suppositions {
	uint32_t n;
	struct recovery_item items[RECOVERY_SUPPOSED];
	int32_t gains[RECOVERY_SUPPOSED]; /* of these; a cost is below 0 */
};

/* Offsets that paths of the search under way lead to, each of them once, and as many as
   there is room for.  search.c leaves out those that it has passed. */
struct recovery_live {
	uint32_t n;
	uint32_t at[RECOVERY_SUPPOSED];
};

/* The output, and the reading while the output is read. */
struct recovery_output {
	uint32_t n_kept;
	struct recovery_item kept[RECOVERY_ITEMS]; /* .more: which item it is */
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
	uint32_t n_items, n_runs; /* of the reading */

	/* Nothing from here on needs a value before it is written to. */
	struct recovery_suppositions supposed;
	struct recovery_live live;
	/* The reading: each run is a range of the items, and has a row. */
	struct recovery_item items[RECOVERY_ITEMS];
	struct recovery_run runs[RECOVERY_RUNS];
	struct recovery_row rows[RECOVERY_RUNS];
	/* Nothing is searched while the output is read. */
	union {
		struct recovery_search search;
		struct recovery_output output;
	} room;
};

/* ------------------------------------------------------------------ strict.c */

/* What is known of an offset; NULL: it is too far to know anything. */
struct recovery_node *recovery_node(struct recovery *r, uint32_t at);
/* The same of an offset that a path leads to. */
struct recovery_node *recovery_reached_node(struct recovery *r, uint32_t at);

/* What was remembered of offsets: the window, the version or the steps are others.  What
   is remembered next is at `base` or behind it. */
void recovery_forget(struct recovery_offsets *offsets, uint32_t base);

/* The head that stands at an offset, whatever follows it. */
struct recovery_claim {
	uint8_t kind; /* RECOVERY_NOTHING: of no kind that exists */
	bool whole;   /* all of the head is there ... */
	bool data;    /* ... and it is no marker */
	uint32_t head, size, end;
};

struct recovery_claim recovery_claim(const struct recovery *r, uint32_t at);

/* The strict chunk at an offset; kind RECOVERY_NOTHING: there is none. */
struct recovery_cell recovery_strict(struct recovery *r, uint32_t at);

/* The same, with all that is known of it; true: there is one. */
bool recovery_read(struct recovery *r, uint32_t at, struct recovery_item *item,
		   int32_t *gain);

/* A chunk that is not as writers make it, but readers can read. */
bool recovery_read_odd(struct recovery *r, uint32_t at,
		       struct recovery_item *item);

/*
 * What the payload at `at` says as a chunk of that kind, up to its end symbol: its
 * size, or 0.  `updates`: of a delta.
 */
uint32_t recovery_payload(struct recovery *r, uint32_t at);
bool recovery_judge(struct recovery *r, uint8_t kind,
		    struct recovery_item *item, int32_t *gain,
		    uint32_t *updates);

/* Where the Huffman code of a payload ends, readable or not: 0 to 2 offsets. */
unsigned recovery_code_ends(struct recovery *r, uint32_t at, uint32_t most,
			    uint32_t ends[2]);

int32_t recovery_step_gain(const struct recovery *r, int32_t step);
void recovery_count_step(struct recovery_steps *steps, int32_t step);
int32_t recovery_usual(const struct recovery_steps *steps, int32_t or);
uint8_t recovery_step_byte(const struct recovery *r, int32_t step);

/* ----------------------------------------------------------------- suppose.c */

/* What else the bytes at a boundary may be: into r->supposed. */
void recovery_suppose(struct recovery *r, uint32_t at);
/* ------------------------------------------------------------------ search.c */

/* Reads items from `at` on: to the end, or up to where it is settled that nothing is
   wrong any more.  Returns the offset. */
uint32_t recovery_frame(struct recovery *r, uint32_t at);

/* The first chain of chunks in the window, in which nothing is supposed but what is before
   it, and not all are markers: its offset, or UINT32_MAX. */
uint32_t recovery_first_chain(struct recovery *r);

/* --------------------------------------------------------------- witness.c */

/* Applies the delta of an item to `s`: the newest tick of a character that it moves, or
   -1.  False: it cannot be applied.  `odd`: it removes what is not there. */
bool recovery_follow(struct recovery *r, const struct recovery_item *item,
		     struct snapshot *s, int32_t *newest, bool *odd);

/* Can a full snapshot be kept?  Then a marker may become that of a keyframe for it. */
bool recovery_is_faultless(struct recovery *r, const struct recovery_item *item);

/* What characters say of the ticks of deltas, while the chain from a snapshot is whole;
   `start`: the snapshot at the beginning of the window, or NULL. */
void recovery_hear(struct recovery *r, const struct snapshot *start);

/* -------------------------------------------------------- runs.c, ticks.c, keep.c */

void recovery_find_runs(struct recovery *r);

/* Gives the runs their ticks; the index of the item at which the recording ends, or
   n_items. */
uint32_t recovery_find_ticks(struct recovery *r, int32_t length);

/* Of a window in which all can be read: is one marker wrong, and nothing odd but that?  It
   is then the item *wrong.  `part`: or of the runs up to one of its keyframes? */
bool recovery_explains(const struct recovery *r, bool part, uint32_t *wrong);

/* Ticks from the end of a run to the next, where nothing is lost between them. */
int32_t recovery_expected_step(const struct recovery *r,
			       const struct recovery_run *a,
			       const struct recovery_run *b);

/* How many messages and characters are of the tick of a run? */
uint32_t recovery_witnesses(const struct recovery_run *run);

/* Is the second of two runs, which have their ticks, where it is expected? */
bool recovery_lost_nothing(const struct recovery *r, const struct recovery_run *a,
			   const struct recovery_run *b);

/* Takes the items before `end`, with findings. */
void recovery_keep(struct recovery *r, uint32_t end);

/* ----------------------------------------------------------------- opening.c */

/* False: no memory. */
bool recovery_open(struct twdemo *d);
void recovery_release(struct twdemo *d);

/* There is no UUID before the digest: is it a digest? */
enum pull recovery_find_digest(struct twdemo *d, struct cursor *in,
			       bool closed);

/* No datafile begins where the map is due: another map, or chunks? */
enum pull recovery_find_map(struct twdemo *d, struct cursor *in, bool closed);

/* May the map end here, before the size in the header is reached? */
enum pull recovery_end_map(struct twdemo *d, struct cursor *in, bool closed);

/* Where the map ends, if its last bytes are not those that its sums say. */
enum pull recovery_find_start(struct twdemo *d, struct cursor *in, bool closed);

/* A version that there is none of is wrong, if the chunks are those of one that there is;
   else it is not supported. */
enum pull recovery_check_version(struct twdemo *d, struct cursor *in,
				 bool closed);

/* The first chunks of the window cannot be read: are they those of another version? */
void recovery_choose_version(struct recovery *r);


/* ------------------------------------------------------------------ stream.c */

/* Reads chunks; where reading stops, the most likely reading goes on. */
enum pull recovery_read_chunks(struct twdemo *d, struct cursor *in, bool closed);

/* ------------------------------------------------------------------ format.c */

extern const struct format twdemo_format;

#endif
