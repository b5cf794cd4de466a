#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""same - two builds of the program give the same verdicts and the same repaired bytes

usage: same.py [--every=N] A B

A and B are commands with their arguments, as a shell would split them, such as
"wine64 demofsck.exe".  Both check and repair all samples of corpus/, or one of N
samples.  The reports (--format=ndjson), the exit codes and the outputs must be the
same.  Each difference is printed, and the exit code is then 1.
"""
import argparse
import collections
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.path.join(ROOT, 'corpus')
sys.path.insert(0, os.path.join(ROOT, 'tests'))
import manifest  # noqa: E402  (the tests are no package)

PACKED = re.compile(r'\.(gz|xz|zst|bz2)$')
# The runs of one group of samples.
RUNS = (('check', '--format=ndjson', 'in'),
        ('repair', '--format=ndjson', '-d', 'out', 'in'))


def split(command):
    """The words of a command; the program is found from any directory."""
    words = shlex.split(command)
    return [os.path.abspath(w) if os.path.exists(w) else w for w in words]


def files_below(folder):
    """The bytes of each file, by its path below the folder."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            with open(path, 'rb') as f:
                found[os.path.relpath(path, folder)] = f.read()
    return found


def run(command, group):
    """Exit codes, lines of the reports and outputs of one build."""
    code, lines = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        given = {word.split('=')[1] for word in group[0]['options'].split()
                 if word.startswith(('map=', 'base='))}
        manifest.copy(CORPUS, [row['path'] for row in group],
                      os.path.join(folder, 'in'))
        manifest.copy(CORPUS, given, os.path.join(folder, 'given'))
        before = files_below(os.path.join(folder, 'in'))
        options = manifest.options(group[0], 'given')
        for name, *words in RUNS:
            got = subprocess.run([*command, name, *options, *words], cwd=folder,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            code[name] = got.returncode
            lines[name] = got.stdout.decode().split('\n')
        if files_below(os.path.join(folder, 'in')) != before:
            sys.exit(f'{command} changed an input')
        return code, lines, files_below(os.path.join(folder, 'out'))


def compare(a, b, group):
    """The differences between both builds, as lines."""
    for name in a[0]:
        if a[0][name] != b[0][name]:
            yield f'{name} {group[0]["options"]}: exit {a[0][name]}, {b[0][name]}'
        only_a = collections.Counter(a[1][name])
        only_b = collections.Counter(b[1][name])
        both = only_a & only_b
        for side, only in ('A', only_a - both), ('B', only_b - both):
            for line in sorted(only.elements()):
                yield f'{name}: only {side}: {line}'
    for path in sorted(a[2].keys() | b[2].keys()):
        if a[2].get(path) != b[2].get(path):
            yield f'repair: other output: {path}'


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('--every', type=int, default=1, metavar='N')
    parser.add_argument('a', type=split, metavar='A')
    parser.add_argument('b', type=split, metavar='B')
    args = parser.parse_args()
    rows = manifest.rows(CORPUS)[::args.every]
    n_outputs = n_differences = 0
    # The output of a compressed file has the name that the plain file has.
    packed = [row for row in rows if PACKED.search(row['path'])]
    plain = [row for row in rows if row not in packed]
    for group in [*manifest.alike(plain, most=1000), *manifest.alike(packed)]:
        a, b = run(args.a, group), run(args.b, group)
        n_outputs += len(a[2])
        for difference in compare(a, b, group):
            n_differences += 1
            print(difference)
    print(f'{len(rows)} samples, {n_outputs} outputs, {n_differences} differences')
    if n_outputs == 0 or n_differences > 0:
        sys.exit(1)


if __name__ == '__main__':
    main()
