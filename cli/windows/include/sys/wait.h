/* SPDX-License-Identifier: MIT */
/* wait.h - takes the place of <sys/wait.h>, which Windows lacks: see posix.h */
#include "cli/windows/posix.h"
