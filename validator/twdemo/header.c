/* SPDX-License-Identifier: MIT */
/* header.c - the header, timeline markers and SHA-256 extension (TW-2 to TW-4) */
#include <stdio.h>

#include "validator/core/always.h"
#include "validator/core/uuid.h"
#include "validator/twdemo/twdemo.h"

const struct uuid twdemo_uuid = UUID(0x6be6da4a, 0xcebd380c, 0x9b5b1289,
				     0xc842d780);

static const uint8_t magic[] = { 'T', 'W', 'D', 'E', 'M', 'O', '\0' };

/* All of it, or PULL_MORE, or the file ends inside it. */
static enum pull
take(struct twdemo *d, struct cursor *in, size_t n, const char *what,
     bool closed, struct span *bytes)
{
	if (cur_left(in) >= n) {
		*bytes = cur_bytes(in, n);
		d->pos += n;
		return PULL_EVENT;
	}
	in->need = n - cur_left(in);
	if (!closed)
		return PULL_MORE;
	report(d->report, RULE_twdemo_header_truncated,
	       &(struct site){ .off = cur_end(in) },
	       "the end of the file inside the %s" WANTED "%zu more bytes",
	       what, in->need);
	d->phase = TWDEMO_HALTED;
	return PULL_HALT; /* and there is nothing more to read */
}

/* The text of a field that has room - 1 bytes. */
static void
copy_text(struct span field, char *out, size_t room)
{
	struct cursor c = cur_span(field, 0);
	bool found;
	const struct span text = cur_until_nul(&c, room - 1, &found);

	if (text.len)
		memcpy(out, text.ptr, text.len);
	poke(out, room, text.len, '\0');
}

/* TW-1: two kinds of demos that only development versions wrote.  One of them
   has a mark before its map, after a header of version 1. */
static bool
is_development(struct span head)
{
	static const uint8_t map[] = { 'M', 'A', 'P', '\0', 1 };
	struct cursor c = cur_span(head, 0);

	cur_bytes(&c, sizeof(magic));
	return span_starts(head, "TWDEMO1", 8) ||
	       (span_starts(head, magic, sizeof(magic)) && cur_u8(&c) == 1 &&
		span_starts(span_tail(head, TWDEMO_OLD_HEADER_BYTES), map,
			    sizeof(map)));
}

/* The first bytes; false: nothing else can be read. */
static bool
read_magic(struct twdemo *d, struct span head)
{
	struct twdemo_header *h = &d->header;
	struct cursor c = cur_span(head, 0);

	if (is_development(head)) {
		d->development = true;
		report(d->report, RULE_twdemo_development_format,
		       &(struct site){ .len = 8 },
		       "the marker of a development version");
		return false;
	}
	if (!span_starts(head, magic, sizeof(magic))) {
		report(d->report, RULE_twdemo_magic,
		       &(struct site){ .len = sizeof(magic) },
		       "other bytes" WANTED "TWDEMO and a NUL");
		return false;
	}
	cur_bytes(&c, sizeof(magic));
	h->version = cur_u8(&c);
	if (h->version < 3 || h->version > 6)
		report(d->report, RULE_twdemo_version,
		       &(struct site){ .off = sizeof(magic), .len = 1 },
		       "version %u" WANTED "3 to 6", h->version);
	return h->version >= 1 && h->version <= 6;
}

/* The texts that all versions have at the same place. */
static void
read_names(struct twdemo *d, struct span head)
{
	struct twdemo_header *h = &d->header;
	const struct span net = span_tail(head, 8);

	copy_text(net, h->net_version, sizeof(h->net_version));
	copy_text(span_tail(head, 72), h->map_name, sizeof(h->map_name));
	twdemo_read_game(d, net);
}

/* Versions 1 and 2: nobody plays them. */
static void
read_old(struct twdemo *d, struct span head)
{
	struct twdemo_header *h = &d->header;
	struct cursor c = cur_span(span_tail(head, TWDEMO_AT_MAP_SIZE), 0);

	read_names(d, head);
	h->map_crc = cur_be32(&c);
	copy_text(cur_bytes(&c, 8), h->type, sizeof(h->type));
	h->server = strcmp(h->type, "server") == 0;
	h->client = strcmp(h->type, "client") == 0;
	if (h->version == 2)
		h->map_size = cur_be32(&c);
}

static void
read_fields(struct twdemo *d, struct span head)
{
	struct twdemo_header *h = &d->header;
	struct cursor c = cur_span(span_tail(head, TWDEMO_AT_MAP_SIZE), 0);

	read_names(d, head);
	h->map_size = cur_be32(&c);
	h->map_crc = cur_be32(&c);
	copy_text(cur_bytes(&c, 8), h->type, sizeof(h->type));
	h->length = (int32_t)cur_be32(&c);
	copy_text(cur_bytes(&c, 20), h->timestamp, sizeof(h->timestamp));
	h->server = strcmp(h->type, "server") == 0;
	h->client = strcmp(h->type, "client") == 0;
	twdemo_check_texts(d, head);
}

static size_t
header_bytes(unsigned version)
{
	if (version >= 3)
		return TWDEMO_HEADER_BYTES;
	return version == 2 ? TWDEMO_OLD_HEADER_BYTES + 4
			    : TWDEMO_OLD_HEADER_BYTES;
}

enum pull
twdemo_read_header(struct twdemo *d, struct cursor *in, bool closed)
{
	enum { HEAD = TWDEMO_OLD_HEADER_BYTES + 5 }; /* and a mark */
	const struct span head = cur_rest(in);
	struct span bytes = { NULL, 0 };
	enum pull pull;

	if (head.len < HEAD && !closed) {
		in->need = HEAD - head.len;
		return PULL_MORE;
	}
	if (d->header.version == 0 && head.len >= sizeof(magic) + 1 &&
	    !read_magic(d, head)) {
		d->phase = TWDEMO_HALTED;
		return PULL_HALT;
	}
	pull = take(d, in, header_bytes(d->header.version), "header", closed,
		    &bytes);
	if (pull != PULL_EVENT)
		return pull;
	if (d->header.version >= 3)
		read_fields(d, bytes);
	else
		read_old(d, bytes);
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_HEADER,
					       .len = bytes.len });
	d->phase = TWDEMO_IN_MARKERS;
	d->adds_zeros = d->header.version < 6;
	if (d->header.version < 4)
		twdemo_reach_map(d);
	return PULL_EVENT;
}

/* TW-3: what they say is judged when the ticks are known. */
enum pull
twdemo_read_markers(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_header *h = &d->header;
	struct span bytes = { NULL, 0 };
	const enum pull pull = take(d, in, TWDEMO_MARKERS_BYTES,
				    "timeline markers", closed, &bytes);
	struct cursor c = cur_span(bytes, 0);

	if (pull != PULL_EVENT)
		return pull;
	h->n_markers = (int32_t)cur_be32(&c);
	for (size_t i = 0; i < TWDEMO_MAX_MARKERS; i++)
		AT(h->markers, i) = (int32_t)cur_be32(&c);
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_MARKERS,
					       .off = TWDEMO_AT_MARKERS,
					       .len = bytes.len });
	d->phase = TWDEMO_IN_EXTENSION;
	if (h->version < 6)
		twdemo_reach_map(d);
	return PULL_EVENT;
}

/* A digest of which all bytes are the same was not known to the writer. */
static bool
is_filled(struct span digest)
{
	struct cursor c = cur_span(digest, 0);
	const uint8_t first = cur_u8(&c);

	while (cur_left(&c))
		if (cur_u8(&c) != first)
			return false;
	return first == 0 || first == 0xff;
}

static void
read_digest(struct twdemo *d, struct span digest)
{
	struct twdemo_header *h = &d->header;

	h->sha256_off = d->pos - digest.len;
	h->sha256_known = !is_filled(digest);
	if (ALWAYS(digest.len == sizeof(h->sha256)))
		memcpy(h->sha256, digest.ptr, sizeof(h->sha256));
}

/* NO: what is here has the CRC of the map, and is no digest. */
static enum twdemo_proof
lacks_map(struct twdemo *d, const struct cursor *in, bool closed)
{
	const uint32_t size = d->header.map_size;
	const uint64_t most = d->limits->map_ahead_bytes;

	if (size == 0)
		return TWDEMO_YES;
	if (size > most) {
		report(d->report, RULE_limit_map_ahead_bytes,
		       &(struct site){ .off = d->pos, .len = size },
		       "a map of %u bytes, or a digest and chunks" WANTED
		       "a map of up to %llu bytes",
		       size, (unsigned long long)most);
		return TWDEMO_NO;
	}
	return twdemo_lacks_crc(d, in, closed);
}

/*
 * TW-4: development versions of late 2019 wrote the digest without its UUID.
 * Then the map begins after the digest, or the chunks of a demo without one:
 *
 *   ... markers | 32 bytes | DATA ... | chunks
 *   ... markers | 32 bytes | chunks
 */
static enum twdemo_proof
is_bare_digest(struct twdemo *d, const struct cursor *in, bool closed)
{
	const struct span rest = cur_rest(in);
	struct cursor after = *in;
	enum twdemo_proof proof;

	if (span_starts(rest, "DATA", 4))
		return TWDEMO_NO;
	cur_bytes(&after, SHA256_DIGEST_SIZE);
	if (span_starts(cur_rest(&after), "DATA", 4))
		return TWDEMO_YES;
	if (!cur_ok(&after))
		return TWDEMO_NO;
	/* One chunk is enough, even a poor one: whatever a repair makes of those
	   after it, these bytes are still no digest. */
	proof = twdemo_probe_chunk(d, in, closed);
	if (proof != TWDEMO_NO)
		return proof == TWDEMO_YES ? TWDEMO_NO : proof;
	proof = twdemo_probe_start(d, &after, closed);
	return proof == TWDEMO_YES ? lacks_map(d, in, closed) : proof;
}

/* Bits of it may be wrong: no other bytes are so much like it. */
static bool
is_uuid(struct span bytes)
{
	enum { MOST_WRONG = 3 };
	struct cursor c = cur_span(bytes, 0);
	size_t wrong = 0;

	for (size_t i = 0; i < UUID_SIZE; i++)
		wrong += cur_u8(&c) != AT(twdemo_uuid.bytes, i);
	return bytes.len >= TWDEMO_EXTENSION_BYTES && wrong <= MOST_WRONG;
}

static void
report_uuid(struct twdemo *d, uint64_t off)
{
	const struct span uuid = { twdemo_uuid.bytes, UUID_SIZE };

	report(d->report, RULE_twdemo_sha256_uuid,
	       &(struct site){ .off = off,
			       .len = UUID_SIZE,
			       .fix = fix_replace(off, UUID_SIZE, uuid) },
	       "bytes that differ from it");
}

/* There is no UUID, and maybe a digest. */
static enum twdemo_digest
report_missing(struct twdemo *d, uint64_t off, bool bare)
{
	struct site site = { .off = off };

	if (!bare) {
		report(d->report, RULE_twdemo_sha256_missing, &site,
		       "other bytes" WANTED "the UUID of the digest");
		return TWDEMO_NO_DIGEST;
	}
	site.fix = fix_replace(off, 0,
			       (struct span){ twdemo_uuid.bytes, UUID_SIZE });
	report(d->report, RULE_twdemo_sha256_missing, &site,
	       "the digest without the UUID before it");
	if (report_mended(d->report))
		return TWDEMO_BARE_DIGEST;
	twdemo_rely_on_start(d, off);
	return TWDEMO_BARE_AT_LAST;
}

enum pull
twdemo_read_extension(struct twdemo *d, struct cursor *in, bool closed)
{
	const struct span uuid = { twdemo_uuid.bytes, UUID_SIZE };
	const struct span rest = cur_rest(in);
	const uint64_t off = cur_tell(in);
	enum twdemo_digest digest = TWDEMO_DIGEST;
	struct span bytes = { NULL, 0 };
	size_t length = TWDEMO_EXTENSION_BYTES;
	enum pull pull;

	if (rest.len < TWDEMO_EXTENSION_BYTES && !closed) {
		in->need = TWDEMO_EXTENSION_BYTES - rest.len;
		return PULL_MORE;
	}
	/* Less than the UUID is a part of it, if the file ends there. */
	const bool exact = span_starts(rest, uuid.ptr, uuid.len) ||
			   span_starts(uuid, rest.ptr, rest.len);
	if (!exact && is_uuid(rest)) {
		report_uuid(d, off);
	} else if (!exact) {
		const enum twdemo_proof bare = is_bare_digest(d, in, closed);

		if (bare == TWDEMO_MORE)
			return PULL_MORE;
		digest = report_missing(d, off, bare == TWDEMO_YES);
		length = digest ? SHA256_DIGEST_SIZE : 0;
	}
	pull = take(d, in, length, "SHA-256 of the map", closed, &bytes);
	if (pull != PULL_EVENT)
		return pull;
	d->header.digest = digest;
	if (digest)
		read_digest(d, span_tail(bytes, length - SHA256_DIGEST_SIZE));
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_EXTENSION,
					       .off = off,
					       .len = length });
	twdemo_reach_map(d);
	return PULL_EVENT;
}
