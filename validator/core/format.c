/* SPDX-License-Identifier: MIT */
/* format.c - the registry, and what a file is by its first bytes */
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
#define FORMAT(folder, nm, ident, ttl, ext, rec, sync, plan) \
	[FORMAT_##nm] = { \
		.id = ident, .title = ttl, .extensions = ext, .record = rec, \
		.resync = sync, \
	},
#include "validator/formats.def"
#undef FORMAT
};
/* clang-format on */

/* Known by name only: unpacking them, or checking them, is not built. */
static const struct foreign {
	const char *name;
	uint8_t size, magic[24];
} foreign[] = {
	{ "an xz archive", 6, { 0xfd, '7', 'z', 'X', 'Z', 0 } },
	{ "a Zstandard archive", 4, { 0x28, 0xb5, 0x2f, 0xfd } },
	{ "a bzip2 archive", 3, { 'B', 'Z', 'h' } },
	{ "an LZ4 archive", 4, { 0x04, 0x22, 0x4d, 0x18 } },
	{ "a zip archive", 4, { 'P', 'K', 3, 4 } },
	{ "a 7z archive", 6, { '7', 'z', 0xbc, 0xaf, 0x27, 0x1c } },
	{ "a RAR archive", 6, { 'R', 'a', 'r', '!', 0x1a, 7 } },
	/* Only what was decoded from one begins so: see format_is_gzip(). */
	{ "a gzip archive inside another", 3, { 0x1f, 0x8b, 8 } },
	{ "a gzip archive of another method than deflate", 2, { 0x1f, 0x8b } },
	{ "a GoldSrc demo", 6, { 'H', 'L', 'D', 'E', 'M', 'O' } },
	{ "a Source engine demo of protocol buffers",
	  8,
	  { 'P', 'B', 'U', 'F', 'D', 'E', 'M', 0 } },
	{ "a Source 2 demo", 8, { 'P', 'B', 'D', 'E', 'M', 'S', '2', 0 } },
	/* A recording that was not fetched from the store of large files. */
	{ "a Git LFS pointer, and no recording: git lfs pull gets it",
	  23,
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

const char *
format_foreign(struct span head)
{
	for (size_t i = 0; i < COUNT_OF(foreign); i++) {
		const struct foreign *f = &AT(foreign, i);

		if (span_starts(head, f->magic, f->size))
			return f->name;
	}
	return NULL;
}

bool
format_is_gzip(struct span head)
{
	/* RFC 1952: magic, and deflate as the only method there is */
	static const uint8_t magic[] = { 0x1f, 0x8b, 8 };

	/* Two bytes are a gzip file that was cut. */
	return head.len >= 2 &&
	       span_starts((struct span){ magic, sizeof(magic) }, head.ptr,
			   span_head(head, sizeof(magic)).len);
}
