/* SPDX-License-Identifier: MIT */
/*
 * trial_events.h - compares the events of two demos
 *
 * An event is a message or a snapshot, with its tick.  All items of a snapshot are
 * compared.  The coded bytes of a message are compared.  Tick markers are not events.
 */
#ifndef TESTS_EXTRA_TRIAL_EVENTS_H
#define TESTS_EXTRA_TRIAL_EVENTS_H

#include "tests/extra/trial_demo.h"

/* Returns the checksum of all events of a demo, in order. */
struct trial_events trial_events_of(const struct buffer *demo);

#endif
