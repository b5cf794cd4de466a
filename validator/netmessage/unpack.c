/* SPDX-License-Identifier: MIT */
/* unpack.c - the compressed entries of a string table (DEM-15.2) */
#include "validator/netmessage/unpack.h"

#include "validator/netmessage/lzss.h"

static enum unpack_status
unpack_lzss(struct cursor *in, void *out, size_t size, const char **wrong)
{
	static const char *const errors[] = {
		[LZSS_DONE] = NULL,
		[LZSS_SHORT] = "LZSS without an end",
		[LZSS_BEFORE] = "LZSS that copies from before its beginning",
		[LZSS_LONGER] = "LZSS of more bytes than it says",
		[LZSS_FEWER] = "LZSS of fewer bytes than it says"
	};

	if ((uint32_t)cur_le32(in) != size)
		*wrong = "LZSS of another size";
	else
		*wrong = AT(errors, lzss_decode(in, out, size));
	return *wrong ? UNPACK_WRONG : UNPACK_DONE;
}

enum unpack_status
unpack(struct cursor *in, void *out, size_t size, const char **wrong)
{
	enum { MAGIC_BYTES = 4 };
	const struct span magic = cur_bytes(in, MAGIC_BYTES);

	*wrong = NULL;
	if (span_is(magic, "SNAP"))
		return unpack_snappy(cur_rest(in), out, size, wrong);
	if (span_is(magic, "LZSS"))
		return unpack_lzss(in, out, size, wrong);
	*wrong = "neither SNAP nor LZSS";
	return UNPACK_WRONG;
}
