#!/bin/sh
# SPDX-License-Identifier: MIT
# archive - joins static libraries to one whose internal symbols are local
#
# usage: archive.sh OUT WORK COMPILER... -- LIBRARY...
set -eu
out=$1 work=$2
shift 2
compiler=''
while [ "$1" != -- ]; do
	compiler="$compiler $1"
	shift
done
shift
mkdir -p "$work"
# shellcheck disable=SC2086  # a list of words
$compiler -r -nostdlib -fno-lto -o "$work/demofsck.o" -Wl,--whole-archive "$@" \
	-Wl,--no-whole-archive
objcopy --localize-hidden --wildcard --remove-section='.gnu.lto_*' \
	--remove-section='.gnu.debuglto_*' "$work/demofsck.o"
# Objects that wait for an optimization at the time of linking have no code.
nm "$work/demofsck.o" | grep -q ' T dfk_open$' || {
	echo 'archive: libdemofsck.a would have no functions; beside -flto, set -ffat-lto-objects' >&2
	exit 1
}
rm -f "$out"
ar -cr "$out" "$work/demofsck.o"
