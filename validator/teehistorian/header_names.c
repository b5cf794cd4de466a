/* SPDX-License-Identifier: MIT */
/* header_names.c - collects the keys of the header, and the names in its uuids */
#include "validator/teehistorian/header_scan.h"

/* Returns FNV-1a of the decoded text of the key, and of the number of its object. */
static uint32_t
hash_key(struct json_token key, uint32_t object)
{
	struct json_bytes bytes = json_bytes(key);
	uint32_t hash = 2166136261u ^ object;
	uint8_t byte;

	while (json_byte(&bytes, &byte))
		hash = (hash ^ byte) * 16777619u;
	return hash;
}

/* Are both texts equal after their escapes are decoded? */
static bool
same_text(struct json_token one, struct json_token other)
{
	struct json_bytes a = json_bytes(one), b = json_bytes(other);
	uint8_t x, y;

	while (json_byte(&a, &x))
		if (!json_byte(&b, &y) || x != y)
			return false;
	return !json_byte(&b, &y);
}

static bool
same_key(const struct header_scan *scan,
	 const struct teehistorian_seen_key *seen,
	 const struct teehistorian_seen_key *new, struct json_token key)
{
	const struct json_token other = {
		.text = span_head(span_tail(scan->json, seen->off), seen->len),
	};

	return seen->hash == new->hash &&
	       seen->object == new->object &&same_text(other, key);
}

static bool
too_many_keys(struct header_scan *scan, uint64_t off)
{
	const uint64_t limit = scan->th->limits->header_keys;

	report(scan->th->report, RULE_limit_header_keys,
	       &(struct site){ .off = off }, "more than %llu keys",
	       (unsigned long long)limit);
	return false;
}

/* TH-3 */
static void
report_duplicate_key(struct header_scan *scan, struct json_token key,
		     const struct teehistorian_seen_key *first)
{
	report(scan->th->report, RULE_teehistorian_header_duplicate_key,
	       &(struct site){ .off = key.off, .len = key.text.len },
	       "the same key as at offset %llu" WANTED "each key once",
	       (unsigned long long)(scan->origin + first->off));
}

bool
teehistorian_add_key(struct header_scan *scan, struct json_token key,
		     uint32_t object)
{
	struct teehistorian_header *h = &scan->th->header;
	const struct teehistorian_seen_key new = {
		.hash = hash_key(key, object),
		.object = object,
		.off = (uint32_t)(key.off - scan->origin),
		.len = (uint32_t)key.text.len,
	};

	if (h->n_seen >= scan->th->limits->header_keys)
		return too_many_keys(scan, key.off);
	for (uint32_t i = new.hash;; i++) {
		uint16_t *slot = &AT(h->slots, i % TEEHISTORIAN_KEY_SLOTS);

		if (!*slot) {
			AT(h->seen, h->n_seen) = new;
			*slot = (uint16_t)++h->n_seen;
			return true;
		}
		if (same_key(scan, &AT(h->seen, *slot - 1), &new, key)) {
			report_duplicate_key(scan, key,
					     &AT(h->seen, *slot - 1));
			return true;
		}
	}
}

/* Returns the first of the first n names whose UUID is not below this UUID. */
static uint32_t
lower_bound(const struct teehistorian_header *h, uint32_t n,
	    const struct uuid *uuid)
{
	uint32_t low = 0, high = n;

	while (low < high) {
		const uint32_t middle = (low + high) / 2;

		if (uuid_compare(&AT(h->listed, middle).uuid, uuid) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
teehistorian_find_listed(const struct teehistorian_header *h,
			 const struct uuid *uuid)
{
	const uint32_t i = lower_bound(h, h->n_listed, uuid);

	if (i < h->n_listed && uuid_equal(&AT(h->listed, i).uuid, uuid))
		return i;
	return h->n_listed;
}

/* Inserts the name at index n into the n sorted names before it. */
static void
sort_in(struct teehistorian_header *h, uint32_t n)
{
	const struct teehistorian_listed new = AT(h->listed, n);
	uint32_t at = lower_bound(h, n, &new.uuid);

	/* If two names are equal, searches find the first name. */
	while (at < n && uuid_equal(&AT(h->listed, at).uuid, &new.uuid))
		at++;
	for (uint32_t i = n; i > at; i--)
		AT(h->listed, i) = AT(h->listed, i - 1);
	AT(h->listed, at) = new;
}

void
teehistorian_sort_listed(struct teehistorian_header *h)
{
	if (h->listed_sorted)
		return;
	for (uint32_t i = 0; i < h->n_listed; i++) {
		struct teehistorian_listed *listed = &AT(h->listed, i);

		listed->uuid = uuid_from_name(teehistorian_name(h, listed));
		sort_in(h, i);
	}
	h->listed_sorted = true;
}

struct span
teehistorian_name(const struct teehistorian_header *h,
		  const struct teehistorian_listed *listed)
{
	return (struct span){ (const uint8_t *)&AT(h->name_pool, listed->name),
			      listed->length };
}

bool
teehistorian_list_name(struct header_scan *scan, struct json_token name)
{
	struct teehistorian_header *h = &scan->th->header;
	const uint32_t used = h->name_pool_used;
	const size_t room = sizeof(h->name_pool) - used;
	char *at = room_at(h->name_pool, sizeof(h->name_pool), used, room);
	const size_t length = json_decode(name, at, room);

	if (h->n_listed >= scan->th->limits->header_uuids || length >= room) {
		report(scan->th->report, RULE_limit_header_uuids,
		       &(struct site){ .off = name.off, .len = name.text.len },
		       "more than %llu names, or more than %d bytes of names",
		       (unsigned long long)scan->th->limits->header_uuids,
		       TEEHISTORIAN_NAME_POOL);
		return false;
	}
	AT(h->listed, h->n_listed) = (struct teehistorian_listed){
		.name = used,
		.length = (uint32_t)length,
		.place = (uint16_t)(h->n_listed + 1),
	};
	h->n_listed++;
	h->name_pool_used = used + (uint32_t)length + 1;
	return true;
}
