/* SPDX-License-Identifier: MIT */
/* session.c - from pushed bytes to findings: detection, decompression, window */
#include "validator/core/session.h"

#include "validator/core/content.h"
#include "validator/core/memory.h"

void
session_open(struct session *s, const struct dfk_allocator *allocator,
	     const struct format *format)
{
	*s = (struct session){
		.allocator = allocator,
		.limits = limits_default(),
		.format = format,
		.hash = true,
	};
	report_open(&s->report);
	digest_open(&s->digest);
	md5_init(&s->md5);
}

/* What reading needed beyond the state itself. */
static void
release(struct session *s)
{
	if (s->state && !s->released && s->format->release)
		s->format->release(s->state);
	s->released = true;
	window_free(&s->raw_head, s->allocator);
	window_free(&s->window, s->allocator);
}

void
session_close(struct session *s)
{
	if (s->gunzip)
		gunzip_close(s->gunzip);
	memory_put(s->allocator, s->gunzip);
	release(s);
	memory_put(s->allocator, s->state);
}

/* -------------------------------------------------------------- content */

static enum dfk_status
receive(void *ctx, struct span decoded, bool *stop)
{
	struct session *s = ctx;
	const uint64_t room = s->limits.decoded_bytes - s->decoded_size;

	if (decoded.len > room) {
		decoded = span_head(decoded, (size_t)room);
		s->decoded_limit = true;
		*stop = true;
	}
	s->decoded_size += decoded.len;
	return content_feed(s, decoded);
}

/* -------------------------------------------------------------- input -- */

static enum dfk_status
open_gunzip(struct session *s)
{
	s->gunzip = memory_get(s->allocator, sizeof(*s->gunzip));
	if (!s->gunzip)
		return DFK_NO_MEMORY;
	if (gunzip_open(s->gunzip, s->allocator) != DFK_OK) {
		memory_put(s->allocator, s->gunzip);
		s->gunzip = NULL;
		return DFK_NO_MEMORY;
	}
	s->report.space = DFK_SPACE_DECODED;
	return DFK_OK;
}

static enum dfk_status
input(struct session *s, struct span bytes)
{
	if (s->gunzip)
		return gunzip_feed(s->gunzip, bytes, receive, s);
	s->decoded_size += bytes.len;
	return content_feed(s, bytes);
}

/* Gathers the few bytes that tell gzip from the rest; *bytes is then what is
   unread. */
static enum dfk_status
first_input(struct session *s, struct span *bytes, bool closed)
{
	enum { GZIP_HEAD_BYTES = 3 };
	struct window *w = &s->raw_head;
	/* A few more than are needed do no harm. */
	const struct span head = span_head(*bytes, GZIP_HEAD_BYTES);
	enum dfk_status status = DFK_OK;

	if (!window_add(w, s->allocator, head))
		return DFK_NO_MEMORY;
	*bytes = span_tail(*bytes, head.len);
	if (w->used < GZIP_HEAD_BYTES && !closed)
		return DFK_OK;
	s->raw_known = true;
	if (format_is_gzip(window_span(w)))
		status = open_gunzip(s);
	if (status == DFK_OK)
		status = input(s, window_span(w));
	return status;
}

enum dfk_status
session_feed(struct session *s, struct span bytes)
{
	const uint64_t room = s->limits.input_bytes - s->size;

	if (s->status != DFK_OK)
		return s->status;
	if (s->closed)
		return DFK_BAD_STATE;
	if (s->expected > s->limits.input_bytes)
		s->input_limit = true;
	if (bytes.len > room) {
		s->input_limit = true;
		bytes = span_head(bytes, (size_t)room);
	}
	if (s->hash)
		digest_feed(&s->digest, bytes);
	if (s->hash_md5)
		digest_md5_feed(&s->md5, bytes);
	s->size += bytes.len;
	if (!s->raw_known)
		s->status = first_input(s, &bytes, false);
	if (s->raw_known && s->status == DFK_OK)
		s->status = input(s, bytes);
	if (s->no_memory)
		s->status = DFK_NO_MEMORY;
	return s->status;
}

/* ---------------------------------------------------------------- end -- */

static void
report_container(struct session *s)
{
	struct report *r = &s->report;
	const struct gunzip *g = s->gunzip;
	const uint64_t record = r->record;
	const int64_t tick = r->tick;

	r->space = DFK_SPACE_FILE;
	r->record = UINT64_MAX;
	r->tick = -1;
	if (s->input_limit)
		report(r, RULE_limit_input_bytes,
		       &(struct site){ .off = s->size }, "more than %llu bytes",
		       (unsigned long long)s->limits.input_bytes);
	if (s->decoded_limit)
		report(r, RULE_limit_decoded_bytes,
		       &(struct site){ .off = s->size },
		       "more than %llu decoded bytes",
		       (unsigned long long)s->limits.decoded_bytes);
	if (g && g->state == GUNZIP_DAMAGED)
		report(r, RULE_file_compressed_damaged,
		       &(struct site){ .off = g->stop_off,
				       .len = s->size - g->stop_off,
				       .fix.kind = FIX_APART },
		       "%s", g->why);
	if (session_stops_early(s))
		report(r, RULE_file_compressed_truncated,
		       &(struct site){ .off = s->size, .fix.kind = FIX_APART },
		       "the end of the file inside a gzip member");
	if (g && g->state == GUNZIP_TRAILING)
		report(r, RULE_file_compressed_trailing,
		       &(struct site){ .off = g->stop_off,
				       .len = s->size - g->stop_off },
		       "%llu bytes that are no gzip member",
		       (unsigned long long)(s->size - g->stop_off));
	r->space = g ? DFK_SPACE_DECODED : DFK_SPACE_FILE;
	r->record = record;
	r->tick = tick;
}

/* Where reading stopped says nothing about where the recording ends. */
static bool
ends_unseen(const struct session *s)
{
	const struct gunzip *g = s->gunzip;

	if (s->input_limit || s->decoded_limit || s->stopped)
		return true;
	/* A stream of which nothing could be decoded is no empty file. */
	return g && s->decoded_size == 0 &&
	       (g->state == GUNZIP_DAMAGED || g->state == GUNZIP_MEMBER);
}

static enum dfk_status
finish(struct session *s)
{
	struct window *w = &s->window;
	struct span nothing = { NULL, 0 };
	enum dfk_status status = DFK_OK;

	if (!s->raw_known)
		status = first_input(s, &nothing, true);
	if (status != DFK_OK)
		return status;
	/* Whole records first, then what the container says, then the end:
	   this order does not depend on how the bytes came. */
	if (s->content_known && s->format && !s->done && w->used)
		content_read(s, false);
	report_container(s);
	if (ends_unseen(s))
		return DFK_OK;
	if (!s->content_known)
		status = content_recognize(s, window_span(w), true);
	if (status != DFK_OK || !s->format)
		return status;
	if (!s->done)
		content_read(s, true);
	if (s->no_memory)
		return DFK_NO_MEMORY;
	s->format->close(s->state, s->decoded_size);
	/* A repair holds this check while it validates its output. */
	release(s);
	return DFK_OK;
}

enum dfk_status
session_finish(struct session *s)
{
	if (s->status != DFK_OK)
		return s->status;
	if (s->closed)
		return DFK_BAD_STATE;
	s->closed = true;
	if (s->hash)
		digest_close(&s->digest, s->sha256);
	if (s->hash_md5)
		digest_md5_close(&s->md5, s->md5_sum);
	s->status = finish(s);
	return s->status;
}

enum dfk_status
session_stop(struct session *s)
{
	s->stopped = true;
	return session_finish(s);
}

uint64_t
session_undecoded(const struct session *s)
{
	const struct gunzip *g = s->gunzip;

	return g && g->state == GUNZIP_DAMAGED ? s->size - g->lost_off : 0;
}

bool
session_stops_early(const struct session *s)
{
	/* At the limit the stream goes on, but nobody looks. */
	return s->gunzip && s->gunzip->state == GUNZIP_MEMBER &&
	       !s->input_limit && !s->stopped;
}

bool
session_lost_bytes(const struct session *s)
{
	const struct gunzip *g = s->gunzip;

	return session_stops_early(s) || (g && g->state == GUNZIP_DAMAGED);
}

enum dfk_verdict
session_verdict(const struct session *s)
{
	const struct report *r = &s->report;

	if (r->limit_hits || s->input_limit || s->decoded_limit)
		return DFK_UNDECIDED;
	if (AT(r->hits, RULE_file_unrecognized))
		return DFK_UNRECOGNIZED;
	if (AT(r->hits, RULE_file_unsupported) ||
	    (s->state && s->format->unsupported(s->state)))
		return DFK_UNSUPPORTED;
	if (!r->tally.errors)
		return s->stopped ? DFK_UNDECIDED : DFK_VALID;
	return r->tally.errors == r->tally.early_errors ? DFK_TRUNCATED
							: DFK_DAMAGED;
}
