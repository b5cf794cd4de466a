/* SPDX-License-Identifier: MIT */
/* twdemo_samples.h - texts that the samples of demos share */
#ifndef CORPUS_BUILDER_TWDEMO_SAMPLES_H
#define CORPUS_BUILDER_TWDEMO_SAMPLES_H

#include "corpus/builder/twdemo_script.h"

/* Texts as ints: 128 is added to each byte, and the last byte is 0. */
#define TW_NAME "0xe1808080 2*0x80808080 0x80808000 "
#define TW_CLAN "2*0x80808080 0x80808000 "
#define TW_SKIN "0xe4e5e6e1 0xf5ecf480 3*0x80808080 0x80808000 "

/* The items that one player receives in 0.6: character, game, player, client.  The tick
   of the character increases by two in every tick of the demo. */
#define TW_CHARACTER \
	"9/0 1000 320 480 0 0 0 0 0 -1 0 0 320 480 0 0 1 10 0 10 1 0 990 "
#define TW_GAME   "6/0 0 0 900 0 20 0 0 0 "
#define TW_PLAYER "10/0 1 0 0 0 20 "
#define TW_CLIENT "11/0 " TW_NAME TW_CLAN "-1 " TW_SKIN "0 0 0 "
#define TW_ITEMS  TW_GAME TW_CHARACTER TW_PLAYER TW_CLIENT

/* The UUID of character@netobj.ddnet.tw.  The first declaration has this UUID. */
#define TW_UUID    "0x76ce455b 0xf9eb3a48 0xadd7e04b 0x941d045c "
#define TW_DECLARE "0/32767 " TW_UUID

/* A keyframe at tick 1000, and ticks in which the character moves. */
#define TW_SNAP  "snap " TW_ITEMS "; "
#define TW_START "key 1000; " TW_SNAP
#define TW_DELTA "delta 9/0 2 3 20*0; "
#define TW_STAY  "delta 9/0 0 3 20*0; " /* in the same tick */
#define TW_MOVE  "tick +2; " TW_DELTA
#define TW_CHAT  "msg chat 0 -1 'hello'; "
/* The chunks after a defect, which show that the demo goes on. */
#define TW_GO_ON  TW_CHAT TW_MOVE TW_CHAT TW_MOVE TW_CHAT TW_MOVE
#define TW_SECOND "repeat 25 { " TW_MOVE "} "
/* Quiet ticks up to the next keyframe, 252 ticks after the last keyframe. */
#define TW_QUIET "quiet; "
#define TW_NEXT  TW_QUIET "key +2; snap; "

#define TW_07    "net '0.7 802f1be60a05665f'; "
#define TW_GAME7 "6/0 900 0 0 "
#define TW_CHARACTER7 \
	"10/0 1000 320 480 0 0 0 0 0 -1 0 0 320 480 0 0 10 0 10 1 0 990 0 "
#define TW_PLAYER7 "11/0 1 0 20 "
#define TW_CLIENT7 \
	"13/0 1 0 " TW_NAME TW_CLAN \
	"-1 " TW_SKIN TW_SKIN TW_SKIN TW_SKIN TW_SKIN TW_SKIN "12*0 "
#define TW_GAMEINFO7 "14/0 0 20 0 0 1 "
#define TW_ITEMS7    TW_GAME7 TW_CHARACTER7 TW_PLAYER7 TW_CLIENT7 TW_GAMEINFO7
#define TW_MOVE7     "tick +2; delta 10/0 2 3 20*0; "
#define TW_CHAT7     "msg chat 1 -1 -1 'hello'; "

#define D TWDEMO_SAMPLE

#endif
