/* SPDX-License-Identifier: MIT */
/* dem_samples_body.c - samples of bodies of net messages that engines do not write */
#include "corpus/builder/dem_samples.h"

#define SAID(messages) DEM_BEGIN "packet " messages "; " DEM_REST

/* Events 0 (a text, a float, a byte and a bit) and 1 (the other types), and further
   fields of the list. */
#define EVENTS_OF(n, more) \
	"hold u 9 0 text 'player_say' u 3 1 text 'text' u 3 2 text 'at' " \
	"u 3 5 text 'team' u 3 6 text 'all' u 3 0 u 9 1 text 'other' " \
	"u 3 3 text 'a' u 3 4 text 'b' u 3 7 text 'c' u 3 0 " more \
	"end type 30 u 9 " n " held 20 put "
#define EVENTS        EVENTS_OF("2", "")
#define EVENT(fields) "hold " fields "end type 25 held 11 put "

/* n sounds, and their fields. */
#define SOUNDS(n, fields) \
	"hold " fields "end type 17 u 1 0 u 8 " n " held 16 put "
#define SOUND \
	"u 2 3 u 5 1 u 1 1 u 14 5 u 1 1 u 11 2 u 1 1 u 3 1 u 2 0 u 1 0 u 1 0 " \
	"u 10 7 u 1 1 u 7 9 u 1 1 u 9 9 u 1 1 u 8 9 u 1 1 u 8 9 u 1 1 u 13 9 " \
	"times 3 u 1 1 u 12 5 end u 1 1 u 12 5 "
#define SAME "u 5 0 u 1 0 u 1 1 u 9 0 "

const struct sample dem_samples_body[] = {
	D("bad/body_overrun", "an event ends inside a float",
	  SAID(EVENTS EVENT("u 9 0 text 'hello' u 8 1 "))),
	D("bad/body_overrun-text", "an event ends inside a text",
	  SAID(EVENTS EVENT("u 9 0 u 8 65 "))),
	D("bad/body_overrun-id", "an event ends inside its id",
	  SAID(EVENTS EVENT("u 8 0 "))),
	D("bad/body_overrun-list", "the list of events ends inside a name",
	  SAID(EVENTS_OF("3", "u 9 2 u 8 65 "))),
	D("bad/body_overrun-keys", "the list of events ends inside the keys",
	  SAID(EVENTS_OF("3", "u 9 2 text 'third' u 3 1 text 'key' "))),
	D("bad/body_overrun-sounds", "the second sound ends inside its origin",
	  SAID(SOUNDS("2", SOUND "u 5 0 u 1 0 u 1 1 u 5 0 u 1 1 u 8 1 "))),
	D("near/body_overrun", "an event that is all there",
	  SAID(EVENTS EVENT("u 9 0 text 'hello' float 1 u 8 3 u 1 1 ")
		       EVENT("u 9 1 u 32 1 u 16 1 "))),
	D("near/body_overrun-before", "an event before there is a list",
	  SAID(EVENT("u 9 77 u 3 1 "))),
	D("near/body_overrun-sounds", "three sounds that are all there",
	  SAID(SOUNDS("3",
		      SOUND SAME "u 2 1 u 11 7 u 3 0 u 2 0 u 1 1 u 9 0 "))),
	D("near/body_overrun-old", "a sound of network protocol 15",
	  "network 15; " DEM_PORTAL SAID(SOUNDS(
		  "1", "u 2 3 u 5 1 u 1 1 u 13 5 u 1 1 u 9 2 u 1 1 u 3 1 u 2 0 "
		       "u 1 0 u 1 0 u 10 7 u 3 0 u 1 1 u 13 9 u 4 0 "))),
	D("bad/body_rest", "a bit after an event",
	  SAID(EVENTS EVENT("u 9 0 text 'hello' float 1 u 8 3 u 1 1 u 1 0 "))),
	D("bad/body_unread-list", "a byte after the list of events",
	  SAID(EVENTS_OF("2", "u 8 0 "))),
	D("bad/body_rest-sounds", "five bits after a sound",
	  SAID(SOUNDS("1", SOUND "u 5 0 "))),
	D("bad/body_unread", "a byte after an event",
	  SAID(EVENTS EVENT("u 9 0 text 'hello' float 1 u 8 3 u 1 1 u 8 0 "))),
	D("near/body_unread", "seven bits after an event",
	  SAID(EVENTS EVENT("u 9 0 text 'hello' float 1 u 8 3 u 1 1 u 7 0 "))),
	D("bad/body_unread-sounds", "a byte after a sound",
	  SAID(SOUNDS("1", SOUND "u 8 0 "))),
	D("bad/body_unread-stop",
	  "a sound that is stopped, and the fields of one that is not",
	  SAID(SOUNDS("1", "u 2 0 u 1 1 u 11 4 u 1 0 u 2 0 u 1 1 u 9 0 "))),
	D("near/body_rest", "a sound that is stopped, and another one like it",
	  SAID(SOUNDS("2", "u 2 0 u 1 1 u 11 4 u 1 0 u 2 0 u 3 0 u 3 0 "))),
	D("near/body_rest-reliable", "a sound that must arrive",
	  SAID("hold " SAME "end type 17 u 1 1 held 8 put ")),
	D("bad/event_id", "two events are number 1",
	  SAID(EVENTS_OF("3", "u 9 1 text 'third' u 3 0 "))),
	D("near/event_id", "the same list a second time", SAID(EVENTS EVENTS)),
	D("near/event_id-last", "an event number 511",
	  SAID(EVENTS_OF("3", "u 9 511 text 'third' u 3 0 ")
		       EVENT("u 9 511 "))),
	D("bad/identifier-event", "the name of an event is not UTF-8",
	  SAID(EVENTS_OF("3", "u 9 2 text 'th%ffrd' u 3 0 "))),
	D("bad/event_name", "the name of an event has 32 bytes",
	  SAID(EVENTS_OF("3", "u 9 2 times 32 u 8 65 end u 8 0 u 3 0 "))),
	D("bad/event_name-key", "the name of a key has 32 bytes",
	  SAID(EVENTS_OF("3", "u 9 2 text 'third' u 3 1 times 32 u 8 65 end "
			      "u 8 0 u 3 0 "))),
	D("near/event_name", "names of 31 bytes",
	  SAID(EVENTS_OF("3", "u 9 2 times 31 u 8 65 end u 8 0 u 3 1 "
			      "times 31 u 8 66 end u 8 0 u 3 0 "))),
	D("bad/event_unknown", "event 2, where there are two",
	  SAID(EVENTS EVENT("u 9 2 u 8 0 "))),
	D("bad/event_unknown-list", "an event of the list before",
	  SAID(EVENTS
	       "hold u 9 0 text 'a' u 3 0 end type 30 u 9 1 held 20 put " EVENT(
		       "u 9 1 u 32 1 u 16 1 "))),
	D("near/event_unknown", "event 1, where there are two",
	  SAID(EVENTS EVENT("u 9 1 u 32 1 u 16 1 "))),
	D("bad/sound_count", "no sound", SAID(SOUNDS("0", ""))),
	D("near/sound_count", "255 sounds",
	  SAID(SOUNDS("255", "times 255 " SAME "end "))),
	{ 0 },
};
