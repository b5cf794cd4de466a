/* SPDX-License-Identifier: MIT */
/* end.c - checks the fields of the header about the whole demo: length and timeline
   markers */
#include "validator/twdemo/stream.h"

enum { LEAST_SPACING = 50 };

int32_t
twdemo_length(int64_t first, int64_t last)
{
	return first < 0 ? 0
			 : (int32_t)((last - first) / TWDEMO_TICKS_PER_SECOND);
}

size_t
twdemo_good_markers(const struct twdemo_header *h, int64_t first, int64_t last,
		    int32_t out[TWDEMO_MAX_MARKERS])
{
	const bool counted = h->n_markers >= 0 &&
			     h->n_markers <= TWDEMO_MAX_MARKERS;
	const size_t n = counted ? (size_t)h->n_markers : TWDEMO_MAX_MARKERS;
	int64_t before = -LEAST_SPACING;
	size_t good = 0;

	for (size_t i = 0; i < n; i++) {
		const int32_t tick = AT(h->markers, i);
		const bool fits = first >= 0 && tick >= first && tick <= last;

		/* If the count is not valid, the first marker that no writer makes ends
		   the list. */
		if (!counted && (!fits || tick < before + LEAST_SPACING))
			break;
		if (!fits)
			continue;
		memcpy(room_at(out, TWDEMO_MAX_MARKERS * sizeof(*out),
			       good * sizeof(*out), sizeof(*out)),
		       &tick, sizeof(tick));
		good++;
		before = tick;
	}
	return good;
}

void
twdemo_remember(struct twdemo *d, struct twdemo_pending *pending,
		enum rule_id rule)
{
	if (!report_mended(d->report) || pending->mended)
		return;
	*pending = (struct twdemo_pending){
		.mended = true, .rule = rule, .finding = d->report->said.finding
	};
}

/* TW-2 */
static void
check_demo_length(struct twdemo *d)
{
	const int32_t found = d->header.length;
	const int32_t want = twdemo_length(d->at.first_tick, d->at.tick);
	enum rule_id rule = found > want ? RULE_twdemo_length_long
					 : RULE_twdemo_length;

	if (found == want)
		return;
	if (found <= 0)
		rule = found ? RULE_twdemo_length_negative
			     : RULE_twdemo_length_zero;
	report(d->report, rule,
	       &(struct site){ .off = TWDEMO_AT_LENGTH,
			       .len = 4,
			       .field = "length",
			       .fix.kind = FIX_APART },
	       "%d s" WANTED "%d s, the length of the recording", found, want);
	twdemo_remember(d, &d->pending.length, rule);
}

static void
report_timeline_marker(struct twdemo *d, enum rule_id rule, size_t i,
		       int64_t tick, const char *expected, int64_t limit)
{
	report(d->report, rule,
	       &(struct site){ .off = TWDEMO_AT_MARKERS + 4 + 4 * i,
			       .len = 4,
			       .field = "marker",
			       .fix.kind = FIX_APART },
	       "tick %lld" WANTED "tick %lld or %s", (long long)tick,
	       (long long)limit, expected);
	twdemo_remember(d, &d->pending.markers, rule);
}

/* TW-3 */
static void
check_used(struct twdemo *d, size_t n)
{
	int64_t before = -LEAST_SPACING;

	for (size_t i = 0; i < n; i++) {
		const int64_t tick = AT(d->header.markers, i);

		if (tick < d->at.first_tick)
			report_timeline_marker(d, RULE_twdemo_marker_early, i,
					       tick, "later",
					       d->at.first_tick);
		else if (tick > d->at.tick)
			report_timeline_marker(d, RULE_twdemo_marker_late, i,
					       tick, "earlier", d->at.tick);
		else if (tick < before + LEAST_SPACING)
			report_timeline_marker(d, RULE_twdemo_marker_spacing, i,
					       tick, "later",
					       before + LEAST_SPACING);
		before = tick;
	}
}

/* TW-3 */
static void
check_unused_markers(struct twdemo *d, size_t n)
{
	for (size_t i = n; i < TWDEMO_MAX_MARKERS; i++) {
		const int32_t tick = AT(d->header.markers, i);

		if (tick == 0)
			continue;
		report(d->report, RULE_twdemo_marker_unused,
		       &(struct site){ .off = TWDEMO_AT_MARKERS + 4 + 4 * i,
				       .len = 4 * (TWDEMO_MAX_MARKERS - i),
				       .field = "marker",
				       .fix.kind = FIX_APART },
		       "tick %d" WANTED "0", tick);
		twdemo_remember(d, &d->pending.markers, RULE_twdemo_marker_unused);
		return;
	}
}

static void
check_markers(struct twdemo *d)
{
	const int32_t n = d->header.n_markers;

	if (n >= 0 && n <= TWDEMO_MAX_MARKERS) {
		/* In a demo without ticks no marker is early or late. */
		if (d->at.first_tick >= 0)
			check_used(d, (size_t)n);
		check_unused_markers(d, (size_t)n);
		return;
	}
	report(d->report, RULE_twdemo_marker_count,
	       &(struct site){ .off = TWDEMO_AT_MARKERS,
			       .len = 4,
			       .field = "num_markers",
			       .fix.kind = FIX_APART },
	       "%d" WANTED "0 to 64", n);
	twdemo_remember(d, &d->pending.markers, RULE_twdemo_marker_count);
}

/* TW-6.3 */
static void
check_keyframes(struct twdemo *d)
{
	if (d->at.keyframes.snapshots)
		return;
	report(d->report, RULE_twdemo_no_keyframe,
	       &(struct site){ .off = d->size },
	       "%llu keyframes, %llu full snapshots" WANTED
	       "a keyframe with a full snapshot",
	       (unsigned long long)d->at.counts.keyframes,
	       (unsigned long long)d->at.counts.snapshots);
}

/* TW-6.3: twdemo.no_keyframe reports a demo without a keyframe. */
static void
check_for_two_ticks(struct twdemo *d)
{
	/* Players also accept a second marker with the same tick. */
	if (d->at.keyframes.snapshots && d->at.tick == d->at.first_tick &&
	    !(d->at.group.any && d->at.group.before.tick >= 0))
		report(d->report, RULE_twdemo_one_tick,
		       &(struct site){ .off = d->size },
		       "only tick %lld" WANTED "at least two ticks",
		       (long long)d->at.tick);
}

/* TW-6.4 */
static void
check_crash(struct twdemo *d)
{
	enum { BLOCK = 4096 }; /* the size of a block of a disk */

	if (d->header.length == 0 && d->header.version >= 3 &&
	    twdemo_length(d->at.first_tick, d->at.tick) > 0 &&
	    (d->at.cut || d->size % BLOCK == 0))
		report(d->report, RULE_twdemo_crashed,
		       &(struct site){ .off = d->size },
		       "a length of 0 s, and the end of the file %s",
		       d->at.cut ? "inside a chunk"
				 : "at a multiple of 4096 bytes");
}

/* TW-5: reports the map.  This is the last finding, because it is not about the
   recording itself. */
static void
note_map(struct twdemo *d)
{
	const struct twdemo_header *h = &d->header;
	const struct site site = { .off = TWDEMO_AT_MAP_SIZE,
				   .len = 4,
				   .field = "map_size" };
	const char *what = !d->map.begun     ? "no map"
			   : d->map.detached ? "a map that a repair drops"
					     : NULL;

	if (!what || h->version < 3)
		return;
	if (h->sha256_known)
		report(d->report, RULE_twdemo_map_external, &site,
		       "%s" WANTED "the map with the SHA-256 %s", what,
		       d->text.sha256);
	else if (h->map_crc)
		report(d->report, RULE_twdemo_map_external, &site,
		       "%s" WANTED "the map with the CRC %s", what,
		       d->text.crc);
	else
		report(d->report, RULE_twdemo_map_external, &site,
		       "%s" WANTED "the map that the header names", what);
}

void
twdemo_check_end(struct twdemo *d)
{
	d->report->tick = -1;
	check_keyframes(d);
	check_for_two_ticks(d);
	check_crash(d);
	if (d->header.version >= 3)
		check_demo_length(d);
	if (d->header.version >= 4)
		check_markers(d);
	note_map(d);
}
