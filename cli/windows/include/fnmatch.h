/* SPDX-License-Identifier: MIT */
/* fnmatch.h - takes the place of <fnmatch.h>, which Windows lacks: see posix.h */
#include "cli/windows/posix.h"
