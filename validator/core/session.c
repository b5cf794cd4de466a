/* SPDX-License-Identifier: MIT */
/* session.c - turns bytes into findings: decompression, detection, window */
#include "validator/core/session.h"

#include "validator/core/content.h"
#include "validator/core/memory.h"
#include "validator/core/always.h"
#include "validator/core/transfer.h"

/* ----------------------------------------------------------------- sums */

static void
open_sums(struct session_sums *sums)
{
	digest_open(&sums->digest);
	digest_md5_open(&sums->md5_state);
}

static void
feed_sums(struct session_sums *sums, struct span bytes)
{
	if (sums->sha256_wanted)
		digest_feed(&sums->digest, bytes);
	if (sums->md5_wanted)
		digest_md5_feed(&sums->md5_state, bytes);
}

static void
close_sums(struct session_sums *sums)
{
	if (sums->sha256_wanted)
		digest_close(&sums->digest, sums->sha256);
	if (sums->md5_wanted)
		digest_md5_close(&sums->md5_state, sums->md5);
}

/* ------------------------------------------------------- open and close */

void
session_open(struct session *s, const struct dfk_allocator *allocator,
	     const struct format *format)
{
	*s = (struct session){
		.allocator = allocator,
		.limits = limits_default(),
		.format = format,
		.sums.sha256_wanted = true,
	};
	report_open(&s->report);
	open_sums(&s->sums);
}

/* Frees the memory that reading needed, except the state. */
static void
release_state(struct session *s)
{
	if (s->state && !s->released && s->format->release)
		s->format->release(s->state);
	s->released = true;
	window_free(&s->input.head, s->allocator);
	window_free(&s->text.held, s->allocator);
	window_free(&s->reading.window, s->allocator);
}

void
session_close(struct session *s)
{
	decompress_close(s->decompress);
	release_state(s);
	memory_put(s->allocator, s->state);
}

/* -------------------------------------------------------------- content */

static enum dfk_status
pass_content(void *ctx, struct span bytes)
{
	struct session *s = ctx;

	s->report.space = session_space(s);
	s->report.input.returns = s->text.times;
	s->decoded_size += bytes.len;
	return content_feed(s, bytes);
}

/* Reading on trial must not change the known maps of the caller. */
static struct transfer
transfer_of(struct session *s)
{
	struct transfer t = {
		.text = &s->text,
		.trial = {
			.allocator = s->allocator,
			.format = s->format,
			.limits = &s->limits,
			.given = s->given,
		},
		.receive = pass_content,
		.ctx = s,
	};

	t.trial.given.known_maps = NULL;
	return t;
}

/* If this function were inlined, its variables would be cleared each time that bytes
   arrive. */
__attribute__((noinline)) static enum dfk_status
feed_transfer(struct session *s, struct span bytes)
{
	const struct transfer t = transfer_of(s);

	return transfer_feed(&t, bytes);
}

/* Receives bytes of the file, or decoded bytes of a compressed file. */
static enum dfk_status
arrive(struct session *s, struct span bytes)
{
	s->arrival.bytes += bytes.len;
	return s->text.settled && !s->text.times ? pass_content(s, bytes)
						 : feed_transfer(s, bytes);
}

/* Ends the bytes that arrive.  `closed`: the file ends, too. */
static enum dfk_status
end_arrival(struct session *s, bool closed)
{
	struct transfer t = transfer_of(s);

	t.trial.closed = closed;
	return transfer_end(&t);
}

static enum dfk_status
receive_decoded(void *ctx, struct span decoded, bool *stop)
{
	struct session *s = ctx;
	const uint64_t room = s->limits.decoded_bytes - s->arrival.bytes;

	if (decoded.len > room) {
		decoded = span_head(decoded, (size_t)room);
		s->arrival.limit_hit = true;
		*stop = true;
	}
	return arrive(s, decoded);
}

/* -------------------------------------------------------------- input -- */

static enum dfk_status
open_compressed(struct session *s, const struct compression *kind)
{
	const enum dfk_status status = decompress_open(
		&s->decompress, kind, s->limits.decoder_bytes, s->allocator);

	s->report.space = session_space(s);
	if (s->decompress)
		s->report.input.decoder = kind->name;
	if (!s->decompress && status == DFK_OK) {
		s->input.unread = kind;
		s->text.settled = true;
	}
	return status;
}

static enum dfk_status
unpack_input(struct session *s, struct span bytes)
{
	if (s->decompress)
		return decompress_feed(s->decompress, bytes, receive_decoded,
				       s);
	return arrive(s, bytes);
}

/* Gathers the few bytes that show whether the file is compressed. *bytes: the remaining
   bytes. */
static enum dfk_status
first_input(struct session *s, struct span *bytes, bool closed)
{
	struct window *w = &s->input.head;
	/* A few more bytes than necessary do no harm. */
	const struct span head = span_head(*bytes, COMPRESSION_HEAD_BYTES);
	const struct compression *kind;
	enum dfk_status status = DFK_OK;

	if (!window_add(w, s->allocator, head))
		return DFK_NO_MEMORY;
	*bytes = span_tail(*bytes, head.len);
	if (w->used < COMPRESSION_HEAD_BYTES && !closed)
		return DFK_OK;
	s->input.known = true;
	kind = compression_of(window_span(w), closed);
	if (kind)
		status = open_compressed(s, kind);
	if (status == DFK_OK)
		status = unpack_input(s, window_span(w));
	return status;
}

/* Is the input still read?  Then removes the bytes above the limit from `bytes`. */
static enum dfk_status
admit(struct session *s, struct span *bytes)
{
	const uint64_t room = s->limits.input_bytes - s->input.size;

	if (s->status != DFK_OK)
		return s->status;
	if (s->closed)
		return DFK_BAD_STATE;
	if (s->input.expected > s->limits.input_bytes)
		s->input.limit_hit = true;
	if (bytes->len > room) {
		s->input.limit_hit = true;
		*bytes = span_head(*bytes, (size_t)room);
	}
	return DFK_OK;
}

static void
count_input(struct session *s, struct span bytes)
{
	feed_sums(&s->sums, bytes);
	s->input.size += bytes.len;
}

static enum dfk_status
status_after_feed(struct session *s)
{
	if (s->reading.no_memory)
		s->status = DFK_NO_MEMORY;
	return s->status;
}

enum dfk_status
session_feed(struct session *s, struct span bytes)
{
	const enum dfk_status status = admit(s, &bytes);

	if (status != DFK_OK)
		return status;
	count_input(s, bytes);
	if (!s->input.known)
		s->status = first_input(s, &bytes, false);
	if (s->input.known && s->status == DFK_OK)
		s->status = unpack_input(s, bytes);
	return status_after_feed(s);
}

/* Decodes at most one buffer of the decoder. */
static enum dfk_status
feed_decoder(struct session *s, struct span *bytes)
{
	struct span part = *bytes;
	const enum dfk_status status = admit(s, &part);
	const struct span admitted = part;

	if (status != DFK_OK)
		return status;
	if (part.len || decompress_is_full(s->decompress))
		s->status = decompress_feed_part(s->decompress, &part,
						 receive_decoded, s);
	count_input(s, span_head(admitted, admitted.len - part.len));
	/* Bytes above the limit are never read. */
	*bytes = part.len ? span_tail(*bytes, admitted.len - part.len)
			  : span_tail(*bytes, bytes->len);
	return status_after_feed(s);
}

enum dfk_status
session_feed_part(struct session *s, struct span *bytes, bool *more)
{
	struct span part = *bytes;
	enum dfk_status status;

	if (s->decompress) {
		status = feed_decoder(s, bytes);
	} else {
		/* The first bytes show whether the file is compressed. */
		if (!s->input.known)
			part = span_head(part, COMPRESSION_HEAD_BYTES);
		*bytes = span_tail(*bytes, part.len);
		status = session_feed(s, part);
	}
	*more = status == DFK_OK &&
		(bytes->len ||
		 (s->decompress && decompress_is_full(s->decompress)));
	return status;
}

/* ---------------------------------------------------------------- end -- */

static void
report_limits(struct session *s)
{
	struct report *r = &s->report;

	if (s->input.limit_hit)
		report(r, RULE_limit_input_bytes,
		       &(struct site){ .off = s->input.size },
		       "more than %llu bytes",
		       (unsigned long long)s->limits.input_bytes);
	if (s->arrival.limit_hit)
		report(r, RULE_limit_decoded_bytes,
		       &(struct site){ .off = s->input.size },
		       "more than %llu decoded bytes",
		       (unsigned long long)s->limits.decoded_bytes);
}

static void
report_stream(struct session *s)
{
	struct report *r = &s->report;
	const struct decompress *d = s->decompress;
	const struct site rest = { .off = d->stop_off,
				   .len = s->input.size - d->stop_off };
	struct site apart = rest;

	apart.fix.kind = FIX_APART;
	switch (d->state) {
	case DECOMPRESS_DAMAGED:
		report(r, RULE_file_compressed_damaged, &apart, "%s", d->why);
		break;
	case DECOMPRESS_UNABLE:
		report(r, RULE_file_unsupported, &rest, "%s: %s",
		       d->kind->stream, d->why);
		break;
	case DECOMPRESS_LIMIT:
		report(r, RULE_limit_decoder_bytes, &rest,
		       "%s that needs more than %llu bytes of memory",
		       d->kind->stream,
		       (unsigned long long)s->limits.decoder_bytes);
		break;
	case DECOMPRESS_TRAILING:
		if (d->only_zeros)
			report(r, RULE_file_compressed_padding, &rest,
			       "%llu zero bytes", (unsigned long long)rest.len);
		else
			report(r, RULE_file_compressed_trailing, &apart,
			       "%llu bytes that are not %s",
			       (unsigned long long)rest.len, d->kind->stream);
		break;
	case DECOMPRESS_STREAM:
	case DECOMPRESS_START:
	case DECOMPRESS_BETWEEN:
	case DECOMPRESS_STOPPED: break;
	}
	if (session_stops_early(s))
		report(r, RULE_file_compressed_truncated,
		       &(struct site){ .off = s->input.size,
				       .fix.kind = FIX_APART },
		       "the end of the file inside %s", d->kind->stream);
}

/* Offsets do not count the carriage returns that are left out.  Up to the first such LF,
   offsets are also offsets of the file, unless the file is compressed. */
static void
report_transfer(struct report *r, const struct text_mode *t)
{
	const struct site first = {
		.off = t->first_off, .len = 1, .fix.kind = FIX_APART,
	};
	const struct site bare = {
		.off = t->bare_off, .len = 1, .fix.kind = FIX_APART,
	};

	r->space = DFK_SPACE_DECODED;
	/* The rarer finding comes first. */
	if (t->bare)
		report(r, RULE_file_text_mode_mixed, &bare,
		       "the first of %llu LFs without a CR" WANTED "CR LF",
		       (unsigned long long)t->bare);
	report(r, RULE_file_text_mode, &first,
	       "the first of %llu CRs before an LF" WANTED "LF",
	       (unsigned long long)text_mode_dropped(t));
}

static void
report_container(struct session *s)
{
	struct report *r = &s->report;
	const enum dfk_space space = r->space;
	const uint64_t record = r->record;
	const int64_t tick = r->tick;

	r->space = DFK_SPACE_FILE;
	r->record = UINT64_MAX;
	r->tick = -1;
	report_limits(s);
	if (s->decompress)
		report_stream(s);
	if (s->text.times)
		report_transfer(r, &s->text);
	r->space = space;
	r->record = record;
	r->tick = tick;
}

/* Did reading stop before the end of the recording?  Then the end is not known. */
static bool
ends_unseen(const struct session *s)
{
	const struct decompress *d = s->decompress;

	if (s->input.limit_hit || s->arrival.limit_hit || s->stopped)
		return true;
	if (!d)
		return false;
	switch (d->state) {
	case DECOMPRESS_UNABLE:
	case DECOMPRESS_LIMIT: return true;
	/* A stream without any decoded byte is not an empty file. */
	case DECOMPRESS_STREAM:
	case DECOMPRESS_START:
	case DECOMPRESS_DAMAGED: return s->arrival.bytes == 0;
	case DECOMPRESS_BETWEEN:
	case DECOMPRESS_TRAILING:
	case DECOMPRESS_STOPPED: break;
	}
	return false;
}

/* May the format still withdraw its last findings?  Then it would also withdraw a
   finding that is reported now. */
static bool
is_format_on_trial(const struct session *s)
{
	return s->state && ALWAYS(s->format) && !s->reading.done &&
	       s->format->on_trial && s->format->on_trial(s->state);
}

static enum dfk_status
finish_input(struct session *s)
{
	struct window *w = &s->reading.window;
	struct span nothing = { NULL, 0 };
	enum dfk_status status = DFK_OK;
	bool early;

	if (!s->input.known)
		status = first_input(s, &nothing, true);
	if (status != DFK_OK)
		return status;
	/* The decoder holds bytes if the last part was not the end of a feed. */
	if (s->decompress && !s->stopped)
		status = unpack_input(s, nothing);
	if (status != DFK_OK)
		return status;
	if (s->decompress)
		decompress_end(s->decompress);
	status = end_arrival(s, !ends_unseen(s));
	if (status != DFK_OK)
		return status;
	/* Whole records come first, then the findings of the compressed file, then the
	   end.  This order does not depend on the pieces of the input. */
	if (s->content.known && s->format && !s->reading.done && w->used)
		content_read(s, false);
	early = ends_unseen(s) || !is_format_on_trial(s);
	if (early)
		report_container(s);
	if (ends_unseen(s))
		return DFK_OK;
	if (!s->content.known)
		status = content_recognize(s, true);
	if (status != DFK_OK || !s->format)
		return status;
	if (!s->reading.done)
		content_read(s, true);
	if (s->reading.no_memory)
		return DFK_NO_MEMORY;
	if (!early)
		report_container(s);
	content_name_tail(s);
	s->format->close(s->state, s->decoded_size);
	/* This saves memory, because a repair keeps this check open while it checks its
	   output. */
	release_state(s);
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
	close_sums(&s->sums);
	s->status = finish_input(s);
	return s->status;
}

enum dfk_status
session_stop(struct session *s)
{
	s->stopped = true;
	return session_finish(s);
}

bool
session_has_rest(const struct session *s)
{
	const struct decompress *d = s->decompress;

	/* Zero bytes may stand for bytes that were never written, unless the recording
	   before them is whole. */
	return d && d->state == DECOMPRESS_TRAILING &&
	       (!d->only_zeros || s->report.errors);
}

uint64_t
session_undecoded(const struct session *s)
{
	const struct decompress *d = s->decompress;

	if (d && d->state == DECOMPRESS_DAMAGED)
		return s->input.size - d->lost_off;
	return session_has_rest(s) ? s->input.size - d->stop_off : 0;
}

bool
session_stops_early(const struct session *s)
{
	const struct decompress *d = s->decompress;

	/* After a limit the rest of the stream is not read. */
	return d && !s->input.limit_hit && !s->stopped &&
	       (d->state == DECOMPRESS_STREAM || d->state == DECOMPRESS_START);
}

bool
session_lost_bytes(const struct session *s)
{
	const struct decompress *d = s->decompress;

	return session_stops_early(s) || session_has_rest(s) || s->text.bare ||
	       (d && d->state == DECOMPRESS_DAMAGED);
}

enum dfk_verdict
session_verdict(const struct session *s)
{
	const struct report *r = &s->report;
	const struct tally *tally = r->hold.on ? &r->hold.sure : &r->tally;

	if (r->limit_hits || s->input.limit_hit || s->arrival.limit_hit)
		return DFK_UNDECIDED;
	if (AT(r->hits, RULE_file_unrecognized))
		return DFK_UNRECOGNIZED;
	if (AT(r->hits, RULE_file_unsupported) ||
	    (s->state && s->format->unsupported(s->state)))
		return DFK_UNSUPPORTED;
	if (!tally->errors)
		return s->stopped ? DFK_UNDECIDED : DFK_VALID;
	return tally->errors == tally->early_errors ? DFK_TRUNCATED
						    : DFK_DAMAGED;
}
