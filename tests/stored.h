/* SPDX-License-Identifier: MIT */
/* stored.h - reads the files of corpus/ and their manifest; on failure the test fails */
#ifndef TESTS_STORED_H
#define TESTS_STORED_H

#include "corpus/builder/buffer.h"
#include "corpus/tool/manifest.h"

/* Returns the folder, from the environment. */
const char *stored_folder(void);

/* Reads a file of the corpus.  The caller frees the bytes. */
struct buffer stored_file(const char *path);

/* Opens the manifest.  Closing the manifest checks that all rows were read. */
struct manifest stored_manifest(void);
void stored_manifest_close(struct manifest *m);

#endif
