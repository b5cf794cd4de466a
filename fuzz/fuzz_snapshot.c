/* SPDX-License-Identifier: MIT */
/*
 * fuzz_snapshot.c - the properties of every format (properties.h), on raw
 * snapshots and deltas; and, taking the input for a snapshot with a delta
 * after it,
 *
 *   model     what loads and what applies, and all that comes out, is what a
 *             reader says that searches from the start each time
 *   check     a check of the delta on that base says the same
 *   stays     a delta that cannot be applied changes nothing
 *   ways      all ways to apply the delta make the same of it (snapshot_ways.h)
 *   again     a snapshot that is written out is the same when it is read
 */
#include <stdlib.h>
#include <string.h>

#include "corpus/tool/recycle.h"
#include "fuzz/properties.h"
#include "fuzz/snapshot_ways.h"
#include "include/demofsck_snapshot.h"
#include "validator/snapshot/delta.h"

enum { INTS = 16384, ITEMS = 1024 };

static const uint8_t agreed[][24] = {
	[DFK_PROTOCOL_06] = { 0,  10, 6, 5, 4, 3, 8, 4, 15, 22, 5,
			      17, 3,  2, 2, 2, 2, 3, 3, 3,  3 },
	[DFK_PROTOCOL_05] = { 0, 10, 6, 5, 4, 4, 12, 15, 22, 6, 15, 2, 2, 2, 2,
			      3, 3, 3, 3 },
	[DFK_PROTOCOL_07] = { 0, 10, 6, 5,  3, 3, 3, 2, 4, 15, 22, 3,
			      4, 58, 5, 32, 2, 2, 2, 2, 3, 3,  7 },
};

/* ----------------------------------------------------------------- model -- */

struct model_item {
	uint32_t key, start, n;
};

struct snapshot_model {
	size_t n_items, n_data;
	struct model_item item[ITEMS];
	uint32_t data[INTS];
};

static size_t
find(const struct snapshot_model *m, uint32_t key)
{
	size_t i = 0;

	while (i < m->n_items && m->item[i].key != key)
		i++;
	return i;
}

/* Adds an item.  False: the snapshot is full. */
static bool
add(struct snapshot_model *m, uint32_t key, uint32_t n)
{
	if (m->n_items == ITEMS ||
	    2 + 2 * (m->n_items + 1) + m->n_data + n > INTS)
		return false;
	m->item[m->n_items++] = (struct model_item){ key, (uint32_t)m->n_data,
						     n };
	m->n_data += n;
	return true;
}

static bool
model_load(struct snapshot_model *m, const int32_t *ints, size_t n)
{
	m->n_items = m->n_data = 0;
	if (n < 2 || ints[0] < 0 || ints[0] % 4 || ints[1] < 0 ||
	    ints[1] > ITEMS)
		return false;
	const size_t count = (size_t)ints[1], size = (size_t)ints[0] / 4;

	if (2 + count + size > INTS || n < 2 + count + size)
		return false;
	for (size_t i = 0; i < count; i++) {
		const int64_t off = ints[2 + i];
		const int64_t end = i + 1 < count ? ints[3 + i] : ints[0];

		if (off < 0 || off % 4 || end > ints[0] || end - off < 4)
			return false;
		const int32_t *from = ints + 2 + count + off / 4;

		if (from[0] < 0)
			return false;
		HOLDS(add(m, (uint32_t)from[0], (uint32_t)(end - off) / 4 - 1));
		const struct model_item *item = &m->item[i];

		for (uint32_t k = 0; k < item->n; k++)
			m->data[item->start + k] = (uint32_t)from[1 + k];
	}
	return true;
}

static bool
is_removed(const int32_t *keys, size_t n, uint32_t key)
{
	for (size_t i = 0; i < n; i++)
		if ((uint32_t)keys[i] == key)
			return true;
	return false;
}

/* Applies one update, and moves *at behind it.  False: the update cannot be applied. */
static bool
model_update(struct snapshot_model *m, const struct snapshot_model *old,
	     const int32_t *ints, size_t n, size_t *at,
	     enum dfk_protocol protocol)
{
	uint32_t size;

	if (n - *at < 2)
		return false;
	const int32_t type = ints[*at], id = ints[*at + 1];

	*at += 2;
	if (type < 0 || type > 0x7fff || id < 0 || id > 0xffff)
		return false;
	size = type < 24 ? agreed[protocol][type] : 0;
	if (size == 0) {
		if (*at == n || ints[*at] < 0)
			return false;
		size = (uint32_t)ints[(*at)++];
	}
	if (size > n - *at)
		return false;
	const uint32_t key = (uint32_t)type << 16 | (uint32_t)id;
	const size_t from = find(old, key), to = find(m, key);

	if (to == m->n_items && !add(m, key, size))
		return false;
	if (m->item[to].n != size ||
	    (from < old->n_items && old->item[from].n != size))
		return false;
	for (uint32_t k = 0; k < size; k++, ++*at)
		m->data[m->item[to].start + k] =
			(uint32_t)ints[*at] +
			(from < old->n_items
				 ? old->data[old->item[from].start + k]
				 : 0);
	return true;
}

static bool
model_apply(struct snapshot_model *m, const struct snapshot_model *old,
	    const int32_t *ints, size_t n, enum dfk_protocol protocol)
{
	m->n_items = m->n_data = 0;
	if (n < 3 || ints[0] < 0 || (size_t)ints[0] > n - 3 || ints[1] < 0)
		return false;
	size_t at = 3 + (size_t)ints[0];

	for (size_t i = 0; i < old->n_items; i++) {
		const struct model_item *item = &old->item[i];

		if (is_removed(ints + 3, (size_t)ints[0], item->key))
			continue;
		HOLDS(add(m, item->key, item->n));
		memcpy(m->data + m->n_data - item->n, old->data + item->start,
		       item->n * sizeof(*m->data));
	}
	for (int32_t i = 0; i < ints[1]; i++)
		if (!model_update(m, old, ints, n, &at, protocol))
			return false;
	return true;
}

/* --------------------------------------------------------------- compare -- */

static void
same(const struct dfk_snapshot *s, const struct snapshot_model *m)
{
	uint32_t sum = 0;

	HOLDS(dfk_snapshot_count(s) == m->n_items);
	for (size_t i = 0; i < m->n_items; i++) {
		const struct model_item *want = &m->item[i];
		const size_t first = find(m, want->key);
		struct dfk_item item, found;

		HOLDS(dfk_snapshot_item(s, i, &item));
		HOLDS((uint32_t)item.type << 16 == (want->key & 0xffff0000));
		HOLDS((uint32_t)item.id == (want->key & 0xffff));
		HOLDS(item.size == want->n);
		HOLDS(item.size == 0 || memcmp(item.data, m->data + want->start,
					       want->n * sizeof(int32_t)) == 0);
		HOLDS(dfk_snapshot_find(s, item.type, item.id, &found));
		HOLDS(found.size == m->item[first].n);
		if (first == i)
			HOLDS(found.data == item.data);
	}
	for (size_t i = 0; i < m->n_data; i++)
		sum += m->data[i];
	HOLDS(dfk_snapshot_checksum(s) == sum);
}

static void
again(struct dfk_snapshot *s, const struct snapshot_model *m)
{
	static int32_t ints[INTS];
	const size_t n = dfk_snapshot_write(s, ints, INTS);

	HOLDS(n == 2 + 2 * m->n_items + m->n_data);
	HOLDS(dfk_snapshot_load(s, ints, n) == DFK_OK);
	same(s, m);
}

struct seen {
	uint64_t at;
	size_t fields;
};

static void
on_record(void *ctx, const struct dfk_record *record)
{
	struct seen *seen = ctx;

	HOLDS(record->offset == seen->at && record->length > 0);
	seen->at += record->length;
	seen->fields += record->n_fields;
}

/* want: the result of the delta, or NULL. */
static void
check(const struct dfk_snapshot *base, const int32_t *ints, size_t n,
      enum dfk_protocol protocol, const struct snapshot_model *want)
{
	struct seen seen = { 0, 0 };
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = "snapshot-delta",
		.no_hash = true,
		.allocator = recycle_allocator,
		.on_record = on_record,
		.ctx = &seen,
	};
	struct dfk_check *c;
	struct dfk_fact fact;

	/* An empty file has no bytes, and 1f 8b begins a compressed file. */
	if (n == 0 || ((uint32_t)ints[0] & 0xffff) == 0x8b1f ||
	    dfk_open(&options, &c) != DFK_OK)
		return;
	HOLDS(dfk_set_protocol(c, protocol) == DFK_OK);
	if (dfk_set_base(c, base) == DFK_OK &&
	    dfk_feed(c, ints, 4 * n) == DFK_OK && dfk_finish(c) == DFK_OK) {
		const struct dfk_result *result = dfk_result_of(c);
		/* The bytes of a delta with errors may look like a transfer as text.
		   Then other bytes are read. */
		const bool text = result->carriage_returns != 0;

		HOLDS(seen.at + result->carriage_returns == 4 * n);
		for (size_t i = 0; !text && dfk_fact_at(c, i, &fact); i++)
			if (strcmp(fact.name, "items") == 0)
				HOLDS(want ? fact.kind == DFK_FACT_INT &&
						      (size_t)fact.integer ==
							      want->n_items
					   : fact.kind == DFK_FACT_TEXT &&
						      !fact.text);
		HOLDS((want && !text) || result->errors > 0);
	}
	dfk_close(c);
}

static void
chain(const int32_t *ints, size_t n, enum dfk_protocol protocol)
{
	static struct snapshot_model before, after;
	static struct ints full, delta;
	struct dfk_snapshot *s;
	size_t end = n;

	if (dfk_snapshot_open(&recycle_allocator, protocol, &s) != DFK_OK)
		return;
	if (n >= 2 && ints[0] >= 0 && ints[1] >= 0 && ints[1] <= ITEMS &&
	    (size_t)ints[0] / 4 + (size_t)ints[1] + 2 < n)
		end = (size_t)ints[0] / 4 + (size_t)ints[1] + 2;
	if (!model_load(&before, ints, end)) {
		HOLDS(dfk_snapshot_load(s, ints, end) == DFK_MALFORMED);
		HOLDS(dfk_snapshot_broken(s) != NULL);
		HOLDS(dfk_snapshot_count(s) == 0);
		before.n_items = before.n_data = 0;
		end = 0; /* then the whole input is a delta without a base */
	} else {
		HOLDS(dfk_snapshot_load(s, ints, end) == DFK_OK);
		same(s, &before);
	}
	/* The second application of the delta has another base. */
	for (int round = 0; round < 2; round++) {
		full.n = (uint32_t)dfk_snapshot_write(s, full.at, INTS);
		delta.n = (uint32_t)(n - end);
		memcpy(delta.at, ints + end, (n - end) * sizeof(*ints));
		snapshot_ways_try(&full, &delta, protocol, round == 0);
		const bool ok = model_apply(&after, &before, ints + end,
					    n - end, protocol);

		if (round == 0)
			check(s, ints + end, n - end, protocol,
			      ok ? &after : NULL);
		const enum dfk_status status = dfk_snapshot_apply(s, ints + end,
								  n - end);

		HOLDS(status == (ok ? DFK_OK : DFK_MALFORMED));
		HOLDS(ok == (dfk_snapshot_broken(s) == NULL));
		if (ok)
			before = after;
		same(s, &before);
	}
	again(s, &before);
	dfk_snapshot_close(s);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const size_t n = size / 4;
	int32_t *ints = malloc(n ? 4 * n : 1);
	uint32_t hash = 2166136261u;

	HOLDS(ints); /* without memory the property cannot be checked */
	if (n)
		memcpy(ints, data, 4 * n);
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * 16777619u;
	if (n <= INTS)
		chain(ints, n, (enum dfk_protocol)(size % 4 % 3));
	free(ints);
	if (harness_all || hash & 0x10000)
		properties_try(data, size, "snapshot", NULL);
	if (harness_all || !(hash & 0x10000))
		properties_try(data, size, "snapshot-delta", NULL);
	return 0;
}
