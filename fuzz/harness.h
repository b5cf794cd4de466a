/* SPDX-License-Identifier: MIT */
/* harness.h - what the fuzz targets share: exact copies, checks, findings */
#ifndef FUZZ_HARNESS_H
#define FUZZ_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/demofsck.h"

/* A property that must hold whatever the input is. */
#define HOLDS(condition) \
	((condition) ? (void)0 : harness_fails(#condition, __FILE__, __LINE__))

_Noreturn void harness_fails(const char *text, const char *file, int line);

/* Nothing can be said of the input then: it must not look as if all were well. */
_Noreturn void harness_no_memory(void);

/* Is it ASCII that can be printed? */
bool harness_is_printable(const char *text);

/* Zeros on the heap. */
void *harness_memory(size_t size);

/* Bytes on the heap, exactly so many, so that one too far is seen. */
struct blob {
	uint8_t *at;
	size_t size;
	size_t room; /* 0: the memory is as large as the bytes */
};

struct blob blob_copy(const void *bytes, size_t size);
void blob_add(struct blob *b, const void *bytes, size_t size);
void blob_free(struct blob *b);
bool blob_equal(const struct blob *a, const struct blob *b);

/* How a check is driven. */
struct drive {
	bool listen;  /* findings are part of the verdict */
	bool records; /* somebody wants to see them */
	const char *as;
	enum dfk_level level;
	enum dfk_depth depth;
	bool fix_warnings;
	bool no_hash;
	uint32_t pieces; /* seed of the cuts; 0: whole, 1: byte by byte */
};

/* All that a check says, as one number: equal numbers are equal reports. */
struct verdict {
	uint64_t report;
	struct dfk_check *check; /* finished, or NULL after no memory */
};

/* A check whose decoders have less memory than an engine allows in one piece. */
enum dfk_status harness_open(const struct dfk_options *options,
			     struct dfk_check **out);

struct verdict harness_check(const struct blob *in, const struct drive *drive);
void harness_close(struct verdict *v);

/* The repaired bytes; false: this input has no output. */
bool harness_repair(const struct blob *in, const struct dfk_check *check,
		    const struct drive *drive, struct blob *out);

/* Set by the replay: every property is tried on every input. */
extern bool harness_all;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
