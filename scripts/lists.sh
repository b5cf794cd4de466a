#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lists - writes all that is made from the sources: samples, their lists, docs/rules.md,
# docs/demofsck-rules.7, docs/before-after.svg
#
# usage: scripts/lists.sh BUILD
#
# BUILD is a build of this tree, with tests.  Each line that differs afterwards has to be
# held against the specification: `git diff` shows them.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."
if [ $# -ne 1 ] || [ ! -f "$1/build.ninja" ]; then
	echo 'usage: scripts/lists.sh BUILD' >&2
	exit 2
fi
build=$1

ninja -C "$build" >/dev/null
"$build/corpus/tool/build_corpus" corpus
"$build/corpus/tool/update_manifest" corpus
"$build/cli/demofsck" rules --format=markdown >docs/rules.md
"$build/cli/demofsck" rules --format=man >docs/demofsck-rules.7
scripts/before_after.py "$build/cli/demofsck" >docs/before-after.svg
python3 tests/cli_text.py "$build/cli/demofsck" corpus --update
