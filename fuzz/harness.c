/* SPDX-License-Identifier: MIT */
/* harness.c - what the fuzz targets share: exact copies, checks, findings */
#include "fuzz/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
harness_holds(bool condition, const char *text, const char *file, int line)
{
	if (condition)
		return;
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, text);
	abort();
}

struct blob
blob_copy(const void *bytes, size_t size)
{
	struct blob b = { malloc(size ? size : 1), size };

	if (!b.at)
		exit(0); /* no memory: nothing can be said */
	if (size)
		memcpy(b.at, bytes, size);
	return b;
}

void
blob_add(struct blob *b, const void *bytes, size_t size)
{
	uint8_t *at = realloc(b->at, b->size + size + 1);

	if (!at)
		exit(0);
	if (size)
		memcpy(at + b->size, bytes, size);
	b->at = at;
	b->size += size;
}

void
blob_free(struct blob *b)
{
	free(b->at);
	*b = (struct blob){ NULL, 0 };
}

bool
blob_equal(const struct blob *a, const struct blob *b)
{
	return a->size == b->size &&
	       (a->size == 0 || memcmp(a->at, b->at, a->size) == 0);
}

/* --------------------------------------------------------------- report -- */

static void
say(struct blob *text, const char *line)
{
	blob_add(text, line, strlen(line));
}

static bool
is_printable(const char *text)
{
	for (; *text; text++)
		if (*text < 0x20 || *text > 0x7e)
			return false;
	return true;
}

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	struct blob *text = ctx;
	char line[512];

	HOLDS(is_printable(f->found) && is_printable(f->expected));
	HOLDS(f->severity != DFK_OFF && f->severity <= DFK_ERROR);
	snprintf(line, sizeof(line),
		 "%s %d %d %llu+%llu %s|%s|%s r%llu t%lld c%d\n", f->rule->id,
		 (int)f->severity, (int)f->space, (unsigned long long)f->offset,
		 (unsigned long long)f->length, f->field, f->found, f->expected,
		 (unsigned long long)f->record, (long long)f->tick,
		 (int)f->client);
	say(text, line);
}

static void
say_result(struct blob *text, const struct dfk_check *check)
{
	const struct dfk_result *r = dfk_result(check);
	char line[512];
	struct dfk_fact fact;

	snprintf(line, sizeof(line),
		 "verdict %d ok %llu repairable %d k%llu c%llu d%llu a%llu "
		 "e%llu w%llu n%llu u%llu\n",
		 (int)r->verdict, (unsigned long long)r->ok_up_to,
		 (int)r->repairable, (unsigned long long)r->kept,
		 (unsigned long long)r->changed, (unsigned long long)r->dropped,
		 (unsigned long long)r->added, (unsigned long long)r->errors,
		 (unsigned long long)r->warnings, (unsigned long long)r->notes,
		 (unsigned long long)r->undecoded);
	say(text, line);
	for (size_t i = 0; dfk_fact(check, i, &fact); i++) {
		snprintf(line, sizeof(line), "%s=%lld %s\n", fact.name,
			 (long long)fact.integer, fact.text ? fact.text : "-");
		say(text, line);
	}
}

/* ---------------------------------------------------------------- drive -- */

/* The length of the next piece. */
static size_t
piece(uint32_t *seed, size_t left)
{
	size_t n;

	if (*seed == 0)
		return left;
	if (*seed == 1)
		return 1;
	*seed = *seed * 1103515245u + 12345u;
	*seed |= 2; /* never one of the special values */
	n = (*seed >> 16) % 7 ? (*seed >> 20) % 17 : (*seed >> 8) % 5000;
	return n < left ? n : left;
}

static bool
feed(struct dfk_check *check, const struct blob *in, uint32_t seed)
{
	size_t at = 0;

	while (at < in->size) {
		const size_t n = piece(&seed, in->size - at);
		/* Each piece is a block of its own: an overread is seen. */
		struct blob part = blob_copy(in->at + at, n);
		const enum dfk_status status = dfk_feed(check, part.at, n);

		blob_free(&part);
		if (status != DFK_OK)
			return false;
		at += n;
	}
	return dfk_finish(check) == DFK_OK;
}

struct verdict
harness_check(const struct blob *in, const struct drive *drive)
{
	struct verdict v = { .text = blob_copy("", 0) };
	const struct dfk_options options = {
		.as = drive->as,
		.level = drive->level,
		.fix_warnings = drive->fix_warnings,
		.on_finding = on_finding,
		.ctx = &v.text,
	};

	if (dfk_open(&options, &v.check) != DFK_OK)
		return v;
	if (!feed(v.check, in, drive->pieces)) {
		dfk_close(v.check);
		v.check = NULL;
		return v;
	}
	say_result(&v.text, v.check);
	return v;
}

void
harness_close(struct verdict *v)
{
	dfk_close(v->check);
	blob_free(&v->text);
	v->check = NULL;
}

static int
append(void *ctx, const void *bytes, size_t size)
{
	blob_add(ctx, bytes, size);
	return 0;
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
	while (at < in->size) {
		const size_t n = piece(&seed, in->size - at);

		HOLDS(dfk_repair_feed(repair, in->at + at, n) == DFK_OK);
		at += n;
	}
	HOLDS(dfk_repair_finish(repair) == DFK_OK);
	dfk_repair_close(repair);
	return true;
}
