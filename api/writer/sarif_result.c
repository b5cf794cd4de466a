/* SPDX-License-Identifier: MIT */
/* sarif_result.c - SARIF: one finding as a result */
#include "api/writer/sarif.h"

#include <inttypes.h>
#include <stdio.h>

bool
sarif_is_github(const struct dfk_report *report)
{
	return report->options.form == DFK_FORM_SARIF_GITHUB;
}

/* A region of a binary file, and for GitHub, which knows lines alone, one. */
static void
put_region(struct jsonout *json, uint64_t offset, uint64_t length, bool github)
{
	jsonout_put_object(json, "region");
	jsonout_put_number(json, "byteOffset", offset);
	jsonout_put_number(json, "byteLength", length);
	if (github) {
		jsonout_put_int(json, "startLine", 1);
		jsonout_put_int(json, "startColumn", 1);
		jsonout_put_int(json, "endLine", 1);
		jsonout_put_int(json, "endColumn", 1);
	}
	jsonout_close(json, '}');
}

void
sarif_put_message(struct jsonout *json, const char *text)
{
	jsonout_put_object(json, "message");
	jsonout_put_text(json, "text", text);
	jsonout_close(json, '}');
}

/* The same place for the same finding of the same bytes, by whatever name. */
static void
put_fingerprint(struct jsonout *json, const struct dfk_finding *finding,
		bool github)
{
	char text[512];
	uint8_t sum[SHA256_DIGEST_SIZE];
	struct digest digest;

	snprintf(text, sizeof(text),
		 "%s %" PRIu64 " %" PRIu64 " %s %" PRIu64 " %d %s",
		 finding->rule->id, finding->offset, finding->length,
		 finding->part, finding->part_offset, finding->part_bit,
		 finding->field);
	digest_open(&digest);
	digest_feed(&digest, span_of_text(text));
	digest_close(&digest, sum);
	jsonout_put_object(json, "partialFingerprints");
	jsonout_key(json,
		    github ? "primaryLocationLineHash" : "demofsckFinding/v1");
	jsonout_hex(json, span_head((struct span){ sum, sizeof(sum) }, 16));
	jsonout_close(json, '}');
}

/* What SARIF has no name for. */
static void
put_properties(struct jsonout *json, const struct dfk_finding *finding)
{
	jsonout_put_object(json, "properties");
	jsonout_put_bool(json, "mended", finding->mended);
	jsonout_put_text(json, "field", finding->field);
	jsonout_put_text(json, "found", finding->found);
	jsonout_put_text(json, "expected", finding->expected);
	if (finding->tick != -1)
		jsonout_put_int(json, "tick", finding->tick);
	if (finding->client >= 0)
		jsonout_put_int(json, "client", finding->client);
	if (finding->part[0] != '\0') {
		jsonout_put_text(json, "part", finding->part);
		jsonout_put_number(json, "partOffset", finding->part_offset);
		jsonout_put_number(json, "partLength", finding->part_length);
	}
	if (finding->part_int >= 0)
		jsonout_put_int(json, "partInt", finding->part_int);
	if (finding->part_bit >= 0)
		jsonout_put_int(json, "partBit", finding->part_bit);
	jsonout_close(json, '}');
}

static void
put_logical(struct jsonout *json, const struct dfk_finding *finding)
{
	char name[320];

	if (finding->record == UINT64_MAX && finding->part_path[0] == '\0')
		return;
	if (finding->record == UINT64_MAX)
		snprintf(name, sizeof(name), "%s", finding->part_path);
	else
		snprintf(name, sizeof(name), "records[%" PRIu64 "]%s%s",
			 finding->record,
			 finding->part_path[0] != '\0' ? " > " : "",
			 finding->part_path);
	jsonout_key(json, "logicalLocations");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_text(json, "fullyQualifiedName", name);
	jsonout_put_text(json, "kind", "member");
	jsonout_close(json, '}');
	jsonout_close(json, ']');
}

static void
put_physical(struct dfk_report *report, struct jsonout *json,
	     const struct dfk_finding *finding)
{
	struct sarif *sarif = report->state;
	const bool decoded = finding->space == DFK_SPACE_DECODED;
	const bool github = sarif_is_github(report);
	const int64_t index = decoded ? sarif_decoded(sarif)
				      : sarif->places.file;

	jsonout_key(json, "locations");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_object(json, "physicalLocation");
	sarif_put_location(json, "artifactLocation",
			   decoded && !github ? "decoded" : report->path,
			   github ? sarif->places.file : index);
	put_region(json, finding->offset, finding->length, github);
	jsonout_close(json, '}');
	put_logical(json, finding);
	jsonout_close(json, '}');
	jsonout_close(json, ']');
}

/* The place in the map of a demo, which tools for maps want. */
static void
put_in_map(struct dfk_report *report, struct jsonout *json,
	   const struct dfk_finding *finding)
{
	struct sarif *sarif = report->state;
	const uint64_t start = finding->offset - finding->part_offset;

	if (strcmp(finding->part, "map") != 0 ||
	    finding->offset < finding->part_offset || sarif_is_github(report))
		return;
	jsonout_key(json, "relatedLocations");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_object(json, "physicalLocation");
	sarif_put_location(json, "artifactLocation", "map",
			   sarif_map(sarif, start));
	put_region(json, finding->part_offset, finding->part_length, false);
	jsonout_close(json, '}');
	jsonout_close(json, '}');
	jsonout_close(json, ']');
}

void
sarif_start_result(struct dfk_report *report, struct jsonout *json,
		   const struct dfk_finding *finding)
{
	const bool github = sarif_is_github(report);
	char text[2048], message[2176];

	dfk_finding_text(finding, text, sizeof(text));
	snprintf(message, sizeof(message), "%s at byte 0x%" PRIx64 "%s", text,
		 finding->offset,
		 finding->space == DFK_SPACE_DECODED ? " of what is decoded"
						     : "");
	jsonout_open(json, '{');
	jsonout_put_text(json, "ruleId", finding->rule->id);
	jsonout_put_number(json, "ruleIndex",
			   sarif_rule(report->state, finding->rule));
	jsonout_put_text(json, "level", dfk_severity_name(finding->severity));
	sarif_put_message(json, github ? message : text);
	put_physical(report, json, finding);
	put_in_map(report, json, finding);
	put_fingerprint(json, finding, github);
	put_properties(json, finding);
}
