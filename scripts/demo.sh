#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# demo - checks, repairs and checks again the recording of a server that was
# killed
#
# usage: scripts/demo.sh [DEMOFSCK]
#
# Installs what is missing, builds in build-demo/, shows each command before it
# runs, and fails if one does not end as expected.  The program DEMOFSCK is used as
# it is: then nothing is installed or built.
set -eu
export LC_ALL=C.UTF-8
unset CDPATH
if [ $# -gt 1 ] || [ ! -x "${1:-/}" ] || [ -d "${1:-}" ]; then
	echo 'usage: scripts/demo.sh [DEMOFSCK], an installed program' >&2
	exit 2
fi
program=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

build() {
	sh scripts/install-deps.sh build
	echo 'Building in build-demo/, which takes one to three minutes'
	{
		[ -f build-demo/build.ninja ] ||
			meson setup build-demo --buildtype=release \
				-Dtests=disabled
		ninja -C build-demo cli/demofsck
	} >"$place/log" 2>&1 || {
		cat "$place/log" >&2
		exit 1
	}
	rm "$place/log"
}

if [ -z "$program" ]; then
	build
	program=$PWD/build-demo/cli/demofsck
fi
PATH=$(dirname "$program"):$PATH
samples=$PWD/corpus/teehistorian/real

cd "$place"
cp "$samples"/ddnet20.1.1-sigkill-2-after3.3s.teehistorian killed.teehistorian

say() {
	printf '\n# %s\n' "$*"
}

# step CODE COMMAND: the command must exit with this code
step() {
	local got=0
	printf '$ %s\n' "$2"
	bash -c "$2" || got=$?
	if [ "$got" -ne "$1" ]; then
		echo "demo: exit code $got, expected $1" >&2
		exit 1
	fi
	printf '(exit code %d)\n' "$got"
}

say 'A DDNet server was killed while it recorded.  What is left?'
step 1 'demofsck check killed.teehistorian'
say 'Nothing but the end mark is missing.  Repair writes a new file.'
step 0 'demofsck repair killed.teehistorian -o repaired.teehistorian'
step 0 'demofsck check repaired.teehistorian'
say 'What does the recording say of itself?'
step 0 'demofsck info repaired.teehistorian'
say 'A full disk stops a recording inside a message.'
step 0 'head -c 10240 killed.teehistorian >disk-full.teehistorian'
step 1 'demofsck check disk-full.teehistorian'
say 'Bytes must be given up: a dry run says which, and the exit code says so.'
step 3 'demofsck repair --dry-run disk-full.teehistorian -o saved.teehistorian'
step 3 'demofsck repair disk-full.teehistorian -o saved.teehistorian'
step 0 'demofsck check saved.teehistorian'
say 'Every rule explains itself.'
step 0 'demofsck explain teehistorian.truncated'
echo
echo 'demo: every step ended as expected'
