#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""new_format - what a format lacks is told when the build is configured

usage: new_format.py DEMOFSCK ROOT CC

A copy of the tree gets a row in validator/formats.def, or loses a file; then
the configure step must fail and name the file.
"""
import os
import re
import shutil
import subprocess
import sys

import tap
from tap import case, equal, expect, read, write

ROOT = os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(ROOT, 'scripts'))
sys.dont_write_bytecode = True
from tracked import tracked  # noqa: E402


def copy_tree():
    for path in tracked(ROOT):
        if not re.match(r'corpus/\w+/\w+/', path):
            os.makedirs(os.path.dirname('tree/' + path), exist_ok=True)
            shutil.copy(os.path.join(ROOT, path), 'tree/' + path)


def configure():
    """What the error says, each line once."""
    done = subprocess.run(['meson', 'setup', 'tree', 'tree/build',
                           '-Dtests=disabled'], stdout=subprocess.PIPE,
                          env=dict(os.environ, CC=sys.argv[3]),
                          stderr=subprocess.STDOUT, timeout=150)
    out = done.stdout.decode()
    expect(done.returncode != 0 and 'ERROR' in out, f'no error:\n{out[-300:]}')
    return out[out.index('ERROR'):]


def row(text):
    formats = read('tree/validator/formats.def').decode()
    write('tree/validator/formats.def',
          re.sub(r'^FORMAT\(', text + '\nFORMAT(', formats, count=1,
                 flags=re.MULTILINE).encode())


@case('a row of formats.def without files is told all that it lacks')
def without_files():
    copy_tree()
    row('PART(half)')
    row('ROOM(corner)')
    row('FORMAT(plant, plant, "plant", "Plant", ".plant", "record", false, '
        'PLAN(plant))')
    said = configure()
    equal(sorted(re.findall(r'^  (\S+): \w', said, re.MULTILINE)),
          ['corpus/builder/plant_samples.def', 'fuzz/fuzz_plant.c',
           'fuzz/mutate_plant.c', 'repair/plant.c', 'tests/test_corner.c',
           'tests/test_half.c', 'tests/test_plant.c',
           'validator/corner/meson.build', 'validator/half/SPEC.md',
           'validator/half/meson.build', 'validator/half/rules.def',
           'validator/plant/SPEC.md', 'validator/plant/meson.build',
           'validator/plant/rules.def'], said)
    expect('CONTRIBUTING.md' in said, said)


@case('a source of samples that no list names is told')
def unlisted():
    copy_tree()
    write('tree/corpus/builder/datafile_samples_more.c', b'')
    said = configure()
    for name in ('datafile_samples_more.c', 'datafile_samples.def'):
        expect(name in said, said)


@case('a list of samples without rows is told')
def empty_list():
    copy_tree()
    write('tree/corpus/builder/snapshot_samples.def', b'/* nothing */\n')
    said = configure()
    for name in ('snapshot_samples.def', 'SAMPLES(snapshot_samples)'):
        expect(name in said, said)


if __name__ == '__main__':
    tap.main()
