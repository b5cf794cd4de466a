/* SPDX-License-Identifier: MIT */
/*
 * fuzz_answer.c - the process that reports is safe from the process that has read the file
 *
 *   same      an unchanged answer gives the report that the process itself would make
 *   readable  a changed answer gives a report with the properties of captured.h
 *   told      without a result, the outcome has a reason
 *   tiled     the actions follow each other without gaps, up to the end of what was
 *             checked; the bytes that could not be decoded come last, up to the end of
 *             the file
 *   stable    a result that was loaded, saved and loaded again is the same result
 *
 * input   recording | n * patch | n in 4 bits
 * patch   kind | place, 4 bytes | value, 8 bytes
 *
 * A worker reads the recording, and the patches change the answer of the worker.  So a
 * new rule or version makes no seed useless, and each recording is a seed.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/read/reading.h"
#include "cli/report/report.h"
#include "cli/work/answer.h"
#include "fuzz/captured.h"
#include "fuzz/harness.h"
#include "include/demofsck_saved.h"

enum { PATCH_BYTES = 13, PATCHES = 15 };

enum patch_kind { SET_BYTE, SET_NUMBER, COPY_NUMBER, CUT_RECORD, PATCH_KINDS };

struct patch {
	enum patch_kind kind;
	uint32_t place;
	uint8_t value[8];
};

/* An input in parts. */
struct parts {
	struct blob recording;
	struct patch patch[PATCHES];
	size_t n_patches;
};

static struct parts
parts_of(const uint8_t *data, size_t size)
{
	struct parts p = { .n_patches = 0 };

	if (size)
		p.n_patches = data[--size] % (PATCHES + 1);
	if (p.n_patches > size / PATCH_BYTES)
		p.n_patches = size / PATCH_BYTES;
	size -= p.n_patches * PATCH_BYTES;
	for (size_t i = 0; i < p.n_patches; i++) {
		const uint8_t *at = data + size + i * PATCH_BYTES;

		p.patch[i].kind = (enum patch_kind)(at[0] % PATCH_KINDS);
		memcpy(&p.patch[i].place, at + 1, sizeof(p.patch[i].place));
		memcpy(p.patch[i].value, at + 5, sizeof(p.patch[i].value));
	}
	p.recording = blob_copy(data, size);
	return p;
}

/* ------------------------------------------------- what a worker would do -- */

static int
add_bytes(void *ctx, const void *bytes, size_t size)
{
	blob_add(ctx, bytes, size);
	return 0;
}

/* Adds the head of a record.  Returns the place of its size. */
static size_t
begin_record(struct blob *answer, enum wire_kind kind)
{
	const struct wire_record head = { .kind = kind };

	blob_add(answer, &head, sizeof(head));
	return answer->size - sizeof(head.size);
}

static void
end_record(struct blob *answer, size_t place)
{
	const uint32_t size =
		(uint32_t)(answer->size - place - sizeof(uint32_t));

	memcpy(answer->at + place, &size, sizeof(size));
}

static void
send_finding(void *ctx, const struct dfk_finding *finding)
{
	struct blob *answer = ctx;
	const size_t place = begin_record(answer, WIRE_FINDING);

	HOLDS(dfk_save_finding(finding, add_bytes, answer) == DFK_OK);
	end_record(answer, place);
}

static void
check_all(struct dfk_check *check, const struct blob *in)
{
	enum dfk_status status = dfk_feed(check, in->at, in->size);

	if (status == DFK_OK)
		status = dfk_finish(check);
	if (status == DFK_NO_MEMORY)
		harness_no_memory();
	HOLDS(status == DFK_OK);
}

static struct dfk_check *
open_check(const struct args *args, const struct dfk_options *callbacks)
{
	struct dfk_check *check;

	if (reading_open(args, callbacks, &check) != DFK_OK)
		harness_no_memory();
	return check;
}

static struct blob
answer_about(const struct args *args, const struct blob *in)
{
	struct blob answer = blob_copy("", 0);
	const struct dfk_options callbacks = { DFK_OPTIONS,
					       .on_finding = send_finding,
					       .ctx = &answer };
	const struct wire_end end = { .kind = READING_DONE };
	struct dfk_check *check = open_check(args, &callbacks);
	size_t place;

	check_all(check, in);
	place = begin_record(&answer, WIRE_END);
	blob_add(&answer, &end, sizeof(end));
	HOLDS(dfk_save_result(check, add_bytes, &answer) == DFK_OK);
	end_record(&answer, place);
	dfk_close(check);
	return answer;
}

/* ---------------------------------------------------------------- patches -- */

/* The bytes of a record behind its head. */
struct body {
	size_t at, size;
	size_t head; /* place of the head */
};

/* Finds the record around a place. */
static struct body
body_around(const struct blob *answer, size_t place)
{
	struct body body = { .at = 0 };

	for (size_t at = 0; at <= place && at < answer->size;) {
		struct wire_record head;

		memcpy(&head, answer->at + at, sizeof(head));
		body = (struct body){ at + sizeof(head), head.size, at };
		at = body.at + body.size;
	}
	return body;
}

static void
cut_record(struct blob *answer, const struct body *body, size_t place)
{
	const size_t end = body->at + body->size;
	const uint32_t size = (uint32_t)(place - body->at);

	memmove(answer->at + place, answer->at + end, answer->size - end);
	answer->size -= end - place;
	memcpy(answer->at + body->head + offsetof(struct wire_record, size),
	       &size, sizeof(size));
}

/* The pool accepts whole records only, so a patch leaves the heads as they fit. */
static void
apply(const struct patch *patch, struct blob *answer)
{
	size_t place = patch->place % answer->size;
	const struct body body = body_around(answer, place);
	size_t room, from = 0;

	if (body.size == 0)
		return;
	if (place < body.at)
		place = body.at;
	room = body.at + body.size - place;
	if (room > sizeof(patch->value))
		room = sizeof(patch->value);
	switch (patch->kind) {
	case SET_BYTE: answer->at[place] = patch->value[0]; return;
	case SET_NUMBER:
		memcpy(answer->at + place, patch->value, room);
		return;
	case COPY_NUMBER:
		memcpy(&from, patch->value, sizeof(from));
		from %= answer->size - room + 1;
		memmove(answer->at + place, answer->at + from, room);
		return;
	case CUT_RECORD: cut_record(answer, &body, place); return;
	case PATCH_KINDS: return;
	}
}

/* ---------------------------------------------------------------- reports -- */

/* A report while it is made. */
struct making {
	struct run_report run;
	struct outcome outcome;
	struct captured text, messages;
	FILE *errors;
};

static void
begin_report(struct making *m, const struct args *args)
{
	struct name_list none = { .error = 0 };

	m->text = m->messages = (struct captured){ NULL, 0, NULL };
	captured_begin(&m->text);
	/* Reasons are printed on standard error, too. */
	m->errors = stderr;
	stderr = open_memstream(&m->messages.text, &m->messages.size);
	if (!stderr || !report_init(&m->run, args, &none))
		abort();
	outcome_init(&m->outcome, &m->run, args, "p");
	if (!report_start(&m->outcome))
		abort();
}

/* The caller frees the text. */
static struct captured
end_report(struct making *m)
{
	struct outcome *outcome = &m->outcome;

	outcome_judge(outcome);
	if (outcome->result && outcome->result->repairable != DFK_REPAIRABLE_NO)
		report_actions(outcome);
	report_file(outcome);
	outcome_close(outcome);
	report_end(&m->run);
	(void)fclose(stderr);
	stderr = m->errors;
	captured_end(&m->text);
	free(m->messages.text);
	return m->text;
}

static void
own_finding(void *ctx, const struct dfk_finding *finding)
{
	struct outcome *outcome = ctx;

	if (!outcome_remember(outcome, finding))
		abort();
	report_finding(outcome, finding);
}

static struct captured
own_report(const struct args *args, const struct blob *in)
{
	struct making m;
	const struct dfk_options callbacks = { DFK_OPTIONS,
					       .on_finding = own_finding,
					       .ctx = &m.outcome };

	begin_report(&m, args);
	m.outcome.check = open_check(args, &callbacks);
	check_all(m.outcome.check, in);
	m.outcome.result = dfk_result_of(m.outcome.check);
	return end_report(&m);
}

/* The end of the actions so far, in the bytes that were checked. */
struct tiles {
	const struct dfk_result *result;
	uint64_t at;
};

static bool
tile_action(void *ctx, const struct dfk_action *action)
{
	struct tiles *tiles = ctx;
	const struct dfk_result *result = tiles->result;

	if (action->space == result->space) {
		HOLDS(action->offset == tiles->at);
		tiles->at += action->length;
	} else {
		HOLDS(tiles->at == result->decoded_size);
		HOLDS(action->offset + action->length == result->size);
	}
	return true;
}

static void
actions_tile(const struct dfk_check *check)
{
	struct tiles tiles = { dfk_result_of(check), 0 };

	if (tiles.result->repairable == DFK_REPAIRABLE_NO)
		return;
	dfk_each_action(check, tile_action, &tiles);
	HOLDS(tiles.at == tiles.result->decoded_size);
}

/* Saves the result of a check into an answer that has nothing else. */
static struct blob
result_of(const struct dfk_check *check)
{
	struct blob bytes = blob_copy("", 0);

	HOLDS(dfk_save_result(check, add_bytes, &bytes) == DFK_OK);
	return bytes;
}

static void
is_stable(const struct args *args, const struct dfk_check *check)
{
	struct blob first = result_of(check), second;
	struct dfk_check *again = open_check(args, NULL);

	HOLDS(dfk_load_result(again, first.at, first.size) == DFK_OK);
	second = result_of(again);
	HOLDS(blob_equal(&first, &second));
	dfk_close(again);
	blob_free(&first);
	blob_free(&second);
}

static struct captured
report_of(const struct args *args, const struct blob *answer)
{
	struct pool_job job = {
		.end = POOL_ANSWERED,
		.in.fd = -1,
		.answer = { .at = answer->at, .n = answer->size },
	};
	struct making m;

	begin_report(&m, args);
	answer_report(&job, &m.outcome);
	if (m.outcome.result) {
		actions_tile(m.outcome.check);
		is_stable(args, m.outcome.check);
	} else {
		HOLDS(m.outcome.error[0] != '\0');
	}
	return end_report(&m);
}

/* ------------------------------------------------------------------------ -- */

static void
one(const struct args *args, const struct parts *parts)
{
	struct blob answer = answer_about(args, &parts->recording);
	struct captured text;

	if (parts->n_patches == 0) {
		struct captured own = own_report(args, &parts->recording);

		text = report_of(args, &answer);
		HOLDS(own.size == text.size &&
		      memcmp(own.text, text.text, own.size) == 0);
		free(own.text);
	} else {
		for (size_t i = 0; i < parts->n_patches; i++)
			apply(&parts->patch[i], &answer);
		text = report_of(args, &answer);
	}
	captured_is_readable(&text, args->out.format);
	free(text.text);
	blob_free(&answer);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct args_entry check = { .bit = ARGS_CHECK,
						 .name = "check" };
	static const enum args_format formats[] = { ARGS_TEXT, ARGS_NDJSON,
						    ARGS_SARIF, ARGS_JUNIT,
						    ARGS_CSV };
	enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };
	struct args args = { .command = &check, .out.verbose = true };
	struct parts parts = parts_of(data, size);

	/* An engine tries one report for each input.  A replay tries all reports. */
	for (size_t i = 0; i < FORMATS; i++) {
		if (!harness_all && size % FORMATS != i)
			continue;
		args.out.format = formats[i];
		one(&args, &parts);
	}
	blob_free(&parts.recording);
	return 0;
}
