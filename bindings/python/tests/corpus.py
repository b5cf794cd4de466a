#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""corpus - the package gives the bytes of the program, for the samples of the corpus

usage: corpus.py DEMOFSCK LIBRARY|- [STEP]

Reports of check and repair, and repaired recordings, are compared byte by byte.  With
STEP, only each STEPth sample is read, and of the samples with options the same part.
LIBRARY: see laid.py.
"""
import os
import sys

import laid

laid.lay(sys.argv[2])
import demofsck  # noqa: E402
import manifest  # noqa: E402
import tap  # noqa: E402
from laid import CORPUS  # noqa: E402
from tap import case, equal, expect, read, run  # noqa: E402

EVERY = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def options(row):
    """The column `options` as options of the package."""
    out = {}
    for word in row['options'].split():
        key, _, value = word.partition('=')
        name, _, rest = value.partition('=')
        if key == 'as':
            out['format'] = value
        elif key == 'limit':
            out.setdefault('limits', {})[name] = int(rest)
        elif key == 'rule':
            out.setdefault('severities', {})[name] = rest
        elif key == 'protocol':
            out['protocol'] = value
        elif key == 'base':
            out['base'] = read(os.path.join(CORPUS, value))
        elif key == 'map':
            out['map'] = os.path.join(CORPUS, value)
        else:
            expect(word == '-', f'option {word}')
    return out


def chosen():
    rows = sorted(manifest.rows(CORPUS), key=lambda row: row['options'] == '-')
    return rows[::EVERY]


def same(got, want, what):
    if got != want:
        lines = list(zip(got.splitlines(), want.splitlines()))
        first = next((pair for pair in lines if pair[0] != pair[1]), (len(got), len(want)))
        raise tap.Failed(f'{what}: got {first[0]!r}, want {first[1]!r}')


def report(command, call):
    parts = []
    with demofsck.Report(parts.append, command=command) as lines:
        call(lines)
    return b''.join(parts)


@case('reports of check are those of the program')
def checks():
    for group in manifest.alike(chosen()):
        paths = [os.path.join(CORPUS, row['path']) for row in group]
        want = run('check', '--format=ndjson', *manifest.options(group[0], CORPUS), *paths)
        given = options(group[0])

        def read_all(lines):
            for path, row in zip(paths, group):
                result = demofsck.check(path, report=lines, **given)
                equal((result.verdict, str(result.ok_up_to), str(result.exit_code)),
                      (row['verdict'], row['ok_up_to'], row['check_exit']), row['path'])
        same(report('check', read_all), want.out, f'{want.args}')


@case('reports on bytes are those of the program on a pipe')
def pipes():
    for row in chosen()[::4]:
        data = read(os.path.join(CORPUS, row['path']))
        want = run('check', '--format=ndjson', *manifest.options(row, CORPUS), '-',
                   stdin=data)
        same(report('check', lambda lines: demofsck.check(data, report=lines,
                                                          **options(row))),
             want.out, row['path'])


@case('reports of repair and repaired recordings are those of the program')
def repairs():
    written = 0
    for row in chosen():
        path = os.path.join(CORPUS, row['path'])
        want = run('repair', '--format=ndjson', *manifest.options(row, CORPUS), path, '-o',
                   'out')
        bytes_wanted = None
        if os.path.exists('out'):
            bytes_wanted = read('out')
            os.remove('out')
        got = report('repair', lambda lines: demofsck.repair(path, 'out', report=lines,
                                                             **options(row)))
        same(got, want.out, row['path'])
        bytes_got = None
        if os.path.exists('out'):
            bytes_got = read('out')
            os.remove('out')
            written += 1
        expect(bytes_got == bytes_wanted, f'{row["path"]}: other bytes')
    equal(os.listdir('.'), [], 'files that stay')
    expect(written > len(chosen()) // 3, f'{written} outputs')


if __name__ == '__main__':
    tap.main()
