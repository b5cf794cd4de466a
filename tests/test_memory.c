/* SPDX-License-Identifier: MIT */
/* test_memory.c - an allocation that fails is never a finding */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "corpus/builder/bzip2_writer.h"
#include "corpus/builder/xz_writer.h"
#include "corpus/builder/zstd_writer.h"
#include "tests/support.h"

struct failing {
	size_t calls, fail_at;
	bool sticky;
	long balance;
};

static void *
failing_alloc(void *ctx, size_t size)
{
	struct failing *f = ctx;
	const size_t call = f->calls++;

	if (f->sticky ? call >= f->fail_at : call == f->fail_at)
		return NULL;
	f->balance++;
	return malloc(size);
}

static void
failing_free(void *ctx, void *ptr)
{
	struct failing *f = ctx;

	f->balance -= ptr != NULL;
	free(ptr);
}

/* In two pieces: zlib allocates its window only when a stream goes on. */
static enum dfk_status
feed(struct dfk_check *check, struct dfk_repair *repair, const struct bytes *in)
{
	const size_t half = in->n / 2;
	enum dfk_status status;

	if (repair) {
		status = dfk_repair_feed(repair, in->at, half);
		return status != DFK_OK ? status
					: dfk_repair_feed(repair, in->at + half,
							  in->n - half);
	}
	status = dfk_feed(check, in->at, half);
	return status != DFK_OK ? status
				: dfk_feed(check, in->at + half, in->n - half);
}

static enum dfk_status
check_and_repair(struct failing *f, const struct bytes *in, struct bytes *out)
{
	const struct dfk_options o = {
		DFK_OPTIONS,
		.allocator = { failing_alloc, failing_free, f },
	};
	struct dfk_check *check;
	struct dfk_repair *repair = NULL;
	enum dfk_status status = dfk_open(&o, &check);

	if (status == DFK_OK)
		status = feed(check, NULL, in);
	if (status == DFK_OK)
		status = dfk_finish(check);
	if (status == DFK_OK) {
		cr_expect_eq(dfk_result_of(check)->verdict, DFK_TRUNCATED);
		status = dfk_repair_open(check, collect, out, &repair);
	} else if (check) {
		cr_expect_null(dfk_result_of(check), "no verdict");
	}
	if (status == DFK_OK)
		status = feed(check, repair, in);
	if (status == DFK_OK)
		status = dfk_repair_finish(repair);
	dfk_repair_close(repair);
	dfk_close(check);
	return status;
}

static void
sweep(const struct bytes *in, bool sticky)
{
	size_t refused = 0;

	for (size_t n = 0; n < 100; n++) {
		struct failing f = { .fail_at = n, .sticky = sticky };
		struct bytes out = { 0, NULL };
		const enum dfk_status status = check_and_repair(&f, in, &out);

		cr_expect_eq(f.balance, 0, "allocation %zu", n);
		free(out.at);
		if (status == DFK_OK) {
			cr_expect_gt(refused, 2);
			return;
		}
		cr_expect_eq(status, DFK_NO_MEMORY, "allocation %zu", n);
		refused++;
	}
	cr_expect_fail("it never succeeds");
}

/* The same gzip member; so many empty blocks come first that zlib decodes it, also
   where there is ISA-L (blocks.c). */
static struct bytes
with_empty_blocks(const struct bytes *member)
{
	enum { HEAD = 10, BLOCKS = 100 };
	static const uint8_t empty[] = { 0x00, 0x00, 0x00, 0xff, 0xff };
	struct bytes out = { 0, NULL };

	put(&out, member->at, HEAD);
	put_times(&out, empty, sizeof(empty), BLOCKS);
	put(&out, member->at + HEAD, member->n - HEAD);
	return out;
}

/* Given the n-th allocation fails, there is no verdict and no output. */
Test(memory, no_memory_is_never_a_finding)
{
	struct bytes b = recording(), z = gzip(&b),
		     many = with_empty_blocks(&z);

	sweep(&b, false);
	sweep(&b, true);
	sweep(&z, false);
	sweep(&z, true);
	sweep(&many, false);
	sweep(&many, true);
	free(b.at);
	free(z.at);
	free(many.at);
}

/* The same in other containers. */
Test(memory, nor_of_other_containers)
{
	struct bytes b = recording();

	for (int kind = 0; kind < 3; kind++) {
		struct buffer w;

		buffer_init(&w);
		if (kind == 0)
			xz_stream(&w, b.at, b.n, 16);
		else if (kind == 1)
			zstd_frame(&w, b.at, b.n);
		else
			bzip2_stream(&w, b.at, b.n, 500);
		cr_assert(buffer_ok(&w));
		const struct bytes z = { w.size, w.bytes };

		sweep(&z, false);
		sweep(&z, true);
		buffer_free(&w);
	}
	free(b.at);
}
