/* SPDX-License-Identifier: MIT */
/* dem_samples_tables.c - samples of data tables that engines do not write */
#include "corpus/builder/dem_samples.h"

/* A demo with n classes and these data tables. */
#define TABLED(classes, tables) \
	"signon " SERVER("24", classes, "0", "24", "0.015", \
			 "108") "create state 3; tables " tables \
				"; signon type 10 u 16 " classes \
				" u 1 1 state 4; signon state 5; sync; " \
				"strings; " DEM_REST
#define ONE(tables) TABLED("1", tables)

/* A table of n properties, and the bits after the last property. */
#define TABLE(name, n)         "u 1 1 u 1 0 text '" name "' u 10 " n " "
#define CLASSES(n)             "u 1 0 u 16 " n " "
#define CLASS(id, name, table) "u 16 " id " text '" name "' text '" table "' "
#define TEST                   CLASSES("1") CLASS("0", "CTest", "DT_Test")

/* Properties: an int with its number of bits and its range, and other properties. */
#define PROP(type, name, flags) "u 5 " type " text '" name "' u 16 " flags " "
#define RANGED(type, flags, bits) \
	PROP(type, "m_n", flags) "float 0 float 0 u 7 " bits " "
#define INT                  RANGED("0", "1", "8")
#define INNER(name, kind)    PROP("6", name, kind) "text '" name "' "
#define EXCLUDE(name, table) PROP("6", name, "64") "text '" table "' "
#define ARRAY(n)             PROP("5", "m_a", "0") "u 10 " n " "
#define ELEMENT              RANGED("0", "257", "8")
#define FLOAT_OF(low, high) \
	PROP("1", "m_f", "0") "float " low " float " high " u 7 8 "

/* n ints. */
#define INTS(n)   "times " n " u 5 0 counted u 16 1 float 0 float 0 u 7 8 end "
#define TABLES(n) "times " n " u 1 1 u 1 0 counted u 10 0 end "

const struct sample dem_samples_tables[] = {
	D("bad/tables_overrun", "the data tables end inside a class",
	  ONE(TABLE("DT_Test", "1") INT CLASSES("1") "u 16 0 text 'CTest' ")),
	D("bad/tables_overrun-prop", "they end inside a property",
	  ONE(TABLE("DT_Test", "1") PROP("0", "m_n", "1"))),
	D("bad/tables_overrun-name", "they end inside the name of a table",
	  ONE("u 1 1 u 1 0 u 8 68 u 8 84 ")),
	D("bad/tables_overrun-empty", "there are none", ONE("u 8 0 u 8 0 ")),
	D("near/tables_overrun", "the least that is whole",
	  ONE(TABLE("D", "0") CLASSES("1") CLASS("0", "C", "D"))),
	D("bad/tables_rest", "a byte after the last class",
	  ONE(TABLE("DT_Test", "1") INT TEST "u 8 0 ")),
	D("near/tables_rest", "seven bits that mean nothing",
	  ONE(TABLE("DT_Test", "1") INT TEST "u 5 31 ")),
	D("bad/table_name", "two tables of one name",
	  ONE(TABLE("DT_Test", "1") INT TABLE("DT_Test", "0") TEST)),
	D("bad/table_name-empty", "a table without a name",
	  ONE(TABLE("DT_Test", "1") INT TABLE("", "0") TEST)),
	D("bad/identifier-prop", "the name of a property is not UTF-8",
	  ONE(TABLE("DT_Test", "1") PROP("0", "m_%ff", "1")
		      "float 0 float 0 u 7 8 " TEST)),
	D("near/table_name", "a name that begins like another one",
	  ONE(TABLE("DT_Test", "1") INT TABLE("DT_Tes", "0")
		      TABLE("DT_Test2", "0") TEST)),
	D("bad/table_cycle", "a table that has itself as a property",
	  ONE(TABLE("DT_Test", "1") INNER("DT_Test", "0") TEST)),
	D("bad/table_cycle-two", "two tables that hold each other",
	  ONE(TABLE("DT_Test", "1") INNER("DT_Other", "0") TABLE(
		  "DT_Other", "2") INT INNER("DT_Test", "4096") TEST)),
	D("near/table_cycle", "a table that two others hold",
	  ONE(TABLE("DT_Test", "2") INNER("DT_A", "0") INNER("DT_B", "0") TABLE(
		  "DT_A", "1") INNER("DT_C", "0") TABLE("DT_B", "1")
		      INNER("DT_C", "4096") TABLE("DT_C", "1") INT TEST)),
	D("near/table_cycle-excluded", "a table that excludes one of its own",
	  ONE(TABLE("DT_Test", "2") INT EXCLUDE("m_n", "DT_Test") TEST)),
	D("bad/prop_type", "a property of type 7",
	  ONE(TABLE("DT_Test", "1") RANGED("7", "0", "8") TEST)),
	D("bad/prop_type-14", "network protocol 14 has types up to 5",
	  "network 14; " DEM_PORTAL DEM_INFO "tables " TABLE("DT_Test", "1")
		  PROP("6", "m_n", "0") "text 'DT_Test' " TEST "; " DEM_SPAWN
					"sync; strings; " DEM_REST),
	D("near/prop_type", "each type there is",
	  ONE(TABLE("DT_Test", "8") INT RANGED("1", "0", "8") RANGED(
		  "2", "4", "0") RANGED("3", "2", "0") RANGED("4", "0", "0")
		      ELEMENT ARRAY("3") INNER("DT_Other", "0")
			      TABLE("DT_Other", "1") INT TEST)),
	D("near/prop_type-14", "the same in network protocol 14",
	  "network 14; " DEM_PORTAL DEM_INFO "tables " TABLE("DT_Test", "3")
		  PROP("0", "m_n", "1") "float 0 float 0 u 6 8 " PROP(
			  "3", "m_s",
			  "0") "float 0 float 0 u 6 0 " PROP("5", "m_t",
							     "0") "text "
								  "'DT_O'"
								  " " TABLE(
									  "DT_"
									  "O",
									  "0")
									  TEST
	  "; " DEM_SPAWN "sync; strings; " DEM_REST),
	D("bad/prop_array", "an array without a property of its elements",
	  ONE(TABLE("DT_Test", "2") INT ARRAY("3") TEST)),
	D("bad/prop_array-alone", "a property of elements without an array",
	  ONE(TABLE("DT_Test", "2") ELEMENT INT TEST)),
	D("bad/prop_array-last", "a property of elements at the end of a table",
	  ONE(TABLE("DT_Test", "1") ELEMENT TEST)),
	D("bad/prop_array-empty", "an array of no elements",
	  ONE(TABLE("DT_Test", "2") ELEMENT ARRAY("0") TEST)),
	D("bad/prop_array-nested", "an array of arrays",
	  ONE(TABLE("DT_Test", "3") ELEMENT PROP(
		  "5", "m_a", "256") "u 10 2 " ARRAY("3") TEST)),
	D("bad/prop_array-table", "an array of tables",
	  ONE(TABLE("DT_Test", "2") PROP(
		  "6", "DT_Test", "256") "text 'DT_Test' " ARRAY("3") TEST)),
	D("near/prop_array", "an array of one element",
	  ONE(TABLE("DT_Test", "2") ELEMENT ARRAY("1") TEST)),
	D("bad/prop_bits", "an int of 33 bits",
	  ONE(TABLE("DT_Test", "1") RANGED("0", "1", "33") TEST)),
	D("bad/prop_bits-float", "a float of 127 bits",
	  ONE(TABLE("DT_Test", "1") RANGED("1", "0", "127") TEST)),
	D("bad/prop_bits-vector", "a vector of 127 bits",
	  ONE(TABLE("DT_Test", "1") RANGED("2", "0", "127") TEST)),
	D("near/prop_bits", "an int of 32 bits",
	  ONE(TABLE("DT_Test", "1") RANGED("0", "1", "32") TEST)),
	D("near/prop_bits-vector", "a vector of 32 bits",
	  ONE(TABLE("DT_Test", "1") RANGED("2", "0", "32") TEST)),
	D("near/prop_bits-text", "bits of a text, which nobody reads",
	  ONE(TABLE("DT_Test", "1") RANGED("4", "0", "64") TEST)),
	D("bad/prop_no_bits", "an int of no bits",
	  ONE(TABLE("DT_Test", "1") RANGED("0", "1", "0") TEST)),
	D("near/prop_no_bits", "an int that is written as a varint",
	  ONE(TABLE("DT_Test", "1") RANGED("0", "33", "0") TEST)),
	D("bad/prop_range", "from infinity on",
	  ONE(TABLE("DT_Test", "1") FLOAT_OF("inf", "1") TEST)),
	D("bad/prop_range-nan", "up to what is no number",
	  ONE(TABLE("DT_Test", "1") FLOAT_OF("0", "nan") TEST)),
	D("near/prop_range", "a range whose end is before its start",
	  ONE(TABLE("DT_Test", "1") FLOAT_OF("3.4e38", "-3.4e38") TEST)),
	D("bad/prop_exclude", "a property of a table that does not exist",
	  ONE(TABLE("DT_Test", "2") INT EXCLUDE("m_n", "DT_Old") TEST)),
	D("near/prop_exclude", "a property that does not exist",
	  ONE(TABLE("DT_Test", "2") INT EXCLUDE("m_old", "DT_Test") TEST)),
	D("bad/prop_table", "a property that is a table that does not exist",
	  ONE(TABLE("DT_Test", "1") INNER("DT_Other", "0") TEST)),
	D("near/prop_table", "a property that is a table without properties",
	  ONE(TABLE("DT_Test", "1") INNER("DT_Other", "0")
		      TABLE("DT_Other", "0") TEST)),
	D("bad/class_count", "there is no class",
	  ONE(TABLE("DT_Test", "1") INT CLASSES("0"))),
	D("near/class_count", "two classes of one table",
	  TABLED("2", TABLE("DT_Test", "1") INT CLASSES("2")
			      CLASS("0", "CTest", "DT_Test")
				      CLASS("1", "CSame", "DT_Test"))),
	D("bad/class_id", "the first class is number 1",
	  ONE(TABLE("DT_Test", "1") INT CLASSES("1")
		      CLASS("1", "CTest", "DT_Test"))),
	D("near/class_id", "classes that are not in the order of their names",
	  TABLED("2", TABLE("DT_Test", "1") INT CLASSES("2")
			      CLASS("0", "CZ", "DT_Test")
				      CLASS("1", "CA", "DT_Test"))),
	D("bad/class_table", "the table of a class does not exist",
	  ONE(TABLE("DT_Test", "1") INT CLASSES("1")
		      CLASS("0", "CTest", "DT_Other"))),
	D("bad/identifier-class", "the name of the class cannot be printed",
	  ONE(TABLE("DT_Test", "1") INT CLASSES("1")
		      CLASS("0", "C%0a%1b[2J%ab%5cx%7f\"%c3%bc", "DT_Other"))),
	D("near/class_table", "the table of a class comes after others",
	  ONE(TABLE("DT_Other", "1") INT TABLE("DT_Test", "0") TEST)),
	D("bad/class_count-many", "513 classes",
	  TABLED("513",
		 TABLE("DT_Test", "1") INT CLASSES(
			 "513") "times 513 count 16 text 'C' text 'DT_Test' "
				"end ")),
	D("near/class_count-many", "512 classes",
	  TABLED("512",
		 TABLE("DT_Test", "1") INT CLASSES(
			 "512") "times 512 count 16 text 'C' text 'DT_Test' "
				"end ")),
	Z("bad/class_props", "a class of 4097 properties",
	  ONE(TABLE("DT_Test", "9") INT INT INT INT INT INNER("DT_A", "0")
		      INNER("DT_A", "0") INNER("DT_A", "4096")
			      INNER("DT_A", "4096") TABLE("DT_A", "1023")
				      INTS("1023") TEST)),
	Z("near/class_props", "a class of 4096 properties",
	  ONE(TABLE("DT_Test", "8") INT INT INT INT INNER("DT_A", "0") INNER(
		  "DT_A", "0") INNER("DT_A", "4096") INNER("DT_A", "4096")
		      TABLE("DT_A", "1023") INTS("1023") TEST)),
	Z("bad/table_count", "1025 tables",
	  ONE(TABLES("1024") TABLE("DT_Test", "1") INT TEST)),
	Z("near/table_count", "1024 tables",
	  ONE(TABLES("1023") TABLE("DT_Test", "1") INT TEST)),
	Z("security/tables-flat", "512 classes of 4096 properties",
	  TABLED("512",
		 TABLE("DT_Test", "8") INT INT INT INT INNER("DT_A", "0")
			 INNER("DT_A", "0") INNER("DT_A", "4096") INNER("DT_A",
									"4096")
				 TABLE("DT_A", "1023") INTS("1023") CLASSES(
					 "512") "times 512 count 16 text 'C' "
						"text 'DT_Test' end ")),
	D("bad/limit.table_steps", "one step more than the limit",
	  ONE(TABLE("DT_Test", "1") INT TEST),
	  .options = "limit=table_steps=2"),
	D("near/limit.table_steps", "as many steps as the limit",
	  ONE(TABLE("DT_Test", "1") INT TEST),
	  .options = "limit=table_steps=3"),
	D("bad/limit.content_bytes", "one byte more memory than the limit",
	  ONE(TABLE("DT_Test", "1") INT TEST),
	  .options = "limit=content_bytes=1567"),
	D("near/limit.content_bytes", "as much memory as the limit",
	  ONE(TABLE("DT_Test", "1") INT TEST),
	  .options = "limit=content_bytes=1568"),
	{ 0 },
};
