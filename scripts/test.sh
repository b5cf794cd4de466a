#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test - builds with every compiler, runs the whole test suite, counts it
#
# usage: scripts/test.sh [--quick]
#
#   gcc           build without warnings, all tests
#   engines       contrib/scrub with a real sshd and a real Slurm, by the build gcc;
#                 "not run", with the reason, where these programs cannot start
#   clang-14      build without warnings
#   sanitize      clang-19 without warnings, AddressSanitizer, LeakSanitizer,
#                 UBSan, all tests
#   memory        clang-19, MemorySanitizer, the replay of the fuzz targets
#   fuzz          libFuzzer, 6 seconds of each target
#   plants        five planted bugs, each found by the detector meant for it
#   coverage      lines, branches and MC/DC against their floors
#   static        gcc -fanalyzer, clang --analyze, clang-tidy, cppcheck
#   instructions  what a byte costs, against bench/instructions.txt, and the
#                 worst inputs
#
# --quick runs the stage gcc only.  A run that tested less than
# scripts/test-floor.txt demands has failed: an empty suite must not pass.
set -u
# What tools print is read here: no translation, and letters are those of ASCII.
export LC_ALL=C
unset CDPATH
cd "$(dirname "$0")/.." || exit 2

case "${1:-}" in
'') stages='gcc engines clang-14 sanitize memory fuzz plants coverage static instructions' ;;
--quick) stages='gcc' ;;
*)
	echo 'usage: scripts/test.sh [--quick]' >&2
	exit 2
	;;
esac

sh scripts/install-deps.sh quick || exit 1
[ "$stages" = gcc ] ||
	{ sh scripts/install-deps.sh test && sh scripts/install-deps.sh fuzz &&
		sh scripts/install-deps.sh quality; } || exit 1

passed=0
failed=0
summary=''
begun=0
# What failed is said again at the end: where only the last lines of a run are
# kept, the reason is among them.
details=$(mktemp) || exit 1
trap 'rm -f "$details" "$details.stage"' EXIT

# close STAGE RESULT...: one short line, shown again at the end
close() {
	local line
	line=$(printf '%-13s %s' "$1:" "${*:2}")
	printf -- '---- %s\n' "$line"
	summary="$summary$line"$'\n'
}

# told COMMAND: runs it; what it said last is a detail if it fails
told() {
	"$@" 2>&1 | tee "$details.stage"
	[ "${PIPESTATUS[0]}" -eq 0 ] && return
	tail -n 40 "$details.stage" >>"$details"
	return 1
}

# build STAGE COMPILER OPTION...: build-STAGE/ is made from scratch
build() {
	local stage=$1 compiler=$2 linker=()
	shift 2
	printf '\n==== %s\n' "$stage"
	rm -rf "build-$stage"
	# it links a program with sanitizers in a third of the time
	[ "$compiler" != clang-19 ] || linker=(CC_LD=lld)
	if env "CC=$compiler" "${linker[@]}" meson setup "build-$stage" --werror "$@" &&
		told ninja -C "build-$stage"; then
		return 0
	fi
	failed=$((failed + 1))
	close "$stage" 'the build failed'
	return 1
}

# count STAGE: adds what the tests of a stage said of themselves
count() {
	local stage=$1 p f skipped unit least least_unit
	read -r p f skipped unit < <(python3 scripts/tally.py "build-$stage")
	read -r least least_unit \
		< <(grep "^$stage " scripts/test-floor.txt | cut -d' ' -f2-)
	# On other machines two sweeps cannot run.
	[ "$(uname -m)" = x86_64 ] || least=$((least - ${skipped:-0}))
	passed=$((passed + ${p:-0}))
	failed=$((failed + ${f:-1}))
	close "$stage" "${p:-0} passed, ${f:-1} failed, ${skipped:-0} skipped," \
		"${unit:-0} of them unit tests, $((SECONDS - begun)) s"
	python3 scripts/tally.py "build-$stage" --failures >>"$details"
	if [ $((${p:-0} + ${f:-0})) -lt "${least:-1}" ] ||
		[ "${unit:-0}" -lt "${least_unit:-0}" ]; then
		failed=$((failed + 1))
		close "$stage" "fewer than $least tests, or than $least_unit" \
			"unit tests: see scripts/test-floor.txt"
	elif [ "${p:-0}" -gt "${least:-1}" ]; then
		close "$stage" "raise its floor to $p $unit"
	fi
}

# run STAGE OPTION...: all tests, with everything they print
run() {
	# the exit status is in the log that count() reads; -v prints the closing
	# lines of the unit tests
	rm -f "build-$1/meson-logs/testlog.json"
	# two more than there are processors: several tests wait for a clock
	meson test -C "build-$1" -v --no-rebuild --timeout-multiplier 3 \
		--num-processes $(($(nproc) + 2)) "${@:2}"
	local status=$?
	count "$1"
	if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
		failed=$((failed + 1))
		close "$1" "meson test ended with $status"
	fi
}

# A leak in a worker process of a unit test changes no exit code, so that the
# sanitizers write to files, and a file is a failure.
sanitize() {
	# not below this folder: tests that give up their rights write there, too
	local logs
	logs=$(mktemp -d) || exit 1
	chmod 1777 "$logs"
	build sanitize clang-19 -Db_sanitize=address,undefined -Db_lundef=false \
		-Dc_args='-fno-sanitize-recover=all -DDEMOFSCK_ASSERT' || return
	export ASAN_OPTIONS="log_path=$logs/report:exitcode=99:detect_leaks=1"
	ASAN_OPTIONS+=":strict_string_checks=1:detect_stack_use_after_return=1"
	# a run takes ten times as long
	export DEMOFSCK_STEP=10
	export UBSAN_OPTIONS="log_path=$logs/report:print_stacktrace=1"
	UBSAN_OPTIONS+=":halt_on_error=1"
	run sanitize
	unset ASAN_OPTIONS UBSAN_OPTIONS DEMOFSCK_STEP
	local reports
	reports=$(find "$logs" -type f | wc -l)
	if [ "$reports" -ne 0 ]; then
		find "$logs" -type f -exec head -n 40 {} + | tee -a "$details"
		failed=$((failed + reports))
		close sanitize "sanitizer reports: $reports"
	fi
	rm -rf "$logs"
}

# Criterion cannot run under MemorySanitizer; the replay needs nothing of it.
memory() {
	# an optimizer removes what it would see, and takes longer
	build memory clang-19 -Db_sanitize=memory -Db_lundef=false \
		-Doptimization=1 -Dtests=disabled -Dreplay=enabled \
		-Dc_args=-fno-sanitize-recover=all || return
	run memory --suite fuzz
}

# script STAGE COMMAND: a stage that is a script of its own
script() {
	local stage=$1
	shift
	printf '\n==== %s\n' "$stage"
	if told "$@"; then
		passed=$((passed + 1))
		close "$stage" "passed, $((SECONDS - begun)) s"
	else
		failed=$((failed + 1))
		close "$stage" "failed, $((SECONDS - begun)) s"
	fi
}

# What cannot run here is neither passed nor failed, and the closing line says so.
engines() {
	printf '\n==== engines\n'
	bash scripts/engines.sh 2>&1 | tee "$details.stage"
	case ${PIPESTATUS[0]} in
	0)
		passed=$((passed + 1))
		close engines "passed, $((SECONDS - begun)) s"
		;;
	77) close engines "$(tail -n 1 "$details.stage")" ;;
	*)
		failed=$((failed + 1))
		tail -n 40 "$details.stage" >>"$details"
		close engines "failed, $((SECONDS - begun)) s"
		;;
	esac
}

# Counted, not timed: load changes nothing, but the compiler does.  With another one
# than that of the rows nothing can be compared, and the stage says so.
instructions() {
	local rows here
	printf '\n==== instructions\n'
	rm -rf build-instructions
	# what is counted, and what makes the recordings
	if ! CC=gcc meson setup build-instructions --buildtype=release \
		-Dtests=disabled ||
		! ninja -C build-instructions cli/demofsck bench/generate \
			bench/measure bench/scalar; then
		failed=$((failed + 1))
		close instructions 'the build failed'
		return
	fi
	rows=$(sed -n 's/^compiler //p' bench/instructions.txt)
	here=$(build-instructions/bench/measure --compiler)
	if [ "$rows" != "$here" ]; then
		close instructions "not compared: the rows are those of $rows," \
			"this is $here"
		return
	fi
	script instructions bench/instructions --build build-instructions \
		--top=0 --check
	begun=$SECONDS
	script 'worst inputs' bench/worst --build build-instructions --check
}

for stage in $stages; do
	begun=$SECONDS
	case $stage in
	gcc) build gcc gcc && run gcc ;;
	# clang warns as it reads: what it makes of it changes nothing
	clang-*) build "$stage" "$stage" --buildtype=debug &&
		close "$stage" "built, $((SECONDS - begun)) s" ;;
	engines | sanitize | memory | instructions) "$stage" ;;
	fuzz) FUZZ_SEED=1 FUZZ_LEDGER=/dev/null script fuzz fuzz/run libfuzzer all 6 ;;
	# what it would build is what the stage sanitize has built
	plants) BUILD=build-sanitize script plants scripts/plants.sh ;;
	coverage) script coverage scripts/coverage.sh --check ;;
	static) script static scripts/static.sh ;;
	esac
done

[ ! -s "$details" ] || { printf '\n==== what failed\n' && cat "$details"; }
printf '\n%s%d passed, %d failed\n' "$summary" "$passed" "$failed"
[ "$failed" -eq 0 ]
