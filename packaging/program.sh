#!/bin/sh
# SPDX-License-Identifier: MIT
# program - builds the program with every library inside, for Linux or Windows
#
# usage: packaging/program.sh static|windows DIR
#
# DIR gets the program and THIRD-PARTY.txt, the licences of what is inside.  The build is
# in build-static or build-windows.  `scripts/install-deps.sh release` installs what is
# needed.  meson loads the sources of the libraries from crates.io and checks their
# SHA-256.  The same sources and compilers give the same bytes.
set -eu
export LC_ALL=C
unset CDPATH
[ $# -eq 2 ] || {
	sed -n 's/^# usage: /usage: /p' "$0" >&2
	exit 2
}
case $1 in
static) program=demofsck strip=strip ;;
windows) program=demofsck.exe strip=x86_64-w64-mingw32-strip ;;
*)
	echo "program.sh: static or windows, not $1" >&2
	exit 2
	;;
esac
mkdir -p "$2"
target=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."

build=build-$1
[ -e "$build/build.ninja" ] ||
	meson setup "$build" --cross-file packaging/self-contained.ini \
		--cross-file "packaging/$1.ini"
ninja -C "$build" "cli/$program"
"$strip" -o "$target/$program" "$build/cli/$program"
python3 packaging/third_party.py "$1" >"$target/THIRD-PARTY.txt"
