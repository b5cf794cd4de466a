/* SPDX-License-Identifier: MIT */
/*
 * damage_bytes.c - changes, removes, adds or overwrites bytes at one place of a sample
 * after the other
 *
 *   832 0f3a91c2 RRRRRRRR RR lllRx RL. lR t
 *
 * Each line has the checksum of all findings, edits and records of all damages at a
 * place, and a letter for each damage.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "corpus/builder/samples.h"
#include "corpus/tool/damage.h"

/* --------------------------------------------------------------- damages -- */

enum damage_kind {
	FLIPPED,    /* one bit is flipped */
	CHANGED,    /* one byte is changed */
	LOST,       /* bytes are lost */
	ADDED,      /* bytes are added: zeros, or a copy of the bytes before */
	ZEROED,     /* bytes are zeroed */
	FLIPPED_TOO /* one bit is flipped here, and one bit some bytes later */
};

static const struct blow {
	enum damage_kind kind;
	uint8_t n, byte;
	bool gap; /* a gap separates this damage from the damages before */
} blows[] = {
	{ FLIPPED, 0, 0, false },     { FLIPPED, 1, 0, false },
	{ FLIPPED, 2, 0, false },     { FLIPPED, 3, 0, false },
	{ FLIPPED, 4, 0, false },     { FLIPPED, 5, 0, false },
	{ FLIPPED, 6, 0, false },     { FLIPPED, 7, 0, false },
	{ CHANGED, 0, 0, true },      { CHANGED, 0, 0xff, false },
	{ LOST, 1, 0, true },         { LOST, 2, 0, false },
	{ LOST, 3, 0, false },        { LOST, 5, 0, false },
	{ LOST, 9, 0, false },        { ADDED, 1, 0, true },
	{ ADDED, 4, 0, false },       { ADDED, 9, 1, false },
	{ ZEROED, 4, 0, true },       { ZEROED, 16, 0, false },
	{ FLIPPED_TOO, 23, 0, true }, { FLIPPED_TOO, 151, 0, false },
};

static void
flip(struct buffer *b, size_t at, unsigned bit)
{
	if (at < b->size)
		b->bytes[at] ^= (unsigned char)(1u << bit % 8);
}

static void
strike(struct buffer *b, size_t at, const struct blow *blow)
{
	unsigned char more[16] = { 0 };
	const size_t left = b->size - at;
	const size_t n = blow->n < left ? blow->n : left;

	switch (blow->kind) {
	case FLIPPED: flip(b, at, blow->n); break;
	case CHANGED: b->bytes[at] = blow->byte; break;
	case LOST: buffer_remove(b, at, n); break;
	case ADDED:
		if (blow->byte && at >= blow->n)
			memcpy(more, b->bytes + at - blow->n, blow->n);
		buffer_insert(b, at, more, blow->n);
		break;
	case ZEROED: memset(b->bytes + at, 0, n); break;
	case FLIPPED_TOO:
		flip(b, at, (unsigned)at);
		flip(b, at + blow->n, (unsigned)at / 8);
		break;
	}
}

/* --------------------------------------------------------------- results -- */

static bool
is_same(const struct buffer *a, const struct buffer *b)
{
	return a->size == b->size &&
	       (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

/* Returns a letter for the result (see the comment at the top of damage.c). */
static char
letter_of(const struct judgement *j, const struct judgement *whole,
	  const struct buffer *sample)
{
	if (j->has_repaired && is_same(&j->repaired, sample))
		return 'R';
	switch (j->result.verdict) {
	case DFK_UNDECIDED: return 'u';
	case DFK_UNSUPPORTED:
	case DFK_UNRECOGNIZED: return '?';
	case DFK_VALID:
		return is_same(&j->findings, &whole->findings) ? '=' : 'v';
	case DFK_TRUNCATED:
	case DFK_DAMAGED: break;
	}
	switch (j->result.repairable) {
	case DFK_REPAIRABLE_LOSSLESS: return 'L';
	case DFK_REPAIRABLE_LOSSY: return 'l';
	case DFK_REPAIRABLE_NO:
	case DFK_REPAIRABLE_NOT_NEEDED: break;
	}
	return 'x';
}

static bool
add_blow(const struct damage_sample *s, size_t at, const struct blow *blow,
	 uint32_t *all, char *letter)
{
	struct buffer b = { 0 };
	struct judgement j = { 0 };
	bool done;

	buffer_append(&b, s->bytes.bytes, s->bytes.size);
	if (!buffer_ok(&b))
		return false;
	strike(&b, at, blow);
	judge(b.bytes, b.size, s->options,
	      (struct judge_how){ .pieces = JUDGE_WHOLE }, &j);
	done = j.status == DFK_OK && buffer_ok(&b);
	if (done) {
		damage_sum(all, &j);
		*letter = is_same(&b, &s->bytes)
				  ? '.'
				  : letter_of(&j, &s->whole, &s->bytes);
	}
	judgement_free(&j);
	buffer_free(&b);
	return done;
}

bool
damage_bytes_at(const struct damage_sample *s, size_t at, struct buffer *text)
{
	char line[64], letters[64];
	uint32_t all = DAMAGE_SUM;
	size_t n = 0;

	for (size_t i = 0; i < sizeof(blows) / sizeof(*blows); i++) {
		if (blows[i].gap)
			letters[n++] = ' ';
		if (!add_blow(s, at, &blows[i], &all, &letters[n++]))
			return false;
	}
	snprintf(line, sizeof(line), "  %zu %08" PRIx32 " %.*s\n", at, all,
		 (int)n, letters);
	buffer_words(text, line);
	return true;
}
