/* SPDX-License-Identifier: MIT */
/*
 * datafile_writer.h - writes a Teeworlds datafile from items and data
 *
 * The model is put together first and written in one go.  Nothing here judges:
 * items may be of any length, and the tables can be overwritten afterwards.
 * Streams are stored, not compressed, so that the bytes do not depend on the
 * version of zlib.
 */
#ifndef CORPUS_BUILDER_DATAFILE_WRITER_H
#define CORPUS_BUILDER_DATAFILE_WRITER_H

#include "corpus/builder/buffer.h"

enum { DFW_ITEMS = 96, DFW_INTS = 80, DFW_DATA = 32 };

struct dfw_item {
	unsigned type, id;
	size_t n;
	int32_t ints[DFW_INTS];
};

struct dfw_data {
	unsigned char *bytes; /* decoded */
	size_t size;
};

struct dfw {
	int32_t version; /* 3 or 4 */
	struct dfw_item items[DFW_ITEMS];
	size_t n_items;
	struct dfw_data data[DFW_DATA];
	size_t n_data;
	bool failed;
};

void dfw_init(struct dfw *d, int32_t version);
void dfw_free(struct dfw *d);

/* Adds an item; its ints are zero until they are set.  Items of one type are
   together in the file, in the order in which they were added. */
struct dfw_item *dfw_item(struct dfw *d, unsigned type, size_t n,
			  const int32_t *ints);

/* Adds data and returns its index; bytes may be NULL: all zero. */
int32_t dfw_data(struct dfw *d, const void *bytes, size_t size);
int32_t dfw_text(struct dfw *d, const char *text); /* with its NUL */

/*
 * Writes it.  Marks: "types", "item_offsets", "data_offsets", "data_sizes",
 * "items", "data".
 */
void dfw_write(const struct dfw *d, struct buffer *w);

/* A zlib stream of stored blocks. */
void dfw_zlib(struct buffer *w, const unsigned char *bytes, size_t size);

#endif
