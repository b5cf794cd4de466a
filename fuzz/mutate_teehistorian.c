/* SPDX-License-Identifier: MIT */
/* mutate_teehistorian.c - splits a teehistorian file into header and messages */
#include <stdlib.h>
#include <string.h>

#include "corpus/builder/teehistorian_writer.h"
#include "corpus/tool/recycle.h"
#include "fuzz/mutate.h"
#include "include/demofsck.h"
#include "validator/core/decompress.h"
#include "validator/core/cursor.h"
#include "validator/core/foreign.h"

/* ---------------------------------------------------------------- split -- */

struct splitting {
	struct mutate_file *file;
	const uint8_t *bytes;
	size_t at;
};

static void
add_piece(struct splitting *s, size_t size)
{
	if (size && s->file->n < MUTATE_PIECES)
		s->file->piece[s->file->n++] = (struct mutate_piece){
			s->bytes + s->at, size
		};
	s->at += size;
}

static void
on_record(void *ctx, const struct dfk_record *record)
{
	add_piece(ctx, (size_t)record->length);
}

void
mutate_split(const uint8_t *bytes, size_t size, struct mutate_file *out)
{
	/* The offsets of records of a compressed file are not offsets in the file. */
	const bool compressed = compression_of((struct span){ bytes, size },
					       true) != NULL;
	struct splitting s = { .file = out, .bytes = bytes };
	const struct dfk_options options = {
		DFK_OPTIONS,
		.as = "teehistorian",
		.no_hash = true,
		.allocator = recycle_allocator,
		.on_record = on_record,
		.ctx = &s,
	};
	struct dfk_check *check;

	out->n = 0;
	if (!compressed && dfk_open(&options, &check) == DFK_OK) {
		if (dfk_feed(check, bytes, size) == DFK_OK)
			(void)!dfk_finish(check);
		dfk_close(check);
	}
	if (out->n == MUTATE_PIECES)
		out->n--;
	add_piece(&s, size - s.at);
	if (out->n == 0)
		out->piece[out->n++] = (struct mutate_piece){ bytes, 0 };
}

/* ----------------------------------------------------------------- make -- */

static size_t
take(struct buffer *w, uint8_t *out, size_t room)
{
	const size_t size = buffer_ok(w) && w->size <= room ? w->size : 0;

	if (size)
		memcpy(out, w->bytes, size);
	/* nettle computes the UUIDs. */
	FOREIGN_WROTE(out, size);
	buffer_free(w);
	return size;
}

/* Makes small headers, because most tests are about the bytes after the header. */
size_t
mutate_new_header(uint8_t *out, size_t room, struct mutate_random *r)
{
	static const char *const minors[] = { NULL, "2",  "3",  "4", "8",
					      "9",  "22", "23", "99" };
	static const char *const versions[] = { "0.6.4, 11.0", "0.6.4, 15.3.2",
						"0.6.4, 19.1", "0.6, 20.1.1",
						"other" };
	const char *minor = minors[mutate_pick(r, COUNT_OF(minors))];
	struct buffer w;

	buffer_init(&w);
	write_header_open(&w);
	write_key(&w, "version", mutate_pick(r, 6) ? "2" : "1");
	if (minor)
		write_key(&w, "version_minor", minor);
	if (mutate_pick(r, 2))
		write_key(&w, "server_version",
			  versions[mutate_pick(r, COUNT_OF(versions))]);
	if (mutate_pick(r, 2))
		write_key_json(
			&w, "uuids",
			"[\"teehistorian-joinver6@ddnet.tw\",\"mod@x\"]");
	write_header_close(&w);
	return take(&w, out, room);
}

/* Returns special values, at which the result changes. */
static int32_t
value(struct mutate_random *r)
{
	static const int32_t edges[] = {
		0,    1,     -1,      2,         3,          4,
		63,   64,    -64,     -65,       127,        128,
		129,  -2,    -3,      -4,        1023,       1024,
		1394, 2049,  65536,   134217728, 0x6fffffff, 0x70000000,
		7,    -8193, 1048576, INT32_MAX, -INT32_MAX, INT32_MIN,
	};

	if (mutate_pick(r, 4) == 0)
		return (int32_t)mutate_pick(r, UINT32_MAX);
	return edges[mutate_pick(r, mutate_pick(r, 2) ? 6 : COUNT_OF(edges))];
}

static int32_t
cid(struct mutate_random *r)
{
	return mutate_pick(r, 8) ? (int32_t)mutate_pick(r, 4) : value(r);
}

static void
put_state(struct buffer *w, struct mutate_random *r)
{
	const int32_t c = cid(r);
	int32_t input[INPUT_INTS];

	for (size_t i = 0; i < INPUT_INTS; i++)
		input[i] = mutate_pick(r, 3) ? 0 : value(r);
	switch (mutate_pick(r, 9)) {
	case 0: write_player_new(w, c, value(r), value(r)); break;
	case 1: write_player_old(w, c); break;
	case 2: write_input_new(w, c, input); break;
	case 3: write_input_diff(w, c, input); break;
	case 4: write_tick_skip(w, value(r)); break;
	case 5: write_finish(w); break;
	case 6: write_join(w, c); break;
	case 7: write_drop(w, c, mutate_pick(r, 2) ? "bye" : "\xff"); break;
	default: write_player_diff(w, c, value(r), value(r)); break;
	}
}

static void
put_extension(struct buffer *w, struct mutate_random *r)
{
	const int32_t c = cid(r);

	switch (mutate_pick(r, 14)) {
	case 0: write_joinver6(w, c); break;
	case 1: write_joinver7(w, c); break;
	case 2: write_player_ready(w, c); break;
	case 3: write_player_team(w, c, value(r)); break;
	case 4: write_team_practice(w, value(r), value(r)); break;
	case 5: write_auth_init(w, c, 1, "a"); break;
	case 6: write_auth_login(w, c, 1, "a"); break;
	case 7: write_auth_logout(w, c); break;
	case 8: write_player_name(w, c, "name"); break;
	case 9: write_player_swap(w, c, cid(r)); break;
	case 10: write_antibot(w, "xyz", mutate_pick(r, 4)); break;
	case 11: write_test(w); break;
	case 12: write_save_failure(w, value(r)); break;
	default:
		write_ex_begin(w, mutate_pick(r, 2) ? "mod@x" : "not-listed@x");
		write_int(w, value(r));
		write_ex_end_as(w, (int32_t)mutate_pick(r, 9) - 1);
		break;
	}
}

size_t
mutate_new_record(uint8_t *out, size_t room, struct mutate_random *r)
{
	static const char *const arguments[] = { "a", "", "b" };
	struct buffer w;

	buffer_init(&w);
	switch (mutate_pick(r, 8)) {
	case 0:
	case 1:
	case 2: put_extension(&w, r); break;
	case 3:
		write_message(&w, cid(r), "\x02\x01\x03", mutate_pick(r, 4));
		break;
	case 4:
		write_console_command(&w, cid(r), value(r), "cmd",
				      (int32_t)mutate_pick(r, 4), arguments);
		break;
	default: put_state(&w, r); break;
	}
	return take(&w, out, room);
}

/* --------------------------------------------------------------- change -- */

static void
put_int(struct buffer *w, int32_t v, struct mutate_random *r)
{
	switch (mutate_pick(r, 12)) {
	case 0: write_int_overlong(w, v, 2 + mutate_pick(r, 4)); break;
	case 1: write_int_padded(w, v, 1 + mutate_pick(r, 15)); break;
	default: write_int(w, v); break;
	}
}

/* Copies the ints before the changed int, and then the rest unchanged. */
static void
change_int(struct buffer *w, struct cursor *c, struct mutate_random *r)
{
	uint32_t n = mutate_pick(r, 6);
	unsigned quirks = 0;

	for (; n && cur_left(c) > 1; n--) {
		struct cursor before = *c;

		cur_int(c, &quirks);
		buffer_append(w, cur_rest(&before).ptr,
			      (size_t)(cur_tell(c) - cur_tell(&before)));
	}
	const int32_t v = cur_int(c, &quirks);

	put_int(w, mutate_pick(r, 3) ? value(r) : v, r);
	if (cur_ok(c))
		buffer_append(w, cur_rest(c).ptr, cur_left(c));
}

/* Changes an extension.  Its UUID stays, and its size is made right. */
static void
change_extension(struct buffer *w, struct cursor *c, struct mutate_random *r)
{
	const struct span head = cur_bytes(c, 1 + EXTENSION_UUID_LENGTH);
	unsigned quirks = 0;
	struct buffer payload;

	cur_int(c, &quirks);
	if (!cur_ok(c))
		return;
	buffer_init(&payload);
	change_int(&payload, c, r);
	buffer_append(w, head.ptr, head.len);
	write_int(w, (int32_t)payload.size);
	buffer_append(w, payload.bytes, payload.size);
	buffer_free(&payload);
}

size_t
mutate_field(const struct mutate_piece *piece, uint8_t *out, size_t room,
	     struct mutate_random *r)
{
	struct cursor c = cur_init(piece->at, piece->size, 0);
	struct buffer w;

	if (piece->size == 0 || piece->size > room / 2)
		return 0;
	buffer_init(&w);
	if (piece->at[0] == 0x4a && mutate_pick(r, 4))
		change_extension(&w, &c, r);
	else
		change_int(&w, &c, r);
	return take(&w, out, room);
}
