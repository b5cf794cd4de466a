/* SPDX-License-Identifier: MIT */
/* version.h - the version that --version prints */
#ifndef API_VERSION_H
#define API_VERSION_H

/* The build defines the version: meson.build has it, and nothing else. */
#ifndef DEMOFSCK_VERSION
#error "DEMOFSCK_VERSION is not defined"
#endif

/* A release increases this number if its findings differ for some file.  A change of a
   rule does not. */
#define DEMOFSCK_RULESET 2

#endif
