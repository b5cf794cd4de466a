#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""third_party - what an artifact carries inside, and the licences of it

usage: third_party.py [--list] library|static|windows|wasm

Prints the licence texts, for the file THIRD-PARTY.txt of an artifact.  --list prints a
table instead, for an SBOM: name, version, SPDX licence, address and SHA-256 of the
source, separated by tabs.  A build with packaging/self-contained.ini has unpacked the
sources before.  A library carries no C library; a program carries that of its system.
"""
import configparser
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SUBPROJECTS = os.path.join(ROOT, 'subprojects')

# The licence text of each subproject, in its sources.
TEXTS = {
    'bzip2': 'bzip2-1.0.8/LICENSE',
    'mbedtls': 'vendor/LICENSE',
    'snappy': 'snappy/COPYING',
    'sqlite3': 'sqlite3/sqlite3.h',
    'xz': 'xz/COPYING.0BSD',
    'zlib': 'src/zlib/LICENSE',
    'zstd': 'zstd/LICENSE',
}
# Where a licence text ends: demofsck chooses the first of two licences, and that of SQLite
# is the first comment of a header.
END = re.compile(r'GNU GENERAL PUBLIC LICENSE|\*{40}')
# Only the program for Linux has the command that keeps a database.
ONLY_STATIC = {'sqlite3'}
# Packages of Debian that a compiler links into a program, and their SPDX licences.
SYSTEMS = {
    'library': {},
    'static': {'musl-dev': 'MIT',
               'libgcc-12-dev': 'GPL-3.0-or-later WITH GCC-exception-3.1'},
    'windows': {'mingw-w64-x86-64-dev': 'ZPL-2.1 AND MIT',
                'gcc-mingw-w64-x86-64-posix-runtime':
                    'GPL-3.0-or-later WITH GCC-exception-3.1'},
    'wasm': {'wasi-libc': 'Apache-2.0 WITH LLVM-exception AND MIT',
             'libclang-rt-19-dev-wasm32': 'Apache-2.0 WITH LLVM-exception'},
}


def read(*path):
    with open(os.path.join(*path), encoding='utf-8') as f:
        return f.read()


def subproject(name):
    """Version, licence, address, hash and licence text of a subproject."""
    wrap = configparser.ConfigParser(interpolation=None)
    wrap.read(os.path.join(SUBPROJECTS, f'{name}.wrap'))
    wrap = wrap['wrap-file']
    build = read(SUBPROJECTS, 'packagefiles', name, 'meson.build')
    version, = re.findall(r"version: '([^']+)'", build)
    licence, = re.findall(r"license: '([^']+)'", build)
    text = read(SUBPROJECTS, wrap['directory'], TEXTS[name])
    text = END.split(text)[0].rstrip() + '\n'
    return version, licence, wrap['source_url'], wrap['source_hash'], text


def package(name, licence):
    """The same of a package of Debian, which has no one source file."""
    version = subprocess.run(['dpkg-query', '-W', '-f', '${Version}', name],
                             check=True, capture_output=True, text=True).stdout
    return version, licence, 'NOASSERTION', '', read(
        '/usr/share/doc', name, 'copyright')


def main():
    words = sys.argv[1:]
    listed = '--list' in words
    words = [word for word in words if word != '--list']
    if len(words) != 1 or words[0] not in SYSTEMS:
        sys.exit(__doc__)
    names = sorted(f[:-len('.wrap')] for f in os.listdir(SUBPROJECTS)
                   if f.endswith('.wrap'))
    parts = {name: subproject(name) for name in names
             if words[0] == 'static' or name not in ONLY_STATIC}
    for name, licence in SYSTEMS[words[0]].items():
        parts[name] = package(name, licence)
    if not listed:
        print('demofsck carries the following software inside.')
    for name, (version, licence, url, digest, text) in parts.items():
        if listed:
            print(name, version, licence, url, digest, sep='\t')
        else:
            print(f'\n{"=" * 78}\n{name} {version} ({licence})\n{"=" * 78}\n\n{text}', end='')


if __name__ == '__main__':
    main()
