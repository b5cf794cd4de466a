/* SPDX-License-Identifier: MIT */
/*
 * held.c - commands are held until a command that fits follows (DEM-6)
 *
 *   consumed | held: fits, does not, does not | next
 *            ^ pos                            ^
 *
 * A wrong length leads into the middle of a later command.  So a command is judged and
 * consumed only when a command that fits follows.
 */
#include "validator/dem/dem.h"

void
dem_emit(struct dem *d, const struct dem_event *event)
{
	if (event->len == 0)
		return;
	d->progress.rewinds += event->tick < d->progress.record_tick;
	d->progress.record_tick = event->tick;
	if (d->tap.event)
		d->tap.event(d->tap.ctx, d, event);
	d->progress.records += event->kind == DEM_COMMAND;
	d->report->record = d->progress.records;
}

/* The number of warnings and errors so far.  Notes do not cast doubt on a repair. */
static uint64_t
count_doubts(const struct dem *d)
{
	uint64_t n = 0;

	for (size_t i = 0; i < RULE_COUNT; i++)
		if (AT(d->report->severity, i) >= DFK_WARNING)
			n += AT(d->report->hits, i);
	return n;
}

/* Checks the payload of a command.  A warning about a packet whose length was corrected
   casts doubt on that length.  So does a later snapshot whose base is missing. */
static void
judge_contents(struct dem *d, const struct dem_held *held, struct span payload)
{
	const struct dem_command *c = &held->command;
	const uint64_t *bases = &AT(d->report->hits, RULE_dem_snapshot_base);
	bool mended;
	uint64_t before;

	if (!c->mended.size && !d->damage.mended) {
		dem_check_contents(d, held, payload);
		return;
	}
	mended = c->mended.size && !c->repeats;
	before = mended ? count_doubts(d) : *bases;
	dem_check_contents(d, held, payload);
	d->damage.mended |= mended;
	d->damage.doubted |= (mended ? count_doubts(d) : *bases) > before;
}

/* Judges and consumes one command. */
static void
consume_command(struct dem *d, struct cursor *in, const struct dem_held *held)
{
	const struct dem_command *c = &held->command;
	const uint64_t len = dem_command_end(c) - c->off;
	const struct span payload = dem_joined(d, c, dem_payload(in, c));
	const bool packet = c->id == DEM_SIGNON || c->id == DEM_PACKET;
	bool shown;

	d->report->tick = c->tick;
	dem_check_command(d, held, payload);
	judge_contents(d, held, payload);
	shown = c->id == DEM_CONSOLE || (packet && d->contents.on);
	d->done = held->before;
	dem_walk_on(&d->done, c);
	cur_some(in, len);
	d->progress.pos = c->off + len;
	dem_emit(d,
		 &(struct dem_event){
			 .kind = DEM_COMMAND,
			 .off = c->off,
			 .len = len,
			 .tick = c->tick,
			 .command = c,
			 .payload = shown ? payload : (struct span){ NULL, 0 },
			 .shown = &d->contents.shown });
}

void
dem_settle(struct dem *d, struct cursor *in, size_t n)
{
	for (size_t i = 0; i < n; i++)
		consume_command(d, in, &AT(d->held.at, i));
	d->held.n -= n;
	if (d->held.n)
		memmove(d->held.at, &AT(d->held.at, n),
			d->held.n * sizeof(d->held.at[0]));
}

/* How many held commands may be judged now?  A packet with a negative tick may be the
   last packet of a level, and its bytes are judged accordingly (DEM-11.1).  So this
   packet is held until another packet follows, or until no packet can follow. */
static size_t
before_level_end(const struct dem *d, const struct dem_command *next)
{
	size_t n = 0;

	if (next->id == DEM_PACKET)
		return d->held.n;
	while (n < d->held.n && (AT(d->held.at, n).command.id != DEM_PACKET ||
				 AT(d->held.at, n).command.tick >= 0))
		n++;
	return n;
}

/* How many of the oldest commands must be consumed, because all of them take too much
   memory?  These commands can no longer be corrected. */
static size_t
too_many(const struct dem *d, const struct dem_command *next)
{
	size_t n = d->held.n == DEM_MOST_HELD;

	while (n < d->held.n &&
	       dem_command_end(next) - AT(d->held.at, n).command.off >
		       d->layout->horizon)
		n++;
	return n;
}

/* Does the command prove that the commands before it are right?  A console command whose
   payload is not a text proves this only with the expected tick.  After the loss of one
   byte, the id and the tick of many commands look like the five bytes of a dem_synctick;
   so a dem_synctick has to be where the header says that the signon data ends. */
static bool
shows_right(const struct dem *d, const struct cursor *in,
	    const struct dem_command *c)
{
	const int64_t signon = (int64_t)c->off - DEM_HEADER_BYTES;

	return (c->id != DEM_SYNC || d->header.signon == signon) &&
	       dem_is_evidence(&d->walk, c) &&
	       dem_fits(&d->walk, c, 1) &&
	       (c->id != DEM_CONSOLE || dem_is_text(dem_payload(in, c)) ||
		(c->tick > 0 && c->tick == d->walk.tick));
}

void
dem_hold(struct dem *d, struct cursor *in, const struct dem_command *command)
{
	const bool fits = shows_right(d, in, command);
	const size_t right = fits ? before_level_end(d, command) : 0;
	const size_t oldest = too_many(d, command);

	dem_settle(d, in, right > oldest ? right : oldest);
	AT(d->held.at, d->held.n) = (struct dem_held){ .command = *command,
						       .before = d->walk,
						       .fits = fits };
	d->held.n++;
	dem_walk_on(&d->walk, command);
	d->progress.next = dem_command_end(command);
}

bool
dem_is_long(const struct dem *d, const struct dem_command *c)
{
	return c->id == DEM_STRINGS && c->headed && !c->mended.size &&
	       c->error == DEM_CUT && c->size > d->layout->horizon &&
	       dem_fits(&d->walk, c, 1);
}

void
dem_pass_long(struct dem *d, struct cursor *in, const struct dem_command *c)
{
	dem_settle(d, in, d->held.n);
	d->strings = *c;
	cur_bytes(in, c->head);
	d->progress.next = c->off + c->head;
	d->phase = DEM_IN_STRINGS;
}
