/* SPDX-License-Identifier: MIT */
/*
 * ddnet_chunks.cpp - chunks.c with the decoder of DDNet, for bench/demos
 *
 * usage: ddnet_chunks huffman|ints|snapshots ROUNDS LIST
 *
 * Built against a source tree of DDNet that its user names; nothing of it is
 * here.  What its decoder needs only if something is wrong ends the program.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include <base/dbg.h>
#include <engine/shared/compression.h>
#include <engine/shared/huffman.h>
#include <engine/shared/snapshot.h>
#include <engine/shared/uuid_manager.h>

extern "C" void
dbg_assert_imp(const char *, int, const char *, ...)
{
	abort();
}

void
dbg_msg(const char *, const char *, ...)
{
}

CUuid
CUuidManager::GetUuid(int) const
{
	abort();
}

int
CUuidManager::LookupUuid(CUuid) const
{
	abort();
}

CUuidManager g_UuidManager;

namespace {

enum { TYPES = 64, SNAPSHOT = 1, DELTA = 3 };

struct chunk {
	unsigned type, size;
	const unsigned char *bytes;
};

CHuffman huffman;
CSnapshotDelta differ;
CSnapshotBuffer both[2];
unsigned char packed[CSnapshot::MAX_SIZE];
alignas(8) unsigned char ints[CSnapshot::MAX_SIZE];

unsigned
le32(const unsigned char *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
}

unsigned
one_round(int part, const std::vector<chunk> &chunks)
{
	CSnapshotBuffer *now = &both[0], *next = &both[1];
	unsigned sum = 0;

	memset(both, 0, sizeof(both));
	for (const chunk &c : chunks) {
		const int size = huffman.Decompress(c.bytes, (int)c.size,
						    packed, sizeof(packed));

		if (part == 0) {
			sum += (unsigned)size;
			continue;
		}
		const int n = (int)CVariableInt::Decompress(packed, size, ints,
							    sizeof(ints));

		sum += (unsigned)n / 4;
		if (part == 1 || (c.type != SNAPSHOT && c.type != DELTA))
			continue;
		if (c.type == SNAPSHOT)
			memcpy(next->m_aData, ints, (size_t)n);
		else if (differ.UnpackDelta(now->AsSnapshot(), next, ints, n) <
			 0)
			continue;
		CSnapshotBuffer *last = now;
		now = next;
		next = last;
		sum += now->AsSnapshot()->Crc();
	}
	return sum;
}

double
seconds()
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

} // namespace

int
main(int argc, char **argv)
{
	static const char *const names[] = { "huffman", "ints", "snapshots" };
	std::vector<unsigned char> file;
	std::vector<chunk> chunks;
	int part = 0, rounds;
	double best = 0;
	unsigned sum = 0;

	while (argc == 4 && part < 3 && strcmp(argv[1], names[part]) != 0)
		part++;
	if (argc != 4 || part == 3)
		return 2;
	rounds = atoi(argv[2]);
	FILE *f = fopen(argv[3], "rb");
	if (!f)
		return 1;
	for (int c; (c = fgetc(f)) != EOF;)
		file.push_back((unsigned char)c);
	fclose(f);
	if (file.size() < 4 * TYPES)
		return 1;
	huffman.Init();
	for (int type = 0; type < TYPES; type++)
		if (le32(&file[4 * (size_t)type]))
			differ.SetStaticsize(type,
					     4 * le32(&file[4 * (size_t)type]));
	for (size_t at = 4 * TYPES; at + 8 <= file.size();) {
		const chunk c = { le32(&file[at]), le32(&file[at + 4]),
				  file.data() + at + 8 };

		chunks.push_back(c);
		at += 8 + c.size;
	}
	for (int i = 0; i < rounds; i++) {
		const double begin = seconds();

		sum = one_round(part, chunks);

		const double took = seconds() - begin;

		if (i == 0 || took < best)
			best = took;
	}
	printf("{\"ns\": %.0f, \"bytes\": %zu, \"sum\": %u}\n", best,
	       file.size(), sum);
	return 0;
}
