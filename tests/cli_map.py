#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_map - --map FILE: what is compared, and what repair does with it

usage: cli_map.py DEMOFSCK CORPUS
"""
import hashlib
import os
import random
import struct
import sys
import zlib

import tap
from tap import case, drop_root, equal, expect, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])
FULL = os.path.join(CORPUS, 'datafile/good/full.map')
SMALL = os.path.join(CORPUS, 'datafile/good/small.map')
DAMAGED = read(os.path.join(CORPUS, 'twdemo/crash/map-given.demo'))
WHOLE = DAMAGED[:484] + read(FULL) + DAMAGED[484 + 2442:]
MISMATCH = b'[twdemo.map_mismatch]'


@table('repair --map puts the map in the place of a damaged one', [
    ('into a file', ['-o', 'out'], 'out'), ('into a directory', ['-d', 'd'],
                                            'd/in.demo'),
    ('in place', ['--in-place'], 'in.demo'),
    ('at level safe', ['--level=safe', '-o', 'out'], 'out')])
def repaired(how, output):
    write('in.demo', DAMAGED)
    if '-d' in how:
        os.mkdir('d')
    run('repair', '--map', FULL, 'in.demo', *how).exits(0)
    equal(read(output), WHOLE, 'output')


@case('another map is not used, and a warning says so')
def other():
    write('in', DAMAGED)
    got = run('repair', '--map', SMALL, 'in', '-o', 'out').exits(3)
    expect(MISMATCH in got.out, got.out)
    expect(b'; the given map is not the map that the demo names, and is not used' in got.out,
           got.out)
    run('repair', 'in', '-o', 'without').exits(3)
    equal(read('out'), read('without'), 'output')


@table('--map is named where it would help, and nowhere else', [
    ('a damaged map', DAMAGED, [], True), ('a whole one', WHOLE, [], False),
    ('sums that are given up',
     read(os.path.join(CORPUS, 'twdemo/near/map_damaged.demo')), [], True),
    ('one wrong sum',
     read(os.path.join(CORPUS, 'twdemo/bad/map_crc.demo')), [], False),
    ('given', DAMAGED, ['--map', SMALL], False)])
def hint(bytes_, how, named):
    write('f.demo', bytes_)
    for command in (['check'], ['repair', '-n']):
        got = run(*command, *how, 'f.demo')
        equal(b': --map=FILE puts a whole map in its place, if FILE is ' in got.out,
              named, command[0])


@case('chunks after a map that is lost are not called damaged')
def before():
    write('f.demo', DAMAGED)
    out = run('check', 'f.demo').out
    expect(b': 0 chunks' not in out and b' can be read (' in out, 'a lost map')
    write('f.demo', WHOLE[:-1])
    expect(b' before ' not in run('check', 'f.demo').out, 'a cut')


@table('check --map compares the map of a demo', [
    ('the right one', FULL, False), ('another', SMALL, True)])
def compared(name, tripped):
    write('f.demo', WHOLE)
    got = run('check', '--map', name, 'f.demo').exits(0)
    equal(MISMATCH in got.out, tripped, 'tripped')


@case('many demos get one map, and those of another map do not')
def batch():
    names = [f'in/{i}.demo' for i in range(20)]
    os.mkdir('in')
    for i, name in enumerate(names):
        write(name, DAMAGED)
    write('in/other.demo', read(os.path.join(
        CORPUS, 'twdemo/near/map_mismatch.demo')))
    run('repair', '--map', FULL, 'in', '-d', 'out').exits(0)
    for name in names:
        equal(read('out' + name[2:]), WHOLE, name)
    equal(read('out/other.demo'), read('in/other.demo'), 'the other')


@case('a dry run prints where the map goes, and not the map')
def dry():
    write('in', DAMAGED)
    got = run('repair', '-n', '--map', FULL, 'in').exits(0)
    expect(b'replace: 42 bytes by 42 bytes; why: the map in the demo' in got.out,
           got.out)
    expect(len(got.out) < 2000, 'all of the map')


@case('the map may be larger than what a repair inserts otherwise')
def large():
    noise = random.Random(1).randbytes(3 << 20)
    head = (WHOLE[:136] + struct.pack('>II', len(noise), zlib.crc32(noise)) +
            WHOLE[144:452] + hashlib.sha256(noise).digest())
    tail = WHOLE[484 + 2442:]
    write('noise', noise)
    write('in', head + bytes(len(noise)) + tail)
    run('repair', '--map', 'noise', 'in', '-o', 'out').exits(0)
    equal(read('out'), head + noise + tail, 'output')


@case('the map may come from standard input, and be empty')
def from_pipe():
    write('in', DAMAGED)
    run('repair', '--map=-', 'in', '-o', 'out',
        stdin=read(FULL)).exits(0)
    equal(read('out'), WHOLE, 'output')
    got = run('check', '--map=/dev/null', 'out').exits(0)
    expect(MISMATCH in got.out, got.out)


@table('a map that cannot be read is an error of the run', [
    ('none', 'gone', 4), ('a directory', '.', 4), ('no right', 'secret', 4),
    ('standard input twice', '-', 2), ('no name', '', 2)])
def unreadable(name, code):
    write('secret', b'x')
    os.chmod('secret', 0)
    for command in (['check'], ['repair', '-n']):
        got = run(*command, '--map', name, '-', stdin=WHOLE,
                  preexec=drop_root()).exits(code)
        equal(got.out, b'', 'report')
        equal(got.err.count(b'demofsck: '), 1, 'lines')


@case('a map above the limit leaves recordings undecided, but not maps')
def too_large():
    write('f.demo', WHOLE)
    got = run('check', '--limit=given_map_bytes=2441', '--map', FULL,
              'f.demo').exits(5)
    expect(b'[limit.given_map_bytes]' in got.out, got.out)
    run('check', '--limit=given_map_bytes=2442', '--map', FULL,
        'f.demo').exits(0)
    run('check', '--limit=given_map_bytes=1', '--map', FULL, FULL).exits(0)
    run('check', '--limit=given_map_bytes=1k', '--map=/dev/zero', 'f.demo',
        timeout=20).exits(5)


@table('it is not for other commands', [
    ('info', 'info'), ('inspect', 'inspect')])
def only_these(command):
    write('f.demo', WHOLE)
    run(command, '--map', FULL, 'f.demo').exits(2)


if __name__ == '__main__':
    tap.main()
