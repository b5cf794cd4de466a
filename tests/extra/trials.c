/* SPDX-License-Identifier: MIT */
/*
 * trials.c - one byte of a demo is another one: is it seen, and mended?
 *
 * usage: trials [OPTION]... FILE...
 *
 *   --trials=N     for each file (1000)
 *   --seed=N       of the choice of bytes (1)
 *   --level=LEVEL  of the repair: salvage, safe or prefix
 *   --stream       the byte is any one of all chunks and tick markers
 *   --flip         one bit of the byte is another, not any of its bits
 *   --cut          instead, the demo ends at a random place in its chunks
 *   --bits         instead, one bit of a packet of a Source demo is another:
 *                  see trial_bits.h
 *   --blocks       the same of a block of 512 bytes, which become zeros
 *   --no-map       the map is taken out of the demo first
 *   --keep=DIR     writes the repaired demos there
 *   --show         names each trial without a finding, or with a repair that
 *                  does not hold
 *
 * The byte is any one of all payloads of snapshots and deltas, with the same
 * chance each, and becomes any other value, likewise.  A trial has a finding if
 * one of severity warning or above is reported that the whole demo does not
 * have.  What a repair writes has to be valid.  A repair may refuse where the
 * damage comes before the end of the first whole snapshot or of the second tick
 * marker (or, at level safe, where something would be lost).  What is repaired without loss has to hold
 * the events of the whole demo (trial_events.h); with --stream that counts.  Exits 1
 * if that does not hold for a trial.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "tests/extra/trial_bits.h"
#include "tests/extra/trial_demo.h"
#include "tests/extra/trial_events.h"

enum { MOST_RULES = 1000 };

static struct trial_options {
	unsigned long trials;
	uint64_t seed;
	enum dfk_level level;
	bool bits, blocks, cut, stream, flip, no_map, show;
	const char *keep;
} options = { .trials = 1000, .seed = 1 };

/* The results of the trials of one demo. */
struct trial_tally {
	unsigned long trials, seen, valid, refused, excused, wrong;
	/* Repairs without loss, and those with other events. */
	unsigned long lossless, other_events;
	unsigned long first[MOST_RULES]; /* number of trials by the first new
	                                    rule */
};

/* -------------------------------------------------------------- one trial */

/* The first new finding, or NULL. */
struct trial_seen {
	const struct dfk_rule *rule;
};

static void
on_finding(void *ctx, const struct dfk_finding *f)
{
	struct trial_seen *v = ctx;

	if (f->severity >= DFK_WARNING && !v->rule && !trial_is_known(f))
		v->rule = f->rule;
}

static int
collect(void *ctx, const void *bytes, size_t size)
{
	buffer_append(ctx, bytes, size);
	return 0;
}

static bool
is_valid(const struct buffer *b)
{
	const struct dfk_options how = { DFK_OPTIONS, .as = "twdemo",
					 .no_hash = true };
	struct dfk_check *c = trial_check(b, &how);
	const bool valid = dfk_result_of(c)->verdict == DFK_VALID;

	dfk_close(c);
	return valid;
}

static void
keep(const struct buffer *b, unsigned long trial)
{
	const char *name = strrchr(trial_demo.path, '/');
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%06lu-%s", options.keep, trial,
		 name ? name + 1 : trial_demo.path);
	file = fopen(path, "wb");
	if (!file || fwrite(b->bytes, 1, b->size, file) != b->size ||
	    fclose(file) != 0)
		trial_die(path, "cannot be written");
}

static void
show(unsigned long trial, uint64_t at, unsigned was, unsigned is,
     const char *what)
{
	if (options.show)
		printf("%s: trial %lu at %" PRIu64 " (%02x, now %02x): %s\n",
		       trial_demo.path, trial, at, was, is, what);
}

/* Compares the events after a repair without loss. */
static void
compare_events(const struct buffer *out, uint64_t at, unsigned long trial,
	       struct trial_tally *t)
{
	const struct trial_events e = trial_events_of(out);

	t->lossless++;
	if (e.n == trial_demo.events.n && e.sum == trial_demo.events.sum)
		return;
	t->other_events++;
	if (options.show)
		printf("%s: trial %lu at %" PRIu64
		       ": repaired without loss, and has other events\n",
		       trial_demo.path, trial, at);
}

/* Repairs the checked demo.  False: the output is wrong. */
static bool
repair(const struct dfk_check *c, const struct buffer *in, uint64_t at,
       unsigned long trial, struct trial_tally *t)
{
	struct buffer out = { 0 };
	struct dfk_repair *r;
	bool valid;

	if (dfk_result_of(c)->repairable == DFK_REPAIRABLE_NO) {
		t->refused++;
		if (at >= trial_demo.playable_end &&
		    options.level != DFK_LEVEL_SAFE)
			return false;
		t->excused++;
		return true;
	}
	if (dfk_repair_open(c, collect, &out, &r) != DFK_OK ||
	    dfk_repair_feed(r, in->bytes, in->size) != DFK_OK ||
	    dfk_repair_finish(r) != DFK_OK || !buffer_ok(&out))
		trial_die(trial_demo.path, "the repair failed");
	dfk_repair_close(r);
	valid = is_valid(&out);
	t->valid += valid;
	if (dfk_result_of(c)->repairable == DFK_REPAIRABLE_LOSSLESS)
		compare_events(&out, at, trial, t);
	if (valid && options.keep)
		keep(&out, trial);
	buffer_free(&out);
	return valid;
}

static void
judge(const struct buffer *b, uint64_t at, unsigned was, unsigned long trial,
      struct trial_tally *t)
{
	struct trial_seen v = { NULL };
	const struct dfk_options how = { DFK_OPTIONS,
					 .as = "twdemo",
					 .level = options.level,
					 .no_hash = true,
					 .on_finding = on_finding,
					 .ctx = &v };
	struct dfk_check *c = trial_check(b, &how);
	const unsigned is = at < b->size ? b->bytes[at] : 0;

	t->trials++;
	if (v.rule) {
		t->seen++;
		for (size_t i = 0; i < MOST_RULES && dfk_rule_at(i); i++)
			t->first[i] += dfk_rule_at(i) == v.rule;
	} else {
		show(trial, at, was, is, "no finding");
	}
	if (!repair(c, b, at, trial, t)) {
		t->wrong++;
		show(trial, at, was, is, "the repair does not hold");
	}
	dfk_close(c);
}

/* ----------------------------------------------------------------- trials */

static void
change_byte(struct random *random, unsigned long trial, struct trial_tally *t)
{
	const size_t in_stream = trial_demo.bytes.size -
				 (size_t)trial_demo.stream;
	const size_t at = options.stream
				  ? (size_t)trial_demo.stream +
					    random_below(random,
							 (uint32_t)in_stream)
				  : trial_place(random_below(
					    random,
					    (uint32_t)trial_demo.in_payloads));
	unsigned char *byte = &trial_demo.bytes.bytes[at];
	const unsigned char was = *byte;

	*byte = options.flip
			? (unsigned char)(was ^ 1u << random_below(random, 8))
			: (unsigned char)(was + 1u + random_below(random, 255));
	judge(&trial_demo.bytes, at, was, trial, t);
	*byte = was;
}

static void
cut(struct random *random, unsigned long trial, struct trial_tally *t)
{
	const size_t size = trial_demo.bytes.size;
	const size_t at = (size_t)trial_demo.chunks +
			  random_below(random,
				       (uint32_t)(size - trial_demo.chunks));

	trial_demo.bytes.size = at;
	judge(&trial_demo.bytes, at, 0, trial, t);
	trial_demo.bytes.size = size;
}

static void
print_tally(const char *path, const struct trial_tally *t)
{
	const char *name = strrchr(path, '/');

	printf("%-44s %6lu %6lu %6.2f%% %6lu %6lu %6lu %6lu\n",
	       name ? name + 1 : path, t->trials, t->seen,
	       t->trials ? 100.0 * (double)t->seen / (double)t->trials : 0,
	       t->valid, t->refused, t->excused, t->wrong);
}

static void
print_rules(const struct trial_tally *t)
{
	for (size_t i = 0; i < MOST_RULES && dfk_rule_at(i); i++)
		if (t->first[i])
			printf("  %-42s %6lu %6.2f%%\n", dfk_rule_at(i)->id,
			       t->first[i],
			       100.0 * (double)t->first[i] / (double)t->trials);
}

static void
add_tally(struct trial_tally *all, const struct trial_tally *t)
{
	all->trials += t->trials;
	all->seen += t->seen;
	all->valid += t->valid;
	all->refused += t->refused;
	all->excused += t->excused;
	all->wrong += t->wrong;
	all->lossless += t->lossless;
	all->other_events += t->other_events;
	for (size_t i = 0; i < MOST_RULES; i++)
		all->first[i] += t->first[i];
}

static const char *
value(const char *argument, const char *name)
{
	const size_t n = strlen(name);

	return strncmp(argument, name, n) == 0 ? argument + n : NULL;
}

static enum dfk_level
level(const char *name)
{
	if (strcmp(name, "salvage") == 0)
		return DFK_LEVEL_SALVAGE;
	if (strcmp(name, "safe") == 0)
		return DFK_LEVEL_SAFE;
	if (strcmp(name, "prefix") != 0)
		trial_die(name, "no such level");
	return DFK_LEVEL_PREFIX;
}

static void
read_option(const char *argument)
{
	const char *text;

	if ((text = value(argument, "--trials=")))
		options.trials = strtoul(text, NULL, 10);
	else if ((text = value(argument, "--seed=")))
		options.seed = strtoull(text, NULL, 10);
	else if ((text = value(argument, "--level=")))
		options.level = level(text);
	else if ((text = value(argument, "--keep=")))
		options.keep = text;
	else if (strcmp(argument, "--cut") == 0)
		options.cut = true;
	else if (strcmp(argument, "--stream") == 0)
		options.stream = true;
	else if (strcmp(argument, "--flip") == 0)
		options.flip = true;
	else if (strcmp(argument, "--bits") == 0)
		options.bits = true;
	else if (strcmp(argument, "--blocks") == 0)
		options.bits = options.blocks = true;
	else if (strcmp(argument, "--no-map") == 0)
		options.no_map = true;
	else if (strcmp(argument, "--show") == 0)
		options.show = true;
	else
		trial_die(argument, "no such option");
}

static void
try_bytes(const char *path, struct trial_tally *all)
{
	static struct trial_tally t;
	struct random random = { options.seed };

	memset(&t, 0, sizeof(t));
	trial_load(path, options.no_map);
	trial_demo.events = trial_events_of(&trial_demo.bytes);
	for (unsigned long n = 0; n < options.trials; n++)
		(options.cut ? cut : change_byte)(&random, n, &t);
	print_tally(path, &t);
	fflush(stdout);
	add_tally(all, &t);
}

static int
all_bytes(int n, char **paths)
{
	static struct trial_tally all;

	printf("%-44s %6s %6s %7s %6s %6s %6s %6s\n", "demo", "trials", "seen",
	       "", "valid", "refuse", "excuse", "wrong");
	for (int i = 0; i < n; i++)
		try_bytes(paths[i], &all);
	print_tally("all", &all);
	printf("not seen %lu, not valid %lu, without loss %lu, of these with "
	       "other events %lu\n",
	       all.trials - all.seen, all.trials - all.valid - all.refused,
	       all.lossless, all.other_events);
	print_rules(&all);
	return all.trials == 0 || all.wrong != 0 ||
	       (options.stream && all.other_events != 0);
}

static int
all_bits(int n, char **paths)
{
	for (int i = 0; i < n; i++)
		(options.blocks ? trial_blocks : trial_bits)(
			paths[i], options.trials, options.seed, options.show);
	return trial_bits_end();
}

int
main(int argc, char **argv)
{
	int i = 1, code;

	while (i < argc && value(argv[i], "--"))
		read_option(argv[i++]);
	code = (options.bits ? all_bits : all_bytes)(argc - i, argv + i);
	trial_unload();
	return code;
}
