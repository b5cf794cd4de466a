/* SPDX-License-Identifier: MIT */
/* header.c - checks the first 36 bytes: the sizes and numbers of the following parts
   (DF-1) */
#include "validator/datafile/datafile.h"

/* `size` and `swaplen` do not count the first 16 bytes, whose last field is swaplen. */
enum { UNCOUNTED = 16 };

static void
lay_out(const struct datafile_header *h, struct datafile_layout *l)
{
	const uint64_t data = (uint64_t)h->n_data * 4;

	l->types = DATAFILE_HEADER_BYTES;
	l->item_offsets = l->types + (uint64_t)h->n_types * DATAFILE_TYPE_BYTES;
	l->data_offsets = l->item_offsets + (uint64_t)h->n_items * 4;
	l->data_sizes = l->data_offsets + data;
	l->items = l->data_sizes + (h->version == 4 ? data : 0);
	l->data = l->items + (uint64_t)h->item_size;
	l->end = l->data + (uint64_t)h->data_size;
}

/* DF-1 */
static bool
check_count(const struct datafile *df, const char *field, uint64_t off,
	    int32_t value, int32_t most)
{
	if (value >= 0 && value <= most)
		return true;
	datafile_report(df, RULE_datafile_count, datafile_site(off, 4, field),
			"%d" WANTED "%s", value,
			most < INT32_MAX ? "0 to 65536" : "0 or more");
	return false;
}

/* DF-1 */
static bool
check_header_counts(const struct datafile *df)
{
	const struct datafile_header *h = &df->tables.header;
	bool ok = check_count(df, "num_item_types", DATAFILE_AT_TYPES,
			      h->n_types, DATAFILE_MAX_TYPES);

	ok &= check_count(df, "num_items", DATAFILE_AT_ITEMS, h->n_items,
			  INT32_MAX);
	ok &= check_count(df, "num_data", DATAFILE_AT_DATA, h->n_data,
			  INT32_MAX);
	ok &= check_count(df, "item_size", DATAFILE_AT_ITEM_SIZE, h->item_size,
			  INT32_MAX);
	ok &= check_count(df, "data_size", DATAFILE_AT_DATA_SIZE, h->data_size,
			  INT32_MAX);
	if (!ok || h->item_size % 4 == 0)
		return ok;
	datafile_report(df, RULE_datafile_count,
			datafile_site(DATAFILE_AT_ITEM_SIZE, 4, "item_size"),
			"%d" WANTED "a multiple of 4", h->item_size);
	return false;
}

int64_t
datafile_true_size(const struct datafile_tables *t)
{
	return (int64_t)t->layout.end - UNCOUNTED;
}

int64_t
datafile_true_swaplen(const struct datafile_tables *t)
{
	return (int64_t)t->layout.data - UNCOUNTED;
}

bool
datafile_is_crude(const struct datafile_tables *t, int32_t value, int64_t want)
{
	return t->header.version == 4 && t->header.n_data > 0 &&
	       value == want - 4 * (int64_t)t->header.n_data;
}

bool
datafile_right_lengths(const struct datafile *df, uint8_t out[8])
{
	const struct datafile_header *h = &df->tables.header;
	int64_t size = datafile_true_size(&df->tables);
	int64_t swaplen = datafile_true_swaplen(&df->tables);

	if (datafile_is_crude(&df->tables, h->size, size) ||
	    datafile_is_crude(&df->tables, h->swaplen, swaplen)) {
		size -= 4 * (int64_t)h->n_data;
		swaplen -= 4 * (int64_t)h->n_data;
	}
	if (df->tables.layout.end == 0 || size > INT32_MAX)
		return false;
	put_le32(out, 8, 0, (uint32_t)size);
	put_le32(out, 8, 4, (uint32_t)swaplen);
	return h->size != size || h->swaplen != swaplen;
}

/* DF-1: a field that readers compare with the right value. */
struct length {
	enum rule_id rule;
	const char *name;
	uint64_t off;
	int32_t value;
	int64_t want;
};

static bool
is_crude(const struct datafile *df, const struct length *l)
{
	return datafile_is_crude(&df->tables, l->value, l->want);
}

/*
 * DF-8: returns the right value of the field.  The values of old editors are also right,
 * because they are part of the hash that identifies a map for servers.  So such values
 * are kept.  If the other field has the value of an old editor, this field had such a
 * value, too.
 */
static int64_t
right_value(const struct datafile *df, const struct length *l,
	    const struct length *other)
{
	const enum rule_id crude = RULE_datafile_crude_size;
	const bool keeps_crude = !df->report->mender.fix_warnings &&
				 AT(df->report->severity, crude) != DFK_ERROR;

	if (keeps_crude && is_crude(df, l))
		return l->value;
	if (keeps_crude && is_crude(df, other))
		return l->want - (other->want - other->value);
	return l->want;
}

static struct fix
length_fix(const struct datafile *df, const struct length *l,
	   const struct length *other, uint8_t bytes[4])
{
	const int64_t right = right_value(df, l, other);

	/* A value of more than 31 bits does not fit into the field. */
	if (right == l->value || right > INT32_MAX)
		return (struct fix){ .kind = FIX_NONE };
	put_le32(bytes, 4, 0, (uint32_t)right);
	return fix_replace(l->off, 4, (struct span){ bytes, 4 });
}

/* DF-1, DF-8 */
static void
check_length_field(struct datafile *df, const struct length *l,
		   const struct length *other)
{
	uint8_t bytes[4];
	const struct site site = {
		.off = l->off,
		.len = 4,
		.field = l->name,
		.fix = length_fix(df, l, other, bytes),
	};

	if (l->value == l->want)
		return;
	if (is_crude(df, l))
		report(df->report, RULE_datafile_crude_size, &site,
		       "%d, as written before 2010-09-03" WANTED "%lld",
		       l->value, (long long)l->want);
	else
		report(df->report, l->rule, &site, "%d" WANTED "%lld", l->value,
		       (long long)l->want);
}

static struct length
size_of(const struct datafile *df)
{
	return (struct length){ RULE_datafile_size, "size", DATAFILE_AT_SIZE,
				df->tables.header.size,
				datafile_true_size(&df->tables) };
}

static struct length
swaplen_of(const struct datafile *df)
{
	return (struct length){ RULE_datafile_swaplen, "swaplen",
				DATAFILE_AT_SWAPLEN, df->tables.header.swaplen,
				datafile_true_swaplen(&df->tables) };
}

int64_t
datafile_right_size(const struct datafile *df)
{
	const struct length size = size_of(df), swaplen = swaplen_of(df);

	return right_value(df, &size, &swaplen);
}

/* DF-1 */
static void
check_lengths(struct datafile *df)
{
	const struct length size = size_of(df), swaplen = swaplen_of(df);

	check_length_field(df, &size, &swaplen);
	check_length_field(df, &swaplen, &size);
}

/* DF-1 */
static bool
check_data_magic(struct datafile *df)
{
	const struct span all = window_span(&df->tables.bytes);
	const struct site site = datafile_site(0, 4, NULL);

	const bool swapped = span_starts(all, "ATAD", 4);

	if (swapped)
		report(df->report, RULE_datafile_magic_atad, &site,
		       "ATAD" WANTED "DATA");
	else if (!span_starts(all, "DATA", 4))
		report(df->report, RULE_datafile_magic, &site,
		       "%08x" WANTED "DATA",
		       __builtin_bswap32(
			       (uint32_t)datafile_int(&df->tables, 0)));
	return swapped || span_starts(all, "DATA", 4);
}

/* DF-1 */
static bool
check_datafile_version(struct datafile *df)
{
	const int32_t version = df->tables.header.version;

	if (version == 3 || version == 4)
		return true;
	/* A number that a later writer may use is another version.  Any other number is
	   damage. */
	df->other_version = version >= 0 && version < 256;
	datafile_report(df, RULE_datafile_version,
			datafile_site(DATAFILE_AT_VERSION, 4, "version"),
			"%d" WANTED "3 or 4", version);
	return false;
}

static struct datafile_header
read_header_ints(struct span head)
{
	struct cursor c = cur_span(span_tail(head, DATAFILE_AT_VERSION), 0);
	struct datafile_header h;

	h.version = (int32_t)cur_le32(&c);
	h.size = (int32_t)cur_le32(&c);
	h.swaplen = (int32_t)cur_le32(&c);
	h.n_types = (int32_t)cur_le32(&c);
	h.n_items = (int32_t)cur_le32(&c);
	h.n_data = (int32_t)cur_le32(&c);
	h.item_size = (int32_t)cur_le32(&c);
	h.data_size = (int32_t)cur_le32(&c);
	return h;
}

bool
datafile_read_header(struct datafile *df)
{
	df->tables.header = read_header_ints(window_span(&df->tables.bytes));
	if (!check_data_magic(df) || !check_datafile_version(df) ||
	    !check_header_counts(df))
		return false;
	lay_out(&df->tables.header, &df->tables.layout);
	check_lengths(df);
	return true;
}

uint64_t
datafile_find_end(struct span head)
{
	const struct datafile_header h = read_header_ints(head);
	struct datafile_layout l;

	if (head.len < DATAFILE_HEADER_BYTES ||
	    (h.version != 3 && h.version != 4) || h.n_types < 0 ||
	    h.n_types > DATAFILE_MAX_TYPES || h.n_items < 0 || h.n_data < 0 ||
	    h.item_size < 0 || h.item_size % 4 || h.data_size < 0)
		return 0;
	lay_out(&h, &l);
	return l.end;
}
