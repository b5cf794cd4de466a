#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# static - analyzers over the sources, with no finding left
#
# usage: scripts/static.sh
#
#   gcc        -fanalyzer
#   analyze    clang-19 --analyze: all of C that is stable, and alpha.security
#   tidy       clang-tidy-19, as .clang-tidy says
#   cppcheck   warning, style, performance, portability, inconclusive
#   unsafe     clang-19 -Wunsafe-buffer-usage: validator/ and repair/ index
#              raw memory in cursor.h and bits.h only
#   mypy       --strict: the Python package
#
# What was looked at and is right as it is, is listed in
# scripts/static-suppressions.txt; a row that answers nothing is a failure.
# Each tool is first given a defect that it must find.  BUILD names another
# directory than build-static/ for what the tools print.
set -u
export LC_ALL=C
unset CDPATH
cd "$(dirname "$0")/.." || exit 2
scripts=$PWD/scripts
tidy_config=$PWD/.clang-tidy
sh scripts/install-deps.sh quality || exit 1
work=${BUILD:-build-static}
rm -rf "$work" && mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
: >"$work/none"
python3 scripts/static.py scripts/static-suppressions.txt --read || exit 1

# What a build writes before it compiles: the rules of all formats, and the filters of the
# sandbox.
generated=$work/configured
{
	meson setup "$generated" -Dtests=disabled &&
		ninja -C "$generated" cli/work/filter_made.h
} >"$work/configure.log" 2>&1 || {
	cat "$work/configure.log"
	exit 1
}

# Of a table of 16,384 rows, with which cppcheck takes 220 seconds, it gets the first.
table=validator/core/huffman_table.def
mkdir -p "$work/short/${table%/*}"
head -n 64 "$generated/$table" >"$work/short/$table" || exit 1

# each LOGS COMMAND...: runs the command for every file on standard input; a
# log per file, as two that write at once would mix their lines
each() {
	export EACH_LOGS=$1
	shift
	# shellcheck disable=SC2016  # for the inner shell
	xargs -P2 -I{} bash -c 'log=$EACH_LOGS/${1//\//_}
		"${@:2}" "$1" >"$log" 2>&1 || echo "$1:1: error: ${2} failed" \
			>>"$log"' each {} "$@"
}

# Each function is looked at on its own, too, and not only as part of those that call
# it; with a budget for each of them, as the paths of the callers never end.  1,240 of
# 1,251 places in a third of the files are reached, as they are with four times the
# budget for the callers alone, in half of the time.
depth='-Xclang -analyzer-inlining-mode=all -Xclang -analyzer-config
	-Xclang max-nodes=50000'
checkers=core,deadcode,nullability,optin,security,unix,valist,alpha.security

run_tool() {
	local logs=$work/$1$2
	local flags=(-std=c11 -D_GNU_SOURCE '-DDEMOFSCK_VERSION="0"' -I. "-I$generated")
	mkdir "$logs"
	case $1 in
	gcc) each "$logs" gcc "${flags[@]}" -O2 -fanalyzer -c -o /dev/null ;;
	analyze)
		# shellcheck disable=SC2086  # a list of words
		each "$logs" clang-19 "${flags[@]}" --analyze --analyzer-output text \
			$depth -Xclang "-analyzer-checker=$checkers" \
			-Xclang -analyzer-disable-checker=security.insecureAPI.DeprecatedOrUnsafeBufferHandling
		;;
	tidy)
		# shellcheck disable=SC2016  # for the inner shell
		each "$logs" bash -c 'clang-tidy-19 -quiet \
			"--config-file=$0" "${@: -1}" -- "${@:1:$#-1}" \
			2>/dev/null' "$tidy_config" "${flags[@]}"
		;;
	cppcheck)
		each "$logs" cppcheck -q --std=c11 --inconclusive -I. \
			-I"$work/short" -I"$generated" \
			--enable=warning,style,performance,portability \
			--template='{file}:{line}:{column}: {severity}: {message} [{id}]'
		;;
	unsafe)
		grep -E '^(validator|repair)/' |
			each "$logs" clang-19 "${flags[@]}" -fsyntax-only \
				-Wunsafe-buffer-usage
		;;
	esac
}

# Exceptions are in the two files that they are for, and nowhere else.
exceptions() {
	grep -rnE 'UNCHECKED_BEGIN|unsafe_buffer_usage' validator repair api \
		--include='*.[ch]' --include='*.def' |
		grep -vE '^validator/core/(cursor|span|bits)\.h:'
	grep -rnE 'NOLINT|cppcheck-suppress|diagnostic (ignored|push)' \
		validator repair api cli fuzz include --include='*.[ch]' \
		--include='*.def'
}

# plant TOOL CHECK TEXT: the tool must report the check for this text
plant() {
	local tree=$work/plant-$1
	mkdir -p "$tree/repair"
	printf '%s\n' "$3" >"$tree/repair/planted.c"
	(cd "$tree" && echo repair/planted.c | run_tool "$1" -planted
		python3 "$scripts/static.py" "$work/none" \
			"$1=$work/$1-planted") \
		>"$tree/found"
	grep -q "^repair/planted.c:.*\[.*$2" "$tree/found" && return
	echo "self test: $1 does not find $2"
	failed=1
}

failed=0
tools='gcc analyze tidy cppcheck unsafe'
plant gcc analyzer-double-free '#include <stdlib.h>
void f(char *p);
void f(char *p) { free(p); free(p); }'
plant analyze core.NullDereference 'int f(int *p);
int f(int *p) { if (p) return 0; return *p; }'
plant tidy bugprone-assignment-in-if-condition 'int f(int a, int b);
int f(int a, int b) { if (a = b) return 1; return 0; }'
plant cppcheck arrayIndexOutOfBounds 'int f(void);
int f(void) { int a[2] = { 0 }; a[2] = 1; return a[0]; }'
plant unsafe Wunsafe-buffer-usage 'int f(const int *p, int n);
int f(const int *p, int n) { return p[n]; }'
mkdir -p "$work"/plant-exceptions/{validator,repair,api,cli,fuzz,include}
printf 'UNCHECKED_BEGIN\n/* NOLINT */\n' >"$work/plant-exceptions/repair/a.c"
[ "$(cd "$work/plant-exceptions" && exceptions | wc -l)" -eq 2 ] || {
	echo 'self test: exceptions are not found'
	failed=1
}

# What other builds compile in the place of a file of this build is left out.
sources() {
	find validator repair api cli fuzz -name '*.c' ! -path 'cli/windows/*' \
		! -path 'cli/musl/*' ! -name '*_mbedtls.c' | sort
}

arguments=()
for tool in $tools; do
	start=$SECONDS
	sources | run_tool "$tool" ''
	echo "$tool: $(find "$work/$tool" -type f | wc -l) files," \
		"$((SECONDS - start)) s"
	arguments+=("$tool=$work/$tool")
done
python3 scripts/static.py scripts/static-suppressions.txt "${arguments[@]}" ||
	failed=1
if found=$(exceptions); then
	printf 'an exception outside cursor.h and bits.h:\n%s\n' "$found"
	failed=1
fi

# typed FOLDER: the types of a Python package
typed() {
	mypy --strict --enable-incomplete-feature=Unpack --cache-dir="$work/mypy" "$1"
}
mkdir "$work/plant-mypy"
echo 'number: int = "text"' >"$work/plant-mypy/planted.py"
if typed "$work/plant-mypy" >/dev/null; then
	echo 'self test: mypy does not find a wrong type'
	failed=1
fi
typed bindings/python/demofsck || failed=1
exit "$failed"
