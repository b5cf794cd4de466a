/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_good.c - samples of whole recordings: every release, message and
 * extension, and unusual but valid recordings
 */
#include "corpus/builder/gzip_writer.h"
#include "corpus/builder/teehistorian_samples.h"

static void
everything(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);

	script_header(w, r);
	script_everything(w, r);
}

static void
map_change(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	struct header h;

	header_init(&h, r);
	if (r->number >= RELEASE(17, 3, 0))
		header_insert(&h, "server_version", "prev_game_uuid",
			      "f0c6d9a1-88a5-4d0e-b7a4-4a1f61b0c93e");
	header_write(&h, w);
	script_map_change(w, r);
}

/* The extensions that no server of the table writes in normal use. */
static void
rare_extensions(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	struct header h;

	header_init(&h, r);
	header_list_extension(&h, "teehistorian-team-change@ddnet.tw");
	header_write(&h, w);
	write_auth_init_role(w, 0, "admin", "default_admin");
	script_connect(w, r, 0);
	write_test(w);
	write_team_change(w, 0, 5);
	write_finish(w);
}

static void
idle(struct buffer *w, const struct sample *s)
{
	script_header(w, release_find(s->release));
	write_tick_skip(w, 4 * 50);
	script_shutdown(w);
	write_finish(w);
}

/* ----------------------------------------------------- odd, but right -- */

/* Every length of an int, in positions, input and elsewhere. */
static void
int_lengths(struct buffer *w, const struct sample *s)
{
	static const int32_t values[] = {
		1,         -1,        63,         64,         -64,
		-65,       499,       8191,       8192,       -8192,
		-8193,     1048575,   1048576,    -1048576,   -1048577,
		134217727, 134217728, -134217728, -134217729, 13010,
		1000000,   INT32_MAX, INT32_MIN,
	};
	const size_t n = sizeof(values) / sizeof(*values);

	script_start(w, release_find(s->release));
	for (size_t i = 0; i < n; i++) {
		int32_t diff[INPUT_INTS] = { 0 };

		diff[i % INPUT_INTS] = values[i];
		write_player_diff(w, 0, values[i], values[n - 1 - i]);
		write_input_diff(w, 0, diff);
	}
	write_finish(w);
}

/* Clients 64 to 127 connect in one tick.  Then all clients move. */
static void
upper_half(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);

	script_header(w, r);
	write_tick_skip(w, 99);
	for (int32_t cid = 64; cid < 128; cid++)
		script_join(w, r, cid);
	write_tick_skip(w, 0);
	for (int32_t cid = 64; cid < 128; cid++)
		write_player_new(w, cid, 32 * cid, 0);
	for (int32_t cid = 64; cid < 128; cid++)
		write_input_new(w, cid, script_input);
	for (int32_t tick = 0; tick < 3; tick++)
		for (int32_t cid = 64; cid < 128; cid++)
			write_player_diff(w, cid, cid, tick);
	for (int32_t cid = 127; cid >= 64; cid--)
		write_drop(w, cid, "Server shutdown");
	write_finish(w);
}

/* A player dies, comes back, leaves, and is gone one tick later. */
static void
coming_and_going(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
	write_player_old(w, 0);
	write_player_new(w, 0, INT32_MAX, INT32_MIN);
	write_player_diff(w, 0, 1, -1); /* the position wraps around */
	write_drop(w, 0, "");
	write_player_old(w, 0);
	write_finish(w);
}

/* Servers up to 15.2 recorded input when it arrived. */
static void
input_on_arrival(struct buffer *w, const struct sample *s)
{
	static const int32_t diff[INPUT_INTS] = { 0, 1 };

	script_start(w, release_find(s->release));
	for (int i = 0; i < 3; i++)
		write_input_diff(w, 0, diff);
	write_player_diff(w, 0, 1, 1);
	write_input_diff(w, 0, diff);
	write_finish(w);
}

/* Data of a mod: its own name for the version, and an extension. */
static void
mod(struct buffer *w, const struct sample *s)
{
	const struct release *r = release_find(s->release);
	struct header h;

	header_init(&h, r);
	header_set(&h, "server_version", "sample mod 1.0");
	header_set(&h, "game_type", "gCTF");
	header_list_extension(&h, "teehistorian-flag@mod.example");
	header_write(&h, w);
	script_client(w, r);
	write_ex_begin(w, "teehistorian-flag@mod.example");
	write_int(w, 1);
	write_ex_end(w);
	write_finish(w);
}

/* The few keys that a well-known third-party writer writes. */
static void
third_party(struct buffer *w, const struct sample *s)
{
	static const char nil[] = "00000000-0000-0000-0000-000000000000";

	(void)s;
	write_header_open(w);
	write_key(w, "version", "2");
	write_key(w, "version_minor", "22");
	write_key(w, "comment", "teehistorian@ddnet.tw");
	write_key(w, "game_uuid", nil);
	write_key(w, "prev_game_uuid", nil);
	write_key(w, "server_version", "0.6.4, 19.9");
	write_key(w, "server_name", "sample");
	write_key(w, "__teehistorian_py", "1");
	write_header_close(w);
	write_finish(w);
}

/* An antibot record of `number` bytes, which is larger than any buffer. */
static void
large_antibot(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
	write_ex_begin(w, "teehistorian-antibot@ddnet.org");
	for (int32_t i = 0; i < s->number; i++)
		buffer_byte(w, (unsigned)(i * 7 + i / 251));
	write_ex_end(w);
	write_player_diff(w, 0, 1, 1);
	write_finish(w);
}

/* A MESSAGE and a DROP of `number` bytes each.  The sample is compressed. */
static void
large_message(struct buffer *w, const struct sample *s)
{
	struct buffer plain;

	buffer_init(&plain);
	script_start(&plain, release_find(s->release));
	write_int(&plain, ID_MESSAGE);
	write_int(&plain, 0);
	write_int(&plain, s->number);
	buffer_fill(&plain, 0x28, (size_t)s->number);
	write_int(&plain, ID_DROP);
	write_int(&plain, 0);
	buffer_fill(&plain, 'a', (size_t)s->number);
	buffer_byte(&plain, 0);
	write_finish(&plain);
	gzip_header(w);
	gzip_fixed(w, plain.bytes, plain.size);
	gzip_trailer(w, plain.bytes, plain.size);
	if (!buffer_ok(&plain))
		w->failed = true;
	buffer_free(&plain);
}

/* clang-format off */
#define RELEASED(name, epoch) \
	SAMPLE("good/ddnet-" name ".teehistorian", \
	       "Everything that DDNet " name " records (" epoch ").", \
	       everything, .release = name)
#define MAP_CHANGE(name, about) \
	SAMPLE("good/map-change-" name ".teehistorian", \
	       "After a map change of DDNet " name ": " about, \
	       map_change, .release = name)

const struct sample teehistorian_samples_good[] = {
	RELEASED("11.0", "version 1, the first"),
	RELEASED("11.0.2", "version 1, the last"),
	RELEASED("11.0.3", "version 2, with extensions"),
	RELEASED("11.2", "with map_sha256"),
	RELEASED("13.2", "with prng_description and client versions"),
	RELEASED("14.0", "with joinver"),
	RELEASED("14.0.2", "with saves"),
	RELEASED("14.6", "strings are UTF-8"),
	RELEASED("15.3.2", "no version_minor"),
	RELEASED("15.6", "minor 2, with teams"),
	RELEASED("16.0", "minor 3, with player-ready"),
	RELEASED("16.2", "minor 4, with player-swap"),
	RELEASED("17.3", "minor 6, with rejoin and antibot"),
	RELEASED("18.2", "minor 7"),
	RELEASED("18.3", "minor 8, with names and finishes"),
	RELEASED("18.8", "minor 9"),
	RELEASED("19.3", "minor 10"),
	RELEASED("19.4", "minor 12"),
	RELEASED("19.5", "minor 13"),
	RELEASED("19.6", "minor 17"),
	RELEASED("19.7", "minor 18"),
	RELEASED("19.8", "minor 19"),
	RELEASED("19.9", "minor 22"),
	RELEASED("20.0", "minor 22, 128 slots"),
	RELEASED("20.1.1", "minor 23, with logins by role"),
	SAMPLE("good/rare-extensions.teehistorian",
	       "The extensions that hardly any server wrote: test, team-change, auth-init-role.",
	       rare_extensions),

	MAP_CHANGE("16.2", "auth-init, and no JOIN for those who were connected."),
	MAP_CHANGE("17.3", "auth-init, then the JOIN."),
	MAP_CHANGE("19.6", "neither JOIN nor login of those who were connected."),
	MAP_CHANGE("19.9", "the JOIN, then the login."),
	MAP_CHANGE("20.1.1", "the JOIN, then the login by role."),

	SAMPLE("good/idle.teehistorian",
	       "Nobody connects: one skip and the command that ends the server.",
	       idle),

	SAMPLE("good/int-lengths.teehistorian",
	       "Ints at the borders of every length; positions and input wrap.",
	       int_lengths),
	SAMPLE("good/ids-64-to-127.teehistorian",
	       "64 clients with the ids 64 to 127.",
	       upper_half, .release = "20.0"),
	SAMPLE("good/coming-and-going.teehistorian",
	       "A character dies, comes back, and is gone one tick after the DROP.",
	       coming_and_going),
	SAMPLE("good/input-on-arrival.teehistorian",
	       "Input of one client several times in a tick, as before 15.3.",
	       input_on_arrival, .release = "14.6"),
	SAMPLE("good/mod.teehistorian",
	       "A mod: its version names no release, and it has an extension of its own.",
	       mod),
	SAMPLE("good/third-party.teehistorian",
	       "The few keys of a third-party writer, in its own order.",
	       third_party),
	SAMPLE("good/large-antibot.teehistorian",
	       "An antibot record of 200 KiB.",
	       large_antibot, .number = 200 * 1024),
	SAMPLE("good/large-message.teehistorian.gz",
	       "A MESSAGE and the reason of a DROP of 600 KiB each: too large for the writer, but readable.",
	       large_message, .number = 600 * 1024),

	{ .path = NULL },
};
