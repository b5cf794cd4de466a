#!/bin/sh
# SPDX-License-Identifier: MIT
# debian - builds the Debian packages and the source package from the last commit
#
# usage: packaging/debian.sh OUTDIR
#
# Needs no root.  The packages of `Build-Depends` in debian/control must be installed;
# as root, `apt-get build-dep .` installs them.  SOURCE_DATE_EPOCH may be set; otherwise
# the time is that of debian/changelog.  Takes 2 to 7 minutes.
set -eu
export LC_ALL=C
unset CDPATH
usage='usage: packaging/debian.sh OUTDIR'
if [ "${1:-}" = --help ]; then
	echo "$usage"
	exit 0
fi
if [ $# -ne 1 ]; then
	echo "$usage" >&2
	exit 2
fi
echo 'debian: the build takes 2 to 7 minutes' >&2
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(dpkg-parsechangelog -SVersion)

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
tree=$place/demofsck-$version
mkdir "$tree"
git archive HEAD | tar -x -C "$tree"
cd "$tree"
dpkg-buildpackage --build=full --unsigned-source --unsigned-changes >&2
cd ..
for file in ./*.dsc ./*.tar.xz ./*.deb ./*.changes ./*.buildinfo; do
	mv "$file" "$out/"
	echo "$out/${file#./}"
done
echo 'debian: the packages are built, and their tests passed' >&2
