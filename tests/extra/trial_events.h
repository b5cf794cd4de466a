/* SPDX-License-Identifier: MIT */
/*
 * trial_events.h - do two demos hold the same events?
 *
 * An event is a message, or a state of the world, with its tick.  Of a state all items
 * count, of a message its coded bytes.  Tick markers are no events of their own.
 */
#ifndef TESTS_EXTRA_TRIAL_EVENTS_H
#define TESTS_EXTRA_TRIAL_EVENTS_H

#include "tests/extra/trial_demo.h"

/* All events of a demo, in order. */
struct trial_events trial_events_of(const struct buffer *demo);

#endif
