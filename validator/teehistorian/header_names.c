/* SPDX-License-Identifier: MIT */
/* header_names.c - the keys of the header, and the names in its uuids */
#include "validator/teehistorian/header_scan.h"

/* FNV-1a over the key and the number of the object it is in. */
static uint32_t
hash_key(struct span key, uint32_t object)
{
	struct cursor c = cur_span(key, 0);
	uint32_t hash = 2166136261u ^ object;

	while (cur_left(&c))
		hash = (hash ^ cur_u8(&c)) * 16777619u;
	return hash;
}

static bool
same_key(const struct header_scan *scan,
	 const struct teehistorian_seen_key *seen,
	 const struct teehistorian_seen_key *key, struct span text)
{
	const struct span other = span_head(span_tail(scan->json, seen->off),
					    seen->len);

	return seen->hash == key->hash && seen->object == key->object &&
	       seen->len == key->len && span_equal(other, text.ptr, text.len);
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
report_duplicate(struct header_scan *scan, struct json_token key,
		 const struct teehistorian_seen_key *first)
{
	report(scan->th->report, RULE_teehistorian_header_duplicate_key,
	       &(struct site){ .off = key.off, .len = key.text.len },
	       "a key that is also at offset %llu" WANTED "each key once",
	       (unsigned long long)(scan->origin + first->off));
}

bool
teehistorian_add_key(struct header_scan *scan, struct json_token key,
		     uint32_t object)
{
	struct teehistorian_header *h = &scan->th->header;
	const struct teehistorian_seen_key new = {
		.hash = hash_key(key.text, object),
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
		if (same_key(scan, &AT(h->seen, *slot - 1), &new, key.text)) {
			report_duplicate(scan, key, &AT(h->seen, *slot - 1));
			return true;
		}
	}
}

/* The first of the names whose UUID is not below this one. */
static uint32_t
lower_bound(const struct teehistorian_header *h, const struct uuid *uuid)
{
	uint32_t low = 0, high = h->n_listed;

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
	const uint32_t i = lower_bound(h, uuid);

	if (i < h->n_listed && uuid_equal(&AT(h->listed, i).uuid, uuid))
		return i;
	return h->n_listed;
}

static void
insert(struct teehistorian_header *h, const struct teehistorian_listed *new)
{
	uint32_t at = lower_bound(h, &new->uuid);

	/* Of two equal names the first is the one that is found. */
	while (at < h->n_listed &&
	       uuid_equal(&AT(h->listed, at).uuid, &new->uuid))
		at++;
	for (uint32_t i = h->n_listed++; i > at; i--)
		AT(h->listed, i) = AT(h->listed, i - 1);
	AT(h->listed, at) = *new;
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
	insert(h, &(struct teehistorian_listed){
			  .uuid = uuid_from_name(
				  (struct span){ (const uint8_t *)at, length }),
			  .name = used,
			  .place = (uint16_t)(h->n_listed + 1),
		  });
	h->name_pool_used = used + (uint32_t)length + 1;
	return true;
}
