/* SPDX-License-Identifier: MIT */
/* stored.h - the files of corpus/ and their manifest, or the test fails */
#ifndef TESTS_STORED_H
#define TESTS_STORED_H

#include "corpus/builder/buffer.h"
#include "corpus/tool/manifest.h"

/* The folder, from the environment. */
const char *stored_folder(void);

/* A file of it; the caller frees the bytes. */
struct buffer stored_file(const char *path);

/* Its manifest.  Closing it holds that the rows were read to the last. */
struct manifest stored_manifest(void);
void stored_manifest_close(struct manifest *m);

#endif
