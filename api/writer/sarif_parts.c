/* SPDX-License-Identifier: MIT */
/* sarif_parts.c - SARIF: rules, artifacts and fixes */
#include "api/writer/sarif.h"

/* ------------------------------------------------------------------- rules */

uint32_t
sarif_rule(struct sarif *sarif, const struct dfk_rule *rule)
{
	enum rule_id id = RULE_file_empty;

	if (rule_of_row(rule, &id) && AT(sarif->index, id) == 0) {
		AT(sarif->used, sarif->n_used++) = id;
		AT(sarif->index, id) = sarif->n_used;
	}
	return AT(sarif->index, id) - 1;
}

void
sarif_put_message(struct jsonout *json, const char *key, const char *text)
{
	jsonout_put_object(json, key);
	jsonout_put_text(json, "text", text);
	jsonout_close(json, '}');
}

static void
put_rule_descriptor(struct jsonout *json, const struct dfk_rule *rule)
{
	jsonout_open(json, '{');
	jsonout_put_text(json, "id", rule->id);
	sarif_put_message(json, "shortDescription", rule->title);
	sarif_put_message(json, "fullDescription", rule->why);
	sarif_put_message(json, "help", rule->why);
	jsonout_put_object(json, "defaultConfiguration");
	jsonout_put_text(json, "level", dfk_severity_name(rule->severity));
	jsonout_close(json, '}');
	jsonout_put_object(json, "properties");
	jsonout_put_text(json, "format", rule->format);
	jsonout_put_text(json, "repair", dfk_repair_class_name(rule->repair));
	jsonout_put_text(json, "specification", rule->spec);
	jsonout_close(json, '}');
	jsonout_close(json, '}');
}

void
sarif_put_tool(struct jsonout *json, const struct sarif *sarif)
{
	jsonout_put_object(json, "tool");
	jsonout_put_object(json, "driver");
	jsonout_put_text(json, "name", "demofsck");
	jsonout_put_text(json, "semanticVersion", dfk_version());
	jsonout_key(json, "rules");
	jsonout_open(json, '[');
	for (size_t i = 0; i < sarif->n_used; i++)
		put_rule_descriptor(json, rule_row(AT(sarif->used, i)));
	jsonout_close(json, ']');
	jsonout_put_object(json, "properties");
	jsonout_put_number(json, "ruleset", dfk_ruleset());
	jsonout_close(json, '}');
	jsonout_close(json, '}');
	jsonout_close(json, '}');
}

/* --------------------------------------------------------------- artifacts */

/* RFC 3986: may the byte stand in a path without an escape?  A colon in the first part
   of a path would end a scheme, so each colon is escaped. */
static bool
is_unreserved(uint8_t byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= '0' && byte <= '9') ||
	       (byte != '\0' && strchr("-._~/", byte));
}

static void
put_uri(struct jsonout *json, const char *path)
{
	struct cursor c = cur_span(span_of_text(path), 0);
	struct textout *out = jsonout_start_text(json);

	if (span_starts(cur_rest(&c), "/", 1))
		textout_put(out, "file://");
	while (cur_left(&c) > 0) {
		const uint8_t byte = cur_u8(&c);

		if (is_unreserved(byte))
			textout_byte(out, byte);
		else
			textout_print(out, "%%%02X", byte);
	}
	jsonout_end_text(json);
}

void
sarif_put_location(struct jsonout *json, const char *key, const char *path,
		   int64_t index)
{
	jsonout_put_object(json, key);
	jsonout_key(json, "uri");
	put_uri(json, path);
	jsonout_put_int(json, "index", index);
	jsonout_close(json, '}');
}

int64_t
sarif_decoded(struct sarif *sarif)
{
	struct sarif_places *places = &sarif->places;

	if (places->decoded < 0)
		places->decoded = sarif->artifacts++;
	return places->decoded;
}

int64_t
sarif_map(struct sarif *sarif, uint64_t offset)
{
	struct sarif_places *places = &sarif->places;

	if (places->map < 0) {
		places->map = sarif->artifacts++;
		places->map_offset = offset;
	}
	return places->map;
}

static void
start_artifact(struct jsonout *json, const char *path, int64_t index)
{
	jsonout_open(json, '{');
	sarif_put_location(json, "location", path, index);
	jsonout_put_text(json, "mimeType", "application/octet-stream");
}

static void
put_file_artifact(struct jsonout *json, const char *path, int64_t index,
		  const struct dfk_result *result)
{
	start_artifact(json, path, index);
	jsonout_key(json, "roles");
	jsonout_open(json, '[');
	jsonout_text(json, "analysisTarget");
	jsonout_close(json, ']');
	if (result)
		jsonout_put_number(json, "length", result->size);
	if (result && result->has_sha256) {
		jsonout_put_object(json, "hashes");
		jsonout_key(json, "sha-256");
		jsonout_hex(json, (struct span){ result->sha256,
						 sizeof(result->sha256) });
		jsonout_close(json, '}');
	}
	if (result) {
		jsonout_put_object(json, "properties");
		jsonout_put_text(json, "format", result->format);
		jsonout_put_text(json, "verdict",
				 dfk_verdict_name(result->verdict));
		jsonout_put_text(json, "repairable",
				 dfk_repairable_name(result->repairable));
		jsonout_close(json, '}');
	}
	jsonout_close(json, '}');
}

static void
put_child(struct jsonout *json, const struct sarif_places *places,
	  int64_t index, const struct dfk_result *result)
{
	const bool map = index == places->map;

	start_artifact(json, map ? "map" : "decoded", index);
	if (map) {
		jsonout_put_int(json, "parentIndex",
				places->decoded >= 0 ? places->decoded
						     : places->file);
		jsonout_put_number(json, "offset", places->map_offset);
	} else {
		jsonout_put_int(json, "parentIndex", places->file);
		if (result)
			jsonout_put_number(json, "length",
					   result->decoded_size);
	}
	jsonout_close(json, '}');
}

void
sarif_add_artifacts(struct dfk_report *report, struct sarif *sarif,
		    const struct dfk_check *check)
{
	const struct sarif_places *places = &sarif->places;
	const struct dfk_result *result = check ? &check->result : NULL;
	struct jsonout *json = &sarif->artifact_list.json;

	put_file_artifact(json, report->path, places->file, result);
	/* The artifacts come in the order of their numbers. */
	for (int64_t i = places->file + 1; i < sarif->artifacts; i++)
		put_child(json, places, i, result);
}

/* -------------------------------------------------------------------- fix */

struct replacements {
	struct jsonout *json; /* NULL: the edits are only counted */
	enum dfk_space space; /* bytes that could not be decoded are not in
	                         this space */
	uint64_t n;
};

static bool
put_replacement(void *ctx, const struct dfk_action *action)
{
	struct replacements *r = ctx;
	struct jsonout *json = r->json;

	if (!action->rule || action->space != r->space)
		return true;
	r->n++;
	if (!json)
		return false;
	jsonout_open(json, '{');
	jsonout_put_object(json, "deletedRegion");
	jsonout_put_number(json, "byteOffset", action->offset);
	jsonout_put_number(json, "byteLength", action->length);
	jsonout_close(json, '}');
	if (action->inserted) {
		jsonout_put_object(json, "insertedContent");
		jsonout_key(json, "binary");
		jsonout_base64(json,
			       (struct span){ action->inserted,
					      (size_t)action->out_length });
		jsonout_close(json, '}');
	}
	jsonout_close(json, '}');
	return true;
}

static struct replacements
replacements_of(const struct dfk_check *check, struct jsonout *json)
{
	return (struct replacements){
		.json = json,
		.space = check->result.space,
	};
}

bool
sarif_has_fix(const struct dfk_check *check)
{
	struct replacements r = replacements_of(check, NULL);

	dfk_each_action(check, put_replacement, &r);
	return r.n > 0;
}

void
sarif_put_fix(struct jsonout *json, const struct dfk_report *report,
	      struct sarif *sarif, const struct dfk_check *check)
{
	struct replacements r = replacements_of(check, json);
	const bool decoded = r.space == DFK_SPACE_DECODED;

	jsonout_key(json, "fixes");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	jsonout_put_object(json, "description");
	jsonout_put_text(
		json, "text",
		"Repairs the whole file.  All replacements belong together.");
	jsonout_close(json, '}');
	jsonout_key(json, "artifactChanges");
	jsonout_open(json, '[');
	jsonout_open(json, '{');
	sarif_put_location(json, "artifactLocation",
			   decoded ? "decoded" : report->path,
			   decoded ? sarif_decoded(sarif) : sarif->places.file);
	jsonout_key(json, "replacements");
	jsonout_open(json, '[');
	dfk_each_action(check, put_replacement, &r);
	jsonout_close(json, ']');
	jsonout_close(json, '}');
	jsonout_close(json, ']');
	jsonout_close(json, '}');
	jsonout_close(json, ']');
}
