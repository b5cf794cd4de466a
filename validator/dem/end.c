/* SPDX-License-Identifier: MIT */
/* end.c - the header, dem_stop and the bytes behind it, compared with all commands
   (DEM-2.1) */
#include "validator/dem/dem.h"

static void
report_header_counter(struct dem *d, struct dem_pending *pending,
		      enum rule_id rule, uint64_t off, const char *field,
		      int64_t found, int64_t want, const char *witness)
{
	if (found == want)
		return;
	report(d->report, rule,
	       &(struct site){ .off = off,
			       .len = 4,
			       .field = field,
			       .fix.kind = FIX_APART },
	       "%lld" WANTED "%lld, %s", (long long)found, (long long)want,
	       witness);
	dem_defer_edit(d, pending, rule);
}

static bool
is_about(float a, float b)
{
	const int64_t apart = real_rank(a) - real_rank(b);

	return apart >= -1 && apart <= 1;
}

/* Is the time in the header the time of `ticks`?  *want: that time. */
static bool
is_time_of(const struct dem *d, int32_t ticks, float *want)
{
	return !dem_time(d, ticks, want) || is_about(d->header.time, *want);
}

static void
check_playback_time(struct dem *d)
{
	enum { INFINITE = 0x7f800000 };
	const struct dem_header *h = &d->header;
	const struct site site = { .off = DEM_AT_TIME,
				   .len = 4,
				   .field = "time",
				   .fix.kind = FIX_APART };
	float want = 0;
	enum rule_id rule = RULE_dem_time;

	if (!real_is_finite(h->time)) {
		rule = RULE_dem_time_value;
		report(d->report, rule, &site, "%s",
		       real_within(h->time, real_of(INFINITE)) ? "infinity"
							       : "NaN");
	} else {
		if (!d->server.known || is_time_of(d, h->ticks, &want) ||
		    (d->end.stopped && is_time_of(d, d->end.stop.tick, &want)))
			return;
		report(d->report, rule, &site, "%s seconds" WANTED "%s seconds",
		       real_print((double)h->time, 9).at,
		       real_print((double)want, 9).at);
	}
	dem_defer_edit(d, &d->pending.time, rule);
}

static void
check_stop_tick(struct dem *d)
{
	const int32_t right = dem_right_tick(d);

	if (d->end.stop.tick == right) {
		report_header_counter(d, &d->pending.ticks, RULE_dem_ticks,
				      DEM_AT_TICKS, "ticks", d->header.ticks,
				      right, "the tick of dem_stop");
		return;
	}
	report(d->report, RULE_dem_ticks,
	       &(struct site){ .off = d->end.stop.off + 1,
			       .len = dem_stop_tick_bytes(&d->end.stop),
			       .field = "tick",
			       .fix.kind = FIX_APART },
	       "dem_stop at tick %d" WANTED
	       "tick %d, as the header and the last packet say",
	       d->end.stop.tick, right);
	dem_defer_edit(d, &d->pending.ticks, RULE_dem_ticks);
}

static void
check_header(struct dem *d)
{
	const struct dem_header *h = &d->header;

	if (dem_unfinished(h)) {
		if (d->done.packets == 0)
			return;
		report(d->report, RULE_dem_header_unfinished,
		       &(struct site){ .off = DEM_AT_TIME,
				       .len = DEM_HEADER_BYTES - DEM_AT_TIME,
				       .fix.kind = FIX_APART },
		       "zeros" WANTED "the time and counts of the recording");
		dem_defer_edit(d, &d->pending.unfinished,
			       RULE_dem_header_unfinished);
		return;
	}
	if (d->end.stopped)
		check_stop_tick(d);
	report_header_counter(
		d, &d->pending.frames, RULE_dem_frames, DEM_AT_FRAMES, "frames",
		h->frames, (int64_t)d->done.packets, "the number of packets");
	if (d->done.sync)
		report_header_counter(
			d, &d->pending.signon, RULE_dem_signon_length,
			DEM_AT_SIGNON, "signon_length", h->signon,
			(int64_t)(d->done.sync - DEM_HEADER_BYTES -
				  d->damage.repeated),
			"the bytes from the header to dem_synctick");
	check_playback_time(d);
}

void
dem_pass_tail(struct dem_end *end, struct span bytes)
{
	static const uint8_t stamp[DEM_MAGIC_BYTES] = "HL2DEMO";
	struct dem_tail *t = &end->tail;
	struct cursor c = cur_span(bytes, 0);

	/* No shorter part of the stamp is also its beginning, so matching can start
	   anew. */
	while (!t->another && cur_left(&c)) {
		const uint8_t byte = cur_u8(&c);

		if (byte != AT(stamp, t->matched))
			t->matched = 0;
		t->matched += byte == AT(stamp, t->matched);
		if (t->matched == DEM_MAGIC_BYTES)
			t->another = dem_command_end(&end->stop) + t->size +
				     cur_tell(&c) - DEM_MAGIC_BYTES;
	}
	t->size += bytes.len;
}

/* A plugin may have written the bytes after dem_stop, so they are kept unless the user
   asks for a repair of warnings.  Whole dem_customdata are certain to be of a plugin: the
   checksum of SourceAutoRecord. */
static void
check_trailing(struct dem *d, uint64_t off, uint64_t end)
{
	const enum dfk_severity severity = AT(d->report->severity,
					      RULE_dem_trailing_bytes);
	const uint64_t keep = severity > DFK_NOTE ? off : d->end.custom;
	struct site site = { .off = off, .len = end - off };

	if (keep < end &&
	    (d->report->mender.fix_warnings || severity > DFK_NOTE))
		site.fix = fix_replace(keep, end - keep,
				       (struct span){ NULL, 0 });
	if (off < end)
		report(d->report, RULE_dem_trailing_bytes, &site, "%llu bytes",
		       (unsigned long long)site.len);
}

/* The last byte of a whole dem_stop is its slot.  Tools leave this byte out, and a cut may
   have dropped it. */
static void
check_stop_slot(struct dem *d)
{
	const struct dem_command *stop = &d->end.stop;

	if (d->layout->slotted && stop->head < d->layout->stop)
		report(d->report, RULE_dem_slot,
		       &(struct site){ .off = d->end.size,
				       .at_most = DFK_NOTE },
		       "the end of the file" WANTED "the slot of dem_stop");
}

static void
check_bytes_after_stop(struct dem *d)
{
	const uint64_t end = dem_command_end(&d->end.stop);
	const bool behind = d->report->input.behind[0];
	const uint64_t another = behind ? end : d->end.tail.another;
	struct fix fix;

	if (end == d->end.size && !behind)
		check_stop_slot(d);
	check_trailing(d, end, another ? another : d->end.size);
	if (!another)
		return;
	/* The dropped bytes do not belong to this demo. */
	fix = fix_replace(another, d->end.size - another,
			  (struct span){ NULL, 0 });
	fix.lossy = fix.ahead = true;
	dem_report_another(d, another, d->end.size, &fix);
}

static void
check_stop(struct dem *d)
{
	struct site site = { .off = d->end.size };

	if (d->end.stopped) {
		check_bytes_after_stop(d);
		return;
	}
	/* Behind damage that stays, an appended dem_stop would be read as a part of the
	   damage. */
	if (!d->damage.unmended)
		site.fix.kind = FIX_CLOSE;
	site.fix.off = d->end.size;
	if (!dem_unfinished(&d->header) && d->header.ticks > d->done.tick)
		report(d->report, RULE_dem_stop_missing, &site,
		       "the end of the file" WANTED
		       "dem_stop at tick %d, as the header says",
		       d->header.ticks);
	else
		report(d->report, RULE_dem_stop_missing, &site,
		       "the end of the file");
}

/* Where contents are not read, some games say nothing of it. */
static void
check_tick_time(struct dem *d)
{
	float time;

	if (d->layout->slotted && d->done.packets &&
	    !dem_time(d, d->done.tick, &time))
		report(d->report, RULE_dem_interval_unknown,
		       &(struct site){ .off = DEM_AT_TIME, .len = 4 },
		       "no svc_ServerInfo that says the time of a tick");
}

static void
check_contents(struct dem *d)
{
	const struct dem_header *h = &d->header;
	const struct site site = { .off = DEM_AT_NETWORK, .len = 4 };
	const bool known = dem_contents_known(h);
	char name[16];

	/* Depth "framing" reads no contents of any protocol. */
	if (!known && d->contents.depth == DFK_DEPTH_FRAMING)
		return;
	if (!known)
		report(d->report, RULE_dem_contents_unchecked, &site,
		       "packets, user commands and %s of demo protocol %d "
		       "with network protocol %d" WANTED
		       "a network protocol of demo protocol 3 that demofsck "
		       "reads",
		       d->layout->slotted && d->server.readable ? "data tables"
								 : "tables",
		       h->protocol, h->network);
	else if (d->done.connected && !d->server.readable)
		report(d->report, RULE_dem_contents_unchecked, &site,
		       "no readable svc_serverinfo" WANTED
		       "svc_serverinfo of network protocol %d",
		       h->network);
	else if (d->contents.passed)
		report(d->report, RULE_dem_contents_unchecked, &site,
		       "%s" WANTED "dem_signon first",
		       dem_name(d->layout, d->contents.passed, name,
				sizeof(name)));
	else if (!d->done.connected)
		report(d->report, RULE_dem_contents_unchecked, &site,
		       "no dem_signon");
	else if (d->contents.messages.gaps.unread)
		report(d->report, RULE_dem_contents_unchecked, &site, "%s",
		       d->contents.messages.gaps.unread);
}

/* A lost block is in one place, or lacks more bytes. */
static void
check_transfer(struct dem *d)
{
	enum { ENOUGH = 3 };
	const struct dem_unpaired *u = &d->damage.unpaired;

	if (u->commands >= ENOUGH && 2 * u->commands > u->all)
		report(d->report, RULE_dem_text_mode_lost,
		       &(struct site){ .len = d->end.size },
		       "%u commands without CR LF, which lack %llu bytes",
		       u->commands, (unsigned long long)u->missing);
}

void
dem_check_end(struct dem *d)
{
	const struct dem_loss *lost = &d->damage.loss;

	d->report->tick = -1;
	check_stop(d);
	/* Unreadable bytes may contain packets. */
	if (d->done.packets == 0 && (lost->len == 0 || lost->zeros))
		report(d->report, RULE_dem_no_packet,
		       &(struct site){ .off = d->end.size },
		       "the end of the file" WANTED "dem_packet");
	check_header(d);
	check_tick_time(d);
	check_contents(d);
	check_transfer(d);
}
