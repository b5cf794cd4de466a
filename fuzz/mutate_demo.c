/* SPDX-License-Identifier: MIT */
/* mutate_demo.c - splits a demo into header, map and chunks, and joins them again */
#include "fuzz/mutate_demo.h"

#include <string.h>
#include <zlib.h>

#include "validator/core/digest.h"

static const uint8_t uuid[UUID] = { 0x6b, 0xe6, 0xda, 0x4a, 0xce, 0xbd,
				    0x38, 0x0c, 0x9b, 0x5b, 0x12, 0x89,
				    0xc8, 0x42, 0xd7, 0x80 };

static uint32_t
be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	       (uint32_t)p[2] << 8 | p[3];
}

void
mutate_demo_put(uint8_t at[4], uint32_t v)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(v >> (24 - 8 * i));
}

/* ----------------------------------------------------------------- parse */

/* Each of these functions moves `data` forward, or reads nothing if there are not enough
   bytes. */
static bool
take(struct mutate_piece *data, void *out, size_t n)
{
	if (data->size < n)
		return false;
	memcpy(out, data->at, n);
	data->at += n;
	data->size -= n;
	return true;
}

static bool
take_marker(struct mutate_piece *data, unsigned head, unsigned version,
	    int32_t *tick, struct demo_chunk *c)
{
	const unsigned bits = version >= 5 ? 0x1f : 0x3f;
	uint8_t bytes[4];

	c->kind = MARKER;
	c->key = head & 0x40;
	c->absolute = version >= 5 ? !(head & 0x20) : !(head & 0x3f);
	if (!c->absolute) {
		*tick = (int32_t)((uint32_t)*tick + (head & bits));
	} else {
		c->padding = (uint8_t)(head & bits);
		if (!take(data, bytes, sizeof(bytes)))
			return false;
		*tick = (int32_t)be32(bytes);
	}
	c->tick = *tick;
	return true;
}

static bool
take_data(struct mutate_piece *data, unsigned head, struct demo_chunk *c)
{
	uint8_t more[2] = { 0, 0 };
	size_t size = head & 0x1f;

	c->kind = DATA;
	c->type = head >> 5 & 3;
	if (size >= 30) {
		if (!take(data, more, size - 29))
			return false;
		c->form = (uint8_t)(size - 29);
		size = more[0] + 256u * more[1];
	}
	if (size > data->size)
		return false;
	c->bytes = (struct mutate_piece){ data->at, size };
	data->at += size;
	data->size -= size;
	return true;
}

static void
parse_chunks(struct demo_seed *m, struct mutate_piece data)
{
	int32_t tick = 0;

	for (m->n = 0; data.size && m->n < CHUNKS - 64; m->n++) {
		struct demo_chunk *c = &m->chunk[m->n];
		const struct mutate_piece all = data;
		uint8_t head;
		bool ok;

		*c = (struct demo_chunk){ .kind = BYTES };
		ok = take(&data, &head, 1);
		if (ok)
			ok = head & 0x80 ? take_marker(&data, head,
						       m->header[AT_VERSION],
						       &tick, c)
					 : take_data(&data, head, c);
		if (!ok) { /* the rest */
			*c = (struct demo_chunk){ .kind = BYTES, .bytes = all };
			data.size = 0;
		}
	}
}

bool
mutate_demo_parse(struct demo_seed *m, const uint8_t *bytes, size_t size)
{
	struct mutate_piece data = { bytes, size };
	uint32_t map;

	m->used = 0;
	m->new_map = m->has_extension = false;
	memset(m->marks, 0, sizeof(m->marks));
	memcpy(m->extension, uuid, UUID);
	memset(m->extension + UUID, 0, EXTENSION - UUID);
	if (!take(&data, m->header, HEADER) ||
	    memcmp(m->header, "TWDEMO", 7) != 0)
		return false;
	if (m->header[AT_VERSION] >= 4 && !take(&data, m->marks, MARKS))
		return false;
	if (m->header[AT_VERSION] >= 6 && data.size >= EXTENSION &&
	    memcmp(data.at, uuid, UUID) == 0)
		m->has_extension = take(&data, m->extension, EXTENSION);
	map = be32(m->header + AT_MAP_SIZE);
	if (map > data.size)
		map = 0; /* the header has a size, but there is no map */
	m->map = (struct mutate_piece){ data.at, map };
	data.at += map;
	data.size -= map;
	parse_chunks(m, data);
	return true;
}

/* ----------------------------------------------------------------- write */

struct demo_sink {
	uint8_t *out;
	size_t room, size;
	unsigned version;
	bool fit;            /* ticks increase */
	bool began;          /* there was a tick */
	int32_t first, last; /* the first tick, and the tick before */
};

static void
put(struct demo_sink *s, const void *bytes, size_t n)
{
	if (n > s->room - s->size)
		n = s->room - s->size;
	if (n)
		memcpy(s->out + s->size, bytes, n);
	s->size += n;
}

static void
put_byte(struct demo_sink *s, unsigned byte)
{
	const uint8_t b = (uint8_t)byte;

	put(s, &b, 1);
}

static void
write_marker(struct demo_sink *s, const struct demo_chunk *c)
{
	const int64_t most = s->version >= 5 ? 31 : 63;
	const unsigned head = c->key ? 0xc0 : 0x80;
	int32_t tick = c->tick;
	uint8_t bytes[4];

	if (s->fit && s->began && tick <= s->last && s->last < INT32_MAX)
		tick = s->last + 1;
	const int64_t step = (int64_t)tick - s->last;

	if (c->absolute || c->bare || !s->began || step < 0 || step > most ||
	    (step == 0 && s->version < 5)) {
		mutate_demo_put(bytes, (uint32_t)tick);
		put_byte(s, head | (s->version >= 5 ? c->padding & 0x1f : 0));
		put(s, bytes, c->bare ? 0 : sizeof(bytes));
	} else {
		put_byte(s,
			 head | (s->version >= 5 ? 0x20 : 0) | (unsigned)step);
	}
	if (!s->began)
		s->first = tick;
	s->began = true;
	s->last = tick;
}

static void
write_data(struct demo_sink *s, const struct demo_chunk *c)
{
	const size_t size = (c->bytes.size + (size_t)c->skew) & 0xffff;
	const unsigned head = (unsigned)c->type << 5;

	if (size < 30 && c->form == 0) {
		put_byte(s, head | (unsigned)size);
	} else if (size < 256 && c->form < 2) {
		put_byte(s, head | 30);
		put_byte(s, (unsigned)size);
	} else {
		put_byte(s, head | 31);
		put_byte(s, (unsigned)size & 0xff);
		put_byte(s, (unsigned)size >> 8);
	}
	put(s, c->bytes.at, c->bytes.size);
}

/* Writes the bytes after a full disk: a chunk is cut, and the next chunk begins a
   block. */
static void
write_hole(struct demo_sink *s)
{
	const size_t n = PAGE - s->size % PAGE;

	for (size_t i = 0; i < n && s->size + n <= s->room; i++)
		put_byte(s, i == 0 ? 0x5f : (unsigned)(i * 167) & 0xff);
}

static void
write_chunks(struct demo_sink *s, const struct demo_seed *m)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct demo_chunk *c = &m->chunk[i];

		if (s->room - s->size < c->bytes.size + 5)
			return;
		switch (c->kind) {
		case MARKER: write_marker(s, c); break;
		case DATA: write_data(s, c); break;
		case HOLE: write_hole(s); break;
		default: put(s, c->bytes.at, c->bytes.size); break;
		}
	}
}

static void
fit_map(struct demo_seed *m)
{
	const struct span map = { m->map.at, m->map.size };
	struct digest digest;

	mutate_demo_put(m->header + AT_MAP_SIZE, (uint32_t)map.len);
	mutate_demo_put(m->header + AT_MAP_CRC,
			(uint32_t)crc32(0, map.ptr, (unsigned)map.len));
	digest_open(&digest);
	digest_feed(&digest, map);
	digest_close(&digest, m->extension + UUID);
}

/* Sets a marker every 50 ticks, up to the largest number of markers. */
static void
fit_marks(struct demo_seed *m, const struct demo_sink *s)
{
	const int64_t most = ((int64_t)s->last - s->first) / 50;
	uint32_t n = be32(m->marks);

	n = n > 64 ? 0 : n;
	n = most < n ? (uint32_t)most : n;
	mutate_demo_put(m->marks, n);
	for (uint32_t i = 0; i < n; i++)
		mutate_demo_put(m->marks + 4 + 4 * (size_t)i,
				(uint32_t)s->first + 50 * i);
}

size_t
mutate_demo_write(struct demo_seed *m, uint8_t *out, size_t room,
		  struct mutate_random *r)
{
	struct demo_sink s = {
		.out = out,
		.room = room,
		.version = m->header[AT_VERSION],
		.fit = mutate_pick(r, 8),
	};
	const uint32_t length = be32(m->header + AT_LENGTH);
	size_t size;

	if (m->new_map)
		fit_map(m);
	put(&s, m->header, HEADER);
	if (s.version >= 4)
		put(&s, m->marks, MARKS);
	if (s.version >= 6 && m->has_extension)
		put(&s, m->extension, EXTENSION);
	put(&s, m->map.at, m->map.size);
	write_chunks(&s, m);
	size = s.size;
	/* A recorder that was killed leaves zeros. */
	if (s.last < s.first || mutate_pick(r, length ? 8 : 2) == 0)
		return size;
	mutate_demo_put(m->header + AT_LENGTH,
			(uint32_t)(((int64_t)s.last - s.first) / 50));
	fit_marks(m, &s);
	s.size = 0;
	put(&s, m->header, HEADER);
	if (s.version >= 4)
		put(&s, m->marks, MARKS);
	return size > s.size ? size : s.size;
}
