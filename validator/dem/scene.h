/* SPDX-License-Identifier: MIT */
/* scene.h - the state that a proof about a damaged command uses (DEM-6) */
#ifndef VALIDATOR_DEM_SCENE_H
#define VALIDATOR_DEM_SCENE_H

#include "validator/dem/dem.h"

struct dem_scene {
	struct dem *d;
	struct dem_view view;
	const struct dem_command *last; /* the command that cannot be read */
	bool inside;  /* commands that fit begin behind the first byte of `last` */
	size_t first; /* index of the first held command in doubt; d->held.n: none */
	int32_t step; /* largest step of sequence numbers that a proof allows */
};

/* The scene of `last`, the command that cannot be read.  closed: no more bytes will
   come. */
struct dem_scene dem_scene_of(struct dem *d, const struct cursor *in,
			      const struct dem_command *last, bool closed);

/* May a header begin between these offsets? */
bool dem_scene_crosses_header(const struct dem_scene *s, uint64_t from,
			      uint64_t to);

/* Does another demo begin at `off`? */
bool dem_scene_has_another(const struct dem_scene *s, uint64_t off);

/* Do the bytes of the file from `off` on consist of dem_customdata?  SourceAutoRecord
   writes them behind dem_stop. */
bool dem_scene_has_custom(const struct dem_scene *s, uint64_t off);

/* Do the commands from this command on end with a dem_stop, without a packet? */
bool dem_scene_ends(const struct dem_scene *s, const struct dem_command *c);

/* stop.c: the dem_stop without its fifth byte, which may belong to what follows. */
struct dem_command dem_short_stop(const struct dem_layout *l,
				  const struct dem_command *c);

/* Fills in the last byte of the tick of a dem_stop of four bytes: for a tick after the
   last packet, or for the tick of the header.  If neither fits, bit 23 is the sign. */
struct dem_command dem_whole_stop(const struct dem *d,
				  const struct dem_command *c);

/* Does the header confirm that the demo ends with this dem_stop? */
bool dem_is_confirmed(const struct dem *d, const struct dem_command *stop);

/* Number of bytes from `off` to the end of the file, if the right dem_stop begins with
   these bytes; or 0. */
uint32_t dem_begun_stop(const struct dem *d, const struct cursor *in,
			uint64_t off);

/* Takes this dem_stop as the end of the demo. */
void dem_take_stop(struct dem *d, struct cursor *in,
		   const struct dem_command *c);

/* ------------------------------------------------------------- repeated.c */

/* Does the damaged command begin again at *again, with commands that fit behind it? */
bool dem_begins_again(const struct dem_scene *s, const struct dem_walk *before,
		      const struct dem_command *c, uint64_t *again);

/* Drops the bytes from the first beginning of the command up to `again`, which is behind
   all bytes read so far. */
void dem_drop_begun(struct dem *d, struct cursor *in, const struct dem_command *c,
		    uint64_t again);

/* Is a corrected size larger than the length because the payload has bytes twice?  True:
   *c has `repeats`, and the length is right.  dem_report_repeated() reports it. */
bool dem_find_repeated(const struct dem_scene *s, struct dem_command *c);
void dem_report_repeated(struct dem *d, const struct dem_command *c);

#endif
