# SPDX-License-Identifier: MIT
"""cases - the runs that faults are put into"""
import bz2
import gzip
import lzma
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), os.pardir))
import recording  # noqa: E402
from scene import Case, FINDINGS, IO, LOSSY, OK, USAGE  # noqa: E402

VALID, UNFINISHED = recording.valid(), recording.unfinished()
CUT, HOLE, HOPELESS = (recording.cut(), recording.hole(),
                       recording.hopeless())
WARNED = recording.valid(map_crc='XYZ')  # an error in the profile strict
PACKED = gzip.compress(UNFINISHED, mtime=0)
NDJSON = '--format=ndjson'


def looks():
    """Commands that only look."""
    tree = {'logs/a.teehistorian': CUT, 'logs/deep/b.teehistorian': VALID,
            'logs/deep/c.teehistorian.gz': PACKED}
    names = {**tree, 'list': b'logs/a.teehistorian\0'
                             b'logs/deep/b.teehistorian\0'}
    return [
        Case('check', FINDINGS, ['check', 'in'], {'in': UNFINISHED}),
        Case('check-ndjson', FINDINGS, ['check', '-v', NDJSON, 'a', 'b', 'c'],
             {'a': HOLE, 'b': PACKED, 'c': VALID}),
        Case('check-stdin', FINDINGS, ['check', NDJSON, '-'], {}, stdin=CUT),
        Case('check-tree', FINDINGS, ['check', NDJSON, 'logs'], tree),
        Case('check-list', FINDINGS,
             ['check', NDJSON, '--files0-from=list'], names),
        Case('info', FINDINGS, ['info', NDJSON, 'in'], {'in': CUT}),
        Case('inspect', OK, ['inspect', NDJSON, 'in'], {'in': VALID}),
    ]


def repairs():
    """Every way to an output, the poorer file systems included."""
    tree = {'logs/a.teehistorian': CUT, 'logs/deep/b.teehistorian': VALID,
            'logs/deep/c.teehistorian.gz': PACKED, 'one': HOLE}
    made = ['fixed/a.teehistorian', 'fixed/deep/b.teehistorian',
            'fixed/deep/c.teehistorian', 'fixed/one']
    old = {'in': CUT, 'out': b'precious'}
    batch = ['repair', NDJSON, 'logs', 'one', '-d', 'fixed']
    single = ['repair', NDJSON, 'in', '-o', 'out']
    again = {**{f'fixed/{n}': b'precious' for n in ('one', 'a.teehistorian')},
             **tree}
    cases = [
        Case('gzip', OK, ['repair', NDJSON, 'in.gz', '-o', 'out'],
             {'in.gz': PACKED}, ['out']),
        Case('recompress', OK, ['repair', '--recompress', NDJSON, 'in', '-o', 'out'],
             {'in': PACKED}, ['out']),
        Case('recompress-xz', OK,
             ['repair', '--recompress', NDJSON, 'in', '-o', 'out'],
             {'in': lzma.compress(UNFINISHED)}, ['out']),
        Case('recompress-bzip2', OK,
             ['repair', '--recompress', NDJSON, 'in', '-o', 'out'],
             {'in': bz2.compress(UNFINISHED)}, ['out']),
        Case('hopeless', FINDINGS, single, {'in': HOPELESS}, ['out']),
        Case('taken', IO, single, old, []),
        Case('actions', LOSSY, ['repair', '-n', NDJSON, 'in', '-o', 'out'],
             {'in': HOLE}),
    ]
    for end, inject in (('', ()), ('-named', ('-t',)), ('-linked', ('-x',))):
        def add(name, *args, end=end, inject=inject, **how):
            cases.append(Case(name + end, *args, inject=inject, **how))
        add('output', LOSSY, single, {'in': CUT}, ['out'])
        add('text', OK, ['repair', 'in', '-o', 'out'], {'in': UNFINISHED},
            ['out'])
        add('force', LOSSY, single[:1] + ['-f'] + single[1:], old, ['out'])
        add('stdin', LOSSY, ['repair', NDJSON, '-', '-o', 'out'], {}, ['out'],
            stdin=CUT)
        add('batch', LOSSY, batch, tree, made)
        add('batch-force', LOSSY, ['repair', '-f'] + batch[1:], again, made)
        add('in-place', LOSSY, ['repair', NDJSON, '--in-place', 'in'],
            {'in': HOLE}, in_place=('in', 'in.orig'))
        add('in-place-force', LOSSY,
            ['repair', '-f', NDJSON, '--in-place', 'in'],
            {'in': HOLE, 'in.orig': b'precious'}, in_place=('in', 'in.orig'))
    linked = Case('itself', USAGE,
                  ['repair', '-f', NDJSON, 'in', '-o', 'hard'], {'in': CUT})
    linked.links = {'hard': 'in'}
    return cases + [linked]


def reports():
    """Reports that are held in memory; told is opened for writing, as it must be."""
    return [
        Case('sarif', OK, ['repair', '--report=sarif:told', 'in', '-o', 'out'],
             {'in': UNFINISHED}, ['out']),
        Case('junit', OK, ['repair', '--report=junit:told', 'in', '-o', 'out'],
             {'in': UNFINISHED}, ['out']),
        Case('nothing', FINDINGS,
             ['repair', '--profile=strict', '--report=sarif:told', '--in-place',
              'in'],
             {'in': WARNED}),
    ]


def samples(corpus, many):
    """A plain repair of `many` small files of the corpus."""
    found = []
    for folder in ('real', 'crash', 'bad', 'good'):
        top = os.path.join(corpus, 'teehistorian', folder)
        names = sorted(n for n in os.listdir(top)
                       if os.path.isfile(os.path.join(top, n)) and
                       0 < os.path.getsize(os.path.join(top, n)) < 30000)
        step = max(1, len(names) * 4 // many)
        for name in names[::step]:
            with open(os.path.join(top, name), 'rb') as f:
                data = f.read()
            found.append(Case(f'{folder}/{name}', None,
                              ['repair', NDJSON, 'in', '-o', 'out'],
                              {'in': data}, ['out']))
    return found
