/* SPDX-License-Identifier: MIT */
/*
 * answer.c - checks what a worker has sent, and reports it
 *
 * A worker that a file has taken over can send anything, also a wrong verdict.  But each
 * rule is in the table, each place is inside the file, the texts are printable, and the
 * findings are as many as the result says.  The size of the file is a number of the
 * answer, because a file can grow before the worker reads the file.
 */
#include "cli/work/answer.h"

#include <string.h>

#include "cli/report/examine.h"
#include "include/demofsck_saved.h"

/* The records of an answer that are left. */
struct records {
	const unsigned char *at;
	size_t left;
};

struct record {
	enum wire_kind kind;
	const unsigned char *at;
	size_t size;
};

/* Places and number of the findings of an answer. */
struct answer_findings {
	uint64_t n;
	uint64_t end[DFK_SPACE_DECODED + 1]; /* of the last place of a space */
};

/* The pool has seen that the answer is whole records, and that the last one is the end. */
static struct record
next_record(struct records *records)
{
	struct wire_record head;
	struct record record;

	memcpy(&head, records->at, sizeof(head));
	record = (struct record){
		.kind = (enum wire_kind)head.kind,
		.at = records->at + sizeof(head),
		.size = head.size,
	};
	records->at += sizeof(head) + head.size;
	records->left -= sizeof(head) + head.size;
	return record;
}

static struct records
records_of(const struct pool_job *job)
{
	return (struct records){ job->answer.at, job->answer.n };
}

/* False: this is not a finding that a worker sends. */
static bool
count_finding(const struct record *record, struct answer_findings *findings)
{
	struct dfk_finding finding;
	uint64_t end;

	if (dfk_load_finding(record->at, record->size, &finding) != DFK_OK)
		return false;
	end = finding.offset + finding.length;
	findings->n++;
	if (end > findings->end[finding.space])
		findings->end[finding.space] = end;
	return true;
}

/* The number of findings that the result says were handed out. */
static uint64_t
n_listed(const struct dfk_check *check)
{
	uint64_t n = 0;

	for (size_t i = 0; i < dfk_rule_count(); i++)
		n += dfk_rule_hits(check, dfk_rule_at(i)) -
		     dfk_rule_unlisted(check, dfk_rule_at(i));
	return n;
}

/* Does the result fit the findings and the end? */
static bool
fits(const struct answer_findings *findings, const struct reading_end *end,
     const struct dfk_check *check)
{
	const struct dfk_result *result = dfk_result_of(check);

	return findings->n == n_listed(check) &&
	       findings->end[DFK_SPACE_FILE] <= result->size &&
	       findings->end[DFK_SPACE_DECODED] <= result->decoded_size &&
	       (end->kind == READING_CHANGED) == result->file_changed;
}

static bool
is_status(int32_t status)
{
	return status >= (int32_t)DFK_OK && status <= (int32_t)DFK_MALFORMED;
}

/* Takes the end of an answer into outcome->check.  False: no worker sends this. */
static bool
load_end(const struct record *record, struct outcome *outcome,
	 struct reading_end *end)
{
	struct wire_end bytes;
	enum dfk_status status;

	if (record->size < sizeof(bytes))
		return false;
	memcpy(&bytes, record->at, sizeof(bytes));
	if (bytes.kind >= READING_END_KINDS || !is_status(bytes.status))
		return false;
	*end = (struct reading_end){
		.kind = (enum reading_end_kind)bytes.kind,
		.error = bytes.error,
		.status = (enum dfk_status)bytes.status,
	};
	if (end->kind != READING_DONE && end->kind != READING_CHANGED)
		return record->size == sizeof(bytes) &&
		       (end->kind == READING_NO_CHECK) ==
			       (end->status != DFK_OK);
	status = dfk_load_result(outcome->check, record->at + sizeof(bytes),
				 record->size - sizeof(bytes));
	if (status == DFK_NO_MEMORY) {
		end->kind = READING_NO_CHECK;
		end->status = status;
	}
	return status == DFK_OK || status == DFK_NO_MEMORY;
}

/* Checks all of an answer, and takes its end.  False: no worker sends this. */
static bool
check_answer(const struct pool_job *job, struct outcome *outcome,
	     struct reading_end *end)
{
	struct answer_findings findings = { .n = 0 };
	struct records records = records_of(job);

	for (;;) {
		const struct record record = next_record(&records);

		if (record.kind == WIRE_END)
			return load_end(&record, outcome, end) &&
			       (dfk_result_of(outcome->check) == NULL ||
				fits(&findings, end, outcome->check));
		if (!count_finding(&record, &findings))
			return false;
	}
}

static void
report_findings(const struct pool_job *job, struct outcome *outcome)
{
	struct records records = records_of(job);
	struct dfk_finding finding;
	struct record record;

	while ((record = next_record(&records)).kind == WIRE_FINDING)
		if (dfk_load_finding(record.at, record.size, &finding) ==
		    DFK_OK)
			examine_finding(outcome, &finding);
}

/* Gives the verdict "undecided" to an input that nobody has read to its end. */
static void
leave_undecided(struct outcome *outcome)
{
	dfk_close(outcome->check);
	outcome->check = NULL;
	examine_expect(outcome, NULL);
	if (outcome->check != NULL && dfk_stop(outcome->check) == DFK_OK)
		outcome->result = dfk_result_of(outcome->check);
}

/* Says in the outcome why there is no answer. */
static void
fail_unanswered(const struct pool_job *job, struct outcome *outcome)
{
	switch (job->end) {
	case POOL_LIED:
		outcome_fail(outcome, EXITCODE_INTERNAL,
			     "error in demofsck: the process that read the file "
			     "sent an impossible answer");
		return;
	case POOL_CRASHED:
		outcome_fail(outcome, EXITCODE_INTERNAL,
			     "error in demofsck: the process that read the file "
			     "ended early%s%s",
			     job->error != 0 ? ": " : "",
			     job->error != 0 ? strsignal(job->error) : "");
		return;
	case POOL_KILLED:
		outcome_fail(outcome, EXITCODE_UNDECIDED,
			     "the process that read the file was killed: %s",
			     strsignal(job->error));
		return;
	case POOL_TIMEOUT:
		outcome_fail(outcome, EXITCODE_UNDECIDED,
			     "the file was not read to its end in %.3g s; "
			     "--timeout sets this time",
			     (double)outcome->args->how.timeout_ms / 1000);
		return;
	case POOL_NO_MEMORY: outcome_out_of_memory(outcome); return;
	case POOL_NO_WORKER:
		outcome_fail(outcome, EXITCODE_IO,
			     "no process to read the file can be started: %s",
			     strerror(job->error));
		return;
	case POOL_ANSWERED:
	case POOL_CANCELED:
	case POOL_UNREADABLE:
	case POOL_WAITING: return;
	}
}

/* Is this the verdict on a file whose process was lost? */
static bool
is_lost(enum pool_end end)
{
	return end == POOL_LIED || end == POOL_CRASHED || end == POOL_KILLED ||
	       end == POOL_TIMEOUT;
}

static void
report_unanswered(const struct pool_job *job, struct outcome *outcome)
{
	if (is_lost(job->end))
		leave_undecided(outcome);
	fail_unanswered(job, outcome);
}

/* The worker has sent an impossible answer: as if the pool had noticed. */
static struct pool_job
job_of_liar(const struct pool_job *job)
{
	struct pool_job liar = *job;

	liar.end = POOL_LIED;
	return liar;
}

bool
answer_load(const struct pool_job *job, struct outcome *outcome)
{
	struct reading_end end;

	if (job->end == POOL_ANSWERED &&
	    examine_open(outcome, &job->in) == DFK_OK &&
	    check_answer(job, outcome, &end) && end.kind == READING_DONE) {
		outcome->result = dfk_result_of(outcome->check);
		return true;
	}
	dfk_close(outcome->check);
	outcome->check = NULL;
	return false;
}

void
answer_report(const struct pool_job *job, struct outcome *outcome)
{
	const struct pool_job liar = job_of_liar(job);
	struct reading_end end = { .kind = READING_DONE };

	/* The answer is good: see answer_load(). */
	if (outcome->check != NULL) {
		report_findings(job, outcome);
		examine_end(outcome, &end);
		return;
	}
	examine_expect(outcome, &job->in);
	if (outcome->check == NULL)
		return;
	if (job->end != POOL_ANSWERED) {
		report_unanswered(job, outcome);
	} else if (!check_answer(job, outcome, &end)) {
		report_unanswered(&liar, outcome);
	} else {
		report_findings(job, outcome);
		examine_end(outcome, &end);
	}
}

/* Takes an answer that has no findings.  False: the outcome has the reason. */
static bool
take_end(const struct pool_job *job, struct outcome *outcome,
	 struct wire_end *end, struct record *record)
{
	const struct pool_job liar = job_of_liar(job);
	struct records records = records_of(job);

	if (job->end != POOL_ANSWERED) {
		fail_unanswered(job, outcome);
		return false;
	}
	*record = next_record(&records);
	if (record->kind == WIRE_END && record->size >= sizeof(*end)) {
		memcpy(end, record->at, sizeof(*end));
		record->at += sizeof(*end);
		record->size -= sizeof(*end);
		if (is_status(end->status))
			return true;
	}
	fail_unanswered(&liar, outcome);
	return false;
}

bool
answer_fill(const struct pool_job *job, struct outcome *outcome,
	    struct fill_end *fill)
{
	struct record record;
	struct wire_end end;

	if (!take_end(job, outcome, &end, &record))
		return false;
	*fill = (struct fill_end){ .status = (enum dfk_status)end.status,
				   .read_error = end.error,
				   .write_error = end.write_error,
				   .encoder_error = end.encoder_error };
	return true;
}

bool
answer_verify(const struct pool_job *job, struct outcome *outcome,
	      struct verify_end *verify)
{
	const struct pool_job liar = job_of_liar(job);
	struct record record;
	struct wire_end end;

	if (!take_end(job, outcome, &end, &record))
		return false;
	*verify = (struct verify_end){ .status = (enum dfk_status)end.status,
				       .error = end.error };
	if (end.error != 0 || end.status != DFK_OK)
		return true;
	verify->status = reading_open(outcome->args, NULL,
				      &outcome->output_check);
	if (verify->status == DFK_OK)
		verify->status = dfk_load_result(outcome->output_check,
						 record.at, record.size);
	if (verify->status != DFK_MALFORMED)
		return true;
	fail_unanswered(&liar, outcome);
	return false;
}
