#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# plants - five defects are planted; each must be found by what is meant to
# find it
#
# usage: scripts/plants.sh [NUMBER...]
#
#   1  a read one byte past the window    replay of the samples, AddressSanitizer
#   2  a length that is not checked       the test of the corpus
#   3  no memory, taken for damage        test_memory
#   4  a repair that is not settled       replay of the samples, its property
#   5  a leak                             replay of the samples, LeakSanitizer
#
# Each defect is a patch in tests/plants/, which changes a copy.  A detector has found
# it only if it says what kind of defect it is; without a plant all of them must be
# silent.  BUILD names another build directory than build-plants/.
set -u
export LC_ALL=C
unset CDPATH
cd "$(dirname "$0")/.." || exit 2
sh scripts/install-deps.sh quality || exit 1
plants=${*:-1 2 3 4 5}
build=${BUILD:-build-plants}
flags='-fno-sanitize-recover=all -DDEMOFSCK_ASSERT'
targets='fuzz/fuzz_teehistorian tests/test_memory tests/test_corpus'

mkdir -p "$build"
if [ ! -f "$build/build.ninja" ] &&
	! CC=clang-19 meson setup "$build" -Db_sanitize=address,undefined \
		-Db_lundef=false -Ddefault_library=static \
		-Dc_args="$flags" >"$build/build.log" 2>&1; then
	tail -n 20 "$build/build.log"
	exit 1
fi
build=$(cd "$build" && pwd)

# make: the detectors, linked of the objects that are there
make() {
	find "$build" -name '*.a' -delete
	# shellcheck disable=SC2086  # a list of words
	ninja -C "$build" $targets >"$build/build.log" 2>&1 && return
	tail -n 20 "$build/build.log"
	return 1
}

# planted N: a directory with the files that patch N changes, changed
planted() {
	local to=$build/plant-$1 patch file
	patch=$(echo tests/plants/"$1"-*.patch)
	rm -rf "$to"
	sed -n 's,^+++ b/,,p' "$patch" | while read -r file; do
		mkdir -p "$to/$(dirname "$file")"
		cp "$file" "$to/$file"
	done
	# no repository is asked
	GIT_CEILING_DIRECTORIES=$build git -C "$to" apply "$PWD/$patch" || exit 1
	echo "$to"
}

# objects FOLDER AS_IS|PLANTED: compiles what FOLDER has a changed copy of, as the
# build does; a changed header is in every source, and what its detector reads is
# teehistorian.  Objects get their time back: ninja would make anew what is newer than
# it knows.
objects() {
	python3 - "$build" "$@" <<-'EOF'
		import json, os, shlex, subprocess, sys
		from concurrent.futures import ThreadPoolExecutor

		build, copy, what = sys.argv[1:]
		changed = [os.path.relpath(os.path.join(at, name), copy)
		           for at, _, names in os.walk(copy) for name in names]
		header = any(name.endswith('.h') for name in changed)
		with open(os.path.join(build, 'compile_commands.json')) as f:
		    commands = json.load(f)

		def source(c):
		    return os.path.relpath(os.path.join(c['directory'], c['file']))
		def make(c):
		    at = os.path.join(build, c['output'])
		    was = os.stat(at).st_mtime_ns
		    command = shlex.split(c['command'])
		    if what == 'PLANTED':
		        command[1:1] = ['-iquote', copy]
		        if source(c) in changed:
		            command[command.index(c['file'])] = os.path.join(copy, source(c))
		    subprocess.run(command, check=True, cwd=c['directory'])
		    os.utime(at, ns=(was, was))

		made = [c for c in commands if source(c) in changed or
		        header and source(c).startswith('validator/teehistorian/')]
		with ThreadPoolExecutor(os.cpu_count()) as pool:
		    list(pool.map(make, made))
		sys.exit(not made)
	EOF
}

# A crash with a report is what is waited for: no core, no file.
export ASAN_OPTIONS='detect_leaks=1:exitcode=99:detect_stack_use_after_return=1'
export UBSAN_OPTIONS='print_stacktrace=1'
export DEMOFSCK_CORPUS=$PWD/corpus
ulimit -c 0

detector() {
	case $1 in
	replay) "$build/fuzz/fuzz_teehistorian" corpus/teehistorian ;;
	corpus)
		"$build/tests/test_corpus" --tap=/dev/stdout \
			--filter='corpus/each_sample_is_judged*'
		;;
	memory) "$build/tests/test_memory" --tap=/dev/stdout ;;
	esac
}

# What a detector says of the defect that it is for.
expect() {
	case $1 in
	# after the block, or in what of it is not window (validator/core/poison.h): which
	# comes first depends on the order of the samples
	1) word='AddressSanitizer: (heap-buffer-overflow|use-after-poison)' by=replay ;;
	2) word='^not ok.*corpus::' by=corpus ;;
	3) word='^not ok.*no_memory_is_never_a_finding' by=memory ;;
	4) word='does not hold' by=replay ;;
	5) word='LeakSanitizer: detected memory leaks' by=replay ;;
	*)
		echo "plants: no plant $1" >&2
		exit 2
		;;
	esac
}

failed=0
make || exit 1
for by in replay corpus memory; do
	detector "$by" >"$build/clean-$by.log" 2>&1 &&
		! grep -qE '^not ok|Sanitizer' "$build/clean-$by.log" && continue
	echo "plants: without a plant, $by fails: $build/clean-$by.log"
	failed=1
done
[ "$failed" -ne 0 ] || echo 'no plant: replay, corpus, memory pass'

for n in $plants; do
	expect "$n"
	copy=$(planted "$n") && objects "$copy" PLANTED && make || exit 1
	start=$(date +%s.%N)
	log=$build/plant-$n.log
	if build=$build timeout 60 bash -c "$(declare -f detector)
		detector $by" >"$log" 2>&1; then
		status=passes
	else
		status=fails
	fi
	took=$(echo "$(date +%s.%N) $start" | awk '{ printf "%.1f", $1 - $2 }')
	if [ "$status" = fails ] && grep -qE "$word" "$log"; then
		echo "plant $n: found by $by in $took s:" \
			"$(grep -m1 -E "$word" "$log" | cut -c1-90)"
	else
		echo "plant $n: not found: $by $status, see $log"
		failed=1
	fi
	objects "$copy" AS_IS || exit 1
done
make || exit 1
exit "$failed"
