#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_bench - what the benchmarks lean on: the bytes of the recordings, and
that each of them notices what it is there to notice

usage: test_bench.py DEMOFSCK BUILD

Nothing here depends on how fast the machine is.
"""
import hashlib
import json
import os
import stat
import statistics
import subprocess

import tap
from benching import BUILD, GENERATE, HERE, bench, listed, made
from benching import unsanitized, valgrind
from tap import case, equal, expect, run, table

PROFILES = ('solo', 'busy24', 'bots12', 'flood', 'longmsg', 'adversarial')
LARGEST = 10_000_000  # of those made here; the others where they are used
MIB = 1 << 20


@table('the recordings are those of the list', [(p, p) for p in PROFILES])
def recordings(profile):
    rows = {size: row for (name, size), row in listed().items()
            if name == profile}
    expect(set(rows) >= {100_000, 1_000_000, 3_000_000, 64_000_000},
           f'the list has only {sorted(rows)}')
    for size, row in rows.items():
        if size <= LARGEST:
            data = made(profile, size)
            equal((len(data), hashlib.sha256(data).hexdigest()), row,
                  f'{profile} {size}')


@table('the recordings have no findings', [(p, p) for p in PROFILES])
def valid(profile):
    got = run('check', '--format=ndjson', '-',
              stdin=made(profile, 1_000_000)).exits(0)
    records = [json.loads(line) for line in got.out.splitlines()]
    file = next(r for r in records if r['type'] == 'file')
    equal((file['verdict'], file['counts']),
          ('valid', {'error': 0, 'warning': 0, 'note': 0}), 'findings')


@case('the generator refuses what is no profile or no size')
def usage():
    for arguments in ([], ['solo'], ['nobody', '1'], ['solo', '1k'],
                      ['solo', '-1'], ['solo', ''], ['solo', '1', '2']):
        got = subprocess.run([GENERATE, *arguments], capture_output=True)
        equal((got.returncode, got.stdout), (2, b''), str(arguments))


@case('the generator says that its output is full')
def full():
    with open('/dev/full', 'wb') as out:
        got = subprocess.run([GENERATE, 'solo', '1000000'], stdout=out,
                             stderr=subprocess.PIPE)
    equal(got.returncode, 1, 'exit status')
    expect(b'No space' in got.stderr, f'{got.stderr!r}')


@case('the generator needs no more memory for a larger recording')
def constant():
    unsanitized()
    small, large = peak('busy24', 100_000), peak('busy24', 8_000_000)
    expect(large - small <= 256, f'{small} KiB, then {large} KiB')


def peak(profile, size):
    """In the middle of seven: the system counts pages in batches."""
    return statistics.median(one_peak(profile, size) for _ in range(7))


def one_peak(profile, size):
    report, other = os.pipe()
    subprocess.run([os.path.join(BUILD, 'bench/measure'), str(other),
                    GENERATE, profile, str(size)], check=True,
                   stdout=subprocess.DEVNULL, pass_fds=[other])
    os.close(other)
    with os.fdopen(report) as f:
        return json.load(f)['peak_kib']


def tampered(old, new):
    """The list with one thing changed."""
    with open(os.path.join(HERE, 'recordings.txt'), encoding='utf-8') as f:
        text = f.read()
    expect(old in text, f'the list has no {old}')
    with open('recordings.txt', 'w', encoding='utf-8') as f:
        f.write(text.replace(old, new))
    return '--recordings=recordings.txt'


@table('bytes that are not those of the list are not measured', [
    ('run', 'run', ['--profile=solo', '--size=100000', '--runs=1']),
    ('memory', 'memory', ['--profile=solo', '--sizes=100000,1000000',
                          '--input=pipe']),
    ('memory, from a file', 'memory', ['--profile=solo', '--input=file',
                                       '--sizes=100000,1000000'])])
def wrong_hash(name, arguments):
    digest = listed()['solo', 100_000][1]
    wrong = ('1' if digest[0] == '0' else '0') + digest[1:]
    code, records, err = bench(name, *arguments, tampered(digest, wrong))
    equal(code, 2, f'exit status; {err}')
    expect('not the recording of the list' in err, err)
    equal([r for r in records if 'profile' in r], [], 'figures')


@case('a recording that the list does not have is not measured')
def unlisted():
    code, _, err = bench('run', '--profile=solo', '--size=12345', '--runs=1')
    equal(code, 2, f'exit status; {err}')
    expect('solo 12345 ' in err, err)


def program(text):
    """A program that gives every recording the verdict `valid`."""
    with open('program', 'w', encoding='utf-8') as f:
        f.write('#!/bin/sh\nfor name; do :; done\n'
                '[ "$name" = - ] || exec <"$name"\n' + text +
                'echo "{\\"type\\": \\"file\\", \\"verdict\\": \\"valid\\", '
                '\\"size\\": $size}"\n')
    os.chmod('program', stat.S_IRWXU)
    return '--program=program'


def held(bytes_held):
    return f'dd if=/dev/zero of=/dev/null bs={bytes_held} count=1 2>&-\n'


SIZES = '--sizes=100000,1000000'


@table('memory accepts a program that needs little', [
    ('pipe', 'pipe'), ('file', 'file')])
def little(way):
    unsanitized()
    code, records, err = bench('memory', SIZES, f'--input={way}', program(
        'size=$(wc -c)\n' + held(5 * MIB)))
    equal(code, 0, f'exit status; {records} {err}')
    equal(len(records), 3, 'records')
    for r in records[:2]:
        expect(5 * 1024 <= r['peak_kib'] <= 8 * 1024, str(r))


@table('memory refuses a program that needs 9 MiB', [
    ('pipe', 'pipe'), ('file', 'file')])
def much(way):
    code, records, _ = bench('memory', SIZES, f'--input={way}', program(
        'size=$(wc -c)\n' + held(9 * MIB)))
    equal(code, 1, 'exit status')
    expect(records[0]['peak_kib'] >= 9 * 1024, str(records[0]))
    equal([r['ok'] for r in records[:2]], [False, False], 'peaks')


@case('memory refuses a program that grows')
def growing():
    unsanitized()
    code, records, _ = bench('memory', SIZES, '--input=pipe', program(
        'size=$(wc -c)\n' + held('$((2000000 + size * 3))')))
    equal(code, 1, 'exit status')
    equal([r['ok'] for r in records], [True, True, False], 'bounds')


@table('memory refuses a program that did not read', [
    ('early', 'exit 0\n', 'no verdict'),
    ('part of it', 'size=$(head -c 50000 | wc -c)\n', 'the verdict')])
def reads(text, reason):
    code, _, err = bench('memory', SIZES, '--input=pipe', program(text))
    equal(code, 2, 'exit status')
    expect(reason in err, err)


@table('instructions are compared with their row', [
    ('fewer', 'solo 100000', None, 0, ''),
    ('more', 'solo 0.01', None, 1, 'no more than 0.01'),
    ('of another compiler', 'solo 100000', 'cc 1', 2, 'those of cc 1')])
def rows(row, compiler, code, reason):
    valgrind()
    if compiler is None:
        compiler = bench('source', '--runs=1', '--packets=2,3')[1][0]['compiler']
    with open('rows', 'w', encoding='utf-8') as f:
        f.write(f'# a remark\ncompiler {compiler}\n{row}\n')
    got, _, err = bench('instructions', '--profile=solo', '--top=0',
                        '--check', '--list=rows')
    equal(got, code, f'exit status; {err}')
    expect(reason in err, err)


@case('worst prints what a byte takes, and how that grows')
def worst():
    valgrind()
    code, records, err = bench('worst', '--shape=settings', '--shape=no move',
                               '--size=20000', '--check')
    equal(code, 0, f'exit status; {err}')
    equal([r['shape'] for r in records], ['settings', 'no move'], 'shapes')
    expect(all(1 < r['growth'] < 2.3 for r in records), str(records))


@case('worst refuses a program that takes too much')
def too_slow():
    valgrind()
    with open('program', 'w', encoding='utf-8') as f:
        f.write('#!/usr/bin/python3\nimport os, sys\n'
                'for _ in range(os.path.getsize(sys.argv[-1]) ** 2 // 1000):\n'
                '    pass\n')
    os.chmod('program', stat.S_IRWXU)
    code, records, err = bench('worst', '--shape=no move', '--size=5000',
                               '--check', '--program=program')
    equal(code, 1, f'exit status; {records} {err}')
    expect('too slow: no move' in err, err)


if __name__ == '__main__':
    tap.main()
