/* SPDX-License-Identifier: MIT */
/*
 * header_scan.c - reads the start of the file: magic, JSON text, NUL (SPEC.md, TH-1), in
 * one pass over the tokens of the JSON text (TH-3)
 *
 *   699db17b8efb34ffb1d8da6f60c15dd1   { ... }   00   messages
 *   0                               16              16 + n
 */
#include "validator/teehistorian/header_scan.h"

enum { MAGIC_SIZE = UUID_SIZE };

/* The UUID of the name teehistorian@ddnet.tw. */
static const struct uuid magic = UUID(0x699db17b, 0x8efb34ff, 0xb1d8da6f,
				      0x60c15dd1);

unsigned
teehistorian_match(struct span head, bool closed)
{
	static const char start[] = "{\"comment\":\"teehistorian@";
	const struct span text = span_tail(head, MAGIC_SIZE);
	struct cursor a = cur_span(head, 0);
	struct cursor b = cur_init(magic.bytes, MAGIC_SIZE, 0);
	unsigned same = 0;

	if (head.len < MAGIC_SIZE) {
		if (!closed || !head.len ||
		    !span_starts((struct span){ magic.bytes, MAGIC_SIZE },
				 head.ptr, head.len))
			return EVIDENCE_NONE;
		return (unsigned)head.len * 8;
	}
	while (cur_left(&b))
		same += cur_u8(&a) == cur_u8(&b);
	if (same == MAGIC_SIZE)
		return same * 8;
	/* The magic is damaged, but only a teehistorian file has such a JSON text. */
	if (span_starts(text, start, sizeof(start) - 1))
		return 64;
	if (same >= 12 && span_starts(text, "{", 1))
		return 48;
	return EVIDENCE_NONE;
}

/* ----------------------------------------------------------- the tokens -- */

/* The state of the pass over the tokens. */
struct header_pass {
	struct header_scan *scan;
	struct json json;
	size_t key;   /* number of the known key of the top object; the number
	                 of keys if the key is unknown */
	size_t order; /* number of the last known key, plus one */
	uint32_t objects;
	uint32_t object[JSON_MAX_DEPTH + 1]; /* for each level the number of
	                                        its object */
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
take_header_key(struct header_pass *w, struct json_token token)
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
	       "a value in %s that is not a string" WANTED "a string", name);
}

/* Handles a value in config, tuning or uuids. */
static bool
take_member(struct header_pass *w, struct json_token token)
{
	const enum json_type whole = teehistorian_value_type(w->key);

	if (AT(w->scan->value, w->key).type != whole)
		return true; /* the wrong type of the container was reported */
	if (token.type != TOKEN_STRING)
		wrong_member(w, token);
	else if (whole == TOKEN_ARRAY)
		return teehistorian_list_name(w->scan, token);
	return true;
}

/* Handles a value.  `depth`: the depth of the object or array that contains the value. */
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

/* Ends the object or array of a known key.  The whole text of the object or array is the
   value. */
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

/* TH-3: DDNet 15.3.2 to 19.1 cut the last escape of a string that fills its buffer. */
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

/* Handles one token.  False: the pass ends. *done: the JSON text is complete. */
static bool
take_token(struct header_pass *w, struct json_token t, bool *done)
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
	case TOKEN_KEY: return take_header_key(w, t);
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

/* Replaces each byte of a bad sequence with '?'.  No other byte moves. */
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

/* TH-3: reports bytes that are not UTF-8. */
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

/* Reads and judges the header.  False: the messages cannot be read. */
static bool
scan_header(struct teehistorian *th, struct span json, uint64_t origin)
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
	while (take_token(&w, json_next(&w.json), &done))
		;
	if (!done)
		return false;
	report_utf8(&scan);
	report_layout(&scan, &w.json);
	return teehistorian_judge_header(&scan);
}

/* ------------------------------------------------------------ the start -- */

static enum pull
die(struct teehistorian *th)
{
	th->phase = TEEHISTORIAN_DEAD;
	return PULL_HALT;
}

/* TH-1: reads the UUID.  False: the UUID is incomplete or wrong.  If this was reported,
   *p is PULL_HALT. */
static bool
read_magic_uuid(struct teehistorian *th, struct cursor *c, bool closed,
		enum pull *p)
{
	const struct span all = cur_rest(c);
	const struct span got = cur_bytes(c, MAGIC_SIZE);

	if (!cur_ok(c) && !closed)
		return false; /* read_json_text() would return the same */
	if (cur_ok(c) && span_equal(got, magic.bytes, MAGIC_SIZE))
		return true;
	*p = die(th);
	if (span_starts((struct span){ magic.bytes, MAGIC_SIZE }, all.ptr,
			all.len))
		report(th->report, RULE_teehistorian_magic_short,
		       &(struct site){ .off = all.len },
		       "the first %zu byte%s of the teehistorian UUID" WANTED
		       "16 bytes and a header",
		       all.len, all.len == 1 ? "" : "s");
	else
		report(th->report, RULE_teehistorian_magic,
		       &(struct site){ .len = all.len < MAGIC_SIZE ? all.len
								   : MAGIC_SIZE,
				       .expected = "699db17b-8efb-34ff-b1d8-"
						   "da6f60c15dd1" },
		       "another UUID");
	return false;
}

/* TH-1: reads the JSON text and its NUL. */
static bool
read_json_text(struct teehistorian *th, struct cursor *c, bool closed,
	       struct span *json, enum pull *p)
{
	const uint64_t limit = th->limits->header_bytes;
	const uint64_t done = th->header.nul_scanned;
	const struct span rest = cur_rest(c);
	struct cursor ahead = cur_span(span_tail(rest, (size_t)done), 0);
	bool found;
	const size_t n = cur_until_nul(&ahead, limit - done + 1, &found).len;

	th->header.nul_scanned = done + n;
	if (found) {
		*json = cur_bytes(c, (size_t)done + n);
		cur_u8(c);
		return true;
	}
	if (done + n > limit) {
		report(th->report, RULE_limit_header_bytes,
		       &(struct site){ .off = MAGIC_SIZE, .len = limit },
		       "a header of more than %llu bytes",
		       (unsigned long long)limit);
	} else if (closed) {
		report(th->report, RULE_teehistorian_header_unterminated,
		       &(struct site){ .off = MAGIC_SIZE, .len = rest.len },
		       "the end of the file %zu byte%s into the header" WANTED
		       "a NUL byte",
		       rest.len, rest.len == 1 ? "" : "s");
	} else {
		*p = PULL_MORE;
		return false;
	}
	*p = die(th);
	return false;
}

/* Fills in the event of the header.  The header is an event, because events cover the
   file without gaps. */
static void
header_event(struct teehistorian_event *ev, struct span json, uint64_t end)
{
	*ev = (struct teehistorian_event){
		.kind = TEEHISTORIAN_HEADER,
		.len = end,
		.blob = json,
		.blob_off = MAGIC_SIZE,
		.blob_len = json.len,
	};
}

enum pull
teehistorian_read_header(struct teehistorian *th, struct cursor *in,
			 bool closed)
{
	struct cursor c = *in;
	enum pull p = PULL_MORE;
	struct span json;

	if (!read_magic_uuid(th, &c, closed, &p) ||
	    !read_json_text(th, &c, closed, &json, &p)) {
		in->need = c.need;
		return p;
	}
	if (!scan_header(th, json, MAGIC_SIZE))
		return die(th);
	header_event(&th->reading.ev, json, cur_tell(&c));
	*in = c;
	th->phase = TEEHISTORIAN_IN_MESSAGES;
	th->here.off = th->cut_point.off = cur_tell(&c);
	return PULL_EVENT;
}
