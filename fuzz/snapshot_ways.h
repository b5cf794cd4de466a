/* SPDX-License-Identifier: MIT */
/* snapshot_ways.h - the ways to apply a delta, each compared with the others */
#ifndef FUZZ_SNAPSHOT_WAYS_H
#define FUZZ_SNAPSHOT_WAYS_H

#include "validator/snapshot/delta.h"

/*
 * From one packed snapshot to another; where the snapshot is, and back; and the
 * plain way, which is one for deltas without a finding alone.  `first`: one that
 * stays from call to call begins anew, and holds what is gone since then.
 */
void snapshot_ways_try(const struct ints *full, const struct ints *delta,
		       enum dfk_protocol protocol, bool first);

#endif
