/* SPDX-License-Identifier: MIT */
/* handle.h - the snapshot behind a handle of the public interface */
#ifndef REPAIR_HANDLE_H
#define REPAIR_HANDLE_H

#include "include/demofsck_snapshot.h"

struct snapshot;

const struct snapshot *handle_snapshot(const struct dfk_snapshot *handle);

#endif
