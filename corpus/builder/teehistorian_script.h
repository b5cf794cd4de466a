/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_script.h - parts of a valid recording, as the servers of each release
 * write them
 *
 * Samples are made of these parts.
 */
#ifndef CORPUS_BUILDER_TEEHISTORIAN_SCRIPT_H
#define CORPUS_BUILDER_TEEHISTORIAN_SCRIPT_H

#include "corpus/builder/teehistorian_release.h"

/* Writes only the header. */
void script_header(struct buffer *w, const struct release *r);

/* Writes JOIN of a client, with the messages of its release around it, up to "ready". */
void script_join(struct buffer *w, const struct release *r, int32_t cid);

/* Writes only the announcement and the JOIN. */
void script_connect(struct buffer *w, const struct release *r, int32_t cid);

/*
 * script_client() lets client 0 connect in tick 100, and appear with input in tick 101.
 * Client 0 moves in tick 102, which is not finished.  script_start() writes the header,
 * and then the same messages.
 */
void script_client(struct buffer *w, const struct release *r);
void script_start(struct buffer *w, const struct release *r);

/* Does the same for client `cid` instead of 0. */
void script_start_as(struct buffer *w, const struct release *r, int32_t cid);

/* The input and the save id of the scripts. */
extern const int32_t script_input[INPUT_INTS];
extern const unsigned char script_save_id[EXTENSION_UUID_LENGTH];

/* Writes CL_STARTINFO, a game message from the network. */
void script_startinfo(struct buffer *w, int32_t cid);

/* Writes the console command that ends a server. */
void script_shutdown(struct buffer *w);

/* Writes this command and FINISH.  The command is necessary because a recording without
   messages has a note. */
void script_end(struct buffer *w);

/* Lets two clients do everything once that this release records. */
void script_everything(struct buffer *w, const struct release *r);

/* Writes the messages after a map change.  Client 0 stays connected, and there is no
   skip. */
void script_map_change(struct buffer *w, const struct release *r);

#endif
