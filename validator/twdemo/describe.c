/* SPDX-License-Identifier: MIT */
/* describe.c - describes a part of a demo as names and values, for the command inspect */
#include <stdio.h>

#include "validator/twdemo/twdemo.h"

/* --------------------------------------------------------------- a message */

/* Adds bytes without a field of their own, which may contain text of players. */
static void
add_unnamed_bytes(struct description *d, struct span rest)
{
	if (!twdemo_is_padding(rest))
		description_bytes(d, "bytes", DFK_FIELD_BYTES, rest)
			->payload = true;
}

static void
add_game_message_field(struct description *d,
		       const struct twdemo_message_field *f)
{
	static const enum dfk_field_kind kinds[] = {
		[TWDEMO_FIELD_INT] = DFK_FIELD_INT,
		[TWDEMO_FIELD_TEXT] = DFK_FIELD_TEXT,
		[TWDEMO_FIELD_UUID] = DFK_FIELD_UUID,
		[TWDEMO_FIELD_DATA] = DFK_FIELD_BYTES,
		[TWDEMO_FIELD_SIZED] = DFK_FIELD_BYTES,
		[TWDEMO_FIELD_REST] = DFK_FIELD_BYTES,
	};
	const enum dfk_field_kind kind = AT(kinds, f->type->kind);
	const struct twdemo_field_name name = twdemo_name_field(f);

	if (kind == DFK_FIELD_INT)
		description_add(d, name.text, f->value);
	else
		description_bytes(d, name.text, kind, f->bytes)
			->payload = f->type->payload;
}

/* Adds fields while there is room.  The last field is for the remaining bytes. */
static void
add_game_message_fields(const struct twdemo_message *m, struct description *d)
{
	struct twdemo_field_reader fields = twdemo_open_fields(m);
	struct twdemo_message_field f;
	uint64_t end = m->fields;

	while (d->record.n_fields < DESCRIPTION_FIELDS - 1 &&
	       twdemo_next_field(&fields, &f) &&
	       f.problem != TWDEMO_FIELD_SHORT) {
		add_game_message_field(d, &f);
		end = f.off + f.len;
	}
	add_unnamed_bytes(d, span_tail(m->bytes, (size_t)end));
}

void
twdemo_describe_message(const struct twdemo_message *m, struct description *out)
{
	if (m->row && m->row->letters) {
		add_game_message_fields(m, out);
		return;
	}
	if (m->extended && m->head == TWDEMO_MESSAGE_OK)
		description_bytes(
			out, "uuid", DFK_FIELD_UUID,
			span_head(span_tail(m->bytes, m->fields - UUID_SIZE),
				  UUID_SIZE));
	else if (m->head != TWDEMO_MESSAGE_NO_ID)
		description_add(out, "id", m->id);
	if (m->head != TWDEMO_MESSAGE_NO_ID)
		description_add(out, "system", m->system);
	add_unnamed_bytes(out, span_tail(m->bytes, m->fields));
}

/* ------------------------------------------------------------- any part of it */

static void
add_demo_header(const struct twdemo *d, struct description *out)
{
	const struct twdemo_header *h = &d->header;

	description_add(out, "version", h->version);
	description_text(out, "net_version", h->net_version);
	description_text(out, "map_name", h->map_name);
	description_add(out, "map_size", h->map_size);
	description_add(out, "map_crc", h->map_crc);
	description_text(out, "type", h->type);
	description_add(out, "length", h->length);
	description_text(out, "timestamp", h->timestamp);
}

static void
add_markers(const struct twdemo *d, struct description *out)
{
	const int32_t n = d->header.n_markers;

	description_add(out, "num_markers", n);
	for (size_t i = 0; i < TWDEMO_MAX_MARKERS && (int64_t)i < n; i++) {
		char name[DESCRIPTION_NAME];

		snprintf(name, sizeof(name), "marker_%zu", i);
		description_add(out, name, AT(d->header.markers, i));
	}
}

static void
add_digest(const struct twdemo *d, struct description *out)
{
	description_bytes(
		out, "sha256", DFK_FIELD_BYTES,
		(struct span){ d->header.sha256, sizeof(d->header.sha256) });
}

static void
add_state(const struct twdemo *d, const struct twdemo_event *ev,
	  struct description *out)
{
	description_add(out, "coded_size", ev->chunk.size);
	if (!ev->read)
		return;
	if (ev->chunk.type == TWDEMO_DELTA) {
		description_add(out, "removed", d->room.delta.n_removed);
		description_add(out, "updated", d->room.delta.n_updates);
	}
	description_add(out, "items", d->state.now->n_items);
	description_text(out, "checksum", d->text.checksum);
}

static void
add_chunk(const struct twdemo *d, const struct twdemo_event *ev,
	  struct description *out)
{
	const struct twdemo_chunk *chunk = &ev->chunk;

	switch (chunk->type) {
	case TWDEMO_TICK:
		out->record.name = chunk->keyframe ? "keyframe" : "tick";
		description_add(out, chunk->absolute ? "absolute" : "relative",
				chunk->ticks);
		break;
	case TWDEMO_SNAPSHOT:
		out->record.name = "snapshot";
		add_state(d, ev, out);
		break;
	case TWDEMO_DELTA:
		out->record.name = "delta";
		add_state(d, ev, out);
		break;
	case TWDEMO_MESSAGE:
		out->record.name = "message";
		description_add(out, "coded_size", chunk->size);
		if (!ev->read)
			break;
		description_text(out, "message_name",
				 twdemo_message_name(&ev->message));
		description_add(out, "system_message", ev->message.system);
		twdemo_describe_message(&ev->message, out);
		break;
	case TWDEMO_UNKNOWN:
		out->record.name = "unknown";
		description_add(out, "coded_size", chunk->size);
		break;
	}
}

void
twdemo_describe(const struct twdemo *d, const struct twdemo_event *ev,
		struct description *out)
{
	static const char *const names[] = {
		[TWDEMO_HEADER] = "header",
		[TWDEMO_MARKERS] = "timeline_markers",
		[TWDEMO_EXTENSION] = "map_sha256",
		[TWDEMO_MAP] = "map",
		[TWDEMO_CHUNK] = "chunk",
		[TWDEMO_DAMAGED] = "damaged",
	};

	out->record = (struct dfk_record){
		.offset = ev->off,
		.length = ev->len,
		.index = d->at.records,
		.tick = d->at.tick,
		.name = AT(names, ev->kind),
		.fields = out->fields,
	};
	switch (ev->kind) {
	case TWDEMO_HEADER: add_demo_header(d, out); break;
	case TWDEMO_MARKERS: add_markers(d, out); break;
	case TWDEMO_EXTENSION: add_digest(d, out); break;
	case TWDEMO_CHUNK: add_chunk(d, ev, out); break;
	case TWDEMO_MAP:
	case TWDEMO_DAMAGED: break;
	}
}

/* TW-6.3: an item of a snapshot, or an item that a delta changes.  The snapshot after the
   delta is in d->state.next. */
bool
twdemo_describe_item(const struct twdemo *d, const struct twdemo_event *ev,
		     size_t index, struct description *out)
{
	const struct snapshot_change change = { .protocol = d->header.protocol,
						.base = d->state.next,
						.now = d->state.now,
						.delta = &d->room.delta,
						.ints = &d->room.payload.ints };

	if (ev->kind != TWDEMO_CHUNK || !ev->read)
		return false;
	switch (ev->chunk.type) {
	case TWDEMO_SNAPSHOT:
		return snapshot_describe_item(d->header.protocol, d->state.now,
					      (uint32_t)index, out);
	case TWDEMO_DELTA: return snapshot_describe_change(&change, index, out);
	case TWDEMO_MESSAGE:
	case TWDEMO_TICK:
	case TWDEMO_UNKNOWN: break;
	}
	return false;
}
