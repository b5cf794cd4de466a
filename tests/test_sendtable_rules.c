/* SPDX-License-Identifier: MIT */
/* test_sendtable_rules.c - data tables in the words of a script: what is said
   of them, and the properties of their classes in their order */
#include <criterion/criterion.h>
#include <stdio.h>

#include "corpus/builder/dem_statements.h"
#include "tests/packets.h"

struct tables_case {
	const char *what, *script, *said;
	int32_t old; /* of network protocol 14 */
};

struct tables_run {
	struct report report;
	struct limits limits;
	struct budget budget;
	struct starving starving;
	struct dfk_allocator allocator;
	struct sendtables tables;
	struct buffer said;
};

/* ---------------------------------------------------------------- running */

static void
say_lists(struct tables_run *r)
{
	for (size_t i = 0; i < r->tables.classes.count && i < 3; i++) {
		const struct sendtable_class *c = sendtables_class(&r->tables,
								   i);
		char line[64];

		for (uint32_t j = 0; j < c->count && c->count < 20; j++) {
			const struct span name = sendtables_name(
				&r->tables,
				sendtables_flat(&r->tables, c, j)->name);

			buffer_append(&r->said, name.ptr, name.len);
			buffer_append(&r->said, " ", 1);
		}
		snprintf(line, sizeof(line), "= %u\n", c->count);
		buffer_append(&r->said, line, strlen(line));
	}
}

static void
write_words(const char *script, bool old, struct buffer *payload)
{
	struct words words = { script, script + strlen(script), false };
	struct dem_script s = { .head.network = old ? 14 : 24 };
	struct dem_writer_bits bits = { .w = payload, .width = 6 };

	while (words_left(&words) && !words.failed)
		words.failed = !dem_script_bit_words(&s, &bits, &words);
	cr_assert_not(words.failed, "%s", script);
	buffer_free(&s.body);
}

static enum sendtable_status
run(struct tables_run *r, const struct tables_case *c)
{
	const struct sendtable_layout layout = { !c->old, c->old ? 6 : 7 };
	const struct part part = { .name = "packet", .bits = true };
	struct buffer payload = { 0 };
	enum sendtable_status status;

	write_words(c->script, c->old, &payload);
	r->allocator = (struct dfk_allocator){ starving_get, starving_put,
					       &r->starving };
	r->budget.allocator = &r->allocator;
	report_open(&r->report);
	r->report.emit = packets_hear;
	r->report.ctx = &r->said;
	report_enter(&r->report, &part);
	sendtables_open(&r->tables, &r->report, &r->limits, &r->budget);
	status = sendtables_read(&r->tables,
				 (struct span){ payload.bytes, payload.size },
				 &layout);
	if (status == SENDTABLE_READ)
		say_lists(r);
	sendtables_free(&r->tables);
	cr_expect_eq(r->budget.used, 0);
	buffer_byte(&r->said, 0);
	buffer_free(&payload);
	return status;
}

/* With so much memory: false, there was enough. */
static bool
is_short(const struct tables_case *c, uint64_t most, size_t left)
{
	struct tables_run r = { .limits = limits_default(),
				.budget.most = most,
				.starving.left = left };
	const enum sendtable_status status = run(&r, c);
	const char *said = (const char *)r.said.bytes;
	const bool cut = r.budget.reached || r.budget.no_memory;

	cr_expect_eq(r.budget.no_memory, r.starving.refused > 0, "%s", c->what);
	cr_expect_eq(r.budget.no_memory, status == SENDTABLE_NO_MEMORY);
	if (!cut)
		cr_expect_str_eq(said, c->said, "%s:\n%s", c->what, said);
	else if (r.budget.reached)
		cr_expect_eq(status, SENDTABLE_UNDECIDED);
	buffer_free(&r.said);
	return cut;
}

static void
check(const struct tables_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t most = 0;
		size_t left = 0;

		cr_expect_not(is_short(&cases[i], 1 << 24, SIZE_MAX));
		while (is_short(&cases[i], 1 << 24, left))
			left++;
		while (is_short(&cases[i], most, SIZE_MAX))
			most = most ? 2 * most : 1;
	}
}

/* ------------------------------------------------------------------ cases */

/* Tables, and those of one class and of two. */
#define TABLE(name, n, props) "u 1 1 u 1 0 text '" name "' u 10 " n " " props
#define CLASS(id, table)      "u 16 " id " text 'C' text '" table "' "
#define ONE(tables, table)    tables "u 1 0 u 16 1 " CLASS("0", table)
#define TWO(tables, a, b)     tables "u 1 0 u 16 2 " CLASS("0", a) CLASS("1", b)

/* Properties. */
#define RANGE(type, name, flags, low, high, bits) \
	"u 5 " type " text '" name "' u 16 " flags " float " low \
	" float " high " u 7 " bits " "
#define INT(name, flags) RANGE("0", name, flags, "0", "0", "8")
#define IN(name, flags, table) \
	"u 5 6 text '" name "' u 16 " flags " text '" table "' "
#define OUT(type, name, table) \
	"u 5 " type " text '" name "' u 16 64 text '" table "' "
#define ARRAY(name, flags, n) "u 5 5 text '" name "' u 16 " flags " u 10 " n " "
#define ELEMENT               "256"

static const struct tables_case tables[] = {
	{ "one class", ONE(TABLE("A", "1", INT("x", "0")), "A"), "x = 1\n", 0 },
	{ "no property", ONE(TABLE("A", "0", ""), "A"), "= 0\n", 0 },
	{ "no class", "u 1 0 u 16 0",
	  "dem.class_count 0.1+1 - -: 0 classes; 1 to 512 classes\n", 0 },
	{ "512 classes, but for their ends", "u 1 0 u 16 512",
	  "dem.tables_overrun 2.7+1 - -: the end of the data tables\n", 0 },
	{ "513 classes", "u 1 0 u 16 513",
	  "dem.class_count 0.1+1 - -: 513 classes; 1 to 512 classes\n", 0 },
	{ "a class whose table there is not", ONE(TABLE("A", "0", ""), "B"),
	  "dem.class_table 5.5+1 class C -: a table that does not exist\n", 0 },
	{ "two classes", TWO(TABLE("A", "1", INT("x", "0")), "A", "A"),
	  "x = 1\n"
	  "x = 1\n",
	  0 },
	{ "of which one has another number",
	  TABLE("A", "0", "") "u 1 0 u 16 2 " CLASS("0", "A") CLASS("2", "A"),
	  "dem.class_id 11.5+1 - -: id 2; id 1\n", 0 },
	{ "two tables of one name",
	  ONE(TABLE("A", "1", INT("x", "0")) TABLE("A", "1", INT("y", "0")),
	      "A"),
	  "dem.table_name 17.1+1 - -: the name of an earlier table\n", 0 },
	{ "a table without a name", ONE(TABLE("", "0", ""), ""),
	  "dem.table_name 0.1+1 - -: an empty name\n", 0 },
	{ "two without a name", ONE(TABLE("", "0", "") TABLE("", "0", ""), ""),
	  "dem.table_name 0.1+1 - -: an empty name\n"
	  "dem.table_name 2.5+1 - -: an empty name\n",
	  0 },
	{ "half a name", "u 1 1 u 1 0 u 8 65",
	  "dem.tables_overrun 1.7+1 - -: the end of the data tables\n", 0 },
	{ "half a number of properties", "u 1 1 u 1 0 text 'AB' u 3 0",
	  "dem.tables_overrun 3.7+1 - -: the end of the data tables\n", 0 },
	{ "half a type", "u 1 1 u 1 0 text 'A' u 10 1",
	  "dem.tables_overrun 3.7+1 - -: the end of the data tables\n", 0 },
	{ "half a property",
	  "u 1 1 u 1 0 text 'A' u 10 1 u 5 0 text 'x' u 16 0 u 32 0 u 32 0",
	  "dem.tables_overrun 16.7+1 - -: the end of the data tables\n", 0 },
	{ "half a class", TABLE("A", "0", "") "u 1 0 u 16 1 u 16 0 text 'C'",
	  "dem.tables_overrun 9.7+1 - -: the end of the data tables\n", 0 },
	{ "a byte after the classes",
	  ONE(TABLE("A", "2", INT("e", ELEMENT) ARRAY("x", "0", "1")),
	      "A") "u 8 0",
	  "dem.tables_rest 31.0+1 - -: 8 bits; fewer than 8 bits\n", 0 },
	{ "properties of other kinds",
	  ONE(TABLE("A", "4",
		    RANGE("1", "f", "0", "0", "1", "9") RANGE("2", "v", "4",
							      "0", "0", "32")
			    RANGE("3", "w", "0", "0", "1", "9")
				    RANGE("4", "s", "0", "0", "0", "0")),
	      "A"),
	  "f v w s = 4\n", 0 },
	{ "of a type that there is not",
	  ONE(TABLE("A", "1", RANGE("7", "x", "0", "0", "0", "8")), "A"),
	  "dem.prop_type 3.4+1 A > x -: an unknown type\n", 0 },
	{ "33 bits",
	  ONE(TABLE("A", "1", RANGE("0", "x", "0", "0", "0", "33")), "A"),
	  "dem.prop_bits 3.4+1 A > x -: 33 bits; at most 32 bits\n", 0 },
	{ "32 bits",
	  ONE(TABLE("A", "1", RANGE("0", "x", "0", "0", "0", "32")), "A"),
	  "x = 1\n", 0 },
	{ "a float of 33 bits",
	  ONE(TABLE("A", "1", RANGE("1", "x", "0", "0", "0", "33")), "A"),
	  "dem.prop_bits 3.4+1 A > x -: 33 bits; at most 32 bits\n", 0 },
	{ "a vector of 33 bits",
	  ONE(TABLE("A", "1", RANGE("2", "x", "0", "0", "0", "33")), "A"),
	  "dem.prop_bits 3.4+1 A > x -: 33 bits; at most 32 bits\n", 0 },
	{ "an int of no bits",
	  ONE(TABLE("A", "1", RANGE("0", "x", "0", "0", "0", "0")), "A"),
	  "dem.prop_no_bits 3.4+1 A > x -: an int of 0 bits\n"
	  "x = 1\n",
	  0 },
	{ "a varint of none",
	  ONE(TABLE("A", "1", RANGE("0", "x", "32", "0", "0", "0")), "A"),
	  "x = 1\n", 0 },
	{ "a float of none",
	  ONE(TABLE("A", "1", RANGE("1", "x", "0", "0", "0", "0")), "A"),
	  "x = 1\n", 0 },
	{ "from nowhere",
	  ONE(TABLE("A", "1", RANGE("1", "x", "0", "nan", "0", "8")), "A"),
	  "dem.prop_range 3.4+1 A > x -: a bound that is NaN or infinite\n"
	  "x = 1\n",
	  0 },
	{ "to nowhere",
	  ONE(TABLE("A", "1", RANGE("1", "x", "0", "0", "inf", "8")), "A"),
	  "dem.prop_range 3.4+1 A > x -: a bound that is NaN or infinite\n"
	  "x = 1\n",
	  0 },
	{ "a table that there is not",
	  ONE(TABLE("A", "1", IN("x", "0", "B")), "A"),
	  "dem.prop_table 3.4+1 A > x -: a table that does not exist\n", 0 },
	{ "what is excluded from one that there is not",
	  ONE(TABLE("A", "1", OUT("6", "x", "B")), "A"),
	  "dem.prop_exclude 3.4+1 A > x -: a table that does not exist\n"
	  "= 0\n",
	  0 },
	{ "an int that is excluded",
	  ONE(TABLE("A", "2", INT("x", "0") OUT("0", "x", "A")), "A"), "= 0\n",
	  0 },
	{ "an array that is excluded",
	  ONE(TABLE("A", "2", INT("x", "0") OUT("5", "x", "A")), "A"), "= 0\n",
	  0 },
};

static const struct tables_case arrays[] = {
	{ "an array",
	  ONE(TABLE("A", "2", INT("e", ELEMENT) ARRAY("x", "0", "1")), "A"),
	  "x = 1\n", 0 },
	{ "of no element",
	  ONE(TABLE("A", "2", INT("e", ELEMENT) ARRAY("x", "0", "0")), "A"),
	  "dem.prop_array 17.0+1 A > x -: an array without elements\n", 0 },
	{ "without a template",
	  ONE(TABLE("A", "2", INT("e", "0") ARRAY("x", "0", "1")), "A"),
	  "dem.prop_array 17.0+1 A > x -: an array without a template first\n",
	  0 },
	{ "a template alone",
	  ONE(TABLE("A", "2", INT("e", ELEMENT) INT("x", "0")), "A"),
	  "dem.prop_array 17.0+1 A > x -: a template without an array next\n",
	  0 },
	{ "two templates",
	  ONE(TABLE("A", "3",
		    INT("d", ELEMENT) INT("e", ELEMENT) ARRAY("x", "0", "1")),
	      "A"),
	  "dem.prop_array 17.0+1 A > e -: a template without an array next\n",
	  0 },
	{ "a template at the end", ONE(TABLE("A", "1", INT("e", ELEMENT)), "A"),
	  "dem.prop_array 3.4+1 A > e -: a template without an array next\n",
	  0 },
	{ "an array that is one",
	  ONE(TABLE("A", "2", INT("e", ELEMENT) ARRAY("x", ELEMENT, "1")), "A"),
	  "dem.prop_array 17.0+1 A > x -: a template that cannot be an "
	  "element\n",
	  0 },
	{ "a table that is one",
	  ONE(TABLE("A", "2", IN("e", ELEMENT, "A") ARRAY("x", "0", "1")), "A"),
	  "dem.prop_array 3.4+1 A > e -: a template that cannot be an "
	  "element\n",
	  0 },
	{ "an exclusion that is one",
	  ONE(TABLE("A", "2",
		    "u 5 0 text 'e' u 16 320 text 'A' " ARRAY("x", "0", "1")),
	      "A"),
	  "dem.prop_array 3.4+1 A > e -: a template that cannot be an "
	  "element\n",
	  0 },
	{ "an exclusion after one",
	  ONE(TABLE("A", "2", INT("e", ELEMENT) OUT("5", "x", "A")), "A"),
	  "dem.prop_array 17.0+1 A > x -: a template without an array next\n",
	  0 },
};

/* A has four times B and then C, which are of 1023 properties and of a few. */
#define FIVE(flags) \
	TABLE("A", "5", \
	      IN("a", flags, "B") IN("b", flags, "B") IN("c", flags, "B") \
		      IN("d", flags, "B") IN("e", flags, "C"))
#define B    TABLE("B", "1023", "times 1023 " INT("x", "0") "end ")
#define C(n) TABLE("C", n, "times " n " " INT("x", "0") "end ")

static const struct tables_case lists[] = {
	{ "of an old network protocol",
	  ONE(TABLE("A", "2",
		    "u 5 3 text 's' u 16 0 u 32 0 u 32 0 u 6 9 u 5 5 text 'i' "
		    "u 16 0 text 'B' ")
		      TABLE("B", "1",
			    "u 5 0 text 'x' u 16 0 u 32 0 u 32 0 u 6 9 "),
	      "A"),
	  "x s = 2\n", 1 },
	{ "of an old one, a type that there is not",
	  ONE(TABLE("A", "1", "u 5 6 text 's' u 16 0 u 32 0 u 32 0 u 6 9 "),
	      "A"),
	  "dem.prop_type 3.4+1 A > s -: an unknown type\n", 1 },
	{ "a table in itself", ONE(TABLE("A", "1", IN("x", "0", "A")), "A"),
	  "dem.table_cycle 3.4+1 A > x -: a table that contains itself\n", 0 },
	{ "in one that is in it",
	  ONE(TABLE("A", "1", IN("x", "0", "B"))
		      TABLE("B", "1", IN("y", "0", "A")),
	      "A"),
	  "dem.table_cycle 13.5+1 B > y -: a table that contains itself\n", 0 },
	{ "in it twice",
	  ONE(TABLE("A", "2", IN("x", "0", "B") IN("y", "0", "B"))
		      TABLE("B", "1", INT("z", "0")),
	      "A"),
	  "z z = 2\n", 0 },
	{ "excluded from itself",
	  ONE(TABLE("A", "2", INT("x", "0") OUT("6", "x", "A")), "A"), "= 0\n",
	  0 },
	{ "excluded from another",
	  TWO(TABLE("A", "3",
		    INT("x", "0") IN("i", "0", "B") OUT("6", "x", "B"))
		      TABLE("B", "2", INT("x", "0") INT("y", "0")),
	      "A", "B"),
	  "y x = 2\n"
	  "x y = 2\n",
	  0 },
	{ "an exclusion two tables below",
	  ONE(TABLE("A", "2", INT("x", "0") IN("i", "0", "B"))
		      TABLE("B", "1", IN("j", "0", "C"))
			      TABLE("C", "2", INT("y", "0") OUT("6", "x", "A")),
	      "A"),
	  "y = 1\n", 0 },
	{ "a table that is excluded",
	  ONE(TABLE("A", "3",
		    INT("x", "0") IN("i", "0", "B") OUT("6", "i", "A"))
		      TABLE("B", "1", INT("y", "0")),
	      "A"),
	  "x = 1\n", 0 },
	{ "4096 properties", ONE(FIVE("0") B C("4"), "A"), "= 4096\n", 0 },
	{ "4097 properties", ONE(FIVE("0") B C("5"), "A"),
	  "dem.class_props 13923.6+1 class C -: more properties; at most 4096 "
	  "properties\n",
	  0 },
	{ "4097 in one list", ONE(FIVE("4096") B C("5"), "A"),
	  "dem.class_props 13923.6+1 class C -: more properties; at most 4096 "
	  "properties\n",
	  0 },
	{ "1024 tables",
	  "times 1024 u 1 1 u 1 0 counted u 10 0 end u 1 0 u 16 1 " CLASS("0",
									  "5"),
	  "= 0\n", 0 },
	{ "1025 tables",
	  "times 1025 u 1 1 u 1 0 counted u 10 0 end u 1 0 u 16 1 " CLASS("0",
									  "5"),
	  "dem.table_count 5546.1+1 - -: more tables; at most 1024 tables\n",
	  0 },
	{ "512 classes",
	  TABLE("A", "1", INT("x", "0")) "u 1 0 u 16 512 times 512 count 16 "
					 "text 'C' text 'A' end",
	  "x = 1\n"
	  "x = 1\n"
	  "x = 1\n",
	  0 },
	{ "names of 55, 56 and 57 bytes",
	  "u 1 1 u 1 0 times 55 u 8 65 end u 8 0 u 10 2 "
	  "u 5 6 times 56 u 8 66 end u 8 0 u 16 0 text 'none' "
	  "u 5 6 times 57 u 8 67 end u 8 0 u 16 0 text 'none' "
	  "u 1 0 u 16 1 u 16 0 times 57 u 8 68 end u 8 0 text 'none' ",
	  "dem.prop_table 57.4+1 "
	  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA > "
	  "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB -: a table "
	  "that does not exist\n"
	  "dem.prop_table 122.1+1 "
	  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA > "
	  "CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC -: a table "
	  "that does not exist\n"
	  "dem.class_table 189.7+1 class "
	  "DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD -: a table "
	  "that does not exist\n",
	  0 },
};

Test(sendtable, rules) { check(tables, COUNT_OF(tables)); }

Test(sendtable, arrays) { check(arrays, COUNT_OF(arrays)); }

Test(sendtable, lists) { check(lists, COUNT_OF(lists)); }
