/* SPDX-License-Identifier: MIT */
/* teehistorian_release.c - the versions of the header, with one row for each release */
#include "corpus/builder/teehistorian_release.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
static const struct release releases[] = {
	{ "11.0",   RELEASE(11, 0, 0), "1", NULL, "0.6.4, 11.0" },
	{ "11.0.2", RELEASE(11, 0, 2), "1", NULL, "0.6.4, 11.0.2" },
	{ "11.0.3", RELEASE(11, 0, 3), "2", NULL, "0.6.4, 11.0.3" },
	{ "11.2",   RELEASE(11, 2, 0), "2", NULL, "0.6.4, 11.2" },
	{ "13.1",   RELEASE(13, 1, 0), "2", NULL, "0.6.4, 13.1" },
	{ "13.2",   RELEASE(13, 2, 0), "2", NULL, "0.6.4, 13.2 (3623f5e4cd184556)" },
	{ "14.0",   RELEASE(14, 0, 0), "2", NULL, "0.6.4, 14.0" },
	{ "14.0.2", RELEASE(14, 0, 2), "2", NULL, "0.6.4, 14.0.2" },
	{ "14.5",   RELEASE(14, 5, 0), "2", NULL, "0.6.4, 14.5" },
	{ "14.6",   RELEASE(14, 6, 0), "2", NULL, "0.6.4, 14.6" },
	{ "15.3.2", RELEASE(15, 3, 2), "2", NULL, "0.6.4, 15.3.2" },
	{ "15.5",   RELEASE(15, 5, 0), "2", NULL, "0.6.4, 15.5" },
	{ "15.6",   RELEASE(15, 6, 0), "2", "2", "0.6.4, 15.6" },
	{ "16.0",   RELEASE(16, 0, 0), "2", "3", "0.6.4, 16.0" },
	{ "16.2",   RELEASE(16, 2, 0), "2", "4", "0.6.4, 16.2 (66d64ec3fd1b4a9c)" },
	{ "17.3",   RELEASE(17, 3, 0), "2", "6", "0.6.4, 17.3" },
	{ "18.2",   RELEASE(18, 2, 0), "2", "7", "0.6.4, 18.2" },
	{ "18.3",   RELEASE(18, 3, 0), "2", "8", "0.6.4, 18.3" },
	{ "18.8",   RELEASE(18, 8, 0), "2", "9", "0.6.4, 18.8" },
	{ "19.3",   RELEASE(19, 3, 0), "2", "10", "0.6.4, 19.3" },
	{ "19.4",   RELEASE(19, 4, 0), "2", "12", "0.6.4, 19.4" },
	{ "19.5",   RELEASE(19, 5, 0), "2", "13", "0.6.4, 19.5" },
	{ "19.6",   RELEASE(19, 6, 0), "2", "17", "0.6.4, 19.6" },
	{ "19.7",   RELEASE(19, 7, 0), "2", "18", "0.6.4, 19.7" },
	{ "19.8",   RELEASE(19, 8, 0), "2", "19", "0.6.4, 19.8" },
	{ "19.9",   RELEASE(19, 9, 0), "2", "22", "0.6.4, 19.9" },
	{ "20.0",   RELEASE(20, 0, 0), "2", "22", "0.6, 20.0" },
	{ "20.1.1", RELEASE(20, 1, 1), "2", "23", "0.6, 20.1.1" },
};

/* Extensions in the order of the header.  `until` is the first release without the
   extension. */
static const struct extension {
	const char *name, *domain;
	int since, until;
} extensions[] = {
	{ "test",            "ddnet.tw",  RELEASE(11, 0, 3), 0 },
	{ "ddnetver-old",    "ddnet.tw",  RELEASE(13, 2, 0), 0 },
	{ "ddnetver",        "ddnet.tw",  RELEASE(13, 2, 0), 0 },
	{ "auth-init",       "ddnet.tw",  RELEASE(11, 0, 3), RELEASE(20, 1, 1) },
	{ "auth-login",      "ddnet.tw",  RELEASE(11, 0, 3), RELEASE(20, 1, 1) },
	{ "auth-init-role",  "ddnet.org", RELEASE(20, 1, 1), 0 },
	{ "auth-login-role", "ddnet.org", RELEASE(20, 1, 1), 0 },
	{ "auth-logout",     "ddnet.tw",  RELEASE(11, 0, 3), 0 },
	{ "joinver6",        "ddnet.tw",  RELEASE(14, 0, 0), 0 },
	{ "joinver7",        "ddnet.tw",  RELEASE(14, 0, 0), 0 },
	{ "player-swap",     "ddnet.tw",  RELEASE(16, 2, 0), 0 },
	{ "save-success",    "ddnet.tw",  RELEASE(14, 0, 2), 0 },
	{ "save-failure",    "ddnet.tw",  RELEASE(14, 0, 2), 0 },
	{ "load-success",    "ddnet.tw",  RELEASE(14, 0, 2), 0 },
	{ "load-failure",    "ddnet.tw",  RELEASE(14, 0, 2), 0 },
	{ "player-team",     "ddnet.tw",  RELEASE(15, 6, 0), 0 },
	{ "team-practice",   "ddnet.tw",  RELEASE(15, 6, 0), 0 },
	{ "player-ready",    "ddnet.tw",  RELEASE(16, 0, 0), 0 },
	{ "rejoinver6",      "ddnet.org", RELEASE(17, 3, 0), 0 },
	{ "antibot",         "ddnet.org", RELEASE(17, 3, 0), 0 },
	{ "player-name",     "ddnet.org", RELEASE(18, 3, 0), 0 },
	{ "player-finish",   "ddnet.org", RELEASE(18, 3, 0), 0 },
	{ "team-finish",     "ddnet.org", RELEASE(18, 3, 0), 0 },
};
/* clang-format on */

static const size_t n_releases = sizeof(releases) / sizeof(releases[0]);

const struct release *
release_find(const char *name)
{
	if (!name)
		return &releases[n_releases - 1];
	for (size_t i = 0; i < n_releases; i++)
		if (strcmp(releases[i].name, name) == 0)
			return &releases[i];
	return NULL;
}

static bool
lists(const struct release *r, const struct extension *e)
{
	return r->number >= e->since && (!e->until || r->number < e->until);
}

bool
release_has(const struct release *r, const char *extension)
{
	for (size_t i = 0; i < sizeof(extensions) / sizeof(*extensions); i++)
		if (strcmp(extensions[i].name, extension) == 0)
			return lists(r, &extensions[i]);
	return false;
}

/* ------------------------------------------------------------- header -- */

static void
list_name(struct header *h, const char *prefix, const char *name,
	  const char *domain)
{
	const size_t length = strlen(h->uuids) - 1; /* without the ']' */
	const int n = snprintf(h->uuids + length, sizeof(h->uuids) - length,
			       "%s\"%s%s%s%s\"]", length > 1 ? "," : "", prefix,
			       name, domain ? "@" : "", domain ? domain : "");

	if (n < 0 || (size_t)n >= sizeof(h->uuids) - length)
		h->failed = true;
}

void
header_list_extension(struct header *h, const char *name)
{
	list_name(h, "", name, NULL);
}

static void
add(struct header *h, size_t at, const char *key, const char *value, bool json)
{
	if (h->n_keys == HEADER_KEYS) {
		h->failed = true;
		return;
	}
	for (size_t i = h->n_keys++; i > at; i--)
		h->keys[i] = h->keys[i - 1];
	h->keys[at] = (struct header_key){ key, value, json };
}

static size_t
position(const struct header *h, const char *key)
{
	size_t i = 0;

	while (i < h->n_keys && strcmp(h->keys[i].key, key) != 0)
		i++;
	return i;
}

static void
set(struct header *h, const char *key, const char *value, bool json)
{
	const size_t at = position(h, key);

	if (at == h->n_keys)
		add(h, at, key, value, json);
	else
		h->keys[at] = (struct header_key){ key, value, json };
}

void
header_set(struct header *h, const char *key, const char *text)
{
	set(h, key, text, false);
}

void
header_set_json(struct header *h, const char *key, const char *json)
{
	set(h, key, json, true);
}

void
header_insert(struct header *h, const char *before, const char *key,
	      const char *text)
{
	add(h, position(h, before), key, text, false);
}

void
header_remove(struct header *h, const char *key)
{
	const size_t at = position(h, key);

	if (at == h->n_keys)
		return;
	h->n_keys--;
	for (size_t i = at; i < h->n_keys; i++)
		h->keys[i] = h->keys[i + 1];
}

static void
list_uuids(struct header *h, const struct release *r)
{
	static const char *const messages[] = {
		"what-is@ddnet.tw",
		"it-is@ddnet.tw",
		"i-dont-know@ddnet.tw",
	};

	strcpy(h->uuids, "[]");
	for (size_t i = 0; i < sizeof(messages) / sizeof(*messages); i++)
		list_name(h, "", messages[i], NULL);
	for (size_t i = 0; i < sizeof(extensions) / sizeof(*extensions); i++)
		if (lists(r, &extensions[i]))
			list_name(h, "teehistorian-", extensions[i].name,
				  extensions[i].domain);
	list_name(h, "", "my-own-object@heinrich5991.de", NULL);
	set(h, "uuids", h->uuids, true);
}

void
header_init(struct header *h, const struct release *r)
{
	const bool v1 = strcmp(r->version, "1") == 0;

	memset(h, 0, sizeof(*h));
	header_set(h, "comment", "teehistorian@ddnet.tw");
	header_set(h, "version", r->version);
	if (r->minor)
		header_set(h, "version_minor", r->minor);
	header_set(h, "game_uuid", "0b5a4b4e-6c1f-4d3a-9f27-5e8c2d714a60");
	header_set(h, "server_version", r->server_version);
	header_set(h, "start_time",
		   v1 ? "2017-10-15 19:25:06 +0200"
		      : "2023-11-27T22:41:08+0100");
	header_set(h, "server_name", "demofsck sample");
	header_set(h, "server_port", "8303");
	header_set(h, "game_type", "DDraceNetwork");
	header_set(h, "map_name", "dm1");
	header_set(h, "map_size", "5805");
	if (r->number >= RELEASE(11, 2, 0))
		header_set(h, "map_sha256",
			   "0b0c481d77519c32fbe85624ef16ec0f"
			   "a9991aec7367ad538bd280f28d8c26cf");
	header_set(h, "map_crc", "f2159e6e");
	if (r->number >= RELEASE(13, 2, 0))
		header_set(h, "prng_description",
			   "pcg-xsh-rr:f63a6e84e62c0107:5621b0263c30cda0");
	header_set_json(h, "config",
			"{\"sv_name\":\"demofsck sample\",\"sv_map\":\"dm1\","
			"\"sv_tee_historian\":\"1\"}");
	header_set_json(h, "tuning", "{\"gun_curvature\":\"0\"}");
	if (!v1)
		list_uuids(h, r);
}

void
header_write(const struct header *h, struct buffer *w)
{
	if (h->failed)
		w->failed = true;
	write_header_open(w);
	for (size_t i = 0; i < h->n_keys; i++)
		(h->keys[i].json ? write_key_json : write_key)(
			w, h->keys[i].key, h->keys[i].value);
	buffer_mark(w, "header_end");
	write_header_close(w);
	buffer_mark(w, "messages");
}
