/* SPDX-License-Identifier: MIT */
/* twdemo_script_stream.c - the statements of a script about the stream */
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/snapshot_script.h"
#include "corpus/builder/twdemo_statements.h"

/* ----------------------------------------------------------------- ticks */

static int32_t
read_tick(struct twdemo_script *s, struct words *r)
{
	return (int32_t)word_number_or(words_given(r), s->d.last);
}

/* Reads more bits of the first byte, if the statement has more words. */
static unsigned
read_bits(struct words *r)
{
	return words_left(r) ? (unsigned)words_number(r) : 0;
}

static void
write_key(struct twdemo_script *s, struct words *r)
{
	const int32_t tick = read_tick(s, r);

	twdemo_write_tick_absolute_as(
		&s->d, TWDEMO_TICK | TWDEMO_KEYFRAME | read_bits(r), tick);
}

static void
write_tick(struct twdemo_script *s, struct words *r)
{
	twdemo_write_tick(&s->d, read_tick(s, r), false);
}

/* Writes quiet ticks.  Recorders write a keyframe after more than 250 ticks. */
static void
write_quiet(struct twdemo_script *s, struct words *r)
{
	(void)r;
	while (s->d.last - s->d.keyframe <= 248)
		twdemo_write_tick(&s->d, s->d.last + 2, false);
}

static void
write_tick_full(struct twdemo_script *s, struct words *r)
{
	const int32_t tick = read_tick(s, r);

	twdemo_write_tick_absolute_as(&s->d, TWDEMO_TICK | read_bits(r), tick);
}

static void
write_key_inline(struct twdemo_script *s, struct words *r)
{
	const int32_t step = (int32_t)words_number(r);
	const unsigned bits = s->d.version >= 5 ? TWDEMO_INLINE : 0;

	twdemo_write_tick_inline_as(&s->d, TWDEMO_TICK | TWDEMO_KEYFRAME | bits,
				    step);
}

/* Writes the same marker without the bit K, even if there was no tick before. */
static void
write_tick_inline(struct twdemo_script *s, struct words *r)
{
	const int32_t step = (int32_t)words_number(r);
	const unsigned bits = s->d.version >= 5 ? TWDEMO_INLINE : 0;

	twdemo_write_tick_inline_as(&s->d, TWDEMO_TICK | bits, step);
}

/* ---------------------------------------------------------------- chunks */

/* Writes a payload, with the unusual values that the statements before requested. */
static void
emit_coded(struct twdemo_script *s, unsigned type, struct buffer *payload)
{
	if (s->append.size)
		buffer_append(payload, s->append.bytes, s->append.size);
	const size_t size = (size_t)word_number_or(s->size,
						   (long long)payload->size);
	const unsigned form = (unsigned)word_number_or(s->form,
						       twdemo_size_form(size));

	type = (unsigned)word_number_or(s->type, type);
	twdemo_write_chunk_as(&s->d, (enum twdemo_chunk_type)type, form, size,
			      payload);
	s->size.given = s->form.given = s->type.given = false;
	buffer_cut(&s->append, 0);
}

static void
emit_packed(struct twdemo_script *s, unsigned type, const struct buffer *packed)
{
	struct buffer payload = { 0 };

	twdemo_huffman(&payload, packed, s->d.old_huffman);
	emit_coded(s, type, &payload);
	buffer_free(&payload);
}

static void
emit_ints(struct twdemo_script *s, unsigned type, const struct buffer *ints)
{
	struct buffer packed = { 0 };

	twdemo_write_payload(&packed, ints);
	emit_packed(s, type, &packed);
	buffer_free(&packed);
}

static void
write_ints(struct twdemo_script *s, struct words *r)
{
	const unsigned type = (unsigned)words_number(r);
	struct buffer ints = { 0 };

	while (words_left(r) && !r->failed) {
		long long n = 1, value = words_number(r);

		if (r->at < r->end && *r->at == '*') {
			r->at++;
			n = value;
			value = words_number(r);
		}
		while (n-- > 0)
			buffer_int(&ints, (int32_t)value);
	}
	emit_ints(s, type, &ints);
	buffer_free(&ints);
}

static void
write_packed(struct twdemo_script *s, struct words *r)
{
	const unsigned type = (unsigned)words_number(r);
	struct buffer packed = { 0 };

	words_all(r, &packed);
	emit_packed(s, type, &packed);
	buffer_free(&packed);
}

static void
write_coded(struct twdemo_script *s, struct words *r)
{
	const unsigned type = (unsigned)words_number(r);
	struct buffer payload = { 0 };

	words_all(r, &payload);
	emit_coded(s, type, &payload);
	buffer_free(&payload);
}

/* ------------------------------------------------------------- snapshots */

/* Reads the rest of the statement with snapshot_script.h. */
static void
read_snapshot(struct words *r, struct buffer *ints,
	      void (*build)(struct buffer *w, const struct sample *s))
{
	const size_t n = words_left(r) ? (size_t)(r->end - r->at) : 0;
	char *text = malloc(n + 1);

	r->failed |= !text;
	if (!text)
		return;
	memcpy(text, r->at, n);
	text[n] = '\0';
	build(ints, &(struct sample){ .text = text });
	free(text);
	r->failed |= ints->failed;
	r->at = r->end;
}

static void
write_snap(struct twdemo_script *s, struct words *r)
{
	struct buffer ints = { 0 };

	if (words_left(r))
		read_snapshot(r, &ints, snapshot_build_full);
	else
		twdemo_state_write(s->state, &ints);
	twdemo_state_read(s->state, &ints);
	emit_ints(s, TWDEMO_SNAPSHOT, &ints);
	buffer_free(&ints);
}

static void
write_delta(struct twdemo_script *s, struct words *r)
{
	struct buffer ints = { 0 };

	read_snapshot(r, &ints, snapshot_build_delta);
	twdemo_state_apply(s->state, &ints, twdemo_script_protocol(s));
	emit_ints(s, TWDEMO_DELTA, &ints);
	buffer_free(&ints);
}

static void
write_next(struct twdemo_script *s, struct words *r)
{
	struct twdemo_state *next = calloc(1, sizeof(*next));
	struct buffer full = { 0 }, delta = { 0 };

	read_snapshot(r, &full, snapshot_build_full);
	s->script.failed |= !next || !twdemo_state_read(next, &full);
	if (!s->script.failed &&
	    twdemo_state_delta(s->state, next, twdemo_script_protocol(s),
			       &delta) > 0)
		emit_ints(s, TWDEMO_DELTA, &delta);
	if (!s->script.failed)
		memcpy(s->state, next, sizeof(*next));
	buffer_free(&full);
	buffer_free(&delta);
	free(next);
}

/* -------------------------------------------------------------- messages */

static void
write_message_of(struct twdemo_script *s, struct words *r, bool system)
{
	struct buffer message = { 0 };

	twdemo_script_read_message(r, system, twdemo_script_protocol(s),
				   &message);
	buffer_fill(&message, 0, (4 - message.size % 4) % 4);
	emit_ints(s, TWDEMO_MESSAGE, &message);
	buffer_free(&message);
}

static void
write_game_message(struct twdemo_script *s, struct words *r)
{
	write_message_of(s, r, false);
}

static void
write_system_message(struct twdemo_script *s, struct words *r)
{
	write_message_of(s, r, true);
}

/* ----------------------------------------------------------------- bytes */

static void
write_raw(struct twdemo_script *s, struct words *r)
{
	words_all(r, s->d.w);
}

/* Writes random bytes, which are the same in each run. */
static void
write_noise(struct twdemo_script *s, struct words *r)
{
	uint32_t x = 12345;

	for (long long n = words_number(r); n > 0; n--) {
		x = x * 1103515245 + 12345;
		buffer_byte(s->d.w, x >> 16 & 0xff);
	}
}

static void
expect_type(struct twdemo_script *s, struct words *r)
{
	s->type = words_given(r);
}

static void
expect_size(struct twdemo_script *s, struct words *r)
{
	s->size = words_given(r);
}

static void
expect_form(struct twdemo_script *s, struct words *r)
{
	s->form = words_given(r);
}

static void
expect_append(struct twdemo_script *s, struct words *r)
{
	words_all(r, &s->append);
}

static void
change_payload(struct twdemo_script *s, struct words *r)
{
	demo_script_change(&s->script, r, s->d.payload);
}

static void
change_record(struct twdemo_script *s, struct words *r)
{
	demo_script_change(&s->script, r, s->d.record);
}

const struct twdemo_statement twdemo_stream_statements[] = {
	{ "key", write_key },
	{ "key_inline", write_key_inline },
	{ "tick", write_tick },
	{ "quiet", write_quiet },
	{ "tick_full", write_tick_full },
	{ "tick_inline", write_tick_inline },
	{ "snap", write_snap },
	{ "delta", write_delta },
	{ "next", write_next },
	{ "msg", write_game_message },
	{ "sys", write_system_message },
	{ "ints", write_ints },
	{ "packed", write_packed },
	{ "coded", write_coded },
	{ "raw", write_raw },
	{ "noise", write_noise },
	{ "type", expect_type },
	{ "size", expect_size },
	{ "form", expect_form },
	{ "append", expect_append },
	{ "payload", change_payload },
	{ "record", change_record },
	{ NULL, NULL },
};
