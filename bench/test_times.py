#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_times - the benchmarks that measure time print what they say, and refuse
what they cannot measure

usage: test_times.py DEMOFSCK BUILD

Nothing here depends on how fast the machine is.
"""
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
from xml.etree import ElementTree

import tap
from benching import BUILD, HERE, bench, listed, made
from tap import case, equal, expect, table


@case('the unit of work is SHA-256')
def scalar():
    data = made('busy24', 200_000)
    for size in (0, 1, 55, 56, 63, 64, 119, 120, 131_071, 131_072, 131_073):
        tap.write('f', data[:size])
        got = subprocess.run([os.path.join(BUILD, 'bench/scalar'), 'f'],
                             stdout=subprocess.PIPE, check=True).stdout
        equal(got.decode().strip(), hashlib.sha256(data[:size]).hexdigest(),
              f'{size} bytes')


@case('run prints a ratio for every command')
def ratios():
    code, records, err = bench('run', '--profile=busy24', '--size=100000',
                               '--runs=2')
    equal(code, 0, f'exit status; {err}')
    equal(records[0]['type'], 'machine', 'first record')
    expect(records[0]['sha256sum']['sha256'] in ('its own', 'libcrypto'),
           str(records[0]))
    equal([r['command'] for r in records[1:]],
          ['check --no-hash', 'check --format=ndjson', 'scalar', 'sha256sum', 'cat'],
          'commands')
    for r in records[1:]:
        equal(r['bytes'], listed()['busy24', 100_000][0], 'bytes')
        for key in ('speed_vs_sha256sum', 'speed_vs_scalar', 'cost_vs_cat'):
            q = r[key]
            expect(0 < q['q1'] <= q['median'] <= q['q3'], f'{key} {q}')
    equal(records[-1]['cost_vs_cat']['median'], 1.0, 'cat by cat')


def peer(name, text):
    with open(name, 'w', encoding='utf-8') as f:
        f.write('#!/bin/sh\n' + text)
    os.chmod(name, stat.S_IRWXU)
    return f'--peer=./{name}'


@case('run takes other readers, and files of your own')
def peers():
    for name in ('a b.teehistorian', '-c.teehistorian'):
        tap.write(name, made('solo', 100_000))
    code, records, err = bench(
        'run', '--runs=2', peer('reader', 'cat -- "$@" >/dev/null\n'), '--',
        'a b.teehistorian', './-c.teehistorian')
    equal(code, 0, f'exit status; {err}')
    equal([r['command'] for r in records[1:]],
          ['check --no-hash', 'check --format=ndjson', 'sha256sum', 'cat', 'reader'],
          'commands')
    for r in records[1:]:
        equal((r['files'], r['bytes']),
              (2, 2 * listed()['solo', 100_000][0]), 'files and bytes')
        expect(r['speed_vs_reader']['median'] > 0, str(r))
    equal(records[-1]['speed_vs_reader']['median'], 1.0, 'itself')


@table('run refuses a reader', [
    ('that fails', 'reader', 'exit 3\n', 'ended with 3'),
    ('that is not there', None, None, 'there is no such program'),
    ('whose name is that of a unit', 'cat', 'exit 0\n', 'another one is called cat')])
def bad_peer(name, text, reason):
    option = peer(name, text) if name else '--peer=no-such-reader'
    code, _, err = bench('run', '--profile=solo', '--size=100000', '--runs=1',
                         option)
    equal(code, 2, f'exit status; {err}')
    expect(reason in err, err)


@case('start prints a ratio to true for every command')
def start():
    code, records, err = bench('start', '--runs=2')
    equal(code, 0, f'exit status; {err}')
    equal([r['command'] for r in records[1:]],
          ['true', 'cat', '--version', 'check --no-hash', 'check --sandbox=off',
           'check --format=ndjson'],
          'commands')
    for r in records[1:]:
        equal(r['bytes'], listed()['busy24', 10_000][0], 'bytes')
        q = r['cost_vs_true']
        expect(0 < q['q1'] <= q['median'] <= q['q3'], str(q))
    equal(records[1]['cost_vs_true']['median'], 1.0, 'true by true')


@case('small prints what a file takes beyond reading it')
def small():
    code, records, err = bench('small', '--runs=2', '--files=20')
    equal(code, 0, f'exit status; {err}')
    equal([r['type'] for r in records], ['machine', 'small'], 'records')
    r = records[1]
    equal((r['files'], r['bytes']), (20, listed()['busy24', 5_000][0]),
          'files')
    expect(0 < r['reading_us'] and 0 < r['beyond_us'] <= r['file_us'], str(r))
    expect(0.9 < r['files_per_second'] * r['beyond_us'] / 1e6 < 1.1, str(r))


@case('reading reads every file, or says which one it could not')
def reading():
    program_ = os.path.join(BUILD, 'bench/reading')
    tap.write('f', b'x' * 300_000)
    got = subprocess.run([program_, 'f', 'f'], capture_output=True)
    equal((got.returncode, got.stdout, got.stderr), (0, b'', b''), 'both')
    for wrong in ('absent', '.'):
        got = subprocess.run([program_, 'f', wrong], capture_output=True)
        equal(got.returncode, 1, wrong)
        expect(got.stderr.startswith(wrong.encode() + b': '), str(got.stderr))


@case('repair prints ratios for a recording that is whole, open and cut')
def repair():
    code, records, err = bench('repair', '--runs=2', '--size=100000')
    equal(code, 0, f'exit status; {err}')
    equal([(r['recording'], r['command']) for r in records[1:]],
          [(kind, command) for kind in ('whole', 'append', 'cut')
           for command in ('cp', 'check', 'repair')], 'records')
    equal([records[1]['bytes'] - r['bytes'] for r in records[1::3]],
          [0, 1, 20], 'bytes that are missing')
    for r in records[1:]:
        for key in ('cost_vs_check', 'cost_vs_cp'):
            q = r[key]
            expect(0 < q['q1'] <= q['median'] <= q['q3'], f'{key} {q}')


def plotted(text):
    return subprocess.run([sys.executable, os.path.join(HERE, 'plot')],
                          input=text, capture_output=True)


@case('plot draws what run printed')
def plot():
    got = subprocess.run([sys.executable, os.path.join(HERE, 'run'), '--build',
                          BUILD, '--profile=busy24', '--size=100000',
                          '--runs=2'], capture_output=True, check=True)
    drawn = plotted(got.stdout)
    equal((drawn.returncode, drawn.stderr), (0, b''), 'exit status')
    image = ElementTree.fromstring(drawn.stdout)
    texts = [e.text for e in image.iter() if e.tag.endswith('text')]
    measured = {r['command']: f'{r["speed_vs_sha256sum"]["median"]:.2f}'
                for r in map(json.loads, got.stdout.splitlines())
                if 'command' in r}
    expect({'busy24', measured['check --format=ndjson'],
            measured['check --no-hash']} <= set(texts), str(texts))
    bars = [e for e in image.iter() if e.tag.endswith('rect')]
    equal(len(bars), 1 + 2 + 2, 'the ground, the legend, and the bars')


@case('plot refuses what has nothing to draw')
def no_plot():
    got = plotted(b'{"type": "machine"}\n')
    equal((got.returncode, got.stdout), (1, b''), 'exit status')
    expect(b'nothing of bench/run' in got.stderr, str(got.stderr))


DEMO = os.path.join(HERE, '../corpus/twdemo/good/libtw2.demo')


@case('demos prints what each part of decoding a demo costs')
def demos():
    code, records, err = bench('demos', '--runs=1', DEMO)
    equal(code, 0, f'exit status; {err}')
    equal([r.get('command') or r.get('part') for r in records[1:]],
          ['check --no-hash', 'check --format=ndjson', 'sha256sum', 'huffman', 'ints',
           'snapshots', 'deltas'], 'records')
    expect(all(r['cpu_best_us'] > 0 for r in records if 'part' in r),
           str(records))


@table('demos refuses what it cannot measure', [
    ('no demo', ['--runs=1', os.path.join(HERE, 'run')], 'ended with'),
    ('no sources', ['--runs=1', '--ddnet=.', DEMO], 'no source tree'),
    ('no rounds', ['--runs=0', DEMO], 'at least 1')])
def no_demos(arguments, reason):
    code, records, err = bench('demos', *arguments)
    equal(code, 2, f'exit status; {err}')
    expect(reason in err and len(records) <= 1, f'{records} {err}')


@case('source prints what a byte of a larger Source demo costs')
def source():
    code, records, err = bench('source', '--runs=1', '--packets=2,20')
    equal(code, 0, f'exit status; {err}')
    equal([(r['type'], r['depth']) for r in records[1:]],
          [(type_, depth) for depth in ('framing', 'messages', 'full')
           for type_ in ('source', 'source', 'linear')], 'records')
    expect(all(r['time_of_a_byte'] > 0 for r in records[3::3]), str(records))


@table('source refuses what it cannot measure', [
    ('no rounds', ['--runs=0'], 'at least 1'),
    ('the smaller demo last', ['--packets=20,2'], 'invalid two value')])
def no_source(arguments, reason):
    code, records, err = bench('source', *arguments)
    equal((code, records), (2, []), f'exit status; {err}')
    expect(reason in err, err)


@table('no rounds are refused', [
    (name, name) for name in ('start', 'small', 'repair')])
def no_rounds(name):
    code, records, err = bench(name, '--runs=0')
    equal((code, records), (2, []), f'exit status; {err}')
    expect('at least 1' in err, err)


@table('a program that fails is not measured', [
    ('run', 'run', ['--size=100000', '--runs=1']),
    ('start', 'start', ['--runs=1']),
    ('small', 'small', ['--runs=1', '--files=3']),
    ('repair', 'repair', ['--size=100000', '--runs=1']),
    ('instructions', 'instructions', [])])
def failing(name, arguments):
    if name == 'instructions' and not shutil.which('valgrind'):
        raise tap.Skipped('there is no valgrind')
    with open('program', 'w', encoding='utf-8') as f:
        f.write('#!/bin/sh\nexit 4\n')
    os.chmod('program', stat.S_IRWXU)
    code, records, err = bench(name, '--profile=solo', '--program=program',
                               *arguments)
    equal(code, 2, 'exit status')
    expect('ended with 4' in err and len(records) == 1, f'{records} {err}')


if __name__ == '__main__':
    tap.main()
