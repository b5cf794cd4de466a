/* SPDX-License-Identifier: MIT */
/* dirent.h - takes the place of <dirent.h>, which Windows lacks or has in another form: see posix.h */
#include "cli/windows/posix.h"
