/* SPDX-License-Identifier: MIT */
/* version.h - the version that --version prints */
#ifndef API_VERSION_H
#define API_VERSION_H

#define DEMOFSCK_VERSION "0.1.0"

/* Increases with each release whose findings differ for some file. */
#define DEMOFSCK_RULESET 1

#endif
