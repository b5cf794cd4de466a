/* SPDX-License-Identifier: MIT */
/* test_netmessage_unable.c - tables that need snappy, where it is missing */
#include <criterion/criterion.h>

#include "corpus/builder/dem_samples.h"
#include "tests/packets.h"

#define PACKED(name, bytes) \
	"hold " bytes "end " STRINGS_HEAD(name, "64", "1") "u 1 0 u 1 1 put "
#define ENTRY "u 1 1 u 1 1 u 1 0 text 'ab' u 1 0 u 4 9 "
#define SNAP  PACKED("a", "u 32 4 u 32 10 u 32 1346457171 u 8 4 u 8 12 " ENTRY)
#define LZSS \
	PACKED("b", \
	       "u 32 4 u 32 15 u 32 1397971532 u 32 4 u 8 16 " ENTRY "u 16 " \
	       "0 ")

/* What the table holds is not known, so nothing is said of what depends on it;
   of other messages, there is. */
Test(netmessage, tables_that_cannot_be_unpacked)
{
	struct packets *p = packets_begin(24);

	packets_run(p, LZSS);
	cr_expect_null(p->messages.gaps.unread);
	cr_expect_not(p->messages.gaps.tainted);
	packets_run(p, SNAP "type 13 u 5 7 u 1 0 u 20 0 state 8");
	cr_expect_str_eq(packets_said(p),
			 "dem.signon_state 30.5+2 "
			 "net_signonstate state: state 8; state 0 to 7\n");
	cr_expect_str_eq(p->messages.gaps.unread,
			 "a string table that needs snappy");
	cr_expect(p->messages.gaps.tainted);
	packets_end(p);
}
