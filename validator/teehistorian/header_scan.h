/* SPDX-License-Identifier: MIT */
/* header_scan.h - fills struct teehistorian_header from the JSON text */
#ifndef VALIDATOR_TEEHISTORIAN_HEADER_SCAN_H
#define VALIDATOR_TEEHISTORIAN_HEADER_SCAN_H

#include "validator/teehistorian/teehistorian.h"

/* The columns of header_keys.def. */
enum header_form {
	FORM_TEXT,
	FORM_UUID,
	FORM_VERSION,
	FORM_MINOR,
	FORM_TIME,
	FORM_PORT,
	FORM_SIZE,
	FORM_SHA256,
	FORM_CRC,
	FORM_SETTINGS,
	FORM_NAMES,
};

enum header_demand { DEMAND_OPTIONAL, DEMAND_WANTED, DEMAND_LIBTW2 };

struct header_key_row {
	const char *name;
	enum header_form form;
	int32_t since;
	enum header_demand demand;
};

/* header_judge.c: returns the row of a key.  `key` is below TEEHISTORIAN_KEY_COUNT. */
const struct header_key_row *teehistorian_header_key(size_t key);

/* Returns the type that the value of this key must have. */
enum json_type teehistorian_value_type(size_t key);

/* The values of all known keys. */
struct header_scan {
	struct teehistorian *th;
	struct span json;
	uint64_t origin;
	struct json_token value[TEEHISTORIAN_KEY_COUNT];
	bool present[TEEHISTORIAN_KEY_COUNT];
	bool out_of_order;
};

/* header_judge.c: judges the values, after all values were read.  False: the messages
   cannot be read. */
bool teehistorian_judge_header(struct header_scan *scan);

/* header_names.c: adds a key, and reports a duplicate key.  False: a limit was
   reached. */
bool teehistorian_add_key(struct header_scan *scan, struct json_token key,
			  uint32_t object);
/* Adds one name of the array uuids.  False: a limit was reached. */
bool teehistorian_list_name(struct header_scan *scan, struct json_token name);

#endif
