#!/bin/sh
# SPDX-License-Identifier: MIT
# build - compiles the library to bindings/js/demofsck.wasm, and collects the licences
#
# usage: bindings/js/build.sh [BUILD]
#
# BUILD is the folder of meson (default build-wasm).  Needs these packages of Debian:
# meson, clang-19, lld-19, llvm-19, wasi-libc, libclang-rt-19-dev-wasm32 and
# libc++-19-dev-wasm32.  meson downloads the sources of zlib and the other libraries,
# unless subprojects/ has them.
set -eu
cd "$(dirname "$0")/../.."

build=${1:-build-wasm}
[ -e "$build/build.ninja" ] || meson setup "$build" \
	--cross-file packaging/self-contained.ini --cross-file packaging/wasm.ini
ninja -C "$build"

# The functions of the library that engine.js calls by itself.
set --
for name in changed close feed finish map_open repair_close \
	repair_feed repair_finish set_base set_limit set_name set_profile \
	set_protocol set_severity snapshot_load snapshot_open status_text version wants
do
	set -- "$@" "-Wl,--export=dfk_$name"
done

# meson does not know the options of this linker.  The repair of a damaged demo needs a
# stack of more than 64 KiB, which is the default.  Below the stack there is no memory, so
# a stack that is too small stops the instance, and overwrites nothing.  Addresses above
# 2 GiB would be negative numbers in JavaScript.
find "$build" -name '*.a' | sort | xargs clang-19 --target=wasm32-wasi \
	-mexec-model=reactor -mbulk-memory -O2 -I. -Wall -Wextra "$@" \
	-Wl,--export=malloc -Wl,-z,stack-size=1048576 -Wl,--stack-first \
	-Wl,--max-memory=2147483648 -Wl,--gc-sections \
	-Wl,--strip-all -o bindings/js/demofsck.wasm bindings/js/glue.c

# Everything that is in the module.
{
	printf '==== demofsck\n\n'
	cat LICENSE
	echo
	python3 packaging/third_party.py wasm
} >bindings/js/LICENSES.txt
