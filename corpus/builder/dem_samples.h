/* SPDX-License-Identifier: MIT */
/* dem_samples.h - texts that the samples of demos share */
#ifndef CORPUS_BUILDER_DEM_SAMPLES_H
#define CORPUS_BUILDER_DEM_SAMPLES_H

#include "corpus/builder/dem_script.h"

#define DEM_WALK "packet; user; "
#define DEM_STEP "packet; "

/* The beginning of a demo up to the interesting place, and the commands after this
   place.  These commands show that the demo goes on. */
#define DEM_BEGIN "pov; repeat 3 { " DEM_WALK "} "
#define DEM_REST  "repeat 3 { " DEM_WALK "} "
#define DEM_WHOLE DEM_BEGIN DEM_REST
#define DEM_TV    "stv; repeat 6 { " DEM_STEP "} "

/* All commands before the first packet, except the commands that a sample leaves out. */
#define DEM_INFO   "signon print 'Welcome%0a' server create state 3; "
#define DEM_SPAWN  "signon classes state 4; signon state 5; "
#define DEM_SIGNED DEM_INFO "tables; " DEM_SPAWN

#define DEM_PORTAL "game 'portal'; server 'localhost:0'; clock =-20; "

/* svc_serverinfo for this map and game. */
#define SERVER(protocol, classes, slot, clients, interval, platform) \
	SERVER_AS("8", protocol, classes, slot, clients, interval, platform)
#define SERVER_AS(type, protocol, classes, slot, clients, interval, platform) \
	"type " type " u 16 " protocol " u 32 1 u 1 0 u 1 1 u 32 7 u 16 " classes \
	" u 32 1 u 32 2 u 32 3 u 32 4 u 8 " slot " u 8 " clients " float " \
	interval " u 8 " platform " text 'tf' text 'cp_test' text 'sky' " \
	"text 'Test server' u 1 0 "

/* Messages of a demo whose first string table has room for 4096 entries, and its
   dem_stringtables. */
#define STRINGS_SIGNED(messages, stored) \
	"signon server create " messages "state 3; tables; " DEM_SPAWN \
	"sync; strings " stored "; " DEM_REST

/* A table with room for 64 entries, and n entries. */
#define STRINGS_HEAD(name, room, n) \
	"type 12 text '" name "' u 16 " room " u 7 " n " held varint "
#define STRINGS_CREATE(name, n, entries) \
	"hold " entries "end " STRINGS_HEAD(name, "64", n) "u 1 0 u 1 0 put "

/* If there are two tables, the second table is stored as it was created. */
#define STRINGS_TWO(name, n, entries, stored) \
	STRINGS_SIGNED(STRINGS_CREATE(name, n, entries), \
	       "u 8 2 text 'downloadables' u 16 0 u 1 0 text '" name \
	       "' " stored " u 1 0 ")

/* The next entry, which has a text. */
#define STRINGS_TEXT(text) "u 1 1 u 1 1 u 1 0 text '" text "' u 1 0 "

#define D DEM_SAMPLE
#define Z DEM_SAMPLE_GZIP

#endif
