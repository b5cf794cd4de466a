/* SPDX-License-Identifier: MIT */
/* dem_script_odd.c - the statements of a script about what is odd */
#include "corpus/builder/dem_statements.h"

static void
expect_length(struct dem_script *s, struct twdemo_words *r)
{
	s->odd.length = dem_words_given(r);
}

static void
expect_id(struct dem_script *s, struct twdemo_words *r)
{
	s->odd.id = dem_words_given(r);
}

static void
expect_slot(struct dem_script *s, struct twdemo_words *r)
{
	s->odd.slot = dem_words_given(r);
}

static void
expect_stop_bytes(struct dem_script *s, struct twdemo_words *r)
{
	s->odd.stop_bytes = dem_words_given(r);
}

static void
expect_flags(struct dem_script *s, struct twdemo_words *r)
{
	s->odd.flags = dem_words_given(r);
}

static void
expect_view(struct dem_script *s, struct twdemo_words *r)
{
	const long long i = twdemo_words_number(r);

	s->failed |= i < 0 || i >= DEM_VIEW;
	if (!s->failed)
		s->odd.view[i] = dem_words_float(r);
}

/* ------------------------------------------------------ sequence numbers */

static struct dem_given
next_number(struct twdemo_words *r, int32_t last)
{
	const struct dem_given g = dem_words_given(r);

	return (struct dem_given){ .given = true,
				   .value = dem_given_or(g, last + 1LL) };
}

static void
set_in(struct dem_script *s, struct twdemo_words *r)
{
	s->next_in = next_number(r, s->in);
}

static void
set_out(struct dem_script *s, struct twdemo_words *r)
{
	s->next_out = next_number(r, s->out);
}

static void
set_user(struct dem_script *s, struct twdemo_words *r)
{
	s->next_user = next_number(r, s->user);
}

/* ----------------------------------------------------------------- bytes */

static void
write_raw(struct dem_script *s, struct twdemo_words *r)
{
	twdemo_words_all(r, s->d.w);
}

/* The same bytes every time, in no order. */
static void
write_noise(struct dem_script *s, struct twdemo_words *r)
{
	uint32_t x = 12345;

	for (long long n = twdemo_words_number(r); n > 0; n--) {
		x = x * 1103515245 + 12345;
		buffer_byte(s->d.w, x >> 16 & 0xff);
	}
}

static void
change(struct dem_script *s, struct twdemo_words *r, size_t from)
{
	const long long k = twdemo_words_number(r);
	const size_t at = k < 0 ? s->d.w->size - (size_t)-k : from + (size_t)k;
	const bool flip = twdemo_words_is(r, "^");
	const unsigned value = (unsigned)twdemo_words_number(r);

	if (at >= s->d.w->size)
		s->failed = true;
	else
		s->d.w->bytes[at] = (unsigned char)(flip ? s->d.w->bytes[at] ^
								    value
							 : value);
}

static void
change_record(struct dem_script *s, struct twdemo_words *r)
{
	change(s, r, s->d.record);
}

static void
change_payload(struct dem_script *s, struct twdemo_words *r)
{
	change(s, r, s->d.payload);
}

/* ------------------------------------------------------------------- end */

static void
name_place(struct dem_script *s, struct twdemo_words *r)
{
	(void)r;
	buffer_mark(s->d.w, "here");
}

static void
cut_here(struct dem_script *s, struct twdemo_words *r)
{
	const long long by = twdemo_words_left(r) ? twdemo_words_number(r) : 0;

	s->cut = (struct dem_given){ .given = true,
				     .value = (long long)s->d.w->size + by };
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
	{ "cut", cut_here },
	{ NULL, NULL },
};
