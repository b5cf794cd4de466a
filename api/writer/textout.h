/* SPDX-License-Identifier: MIT */
/* textout.h - output through a buffer of fixed size, and the characters of texts */
#ifndef API_WRITER_TEXTOUT_H
#define API_WRITER_TEXTOUT_H

#include "validator/core/cursor.h"

struct textout {
	int (*write)(void *ctx, const void *bytes, size_t size);
	void *ctx;
	int error; /* the error that write() returned; nothing is written
	              after an error */
	bool writing; /* write() was called and has not returned */
	size_t used;
	char buffer[4096];
};

void textout_init(struct textout *out,
		  int (*write)(void *ctx, const void *bytes, size_t size),
		  void *ctx);

/* Writes the bytes in the buffer.  False: write() failed, now or before. */
bool textout_flush(struct textout *out);

void textout_byte(struct textout *out, uint8_t byte);
void textout_put(struct textout *out, const char *text);
/* Writes the bytes unchanged. */
void textout_bytes(struct textout *out, struct span bytes);
void textout_print(struct textout *out, const char *format, ...)
	/* Writes at most 63 characters. */
	__attribute__((format(printf, 2, 3)));

/* Writes text in ASCII for XML, also for an attribute.  Characters that XML forbids
   become U+FFFD. */
void textout_xml(struct textout *out, const char *text);

/*
 * Reads the next character of any bytes.  There must be at least one byte.  Each byte
 * that is not UTF-8 becomes U+FFFD.
 */
uint32_t textout_character(struct cursor *c);

#endif
