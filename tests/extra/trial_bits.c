/* SPDX-License-Identifier: MIT */
/* trial_bits.c - flips bits in the packets of a Source demo, and counts the results by
   place */
#include "tests/extra/trial_bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "tests/extra/trial_demo.h"

enum { MOST_ROWS = 128, ROW_NAME = 64, SIGNON_EACH = 10 };
enum { HEADER = 1072, BLOCK = 512 };

/* A place of bits, and the results of flipped bits at this place. */
struct bits_row {
	char name[ROW_NAME];
	unsigned long trials, seen;
};

static struct bits_row rows[MOST_ROWS];
static size_t n_rows;
static unsigned long wrong, undecided;

/* The bits of the file from this bit on belong to this row. */
struct bits_part {
	uint64_t bit;
	size_t row;
};

struct bits_payload {
	uint64_t bit, bits;
};

/* The bits of dem_packet, or of dem_signon. */
struct bits_kind {
	struct bits_payload *payloads;
	size_t n, room;
	uint64_t bits;
};

static struct {
	struct bits_part *parts;
	size_t n, room;
	struct bits_kind packets, signon, *kind;
	uint64_t payload; /* first bit of the payload of the current command */
	const char *message; /* name of the current message */
	uint64_t errors, warnings;
} known;

static void *
grown(void *items, size_t n, size_t *room, size_t size)
{
	if (n < *room)
		return items;
	*room = *room ? 2 * *room : 1024;
	items = realloc(items, *room * size);
	if (!items)
		trial_die(trial_demo.path, "no memory");
	return items;
}

static size_t
row_of(const char *message, const char *part)
{
	char name[ROW_NAME];

	snprintf(name, sizeof(name), "%s%s%s%s",
		 known.kind == &known.signon ? "dem_signon > " : "", message,
		 *part ? " > " : "", part);
	for (size_t i = 0; i < n_rows; i++)
		if (strcmp(rows[i].name, name) == 0)
			return i;
	if (n_rows == MOST_ROWS)
		trial_die(trial_demo.path, "too many kinds of messages");
	memcpy(rows[n_rows].name, name, sizeof(name));
	return n_rows++;
}

static void
begin_part(uint64_t bit, const char *message, const char *part)
{
	known.parts = grown(known.parts, known.n, &known.room,
			    sizeof(*known.parts));
	known.parts[known.n++] = (struct bits_part){ known.payload + bit,
						     row_of(message, part) };
}

/* ----------------------------------------------------------------- survey */

static void
on_record(void *ctx, const struct dfk_record *r)
{
	const bool packet = strcmp(r->name, "dem_packet") == 0;
	struct bits_kind *kind = packet ? &known.packets : &known.signon;
	uint64_t size;

	(void)ctx;
	if (!packet && strcmp(r->name, "dem_signon") != 0)
		return;
	size = (uint64_t)r->fields[r->n_fields - 1].integer;
	known.kind = kind;
	known.payload = 8 * (r->offset + r->length - size);
	if (size == 0)
		return;
	begin_part(0, "no message", "");
	kind->payloads = grown(kind->payloads, kind->n, &kind->room,
			       sizeof(*kind->payloads));
	kind->payloads[kind->n++] = (struct bits_payload){ known.payload,
							   8 * size };
	kind->bits += 8 * size;
}

static void
on_item(void *ctx, const struct dfk_record *item)
{
	const char *part = "";

	(void)ctx;
	if (strcmp(item->name, "element") == 0)
		return;
	if (strncmp(item->name, "net_", 4) == 0 ||
	    strncmp(item->name, "svc_", 4) == 0)
		known.message = item->name;
	else
		part = item->name;
	begin_part((uint64_t)item->fields[0].integer, known.message, part);
}

static void
survey(void)
{
	const struct dfk_options how = { DFK_OPTIONS, .as = "dem",
					 .no_hash = true,
					 .on_record = on_record,
					 .on_item = on_item,
					 .on_finding = trial_on_known };
	struct dfk_check *c;

	known.n = known.packets.n = known.signon.n = 0;
	known.packets.bits = known.signon.bits = 0;
	trial_demo.n_found = 0;
	c = trial_check(&trial_demo.bytes, &how);
	known.errors = dfk_result_of(c)->errors;
	known.warnings = dfk_result_of(c)->warnings;
	dfk_close(c);
	if (known.packets.bits == 0 || known.signon.bits == 0 ||
	    known.packets.bits > UINT32_MAX)
		trial_die(trial_demo.path, "no Source demo of such a size");
}

/* ----------------------------------------------------------------- trials */

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	bool *seen = ctx;

	*seen |= f->severity >= DFK_WARNING && !trial_is_known(f);
}

/* Is the damage noticed? *error: there is an error, so the demo is not valid. */
static bool
is_seen(bool *error)
{
	bool seen = false;
	const struct dfk_options how = { DFK_OPTIONS, .as = "dem",
					 .no_hash = true,
					 .on_finding = on_finding,
					 .ctx = &seen };
	struct dfk_check *c = trial_check(&trial_demo.bytes, &how);
	const struct dfk_result *r = dfk_result_of(c);

	/* Some rules have so many findings that not all are handed out. */
	*error = r->errors > known.errors;
	seen |= *error || r->warnings > known.warnings;
	undecided += r->verdict == DFK_UNDECIDED;
	wrong += r->verdict != DFK_VALID && r->verdict != DFK_TRUNCATED &&
		 r->verdict != DFK_DAMAGED && r->verdict != DFK_UNDECIDED;
	dfk_close(c);
	return seen;
}

static uint64_t
place(const struct bits_kind *kind, uint64_t index)
{
	size_t i = 0;

	while (index >= kind->payloads[i].bits)
		index -= kind->payloads[i++].bits;
	return kind->payloads[i].bit + index;
}

/* Returns the row of the place of the bit. */
static struct bits_row *
row_at(uint64_t bit)
{
	size_t low = 0, high = known.n;

	while (high - low > 1) {
		const size_t middle = low + (high - low) / 2;

		if (known.parts[middle].bit <= bit)
			low = middle;
		else
			high = middle;
	}
	return &rows[known.parts[low].row];
}

static void
print_row(const char *name, unsigned long trials, unsigned long seen)
{
	printf("%-54s %7lu %7lu %6.1f%%\n", name, trials, seen,
	       trials ? 100.0 * (double)seen / (double)trials : 0);
}

void
trial_bits(const char *path, unsigned long trials, uint64_t seed, bool show)
{
	struct random random = { seed };
	const char *name = strrchr(path, '/');
	unsigned long all_seen = 0;

	trial_read(path);
	survey();
	for (unsigned long n = 0; n < trials; n++) {
		const struct bits_kind *kind = n % SIGNON_EACH ? &known.packets
							       : &known.signon;
		const uint64_t bit = place(
			kind, random_below(&random, (uint32_t)kind->bits));
		unsigned char *byte = &trial_demo.bytes.bytes[bit / 8];
		struct bits_row *row = row_at(bit);
		bool seen, error;

		*byte ^= (unsigned char)(1u << bit % 8);
		seen = is_seen(&error);
		*byte ^= (unsigned char)(1u << bit % 8);
		row->trials++;
		row->seen += seen;
		all_seen += seen;
		if (show && !seen)
			printf("%s: trial %lu at %" PRIu64
			       ".%u: not seen: %s\n",
			       path, n, bit / 8, (unsigned)(bit % 8),
			       row->name);
	}
	print_row(name ? name + 1 : path, trials, all_seen);
	fflush(stdout);
}

/* Zeroes a block.  False: the block is already zero. */
static bool
try_block(uint64_t off, bool *seen, bool *error)
{
	static const unsigned char zeros[BLOCK];
	unsigned char kept[BLOCK], *block = &trial_demo.bytes.bytes[off];

	if (memcmp(block, zeros, BLOCK) == 0)
		return false;
	memcpy(kept, block, BLOCK);
	memset(block, 0, BLOCK);
	*seen = is_seen(error);
	memcpy(block, kept, BLOCK);
	return true;
}

void
trial_blocks(const char *path, unsigned long trials, uint64_t seed, bool show)
{
	struct random random = { seed };
	const char *name = strrchr(path, '/');
	const uint64_t first = (HEADER + BLOCK - 1) / BLOCK;
	unsigned long tried = 0, all_seen = 0, errors = 0;
	struct bits_row *row;

	trial_read(path);
	survey();
	for (unsigned long n = 0; n < trials; n++) {
		const uint64_t blocks = trial_demo.bytes.size / BLOCK - first;
		const uint64_t off =
			BLOCK * (first + random_below(&random,
						      (uint32_t)blocks));
		bool seen, error;

		if (!try_block(off, &seen, &error))
			continue;
		tried++;
		all_seen += seen;
		errors += error;
		if (show && !seen)
			printf("%s: trial %lu at %" PRIu64 ": not seen\n", path,
			       n, off);
	}
	row = &rows[row_of("blocks of 512 bytes", "")];
	row->trials += tried;
	row->seen += all_seen;
	print_row(name ? name + 1 : path, tried, all_seen);
	print_row("  as an error", tried, errors);
	fflush(stdout);
}

static int
compare_rows(const void *a, const void *b)
{
	return strcmp(((const struct bits_row *)a)->name,
		      ((const struct bits_row *)b)->name);
}

int
trial_bits_end(void)
{
	unsigned long trials = 0, seen = 0;

	printf("\n%-54s %7s %7s\n", "in", "trials", "seen");
	qsort(rows, n_rows, sizeof(rows[0]), compare_rows);
	for (size_t i = 0; i < n_rows; i++) {
		if (rows[i].trials)
			print_row(rows[i].name, rows[i].trials, rows[i].seen);
		trials += rows[i].trials;
		seen += rows[i].seen;
	}
	print_row("all", trials, seen);
	printf("undecided %lu, wrong %lu\n", undecided, wrong);
	free(known.parts);
	free(known.packets.payloads);
	free(known.signon.payloads);
	return trials == 0 || wrong != 0;
}
