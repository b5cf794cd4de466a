/* SPDX-License-Identifier: MIT */
/* encoder.c - compresses an output in the same way as its input */
#include "cli/write/encoder.h"

#include <errno.h>
#include <string.h>

int
encoder_open(struct stream_encoder *e, const char *compression, uint64_t size)
{
	static const struct encoder_kind *const kinds[] = {
		&gzip_encoder, &xz_encoder, &zstd_encoder, &bzip2_encoder
	};

	*e = (struct stream_encoder){ .done = false };
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(kinds[i]->compression, compression) != 0 ||
		    kinds[i]->open == NULL)
			continue;
		const int error = kinds[i]->open(e, size);

		if (error == 0)
			e->kind = kinds[i];
		return error;
	}
	return ENOSYS;
}

int
encoder_write(struct stream_encoder *e, const void *bytes, size_t size,
	      int (*write)(void *ctx, const void *bytes, size_t size),
	      void *ctx)
{
	unsigned char out[16384];
	int error = 0;

	e->in = bytes;
	e->n_in = size;
	do {
		e->out = out;
		e->n_out = sizeof(out);
		error = e->kind->step(e, bytes == NULL);
		if (error == 0 && e->n_out < sizeof(out))
			error = write(ctx, out, sizeof(out) - e->n_out);
		/* If there is room left, the encoder has written everything. */
	} while (error == 0 &&
		 (bytes == NULL ? !e->done : e->n_in > 0 || e->n_out == 0));
	return error;
}

void
encoder_close(struct stream_encoder *e)
{
	if (e->kind != NULL)
		e->kind->close(e);
	e->kind = NULL;
}
