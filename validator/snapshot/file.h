/* SPDX-License-Identifier: MIT */
/* file.h - a raw snapshot or delta as a file of little-endian ints (SN-2) */
#ifndef VALIDATOR_SNAPSHOT_FILE_H
#define VALIDATOR_SNAPSHOT_FILE_H

#include "validator/snapshot/delta.h"

enum snapshot_part {
	SNAPSHOT_PART_HEAD,
	SNAPSHOT_PART_KEYS,
	SNAPSHOT_PART_OFFSETS,
	SNAPSHOT_PART_HIDDEN, /* the ints before the first item */
	SNAPSHOT_PART_ITEM,
	SNAPSHOT_PART_REMOVED,
	SNAPSHOT_PART_UPDATE,
	SNAPSHOT_PART_REST, /* ints that were not read, or that follow the
	                       end */
};

/* A record, for the command inspect. */
struct snapshot_event {
	enum snapshot_part part;
	uint32_t index; /* number of the item or update */
	uint32_t at, n; /* index of the first int, and number of ints */
	uint64_t off, len;
};

struct snapshot_file {
	struct report *report;
	struct tap tap;
	bool is_delta;
	enum dfk_protocol protocol;
	const struct snapshot *base; /* the snapshot that the delta changes,
	                                or NULL */

	uint64_t size, records;
	bool made; /* `now` is the snapshot that results from the file */
	struct snapshot_layout layout;
	char checksum[9]; /* of `now` */

	struct ints ints;
	struct order order;
	struct snapshot_delta delta;
	struct snapshot now;
};

void snapshot_describe(const struct snapshot_file *file,
		       const struct snapshot_event *event,
		       struct description *out);
bool snapshot_describe_part(const struct snapshot_file *file,
			    const struct snapshot_event *event, size_t index,
			    struct description *out);

extern const struct format snapshot_format, snapshot_delta_format;

#endif
