/* SPDX-License-Identifier: MIT */
/*
 * sarif.h - a report as SARIF 2.1.0, one document with one run
 *
 *   {"version":...,"runs":[{
 *     "results":[...],       one for each finding, as they come
 *     "artifacts":[...],     files and their contents: written at the end, like
 *     "tool":{...},          the rules that were used
 *     "invocations":[...]}]}
 *
 * A file is binary, so its regions are ranges of bytes (SARIF, 3.30.1).  The decoded
 * bytes of a compressed file are a separate artifact with its own offsets, and so is the
 * map in a demo.
 */
#ifndef API_WRITER_SARIF_H
#define API_WRITER_SARIF_H

#include "api/writer/held.h"
#include "api/writer/writer.h"

/* Positions of the current file in run.artifacts; -1: not in the list. */
struct sarif_places {
	int64_t file, decoded, map;
	uint64_t map_offset; /* offset of the map in the file or in the
	                        decoded bytes */
};

struct sarif {
	struct sarif_places places;
	int64_t artifacts; /* number of artifacts so far */

	/* Rules in the order of their first use. */
	enum rule_id used[RULE_COUNT];
	uint32_t n_used;
	uint32_t index[RULE_COUNT]; /* position of the rule in `used`, from
	                               1; 0: the rule was not used */

	struct held artifact_list, notices;
	struct held open_result; /* the result that waits for the fix of the
	                            file */
	bool has_open_result;

	/* For GitHub: results by severity, and the number of results that were left
	   out. */
	struct held sorted[DFK_ERROR + 1];
	uint64_t n_sorted[DFK_ERROR + 1];
};

/* Returns the index of the rule in tool.driver.rules. */
uint32_t sarif_rule(struct sarif *sarif, const struct dfk_rule *rule);

/* "KEY":{"text":...} */
void sarif_put_message(struct jsonout *json, const char *key, const char *text);

/*
 * "KEY":{"uri":...,"index":...}.  The path becomes a URI reference: relative to
 * where the program ran, or file://.
 */
void sarif_put_location(struct jsonout *json, const char *key, const char *path,
			int64_t index);

/* Returns the artifact of the decoded stream, or of the map, and adds this artifact if
   it is new. */
int64_t sarif_decoded(struct sarif *sarif);
int64_t sarif_map(struct sarif *sarif, uint64_t offset);

/* Adds the current file and its contents to the artifacts. */
void sarif_add_artifacts(struct dfk_report *report, struct sarif *sarif,
			 const struct dfk_check *check);

/* Does the repair have edits?  A drop of bytes that cannot be decoded does not count. */
bool sarif_has_fix(const struct dfk_check *check);

/* "fixes":[...]: all edits of the check as one fix.  The check must have at least one
   edit. */
void sarif_put_fix(struct jsonout *json, const struct dfk_report *report,
		   struct sarif *sarif, const struct dfk_check *check);

/* "tool":{...}: the program, and the rules that were used. */
void sarif_put_tool(struct jsonout *json, const struct sarif *sarif);

#endif
