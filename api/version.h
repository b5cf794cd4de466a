/* SPDX-License-Identifier: MIT */
/* version.h - the version that --version prints */
#ifndef API_VERSION_H
#define API_VERSION_H

#define DEMOFSCK_VERSION "0.1.0"

/* A release increases this number if its findings differ for some file.  A change of a
   rule does not. */
#define DEMOFSCK_RULESET 1

#endif
