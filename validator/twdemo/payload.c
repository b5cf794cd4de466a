/* SPDX-License-Identifier: MIT */
/* payload.c - decodes and encodes the payload of a chunk: Huffman code over ints
   (TW-6.2) */
#include "validator/twdemo/payload.h"

static enum twdemo_problem
judge_code(const struct huffman_decoded *decoded, struct span coded)
{
	switch (decoded->status) {
	case HUFFMAN_OPEN: return TWDEMO_NO_END;
	case HUFFMAN_FULL: return TWDEMO_TOO_LONG;
	case HUFFMAN_OK: break;
	}
	return decoded->tail == HUFFMAN_TAIL_OTHER && decoded->used < coded.len
		       ? TWDEMO_AFTER_END
		       : TWDEMO_FINE;
}

static void
unpack_ints(struct twdemo_payload *p)
{
	const struct ints_unpacked ints = ints_unpack(p->packed, &p->ints);

	p->odd_ints = ints.quirks != 0;
	p->first_odd = ints.first_noncanonical;
	if (ints.status == INTS_OPEN)
		p->problem = TWDEMO_HALF_INT;
	if (ints.status == INTS_FULL)
		p->problem = TWDEMO_MANY_INTS;
}

bool
twdemo_unpack(struct span coded, struct twdemo_payload *p)
{
	const struct huffman_decoded decoded = huffman_decode(
		coded, p->decoded, sizeof(p->decoded));
	const struct span bytes = { p->decoded, decoded.size };

	return twdemo_unpack_decoded(coded, bytes, &decoded, p);
}

bool
twdemo_unpack_decoded(struct span coded, struct span bytes,
		      const struct huffman_decoded *decoded,
		      struct twdemo_payload *p)
{
	p->problem = judge_code(decoded, coded);
	p->padded = decoded->tail == HUFFMAN_TAIL_OTHER;
	p->zero = decoded->tail == HUFFMAN_TAIL_ZERO;
	p->used = decoded->used;
	p->packed = bytes;
	p->ints.n = 0;
	p->odd_ints = false;
	if (p->problem == TWDEMO_FINE)
		unpack_ints(p);
	return twdemo_is_strict(p);
}

enum rule_id
twdemo_problem_rule(enum twdemo_problem problem)
{
	switch (problem) {
	case TWDEMO_AFTER_END: return RULE_twdemo_huffman_trailing;
	case TWDEMO_TOO_LONG: return RULE_twdemo_payload_size;
	case TWDEMO_HALF_INT: return RULE_twdemo_int_truncated;
	case TWDEMO_MANY_INTS: return RULE_twdemo_int_count;
	case TWDEMO_FINE:
	case TWDEMO_NO_END: break;
	}
	return RULE_twdemo_huffman_open;
}

struct span
twdemo_bytes(struct twdemo_payload *p)
{
	const size_t size = sizeof(*p->ints.at) * p->ints.n;

	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		return (struct span){
			bytes_at(p->ints.at, sizeof(p->ints.at), 0, size), size
		};
	for (uint32_t i = 0; i < p->ints.n; i++)
		put_le32(p->bytes, sizeof(p->bytes), 4 * (size_t)i,
			 (uint32_t)AT(p->ints.at, i));
	return (struct span){ p->bytes, size };
}

size_t
twdemo_pack(enum twdemo_type type, const struct ints *ints,
	    struct twdemo_payload *scratch, uint8_t out[TWDEMO_CHUNK_ROOM])
{
	const size_t packed = ints_pack(ints, scratch->decoded,
					sizeof(scratch->decoded));
	const struct span plain = { scratch->decoded, packed };
	const size_t size = packed || ints->n == 0
				    ? huffman_encode(plain, true,
						     scratch->bytes,
						     TWDEMO_MAX_SIZE)
				    : 0;
	uint8_t head[TWDEMO_HEAD_BYTES];
	uint32_t head_size;

	if (size == 0)
		return 0;
	head_size = twdemo_write_head(type, (uint32_t)size, head);
	memcpy(room_at(out, TWDEMO_CHUNK_ROOM, 0, head_size), head, head_size);
	memcpy(room_at(out, TWDEMO_CHUNK_ROOM, head_size, size), scratch->bytes,
	       size);
	return head_size + size;
}
