#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_scrub - the verdicts of an archive in a database, whatever interrupts the run

usage: cli_scrub.py DEMOFSCK CORPUS MISBEHAVING ABSENT

MISBEHAVING is a build whose worker does what the name of a file says.  ABSENT is a
build without SQLite.
"""
import base64
import csv
import hashlib
import html.parser
import io
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import recording
import tap
from scrubbed import ask, content, files
from tap import case, equal, expect, of_type, run, table, write

CORPUS, MISBEHAVING, ABSENT = (os.path.abspath(path) for path in sys.argv[2:5])
VALID, UNFINISHED, CUT = recording.valid(), recording.unfinished(), recording.cut()


def one(path, db='db', root='d'):
    return files(db)[root, path]


def last_run(db='db'):
    return ask(db, 'SELECT * FROM run ORDER BY run DESC LIMIT 1')[0]


def scrub(*args, db='db', **how):
    return run('scrub', '--db=' + db, *args, **how)


def archive(n=10):
    """Some files; each third one has no end mark."""
    os.makedirs('d/sub', exist_ok=True)
    for i in range(n):
        write(f'd/{"sub/" if i % 2 else ""}{i:05}.teehistorian',
              recording.valid(i % 7) if i % 3 else recording.unfinished(i % 7))


def rewrite(path, data):
    """Other bytes, and the same time of modification."""
    status = os.stat(path)
    write(path, data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


# -------------------------------------------------------------- what is read --

@case('the rows of a file and of its findings are what check says')
def rows():
    archive()
    write('d/cut', CUT)
    write('d/empty', b'')
    write('d/no recording', b'some text\n')
    shutil.copytree(CORPUS + '/dem/bad', 'd/dem')
    scrub('d').exits(1)
    out = run('check', '-v', '--format=ndjson', 'd').exits(1).out
    known = files()
    for wanted in of_type(out, 'file'):
        row = known.pop(('d', wanted['path'][2:]))
        for name in ('size', 'sha256', 'format', 'version', 'verdict', 'ok_up_to',
                     'repairable'):
            equal(row[name], wanted[name], f'{row["path"]}: {name}')
        for name in ('error', 'warning', 'note'):
            equal(row[name + 's'], wanted['counts'][name], row['path'])
        equal(row['mtime_ns'], os.stat(wanted['path']).st_mtime_ns, 'mtime')
        equal(row['problem'], None, 'problem')
        equal(row['damaged_run'] is not None, wanted['counts']['error'] > 0 or
              wanted['verdict'] == 'unsupported', row['path'])
    equal(known, {}, 'rows without a file')
    wanted = sorted((f['path'][2:], f['rule'], f['severity'], f['offset'],
                     f['length'], f['space']) for f in of_type(out, 'finding'))
    got = sorted(tuple(row.values()) for row in ask('db', (
        'SELECT path, rule, severity, offset, length, space '
        'FROM finding JOIN file USING (file)')))
    equal(got, wanted, 'findings')


@case('at most 32 findings of a rule are kept, and all are counted')
def many_findings():
    os.mkdir('d')
    shutil.copytree(CORPUS + '/twdemo', 'd/t')
    scrub('d').exits(1)
    most, = ask('db', 'SELECT max(n) AS n FROM (SELECT count(*) AS n FROM finding '
                      'GROUP BY file, rule)')
    equal(most['n'], 32, 'findings of one rule in one file')


@case('a second run reads nothing, reports nothing, and doubles no row')
def second_run():
    archive()
    first = scrub('d').exits(1)
    expect(b'd/00000.teehistorian: newly damaged: truncated: the file ends without '
           b'FINISH [teehistorian.missing_finish]\n' in first.out, first.out)
    expect(first.out.endswith(b'run 1: 10 files, 10 read; 4 newly damaged, 0 rotten, '
                              b'0 newly undecided, 0 changed, 0 gone\n'), first.out)
    before = files()
    second = scrub('d').exits(0)
    equal(second.out, b'run 2: 10 files, 0 read; 0 newly damaged, 0 rotten, 0 newly '
          b'undecided, 0 changed, 0 gone\n', 'output')
    equal(files(), before, 'rows')
    equal(scrub('-q', 'd').exits(0).out, b'', 'with -q')


@case('a file with another size or time is read again; a damaged one is not new')
def changed_files():
    archive()
    scrub('d').exits(1)
    write('d/00002.teehistorian', recording.valid(9))
    write('d/00000.teehistorian', recording.unfinished(9))
    os.utime('d/00004.teehistorian', ns=(1, 1234567891))
    done = scrub('d').exits(0)
    expect(b'10 files, 3 read; 0 newly damaged, 0 rotten, 0 newly undecided, '
           b'2 changed' in done.out, done.out)
    equal(one('00004.teehistorian')['mtime_ns'], 1234567891, 'mtime')
    equal(one('00004.teehistorian')['changed_run'], None, 'only the time is new')
    equal(one('00002.teehistorian')['changed_run'], 2, 'changed')
    equal(one('00000.teehistorian')['damaged_run'], 1, 'damaged')


@case('a file that becomes damaged is reported once, and again after a repair')
def newly_damaged():
    archive(3)
    scrub('d').exits(1)
    for data, code, event in ((UNFINISHED, 1, 2), (UNFINISHED, 0, 2), (VALID, 0, None),
                              (CUT, 1, 5)):
        if data != UNFINISHED or event == 2 and code == 1:
            write('d/00002.teehistorian', data)
        scrub('d').exits(code)
        equal(one('00002.teehistorian')['damaged_run'], event, 'damaged')


@case('--again finds bit rot, which is no change, and sees a restored file')
def bit_rot():
    archive(3)
    path = 'd/00002.teehistorian'
    good = tap.read(path)
    scrub('d').exits(1)
    digest = one('00002.teehistorian')['sha256']
    rotten = bytearray(good)
    rotten[-3] ^= 1
    rewrite(path, bytes(rotten))
    scrub('d').exits(0)
    equal(one('00002.teehistorian')['rotten_run'], None, 'not read')
    done = scrub('--again=0s', 'd').exits(1)
    expect(b'd/00002.teehistorian: rotten: ' in done.out, done.out)
    row = one('00002.teehistorian')
    equal((row['rotten_run'], row['changed_run'], row['sha256_before']),
          (3, None, digest), 'rotten')
    scrub('--again=0s', 'd').exits(0)
    equal(one('00002.teehistorian')['rotten_run'], 3, 'still rotten')
    rewrite(path, good)
    scrub('--again=0s', 'd').exits(0)
    row = one('00002.teehistorian')
    equal((row['rotten_run'], row['changed_run'], row['sha256']), (None, 5, digest),
          'restored')


@case('--again reads only what was read longer ago')
def again():
    archive(4)
    scrub('d').exits(1)
    ask('db', 'UPDATE file SET read_at = read_at - 31 * 86400 WHERE path LIKE "%00"'
        ' OR path LIKE "00000%"')
    equal(last_run()['read'], 4, 'first')
    for value, n in (('32d', 0), ('30d', 1), ('30d', 0), ('720h', 0)):
        scrub('--again=' + value, 'd').exits(0)
        equal(last_run()['read'], n, value)


@case('a reading in the future has the time of a wrong clock, and is done again')
def wrong_clock():
    archive(2)
    scrub('d').exits(1)
    ask('db', 'UPDATE file SET read_at = read_at + 315360000')
    for n in (2, 0):
        scrub('--again=1d', 'd').exits(0)
        equal(last_run()['read'], n, 'read')


@case('new files are read before others are read again, and the oldest reading first')
def again_order():
    archive(4)
    os.rename('d/00002.teehistorian', 'd/misbehave-loop')
    scrub('d').exits(1)
    ask('db', 'UPDATE file SET read_at = read_at - 100 WHERE path < "sub/00003"')
    ask('db', 'UPDATE file SET read_at = read_at + 50 WHERE path = "misbehave-loop"')
    os.mkdir('e')
    write('d/new', VALID)
    write('e/new', VALID)
    done = subprocess.run([MISBEHAVING, 'scrub', '-j1', '--db=db', '--again=0s',
                           '--for=1s', '--timeout=2', 'd', 'e'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    expect(b'(stopped by --for)' in done.stdout, done.stdout)
    equal({path: row['read_run'] for (_, path), row in files().items()},
          {'00000.teehistorian': 2, 'sub/00001.teehistorian': 2,
           'sub/00003.teehistorian': 1, 'misbehave-loop': 2, 'new': 2}, 'runs')
    scrub('--again=0s', 'd', 'e').exits(0)
    equal(last_run()['read'], 6, 'all are read, each once')


@case('any time of modification is known again')
def odd_times():
    os.mkdir('d')
    for name, seconds in (('old', -1.5), ('zero', 0), ('late', 10 ** 10)):
        write('d/' + name, VALID)
        os.utime('d/' + name, ns=(0, int(seconds * 10 ** 9)))
    scrub('d').exits(0)
    scrub('d').exits(0)
    equal(last_run()['read'], 0, 'read')
    scrub('--print=text').exits(0)


@case('other settings read all files again, and equal settings do not')
def settings():
    archive(3)
    scrub('d').exits(1)
    for args, n in (((), 0), (('--profile=archive', '--depth=full'), 0),
                    (('--rule=teehistorian.missing_finish=warning',), 3),
                    (('--rule=teehistorian.missing_finish=warning',), 0), ((), 3),
                    (('--depth=framing',), 3), (('--limit=input_bytes=1G',), 3),
                    (('--limit=input_bytes=1024M',), 0)):
        scrub('-q', *args, 'd')
        equal(last_run()['read'], n, args)


@case('a file is gone once, and is there again without being read')
def gone():
    archive(6)
    scrub('d').exits(1)
    os.rename('d/00002.teehistorian', 'aside')
    expect(b'1 gone' in scrub('d').exits(0).out, 'gone')
    expect(b'0 gone' in scrub('d').exits(0).out, 'gone once')
    equal(one('00002.teehistorian')['gone_run'], 2, 'run')
    os.rename('aside', 'd/00002.teehistorian')
    expect(b'6 files, 0 read' in scrub('d').exits(0).out, 'there again')
    equal(one('00002.teehistorian')['gone_run'], None, 'there again')


@case('under a root with an error, and under another root, nothing is gone')
def not_gone():
    archive(6)
    os.chmod('.', 0o777)
    os.mkdir('other')
    write('other/a', VALID)
    scrub('d', 'other').exits(1)
    os.remove('d/00002.teehistorian')
    shutil.chown('db', 65534) if os.getuid() == 0 else None
    os.chmod('d/sub', 0)
    done = scrub('d', preexec=tap.drop_root()).exits(4)
    expect(b'd/sub: Permission denied' in done.err, done.err)
    expect(b'(gone files are not known)' in done.out, done.out)
    os.chmod('d/sub', 0o755)
    scrub('other').exits(0)
    equal([r['path'] for r in ask('db', 'SELECT path FROM file WHERE gone_run')], [],
          'gone')
    scrub('d').exits(0)
    equal([r['path'] for r in ask('db', 'SELECT path FROM file WHERE gone_run')],
          ['00002.teehistorian'], 'gone')


@case('a file that cannot be read is reported by each run, and hides gone files')
def unreadable_each_run():
    archive(4)
    os.chmod('.', 0o777)
    scrub('d').exits(1)
    shutil.chown('db', 65534) if os.getuid() == 0 else None
    os.chmod('d/00000.teehistorian', 0)
    os.remove('d/00002.teehistorian')
    write('d/new', VALID)
    os.chmod('d/new', 0)
    for _ in range(2):
        done = scrub('d', preexec=tap.drop_root()).exits(4)
        equal(done.err, b'demofsck: d/new: Permission denied\n', 'message')
        expect(b'(gone files are not known)' in done.out, done.out)
    # The other file, which seems unchanged, is only opened by --again.
    done = scrub('d', '--exclude=new', '--again=0s', preexec=tap.drop_root()).exits(4)
    expect(b' 1 gone\n' in done.out, done.out)
    equal(done.err, b'demofsck: d/00000.teehistorian: Permission denied\n', 'message')
    os.remove('d/sub/00001.teehistorian')
    done = scrub('d', '--exclude=new', preexec=tap.drop_root()).exits(4)
    expect(b'(gone files are not known)' in done.out, done.out)


@case('a file that takes too long in each run hides no gone files')
def slow_each_run():
    archive(2)
    write('d/misbehave-loop', VALID)
    command = [MISBEHAVING, 'scrub', '--db=db', '--timeout=2', 'd']
    subprocess.run(command, stdout=subprocess.PIPE, timeout=60)
    os.remove('d/00000.teehistorian')
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=60)
    expect(b' 1 gone\n' in done.stdout, done.stdout)


@case('an empty directory is an archive that is not mounted, and nothing is gone')
def not_mounted():
    archive(3)
    scrub('d').exits(1)
    shutil.rmtree('d')
    os.mkdir('d')
    done = scrub('d').exits(4)
    expect(b'is the archive mounted?' in done.err, done.err)
    equal(ask('db', 'SELECT * FROM file WHERE gone_run'), [], 'gone')
    os.rmdir('d')
    scrub('d').exits(4).one_clear_line()


def gone_and_read(*options):
    """The paths that a run calls gone, and the number of files that it read."""
    scrub('-q', *options, 'd').exits(0)
    return ([path for (_, path), row in files().items()
             if row['gone_run'] == last_run()['run']], last_run()['read'])


@case('a file that is excluded is not read, keeps its row, and is not gone')
def excluded():
    archive(6)
    scrub('d', '--exclude=*3.tee*').exits(1)
    equal(len(files()), 5, 'rows')
    scrub('d').exits(1)
    before = files()
    write('d/sub/00001.teehistorian', VALID)
    os.remove('d/sub/00003.teehistorian')
    for option in ('sub', '*.teehistorian', '*', 'sub/*'):
        equal(gone_and_read('--again=0s', '--exclude=' + option),
              ([], 0 if '*.' in option or option == '*' else 3), option)
    for path, row in files().items():
        if path[1].startswith('sub/'):
            equal(row, before[path], path)
    equal(gone_and_read('--exclude=00001*'), (['sub/00003.teehistorian'], 0), 'gone')
    equal(gone_and_read('--exclude=sub/0*1.*', '--exclude=x'), ([], 0), 'gone once')
    equal(gone_and_read(), ([], 1), 'without the option')
    os.remove('d/00000.teehistorian')
    equal(gone_and_read('--exclude=sub'), (['00000.teehistorian'], 0), 'beside it')


@case('an original that --in-place kept is not read, keeps its row, and is not gone')
def kept_original():
    archive(3)
    write('d/x.orig', VALID)
    scrub('d').exits(1)
    write('d/x', VALID)
    done = scrub('d').exits(0)
    expect(b'1 kept original of repair --in-place skipped; --all reads' in done.err,
           done.err)
    equal((last_run()['read'], files()['d', 'x.orig']['gone_run']), (1, None), 'skipped')
    equal(gone_and_read('--all'), ([], 0), 'with --all')
    os.remove('d/x')
    os.remove('d/x.orig')
    equal(gone_and_read(), (['x.orig', 'x'], 0), 'removed')


@case('a hard link is in the database once, a symbolic link never')
def links():
    os.mkdir('d')
    write('d/b', VALID)
    os.link('d/b', 'd/c')
    os.symlink('b', 'd/a')
    os.symlink('.', 'd/loop')
    scrub('d').exits(0)
    equal(list(files()), [('d', 'b')], 'rows')
    os.link('d/b', 'd/0')
    scrub('d').exits(0)
    equal([(f, r['gone_run']) for f, r in files().items()], [(('d', '0'), None)],
          'the first name counts')
    os.remove('d/0')
    scrub('d').exits(0)
    equal({f: r['gone_run'] for f, r in files().items()},
          {('d', '0'): 3, ('d', 'b'): None}, 'the next name counts')


@case('a root has a name in the database, and may move')
def root_name():
    archive(3)
    scrub('--root-name=demos', 'd').exits(1)
    os.rename('d', 'moved')
    expect(b'3 files, 0 read' in scrub('--root-name=demos', 'moved///').exits(0).out,
           'moved')
    scrub('moved/').exits(1)
    scrub('./moved').exits(1)
    equal(sorted({root for root, _ in files()}), ['./moved', 'demos', 'moved'], 'roots')


@case('the database and its journal are no recordings')
def own_files():
    archive(3)
    scrub('d', db='d/db').exits(1)
    write('d/db-wal', b'')
    write('d/sub/db', b'this one is a file of the archive')
    scrub('d', db='d/db').exits(1)
    equal(sorted(path for _, path in files('d/db'))[-1], 'sub/db', 'rows')
    equal(len(files('d/db')), 4, 'rows')


LOCKS = """
import sqlite3, sys
try:
    sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')
except sqlite3.OperationalError as e:
    print(e)
"""


@table('the database is never opened as a recording under another name', [
    (kind, kind) for kind in ('symbolic link', 'hard link')])
def own_names(kind):
    os.makedirs('d/real')
    name = 'db' if kind == 'hard link' else 'd/real/db'
    for i in range(3):
        write(f'd/{i}.teehistorian', CUT)
    write('d/zz-misbehave-loop', VALID)
    scrub('d', '--exclude=zz*', db=name).exits(1)
    if kind == 'hard link':
        os.link('db', 'd/2db')
        write('db-wal', b'')
        os.link('db-wal', 'd/2log')
    else:
        os.symlink('d/real/db', 'db')
        write('d/real/db-shm', b'')
    wanted = sorted(files(name))
    scrub('d', '--exclude=zz*', '--again=0s').exits(0)
    equal(sorted(files(name)), wanted, 'rows')
    # a batch is open while the last file is read
    process = subprocess.Popen([MISBEHAVING, 'scrub', '-j1', '--again=0s', '--db=db', 'd'],
                               stdout=subprocess.DEVNULL)
    told = set()
    try:
        for _ in range(20):
            time.sleep(0.05)
            told.add(subprocess.run([sys.executable, '-c', LOCKS, name], timeout=60,
                                    stdout=subprocess.PIPE).stdout)
    finally:
        process.kill()
        process.wait()
    expect(b'database is locked\n' in told, told)
    equal(sorted(files(name)), wanted, 'rows')


@case('a name in any bytes is kept as it is')
def hostile_names():
    os.makedirs('d')
    names = [b'\xff\xfe', b'a\nb', b'=1+1', 'ä☃'.encode(), b'"<script>', b"it's"]
    for name in names:
        write(b'd/' + name, VALID)
    scrub('d').exits(0)
    scrub('d').exits(0)
    equal(last_run()['read'], 0, 'read')
    equal(sorted(os.fsencode(path) for _, path in files()), sorted(names), 'names')


@case('names of players and servers are not stored')
def personal():
    os.mkdir('d')
    for i, name in enumerate((b'player-secret', b'bad\xffsecret')):
        write(f'd/{i}', recording.header(server_name='server-secret',
                                         config={'password': 'config-secret'}) +
              recording.body(20, name))
        write(f'd/{i}-cut', recording.header(server_name='server-secret') +
              recording.body(20, name)[:-20])
    shutil.copytree(CORPUS + '/dem/good', 'd/dem')
    scrub('d').exits(1)
    stored = tap.read('db')
    expect(b'secret' not in stored, 'the database has a name')
    expect(b'0.6, 20.1.1' in stored and b'Tutorial' in stored, 'server version and map')
    out = run('info', '--format=ndjson', 'd/dem').out
    for record in of_type(out, 'file'):
        for name in ('server', 'server_name', 'client', 'client_name'):
            value = (record.get('facts') or {}).get(name) or ''
            expect(len(value) < 6 or value.encode() not in stored, value)


# ---------------------------------------------------------- shards and merges --

def fnv(path):
    value = 0xcbf29ce484222325
    for byte in path:
        value = (value ^ byte) * 0x100000001b3 % 2 ** 64
    return value ^ value >> 32


@table('shards have each file once, and merge to the same database in any order', [
    (str(n), n) for n in (1, 2, 3, 7)])
def shards(n):
    archive(40)
    write('d/empty', b'')
    write('d/cut', CUT)
    write(b'd/\xff', CUT)
    os.link('d/cut', 'd/sub/link')
    scrub('d', db='whole').exits(1)
    for i in range(n):
        scrub(f'--shard={i + 1}/{n}', 'd', db=f's{i}')
        for _, path in files(f's{i}'):
            equal(fnv(os.fsencode(path)) % n, i, path)
    names = [f's{i}' for i in range(n)]
    for number, order in enumerate(itertools.islice(itertools.permutations(names), 6)):
        run('scrub', f'--merge=m{number}', *order).exits(0)
        equal(tap.read(f'm{number}'), tap.read('m0'), 'order')
    run('scrub', '--merge=twice', *names, *names, 'm0').exits(0)
    for db in ('m0', 'twice'):
        equal(content(db), content('whole'), db)
    equal(len(ask('m0', 'SELECT * FROM run')), n, 'runs')
    scrub('d', db='m0').exits(0)
    equal(last_run('m0')['read'], 0, 'a merged database is one to go on with')


@case('of two databases with one file, the later reading counts')
def later_reading():
    archive(4)
    scrub('d').exits(1)
    shutil.copy('db', 'old')
    ask('old', 'UPDATE file SET read_at = read_at - 10')
    write('d/00002.teehistorian', CUT)
    os.remove('d/sub/00001.teehistorian')
    scrub('d').exits(1)
    for number, order in enumerate((('db', 'old'), ('old', 'db'))):
        run('scrub', f'--merge=m{number}', *order).exits(0)
        equal(content(f'm{number}'), content('db'), order)
    equal([r['run'] for r in ask('m0', 'SELECT run FROM run ORDER BY run')], [1, 2], 'runs')


@case('a reading or a run in the future does not count in a merge')
def merge_future():
    def merged(*names):
        for number, order in enumerate((names, names[::-1])):
            if os.path.exists(f'm{number}'):
                os.remove(f'm{number}')
            run('scrub', f'--merge=m{number}', *order).exits(0)
            equal(content(f'm{number}'), content(names[-1]), names)
        equal(tap.read('m1') == tap.read('m0'), True, 'order')
    archive(4)
    scrub('d').exits(1)
    shutil.copy('db', 'future')
    shutil.copy('db', 'an hour')
    for db, seconds in ('future', 315360000), ('an hour', 3600):
        ask(db, f'UPDATE run SET began = began + {seconds}, uid = "{db}"')
        ask(db, f'UPDATE file SET read_at = read_at + {seconds}')
    write('d/00002.teehistorian', CUT)
    scrub('d').exits(1)
    merged('future', 'db')
    merged('db', 'an hour')
    # the same readings: the database with the latest run knows what is gone
    os.remove('db')
    scrub('d').exits(1)
    shutil.copy('db', 'future')
    ask('future', 'UPDATE run SET began = began + 315360000, uid = "future"')
    os.remove('d/sub/00001.teehistorian')
    scrub('d').exits(0)
    merged('future', 'db')
    equal(ask('m0', 'SELECT uid FROM run ORDER BY run')[0]['uid'], 'future', 'runs')


@table('in a merge, the runs of one database keep their order', [
    ('of one second', 1000, 1000, 1000), ('a clock that was set back', 3000, 2000, 1000),
    ('a clock without a battery', 2000, 0, 3000),
    ('one run in the future', 1000, 2 ** 33, 2000)])
def merge_order(*times):
    os.mkdir('d')
    uids = 'c', 'a', 'b'
    for i, (uid, began) in enumerate(zip(uids, times)):
        write(f'd/{i}', VALID)
        scrub('d').exits(0)
        ask('db', 'UPDATE run SET uid = ?, began = ? WHERE run = ?', uid, began, i + 1)
        shutil.copy('db', f'copy{i}')
    scrub('d', db='other').exits(0)
    ask('other', 'UPDATE run SET uid = "0", began = 1500')
    for number, dbs in enumerate((['db'], ['copy0', 'other', 'db', 'copy1'])):
        names = [f'{word}{number}' for word in ('forth', 'back', 'again')]
        run('scrub', '--merge=' + names[0], *dbs).exits(0)
        run('scrub', '--merge=' + names[1], *dbs[::-1]).exits(0)
        run('scrub', '--merge=' + names[2], names[0], *dbs).exits(0)
        equal(tap.read(names[1]) == tap.read(names[0]), True, 'the order of databases')
        runs = [[r['uid'] for r in ask(name, 'SELECT uid FROM run ORDER BY run')]
                for name in names]
        equal(runs[2], runs[0], 'a merge of a merge')
        equal([uid for uid in runs[0] if uid != '0'], list(uids), dbs)
        if len(dbs) == 1:
            equal(files(names[0])['d', '1']['new_run'], 2, 'new')


@case('gone counts in a merge, because the database with the latest run counts')
def merge_gone():
    archive(4)
    scrub('d').exits(1)
    shutil.copy('db', 'old')
    os.remove('d/sub/00001.teehistorian')
    scrub('d').exits(0)
    run('scrub', '--merge=m', 'old', 'db').exits(0)
    equal(content('m'), content('db'), 'gone')


@case('a merge replaces no file, and leaves none where it fails')
def merge_failures():
    archive(4)
    scrub('d').exits(1)
    write('out', b'mine')
    run('scrub', '--merge=out', 'db').exits(4).one_clear_line()
    equal(tap.read('out'), b'mine', 'out')
    run('scrub', '--merge=new', 'db', 'missing').exits(4).one_clear_line()
    run('scrub', '--merge=new', 'db', 'out').exits(4).one_clear_line()
    expect(not [n for n in os.listdir('.') if n.startswith('new')], os.listdir('.'))
    run('scrub', '--merge=new', 'db', preexec=lambda: resource.setrlimit(
        resource.RLIMIT_FSIZE, (4096, 4096))).exits(4).one_clear_line()
    expect(not [n for n in os.listdir('.') if 'new' in n], os.listdir('.'))
    run('scrub', '--merge=none/new', 'db').exits(4).one_clear_line()


@case('a merge removes no file of somebody else, and one merge of several wins')
def merge_names():
    archive(2)
    scrub('d', db='new.part').exits(1)
    before = tap.read('new.part')
    run('scrub', '--merge=new', 'new.part').exits(0)
    equal(tap.read('new.part'), before, 'the input')
    equal(content('new'), content('new.part'), 'rows')
    equal(os.stat('new').st_mode, os.stat('new.part').st_mode, 'rights')
    names = sorted(os.listdir('.')) + ['one']
    merges = [subprocess.Popen([tap.PROGRAM, 'scrub', '--merge=one', 'new.part'],
                               stderr=subprocess.PIPE) for _ in range(3)]
    told = sorted((m.communicate()[1], m.returncode) for m in merges)
    equal(told, [(b'', 0)] + 2 * [(b'demofsck: one: exists; --merge makes a new file\n',
                                   4)], 'merges')
    equal(sorted(os.listdir('.')), sorted(names), 'files')
    whole('one')
    long = 'n' * 255
    run('scrub', '--merge=' + long, 'one').exits(0)
    equal(content(long), content('one'), 'a long name')


# ------------------------------------------------------------------- failures --

KILLS = max(3, 20 // tap.STEP)


@case('of 20 runs that are killed, each goes on where it was')
def killed():
    archive(int(20000 / tap.STEP))
    chance = random.Random(45)
    scrub('-q', 'd', db='whole').exits(1)
    wanted = content('whole')
    kills = rounds = 0
    while kills < KILLS:
        process = subprocess.Popen([tap.PROGRAM, 'scrub', '-q', '--db=db', 'd'],
                                   stdout=subprocess.DEVNULL)
        try:
            process.wait(chance.uniform(0.01, 0.35))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            kills += 1
        if process.wait() != -signal.SIGKILL:
            equal(content('db'), wanted, 'rows')
            os.remove('db')
            rounds += 1
            continue
        if os.path.exists('db') and kills % 5 == 0:
            files()  # no row is doubled at any time
    scrub('-q', 'd')
    equal(content('db'), wanted, 'rows')
    print(f'# {kills} kills, {rounds} whole databases between them')


@case('a kill loses at most one batch')
def one_batch():
    archive(6000)
    process = subprocess.Popen([tap.PROGRAM, 'scrub', '--db=db', 'd'],
                               stdout=subprocess.PIPE)
    n = 0
    while n < 900:
        n += b'newly damaged' in process.stdout.readline()
    process.kill()
    process.wait()
    known = [row for row in files().values() if row['damaged_run']]
    expect(len(known) >= n - 500, f'{n} were reported, {len(known)} are kept')


@table('what a run has committed before it is killed is printed', [
    (number.name, number) for number in (signal.SIGKILL, signal.SIGTERM)])
def killed_news(number):
    archive(1)
    write('d/zz-misbehave-loop', VALID)
    with open('out', 'wb') as out:
        process = subprocess.Popen([MISBEHAVING, 'scrub', '-j2', '--db=db', 'd'],
                                   stdout=out)
    try:
        for _ in range(100):
            time.sleep(0.1)
            if os.path.exists('db') and os.stat('db').st_size > 0 and \
                    ask('db', 'SELECT * FROM file'):
                break
    finally:
        process.send_signal(number)
    equal(process.wait(), -number, 'end')
    expect(b'00000.teehistorian: newly damaged' in tap.read('out'), tap.read('out'))


@case('news that cannot be printed are not committed, and the next run prints the news')
def unprinted_news():
    archive(3)
    for options in ((), ('-q',)):
        with open('/dev/full', 'wb') as full:
            done = scrub(*options, 'd', stdout=full).exits(4)
        equal(done.err, b'demofsck: standard output: No space left on device\n', 'message')
        equal(files(), {}, 'rows')
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, 'wb') as gone_away:
        equal(scrub('d', stdout=gone_away).code, -signal.SIGPIPE, 'no reader')
    equal(files(), {}, 'rows')
    expect(b'1 newly damaged' in scrub('d').exits(1).out, 'the next run')


@case('while a long file is read, the results before that file are committed')
def long_file():
    archive(20)
    write('d/zz-misbehave-loop', VALID)
    process = subprocess.Popen([MISBEHAVING, 'scrub', '-j2', '--db=db', 'd'],
                               stdout=subprocess.DEVNULL)
    try:
        for _ in range(100):
            time.sleep(0.1)
            if os.path.exists('db') and os.stat('db').st_size > 0 and \
                    len(ask('db', 'SELECT * FROM file')) == 20:
                break
        equal(len(files()), 20, 'rows')
        # Nobody waits for a scrub that waits.
        scrub('-j1', '--shard=1/1000000', 'd').exits(0)
    finally:
        process.kill()
        process.wait()


@case('--for begins no file after its time, and the next run goes on')
def stops_in_time():
    archive(20)
    write('d/misbehave-loop', VALID)
    command = [MISBEHAVING, 'scrub', '-j1', '--db=db', '--for=1s', '--timeout=2', 'd']
    paths = sorted(os.path.relpath(os.path.join(folder, name), 'd')
                   for folder, _, names in os.walk('d') for name in names)
    first = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           timeout=60)
    expect(b'(stopped by --for)' in first.stdout, first.stdout)
    equal(first.returncode, 5, 'the file that was begun is given up by --timeout')
    equal(sorted(path for _, path in files()), paths[:11], 'what was begun')
    # A file that was not read to its end comes after the new files, not before.
    second = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            timeout=60)
    expect(b'stopped' not in second.stdout, second.stdout)
    equal(sorted(path for _, path in files()), paths, 'all files')
    scrub('--for=1h', 'd').exits(0)
    equal(last_run()['read'], 1, 'read to its end')


@case('after an interrupt, what was begun is committed and printed, with a summary')
def interrupted():
    archive(20)
    write('d/misbehave-loop', VALID)
    process = subprocess.Popen([MISBEHAVING, 'scrub', '-j1', '--db=db', '--timeout=2',
                                'd'], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                                signal.SIG_DFL))
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    equal(process.returncode, -signal.SIGINT, 'status')
    expect(out.endswith(b'gone (interrupted)\n') and b', 11 read; 4 newly damaged' in out, out)
    expect(err.endswith(b'demofsck: interrupted; the files that were begun are in the '
                        b'database\n'), err)
    equal(len(files()), 11, 'rows')
    equal((last_run()['ended'], last_run()['read']), (None, 11), 'run')
    scrub('d').exits(1)
    equal(last_run()['read'], 11, 'the next run goes on')
    expect(b'00000.teehistorian' in scrub('--print=csv').out, 'no news are lost')


@case('a second interrupt stops the run at once, and leaves no half of a line')
def interrupted_twice():
    archive(200)
    write('d/zz-misbehave-loop', VALID)
    with open('out', 'wb') as out:
        process = subprocess.Popen([MISBEHAVING, 'scrub', '-j2', '--db=db', 'd'],
                                   stdout=out, preexec_fn=lambda: signal.signal(
                                       signal.SIGINT, signal.SIG_DFL))
    while tap.read('out').count(b'\n') < 67:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    equal(process.poll(), None, 'the first interrupt waits')
    process.send_signal(signal.SIGINT)
    equal(process.wait(10), -signal.SIGINT, 'status')
    expect(tap.read('out').endswith(b'\n'), 'half of a line')


@case('a process that dies costs its file, which is read again by the next run')
def lost_process():
    archive(6)
    write('d/misbehave-die', VALID)
    command = [MISBEHAVING, 'scrub', '-j2', '--db=db', 'd']
    first, second = (subprocess.run(command, stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, timeout=60)
                     for _ in range(2))
    equal((first.returncode, second.returncode), (5, 0), 'undecided is new once')
    equal(last_run()['read'], 1, 'read again')
    row = one('misbehave-die')
    equal((row['verdict'], row['sha256'], row['undecided_run']), ('undecided', None, 1),
          'row')
    expect('was killed' in row['problem'], row['problem'])
    scrub('d').exits(0)
    row = one('misbehave-die')
    equal((row['verdict'], row['undecided_run'], row['problem']), ('valid', None, None),
          'read')


@case('a file that was damaged, and then could not be read, is not newly damaged')
def known_damage():
    archive(1)
    os.rename('d/00000.teehistorian', 'd/misbehave-die')
    scrub('d').exits(1)
    subprocess.run([MISBEHAVING, 'scrub', '--db=db', '--again=0s', 'd'],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
    row = one('misbehave-die')
    equal((row['verdict'], row['damaged_run'], row['sha256'] is not None),
          ('undecided', 1, True), 'row')
    scrub('d').exits(0)
    row = one('misbehave-die')
    equal((row['verdict'], row['rotten_run'], row['changed_run']),
          ('truncated', None, None), 'row')


@case('a limit makes a file undecided, exit 5 once, and is not tried again')
def limit():
    archive(3)
    for code in (5, 0):
        scrub('--limit=input_bytes=20', 'd').exits(code)
    equal(last_run()['read'], 0, 'read')
    equal({r['sha256'] for r in files().values()}, {None}, 'no digest of a part')
    scrub('d').exits(1)
    equal({r['rotten_run'] for r in files().values()}, {None}, 'rotten')


@case('a file that cannot be read is exit 4 each time, and keeps its row')
def unreadable():
    archive(3)
    os.chmod('.', 0o777)
    scrub('d').exits(1)
    os.chmod('db', 0o666)
    os.chmod('d/00000.teehistorian', 0)
    digest = one('00000.teehistorian')['sha256']
    for _ in range(2):
        done = scrub('--again=0s', 'd', preexec=tap.drop_root()).exits(4)
        expect(b'Permission denied' in done.err, done.err)
    row = one('00000.teehistorian')
    equal((row['verdict'], row['sha256'], row['damaged_run']),
          ('unreadable', digest, 1), 'row')
    os.chmod('d/00000.teehistorian', 0o644)
    scrub('d').exits(0)
    equal(one('00000.teehistorian')['verdict'], 'truncated', 'verdict')


@case('a locked database is exit 4, and is not changed')
def locked():
    archive(3)
    scrub('d').exits(1)
    before = tap.read('db')
    connection = sqlite3.connect('db', isolation_level=None)
    connection.execute('BEGIN EXCLUSIVE')
    results = []
    threads = [threading.Thread(target=lambda a=a: results.append(
        run('scrub', *a))) for a in (('--db=db', 'd'), ('--db=db', '--print=text'),
                                     ('--merge=m', 'db'))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    connection.execute('ROLLBACK')
    connection.close()
    for done in results:
        expect(b'another program has locked the database' in
               done.exits(4).one_clear_line().err, done.err)
    equal(tap.read('db'), before, 'database')
    scrub('d').exits(0)


def whole(db):
    equal(ask(db, 'PRAGMA integrity_check')[0]['integrity_check'], 'ok', db)


@case('a full disk is exit 4, and the next run goes on with a whole database')
def full_disk():
    archive(3000)
    scrub('-q', 'd', db='whole').exits(1)
    size = os.stat('whole').st_size
    for part in (0.0, 0.002, 0.1, 0.5, 0.9):
        limit = int(size * part)
        done = scrub('-q', 'd', preexec=lambda n=limit: resource.setrlimit(
            resource.RLIMIT_FSIZE, (n, n))).exits(4)
        expect(done.err.startswith(b'demofsck: db: '), done.err)
        equal(len(done.err.splitlines()), 1, f'lines: {done.err}')
        whole('db')
    scrub('-q', 'd')
    equal(content('db'), content('whole'), 'rows')


@case('a file system without room is exit 4')
def full_file_system():
    if os.getuid() != 0:
        raise tap.Skipped('only root can mount')
    archive(3000)
    os.mkdir('small')
    if subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=256k', 'none', 'small'],
                      stderr=subprocess.DEVNULL).returncode:
        raise tap.Skipped('no file system can be mounted')
    try:
        done = scrub('-q', 'd', db='small/db').exits(4)
        expect(b'the disk is full' in done.one_clear_line().err, done.err)
        whole('small/db')
        n = len(files('small/db'))
        expect(n > 0 and n % 500 == 0, f'{n} files')
        subprocess.run(['mount', '-o', 'remount,size=64m', 'small'], check=True)
        scrub('-q', 'd', db='small/db')
        equal(len(files('small/db')), 3000, 'files')
    finally:
        subprocess.run(['umount', 'small'], check=True)


@case('a directory that cannot be written is exit 4')
def read_only_directory():
    archive(3)
    os.mkdir('r')
    scrub('d', db='r/db').exits(1)
    os.chmod('r/db', 0o666)
    os.chmod('r', 0o555)
    for db in ('r/new', 'r/db', 'none/db'):
        done = scrub('-q', 'd', db=db, preexec=tap.drop_root()).exits(4)
        done.one_clear_line()
    whole('r/db')
    # To print, no right to write is needed.
    os.chmod('r/db', 0o444)
    scrub('--print=text', db='r/db', preexec=tap.drop_root()).exits(0)


@case('a file that is no database of scrub is exit 4, and is not changed')
def no_database():
    archive(3)
    write('text', b'not a database, but a text that is longer than its head\n' * 90)
    ask('other', 'CREATE TABLE t (a)')
    scrub('d', db='newer').exits(1)
    ask('newer', 'PRAGMA user_version = 99')
    write('cut', tap.read('newer')[:5000])
    os.mkdir('directory')
    for db, why in (('text', b'is not a database'),
                    ('other', b'is not a database of demofsck scrub'),
                    ('newer', b'was written by a newer demofsck: its schema is 99'),
                    ('cut', b''), ('directory', b'')):
        before = tap.read(db) if os.path.isfile(db) else None
        for args in (('--db=' + db, 'd'), ('--db=' + db, '--print=ndjson'),
                     ('--merge=m', db)):
            done = run('scrub', *args).exits(4).one_clear_line()
            expect(why in done.err, f'{db}: {done.err}')
        if before is not None:
            equal(tap.read(db), before, db)
    write('empty', b'')
    scrub('--print=text', db='empty').exits(4).one_clear_line()
    scrub('d', db='empty').exits(1)
    scrub('--print=text', db='missing').exits(4).one_clear_line()
    try:
        os.close(os.open('/sys/db', os.O_RDWR | os.O_CREAT))
    except OSError as error:
        got = scrub('d', db='/sys/db').exits(4).one_clear_line()
        expect(error.strerror.encode() in got.err, got.err)
    else:
        raise Exception('a file was created in /sys')


@case('two runs at the same time make no row twice')
def two_runs():
    archive(2000)
    runs = [subprocess.Popen([tap.PROGRAM, 'scrub', '-q', '--db=db', 'd'],
                             stdout=subprocess.DEVNULL) for _ in range(2)]
    codes = [p.wait() for p in runs]
    expect(1 in codes and set(codes) <= {0, 1, 4}, codes)
    equal(len(files()), 2000, 'rows')


# -------------------------------------------------------------------- printing --

def news(out):
    return [(r['kind'], r['path']) for r in of_type(out, 'news')]


@case('the news since a run: damaged, rotten, undecided, gone and changed')
def since():
    archive(12)
    scrub('d').exits(1)
    write('d/00002.teehistorian', CUT)                            # newly damaged
    data = tap.read('d/00004.teehistorian')
    rewrite('d/00004.teehistorian', data[:-9] + b'\x7f' + data[-8:])
    os.remove('d/sub/00005.teehistorian')
    write('d/00008.teehistorian', recording.valid(30))
    scrub('--again=0s', 'd').exits(1)
    out = scrub('--print=ndjson').exits(0).out
    got = news(out)
    for wanted in (('damaged', '00002.teehistorian'), ('rotten', '00004.teehistorian'),
                   ('gone', 'sub/00005.teehistorian'),
                   ('changed', '00008.teehistorian'), ('changed', '00002.teehistorian')):
        expect(wanted in got, f'no {wanted} in {got}')
    equal(of_type(out, 'begin')[0]['since'], 1, 'since')
    equal(sum(r['files'] for r in of_type(out, 'verdict')), 11, 'files')
    equal(news(scrub('--print=ndjson', '--since=2').exits(0).out), [], 'since now')
    equal(len([k for k, _ in news(scrub('--print=ndjson', '--since=0').out)
               if k == 'damaged']), of_type(out, 'summary')[0]['damaged'], 'damaged')
    text = scrub('--print=text').exits(0).out
    expect(b'\n  gone       valid        d: sub/00005.teehistorian\n' in text, text)


@case('after a merge, the news are those of the last run of each part')
def since_of_parts():
    archive(8)
    for part in (1, 2):
        scrub(f'--shard={part}/2', 'd', db=f's{part}')
    for i in range(8):
        write(f'd/new{i}.teehistorian', CUT)
    for part in (1, 2):
        scrub(f'--shard={part}/2', 'd', db=f's{part}').exits(1)
        with sqlite3.connect(f's{part}') as db:
            db.execute('UPDATE run SET began = began - 1000 + 100 * run')
        db.close()
    run('scrub', '--merge=m', 's2', 's1').exits(0)
    out = scrub('--print=ndjson', db='m').exits(0).out
    equal(sorted(path for _, path in news(out)),
          [f'new{i}.teehistorian' for i in range(8)], 'news')
    equal(of_type(out, 'begin')[0]['since'], None, 'since')
    expect(b'\nNew in the last run of each part\n' in scrub('--print=text', db='m').out,
           'the title')
    expect(scrub('--print=html', db='m').exits(0).out.count(b'new7.teehistorian') > 1,
           'the page')
    # Runs of another division are older.
    scrub('--shard=1/1', 'd', db='s1')
    run('scrub', '--merge=n', 's2', 's1').exits(0)
    begin = of_type(scrub('--print=ndjson', db='n').exits(0).out, 'begin')[0]
    expect(begin['since'] is not None, begin)


@case('the news say which rule a damaged file breaks')
def reasons():
    archive(2)
    write('d/cut.teehistorian', CUT)
    scrub('d').exits(1)
    title = b'the file ends without FINISH'
    expect(title + b' [teehistorian.missing_finish]\n' in scrub('--print=text').out,
           'the text')
    expect(scrub('--print=csv').out.splitlines()[1].endswith(
        b',,"teehistorian.missing_finish"'), 'the CSV')
    expect(b'<td>' + title + b' <code>' in scrub('--print=html').out, 'the page')


@case('a directory that was named in another way before is worth a warning')
def second_name():
    archive(2)
    scrub('d').exits(1)
    expect(scrub('d').exits(0).err == b'', 'the same name')
    done = scrub('./d').exits(1)
    expect(b"./d: is new in the database, which has files of 'd'; if this is the same "
           b'archive, use --root-name\n' in done.err, done.err)
    os.mkdir('e')
    write('e/a.teehistorian', CUT)
    expect(b'is new' not in scrub('e').exits(1).err, 'another archive')
    os.makedirs('f/d')
    for _ in range(2):
        equal(scrub('-q', 'd', 'f/d').exits(0).out, b'', 'no file')
        expect(b'is new' not in scrub('-q', 'f/d').exits(0).err, 'a directory without files')
    write('f/d/a.teehistorian', VALID)
    for n in (1, 0):
        equal(scrub('-q', 'd', 'f/d').exits(0).err.count(b'is new'), n, 'once')
    for part in (1, 2):
        warned = [b'is new' in scrub('-q', f'--shard={part}/2', 'd', 'f/d', db='p').err
                  for _ in range(2)]
        equal(warned, [(fnv(b'a.teehistorian') % 2 == part - 1), False], part)


@case('what a killed run has found is news of the next run')
def news_of_killed():
    archive(3)
    scrub('d').exits(1)
    write('d/00001', CUT)
    scrub('d').exits(1)
    ask('db', 'UPDATE run SET ended = NULL WHERE run = 2')
    scrub('d').exits(0)
    equal(news(scrub('--print=ndjson').out), [('damaged', '00001')], 'news')


HOSTILE = [b'=1+1|cmd', b'+1', b'-1', b'@sum', b'\x1b]0;a\x07', b'a,b"c', b'\xff',
           '\u202egpj.'.encode(), b'<img src=x onerror=alert(1)>', b"'\"><script>"]


def hostile_archive():
    os.mkdir('d')
    for name in HOSTILE:
        write(b'd/' + name, CUT)
    write('d/map', recording.header(map_name='<b>\x1b[1m', server_version='=1</td>') +
          recording.body())
    scrub('d', '--root-name==<b>').exits(1)


@case('nothing hostile leaves the printed forms')
def hostile_print():
    hostile_archive()
    for form in ('text', 'csv', 'html', 'ndjson'):
        out = scrub('--print=' + form, '--since=0').exits(0).out
        for bad in (b'\x1b', b'\x07', b'\xff', '\u202e'.encode()):
            expect(bad not in out, f'{form}: {bad}')
    for row in csv.reader(io.StringIO(scrub('--print=csv', '--since=0').out.decode())):
        equal(len(row), 11, row)
        expect(not any(cell.startswith(tuple('=+-@')) for cell in row), row)
    paths = [base64.b64decode(r['path_base64']) if 'path_base64' in r
             else r['path'].encode() for r in of_type(
                 scrub('--print=ndjson', '--since=0').out, 'news')]
    equal(sorted(paths), sorted(HOSTILE + [b'map']), 'paths')


def behind_constraints(table, sql, *values):
    """A copy of the database that has the same schema, and that a statement has changed
    while the table had no constraints and no indexes."""
    shutil.copy('db', 'bad')
    schema = [tuple(row.values()) for row in ask('bad', (
        f'SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master '
        f'WHERE tbl_name = "{table}"'))]
    loose = [(*row[:4], re.sub(r',\n  UNIQUE \([^)]*\)| NOT NULL| UNIQUE', '', row[4]))
             for row in schema if row[0] == 'table']
    for rows in (loose, schema):
        with sqlite3.connect('bad') as db:
            db.execute('PRAGMA synchronous = OFF')
            db.execute('PRAGMA writable_schema = ON')
            db.execute('DELETE FROM sqlite_master WHERE tbl_name = ?', (table,))
            db.executemany('INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)', rows)
        db.close()
        if rows is loose:
            ask('bad', sql, *values)


@table('any value in any column neither ends a print nor leaves it raw', [
    (name, name) for name in ('run', 'file', 'finding')])
def hostile_columns(name):
    archive(2)
    scrub('d').exits(1)
    for column, key in ((row['name'], row['pk'])
                        for row in ask('db', f'PRAGMA table_info({name})')):
        for value in (None, '\x1b[5m'):
            if key and (name != 'finding' or value is None):
                continue  # SQLite keeps only numbers there, and no NULL
            behind_constraints(name, f'UPDATE OR IGNORE {name} SET {column} = ?', value)
            for form in ('text', 'html'):
                done = scrub('--print=' + form, '--since=0', db='bad').exits(0)
                expect(b'\x1b' not in done.out, f'{column}: {done.out}')
            if column in ('root', 'path', 'sha256', 'read_at'):
                expect(scrub('--shard=1/2', '--again=0s', 'd', db='bad').code in (0, 1, 4),
                       column)


@case('no path in a database leads out of the directory')
def hostile_path():
    for folder in 'd', 'd/sub', 'outside':
        os.mkdir(folder)
        write(folder + '/secret', CUT)
    os.symlink('../outside', 'd/link')
    scrub('d').exits(1)
    here = os.getcwd()
    for path in ('../outside/secret', 'sub/../../outside/secret', 'link/secret',
                 f'{here}/outside/secret', '/../outside/secret', './/../outside/secret',
                 'sub/./../../outside/secret', '..', '.', '', 'sub/', 'sub/..'):
        # the index leads from a file that was seen to a row with another path
        behind_constraints('file', 'UPDATE file SET path = ? WHERE path = "secret"', path)
        done = scrub('--again=0s', '-j1', 'd', db='bad')
        if path == 'link/secret':
            done.exits(0)
        else:
            done.exits(4)
            expect(b'which cannot be in the directory' in done.err, done.err)
        read_again = ask('bad', 'SELECT path FROM file WHERE read_run > 1 ORDER BY path')
        equal([f['path'] for f in read_again], ['sub/secret'], path)


@case('a database whose schema is another one is exit 4')
def other_schema():
    archive(2)
    scrub('d').exits(1)
    views = [f'ALTER TABLE {name} RENAME TO old; CREATE VIEW {name} AS SELECT * FROM old'
             for name in ('file', 'run', 'reader', 'finding')]
    for sql in (*views, 'CREATE VIEW mine AS SELECT path FROM file', 'DROP TABLE finding',
                'CREATE TABLE mine (a)', 'CREATE INDEX mine ON file (abs(size))',
                'ALTER TABLE file ADD COLUMN big AS (hex(zeroblob(400000000)))',
                'CREATE TRIGGER mine AFTER INSERT ON run BEGIN INSERT INTO finding '
                'WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) '
                'SELECT 1, x, 1, 1, 1, 1, 1, 1 FROM c; END',
                'ALTER TABLE run RENAME TO old; CREATE TABLE run AS SELECT * FROM old; '
                'DROP TABLE old'):
        shutil.copy('db', 'bad')
        with sqlite3.connect('bad') as db:
            db.executescript(sql)
        db.close()
        for args in (('--db=bad', '--print=text'), ('--merge=m', 'bad'),
                     ('--db=bad', 'd')):
            done = run('scrub', *args).exits(4).one_clear_line()
            equal(done.err, b'demofsck: bad: has not exactly the tables, indexes, views '
                  b'and triggers that scrub makes\n', (sql, args))
    ask('db', 'ANALYZE')
    scrub('d').exits(0)


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.inside, self.texts = [], [], None, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        self.inside = tag

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside in ('script', 'style'):
            self.texts[self.inside] = data


@case('the page has its policy, runs only its own script, and loads nothing')
def page():
    hostile_archive()
    text = scrub('--print=html', '--since=0').exits(0).out.decode()
    got = Page(text)
    policy = re.search(r'Policy" content="([^"]*)"', text)[1]
    for tag in ('script', 'style'):
        digest = base64.b64encode(hashlib.sha256(got.texts[tag].encode()).digest())
        expect(f"{tag}-src 'sha256-{digest.decode()}'" in policy, policy)
    expect(policy.startswith("default-src 'none';"), policy)
    equal(got.tags.count('script'), 1, 'scripts')
    for tag in ('img', 'link', 'iframe', 'object', 'base'):
        expect(tag not in got.tags, tag)
    equal(got.tags.count('b'), 7, 'bold texts of the page itself')
    names = {name for name, _ in got.attributes}
    expect(not any(n.startswith('on') or n in ('src', 'style') for n in names), names)
    links = [v for n, v in got.attributes if n == 'href']
    ids = [v for n, v in got.attributes if n == 'id']
    equal(len(set(ids)), len(ids), f'ids: {ids}')
    expect({'#' + v for v in ids} >= set(links), links)
    wanted = re.findall(r"(?:ById|pick)\('([^']*)'|All\('#([\w-]*)", got.texts['script'])
    expect({a or b for a, b in wanted} - {''} <= set(ids), wanted)


@case('the page of 10,000 damaged files has at most 2 MB')
def large_page():
    os.mkdir('d')
    name = 'n' * 180
    for i in range(10000):
        write(f'd/{name}{i}', CUT[:-(i % 50) - 1])
    scrub('-q', 'd').exits(1)
    scrub('--print=html:page.html').exits(0)
    size = os.stat('page.html').st_size
    expect(size <= 2 * 10 ** 6, f'{size} bytes')
    expect(b' more are in the database, but not on this page' in tap.read('page.html'),
           'what is left out')
    print(f'# {size} bytes')


@table('a print replaces an older print of its form, and no other file', [
    (form, form) for form in ('text', 'ndjson', 'csv', 'html')])
def print_file(form):
    archive(3)
    scrub('d').exits(1)
    for _ in range(2):
        equal(scrub(f'--print={form}:out').exits(0).out, b'', 'standard output')
    equal(tap.read('out'), scrub(f'--print={form}').out, 'file')
    write('mine', b'mine')
    scrub(f'--print={form}:mine').exits(4).one_clear_line()
    equal(tap.read('mine'), b'mine', 'another file')
    os.symlink('out', 'link')
    scrub(f'--print={form}:link').exits(4).one_clear_line()
    scrub(f'--print={form}:none/out').exits(4).one_clear_line()
    done = scrub(f'--print={form}:out', preexec=lambda: resource.setrlimit(
        resource.RLIMIT_FSIZE, (10, 10))).exits(4).one_clear_line()
    expect(b'out: File too large' in done.err, done.err)
    equal(tap.read('out'), scrub(f'--print={form}').out, 'the older print stays')
    expect(not [n for n in os.listdir('.') if 'part' in n], os.listdir('.'))
    with open('/dev/full', 'wb') as full:
        equal(scrub(f'--print={form}', stdout=full).code, 4, 'a full device')


@case('a journal that a kill has left is used by the next run, and a print asks for it')
def hot_journal():
    archive(3000)
    scrub('-q', 'd').exits(1)
    wanted = content('db')
    subprocess.run([sys.executable, '-c', """
import os, sqlite3
c = sqlite3.connect('db', isolation_level=None)
c.execute('PRAGMA cache_size = 1')
c.execute('BEGIN')
c.execute("UPDATE file SET verdict = 'torn', sha256 = 'x'")
os.kill(os.getpid(), 9)
"""], timeout=60)
    expect(b'torn' in tap.read('db'), 'nothing was written')
    os.chmod('.', 0o755)
    for args in (('--db=db', '--print=text'), ('--merge=m', 'db')):
        done = run('scrub', *args).exits(4).one_clear_line()
        expect(b'was killed, and left a journal; run scrub once more' in done.err,
               done.err)
    scrub('-q', 'd').exits(0)
    equal(content('db'), wanted, 'rows')
    scrub('--print=text').exits(0)


@case('the sum of all sizes has a greatest value')
def huge_sizes():
    archive(3)
    scrub('d').exits(1)
    ask('db', 'UPDATE file SET size = 4611686018427387904')
    for form in ('text', 'html', 'csv'):
        scrub('--print=' + form).exits(0)
    out = scrub('--print=ndjson').exits(0).out
    equal(of_type(out, 'format')[0]['bytes'], 2 ** 63 - 1, 'bytes')
    ask('db', 'UPDATE file SET size = NULL')
    equal(of_type(scrub('--print=ndjson').out, 'format')[0]['bytes'], 0, 'bytes')


@case('the database is not changed by a print')
def print_changes_nothing():
    archive(3)
    scrub('d').exits(1)
    before = tap.read('db')
    for form in ('text', 'ndjson', 'csv', 'html'):
        scrub('--print=' + form).exits(0)
    equal(tap.read('db'), before, 'database')
    equal(os.path.exists('db-journal'), False, 'journal')


# ----------------------------------------------------------------------- usage --

@table('bad usage is one clear line', [(' '.join(a), *a) for a in (
    (), ('d',), ('--db=x',), ('--db=', 'd'), ('--db=x', ''), ('--db=x', 'file'),
    ('--db=x', 'd', 'd'), ('--db=x', 'd', 'd/sub'), ('--db=x', 'd/sub', '.'),
    ('--db=x', '--root-name=a', 'd', 'e'), ('--db=x', '--shard=0/2', 'd'),
    ('--db=x', '--shard=3/2', 'd'), ('--db=x', '--shard=1', 'd'),
    ('--db=x', '--shard=1/2x', 'd'), ('--db=x', '--again=30', 'd'),
    ('--db=x', '--again=d', 'd'), ('--db=x', '--again=-1d', 'd'),
    ('--db=x', '--for=0s', 'd'), ('--db=x', '--for=2w', 'd'),
    ('--db=x', '--print=pdf'), ('--db=x', '--print=html:'),
    ('--db=x', '--print=text', 'd'), ('--print=text',), ('--db=x', '--since=1', 'd'),
    ('--db=x', '--print=text', '--since=x'),
    ('--db=x', '--print=text', '--exclude=y'), ('--merge=x', '--all', 'z'),
    ('--db=x', '--exclude=/y', 'd'), ('--db=x', '--print=text', '--for=1h'),
    ('--merge=x',), ('--merge=x', '--db=y', 'z'), ('--merge=x', '--shard=1/2', 'z'),
    ('--db=x', '-o', 'd'), ('--db=x', '--files0-from=-'))])
def bad_usage(*args):
    os.makedirs('d/sub')
    os.mkdir('e')
    write('file', VALID)
    run('scrub', *args).exits(2).one_clear_line()
    expect(not os.path.exists('x'), 'a database was made')


@case('a build without SQLite says so')
def absent():
    os.mkdir('d')
    done = subprocess.run([ABSENT, 'scrub', '--db=x', 'd'], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60)
    equal((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
    expect(b'built without SQLite' in done.stderr, done.stderr)


tap.main()
