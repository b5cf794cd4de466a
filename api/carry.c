/* SPDX-License-Identifier: MIT */
/*
 * carry.c - writes findings and results as bytes, and reads these bytes
 *
 *   finding   "DFKf" | members of dfk_finding
 *   result    "DFKr" | rule set | version | members of dfk_result | state of the report |
 *             n, n * (rule, hits, listed) | n, n * fact | n, n * edit
 *   number    8 bytes, least significant first
 *   text      its length or NO_TEXT, as a number | bytes | NUL
 *
 * Both directions are lists of the same members in the same order.
 */
#include "include/demofsck_saved.h"

#include "api/handles.h"
#include "api/result.h"
#include "api/writer/textout.h"

enum { FINDING_MAGIC = 0x664b4644, RESULT_MAGIC = 0x724b4644 };

#define NO_TEXT UINT64_MAX

/* Numbers and flags of the result that need no check of their own. */
#define RESULT_NUMBERS(X)                                                      \
	X(size) X(carriage_returns) X(decoded_size) X(undecoded) X(ok_up_to)   \
	X(kept) X(changed) X(dropped) X(added) X(errors) X(warnings) X(notes)  \
	X(errors_outside) X(repair_errors) X(mendable_warnings)                \
	X(loss.messages) X(loss.snapshots) X(loss.packets)                     \
	X(loss.string_tables) X(loss.unread) X(loss.ticks) X(loss.places)
#define RESULT_TICKS(X) X(loss.first_tick) X(loss.last_tick)
#define RESULT_SECONDS(X)                                                      \
	X(loss.from_s) X(loss.to_s) X(loss.still_s) X(loss.lost_s)             \
	X(loss.kept_s) X(loss.of_s)
#define RESULT_FLAGS(X)                                                        \
	X(all_there) X(loss_unknown) X(file_changed) X(stopped) X(has_sha256)  \
	X(has_md5) X(more_at_framing) X(loss.more)

/* ---------------------------------------------------------------- save -- */

static void
save_number(struct textout *out, uint64_t value)
{
	uint8_t bytes[8];

	put_le64(bytes, sizeof(bytes), 0, value);
	textout_bytes(out, (struct span){ bytes, sizeof(bytes) });
}

static void
save_real(struct textout *out, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	save_number(out, bits);
}

static void
save_bytes(struct textout *out, struct span bytes)
{
	save_number(out, bytes.len);
	textout_bytes(out, bytes);
	textout_byte(out, 0);
}

static void
save_text(struct textout *out, const char *text)
{
	if (text)
		save_bytes(out, span_of_text(text));
	else
		save_number(out, NO_TEXT);
}

static void
save_rule(struct textout *out, const struct dfk_rule *rule)
{
	enum rule_id id = RULE_COUNT;

	(void)rule_of_row(rule, &id);
	save_number(out, id);
}

static enum dfk_status
end_save(struct textout *out)
{
	return textout_flush(out) ? DFK_OK : DFK_WRITE_FAILED;
}

enum dfk_status
dfk_save_finding(const struct dfk_finding *f,
		 int (*write)(void *ctx, const void *bytes, size_t size),
		 void *ctx)
{
	struct textout out;

	textout_init(&out, write, ctx);
	save_number(&out, FINDING_MAGIC);
	save_rule(&out, f->rule);
	save_number(&out, f->severity);
	save_number(&out, f->number);
	save_number(&out, f->mended);
	save_number(&out, f->space);
	save_number(&out, f->offset);
	save_number(&out, f->length);
	save_text(&out, f->part);
	save_number(&out, f->part_offset);
	save_number(&out, f->part_length);
	save_number(&out, (uint64_t)f->part_int);
	save_number(&out, (uint64_t)f->part_bit);
	save_text(&out, f->part_path);
	save_text(&out, f->field);
	save_text(&out, f->found);
	save_text(&out, f->expected);
	save_number(&out, f->record);
	save_number(&out, (uint64_t)f->tick);
	save_number(&out, (uint64_t)f->client);
	return end_save(&out);
}

static void
save_members(struct textout *out, const struct dfk_result *r)
{
	save_number(out, r->verdict);
	save_text(out, r->format);
	save_text(out, r->version);
	save_text(out, r->compression);
	save_number(out, r->space);
	save_number(out, r->repairable);
#define SAVE(member) save_number(out, (uint64_t)r->member);
	RESULT_NUMBERS(SAVE)
	RESULT_TICKS(SAVE)
	RESULT_FLAGS(SAVE)
#undef SAVE
#define SAVE(member) save_real(out, r->member);
	RESULT_SECONDS(SAVE)
#undef SAVE
	save_bytes(out, (struct span){ r->sha256, sizeof(r->sha256) });
	save_bytes(out, (struct span){ r->md5, sizeof(r->md5) });
}

static void
save_counts(struct textout *out, const struct dfk_check *check)
{
	const struct report *r = &check->session.report;
	uint64_t n = 0;

	for (size_t i = 0; i < RULE_COUNT; i++)
		n += AT(r->hits, i) > 0;
	save_number(out, n);
	for (size_t i = 0; i < RULE_COUNT; i++) {
		if (AT(r->hits, i) == 0)
			continue;
		save_number(out, i);
		save_number(out, AT(r->hits, i));
		save_number(out, AT(check->listed, i));
	}
}

static void
save_facts(struct textout *out, const struct dfk_check *check)
{
	struct dfk_fact fact;
	size_t n = 0;

	while (dfk_fact_at(check, n, &fact))
		n++;
	save_number(out, n);
	for (size_t i = 0; dfk_fact_at(check, i, &fact); i++) {
		save_text(out, fact.name);
		save_number(out, fact.kind);
		save_number(out, (uint64_t)fact.integer);
		save_real(out, fact.real);
		save_text(out, fact.text);
		save_number(out, fact.truth);
		save_number(out, fact.personal);
	}
}

static void
save_edits(struct textout *out, const struct dfk_check *check)
{
	struct dfk_edit edit;
	size_t n = 0;

	while (dfk_edit_at(check, n, &edit))
		n++;
	save_number(out, n);
	for (size_t i = 0; dfk_edit_at(check, i, &edit); i++) {
		save_number(out, edit.offset);
		save_number(out, edit.remove);
		save_bytes(out, (struct span){ edit.insert,
					       edit.insert_length });
		save_rule(out, edit.rule);
		save_number(out, edit.finding);
		save_number(out, edit.lossy);
		save_number(out, (uint64_t)edit.tick);
		save_number(out, edit.ticks);
		save_text(out, edit.field);
		save_text(out, edit.value);
	}
}

enum dfk_status
dfk_save_result(const struct dfk_check *check,
		int (*write)(void *ctx, const void *bytes, size_t size),
		void *ctx)
{
	struct textout out;

	if (!check->finished || check->busy)
		return DFK_BAD_STATE;
	textout_init(&out, write, ctx);
	save_number(&out, RESULT_MAGIC);
	save_number(&out, dfk_ruleset());
	save_text(&out, dfk_version());
	save_members(&out, &check->result);
	save_number(&out, check->undecoded.rule);
	save_number(&out, check->undecoded.finding);
	save_number(&out, check->session.report.space);
	save_number(&out, check->session.report.emitted);
	save_number(&out, check->session.input.limit_hit);
	save_counts(&out, check);
	save_facts(&out, check);
	save_edits(&out, check);
	return end_save(&out);
}

/* ---------------------------------------------------------------- load -- */

/* What is loaded, until all of it is known to be good. */
struct loaded {
	struct dfk_result result;
	struct undecoded undecoded;
	enum dfk_space space;
	uint32_t emitted;
	bool limit_hit;
	uint64_t hits[RULE_COUNT], listed[RULE_COUNT];
	struct saved saved;
};

/* The bytes that are left.  `bad`: a value is not possible.  Then, and after the end,
   all values are zero or empty. */
struct loader {
	struct cursor c;
	bool bad;
};

static bool
is_loaded(const struct loader *l)
{
	return cur_ok(&l->c) && !l->bad;
}

static uint64_t
load_number(struct loader *l)
{
	const uint64_t value = cur_ahead(&l->c);

	return cur_take(&l->c, sizeof(value)) && !l->bad ? value : 0;
}

/* A number from 0 to `most`. */
static uint64_t
load_within(struct loader *l, uint64_t most)
{
	const uint64_t value = load_number(l);

	l->bad |= value > most;
	return l->bad ? 0 : value;
}

/* A number from `least` to `most`. */
static int64_t
load_between(struct loader *l, int64_t least, int64_t most)
{
	const int64_t value = (int64_t)load_number(l);

	l->bad |= value < least || value > most;
	return l->bad ? 0 : value;
}

static bool
load_flag(struct loader *l)
{
	return load_within(l, 1) != 0;
}

static double
load_real(struct loader *l)
{
	const uint64_t bits = load_number(l);
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static struct span
load_bytes(struct loader *l)
{
	const uint64_t length = load_within(l, cur_left(&l->c));
	const struct span bytes = cur_bytes(&l->c, (size_t)length);

	l->bad |= cur_u8(&l->c) != 0;
	return bytes;
}

/* Any text without a NUL, or NULL. */
static const char *
load_text(struct loader *l)
{
	struct cursor ahead = l->c;
	struct span text;

	if (cur_ahead(&ahead) == NO_TEXT) {
		(void)load_number(l);
		return NULL;
	}
	text = load_bytes(l);
	l->bad |= text.len > 0 && memchr(text.ptr, 0, text.len);
	return is_loaded(l) ? (const char *)text.ptr : "";
}

/* A text of printable ASCII. */
static const char *
load_printable(struct loader *l)
{
	const char *text = load_text(l);

	if (!text)
		l->bad = true;
	else
		l->bad |= span_printable(span_of_text(text)) < strlen(text);
	return l->bad ? "" : text;
}

/* A text of printable ASCII, or NULL. */
static const char *
load_printable_or_null(struct loader *l)
{
	if (cur_ahead(&l->c) == NO_TEXT)
		return load_text(l);
	return load_printable(l);
}

static enum rule_id
load_rule(struct loader *l)
{
	return (enum rule_id)load_within(l, RULE_COUNT - 1);
}

/* Do all bytes belong to what was loaded? */
static bool
ends_here(const struct loader *l)
{
	return is_loaded(l) && cur_left(&l->c) == 0;
}

enum dfk_status
dfk_load_finding(const void *bytes, size_t size, struct dfk_finding *f)
{
	struct loader l = { .c = cur_init(bytes, size, 0) };

	l.bad = load_number(&l) != FINDING_MAGIC;
	f->rule = rule_row(load_rule(&l));
	f->severity = (enum dfk_severity)load_between(&l, DFK_NOTE, DFK_ERROR);
	f->number = load_number(&l);
	f->mended = load_flag(&l);
	f->space = (enum dfk_space)load_within(&l, DFK_SPACE_DECODED);
	f->offset = load_number(&l);
	f->length = load_within(&l, UINT64_MAX - f->offset);
	f->part = load_printable(&l);
	f->part_offset = load_number(&l);
	f->part_length = load_within(&l, UINT64_MAX - f->part_offset);
	f->part_int = load_between(&l, -1, INT64_MAX);
	f->part_bit = (int)load_between(&l, -1, 7);
	f->part_path = load_printable(&l);
	f->field = load_printable(&l);
	f->found = load_printable(&l);
	f->expected = load_printable(&l);
	f->record = load_number(&l);
	f->tick = load_between(&l, INT64_MIN, INT64_MAX);
	f->client = (int32_t)load_between(&l, INT32_MIN, INT32_MAX);
	return ends_here(&l) ? DFK_OK : DFK_MALFORMED;
}

/* The id of a format of the table, or NULL. */
static const char *
load_format(struct loader *l)
{
	const char *id = load_text(l);

	for (size_t i = 0; id && i < dfk_format_count(); i++)
		if (strcmp(dfk_format_at(i)->id, id) == 0)
			return dfk_format_at(i)->id;
	l->bad |= id != NULL;
	return NULL;
}

static const char *
load_compression(struct loader *l)
{
	const char *name = load_text(l);
	const char *known = name ? compression_named(name) : NULL;

	l->bad |= name && !known;
	return known;
}

static void
load_digest(struct loader *l, uint8_t *digest, size_t size)
{
	const struct span bytes = load_bytes(l);

	l->bad |= bytes.len != size;
	if (is_loaded(l))
		memcpy(digest, bytes.ptr, size);
}

/* Do the numbers fit each other?  A file is not valid beside an error, the edits account
   for each byte, and all bytes of a file that is not decoded were read. */
static bool
is_consistent(const struct dfk_result *r)
{
	return r->kept <= r->decoded_size &&
	       r->changed <= r->decoded_size - r->kept &&
	       r->dropped == r->decoded_size - r->kept - r->changed &&
	       r->ok_up_to <= r->decoded_size && r->undecoded <= r->size &&
	       (r->undecoded == 0 || r->space == DFK_SPACE_DECODED) &&
	       (r->verdict != DFK_VALID || r->errors == 0);
}

static void
load_members(struct loader *l, struct dfk_result *r)
{
	r->verdict = (enum dfk_verdict)load_within(l, DFK_UNDECIDED);
	r->format = load_format(l);
	r->version = load_printable_or_null(l);
	r->compression = load_compression(l);
	r->space = (enum dfk_space)load_within(l, DFK_SPACE_DECODED);
	r->repairable = (enum dfk_repairable)load_within(l,
							 DFK_REPAIRABLE_LOSSY);
#define LOAD(member) r->member = load_number(l);
	RESULT_NUMBERS(LOAD)
#undef LOAD
#define LOAD(member) r->member = (int64_t)load_number(l);
	RESULT_TICKS(LOAD)
#undef LOAD
#define LOAD(member) r->member = load_flag(l);
	RESULT_FLAGS(LOAD)
#undef LOAD
#define LOAD(member) r->member = load_real(l);
	RESULT_SECONDS(LOAD)
#undef LOAD
	load_digest(l, r->sha256, sizeof(r->sha256));
	load_digest(l, r->md5, sizeof(r->md5));
	l->bad |= !is_consistent(r);
}

static void
load_counts(struct loader *l, struct loaded *to)
{
	const uint64_t n = load_within(l, RULE_COUNT);

	for (uint64_t i = 0; i < n && is_loaded(l); i++) {
		const enum rule_id id = load_rule(l);
		const uint64_t hits = load_number(l);

		AT(to->hits, id) = hits;
		AT(to->listed, id) = load_within(l, hits);
	}
}

/* Adds a row to an array of the check.  NULL: no memory. */
static void *
add_row(struct saved *saved, struct growing *rows)
{
	return growing_add(rows, &saved->budget, 1);
}

static void
load_fact(struct loader *l, struct dfk_fact *fact)
{
	*fact = (struct dfk_fact){ .name = load_printable(l) };
	fact->kind = (enum dfk_fact_kind)load_within(l, DFK_FACT_BOOL);
	fact->integer = (int64_t)load_number(l);
	fact->real = load_real(l);
	fact->text = load_text(l);
	fact->truth = load_flag(l);
	fact->personal = load_flag(l);
}

/* `end`: the end of the edit before, and then of this edit. */
static void
load_edit(struct loader *l, uint64_t size, uint64_t *end, struct dfk_edit *edit)
{
	const char *value;
	struct span insert;

	*edit = (struct dfk_edit){ .offset = load_within(l, size) };
	edit->remove = load_within(l, size - edit->offset);
	l->bad |= edit->offset < *end;
	*end = edit->offset + edit->remove;
	insert = load_bytes(l);
	edit->insert = insert.len > 0 ? insert.ptr : NULL;
	edit->insert_length = insert.len;
	edit->rule = rule_row(load_rule(l));
	edit->finding = load_number(l);
	edit->lossy = load_flag(l);
	edit->tick = (int64_t)load_number(l);
	edit->ticks = load_number(l);
	edit->field = load_printable_or_null(l);
	value = load_printable(l);
	l->bad |= strlen(value) >= sizeof(edit->value);
	if (is_loaded(l))
		memcpy(edit->value, value, strlen(value));
}

static bool
load_facts(struct loader *l, struct saved *saved)
{
	const uint64_t n = load_number(l);

	for (uint64_t i = 0; i < n && is_loaded(l); i++) {
		struct dfk_fact *fact = add_row(saved, &saved->facts);

		if (!fact)
			return false;
		load_fact(l, fact);
	}
	return true;
}

static bool
load_edits(struct loader *l, struct saved *saved, const struct dfk_result *r)
{
	const uint64_t n = load_number(l);
	uint64_t end = 0;

	l->bad |= n > 0 && r->repairable == DFK_REPAIRABLE_NO;
	for (uint64_t i = 0; i < n && is_loaded(l); i++) {
		struct dfk_edit *edit = add_row(saved, &saved->edits);

		if (!edit)
			return false;
		load_edit(l, r->decoded_size, &end, edit);
	}
	return true;
}

/* False: no memory. */
static bool
load_all(struct loader *l, struct loaded *to)
{
	const char *version;

	l->bad = load_number(l) != RESULT_MAGIC ||
		 load_number(l) != dfk_ruleset();
	version = load_printable(l);
	l->bad |= strcmp(version, dfk_version()) != 0;
	load_members(l, &to->result);
	to->undecoded.rule = load_rule(l);
	to->undecoded.finding = load_number(l);
	to->space = (enum dfk_space)load_within(l, DFK_SPACE_DECODED);
	to->emitted = (uint32_t)load_within(l, REPORT_MAX);
	to->limit_hit = load_flag(l);
	load_counts(l, to);
	return load_facts(l, &to->saved) &&
	       load_edits(l, &to->saved, &to->result);
}

/* Makes the check a check that has read all this. */
static void
adopt_result(struct dfk_check *check, const struct loaded *from)
{
	struct report *r = &check->session.report;

	check->result = from->result;
	check->undecoded = from->undecoded;
	check->saved = from->saved;
	check->saved.loaded = true;
	memcpy(r->hits, from->hits, sizeof(r->hits));
	memcpy(check->listed, from->listed, sizeof(check->listed));
	r->tally.errors = from->result.errors;
	r->tally.warnings = from->result.warnings;
	r->tally.notes = from->result.notes;
	r->space = from->space;
	r->emitted = from->emitted;
	check->session.input.limit_hit = from->limit_hit;
	check->session.closed = true;
	check->fed = check->finished = true;
	result_go_outside(check);
}

enum dfk_status
dfk_load_result(struct dfk_check *check, const void *bytes, size_t size)
{
	struct loaded to = {
		.saved = {
			.budget = { .allocator = &check->options.allocator,
				    .most = UINT64_MAX },
			.bytes.size = 1,
			.facts.size = sizeof(struct dfk_fact),
			.edits.size = sizeof(struct dfk_edit),
		},
	};
	struct loader l = { .bad = false };
	void *copy;

	if (check->fed || check->busy)
		return DFK_BAD_STATE;
	if (size == 0)
		return DFK_MALFORMED;
	copy = growing_add(&to.saved.bytes, &to.saved.budget, size);
	if (!copy)
		return DFK_NO_MEMORY;
	memcpy(copy, bytes, size);
	l.c = cur_init(copy, size, 0);
	if (!load_all(&l, &to) || !ends_here(&l)) {
		saved_close(&to.saved);
		return to.saved.budget.no_memory ? DFK_NO_MEMORY
						 : DFK_MALFORMED;
	}
	adopt_result(check, &to);
	return DFK_OK;
}
