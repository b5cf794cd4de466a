/* SPDX-License-Identifier: MIT */
/*
 * fuzz_cursor.c - runs a program of reads with the cursor and with a simple model
 *
 *   inside    what is handed out lies in the window, in order
 *   latched   after a failure nothing is read, and the position stays
 *   model     position and failure are those of a model that only counts
 *   many      n ints at once are what n reads of one int are
 *   back      after cur_back() all is as it was at that offset
 *   payload   all ints of a payload are what reads of one int are
 *   round     an int that is in its shortest form encodes to its own bytes
 */
#include <string.h>

#include "fuzz/harness.h"
#include "validator/core/ints.h"

/* The expected state of a cursor. */
struct model {
	const uint8_t *bytes;
	size_t size, pos;
	bool failed;
};

static bool
fits(struct model *m, size_t n)
{
	if (m->failed || n > m->size - m->pos) {
		m->failed = true;
		return false;
	}
	return true;
}

/* Returns the length of the int at the position. 0: the int does not end in the
   window. */
static size_t
int_length(const struct model *m)
{
	for (size_t n = 1; n <= 5 && n <= m->size - m->pos; n++)
		if (n == 5 || !(m->bytes[m->pos + n - 1] & 0x80))
			return n;
	return 0;
}

static void
read_bytes(struct cursor *c, struct model *m, size_t n)
{
	const struct span s = cur_bytes(c, n);

	if (!fits(m, n)) {
		HOLDS(s.ptr == NULL && s.len == 0);
		return;
	}
	HOLDS(s.len == n);
	HOLDS(n == 0 || memcmp(s.ptr, m->bytes + m->pos, n) == 0);
	m->pos += n;
}

static void
read_int(struct cursor *c, struct model *m)
{
	unsigned quirks = 0;
	const size_t n = m->failed ? 0 : int_length(m);
	const int32_t value = cur_int(c, &quirks);
	uint8_t out[INT_MAX_BYTES];

	if (n == 0) {
		m->failed = true;
		HOLDS(value == 0 && quirks == 0);
		return;
	}
	const size_t shortest = int_encode(value, out);

	HOLDS(shortest <= n);
	HOLDS((quirks == 0) ==
	      (shortest == n && memcmp(out, m->bytes + m->pos, n) == 0));
	m->pos += n;
}

static void
read_ints(struct cursor *c, struct model *m, unsigned n)
{
	struct cursor one = *c;
	unsigned quirks = 0, want_quirks = 0;
	int32_t values[32];

	HOLDS(n <= COUNT_OF(values));
	cur_ints(c, values, n, &quirks);
	for (unsigned i = 0; i < n; i++) {
		const size_t length = m->failed ? 0 : int_length(m);

		HOLDS(AT(values, i) == cur_int(&one, &want_quirks));
		m->failed |= length == 0;
		m->pos += length;
	}
	HOLDS(quirks == want_quirks);
	HOLDS(c->pos == one.pos && c->fail == one.fail);
	HOLDS(cur_ok(c) || c->need == one.need);
}

static void
read_payload(const struct blob *in)
{
	static struct ints ints;
	struct cursor c = cur_init(in->at, in->size, 0);
	const struct ints_unpacked r = ints_unpack(cur_rest(&c), &ints);
	unsigned quirks = 0;

	for (uint32_t i = 0; i < ints.n; i++) {
		unsigned odd = 0;

		HOLDS(AT(ints.at, i) == cur_int(&c, &odd));
		if (odd && !quirks)
			HOLDS(r.first_noncanonical == i);
		quirks |= odd;
	}
	HOLDS(cur_ok(&c) && r.quirks == quirks);
	HOLDS((r.status == INTS_OK) == (cur_left(&c) == 0));
	HOLDS((r.status == INTS_FULL) ==
	      (ints.n == INTS_MAX && cur_left(&c) > 0));
	if (r.status == INTS_OPEN)
		HOLDS(cur_int(&c, &quirks) == 0 && !cur_ok(&c));
}

/* Does some reads that may fail, and goes back.  The next read must give the result as
   without these reads. */
static void
read_back(struct cursor *c, struct model *m, size_t n)
{
	const struct cursor before = *c;
	unsigned quirks = 0;

	if (m->failed)
		return;
	(void)cur_int(c, &quirks);
	(void)cur_bytes(c, n);
	cur_back(c, cur_tell(&before));
	HOLDS(cur_ok(c) && cur_left(c) == cur_left(&before));
	HOLDS(cur_rest(c).ptr == cur_rest(&before).ptr);
}

static void
read_until_nul(struct cursor *c, struct model *m, size_t max)
{
	bool found;
	const struct span s = cur_until_nul(c, max, &found);
	const size_t left = m->size - m->pos;
	const size_t most = max < left ? max : left;
	size_t n = 0;

	if (m->failed) {
		HOLDS(s.len == 0 && !found);
		return;
	}
	while (n < most && m->bytes[m->pos + n])
		n++;
	HOLDS(s.len == n && found == (n < most));
	m->pos += n;
}

static void
read_limited(struct cursor *c, struct model *m, size_t n)
{
	const struct cursor few = cur_limit(c, n);
	const size_t left = m->size - m->pos;

	HOLDS(cur_left(&few) == (n < left ? n : left));
	HOLDS(cur_rest(c).len == (m->failed ? 0 : left));
}

static void
step(struct cursor *c, struct model *m, uint8_t op)
{
	const size_t n = op >> 3;

	switch (op & 7) {
	case 0: read_int(c, m); break;
	case 1: read_ints(c, m, (unsigned)n); break;
	case 2: read_bytes(c, m, n); break;
	case 3: read_bytes(c, m, (size_t)n * n * n * n * n); break;
	case 4: read_until_nul(c, m, n); break;
	case 5:
		read_limited(c, m, n);
		read_back(c, m, n);
		break;
	case 6: {
		const size_t left = m->failed ? 0 : m->size - m->pos;
		const size_t some = n < left ? n : left;

		HOLDS(cur_some(c, n).len == some);
		m->pos += some;
		break;
	}
	default: {
		const uint8_t byte = cur_u8(c);

		HOLDS(!fits(m, 1) ? byte == 0 : byte == m->bytes[m->pos++]);
		break;
	}
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const size_t ops = size ? data[0] % 32u : 0;
	const size_t head = 1 + ops < size ? 1 + ops : size;
	struct blob in = blob_copy(size ? data + head : data, size - head);
	struct cursor c = cur_init(in.at, in.size, 1000);
	struct model m = { .bytes = in.at, .size = in.size };

	for (size_t i = 1; i < head; i++) {
		step(&c, &m, data[i]);
		HOLDS(cur_tell(&c) == 1000 + m.pos);
		HOLDS(cur_ok(&c) == !m.failed);
		HOLDS(cur_end(&c) == 1000 + m.size);
	}
	read_payload(&in);
	blob_free(&in);
	return 0;
}
