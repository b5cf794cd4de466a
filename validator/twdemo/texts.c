/* SPDX-License-Identifier: MIT */
/* texts.c - checks the texts of the header (TW-2) */
#include "validator/core/always.h"
#include "validator/core/utf8.h"
#include "validator/twdemo/twdemo.h"

/* A text field of the header (`all`), and its text up to the NUL. */
struct header_text {
	const char *field;
	uint64_t off;
	struct span all, text;
	bool ends;
};

static struct header_text
find_header_text(struct span header, const char *field, uint64_t off,
		 size_t len)
{
	struct header_text t = { .field = field, .off = off };
	struct cursor c;

	t.all = span_head(span_tail(header, off), len);
	c = cur_span(t.all, 0);
	t.text = cur_until_nul(&c, len, &t.ends);
	return t;
}

static struct site
site_in(const struct header_text *t, uint64_t at, uint64_t len)
{
	return (struct site){ .off = t->off + at,
			      .len = len,
			      .field = t->field };
}

/* Copies the text.  Each byte that is not UTF-8 becomes a question mark. */
static void
mend_text(struct span text, uint8_t *out, size_t room)
{
	struct cursor c = cur_span(text, 0);
	size_t n = 0;

	while (cur_left(&c)) {
		size_t good = 0;
		const size_t bad = utf8_bad_sequence(cur_rest(&c), &good);

		for (size_t i = 0; i < bad; i++)
			poke(out, room, n++, '?');
		cur_bytes(&c, bad);
		for (size_t i = 0; i < good; i++)
			poke(out, room, n++, cur_u8(&c));
	}
}

/* Returns the fix that writes the corrected text, and then zeros.  The last byte becomes
   a NUL, which may cut a character. */
static struct fix
mend_field(const struct header_text *t, uint8_t *out, size_t room)
{
	struct fix fix;

	mend_text(span_head(t->text, t->all.len - 1), out, room);
	fix = fix_replace(t->off, t->all.len, (struct span){ out, t->all.len });
	fix.lossy = fix.ahead = true;
	return fix;
}

static void
check_header_text_end(struct twdemo *d, const struct header_text *t)
{
	uint8_t mended[64] = { 0 };
	struct site site = site_in(t, 0, t->all.len);

	if (t->ends)
		return;
	site.fix = mend_field(t, mended, sizeof(mended));
	report(d->report, RULE_twdemo_text_end, &site,
	       "no NUL in %zu bytes" WANTED "a text of up to %zu bytes",
	       t->all.len, t->all.len - 1);
}

/* Checks that a text is UTF-8.  False: the text is not UTF-8, and the fix replaces the
   whole field. */
static bool
check_text_utf8(struct twdemo *d, const struct header_text *t)
{
	struct utf8 u = utf8_init();
	uint8_t mended[64] = { 0 };
	struct site site;

	utf8_feed(&u, t->text);
	utf8_end(&u);
	if (u.bad == UTF8_CLEAN)
		return true;
	site = site_in(t, (uint64_t)u.bad, t->text.len - (uint64_t)u.bad);
	site.fix = mend_field(t, mended, sizeof(mended));
	report(d->report, RULE_twdemo_text_utf8, &site,
	       "bytes that are not UTF-8");
	return false;
}

static void
check_padding(struct twdemo *d, const struct header_text *t, bool mends)
{
	static const uint8_t zeros[64] = { 0 };
	const struct span rest = span_tail(t->all, t->text.len);
	struct site site;

	if (span_zeros(rest) == rest.len)
		return;
	site = site_in(t, t->text.len, rest.len);
	if (mends)
		site.fix = fix_replace(site.off, rest.len,
				       (struct span){ zeros, rest.len });
	report(d->report, RULE_twdemo_text_padding, &site,
	       "nonzero bytes after the text");
}

/* YYYY-MM-DD_HH-MM-SS, a date of the calendar. */
static bool
is_date(struct span text)
{
	static const char form[] = "dddd-dd-dd_dd-dd-dd";
	static const struct {
		unsigned low, high;
	} range[] = { { 0, 9999 }, { 1, 12 }, { 1, 31 },
		      { 0, 23 },   { 0, 59 }, { 0, 60 } };
	static const unsigned days[] = { 31, 29, 31, 30, 31, 30,
					 31, 31, 30, 31, 30, 31 };
	unsigned part[COUNT_OF(range)] = { 0 };
	struct cursor c = cur_span(text, 0);
	size_t n = 0;

	if (text.len != sizeof(form) - 1)
		return false;
	for (size_t i = 0; i < sizeof(form) - 1; i++) {
		const uint8_t byte = cur_u8(&c);

		if (AT(form, i) != 'd') {
			if (byte != (uint8_t)AT(form, i))
				return false;
			n++;
		} else if (byte < '0' || byte > '9') {
			return false;
		} else {
			AT(part, n) = AT(part, n) * 10 + (unsigned)(byte - '0');
		}
	}
	for (size_t i = 0; i < COUNT_OF(range); i++)
		if (AT(part, i) < AT(range, i).low ||
		    AT(part, i) > AT(range, i).high)
			return false;
	if (AT(part, 1) == 2 && AT(part, 2) == 29)
		return AT(part, 0) % 4 == 0 &&
		       (AT(part, 0) % 100 || AT(part, 0) % 400 == 0);
	return AT(part, 2) <= AT(days, AT(part, 1) - 1);
}

static void
check_map_name(struct twdemo *d, const struct header_text *t)
{
	const struct site site = site_in(t, 0, t->all.len);

	if (t->text.len)
		return;
	report(d->report, RULE_twdemo_map_name, &site,
	       "an empty name" WANTED "a name such as dm1");
}

/* repair/twdemo.c finds the right type with the help of the messages. */
static void
check_recording_type(struct twdemo *d, const struct header_text *t)
{
	struct site site = site_in(t, 0, t->all.len);

	if (span_is(t->text, "client") || span_is(t->text, "server"))
		return;
	site.fix.kind = FIX_APART;
	report(d->report, RULE_twdemo_type, &site,
	       "another text" WANTED "client or server");
	twdemo_remember(d, &d->pending.type, RULE_twdemo_type);
}

static void
check_timestamp(struct twdemo *d, const struct header_text *t)
{
	const uint8_t *known = (const uint8_t *)d->text.modified;
	struct site site = site_in(t, 0, t->all.len);

	if (is_date(t->text))
		return;
	if (is_date((struct span){ known, strlen(d->text.modified) })) {
		site.fix = fix_replace(t->off, t->all.len,
				       (struct span){ known, t->all.len });
		site.fix.lossy = site.fix.ahead = true;
	}
	report(d->report, RULE_twdemo_timestamp, &site,
	       "a text that is not a date" WANTED
	       "a date such as 2024-01-31_23-59-59");
}

/* Returns the header with the version that its hash proves (game.c).  So the texts are
   judged as after the repair of the version. */
static struct span
mend_game(const struct twdemo *d, struct span header,
	  uint8_t out[TWDEMO_HEADER_BYTES])
{
	const struct span game = d->header.game;

	if (!game.len || NEVER(header.len != TWDEMO_HEADER_BYTES))
		return header;
	memcpy(out, header.ptr, header.len);
	memcpy(room_at(out, TWDEMO_HEADER_BYTES, 8, game.len), game.ptr,
	       game.len);
	return (struct span){ out, header.len };
}

void
twdemo_check_texts(struct twdemo *d, struct span header)
{
	uint8_t mended[TWDEMO_HEADER_BYTES];
	const struct span read = mend_game(d, header, mended);
	const struct header_text texts[] = {
		find_header_text(read, "net_version", 8, 64),
		find_header_text(read, "map_name", 72, 64),
		find_header_text(read, "type", TWDEMO_AT_TYPE, 8),
		find_header_text(read, "timestamp", 156, 20),
	};

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		check_header_text_end(d, &AT(texts, i));
		check_padding(d, &AT(texts, i),
			      check_text_utf8(d, &AT(texts, i)));
	}
	check_map_name(d, &AT(texts, 1));
	check_recording_type(d, &AT(texts, 2));
	check_timestamp(d, &AT(texts, 3));
}
