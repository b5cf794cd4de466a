/* SPDX-License-Identifier: MIT */
/* trial_demo.c - the places of the payloads in a demo, and the findings of the demo */
#include "tests/extra/trial_demo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_SIZE_AT = 136 };

struct trial_demo trial_demo;

void
trial_die(const char *what, const char *why)
{
	fprintf(stderr, "trials: %s: %s\n", what, why);
	exit(2);
}

static bool
is_state(const struct dfk_record *r)
{
	return strcmp(r->name, "snapshot") == 0 ||
	       strcmp(r->name, "delta") == 0;
}

/* Is the record before the chunks? */
static bool
is_head(const struct dfk_record *r)
{
	return strcmp(r->name, "header") == 0 || strcmp(r->name, "map") == 0 ||
	       strcmp(r->name, "timeline_markers") == 0 ||
	       strcmp(r->name, "map_sha256") == 0;
}

static void
add_payload(const struct dfk_record *r)
{
	const uint64_t size = (uint64_t)r->fields[0].integer;

	if (trial_demo.n_payloads == trial_demo.room) {
		trial_demo.room = trial_demo.room ? 2 * trial_demo.room : 1024;
		trial_demo.payloads = realloc(
			trial_demo.payloads,
			trial_demo.room * sizeof(*trial_demo.payloads));
		if (!trial_demo.payloads)
			trial_die(trial_demo.path, "no memory");
	}
	trial_demo.payloads[trial_demo.n_payloads++] = (struct trial_range){
		r->offset + r->length - size, size
	};
	trial_demo.in_payloads += size;
}

static void
on_record(void *ctx, const struct dfk_record *r)
{
	(void)ctx;
	if (strcmp(r->name, "map") == 0)
		trial_demo.map = (struct trial_range){ r->offset, r->length };
	else if (trial_demo.chunks == 0 && r->tick >= 0) {
		trial_demo.chunks = r->offset;
		trial_demo.first_tick = r->tick;
	}
	if (trial_demo.stream == 0 && !is_head(r))
		trial_demo.stream = r->offset;
	if (is_state(r))
		add_payload(r);
	if (trial_demo.first_snapshot_end == 0 &&
	    strcmp(r->name, "snapshot") == 0)
		trial_demo.first_snapshot_end = r->offset + r->length;
	if (trial_demo.playable_end == 0 && trial_demo.first_snapshot_end &&
	    r->tick > trial_demo.first_tick)
		trial_demo.playable_end = r->offset + r->length;
}

void
trial_on_known(void *ctx, const struct dfk_finding *f)
{
	(void)ctx;
	if (f->severity < DFK_WARNING)
		return;
	if (trial_demo.n_found == TRIAL_MOST_FOUND)
		trial_die(trial_demo.path, "too many findings");
	trial_demo.found[trial_demo.n_found].rule = f->rule;
	trial_demo.found[trial_demo.n_found++].offset = f->offset;
}

struct dfk_check *
trial_check(const struct buffer *b, const struct dfk_options *how)
{
	struct dfk_check *c;

	if (dfk_open(how, &c) != DFK_OK || dfk_feed(c, b->bytes, b->size) ||
	    dfk_finish(c))
		trial_die(trial_demo.path, "the check failed");
	return c;
}

static void
survey(void)
{
	const struct dfk_options how = { DFK_OPTIONS, .as = "twdemo",
					 .no_hash = true,
					 .on_record = on_record,
					 .on_finding = trial_on_known };

	trial_demo.n_payloads = trial_demo.n_found = 0;
	trial_demo.in_payloads = trial_demo.first_snapshot_end =
		trial_demo.playable_end = trial_demo.chunks =
			trial_demo.stream = 0;
	trial_demo.map = (struct trial_range){ 0, 0 };
	dfk_close(trial_check(&trial_demo.bytes, &how));
	if (trial_demo.n_payloads == 0 || trial_demo.playable_end == 0)
		trial_die(trial_demo.path,
			  "a demo without a whole snapshot and a second tick");
}

void
trial_read(const char *path)
{
	static unsigned char block[65536];
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file)
		trial_die(path, "cannot be opened");
	trial_demo.path = path;
	buffer_free(&trial_demo.bytes);
	buffer_init(&trial_demo.bytes);
	while ((n = fread(block, 1, sizeof(block), file)) > 0)
		buffer_append(&trial_demo.bytes, block, n);
	if (ferror(file) || !buffer_ok(&trial_demo.bytes))
		trial_die(path, "cannot be read");
	fclose(file);
}

void
trial_load(const char *path, bool no_map)
{
	trial_read(path);
	survey();
	if (no_map && trial_demo.map.size) {
		buffer_remove(&trial_demo.bytes, (size_t)trial_demo.map.off,
			      (size_t)trial_demo.map.size);
		buffer_poke(&trial_demo.bytes, MAP_SIZE_AT, 0);
		survey();
	}
}

bool
trial_is_known(const struct dfk_finding *f)
{
	for (size_t i = 0; i < trial_demo.n_found; i++)
		if (trial_demo.found[i].rule == f->rule &&
		    trial_demo.found[i].offset == f->offset)
			return true;
	return false;
}

size_t
trial_place(uint64_t index)
{
	size_t i = 0;

	while (index >= trial_demo.payloads[i].size)
		index -= trial_demo.payloads[i++].size;
	return (size_t)(trial_demo.payloads[i].off + index);
}

void
trial_unload(void)
{
	free(trial_demo.payloads);
	buffer_free(&trial_demo.bytes);
}
