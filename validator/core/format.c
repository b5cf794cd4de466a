/* SPDX-License-Identifier: MIT */
/* format.c - the table of formats, and the detection of a format by the first bytes */
#include "validator/core/format.h"

#define FORMAT(folder, name, ...) extern const struct format name##_format;
#include "validator/formats.def"
#undef FORMAT

static const struct format *const formats[FORMAT_COUNT] = {
#define FORMAT(folder, name, ...) [FORMAT_##name] = &name##_format,
#include "validator/formats.def"
#undef FORMAT
};

/* clang-format off */
static const struct dfk_format abouts[FORMAT_COUNT] = {
#define FORMAT(folder, nm, ident, ttl, ext, rec, plan) \
	[FORMAT_##nm] = { \
		.id = ident, .title = ttl, .extensions = ext, .record = rec, \
	},
#include "validator/formats.def"
#undef FORMAT
};
/* clang-format on */

/* Kinds of files that are only recognized. demofsck does not unpack or check these
   files. */
static const struct foreign {
	const char *name;
	size_t off, size;
	uint8_t magic[24];
} foreign[] = {
	{ "an LZ4 archive: lz4 -dc FILE | demofsck check -",
	  0,
	  4,
	  { 0x04, 0x22, 0x4d, 0x18 } },
	{ "a zip archive: unzip -p FILE | demofsck check -",
	  0,
	  4,
	  { 'P', 'K', 3, 4 } },
	{ "a zip archive that is empty", 0, 4, { 'P', 'K', 5, 6 } },
	{ "a 7z archive: 7z x -so FILE | demofsck check -",
	  0,
	  6,
	  { '7', 'z', 0xbc, 0xaf, 0x27, 0x1c } },
	{ "a RAR archive: unrar p -inul FILE | demofsck check -",
	  0,
	  6,
	  { 'R', 'a', 'r', '!', 0x1a, 7 } },
	/* The magic of POSIX tar and GNU tar.  The bytes after the magic differ. */
	{ "a tar archive: tar -xf FILE unpacks it",
	  257,
	  5,
	  { 'u', 's', 't', 'a', 'r' } },
	{ "a gzip archive of another method than deflate",
	  0,
	  2,
	  { 0x1f, 0x8b } },
	{ "a GoldSrc demo", 0, 6, { 'H', 'L', 'D', 'E', 'M', 'O' } },
	{ "a Source engine demo of protocol buffers",
	  0,
	  8,
	  { 'P', 'B', 'U', 'F', 'D', 'E', 'M', 0 } },
	{ "a Source 2 demo", 0, 8, { 'P', 'B', 'D', 'E', 'M', 'S', '2', 0 } },
	/* Git LFS stores this pointer in place of a recording that was not fetched. */
	{ "a Git LFS pointer, and no recording: git lfs pull gets it", 0, 23,
	  "version https://git-lfs" },
};

const struct dfk_format *
format_about(enum format_id id)
{
	return &AT(abouts, id);
}

const struct format *
format_find(const char *id)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++)
		if (strcmp(AT(abouts, i).id, id) == 0)
			return AT(formats, i);
	return NULL;
}

const struct format *
format_detect(struct span head, bool closed)
{
	const struct format *best = NULL;
	unsigned most = EVIDENCE_NONE;

	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		const unsigned bits = AT(formats, i)->match(head, closed);

		if (bits > most) {
			most = bits;
			best = AT(formats, i);
		}
	}
	return best;
}

const struct format *
format_detect_lost(struct span head)
{
	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		const struct format *f = AT(formats, i);

		if (f->match_lost && f->match_lost(head))
			return f;
	}
	return NULL;
}

const char *
format_text_or_null(const char *text)
{
	return *text ? text : NULL;
}

const char *
format_foreign(struct span head)
{
	for (size_t i = 0; i < COUNT_OF(foreign); i++) {
		const struct foreign *f = &AT(foreign, i);

		if (span_starts(span_tail(head, f->off), f->magic, f->size))
			return f->name;
	}
	return NULL;
}
