#!/bin/sh
# SPDX-License-Identifier: MIT
# install-deps - installs the Debian packages that are missing, and only those
#
# usage: install-deps.sh build|test|fuzz|quality
#
# `build` is what the library and the program need, `test` adds what the whole
# test suite needs, `fuzz` the engines, `quality` what coverage, static analysis and planted bugs
# need.  Needs root, or sudo, only if something is missing.
set -eu

build='gcc libc6-dev meson ninja-build pkg-config python3
	zlib1g-dev nettle-dev libjansson-dev'
test="$build libcriterion-dev clang-14 clang-19 libclang-rt-19-dev
	binutils groff-base valgrind"
fuzz="$build clang-19 llvm-19 libclang-rt-19-dev afl++ clang-14
	libclang-rt-14-dev"
quality="$test llvm-19 clang-tidy-19 clang-tools-19 cppcheck"

case ${1:-} in
build) wanted=$build ;;
test) wanted=$test ;;
fuzz) wanted=$fuzz ;;
quality) wanted=$quality ;;
*)
	echo 'usage: install-deps.sh build|test|fuzz|quality' >&2
	exit 2
	;;
esac

missing=''
for package in $wanted; do
	state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || :
	[ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

sudo=''
if [ "$(id -u)" -ne 0 ]; then
	sudo='sudo'
	command -v sudo >/dev/null || {
		echo "These packages are missing:$missing" >&2
		echo 'Install them as root, or install sudo, and run this again.' >&2
		exit 1
	}
fi
echo "Installing the packages that are missing:$missing"
$sudo env DEBIAN_FRONTEND=noninteractive apt-get update -q
# shellcheck disable=SC2086  # a list of words
$sudo env DEBIAN_FRONTEND=noninteractive \
	apt-get install -q -y --no-install-recommends $missing
