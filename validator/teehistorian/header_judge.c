/* SPDX-License-Identifier: MIT */
/* header_judge.c - compares the values of the header with SPEC.md, TH-3 */
#include "validator/teehistorian/header_scan.h"

#include <stdio.h>

#include "validator/core/given_map.h"

static const struct header_key_row keys[TEEHISTORIAN_KEY_COUNT] = {
#define HEADER_KEY(name, form, since, demand) \
	{ #name, FORM_##form, since, DEMAND_##demand },
#include "validator/teehistorian/header_keys.def"
#undef HEADER_KEY
};

const struct header_key_row *
teehistorian_header_key(size_t key)
{
	return &AT(keys, key);
}

enum json_type
teehistorian_value_type(size_t key)
{
	switch (AT(keys, key).form) {
	case FORM_SETTINGS: return TOKEN_OBJECT;
	case FORM_NAMES: return TOKEN_ARRAY;
	case FORM_TEXT:
	case FORM_UUID:
	case FORM_VERSION:
	case FORM_MINOR:
	case FORM_TIME:
	case FORM_PORT:
	case FORM_SIZE:
	case FORM_SHA256:
	case FORM_CRC: break;
	}
	return TOKEN_STRING;
}

static struct site
value_site(const struct json_token *t, const struct header_key_row *row,
	   const char *expected)
{
	return (struct site){ .off = t->off,
			      .len = t->text.len,
			      .field = row->name,
			      .expected = expected };
}

/* ------------------------------------------------------------ version -- */

/* TH-3 */
static bool
bad_version(struct header_scan *s, const char *found)
{
	const struct json_token *t = &AT(s->value, TEEHISTORIAN_KEY_version);
	const bool present = AT(s->present, TEEHISTORIAN_KEY_version);

	report(s->th->report, RULE_teehistorian_header_version,
	       &(struct site){ .off = present ? t->off : s->origin,
			       .len = present ? t->text.len : 0,
			       .field = "version",
			       .expected = "\"1\" or \"2\"" },
	       "%s", found);
	return false;
}

static bool
judge_version(struct header_scan *s)
{
	const struct json_token *t = &AT(s->value, TEEHISTORIAN_KEY_version);
	struct teehistorian_header *h = &s->th->header;
	uint64_t number;
	char text[24]; /* a number has up to 19 digits */

	if (!AT(s->present, TEEHISTORIAN_KEY_version))
		return bad_version(s, "no key version");
	if (t->type != TOKEN_STRING)
		return bad_version(s, "a value that is not a string");
	json_decode(*t, text, sizeof(text));
	if (strcmp(text, "1") == 0 || strcmp(text, "2") == 0) {
		h->version = strcmp(text, "1") == 0 ? 1 : 2;
		return true;
	}
	h->other_version = teehistorian_decimal(text, UINT32_MAX, &number);
	return bad_version(s, h->other_version ? "an unknown version"
					       : "a text that is not a version");
}

/* ------------------------------------------------------------- values -- */

/* Returns NULL if the text has the right form; otherwise returns a text about the right
   form. */
static const char *
wrong_form(const struct teehistorian_header *h, enum header_form form,
	   const char *text)
{
	const struct span all = span_of_text(text);
	uint64_t number;

	switch (form) {
	case FORM_UUID: return uuid_is_text(all) ? NULL : "a lower-case UUID";
	case FORM_TIME:
		return teehistorian_is_time(text, h->version)
			       ? NULL
			       : (h->version == 1 ? "YYYY-MM-DD hh:mm:ss +zzzz"
						  : "YYYY-MM-DDThh:mm:ss+zzzz");
	case FORM_PORT:
		return teehistorian_decimal(text, 65535, &number)
			       ? NULL
			       : "a number from 0 to 65535";
	case FORM_SIZE:
		return teehistorian_decimal(text, UINT32_MAX, &number)
			       ? NULL
			       : "a number from 0 to 4294967295";
	case FORM_SHA256:
		return teehistorian_is_hex(text, 64)
			       ? NULL
			       : "64 lower-case hexadecimal digits";
	case FORM_CRC:
		return teehistorian_is_hex(text, 8)
			       ? NULL
			       : "8 lower-case hexadecimal digits";
	case FORM_MINOR:
		return teehistorian_decimal(text, INT32_MAX, &number)
			       ? NULL
			       : "a decimal number";
	case FORM_TEXT:
	case FORM_VERSION:
	case FORM_SETTINGS:
	case FORM_NAMES: break;
	}
	return NULL;
}

/* TH-9.1 */
static void
judge_minor(struct header_scan *s, const struct json_token *t)
{
	struct teehistorian_header *h = &s->th->header;

	uint64_t minor;

	teehistorian_decimal(h->text.version_minor, INT32_MAX, &minor);
	h->minor = (int32_t)minor;
	if (!teehistorian_is_known_minor(h->minor))
		report(s->th->report, RULE_teehistorian_header_minor,
		       &(struct site){ .off = t->off,
				       .len = t->text.len,
				       .field = "version_minor",
				       .expected = "the version_minor of a "
						   "release of DDNet" },
		       "%d", (int)h->minor);
}

/* Copies a string value that facts or other rules need.  A value that is too long for
   its buffer is cut. */
static void
keep_value(struct teehistorian_texts *texts, size_t key, struct json_token t)
{
	switch ((enum teehistorian_key)key) {
#define KEEP(name) \
	case TEEHISTORIAN_KEY_##name: \
		json_decode(t, texts->name, sizeof(texts->name)); \
		break
		KEEP(version_minor);
		KEEP(server_version);
		KEEP(start_time);
		KEEP(game_uuid);
		KEEP(prev_game_uuid);
		KEEP(game_type);
		KEEP(map_name);
		KEEP(map_size);
		KEEP(map_sha256);
		KEEP(map_crc);
#undef KEEP
	case TEEHISTORIAN_KEY_comment:
	case TEEHISTORIAN_KEY_version:
	case TEEHISTORIAN_KEY_server_name:
	case TEEHISTORIAN_KEY_server_port:
	case TEEHISTORIAN_KEY_prng_description:
	case TEEHISTORIAN_KEY_config:
	case TEEHISTORIAN_KEY_tuning:
	case TEEHISTORIAN_KEY_uuids:
	case TEEHISTORIAN_KEY_COUNT: break;
	}
}

/* TH-3 */
static void
judge_value(struct header_scan *s, size_t key)
{
	const struct header_key_row *row = &AT(keys, key);
	const struct json_token *t = &AT(s->value, key);
	char text[128];

	json_decode(*t, text, sizeof(text));

	const char *want = wrong_form(&s->th->header, row->form, text);

	if (want) {
		const struct site site = value_site(t, row, want);

		report(s->th->report, RULE_teehistorian_header_value, &site,
		       "a text of %zu bytes in another form", t->text.len - 2);
	} else if (row->form == FORM_MINOR) {
		judge_minor(s, t);
	}
}

static const char *
type_name(enum json_type type)
{
	switch (type) {
	case TOKEN_OBJECT: return "an object";
	case TOKEN_ARRAY: return "an array";
	case TOKEN_STRING: return "a string";
	case TOKEN_NUMBER: return "a number";
	case TOKEN_LITERAL: return "true, false or null";
	case TOKEN_OBJECT_END:
	case TOKEN_ARRAY_END:
	case TOKEN_KEY:
	case TOKEN_END:
	case TOKEN_ERROR:
	case TOKEN_DEEP: break;
	}
	return "another value";
}

/* TH-3 */
static void
judge_present(struct header_scan *s, size_t key)
{
	const struct header_key_row *row = &AT(keys, key);
	const struct json_token *t = &AT(s->value, key);
	const enum json_type want = teehistorian_value_type(key);

	if (t->type != want) {
		const struct site site = value_site(t, row, type_name(want));

		report(s->th->report, RULE_teehistorian_header_type, &site,
		       "%s", type_name(t->type));
	} else if (want == TOKEN_STRING) {
		judge_value(s, key);
	}
}

/* TH-3 */
static void
judge_absent(struct header_scan *s, size_t key)
{
	const struct teehistorian_header *h = &s->th->header;
	const struct header_key_row *row = &AT(keys, key);
	const bool due = row->since == 0 ||
			 (h->release && h->release >= row->since);

	if (row->form == FORM_MINOR && due)
		report(s->th->report, RULE_teehistorian_header_minor,
		       &(struct site){ .off = s->origin,
				       .field = row->name,
				       .expected = "the key, which every file "
						   "since DDNet 15.6 has" },
		       "no key %s", row->name);
	if (row->demand == DEMAND_OPTIONAL || !due ||
	    (row->form == FORM_NAMES && h->version == 1))
		return;
	report(s->th->report, RULE_teehistorian_header_missing_key,
	       &(struct site){
		       .off = s->origin,
		       .field = row->name,
		       .expected = row->demand == DEMAND_LIBTW2
					   ? "the key, without "
					     "which libtw2 refuses "
					     "the file"
					   : "the key, which every file of "
					     "this version has" },
	       "no key %s", row->name);
}

/* -------------------------------------------------------------- the map -- */

/* Are the hexadecimal digits equal, in upper or lower case? */
static bool
is_same_hex(const char *text, const char *sum)
{
	const size_t n = strlen(sum);
	struct cursor a = cur_init(text, strlen(text), 0);
	struct cursor b = cur_init(sum, n, 0);
	bool same = cur_left(&a) == n;

	while (same && cur_left(&a)) {
		const uint8_t digit = cur_u8(&a), want = cur_u8(&b);

		same = digit == want ||
		       (digit >= 'A' && digit <= 'F' && digit + 32 == want);
	}
	return same;
}

static void
report_mismatch(const struct header_scan *s, enum teehistorian_key key,
		const char *named, const char *given)
{
	const struct json_token *t = &AT(s->value, key);

	report(s->th->report, RULE_teehistorian_map_mismatch,
	       &(struct site){ .off = t->off,
			       .len = t->text.len,
			       .field = teehistorian_header_key(key)->name },
	       "%s" WANTED "%s, the value of the given map",
	       teehistorian_is_hex(named, strlen(named)) ? named
		: "a text that is not hexadecimal",
	       given);
}

static bool
has_text_value(const struct header_scan *s, enum teehistorian_key key)
{
	return AT(s->present, key) && AT(s->value, key).type == TOKEN_STRING;
}

/* TH-3 */
static void
compare_map(const struct header_scan *s)
{
	const struct given_map *given = s->th->given_map;
	const struct teehistorian_header *h = &s->th->header;
	char size_text[24];
	uint64_t size;

	if (!given_map_use(given, s->th->limits, s->th->report))
		return;
	/* One finding is enough, and a SHA-256 proves more than a CRC or a size. */
	if (has_text_value(s, TEEHISTORIAN_KEY_map_sha256) &&
	    !is_same_hex(h->text.map_sha256, given->sha256_text)) {
		report_mismatch(s, TEEHISTORIAN_KEY_map_sha256,
				h->text.map_sha256, given->sha256_text);
	} else if (has_text_value(s, TEEHISTORIAN_KEY_map_crc) &&
		   !is_same_hex(h->text.map_crc, given->crc_text)) {
		report_mismatch(s, TEEHISTORIAN_KEY_map_crc, h->text.map_crc,
				given->crc_text);
	} else if (has_text_value(s, TEEHISTORIAN_KEY_map_size) &&
		   teehistorian_decimal(h->text.map_size, UINT32_MAX, &size) &&
		   size != given->bytes.len) {
		snprintf(size_text, sizeof(size_text), "%zu", given->bytes.len);
		report_mismatch(s, TEEHISTORIAN_KEY_map_size, h->text.map_size,
				size_text);
	}
}

/* ------------------------------------------------------------ all of it -- */

static void
mark_listed(struct teehistorian_header *h)
{
	for (uint32_t i = 0; i < h->n_listed; i++) {
		const enum teehistorian_extension ex =
			teehistorian_extension_named(
				teehistorian_name(h, &AT(h->listed, i)));

		if (ex != TEEHISTORIAN_EX_UNKNOWN)
			AT(h->known_listed, ex) = true;
	}
}

bool
teehistorian_judge_header(struct header_scan *s)
{
	struct teehistorian_header *h = &s->th->header;

	for (size_t i = 0; i < TEEHISTORIAN_KEY_COUNT; i++)
		if (AT(s->present, i) && AT(s->value, i).type == TOKEN_STRING)
			keep_value(&h->text, i, AT(s->value, i));
	h->minor = TEEHISTORIAN_NO_MINOR;
	h->release = teehistorian_release(h->text.server_version);
	if (!judge_version(s))
		return false;
	for (size_t i = 0; i < TEEHISTORIAN_KEY_COUNT; i++) {
		if (AT(s->present, i))
			judge_present(s, i);
		else
			judge_absent(s, i);
	}
	compare_map(s);
	mark_listed(h);
	snprintf(h->text.version, sizeof(h->text.version),
		 h->minor == TEEHISTORIAN_NO_MINOR ? "%d" : "%d.%d", h->version,
		 (int)h->minor);
	return true;
}
