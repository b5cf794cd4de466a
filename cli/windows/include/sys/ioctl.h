/* SPDX-License-Identifier: MIT */
/* ioctl.h - takes the place of <sys/ioctl.h>, which Windows lacks: see posix.h */
#include "cli/windows/posix.h"
