/* SPDX-License-Identifier: MIT */
/* repair.c - reads the same bytes again and writes the repaired file */
#include "api/handles.h"
#include "validator/core/memory.h"

struct dfk_repair {
	const struct dfk_check *check;
	struct dfk_allocator allocator;
	struct edits_writer writer;
	struct decompress *decompress; /* NULL: the file is not compressed */
	struct text_mode text; /* times 0: the file was not transferred as
	                          text */
	struct digest digest;
	uint64_t size;
	enum dfk_status status; /* the first failure, or DFK_OK */
	bool finished;
	bool busy; /* a call is running, and its write function must not call
	              again */
};

static enum dfk_status
write_content(void *ctx, struct span bytes)
{
	struct dfk_repair *r = ctx;

	/* There are more bytes now than in the check, so the file has changed. */
	if (bytes.len > r->check->result.decoded_size - r->writer.pos)
		return DFK_CHANGED;
	return edits_writer_feed(&r->writer, bytes) ? DFK_OK
						    : DFK_WRITE_FAILED;
}

static enum dfk_status
write_decoded(void *ctx, struct span decoded, bool *stop)
{
	struct dfk_repair *r = ctx;
	const enum dfk_status status =
		r->text.times
			? text_mode_undo(&r->text, decoded, write_content, r)
			: write_content(r, decoded);

	*stop = status != DFK_OK;
	return status;
}

/* Opens the decoder again.  The check has loaded its library already. */
static enum dfk_status
reopen_decompress(struct dfk_repair *r)
{
	const struct session *s = &r->check->session;
	const enum dfk_status status = decompress_open(
		&r->decompress, s->decompress->kind, s->limits.decoder_bytes,
		&r->allocator);

	return r->decompress ? DFK_OK
			     : (status == DFK_OK ? DFK_NO_MEMORY : status);
}

enum dfk_status
dfk_repair_open(const struct dfk_check *check,
		int (*write)(void *ctx, const void *bytes, size_t size),
		void *ctx, struct dfk_repair **out)
{
	struct dfk_repair *r;
	enum dfk_status status = DFK_OK;

	*out = NULL;
	if (!check->finished || check->busy || check->saved.loaded)
		return DFK_BAD_STATE;
	if (check->result.repairable == DFK_REPAIRABLE_NO)
		return DFK_NOT_REPAIRABLE;
	r = memory_get(&check->options.allocator, sizeof(*r));
	if (!r)
		return DFK_NO_MEMORY;
	*r = (struct dfk_repair){
		.check = check,
		.allocator = check->options.allocator,
		.writer = {
			.edits = &check->plan.edits,
			.write = write,
			.ctx = ctx,
		},
	};
	r->text.times = check->session.text.times;
	digest_open(&r->digest);
	if (check->session.decompress)
		status = reopen_decompress(r);
	if (status != DFK_OK) {
		dfk_repair_close(r);
		return status;
	}
	*out = r;
	return DFK_OK;
}

enum dfk_status
dfk_repair_feed(struct dfk_repair *r, const void *bytes, size_t size)
{
	const struct span in = { bytes, size };
	bool stop = false;

	if (r->status != DFK_OK)
		return r->status;
	if (r->finished || r->busy)
		return DFK_BAD_STATE;
	r->busy = true;
	r->size += size;
	if (r->size > r->check->result.size)
		r->status = DFK_CHANGED;
	else if (r->decompress)
		r->status = decompress_feed(r->decompress, in, write_decoded,
					    r);
	else
		r->status = write_decoded(r, in, &stop);
	if (r->status == DFK_OK && r->check->result.has_sha256)
		digest_feed(&r->digest, in);
	r->busy = false;
	return r->status;
}

/* Are these bytes the bytes that were checked? */
static bool
same_input(struct dfk_repair *r)
{
	const struct dfk_result *was = &r->check->result;
	uint8_t sha256[SHA256_BYTES];

	if (r->size != was->size || r->writer.pos != was->decoded_size)
		return false;
	if (!was->has_sha256)
		return true;
	digest_close(&r->digest, sha256);
	return memcmp(sha256, was->sha256, sizeof(sha256)) == 0;
}

static enum dfk_status
end_output(struct dfk_repair *r)
{
	if (!same_input(r))
		return DFK_CHANGED;
	return edits_writer_finish(&r->writer) ? DFK_OK : DFK_WRITE_FAILED;
}

enum dfk_status
dfk_repair_finish(struct dfk_repair *r)
{
	if (r->status != DFK_OK)
		return r->status;
	if (r->finished || r->busy)
		return DFK_BAD_STATE;
	r->finished = r->busy = true;
	r->status = text_mode_end(&r->text, write_content, r);
	if (r->status == DFK_OK)
		r->status = end_output(r);
	r->busy = false;
	return r->status;
}

void
dfk_repair_close(struct dfk_repair *r)
{
	if (!r)
		return;
	const struct dfk_allocator allocator = r->allocator;

	decompress_close(r->decompress);
	memory_put(&allocator, r);
}
