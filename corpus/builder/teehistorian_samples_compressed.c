/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_compressed.c - samples of the rules about compression, of
 * other containers than gzip, and about archives
 */
#include <string.h>

#include "corpus/builder/bzip2_writer.h"
#include "corpus/builder/teehistorian_samples.h"
#include "corpus/builder/xz_writer.h"
#include "corpus/builder/zstd_writer.h"

/* The difference between a sample and one valid stream; see `number`. */
enum change {
	SOUND,
	OPEN,    /* the recording has no FINISH */
	CUT,     /* the file is cut `more` bytes after the start, or before the
	            end */
	ALTERED, /* a bit is flipped in the byte at `more`, counted in the
	            same way */
	AFTER,   /* `text` of `more` bytes follows the stream */
	TWO,     /* there are two streams, with `text` of `more` bytes between
	            them */
	WINDOW,  /* xz: the declared size of the dictionary is `more` */
};

/* This is so small that the recordings have several blocks. */
enum { BLOCK = 700 };

/* 1 MiB, as preset 0 declares, which is much less than usual. */
enum { DICTIONARY = 16 };

static void
stream(struct buffer *w, const struct sample *s, const unsigned char *bytes,
       size_t size)
{
	if (strcmp(s->key, "xz") == 0)
		xz_stream(w, bytes, size,
			  s->number == WINDOW ? (unsigned)s->more : DICTIONARY);
	else if (strcmp(s->key, "zstd") == 0)
		zstd_frame(w, bytes, size);
	else
		bzip2_stream(w, bytes, size, BLOCK);
}

/* Writes the bytes of `plain` as a file of kind `s->number`. */
static void
pack(struct buffer *w, const struct buffer *plain, const struct sample *s)
{
	const unsigned char *bytes = plain->bytes;
	const size_t half = s->number == TWO ? plain->size / 2 : plain->size;
	size_t at;

	stream(w, s, bytes, half);
	if (s->number == TWO || s->number == AFTER)
		buffer_append(w, s->text, (size_t)s->more);
	if (s->number == TWO)
		stream(w, s, bytes + half, plain->size - half);
	at = s->more < 0 ? w->size - (size_t)-s->more : (size_t)s->more;
	if (s->number == CUT)
		buffer_cut(w, at);
	else if (s->number == ALTERED && buffer_ok(w))
		w->bytes[at] ^= 0x04;
}

static void
packed(struct buffer *w, const struct sample *s)
{
	struct buffer plain;

	buffer_init(&plain);
	script_start(&plain, release_find(s->release));
	if (s->number != OPEN)
		write_finish(&plain);
	if (buffer_ok(&plain))
		pack(w, &plain, s);
	else
		w->failed = true;
	buffer_free(&plain);
}

/* Writes the head of a file in a tar archive, whose magic is `text`, and zero bytes. */
static void
tar(struct buffer *w, const struct sample *s)
{
	enum { MAGIC = 257, RECORD = 512 };
	const size_t from = w->size;

	buffer_append(w, "run.teehistorian", 16);
	buffer_fill(w, 0, from + MAGIC - w->size);
	buffer_text(w, s->text);
	buffer_append(w, "00", 2);
	buffer_fill(w, 0, from + 2 * RECORD - w->size);
}

static void
packed_tar(struct buffer *w, const struct sample *s)
{
	struct buffer plain;

	buffer_init(&plain);
	tar(&plain, s);
	if (buffer_ok(&plain))
		zstd_frame(w, plain.bytes, plain.size);
	else
		w->failed = true;
	buffer_free(&plain);
}

/* clang-format off */
const struct sample teehistorian_samples_compressed[] = {
	SAMPLE("bad/file.unsupported.tar",
	       "The first bytes of a tar archive.",
	       tar, .text = "ustar"),
	SAMPLE("near/file.unsupported.tar",
	       "The same with another magic.",
	       tar, .text = "ustbr"),
	SAMPLE("bad/file.unsupported.tar.zst",
	       "The first bytes of a tar archive, compressed.",
	       packed_tar, .text = "ustar"),

	SAMPLE("good/xz.teehistorian.xz",
	       "A recording in an xz file.",
	       packed, .key = "xz", .number = SOUND),
	SAMPLE("good/xz-two-streams.teehistorian.xz",
	       "Two xz streams with eight bytes of padding between them.",
	       packed, .key = "xz", .number = TWO, .text = "\0\0\0\0\0\0\0\0", .more = 8),
	SAMPLE("good/zstd.teehistorian.zst",
	       "A recording in a zstd file.",
	       packed, .key = "zstd", .number = SOUND),
	SAMPLE("good/zstd-two-frames.teehistorian.zst",
	       "Two zstd frames, between which is one to be skipped.",
	       packed, .key = "zstd", .number = TWO, .text = "\x5f\x2a\x4d\x18\x03\0\0\0abc", .more = 11),
	SAMPLE("good/bzip2.teehistorian.bz2",
	       "A recording in a bzip2 file.",
	       packed, .key = "bzip2", .number = SOUND),
	SAMPLE("good/bzip2-two-streams.teehistorian.bz2",
	       "Two bzip2 streams.",
	       packed, .key = "bzip2", .number = TWO, .text = "", .more = 0),

	SAMPLE("bad/file.compressed_truncated-xz.teehistorian.xz",
	       "The last byte of an xz file is missing; all of the recording is there.",
	       packed, .key = "xz", .number = CUT, .more = -1),
	SAMPLE("near/file.compressed_truncated-xz.teehistorian.xz",
	       "The xz file is whole, the recording in it has no FINISH.",
	       packed, .key = "xz", .number = OPEN),
	SAMPLE("bad/file.compressed_truncated-zstd.teehistorian.zst",
	       "The last byte of a zstd file is missing; all of the recording is there.",
	       packed, .key = "zstd", .number = CUT, .more = -1),
	SAMPLE("near/file.compressed_truncated-zstd.teehistorian.zst",
	       "The zstd file is whole, the recording in it has no FINISH.",
	       packed, .key = "zstd", .number = OPEN),
	SAMPLE("bad/file.compressed_truncated-bzip2.teehistorian.bz2",
	       "The last byte of a bzip2 file is missing; all of the recording is there.",
	       packed, .key = "bzip2", .number = CUT, .more = -1),
	SAMPLE("near/file.compressed_truncated-bzip2.teehistorian.bz2",
	       "The bzip2 file is whole, the recording in it has no FINISH.",
	       packed, .key = "bzip2", .number = OPEN),

	SAMPLE("bad/file.compressed_damaged-xz.teehistorian.xz",
	       "A bit of an xz file is altered, in the CRC of its footer.",
	       packed, .key = "xz", .number = ALTERED, .more = -XZ_FOOTER_LENGTH),
	SAMPLE("bad/file.compressed_damaged-xz-content.teehistorian.xz",
	       "A bit of the recording is altered, which only the check shows.",
	       packed, .key = "xz", .number = ALTERED, .more = 900),
	SAMPLE("bad/file.compressed_damaged-zstd.teehistorian.zst",
	       "A bit of the checksum of a zstd frame is altered.",
	       packed, .key = "zstd", .number = ALTERED, .more = -ZSTD_CHECKSUM_LENGTH),
	SAMPLE("bad/file.compressed_damaged-zstd-block.teehistorian.zst",
	       "A block of a zstd frame has a type that does not exist.",
	       packed, .key = "zstd", .number = ALTERED, .more = 6 + 503),
	SAMPLE("bad/file.compressed_damaged-bzip2.teehistorian.bz2",
	       "A bit of the checksum of a bzip2 file is altered.",
	       packed, .key = "bzip2", .number = ALTERED, .more = -3),
	SAMPLE("bad/file.compressed_damaged-bzip2-start.teehistorian.bz2",
	       "The mark of the first block of a bzip2 file is altered.",
	       packed, .key = "bzip2", .number = ALTERED, .more = 5),

	SAMPLE("bad/file.compressed_padding-xz.teehistorian.xz",
	       "Three zero bytes after an xz stream, where padding is four.",
	       packed, .key = "xz", .number = AFTER, .text = "\0\0\0", .more = 3),
	SAMPLE("near/file.compressed_padding-xz.teehistorian.xz",
	       "Four zero bytes after an xz stream.",
	       packed, .key = "xz", .number = AFTER, .text = "\0\0\0\0", .more = 4),
	SAMPLE("bad/file.compressed_trailing-xz.teehistorian.xz",
	       "Three zero bytes after an xz stream, and one that is none.",
	       packed, .key = "xz", .number = AFTER, .text = "\0\0\0\1", .more = 4),
	SAMPLE("bad/file.compressed_trailing-zstd.teehistorian.zst",
	       "Four bytes after a zstd frame that begin no other.",
	       packed, .key = "zstd", .number = AFTER, .text = "more", .more = 4),
	SAMPLE("near/file.compressed_trailing-zstd.teehistorian.zst",
	       "What follows a zstd frame is one to be skipped.",
	       packed, .key = "zstd", .number = AFTER, .text = "\x50\x2a\x4d\x18\0\0\0\0", .more = 8),
	SAMPLE("bad/file.compressed_trailing-bzip2.teehistorian.bz2",
	       "Four bytes after a bzip2 stream that nearly begin another.",
	       packed, .key = "bzip2", .number = AFTER, .text = "BZh0", .more = 4),

	SAMPLE("crash/xz-cut-in-messages.teehistorian.xz",
	       "A recording in an xz file, cut inside its messages.",
	       packed, .key = "xz", .number = CUT, .more = 1560),
	SAMPLE("crash/zstd-cut-in-messages.teehistorian.zst",
	       "A recording in a zstd file, cut inside its messages.",
	       packed, .key = "zstd", .number = CUT, .more = 1560),
	SAMPLE("crash/bzip2-cut-in-block.teehistorian.bz2",
	       "A recording in a bzip2 file, cut inside its last block.",
	       packed, .key = "bzip2", .number = CUT, .more = -40),
	SAMPLE("crash/xz-cut-2.teehistorian.xz",
	       "The first two bytes of an xz file.",
	       packed, .key = "xz", .number = CUT, .more = 2),
	SAMPLE("crash/zstd-cut-2.teehistorian.zst",
	       "The first two bytes of a zstd file.",
	       packed, .key = "zstd", .number = CUT, .more = 2),
	SAMPLE("crash/bzip2-cut-3.teehistorian.bz2",
	       "The first three bytes of a bzip2 file.",
	       packed, .key = "bzip2", .number = CUT, .more = 3),

	SAMPLE("bad/limit.decoder_bytes.teehistorian.xz",
	       "A dictionary of 1 MiB, and a limit of as many bytes.",
	       packed, .key = "xz", .number = WINDOW, .more = 16, .options = "limit=decoder_bytes=1048576"),
	SAMPLE("near/limit.decoder_bytes.teehistorian.xz",
	       "A dictionary of 768 KiB, and the same limit.",
	       packed, .key = "xz", .number = WINDOW, .more = 15, .options = "limit=decoder_bytes=1048576"),
	{ .path = NULL },
};
