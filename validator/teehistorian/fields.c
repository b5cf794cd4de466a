/* SPDX-License-Identifier: MIT */
/* fields.c - checks the ints, sizes and texts of messages (SPEC.md, TH-2, TH-8) */
#include "validator/teehistorian/check.h"

enum {
	MESSAGE_MAX_6 = 1023, /* a chunk header of 0.6 has 10 bits */
	MESSAGE_MAX_7 = 1394, /* the payload of a packet of 0.7 */
	ARGUMENTS_MAX = 16,   /* libtw2 refuses a file with more arguments */
	/* Size of the buffer in which the writer packs messages.  Before 14.6 the buffer
	   has one byte more. */
	PACKER_OLD = 2049,
	PACKER_NEW = 65536,
	MINOR_PACKER_NEW = 9,
	RELEASE_UTF8 = 1406,
};

/* ----------------------------------------------------------------- ints -- */

static struct fix
fix_for_int(uint64_t off, uint64_t len, int32_t value,
	    uint8_t bytes[INT_MAX_BYTES])
{
	const size_t n = int_encode(value, bytes);

	return fix_replace(off, len, (struct span){ bytes, n });
}

void
teehistorian_shrink(struct teehistorian *th,
		    const struct teehistorian_event *ev, uint64_t bytes)
{
	uint8_t size[INT_MAX_BYTES];

	th->shrunk += bytes;
	const struct fix fix = fix_for_int(ev->ex.size_off, ev->ex.size_len,
					   (int32_t)(ev->blob_len - th->shrunk),
					   size);

	report_also(th->report, &fix);
}

/* TH-2.1 */
static void
check_int(struct teehistorian *th, const struct teehistorian_event *ev,
	  const struct teehistorian_noncanonical_int *found)
{
	uint8_t bytes[INT_MAX_BYTES];
	const struct site site = {
		.off = found->off,
		.len = found->len,
		.fix = fix_for_int(found->off, found->len, found->value, bytes),
	};
	const uint64_t saved = found->len - site.fix.ins.len;

	if (found->quirks & INT_PADDING)
		report(th->report, RULE_teehistorian_varint_padding, &site,
		       "integer %d with unused bits set", (int)found->value);
	else
		report(th->report, RULE_teehistorian_varint_overlong, &site,
		       "integer %d in %d bytes", (int)found->value,
		       (int)found->len);
	if (ev->kind == TEEHISTORIAN_EX && found->off >= ev->blob_off &&
	    saved && report_mended(th->report))
		teehistorian_shrink(th, ev, saved);
}

void
teehistorian_check_ints(struct teehistorian *th,
			const struct teehistorian_event *ev)
{
	for (uint32_t i = 0; i < ev->n_noncanonical; i++)
		check_int(th, ev, &AT(ev->noncanonical, i));
}

/* ------------------------------------------------------ sizes and texts -- */

/* TH-8 */
static void
too_large(struct teehistorian *th, const struct teehistorian_event *ev,
	  uint64_t size, uint64_t maximum)
{
	teehistorian_report(
		th, RULE_teehistorian_size_limit, ev, TEEHISTORIAN_NO_CLIENT,
		"%llu bytes" WANTED "at most %llu bytes",
		(unsigned long long)size, (unsigned long long)maximum);
}

static uint64_t
packer_size(const struct teehistorian *th)
{
	return th->header.minor >= MINOR_PACKER_NEW ? PACKER_NEW : PACKER_OLD;
}

/* TH-8: checks the size of messages that the writer packs into one buffer. */
static void
check_packed_size(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const uint64_t size = ev->kind == TEEHISTORIAN_EX ? ev->blob_len
							  : ev->len;

	if (ev->ex.extension == TEEHISTORIAN_EX_ANTIBOT)
		return; /* not packed into the buffer */
	if (size > packer_size(th))
		too_large(th, ev, size, packer_size(th));
}

/* TH-4: checks that a network message has an id, and that the game has this message. */
static void
check_message_id(struct teehistorian *th, const struct teehistorian_event *ev,
		 int32_t cid)
{
	if (ev->blob_len == 0)
		teehistorian_report(th, RULE_teehistorian_message_empty, ev,
				    cid,
				    "an empty message" WANTED "a message id");
	else if (ev->message_id_cut)
		teehistorian_report(
			th, RULE_teehistorian_message_int, ev, cid,
			"%llu byte%s of an incomplete int" WANTED
			"a whole message id",
			(unsigned long long)ev->blob_len,
			ev->blob_len == 1 ? "" : "s");
	else if (ev->message_id & 1)
		teehistorian_report(th, RULE_teehistorian_message_sys, ev, cid,
				    "system message %d" WANTED "a game message",
				    (int)(ev->message_id >> 1));
}

uint64_t
teehistorian_message_most(const struct teehistorian *th, int32_t cid)
{
	return AT(th->clients.at, cid).protocol6 ? MESSAGE_MAX_6
						 : MESSAGE_MAX_7;
}

void
teehistorian_check_network_message(struct teehistorian *th,
				   const struct teehistorian_event *ev,
				   int32_t cid)
{
	const uint64_t most = teehistorian_message_most(th, cid);

	if (ev->blob_len > most)
		too_large(th, ev, ev->blob_len, most);
	check_message_id(th, ev, cid);
	teehistorian_check_joined(th, ev, cid);
}

/* TH-8 */
bool
teehistorian_check_command(struct teehistorian *th,
			   const struct teehistorian_event *ev, int32_t cid)
{
	if (ev->n_arguments > ARGUMENTS_MAX &&
	    teehistorian_cut(th, RULE_teehistorian_command_arguments, ev,
			     TEEHISTORIAN_NO_CLIENT,
			     "%u arguments" WANTED "at most %d arguments",
			     (unsigned)ev->n_arguments, ARGUMENTS_MAX))
		return false;
	if (cid >= 0)
		teehistorian_check_joined(th, ev, cid);
	return true;
}

/* TH-2.2 */
static void
check_string_utf8(struct teehistorian *th, const struct teehistorian_text *t)
{
	/* Before 14.6 the writer copied the bytes of the client without a check. */
	const bool old = th->header.release &&
			 th->header.release < RELEASE_UTF8;

	if (t->bad == UTF8_CLEAN)
		return;
	report(th->report, RULE_teehistorian_string_utf8,
	       &(struct site){ .off = t->off + (uint64_t)t->bad,
			       .len = 1,
			       .at_most = old ? DFK_NOTE : DFK_OFF },
	       "a byte that is not UTF-8" WANTED "UTF-8");
}

/* Returns the largest size of the last text of an extension, in bytes. 0: only the size
   of the buffer limits the text. */
static uint64_t
text_maximum(enum teehistorian_extension ex)
{
	if (ex == TEEHISTORIAN_EX_PLAYER_NAME)
		return 15;
	if (ex == TEEHISTORIAN_EX_DDNETVER)
		return 63;
	if (ex == TEEHISTORIAN_EX_SAVE_SUCCESS ||
	    ex == TEEHISTORIAN_EX_LOAD_SUCCESS)
		return 65535;
	return 0;
}

/* TH-8 */
static void
check_text_length(struct teehistorian *th, const struct teehistorian_event *ev)
{
	const uint64_t most = text_maximum(ev->ex.extension);

	if (!most || !ev->n_texts)
		return;
	const struct teehistorian_text *t = &AT(ev->texts, ev->n_texts - 1);

	if (t->len > most)
		report(th->report, RULE_teehistorian_string_length,
		       &(struct site){ .off = t->off, .len = t->len },
		       "%llu bytes" WANTED "at most %llu bytes",
		       (unsigned long long)t->len, (unsigned long long)most);
}

void
teehistorian_check_texts(struct teehistorian *th,
			 const struct teehistorian_event *ev)
{
	for (uint32_t i = 0; i < ev->n_texts; i++)
		check_string_utf8(th, &AT(ev->texts, i));
	check_string_utf8(th, &ev->arguments);
	if (ev->kind == TEEHISTORIAN_EX)
		check_text_length(th, ev);
	check_packed_size(th, ev);
}
