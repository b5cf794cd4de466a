/* SPDX-License-Identifier: MIT */
/* search.h - takes the place of <search.h>, which Windows lacks or has in another form: see posix.h */
#include "cli/windows/posix.h"
