#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# coverage - how much of the library the tests and the samples reach
#
# usage: scripts/coverage.sh [--corpus-only] [--check]
#
#   (nothing)       lines, branches and MC/DC per folder: for the samples alone,
#                   and with the unit tests and those of the program
#   --corpus-only   the samples alone: the replay of the fuzz targets over
#                   corpus/ and the tests of the corpus
#   --check         fail below scripts/coverage-floors.txt
#
# BUILD names another build directory than build-coverage/.  What is missed
# is listed there in coverage-SCOPE-missed.txt, as file:line:column.
set -eu
export LC_ALL=C
unset CDPATH
cd "$(dirname "$0")/.."

scopes='corpus all'
check=''
for word; do
	case $word in
	--corpus-only) scopes='corpus' ;;
	--check) check='--check' ;;
	*)
		echo 'usage: scripts/coverage.sh [--corpus-only] [--check]' >&2
		exit 2
		;;
	esac
done
sh scripts/install-deps.sh quality

# what runs while it is built leaves no counts
export LLVM_PROFILE_FILE=/dev/null
# A program that counts opens files at its end, so it has no sandbox.
# a program that counts is slow
export DEMOFSCK_STEP=10
build=${BUILD:-build-coverage}
flags='-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc'
mkdir -p "$build"
{
	[ -f "$build/build.ninja" ] ||
		CC=clang-19 CC_LD=lld meson setup "$build" --buildtype=debug -Doptimization=1 \
			-Dhardening=false -Dsandbox=disabled -Dc_link_args="$flags" \
			-Dc_args="$flags -DDEMOFSCK_COVERAGE"
	ninja -C "$build"
} >"$build/build.log" 2>&1 || {
	tail -n 40 "$build/build.log" >&2
	exit 1
}
build=$(cd "$build" && pwd)
# not below this folder: tests that give up their rights write there, too
umask 0
profiles=$(mktemp -d)
trap 'rm -rf "$profiles"' EXIT
chmod 1777 "$profiles"

# gather SUITE...: runs these tests, whose counts come on top.  Those of the
# suite `uncounted` are left out: they are long, and reach nothing more that counts.
gather() {
	local suites=() suite ran failures
	for suite; do
		suites+=(--suite "$suite")
	done
	# %m: one file per program, to which each of its processes adds
	rm -f "$build/meson-logs/testlog.json"
	LLVM_PROFILE_FILE="$profiles/%4m.profraw" meson test -C "$build" \
		--num-processes $(($(nproc) + 1)) --no-rebuild \
		--timeout-multiplier 3 "${suites[@]}" --no-suite uncounted \
		>"$build/test.log" 2>&1 || :
	# A program that may write no file, or only a short one, cannot leave its
	# counts, and the test finds a line too many on standard error.
	if ! failures=$(python3 scripts/tally.py "$build" \
		--failures 'LLVM Profile Error'); then
		printf '%s\n' "$failures" >&2
		echo "coverage: failed, see $build/meson-logs/testlog.txt" >&2
		exit 1
	fi
	# A suite that is not there exits with 0.
	ran=$(python3 scripts/tally.py "$build" | cut -d' ' -f1)
	[ "$ran" -gt 0 ] || {
		echo "coverage: no tests in $*" >&2
		exit 1
	}
}

# figures SCOPE: what has been gathered so far, against the floors of SCOPE
figures() {
	local programs=() program
	for program in "$build"/cli/demofsck "$build"/{fuzz/fuzz,tests/test}_*; do
		[ ! -f "$program" ] || programs+=(-object "$program")
	done
	llvm-profdata-19 merge -sparse "$profiles"/*.profraw \
		-o "$build/coverage.profdata"
	llvm-cov-19 export -instr-profile="$build/coverage.profdata" \
		"${programs[@]}" >"$build/coverage-$1.json" 2>"$build/export.log"
	printf '\n==== coverage: %s\n' "$1"
	python3 scripts/coverage.py "$build/coverage-$1.json" . \
		scripts/coverage-floors.txt "$1" $check
}

status=0
for scope in $scopes; do
	case $scope in
	corpus) gather fuzz corpus ;;
	all)
		gather unit
		gather cli
		;;
	esac
	figures "$scope" || status=1
done

printf '\nNEVER() and ALWAYS(), left out of the figures above: '
grep -rhoE '\b(NEVER|ALWAYS)\(' validator repair api --include='*.c' |
	wc -l
grep -rnE '\b(NEVER|ALWAYS)\(' validator repair api --include='*.c' || :
exit "$status"
