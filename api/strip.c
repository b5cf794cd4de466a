/* SPDX-License-Identifier: MIT */
/* strip.c - the picture of a recording: cells of equal width over all of its bytes */
#include "include/demofsck_strip.h"

#include "api/result.h"
#include "api/writer/jsonout.h"
#include "include/demofsck_report.h"
#include "validator/core/memory.h"

enum {
	CELLS = 4096,
	/* The kinds that a record can have: all but DFK_STRIP_UNREAD. */
	READ_KINDS = DFK_STRIP_UNREAD,
};

/* A part of the file.  The width of a cell is 1 << strip.shift. */
struct strip_part {
	uint64_t bytes[READ_KINDS]; /* number of bytes of each kind */
	struct dfk_strip_added added;
	int64_t tick; /* of the first record that begins here, or -1 */
	enum dfk_strip_fate fate;
};

struct dfk_strip {
	struct dfk_allocator allocator;
	unsigned shift;
	int64_t last_tick;
	/* Known after dfk_strip_finish(): */
	bool finished;
	enum dfk_space space;
	uint64_t size;
	struct result_clock clock;
	struct strip_part parts[CELLS];
};

static const struct strip_part no_part = { .tick = -1 };

enum dfk_status
dfk_strip_open(const struct dfk_allocator *allocator, struct dfk_strip **out)
{
	struct dfk_allocator a;
	enum dfk_status status;
	struct dfk_strip *strip = handle_get(allocator, sizeof(*strip), &a,
					     &status);

	*out = strip;
	if (!strip)
		return status;
	strip->allocator = a;
	strip->shift = 0;
	strip->last_tick = -1;
	strip->finished = false;
	for (size_t i = 0; i < CELLS; i++)
		AT(strip->parts, i) = no_part;
	return DFK_OK;
}

void
dfk_strip_close(struct dfk_strip *strip)
{
	if (!strip)
		return;
	const struct dfk_allocator allocator = strip->allocator;

	memory_put(&allocator, strip);
}

/* --------------------------------------------------------------- collect */

/* Returns the kind of a record by its name. */
static enum dfk_strip_kind
kind_of(enum format_id format, const char *name)
{
#define KIND(row, text, kind) \
	if (format == FORMAT_##row && strcmp(name, text) == 0) \
		return DFK_STRIP_##kind;
#define OTHERS(row, kind) \
	if (format == FORMAT_##row) \
		return DFK_STRIP_##kind;
#include "validator/record_kinds.def"
	return DFK_STRIP_OTHER;
}

/* Puts each pair of parts into one part, so that all parts are twice as wide. */
static void
double_width(struct dfk_strip *strip)
{
	for (size_t i = 0; i < CELLS / 2; i++) {
		const struct strip_part *right = &AT(strip->parts, 2 * i + 1);
		struct strip_part part = AT(strip->parts, 2 * i);

		for (size_t kind = 0; kind < READ_KINDS; kind++)
			AT(part.bytes, kind) += AT(right->bytes, kind);
		if (part.tick == -1)
			part.tick = right->tick;
		AT(strip->parts, i) = part;
	}
	for (size_t i = CELLS / 2; i < CELLS; i++)
		AT(strip->parts, i) = no_part;
	strip->shift++;
}

/* Returns the part with this offset.  All parts become wide enough. */
static size_t
reach(struct dfk_strip *strip, uint64_t offset)
{
	while (offset >> strip->shift >= CELLS)
		double_width(strip);
	return (size_t)(offset >> strip->shift);
}

/* The common range of [from, to) and a part. */
static uint64_t
shared_length(const struct dfk_strip *strip, size_t part, uint64_t from,
	      uint64_t to)
{
	const uint64_t start = (uint64_t)part << strip->shift;
	const uint64_t last = start + ((1ULL << strip->shift) - 1);

	return (to - 1 < last ? to : last + 1) - (from > start ? from : start);
}

void
dfk_strip_record(struct dfk_strip *strip, const struct dfk_check *check,
		 const struct dfk_record *record)
{
	const struct format *format = check->session.format;
	const uint64_t from = record->offset;
	const uint64_t most = UINT64_MAX - from;
	const uint64_t to = from +
			    (record->length < most ? record->length : most);
	enum dfk_strip_kind kind;

	if (strip->finished || !format)
		return;
	reach(strip, to > from ? to - 1 : from);

	const size_t first = reach(strip, from);

	if (AT(strip->parts, first).tick == -1)
		AT(strip->parts, first).tick = record->tick;
	if (record->tick != -1)
		strip->last_tick = record->tick;
	kind = kind_of(format->id, record->name);
	if (kind == DFK_STRIP_UNREAD || to == from)
		return;
	for (size_t i = first; i <= (to - 1) >> strip->shift; i++)
		AT(AT(strip->parts, i).bytes, kind) += shared_length(strip, i,
								     from, to);
}

/* ---------------------------------------------------------------- finish */

static void
set_fate(struct dfk_strip *strip, uint64_t from, uint64_t length,
	 enum dfk_strip_fate fate)
{
	if (length == 0)
		return;
	const size_t last = reach(strip, from + length - 1);

	for (size_t i = reach(strip, from); i <= last; i++)
		if (AT(strip->parts, i).fate < fate)
			AT(strip->parts, i).fate = fate;
}

/* Bytes that are added at the end of the file belong to its last part. */
static void
add_bytes(struct dfk_strip *strip, uint64_t offset, uint64_t length)
{
	const bool inside = offset < strip->size || strip->size == 0;
	struct dfk_strip_added *added;

	if (length == 0)
		return;
	added = &AT(strip->parts,
		    reach(strip, inside ? offset : strip->size - 1))
			 .added;
	if (added->length == 0)
		added->offset = offset;
	added->length += length;
}

/* A step that replaces n bytes by m bytes changes the first min(n, m) bytes. */
static bool
take_action(void *ctx, const struct dfk_action *action)
{
	struct dfk_strip *strip = ctx;
	uint64_t changed = action->length;

	if (action->kind == DFK_ACTION_KEEP || action->space != strip->space)
		return true;
	if (changed > action->out_length)
		changed = action->out_length;
	set_fate(strip, action->offset, changed, DFK_STRIP_CHANGED);
	set_fate(strip, action->offset + changed, action->length - changed,
		 DFK_STRIP_DROPPED);
	add_bytes(strip, action->offset + changed,
		  action->out_length - changed);
	return true;
}

enum dfk_status
dfk_strip_finish(struct dfk_strip *strip, const struct dfk_check *check)
{
	const struct dfk_result *result = dfk_result_of(check);

	if (strip->finished || !result)
		return DFK_BAD_STATE;
	strip->space = result->space;
	strip->size = result->decoded_size;
	reach(strip, strip->size > 0 ? strip->size - 1 : 0);
	strip->clock = result_clock_of(check);
	dfk_each_action(check, take_action, strip);
	strip->finished = true;
	return DFK_OK;
}

/* --------------------------------------------------------------- hand out */

static uint64_t
part_length(const struct dfk_strip *strip, size_t i)
{
	const uint64_t left = strip->size - ((uint64_t)i << strip->shift);

	return left >> strip->shift > 0 ? 1ULL << strip->shift : left;
}

static enum dfk_strip_kind
part_kind(const struct strip_part *part, uint64_t length)
{
	uint64_t all = 0, most = 0;
	enum dfk_strip_kind kind = DFK_STRIP_OTHER;

	for (size_t i = 0; i < READ_KINDS; i++) {
		all += AT(part->bytes, i);
		if (AT(part->bytes, i) > most) {
			most = AT(part->bytes, i);
			kind = (enum dfk_strip_kind)i;
		}
	}
	return all < length ? DFK_STRIP_UNREAD : kind;
}

/* Returns the tick of a part.  A tick above the last tick counts from another start, such
   as the start of the server in the signon data of a Source demo. */
static int64_t
part_tick(const struct dfk_strip *strip, const struct strip_part *part)
{
	return part->tick <= strip->last_tick ? part->tick : -1;
}

static struct dfk_strip_cell
strip_cell_at(const struct dfk_strip *strip, size_t i)
{
	const struct strip_part *part = &AT(strip->parts, i);
	const uint64_t length = part_length(strip, i);

	return (struct dfk_strip_cell){
		.offset = (uint64_t)i << strip->shift,
		.length = length,
		.kind = part_kind(part, length),
		.fate = part->fate,
		.tick = part_tick(strip, part),
	};
}

/* Number of parts that contain bytes. */
static size_t
n_parts(const struct dfk_strip *strip)
{
	return strip->size == 0
		       ? 0
		       : (size_t)((strip->size - 1) >> strip->shift) + 1;
}

bool
dfk_strip_each_cell(const struct dfk_strip *strip,
		    bool (*visit)(void *ctx, const struct dfk_strip_cell *cell),
		    void *ctx)
{
	const size_t n = strip->finished ? n_parts(strip) : 0;
	struct dfk_strip_cell run = { .length = 0 };

	for (size_t i = 0; i < n; i++) {
		const struct dfk_strip_cell cell = strip_cell_at(strip, i);

		if (run.length > 0 && run.kind == cell.kind &&
		    run.fate == cell.fate) {
			run.length += cell.length;
			if (run.tick == -1)
				run.tick = cell.tick;
			continue;
		}
		if (run.length > 0 && !visit(ctx, &run))
			return false;
		run = cell;
	}
	return run.length == 0 || visit(ctx, &run);
}

bool
dfk_strip_each_added(const struct dfk_strip *strip,
		     bool (*visit)(void *ctx,
				   const struct dfk_strip_added *added),
		     void *ctx)
{
	const size_t n = strip->finished ? CELLS : 0;

	for (size_t i = 0; i < n; i++)
		if (AT(strip->parts, i).added.length > 0 &&
		    !visit(ctx, &AT(strip->parts, i).added))
			return false;
	return true;
}

static bool
known_seconds(const struct dfk_strip *strip, int64_t tick, double *seconds)
{
	if (!strip->clock.known || tick == -1 || tick < strip->clock.start)
		return false;
	*seconds = result_seconds(&strip->clock, tick);
	return true;
}

bool
dfk_strip_seconds(const struct dfk_strip *strip, uint64_t offset,
		  double *seconds)
{
	return strip->finished && offset < strip->size &&
	       known_seconds(strip,
			     part_tick(strip, &AT(strip->parts,
						  offset >> strip->shift)),
			     seconds);
}

const char *
dfk_strip_kind_name(enum dfk_strip_kind kind)
{
	switch (kind) {
	case DFK_STRIP_OTHER: return "other";
	case DFK_STRIP_HEADER: return "header";
	case DFK_STRIP_MAP: return "map";
	case DFK_STRIP_KEYFRAME: return "keyframe";
	case DFK_STRIP_DELTA: return "delta";
	case DFK_STRIP_MESSAGE: return "message";
	case DFK_STRIP_MARKER: return "marker";
	case DFK_STRIP_SIGNON: return "signon";
	case DFK_STRIP_PACKET: return "packet";
	case DFK_STRIP_COMMAND: return "command";
	case DFK_STRIP_END: return "end";
	case DFK_STRIP_UNREAD: return "unread";
	}
	return "unknown";
}

const char *
dfk_strip_fate_name(enum dfk_strip_fate fate)
{
	switch (fate) {
	case DFK_STRIP_KEPT: return "kept";
	case DFK_STRIP_CHANGED: return "changed";
	case DFK_STRIP_DROPPED: return "dropped";
	}
	return "unknown";
}

/* ------------------------------------------------------------------ JSON */

static bool
put_cell(void *ctx, const struct dfk_strip_cell *cell)
{
	struct jsonout *json = ctx;

	jsonout_open(json, '{');
	jsonout_put_number(json, "offset", cell->offset);
	jsonout_put_number(json, "length", cell->length);
	jsonout_put_text(json, "kind", dfk_strip_kind_name(cell->kind));
	jsonout_put_text(json, "fate", dfk_strip_fate_name(cell->fate));
	jsonout_put_int(json, "tick", cell->tick);
	jsonout_close(json, '}');
	return true;
}

static bool
put_added(void *ctx, const struct dfk_strip_added *added)
{
	struct jsonout *json = ctx;

	jsonout_open(json, '{');
	jsonout_put_number(json, "offset", added->offset);
	jsonout_put_number(json, "length", added->length);
	jsonout_close(json, '}');
	return true;
}

enum dfk_status
dfk_strip_json(const struct dfk_strip *strip,
	       int (*write)(void *ctx, const void *bytes, size_t size),
	       void *ctx)
{
	struct jsonout json;
	double seconds;

	if (!strip->finished)
		return DFK_BAD_STATE;
	textout_init(&json.out, write, ctx);
	json.has_one = false;
	jsonout_open(&json, '{');
	jsonout_put_text(&json, "space", dfk_space_name(strip->space));
	jsonout_put_number(&json, "size", strip->size);
	jsonout_key(&json, "cells");
	jsonout_open(&json, '[');
	dfk_strip_each_cell(strip, put_cell, &json);
	jsonout_close(&json, ']');
	jsonout_key(&json, "added");
	jsonout_open(&json, '[');
	dfk_strip_each_added(strip, put_added, &json);
	jsonout_close(&json, ']');
	jsonout_key(&json, "seconds");
	if (known_seconds(strip, strip->last_tick, &seconds))
		jsonout_real(&json, seconds);
	else
		jsonout_null(&json);
	jsonout_close(&json, '}');
	return textout_flush(&json.out) ? DFK_OK : DFK_WRITE_FAILED;
}
