/* SPDX-License-Identifier: MIT */
/* poison.h - marks bytes that must not be accessed, for AddressSanitizer */
#ifndef VALIDATOR_CORE_POISON_H
#define VALIDATOR_CORE_POISON_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(HAS_ASAN)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size)   ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

#endif
