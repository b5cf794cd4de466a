/* SPDX-License-Identifier: MIT */
/* bitflip.c - flips every single bit of a file */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sweeps/laws.h"

#define MOST 2500

/* The number of noticed flips, by the record that contains the bit. */
struct part {
	char name[48];
	uint64_t flips, noticed, errors;
};

static struct part parts[100];
static size_t n_parts;

static void
count(const char *name, bool noticed, bool is_error)
{
	size_t i = 0;

	while (i < n_parts && strcmp(parts[i].name, name) != 0)
		i++;
	if (i == sizeof(parts) / sizeof(*parts))
		abort();
	if (i == n_parts)
		snprintf(parts[n_parts++].name, sizeof(parts[i].name), "%s",
			 name);
	parts[i].flips++;
	parts[i].noticed += noticed;
	parts[i].errors += is_error;
}

static const char *
part_of(const struct laws_model *m, size_t offset)
{
	const char *name = laws_record(m, offset);

	if (m->gzipped)
		return "(gzip)";
	return strcmp(name, "HEADER") == 0 && offset < 16 ? "MAGIC" : name;
}

static void
flipped(struct sweep *s, const struct laws_model *m, size_t offset,
	const struct laws_seen *seen)
{
	const struct dfk_result *r = &seen->result, *was = &m->result;
	const size_t at = laws_salvage(m, offset);

	count(part_of(m, offset),
	      r->errors != was->errors || r->warnings != was->warnings ||
		      r->notes != was->notes,
	      r->verdict != DFK_VALID);
	if (m->gzipped || at == 0)
		return;
	sweep_holds(s, r->ok_up_to >= at,
		    "keep: nothing before the flipped bit is given up");
	sweep_holds(s,
		    seen->repaired && laws_prefix(m, &seen->out, at),
		    "keep: the prefix before the flipped bit, byte for byte");
}

static void
visit(struct sweep *s, const struct sweep_file *file)
{
	static struct laws_seen seen;
	const size_t size = file->bytes.size;
	struct laws_model model;
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	if (size)
		memcpy(copy, file->bytes.at, size);
	laws_model_open(&model, file);
	for (size_t at = 0; at < size; at++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			if (!sweep_point(s, file, 48, "%zu.%u", at, bit))
				continue;
			copy[at] ^= (uint8_t)(1u << bit);
			laws_hold(s, copy, size, (at + bit) % 4 == 3, &seen);
			copy[at] ^= (uint8_t)(1u << bit);
			if (model.known && model.result.verdict == DFK_VALID)
				flipped(s, &model, at, &seen);
		}
	}
	laws_model_close(&model);
	free(copy);
}

static int
by_name(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static double
percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* Most bits of a recording may have either value, so these rates are not a measure of
   quality. */
static void
print_rates(void)
{
	struct part all = { .name = "all of valid files" };

	qsort(parts, n_parts, sizeof(*parts), by_name);
	printf("%-36s %9s %9s %9s\n", "flipped bit in", "flips", "noticed",
	       "not valid");
	for (size_t i = 0; i <= n_parts; i++) {
		const struct part *p = i < n_parts ? &parts[i] : &all;

		printf("%-36s %9llu %8.1f%% %8.1f%%\n", p->name,
		       (unsigned long long)p->flips,
		       percent(p->noticed, p->flips),
		       percent(p->errors, p->flips));
		all.flips += p->flips;
		all.noticed += p->noticed;
		all.errors += p->errors;
	}
}

void
sweep_bitflip(struct sweep *s)
{
	static const char *const kinds[] = { "good", "real", NULL };

	sweep_files(s, kinds, MOST, visit);
	if (!s->only)
		print_rates();
}
