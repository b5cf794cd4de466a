/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_writer.h - writes teehistorian messages from named fields, so
 * that a sample says what is in it
 *
 * The bytes go into one growing buffer.  Every function may run out of memory;
 * the writer then ignores all further calls and thw_ok() says so, which has to
 * be asked once, at the end.  Nothing here judges what it writes: any value, in
 * any order, is put down as asked.
 *
 * A mark is a named offset.  Samples mark the places where they are cut and
 * where a finding is expected.
 */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_WRITER_H
#define CORPUS_BUILDER_TEEHISTORIAN_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THW_MARKS       64
#define THW_INPUT       10 /* components of an input */
#define THW_UUID_LENGTH 16

/* The ids of the messages; PLAYER_DIFF has none, its id is the client. */
enum thw_id {
	THW_FINISH = -1,
	THW_TICK_SKIP = -2,
	THW_PLAYER_NEW = -3,
	THW_PLAYER_OLD = -4,
	THW_INPUT_DIFF = -5,
	THW_INPUT_NEW = -6,
	THW_MESSAGE = -7,
	THW_JOIN = -8,
	THW_DROP = -9,
	THW_CONSOLE_COMMAND = -10,
	THW_EX = -11,
};

struct thw_mark {
	const char *name; /* not copied */
	size_t offset;
};

struct thw {
	unsigned char *bytes;
	size_t size, capacity;
	size_t n_keys;     /* of the header, so far */
	size_t ex_payload; /* where the payload of the open EX begins */
	struct thw_mark marks[THW_MARKS];
	size_t n_marks;
	bool failed;
};

/* All zero is an empty writer as well. */
void thw_init(struct thw *w);
void thw_free(struct thw *w);
bool thw_ok(const struct thw *w); /* false: memory or marks ran out */

/* -------------------------------------------------------------- bytes -- */
void thw_bytes(struct thw *w, const void *bytes, size_t size);
void thw_byte(struct thw *w, unsigned byte);
void thw_fill(struct thw *w, unsigned byte, size_t count);
void thw_str(struct thw *w, const char *text); /* with its NUL */

/* The shortest form, which is the only one that DDNet writes. */
void thw_int(struct thw *w, int32_t value);

/* In `length` bytes (2 to 5), of which the last ones carry nothing. */
void thw_int_overlong(struct thw *w, int32_t value, size_t length);

/* In five bytes, with `padding` (0 to 15) in the upper half of the fifth. */
void thw_int_padded(struct thw *w, int32_t value, unsigned padding);

/* Names the place where the next byte goes; `name` must outlive the writer. */
void thw_mark(struct thw *w, const char *name);
void thw_mark_at(struct thw *w, const char *name, size_t offset);

/* The offset of the last mark of that name; SIZE_MAX: there is none. */
size_t thw_offset(const struct thw *w, const char *name);

/* Both accept any range; what lies outside of the buffer is not there. */
void thw_cut(struct thw *w, size_t size);
void thw_remove(struct thw *w, size_t offset, size_t count);

/* ------------------------------------------------------------- header -- */
void thw_magic(struct thw *w);
void thw_header_open(struct thw *w); /* the magic and '{' */
void thw_key(struct thw *w, const char *key, const char *text); /* escapes */
void thw_key_json(struct thw *w, const char *key, const char *json);
void thw_header_close(struct thw *w); /* '}' and the NUL */

/* ----------------------------------------------------------- messages -- */
void thw_player_diff(struct thw *w, int32_t cid, int32_t dx, int32_t dy);
void thw_finish(struct thw *w);
void thw_tick_skip(struct thw *w, int32_t dt);
void thw_player_new(struct thw *w, int32_t cid, int32_t x, int32_t y);
void thw_player_old(struct thw *w, int32_t cid);
void thw_input_diff(struct thw *w, int32_t cid, const int32_t diff[THW_INPUT]);
void thw_input_new(struct thw *w, int32_t cid, const int32_t input[THW_INPUT]);
void thw_message(struct thw *w, int32_t cid, const void *payload, size_t size);
void thw_join(struct thw *w, int32_t cid);
void thw_drop(struct thw *w, int32_t cid, const char *reason);
void thw_console_command(struct thw *w, int32_t cid, int32_t flags,
			 const char *command, int32_t count,
			 const char *const *arguments);

/* --------------------------------------------------------- extensions -- */

/* The 16 bytes that stand for a name such as teehistorian-test@ddnet.tw. */
void thw_uuid(const char *name, unsigned char uuid[THW_UUID_LENGTH]);

/*
 * An EX message of any name: begin, then the fields of the payload, then end,
 * which puts the size before the payload.  thw_ex_end_as() announces another
 * size than the payload has.
 */
void thw_ex_begin(struct thw *w, const char *name);
void thw_ex_end(struct thw *w);
void thw_ex_end_as(struct thw *w, int32_t size);

void thw_test(struct thw *w);
void thw_auth_init(struct thw *w, int32_t cid, int32_t level, const char *name);
void thw_auth_login(struct thw *w, int32_t cid, int32_t level,
		    const char *name);
void thw_auth_logout(struct thw *w, int32_t cid);
void thw_ddnetver_old(struct thw *w, int32_t cid, int32_t version);
void thw_ddnetver(struct thw *w, int32_t cid,
		  const unsigned char connection_id[THW_UUID_LENGTH],
		  int32_t version, const char *version_str);
void thw_joinver6(struct thw *w, int32_t cid);
void thw_joinver7(struct thw *w, int32_t cid);
void thw_save_success(struct thw *w, int32_t team,
		      const unsigned char save_id[THW_UUID_LENGTH],
		      const char *save);
void thw_save_failure(struct thw *w, int32_t team);
void thw_load_success(struct thw *w, int32_t team,
		      const unsigned char save_id[THW_UUID_LENGTH],
		      const char *save);
void thw_load_failure(struct thw *w, int32_t team);
void thw_player_team(struct thw *w, int32_t cid, int32_t team);
void thw_team_practice(struct thw *w, int32_t team, int32_t practice);
void thw_player_ready(struct thw *w, int32_t cid);
void thw_player_swap(struct thw *w, int32_t cid1, int32_t cid2);
void thw_rejoinver6(struct thw *w, int32_t cid);
void thw_antibot(struct thw *w, const void *data, size_t size);
void thw_player_name(struct thw *w, int32_t cid, const char *name);
void thw_player_finish(struct thw *w, int32_t cid, int32_t time_ticks);
void thw_team_finish(struct thw *w, int32_t team, int32_t time_ticks);
void thw_auth_login_role(struct thw *w, int32_t cid, const char *role,
			 const char *name);
void thw_auth_init_role(struct thw *w, int32_t cid, const char *role,
			const char *name);
void thw_team_change(struct thw *w, int32_t cid, int32_t team);

#endif
