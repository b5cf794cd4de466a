/* SPDX-License-Identifier: MIT */
/* test_libraries.c - the first bytes of an input decide which libraries are loaded */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <string.h>

#include "include/demofsck.h"
#include "validator/core/blocks.h"
#include "validator/core/decoder.h"
#include "validator/netmessage/unpack.h"

enum { ISAL = 1, SNAPPY = 2, XZ = 4, ZSTD = 8, BZIP2 = 16, ALL = 31 };

static bool
is_loaded(const char *file)
{
	return dlopen(file, RTLD_NOW | RTLD_NOLOAD) != NULL;
}

/* Returns the loaded libraries.  Each test runs in a process of its own. */
static int
loaded(void)
{
	return (is_loaded(blocks_library) ? ISAL : 0) |
	       (is_loaded(unpack_library) ? SNAPPY : 0) |
	       (is_loaded(xz_decoder.library) ? XZ : 0) |
	       (is_loaded(zstd_decoder.library) ? ZSTD : 0) |
	       (is_loaded(bzip2_decoder.library) ? BZIP2 : 0);
}

static void
expect_loaded(const char *head, size_t size, const char *as,
	      enum dfk_depth depth, int expected)
{
	if (blocks_library == NULL)
		expected &= ~ISAL;
	cr_expect_eq(loaded(), 0, "before");
	cr_expect_eq(dfk_load_libraries(head, size, as, depth), DFK_OK);
	cr_expect_eq(loaded(), expected, "loaded %d, want %d", loaded(),
		     expected);
}

#define LOADS(name, head, as, depth, expected) \
	Test(libraries, name) \
	{ \
		expect_loaded(head, sizeof(head) - 1, as, depth, expected); \
	}

#define ZEROS                                                                 \
	"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" \
	"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
#define TEEHISTORIAN \
	"\x69\x9d\xb1\x7b\x8e\xfb\x34\xff\xb1\xd8\xda\x6f\x60\xc1\x5d\xd1" \
	"{\"comment\":"
#define DEM "HL2DEMO\0\3\0\0\0\x18\0\0\0" ZEROS

/* Given the first bytes of an input, the libraries for this input are loaded. */
LOADS(of_a_log, TEEHISTORIAN, NULL, DFK_DEPTH_FULL, 0)
LOADS(of_a_teeworlds_demo, "TWDEMO\0\6" ZEROS, NULL, DFK_DEPTH_FULL, ISAL)
LOADS(of_a_map, "DATA\4\0\0\0" ZEROS, NULL, DFK_DEPTH_FULL, ISAL)
LOADS(of_a_source_demo, DEM, NULL, DFK_DEPTH_FULL, SNAPPY)
LOADS(of_its_messages, DEM, NULL, DFK_DEPTH_MESSAGES, SNAPPY)
LOADS(of_its_commands, DEM, NULL, DFK_DEPTH_FRAMING, 0)
LOADS(of_noise, "noise" ZEROS, NULL, DFK_DEPTH_FULL, ISAL | SNAPPY)
LOADS(of_no_bytes, "", NULL, DFK_DEPTH_FULL, ISAL | SNAPPY)

/* Given the format of the user, the first bytes do not decide. */
LOADS(of_a_given_log, "noise" ZEROS, "teehistorian", DFK_DEPTH_FULL, 0)
LOADS(of_a_given_demo, TEEHISTORIAN, "dem", DFK_DEPTH_FULL, SNAPPY)

/* Given a compressed input, its contents may have any format. */
LOADS(of_gzip, "\x1f\x8b\x8" ZEROS, NULL, DFK_DEPTH_FULL, ISAL | SNAPPY)
LOADS(of_xz, "\xfd" "7zXZ\0" ZEROS, NULL, DFK_DEPTH_FULL, ISAL | SNAPPY | XZ)
LOADS(of_zstd, "\x28\xb5\x2f\xfd" ZEROS, NULL, DFK_DEPTH_FULL,
      ISAL | SNAPPY | ZSTD)
LOADS(of_bzip2, "BZh9" ZEROS, NULL, DFK_DEPTH_FULL, ISAL | SNAPPY | BZIP2)
LOADS(of_xz_that_is_cut, "\xfd" "7z", NULL, DFK_DEPTH_FULL,
      ISAL | SNAPPY | XZ)
LOADS(of_a_given_format_in_xz, "\xfd" "7zXZ\0" ZEROS, "teehistorian",
      DFK_DEPTH_FULL, ISAL | SNAPPY | XZ)

/* Given no first bytes, all libraries are loaded. */
Test(libraries, of_any_input)
{
	expect_loaded(NULL, 0, NULL, DFK_DEPTH_FULL, ALL);
}
