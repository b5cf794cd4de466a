/* SPDX-License-Identifier: MIT */
/* test_snapshot_fields.c - the names of the fields of items, as the tables have them */
#include <criterion/criterion.h>

#include "validator/snapshot/snapshot.h"

static uint32_t
count_ints(const char *fields)
{
	struct cursor rest = snapshot_open_fields(fields);
	struct snapshot_field f;
	uint32_t n = 0;

	while (snapshot_next_field(&rest, &f)) {
		cr_expect_gt(f.name.len, 0, "in %s", fields);
		n += f.count * (f.ints ? f.ints : 1);
	}
	return n;
}

/* Given numbers of two digits, all of them count. */
Test(snapshot, fields_with_larger_numbers)
{
	cr_expect_eq(count_ints("status[10] x"), 11);
	cr_expect_eq(count_ints("name[20]<10> y"), 201);
}

/* Given the fields of a type, there are as many as it has ints. */
Test(snapshot, fields_are_as_many_as_ints)
{
	static const struct {
		enum dfk_protocol protocol;
		int32_t types;
	} all[] = { { DFK_PROTOCOL_05, 18 },
		    { DFK_PROTOCOL_06, 20 },
		    { DFK_PROTOCOL_07, 24 } };

	for (size_t p = 0; p < COUNT_OF(all); p++) {
		for (int32_t type = 1; type <= all[p].types; type++) {
			uint32_t n = snapshot_agreed_size(all[p].protocol,
							  type);
			const bool open = n == 0;

			if (open) /* 0.7: the two that are newer */
				n = type == 23 ? 1 : 3;
			cr_expect_eq(open, all[p].protocol == DFK_PROTOCOL_07 &&
						   type >= 23);
			cr_expect_str_neq(
				snapshot_type_name(all[p].protocol, NULL, type),
				"item");
			cr_expect_eq(count_ints(snapshot_fields_of(
					     all[p].protocol, NULL, type)),
				     n, "type %d", type);
		}
		cr_expect_str_eq(snapshot_type_name(all[p].protocol, NULL,
						    all[p].types + 1),
				 "item");
	}
	cr_expect_eq(snapshot_agreed_size(DFK_PROTOCOL_06, -1), 0);
	cr_expect_eq(snapshot_agreed_size(DFK_PROTOCOL_06, 64), 0);
}

/* Given a kind, there are items with all of its fields. */
Test(snapshot, fields_of_kinds)
{
	for (size_t i = 0; i < snapshot_kind_count(); i++) {
		const struct snapshot_kind *kind = snapshot_kind_at(i);
		const uint32_t n = count_ints(kind->fields);

		cr_expect_neq(kind->sizes >> n, 0, "%s: %u fields", kind->name,
			      n);
	}
}
