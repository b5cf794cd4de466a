/* SPDX-License-Identifier: MIT */
/* asked.h - the formats that no first bytes tell */
#ifndef TESTS_ASKED_H
#define TESTS_ASKED_H

/* What dfk_open() needs for a sample of that name, or NULL. */
const char *asked_format(const char *path);

#endif
