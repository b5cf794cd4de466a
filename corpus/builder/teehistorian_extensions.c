/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_extensions.c - the EX messages, each by the name that its UUID
 * is computed from
 */
#include <nettle/md5.h>
#include <string.h>

#include "corpus/builder/teehistorian_writer.h"

void
thw_uuid(const char *name, unsigned char uuid[THW_UUID_LENGTH])
{
	static const unsigned char space[THW_UUID_LENGTH] = {
		0xe0, 0x5d, 0xda, 0xaa, 0xc4, 0xe6, 0x4c, 0xfb,
		0xb6, 0x42, 0x5d, 0x48, 0xe8, 0x0c, 0x00, 0x29,
	};
	struct md5_ctx md5;

	md5_init(&md5);
	md5_update(&md5, sizeof(space), space);
	md5_update(&md5, strlen(name), (const uint8_t *)name);
	md5_digest(&md5, THW_UUID_LENGTH, uuid);
	uuid[6] = (unsigned char)((uuid[6] & 0x0f) | 0x30); /* version 3 */
	uuid[8] = (unsigned char)((uuid[8] & 0x3f) | 0x80);
}

void
thw_ex_begin(struct thw *w, const char *name)
{
	unsigned char uuid[THW_UUID_LENGTH];

	thw_uuid(name, uuid);
	thw_int(w, THW_EX);
	thw_bytes(w, uuid, sizeof(uuid));
	w->ex_payload = w->size;
}

void
thw_ex_end(struct thw *w)
{
	thw_ex_end_as(w, (int32_t)(w->size - w->ex_payload));
}

void
thw_ex_end_as(struct thw *w, int32_t size)
{
	const size_t payload = w->size - w->ex_payload;
	unsigned char form[5];
	size_t length;

	/* The size is written behind the payload, then they change places. */
	thw_int(w, size);
	if (!thw_ok(w))
		return;
	length = w->size - w->ex_payload - payload;
	memcpy(form, w->bytes + w->ex_payload + payload, length);
	memmove(w->bytes + w->ex_payload + length, w->bytes + w->ex_payload,
		payload);
	memcpy(w->bytes + w->ex_payload, form, length);
	for (size_t i = 0; i < w->n_marks; i++)
		if (w->marks[i].offset >= w->ex_payload)
			w->marks[i].offset += length;
}

static void
put_one(struct thw *w, const char *name, int32_t a)
{
	thw_ex_begin(w, name);
	thw_int(w, a);
	thw_ex_end(w);
}

static void
put_two(struct thw *w, const char *name, int32_t a, int32_t b)
{
	thw_ex_begin(w, name);
	thw_int(w, a);
	thw_int(w, b);
	thw_ex_end(w);
}

static void
put_auth(struct thw *w, const char *uuid, int32_t cid, int32_t level,
	 const char *name)
{
	thw_ex_begin(w, uuid);
	thw_int(w, cid);
	thw_int(w, level);
	thw_str(w, name);
	thw_ex_end(w);
}

static void
put_role(struct thw *w, const char *uuid, int32_t cid, const char *role,
	 const char *name)
{
	thw_ex_begin(w, uuid);
	thw_int(w, cid);
	thw_str(w, role);
	thw_str(w, name);
	thw_ex_end(w);
}

static void
put_save(struct thw *w, const char *uuid, int32_t team,
	 const unsigned char save_id[THW_UUID_LENGTH], const char *save)
{
	thw_ex_begin(w, uuid);
	thw_int(w, team);
	thw_bytes(w, save_id, THW_UUID_LENGTH);
	thw_str(w, save);
	thw_ex_end(w);
}

void
thw_test(struct thw *w)
{
	thw_ex_begin(w, "teehistorian-test@ddnet.tw");
	thw_ex_end(w);
}

void
thw_auth_init(struct thw *w, int32_t cid, int32_t level, const char *name)
{
	put_auth(w, "teehistorian-auth-init@ddnet.tw", cid, level, name);
}

void
thw_auth_login(struct thw *w, int32_t cid, int32_t level, const char *name)
{
	put_auth(w, "teehistorian-auth-login@ddnet.tw", cid, level, name);
}

void
thw_auth_logout(struct thw *w, int32_t cid)
{
	put_one(w, "teehistorian-auth-logout@ddnet.tw", cid);
}

void
thw_ddnetver_old(struct thw *w, int32_t cid, int32_t version)
{
	put_two(w, "teehistorian-ddnetver-old@ddnet.tw", cid, version);
}

void
thw_ddnetver(struct thw *w, int32_t cid,
	     const unsigned char connection_id[THW_UUID_LENGTH],
	     int32_t version, const char *version_str)
{
	thw_ex_begin(w, "teehistorian-ddnetver@ddnet.tw");
	thw_int(w, cid);
	thw_bytes(w, connection_id, THW_UUID_LENGTH);
	thw_int(w, version);
	thw_str(w, version_str);
	thw_ex_end(w);
}

void
thw_joinver6(struct thw *w, int32_t cid)
{
	put_one(w, "teehistorian-joinver6@ddnet.tw", cid);
}

void
thw_joinver7(struct thw *w, int32_t cid)
{
	put_one(w, "teehistorian-joinver7@ddnet.tw", cid);
}

void
thw_save_success(struct thw *w, int32_t team,
		 const unsigned char save_id[THW_UUID_LENGTH], const char *save)
{
	put_save(w, "teehistorian-save-success@ddnet.tw", team, save_id, save);
}

void
thw_save_failure(struct thw *w, int32_t team)
{
	put_one(w, "teehistorian-save-failure@ddnet.tw", team);
}

void
thw_load_success(struct thw *w, int32_t team,
		 const unsigned char save_id[THW_UUID_LENGTH], const char *save)
{
	put_save(w, "teehistorian-load-success@ddnet.tw", team, save_id, save);
}

void
thw_load_failure(struct thw *w, int32_t team)
{
	put_one(w, "teehistorian-load-failure@ddnet.tw", team);
}

void
thw_player_team(struct thw *w, int32_t cid, int32_t team)
{
	put_two(w, "teehistorian-player-team@ddnet.tw", cid, team);
}

void
thw_team_practice(struct thw *w, int32_t team, int32_t practice)
{
	put_two(w, "teehistorian-team-practice@ddnet.tw", team, practice);
}

void
thw_player_ready(struct thw *w, int32_t cid)
{
	put_one(w, "teehistorian-player-ready@ddnet.tw", cid);
}

void
thw_player_swap(struct thw *w, int32_t cid1, int32_t cid2)
{
	put_two(w, "teehistorian-player-swap@ddnet.tw", cid1, cid2);
}

void
thw_rejoinver6(struct thw *w, int32_t cid)
{
	put_one(w, "teehistorian-rejoinver6@ddnet.org", cid);
}

void
thw_antibot(struct thw *w, const void *data, size_t size)
{
	thw_ex_begin(w, "teehistorian-antibot@ddnet.org");
	thw_bytes(w, data, size);
	thw_ex_end(w);
}

void
thw_player_name(struct thw *w, int32_t cid, const char *name)
{
	thw_ex_begin(w, "teehistorian-player-name@ddnet.org");
	thw_int(w, cid);
	thw_str(w, name);
	thw_ex_end(w);
}

void
thw_player_finish(struct thw *w, int32_t cid, int32_t time_ticks)
{
	put_two(w, "teehistorian-player-finish@ddnet.org", cid, time_ticks);
}

void
thw_team_finish(struct thw *w, int32_t team, int32_t time_ticks)
{
	put_two(w, "teehistorian-team-finish@ddnet.org", team, time_ticks);
}

void
thw_auth_login_role(struct thw *w, int32_t cid, const char *role,
		    const char *name)
{
	put_role(w, "teehistorian-auth-login-role@ddnet.org", cid, role, name);
}

void
thw_auth_init_role(struct thw *w, int32_t cid, const char *role,
		   const char *name)
{
	put_role(w, "teehistorian-auth-init-role@ddnet.org", cid, role, name);
}

void
thw_team_change(struct thw *w, int32_t cid, int32_t team)
{
	put_two(w, "teehistorian-team-change@ddnet.tw", cid, team);
}
