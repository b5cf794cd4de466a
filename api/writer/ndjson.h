/* SPDX-License-Identifier: MIT */
/* ndjson.h - lines of the schema demofsck.report/1 */
#ifndef API_WRITER_NDJSON_H
#define API_WRITER_NDJSON_H

#include "api/writer/writer.h"

/* An object of this type, which jsonout_end_line() ends. */
struct jsonout *ndjson_start_line(struct dfk_report *report, const char *type);

void ndjson_record(struct dfk_report *report, const struct dfk_record *record);
void ndjson_item(struct dfk_report *report, const struct dfk_record *item);

#endif
