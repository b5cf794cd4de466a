/* SPDX-License-Identifier: MIT */
/*
 * demofsck_saved.h - the result of a check, carried from one process to another
 *
 * A process without rights reads a hostile file and saves the result.  Another process
 * loads the result, and reports it like the result of a check of its own:
 *
 *   reader:  on_finding: dfk_save_finding(finding, send, ctx);
 *            dfk_finish(check);
 *            dfk_save_result(check, send, ctx);
 *   keeper:  dfk_open() with the same options, dfk_set_...() as in the reader;
 *            dfk_load_finding() ...;  dfk_load_result(check, bytes, size);
 *            dfk_report_file(report, &(struct dfk_report_file){ check });
 *
 * The bytes may be hostile, too, because the reader may have been taken over.  Loading
 * checks each value: rules are in the table, edits are sorted and lie inside the file,
 * texts are what their comments in demofsck.h promise.  Whether a value is true cannot be
 * checked.  Only the same version of the library loads what it saved.
 */
#ifndef DEMOFSCK_SAVED_H
#define DEMOFSCK_SAVED_H

#include "demofsck.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Passes the bytes of a finding to `write`, in order.  `write` returns 0, or another
 * number to stop: DFK_WRITE_FAILED.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_save_finding(const struct dfk_finding *finding,
		 int (*write)(void *ctx, const void *bytes, size_t size),
		 void *ctx);

/* Reads a finding.  Its texts are in `bytes`, and valid as long as these.  DFK_MALFORMED:
   the bytes are not a saved finding. */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_load_finding(const void *bytes, size_t size, struct dfk_finding *finding);

/*
 * Passes the result of a finished check to `write`, with its facts, its edits and the
 * number of findings of each rule.  DFK_BAD_STATE: the check is not finished.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_save_result(const struct dfk_check *check,
		int (*write)(void *ctx, const void *bytes, size_t size),
		void *ctx);

/*
 * Finishes an open check with a saved result, in the place of dfk_feed() and
 * dfk_finish().  The bytes may be freed after the call.  The check then answers like the
 * check that was saved, but dfk_repair_open() returns DFK_BAD_STATE.  No finding is
 * handed out.  DFK_MALFORMED: the bytes are not a saved result, and the check has not
 * changed.  DFK_BAD_STATE: bytes were fed already, or the check is finished.
 */
DFK_API DFK_MUST_CHECK enum dfk_status
dfk_load_result(struct dfk_check *check, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
