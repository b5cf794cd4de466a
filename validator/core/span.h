/* SPDX-License-Identifier: MIT */
/*
 * span.h - bytes in the memory of another owner, and arrays whose bounds are checked
 *
 * An offset becomes a pointer only in this file, in cursor.h, and in ahead_at() of
 * bits.h.
 */
#ifndef VALIDATOR_CORE_SPAN_H
#define VALIDATOR_CORE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__clang__) && __clang_major__ >= 16
#define UNCHECKED_BEGIN _Pragma("clang unsafe_buffer_usage begin")
#define UNCHECKED_END   _Pragma("clang unsafe_buffer_usage end")
#else
#define UNCHECKED_BEGIN
#define UNCHECKED_END
#endif

#define COUNT_OF(array) (sizeof(array) / sizeof(*(array)))

/* Element of a real array (not of a pointer), bounds checked in every build. */
#define AT(array, index) \
	(*(__typeof__(&(array)[0]))element_at( \
		(const void *)(array), sizeof(*(array)), (size_t)(index), \
		COUNT_OF(array)))

/* The highest bit of each byte in a word of 8 bytes. */
#define HIGH_BITS UINT64_C(0x8080808080808080)
/* The lowest bit of each byte. */
#define LOW_BITS UINT64_C(0x0101010101010101)

/* Marks the lowest zero byte of `word` with its highest bit.  The bits above this bit
   are not defined. 0: no byte is zero. */
static inline uint64_t
zero_bytes(uint64_t word)
{
	return (word - LOW_BITS) & ~word & HIGH_BITS;
}

UNCHECKED_BEGIN

/* For AT().  An index out of range is a defect in demofsck, so the program stops. */
static inline void *
element_at(const void *array, size_t size, size_t index, size_t count)
{
	if (index >= count)
		__builtin_trap();
	/* The cast goes through an integer, because AT() restores the type with its
	   const. */
	return (uint8_t *)(uintptr_t)array + index * size;
}

/* Bytes in the memory of another owner. ptr may be NULL only if len is 0. */
struct span {
	const uint8_t *ptr;
	size_t len;
};

static inline bool
span_equal(struct span s, const void *bytes, size_t n)
{
	return s.len == n && (n == 0 || memcmp(s.ptr, bytes, n) == 0);
}

static inline bool
span_is(struct span s, const char *text)
{
	return span_equal(s, text, strlen(text));
}

static inline struct span
span_of_text(const char *text)
{
	return (struct span){ (const uint8_t *)text, strlen(text) };
}

static inline bool
span_starts(struct span s, const void *bytes, size_t n)
{
	return s.len >= n && (n == 0 || memcmp(s.ptr, bytes, n) == 0);
}

/* Returns the first n bytes of s, or all of s. */
static inline struct span
span_head(struct span s, size_t n)
{
	return (struct span){ s.ptr, n < s.len ? n : s.len };
}

/* Returns s without its first n bytes.  Returns no bytes if s has no more. */
static inline struct span
span_tail(struct span s, size_t n)
{
	if (n >= s.len)
		return (struct span){ NULL, 0 };
	return (struct span){ s.ptr + n, s.len - n };
}

static inline bool
is_digit(uint8_t byte)
{
	return byte >= '0' && byte <= '9';
}

/* Returns how many bytes at the start of s are ASCII.  Eight bytes are compared
   together. */
static inline size_t
span_ascii(struct span s)
{
	uint64_t eight;
	size_t n = 0;

	for (; s.len - n >= sizeof(eight); n += sizeof(eight)) {
		memcpy(&eight, s.ptr + n, sizeof(eight));
		if (eight & HIGH_BITS)
			break;
	}
	while (n < s.len && s.ptr[n] < 0x80)
		n++;
	return n;
}

/* Returns how many bytes at the start of s are printable ASCII.  Eight bytes are
   compared together. */
static inline size_t
span_printable(struct span s)
{
	const uint64_t ones = HIGH_BITS >> 7;
	uint64_t eight;
	size_t n = 0;

	/* The bytes are from 0x20 to 0x7e, so no sum below carries into the next byte. */
	for (; s.len - n >= sizeof(eight); n += sizeof(eight)) {
		memcpy(&eight, s.ptr + n, sizeof(eight));
		if (eight & HIGH_BITS || (eight + ones) & HIGH_BITS ||
		    ~(eight + 0x60 * ones) & HIGH_BITS)
			break;
	}
	while (n < s.len && s.ptr[n] >= 0x20 && s.ptr[n] < 0x7f)
		n++;
	return n;
}

/* Returns how many bytes at the start of s are zero. */
static inline size_t
span_zeros(struct span s)
{
	size_t n = 0;

	while (n < s.len && s.ptr[n] == 0)
		n++;
	return n;
}

/* Returns how many bytes at the start of both spans are equal. */
static inline size_t
span_common(struct span a, struct span b)
{
	const size_t most = a.len < b.len ? a.len : b.len;
	size_t n = 0;

	if (!a.ptr || !b.ptr)
		return 0;
	while (n < most && a.ptr[n] == b.ptr[n])
		n++;
	return n;
}

/* Ends `text` at the first `mark`.  Returns the text after the mark, or NULL. */
static inline char *
text_split(char *text, char mark)
{
	char *at = strchr(text, mark);

	if (!at)
		return NULL;
	*at = '\0';
	return at + 1;
}

/* Sets out[at] to `byte`, if `at` is inside.  For output that is cut to its buffer. */
static inline void
poke(void *out, size_t size, size_t at, uint8_t byte)
{
	if (at < size)
		((uint8_t *)out)[at] = byte;
}

/* Does the same as poke() for the first n bytes of a word, at most 7, lowest byte
   first. */
static inline void
poke_first(void *out, size_t size, size_t at, uint64_t word, size_t n)
{
	if (n == 7 && at <= size && size - at >= 7) {
		for (size_t i = 0; i < 7; i++)
			((uint8_t *)out)[at + i] = (uint8_t)(word >> 8 * i);
		return;
	}
	for (size_t i = 0; i < n; i++)
		poke(out, size, at + i, (uint8_t)(word >> 8 * i));
}

/* Returns the address of `size` bytes at `offset` of a buffer that has `capacity`
   bytes. */
static inline void *
room_at(void *buffer, size_t capacity, size_t offset, size_t size)
{
	if (offset > capacity || size > capacity - offset)
		__builtin_trap();
	return (uint8_t *)buffer + offset;
}

/* Does the same as room_at(), for bytes that are only read. */
static inline const void *
bytes_at(const void *buffer, size_t capacity, size_t offset, size_t size)
{
	if (offset > capacity || size > capacity - offset)
		__builtin_trap();
	return (const uint8_t *)buffer + offset;
}

/*
 * Adds n ints at `b` to n ints at `a`, with wrapping, into `out`, which overlaps neither.
 * This function is in this file because compilers do not use vectors for a loop over
 * AT().
 */
static inline void
ints_add(int32_t *restrict out, const int32_t *restrict a,
	 const int32_t *restrict b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		out[i] = (int32_t)((uint32_t)a[i] + (uint32_t)b[i]);
}

/* Returns number k of the n ints at `a`.  The bounds are checked. */
static inline int32_t
ints_at(const int32_t *a, size_t n, size_t k)
{
	if (k >= n)
		__builtin_trap();
	return a[k];
}

/* Adds n ints at `a` to n ints at `to`, with wrapping.  False: all ints at `a` are 0. */
static inline bool
ints_add_to(int32_t *restrict to, const int32_t *restrict a, size_t n)
{
	int32_t any = 0;

	for (size_t i = 0; i < n; i++) {
		any |= a[i];
		to[i] = (int32_t)((uint32_t)to[i] + (uint32_t)a[i]);
	}
	return any != 0;
}

/* Undoes ints_add_to(). */
static inline void
ints_subtract_from(int32_t *restrict to, const int32_t *restrict a, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (int32_t)((uint32_t)to[i] - (uint32_t)a[i]);
}

/* Returns the sum of n ints, with wrapping. */
static inline uint32_t
ints_sum(const int32_t *a, size_t n)
{
	uint32_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += (uint32_t)a[i];
	return total;
}

/* Reads n ints of four bytes, the least significant byte first.  `in` has n ints. */
static inline void
le32_read(uint32_t *out, struct span in, size_t n)
{
	const uint8_t *p = bytes_at(in.ptr, in.len, 0, 4 * n);

	for (size_t i = 0; i < n; i++)
		out[i] = p[4 * i] | (uint32_t)p[4 * i + 1] << 8 |
			 (uint32_t)p[4 * i + 2] << 16 |
			 (uint32_t)p[4 * i + 3] << 24;
}

/* Returns the largest of n ints without their highest bits; n is not 0. */
static inline uint32_t
largest_without_sign(const uint32_t *a, size_t n)
{
	uint32_t largest = 0;

	for (size_t i = 0; i < n; i++)
		largest = (a[i] & INT32_MAX) > largest ? a[i] & INT32_MAX
						       : largest;
	return largest;
}

/* Writes the bytes of v, least significant byte first. */
static inline void
put_le32(void *buffer, size_t capacity, size_t offset, uint32_t v)
{
	uint8_t *p = room_at(buffer, capacity, offset, 4);

	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

/* Does the same for a word of eight bytes.  Eight stores become one store only if the
   compiler does not know any of the bytes. */
static inline void
put_le64(void *buffer, size_t capacity, size_t offset, uint64_t v)
{
	v = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(v) : v;
	memcpy(room_at(buffer, capacity, offset, sizeof(v)), &v, sizeof(v));
}

/* Does the same for 32 bits, most significant byte first. */
static inline void
put_be32(void *buffer, size_t capacity, size_t offset, uint32_t v)
{
	uint8_t *p = room_at(buffer, capacity, offset, 4);

	p[0] = (uint8_t)(v >> 24);
	p[1] = (uint8_t)(v >> 16);
	p[2] = (uint8_t)(v >> 8);
	p[3] = (uint8_t)v;
}

UNCHECKED_END

#endif
