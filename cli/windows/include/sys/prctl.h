/* SPDX-License-Identifier: MIT */
/* prctl.h - takes the place of <sys/prctl.h>, which Windows lacks: see posix.h */
#include "cli/windows/posix.h"
