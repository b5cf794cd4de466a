/* SPDX-License-Identifier: MIT */
/* handles.h - the handles of the public interface: their structs, and their memory */
#ifndef API_HANDLES_H
#define API_HANDLES_H

#include "api/saved.h"
#include "repair/plan.h"
#include "validator/core/given_map.h"
#include "validator/core/known_maps.h"

struct dfk_map {
	struct dfk_allocator allocator;
	struct given_map map;
};

struct dfk_known_maps {
	struct known_maps maps;
};

/* The drop of the bytes that could not be decoded: its rule, which may be off, and the
   number of its finding, or DFK_NO_NUMBER. */
struct undecoded {
	enum rule_id rule;
	uint64_t finding;
};

struct dfk_check {
	struct dfk_options options;
	struct session session;
	struct plan plan;
	struct description
		description;   /* of the record that is passed to the program */
	struct snapshot *base; /* the snapshot that a raw delta changes, or
	                          NULL */
	const char *name; /* name of the file, valid until dfk_finish(); or
	                     NULL */
	bool given[RULE_COUNT]; /* rules whose severity dfk_set_severity()
	                           set: no profile changes it */
	bool fed, finished;
	bool outside; /* further findings are not about the bytes */
	uint64_t listed[RULE_COUNT]; /* number of findings that were handed
	                                out */
	uint64_t calls; /* number of calls of callbacks */
	struct undecoded undecoded;
	bool busy; /* a call is running, and its callbacks must not call
	              again */
	struct mark kept; /* see dfk_result.ok_up_to */
	struct saved saved; /* the facts and edits of a result that was
	                       loaded */
	struct dfk_result result;
};

/* Gets memory for a handle, which memory_put() frees.  `given` is the allocator of the
   caller; NULL: malloc and free.  *allocator becomes the allocator of the memory.  On
   failure returns NULL, and *status is the reason. */
void *handle_get(const struct dfk_allocator *given, size_t size,
		 struct dfk_allocator *allocator, enum dfk_status *status);

#endif
