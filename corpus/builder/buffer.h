/* SPDX-License-Identifier: MIT */
/*
 * buffer.h - bytes that grow, with named offsets; what every file of the corpus
 * is written to
 *
 * Every function may run out of memory; the buffer then ignores all further
 * calls and buffer_ok() says so, which has to be asked once, at the end.
 *
 * A mark is a named offset.  Samples mark the places where they are cut and
 * where a finding is expected.
 */
#ifndef CORPUS_BUILDER_BUFFER_H
#define CORPUS_BUILDER_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUFFER_MARKS 64

struct buffer_mark {
	const char *name; /* not copied */
	size_t offset;
};

struct buffer {
	unsigned char *bytes;
	size_t size, capacity;
	struct buffer_mark marks[BUFFER_MARKS];
	size_t n_marks;
	bool failed;
};

/* All zero is an empty buffer as well. */
void buffer_init(struct buffer *b);
void buffer_free(struct buffer *b);
bool buffer_ok(const struct buffer *b); /* false: memory or marks ran out */

void buffer_append(struct buffer *b, const void *bytes, size_t size);
void buffer_byte(struct buffer *b, unsigned byte);
void buffer_fill(struct buffer *b, unsigned byte, size_t count);
void buffer_text(struct buffer *b, const char *text); /* with its NUL */
/* For what people read: the words without their NUL, and a decimal number. */
void buffer_words(struct buffer *b, const char *words);
void buffer_decimal(struct buffer *b, uint64_t number);

/* Ints of four bytes, the lowest first: one at the end, and one anywhere;
   outside of the buffer there is nothing to write, and 0 to read. */
void buffer_int(struct buffer *b, int32_t value);
int32_t buffer_peek(const struct buffer *b, size_t offset);
void buffer_poke(struct buffer *b, size_t offset, int32_t value);

/* Both accept any range; what lies outside of the buffer is not there. */
void buffer_cut(struct buffer *b, size_t size);
void buffer_remove(struct buffer *b, size_t offset, size_t count);

/* Bytes in the middle; marks from there on move with what they name. */
void buffer_insert(struct buffer *b, size_t offset, const void *bytes,
		   size_t size);

/* A transfer as text: a carriage return comes before each line feed. */
void buffer_as_text(struct buffer *b);

/* Names the place where the next byte goes; `name` must outlive the buffer. */
void buffer_mark(struct buffer *b, const char *name);
void buffer_mark_at(struct buffer *b, const char *name, size_t offset);

/* The offset of the last mark of that name; SIZE_MAX: there is none. */
size_t buffer_offset(const struct buffer *b, const char *name);

/* Forgets the last mark of that name, if there is one. */
void buffer_unmark(struct buffer *b, const char *name);

#endif
