/* SPDX-License-Identifier: MIT */
/*
 * encoder.h - compresses an output in the same way as its input
 *
 * The output depends only on the bytes and on the version of the library.  The output
 * contains no time and no name.
 */
#ifndef CLI_WRITE_ENCODER_H
#define CLI_WRITE_ENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream_encoder {
	const struct encoder_kind *kind;
	void *state;
	const void *in; /* the bytes to be compressed, and their number */
	size_t n_in;
	unsigned char *out; /* room for the compressed bytes */
	size_t n_out;
	bool done; /* everything is compressed */
};

/* Functions return 0 or an errno value.  They return ENOMEM also for an error of the
   library. */
struct encoder_kind {
	const char *compression; /* as in struct dfk_result */
	/* size: the number of bytes that will be compressed */
	int (*open)(struct stream_encoder *e, uint64_t size);
	/* Compresses bytes, and moves `in` and `out` forward.  `end`: no bytes follow
	   `in`. */
	int (*step)(struct stream_encoder *e, bool end);
	void (*close)(struct stream_encoder *e);
};

extern const struct encoder_kind gzip_encoder, xz_encoder, zstd_encoder,
	bzip2_encoder;

/* ENOSYS: this build cannot write this compression. */
int encoder_open(struct stream_encoder *e, const char *compression,
		 uint64_t size);

/* Compresses bytes, and passes the result to `write`.  `bytes` is NULL at the end.
   Returns 0, or the result of `write` if it is not 0. */
int encoder_write(struct stream_encoder *e, const void *bytes, size_t size,
		  int (*write)(void *ctx, const void *bytes, size_t size),
		  void *ctx);

/* Does nothing if `e` is all zero. */
void encoder_close(struct stream_encoder *e);

/* encode_load.c or encode_linked.c: a function in a library. */
struct encoder_function {
	const char *name;
	void *to; /* the pointer that receives the address of the function */
	void (*linked)(void); /* the function, if the build is linked with the
	                         library */
};

#ifdef SELF_CONTAINED
#define ENCODER_FUNCTION(function, to) \
	{ #function, (void *)(to), (void (*)(void))(function) }
#else
#define ENCODER_FUNCTION(function, to) { #function, (void *)(to), NULL }
#endif

/* Loads the functions of a library.  The library was already loaded to decode the input.
   Returns 0 or ENOMEM. */
int encoder_load(const char *file, const struct encoder_function *functions,
		 size_t n);

#endif
