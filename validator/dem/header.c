/* SPDX-License-Identifier: MIT */
/* header.c - the header of a demo (DEM-2) */
#include <stdio.h>

#include "validator/core/utf8.h"
#include "validator/dem/dem.h"

/* ------------------------------------------------------------------- texts */

/* A text of the header, up to its NUL or the end of its field. */
struct dem_text {
	const char *field;
	uint64_t off;
	struct span all, text;
	bool ends, is_path;
};

static struct dem_text
text_field_at(struct span header, const char *field, uint64_t off, bool is_path)
{
	struct dem_text t = { .field = field, .off = off, .is_path = is_path };
	struct cursor c;

	t.all = span_head(span_tail(header, off), DEM_TEXT_BYTES);
	c = cur_span(t.all, 0);
	t.text = cur_until_nul(&c, DEM_TEXT_BYTES, &t.ends);
	return t;
}

static void
check_text_end(struct dem *d, const struct dem_text *t)
{
	static const uint8_t nul[1] = { 0 };
	const uint64_t last = t->off + DEM_TEXT_BYTES - 1;

	if (!t->ends)
		report(d->report, RULE_dem_text_end,
		       &(struct site){
			       .off = t->off,
			       .len = DEM_TEXT_BYTES,
			       .field = t->field,
			       .fix = fix_replace(last, 1,
						  (struct span){ nul, 1 }) },
		       "no NUL in 260 bytes");
}

static void
check_text_rest(struct dem *d, const struct dem_text *t)
{
	const struct span rest = span_tail(t->all, t->text.len);

	if (t->ends && span_zeros(rest) < rest.len)
		report(d->report, RULE_dem_text_rest,
		       &(struct site){ .off = t->off + t->text.len,
				       .len = rest.len,
				       .field = t->field },
		       "bytes other than zeros after the text");
}

static void
check_text_form(struct dem *d, const struct dem_text *t)
{
	const struct site site = { .off = t->off,
				   .len = t->text.len,
				   .field = t->field };

	if (!utf8_is_text(t->text, ""))
		report(d->report,
		       t->is_path ? RULE_dem_identifier : RULE_dem_text_form,
		       &site,
		       utf8_is(t->text) ? "control characters"
					: "bytes that are not UTF-8");
}

static void
check_text_path(struct dem *d, const struct dem_text *t)
{
	struct cursor c = cur_span(t->text, 0);
	uint8_t before = 0;
	bool path = false;

	if (!t->is_path)
		return;
	while (cur_left(&c)) {
		const uint8_t byte = cur_u8(&c);

		path |= byte == '/' || byte == '\\' ||
			(byte == '.' && before == '.');
		before = byte;
	}
	if (path)
		report(d->report, RULE_dem_text_path,
		       &(struct site){ .off = t->off,
				       .len = t->text.len,
				       .field = t->field },
		       "a path" WANTED "a name");
}

static void
copy_up_to_nul(const struct dem_text *t, char *out)
{
	const struct span text = span_head(t->text, DEM_TEXT_BYTES - 1);

	if (text.len)
		memcpy(out, text.ptr, text.len);
	poke(out, DEM_TEXT_BYTES, text.len, '\0');
}

static void
read_texts(struct dem *d, struct span header)
{
	struct dem_header *h = &d->header;
	const struct dem_text texts[] = {
		text_field_at(header, "server_name", DEM_AT_SERVER, false),
		text_field_at(header, "client_name", DEM_AT_CLIENT, false),
		text_field_at(header, "map_name", DEM_AT_MAP, true),
		text_field_at(header, "game_directory", DEM_AT_GAME, true),
	};
	char *const copies[] = { h->server, h->client, h->map, h->game };

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		copy_up_to_nul(&AT(texts, i), AT(copies, i));
		check_text_end(d, &AT(texts, i));
		check_text_rest(d, &AT(texts, i));
		check_text_form(d, &AT(texts, i));
		check_text_path(d, &AT(texts, i));
	}
}

/* ------------------------------------------------------------------ fields */

static void
read_header_counters(struct dem *d, struct cursor *c)
{
	struct dem_header *h = &d->header;

	h->time = real_of((uint32_t)cur_le32(c));
	h->ticks = cur_le32(c);
	h->frames = cur_le32(c);
	h->signon = cur_le32(c);
	d->header.time_text = real_print((double)h->time, 9);
}

static bool
is_plain_protocol(int32_t protocol)
{
	return protocol == 2 || protocol == 3;
}

/* If svc_serverinfo can be read in a layout of commands that does not belong to the demo
   protocol, the demo protocol is wrong. */
static void
check_layout(struct dem *d, struct span head)
{
	const int32_t found = d->header.protocol;
	struct dem_server_info info;

	if (!dem_find_server(head, &info))
		return;
	if (info.slotted ? found != 4 : !is_plain_protocol(found))
		dem_check_protocol(d, &info);
}

/* Reports an unknown demo protocol.  Returns the phase after the header. */
static enum dem_phase
judge_protocol(struct dem *d)
{
	const struct dem_header *h = &d->header;
	const struct site site = { .off = DEM_MAGIC_BYTES, .len = 4 };

	if (is_plain_protocol(h->protocol))
		return DEM_IN_COMMANDS;
	if (h->protocol == 4)
		return DEM_AT_COMMANDS;
	report(d->report, RULE_dem_protocol, &site,
	       "protocol %d" WANTED "protocol 2, 3 or 4", h->protocol);
	return DEM_HALTED;
}

/* Reads the header from `bytes`: the header of the file, or the original header if the
   stamp was damaged. */
static enum pull
consume_header(struct dem *d, struct cursor *in, struct span bytes)
{
	struct dem_header *h = &d->header;
	struct cursor c = cur_span(bytes, 0);

	cur_bytes(&c, DEM_MAGIC_BYTES);
	h->protocol = cur_le32(&c);
	h->network = cur_le32(&c);
	check_layout(d, cur_rest(in));
	snprintf(d->header.version, sizeof(d->header.version), "%d",
		 h->protocol);
	read_texts(d, bytes);
	cur_bytes(&c, DEM_AT_TIME - DEM_AT_SERVER);
	read_header_counters(d, &c);
	cur_bytes(in, DEM_HEADER_BYTES);
	d->progress.pos = d->progress.next = DEM_HEADER_BYTES;
	dem_emit(d, &(struct dem_event){ .kind = DEM_HEADER,
					 .len = DEM_HEADER_BYTES,
					 .tick = -1 });
	d->phase = judge_protocol(d);
	return d->phase == DEM_HALTED ? PULL_HALT : PULL_EVENT;
}

/* Are the first `size` bytes of the file there, or all its bytes?  If not, the cursor asks
   for the rest. */
static bool
is_head_there(struct cursor *in, size_t size, bool closed)
{
	if (cur_left(in) >= size || closed)
		return true;
	in->need = size - cur_left(in);
	return false;
}

/* Tries to prove the fields of a header whose stamp is wrong. */
static enum pull
read_lost(struct dem *d, struct cursor *in, bool closed)
{
	struct dem_server_info info;
	const bool found = dem_find_server(cur_rest(in), &info);

	if (!found && !is_head_there(in, DEM_HEADER_BYTES + DEM_LAYOUT_BYTES,
				     closed))
		return PULL_MORE;
	if (found || dem_find_slotted(cur_rest(in), &info)) {
		uint8_t header[DEM_HEADER_BYTES];

		dem_rebuild_header(d, cur_rest(in), &info, header);
		return consume_header(d, in,
				      (struct span){ header, sizeof(header) });
	}
	d->phase = DEM_HALTED;
	report(d->report, RULE_dem_magic,
	       &(struct site){ .len = span_head(cur_rest(in), DEM_MAGIC_BYTES)
				       .len },
	       "different bytes, and no svc_serverinfo behind the header"
	       WANTED "HL2DEMO and a NUL");
	return PULL_HALT;
}

enum pull
dem_read_header(struct dem *d, struct cursor *in, bool closed)
{
	struct cursor c = *in;
	const struct span bytes = cur_bytes(&c, DEM_HEADER_BYTES);

	if (!is_head_there(in, LOST_HEAD_BYTES, closed))
		return PULL_MORE;
	if (!dem_begins(cur_rest(in)))
		return read_lost(d, in, closed);
	if (cur_ok(&c))
		return consume_header(d, in, bytes);
	d->phase = DEM_HALTED;
	report(d->report, RULE_dem_header_truncated,
	       &(struct site){ .off = cur_end(in) },
	       "the end of the file" WANTED "%zu more bytes", c.need);
	return PULL_HALT;
}
