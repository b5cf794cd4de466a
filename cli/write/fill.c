/* SPDX-License-Identifier: MIT */
/* fill.c - the loop between an input, its repair, and a descriptor */
#include "cli/write/fill.h"

#include "cli/write/encoder.h"
#include "cli/write/output.h"

struct filling {
	enum fill_way way;
	int out;
	struct stream_encoder encoder; /* for FILL_ENCODED */
	int write_error;               /* of the last write, or 0 */
};

static int
write_out(void *ctx, const void *bytes, size_t size)
{
	struct filling *f = ctx;

	f->write_error = output_write(f->out, bytes, size);
	return f->write_error;
}

static int
write_repaired(void *ctx, const void *bytes, size_t size)
{
	struct filling *f = ctx;

	switch (f->way) {
	case FILL_PLAIN: return write_out(f, bytes, size);
	case FILL_ENCODED:
		if (size > 0)
			f->write_error = encoder_write(&f->encoder, bytes, size,
						       write_out, f);
		return f->write_error;
	case FILL_COPIED: break;
	}
	return 0;
}

/* Passes the bytes of the input to the repair, or to the output if the input is copied. */
static enum dfk_status
feed_repair(struct filling *f, struct input *source, struct dfk_repair *repair,
	    int *error)
{
	enum dfk_status status = DFK_OK;
	const void *bytes;
	size_t size = 1;

	*error = input_rewind(source);
	while (status == DFK_OK && *error == 0 && size > 0) {
		*error = input_read(source, &bytes, &size);
		if (*error != 0 || size == 0)
			continue;
		status = dfk_repair_feed(repair, bytes, size);
		if (status == DFK_OK && f->way == FILL_COPIED &&
		    write_out(f, bytes, size) != 0)
			status = DFK_WRITE_FAILED;
	}
	if (status == DFK_OK && *error == 0)
		status = dfk_repair_finish(repair);
	return status;
}

static enum dfk_status
end_encoder(struct filling *f)
{
	f->write_error = encoder_write(&f->encoder, NULL, 0, write_out, f);
	return f->write_error != 0 ? DFK_WRITE_FAILED : DFK_OK;
}

struct fill_end
fill_run(const struct dfk_check *check, struct input *source, enum fill_way way,
	 int out)
{
	const struct dfk_result *plan = dfk_result_of(check);
	struct filling f = { .way = way, .out = out };
	struct fill_end end = { .status = DFK_OK };
	struct dfk_repair *repair;

	if (way == FILL_ENCODED)
		end.encoder_error = encoder_open(&f.encoder, plan->compression,
						 plan->kept + plan->changed +
							 plan->added);
	if (end.encoder_error != 0)
		return end;
	end.status = dfk_repair_open(check, write_repaired, &f, &repair);
	if (end.status == DFK_OK)
		end.status = feed_repair(&f, source, repair, &end.read_error);
	if (end.status == DFK_OK && end.read_error == 0 && way == FILL_ENCODED)
		end.status = end_encoder(&f);
	dfk_repair_close(repair);
	encoder_close(&f.encoder);
	end.write_error = f.write_error;
	return end;
}
