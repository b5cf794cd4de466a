/* SPDX-License-Identifier: MIT */
/* settled.h - checks repairs with other severities: a second repair changes nothing */
#ifndef TESTS_SETTLED_H
#define TESTS_SETTLED_H

#include "corpus/builder/buffer.h"
#include "include/demofsck.h"

/* One rule with another severity. */
struct severity_change {
	const char *rule;
	enum dfk_severity severity;
};

/* The options of a check and a repair. */
struct severity_run {
	struct severity_change changed[3];
	enum dfk_level level;
	bool fix_warnings;
	const char *from; /* a script, or the path of a sample */
	bool refused;     /* the file is not repaired */
};

/* Checks that the output is valid with the same severities, and that nothing is left to
   repair. */
void expect_settled(const struct severity_run *run, const struct buffer *file);

/* Does the same for the demo of a script. */
void expect_demo_settled(const struct severity_run *run);

#endif
