/* SPDX-License-Identifier: MIT */
/*
 * profiles.c - the numbers of each profile, which were counted in recordings of servers
 *
 *   solo         one player of a tutorial map
 *   busy24       24 human players; the profile that goals are stated for
 *   bots12       12 programs that aim anywhere with each input
 *   flood        24 programs that send input every tick
 *   longmsg      24 clients that send network messages of about 950 bytes
 *   adversarial  valid, but made to be slow: kinds and int lengths uniform
 */
#include "bench/profiles.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
static const struct profile profiles[] = {
	{ .name = "solo", .clients = 1, .move = 925, .input = 140,
	  .far_aim = 30, .messages = 1, .message_min = 2, .message_max = 24,
	  .events = 2 },
	{ .name = "busy24", .clients = 24, .move = 735, .input = 315,
	  .quiet = 85, .far_aim = 250, .messages = 1, .message_min = 2,
	  .message_max = 24, .events = 40 },
	{ .name = "bots12", .clients = 12, .move = 670, .input = 310,
	  .quiet = 20, .messages = 11, .message_min = 2, .message_max = 24,
	  .events = 60, .uniform_aim = true },
	{ .name = "flood", .clients = 24, .move = 500, .input = 950,
	  .messages = 2, .message_min = 2, .message_max = 24, .events = 60,
	  .uniform_aim = true },
	{ .name = "longmsg", .clients = 24, .move = 500, .input = 350,
	  .messages = 2100, .message_min = 940, .message_max = 952,
	  .events = 60, .uniform_aim = true },
	{ .name = "adversarial", .clients = 128, .hostile = true },
};
/* clang-format on */

const struct profile *
profile_find(const char *name)
{
	for (size_t i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++)
		if (strcmp(profiles[i].name, name) == 0)
			return &profiles[i];
	return NULL;
}
