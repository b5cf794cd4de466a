/* SPDX-License-Identifier: MIT */
/* snapshot_ways.h - compares the ways to apply a delta with each other */
#ifndef FUZZ_SNAPSHOT_WAYS_H
#define FUZZ_SNAPSHOT_WAYS_H

#include "validator/snapshot/delta.h"

/*
 * Applies a delta in all ways: from one packed snapshot to another, in place and back,
 * and in the plain way for deltas without a finding.  `first`: a snapshot that stays from
 * call to call begins anew; otherwise it contains removed items of earlier calls.
 */
void snapshot_ways_try(const struct ints *full, const struct ints *delta,
		       enum dfk_protocol protocol, bool first);

#endif
