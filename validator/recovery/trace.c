/* SPDX-License-Identifier: MIT */
/* trace.c - prints a reading (temporary) */
#include <stdio.h>
#include "validator/recovery/recovery.h"
void recovery_trace(const struct recovery *r, uint32_t last);
void recovery_trace(const struct recovery *r, uint32_t last)
{
#ifdef RECOVERY_TRACE
	static const char kinds[] = "?TSDMG";
	printf("window %llu n %u closed %d doubt %u items %u runs %u last %u past tick %lld usual %d broken %d\n", (unsigned long long)r->off, r->n, r->closed, r->doubt, r->n_items, r->n_runs, last, (long long)r->past.tick, r->past.usual, r->past.broken);
	for (uint32_t i = 0; i < r->n_runs; i++) {
		const struct recovery_run *b = &r->runs[i];
		printf("run %u link %d cause %d tick %lld len %d abs %d key %d known %d before %d usual %d named %u moved %u shown %u\n", i, b->link, b->cause, (long long)b->tick, b->len, b->absolute, b->keyframe, b->known, b->before, b->usual, b->named.total, b->moved.total, b->shown.total);
		for (uint32_t k = b->first; k < b->first + b->n; k++) {
			const struct recovery_item *it = &r->items[k];
			printf("  %u %c %u-%u tick %d rel %d cause %d %s%s%s%s%s%s\n", k, kinds[it->kind], it->at, it->end, it->tick, it->rel, it->cause, it->absolute ? "abs " : "", it->keyframe ? "key " : "", it->exact ? "exact " : "", it->doubtful ? "doubt " : "", it->named ? "named " : "", it->moved ? "moved" : "");
		}
	}
	for (uint32_t k = 0; k < r->n_items; k++) {
		const struct recovery_item *it = &r->items[k];
		if (it->kind == RECOVERY_GAP || it->cause) printf("item %u %c %u-%u cause %d lost %d more %d\n", k, kinds[it->kind], it->at, it->end, it->cause, it->lost, it->more);
	}
#else
	(void)r; (void)last;
#endif
}
