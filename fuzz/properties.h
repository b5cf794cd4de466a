/* SPDX-License-Identifier: MIT */
/* properties.h - what holds for every format, whatever the bytes are */
#ifndef FUZZ_PROPERTIES_H
#define FUZZ_PROPERTIES_H

#include "fuzz/harness.h"

/* Records follow each other without gap or overlap, inside the file. */
void property_tile(const struct blob *in, const char *as);

/* Who wants to see records gets the report that anybody gets. */
void property_records(const struct blob *in, const char *as);

/* Cutting the input anywhere yields the same report.  as: NULL to detect. */
void property_split(const struct blob *in, const char *as, uint32_t seed);

/*
 * Every edit answers a finding that was reported; a repair keeps every byte
 * that no edit names; kept + changed + dropped = input, kept + changed + added
 * = output; a repaired file is valid, and repairing it again changes nothing;
 * what is valid comes out as it went in.
 */
void property_repair(const struct blob *in, const struct drive *drive);

/*
 * All of them on one input, driven by the bytes themselves.  An engine tries
 * one property at a time: inputs are many, and each property meets all that
 * matter.  A replay tries all.  more: properties of the format, or NULL.
 */
void properties_try(const uint8_t *data, size_t size, const char *as,
		    void (*more)(const struct blob *in, uint32_t seed));

#endif
