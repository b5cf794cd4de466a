/* SPDX-License-Identifier: MIT */
/* describe.c - a command as names and values, for inspection */
#include "validator/dem/dem.h"

static void
add_source_header(const struct dem *d, struct description *out)
{
	const struct dem_header *h = &d->header;

	description_add(out, "demo_protocol", h->protocol);
	description_add(out, "network_protocol", h->network);
	description_text(out, "server_name", h->server)->personal = true;
	description_text(out, "client_name", h->client)->payload = true;
	description_text(out, "map_name", h->map);
	description_text(out, "game_directory", h->game);
	description_text(out, "time", d->header.time_text.at);
	description_add(out, "ticks", h->ticks);
	description_add(out, "frames", h->frames);
	description_add(out, "signon_length", h->signon);
}

static void
add_command(const struct dem *d, const struct dem_event *ev,
	    struct description *out)
{
	const struct dem_command *c = ev->command;
	const bool packet = c->id == DEM_PACKET || c->id == DEM_SIGNON;

	if (d->layout->slotted)
		description_add(out, "slot", c->slot);
	if (packet)
		description_add(out, "flags", c->flags);
	if (c->id == DEM_CUSTOM)
		description_add(out, "type", c->sequence);
	if (packet || c->id == DEM_USER)
		description_add(out, "sequence", c->sequence);
	if (packet)
		description_add(out, "sequence_out", c->sequence_out);
	if (c->id != DEM_SYNC && c->id != DEM_STOP)
		description_add(out, "size", c->size);
	if (c->id == DEM_CONSOLE)
		description_bytes(
			out, "text", DFK_FIELD_TEXT,
			span_head(ev->payload,
				  ev->payload.len ? ev->payload.len - 1 : 0))
			->payload = true;
}

bool
dem_describe_item(const struct dem *d, const struct dem_event *ev, size_t index,
		  struct description *out)
{
	if (ev->kind != DEM_COMMAND || ev->payload.len == 0 ||
	    (ev->command->id != DEM_SIGNON && ev->command->id != DEM_PACKET))
		return false;
	if (index == 0)
		*ev->shown = netmessages_show(ev->payload);
	return netmessages_describe(&d->contents.messages, ev->shown, out);
}

void
dem_describe(const struct dem *d, const struct dem_event *ev,
	     struct description *out)
{
	out->record = (struct dfk_record){
		.offset = ev->off,
		.length = ev->len,
		.index = d->progress.records,
		.tick = ev->tick,
		.name = "damaged",
		.fields = out->fields,
	};
	switch (ev->kind) {
	case DEM_HEADER:
		out->record.name = "header";
		add_source_header(d, out);
		break;
	case DEM_COMMAND:
		/* All commands of whole records have a known id. */
		out->record.name = dem_name(d->layout, ev->command->id, NULL,
					    0);
		add_command(d, ev, out);
		break;
	case DEM_DAMAGED: break;
	}
}
