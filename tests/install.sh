#!/bin/sh
# SPDX-License-Identifier: MIT
# install - what `meson install` puts in place is whole and can be used
#
# usage: install.sh BUILD CC
set -eu
export LC_ALL=C
build=$1
compiler=$2

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
meson install -C "$build" --no-rebuild --quiet --destdir "$place/root"

# found NAME: the one installed file of this name
found() {
	path=$(find "$place/root" ! -type d -name "$1" | head -n 1)
	[ -n "$path" ] || { echo "not installed: $1" >&2; exit 1; }
	printf '%s' "$path"
}

program=$(find "$place/root" -path '*/bin/demofsck')
found demofsck.h >/dev/null
found demofsck_map.h >/dev/null
found demofsck_profile.h >/dev/null
found demofsck_saved.h >/dev/null
found demofsck_snapshot.h >/dev/null
found demofsck_strip.h >/dev/null
pc=$(found demofsck.pc)
shared=$(found libdemofsck.so)
found demofsck.1 >/dev/null
found demofsck-report.5 >/dev/null
found demofsck-rules.7 >/dev/null
found libdemofsck.3 >/dev/null
for loader in bash-completion/completions/demofsck zsh/site-functions/_demofsck \
	fish/vendor_completions.d/demofsck.fish; do
	find "$place/root" -path "*/share/$loader" | grep -q . ||
		{ echo "not installed: $loader" >&2; exit 1; }
done
found README.md >/dev/null
found report.md >/dev/null

cat >"$place/use.c" <<'END'
#include <demofsck.h>
#include <demofsck_map.h>
#include <demofsck_profile.h>
#include <demofsck_saved.h>
#include <demofsck_snapshot.h>
#include <demofsck_strip.h>
#include <stdio.h>

int main(void)
{
	static const int32_t ints[2] = { 0, 0 };
	struct dfk_check *check;
	struct dfk_map *map;
	struct dfk_snapshot *snapshot;

	if (dfk_snapshot_open(NULL, DFK_PROTOCOL_06, &snapshot) != DFK_OK ||
	    dfk_snapshot_load(snapshot, ints, 2) != DFK_OK)
		return 1;
	dfk_snapshot_close(snapshot);
	if (dfk_map_open(NULL, "", 0, &map) != DFK_OK)
		return 1;
	dfk_map_close(map);
	if (dfk_open(NULL, &check) != DFK_OK)
		return 1;
	if (dfk_feed(check, "hello", 5) != DFK_OK ||
	    dfk_finish(check) != DFK_OK)
		return 1;
	puts(dfk_verdict_name(dfk_result_of(check)->verdict));
	dfk_close(check);
	return 0;
}
END
export PKG_CONFIG_SYSROOT_DIR="$place/root"
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs demofsck)
# shellcheck disable=SC2086  # a list of words
"$compiler" -Wall -Wextra -Werror -o "$place/use" "$place/use.c" $flags
LD_LIBRARY_PATH=$(dirname "$shared")
export LD_LIBRARY_PATH
[ "$("$place/use")" = unrecognized ]
# shellcheck disable=SC2086
"$compiler" -std=c++11 -x c++ -fsyntax-only -Wall -Wextra -Werror \
	"$place/use.c" $flags 2>"$place/cxx" ||
	grep -q 'cc1plus' "$place/cxx" # a C compiler alone cannot know
# A program whose own functions have the names of ours.
cat >"$place/same.c" <<'END'
#include <demofsck.h>
#include <stdio.h>

int formats = 3, rules;
void report(const char *text);
void session_open(void);

void report(const char *text)
{
	puts(text);
}

void session_open(void)
{
	rules++;
}

int main(void)
{
	struct dfk_check *check;

	if (dfk_open(NULL, &check) != DFK_OK ||
	    dfk_finish(check) != DFK_OK)
		return 1;
	session_open();
	report("mine");
	dfk_close(check);
	return formats - 3 + rules - 1;
}
END
# As the README says: after ldconfig programs find the library by themselves.
mkdir -p "$place/root/etc"
dirname "${shared#"$place/root"}" >"$place/root/etc/ld.so.conf"
PATH=$PATH:/sbin ldconfig -X -r "$place/root"
PATH=$PATH:/sbin ldconfig -r "$place/root" -p | grep -q 'libdemofsck\.so\.0 '

archive=$(found libdemofsck.a)
# shellcheck disable=SC2086
"$compiler" -o "$place/same" "$place/same.c" $(pkg-config --cflags demofsck) \
	"$archive" -lz -lnettle
[ "$("$place/same")" = mine ]
others=$(nm --defined-only --extern-only "$archive" |
	awk 'NF == 3 && $3 !~ /^dfk_[a-z0-9_]+$/ { print $3 }')
[ -z "$others" ] || { echo "libdemofsck.a has more than dfk_*:" $others >&2; exit 1; }
"$program" --version | grep -q demofsck
echo 'what is installed can be used'
