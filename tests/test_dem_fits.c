/* SPDX-License-Identifier: MIT */
/* test_dem_fits.c - which commands of a Source demo follow each other */
#include <criterion/criterion.h>
#include <string.h>

#include "validator/dem/dem.h"

struct fit {
	enum dem_id id;
	int32_t tick, sequence;
	bool fits;
};

static void
expect_fits(const struct dem_walk *walk, const struct fit *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct dem_command c = { .id = (uint8_t)cases[i].id,
					       .headed = true,
					       .near_world = true,
					       .tick = cases[i].tick,
					       .sequence = cases[i].sequence };

		cr_expect_eq(dem_fits(walk, &c, 1), cases[i].fits,
			     "%zu: id %d, tick %d, sequence %d", i, cases[i].id,
			     cases[i].tick, cases[i].sequence);
	}
}

/* Given a walk after dem_synctick, ticks and numbers fit up to their edges. */
Test(dem_fits, what_fits_after_the_signon)
{
	const struct dem_walk walk = { .sync = 2000,
				       .tables = 1,
				       .packets = 9,
				       .sequenced = true,
				       .sequence = 50,
				       .used = { true },
				       .user = { 70 },
				       .connected = true,
				       .connect = 90000,
				       .tick = 100 };
	static const struct fit cases[] = {
		{ DEM_PACKET, 84, 50, true },
		{ DEM_PACKET, 83, 50, false },
		{ DEM_PACKET, 2100, 51, true },
		{ DEM_PACKET, 2101, 51, false },
		{ DEM_PACKET, -1, 51, true },
		{ DEM_PACKET, -99999, 51, true },
		{ DEM_PACKET, -100000, 51, false },
		{ DEM_PACKET, 100, 52, false },
		{ DEM_PACKET, 100, 49, false },
		{ DEM_USER, 100, 71, true },
		{ DEM_USER, 100, 72, false },
		{ DEM_USER, 3000, 71, false },
		{ DEM_CONSOLE, 100, 0, true },
		{ DEM_CONSOLE, 3000, 0, false },
		{ DEM_STRINGS, 100, 0, false },
		{ DEM_SIGNON, 100, 0, false },
		{ DEM_TABLES, 100, 0, false },
		{ DEM_SYNC, 0, 0, false },
		{ DEM_STOP, 100, 0, true },
		{ DEM_STOP, 400, 0, true },
		{ DEM_STOP, 401, 0, false },
		{ DEM_STOP, 99, 0, false },
		{ DEM_STOP, -1, 0, false },
	};

	expect_fits(&walk, cases, sizeof(cases) / sizeof(*cases));
}

/* Given a walk before it, ticks are near the first one, and packets do not fit. */
Test(dem_fits, what_fits_in_the_signon)
{
	const struct dem_walk walk = { .connected = true, .connect = 90000 };
	static const struct fit cases[] = {
		{ DEM_SIGNON, 92000, 0, true },
		{ DEM_SIGNON, 92001, 0, false },
		{ DEM_SIGNON, 88000, 0, true },
		{ DEM_SIGNON, 87999, 0, false },
		{ DEM_SYNC, 0, 0, true },
		{ DEM_SYNC, 1, 0, false },
		{ DEM_TABLES, 90000, 0, true },
		{ DEM_STRINGS, 90000, 0, false },
		{ DEM_CONSOLE, 90000, 0, true },
		{ DEM_PACKET, 90000, 0, false },
		{ DEM_USER, 90000, 0, false },
	};

	expect_fits(&walk, cases, sizeof(cases) / sizeof(*cases));
}

/* Given cameras, all flags that there are fit, and no other one. */
Test(dem_fits, flags_of_cameras)
{
	const struct dem_walk walk = { .connected = true, .connect = 90000 };

	for (int32_t flags = -1; flags <= 16; flags++) {
		const struct dem_command c = { .id = DEM_SIGNON,
					       .headed = true,
					       .near_world = true,
					       .tick = 90000,
					       .flags = flags };

		cr_expect_eq(dem_fits(&walk, &c, 1), flags >= 0 && flags <= 7,
			     "flags %d", flags);
	}
}

/* dem_datatables come once, and before dem_synctick. */
Test(dem_fits, where_tables_fit)
{
	const struct dem_walk again = { .tables = 1 }, late = { .sync = 2000 };
	static const struct fit after[] = { { DEM_TABLES, 0, 0, false },
					    { DEM_STRINGS, 0, 0, true } };
	static const struct fit none[] = { { DEM_TABLES, 0, 0, false },
					   { DEM_STRINGS, 0, 0, false } };

	expect_fits(&again, after, COUNT_OF(after));
	expect_fits(&late, none, COUNT_OF(none));
}

/* dem_stringtables come once, before the first packet, with a tick that can
   follow. */
Test(dem_fits, where_strings_fit)
{
	const struct dem_walk first = { .sync = 2000, .tables = 1 };
	const struct dem_walk again = { .sync = 2000,
					.tables = 1,
					.strings = 1 };
	static const struct fit near[] = { { DEM_STRINGS, 0, 0, true },
					   { DEM_STRINGS, 2000, 0, true },
					   { DEM_STRINGS, 2001, 0, false } };
	static const struct fit none[] = { { DEM_STRINGS, 0, 0, false } };

	expect_fits(&first, near, COUNT_OF(near));
	expect_fits(&again, none, COUNT_OF(none));
}

/* Given a level that ended, dem_stop is one tick before the last packet. */
Test(dem_fits, what_fits_after_a_level)
{
	static struct dem d;
	const struct dem_walk walk = { .sync = 2000, .tick = -164 };
	static const struct fit cases[] = {
		{ DEM_STOP, -165, 0, true },
		{ DEM_STOP, -166, 0, false },
		{ DEM_STOP, -164, 0, true },
	};

	expect_fits(&walk, cases, sizeof(cases) / sizeof(*cases));
	cr_expect_eq(dem_last_tick(&d, &walk), -165);
}

/* Given a level of protocol 4 that ended, dem_stop is one tick before the last packet, or
   up to 300 ticks after the last packet whose tick is not negative. */
Test(dem_fits, what_fits_after_a_level_of_protocol_4)
{
	static struct dem d;
	struct dem_walk walk = {
		.sync = 2000, .tick = -1000, .played = 88, .slotted = true
	};
	static const struct fit cases[] = {
		{ DEM_STOP, -1001, 0, true }, { DEM_STOP, -1002, 0, false },
		{ DEM_STOP, 87, 0, false },   { DEM_STOP, 88, 0, true },
		{ DEM_STOP, 388, 0, true },   { DEM_STOP, 389, 0, false },
	};
	static const struct {
		int32_t ticks;
		bool many;
		int32_t last;
	} headers[] = {
		{ 90, false, 88 },      { 90, true, 88 }, { -1001, false, -1001 },
		{ -1001, true, -1001 }, { 0, true, 88 },  { 0, false, -1001 },
	};

	expect_fits(&walk, cases, sizeof(cases) / sizeof(*cases));
	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++) {
		d.header.ticks = headers[i].ticks;
		walk.many_negative = headers[i].many;
		cr_expect_eq(dem_last_tick(&d, &walk), headers[i].last, "%zu", i);
	}
}

/* A console command is text with a NUL after it; something stands before that. */
Test(dem_fits, what_is_a_console_command)
{
	static const struct {
		const char *bytes;
		size_t size;
		bool is;
	} cases[] = {
		{ "", 0, false },          { "", 1, false },
		{ "a", 1, false },         { "a", 2, true },
		{ "say \t\r\n", 8, true }, { "a\0", 3, false },
		{ "ab", 2, false },        { "\x1f", 2, false },
		{ "\xc3\xa4", 3, true },   { "a\x7f", 3, true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		cr_expect_eq(dem_is_text((struct span){
				     (const uint8_t *)cases[i].bytes,
				     cases[i].size }),
			     cases[i].is, "%zu", i);
}

/* Given a tick that is far from all before it, it is a jump if dem_stop has
   room for it. */
Test(dem_fits, a_jump_has_a_most)
{
	static const struct {
		int32_t tick;
		bool jumped;
	} cases[] = { { 0x7fffff, true }, { 0x800000, false } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct dem_command c = { .id = DEM_PACKET,
					       .tick = cases[i].tick };
		struct dem_walk walk = { .sync = 1072, .tick = 5 };

		dem_walk_on(&walk, &c);
		cr_expect_eq(walk.clock,
			     cases[i].jumped ? DEM_CLOCK_JUMPED
					     : DEM_CLOCK_ASTRAY,
			     "%zu", i);
		cr_expect_eq(walk.tick, 5);
	}
}

/* Given the end of a level, dem_stop is one tick before it, if there is one. */
Test(dem_fits, last_ticks)
{
	static struct dem d;
	static const int32_t ticks[][2] = {
		{ 7, 7 },
		{ 0, 0 },
		{ -1, -2 },
		{ INT32_MIN + 1, INT32_MIN },
		{ INT32_MIN, INT32_MIN },
	};

	for (size_t i = 0; i < sizeof(ticks) / sizeof(*ticks); i++)
		cr_expect_eq(dem_last_tick(
				     &d,
				     &(struct dem_walk){ .tick = ticks[i][0] }),
			     ticks[i][1], "%zu", i);
}

/* Given a length and what commands show, one wrong bit is proven by whole contents only,
   and not where a few bytes or blocks of a disk may be missing. */
Test(dem_fits, which_lengths_are_sure)
{
	static const struct {
		int32_t length;
		uint32_t size;
		bool whole, sure;
		uint8_t id;
	} cases[] = {
		{ 300, 300 ^ 64, true, true, DEM_PACKET },
		{ 300, 300 ^ 64, false, false, DEM_PACKET },
		{ 300, 300 ^ 16, true, true, DEM_PACKET },
		{ 300, 300 ^ 8, true, false,
		  DEM_PACKET }, /* a few are missing */
		{ 300, 300 ^ 4, true, false, DEM_PACKET },
		{ 300, 300 ^ 64 ^ 16, true, false, DEM_PACKET },
		{ 300, 300 + 512, true, true, DEM_PACKET }, /* too many */
		{ 300 + 512, 300, true, false,
		  DEM_PACKET }, /* a block is missing */
		{ 300 + 256, 300 + 256 - 32, true, true, DEM_PACKET },
		/* No command has these. */
		{ -1, 300, true, true, DEM_PACKET },
		{ -1, 300, false, false, DEM_PACKET },
		{ 300 + (0x40 << 24), 300, false, true,
		  DEM_PACKET }, /* one bit */
		{ 300 + (0x40 << 16), 300, false, true, DEM_PACKET },
		{ 300 + (0x41 << 24), 300, false, false, DEM_PACKET },
		{ DEM_MOST_PACKET + 1, 300, false, false, DEM_PACKET },
		{ 10 + (0x40 << 8), 10, false, true, DEM_USER },
		{ 10 + (0x7f << 8), 10, false, false, DEM_USER },
		/* User commands that lack something may be whole, too. */
		{ -1, 10, true, false, DEM_USER },
		{ 74, 10, true, false, DEM_USER },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct dem_command c = { .id = cases[i].id,
					       .length = cases[i].length,
					       .size = cases[i].size };

		cr_expect_eq(dem_length_is_sure(&c, cases[i].whole),
			     cases[i].sure, "%zu: %d, %u", i, cases[i].length,
			     cases[i].size);
	}
}

/* Whoever does not read the payload does not know if bytes of it were lost. */
Test(dem_fits, unread_payload_may_lack_bytes)
{
	static const struct {
		int32_t length;
		uint32_t size;
		uint8_t id;
		bool doubtful;
	} cases[] = {
		{ 300, 299, DEM_PACKET, true },
		{ 300, 301, DEM_PACKET, true },
		{ 300, 300 ^ 8, DEM_PACKET, true },
		{ 300, 300 - 15, DEM_PACKET, true },
		{ 300, 300 + 15, DEM_PACKET, true },
		/* One bit. */
		{ 300, 300 ^ 16, DEM_PACKET, false },
		{ 300, 300 ^ 32, DEM_PACKET, false },
		{ 300 + 512, 300, DEM_PACKET, false },
		{ 300, 44, DEM_PACKET, false },
		/* Several bits: bytes are missing, or the length is too small. */
		{ 300, 300 - 17, DEM_PACKET, true },
		{ 300, 300 + 17, DEM_PACKET, false },
		{ 300, 300 - 17, DEM_CUSTOM, true },
		{ 300, 300 + 17, DEM_CUSTOM, true },
		{ 300, 300 ^ 16, DEM_CUSTOM, false },
		{ 0, 300, DEM_PACKET, false },
		{ 0, 15, DEM_PACKET, true },
		{ 40, 20, DEM_USER, true },
		{ 8, 40, DEM_USER, false },
		{ 40, 39, DEM_USER, true },
		/* No command has these. */
		{ -1, 300, DEM_PACKET, false },
		{ DEM_MOST_PACKET + 1, 300, DEM_PACKET, false },
		{ -1, 300, DEM_CUSTOM, false },
		{ 257, 40, DEM_USER, false },
		/* Three of their bytes are nearly right. */
		{ 301 + (0x65 << 24), 300, DEM_PACKET, true },
		{ 300 + (0x65 << 24), 300, DEM_PACKET, false },
		{ INT32_MIN + 299, 300, DEM_PACKET, true },
		/* The tables show if other lengths are right. */
		{ 300, 299, DEM_STRINGS, true },
		{ 300, 300 - 17, DEM_STRINGS, false },
		{ 300, 300 + 17, DEM_STRINGS, false },
		/* A demo needs these. */
		{ 300, 299, DEM_SIGNON, false },
		{ 300, 299, DEM_TABLES, false },
		{ 300, 299, DEM_CONSOLE, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct dem_command c = { .id = cases[i].id,
					       .length = cases[i].length,
					       .size = cases[i].size };

		cr_expect_eq(dem_payload_is_doubtful(&c), cases[i].doubtful,
			     "%zu: %d, %u", i, cases[i].length, cases[i].size);
	}
}

/* Given numbers or ticks of 0, which zeros have as well, a command shows nothing. */
Test(dem_fits, zeros_are_no_evidence)
{
	static const struct {
		struct dem_walk walk;
		struct dem_command command;
		bool is;
	} cases[] = {
		{ { 0 }, { .id = DEM_SYNC }, true },
		{ { 0 }, { .id = DEM_PACKET, .sequence = 1 }, true },
		{ { 0 }, { .id = DEM_PACKET }, false },
		{ { 0 }, { .id = DEM_PACKET, .tick = 1 }, false },
		{ { .sequenced = true, .sequence = 1 },
		  { .id = DEM_PACKET, .tick = 1 },
		  false },
		/* A tool wrote 0 into all packets. */
		{ { .sequenced = true }, { .id = DEM_PACKET, .tick = 1 }, true },
		{ { .sequenced = true }, { .id = DEM_PACKET }, false },
		{ { 0 }, { .id = DEM_STOP, .tick = 1 }, true },
		{ { 0 }, { .id = DEM_STOP }, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		cr_expect_eq(dem_is_evidence(&cases[i].walk, &cases[i].command),
			     cases[i].is, "%zu", i);
}
