/* SPDX-License-Identifier: MIT */
/* resource.h - takes the place of <sys/resource.h>, which Windows lacks: see posix.h */
#include "cli/windows/posix.h"
