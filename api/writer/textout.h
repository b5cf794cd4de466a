/* SPDX-License-Identifier: MIT */
/* textout.h - output through a buffer of fixed size, and the characters of texts */
#ifndef API_WRITER_TEXTOUT_H
#define API_WRITER_TEXTOUT_H

#include "validator/core/cursor.h"

struct textout {
	int (*write)(void *ctx, const void *bytes, size_t size);
	void *ctx;
	int error; /* what write() returned; after it nothing is written */
	bool writing; /* write() was called, and has not returned */
	size_t used;
	char buffer[4096];
};

void textout_init(struct textout *out,
		  int (*write)(void *ctx, const void *bytes, size_t size),
		  void *ctx);

/* Hands over what is in the buffer; false: write() failed, now or before. */
bool textout_flush(struct textout *out);

void textout_byte(struct textout *out, uint8_t byte);
void textout_put(struct textout *out, const char *text);
void textout_bytes(struct textout *out, struct span bytes); /* as they are */
void textout_print(struct textout *out, const char *format, ...)
	__attribute__((format(printf, 2, 3))); /* at most 63 characters */

/* Text of XML, also of an attribute, in ASCII; what XML cannot hold becomes
   U+FFFD. */
void textout_xml(struct textout *out, const char *text);

/*
 * The next character of any bytes, of which there is at least one.  What is not
 * UTF-8 becomes U+FFFD, byte by byte.
 */
uint32_t textout_character(struct cursor *c);

#endif
