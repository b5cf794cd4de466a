/* SPDX-License-Identifier: MIT */
/*
 * unpack.c - decompresses the entries of a string table: LZSS or snappy (DEM-15.2)
 *
 * libsnappy is written in C++.  If the program were linked with libsnappy, each run would
 * need 1.5 MiB more memory and 0.4 ms more time.
 */
#include "validator/netmessage/unpack.h"

#ifndef WITHOUT_SNAPPY
#include <snappy-c.h>

#include "validator/core/foreign.h"
#include "validator/core/library.h"
#endif

/* ------------------------------------------------------------------- LZSS */

struct lzss_output {
	uint8_t *bytes;
	size_t size, n;
	bool ended;
	enum lzss_status status; /* valid after `ended` */
};

static void
end(struct lzss_output *out, enum lzss_status status)
{
	out->ended = true;
	out->status = status;
}

static void
put_decoded_byte(struct lzss_output *out, uint8_t byte)
{
	poke(out->bytes, out->size, out->n, byte);
	out->n++;
}

static void
decode_byte(struct cursor *in, struct lzss_output *out)
{
	const uint8_t byte = cur_u8(in);

	if (!cur_ok(in))
		end(out, LZSS_SHORT);
	else if (out->n == out->size)
		end(out, LZSS_LONGER);
	else
		put_decoded_byte(out, byte);
}

static void
decode_copy(struct cursor *in, struct lzss_output *out)
{
	enum { COUNT_MASK = 15 };
	const uint8_t first = cur_u8(in), second = cur_u8(in);
	const size_t back = ((size_t)first << 4 | second >> 4) + 1;
	const size_t n = (size_t)(second & COUNT_MASK) + 1;

	if (!cur_ok(in))
		end(out, LZSS_SHORT);
	else if (n == 1)
		end(out, out->n == out->size ? LZSS_DONE : LZSS_FEWER);
	else if (back > out->n)
		end(out, LZSS_BEFORE);
	else if (n > out->size - out->n)
		end(out, LZSS_LONGER);
	/* The source of a copy may overlap the bytes that were just written. */
	for (size_t i = 0; i < n && !out->ended; i++)
		put_decoded_byte(
			out, *(const uint8_t *)bytes_at(out->bytes, out->size,
							out->n - back, 1));
}

enum lzss_status
lzss_decode(struct cursor *in, void *bytes, size_t size)
{
	enum { LAST_FLAG = 1 << 8 };
	struct lzss_output out = { .bytes = bytes, .size = size };
	uint32_t flags = LAST_FLAG >> 8;

	while (!out.ended) {
		/* The bit above the flags shows how many flags are left. */
		if (flags == 1)
			flags = LAST_FLAG | cur_u8(in);
		if (!cur_ok(in))
			end(&out, LZSS_SHORT);
		else if (flags & 1)
			decode_copy(in, &out);
		else
			decode_byte(in, &out);
		flags >>= 1;
	}
	return out.status;
}

static enum unpack_status
unpack_lzss(struct cursor *in, void *out, size_t size, const char **wrong)
{
	static const char *const errors[] = {
		[LZSS_DONE] = NULL,
		[LZSS_SHORT] = "LZSS data without an end",
		[LZSS_BEFORE] = "an LZSS copy from before the beginning",
		[LZSS_LONGER] = "LZSS data of more bytes than declared",
		[LZSS_FEWER] = "LZSS data of fewer bytes than declared"
	};

	if ((uint32_t)cur_le32(in) != size)
		*wrong = "LZSS data of a different size";
	else
		*wrong = AT(errors, lzss_decode(in, out, size));
	return *wrong ? UNPACK_WRONG : UNPACK_DONE;
}

/* ----------------------------------------------------------------- snappy */

#ifndef WITHOUT_SNAPPY

const char *const unpack_library = "libsnappy.so.1";

struct snappy {
	__typeof__(&snappy_uncompressed_length) length;
	__typeof__(&snappy_uncompress) uncompress;
};

static enum library_status
load_snappy(struct snappy *s)
{
	return library_load(&(struct library){
		unpack_library,
		{
			LIBRARY_FUNCTION(snappy_uncompressed_length,
					 &s->length),
			LIBRARY_FUNCTION(snappy_uncompress, &s->uncompress),
		},
	});
}

static enum unpack_status
unpack_snappy(struct span bytes, void *out, size_t size, const char **wrong)
{
	const char *in = (const char *)bytes.ptr;
	struct snappy snappy;
	size_t n = 0;

	switch (load_snappy(&snappy)) {
	case LIBRARY_LOADED: break;
	case LIBRARY_ABSENT: return UNPACK_UNABLE;
	case LIBRARY_NO_MEMORY: return UNPACK_NO_MEMORY;
	}
	if (snappy.length(in, bytes.len, &n) != SNAPPY_OK || n != size)
		*wrong = "snappy data of a different size";
	else if (snappy.uncompress(in, bytes.len, out, &n) != SNAPPY_OK)
		*wrong = "snappy data that cannot be decoded";
	else
		FOREIGN_WROTE(out, size);
	return *wrong ? UNPACK_WRONG : UNPACK_DONE;
}

#else

const char *const unpack_library = NULL;

static enum unpack_status
unpack_snappy(struct span bytes, void *out, size_t size, const char **wrong)
{
	(void)bytes, (void)out, (void)size, (void)wrong;
	return UNPACK_UNABLE;
}

#endif

/* ------------------------------------------------------------------- both */

enum unpack_status
unpack_entries(struct cursor *in, void *out, size_t size, const char **wrong)
{
	enum { MAGIC_BYTES = 4 };
	const struct span magic = cur_bytes(in, MAGIC_BYTES);

	*wrong = NULL;
	if (span_is(magic, "SNAP"))
		return unpack_snappy(cur_rest(in), out, size, wrong);
	if (span_is(magic, "LZSS"))
		return unpack_lzss(in, out, size, wrong);
	*wrong = "data that begin with neither SNAP nor LZSS";
	return UNPACK_WRONG;
}
