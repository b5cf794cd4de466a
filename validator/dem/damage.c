/* SPDX-License-Identifier: MIT */
/*
 * damage.c - decides about a command that cannot be read, and about dem_stop (DEM-6)
 *
 * The damage is in the unreadable command, or in a held command that led to the wrong
 * place.  Each of these commands is tried, the last one first: with another length, or
 * with another id.  A trial is proven if the commands behind it fit.
 */
#include <stdio.h>

#include "validator/dem/scene.h"

/* ------------------------------------------------------------------ proofs */

/* The offset behind the NUL of a console command, if the bytes before are a text, and
   fitting commands follow; or 0. */
static uint64_t
find_text_end(const struct dem_scene *s, const struct dem_walk *before,
	      const struct dem_command *c)
{
	struct cursor at = s->view.from, text;
	bool found;
	uint64_t end;

	cur_bytes(&at, (size_t)(c->off - cur_tell(&at)));
	cur_bytes(&at, c->head);
	text = at;
	cur_until_nul(&at, DEM_MOST_CONSOLE, &found);
	cur_u8(&at);
	end = cur_tell(&at);
	if (!found ||
	    !dem_is_text(cur_bytes(&text, (size_t)(end - cur_tell(&text)))))
		return 0;
	return dem_goes_on(s->d, before, &s->view, end, s->step, 0) ? end : 0;
}

/* Does the payload contain commands that fit, or the start of another demo?  Then the
   length is too large. */
static bool
swallows(const struct dem_scene *s, const struct dem_walk *after,
	 uint64_t payload, uint64_t end)
{
	return dem_scene_crosses_header(s, payload, end) ||
	       dem_find(s->d, after, &s->view, payload, end, DEM_NEAR) != 0;
}

/* Looks for the right length of the command.  True: another length is proven, and *c has
   it. */
static bool
mend_command_length(const struct dem_scene *s, const struct dem_walk *before,
		    struct dem_command *c)
{
	const uint64_t payload = c->off + c->head;
	struct dem_walk after = *before;
	uint64_t end;

	if (c->id == DEM_SYNC || c->id == DEM_STOP || c->mended.size ||
	    !dem_fits(before, c, s->step))
		return false;
	dem_walk_on(&after, c);
	end = c->id == DEM_CONSOLE
		      ? find_text_end(s, before, c)
		      : dem_find(s->d, &after, &s->view, payload,
				 payload + dem_most_bytes(c->id), s->step);
	if (end == 0 ||
	    (c->error == DEM_ALL_THERE && end == dem_command_end(c)))
		return false;
	/* The sequence number of the first packet may be damaged, too. */
	after.sequenced &= before->sequenced || c->id != DEM_PACKET;
	if (c->id != DEM_CONSOLE && swallows(s, &after, payload, end))
		return false;
	/* The old length may be right: the packets inside may be missing from the
	   file. */
	if (s->step > 1 && c->error == DEM_ALL_THERE &&
	    !dem_is_one_bit(c->size ^ (uint32_t)(end - payload)))
		return false;
	dem_mend_size(c, (uint32_t)(end - payload));
	c->error = DEM_ALL_THERE;
	return true;
}

/* Is the supposed command right?  It must be a dem_stop at the end or before
   dem_customdata, or fitting commands must follow its end, and none may begin inside. */
static bool
stands(const struct dem_scene *s, const struct dem_walk *before,
       const struct dem_command *c)
{
	struct dem_walk after;

	if (c->error != DEM_ALL_THERE || !dem_fits(before, c, s->step))
		return false;
	if (c->id == DEM_STOP)
		return s->view.closed && dem_is_evidence(before, c) &&
		       (dem_command_end(c) == cur_end(&s->view.from) ||
			dem_scene_has_custom(s, dem_command_end(c)));
	after = *before;
	dem_walk_on(&after, c);
	return dem_goes_on(s->d, before, &s->view, c->off, s->step, c->id) &&
	       !swallows(s, &after, c->off + c->head, dem_command_end(c));
}

/* Looks for the right id of the command.  True: another id is proven, and *c has it.  If
   several ids fit, the text of a console command is the strongest proof. */
static bool
mend_id(const struct dem_scene *s, const struct dem_walk *before,
	struct dem_command *c, bool has_length)
{
	/* The last four bytes of any command look like a dem_stop. */
	const bool may_stop = c->error == DEM_BAD_ID;
	struct cursor at = s->view.from;
	struct dem_command found = { .id = 0 };
	unsigned n = 0;

	if (c->mended.id)
		return false;
	cur_bytes(&at, (size_t)(c->off - cur_tell(&at)));
	for (unsigned id = 1; id < DEM_IDS; id++) {
		const struct dem_command other =
			dem_read_command(s->d->layout, &at, id);

		if (id == c->id ||
		    (id == DEM_STOP && !may_stop &&
		     !dem_scene_has_custom(s, dem_command_end(&other))) ||
		    (has_length && other.size == 0) ||
		    !stands(s, before, &other))
			continue;
		n++;
		if (found.id != DEM_CONSOLE)
			found = other;
		if (id == DEM_CONSOLE)
			found = other;
	}
	if (n == 0 || (n > 1 && found.id != DEM_CONSOLE))
		return false;
	found.mended.size = c->mended.size;
	found.mended.unsure = c->mended.unsure;
	found.mended.id = true;
	*c = found;
	return true;
}

/* ----------------------------------------------------------------- mended */

/* The tick near which this command must be, or its own tick.  dem_fits() judges the ticks
   of packets and of dem_stop. */
static int32_t
near_tick(const struct dem_walk *walk, const struct dem_command *c)
{
	/* In 78,000 such commands of 90 recordings, the ticks are at most 94 apart before
	   dem_synctick.  Behind dem_synctick, the ticks of all but 20 commands are at most
	   3 apart. */
	enum { APART_IN_SIGNON = 128, APART = 16 };
	const bool in_signon = walk->sync == 0;
	const int32_t want = in_signon ? walk->connect : walk->tick;
	const int64_t apart = (int64_t)c->tick - want;
	const int64_t most = in_signon ? APART_IN_SIGNON : APART;

	if (c->id == DEM_PACKET || c->id == DEM_STOP || c->id == DEM_SYNC ||
	    (in_signon && !walk->connected))
		return c->tick;
	return apart >= -most && apart <= most ? c->tick : want;
}

/* The expected tick, if the tick of the command is damaged, too. */
struct near_text {
	char at[40];
};

static struct near_text
near_text_of(const struct dem_command *c, int32_t tick)
{
	struct near_text text = { "" };

	if (tick != c->tick)
		snprintf(text.at, sizeof(text.at), ", and a tick near %d", tick);
	return text;
}

/* Reports dem.command_size: the length of a command is wrong. */
static void
report_length(struct dem *d, struct dem_command *c, struct span payload)
{
	const uint64_t off = c->off + c->head - 4;
	const bool unsure = !dem_length_is_sure(
		c, dem_payload_is_whole(d, c, payload));
	const int64_t more = (int64_t)c->size - c->length;
	const bool possible = (uint32_t)c->length <= dem_most_bytes(c->id);
	uint8_t bytes[4];
	struct site site = { .off = off,
			     .len = sizeof(bytes),
			     .field = "length" };
	const int32_t tick = near_tick(&d->walk, c);
	char name[16], or_bytes[64] = "";

	c->mended.unsure = unsure;
	put_le32(bytes, sizeof(bytes), 0, c->size);
	site.fix = fix_replace(off, sizeof(bytes), (struct span){ bytes, 4 });
	site.fix.lossy = unsure || tick != c->tick;
	site.fix.mark = dem_mark(d, c->off);
	if (unsure && !possible)
		snprintf(or_bytes, sizeof(or_bytes),
			 ", unless bytes of the payload are missing");
	else if (unsure)
		snprintf(or_bytes, sizeof(or_bytes), ", unless %lld %s %s",
			 (long long)(more < 0 ? -more : more),
			 more == 1 || more == -1 ? "byte is" : "bytes are",
			 more < 0 ? "missing" : "too many");
	report(d->report, RULE_dem_command_size, &site,
	       "%s of %d bytes" WANTED
	       "%u bytes, after which commands go on%s%s",
	       dem_name(d->layout, c->id, name, sizeof(name)), c->length, c->size,
	       or_bytes, near_text_of(c, tick).at);
	if (site.fix.lossy)
		dem_cut_before_loss(d, &d->walk, &site.fix.mark);
}

/* Did a transfer as text make an LF of each CR LF?  The payload then lacks at most as
   many bytes as it has LFs, and no LF follows a CR. */
static bool
lacks_returns(struct span payload, const struct dem_command *c)
{
	const int64_t missing = (int64_t)c->length - c->size;
	struct cursor at = cur_span(payload, 0);
	uint8_t last = 0;
	int64_t feeds = 0;

	while (cur_left(&at)) {
		const uint8_t byte = cur_u8(&at);

		if (byte == '\n' && last == '\r')
			return false;
		feeds += byte == '\n';
		last = byte;
	}
	return missing > 0 && missing <= feeds;
}

/* Is the id zero, like the tick behind, or like the byte before?  Zeros may then stand in
   the place of other bytes, too.  One wrong bit may also make an id zero, and many
   payloads end in a zero. */
static bool
is_in_zeros(const struct dem_walk *walk, const struct cursor *in,
	    const struct dem_command *c, uint8_t found)
{
	struct cursor at = *in;

	if (found != 0)
		return false;
	if (c->tick == 0 && walk->tick > 0)
		return true;
	if (dem_is_one_bit(c->id) || c->off <= cur_tell(&at))
		return false;
	cur_bytes(&at, (size_t)(c->off - 1 - cur_tell(&at)));
	return cur_u8(&at) == 0;
}

/* Counts a command whose length is wrong.  Does the command seem to lack a CR before an
   LF? */
static void
count_returns(struct dem *d, const struct dem_command *c, struct span payload)
{
	struct dem_unpaired *u = &d->damage.unpaired;

	u->all++;
	if (!lacks_returns(payload, c))
		return;
	u->commands++;
	u->missing += (uint32_t)c->length - c->size;
}

/* Begins to drop a command whose length disagrees with the commands behind it.  Nothing
   shows if the length is wrong, or if bytes of the payload are missing or too many. */
static void
drop_doubtful(struct dem *d, struct cursor *in, const struct dem_command *c,
	      struct span payload)
{
	struct dem_loss *l = &d->damage.loss;
	char name[16];

	*l = (struct dem_loss){ .rule = RULE_dem_command_size,
				.off = c->off + c->head - 4,
				.len = 4 };
	snprintf(l->found, sizeof(l->found), "%s of %d bytes",
		 dem_name(d->layout, c->id, name, sizeof(name)), c->length);
	snprintf(l->expected, sizeof(l->expected),
		 "%u bytes, after which commands go on", c->size);
	if (c->id == DEM_STRINGS)
		d->contents.tables_lost = dem_count_tables(d, payload);
	dem_lose(d, in, c->off);
}

/* doubtful: more than one bit of the id is wrong, so bytes beside the id may be wrong or
   missing, or more bytes than the id may be zeros. */
static void
report_wrong_id(struct dem *d, const struct dem_command *c, uint8_t found,
		bool doubtful)
{
	const uint8_t bytes[1] = { dem_id_byte(d->layout, c->id) };
	const int32_t tick = near_tick(&d->walk, c);
	struct site site = { .off = c->off,
			     .len = sizeof(bytes),
			     .field = "id",
			     .fix = fix_replace(c->off, sizeof(bytes),
						(struct span){ bytes, 1 }) };
	char name[16], right[16];

	site.fix.lossy = tick != c->tick || doubtful;
	site.fix.mark = dem_mark(d, c->off);
	report(d->report,
	       found == DEM_STOP ? RULE_dem_stop_early : RULE_dem_command_id,
	       &site, "%s" WANTED "%s%s%s",
	       dem_name(d->layout, found, name, sizeof(name)),
	       dem_name(d->layout, c->id, right, sizeof(right)),
	       c->id == DEM_STOP ? " at the end of the file"
				 : ", after which commands go on",
	       near_text_of(c, tick).at);
	if (site.fix.lossy)
		dem_cut_before_loss(d, &d->walk, &site.fix.mark);
}

/* Is the damage in held command i, or in `last` if i is held.n?  True: the damage is
   reported, and reading can go on. */
static bool
try_one(const struct dem_scene *s, struct cursor *in, size_t i)
{
	struct dem *d = s->d;
	const struct dem_held *held = i < d->held.n ? &AT(d->held.at, i) : NULL;
	const struct dem_walk before = held ? held->before : d->walk;
	const struct dem_command was = held ? held->command : *s->last;
	struct dem_command c = was;
	uint64_t again;

	/* Commands that are read from the copy may be held behind the command that begins
	   again. */
	if (s->step == 1 && dem_begins_again(s, &before, &c, &again)) {
		dem_settle(d, in, i);
		d->held.n = 0;
		d->walk = before;
		dem_drop_begun(d, in, &c, again);
		return true;
	}
	/* An id that fits with the length in the file is a stronger proof than a new
	   length. */
	if (!mend_id(s, &before, &c, true) &&
	    !mend_command_length(s, &before, &c) &&
	    !mend_id(s, &before, &c, false))
		return false;
	d->end.no_packet_follows |= dem_scene_ends(s, &c);
	dem_settle(d, in, i);
	d->held.n = 0;
	d->walk = before;
	if (c.mended.size && !was.mended.size && dem_find_repeated(s, &c)) {
		dem_report_repeated(d, &c);
	} else if (c.mended.size && !was.mended.size) {
		const struct span payload = dem_payload(&s->view.from, &c);

		count_returns(d, &c, payload);
		if (d->layout->slotted && dem_payload_is_doubtful(&c)) {
			drop_doubtful(d, in, &c, payload);
			return true;
		}
		report_length(d, &c, payload);
	} else {
		report_wrong_id(d, &c, was.id,
				!dem_is_one_bit((uint8_t)(was.id ^ c.id)) ||
					is_in_zeros(&before, &s->view.from, &c,
						    was.id));
	}
	if (c.id == DEM_STOP)
		dem_take_stop(d, in, &c);
	else
		dem_hold(d, in, &c);
	return true;
}

static bool
try_all(const struct dem_scene *s, struct cursor *in)
{
	static const int32_t steps[] = { 1, DEM_LOST };
	struct dem *d = s->d;

	if (d->damage.proofs == DEM_MOST_PROOFS)
		return false;
	d->damage.proofs++;
	/* A smaller step of sequence numbers is more likely. */
	for (size_t n = 0; n < sizeof(steps) / sizeof(*steps); n++) {
		struct dem_scene with = *s;

		with.step = AT(steps, n);
		for (size_t i = d->held.n + 1; i-- > s->first;)
			if (try_one(&with, in, i))
				return true;
	}
	return false;
}

/* -------------------------------------------------------------------- lost */

static void
prepare_loss_finding(const struct dem_scene *s)
{
	const struct dem_command *c = s->last;
	const struct dem_layout *layout = s->d->layout;
	struct dem_loss *l = &s->d->damage.loss;
	char name[16];

	*l = (struct dem_loss){ .rule = RULE_dem_command_size,
				.off = c->off,
				.len = c->head,
				.zeros = true };
	snprintf(l->found, sizeof(l->found), "%s of %d bytes",
		 dem_name(layout, c->id, name, sizeof(name)), c->length);
	snprintf(l->expected, sizeof(l->expected), "0 to %u bytes",
		 dem_most_bytes(c->id));
	if (c->error == DEM_BAD_ID) {
		l->rule = RULE_dem_command_id;
		l->len = 1;
		snprintf(l->found, sizeof(l->found), "id %u",
			 dem_id_byte(layout, c->id));
		snprintf(l->expected, sizeof(l->expected), "an id from 1 to %u",
			 (unsigned)(layout->slotted ? DEM_CUSTOM : DEM_STRINGS));
	} else if (c->error == DEM_CUT && !c->headed) {
		/* The end of the file is nearer than the length. */
		l->len = 1;
		snprintf(l->found, sizeof(l->found),
			 "%s that goes on behind the end of the file",
			 dem_name(layout, c->id, name, sizeof(name)));
		snprintf(l->expected, sizeof(l->expected),
			 "a command after which commands go on");
	} else if (c->error == DEM_CUT) {
		snprintf(l->expected, sizeof(l->expected),
			 "a length after which commands go on");
	} else if (c->id == DEM_STOP) {
		l->rule = RULE_dem_stop_early;
		snprintf(l->found, sizeof(l->found),
			 "dem_stop at tick %d before other bytes", c->tick);
		snprintf(l->expected, sizeof(l->expected),
			 "dem_stop near tick %d", s->d->walk.tick);
	}
}

/* -------------------------------------------------------------------- stop */

/* Is `last` a dem_synctick with a wrong id, at which the recording begins? */
static bool
is_sync(const struct dem_scene *s)
{
	const struct dem_walk *walk = &s->d->walk;
	struct cursor at = s->view.from;
	struct dem_command sync;

	cur_bytes(&at, (size_t)(s->last->off - cur_tell(&at)));
	sync = dem_read_command(s->d->layout, &at, DEM_SYNC);
	return !walk->sync && stands(s, walk, &sync);
}

/* Does this dem_stop end the demo?  It must be the last command of the file, except for
   dem_customdata, and its tick must fit or be the tick of the header.  If no fitting
   commands follow, or the header of another demo follows, one of both conditions is
   enough. */
static bool
is_end_of(const struct dem_scene *s, const struct dem_command *c)
{
	/* A second dem_stop may follow, or a part of it. */
	const uint32_t another = s->d->layout->stop;
	const uint64_t end = dem_command_end(c);
	bool last, fits;

	if (c->id != DEM_STOP || c->error != DEM_ALL_THERE || is_sync(s))
		return false;
	last = s->view.closed && (cur_end(&s->view.from) - end <= another ||
				  dem_scene_has_custom(s, end));
	fits = dem_fits(&s->d->walk, c, DEM_NEAR) || dem_is_confirmed(s->d, c);
	return (last && fits) ||
	       ((last || fits) && (!s->inside || dem_scene_has_another(s, end)));
}

/* Do fitting commands follow this dem_stop directly?  Then the dem_stop is a stray
   command.  Reading the bytes with another length or another id proves no more. */
static bool
is_stray_stop(const struct dem_scene *s, const struct dem_command *c)
{
	return c->id == DEM_STOP && c->error == DEM_ALL_THERE &&
	       dem_goes_on(s->d, &s->d->walk, &s->view, dem_command_end(c), 1,
			   0);
}

static enum pull
drop_stop(struct dem *d, struct cursor *in, const struct dem_command *c)
{
	const struct span none = { NULL, 0 };

	dem_settle(d, in, d->held.n);
	report(d->report, RULE_dem_stop_early,
	       &(struct site){ .off = c->off,
			       .len = c->head,
			       .fix = fix_replace(c->off, c->head, none) },
	       "dem_stop at tick %d" WANTED "no dem_stop between commands",
	       c->tick);
	cur_bytes(in, c->head);
	d->progress.pos = d->progress.next = dem_command_end(c);
	dem_emit(d, &(struct dem_event){ .kind = DEM_DAMAGED,
					 .off = c->off,
					 .len = c->head,
					 .tick = d->progress.record_tick });
	return PULL_EVENT;
}

/* Looks for a dem_stop with the given tick in the last bytes of the command, at the end
   of the file.  Returns the number of its bytes, or 0. */
static uint32_t
find_last_stop(const struct dem *d, const struct cursor *in,
	       const struct dem_command *c, int32_t tick,
	       struct dem_command *stop)
{
	const uint64_t end = dem_command_end(c);

	for (uint32_t n = d->layout->stop_least; n <= d->layout->stop; n++) {
		struct cursor at = *in;

		if (n > c->size)
			break;
		cur_bytes(&at, (size_t)(end - n - cur_tell(&at)));
		*stop = dem_read_command(d->layout, &at, 0);
		*stop = dem_whole_stop(d, stop);
		if (stop->id == DEM_STOP && stop->error == DEM_ALL_THERE &&
		    stop->tick == tick && dem_fits(&d->walk, stop, 1))
			return n;
	}
	return 0;
}

/* Does the header count as many packets as were read? */
static bool
counts_all(const struct dem *d)
{
	const struct dem_header *h = &d->header;

	return !dem_unfinished(h) && h->frames >= 0 &&
	       (uint64_t)h->frames == d->walk.packets;
}

/* Would these bytes, up to the end of the file, be a dem_stop that fits? */
static bool
reads_as_stop(const struct dem *d, const struct dem_walk *before,
	      const struct cursor *in, uint64_t off, struct dem_command *stop)
{
	struct cursor at = *in;

	cur_bytes(&at, (size_t)(off - cur_tell(&at)));
	*stop = dem_read_command(d->layout, &at, DEM_STOP);
	*stop = dem_whole_stop(d, stop);
	return stop->error == DEM_ALL_THERE && dem_is_evidence(before, stop) &&
	       dem_command_end(stop) == cur_end(&at) &&
	       dem_fits(before, stop, 1);
}

static void
take_renamed_stop(struct dem *d, struct cursor *in, size_t settled,
		  const struct dem_command *stop, uint8_t found)
{
	d->end.no_packet_follows = true;
	dem_settle(d, in, settled);
	d->walk = d->done;
	d->held.n = 0;
	report_wrong_id(d, stop, found, false);
	dem_take_stop(d, in, stop);
}

/* Commands that follow packets: the file may end in the head of one. */
static bool
may_follow_packets(unsigned id)
{
	return id == DEM_PACKET || id == DEM_USER || id == DEM_CONSOLE ||
	       id == DEM_CUSTOM;
}

/* The file ends in the head of a command that no packet comes before.  If its bytes are
   the dem_stop that the header declares, behind all packets that the header counts, only
   its id is wrong. */
static bool
take_declared_stop(const struct dem_scene *s, struct cursor *in)
{
	struct dem *d = s->d;
	struct dem_command stop;

	if (!s->view.closed || s->last->error != DEM_CUT || s->last->headed ||
	    may_follow_packets(s->last->id) || d->walk.packets == 0 ||
	    !counts_all(d) ||
	    !reads_as_stop(d, &d->walk, in, s->last->off, &stop) ||
	    stop.tick != d->header.ticks)
		return false;
	take_renamed_stop(d, in, d->held.n, &stop, s->last->id);
	return true;
}

bool
dem_free_stop(struct dem *d, struct cursor *in)
{
	struct dem_command c, stop;
	struct dem_walk before;
	uint32_t n;

	if (d->held.n == 0)
		return false;
	c = AT(d->held.at, d->held.n - 1).command;
	before = AT(d->held.at, d->held.n - 1).before;
	/* No demo has a second dem_synctick, and none at its end. */
	if (c.id == DEM_SYNC && before.sync &&
	    reads_as_stop(d, &before, in, c.off, &stop)) {
		take_renamed_stop(d, in, d->held.n - 1, &stop, c.id);
		return true;
	}
	if ((c.id != DEM_PACKET && c.id != DEM_USER) || c.mended.size)
		return false;
	n = find_last_stop(d, in, &c, d->header.ticks, &stop);
	if (n == 0 || !counts_all(d)) {
		d->end.may_hide_stop = n ||
				       find_last_stop(d, in, &c,
						      dem_last_tick(d, &d->walk),
						      &stop);
		return false;
	}
	d->end.no_packet_follows = true;
	dem_settle(d, in, d->held.n - 1);
	d->held.n = 0;
	d->walk = before;
	dem_mend_size(&c, c.size - n);
	report_length(d, &c, dem_payload(in, &c));
	dem_hold(d, in, &c);
	dem_take_stop(d, in, &stop);
	return true;
}

/* Are enough bytes in the window?  The decision must not depend on the size of the pieces
   in which the file arrives. */
static bool
is_all_there(const struct dem *d, struct cursor *in,
	     const struct dem_command *command, bool closed)
{
	const uint64_t want = command->off + d->layout->horizon + 1;

	if (closed || cur_end(in) >= want)
		return true;
	in->need = (size_t)(want - cur_end(in));
	return false;
}

bool
dem_is_early(const struct dem *d, const struct dem_command *c)
{
	return c->id == DEM_PACKET && !d->walk.sync && d->walk.packets == 0;
}

enum pull
dem_take_early(struct dem *d, struct cursor *in,
	       const struct dem_command *packet, bool closed)
{
	struct dem_command c = *packet;
	struct dem_scene s;

	if (!is_all_there(d, in, packet, closed))
		return PULL_MORE;
	s = (struct dem_scene){
		.d = d,
		.view = dem_view_to(in, packet->off + d->layout->horizon, closed),
		.last = packet,
		.step = 1,
	};
	if (mend_id(&s, &d->walk, &c, true)) {
		dem_settle(d, in, d->held.n);
		report_wrong_id(d, &c, packet->id, false);
	}
	dem_hold(d, in, &c);
	return PULL_EVENT;
}

enum pull
dem_decide_unread(struct dem *d, struct cursor *in,
		  const struct dem_command *found, bool closed)
{
	const struct dem_command whole = dem_whole_stop(d, found);
	const struct dem_command *command = &whole;
	const bool cut = whole.error == DEM_CUT;
	struct dem_command stop = dem_short_stop(d->layout, found);
	struct dem_scene s;

	if (!is_all_there(d, in, command, closed))
		return PULL_MORE;
	s = dem_scene_of(d, in, command, closed);
	if (is_end_of(&s, command)) {
		dem_take_stop(d, in, command);
		return PULL_END;
	}
	stop = dem_whole_stop(d, &stop);
	if (is_end_of(&s, &stop)) {
		dem_take_stop(d, in, &stop);
		return PULL_END;
	}
	if (take_declared_stop(&s, in))
		return PULL_END;
	if (is_stray_stop(&s, command))
		return drop_stop(d, in, command);
	if (is_stray_stop(&s, &stop))
		return drop_stop(d, in, &stop);
	if ((!cut || s.inside || s.first < d->held.n) && try_all(&s, in))
		return d->end.stopped ? PULL_END : PULL_EVENT;
	if (!s.inside && dem_is_long(d, command)) {
		dem_pass_long(d, in, command);
		return PULL_EVENT;
	}
	if (cut && !s.inside && command->size <= d->layout->horizon &&
	    !dem_scene_crosses_header(&s, command->off, cur_end(in))) {
		dem_end_inside(d, in, command);
		return PULL_END;
	}
	prepare_loss_finding(&s);
	dem_lose(d, in,
		 s.first < d->held.n ? AT(d->held.at, s.first).command.off
				     : command->off);
	return PULL_EVENT;
}
