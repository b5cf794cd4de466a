/* SPDX-License-Identifier: MIT */
/* harness.c - functions that the fuzz targets share: exact copies, checks, findings */
#include "fuzz/harness.h"

#include "validator/core/poison.h"
#include "corpus/tool/recycle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool harness_all;

void
harness_fails(const char *text, const char *file, int line)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, text);
	abort();
}

void
harness_no_memory(void)
{
	fputs("harness: no memory\n", stderr);
	abort();
}

void *
harness_memory(size_t size)
{
	void *at = calloc(1, size ? size : 1);

	if (!at)
		harness_no_memory();
	return at;
}

struct blob
blob_copy(const void *bytes, size_t size)
{
	struct blob b = { malloc(size ? size : 1), size, 0 };

	if (!b.at)
		harness_no_memory();
	if (size)
		memcpy(b.at, bytes, size);
	return b;
}

void
blob_add(struct blob *b, const void *bytes, size_t size)
{
	if (b->size + size > b->room) {
		const size_t room = 2 * (b->size + size);
		uint8_t *at = realloc(b->at, room);

		if (!at)
			harness_no_memory();
		b->at = at;
		b->room = room;
	}
	if (size)
		memcpy(b->at + b->size, bytes, size);
	b->size += size;
}

void
blob_free(struct blob *b)
{
	free(b->at);
	*b = (struct blob){ NULL, 0, 0 };
}

bool
blob_equal(const struct blob *a, const struct blob *b)
{
	return a->size == b->size &&
	       (a->size == 0 || memcmp(a->at, b->at, a->size) == 0);
}

/* --------------------------------------------------------------- report -- */

/* Adds to the FNV-1a checksum of a report, so the report need not be kept. */
static void
mix(uint64_t *report, uint64_t value)
{
	*report = (*report ^ value) * UINT64_C(1099511628211);
	*report ^= *report >> 29;
}

static void
mix_text(uint64_t *report, const char *text)
{
	for (; *text; text++)
		mix(report, (unsigned char)*text);
	mix(report, 256);
}

bool
harness_is_printable(const char *text)
{
	for (; *text; text++)
		if (*text < 0x20 || *text > 0x7e)
			return false;
	return true;
}

/* The findings of a check. */
struct heard {
	uint64_t report;
	uint64_t end[DFK_SPACE_DECODED + 1]; /* of the last place of a space */
};

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	struct heard *heard = ctx;
	uint64_t *report = &heard->report;

	if (f->offset + f->length > heard->end[f->space])
		heard->end[f->space] = f->offset + f->length;
	HOLDS(f->length <= UINT64_MAX - f->offset);
	HOLDS(harness_is_printable(f->found));
	HOLDS(harness_is_printable(f->expected));
	HOLDS(harness_is_printable(f->part_path));
	HOLDS(harness_is_printable(f->part) && harness_is_printable(f->field));
	HOLDS(f->severity != DFK_OFF && f->severity <= DFK_ERROR);
	mix_text(report, f->rule->id);
	mix(report, f->severity * 2u + f->space);
	mix(report, f->offset);
	mix(report, f->length);
	mix_text(report, f->part_path);
	mix_text(report, f->field);
	mix_text(report, f->found);
	mix_text(report, f->expected);
	mix(report, f->record);
	mix(report, (uint64_t)f->tick);
	mix(report, (uint64_t)f->client);
}

static void
lie_inside(const struct heard *heard, const struct dfk_result *r)
{
	HOLDS(heard->end[DFK_SPACE_FILE] <= r->size);
	HOLDS(heard->end[DFK_SPACE_DECODED] <= r->decoded_size);
}

static void
mix_result(uint64_t *report, const struct dfk_check *check)
{
	const struct dfk_result *r = dfk_result_of(check);
	struct dfk_fact fact;

	mix(report, (uint64_t)r->verdict * 8 + r->repairable);
	mix(report, r->ok_up_to);
	mix(report, r->kept);
	mix(report, r->changed);
	mix(report, r->dropped);
	mix(report, r->added);
	mix(report, r->errors);
	mix(report, r->warnings);
	mix(report, r->notes);
	mix(report, r->undecoded);
	for (size_t i = 0; dfk_fact_at(check, i, &fact); i++) {
		mix(report, (uint64_t)fact.integer);
		mix_text(report, fact.text ? fact.text : "");
	}
}

/* ---------------------------------------------------------------- drive -- */

/* Returns the length of the next piece. */
static size_t
piece(uint32_t *seed, size_t left)
{
	size_t n;

	if (*seed == 0)
		return left;
	if (*seed == 1)
		return 1;
	*seed = *seed * 1103515245u + 12345u;
	*seed |= 2; /* not one of the special values */
	n = (*seed >> 16) % 7 ? (*seed >> 20) % 17 : (*seed >> 8) % 5000;
	return n < left ? n : left;
}

/* Feeds each piece from a block of its own, so that an overread is noticed.  A new block
   for each piece would cost too much time.  A verdict other than valid must never become
   valid, because a caller may stop then (dfk_stop()). */
static bool
feed(struct dfk_check *check, const struct blob *in, uint32_t seed)
{
	struct blob part = blob_copy(in->at, in->size);
	enum dfk_status status = DFK_OK;
	bool lost = false;
	size_t n;

	for (size_t at = 0; at < in->size && status == DFK_OK; at += n) {
		n = piece(&seed, in->size - at);
		ASAN_UNPOISON_MEMORY_REGION(part.at, part.size);
		memcpy(part.at, in->at + at, n);
		ASAN_POISON_MEMORY_REGION(part.at + n, part.size - n);
		status = dfk_feed(check, part.at, n);
		if (lost)
			HOLDS(dfk_verdict_so_far(check) != DFK_VALID);
		lost = dfk_verdict_so_far(check) != DFK_VALID;
	}
	ASAN_UNPOISON_MEMORY_REGION(part.at, part.size);
	blob_free(&part);
	if (status != DFK_OK || dfk_finish(check) != DFK_OK)
		return false;
	if (lost)
		HOLDS(dfk_result_of(check)->verdict != DFK_VALID);
	return true;
}

static void
ignore_record(void *ctx, const struct dfk_record *record)
{
	(void)ctx;
	(void)record;
}

enum dfk_status
harness_open(const struct dfk_options *options, struct dfk_check **out)
{
	const enum dfk_status status = dfk_open(options, out);

	if (status == DFK_OK)
		HOLDS(dfk_set_limit(*out, "decoder_bytes", 32 << 20) == DFK_OK);
	return status;
}

struct verdict
harness_check(const struct blob *in, const struct drive *drive)
{
	struct heard heard = { .report = UINT64_C(14695981039346656037) };
	struct verdict v = { .report = 0 };
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = drive->as,
		.level = drive->level,
		.depth = drive->depth,
		.fix_warnings = drive->fix_warnings,
		.no_hash = drive->no_hash,
		.allocator = recycle_allocator,
		.on_finding = drive->listen ? on_finding : NULL,
		.on_record = drive->records ? ignore_record : NULL,
		.ctx = &heard,
	};

	if (harness_open(&options, &v.check) != DFK_OK)
		return v;
	if (!feed(v.check, in, drive->pieces)) {
		dfk_close(v.check);
		v.check = NULL;
		return v;
	}
	mix_result(&heard.report, v.check);
	lie_inside(&heard, dfk_result_of(v.check));
	v.report = heard.report;
	return v;
}

void
harness_close(struct verdict *v)
{
	dfk_close(v->check);
	v->check = NULL;
}

static int
append(void *ctx, const void *bytes, size_t size)
{
	blob_add(ctx, bytes, size);
	return 0;
}

/* Checks that edits are sorted, do not overlap, and each change something. */
static void
check_edits(const struct blob *in, const struct dfk_check *check)
{
	const struct dfk_result *r = dfk_result_of(check);
	/* Edits refer to the decoded bytes.  A transfer as text also changes these
	   bytes. */
	const bool plain = !r->compression && r->decoded_size == in->size;
	struct dfk_edit e;
	uint64_t end = 0;

	for (size_t i = 0; dfk_edit_at(check, i, &e); i++) {
		HOLDS(e.offset >= end);
		end = e.offset + e.remove;
		if (!plain)
			continue;
		HOLDS(end <= in->size);
		if (e.remove == e.insert_length)
			HOLDS(memcmp(in->at + e.offset, e.insert,
				     e.insert_length) != 0);
	}
}

bool
harness_repair(const struct blob *in, const struct dfk_check *check,
	       const struct drive *drive, struct blob *out)
{
	struct dfk_repair *repair;
	uint32_t seed = drive->pieces;
	size_t at = 0;
	const enum dfk_status status = dfk_repair_open(check, append, out,
						       &repair);

	if (status != DFK_OK)
		return false;
	check_edits(in, check);
	while (at < in->size) {
		const size_t n = piece(&seed, in->size - at);

		HOLDS(dfk_repair_feed(repair, in->at + at, n) == DFK_OK);
		at += n;
	}
	HOLDS(dfk_repair_finish(repair) == DFK_OK);
	dfk_repair_close(repair);
	return true;
}
