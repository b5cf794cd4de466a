/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_script.h - stretches of a conforming recording, as the servers
 * of each release write them, that samples are put together from
 */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_SCRIPT_H
#define CORPUS_BUILDER_TEEHISTORIAN_SCRIPT_H

#include "corpus/builder/teehistorian_release.h"

/* The header alone. */
void script_header(struct buffer *w, const struct release *r);

/* JOIN of a client with what its release writes around it, up to "ready". */
void script_join(struct buffer *w, const struct release *r, int32_t cid);

/* Only the announcement and the JOIN. */
void script_connect(struct buffer *w, const struct release *r, int32_t cid);

/*
 * script_client() lets client 0 connect in tick 100 and appear in tick 101,
 * with input; it moves in tick 102, the tick that is open then.  script_start()
 * is the header and that.
 */
void script_client(struct buffer *w, const struct release *r);
void script_start(struct buffer *w, const struct release *r);

/* The same with client `cid` instead of 0. */
void script_start_as(struct buffer *w, const struct release *r, int32_t cid);

/* The input and the save id that scripts use. */
extern const int32_t script_input[INPUT_INTS];
extern const unsigned char script_save_id[EXTENSION_UUID_LENGTH];

/* CL_STARTINFO, a game message as it comes from the network. */
void script_startinfo(struct buffer *w, int32_t cid);

/* The console command that ends a server. */
void script_shutdown(struct buffer *w);

/* That is the only message, as a recording without any has a note; and FINISH. */
void script_end(struct buffer *w);

/* Two clients do everything that this release records, once. */
void script_everything(struct buffer *w, const struct release *r);

/* What follows a map change: client 0 is carried over, without a skip. */
void script_map_change(struct buffer *w, const struct release *r);

#endif
