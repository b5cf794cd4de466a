#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# page - tests the HTML page of scrub in a browser
#
# usage: scripts/page.sh [PICTURES]
#
# Makes the page of the corpus with the program in the folder BUILD (default build-gcc),
# and opens the page in chromium.  axe-core judges the page in both themes and at the
# width of a phone.  Screenshots go to the directory PICTURES.  Needs chromium, node and
# npm, as Debian has them, and installs two packages of npm below build-page.  No part of
# scripts/test.sh, which installs no browser.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."

program=${BUILD:-build-gcc}/cli/demofsck
for needed in chromium node npm "$program"; do
	command -v "$needed" >/dev/null || {
		echo "page.sh: $needed is missing" >&2
		exit 1
	}
done
mkdir -p build-page
cp tests/page_axe/package*.json build-page
npm ci --prefix build-page --ignore-scripts --no-audit --no-fund
rm -f build-page/db
"$program" scrub -q --db=build-page/db corpus >build-page/news || [ $? -eq 1 ]
"$program" scrub --db=build-page/db --print=html:build-page/page.html
NODE_PATH=build-page/node_modules exec node tests/page_axe/page_axe.js \
	"$(command -v chromium)" build-page/page.html "$@"
