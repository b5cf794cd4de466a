/* SPDX-License-Identifier: MIT */
/* teehistorian_extensions.c - writes EX messages, each with the UUID of its name */
#include <nettle/md5.h>
#include <string.h>

#include "corpus/builder/teehistorian_writer.h"

void
extension_uuid(const char *name, unsigned char uuid[EXTENSION_UUID_LENGTH])
{
	static const unsigned char space[EXTENSION_UUID_LENGTH] = {
		0xe0, 0x5d, 0xda, 0xaa, 0xc4, 0xe6, 0x4c, 0xfb,
		0xb6, 0x42, 0x5d, 0x48, 0xe8, 0x0c, 0x00, 0x29,
	};
	struct md5_ctx md5;

	md5_init(&md5);
	md5_update(&md5, sizeof(space), space);
	md5_update(&md5, strlen(name), (const uint8_t *)name);
	md5_digest(&md5, EXTENSION_UUID_LENGTH, uuid);
	uuid[6] = (unsigned char)((uuid[6] & 0x0f) | 0x30); /* version 3 */
	uuid[8] = (unsigned char)((uuid[8] & 0x3f) | 0x80);
}

/* The mark at the payload of an EX whose size is not written yet. */
static const char open_payload[] = "payload of an open EX";

void
write_ex_begin(struct buffer *w, const char *name)
{
	unsigned char uuid[EXTENSION_UUID_LENGTH];

	extension_uuid(name, uuid);
	write_int(w, ID_EX);
	buffer_append(w, uuid, sizeof(uuid));
	buffer_unmark(w, open_payload);
	buffer_mark(w, open_payload);
}

void
write_ex_end(struct buffer *w)
{
	write_ex_end_as(w, (int32_t)(w->size - buffer_offset(w, open_payload)));
}

void
write_ex_end_as(struct buffer *w, int32_t size)
{
	struct buffer form = { 0 };

	write_int(&form, size);
	w->failed |= !buffer_ok(&form);
	buffer_insert(w, buffer_offset(w, open_payload), form.bytes, form.size);
	buffer_unmark(w, open_payload);
	buffer_free(&form);
}

static void
put_one(struct buffer *w, const char *name, int32_t a)
{
	write_ex_begin(w, name);
	write_int(w, a);
	write_ex_end(w);
}

static void
put_two(struct buffer *w, const char *name, int32_t a, int32_t b)
{
	write_ex_begin(w, name);
	write_int(w, a);
	write_int(w, b);
	write_ex_end(w);
}

static void
put_auth(struct buffer *w, const char *uuid, int32_t cid, int32_t level,
	 const char *name)
{
	write_ex_begin(w, uuid);
	write_int(w, cid);
	write_int(w, level);
	buffer_text(w, name);
	write_ex_end(w);
}

static void
put_role(struct buffer *w, const char *uuid, int32_t cid, const char *role,
	 const char *name)
{
	write_ex_begin(w, uuid);
	write_int(w, cid);
	buffer_text(w, role);
	buffer_text(w, name);
	write_ex_end(w);
}

static void
put_save(struct buffer *w, const char *uuid, int32_t team,
	 const unsigned char save_id[EXTENSION_UUID_LENGTH], const char *save)
{
	write_ex_begin(w, uuid);
	write_int(w, team);
	buffer_append(w, save_id, EXTENSION_UUID_LENGTH);
	buffer_text(w, save);
	write_ex_end(w);
}

void
write_test(struct buffer *w)
{
	write_ex_begin(w, "teehistorian-test@ddnet.tw");
	write_ex_end(w);
}

void
write_auth_init(struct buffer *w, int32_t cid, int32_t level, const char *name)
{
	put_auth(w, "teehistorian-auth-init@ddnet.tw", cid, level, name);
}

void
write_auth_login(struct buffer *w, int32_t cid, int32_t level, const char *name)
{
	put_auth(w, "teehistorian-auth-login@ddnet.tw", cid, level, name);
}

void
write_auth_logout(struct buffer *w, int32_t cid)
{
	put_one(w, "teehistorian-auth-logout@ddnet.tw", cid);
}

void
write_ddnetver_old(struct buffer *w, int32_t cid, int32_t version)
{
	put_two(w, "teehistorian-ddnetver-old@ddnet.tw", cid, version);
}

void
write_ddnetver(struct buffer *w, int32_t cid,
	       const unsigned char connection_id[EXTENSION_UUID_LENGTH],
	       int32_t version, const char *version_str)
{
	write_ex_begin(w, "teehistorian-ddnetver@ddnet.tw");
	write_int(w, cid);
	buffer_append(w, connection_id, EXTENSION_UUID_LENGTH);
	write_int(w, version);
	buffer_text(w, version_str);
	write_ex_end(w);
}

void
write_joinver6(struct buffer *w, int32_t cid)
{
	put_one(w, "teehistorian-joinver6@ddnet.tw", cid);
}

void
write_joinver7(struct buffer *w, int32_t cid)
{
	put_one(w, "teehistorian-joinver7@ddnet.tw", cid);
}

void
write_save_success(struct buffer *w, int32_t team,
		   const unsigned char save_id[EXTENSION_UUID_LENGTH],
		   const char *save)
{
	put_save(w, "teehistorian-save-success@ddnet.tw", team, save_id, save);
}

void
write_save_failure(struct buffer *w, int32_t team)
{
	put_one(w, "teehistorian-save-failure@ddnet.tw", team);
}

void
write_load_success(struct buffer *w, int32_t team,
		   const unsigned char save_id[EXTENSION_UUID_LENGTH],
		   const char *save)
{
	put_save(w, "teehistorian-load-success@ddnet.tw", team, save_id, save);
}

void
write_load_failure(struct buffer *w, int32_t team)
{
	put_one(w, "teehistorian-load-failure@ddnet.tw", team);
}

void
write_player_team(struct buffer *w, int32_t cid, int32_t team)
{
	put_two(w, "teehistorian-player-team@ddnet.tw", cid, team);
}

void
write_team_practice(struct buffer *w, int32_t team, int32_t practice)
{
	put_two(w, "teehistorian-team-practice@ddnet.tw", team, practice);
}

void
write_player_ready(struct buffer *w, int32_t cid)
{
	put_one(w, "teehistorian-player-ready@ddnet.tw", cid);
}

void
write_player_swap(struct buffer *w, int32_t cid1, int32_t cid2)
{
	put_two(w, "teehistorian-player-swap@ddnet.tw", cid1, cid2);
}

void
write_rejoinver6(struct buffer *w, int32_t cid)
{
	put_one(w, "teehistorian-rejoinver6@ddnet.org", cid);
}

void
write_antibot(struct buffer *w, const void *data, size_t size)
{
	write_ex_begin(w, "teehistorian-antibot@ddnet.org");
	buffer_append(w, data, size);
	write_ex_end(w);
}

void
write_player_name(struct buffer *w, int32_t cid, const char *name)
{
	write_ex_begin(w, "teehistorian-player-name@ddnet.org");
	write_int(w, cid);
	buffer_text(w, name);
	write_ex_end(w);
}

void
write_player_finish(struct buffer *w, int32_t cid, int32_t time_ticks)
{
	put_two(w, "teehistorian-player-finish@ddnet.org", cid, time_ticks);
}

void
write_team_finish(struct buffer *w, int32_t team, int32_t time_ticks)
{
	put_two(w, "teehistorian-team-finish@ddnet.org", team, time_ticks);
}

void
write_auth_login_role(struct buffer *w, int32_t cid, const char *role,
		      const char *name)
{
	put_role(w, "teehistorian-auth-login-role@ddnet.org", cid, role, name);
}

void
write_auth_init_role(struct buffer *w, int32_t cid, const char *role,
		     const char *name)
{
	put_role(w, "teehistorian-auth-init-role@ddnet.org", cid, role, name);
}

void
write_team_change(struct buffer *w, int32_t cid, int32_t team)
{
	put_two(w, "teehistorian-team-change@ddnet.tw", cid, team);
}
