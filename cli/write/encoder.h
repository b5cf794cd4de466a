/* SPDX-License-Identifier: MIT */
/*
 * encoder.h - writes an output compressed as its input was
 *
 * What is written depends on the bytes and on the version of the library alone: no
 * time, no name.
 */
#ifndef CLI_WRITE_ENCODER_H
#define CLI_WRITE_ENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream_encoder {
	const struct encoder_kind *kind;
	void *state;
	const void *in; /* what is to be encoded, and how much of it */
	size_t n_in;
	unsigned char *out; /* room for what it becomes */
	size_t n_out;
	bool done; /* all of it is encoded */
};

/* Functions return 0 or an errno value; what is wrong with memory or a library is
   ENOMEM. */
struct encoder_kind {
	const char *compression; /* as in struct dfk_result */
	/* So many bytes will come. */
	int (*open)(struct stream_encoder *e, uint64_t size);
	/* Moves in and out on; end: nothing follows what is in. */
	int (*step)(struct stream_encoder *e, bool end);
	void (*close)(struct stream_encoder *e);
};

extern const struct encoder_kind gzip_encoder, xz_encoder, zstd_encoder,
	bzip2_encoder;

/* ENOSYS: this build cannot write that. */
int encoder_open(struct stream_encoder *e, const char *compression,
		 uint64_t size);

/* bytes NULL: the end.  What they become goes to `write`, whose result, if it is not
   0, is returned. */
int encoder_write(struct stream_encoder *e, const void *bytes, size_t size,
		  int (*write)(void *ctx, const void *bytes, size_t size),
		  void *ctx);

void encoder_close(struct stream_encoder *e); /* all zero: does nothing */

/* encode_load.c: a library, and the functions in it. */
struct encoder_function {
	const char *name;
	void *to; /* the pointer that gets its address */
};

/* It was loaded to decode the input, so it is there.  0 or ENOMEM. */
int encoder_load(const char *file, const struct encoder_function *functions,
		 size_t n);

#endif
