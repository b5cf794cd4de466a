/* SPDX-License-Identifier: MIT */
/* twdemo_script_message.c - builds network messages from words */
#include <string.h>

#include "corpus/builder/teehistorian_writer.h"
#include "corpus/builder/twdemo_statements.h"

/* Ids in 0.6 and DDNet, and in 0.7. 0: there is no such message. */
static const struct {
	const char *name;
	bool system;
	int id6, id7;
} names[] = {
	{ "motd", false, 1, 1 },
	{ "broadcast", false, 2, 2 },
	{ "chat", false, 3, 3 },
	{ "kill", false, 4, 5 },
	{ "sound_global", false, 5, 0 },
	{ "tune_params", false, 6, 6 },
	{ "ready_to_enter", false, 8, 8 },
	{ "weapon_pickup", false, 9, 9 },
	{ "emoticon", false, 10, 10 },
	{ "vote_clear_options", false, 11, 11 },
	{ "vote_set", false, 15, 0 },
	{ "vote_status", false, 16, 0 },
	{ "team", false, 0, 4 },
	{ "client_enter", false, 0, 22 },
	{ "client_leave", false, 0, 23 },
	{ "map_change", true, 2, 2 },
	{ "con_ready", true, 4, 5 },
	{ "snap_empty", true, 6, 7 },
	{ "snap_single", true, 7, 8 },
	{ "input_timing", true, 9, 10 },
	{ "rcon_line", true, 11, 13 },
};

/* Reads the name of a message.  False: the next word is not a name of a message. */
static bool
read_name(struct words *r, bool system, enum twdemo_protocol protocol, int *id)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (names[i].system != system || !words_is(r, names[i].name))
			continue;
		*id = protocol == TWDEMO_07 ? names[i].id7 : names[i].id6;
		r->failed |= *id == 0;
		return true;
	}
	return false;
}

/* Writes id 0, and the UUID of a name. */
static void
read_uuid(struct words *r, bool system, struct buffer *out)
{
	unsigned char uuid[EXTENSION_UUID_LENGTH];
	char name[64] = "";
	size_t n = 0;

	while (r->at + n < r->end && r->at[n] != ' ')
		n++;
	if (n >= sizeof(name) || !memchr(r->at, '@', n)) {
		r->failed = true;
		return;
	}
	memcpy(name, r->at, n);
	r->at += n;
	extension_uuid(name, uuid);
	write_int(out, system);
	buffer_append(out, uuid, sizeof(uuid));
}

static void
read_fields(struct words *r, struct buffer *out)
{
	while (!r->failed && words_left(r)) {
		const bool text = *r->at == '\'';

		if (words_at_number(r)) {
			write_int(out, (int32_t)words_number(r));
			continue;
		}
		words_bytes(r, out);
		if (text)
			buffer_byte(out, 0);
	}
}

void
twdemo_script_read_message(struct words *r, bool system,
			   enum twdemo_protocol protocol, struct buffer *out)
{
	int id = 0;

	if (words_is(r, "raw")) {
		words_all(r, out);
		return;
	}
	if (read_name(r, system, protocol, &id))
		write_int(out, 2 * id + system);
	else if (words_at_number(r))
		write_int(out,
			  (int32_t)(2 * (uint32_t)words_number(r) + system));
	else
		read_uuid(r, system, out);
	read_fields(r, out);
}
