/* SPDX-License-Identifier: MIT */
/* packets.c - builds packets from words of a script, and collects their findings */
#include "tests/packets.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "corpus/builder/dem_statements.h"

static struct packets packets;

void
packets_hear(void *ctx, const struct dfk_finding *f)
{
	const bool inner = f->part[0] && strcmp(f->part, "packet") != 0;
	const bool lowered = f->severity != f->rule->severity;
	char line[512], part[96] = "";
	int n;

	if (inner)
		snprintf(part, sizeof(part), "%s of %llu+%llu: ", f->part,
			 (unsigned long long)f->offset,
			 (unsigned long long)f->length);
	n = snprintf(line, sizeof(line),
		     "%s%s %llu.%d+%llu %s %s: %s%s%s%s%s\n", part, f->rule->id,
		     (unsigned long long)f->part_offset, f->part_bit,
		     (unsigned long long)f->part_length,
		     f->part_path[0] ? f->part_path : "-",
		     f->field[0] ? f->field : "-", f->found,
		     f->expected[0] ? "; " : "", f->expected,
		     f->mended ? " (mended)" : "", lowered ? " (lowered)" : "");
	buffer_append(ctx, line, (size_t)n);
}

struct packets *
packets_begin(int32_t network)
{
	static const struct property property = { SENDTABLE_INT, 0, 8, 0 };
	struct packets *p = &packets;

	*p = (struct packets){ .starving.left = SIZE_MAX };
	p->allocator = (struct dfk_allocator){ starving_get, starving_put,
					       &p->starving };
	p->budget = (struct budget){ .allocator = &p->allocator,
				     .most = 1 << 24 };
	report_open(&p->report);
	p->report.emit = packets_hear;
	p->report.ctx = &p->said;
	p->game = game_begin(&property);
	netmessages_open(&p->messages, &p->report, &p->budget,
			 &(struct netmessage_demo){ .network = network,
						    .map = "cp_test",
						    .game = "tf",
						    .most_packet = 96000 },
			 false);
	return p;
}

void
packets_end(struct packets *p)
{
	netmessages_close(&p->messages);
	cr_expect_eq(p->budget.used, 0);
	game_end(p->game);
	buffer_free(&p->said);
}

const char *
packets_said(struct packets *p)
{
	buffer_byte(&p->said, 0);
	p->said.size = 0;
	return (const char *)p->said.bytes;
}

/* ---------------------------------------------------------------- running */

static struct part
enter(struct packets *p, size_t size)
{
	const struct part part = {
		.name = "packet", .off = 1000, .len = size, .bits = true
	};

	return report_enter(&p->report, &part);
}

void
packets_read(struct packets *p, struct span payload)
{
	const struct part outer = enter(p, payload.len);

	netmessages_packet(&p->messages, payload,
			   &(struct netmessages_mend){ .possible = false });
	report_leave(&p->report, &outer);
}

static void
run_tables(struct packets *p, bool wrong)
{
	const struct part outer = enter(p, 1);

	if (!wrong)
		netmessages_tables(&p->messages, &p->game->tables);
	report_leave(&p->report, &outer);
	netmessages_check_baselines(&p->messages);
}

static void
run_stored(struct packets *p, struct span payload)
{
	const struct part outer = enter(p, payload.len);

	netmessages_stored_strings(
		&p->messages, payload,
		&(struct netmessages_mend){ .possible = false });
	report_leave(&p->report, &outer);
}

static struct buffer
payload_of(int32_t network, struct words *r)
{
	struct dem_script s = { .head = { .protocol = 3,
					  .network = network,
					  .map = "cp_test",
					  .game = "tf" },
				.interval = 0x3c75c28f,
				.clock = 5000 };
	struct buffer payload = { 0 };

	dem_script_messages(&s, r, &payload);
	cr_assert_not(r->failed, "%.*s", (int)(r->end - r->at), r->at);
	buffer_free(&s.body);
	return payload;
}

struct buffer
packets_payload(int32_t network, const char *words)
{
	struct words r = { words, words + strlen(words), false };

	return payload_of(network, &r);
}

static void
run_statement(struct packets *p, struct words *r)
{
	const bool stored = words_is(r, "stored");
	struct buffer payload = payload_of(p->messages.demo.network, r);
	const struct span bytes = { payload.bytes, payload.size };

	if (stored)
		run_stored(p, bytes);
	else
		packets_read(p, bytes);
	buffer_free(&payload);
}

void
packets_run(struct packets *p, const char *script)
{
	const char *end = script + strlen(script);

	while (script < end && !p->budget.reached && !p->budget.no_memory) {
		struct words r = { .at = script };

		r.end = words_statement(script, end);
		script = r.end + 1;
		if (!words_left(&r))
			continue;
		if (words_is(&r, "tables"))
			run_tables(p, words_is(&r, "wrong"));
		else
			run_statement(p, &r);
	}
}

/* ------------------------------------------------------------------ cases */

/* Checks with this much memory.  False: the memory was enough. careful: plainly clean
   messages are read, too. */
static bool
is_short(const struct packets_case *c, uint64_t most, size_t left, bool careful)
{
	struct packets *p = packets_begin(c->network);
	const char *said;
	bool cut;

	p->messages.careful = careful;
	p->budget.most = most;
	p->starving.left = left;
	packets_run(p, c->script);
	cut = p->budget.reached || p->budget.no_memory;
	cr_expect_eq(p->budget.no_memory, p->starving.refused > 0);
	said = packets_said(p);
	if (cut)
		cr_expect_eq(strncmp(said, c->said, strlen(said)), 0,
			     "%s, of %llu bytes and %zu pieces: %s", c->what,
			     (unsigned long long)most, left, said);
	else
		cr_expect_str_eq(said, c->said, "%s:\n%s", c->what, said);
	packets_end(p);
	return cut;
}

void
packets_check(const struct packets_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct packets_case *c = &cases[i];
		uint64_t most = 0;
		size_t left = 0;

		cr_expect_not(is_short(c, 1 << 24, SIZE_MAX, true), "%s",
			      c->what);
		cr_expect_not(is_short(c, 1 << 24, SIZE_MAX, false), "%s",
			      c->what);
		while (is_short(c, 1 << 24, left, false))
			left++;
		while (is_short(c, most, SIZE_MAX, false))
			most = most ? 2 * most : 1;
	}
}
