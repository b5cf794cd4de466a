/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_vectors.c - what the unit tests of the DDNet writer
 * expect it to write
 */
#include "corpus/builder/teehistorian_samples.h"

static void
vector_implicit(struct thw *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	thw_player_new(w, 0, 1, 2);
	if (s->number == 2)
		thw_player_diff(w, 0, 1, -1);
	thw_finish(w);
}

static void
vector_descending(struct thw *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	thw_player_new(w, 1, 2, 3);
	thw_player_new(w, 0, 4, 5);
	thw_finish(w);
}

static void
vector_ascending(struct thw *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	thw_player_new(w, 0, 4, 5);
	thw_tick_skip(w, 0);
	thw_player_new(w, 1, 2, 3);
	thw_finish(w);
}

static void
vector_late_start(struct thw *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	thw_tick_skip(w, 499);
	thw_player_new(w, 0, -1, -1);
	thw_finish(w);
}

static void
vector_message(struct thw *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	thw_tick_skip(w, 0);
	thw_message(w, 63, "", 1);
	thw_finish(w);
}

static void
vector_input(struct thw *w, const struct sample *s)
{
	static const int32_t first[THW_INPUT] = {
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	};
	static const int32_t diff[THW_INPUT] = { -1 };
	static const int32_t other[THW_INPUT] = {
		0, 2, 3, 4, 5, 6, 7, 8, 9, 10
	};

	script_header(w, release_find(s->release));
	thw_tick_skip(w, 0);
	thw_input_new(w, 0, first);
	thw_input_diff(w, 0, diff);
	thw_input_new(w, 0, other);
	thw_finish(w);
}

static void
vector_join(struct thw *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	thw_joinver6(w, 6);
	thw_join(w, 6);
	thw_joinver7(w, 7);
	thw_join(w, 7);
	thw_drop(w, 6, "too many pancakes");
	thw_finish(w);
}

/* The one that does not finish its file. */
static void
finish_time(struct thw *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	thw_player_finish(w, 1, 1000000);
}

/* clang-format off */
const struct sample samples_vectors[] = {
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
