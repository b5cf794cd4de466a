/* SPDX-License-Identifier: MIT */
/*
 * buffer.h - a buffer of bytes that grows, with named offsets, for the files of the
 * corpus
 *
 * Every function may run out of memory.  Then the buffer ignores all further calls, and
 * buffer_ok() returns false.  So buffer_ok() must be called once, at the end.
 *
 * A mark is a named offset.  Samples mark the places where they are cut, and the places
 * where a finding is expected.
 */
#ifndef CORPUS_BUILDER_BUFFER_H
#define CORPUS_BUILDER_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUFFER_MARKS 64

struct buffer_mark {
	const char *name; /* the name is not copied */
	size_t offset;
};

struct buffer {
	unsigned char *bytes;
	size_t size, capacity;
	struct buffer_mark marks[BUFFER_MARKS];
	size_t n_marks;
	bool failed;
};

/* Opens an empty buffer.  A buffer that is all zero is also empty. */
void buffer_init(struct buffer *b);
void buffer_free(struct buffer *b);
bool buffer_ok(const struct buffer *b); /* false: there was no memory, or
                                           there were too many marks */

void buffer_append(struct buffer *b, const void *bytes, size_t size);
void buffer_byte(struct buffer *b, unsigned byte);
void buffer_fill(struct buffer *b, unsigned byte, size_t count);
/* Appends the text with its NUL. */
void buffer_text(struct buffer *b, const char *text);
/* Append text for people: words without their NUL, and a decimal number. */
void buffer_words(struct buffer *b, const char *words);
void buffer_decimal(struct buffer *b, uint64_t number);

/* Write ints of four bytes, the lowest byte first: at the end, or at any offset.
   Outside of the buffer nothing is written, and 0 is read. */
void buffer_int(struct buffer *b, int32_t value);
int32_t buffer_peek(const struct buffer *b, size_t offset);
void buffer_poke(struct buffer *b, size_t offset, int32_t value);

/* Both functions accept any range.  Bytes outside of the buffer are ignored. */
void buffer_cut(struct buffer *b, size_t size);
void buffer_remove(struct buffer *b, size_t offset, size_t count);

/* Inserts bytes in the middle.  Marks after this place move with their bytes. */
void buffer_insert(struct buffer *b, size_t offset, const void *bytes,
		   size_t size);

/* Transfers the bytes as text: a carriage return is inserted before each line feed. */
void buffer_as_text(struct buffer *b);

/* Gives the place of the next byte a name.  `name` must live longer than the buffer. */
void buffer_mark(struct buffer *b, const char *name);
void buffer_mark_at(struct buffer *b, const char *name, size_t offset);

/* Returns the offset of the last mark with this name.  SIZE_MAX: there is no such
   mark. */
size_t buffer_offset(const struct buffer *b, const char *name);

/* Removes the last mark with this name, if there is such a mark. */
void buffer_unmark(struct buffer *b, const char *name);

#endif
