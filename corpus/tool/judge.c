/* SPDX-License-Identifier: MIT */
/* judge.c - checks and repairs one sample with the public interface */
#include "corpus/tool/judge.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/tool/finding_text.h"
#include "corpus/tool/listing_text.h"
#include "corpus/tool/option.h"
#include "corpus/tool/recycle.h"
#include "include/demofsck_snapshot.h"

#define SPLIT_MAX 700 /* the longest piece of JUDGE_SPLITS */

static void
on_finding(void *ctx, const struct dfk_finding *finding)
{
	struct judgement *j = ctx;

	if (j->rules.size > 0)
		buffer_byte(&j->rules, ',');
	buffer_words(&j->rules, finding->rule->id);
	buffer_byte(&j->rules, '@');
	buffer_decimal(&j->rules, finding->offset);
	buffer_byte(&j->rules, '+');
	buffer_decimal(&j->rules, finding->length);
	finding_text(&j->findings, finding);
	reader_finding(&j->reader, finding);
	if (finding->space == DFK_SPACE_DECODED)
		j->decoded = true;
}

static void
on_record(void *ctx, const struct dfk_record *record)
{
	struct judgement *j = ctx;

	listing_record(&j->records, record);
}

static void
on_item(void *ctx, const struct dfk_record *item)
{
	struct judgement *j = ctx;

	listing_item(&j->records, item);
}

static int
on_write(void *ctx, const void *bytes, size_t size)
{
	struct judgement *j = ctx;

	buffer_append(&j->repaired, bytes, size);
	return buffer_ok(&j->repaired) ? 0 : -1;
}

/* xorshift: random enough for the sizes of pieces. */
static uint32_t
next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Passes the bytes in pieces to the check or to the repair. */
static enum dfk_status
feed(struct dfk_check *check, struct dfk_repair *repair,
     const unsigned char *bytes, size_t size, struct judge_how how)
{
	uint32_t state = how.seed * 2 + 1;
	enum dfk_status status = DFK_OK;

	while (size > 0 && status == DFK_OK) {
		size_t n = size;

		if (how.pieces == JUDGE_BYTES)
			n = 1;
		else if (how.pieces == JUDGE_SPLITS)
			n = next_random(&state) % SPLIT_MAX + 1;
		if (n > size)
			n = size;
		status = check ? dfk_feed(check, bytes, n)
			       : dfk_repair_feed(repair, bytes, n);
		bytes += n;
		size -= n;
	}
	return status;
}

static enum dfk_status
repair(const struct dfk_check *check, const unsigned char *bytes, size_t size,
       struct judge_how how, struct judgement *j)
{
	struct dfk_repair *repair;
	enum dfk_status status = dfk_repair_open(check, on_write, j, &repair);

	if (status == DFK_NOT_REPAIRABLE)
		return DFK_OK;
	if (status == DFK_OK)
		status = feed(NULL, repair, bytes, size, how);
	if (status == DFK_OK)
		status = dfk_repair_finish(repair);
	dfk_repair_close(repair);
	j->has_repaired = status == DFK_OK;
	return status;
}

static size_t
count_idle(const struct dfk_check *check, const unsigned char *bytes)
{
	struct dfk_edit edit;
	size_t n = 0;

	if (dfk_result_of(check)->space != DFK_SPACE_FILE)
		return 0;
	for (size_t i = 0; dfk_edit_at(check, i, &edit); i++)
		n += edit.remove == edit.insert_length &&
		     memcmp(bytes + edit.offset, edit.insert,
			    edit.insert_length) == 0;
	return n;
}

void
judge(const void *bytes, size_t size, const char *options, struct judge_how how,
      struct judgement *j)
{
	char format[OPTION_MAX];
	struct dfk_options o = {
		DFK_OPTIONS,
		.on_finding = on_finding,
		.on_record = how.blind ? NULL : on_record,
		.on_item = how.blind ? NULL : on_item,
		.ctx = j,
		.allocator = recycle_allocator,
		.fix_warnings = how.fix_warnings,
		.level = how.level,
		.known_maps = how.known_maps,
	};
	struct dfk_check *check = NULL;
	struct dfk_snapshot *base = NULL;
	struct buffer map_bytes = { 0 };
	struct dfk_map *map;

	memset(j, 0, sizeof(*j));
	reader_init(&j->reader);
	if (option_value(options, "as", format))
		o.as = format;
	j->status = option_map(options, &map_bytes, &map);
	o.map = map;
	if (j->status == DFK_OK)
		j->status = dfk_open(&o, &check);
	if (j->status == DFK_OK)
		j->status = option_apply(options, check, &base);
	if (j->status == DFK_OK)
		j->status = feed(check, NULL, bytes, size, how);
	if (j->status == DFK_OK)
		j->status = dfk_finish(check);
	if (j->status == DFK_OK) {
		j->result = *dfk_result_of(check);
		j->result.version = NULL; /* the text lives only as long as
		                             the check */
		reader_finish(&j->reader, check, options);
		listing_facts(&j->records, check);
		listing_edits(&j->edits, check);
		j->idle_edits = count_idle(check, bytes);
		j->status = repair(check, bytes, size, how, j);
	}
	dfk_close(check);
	dfk_snapshot_close(base);
	dfk_map_close(map);
	buffer_free(&map_bytes);
	if (j->rules.size == 0)
		buffer_byte(&j->rules, '-');
	buffer_byte(&j->rules, 0);
	if (!buffer_ok(&j->rules) || !buffer_ok(&j->findings) ||
	    !buffer_ok(&j->records) || !buffer_ok(&j->edits) ||
	    !buffer_ok(&j->repaired))
		j->status = DFK_NO_MEMORY;
}

void
judgement_free(struct judgement *j)
{
	buffer_free(&j->rules);
	buffer_free(&j->findings);
	buffer_free(&j->records);
	buffer_free(&j->edits);
	buffer_free(&j->repaired);
}

int
judge_check_exit(const struct judgement *j)
{
	switch (j->result.verdict) {
	case DFK_VALID: return 0;
	case DFK_TRUNCATED:
	case DFK_DAMAGED:
	case DFK_UNSUPPORTED:
	case DFK_UNRECOGNIZED: return 1;
	case DFK_UNDECIDED: return 5;
	}
	return 70;
}

int
judge_repair_exit(const struct judgement *j)
{
	if (j->result.verdict == DFK_UNDECIDED)
		return 5;
	switch (j->result.repairable) {
	case DFK_REPAIRABLE_NO: return 1;
	case DFK_REPAIRABLE_NOT_NEEDED:
	case DFK_REPAIRABLE_LOSSLESS: return 0;
	case DFK_REPAIRABLE_LOSSY: return 3;
	}
	return 70;
}

static void
put_sha256(struct buffer *w, const struct buffer *bytes)
{
	struct sha256_ctx sha256;
	uint8_t digest[SHA256_DIGEST_SIZE];
	char hex[3];

	sha256_init(&sha256);
	sha256_update(&sha256, bytes->size, bytes->bytes);
	sha256_digest(&sha256, sizeof(digest), digest);
	for (size_t i = 0; i < sizeof(digest); i++) {
		snprintf(hex, sizeof(hex), "%02x", digest[i]);
		buffer_words(w, hex);
	}
}

void
judge_row(const struct judgement *j, const char *path, const char *options,
	  const char *about, struct buffer *row)
{
	const struct dfk_result *r = &j->result;

	buffer_words(row, path);
	buffer_byte(row, '\t');
	buffer_words(row, r->format ? r->format : "-");
	buffer_byte(row, '\t');
	buffer_words(row, dfk_verdict_name(r->verdict));
	buffer_byte(row, '\t');
	buffer_decimal(row, r->ok_up_to);
	buffer_byte(row, '\t');
	buffer_words(row, (const char *)j->rules.bytes);
	buffer_byte(row, '\t');
	buffer_decimal(row, (uint64_t)judge_check_exit(j));
	buffer_byte(row, '\t');
	buffer_decimal(row, (uint64_t)judge_repair_exit(j));
	buffer_byte(row, '\t');
	if (j->has_repaired)
		put_sha256(row, &j->repaired);
	else
		buffer_byte(row, '-');
	buffer_byte(row, '\t');
	buffer_words(row, options);
	buffer_byte(row, '\t');
	buffer_decimal(row, r->errors);
	buffer_byte(row, '/');
	buffer_decimal(row, r->warnings);
	buffer_byte(row, '/');
	buffer_decimal(row, r->notes);
	buffer_byte(row, '\t');
	reader_columns(&j->reader, row);
	buffer_byte(row, '\t');
	buffer_words(row, about);
}
