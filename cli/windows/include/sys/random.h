/* SPDX-License-Identifier: MIT */
/* random.h - takes the place of <sys/random.h>, which Windows lacks: see posix.h */
#include "cli/windows/posix.h"
