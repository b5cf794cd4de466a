#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""version - everything that has the version has the one of meson.build

usage: version.py DEMOFSCK ROOT BUILD LIBRARY
"""
import glob
import json
import os
import re
import subprocess
import sys

import tap
from tap import case, equal, expect, read, run

ROOT, BUILD, LIBRARY = (os.path.abspath(path) for path in sys.argv[2:5])


def text(path):
    return read(os.path.join(ROOT, path)).decode('utf-8')


VERSION, = re.findall(r"^  version: '([\d.]+)',$", text('meson.build'), re.MULTILINE)


def built(name):
    path, = glob.glob(os.path.join(glob.escape(BUILD), '**', name), recursive=True)
    return read(path).decode('utf-8')


@case('the program, the library and the manual have the version')
def programs():
    out = run('--version').exits(0).out.decode()
    expect(out.startswith(f'demofsck {VERSION} '), out)
    name = os.path.basename(os.path.realpath(LIBRARY))
    equal(name, f'libdemofsck.so.{VERSION}', 'file of the library')
    for page in 'demofsck.1', 'demofsck-report.5', 'libdemofsck.3':
        expect(f'"demofsck {VERSION}"' in built(page), page)


@case('changelogs begin with the version')
def changelogs():
    debian = re.findall(r'^demofsck \(([^)]+)\) ', text('debian/changelog'), re.MULTILINE)
    equal(debian[0], VERSION, 'debian/changelog')
    own = re.findall(r'^## \[([\d.]+)\] - (.+)$', text('CHANGELOG.md'), re.MULTILINE)
    equal(own[0][0], VERSION, 'CHANGELOG.md')
    equal([v for v, _ in own], debian, 'versions of both files')
    for version, date in own:
        expect(re.fullmatch(r'\d{4}-\d\d-\d\d', date)
               or date == 'unreleased' and version == VERSION, f'{version}: {date}')


@case('the package of npm has the version')
def npm():
    equal(json.loads(text('bindings/js/package.json'))['version'], VERSION, 'version')


@case('debian/libdemofsck0.symbols lists the functions of tests/exports.txt')
def symbols():
    first, field, *rows = text('debian/libdemofsck0.symbols').splitlines()
    so = re.search(r'SONAME\s+(\S+)$',
                   subprocess.run(['objdump', '-p', LIBRARY], capture_output=True,
                                  text=True, check=True).stdout, re.MULTILINE)[1]
    number = so.rpartition('.')[2]
    equal(first, f'{so} libdemofsck{number} #MINVER#', 'first line')
    equal(field, '* Build-Depends-Package: libdemofsck-dev', 'second line')
    expect(f'\nPackage: libdemofsck{number}\n' in text('debian/control'), 'debian/control')
    exports = [line for line in text('tests/exports.txt').splitlines()
               if not line.startswith('#')]
    expect(len(exports) > 70, exports)
    names = []
    for row in rows:
        name, version = re.fullmatch(r' (\w+)@Base ([\d.]+)', row).groups()
        names.append(name)
        expect(tuple(map(int, version.split('.'))) <= tuple(map(int, VERSION.split('.'))),
               row)
    equal(names, exports, 'functions')


if __name__ == '__main__':
    tap.main()
