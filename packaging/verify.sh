#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# verify - uses each artifact of a release for a repair, in its own surroundings
#
# usage: packaging/verify.sh
#
# The artifacts are those of scripts/release.sh, in dist/.
#
#   linux     an empty root: no library, no other program
#   windows   Wine
#   debian    a new Debian 12 that has only the .deb files, and their autopkgtests
#   python    a virtual environment without a compiler
#   npm       a project that has only the package
#   page      chromium and Firefox of Debian, and axe-core
#
# Verdicts and repaired bytes of all samples must be those of the program that is built
# here, with the libraries of the system; of the page, those of some samples.  Needs root.
set -euo pipefail
# Wine writes names of files in the character set of the locale.
export LC_ALL=C.UTF-8
umask 022
if [ $# -ne 0 ]; then
	echo 'usage: packaging/verify.sh' >&2
	exit 2
fi
cd "$(dirname "$0")/.."
root=$PWD
dist=$root/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
summary=''
failed=0

# part NAME: its function prints what it does, and its last line is shown
part() {
	local begun=$SECONDS result=passed
	printf '==== %s\n' "$1"
	# set -e counts in a process of its own, and not in a condition
	bash -c 'set -euo pipefail; "$1"' part "$1" >"$log" 2>&1 || {
		result=FAILED
		failed=$((failed + 1))
		tail -n 40 "$log"
	}
	tail -n 1 "$log"
	summary+=$(printf '%-9s %s, %d s' "$1" "$result" $((SECONDS - begun)))$'\n'
}

# repaired PROGRAM...: the program repairs a demo that was cut, as the native one does
repaired() {
	local saved=$work/saved.$RANDOM.demo
	"$@" repair "$root/corpus/twdemo/crash/page.demo" -o "$saved" || [ $? -eq 3 ]
	cmp "$saved" "$work/wanted.demo"
	rm "$saved"
}

sums() {
	(cd "$dist" && sha256sum -c SHA256SUMS)
}

linux() {
	local place=$work/empty
	mkdir "$place"
	cp "$dist/demofsck-linux-x86_64" "$place/demofsck"
	cp corpus/twdemo/crash/page.demo "$place"
	chmod 755 "$place" "$place/demofsck"
	chroot "$place" /demofsck repair page.demo -o saved.demo || [ $? -eq 3 ]
	cmp "$place/saved.demo" "$work/wanted.demo"
	mkdir "$place/archive"
	mv "$place/saved.demo" "$place/archive"
	chroot "$place" /demofsck scrub --db=db archive
	chroot "$place" /demofsck scrub --db=db --print=text
	python3 packaging/same.py "$native" "$place/demofsck"
}

windows() {
	python3 packaging/windows_test.py "$dist/demofsck.exe"
	WINEDEBUG=-all python3 packaging/same.py "$native" "wine $dist/demofsck.exe"
}

debian() {
	local place=$work/debian name
	mkdir "$work/debs"
	cp "$dist"/*.deb "$work/debs"
	rm -f "$work"/debs/*-dbgsym_*.deb
	# how this machine reaches the archive of Debian
	apt-config dump Acquire >"$work/apt.conf"
	# shellcheck disable=SC2016  # for the shell of mmdebstrap
	mmdebstrap --quiet --variant=apt --aptopt="$work/apt.conf" \
		--include=gcc,libc6-dev,pkg-config --customize-hook="copy-in $work/debs /" \
		--customize-hook='chroot "$1" sh -c "apt-get -q install -y /debs/*.deb"' \
		bookworm "$place"
	# The packaged samples are those of the tree; the links of README.md are others.
	if diff -rq -x README.md "$place/usr/share/demofsck/corpus" corpus | grep -v '^Only in corpus'; then
		return 1
	fi
	cp -r debian/tests "$place/tests"
	for name in check repair library; do
		echo "---- $name"
		chroot "$place" sh "/tests/$name"
	done
}

python() {
	packaging/wheel.sh --verify "$(echo "$dist"/*.whl)" "$native"
}

npm_package() {
	local place=$work/npm name
	mkdir -p "$place/bindings/js" "$work/project"
	(cd "$work/project" && npm init -y >/dev/null &&
		npm install --offline --no-audit --no-fund "$(echo "$dist"/demofsck-*.tgz)")
	repaired "$work/project/node_modules/.bin/demofsck"
	cp -r "$work/project/node_modules/demofsck/." bindings/js/test bindings/js/README.md \
		"$place/bindings/js"
	ln -s "$root/corpus" "$place/corpus"
	ln -s "$root/tests" "$place/tests"
	ln -s "$root/include" "$place/include"
	ln -s "$root/page" "$place/page"
	for name in api readme corpus; do
		echo "---- $name"
		node "$place/bindings/js/test/$name.mjs" "$native"
	done
}

page() {
	node page/test/browsers.mjs "$native" ${PICTURES:+"$PICTURES"}
}

sh scripts/install-deps.sh release
build=$root/build-release
[ -e "$build/build.ninja" ] || meson setup "$build" --buildtype=release -Dtests=disabled
ninja -C "$build" cli/demofsck >/dev/null
native=$build/cli/demofsck
"$native" repair corpus/twdemo/crash/page.demo -o "$work/wanted.demo" >/dev/null || [ $? -eq 3 ]
# The browsers' drivers, and the compiler of TypeScript.
npm ci --silent --no-audit --no-fund --prefix page/test
export work root dist native log
export -f repaired sums linux windows debian python npm_package page
for name in sums linux windows debian python npm_package page; do
	part "$name"
done
printf '\n%s' "$summary"
[ "$failed" -eq 0 ]
