/* SPDX-License-Identifier: MIT */
/* settled.h - a repair under other severities: what it writes is settled */
#ifndef TESTS_SETTLED_H
#define TESTS_SETTLED_H

#include "corpus/builder/buffer.h"
#include "include/demofsck.h"

/* One rule has another severity than its own. */
struct severity_change {
	const char *rule;
	enum dfk_severity severity;
};

/* How a file is checked and repaired. */
struct severity_run {
	struct severity_change changed[3];
	enum dfk_level level;
	bool fix_warnings;
	const char *from; /* a script, or the path of a sample */
	bool refused;     /* it is not repaired */
};

/* The output is valid under the same severities, and has nothing to repair. */
void expect_settled(const struct severity_run *run, const struct buffer *file);

/* The same, of the demo of a script. */
void expect_demo_settled(const struct severity_run *run);

#endif
