/* SPDX-License-Identifier: MIT */
/* fields.c - one field of a message: ints, UUIDs, strings (SPEC.md, TH-2) */
#include "validator/teehistorian/fields.h"

static const char no_fields[TEEHISTORIAN_MAX_FIELDS] = "";

/* Bytes that belong to the field at hand. */
static struct cursor
field_window(const struct teehistorian_reading *r, const struct cursor *c)
{
	if (!r->in_payload)
		return *c;
	return cur_limit(c, r->payload_end - cur_tell(c));
}

/*
 * A field did not fit.  In a payload that is all there, the payload is short,
 * and reading goes on behind it; otherwise more of the file is needed.
 */
bool
teehistorian_field_lacking(struct teehistorian_reading *r, struct cursor *c,
			   size_t need)
{
	if (r->in_payload && r->payload_end - cur_tell(c) <= cur_left(c)) {
		r->ev.payload_short = true;
		r->fields = &no_fields;
		r->field = 0;
		r->skip = r->payload_end - cur_tell(c);
		return true;
	}
	c->fail = CUR_SHORT;
	c->need = need;
	return false;
}

void
teehistorian_field_odd(struct teehistorian_event *ev, uint64_t off,
		       uint64_t end, unsigned quirks, int32_t value)
{
	if (ev->n_odd < TEEHISTORIAN_MAX_INTS)
		AT(ev->odd, ev->n_odd++) = (struct teehistorian_odd_int){
			off, (uint8_t)(end - off), quirks, value
		};
}

bool
teehistorian_field_int(struct teehistorian_reading *r, struct cursor *c,
		       int32_t *value, bool *got)
{
	const uint64_t off = cur_tell(c);
	struct cursor w = field_window(r, c);
	unsigned quirks = 0;

	*value = cur_int(&w, &quirks);
	*got = cur_ok(&w);
	if (!*got)
		return teehistorian_field_lacking(r, c, w.need);
	cur_follow(c, &w);
	if (quirks)
		teehistorian_field_odd(&r->ev, off, cur_tell(c), quirks,
				       *value);
	return true;
}

char
teehistorian_field_letter(const struct teehistorian_reading *r)
{
	return AT(*r->fields, r->field);
}

void
teehistorian_field_next(struct teehistorian_reading *r)
{
	r->field++;
}

bool
teehistorian_field_plain(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	int32_t value;
	bool got;

	if (!teehistorian_field_int(r, c, &value, &got))
		return false;
	if (got) {
		AT(ev->ints, ev->n_ints++) = value;
		teehistorian_field_next(r);
	}
	return true;
}

bool
teehistorian_field_ten(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	int32_t value;
	bool got;

	for (; r->of_ten < 10; r->of_ten++) {
		if (!teehistorian_field_int(r, c, &value, &got))
			return false;
		AT(ev->ints, ev->n_ints++) = value;
	}
	teehistorian_field_next(r);
	return true;
}

bool
teehistorian_field_uuid(struct teehistorian_reading *r, struct cursor *c)
{
	struct cursor w = field_window(r, c);
	const struct span s = cur_bytes(&w, UUID_SIZE);

	if (!cur_ok(&w))
		return teehistorian_field_lacking(r, c, w.need);
	if (r->in_payload)
		r->ev.inner_uuid = uuid_from_bytes(s);
	else
		r->ev.uuid = uuid_from_bytes(s);
	cur_some(c, UUID_SIZE);
	teehistorian_field_next(r);
	return true;
}

/* -------------------------------------------------------------- texts -- */

/* Reads on in a string; *whole says that its NUL was read. */
static bool
read_string(struct teehistorian_reading *r, struct cursor *c, struct span *s,
	    bool *whole)
{
	const uint64_t max = r->in_payload ? r->payload_end - cur_tell(c)
					   : UINT64_MAX;

	*s = cur_until_nul(c, max, whole);
	utf8_feed(&r->utf8, *s);
	if (*whole) {
		cur_u8(c);
		utf8_end(&r->utf8);
		return true;
	}
	return teehistorian_field_lacking(r, c, 1);
}

bool
teehistorian_field_text(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_event *ev = &r->ev;
	const bool fresh = !r->in_text;
	struct span s;
	bool whole;

	if (fresh) {
		r->in_text = true;
		r->utf8 = utf8_init();
		AT(ev->texts, ev->n_texts) = (struct teehistorian_text){
			.off = cur_tell(c)
		};
	}
	if (!read_string(r, c, &s, &whole))
		return false;
	if (!whole) /* a short payload: its last text does not count */
		return true;
	struct teehistorian_text *t = &AT(ev->texts, ev->n_texts++);

	t->len = r->utf8.length;
	t->bad = r->utf8.bad;
	if (fresh)
		t->bytes = s;
	r->in_text = false;
	teehistorian_field_next(r);
	return true;
}

/* A count, then so many strings; they are one run of bytes in the event. */
bool
teehistorian_field_arguments(struct teehistorian_reading *r, struct cursor *c)
{
	struct teehistorian_text *all = &r->ev.arguments;
	const bool fresh = !r->in_arguments;
	struct span s;
	bool got, whole;

	if (fresh) {
		int32_t n;

		if (!teehistorian_field_int(r, c, &n, &got))
			return false;
		if (n < 0) {
			c->fail = CUR_BAD;
			return false;
		}
		r->in_arguments = true;
		r->ev.n_arguments = r->arguments_left = (uint32_t)n;
		all->off = cur_tell(c);
		r->utf8 = utf8_init();
	}
	const struct span start = cur_rest(c);

	for (; r->arguments_left; r->arguments_left--) {
		const uint64_t string_off = cur_tell(c) - r->utf8.length;

		if (!read_string(r, c, &s, &whole))
			return false;
		if (all->bad == UTF8_CLEAN && r->utf8.bad != UTF8_CLEAN)
			all->bad = (int64_t)(string_off - all->off) +
				   r->utf8.bad;
		r->utf8 = utf8_init();
	}
	all->len = cur_tell(c) - all->off;
	if (fresh)
		all->bytes = span_head(start, (size_t)all->len);
	teehistorian_field_next(r);
	return true;
}
