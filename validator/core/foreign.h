/* SPDX-License-Identifier: MIT */
/*
 * foreign.h - tells MemorySanitizer which bytes other libraries wrote
 *
 * These libraries are built without MemorySanitizer.  So MemorySanitizer does not see
 * their writes.
 */
#ifndef VALIDATOR_CORE_FOREIGN_H
#define VALIDATOR_CORE_FOREIGN_H

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FOREIGN_WROTE(ptr, size) __msan_unpoison(ptr, size)
#endif
#endif

#ifndef FOREIGN_WROTE
#define FOREIGN_WROTE(ptr, size) ((void)(ptr), (void)(size))
#endif

#endif
