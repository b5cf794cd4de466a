/* SPDX-License-Identifier: MIT */
/* read.c - reads the layout of a full snapshot (SN-3) */
#include "validator/snapshot/snapshot.h"

/* Reads the head: data_size and num_items. */
static bool
read_snapshot_head(const struct snapshot_context *c, const struct ints *in,
		   struct snapshot_layout *l, uint32_t *data_ints)
{
	if (in->n < SNAPSHOT_HEAD_INTS) {
		snapshot_report(
			c, RULE_snapshot_short, SNAPSHOT_AT(0, in->n, NULL),
			"%u int%s" WANTED "2 ints, data_size and num_items",
			in->n, in->n == 1 ? "" : "s");
		return false;
	}
	const int32_t size = AT(in->at, 0), n = AT(in->at, 1);
	bool ok = true;

	if (size < 0 || size % 4) {
		snapshot_report(c, RULE_snapshot_data_size,
				SNAPSHOT_AT(0, 1, "data_size"),
				"%d" WANTED "a multiple of 4, 0 or more", size);
		ok = false;
	}
	if (n < 0 || n > SNAPSHOT_MAX_ITEMS) {
		snapshot_report(c, RULE_snapshot_item_count,
				SNAPSHOT_AT(1, 1, "num_items"),
				"%d" WANTED "0 to 1024", n);
		ok = false;
	}
	if (!ok)
		return false;
	*l = (struct snapshot_layout){
		.n_items = (uint32_t)n,
		.offsets = SNAPSHOT_HEAD_INTS,
		.items = SNAPSHOT_HEAD_INTS + (uint32_t)n,
	};
	*data_ints = (uint32_t)size / 4;
	return true;
}

/* Do all items fit into the limits of a snapshot? */
static bool
check_total_size(const struct snapshot_context *c, uint32_t ints)
{
	if (ints <= INTS_MAX)
		return true;
	snapshot_report(c, RULE_snapshot_too_big,
			SNAPSHOT_AT(0, SNAPSHOT_HEAD_INTS, "data_size"),
			"%llu bytes with the table of offsets" WANTED
			"up to 65536 bytes",
			4ull * ints);
	return false;
}

/* Returns offset i, or the end of the last item. */
static int64_t
offset_of_item(const struct ints *in, const struct snapshot_layout *l,
	       uint32_t i)
{
	return i < l->n_items ? (int64_t)AT(in->at, l->offsets + i)
			      : (int64_t)(l->end - l->items) * 4;
}

/* Is offset i possible?  Reports nothing, because the layout is only a trial. */
static bool
offset_is_good(const struct ints *in, const struct snapshot_layout *l,
	       uint32_t i)
{
	const int64_t from = offset_of_item(in, l, i),
		      to = offset_of_item(in, l, i + 1);

	return from >= 0 && from % 4 == 0 && to - from >= 4 &&
	       to <= offset_of_item(in, l, l->n_items);
}

/* SN-3: development builds of 0.7 wrote the keys before the offsets. */
static bool
is_memory_form(const struct ints *in, const struct snapshot_layout *l)
{
	struct snapshot_layout with = *l;

	if (l->n_items == 0 || l->end + l->n_items != in->n)
		return false;
	with.offsets += l->n_items;
	with.items += l->n_items;
	with.end += l->n_items;
	for (uint32_t i = 0; i < l->n_items; i++) {
		if (!offset_is_good(in, &with, i))
			return false;
		const uint32_t at = (uint32_t)offset_of_item(in, &with, i) / 4;

		if (AT(in->at, with.items + at) !=
		    AT(in->at, SNAPSHOT_HEAD_INTS + i))
			return false;
	}
	return true;
}

/* Compares the length with the head. */
static bool
check_total(const struct snapshot_context *c, const struct ints *in,
	    struct snapshot_layout *l)
{
	if (in->n < l->end) {
		snapshot_report(c, RULE_snapshot_total,
				SNAPSHOT_AT(in->n, 0, "data_size"),
				"%u ints of %u", in->n, l->end);
		return false;
	}
	if (is_memory_form(in, l)) {
		l->offsets += l->n_items;
		l->items += l->n_items;
		l->end += l->n_items;
		snapshot_report(
			c, RULE_snapshot_memory_form,
			SNAPSHOT_AT(SNAPSHOT_HEAD_INTS, l->n_items, NULL),
			"%u keys before the offsets", l->n_items);
	}
	return true;
}

/* Does item i begin after the item before?  Moves *floor to its beginning. */
static bool
check_offset(const struct snapshot_context *c, const struct ints *in,
	     const struct snapshot_layout *l, uint32_t i, int64_t *floor)
{
	const int64_t off = offset_of_item(in, l, i);
	const int64_t most = offset_of_item(in, l, l->n_items) - 4;
	const struct snapshot_place place = SNAPSHOT_AT(l->offsets + i, 1,
							"offset");

	if (off >= 0 && off <= most && off % 4) {
		snapshot_report(c, RULE_snapshot_offset_alignment, place,
				"%lld" WANTED "a multiple of 4",
				(long long)off);
		return false;
	}
	if (off >= *floor && off <= most) {
		*floor = off + 4;
		return true;
	}
	if (*floor <= most)
		snapshot_report(
			c, RULE_snapshot_offset, place,
			"item %u at %lld" WANTED "%lld or more, up to %lld", i,
			(long long)off, (long long)*floor, (long long)most);
	else
		snapshot_report(c, RULE_snapshot_offset, place,
				"item %u at %lld" WANTED
				"room for the key of the item",
				i, (long long)off);
	return false;
}

static bool
check_item_offsets(const struct snapshot_context *c, const struct ints *in,
		   const struct snapshot_layout *l)
{
	int64_t floor = 0;
	bool ok = true;

	for (uint32_t i = 0; i < l->n_items; i++)
		ok &= check_offset(c, in, l, i, &floor);
	if (ok && l->n_items && AT(in->at, l->offsets) != 0)
		snapshot_report(c, RULE_snapshot_first_offset,
				SNAPSHOT_AT(l->offsets, 1, "offset"),
				"%d bytes that belong to no item" WANTED
				"0 bytes",
				AT(in->at, l->offsets));
	if (l->n_items == 0 && l->end > l->items)
		snapshot_report(
			c, RULE_snapshot_first_offset,
			SNAPSHOT_AT(l->items, l->end - l->items, "data_size"),
			"%u bytes that belong to no item" WANTED "0 bytes",
			4 * (l->end - l->items));
	return ok;
}

static void
read_items(const struct ints *in, const struct snapshot_layout *l,
	   struct snapshot *s)
{
	enum snapshot_status status = SNAPSHOT_OK;

	for (uint32_t i = 0; i < l->n_items; i++) {
		const uint32_t at = l->items +
				    (uint32_t)offset_of_item(in, l, i) / 4;
		const uint32_t end = l->items +
				     (uint32_t)offset_of_item(in, l, i + 1) / 4;
		const uint16_t item = snapshot_add(s, AT(in->at, at),
						   end - at - 1, &status);

		for (uint32_t k = at + 1; k < end; k++)
			*snapshot_value(s, &AT(s->items, item),
					k - at - 1) = AT(in->at, k);
	}
}

static void
check_items(const struct snapshot_context *c, const struct ints *in,
	    const struct snapshot_layout *l, const struct snapshot *s)
{
	for (uint32_t i = 0; i < s->n_items; i++) {
		if (c->tried && c->report->findings)
			return;
		const int32_t key = AT(s->items, i).key;
		const uint32_t at = l->items +
				    (uint32_t)offset_of_item(in, l, i) / 4;
		const uint16_t found = snapshot_find(s, key);
		const struct snapshot_place place = SNAPSHOT_AT(at, 1, "key");

		if (key < 0)
			snapshot_report(
				c, RULE_snapshot_key, place,
				"type %d, id %d" WANTED "a type of 0 to 32767",
				(int16_t)snapshot_type(key), snapshot_id(key));
		if (found != i)
			snapshot_report(c, RULE_snapshot_duplicate_key, place,
					"type %d, id %d again, as item %u",
					(int16_t)snapshot_type(key),
					snapshot_id(key), found);
		snapshot_check_item(
			c, s, (uint16_t)i,
			&(struct snapshot_origin){
				.head = at,
				.first = at + 1,
				.fresh = snapshot_is_fresh(
					c->before, snapshot_type(key)) });
	}
}

/* Finds the parts of the snapshot.  False: the snapshot cannot be read. */
static bool
read_layout(const struct snapshot_context *c, const struct ints *in,
	    struct snapshot_layout *l)
{
	uint32_t data_ints;

	if (!read_snapshot_head(c, in, l, &data_ints) ||
	    !check_total_size(c, l->items + data_ints))
		return false;
	l->end = l->items + data_ints;
	return check_total(c, in, l) && check_item_offsets(c, in, l);
}

/* Checks the snapshot after its items are known. */
static void
check_read(const struct snapshot_context *c, const struct ints *in,
	   const struct snapshot_layout *l, const struct snapshot *s)
{
	check_items(c, in, l, s);
	if (in->n > l->end)
		snapshot_report(c, RULE_snapshot_excess,
				SNAPSHOT_AT(l->end, in->n - l->end, NULL),
				"%u int%s after the last item" WANTED
				"the end of the snapshot",
				in->n - l->end, in->n - l->end == 1 ? "" : "s");
}

bool
snapshot_read(const struct snapshot_context *c, const struct ints *in,
	      struct snapshot *s, struct snapshot_layout *l)
{
	snapshot_clear(s);
	if (!read_layout(c, in, l))
		return false;
	read_items(in, l, s);
	snapshot_sort(s, c->order);
	check_read(c, in, l, s);
	return true;
}

void
snapshot_tell(const struct snapshot_context *c, const struct ints *in,
	      const struct snapshot *s)
{
	struct snapshot_layout l;

	if (read_layout(c, in, &l))
		check_read(c, in, &l, s);
}
