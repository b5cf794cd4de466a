/* SPDX-License-Identifier: MIT */
/*
 * test_stops.c - where only a defect of our own can lead, the program stops
 *
 * The trap is caught, so that the test goes on and what ran is counted.
 */
#include <criterion/criterion.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

#include "validator/teehistorian/message.h"

static sigjmp_buf back;

static void
caught(int number)
{
	siglongjmp(back, number);
}

static void
catch_traps(void)
{
	struct sigaction action = { .sa_handler = caught };

	sigemptyset(&action.sa_mask);
	cr_assert_eq(sigaction(SIGILL, &action, NULL), 0);
	cr_assert_eq(sigaction(SIGTRAP, &action, NULL), 0);
}

#define EXPECT_STOP(statement) \
	do { \
		catch_traps(); \
		if (sigsetjmp(back, 1) == 0) { \
			statement; \
			cr_expect_fail("it went on: " #statement); \
		} \
	} while (0)

/* Given an index that is out of range, no element is reached. */
Test(stops, index_out_of_range)
{
	static int array[3] = { 1, 2, 3 };
	volatile size_t index = 3;

	cr_expect_eq(AT(array, index - 1), 3);
	EXPECT_STOP(AT(array, index) = 4);
	index = SIZE_MAX;
	EXPECT_STOP(AT(array, index) = 4);
}

/* Given less than what is passed, nothing is. */
Test(stops, stretch_out_of_range)
{
	static const uint8_t bytes[CUR_STRIDE];
	struct cursor c = cur_init(bytes, sizeof(bytes), 0);
	struct cur_stretch s = cur_stretch(&c, UINT64_MAX);
	volatile size_t n = CUR_STRIDE + 1;

	EXPECT_STOP(cur_stretch_pass(&s, n));
	cr_expect_eq(cur_stretch_word(&s, n - 9), 0);
	EXPECT_STOP(cur_stretch_word(&s, n - 8));
	EXPECT_STOP(cur_stretch_word(&s, SIZE_MAX));
	cur_stretch_pass(&s, n - 1);
	EXPECT_STOP(cur_stretch_word(&s, 0));
	cur_stretch_follow(&c, &s);
	cr_expect_eq(cur_left(&c), 0);
}

Test(stops, room_out_of_range)
{
	static char buffer[8];
	volatile size_t offset = 8, size = 1;

	cr_expect_eq(room_at(buffer, sizeof(buffer), offset, 0), buffer + 8);
	EXPECT_STOP(room_at(buffer, sizeof(buffer), offset, 1));
	offset = 5;
	EXPECT_STOP(room_at(buffer, sizeof(buffer), offset, 4));
	offset = 9;
	EXPECT_STOP(room_at(buffer, sizeof(buffer), offset, 0));
	EXPECT_STOP(room_at(buffer, sizeof(buffer), 0, 9));

	/* of any size */
	EXPECT_STOP(room_at(buffer, sizeof(buffer), offset, size));
	offset = 8;
	EXPECT_STOP(room_at(buffer, sizeof(buffer), offset, size));
	size = 0;
	cr_expect_eq(room_at(buffer, sizeof(buffer), offset, size), buffer + 8);
}

Test(stops, bytes_out_of_range)
{
	static const char buffer[8];
	volatile size_t offset = 8, size = 1;

	cr_expect_eq(bytes_at(buffer, sizeof(buffer), offset, 0), buffer + 8);
	EXPECT_STOP(bytes_at(buffer, sizeof(buffer), offset, 1));
	offset = 5;
	EXPECT_STOP(bytes_at(buffer, sizeof(buffer), offset, 4));
	offset = 9;
	EXPECT_STOP(bytes_at(buffer, sizeof(buffer), offset, 0));
	EXPECT_STOP(bytes_at(buffer, sizeof(buffer), 0, 9));

	/* of any size */
	EXPECT_STOP(bytes_at(buffer, sizeof(buffer), offset, size));
	offset = 8;
	EXPECT_STOP(bytes_at(buffer, sizeof(buffer), offset, size));
	size = 0;
	cr_expect_eq(bytes_at(buffer, sizeof(buffer), offset, size),
		     buffer + 8);
}

Test(stops, int_out_of_range)
{
	static const int32_t ints[] = { 5, 6, 7 };
	volatile size_t k = 2;

	cr_expect_eq(ints_at(ints, 3, k), 7);
	EXPECT_STOP(ints_at(ints, 2, k));
	k = SIZE_MAX;
	EXPECT_STOP(ints_at(ints, 3, k));
}

/* A cursor goes back only: forward it would skip what nobody checked. */
Test(stops, cursor_that_goes_back_to_a_later_place)
{
	struct cursor c = cur_init("abcd", 4, 100);
	volatile uint64_t later = 103;

	cur_bytes(&c, 2);
	EXPECT_STOP(cur_back(&c, later));
	cr_expect_eq(cur_tell(&c), 102);
	later = 99;
	EXPECT_STOP(cur_back(&c, later));
	cur_back(&c, 101);
	cr_expect_eq(cur_u8(&c), 'b');
}

/* Given a letter that no table has, no field is made up for it. */
Test(stops, unknown_field_letter)
{
	static const char letters[TEEHISTORIAN_MAX_FIELDS] = "?";
	struct teehistorian *th = calloc(1, sizeof(*th));
	struct cursor c = cur_init("\x01", 1, 0);

	cr_assert(th);
	teehistorian_start(&th->reading, 0);
	th->reading.in_rest = true;
	th->reading.rest = &letters;
	th->reading.field = 0;
	EXPECT_STOP(teehistorian_read(th, &c));
	cr_expect_eq(cur_left(&c), 1);
	free(th);
}
