/* SPDX-License-Identifier: MIT */
/* libraries.c - loads the libraries of an input before its check */
#include "include/demofsck.h"

#include "validator/core/blocks.h"
#include "validator/core/decoder.h"
#include "validator/core/decompress.h"
#include "validator/core/format.h"
#include "validator/netmessage/unpack.h"

/* Loads a library, which stays loaded.  An absent library is absent later, too.  False:
   no memory or no file descriptor. */
static bool
keep_library(const char *file)
{
	return file == NULL ||
	       library_load(&(struct library){ .file = file }) !=
		       LIBRARY_NO_MEMORY;
}

/* Loads the library of the decoder of this compression, or the libraries of all
   decoders.  False: as keep_library(). */
static bool
keep_decoders(const struct compression *kind, bool any)
{
	static const struct decoder_kind *const decoders[] = {
		&xz_decoder, &zstd_decoder, &bzip2_decoder
	};
	bool kept = true;

	for (size_t i = 0; i < COUNT_OF(decoders); i++)
		if (any || (kind && kind->decoder == AT(decoders, i)))
			kept = keep_library(AT(decoders, i)->library) && kept;
	return kept;
}

enum dfk_status
dfk_load_libraries(const void *head, size_t size, const char *as,
		   enum dfk_depth depth)
{
	const struct span bytes = { head, size };
	const struct compression *kind = NULL;
	const struct format *format = NULL;
	bool kept;

	if (head)
		kind = compression_of(bytes, size < COMPRESSION_HEAD_BYTES);
	/* The format of compressed bytes is not known before they are decoded. */
	if (head && !kind)
		format = as ? format_find(as)
			    : format_detect(span_head(bytes, FORMAT_HEAD_BYTES),
					    size < FORMAT_HEAD_BYTES);
	kept = keep_decoders(kind, !head);
	/* Depth "framing" reads no string tables. */
	if ((!format || format->id == FORMAT_dem) && depth != DFK_DEPTH_FRAMING)
		kept = keep_library(unpack_library) && kept;
	if (!format || format->id == FORMAT_twdemo ||
	    format->id == FORMAT_datafile)
		kept = keep_library(blocks_library) && kept;
	return kept ? DFK_OK : DFK_NO_MEMORY;
}
