#!/bin/sh
# SPDX-License-Identifier: MIT
# licences - prints the licences of all libraries that a self-contained build has inside
#
# usage: packaging/licences.sh
#
# meson must have unpacked the libraries below subprojects/.
set -eu
cd "$(dirname "$0")/.."

while read -r subproject text; do
	folder=$(sed -n 's/^directory = //p' "subprojects/$subproject.wrap")
	printf '==== %s\n\n' "$subproject"
	cat "subprojects/$folder/$text"
	printf '\n'
done <<EOT
zlib src/zlib/LICENSE
mbedtls vendor/LICENSE
xz xz/COPYING.0BSD
zstd zstd/LICENSE
bzip2 bzip2-1.0.8/LICENSE
snappy snappy/COPYING
EOT
