/* SPDX-License-Identifier: MIT */
/*
 * datafile_writer.h - writes a Teeworlds datafile from items and data
 *
 * First the caller makes a model.  Then the whole model is written.  Nothing is checked:
 * items may have any length, and the tables can be overwritten later.  Streams are stored
 * and not compressed, so the bytes do not depend on the version of zlib.
 */
#ifndef CORPUS_BUILDER_DATAFILE_WRITER_H
#define CORPUS_BUILDER_DATAFILE_WRITER_H

#include "corpus/builder/buffer.h"

enum {
	DATAFILE_MODEL_ITEMS = 96,
	DATAFILE_MODEL_INTS = 80,
	DATAFILE_MODEL_DATA = 32
};

struct datafile_model_item {
	unsigned type, id;
	size_t n;
	int32_t ints[DATAFILE_MODEL_INTS];
};

struct datafile_model_data {
	unsigned char *bytes; /* the decoded bytes */
	size_t size;
};

struct datafile_model {
	int32_t version; /* 3 or 4 */
	struct datafile_model_item items[DATAFILE_MODEL_ITEMS];
	size_t n_items;
	struct datafile_model_data data[DATAFILE_MODEL_DATA];
	size_t n_data;
	bool failed;
};

void datafile_model_init(struct datafile_model *d, int32_t version);
void datafile_model_free(struct datafile_model *d);

/* Adds an item whose ints are zero.  Items of one type are together in the file, in the
   order in which they were added. */
struct datafile_model_item *datafile_model_add_item(struct datafile_model *d,
						    unsigned type, size_t n,
						    const int32_t *ints);

/* Adds data and returns the index of the data.  If `bytes` is NULL, all bytes are
   zero. */
int32_t datafile_model_add_data(struct datafile_model *d, const void *bytes,
				size_t size);
int32_t datafile_model_add_text(struct datafile_model *d,
				/* Adds a text with its NUL. */
				const char *text);

/*
 * Writes the model.  Marks: "types", "item_offsets", "data_offsets", "data_sizes",
 * "items", "data".
 */
void datafile_model_write(const struct datafile_model *d, struct buffer *w);

/* Writes a zlib stream of stored blocks. */
void datafile_model_zlib(struct buffer *w, const unsigned char *bytes,
			 size_t size);

#endif
