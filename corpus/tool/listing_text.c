/* SPDX-License-Identifier: MIT */
/*
 * listing_text.c - writes records, facts and edits of a check as text
 *
 *   facts records=3 last_tick=7 map_name="dm1" game_uuid=-
 *   300+4 #0 tick 5 PLAYER_NEW cid=0 x=1 y=2
 *     flag change="new" item_type=5 item_id=0 x=1 y=2 team=0
 *   edit 310-3 +40 lossy teehistorian.truncated, finding 2
 *
 * A player wrote a field in brackets.  Long bytes are cut: the line has the first and the
 * last bytes, and their number.
 */
#include "corpus/tool/listing_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LONG_BYTES = 48, SHOWN_BYTES = 8 };

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(struct buffer *text, const char *format, ...)
{
	char words[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(words, sizeof(words), format, arguments);
	va_end(arguments);
	buffer_words(text, words);
}

/* ---------------------------------------------------------------- bytes -- */

static void
put_hex(struct buffer *text, const unsigned char *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < size; i++) {
		buffer_byte(text, (unsigned char)digits[bytes[i] >> 4]);
		buffer_byte(text, (unsigned char)digits[bytes[i] & 0xf]);
	}
}

static void
put_bytes(struct buffer *text, const unsigned char *bytes, uint64_t size)
{
	if (!bytes || size <= LONG_BYTES) {
		put_hex(text, bytes, bytes ? (size_t)size : 0);
	} else {
		put_hex(text, bytes, SHOWN_BYTES);
		put(text, "..");
		put_hex(text, bytes + size - SHOWN_BYTES, SHOWN_BYTES);
	}
	put(text, bytes ? "(%" PRIu64 ")" : "not held(%" PRIu64 ")", size);
}

static void
put_text(struct buffer *text, const unsigned char *bytes, uint64_t size)
{
	buffer_byte(text, '"');
	for (uint64_t i = 0; i < size; i++) {
		const unsigned char c = bytes[i];

		if (c < ' ' || c > '~' || c == '"' || c == '\\') {
			buffer_byte(text, '\\');
			put_hex(text, bytes + i, 1);
		} else {
			buffer_byte(text, c);
		}
	}
	buffer_byte(text, '"');
}

/* -------------------------------------------------------------- records -- */

static void
put_integer(struct buffer *text, int64_t integer)
{
	if (integer < 0)
		buffer_byte(text, '-');
	buffer_decimal(text,
		       integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer);
}

static void
put_value(struct buffer *text, const struct dfk_field *f)
{
	switch (f->kind) {
	case DFK_FIELD_INT: put_integer(text, f->integer); return;
	case DFK_FIELD_TEXT:
	case DFK_FIELD_TEXTS:
		if (f->bytes && f->size <= LONG_BYTES)
			put_text(text, f->bytes, f->size);
		else
			put_bytes(text, f->bytes, f->size);
		if (f->kind == DFK_FIELD_TEXTS)
			put(text, "s");
		return;
	case DFK_FIELD_UUID: put_hex(text, f->bytes, (size_t)f->size); return;
	case DFK_FIELD_BYTES: put_bytes(text, f->bytes, f->size); return;
	}
}

static void
put_fields(struct buffer *text, const struct dfk_record *r)
{
	buffer_byte(text, ' ');
	buffer_words(text, r->name);
	for (size_t i = 0; i < r->n_fields; i++) {
		const struct dfk_field *f = &r->fields[i];

		buffer_words(text, f->payload ? " (" : " ");
		buffer_words(text, f->name);
		buffer_words(text, f->payload ? ")=" : "=");
		put_value(text, f);
	}
	buffer_byte(text, '\n');
}

void
listing_item(struct buffer *text, const struct dfk_record *item)
{
	buffer_words(text, "   ");
	put_fields(text, item);
}

void
listing_record(struct buffer *text, const struct dfk_record *r)
{
	buffer_words(text, "  ");
	buffer_decimal(text, r->offset);
	buffer_byte(text, '+');
	buffer_decimal(text, r->length);
	if (r->index != UINT64_MAX) {
		buffer_words(text, " #");
		buffer_decimal(text, r->index);
	}
	if (r->tick != -1) {
		buffer_words(text, " tick ");
		put_integer(text, r->tick);
	}
	put_fields(text, r);
}

/* ---------------------------------------------------------------- facts -- */

static void
put_fact(struct buffer *text, const struct dfk_fact *f)
{
	put(text, " %s=", f->name);
	switch (f->kind) {
	case DFK_FACT_INT: put_integer(text, f->integer); return;
	case DFK_FACT_REAL: put(text, "%.2f", f->real); return;
	case DFK_FACT_BOOL: put(text, f->truth ? "true" : "false"); return;
	case DFK_FACT_TEXT:
		if (f->text)
			put_text(text, (const unsigned char *)f->text,
				 strlen(f->text));
		else
			put(text, "-");
		return;
	}
}

void
listing_facts(struct buffer *text, const struct dfk_check *check)
{
	const struct dfk_result *r = dfk_result_of(check);
	struct dfk_fact fact;

	put(text, "  facts version=%s", r->version ? r->version : "-");
	if (r->compression)
		put(text, " %s=%" PRIu64 " undecoded=%" PRIu64 " loss=%s",
		    r->compression, r->decoded_size, r->undecoded,
		    r->loss_unknown ? "unknown" : "known");
	if (r->carriage_returns)
		put(text, " carriage_returns=%" PRIu64,
		    r->carriage_returns);
	for (size_t i = 0; dfk_fact_at(check, i, &fact); i++)
		put_fact(text, &fact);
	buffer_byte(text, '\n');
}

/* ---------------------------------------------------------------- edits -- */

void
listing_edits(struct buffer *text, const struct dfk_check *check)
{
	const struct dfk_result *r = dfk_result_of(check);
	struct dfk_edit edit;

	for (size_t i = 0; dfk_edit_at(check, i, &edit); i++) {
		put(text, "  %" PRIu64 "-%" PRIu64, edit.offset, edit.remove);
		if (edit.insert_length) {
			put(text, " +");
			put_bytes(text, edit.insert, edit.insert_length);
		}
		if (edit.ticks)
			put(text, " ticks %" PRId64 "+%" PRIu64, edit.tick,
			    edit.ticks);
		put(text, "%s %s, finding %" PRIu64 "\n",
		    edit.lossy ? " lossy" : "", edit.rule->id, edit.finding);
	}
	if (r->repairable != DFK_REPAIRABLE_NOT_NEEDED)
		put(text,
		    "  %s: kept %" PRIu64 ", changed %" PRIu64
		    ", dropped %" PRIu64 ", added %" PRIu64 "\n",
		    dfk_repairable_name(r->repairable), r->kept, r->changed,
		    r->dropped, r->added);
}
