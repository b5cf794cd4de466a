/* SPDX-License-Identifier: MIT */
/*
 * encoder.h - writes an output compressed as its input was
 *
 * The output depends only on the bytes and on the version of the library: it contains no
 * time and no name.
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

/* Functions return 0 or an errno value; ENOMEM also for an error of the library. */
struct encoder_kind {
	const char *compression; /* as in struct dfk_result */
	/* size: the number of bytes that will come. */
	int (*open)(struct stream_encoder *e, uint64_t size);
	/* Encodes, and moves `in` and `out` on; end: no bytes follow `in`. */
	int (*step)(struct stream_encoder *e, bool end);
	void (*close)(struct stream_encoder *e);
};

extern const struct encoder_kind gzip_encoder, xz_encoder, zstd_encoder,
	bzip2_encoder;

/* ENOSYS: this build cannot write that. */
int encoder_open(struct stream_encoder *e, const char *compression,
		 uint64_t size);

/* Encodes bytes, and gives the result to `write`; bytes NULL: the end.  Returns 0, or the
   result of `write` if it is not 0. */
int encoder_write(struct stream_encoder *e, const void *bytes, size_t size,
		  int (*write)(void *ctx, const void *bytes, size_t size),
		  void *ctx);

void encoder_close(struct stream_encoder *e); /* all zero: does nothing */

/* encode_load.c: a library, and the functions in it. */
struct encoder_function {
	const char *name;
	void *to; /* the pointer that gets its address */
};

/* Loads a library, which was loaded before to decode the input.  0 or ENOMEM. */
int encoder_load(const char *file, const struct encoder_function *functions,
		 size_t n);

#endif
