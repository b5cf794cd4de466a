#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# engines - tests contrib/scrub with a real sshd and a real Slurm, on this machine
#
# usage: scripts/engines.sh [FILES]
#
# Scrubs FILES small files (default 400) with the program in the folder BUILD (default
# build-gcc).  Installs missing packages only on a machine without systemd, such as a
# container: elsewhere the installation would start sshd and munged for good.  Exits with
# 77 if anything was not run, and the last line says why.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 2

# not_run REASON
not_run() {
	printf 'not run: %s\n' "$*"
	exit 77
}

program=${BUILD:-build-gcc}/cli/demofsck
[ -x "$program" ] || not_run "there is no $program"
missing=$(sh scripts/install-deps.sh --missing engines)
if [ -n "$missing" ]; then
	[ ! -d /run/systemd/system ] ||
		not_run "these packages are missing: $missing;" \
			"scripts/install-deps.sh engines installs them, and then" \
			"systemd starts sshd and munged"
	sh scripts/install-deps.sh engines ||
		not_run "these packages cannot be installed: $missing"
fi
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
PATH=$PATH:/usr/sbin python3 tests/engines.py "$program" . "${1:-400}" | tee "$log"
[ "${PIPESTATUS[0]}" -eq 0 ] || exit 1
skipped=$(sed -n 's/^ok.* # SKIP //p' "$log" | sort -u | paste -sd ';')
[ -z "$skipped" ] || not_run "$skipped"
