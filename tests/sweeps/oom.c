/* SPDX-License-Identifier: MIT */
/* oom.c - lets the n-th allocation of the library fail, for every n */
#include <stdlib.h>
#include <string.h>

#include "tests/sweeps/sweep.h"

/* The results of one check and repair. */
struct view {
	struct sweep *sweep;
	/* Members of the allocator, which zlib also uses. */
	uint64_t calls, fail_at; /* the first call is 1; 0: no call fails */
	bool sticky, failed;
	long balance;
	/* Members of the result. */
	uint64_t findings;
	uint64_t at_failure;       /* number of findings before the failure */
	struct sweep_bytes listed; /* rule and place of each finding, in
	                              order */
	struct sweep_bytes out;
	enum dfk_verdict verdict;
	bool has_verdict, has_output;
	enum dfk_status status;
};

static void *
view_alloc(void *ctx, size_t size)
{
	struct view *v = ctx;
	void *memory;

	v->calls++;
	if (v->fail_at &&
	    (v->sticky ? v->calls >= v->fail_at : v->calls == v->fail_at)) {
		if (!v->failed)
			v->at_failure = v->findings;
		v->failed = true;
		return NULL;
	}
	memory = malloc(size);
	if (!memory)
		abort();
	/* The memory must not contain the zeros of a fresh page. */
	memset(memory, 0xa5, size);
	v->balance++;
	return memory;
}

static void
view_free(void *ctx, void *memory)
{
	struct view *v = ctx;

	v->balance -= memory != NULL;
	free(memory);
}

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	struct view *v = ctx;
	const uint64_t parts[] = { (uint64_t)(uintptr_t)f->rule, f->offset,
				   f->length };

	v->findings++;
	sweep_add(&v->listed, parts, sizeof(parts));
}

static int
collect(void *ctx, const void *bytes, size_t size)
{
	struct view *v = ctx;

	sweep_add(&v->out, bytes, size);
	return 0;
}

/* ------------------------------------------------------------------ run -- */

/* How the bytes are fed, and which results are wanted. */
static const struct mode {
	const char *name;
	size_t piece;
	bool fix_warnings;
	enum dfk_level level;
} modes[] = {
	{ "whole", 1 << 20, false, DFK_LEVEL_SALVAGE },
	{ "bytes", 1, false, DFK_LEVEL_SALVAGE },
	{ "pieces", 100, true, DFK_LEVEL_PREFIX },
	{ "safe", 777, false, DFK_LEVEL_SAFE },
};

static enum dfk_status
feed(struct dfk_check *check, struct dfk_repair *repair,
     const struct sweep_bytes *in, size_t piece)
{
	enum dfk_status status = DFK_OK;

	for (size_t at = 0; at < in->size && status == DFK_OK; at += piece) {
		const size_t left = in->size - at;
		const size_t n = left < piece ? left : piece;

		status = check ? dfk_feed(check, in->at + at, n)
			       : dfk_repair_feed(repair, in->at + at, n);
	}
	if (status != DFK_OK)
		return status;
	return check ? dfk_finish(check) : dfk_repair_finish(repair);
}

static enum dfk_status
repair(struct view *v, struct dfk_check *check, const struct sweep_bytes *in,
       const struct mode *mode)
{
	struct dfk_repair *r;
	enum dfk_status status = dfk_repair_open(check, collect, v, &r);

	if (status == DFK_NOT_REPAIRABLE)
		return DFK_OK;
	if (status != DFK_OK) {
		sweep_holds(v->sweep, r == NULL, "final: no repair to close");
		return status;
	}
	status = feed(NULL, r, in, mode->piece);
	v->has_output = status == DFK_OK;
	if (status == DFK_NO_MEMORY)
		sweep_holds(v->sweep,
			    dfk_repair_feed(r, "", 0) == DFK_NO_MEMORY &&
				    dfk_repair_finish(r) == DFK_NO_MEMORY,
			    "final: a repair out of memory stays so");
	dfk_repair_close(r);
	return status;
}

static void
look(struct view *v, const struct sweep_bytes *in, const struct mode *mode)
{
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = v->sweep->as,
		.level = mode->level,
		.fix_warnings = mode->fix_warnings,
		.allocator = { view_alloc, view_free, v },
		.on_finding = on_finding,
		.ctx = v,
	};
	struct dfk_check *c;

	v->status = dfk_open(&options, &c);
	if (v->status == DFK_OK) {
		v->status = feed(c, NULL, in, mode->piece);
		if (v->status == DFK_NO_MEMORY)
			sweep_holds(v->sweep,
				    dfk_feed(c, "", 0) == DFK_NO_MEMORY &&
					    dfk_finish(c) == DFK_NO_MEMORY,
				    "final: a check out of memory stays so");
		v->has_verdict = dfk_result_of(c) != NULL;
		sweep_holds(v->sweep, v->has_verdict == (v->status == DFK_OK),
			    "no verdict without memory");
		if (v->has_verdict) {
			v->verdict = dfk_result_of(c)->verdict;
			v->status = repair(v, c, in, mode);
		}
	}
	dfk_close(c);
	sweep_holds(v->sweep, v->balance == 0, "all memory is given back");
}

/* ---------------------------------------------------------------- sweep -- */

static bool
starts_with(const struct sweep_bytes *all, const struct sweep_bytes *part)
{
	return part->size <= all->size &&
	       (part->size == 0 || memcmp(all->at, part->at, part->size) == 0);
}

static void
compare(const struct view *v, const struct view *whole)
{
	struct sweep *s = v->sweep;

	sweep_holds(s, v->failed, "the allocation was reached");
	sweep_holds(s, v->status == DFK_NO_MEMORY, "status: no memory");
	sweep_holds(s, v->findings == v->at_failure,
		    "no finding once memory is out");
	sweep_holds(s, starts_with(&whole->listed, &v->listed),
		    "no finding that is not one with memory");
	sweep_holds(s, !v->has_output, "no output without memory");
	sweep_holds(s, starts_with(&whole->out, &v->out),
		    "what was written by then is right");
	if (v->has_verdict)
		sweep_holds(s,
			    whole->verdict == v->verdict &&
				    whole->findings == v->findings,
			    "a repair without memory has its check's verdict");
}

static void
forget(struct view *v)
{
	sweep_free(&v->listed);
	sweep_free(&v->out);
}

static void
visit_mode(struct sweep *s, const struct sweep_file *file,
	   const struct mode *mode)
{
	struct view whole = { .sweep = s };

	look(&whole, &file->bytes, mode);
	for (uint64_t n = 1; n <= whole.calls; n++) {
		for (int sticky = 0; sticky < 2; sticky++) {
			struct view v = {
				.sweep = s,
				.fail_at = n,
				.sticky = sticky != 0,
			};

			if (!sweep_point(s, file, 4, "%s:%llu:%s", mode->name,
					 (unsigned long long)n,
					 sticky ? "sticky" : "once"))
				continue;
			look(&v, &file->bytes, mode);
			compare(&v, &whole);
			forget(&v);
		}
	}
	forget(&whole);
}

static void
visit(struct sweep *s, const struct sweep_file *file)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++)
		visit_mode(s, file, &modes[i]);
}

void
sweep_oom(struct sweep *s)
{
	static const char *const kinds[] = { "bad",      "crash", "good",
					     "near",     "real",  "security",
					     "versions", NULL };

	sweep_files(s, kinds, SIZE_MAX, visit);
}
