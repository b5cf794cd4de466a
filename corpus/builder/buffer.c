/* SPDX-License-Identifier: MIT */
/* buffer.c - bytes that grow, with named offsets */
#include "corpus/builder/buffer.h"

#include <stdlib.h>
#include <string.h>

void
buffer_init(struct buffer *b)
{
	memset(b, 0, sizeof(*b));
}

void
buffer_free(struct buffer *b)
{
	free(b->bytes);
	buffer_init(b);
}

bool
buffer_ok(const struct buffer *b)
{
	return !b->failed;
}

static bool
reserve(struct buffer *b, size_t more)
{
	size_t capacity = b->capacity ? b->capacity : 4096;
	unsigned char *bytes;

	if (b->failed)
		return false;
	if (more <= b->capacity - b->size)
		return true;
	while (capacity - b->size < more) {
		if (capacity > SIZE_MAX / 2)
			goto failed;
		capacity *= 2;
	}
	bytes = realloc(b->bytes, capacity);
	if (!bytes)
		goto failed;
	b->bytes = bytes;
	b->capacity = capacity;
	return true;

failed:
	b->failed = true;
	return false;
}

void
buffer_append(struct buffer *b, const void *bytes, size_t size)
{
	if (size == 0 || !reserve(b, size))
		return;
	memcpy(b->bytes + b->size, bytes, size);
	b->size += size;
}

void
buffer_byte(struct buffer *b, unsigned byte)
{
	const unsigned char low = (unsigned char)(byte & 0xff);

	buffer_append(b, &low, 1);
}

void
buffer_fill(struct buffer *b, unsigned byte, size_t count)
{
	if (count == 0 || !reserve(b, count))
		return;
	memset(b->bytes + b->size, (int)(byte & 0xff), count);
	b->size += count;
}

void
buffer_text(struct buffer *b, const char *text)
{
	buffer_append(b, text, strlen(text) + 1);
}

void
buffer_words(struct buffer *b, const char *words)
{
	buffer_append(b, words, strlen(words));
}

void
buffer_decimal(struct buffer *b, uint64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	buffer_append(b, digits + at, sizeof(digits) - at);
}

void
buffer_int(struct buffer *b, int32_t value)
{
	for (unsigned shift = 0; shift < 32; shift += 8)
		buffer_byte(b, (uint32_t)value >> shift & 0xff);
}

int32_t
buffer_peek(const struct buffer *b, size_t offset)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < 4 && offset + i < b->size; i++)
		v |= (uint32_t)b->bytes[offset + i] << (8 * i);
	return (int32_t)v;
}

void
buffer_poke(struct buffer *b, size_t offset, int32_t value)
{
	for (unsigned i = 0; i < 4 && offset + i < b->size; i++)
		b->bytes[offset + i] = (unsigned char)((uint32_t)value >>
						       (8 * i));
}

void
buffer_cut(struct buffer *b, size_t size)
{
	if (size < b->size)
		b->size = size;
}

void
buffer_remove(struct buffer *b, size_t offset, size_t count)
{
	if (offset >= b->size)
		return;
	if (count > b->size - offset)
		count = b->size - offset;
	memmove(b->bytes + offset, b->bytes + offset + count,
		b->size - offset - count);
	b->size -= count;
}

void
buffer_insert(struct buffer *b, size_t offset, const void *bytes, size_t size)
{
	if (offset > b->size || size == 0 || !reserve(b, size))
		return;
	memmove(b->bytes + offset + size, b->bytes + offset, b->size - offset);
	memcpy(b->bytes + offset, bytes, size);
	b->size += size;
	for (size_t i = 0; i < b->n_marks; i++)
		if (b->marks[i].offset >= offset)
			b->marks[i].offset += size;
}

void
buffer_as_text(struct buffer *b)
{
	for (size_t i = 0; i < b->size && !b->failed; i++) {
		if (b->bytes[i] == '\n')
			buffer_insert(b, i++, "\r", 1);
	}
}

/* ---------------------------------------------------------------- marks */

/* Returns the index of the last mark with this name, plus one. 0: there is no such
   mark. */
static size_t
find_mark(const struct buffer *b, const char *name)
{
	size_t n = b->n_marks;

	while (n > 0 && strcmp(b->marks[n - 1].name, name) != 0)
		n--;
	return n;
}

void
buffer_mark(struct buffer *b, const char *name)
{
	buffer_mark_at(b, name, b->size);
}

void
buffer_mark_at(struct buffer *b, const char *name, size_t offset)
{
	if (b->n_marks == BUFFER_MARKS) {
		b->failed = true;
		return;
	}
	b->marks[b->n_marks++] = (struct buffer_mark){ name, offset };
}

size_t
buffer_offset(const struct buffer *b, const char *name)
{
	const size_t n = find_mark(b, name);

	return n ? b->marks[n - 1].offset : SIZE_MAX;
}

void
buffer_unmark(struct buffer *b, const char *name)
{
	const size_t n = find_mark(b, name);

	if (n == 0)
		return;
	b->n_marks--;
	for (size_t i = n - 1; i < b->n_marks; i++)
		b->marks[i] = b->marks[i + 1];
}
