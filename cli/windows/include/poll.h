/* SPDX-License-Identifier: MIT */
/* poll.h - takes the place of <poll.h>, which Windows lacks: see posix.h */
#include "cli/windows/posix.h"
