#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_compressed - recordings as they are stored: gzip, xz, zstd, bzip2

usage: cli_compressed.py DEMOFSCK CORPUS

The files are made by the programs of these names.  Each container is a table row;
one whose program is not there is skipped.
"""
import gzip
import json
import os
import resource
import shutil
import subprocess
import sys

import recording
import tap
from tap import equal, expect, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])
KINDS = [(name, name, ending) for name, ending in [
    ('gzip', '.gz'), ('xz', '.xz'), ('zstd', '.zst'), ('bzip2', '.bz2')]]
PACK = {'gzip': ['gzip', '-nc'], 'xz': ['xz', '-c'],
        'zstd': ['zstd', '-qc', '--check'], 'bzip2': ['bzip2', '-c']}
SAMPLES = '''
    teehistorian/bad/truncated.teehistorian teehistorian/good/ex.teehistorian
    twdemo/good/v6.demo twdemo/bad/chunk_size-more.demo
    twdemo/bad/map_sha256.demo twdemo/bad/tick_order.demo
    dem/good/pov.dem dem/bad/command_size.dem
    dem/bad/magic.dem datafile/good/full.map datafile/bad/item_offset.map
    '''.split()


def samples():
    """Ten that exist: those above, and what else there is."""
    found = [s for s in SAMPLES if os.path.exists(f'{CORPUS}/{s}')]
    for folder in ('twdemo/bad', 'dem/bad', 'teehistorian/bad'):
        found += [f'{folder}/{name}' for name in sorted(os.listdir(f'{CORPUS}/{folder}'))
                  if not name.startswith(('file.', 'limit.'))][:4]
    return found[:12]


def pack(kind, data):
    if not shutil.which(kind):
        raise tap.Skipped(f'no program {kind}')
    return subprocess.run(PACK[kind], input=data, check=True,
                          stdout=subprocess.PIPE).stdout


def unpack(kind, data):
    """What the program gives out, also of damaged data."""
    return subprocess.run([kind, '-dc'], input=data, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False).stdout


def report(data, *options):
    """Findings, and the verdict without what differs for a compressed file."""
    got = run('check', '--format=ndjson', '--no-hash', *options, '-', stdin=data)
    records = [json.loads(line) for line in got.out.splitlines()]
    findings = [r for r in records if r['type'] == 'finding']
    for f in findings:
        f.pop('space', None)
        f.pop('number')
    verdict, = (r for r in records if r['type'] == 'file')
    return findings, verdict


@table('what is said is that of the plain recording', KINDS)
def same(kind, _):
    for sample in samples():
        data = read(f'{CORPUS}/{sample}')
        plain, verdict = report(data)
        packed = pack(kind, data)
        got, other = report(packed)
        equal(got, plain, sample)
        equal(other['compression'], kind, 'compression')
        equal(other['decoded_size'], len(data), 'decoded_size')
        for key in ('verdict', 'format', 'ok_up_to', 'bytes', 'repairable', 'counts',
                    'facts'):
            equal(other[key], verdict[key], f'{sample}: {key}')
        write('f', packed)
        expect(run('check', '--no-hash', 'f').code ==
               run('check', '--no-hash', '-', stdin=data).code, sample)


def apart():
    """Two recordings in one file, in each format; and where the second one begins."""
    first = recording.header() + recording.skip(10) * 40 + recording.FINISH
    second = recording.valid(200)
    yield first + second, len(first)
    for sample, magic in (('dem/bad/another_recording.dem', b'HL2DEMO\0'),
                          ('twdemo/bad/another_recording.demo', b'TWDEMO\0')):
        data = read(f'{CORPUS}/{sample}')
        yield data, data.rindex(magic)
    for sample in 'dem/good/pov.dem', 'datafile/good/full.map':
        data = read(f'{CORPUS}/{sample}')
        for other in second, gzip.compress(second, mtime=0):
            yield data + other, len(data)


def as_text(data, times=1):
    for _ in range(times):
        data = data.replace(b'\n', b'\r\n')
    return data


@table('the command of a finding copies the second recording', [
    ('as it is', None, 0), *((f'{name}, and its name does not say so', name, 0)
                             for name, _, _ in KINDS),
    ('transferred as text', None, 1), ('the same twice', None, 2),
    ('transferred as text, then gzip', 'gzip', 1)])
def copy_out(kind, times):
    for data, at in apart():
        if times and data.count(b'\n') < 8:
            continue  # so few line feeds prove no transfer of a damaged file
        stored = as_text(data, times)
        write('f', pack(kind, stored) if kind else stored)
        got = run('check', '--format=ndjson', 'f')
        found, = (f for f in map(json.loads, got.out.splitlines())
                  if f['type'] == 'finding' and '`' in f['message'])
        equal(found['offset'], at, 'offset')
        command = found['message'].split('`')[1].replace('FILE', 'f')
        subprocess.run(command, shell=True, check=True, stdin=subprocess.DEVNULL)
        expect(read('OUT') == data[at:], command)


@table('of a cut one all is read that its program gives out', KINDS)
def cut(kind, _):
    data = recording.valid(40000)
    packed = pack(kind, data)
    for n in range(len(packed) - 1, 10, -max(1, len(packed) // 12)):
        findings, verdict = report(packed[:n])
        size = verdict['decoded_size']
        expect(size >= len(unpack(kind, packed[:n])), f'{n}: {size} bytes')
        equal(verdict['loss_unknown'], True, f'{n}: loss_unknown')
        equal([f['rule'] for f in findings if f['rule'].startswith('file.')],
              ['file.compressed_truncated'], f'{n}')
        if size:
            plain, _ = report(data[:size])
            equal([f for f in findings if not f['rule'].startswith('file.')],
                  plain, f'{n}')


@table('a damaged one is damaged, up to there it is read', KINDS)
def damaged(kind, _):
    data = recording.valid(40000)
    packed = bytearray(pack(kind, data))
    packed[-2] ^= 0x10
    findings, verdict = report(bytes(packed))
    equal(verdict['decoded_size'], len(data), 'decoded_size')
    equal(verdict['verdict'], 'damaged', 'verdict')
    equal([f['rule'] for f in findings], ['file.compressed_damaged'], 'findings')


def repaired(*args):
    got = run('repair', '--recompress', *args)
    expect(got.code in (0, 3), f'exit {got.code}: {got.out}{got.err}')
    return got.code


@table('--recompress keeps the container and the name', KINDS)
def recompress(kind, ending):
    whole = recording.valid()
    broken = recording.unfinished()
    name = f'a.teehistorian{ending}'
    write(name, pack(kind, broken))
    equal(repaired('-d', 'out', name), 0, 'exit code')
    equal(os.listdir('out'), [name], 'outputs')
    equal(unpack(kind, read(f'out/{name}')), whole, 'the recording')
    run('check', f'out/{name}').exits(0)
    repaired('-d', 'again', f'out/{name}')
    equal(read(f'again/{name}'), read(f'out/{name}'), 'repaired twice')
    run('repair', '-d', 'plain', name).exits(0)
    equal(read('plain/a.teehistorian'), whole, 'without the option')
    run('repair', '--in-place', name).exits(4)
    repaired('--in-place', name)
    equal(read(name), read(f'out/{name}'), 'in its place')
    equal(read(name + '.orig'), pack(kind, broken), 'what was there')
    run('repair', '--recompress', '--in-place', name).exits(0)
    equal(os.path.exists(name + '.orig.orig'), False, 'a second one')


@table('--recompress copies what needs no repair', KINDS)
def copied(kind, ending):
    stored = pack(kind, recording.valid()) + pack(kind, b'')
    write('f' + ending, stored)
    repaired('f' + ending, '-o', 'out')
    equal(read('out'), stored, 'the copy')
    run('repair', '--recompress', '-', '-o', 'piped', stdin=stored).exits(0)
    equal(read('piped'), stored, 'the copy of a pipe')


@table('--recompress saves what a cut one has', KINDS)
def recompress_cut(kind, ending):
    packed = pack(kind, recording.valid(4000))
    write('f' + ending, packed[:-1])
    equal(repaired('f' + ending, '-o', 'out'), 3, 'exit code')
    run('check', 'out').exits(0)
    equal(unpack(kind, read('out')), recording.valid(4000), 'the recording')


@table('an output that is not what its name says is told', KINDS)
def ending_of_output(kind, ending):
    name = 'f' + ending
    write(name, pack(kind, recording.unfinished()))
    got = run('repair', name, '-o', 'out' + ending).exits(0).one_clear_line()
    expect(b'--recompress' in got.err, f'{got.err!r}')
    equal(read('out' + ending), recording.valid(), 'the recording')
    run('repair', name, '-o', 'OUT' + ending.upper()).exits(0).one_clear_line()
    for more in (['-o', 'out'], ['--recompress', '-o', 'again' + ending], ['-n']):
        equal(run('repair', name, *more).exits(0).err, b'', f'stderr of {more}')


@tap.case('--recompress does nothing to what is not compressed')
def plain():
    write('f', recording.unfinished())
    repaired('f', '-o', 'out')
    equal(read('out'), recording.valid(), 'output')


@table('a library that is none is no lack of memory', [
    ('no library', b'no library' * 100), ('shorter than a head', b'none')])
def broken_library(content):
    write('liblzma.so.5', content)
    write('f.xz', pack('xz', recording.valid()))
    got = run('check', 'f.xz', env={'LD_LIBRARY_PATH': os.getcwd()}).exits(1)
    expect(b'this build cannot' in got.out and b'memory' not in got.err,
           got.out + got.err)


def little_memory():
    """128 MiB of addresses: a tenth of what is decoded."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 27, 1 << 27))


@table('a bomb of 10 GB ends undecided, in bounded memory', KINDS[1:])
def bomb(kind, ending):
    piece = pack(kind, recording.unfinished() + bytes(100_000_000))
    zeros = pack(kind, bytes(100_000_000))
    path = write('bomb' + ending, piece + 99 * zeros)
    expect(os.path.getsize(path) < 2_000_000, 'it is small')
    sanitized = run('--version', preexec=little_memory,
                    env=tap.STARVED).code != 0
    run('check', '--limit=decoded_bytes=1G', path,
        preexec=None if sanitized else little_memory).exits(5)


@table('a hundred thousand empty streams take no time', KINDS)
def empty(kind, ending):
    path = write('empty' + ending, pack(kind, recording.valid()) +
                 100_000 * pack(kind, b''))
    run('check', path).exits(0)


if __name__ == '__main__':
    tap.main()
