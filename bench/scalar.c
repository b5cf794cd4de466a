/* SPDX-License-Identifier: MIT */
/*
 * scalar.c - computes the SHA-256 of a file in plain C, as a unit of work.  The work is
 * the same on every machine. sha256sum is many times faster on machines with special
 * instructions.
 *
 *   scalar FILE
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK 64

/* FIPS 180-4, section 4.2.2 */
static const uint32_t constants[BLOCK] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t
rotate(uint32_t x, unsigned by)
{
	return x >> by | x << (32 - by);
}

static void
schedule(uint32_t w[BLOCK], const unsigned char *block)
{
	for (size_t i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 |
		       (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (size_t i = 16; i < BLOCK; i++) {
		const uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] +
		       (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
}

/* The eight words change places in each round.  Eight rounds together need only plain
   variables, which do not change places. */
#define ROUND(a, b, c, d, e, f, g, h, i) \
	t = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + \
	    ((e & f) ^ (~e & g)) + constants[i] + w[i]; \
	d += t; \
	h = t + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + \
	    ((a & b) ^ (a & c) ^ (b & c))

static void
compress(uint32_t state[8], const unsigned char *block)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
	uint32_t w[BLOCK], t;

	schedule(w, block);
	for (size_t i = 0; i < BLOCK; i += 8) {
		ROUND(a, b, c, d, e, f, g, h, i);
		ROUND(h, a, b, c, d, e, f, g, i + 1);
		ROUND(g, h, a, b, c, d, e, f, i + 2);
		ROUND(f, g, h, a, b, c, d, e, i + 3);
		ROUND(e, f, g, h, a, b, c, d, i + 4);
		ROUND(d, e, f, g, h, a, b, c, i + 5);
		ROUND(c, d, e, f, g, h, a, b, i + 6);
		ROUND(b, c, d, e, f, g, h, a, i + 7);
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
	state[5] += f;
	state[6] += g;
	state[7] += h;
}

/* Appends one bit, zeros, and the number of bits in the last eight bytes. */
static void
finish(uint32_t state[8], const unsigned char *rest, uint64_t size)
{
	unsigned char last[2 * BLOCK] = { 0 };
	const size_t n = size % BLOCK;
	const size_t end = n < BLOCK - 8 ? BLOCK : 2 * BLOCK;

	memcpy(last, rest, n);
	last[n] = 0x80;
	for (size_t i = 0; i < 8; i++)
		last[end - 1 - i] = (unsigned char)(size * 8 >> 8 * i);
	for (size_t i = 0; i < end; i += BLOCK)
		compress(state, last + i);
}

static int
hash(int fd)
{
	static unsigned char buffer[128 * 1024];
	uint32_t state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
			      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	uint64_t size = 0;
	size_t left = 0;
	ssize_t n;

	while ((n = read(fd, buffer + left, sizeof(buffer) - left)) > 0) {
		const size_t filled = left + (size_t)n;
		const size_t whole = filled - filled % BLOCK;

		for (size_t i = 0; i < whole; i += BLOCK)
			compress(state, buffer + i);
		left = filled - whole;
		memmove(buffer, buffer + whole, left);
		size += (uint64_t)n;
	}
	if (n < 0) {
		perror("scalar: read");
		return EXIT_FAILURE;
	}
	finish(state, buffer, size);
	for (size_t i = 0; i < 8; i++)
		printf("%08x", (unsigned)state[i]);
	return puts("") < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int
main(int argc, char **argv)
{
	int fd;

	if (argc != 2) {
		fputs("usage: scalar FILE\n", stderr);
		return 2;
	}
	fd = open(argv[1], O_RDONLY);
	if (fd < 0) {
		perror(argv[1]);
		return EXIT_FAILURE;
	}
	return hash(fd);
}
