/* SPDX-License-Identifier: MIT */
/* header_scan.c - one pass over the tokens of the JSON header */
#include "validator/teehistorian/header_scan.h"

/* Where the pass is. */
struct header_pass {
	struct header_scan *scan;
	struct json json;
	size_t key;   /* the known key of the top object, or the count */
	size_t order; /* one above the last known key */
	uint32_t objects;
	uint32_t object[JSON_MAX_DEPTH + 1]; /* number of the object a level */
};

static size_t
find_key(struct json_token token)
{
	char name[32];
	size_t i = 0;

	if (json_decode(token, name, sizeof(name)) >= sizeof(name))
		return TEEHISTORIAN_KEY_COUNT;
	while (i < TEEHISTORIAN_KEY_COUNT &&
	       strcmp(name, teehistorian_header_key(i)->name) != 0)
		i++;
	return i;
}

static bool
take_key(struct header_pass *w, struct json_token token)
{
	const unsigned depth = w->json.depth;

	if (depth == 1) {
		w->key = find_key(token);
		if (w->key < TEEHISTORIAN_KEY_COUNT) {
			w->scan->out_of_order |= w->key + 1 < w->order;
			w->order = w->key + 1;
		}
	}
	return teehistorian_add_key(w->scan, token, AT(w->object, depth));
}

/* TH-3 */
static void
wrong_member(struct header_pass *w, struct json_token token)
{
	const char *name = teehistorian_header_key(w->key)->name;

	report(w->scan->th->report, RULE_teehistorian_header_type,
	       &(struct site){
		       .off = token.off, .len = token.text.len, .field = name },
	       "another type in %s" WANTED "a string", name);
}

/* A value in config, tuning or uuids. */
static bool
take_member(struct header_pass *w, struct json_token token)
{
	const enum json_type whole = teehistorian_value_type(w->key);

	if (AT(w->scan->value, w->key).type != whole)
		return true; /* the container is wrong already */
	if (token.type != TOKEN_STRING)
		wrong_member(w, token);
	else if (whole == TOKEN_ARRAY)
		return teehistorian_list_name(w->scan, token);
	return true;
}

/* A value; `depth` is that of the object or array it is in. */
static bool
take_value(struct header_pass *w, struct json_token token, unsigned depth)
{
	if (w->key == TEEHISTORIAN_KEY_COUNT)
		return true;
	if (depth == 1) {
		AT(w->scan->value, w->key) = token;
		AT(w->scan->present, w->key) = true;
		return true;
	}
	if (depth == 2 && teehistorian_value_type(w->key) != TOKEN_STRING)
		return take_member(w, token);
	return true;
}

/* The object or array of a known key ends: the value is all of it. */
static void
end_value(struct header_pass *w, struct json_token end)
{
	struct json_token *value;

	if (w->key == TEEHISTORIAN_KEY_COUNT)
		return;
	value = &AT(w->scan->value, w->key);
	value->text = span_head(
		span_tail(w->scan->json,
			  (size_t)(value->off - w->scan->origin)),
		(size_t)(end.off + end.text.len - value->off));
}

/* TH-3 */
static bool
fatal(struct header_pass *w, uint64_t off, const char *expected,
      const char *found)
{
	const struct header_scan *s = w->scan;
	const bool inside = off < s->origin + s->json.len;

	report(s->th->report, RULE_teehistorian_header_json,
	       &(struct site){
		       .off = off, .len = inside, .expected = expected },
	       "%s", found);
	return false;
}

/* TH-3: DDNet 15.3.2 to 19.1 end a string like this if it just fits. */
static void
report_cut_escape(struct header_pass *w)
{
	const struct json_cut cut = w->json.cut;
	struct site site = {
		.off = cut.off,
		.len = cut.len,
		.fix = fix_replace(cut.off, cut.len, (struct span){ NULL, 0 }),
	};

	site.fix.lossy = site.fix.ahead = true;
	report(w->scan->th->report, RULE_teehistorian_header_cut_escape, &site,
	       "an escape of %zu bytes at the end of a string" WANTED
	       "6 bytes, such as \\u0001",
	       cut.len);
	w->json.cut.len = 0;
}

static bool
too_deep(struct header_pass *w, uint64_t off)
{
	report(w->scan->th->report, RULE_limit_header_depth,
	       &(struct site){ .off = off, .len = 1 }, "more than %llu levels",
	       (unsigned long long)w->scan->th->limits->header_depth);
	return false;
}

/* One token; false ends the pass, *done says whether it is complete. */
static bool
take(struct header_pass *w, struct json_token t, bool *done)
{
	const unsigned depth = w->json.depth;

	if (w->json.cut.len)
		report_cut_escape(w);
	switch (t.type) {
	case TOKEN_OBJECT:
	case TOKEN_ARRAY:
		AT(w->object, depth) = ++w->objects;
		if (depth > 1)
			return take_value(w, t, depth - 1);
		return t.type == TOKEN_OBJECT ||
		       fatal(w, t.off, "an object", "an array");
	case TOKEN_OBJECT_END:
	case TOKEN_ARRAY_END:
		if (depth == 1)
			end_value(w, t);
		return true;
	case TOKEN_KEY: return take_key(w, t);
	case TOKEN_STRING:
	case TOKEN_NUMBER:
	case TOKEN_LITERAL:
		if (depth == 0)
			return fatal(w, t.off, "an object", "a single value");
		return take_value(w, t, depth);
	case TOKEN_END: *done = true; return false;
	case TOKEN_ERROR:
		return fatal(w, t.off, "JSON", "bytes that are not JSON");
	case TOKEN_DEEP: break;
	}
	return too_deep(w, t.off);
}

/* Each byte of a bad sequence becomes '?', and no other byte moves. */
static void
replace_bad_utf8(const struct header_scan *scan)
{
	static const uint8_t marks[] = "???";
	struct cursor c = cur_span(scan->json, scan->origin);

	while (cur_left(&c)) {
		size_t good;
		const size_t n = utf8_bad_sequence(cur_rest(&c), &good);
		struct fix fix = fix_replace(cur_tell(&c), n,
					     (struct span){ marks, n });

		fix.lossy = fix.ahead = true;
		if (n)
			report_also(scan->th->report, &fix);
		cur_bytes(&c, n + good);
	}
}

/* TH-3: bytes that are not UTF-8. */
static void
report_utf8(const struct header_scan *scan)
{
	struct utf8 utf8 = utf8_init();

	utf8_feed(&utf8, scan->json);
	utf8_end(&utf8);
	if (utf8.bad == UTF8_CLEAN)
		return;
	report(scan->th->report, RULE_teehistorian_header_utf8,
	       &(struct site){ .off = scan->origin + (uint64_t)utf8.bad,
			       .len = 1,
			       .fix.kind = FIX_APART },
	       "a byte that is not UTF-8" WANTED "UTF-8");
	if (report_mended(scan->th->report))
		replace_bad_utf8(scan);
}

/* TH-3 */
static void
report_layout(const struct header_scan *scan, const struct json *json)
{
	if (scan->out_of_order || json->blank)
		report(scan->th->report, RULE_teehistorian_header_order,
		       &(struct site){ .off = scan->origin }, "%s",
		       json->blank ? "white space between tokens"
				   : "keys in another order");
}

bool
teehistorian_scan_header(struct teehistorian *th, struct span json,
			 uint64_t origin)
{
	struct header_scan scan = { .th = th, .json = json, .origin = origin };
	struct header_pass w = {
		.scan = &scan,
		.json = json_init(json, origin,
				  (unsigned)th->limits->header_depth),
		.key = TEEHISTORIAN_KEY_COUNT,
	};
	bool done = false;

	w.json.may_be_cut = true;
	while (take(&w, json_next(&w.json), &done))
		;
	if (!done)
		return false;
	report_utf8(&scan);
	report_layout(&scan, &w.json);
	return teehistorian_judge_header(&scan);
}
