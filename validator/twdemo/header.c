/* SPDX-License-Identifier: MIT */
/* header.c - reads the header, timeline markers and SHA-256 extension (TW-2 to TW-4) */
#include <stdio.h>

#include "validator/core/always.h"
#include "validator/core/uuid.h"
#include "validator/twdemo/twdemo.h"

const struct uuid twdemo_uuid = UUID(0x6be6da4a, 0xcebd380c, 0x9b5b1289,
				     0xc842d780);

static const uint8_t magic[] = { 'T', 'W', 'D', 'E', 'M', 'O', '\0' };

/* Reads n bytes of the header.  PULL_MORE: these bytes are not in the window yet.
   PULL_HALT: the file ends inside these bytes. */
static enum pull
take_header_bytes(struct twdemo *d, struct cursor *in, size_t n,
		  const char *what, bool closed, struct span *bytes)
{
	if (cur_left(in) >= n) {
		*bytes = cur_bytes(in, n);
		d->at.pos += n;
		return PULL_EVENT;
	}
	in->need = n - cur_left(in);
	if (!closed)
		return PULL_MORE;
	report(d->report, RULE_twdemo_header_truncated,
	       &(struct site){ .off = cur_end(in) },
	       "the end of the file inside the %s" WANTED "%zu more byte%s",
	       what, in->need, in->need == 1 ? "" : "s");
	d->phase = TWDEMO_HALTED;
	return PULL_HALT; /* and no bytes are left to read */
}

/* Copies the text of a field.  The field has room - 1 bytes. */
static void
copy_padded_text(struct span field, char *out, size_t room)
{
	struct cursor c = cur_span(field, 0);
	bool found;
	const struct span text = cur_until_nul(&c, room - 1, &found);

	if (text.len)
		memcpy(out, text.ptr, text.len);
	poke(out, room, text.len, '\0');
}

/* TW-1: only development versions wrote these two forms.  One form has a header of
   version 1, followed by MAP, a NUL and 1 before the map. */
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

/* Up to MOST_WRONG damaged bytes are accepted, because no other bytes are so similar to
   the UUID. */
static bool
is_like_extension_uuid(struct span bytes)
{
	enum { MOST_WRONG = 3 };
	struct cursor c = cur_span(bytes, 0);
	size_t wrong = 0;

	for (size_t i = 0; i < UUID_SIZE; i++)
		wrong += cur_u8(&c) != AT(twdemo_uuid.bytes, i);
	return bytes.len >= TWDEMO_EXTENSION_BYTES && wrong <= MOST_WRONG;
}

/* Does a map begin at this offset? */
static bool
is_map_at(struct span head, size_t off)
{
	return span_starts(span_tail(head, off), "DATA", 4);
}

/* Does the net version begin with "0."? */
static bool
has_version_text(struct span head)
{
	return span_starts(span_tail(head, TWDEMO_AT_NET_VERSION), "0.", 2);
}

/* Are there traces of a demo after a lost magic?  This check is only for files that are
   known to be demos. */
static bool
is_demo_behind(struct span head)
{
	return has_version_text(head) ||
	       is_like_extension_uuid(span_tail(head, TWDEMO_AT_EXTENSION)) ||
	       is_map_at(head, TWDEMO_HEADER_BYTES) ||
	       is_map_at(head, TWDEMO_AT_EXTENSION) ||
	       is_map_at(head, TWDEMO_AT_EXTENSION + TWDEMO_EXTENSION_BYTES);
}

/* Checks the magic.  False: the magic is damaged, and nothing shows that the file is a
   demo. */
static bool
check_demo_magic(struct twdemo *d, struct span head)
{
	const struct span good = { magic, sizeof(magic) };
	struct site site = { .len = sizeof(magic) };

	if (span_starts(head, magic, sizeof(magic)))
		return true;
	if (twdemo_is_like_demo(head) || is_demo_behind(head))
		site.fix = fix_replace(0, sizeof(magic), good);
	/* If the net version has lost its start, names are damaged, too. */
	site.fix.lossy = !has_version_text(head);
	site.fix.ahead = true;
	report(d->report, RULE_twdemo_magic, &site,
	       "another signature" WANTED "TWDEMO and a NUL");
	return site.fix.kind != FIX_NONE;
}

bool
twdemo_is_like_demo(struct span head)
{
	enum { MOST_WRONG_BITS = 12 };
	struct cursor a = cur_span(head, 0);
	struct cursor b = cur_span((struct span){ magic, sizeof(magic) }, 0);
	int wrong = 0;

	while (cur_left(&b))
		wrong += __builtin_popcount(cur_u8(&a) ^ cur_u8(&b));
	return wrong <= MOST_WRONG_BITS && has_version_text(head);
}

/* TW-1: returns the version that the bytes after the header prove.  Otherwise returns
   the claimed version.  Only version 6 has the UUID of the SHA-256, and the place of the
   map shows the length of the header. */
static uint8_t
version_of(struct span head, uint8_t claimed)
{
	enum { AT_3 = TWDEMO_HEADER_BYTES,
	       AT_4 = TWDEMO_AT_EXTENSION,
	       AT_6 = AT_4 + TWDEMO_EXTENSION_BYTES };
	const bool old = claimed == 1 || claimed == 2;

	if (is_like_extension_uuid(span_tail(head, AT_4)))
		return 6;
	if (is_map_at(head, AT_3) && !old)
		return 3;
	if (is_map_at(head, AT_4) && (claimed < 4 || claimed > 6))
		return 4;
	if (is_map_at(head, AT_6) && (claimed < 4 || claimed > 6))
		return 6;
	if (old && is_map_at(head, AT_3) && !is_map_at(head, 152))
		return 3;
	return claimed;
}

/* Does the claimed version not exist, while only the chunks can distinguish versions 4
   and 5? */
bool
twdemo_is_version_open(const struct twdemo_header *h)
{
	return h->claimed > 6 || (h->claimed < 4 && h->version == 4);
}

void
twdemo_report_version(struct twdemo *d)
{
	const uint8_t byte[1] = { d->header.version };
	const struct site site = {
		.off = sizeof(magic),
		.len = 1,
		.fix = fix_replace(sizeof(magic), 1, (struct span){ byte, 1 })
	};

	report(d->report, RULE_twdemo_version_wrong, &site,
	       "version %u" WANTED "version %u, as the rest of the demo shows",
	       d->header.claimed, d->header.version);
}

/* Reads the first bytes of the demo.  False: the rest cannot be read. */
static bool
read_magic_and_version(struct twdemo *d, struct span head)
{
	struct twdemo_header *h = &d->header;
	struct cursor c = cur_span(head, 0);

	if (is_development(head)) {
		h->development = true;
		report(d->report, RULE_twdemo_development_format,
		       &(struct site){ .len = 8 },
		       "the marker of a development version");
		return false;
	}
	if (!check_demo_magic(d, head))
		return false;
	cur_bytes(&c, sizeof(magic));
	h->claimed = cur_u8(&c);
	h->version = version_of(head, h->claimed);
	if (h->version < 3 || h->version > 6)
		report(d->report, RULE_twdemo_version,
		       &(struct site){ .off = sizeof(magic), .len = 1 },
		       "version %u" WANTED "version 3 to 6", h->version);
	else if (h->version != h->claimed && !twdemo_is_version_open(h))
		twdemo_report_version(d);
	return h->version >= 1 && h->version <= 6;
}

/* Reads the texts whose place is the same in all versions. */
static void
read_names(struct twdemo *d, struct span head)
{
	struct twdemo_header *h = &d->header;
	const struct span net = span_tail(head, TWDEMO_AT_NET_VERSION);

	copy_padded_text(net, h->net_version, sizeof(h->net_version));
	copy_padded_text(span_tail(head, 72), h->map_name, sizeof(h->map_name));
	twdemo_read_game(d, net);
}

/* Reads versions 1 and 2, which no current player accepts. */
static void
read_old(struct twdemo *d, struct span head)
{
	struct twdemo_header *h = &d->header;
	struct cursor c = cur_span(span_tail(head, TWDEMO_AT_MAP_SIZE), 0);

	read_names(d, head);
	h->map_crc = cur_be32(&c);
	copy_padded_text(cur_bytes(&c, 8), h->type, sizeof(h->type));
	h->server = strcmp(h->type, "server") == 0;
	h->client = strcmp(h->type, "client") == 0;
	if (h->version == 2)
		h->map_size = cur_be32(&c);
}

static void
read_demo_fields(struct twdemo *d, struct span head)
{
	struct twdemo_header *h = &d->header;
	struct cursor c = cur_span(span_tail(head, TWDEMO_AT_MAP_SIZE), 0);

	read_names(d, head);
	h->map_size = cur_be32(&c);
	h->map_crc = cur_be32(&c);
	copy_padded_text(cur_bytes(&c, 8), h->type, sizeof(h->type));
	h->length = (int32_t)cur_be32(&c);
	copy_padded_text(cur_bytes(&c, 20), h->timestamp, sizeof(h->timestamp));
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
	/* The size of the longest header, and of the start of the map. */
	enum { HEAD = TWDEMO_HEADER_BYTES + TWDEMO_MARKERS_BYTES +
		      TWDEMO_EXTENSION_BYTES + 4 };
	const struct span head = cur_rest(in);
	struct span bytes = { NULL, 0 };
	enum pull pull;

	if (head.len < HEAD && !closed) {
		in->need = HEAD - head.len;
		return PULL_MORE;
	}
	if (d->header.version == 0 && head.len >= sizeof(magic) + 1 &&
	    !read_magic_and_version(d, head)) {
		d->phase = TWDEMO_HALTED;
		return PULL_HALT;
	}
	pull = take_header_bytes(d, in, header_bytes(d->header.version),
				 "header", closed, &bytes);
	if (pull != PULL_EVENT)
		return pull;
	if (d->header.version >= 3)
		read_demo_fields(d, bytes);
	else
		read_old(d, bytes);
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_HEADER,
					       .len = bytes.len });
	d->phase = TWDEMO_IN_MARKERS;
	if (d->header.version < 4)
		twdemo_reach_map(d);
	return PULL_EVENT;
}

/* TW-3: end.c judges the ticks of the markers, when all ticks of the demo are known. */
enum pull
twdemo_read_markers(struct twdemo *d, struct cursor *in, bool closed)
{
	struct twdemo_header *h = &d->header;
	struct span bytes = { NULL, 0 };
	const enum pull pull = take_header_bytes(d, in, TWDEMO_MARKERS_BYTES,
						 "timeline markers", closed,
						 &bytes);
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

/* Is the SHA-256 only one repeated byte, 0 or 0xff?  Writers that did not know the
   SHA-256 filled it so. */
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
read_map_digest(struct twdemo *d, struct span digest)
{
	struct twdemo_header *h = &d->header;

	h->sha256_off = d->at.pos - digest.len;
	h->sha256_known = !is_filled(digest);
	if (ALWAYS(digest.len == sizeof(h->sha256)))
		memcpy(h->sha256, digest.ptr, sizeof(h->sha256));
}

static void
report_uuid(struct twdemo *d, uint64_t off)
{
	const struct span uuid = { twdemo_uuid.bytes, UUID_SIZE };

	report(d->report, RULE_twdemo_sha256_uuid,
	       &(struct site){ .off = off,
			       .len = UUID_SIZE,
			       .fix = fix_replace(off, UUID_SIZE, uuid) },
	       "another UUID");
}

/* Reports a missing UUID.  `bare`: there is a SHA-256 without its UUID. */
static enum twdemo_digest
report_missing(struct twdemo *d, uint64_t off, bool bare)
{
	struct site site = { .off = off };

	if (!bare) {
		report(d->report, RULE_twdemo_sha256_missing, &site,
		       "the next part of the demo" WANTED
		       "the UUID and the SHA-256 of the map");
		return TWDEMO_NO_DIGEST;
	}
	site.fix = fix_replace(off, 0,
			       (struct span){ twdemo_uuid.bytes, UUID_SIZE });
	report(d->report, RULE_twdemo_sha256_missing, &site,
	       "the SHA-256 without its UUID");
	if (report_mended(d->report))
		return TWDEMO_BARE_DIGEST;
	return TWDEMO_BARE_AT_LAST;
}

/* Reads the SHA-256 extension, which has `length` bytes.  The extension may lack its
   UUID, or have no bytes. */
static enum pull
take_digest_extension(struct twdemo *d, struct cursor *in,
		      enum twdemo_digest digest, size_t length, bool closed)
{
	const uint64_t off = cur_tell(in);
	struct span bytes = { NULL, 0 };
	const enum pull pull = take_header_bytes(
		d, in, length, "SHA-256 of the map", closed, &bytes);

	if (pull != PULL_EVENT)
		return pull;
	d->header.digest = digest;
	if (digest)
		read_map_digest(d,
				span_tail(bytes, length - SHA256_BYTES));
	twdemo_emit(d, &(struct twdemo_event){ .kind = TWDEMO_EXTENSION,
					       .off = off,
					       .len = length });
	twdemo_reach_map(d);
	return PULL_EVENT;
}

enum pull
twdemo_take_bare(struct twdemo *d, struct cursor *in, bool closed, bool bare)
{
	const enum twdemo_digest digest = report_missing(d, cur_tell(in), bare);

	return take_digest_extension(d, in, digest,
				     digest ? SHA256_BYTES : 0, closed);
}

/*
 * TW-4: development versions of late 2019 wrote the SHA-256 without its UUID.  The map,
 * or the first chunk of a demo without a map, follows the SHA-256:
 *
 *   ... markers | 32 bytes | DATA ... | chunks
 *   ... markers | 32 bytes | chunks
 */
static enum pull
read_bare(struct twdemo *d, struct cursor *in, bool closed)
{
	const struct span rest = cur_rest(in);
	const struct span after = span_tail(rest, SHA256_BYTES);

	if (span_starts(rest, "DATA", 4))
		return twdemo_take_bare(d, in, closed, false);
	if (span_starts(after, "DATA", 4))
		return twdemo_take_bare(d, in, closed, true);
	d->phase = TWDEMO_NO_UUID;
	return PULL_EVENT;
}

enum pull
twdemo_read_extension(struct twdemo *d, struct cursor *in, bool closed)
{
	const struct span uuid = { twdemo_uuid.bytes, UUID_SIZE };
	const struct span rest = cur_rest(in);

	if (rest.len < TWDEMO_EXTENSION_BYTES + 4 && !closed) {
		in->need = TWDEMO_EXTENSION_BYTES + 4 - rest.len;
		return PULL_MORE;
	}
	/* If the file ends inside these bytes, they may be the start of the UUID. */
	if (!span_starts(rest, uuid.ptr, uuid.len) &&
	    !span_starts(uuid, rest.ptr, rest.len)) {
		if (!is_like_extension_uuid(rest) &&
		    (is_map_at(rest, 0) ||
		     !is_map_at(rest, TWDEMO_EXTENSION_BYTES)))
			return read_bare(d, in, closed);
		report_uuid(d, cur_tell(in));
	}
	return take_digest_extension(d, in, TWDEMO_DIGEST,
				     TWDEMO_EXTENSION_BYTES, closed);
}
