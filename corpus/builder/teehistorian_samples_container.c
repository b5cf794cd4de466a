/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_container.c - samples of the rules about any file, about
 * compression, and about the limits of a check
 */
#include <string.h>

#include "corpus/builder/gzip_writer.h"
#include "corpus/builder/teehistorian_samples.h"

static void
finished(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
	write_finish(w);
}

static void
open_recording(struct buffer *w, const struct sample *s)
{
	script_start(w, release_find(s->release));
}

static void
empty(struct buffer *w, const struct sample *s)
{
	(void)s;
	sample_expect(w, 0, 0);
}

static void
first_byte(struct buffer *w, const struct sample *s)
{
	(void)s;
	write_magic(w);
	buffer_cut(w, 1);
}

/* The first `number` bytes of `text`, and a few hundred further bytes. */
static void
begins_with(struct buffer *w, const struct sample *s)
{
	buffer_append(w, s->text, (size_t)s->number);
	buffer_fill(w, 0x55, 200);
}

static void
zeros(struct buffer *w, const struct sample *s)
{
	buffer_fill(w, 0, (size_t)s->number);
}

/* `number` zero bytes, and then a recording.  If `more` is set, the recording is cut
   after `more` bytes. */
static void
after_zeros(struct buffer *w, const struct sample *s)
{
	zeros(w, s);
	finished(w, s);
	if (s->more)
		buffer_cut(w, (size_t)(s->number + s->more));
	sample_expect(w, 0, 64);
}

/* A recording whose UUID has one wrong byte. */
static void
recognizable(struct buffer *w, const struct sample *s)
{
	finished(w, s);
	if (buffer_ok(w))
		w->bytes[8] ^= 0xff;
}

/* -------------------------------------------------------- compressed -- */

/* The difference between a compressed sample and one valid member; see `number`. */
enum change {
	SOUND,
	CUT,      /* the file is cut `more` bytes after the start, or before the
	             end */
	CHECKSUM, /* the checksum in the trailer is wrong */
	SIZE,     /* the size in the trailer is wrong */
	CONTENT,  /* a coordinate is wrong, and only the checksum shows this */
	BLOCK,    /* the type of the block does not exist */
	AFTER,    /* `text` follows the member */
	TWO,      /* there are two members, and the first member ends inside a
	             message */
	THREE,    /* there are three members, and the second member is empty */
	LONG_HEAD, /* the header has every optional field */
	STORED,    /* the blocks are not compressed */
	SPOILT,    /* there are two members, and the first byte of the second
	              member is wrong */
};

static void
member(struct buffer *w, const unsigned char *bytes, size_t size)
{
	gzip_header(w);
	gzip_fixed(w, bytes, size);
	gzip_trailer(w, bytes, size);
}

static void
stored_member(struct buffer *w, const unsigned char *bytes, size_t size)
{
	gzip_header(w);
	gzip_stored(w, bytes, size);
	gzip_trailer(w, bytes, size);
}

/* Writes the bytes of `plain` as a file of kind `s->number`. */
static void
pack(struct buffer *w, const struct buffer *plain, const struct sample *s)
{
	const unsigned char *bytes = plain->bytes;
	const size_t size = plain->size, half = size - 10;
	size_t second;
	const enum change change = (enum change)s->number;

	switch (change) {
	case SOUND:
	case CUT:
	case CHECKSUM:
	case SIZE: member(w, bytes, size); break;
	case BLOCK:
		gzip_header(w);
		buffer_byte(w, 0x07);
		gzip_trailer(w, bytes, size);
		break;
	case AFTER:
		member(w, bytes, size);
		buffer_append(w, s->text, (size_t)s->more);
		break;
	case TWO:
	case SPOILT:
		member(w, bytes, half);
		second = w->size;
		stored_member(w, bytes + half, size - half);
		if (change == SPOILT && buffer_ok(w))
			w->bytes[second] ^= 0x01;
		break;
	case THREE:
		member(w, bytes, half);
		member(w, bytes, 0);
		member(w, bytes + half, size - half);
		break;
	case LONG_HEAD:
		gzip_long_header(w, "sample.teehistorian");
		gzip_fixed(w, bytes, size);
		gzip_trailer(w, bytes, size);
		break;
	case CONTENT:
	case STORED: stored_member(w, bytes, size); break;
	}
}

static void
packed(struct buffer *w, const struct sample *s)
{
	const enum change change = (enum change)s->number;
	struct buffer plain;

	buffer_init(&plain);
	open_recording(&plain, s);
	if (!s->key) /* with a key the recording has no FINISH */
		write_finish(&plain);
	if (buffer_ok(&plain))
		pack(w, &plain, s);
	else
		w->failed = true;
	if (buffer_ok(w)) {
		unsigned char *end = w->bytes + w->size;

		if (change == CUT)
			buffer_cut(w, s->more < 0 ? w->size - (size_t)-s->more
						  : (size_t)s->more);
		else if (change == CHECKSUM)
			end[-GZIP_TRAILER_LENGTH] ^= 0x01;
		else if (change == SIZE)
			end[-1] ^= 0x01;
		else if (change == CONTENT)
			end[-GZIP_TRAILER_LENGTH - 2] ^= 0x02;
	}
	buffer_free(&plain);
}

static void
unfinished(struct buffer *w, const struct sample *s)
{
	open_recording(w, s);
}

/* Three ints, each of which needs an edit. */
static void
three_edits(struct buffer *w, const struct sample *s)
{
	open_recording(w, s);
	write_int(w, 0);
	write_int_overlong(w, 3, 2);
	write_int_overlong(w, -4, 2);
	write_finish(w);
	buffer_byte(w, 0);
}

/* clang-format off */
const struct sample teehistorian_samples_container[] = {
	SAMPLE("bad/file.empty.teehistorian",
	       "No bytes at all.",
	       empty),
	SAMPLE("near/file.empty.teehistorian",
	       "One byte, the first of the UUID.",
	       first_byte),
	SAMPLE("bad/file.unrecognized.teehistorian",
	       "Text.",
	       begins_with, .text = "[2023-11-27 22:41:08][server]: ", .number = 30),
	SAMPLE("bad/file.unrecognized-zeros.teehistorian",
	       "Zero bytes, as a file system leaves them where a whole file was lost.",
	       zeros, .number = 4096),
	SAMPLE("bad/file.unrecognized-header.teehistorian",
	       "A block of zero bytes before a whole recording.",
	       after_zeros, .number = 512),
	SAMPLE("bad/file.unrecognized-header-later.teehistorian",
	       "Zero bytes, more than are looked at for a header that is lost.",
	       after_zeros, .number = 10000),
	SAMPLE("crash/zeros-before-cut-uuid.teehistorian",
	       "The same, but the file ends before the last byte of the UUID.",
	       after_zeros, .number = 512, .more = 15),
	SAMPLE("near/file.unrecognized.teehistorian",
	       "One byte of the UUID is altered: recognized, but damaged.",
	       recognizable),
	SAMPLE("bad/file.unsupported.zip",
	       "The first bytes of a ZIP archive.",
	       begins_with, .text = "PK\x03\x04\x14\0", .number = 6),
	SAMPLE("bad/file.unsupported.7z",
	       "The first bytes of a 7-Zip archive.",
	       begins_with, .text = "7z\xbc\xaf\x27\x1c\0\x04", .number = 8),
	SAMPLE("bad/file.unsupported.rar",
	       "The first bytes of a RAR archive.",
	       begins_with, .text = "Rar!\x1a\x07\x01\0", .number = 8),
	SAMPLE("bad/file.unsupported.lz4",
	       "The first bytes of an LZ4 frame.",
	       begins_with, .text = "\x04\x22\x4d\x18\x64", .number = 5),
	SAMPLE("bad/file.unsupported-method.teehistorian.gz",
	       "The first bytes of a gzip member whose method is not deflate.",
	       begins_with, .text = "\x1f\x8b\x07\0", .number = 4),
	SAMPLE("bad/file.unsupported-source-buffers.dem",
	       "The first bytes of a Source engine demo of protocol buffers, as of Dota 2.",
	       begins_with, .text = "PBUFDEM\0\x10\0\0\0", .number = 12),
	SAMPLE("bad/file.unsupported-source2.dem",
	       "The first bytes of a Source 2 demo.",
	       begins_with, .text = "PBDEMS2\0\0\0\0\0", .number = 12),
	SAMPLE("bad/file.unsupported-goldsrc.dem",
	       "The first bytes of a GoldSrc demo.",
	       begins_with, .text = "HLDEMO\0\0\5\0\0\0", .number = 12),
	SAMPLE("bad/file.unsupported-lfs.dem",
	       "A Git LFS pointer.",
	       begins_with, .text = "version https://git-lfs.github.com/spec/v1\n", .number = 43),
	SAMPLE("near/file.unsupported-lfs.dem",
	       "Another URL.",
	       begins_with, .text = "version https://git-scm.com/\n", .number = 29),
	SAMPLE("near/file.unsupported.teehistorian.xz",
	       "The first bytes of an xz file, the last of which is altered.",
	       begins_with, .text = "\xfd" "7zXZ\x01\0\x04", .number = 8),
	SAMPLE("bad/file.extension.demo",
	       "The name is that of a demo (only the command sees that).",
	       finished),
	SAMPLE("near/file.extension.teehistorian",
	       "The name fits.",
	       finished),
	SAMPLE("bad/file.growing.teehistorian",
	       "The start of a recording; trips the rule while somebody adds to it (only the command sees that).",
	       open_recording),
	SAMPLE("near/file.growing.teehistorian",
	       "The same start, closed; nobody adds to it.",
	       finished),
	SAMPLE("bad/file.open_elsewhere.teehistorian",
	       "The start of a recording; breaks the rule while a process has it open for writing (only the command sees that).",
	       open_recording),
	SAMPLE("near/file.open_elsewhere.teehistorian",
	       "A whole recording; a process may have it open for reading.",
	       finished),

	SAMPLE("bad/file.compressed_truncated.teehistorian.gz",
	       "The last byte of the trailer is missing; all of the recording is there.",
	       packed, .number = CUT, .more = -1),
	SAMPLE("bad/file.compressed_truncated-no-trailer.teehistorian.gz",
	       "The trailer is missing; all of the recording is there.",
	       packed, .number = CUT, .more = -GZIP_TRAILER_LENGTH),
	SAMPLE("near/file.compressed_truncated.teehistorian.gz",
	       "The trailer is whole, the recording in it has no FINISH.",
	       packed, .number = SOUND, .key = "open"),
	SAMPLE("bad/file.compressed_damaged.teehistorian.gz",
	       "The checksum is altered.",
	       packed, .number = CHECKSUM),
	SAMPLE("bad/file.compressed_damaged-size.teehistorian.gz",
	       "The size in the trailer is altered.",
	       packed, .number = SIZE),
	SAMPLE("bad/file.compressed_damaged-content.teehistorian.gz",
	       "A coordinate is altered, which only the checksum shows.",
	       packed, .number = CONTENT),
	SAMPLE("bad/file.compressed_damaged-block.teehistorian.gz",
	       "The first block has a type that does not exist.",
	       packed, .number = BLOCK),
	SAMPLE("near/file.compressed_damaged.teehistorian.gz",
	       "Blocks that are not compressed.",
	       packed, .number = STORED),
	SAMPLE("bad/file.compressed_trailing.teehistorian.gz",
	       "Four bytes after the member that begin no other.",
	       packed, .number = AFTER, .text = "more", .more = 4),
	SAMPLE("bad/file.compressed_trailing-member.teehistorian.gz",
	       "A bit of the first byte of a second member is altered, in the middle of a message.",
	       packed, .number = SPOILT),
	SAMPLE("near/file.compressed_trailing.teehistorian.gz",
	       "What follows the first member is a second one, in the middle of a message.",
	       packed, .number = TWO),
	SAMPLE("bad/file.compressed_padding.teehistorian.gz",
	       "Zero bytes after the member, as tapes leave them.",
	       packed, .number = AFTER, .text = "\0\0\0\0\0\0\0\0", .more = 8),
	SAMPLE("near/file.compressed_padding.teehistorian.gz",
	       "The same, and the last one is not zero.",
	       packed, .number = AFTER, .text = "\0\0\0\0\0\0\0\1", .more = 8),

	SAMPLE("good/gzip.teehistorian.gz",
	       "A compressed recording.",
	       packed, .number = SOUND),
	SAMPLE("good/gzip-three-members.teehistorian.gz",
	       "Three members, of which the second holds nothing.",
	       packed, .number = THREE),
	SAMPLE("good/gzip-long-header.teehistorian.gz",
	       "Every optional field that the header of a member can have.",
	       packed, .number = LONG_HEAD),

	SAMPLE("crash/gzip-cut-2.teehistorian.gz",
	       "A compressed recording, cut after the bytes that tell the format.",
	       packed, .number = CUT, .more = 2),
	SAMPLE("crash/gzip-cut-in-head.teehistorian.gz",
	       "A compressed recording, cut inside the header of the member.",
	       packed, .number = CUT, .more = GZIP_HEADER_LENGTH - 1),
	SAMPLE("crash/gzip-cut-behind-head.teehistorian.gz",
	       "A compressed recording, cut after the header of the member.",
	       packed, .number = CUT, .more = GZIP_HEADER_LENGTH),
	SAMPLE("crash/gzip-cut-behind-head-forced.teehistorian.gz",
	       "The same, with its format forced: there is nothing to salvage.",
	       packed, .number = CUT, .more = GZIP_HEADER_LENGTH,
	       .options = "as=teehistorian"),
	SAMPLE("crash/gzip-cut-in-header.teehistorian.gz",
	       "A compressed recording, cut inside the header of the recording.",
	       packed, .number = CUT, .more = 200),
	SAMPLE("crash/gzip-cut-in-messages.teehistorian.gz",
	       "A compressed recording, cut inside its messages.",
	       packed, .number = CUT, .more = -GZIP_TRAILER_LENGTH - 12),
	SAMPLE("crash/gzip-open.teehistorian.gz",
	       "An open recording, cut together with its compressed trailer.",
	       packed, .number = CUT, .more = -GZIP_TRAILER_LENGTH, .key = "open"),

	SAMPLE("bad/limit.input_bytes.teehistorian",
	       "A recording larger than the limit by one byte.",
	       finished, .options = "limit=input_bytes=1561"),
	SAMPLE("near/limit.input_bytes.teehistorian",
	       "The same recording, as large as the limit.",
	       finished, .options = "limit=input_bytes=1562"),
	SAMPLE("bad/limit.decoded_bytes.teehistorian.gz",
	       "A compressed recording larger than the limit by one byte.",
	       packed, .number = SOUND, .options = "limit=decoded_bytes=1561"),
	SAMPLE("near/limit.decoded_bytes.teehistorian.gz",
	       "The same recording, as large as the limit.",
	       packed, .number = SOUND, .options = "limit=decoded_bytes=1562"),
	SAMPLE("bad/limit.header_bytes.teehistorian",
	       "A header larger than the limit by one byte.",
	       finished, .options = "limit=header_bytes=1442"),
	SAMPLE("near/limit.header_bytes.teehistorian",
	       "The same header, as large as the limit.",
	       finished, .options = "limit=header_bytes=1443"),
	SAMPLE("bad/limit.header_depth.teehistorian",
	       "A header of two levels, where one is allowed.",
	       finished, .options = "limit=header_depth=1"),
	SAMPLE("near/limit.header_depth.teehistorian",
	       "A header of two levels, where two are allowed.",
	       finished, .options = "limit=header_depth=2"),
	SAMPLE("bad/limit.header_keys.teehistorian",
	       "A header with one key more than the limit.",
	       finished, .options = "limit=header_keys=20"),
	SAMPLE("near/limit.header_keys.teehistorian",
	       "The same header, with as many keys as the limit.",
	       finished, .options = "limit=header_keys=21"),
	SAMPLE("bad/limit.header_uuids.teehistorian",
	       "A header with one extension name more than the limit.",
	       finished, .options = "limit=header_uuids=24"),
	SAMPLE("near/limit.header_uuids.teehistorian",
	       "The same header, with as many extension names as the limit.",
	       finished, .options = "limit=header_uuids=25"),
	SAMPLE("bad/limit.edits.teehistorian",
	       "A repair of three edits, where two are allowed.",
	       three_edits, .options = "limit=edits=2"),
	SAMPLE("bad/limit.insert_bytes.teehistorian",
	       "FINISH is missing, and no byte may be inserted.",
	       unfinished, .options = "limit=insert_bytes=0"),
	SAMPLE("near/limit.insert_bytes.teehistorian",
	       "FINISH is missing, and one byte may be inserted.",
	       unfinished, .options = "limit=insert_bytes=1"),
	SAMPLE("near/limit.edits.teehistorian",
	       "A repair of three edits, where three are allowed.",
	       three_edits, .options = "limit=edits=3"),

	{ .path = NULL },
};
