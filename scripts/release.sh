#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# release - builds every artifact of a release, and tries each one
#
# usage: scripts/release.sh VERSION
#        scripts/release.sh --verify
#
# The first form builds from the last commit, into dist/:
#
#   demofsck-VERSION.tar.gz           the source
#   demofsck-linux-x86_64             a program for any Linux, which needs no library
#   demofsck.exe                      a program for Windows
#   demofsck.html                     the page for a browser
#   demofsck-VERSION.tgz              the package of npm
#   demofsck-VERSION-*.whl            the package of Python, and its source
#   *.deb, *.dsc, *.tar.xz            the packages of Debian 12, and their source
#   demofsck-VERSION.spdx.json        what is inside, as SPDX 2.3
#   SHA256SUMS
#
# VERSION is the version in meson.build.  If dist/ has the artifacts of this commit
# already, the new bytes are compared with the old ones, and a difference is a failure.
#
# The second form uses each artifact in dist/ for a repair, in its own surroundings: a
# Debian with only the .deb files, an empty root for the program, Wine, the browsers, and
# Node and Python without a compiler.  Verdicts and repaired bytes must be those of the
# program that is built here.
#
# Needs Debian 12, and root or sudo for what is missing.
set -euo pipefail
export LC_ALL=C
# What a user may have set would change the bytes, or the output of commands.
unset CDPATH CFLAGS CXXFLAGS CPPFLAGS LDFLAGS GZIP POSIXLY_CORRECT TAR_OPTIONS
umask 022
cd "$(dirname "$0")/.."
root=$PWD

usage() {
	echo 'usage: scripts/release.sh VERSION' >&2
	echo '       scripts/release.sh --verify' >&2
	exit 2
}

fail() {
	echo "release: $1" >&2
	exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# step NAME COMMAND...: the end of what the command prints is shown only if it fails
step() {
	local name=$1 begun=$SECONDS
	shift
	if ! "$@" >"$work/log" 2>&1; then
		tail -n 60 "$work/log" >&2
		fail "$name: failed"
	fi
	echo "$name: $((SECONDS - begun)) s"
}

# ------------------------------------------------------------------- build --

# The sources of the libraries are unpacked once, below the tree.
source_tree() {
	git -C "$root" -c tar.umask=0022 archive --prefix="demofsck-$version/" HEAD \
		>"$work/source.tar"
	gzip -n9 <"$work/source.tar" >"$out/demofsck-$version.tar.gz"
	tar -x -C "$work" -f "$work/source.tar"
	cd "$work/demofsck-$version"
	meson subprojects download || {
		echo 'release: not all sources of libraries could be loaded; subprojects/*.wrap has their addresses'
		return 1
	}
}

# program KIND OUTPUT: a program with all libraries inside
program() {
	packaging/program.sh "$1" "$work/$1"
	mv "$work/$1"/demofsck* "$out/$2"
	cp "$work/$1/THIRD-PARTY.txt" "$out/$2-licences.txt"
}

page_and_npm() {
	sh bindings/js/build.sh "$work/build-wasm"
	node page/build.mjs "$out/demofsck.html"
	(cd bindings/js && npm pack --pack-destination "$out")
}

build() {
	local kept=$root/dist
	version=$1
	[ -z "$(git status --porcelain)" ] ||
		fail 'the tree has changes that are not committed'
	[ "$version" = "$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)" ] ||
		fail "$version is not the version in meson.build"
	sh scripts/install-deps.sh release
	SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
	export SOURCE_DATE_EPOCH
	commit=$(git rev-parse HEAD)
	out=$work/dist
	mkdir "$out"

	step source source_tree
	cd "$work/demofsck-$version"
	step 'program for Linux' program static demofsck-linux-x86_64
	step 'program for Windows' program windows demofsck.exe
	step 'page and package of npm' page_and_npm
	step 'package of Python' "$root/packaging/wheel.sh" "$out"
	# The time in debian/changelog, as in a build of the packages alone.
	step 'packages of Debian' env -u SOURCE_DATE_EPOCH "$root/packaging/debian.sh" "$out"
	# These files have the time of the build, and are for an upload to Debian.
	rm "$out"/*.buildinfo "$out"/*.changes
	python3 packaging/sbom.py "$version" "$commit" "$out" >"$work/sbom"
	mv "$work/sbom" "$out/demofsck-$version.spdx.json"
	cd "$root"
	(cd "$out" && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)

	if [ -f "$kept/SHA256SUMS" ] && grep -qs "\"git commit $commit\"" "$kept"/*.spdx.json
	then
		diff "$kept/SHA256SUMS" "$out/SHA256SUMS" ||
			fail 'the same commit gave other bytes'
		echo 'dist/ has the same bytes already'
		return
	fi
	rm -rf "$kept"
	cp -r "$out" "$kept"
	ls -l "$kept"
}

# ------------------------------------------------------------------ verify --

case ${1:-} in
--verify)
	[ $# -eq 1 ] || usage
	exec bash packaging/verify.sh
	;;
'' | -*) usage ;;
*)
	[ $# -eq 1 ] || usage
	build "$1"
	;;
esac
