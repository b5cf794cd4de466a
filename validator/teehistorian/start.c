/* SPDX-License-Identifier: MIT */
/*
 * start.c - the start of the file: magic, JSON text, NUL (SPEC.md, TH-1)
 *
 *   699db17b8efb34ffb1d8da6f60c15dd1   { ... }   00   messages
 *   0                               16              16 + n
 */
#include "validator/teehistorian/header_scan.h"

enum { MAGIC_SIZE = UUID_SIZE };

/* The UUID of the name teehistorian@ddnet.tw. */
static const struct uuid magic = UUID(0x699db17b, 0x8efb34ff, 0xb1d8da6f,
				      0x60c15dd1);

unsigned
teehistorian_match(struct span head, bool closed)
{
	static const char start[] = "{\"comment\":\"teehistorian@";
	const struct span text = span_tail(head, MAGIC_SIZE);
	struct cursor a = cur_span(head, 0);
	struct cursor b = cur_init(magic.bytes, MAGIC_SIZE, 0);
	unsigned same = 0;

	if (head.len < MAGIC_SIZE) {
		if (!closed || !head.len ||
		    !span_starts((struct span){ magic.bytes, MAGIC_SIZE },
				 head.ptr, head.len))
			return EVIDENCE_NONE;
		return (unsigned)head.len * 8;
	}
	while (cur_left(&b))
		same += cur_u8(&a) == cur_u8(&b);
	if (same == MAGIC_SIZE)
		return same * 8;
	/* The magic was altered, but what follows can be nothing else. */
	if (span_starts(text, start, sizeof(start) - 1))
		return 64;
	if (same >= 12 && span_starts(text, "{", 1))
		return 48;
	return EVIDENCE_NONE;
}

static enum pull
die(struct teehistorian *th)
{
	th->phase = TEEHISTORIAN_DEAD;
	return PULL_HALT;
}

/* TH-1; false: not all of it is there, or it is another one, and *p is another. */
static bool
read_magic(struct teehistorian *th, struct cursor *c, bool closed, enum pull *p)
{
	const struct span all = cur_rest(c);
	const struct span got = cur_bytes(c, MAGIC_SIZE);

	if (!cur_ok(c) && !closed)
		return false; /* as read_text() would */
	if (cur_ok(c) && span_equal(got, magic.bytes, MAGIC_SIZE))
		return true;
	*p = die(th);
	if (span_starts((struct span){ magic.bytes, MAGIC_SIZE }, all.ptr,
			all.len))
		report(th->report, RULE_teehistorian_magic_short,
		       &(struct site){ .off = all.len },
		       "the first %zu byte%s of the teehistorian UUID" WANTED
		       "16 bytes and a header",
		       all.len, all.len == 1 ? "" : "s");
	else
		report(th->report, RULE_teehistorian_magic,
		       &(struct site){ .len = all.len < MAGIC_SIZE ? all.len
								   : MAGIC_SIZE,
				       .expected = "699db17b-8efb-34ff-b1d8-"
						   "da6f60c15dd1" },
		       "other bytes");
	return false;
}

/* TH-1: consumes the JSON text and its NUL. */
static bool
read_text(struct teehistorian *th, struct cursor *c, bool closed,
	  struct span *json, enum pull *p)
{
	const uint64_t limit = th->limits->header_bytes;
	const uint64_t done = th->header.nul_scanned;
	const struct span rest = cur_rest(c);
	struct cursor ahead = cur_span(span_tail(rest, (size_t)done), 0);
	bool found;
	const size_t n = cur_until_nul(&ahead, limit - done + 1, &found).len;

	th->header.nul_scanned = done + n;
	if (found) {
		*json = cur_bytes(c, (size_t)done + n);
		cur_u8(c);
		return true;
	}
	if (done + n > limit) {
		report(th->report, RULE_limit_header_bytes,
		       &(struct site){ .off = MAGIC_SIZE, .len = limit },
		       "a header of more than %llu bytes",
		       (unsigned long long)limit);
	} else if (closed) {
		report(th->report, RULE_teehistorian_header_unterminated,
		       &(struct site){ .off = MAGIC_SIZE, .len = rest.len },
		       "the end of the file %zu byte%s into the header" WANTED
		       "a NUL byte",
		       rest.len, rest.len == 1 ? "" : "s");
	} else {
		*p = PULL_MORE;
		return false;
	}
	*p = die(th);
	return false;
}

/* The header is an event of its own: events tile the file. */
static void
header_event(struct teehistorian_event *ev, struct span json, uint64_t end)
{
	*ev = (struct teehistorian_event){
		.kind = TEEHISTORIAN_HEADER,
		.len = end,
		.blob = json,
		.blob_off = MAGIC_SIZE,
		.blob_len = json.len,
	};
}

enum pull
teehistorian_read_header(struct teehistorian *th, struct cursor *in,
			 bool closed)
{
	struct cursor c = *in;
	enum pull p = PULL_MORE;
	struct span json;

	if (!read_magic(th, &c, closed, &p) ||
	    !read_text(th, &c, closed, &json, &p)) {
		in->need = c.need;
		return p;
	}
	if (!teehistorian_scan_header(th, json, MAGIC_SIZE))
		return die(th);
	header_event(&th->reading.ev, json, cur_tell(&c));
	*in = c;
	th->phase = TEEHISTORIAN_IN_MESSAGES;
	th->here.off = th->cut_point.off = cur_tell(&c);
	return PULL_EVENT;
}
