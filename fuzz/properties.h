/* SPDX-License-Identifier: MIT */
/* properties.h - properties of every format, for any bytes */
#ifndef FUZZ_PROPERTIES_H
#define FUZZ_PROPERTIES_H

#include "fuzz/harness.h"

/* Records follow each other without gaps or overlaps, inside the file.  The cells of the
   picture cover the file. */
void property_tile(const struct blob *in, const char *as);

/* A check with a callback for records gives the same report as a check without. */
void property_records(const struct blob *in, const char *as);

/* Any division of the input gives the same report. as: NULL to detect. */
void property_split(const struct blob *in, const char *as, uint32_t seed);

/*
 * Every edit belongs to a reported finding.  A repair keeps every byte outside of the
 * edits. kept + changed + dropped = input, and kept + changed + added = output.  A
 * repaired file is valid, and a second repair changes nothing.  A valid file is copied
 * unchanged.
 */
void property_repair(const struct blob *in, const struct drive *drive);

/*
 * Checks all properties for one input.  The bytes of the input choose the property.  An
 * engine tries one property for each input, because there are many inputs.  A replay
 * tries all properties. more: properties of the format, or NULL.
 */
void properties_try(const uint8_t *data, size_t size, const char *as,
		    void (*more)(const struct blob *in, uint32_t seed));

#endif
