/* SPDX-License-Identifier: MIT */
/*
 * mutate_dem.c - changes the header and commands of a Source engine demo, and makes
 * lengths, ticks and numbers fit again
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate_commands.h"
#include "validator/core/span.h"

/* Special values of lengths, ticks and numbers: each limit, and one above the limit. */
static const uint32_t odd[] = {
	0,          1,          16,         17,         256,        257,
	300,        301,        1023,       1024,       1025,       2000,
	2001,       96000,      96001,      262144,     262145,     288000,
	288001,     1048576,    1048577,    16777216,   16777217,   0x7fffffff,
	0x80000000, 0xffffffff, 0xffffff5c, 0xfffe7960, 0xfffe795f, 0x3f800000,
	0x7fc00000, 0x7f800000, 0xff800000, 0x46800000, 0x46800002,
};

static uint32_t
any_number(struct mutate_random *r)
{
	const uint32_t n = odd[mutate_pick(r, COUNT_OF(odd))];

	return mutate_pick(r, 4) ? n : n + mutate_pick(r, 9) - 4;
}

/* Returns room for n bytes.  NULL: there is no room. */
static uint8_t *
fresh_bytes(struct command_seed *m, size_t n)
{
	uint8_t *at = m->fresh + m->used;

	if (n > COMMAND_FRESH - m->used)
		return NULL;
	m->used += n;
	return at;
}

/* Copies a piece, with room for `more` zero bytes.  NULL: there is no room. */
static uint8_t *
fresh_copy(struct command_seed *m, struct mutate_piece *piece, size_t more)
{
	uint8_t *at = fresh_bytes(m, piece->size + more);

	if (!at)
		return NULL;
	if (piece->size)
		memcpy(at, piece->at, piece->size);
	memset(at + piece->size, 0, more);
	piece->at = at;
	return at;
}

/* ---------------------------------------------------------------- header */

static void
change_text(uint8_t at[COMMAND_TEXT], struct mutate_random *r)
{
	static const char *const texts[] = {
		"",      "tf", "portal",    "left4dead2", "cp_test",
		"../..", "/",  "J\xfcrgen", "\x1b[2J",    "SourceTV Demo",
	};
	const char *text = texts[mutate_pick(r, COUNT_OF(texts))];

	switch (mutate_pick(r, 4)) {
	case 0: memset(at, 'a', COMMAND_TEXT); break;
	case 1:
		at[mutate_pick(r, COMMAND_TEXT)] = (uint8_t)mutate_pick(r, 256);
		break;
	default:
		memset(at, 0, COMMAND_TEXT);
		memcpy(at, text, strlen(text) + 1);
		break;
	}
}

static void
change_header(struct command_seed *m, struct mutate_random *r)
{
	static const uint8_t networks[] = { 5,  7,  10, 11, 14, 15,
					    16, 22, 23, 24, 25 };
	static const uint16_t lost[] = { 1, 8, 12, 16, 512, 800, 1056 };
	const uint32_t i = mutate_pick(r, NUMBERS);
	const size_t zeros = lost[mutate_pick(r, COUNT_OF(lost))];

	switch (mutate_pick(r, 9)) {
	case 0: mutate_command_put(m->header + 8, mutate_pick(r, 6)); break;
	case 1:
		mutate_command_put(
			m->header + 12,
			networks[mutate_pick(r, COUNT_OF(networks))]);
		break;
	case 2:
	case 3:
		change_text(m->header + 16 +
				    (size_t)COMMAND_TEXT * mutate_pick(r, 4),
			    r);
		break;
	case 4: /* the recording is not stopped */
		for (size_t k = 0; k < NUMBERS; k++) {
			m->literal[k] = true;
			m->number[k] = 0;
		}
		break;
	case 5: memset(m->literal, 0, sizeof(m->literal)); break;
	case 6: memset(m->header, 0, zeros); break;
	default:
		m->literal[i] = true;
		m->number[i] = mutate_pick(r, 2)
				       ? any_number(r)
				       : m->number[i] + mutate_pick(r, 5) - 2;
		break;
	}
}

/* -------------------------------------------------------- fields, payload */

static void
change_view(struct command_seed *m, struct seed_command *c,
	    struct mutate_random *r)
{
	uint8_t *at = c->view.size ? fresh_copy(m, &c->view, 0) : NULL;

	if (!at)
		return;
	mutate_command_put(
		at + 4 * (size_t)mutate_pick(r, (uint32_t)c->view.size / 4),
		mutate_pick(r, 2) ? any_number(r) : mutate_pick(r, 16));
}

static void
change_payload(struct command_seed *m, struct seed_command *c,
	       struct mutate_random *r)
{
	const size_t more = mutate_pick(r, 4) ? 0 : mutate_pick(r, 40);
	uint8_t *at;
	uint32_t k;

	if (mutate_pick(r, 4) == 0) {
		c->bytes.size = mutate_pick(r, (uint32_t)c->bytes.size + 1);
		return;
	}
	at = fresh_copy(m, &c->bytes, more);
	c->bytes.size += at ? more : 0;
	if (!at || c->bytes.size == 0)
		return;
	k = mutate_pick(r, (uint32_t)c->bytes.size);
	switch (mutate_pick(r, 4)) {
	case 0: at[k] = (uint8_t)mutate_pick(r, SHAPES); break;
	case 1: at[k] = 0; break;
	case 2: LLVMFuzzerMutate(at, c->bytes.size, c->bytes.size); break;
	default: at[k] ^= (uint8_t)(1u << mutate_pick(r, 8)); break;
	}
}

static void
change_length(struct seed_command *c, struct mutate_random *r)
{
	uint32_t length = (uint32_t)c->bytes.size;

	switch (mutate_pick(r, 4)) {
	case 0: length = any_number(r); break;
	case 1: length ^= 1u << mutate_pick(r, 32); break;
	case 2: length += mutate_pick(r, 400); break;
	default: length += mutate_pick(r, 21) - 10; break;
	}
	c->literal_length = true;
	c->length = (int32_t)length;
}

static void
change_number(int32_t *number, struct mutate_random *r)
{
	uint32_t n = (uint32_t)*number;

	switch (mutate_pick(r, 4)) {
	case 0: n = any_number(r); break;
	case 1: n ^= 1u << mutate_pick(r, 32); break;
	case 2: n += any_number(r); break;
	default: n += mutate_pick(r, 13) - 6; break;
	}
	*number = (int32_t)n;
}

static void
change_command(struct command_seed *m, struct seed_command *c,
	       struct mutate_random *r)
{
	switch (c->shape == RAW ? 15 : mutate_pick(r, 16)) {
	case 0:
	case 1: c->byte = (uint8_t)mutate_pick(r, SHAPES); break;
	case 2: c->byte = (uint8_t)mutate_pick(r, 256); break;
	case 3:
	case 4:
	case 5: change_length(c, r); break;
	case 6: change_number(&c->tick_step, r); break;
	case 7: change_number(&c->in_step, r); break;
	case 8: change_number(&c->out_step, r); break;
	case 9:
		c->literal = !c->literal;
		change_number(&c->tick, r);
		break;
	case 10:
		c->literal = true;
		change_number(&c->in, r);
		break;
	case 11: change_view(m, c, r); break;
	case 12:
		c->stop_bytes = (uint8_t)(1 + mutate_pick(r, 6));
		c->slot = (uint8_t)mutate_pick(r, 256);
		break;
	case 13: change_number(&c->type, r); break;
	default: change_payload(m, c, r); break;
	}
}

/* -------------------------------------------------------------- commands */

static struct seed_command *
insert(struct command_seed *m, size_t at)
{
	if (m->n == COMMANDS)
		return NULL;
	memmove(&m->command[at + 1], &m->command[at],
		(m->n - at) * sizeof(m->command[0]));
	m->n++;
	m->command[at] = (struct seed_command){ .shape = RAW };
	return &m->command[at];
}

/* A new payload: net_nop, a text, or random bytes. */
static void
new_payload(struct command_seed *m, struct seed_command *c,
	    struct mutate_random *r)
{
	static const char *const texts[] = { "say hi", "+attack", "" };
	const char *text = texts[mutate_pick(r, COUNT_OF(texts))];
	size_t n = mutate_pick(r, 12);
	uint8_t *at;

	if (c->shape == CONSOLE)
		n = strlen(text) + 1;
	else if (c->shape == RAW)
		n = 1 + mutate_pick(r, 300);
	at = fresh_bytes(m, n);
	if (!at)
		return;
	memset(at, c->shape == RAW ? (int)mutate_pick(r, SHAPES) : 0, n);
	if (c->shape == CONSOLE)
		memcpy(at, text, n);
	for (size_t i = 0; c->shape == RAW && mutate_pick(r, 4) && i < n; i++)
		at[i] = (uint8_t)mutate_pick(r, 256);
	c->bytes = (struct mutate_piece){ at, n };
}

/* Adds a command like an existing command.  If there is none, the new command has no
   payload. */
static void
add_new(struct command_seed *m, size_t at, struct mutate_random *r)
{
	const uint8_t shape = (uint8_t)mutate_pick(r, SHAPES);
	const size_t from = m->n ? mutate_pick(r, (uint32_t)m->n) : 0;
	struct seed_command like = { .shape = RAW };
	struct seed_command *c;

	for (size_t i = 0; i < m->n && like.shape != shape; i++)
		like = m->command[(from + i) % m->n];
	c = insert(m, at);
	if (!c)
		return;
	if (like.shape == shape && shape != RAW && mutate_pick(r, 4)) {
		*c = like;
		return;
	}
	*c = (struct seed_command){ .shape = shape,
				    .byte = shape,
				    .stop_bytes = 4,
				    .tick_step = 1,
				    .in_step = 1,
				    .out_step = 1 };
	if (shape != SYNC && shape != STOP)
		new_payload(m, c, r);
}

/* Removes, repeats or moves commands. */
static void
move_commands(struct command_seed *m, size_t at, struct mutate_random *r)
{
	const size_t to = mutate_pick(r, (uint32_t)m->n);
	size_t n = 1 + mutate_pick(r, 8);
	struct seed_command some[8];

	if (n > m->n - at)
		n = m->n - at;
	memcpy(some, &m->command[at], n * sizeof(some[0]));
	switch (mutate_pick(r, 5)) {
	case 0:
		m->command[at] = m->command[to];
		m->command[to] = some[0];
		break;
	case 1:
	case 2:
		for (size_t i = 0; i < n && insert(m, to + i); i++)
			m->command[to + i] = some[i];
		break;
	case 3: m->n = mutate_pick(r, 4) ? m->n : at; break;
	default:
		m->n -= n;
		memmove(&m->command[at], &m->command[at + n],
			(m->n - at) * sizeof(m->command[0]));
		break;
	}
}

static void
change(struct command_seed *m, struct mutate_random *r)
{
	size_t at = m->n ? mutate_pick(r, (uint32_t)m->n) : 0;

	if (m->n && mutate_pick(r, 8) == 0) /* near the end */
		at = m->n - 1 - at % 4 % m->n;
	switch (m->n ? mutate_pick(r, 16) : 3) {
	case 0:
	case 1: change_header(m, r); break;
	case 2:
	case 3: add_new(m, at, r); break;
	case 4:
	case 5:
	case 6: move_commands(m, at, r); break;
	default: change_command(m, &m->command[at], r); break;
	}
}

/* --------------------------------------------------------------- engines */

/* Changes the file without a model: any byte, any end, a hole, zeros. */
static size_t
change_file(uint8_t *data, size_t size, struct mutate_random *r)
{
	const size_t at = size ? mutate_pick(r, (uint32_t)size) : 0;
	size_t n = 1 + mutate_pick(r, 200);

	if (n > size - at)
		n = size - at;
	switch (size ? mutate_pick(r, 24) : 5) {
	case 0: data[at] ^= (uint8_t)(1u << mutate_pick(r, 8)); return size;
	case 1: return at;
	case 2: return size - (size < 8 ? 0 : mutate_pick(r, 8));
	case 3: memset(data + at, 0, n); return size;
	case 4:
		memmove(data + at, data + at + n, size - at - n);
		return size - n;
	default: return size;
	}
}

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct command_seed m;
	uint8_t *old;

	if (mutate_pick(&r, 4) == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	old = malloc(size ? size : 1);
	if (old && size)
		memcpy(old, data, size);
	if (!old || !mutate_commands_parse(&m, old, size)) {
		free(old);
		return LLVMFuzzerMutate(data, size, max_size);
	}
	for (uint32_t n = 1 + mutate_pick(&r, 4); n; n--)
		change(&m, &r);
	size = mutate_commands_write(&m, data, max_size, &r);
	free(old);
	return change_file(data, size, &r);
}

/* Joins the first commands of one demo and the last commands of the other demo. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
			  const uint8_t *data2, size_t size2, uint8_t *out,
			  size_t max_out, unsigned seed)
{
	struct mutate_random r = mutate_random_from(seed);
	static struct command_seed a, b;
	size_t n;

	if (!mutate_commands_parse(&a, data1, size1) ||
	    !mutate_commands_parse(&b, data2, size2))
		return 0;
	a.n = mutate_pick(&r, (uint32_t)a.n + 1);
	n = mutate_pick(&r, (uint32_t)b.n + 1);
	if (n > COMMANDS - a.n)
		n = COMMANDS - a.n;
	memcpy(&a.command[a.n], &b.command[b.n - n], n * sizeof(a.command[0]));
	a.n += n;
	return mutate_commands_write(&a, out, max_out, &r);
}
