/* SPDX-License-Identifier: MIT */
/*
 * policy.h - settings that decide the severities of findings, what a gate accepts, and
 * when a run fails
 *
 * The settings come from options and from the file of --config.  `from` is the place of
 * the setting for messages: "--rule", or "policy.conf:3".  False: a message was printed.
 */
#ifndef CLI_POLICY_H
#define CLI_POLICY_H

#include "cli/args.h"

/* The words for severities, and the words of --fail-on; NULL after the last. */
extern const char *const policy_severity_words[], *const policy_fail_words[];

bool policy_profile(struct args_how *how, const char *from, const char *name);
bool policy_rule(struct args_how *how, const char *from, const char *id,
		 const char *severity);
bool policy_limit(struct args_how *how, const char *from, const char *name,
		  const char *value);
bool policy_accept(struct args_how *how, const char *from, const char *names);
bool policy_fail_on(struct args_how *how, const char *from, const char *level);

#endif
