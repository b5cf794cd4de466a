/* SPDX-License-Identifier: MIT */
/* version.h - what --version says */
#ifndef API_VERSION_H
#define API_VERSION_H

#define DEMOFSCK_VERSION "0.1.0"

/* Grows with each release that reports something else for some file. */
#define DEMOFSCK_RULESET 1

#endif
