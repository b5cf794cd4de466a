/* SPDX-License-Identifier: MIT */
/* scene.h - what a proof about a damaged command looks at (DEM-6) */
#ifndef VALIDATOR_DEM_SCENE_H
#define VALIDATOR_DEM_SCENE_H

#include "validator/dem/dem.h"

struct dem_scene {
	struct dem *d;
	struct dem_view view;
	const struct dem_command *last; /* that cannot be read */
	bool inside;  /* commands go on after its first byte */
	size_t first; /* of those that are doubted; d->held.n: none */
	int32_t step; /* of sequence numbers, that a proof allows */
};

/* last: the command that cannot be read; closed: no more bytes will come. */
struct dem_scene dem_scene_of(struct dem *d, const struct cursor *in,
			      const struct dem_command *last, bool closed);

/* Does another demo begin between these offsets? */
bool dem_scene_crosses_header(const struct dem_scene *s, uint64_t from,
			      uint64_t to);

/* Does another demo begin there, which was put behind this one? */
bool dem_scene_has_header(const struct dem_scene *s, uint64_t off);

/* Does that command end the demo, or do others up to a dem_stop, and no packet? */
bool dem_scene_ends(const struct dem_scene *s, const struct dem_command *c);

/* stop.c: of five bytes, the last may be the first of what follows. */
struct dem_command dem_short_stop(const struct dem_command *c);

/* Of four bytes, the last one of the tick is missing: that tick, which is after the last
   packet, or that of the header; else bit 23 is its sign. */
struct dem_command dem_whole_stop(const struct dem *d,
				  const struct dem_command *c);

/* Does the header say that the demo ends with that dem_stop? */
bool dem_is_confirmed(const struct dem *d, const struct dem_command *stop);

/* Bytes up to the end of the file, if dem_stop would begin with them; or 0. */
uint32_t dem_begun_stop(const struct dem *d, const struct cursor *in,
			uint64_t off);

/* Takes this dem_stop as the end of the demo. */
void dem_take_stop(struct dem *d, struct cursor *in,
		   const struct dem_command *c);

/* ------------------------------------------------------------- repeated.c */

/* Does the command, in which something is wrong, begin again at *again, where commands go
   on? */
bool dem_begins_again(const struct dem_scene *s, const struct dem_walk *before,
		      const struct dem_command *c, uint64_t *again);

/* Drops its first beginning; `again` is behind all that is read so far. */
void dem_drop_begun(struct dem *d, struct cursor *in, const struct dem_command *c,
		    uint64_t again);

/* Is a command whose size was mended longer than its length says by bytes that are there
   twice?  True: *c says so, and its length is right. */
bool dem_find_repeated(const struct dem_scene *s, struct dem_command *c);
void dem_report_repeated(struct dem *d, const struct dem_command *c);

#endif
