/* SPDX-License-Identifier: MIT */
/*
 * test_damage.c - what is said of a sample in which one number is another, for
 * every number, is what corpus/damage/ holds
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "corpus/tool/findings.h"
#include "tests/stored.h"

/* The first line that differs, of two texts that do. */
static void
show_difference(const char *got, const char *want, const char *folder)
{
	while (strcspn(got, "\n") == strcspn(want, "\n") &&
	       strncmp(got, want, strcspn(got, "\n")) == 0 && *got) {
		got += strcspn(got, "\n") + 1;
		want += strcspn(want, "\n") + 1;
	}
	cr_expect(false, "corpus/damage/%s.txt:\n  - %.*s\n  + %.*s", folder,
		  (int)strcspn(want, "\n"), want, (int)strcspn(got, "\n"), got);
}

static void
expect_damage(const char *folder)
{
	const struct judge_how how = { .pieces = JUDGE_WHOLE };
	struct buffer got = { 0 }, want;
	char path[256];

	snprintf(path, sizeof(path), "damage/%s.txt", folder);
	want = stored_file(path);
	cr_assert(findings_of_folder(stored_folder(), folder, FINDINGS_DAMAGE,
				     how, &got));
	buffer_byte(&got, 0);
	buffer_byte(&want, 0);
	cr_assert(buffer_ok(&got) && buffer_ok(&want));
	if (strcmp((char *)got.bytes, (char *)want.bytes) != 0)
		show_difference((char *)got.bytes, (char *)want.bytes, folder);
	buffer_free(&got);
	buffer_free(&want);
}

Test(damage, is_found_as_it_was)
{
	const char *folder;

	for (size_t i = 0; (folder = findings_folder(i)); i++)
		if (findings_has_samples(folder))
			expect_damage(folder);
}
