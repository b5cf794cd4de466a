/* SPDX-License-Identifier: MIT */
/* schema.h - the tables of the database, which docs/archive.md explains */
#ifndef CLI_SCRUB_SCHEMA_H
#define CLI_SCRUB_SCHEMA_H

/* In the head of the file, so that no other database is changed: "dfck". */
#define SCRUB_APPLICATION 0x6466636b

/* The steps that lead to the current schema.  A step is never changed: a new version is
   a new step. */
extern const char *const scrub_schema_steps[];

/* The version of the schema, which is the number of steps. */
extern const int scrub_schema_version;

#endif
