/* SPDX-License-Identifier: MIT */
/*
 * sarif.h - a report as SARIF 2.1.0, one document with one run
 *
 *   {"version":...,"runs":[{
 *     "results":[...],       one for each finding, as they come
 *     "artifacts":[...],     files and their contents: written at the end, as
 *     "tool":{...},          are the rules that were used
 *     "invocations":[...]}]}
 *
 * A file is binary, so its regions are bytes (SARIF, 3.30.1).  The decoded bytes of a
 * compressed file, and the map in a demo, are artifacts of their own, with offsets of
 * their own.
 */
#ifndef API_WRITER_SARIF_H
#define API_WRITER_SARIF_H

#include "api/writer/held.h"
#include "api/writer/writer.h"

/* Places in run.artifacts of the file at hand; -1: not there. */
struct sarif_places {
	int64_t file, decoded, map;
	uint64_t map_offset; /* of the map in the file, or what is decoded */
};

struct sarif {
	struct sarif_places places;
	int64_t artifacts; /* number so far */

	/* Rules in the order of their first use. */
	enum rule_id used[RULE_COUNT];
	uint32_t n_used;
	uint32_t index[RULE_COUNT]; /* in that order, from 1; 0: not used */

	struct held artifact_list, notices;
	struct held open_result; /* of the file, which waits for its fix */
	bool has_open_result;

	/* GitHub: results by severity, and how many were left out. */
	struct held sorted[DFK_ERROR + 1];
	uint64_t n_sorted[DFK_ERROR + 1];
};

/* Index of the rule in tool.driver.rules. */
uint32_t sarif_rule(struct sarif *sarif, const struct dfk_rule *rule);

/* "KEY":{"text":...} */
void sarif_put_message(struct jsonout *json, const char *key, const char *text);

/*
 * "KEY":{"uri":...,"index":...}.  The path becomes a URI reference: relative to
 * where the program ran, or file://.
 */
void sarif_put_location(struct jsonout *json, const char *key, const char *path,
			int64_t index);

/* The decoded stream, or the map in the file, which begins there. */
int64_t sarif_decoded(struct sarif *sarif);
int64_t sarif_map(struct sarif *sarif, uint64_t offset);

/* Adds the current file and its contents to the artifacts. */
void sarif_add_artifacts(struct dfk_report *report, struct sarif *sarif,
			 const struct dfk_check *check);

/* Does the repair have edits?  Dropping bytes that cannot be decoded does not count. */
bool sarif_has_fix(const struct dfk_check *check);

/* "fixes":[...]: all edits of the check as one fix.  There must be an edit. */
void sarif_put_fix(struct jsonout *json, const struct dfk_report *report,
		   struct sarif *sarif, const struct dfk_check *check);

/* "tool":{...}: the program, and the rules that were used. */
void sarif_put_tool(struct jsonout *json, const struct sarif *sarif);

#endif
