/* SPDX-License-Identifier: MIT */
/*
 * fuzz_entities.c - data tables, and what is said of entities after them
 * (entity_pieces.h)
 *
 *   model    errors, counts, values, the place of the end, and the entities
 *            after it are those of another reader
 *   walk     a walk sees the same, and so does one after it counts; nothing
 *            changes before it does; both end at the same place, where a check
 *            has passed what is plain without reading it
 *   place    at another bit it is the same
 *   end      without some of the bits that were read, it is an overrun; but for
 *            those of the list of removed entities
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/contents.h"
#include "fuzz/entities_model.h"
#include "fuzz/entity_pieces.h"

/* The result of one reading of a piece. */
struct entities_result {
	enum entities_error error;
	uint64_t used; /* number of bits */
	struct entities_count count;
};

static struct entities_result
read_piece(struct entities *e, const struct entity_piece *piece)
{
	struct entities_result r = { .error = ENTITIES_READ };
	struct bit_reader b = piece->body;

	switch (piece->what) {
	case ALL_ENTITIES:
	case CHANGED_ENTITIES:
		r.error = entities_snapshot(e, &b, piece->n,
					    piece->what == CHANGED_ENTITIES,
					    piece->room, &r.count);
		break;
	case TEMPORARY:
		r.error = entities_temporary(e, &b, piece->n, &r.count);
		break;
	case BASELINE:
		r.error = entities_props(e, &b, piece->n, &r.count);
		break;
	}
	r.used = b.pos - piece->body.pos;
	return r;
}

static struct entities_result
read_model(struct entities_model *m, const struct entity_piece *piece)
{
	struct entities_result r = { .error = ENTITIES_READ };

	m->b = piece->body;
	m->count = (struct entities_count){ .enters = 0 };
	m->sum = 0;
	switch (piece->what) {
	case ALL_ENTITIES:
	case CHANGED_ENTITIES:
		r.error = entities_model_snapshot(
			m, piece->n, piece->what == CHANGED_ENTITIES,
			piece->room);
		break;
	case TEMPORARY: r.error = entities_model_temporary(m, piece->n); break;
	case BASELINE: r.error = entities_model_props(m, piece->n); break;
	}
	r.used = m->b.pos - piece->body.pos;
	r.count = m->count;
	return r;
}

static void
same_result(const struct entities_result *got,
	    const struct entities_result *want)
{
	HOLDS(got->error == want->error);
	HOLDS(got->error || got->used == want->used);
	HOLDS(got->count.enters == want->count.enters);
	HOLDS(got->count.leaves == want->count.leaves);
	HOLDS(got->count.deletes == want->count.deletes);
	HOLDS(got->count.changes == want->count.changes);
	HOLDS(got->count.removed == want->count.removed);
	HOLDS(got->count.props == want->count.props);
	HOLDS(got->count.odd_floats == want->count.odd_floats);
	HOLDS(got->count.unknown_leaves == want->count.unknown_leaves);
	HOLDS(got->count.too_high == want->count.too_high);
	HOLDS(got->count.bare == want->count.bare);
	HOLDS(got->count.cut == want->count.cut);
}

static void
same_entities(const struct entities *e, const struct entities_model *m)
{
	for (size_t i = 0; i < ENTITIES_MOST; i++) {
		HOLDS(e->entity[i].known == (m->class[i] >= 0));
		if (e->entity[i].known)
			HOLDS(e->entity[i].class == m->class[i]);
	}
}

/* ------------------------------------------------------------------- walk -- */

static struct entities_walk
walk_of(const struct entities *e, const struct entity_piece *piece)
{
	switch (piece->what) {
	case TEMPORARY:
		return entities_walk_temporary(e, &piece->body, piece->n);
	case BASELINE: return entities_walk_props(e, &piece->body, piece->n);
	case ALL_ENTITIES:
	case CHANGED_ENTITIES: break;
	}
	return entities_walk_snapshot(e, &piece->body, piece->n,
				      piece->what == CHANGED_ENTITIES);
}

static void
check_value(const struct sendtable_prop *p, const struct entities_value *v)
{
	HOLDS(v->parts <= 3);
	for (unsigned i = 0; i < v->parts; i++)
		(void)entities_real(p, v->part[i]);
}

static struct entities_at
check_walk(struct entities_walk w, const struct entity_piece *piece,
	   const struct entities_result *got, uint64_t sum)
{
	uint64_t at = w.b.pos, said = 0;
	enum entities_event event;

	while ((event = entities_next(&w)) != ENTITIES_END) {
		HOLDS(w.b.pos >= at && w.b.pos <= w.b.end);
		at = w.b.pos;
		HOLDS(event == ENTITIES_ELEMENT || w.at.bit < at);
		if (event == ENTITIES_ELEMENT)
			HOLDS(w.at.number < w.at.prop->elements);
		if ((event == ENTITIES_PROPERTY &&
		     w.at.prop->type != SENDTABLE_ARRAY) ||
		    event == ENTITIES_ELEMENT) {
			check_value(event == ENTITIES_ELEMENT ? w.at.element
							      : w.at.prop,
				    &w.at.value);
			said = entities_model_add(said, &w.at.value);
		}
	}
	HOLDS(w.error == got->error);
	HOLDS(w.b.pos - piece->body.pos == got->used);
	HOLDS(said == sum);
	return w.at;
}

static void
same_place(const struct entities_at *got, const struct entities_at *want)
{
	HOLDS(got->bit == want->bit);
	HOLDS(got->index == want->index);
	HOLDS(got->class == want->class);
	HOLDS(got->prop == want->prop);
}

/* ------------------------------------------------------------ place and end -- */

static void
check_place(struct entities *e, const struct entity_piece *piece,
	    const struct entities_result *want, uint32_t shift)
{
	const size_t n = (size_t)bits_left(&piece->body) + shift;
	struct blob moved = { harness_memory(n / 8 + 1), (n + 7) / 8, 0 };
	struct entity_piece other = *piece;
	struct bit_reader b = piece->body;
	struct entities_result got;

	for (size_t i = shift; i < n; i++)
		moved.at[i / 8] |= (uint8_t)(bits_u(&b, 1) << i % 8);
	other.body = (struct bit_reader){ .bytes = { moved.at, moved.size },
					  .pos = shift,
					  .end = n };
	got = read_piece(e, &other);
	same_result(&got, want);
	HOLDS(got.used == want->used);
	free(moved.at);
}

static void
check_end(struct entities *e, const struct entity_piece *piece,
	  const struct entities_result *want, uint32_t less)
{
	struct entity_piece other = *piece;
	struct entities_result got;

	if (want->error || want->used == 0)
		return;
	other.body.end = other.body.pos + want->used - 1 - less % want->used;
	got = read_piece(e, &other);
	if (got.error == ENTITIES_READ)
		HOLDS(piece->what == CHANGED_ENTITIES && got.count.cut);
	else
		HOLDS(got.error == ENTITIES_OVERRUN);
}

/* --------------------------------------------------------------------- all -- */

struct entities_run {
	struct contents *contents;
	struct entities *e, *before; /* `before` is for a second reading */
	struct entities_model *m;
	uint32_t seed;
};

static void
unchanged(const struct entities *e, const struct entities *before)
{
	for (size_t i = 0; i < ENTITIES_MOST; i++)
		HOLDS(e->entity[i].known == before->entity[i].known &&
		      e->entity[i].class == before->entity[i].class);
}

static void
check_piece(struct entities_run *run, const struct entity_piece *piece)
{
	struct entities_result got, want;
	struct entities_at place;

	*run->before = *run->e;
	got = read_piece(run->e, piece);
	want = read_model(run->m, piece);
	same_result(&got, &want);
	unchanged(run->e, run->before);
	place = check_walk(walk_of(run->before, piece), piece, &got,
			   run->m->sum);
	same_place(&run->e->walk.at, &place);
	if (piece->what <= CHANGED_ENTITIES && !got.error) {
		entities_commit(run->e);
		struct entities_walk w = walk_of(run->e, piece);

		w.applied = true;
		check_walk(w, piece, &got, run->m->sum);
	}
	same_entities(run->e, run->m);
	if (harness_all || run->seed & 1) {
		static struct entities again;

		again = *run->before;
		check_place(&again, piece, &got, run->seed >> 1 & 31);
		again = *run->before;
		check_end(&again, piece, &got, run->seed >> 8);
	}
	if (piece->what == BASELINE)
		run->e->baseline[piece->n] = run->m->baseline[piece->n] = true;
}

static void
open_entities(struct entities_run *run)
{
	const struct contents *c = run->contents;
	const bool varint = c->messages.world.entities.varint;

	memset(run->e, 0, sizeof(*run->e));
	run->e->tables = &c->tables;
	run->e->varint = varint;
	entities_model_open(run->m, &c->tables, varint);
}

static void
check_all(struct entities_run *run, struct cursor *c)
{
	struct payload_piece piece;
	struct entity_piece said;

	while (piece_next(c, &piece)) {
		const bool known = run->contents->tables_status ==
				   SENDTABLE_READ;
		const struct blob copy = blob_copy(piece.bytes.ptr,
						   piece.bytes.len);

		if (piece.kind == PIECE_TABLES && !known) {
			contents_check(run->contents, &piece);
			open_entities(run);
		} else if (known &&
			   entity_piece_of((struct span){ copy.at, copy.size },
					   &said)) {
			const size_t n = run->contents->tables.classes.count;

			if (said.what == BASELINE)
				said.n %= (uint32_t)n;
			check_piece(run, &said);
		}
		free(copy.at);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct entities now, before;
	static struct entities_model model;
	const struct blob in = blob_copy(data, size);
	struct cursor c = cur_init(in.at, in.size, 0);
	struct entities_run run = {
		.e = &now, .before = &before, .m = &model, .seed = 2166136261u
	};

	for (size_t i = 0; i < size; i++)
		run.seed = (run.seed ^ data[i]) * 16777619u;
	run.contents = contents_open(cur_u8(&c));
	check_all(&run, &c);
	contents_close(run.contents);
	free(in.at);
	return 0;
}
