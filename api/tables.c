/* SPDX-License-Identifier: MIT */
/* tables.c - the public view of the tables, and the words for enumerators */
#include "include/demofsck.h"

#include "api/version.h"
#include "validator/core/format.h"

size_t
dfk_rule_count(void)
{
	return RULE_COUNT;
}

const struct dfk_rule *
dfk_rule_at(size_t index)
{
	return index < RULE_COUNT ? &AT(rules, index) : NULL;
}

const struct dfk_rule *
dfk_rule_find(const char *id)
{
	enum rule_id found;

	return id && rule_find(id, &found) ? rule_row(found) : NULL;
}

size_t
dfk_limit_count(void)
{
	return LIMIT_COUNT;
}

const struct dfk_limit *
dfk_limit_at(size_t index)
{
	return index < LIMIT_COUNT ? &AT(limit_rows, index) : NULL;
}

size_t
dfk_format_count(void)
{
	return FORMAT_COUNT;
}

const struct dfk_format *
dfk_format_at(size_t index)
{
	return index < FORMAT_COUNT ? format_about((enum format_id)index)
				    : NULL;
}

const char *
dfk_version(void)
{
	return DEMOFSCK_VERSION;
}

unsigned
dfk_ruleset(void)
{
	return DEMOFSCK_RULESET;
}

const char *
dfk_severity_name(enum dfk_severity severity)
{
	switch (severity) {
	case DFK_OFF: return "off";
	case DFK_NOTE: return "note";
	case DFK_WARNING: return "warning";
	case DFK_ERROR: return "error";
	}
	return "unknown";
}

const char *
dfk_verdict_name(enum dfk_verdict verdict)
{
	switch (verdict) {
	case DFK_VALID: return "valid";
	case DFK_TRUNCATED: return "truncated";
	case DFK_DAMAGED: return "damaged";
	case DFK_UNSUPPORTED: return "unsupported";
	case DFK_UNRECOGNIZED: return "unrecognized";
	case DFK_UNDECIDED: return "undecided";
	}
	return "unknown";
}

const char *
dfk_repair_class_name(enum dfk_repair_class repair)
{
	switch (repair) {
	case DFK_REPAIR_NONE: return "none";
	case DFK_REPAIR_SAFE: return "safe";
	case DFK_REPAIR_LOSSY: return "lossy";
	}
	return "unknown";
}

const char *
dfk_reader_level_name(enum dfk_reader_level level)
{
	switch (level) {
	case DFK_READER_FRAMING: return "framing";
	case DFK_READER_STATE: return "state";
	case DFK_READER_CONTENT: return "content";
	}
	return "unknown";
}

const char *
dfk_repairable_name(enum dfk_repairable repairable)
{
	switch (repairable) {
	case DFK_REPAIRABLE_NO: return "no";
	case DFK_REPAIRABLE_NOT_NEEDED: return "not-needed";
	case DFK_REPAIRABLE_LOSSLESS: return "lossless";
	case DFK_REPAIRABLE_LOSSY: return "lossy";
	}
	return "unknown";
}

const char *
dfk_space_name(enum dfk_space space)
{
	switch (space) {
	case DFK_SPACE_FILE: return "file";
	case DFK_SPACE_DECODED: return "decoded";
	}
	return "unknown";
}

const char *
dfk_status_text(enum dfk_status status)
{
	switch (status) {
	case DFK_OK: return "ok";
	case DFK_NO_MEMORY: return "out of memory";
	case DFK_BAD_ARGUMENT: return "unknown name, or value out of range";
	case DFK_BAD_STATE: return "function called at a wrong time";
	case DFK_NOT_REPAIRABLE: return "there is nothing to write";
	case DFK_CHANGED: return "the file changed after the check";
	case DFK_WRITE_FAILED: return "the output could not be written";
	case DFK_MALFORMED: return "not a snapshot, delta or saved result";
	}
	return "unknown status";
}
