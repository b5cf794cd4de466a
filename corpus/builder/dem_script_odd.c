/* SPDX-License-Identifier: MIT */
/* dem_script_odd.c - the statements of a script that make commands unusual */
#include "corpus/builder/dem_statements.h"

static void
expect_length(struct dem_script *s, struct words *r)
{
	s->odd.length = words_given(r);
}

static void
expect_id(struct dem_script *s, struct words *r)
{
	s->odd.id = words_given(r);
}

static void
expect_slot(struct dem_script *s, struct words *r)
{
	s->odd.slot = words_given(r);
}

static void
expect_stop_bytes(struct dem_script *s, struct words *r)
{
	s->odd.stop_bytes = words_given(r);
}

static void
expect_flags(struct dem_script *s, struct words *r)
{
	s->odd.flags = words_given(r);
}

static void
expect_view(struct dem_script *s, struct words *r)
{
	const long long i = words_number(r);

	s->script.failed |= i < 0 || i >= DEM_VIEW;
	if (!s->script.failed)
		s->odd.view[i] = dem_words_float(r);
}

/* ------------------------------------------------------ sequence numbers */

static struct word_number
next_number(struct words *r, int32_t last)
{
	const struct word_number g = words_given(r);

	return (struct word_number){ .given = true,
				     .value = word_number_or(g, last + 1LL) };
}

static void
set_in(struct dem_script *s, struct words *r)
{
	s->next_in = next_number(r, s->in);
}

static void
set_out(struct dem_script *s, struct words *r)
{
	s->next_out = next_number(r, s->out);
}

static void
set_user(struct dem_script *s, struct words *r)
{
	s->next_user = next_number(r, s->user);
}

/* ----------------------------------------------------------------- bytes */

static void
write_raw(struct dem_script *s, struct words *r)
{
	words_all(r, s->d.w);
}

/* Writes random bytes, which are the same in each run. */
static void
write_noise(struct dem_script *s, struct words *r)
{
	uint32_t x = 12345;

	for (long long n = words_number(r); n > 0; n--) {
		x = x * 1103515245 + 12345;
		buffer_byte(s->d.w, x >> 16 & 0xff);
	}
}

static void
change_record(struct dem_script *s, struct words *r)
{
	demo_script_change(&s->script, r, s->d.record);
}

static void
change_payload(struct dem_script *s, struct words *r)
{
	demo_script_change(&s->script, r, s->d.payload);
}

/* ------------------------------------------------------------------- end */

static void
name_place(struct dem_script *s, struct words *r)
{
	(void)r;
	buffer_mark(s->d.w, "here");
}

const struct dem_statement dem_odd_statements[] = {
	{ "length", expect_length },
	{ "id", expect_id },
	{ "slot", expect_slot },
	{ "stop_bytes", expect_stop_bytes },
	{ "camera_flags", expect_flags },
	{ "camera", expect_view },
	{ "sequence", set_in },
	{ "out", set_out },
	{ "user_sequence", set_user },
	{ "raw", write_raw },
	{ "noise", write_noise },
	{ "record", change_record },
	{ "payload", change_payload },
	{ "here", name_place },
	{ NULL, NULL },
};
