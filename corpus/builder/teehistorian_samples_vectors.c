/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_vectors.c - samples that the unit tests of the DDNet writer expect
 */
#include "corpus/builder/teehistorian_samples.h"

static void
vector_implicit(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	write_player_new(w, 0, 1, 2);
	if (s->number == 2)
		write_player_diff(w, 0, 1, -1);
	write_finish(w);
}

static void
vector_descending(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	write_player_new(w, 1, 2, 3);
	write_player_new(w, 0, 4, 5);
	write_finish(w);
}

static void
vector_ascending(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	write_player_new(w, 0, 4, 5);
	write_tick_skip(w, 0);
	write_player_new(w, 1, 2, 3);
	write_finish(w);
}

static void
vector_late_start(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	write_tick_skip(w, 499);
	write_player_new(w, 0, -1, -1);
	write_finish(w);
}

static void
vector_message(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	write_tick_skip(w, 0);
	write_message(w, 63, "", 1);
	write_finish(w);
}

static void
vector_input(struct buffer *w, const struct sample *s)
{
	static const int32_t first[INPUT_INTS] = {
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	};
	static const int32_t diff[INPUT_INTS] = { -1 };
	static const int32_t other[INPUT_INTS] = {
		0, 2, 3, 4, 5, 6, 7, 8, 9, 10
	};

	script_header(w, release_find(s->release));
	write_tick_skip(w, 0);
	write_input_new(w, 0, first);
	write_input_diff(w, 0, diff);
	write_input_new(w, 0, other);
	write_finish(w);
}

static void
vector_join(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	write_joinver6(w, 6);
	write_join(w, 6);
	write_joinver7(w, 7);
	write_join(w, 7);
	write_drop(w, 6, "too many pancakes");
	write_finish(w);
}

/* The only recording without FINISH. */
static void
finish_time(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	write_player_finish(w, 1, 1000000);
}

/* clang-format off */
const struct sample teehistorian_samples_vectors[] = {
	SAMPLE("good/vector-implicit-one.teehistorian",
	       "Unit test of the DDNet writer; its client never joined.",
	       vector_implicit, .number = 1, .release = "14.0"),
	SAMPLE("good/vector-implicit-two.teehistorian",
	       "Unit test of the DDNet writer; its client never joined.",
	       vector_implicit, .number = 2, .release = "14.0"),
	SAMPLE("good/vector-descending.teehistorian",
	       "Unit test of the DDNet writer; its clients never joined.",
	       vector_descending, .release = "14.0"),
	SAMPLE("good/vector-ascending.teehistorian",
	       "Unit test of the DDNet writer; its clients never joined.",
	       vector_ascending, .release = "14.0"),
	SAMPLE("good/vector-late-start.teehistorian",
	       "Unit test of the DDNet writer; its client never joined.",
	       vector_late_start, .release = "14.0"),
	SAMPLE("good/vector-message.teehistorian",
	       "Unit test of the DDNet writer; its client never joined.",
	       vector_message, .release = "14.0"),
	SAMPLE("good/vector-input.teehistorian",
	       "Unit test of the DDNet writer; its client never joined.",
	       vector_input, .release = "14.0"),
	SAMPLE("good/vector-join.teehistorian",
	       "Unit test of the DDNet writer: everything happens in tick 0.",
	       vector_join, .release = "14.0"),

	SAMPLE("crash/vector-finish-time.teehistorian",
	       "The unit test of the writer that leaves its file open.",
	       finish_time),

	{ .path = NULL },
};
