#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_input - every kind of thing that can be named as an input

usage: cli_input.py DEMOFSCK
"""
import gzip
import hashlib
import os
import subprocess
import threading
import time
import zlib

import recording
import tap
from tap import case, drop_root, equal, expect, of_type, read, run, table, write

VALID, UNFINISHED = recording.valid(), recording.unfinished()
CORPUS = os.path.join(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))), 'corpus')


@case('a directory is walked, sorted, links and other things skipped')
def walk():
    os.makedirs('d/b/c')
    for name in ('d/z.teehistorian', 'd/b/c/x.teehistorian',
                 'd/a.teehistorian'):
        write(name, VALID)
    os.symlink('/etc', 'd/link')
    os.symlink('z.teehistorian', 'd/link.teehistorian')
    os.mkfifo('d/fifo')
    got = run('check', 'd').exits(0)
    paths = [line.split(b':')[0] for line in got.out.splitlines()
             if line.startswith(b'd/')]
    equal(paths, [b'd/a.teehistorian', b'd/b/c/x.teehistorian',
                  b'd/z.teehistorian'], 'paths in order')
    write('d/b/bad.teehistorian', UNFINISHED)
    run('check', 'd').exits(1)


@table('what no recording begins with is named', [
    ('gzip in gzip', gzip.compress(gzip.compress(VALID)), b'a gzip archive inside another'),
    ('zero bytes before a start that is like that of a demo',
     bytes(8) + read(f'{CORPUS}/twdemo/bad/magic.demo'),
     b'first bytes that belong to no known format')])
def no_recording(data, found):
    write('f', data)
    expect(found in run('check', 'f').exits(1).out, 'the finding')


@table('a header after zero bytes is named, and the command copies it', [
    (sample, sample) for sample in ('teehistorian/good/idle.teehistorian',
                                    'twdemo/good/minimal.demo', 'dem/good/pov.dem',
                                    'datafile/good/full.map')])
def after_zeros(sample):
    data = read(f'{CORPUS}/{sample}')
    for zeros in (1, 511, 8128, 8129, 8191, 8192, 8193, 100000):
        # whole, cut soon after its magic, and in it
        for size, named in ((len(data), True), (65, True), (3, False)):
            given = bytes(zeros) + data[:size]
            write('f', given)
            got = run('check', '--format=ndjson', '--no-hash', 'f').exits(1)
            found, = of_type(got.out, 'finding')
            equal((found['rule'], found['offset'], found['length']),
                  ('file.unrecognized', 0, min(64, len(given))), f'{zeros}, {size}')
            expect((f'`tail -c +{zeros + 1} FILE >OUT`' in found['message']) == named,
                   found['message'])
            piped = run('check', '--format=ndjson', '--no-hash', '-', stdin=given)
            equal(of_type(piped.out, 'finding')[0]['message'], found['message'], 'piped')


@case('a loop of links does not trap the walk')
def link_loop():
    os.mkdir('d')
    os.symlink('.', 'd/self')
    write('d/f.teehistorian', VALID)
    run('check', 'd').exits(0)


@case('a deep tree is walked or refused, never a crash')
def deep_tree():
    here = os.open('.', os.O_RDONLY)
    for _ in range(600):
        os.mkdir('d')
        os.chdir('d')
    write('f.teehistorian', VALID)
    os.fchdir(here)
    os.close(here)
    expect(run('check', 'd').code in (0, 4), 'a deep tree')
    subprocess.run(['rm', '-rf', 'd'], check=True)


@table('a directory without a file is named on stderr', [
    ('check', 'check', 'd'), ('check -q', 'check', '-q', 'd'),
    ('repair', 'repair', '-d', 'out', 'd')])
def no_files(*args):
    os.makedirs('d/sub')
    os.mkfifo('d/sub/fifo')
    got = run(*args).exits(0).one_clear_line()
    equal(got.err, b'demofsck: d: no regular files in this directory or below it'
          b'\n', 'stderr')
    write('d/sub/f', recording.valid())
    equal(run(*args).exits(0).err, b'', 'stderr, with a file')


@case('help names --, after which words are names')
def end_of_options():
    for command in ('check', 'repair', 'info', 'inspect'):
        expect(b'\n  --   ' in run('help', command).exits(0).out, command)
    equal(run('help', '--help').exits(0).out, run('--help').out, 'help')
    write('-x', recording.unfinished())
    run('check', '--', '-x').exits(1)
    run('check', './-x').exits(1)


@case('a FIFO is read as cat does')
def fifo():
    os.mkfifo('pipe')
    writer = subprocess.Popen(['sh', '-c', 'cat >pipe'],
                              stdin=subprocess.PIPE)
    writer.stdin.write(UNFINISHED)
    threading.Timer(0.3, writer.stdin.close).start()
    run('check', 'pipe').exits(1)
    writer.wait()


@case('a slow pipe gives the same report as the file')
def dribble():
    write('f', recording.cut())
    whole = run('check', '--format=ndjson', '--no-hash', '-',
                stdin=recording.cut()).exits(1)
    with subprocess.Popen([tap.PROGRAM, 'check', '--format=ndjson',
                           '--no-hash', '-'], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as p:
        for at in range(0, len(recording.cut()), 97):
            p.stdin.write(recording.cut()[at:at + 97])
            p.stdin.flush()
            time.sleep(0.002)
        p.stdin.close()
        equal(p.stdout.read(), whole.out, 'report')


@case('standard input is checked from where it is')
def stdin_offset():
    write('f', b'junk' + VALID)
    with open('f', 'rb') as f:
        os.lseek(f.fileno(), 4, os.SEEK_SET)
        run('check', '-', stdin=f).exits(0)


@case('a file that grows while it is read is undecided, exit 5')
def growing():
    path = write('f.teehistorian', recording.valid(8_000_000)[:-1])
    stop = threading.Event()

    def append():
        with open(path, 'ab', buffering=0) as f:
            while not stop.is_set():
                f.write(b'\x00\x01\x00')
                time.sleep(0.0005)
    writer = threading.Thread(target=append)
    writer.start()
    try:
        got = run('check', '--format=ndjson', path).exits(5)
    finally:
        stop.set()
        writer.join()
    expect(b'"file.growing"' in got.out, 'file.growing is missing')
    expect(b'"verdict":"undecided"' in got.out, 'verdict')


@table('a list of files is read', [
    ('from a file', 'list'), ('from stdin', '-')])
def files0(source):
    names = [b'a.teehistorian', b'with space.teehistorian',
             b'new\nline.teehistorian', b'\xff.teehistorian']
    for name in names:
        write(name, VALID)
    listed = b'\0'.join(names)
    write('list', listed)
    got = run('check', f'--files0-from={source}', stdin=listed).exits(0)
    equal(sum(b': valid: ' in x for x in got.out.splitlines()), 4, 'verdicts')
    run('check', '--files0-from', source, stdin=listed + b'\0').exits(0)


@table('a list without a name is named on stderr, as a directory without a file', [
    ('check', 'check'), ('info', 'info'), ('repair', 'repair', '-d', 'out')])
def files0_empty(*args):
    write('list', b'')
    for source in ('list', '-'):
        got = run(*args, f'--files0-from={source}').exits(0).one_clear_line()
        equal(got.err.decode(), f'demofsck: {source}: no names in this list\n',
              'stderr')
    equal(run('check', '--files0-from=list').out, b'0 files\n', 'summary')


@case('a list of lines is told what ends a name')
def files0_lines():
    write('list', b'a.teehistorian\nb.teehistorian\n')
    got = run('check', '--files0-from=list').exits(4)
    expect(b'a NUL ends each name, not a newline' in got.err, f'{got.err!r}')
    expect(got.err.count(b'\n') == 1, f'{got.err!r}')


@case('a list that cannot be read exits 4')
def files0_missing():
    run('check', '--files0-from=no-such-list').exits(4)


@case('each --depth reads more of a Source demo, and full is the default')
def depth():
    for name, found in (('message_type', ('full', 'messages')),
                        ('tables_rest', ('full',))):
        path = os.path.join(CORPUS, f'dem/bad/{name}.dem')
        for how in ('full', 'messages', 'framing'):
            status = 1 if how in found else 0
            got = run('check', f'--depth={how}', path).exits(status)
            if how == 'full':
                equal(run('check', path).out, got.out, name)
    got = run('check', '--depth=deep', path).exits(2).one_clear_line()
    expect(b"'deep' is not one of full, messages, framing" in got.err, got.err)


@case('-- ends the options')
def dashes():
    write('--help', UNFINISHED)
    run('check', '--', '--help').exits(1)


# ------------------------------------------------- what only names can show --
@table('the name of the file is compared with game_uuid', [
    ('equal', recording.GAME_UUID + '.teehistorian', False),
    ('another UUID', recording.GAME_UUID[:-1] + '2.teehistorian', True),
    ('another UUID, gzip', recording.GAME_UUID[:-1] + '2.teehistorian.gz',
     True),
    ('not a UUID', 'crash.teehistorian', False)])
def header_filename(name, tripped):
    write(name, gzip.compress(VALID) if name.endswith('gz') else VALID)
    got = run('check', name).exits(0)
    equal(b'[teehistorian.header_filename]' in got.out, tripped, 'tripped')
    if tripped:
        run('check', '--fail-on=warning', name).exits(1)
        off = '--rule=teehistorian.header_filename=off'
        got = run('check', off, name).exits(0)
        expect(b'header_filename' not in got.out, 'the override is ignored')


@table('an extension of another format is a note', [
    ('.demo', 'f.demo', True), ('.map', 'f.map', True), ('.dem', 'f.dem', True),
    ('.teehistorian', 'f.teehistorian', False), ('none', 'f', False)])
def extension(name, tripped):
    write(name, VALID)
    got = run('check', '-v', name).exits(0)
    equal(b'[file.extension]' in got.out, tripped, 'tripped')


@table('check --map compares the map', [
    ('the right one', {}, False), ('another size', {'map_size': '1'}, True),
    ('another SHA-256', {'map_sha256': '00' * 32}, True),
    ('another CRC', {'map_crc': '00000000'}, True)])
def map_option(changes, tripped):
    data = b'DATA' + bytes(range(256)) * 9
    write('the.map', data)
    keys = {'map_size': str(len(data)),
            'map_sha256': hashlib.sha256(data).hexdigest(),
            'map_crc': f'{zlib.crc32(data):08x}', **changes}
    write('f', recording.valid(**keys))
    got = run('check', '--map', 'the.map', 'f').exits(0)
    equal(b'[teehistorian.map_mismatch]' in got.out, tripped, 'tripped')


@case('check --map compares texts only')
def map_no_text():
    write('the.map', b'DATA' + bytes(99))
    write('f', recording.valid(map_sha256=5, map_crc=None, map_size=None))
    got = run('check', '--map', 'the.map', 'f')
    expect(b'[teehistorian.map_mismatch]' not in got.out, got.out)


@case('check --map of a map that is not there exits 4')
def map_missing():
    write('f', VALID)
    run('check', '--map', 'gone.map', 'f').exits(4)


@case('check opens its input read-only and creates nothing')
def read_only():
    os.mkdir('d')
    path = write('d/f', UNFINISHED)
    os.utime(path, ns=(1, 1))
    os.chmod(path, 0o444)
    os.chmod('d', 0o555)
    before = os.stat(path)
    run('check', path, preexec=drop_root()).exits(1)
    after = os.stat(path)
    for key in ('st_size', 'st_mtime_ns', 'st_mode', 'st_ctime_ns'):
        equal(getattr(after, key), getattr(before, key), key)
    equal(os.listdir('d'), ['f'], 'files afterwards')


if __name__ == '__main__':
    tap.main()
