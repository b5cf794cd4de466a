/* SPDX-License-Identifier: MIT */
/* dem_writer.c - writes a Source engine demo as its recorder does */
#include "corpus/builder/dem_writer.h"

#include <string.h>

void
dem_write_header(struct buffer *w, const struct dem_writer_head *h)
{
	struct buffer head = { 0 };

	buffer_append(&head, "HL2DEMO", 8);
	buffer_int(&head, h->protocol);
	buffer_int(&head, h->network);
	buffer_append(&head, h->server, sizeof(h->server));
	buffer_append(&head, h->client, sizeof(h->client));
	buffer_append(&head, h->map, sizeof(h->map));
	buffer_append(&head, h->game, sizeof(h->game));
	buffer_int(&head, (int32_t)h->time);
	buffer_int(&head, h->ticks);
	buffer_int(&head, h->frames);
	buffer_int(&head, h->signon_length);
	w->failed |= head.failed || w->size < head.size;
	if (!w->failed)
		memcpy(w->bytes, head.bytes, head.size);
	buffer_free(&head);
}

unsigned
dem_writer_byte(const struct dem_writer *d, enum dem_writer_id id)
{
	if (id == DEM_CUSTOM)
		return 8;
	return id == DEM_STRINGS && d->protocol == 4 ? 9 : (unsigned)id;
}

/* Writes camera positions and sequence numbers. */
static void
write_packet_head(struct dem_writer *d, const struct dem_writer_command *c)
{
	for (unsigned block = 0; block < d->blocks; block++) {
		buffer_int(d->w, (int32_t)c->flags);
		for (size_t i = 0; i < DEM_VIEW; i++)
			buffer_int(d->w, (int32_t)c->view[i]);
	}
	buffer_int(d->w, c->in);
	buffer_int(d->w, c->out);
}

static void
write_command_head(struct dem_writer *d, unsigned byte, int32_t tick)
{
	d->record = d->w->size;
	buffer_byte(d->w, byte);
	buffer_int(d->w, tick);
	if (d->protocol == 4)
		buffer_byte(d->w, d->slot);
	d->payload = d->w->size;
}

void
dem_write_command(struct dem_writer *d, const struct dem_writer_command *c)
{
	write_command_head(d, c->byte, c->tick);
	if (c->id == DEM_SYNC || c->id == DEM_STOP)
		return;
	if (c->id == DEM_SIGNON || c->id == DEM_PACKET)
		write_packet_head(d, c);
	else if (c->id == DEM_USER)
		buffer_int(d->w, c->in);
	else if (c->id == DEM_CUSTOM)
		buffer_int(d->w, c->type);
	buffer_int(d->w, c->length);
	d->payload = d->w->size;
	buffer_append(d->w, c->payload->bytes, c->payload->size);
	d->w->failed |= c->payload->failed;
}

void
dem_write_stop(struct dem_writer *d, int32_t tick, size_t bytes)
{
	write_command_head(d, DEM_STOP, tick);
	buffer_cut(d->w, d->record + bytes);
}
