#!/bin/sh
# SPDX-License-Identifier: MIT
# install-deps - installs the Debian packages that are missing, and only those
#
# usage: install-deps.sh [--missing] build|quick|test|fuzz|quality|engines|release
#
#   build     what the library and the program need
#   quick     and their tests, with one compiler
#   test      and all compilers
#   fuzz      the engines
#   quality   coverage, static analysis and planted bugs
#   release   what builds and tries the artifacts of a release: compilers for Windows and
#             WebAssembly, wine, Node and browsers
#   engines   GNU parallel, sshd and Slurm; where systemd runs, sshd and munged start
#
# --missing only prints the packages that are missing.
# Needs root, or sudo, only if something is missing.  If another program holds
# the package database, it waits for five minutes.
set -eu
export LC_ALL=C

# dpkg-dev tells meson where libraries are in Debian: without it they go to lib64, where
# neither ldconfig nor pkg-config looks.
build='gcc libc6-dev dpkg-dev meson ninja-build pkg-config python3
	zlib1g-dev libisal-dev nettle-dev libsnappy-dev
	liblzma-dev libzstd-dev libbz2-dev libseccomp-dev libsqlite3-dev'
quick="$build libcriterion-dev libjansson-dev binutils groff-base mandoc valgrind
	gzip xz-utils zstd bzip2 python3-jsonschema libxml2-utils
	python3-yaml git shellcheck curl sqlite3 systemd zsh fish"
test="$quick clang-14 clang-19 lld-19 libclang-rt-19-dev"
fuzz="$build libjansson-dev clang-19 llvm-19 libclang-rt-19-dev afl++ clang-14
	libclang-rt-14-dev"
quality="$test llvm-19 clang-tidy-19 clang-tools-19 cppcheck mypy"
release="$build g++ musl-tools linux-libc-dev gcc-mingw-w64-x86-64-posix
	g++-mingw-w64-x86-64-posix wine wine64 clang-19 lld-19 llvm-19 wasi-libc
	libclang-rt-19-dev-wasm32 libc++-19-dev-wasm32 debhelper git
	binutils python3-venv mmdebstrap chromium firefox-esr"
# Node of another source than Debian brings its own npm.
command -v npm >/dev/null || release="$release nodejs npm"
engines='python3 python3-yaml shellcheck openssh-client openssh-server parallel
	munge slurmctld slurmd slurm-client'

only_print=''
[ "${1:-}" != --missing ] || { only_print=yes && shift; }

case ${1:-} in
build) wanted=$build ;;
quick) wanted=$quick ;;
test) wanted=$test ;;
fuzz) wanted=$fuzz ;;
quality) wanted=$quality ;;
engines) wanted=$engines ;;
release) wanted=$release ;;
*)
	echo 'usage: install-deps.sh [--missing] build|quick|test|fuzz|quality|engines|release' >&2
	exit 2
	;;
esac

missing=''
for package in $wanted; do
	state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || :
	[ "$state" = installed ] || missing="$missing $package"
done
[ -z "$only_print" ] || {
	printf '%s' "${missing# }"
	exit 0
}
[ -n "$missing" ] || {
	echo 'No package is missing.'
	exit 0
}

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

# get ARGUMENT...: apt-get without questions
get() {
	$sudo env DEBIAN_FRONTEND=noninteractive \
		apt-get -q -o DPkg::Lock::Timeout=300 "$@"
}
get update
# shellcheck disable=SC2086  # a list of words
get install -y --no-install-recommends $missing
