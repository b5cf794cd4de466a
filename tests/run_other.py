#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_other - corpus/run-other tells what a reader does, with readers that do it

usage: run_other.py DEMOFSCK CORPUS
"""
import os
import re
import subprocess
import sys

import manifest
import tap
from tap import case, equal, expect, table, write

CORPUS = os.path.abspath(sys.argv[2])
ROWS = manifest.rows(CORPUS)


def run_other(*arguments):
    """Exit code, the lines before the table, the cells of the table, stderr."""
    done = subprocess.run([os.path.join(CORPUS, 'run-other'), *arguments],
                          capture_output=True, text=True, check=False, timeout=120)
    lines, _, numbers = done.stdout.partition('\nresult ')
    cells = {row.split()[0]: [int(n) for n in row.split()[1:]]
             for row in numbers.splitlines()[1:-1]}
    return done.returncode, [line.split('\t') for line in lines.splitlines()], cells, \
        done.stderr


def reader(name, script):
    write(name, b'#!/bin/sh\n' + script.encode() + b'\n')
    os.chmod(name, 0o755)
    return os.path.abspath(name)


def expected(level, **wanted):
    """How many samples a reader of this level must accept, reject, or may do either."""
    counts = [0, 0, 0]
    levels = ['framing', 'state', 'content']
    for row in ROWS:
        if all(row[key] == value for key, value in wanted.items()):
            above = (row['level'] in levels
                     and levels.index(row['level']) > levels.index(level))
            counts[['accept', 'reject', 'either'].index(
                'either' if above else row['reader'])] += 1
    return counts


@table('a reader that always does the same', [
    ('accepts', 'exit 0', 'accept'), ('rejects', 'exit 1', 'reject'),
    ('crashes', 'kill -SEGV $$', 'crash'), ('aborts below a shell', 'exit 134', 'crash')])
def same(script, result):
    only = '--format=snapshot', '--protocol=0.7'
    want = expected('content', format='snapshot', protocol='0.7')
    expect(want[0] > 0, want)
    code, lines, cells, _ = run_other(*only, reader('same', script))
    equal(code, 0 if result == 'accept' and want[1] == 0 else 1, 'exit code')
    equal(cells, {r: want if r == result else [0, 0, 0]
                  for r in ('accept', 'reject', 'crash', 'hang')}, 'table')
    equal({line[0] for line in lines}, {result}, 'lines')
    equal(len(lines), sum(want), 'number of lines')
    for _, what, path, rules, description in lines:
        row, = (row for row in ROWS if row['path'] == path)
        equal((what, rules, description),
              (row['reader'], row['rules'], row['description']), path)


@case('a reader that sleeps hangs, and its children are killed')
def hangs():
    code, lines, cells, _ = run_other(
        '--format=snapshot', '--protocol=0.5', '--timeout=1',
        reader('slow', 'echo $$ >>pids; sleep 60 & echo $! >>pids; wait'))
    equal(code, 1, 'exit code')
    equal([line[0] for line in lines], ['hang'], 'lines')
    equal(sum(cells['hang']), 1, 'table')
    for pid in open('pids', encoding='ascii').read().split():
        state = subprocess.run(['ps', '-o', 'stat=', '-p', pid], capture_output=True,
                               text=True, check=False).stdout.strip()
        expect(state in ('', 'Z') or state.startswith('Z'), f'{pid}: {state}')


@case('what a reader leaves behind is killed')
def left():
    run_other('--format=snapshot', '--protocol=0.5',
              reader('leaving', 'sleep 60 & echo $! >>left; exit 1'))
    for pid in open('left', encoding='ascii').read().split():
        state = subprocess.run(['ps', '-o', 'stat=', '-p', pid], capture_output=True,
                               text=True, check=False).stdout.strip()
        expect(state == '' or state.startswith('Z'), f'{pid}: {state}')


@case('an exit code above all signals rejects, and so does 127 of a later sample')
def codes():
    only = '--format=snapshot', '--protocol=0.5'
    for code, result in ('255', 'reject'), ('139', 'crash'), ('193', 'reject'):
        _, lines, _, _ = run_other(*only, reader('exits', f'exit {code}'))
        equal({line[0] for line in lines}, {result}, code)
    script = reader('later', 'test -e begun && exit 127; touch begun')
    _, lines, _, _ = run_other(*only, script)
    equal({line[0] for line in lines}, {'reject'}, 'later samples')


@case('a level leaves what is above it open, and --crash names exit codes')
def levels():
    for level in 'framing', 'state', 'content':
        _, _, cells, _ = run_other('--table', '--format=snapshot-delta', f'--level={level}',
                                   'true')
        equal(cells['accept'], expected(level, format='snapshot-delta'), level)
    expect(expected('framing', format='snapshot-delta')
           != expected('content', format='snapshot-delta'), 'levels make no difference')
    _, _, cells, _ = run_other('--format=snapshot', '--protocol=0.5', '--crash=7,101',
                               reader('panic', 'exit 101'))
    equal(sum(cells['crash']), 1, 'a panic')


@case('the path takes the place of {}, and is one argument')
def place():
    script = reader('look', '[ "$1" = -x ] && [ -f "$2" ] && [ "$3" = end ] && [ $# = 3 ]')
    _, lines, _, _ = run_other('--format=snapshot', '--protocol=0.7', script, '-x', '{}',
                               'end')
    equal({line[0] for line in lines}, {'accept'}, 'lines')


@case('memory is limited')
def memory():
    script = reader('greedy', f'exec {sys.executable} -c "bytearray(200 << 20)"')
    only = '--format=snapshot', '--protocol=0.5'
    for limit, result in ('100', 'reject'), ('0', 'accept'):
        _, lines, _, _ = run_other(*only, f'--memory={limit}', script)
        equal([line[0] for line in lines], [result], limit)


@table('bad usage exits with 2 and one line', [
    ('no command',), ('a reader that is not there', '--format=dem', './not-there'),
    ('an unknown option', '--what', 'true'), ('an unknown format', '--format=wav', 'true'),
    ('an unknown level', '--level=deep', 'true'), ('no number', '--timeout=soon', 'true'),
    ('no such samples', '--format=dem', '--protocol=0.7', 'true')])
def usage(*arguments):
    code, lines, _, err = run_other(*arguments)
    equal(code, 2, 'exit code')
    equal(lines, [], 'lines')
    expect(re.fullmatch(r'run-other: .+\n', err), err)


@case('a reader that cannot be started is named, with the reason')
def not_started():
    write('no-right', b'#!/bin/sh\n')
    for name, reason in ('./not-there', 'not found|No such file'), \
            ('./no-right', 'Permission denied'), \
            (reader('empty', 'exit 127'), 'exit code 127'):
        _, _, _, err = run_other('--format=dem', name)
        expect(re.search(reason, err), err)
        expect('exit code' in reason or name in err, err)


@case('check agrees with all that any reader of maps must do')
def check():
    # A program with sanitizers reserves a large address space.
    code, _, cells, _ = run_other('--table', '--format=datafile', '--memory=0', tap.PROGRAM,
                                  'check', '-q')
    want = expected('content', format='datafile')
    expect(min(want) > 20, want)
    equal(code, 0, f'exit code, {cells}')
    equal(cells['accept'][:2] + cells['reject'][:2], [want[0], 0, 0, want[1]], 'table')


if __name__ == '__main__':
    tap.main()
