#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_isal - ISA-L is loaded when it is needed, and nothing changes without it

usage: cli_isal.py DEMOFSCK CORPUS LIBRARY

LIBRARY has the name of ISA-L and none of its functions; it is empty if the
program was built without ISA-L.
"""
import gzip
import json
import os
import sys

import tap
from tap import equal, expect, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])
LIBRARY = sys.argv[3] and os.path.abspath(sys.argv[3])
PLAIN = os.path.join(CORPUS, 'teehistorian/good/large-message.teehistorian.gz')
NAME = 'libisal.so.2'


def samples():
    """What is compressed: whole, damaged, cut."""
    for folder, _, names in sorted(os.walk(CORPUS)):
        for name in sorted(names):
            if name.endswith(('.gz', '.map', '.demo')):
                yield os.path.join(folder, name)


def needs_isal():
    if not LIBRARY:
        raise tap.Skipped('built without ISA-L')


def loaded(path):
    """Is there a line of the dynamic loader on ISA-L?"""
    got = run('check', path, env={'LD_DEBUG': 'files'})
    if b'libc.so' not in got.err:
        raise tap.Skipped('this loader does not say what it loads')
    return NAME.encode() in got.err


@table('ISA-L is loaded for compressed data alone', [
    ('plain', False), ('gzip', True)])
def when(compressed):
    needs_isal()
    data = gzip.decompress(read(PLAIN))
    equal(loaded(write('f', gzip.compress(data) if compressed else data)),
          compressed, 'loaded')


def broken():
    write(NAME, b'no library')


def without_functions():
    os.symlink(LIBRARY, NAME)
    expect(os.path.exists(NAME), f'no {LIBRARY}')


def said(env):
    """Verdicts, facts and findings of all samples, and what a repair does."""
    paths = list(samples())
    expect(len(paths) > 100, f'{len(paths)} samples')
    checked = run('check', '--format=ndjson', *paths, env=env)
    os.mkdir('out')
    for number, path in enumerate(paths):
        if '.gz' in path:
            run('repair', '-fo', f'out/{number}', path, env=env)
    written = {name: read(f'out/{name}') for name in sorted(os.listdir('out'))}
    for name in written:
        os.remove(f'out/{name}')
    os.rmdir('out')
    expect(len(written) > 3, f'{len(written)} outputs')
    return checked.code, checked.out, written


@table('what is said does not depend on ISA-L', [
    ('it cannot be loaded', broken),
    ('its functions are not there', without_functions)])
def absent(prepare):
    needs_isal()
    prepare()
    with_it = said({})
    without = said({'LD_LIBRARY_PATH': os.getcwd()})
    equal(without[0], with_it[0], 'exit status')
    for a, b in zip(without[1].splitlines(), with_it[1].splitlines()):
        equal(json.loads(a), json.loads(b), 'record')
    expect(without == with_it, 'the outputs differ')


if __name__ == '__main__':
    tap.main()
