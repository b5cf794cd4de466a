#!/bin/sh
# SPDX-License-Identifier: MIT
# layering - who may include whom, who may call the system, what is exported
#
# usage: layering.sh ROOT [LIBRARY.so]
#
#   validator/core  <-  validator/<format>  <-  repair  <-  api
#   include  <-  cli, bindings
#
# No two files include each other.  Prints each violation as FILE:LINE: what.
# At the end it plants violations in a copy of the tree and demands that each is
# found: a test that cannot fail proves nothing.
set -u
# Ranges such as [a-z] and the order of sort are those of ASCII.
LC_ALL=C
export LC_ALL
root=$(cd "$1" && pwd) || exit 2
library=${2:-}

public='include/demofsck(_map|_profile|_report|_saved|_snapshot|_strip|_tables)?\.h'

# sources FOLDER...: the C files below
sources() {
	find "$@" -name '*.[ch]' 2>/dev/null | sort
}

# includes FOLDER...: FILE:LINE: of each include, <...> or "..."
includes() {
	sources "$@" | xargs -r grep -nE '^[[:space:]]*#[[:space:]]*include' /dev/null
}

# only PATTERN: passes on the includes with quotes that do not match
only() {
	grep -E 'include[[:space:]]+"' | grep -vE "\"($1)\"" |
		sed 's/$/  (not allowed here)/'
}

include_direction() {
	includes validator/core |
		only "validator/core/[^/]+|validator/(rules|formats|profiles)\.def|$public"
	for folder in validator/*/; do
		format=$(basename "$folder")
		others='nothing'
		case $format in
		core) continue ;;
		datafile) others='map' ;;
		recovery) others='datafile|snapshot|twdemo' ;;
		dem) others='netmessage|sendtable' ;;
		netmessage) others='entities|sendtable' ;;
		entities) others='sendtable' ;;
		twdemo) others='datafile|snapshot' ;;
		esac
		includes "$folder" | only \
			"validator/(core|$format|$others)/[^/]+|validator/rules\.def|$public"
	done
	for file in validator/*.[ch]; do
		[ -e "$file" ] && includes "$file" | only "validator/.+|$public"
	done
	includes repair | only "validator/.+|repair/[^/]+|$public"
	includes api | only "validator/.+|repair/[^/]+|api/([^/]+/)?[^/]+|$public"
	includes cli | only "cli/([^/]+/)?[^/]+|$public"
	includes bindings | only "$public"
	# Of the library the corpus knows no code: poison.h has none.
	includes corpus |
		only "corpus/.+|validator/.+\.def|validator/core/poison\.h|$public"
	# Side by side here and where they are installed.
	includes include | only 'demofsck(_tables)?\.h'
}

# pairs: FILE INCLUDED of each include with quotes, from what includes() prints
pairs() {
	sed -nE 's/^([^:]+):[0-9]+:[^"]*"([^"]+)".*/\1 \2/p'
}

# circles: the members of each circle among the pairs, as tsort names them
circles() {
	tsort 2>&1 >/dev/null | sed -nE '/loop:$/d; s/^tsort: (.*)/\1/p' |
		sort -u | sed 's/$/:1: includes what includes it/'
}

# No file includes itself by way of others.  A source and its header are one
# module, and no two modules include each other.  core/content.c is the second
# half of core/session.c.
mutual_includes() {
	{
		includes validator repair api cli corpus fuzz tests bench include |
			pairs | circles
		includes validator repair api cli corpus | pairs |
			awk '{ from = $1; to = $2
				sub(/\.c$/, ".h", from)
				sub(/core\/content\.h$/, "core/session.h", from)
				sub(/core\/content\.h$/, "core/session.h", to)
				if (from != to) print from, to }' | circles
	} | sort -u
}

# The library sees bytes and memory, no system.
system_headers() {
	includes validator repair api | grep -E 'include[[:space:]]+<' | grep -vE \
		'<((assert|inttypes|limits|stdarg|stdbool|stddef|stdint|stdio|string|zlib|isa-l/(crc|igzip_lib)|snappy-c|lzma|zstd|zstd_errors|bzlib|dlfcn|errno)\.h|nettle/[a-z0-9]+\.h|mbedtls/(md5|sha256)\.h)>' |
		grep -vE '^validator/core/memory\.c:[0-9]+:#include <stdlib\.h>' |
		grep -vE '^validator/core/(foreign|poison)\.h:[0-9]+:#include <sanitizer/[am]san_interface\.h>' |
		sed 's/$/  (no such header in the library)/'
}

# without_comments: the files named on stdin, as FILE:LINE:text with comments
# and strings blanked
without_comments() {
	xargs -r awk '
	FNR == 1 { in_comment = 0 }
	{
		line = ""
		for (i = 1; i <= length($0); i++) {
			two = substr($0, i, 2)
			one = substr($0, i, 1)
			if (in_comment) {
				if (two == "*/") { in_comment = 0; i++ }
			} else if (in_string) {
				if (one == "\\") i++
				else if (one == "\"") in_string = 0
			} else if (two == "/*") { in_comment = 1; i++ }
			else if (two == "//") break
			else if (one == "\"" && substr($0, i - 1, 1) != "\047")
				in_string = 1
			else line = line one
		}
		in_string = 0
		if (line ~ /\(/) print FILENAME ":" FNR ":" line
	}'
}

system_calls() {
	calls='(malloc|calloc|realloc|reallocarray|aligned_alloc|strdup|strndup|asprintf|vasprintf|free'
	calls="$calls|f?open|openat|fdopen|fread|fwrite|fclose|close|read|write|lseek|fsync|mmap|ioctl|unlink|rename"
	calls="$calls|v?f?printf|v?dprintf|v?sprintf|f?puts|f?putc|putchar|perror|getenv|system|exec[lv]p?e?|fork"
	calls="$calls|exit|_exit|time|clock|clock_gettime|rand|random|signal|raise|sleep|alloca|setlocale|strtok|gets|strcpy|strcat)"
	# a member (x.free, x->write) or a parameter (*write) is no call of libc
	sources validator repair api | grep -v '^validator/core/memory\.c$' |
		without_comments |
		grep -E "(^[^:]*:[0-9]*:|[^A-Za-z0-9_>.])${calls}[[:space:]]*\(" |
		sed 's/$/  (no such call in the library)/'
}

first_lines() {
	sources validator repair api cli corpus fuzz tests bench include |
		xargs -r awk '
		FNR == 1 {
			purpose = FILENAME
			sub(/.*\//, "", purpose)
			purpose = purpose " - "
			told = 0
			if (!/SPDX-License-Identifier: MIT/)
				print FILENAME ":1: no license line"
		}
		FNR <= 4 && index($0, purpose) { told = 1 }
		FNR == 4 && !told { print FILENAME ":2: does not say why this file exists" }'
}

# A struct's name says one thing in all of the program and its tools.
struct_names() {
	sources validator repair api cli fuzz corpus | xargs -r awk '
		/^[ \t]*([a-z]+ )*struct [a-z0-9_]+ [{]/ {
			sub(/ [{].*/, "")
			sub(/.*struct /, "")
			if ($0 in first)
				print FILENAME ":" FNR ": struct " $0 \
					" has the name of the one in " first[$0]
			else
				first[$0] = FILENAME
		}'
}

# The functions of tests/exports.txt, no more and no fewer: programs are linked with
# them.
exported_symbols() {
	[ -n "$library" ] || return 0
	{
		sed '/^#/d; s/^/lacks /' tests/exports.txt
		nm --dynamic --defined-only "$library" | awk '{ print $3 }' |
			sed 's/@.*//; s/^/exports /'
	} | sort -k2 | uniq -u -f1 | sed "s|^|$(basename "$library"): |"
}

# What the library takes from outside: memory, strings, zlib, nettle, and what loads
# ISA-L, snappy and the libraries of other compressed files.
imported_symbols() {
	[ -n "$library" ] || return 0
	nm --dynamic --undefined-only "$library" | awk '{ print $2 }' |
		sed 's/@.*//' | grep -vE \
		'^(malloc|calloc|free|_{0,2}(mem|str)[a-z_]+|_{0,2}v?snprintf(_chk)?|__stack_chk_fail|__assert_fail|abort|inflate[A-Za-z0-9_]*|crc32(_z)?|nettle_[a-z0-9_]+|dl(open|sym|close|error)|_ITM_.*|__gmon_start__|__cxa_finalize)$' |
		sed "s|^|$(basename "$library"): needs |"
}

all() {
	cd "$1" || exit 2
	include_direction
	mutual_includes
	system_headers
	system_calls
	first_lines
	struct_names
	exported_symbols
	imported_symbols
}

# plant FILE LINE [N]: writes a violation to the copy, in a file of its own; N
# reports are due for that file, 1 if N is left out
plant() {
	mkdir -p "$copy/$(dirname "$1")"
	printf '/* SPDX-License-Identifier: MIT */\n/* %s - planted */\n%s\n' \
		"$(basename "$1")" "$2" >"$copy/$1"
	[ "${3:-1}" -eq 0 ] || echo "$1: ${3:-1}" >>"$copy/due"
}

# What is reported of the copy is what was planted in it, and no more.
planted_are_found() {
	all "$copy" | sed 's/:.*//' | sort | uniq -c |
		awk '{ print $2 ": " $1 }' >"$copy/found"
	sort "$copy/due" | diff - "$copy/found" |
		sed -n 's/^</self test: reports due for/p
			s/^>/self test: reports made for/p'
}

self_test() {
	copy=$(mktemp -d) || exit 2
	trap 'rm -rf "$copy"' EXIT
	for folder in validator repair api cli bindings corpus include; do
		sources "$root/$folder" | sed "s|^$root/||" |
			(cd "$root" && xargs cp --parents -t "$copy") || exit 2
	done
	mkdir -p "$copy/fuzz" "$copy/tests" "$copy/bench" "$copy/scripts"
	library=''
	plant validator/core/planted_1.h '#include "validator/teehistorian/teehistorian.h"'
	plant validator/core/planted_2.h '#include "repair/edit.h"'
	plant validator/teehistorian/planted_3.c '#include "validator/twdemo/twdemo.h"'
	plant validator/teehistorian/planted_4.c '#include "repair/edit.h"'
	plant validator/snapshot/planted_5.c '#include "validator/datafile/datafile.h"'
	plant repair/planted_6.c '#include "cli/sink.h"'
	plant repair/planted_7.c '#include "api/handles.h"'
	plant api/planted_8.c '#include "cli/sink.h"'
	plant cli/planted_9.c '#include "validator/core/report.h"'
	plant cli/planted_10.c '#include "repair/edit.h"'
	plant bindings/js/planted_22.c '#include "api/handles.h"'
	plant corpus/builder/planted_11.c '#include "validator/core/cursor.h"'
	plant include/planted.h '#include "validator/core/rule.h"'
	plant validator/core/planted_12.h '#include <unistd.h>'
	plant repair/planted_13.c '#include <stdlib.h>'
	plant validator/core/planted_14.h 'static inline void f(void) { printf("x"); }'
	plant validator/core/planted_15.c 'static void f(void) { x = malloc(3); }'
	plant repair/planted_16.c '	write(1, "x", 1);'
	plant api/planted_17.c '	write(1, "x", 1);'
	plant validator/core/circle_1.h '#include "validator/core/circle_2.h"'
	plant validator/core/circle_2.h '#include "validator/core/circle_3.h"'
	plant validator/core/circle_3.h '#include "validator/core/circle_1.h"'
	plant cli/read/circle_1.h '/* its source does */'
	plant cli/read/circle_1.c '#include "cli/read/circle_2.h"' 0
	plant cli/read/circle_2.h '#include "cli/read/circle_1.h"'
	plant validator/map/circle_1.h '/* its source does */'
	plant validator/map/circle_1.c '#include "validator/map/circle_2.h"' 0
	plant validator/map/circle_2.h '#include "validator/map/circle_1.h"'
	plant repair/planted_18.c 'struct planted_18 { int x; };' 0
	plant validator/core/planted_19.c 'static const struct planted_19 { int x; } y;' 0
	plant validator/map/planted_20.c 'struct planted_19 { int x; };'
	plant api/planted_21.c 'struct planted_18;' 0
	plant corpus/tool/circle_1.h '/* its source does */'
	plant corpus/tool/circle_1.c '#include "corpus/tool/circle_2.h"' 0
	plant corpus/tool/circle_2.h '#include "corpus/tool/circle_1.h"'
	plant cli/bare.c '' 2
	printf '/* nothing said */\n\n\n\n' >"$copy/cli/bare.c"
	planted_are_found
	cd "$root" || exit 2
	library=${1:-}
	[ -n "$library" ] || return 0
	library=$(ldd "$library" | awk '$1 ~ /^libz\./ { print $3 }')
	exported_symbols | grep -q ': exports inflate$' ||
		echo "self test: foreign exports not found"
	exported_symbols | grep -q ': lacks dfk_open$' ||
		echo "self test: lacking exports not found"
	[ -n "$(imported_symbols)" ] || echo "self test: foreign imports not found"
}

found=$( (all "$root"; self_test "$library") 2>&1)
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
echo "layering holds"
