/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_writer.h - writes teehistorian messages from named fields
 *
 * Every function appends to the buffer.  Nothing is checked: any value is written, in any
 * order.
 */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_WRITER_H
#define CORPUS_BUILDER_TEEHISTORIAN_WRITER_H

#include "corpus/builder/buffer.h"

#define INPUT_INTS            10 /* components of an input */
#define EXTENSION_UUID_LENGTH 16

/* The ids of the messages.  PLAYER_DIFF has no id, because its first int is the client
   id. */
enum message_id {
	ID_FINISH = -1,
	ID_TICK_SKIP = -2,
	ID_PLAYER_NEW = -3,
	ID_PLAYER_OLD = -4,
	ID_INPUT_DIFF = -5,
	ID_INPUT_NEW = -6,
	ID_MESSAGE = -7,
	ID_JOIN = -8,
	ID_DROP = -9,
	ID_CONSOLE_COMMAND = -10,
	ID_EX = -11,
};

/* --------------------------------------------------------------- ints -- */

/* Writes the shortest form, which is the only form that DDNet writes. */
void write_int(struct buffer *w, int32_t value);

/* Writes an int in `length` bytes (2 to 5).  The last bytes have no digits. */
void write_int_overlong(struct buffer *w, int32_t value, size_t length);

/* Writes an int in five bytes, with `padding` (0 to 15) in the upper half of the fifth
   byte. */
void write_int_padded(struct buffer *w, int32_t value, unsigned padding);

/* ------------------------------------------------------------- header -- */
void write_magic(struct buffer *w);
void write_header_open(struct buffer *w); /* writes the magic and '{' */
void write_key(struct buffer *w, const char *key,
	       const char *text); /* escapes the text */
void write_key_json(struct buffer *w, const char *key, const char *json);
void write_header_close(struct buffer *w); /* writes '}' and the NUL */

/* ----------------------------------------------------------- messages -- */
void write_player_diff(struct buffer *w, int32_t cid, int32_t dx, int32_t dy);
void write_finish(struct buffer *w);
void write_tick_skip(struct buffer *w, int32_t dt);
void write_player_new(struct buffer *w, int32_t cid, int32_t x, int32_t y);
void write_player_old(struct buffer *w, int32_t cid);
void write_input_diff(struct buffer *w, int32_t cid,
		      const int32_t diff[INPUT_INTS]);
void write_input_new(struct buffer *w, int32_t cid,
		     const int32_t input[INPUT_INTS]);
void write_message(struct buffer *w, int32_t cid, const void *payload,
		   size_t size);
void write_join(struct buffer *w, int32_t cid);
void write_drop(struct buffer *w, int32_t cid, const char *reason);
void write_console_command(struct buffer *w, int32_t cid, int32_t flags,
			   const char *command, int32_t count,
			   const char *const *arguments);

/* --------------------------------------------------------- extensions -- */

/* Computes the 16 bytes for a name such as teehistorian-test@ddnet.tw. */
void extension_uuid(const char *name,
		    unsigned char uuid[EXTENSION_UUID_LENGTH]);

/*
 * Write an EX message of any name: begin, then the fields of the payload, then end.  The
 * end writes the size before the payload.  write_ex_end_as() writes a size that differs
 * from the payload.
 */
void write_ex_begin(struct buffer *w, const char *name);
void write_ex_end(struct buffer *w);
void write_ex_end_as(struct buffer *w, int32_t size);

void write_test(struct buffer *w);
void write_auth_init(struct buffer *w, int32_t cid, int32_t level,
		     const char *name);
void write_auth_login(struct buffer *w, int32_t cid, int32_t level,
		      const char *name);
void write_auth_logout(struct buffer *w, int32_t cid);
void write_ddnetver_old(struct buffer *w, int32_t cid, int32_t version);
void write_ddnetver(struct buffer *w, int32_t cid,
		    const unsigned char connection_id[EXTENSION_UUID_LENGTH],
		    int32_t version, const char *version_str);
void write_joinver6(struct buffer *w, int32_t cid);
void write_joinver7(struct buffer *w, int32_t cid);
void write_save_success(struct buffer *w, int32_t team,
			const unsigned char save_id[EXTENSION_UUID_LENGTH],
			const char *save);
void write_save_failure(struct buffer *w, int32_t team);
void write_load_success(struct buffer *w, int32_t team,
			const unsigned char save_id[EXTENSION_UUID_LENGTH],
			const char *save);
void write_load_failure(struct buffer *w, int32_t team);
void write_player_team(struct buffer *w, int32_t cid, int32_t team);
void write_team_practice(struct buffer *w, int32_t team, int32_t practice);
void write_player_ready(struct buffer *w, int32_t cid);
void write_player_swap(struct buffer *w, int32_t cid1, int32_t cid2);
void write_rejoinver6(struct buffer *w, int32_t cid);
void write_antibot(struct buffer *w, const void *data, size_t size);
void write_player_name(struct buffer *w, int32_t cid, const char *name);
void write_player_finish(struct buffer *w, int32_t cid, int32_t time_ticks);
void write_team_finish(struct buffer *w, int32_t team, int32_t time_ticks);
void write_auth_login_role(struct buffer *w, int32_t cid, const char *role,
			   const char *name);
void write_auth_init_role(struct buffer *w, int32_t cid, const char *role,
			  const char *name);
void write_team_change(struct buffer *w, int32_t cid, int32_t team);

#endif
