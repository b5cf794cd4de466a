/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_values.c - samples of the rules about the keys of the
 * header and their values
 */
#include <string.h>

#include "corpus/builder/teehistorian_samples.h"

#define MAGIC_LENGTH 16

static void
finished(struct buffer *w, const struct header *h)
{
	header_write(h, w);
	script_end(w);
}

static void
plain(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	script_end(w);
}

static void
changed(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set(&h, s->key, s->text);
	finished(w, &h);
	sample_expect(
		w, buffer_offset(w, s->key) + strlen(s->key) + strlen("\"\":"),
		strlen(s->text) + strlen("\"\""));
}

/* `text` is JSON.  A mark "^" is before and after the wrong part. */
static void
changed_json(struct buffer *w, const struct sample *s)
{
	const size_t before = strcspn(s->text, "^");
	struct header h;
	char json[256] = "";
	size_t n = 0, length = 0;

	for (const char *p = s->text; *p && n < sizeof(json) - 1; p++) {
		if (*p != '^')
			json[n++] = *p;
		else if (n > before)
			length = n - before;
	}
	header_init(&h, release_find(s->release));
	header_set_json(&h, s->key, json);
	finished(w, &h);
	sample_expect(w,
		      buffer_offset(w, s->key) + strlen(s->key) +
			      strlen("\"\":") + before,
		      length);
}

static void
removed(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_remove(&h, s->key);
	finished(w, &h);
	sample_expect(w, MAGIC_LENGTH, 0);
}

static void
without_minor(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_remove(&h, "version_minor");
	if (s->text)
		header_set(&h, "server_version", s->text);
	finished(w, &h);
	sample_expect(w, MAGIC_LENGTH, 0);
}

static void
empty_objects(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set_json(&h, "config", "{}");
	header_set_json(&h, "tuning", "{}");
	header_set_json(&h, "uuids", "[]");
	finished(w, &h);
}

/* Two keys with the same FNV-1a hash in the top object, which is the first object. */
static void
keys_of_one_hash(struct buffer *w, const struct sample *s)
{
	struct header h;

	header_init(&h, release_find(s->release));
	header_set(&h, "key_joczw", "1");
	header_set(&h, "key_pfbpa", "2");
	finished(w, &h);
}

/* clang-format off */
const struct sample teehistorian_samples_values[] = {
	SAMPLE("bad/header_version.teehistorian",
	       "Version 3 does not exist yet.",
	       changed, .key = "version", .text = "3"),
	SAMPLE("bad/header_version-word.teehistorian",
	       "The version is no number.",
	       changed, .key = "version", .text = "two"),
	SAMPLE("bad/header_version-type.teehistorian",
	       "The version is a JSON number.",
	       changed_json, .key = "version", .text = "^2^"),
	SAMPLE("bad/header_version-missing.teehistorian",
	       "There is no version.",
	       removed, .key = "version"),
	SAMPLE("near/header_version.teehistorian",
	       "Version 1, by the server that wrote it last.",
	       plain, .release = "11.0.2"),

	SAMPLE("bad/header_minor.teehistorian",
	       "version_minor is 99.",
	       changed, .key = "version_minor", .text = "99"),
	SAMPLE("bad/header_minor-unreleased.teehistorian",
	       "version_minor is 5, which no release had.",
	       changed, .key = "version_minor", .text = "5"),
	SAMPLE("bad/header_minor-missing.teehistorian",
	       "The first release that writes version_minor, without it.",
	       without_minor, .release = "15.6"),
	SAMPLE("near/header_minor.teehistorian",
	       "The last release that has no version_minor.",
	       without_minor, .release = "15.5"),
	SAMPLE("near/header_minor-nightly.teehistorian",
	       "version_minor is 21, which nightly builds wrote.",
	       changed, .key = "version_minor", .text = "21"),
	SAMPLE("near/header_minor-mod.teehistorian",
	       "No version_minor, and the server version does not name a release.",
	       without_minor, .text = "some mod"),

	SAMPLE("bad/header_missing_key.teehistorian",
	       "There is no map_crc.",
	       removed, .key = "map_crc"),
	SAMPLE("bad/header_missing_key-map_sha256.teehistorian",
	       "The first release that writes map_sha256, without it.",
	       removed, .key = "map_sha256", .release = "11.2"),
	SAMPLE("bad/header_missing_key-prng.teehistorian",
	       "The first release that writes prng_description, without it.",
	       removed, .key = "prng_description", .release = "13.2"),
	SAMPLE("bad/header_missing_key-uuids.teehistorian",
	       "The first release that writes uuids, without them.",
	       removed, .key = "uuids", .release = "11.0.3"),
	SAMPLE("bad/header_missing_key-comment.teehistorian",
	       "There is no comment.",
	       removed, .key = "comment"),
	SAMPLE("bad/header_missing_key-config.teehistorian",
	       "There is no config.",
	       removed, .key = "config"),
	SAMPLE("near/header_missing_key.teehistorian",
	       "The last release that has no map_sha256.",
	       removed, .key = "map_sha256", .release = "11.0.3"),
	SAMPLE("near/header_missing_key-prng.teehistorian",
	       "The last release that has no prng_description.",
	       removed, .key = "prng_description", .release = "13.1"),
	SAMPLE("near/header_missing_key-uuids.teehistorian",
	       "Version 1 has no uuids.",
	       removed, .key = "uuids", .release = "11.0"),

	SAMPLE("bad/header_type.teehistorian",
	       "The port is a JSON number.",
	       changed_json, .key = "server_port", .text = "^8303^"),
	SAMPLE("bad/header_type-config.teehistorian",
	       "config is an array.",
	       changed_json, .key = "config", .text = "^[^\"sv_name\"]"),
	SAMPLE("bad/header_type-setting.teehistorian",
	       "A setting of config is a JSON number.",
	       changed_json, .key = "config", .text = "{\"sv_port\":^8303^}"),
	SAMPLE("bad/header_type-uuids.teehistorian",
	       "One of the names in uuids is a JSON number.",
	       changed_json, .key = "uuids", .text = "[\"what-is@ddnet.tw\",^7^]"),
	SAMPLE("bad/header_type-tuning.teehistorian",
	       "tuning is null.",
	       changed_json, .key = "tuning", .text = "^null^"),
	SAMPLE("bad/header_type-nested.teehistorian",
	       "A setting of config is an object, what is in it is not judged.",
	       changed_json, .key = "config", .text = "{\"sv_port\":^{^\"now\":8303}}"),
	SAMPLE("bad/header_type-nested-uuids.teehistorian",
	       "One of the names in uuids is an array, and what is in it is no name.",
	       changed_json, .key = "uuids", .text = "[^[^7,\"what-is@ddnet.tw\"]]"),
	SAMPLE("near/header_type.teehistorian",
	       "config, tuning and uuids are empty.",
	       empty_objects),

	SAMPLE("near/header_duplicate_key-hash.teehistorian",
	       "Two keys of a mod that have the same FNV-1a hash.",
	       keys_of_one_hash),

	SAMPLE("bad/header_value.teehistorian",
	       "The port is 65536.",
	       changed, .key = "server_port", .text = "65536"),
	SAMPLE("bad/header_value-map_size.teehistorian",
	       "The map size is 2^32.",
	       changed, .key = "map_size", .text = "4294967296"),
	SAMPLE("bad/header_value-map_crc.teehistorian",
	       "The checksum of the map has seven digits.",
	       changed, .key = "map_crc", .text = "f2159e6"),
	SAMPLE("bad/header_value-map_crc-case.teehistorian",
	       "The checksum of the map is in upper case.",
	       changed, .key = "map_crc", .text = "F2159E6E"),
	SAMPLE("bad/header_value-map_sha256.teehistorian",
	       "The SHA-256 of the map has 63 digits.",
	       changed, .key = "map_sha256",
	       .text = "0b0c481d77519c32fbe85624ef16ec0fa9991aec7367ad538bd280f28d8c26c"),
	SAMPLE("bad/header_value-game_uuid.teehistorian",
	       "The UUID of the game has no hyphens.",
	       changed, .key = "game_uuid", .text = "0b5a4b4e6c1f4d3a9f275e8c2d714a60"),
	SAMPLE("bad/header_value-version_minor.teehistorian",
	       "version_minor is no number.",
	       changed, .key = "version_minor", .text = "2x"),
	SAMPLE("bad/header_value-start_time.teehistorian",
	       "The start time of a version 2 file has the form of version 1.",
	       changed, .key = "start_time", .text = "2017-10-15 19:25:06 +0200"),
	SAMPLE("bad/header_value-start_time-v1.teehistorian",
	       "The start time of a version 1 file has the form of version 2.",
	       changed, .key = "start_time", .text = "2017-10-15T19:25:06+0200", .release = "11.0"),
	SAMPLE("bad/header_value-month.teehistorian",
	       "The recording started in the 13th month.",
	       changed, .key = "start_time", .text = "2023-13-27T22:41:08+0100"),
	SAMPLE("near/header_value.teehistorian",
	       "The port is 65535.",
	       changed, .key = "server_port", .text = "65535"),
	SAMPLE("near/header_value-map_size.teehistorian",
	       "The map size is 2^32 - 1.",
	       changed, .key = "map_size", .text = "4294967295"),
	SAMPLE("near/header_value-prng.teehistorian",
	       "The random number generator was never seeded.",
	       changed, .key = "prng_description", .text = "pcg-xsh-rr:unseeded"),
	SAMPLE("near/header_value-start_time.teehistorian",
	       "The recording started in a leap second, west of Greenwich.",
	       changed, .key = "start_time", .text = "2016-12-31T23:59:60-0930"),

	{ .path = NULL },
};
