/* SPDX-License-Identifier: MIT */
/* harness.h - functions that the fuzz targets share: exact copies, checks, findings */
#ifndef FUZZ_HARNESS_H
#define FUZZ_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/demofsck.h"

/* A property that must be true for every input. */
#define HOLDS(condition) \
	((condition) ? (void)0 : harness_fails(#condition, __FILE__, __LINE__))

_Noreturn void harness_fails(const char *text, const char *file, int line);

/* Ends the program without memory, because the properties cannot be checked then. */
_Noreturn void harness_no_memory(void);

/* Is the text printable ASCII? */
bool harness_is_printable(const char *text);

/* Returns cleared memory. */
void *harness_memory(size_t size);

/* Bytes on the heap with an exact size, so that an overread is noticed. */
struct blob {
	uint8_t *at;
	size_t size;
	size_t room; /* 0: the memory has exactly `size` bytes */
};

struct blob blob_copy(const void *bytes, size_t size);
void blob_add(struct blob *b, const void *bytes, size_t size);
void blob_free(struct blob *b);
bool blob_equal(const struct blob *a, const struct blob *b);

/* How a check runs. */
struct drive {
	bool listen;  /* the verdict includes the findings */
	bool records; /* the check passes records to a callback */
	const char *as;
	enum dfk_level level;
	enum dfk_depth depth;
	bool fix_warnings;
	bool no_hash;
	uint32_t pieces; /* seed for the sizes of pieces; 0: one piece, 1:
	                    one byte at a time */
};

/* All results of a check.  Equal numbers mean equal reports. */
struct verdict {
	uint64_t report;
	struct dfk_check *check; /* the finished check, or NULL if there was
	                            no memory */
};

/* Opens a check.  Its decoders have less memory than an engine allows in one
   allocation. */
enum dfk_status harness_open(const struct dfk_options *options,
			     struct dfk_check **out);

struct verdict harness_check(const struct blob *in, const struct drive *drive);
void harness_close(struct verdict *v);

/* Writes the repaired bytes.  False: this input has no output. */
bool harness_repair(const struct blob *in, const struct dfk_check *check,
		    const struct drive *drive, struct blob *out);

/* The replay sets this: every property is tried for every input. */
extern bool harness_all;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
