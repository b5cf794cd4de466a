# SPDX-License-Identifier: MIT
"""test_extra - what looks at recordings from elsewhere can see, and fail

usage: test_extra.py DEMOFSCK BUILD CORPUS
"""
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir))
import tap  # noqa: E402
from tap import case, equal, expect, table, write  # noqa: E402

BUILD, CORPUS = map(os.path.abspath, sys.argv[2:4])


def minimal():
    """A version 6 demo of 559 bytes: snapshot, chat message, delta."""
    head = b'TWDEMO\0\x06' + b'0.6 626fce9a778df4d4'.ljust(64, b'\0') + \
        b'dm1'.ljust(64, b'\0') + bytes(8) + b'client'.ljust(8, b'\0') + \
        bytes(4) + b'2024-01-02_03-04-05'.ljust(20, b'\0') + bytes(260)
    chunks = ('C0000003E8', '323E5C840180EBDBC663BF0157A045894A8A1B',
              '485200D0E8588E8A1B', 'A2',
              '7E272802E0BADEE268AFB2A485A72BC534DF87D1FB4A1996384A2A3558D77D'
              'D6D309149B98AEA3B801')
    return head + bytes.fromhex('6be6da4acebd380c9b5b1289c842d780') + \
        bytes(32) + bytes.fromhex(''.join(chunks))


def look(script, folder, build=BUILD):
    """Exit code and standard output.  What breaks off has seen nothing."""
    done = subprocess.run([sys.executable, os.path.join(HERE, script), build,
                           folder], capture_output=True, check=False)
    equal(done.stderr.decode(), '', script)
    return done.returncode, done.stdout.decode()


@case('the smallest demo holds')
def whole():
    demo = minimal()
    equal(hashlib.sha256(demo).hexdigest(),
          'e3f17604ca2d641a37e9479a9704521f551f08c11de3eec0abcd2a3b487fa8ad',
          'the demo')
    write('a.demo', demo)
    code, out = look('demos.py', '.')
    equal(code, 0, out)
    expect('1 demos (0 with defects): 1 snapshots, 1 deltas, 1 messages; 0 '
           in out, out)


@case('a changed bit of a payload is seen')
def changed():
    demo = bytearray(minimal())
    missed = []
    for at in range(490, len(demo) - 1):
        demo[at] ^= 4
        write('a.demo', bytes(demo))
        code, _ = look('demos.py', '.')
        if code == 0:
            missed.append(at)
        demo[at] ^= 4
    # Values that are as good as the ones before, and the heads of chunks.
    equal(len(missed), 6, f'missed: {missed}')


@case('maps are compared, and a wrong one is named')
def maps():
    code, out = look('maps.py', os.path.join(CORPUS, 'datafile', 'good'))
    equal(code, 0, out)
    expect(' 0 differ' in out and not out.startswith('0 maps'), out)
    real = os.path.join(BUILD, 'cli', 'demofsck')
    os.makedirs('fake/cli')
    write('fake/cli/demofsck',
          f'#!/bin/sh\n{shlex.quote(real)} "$@" | '
          f'sed \'s/"items":/&1/\'\n'.encode())
    os.chmod('fake/cli/demofsck', 0o755)
    code, out = look('maps.py', os.path.join(CORPUS, 'datafile', 'good'),
                     'fake')
    equal(code, 1, out)
    last = out.splitlines()[-1]
    counts = re.match(r'(\d+) maps, .*: (\d+) differ$', last)
    expect(counts and counts[1] == counts[2] != '0', last)


@case('maps with damaged ints are judged as DDNet does (DEMOFSCK_ORACLES)')
def damaged_maps():
    folder = os.environ.get('DEMOFSCK_ORACLES')
    if not folder:
        raise tap.Skipped('DEMOFSCK_ORACLES names no folder with '
                          'map_damage.py and the judge that it needs')
    script = os.path.join(os.path.abspath(folder), 'map_damage.py')
    program = os.path.join(BUILD, 'cli', 'demofsck')
    done = subprocess.run([sys.executable, script, '--random', '500', program],
                          stdout=subprocess.PIPE, check=False)
    equal(done.returncode, 0, done.stdout.decode())
    expect(' 0 failed' in done.stdout.decode(), done.stdout.decode())


@case('states of demos are compared, a wrong one is named (DEMOFSCK_ORACLES)')
def states():
    folder = os.environ.get('DEMOFSCK_ORACLES')
    if not folder or not os.path.exists(os.path.join(folder, 'twcommon.py')):
        raise tap.Skipped('DEMOFSCK_ORACLES names no folder with twcommon.py')
    real = os.path.join(BUILD, 'cli', 'demofsck')
    rules = subprocess.run([real, 'rules'], capture_output=True, check=True)
    if b'twdemo.' not in rules.stdout:
        raise tap.Skipped('no rules of demos')
    write('a.demo', minimal())
    code, out = look('demos_compare.py', '.')
    equal(code, 0, out)
    expect('1 demos (1 to their end), 5 chunks, 2 snapshots and deltas: 0 '
           in out, out)
    os.makedirs('fake/cli')
    for change in ('"checksum": *"/&1', '"items": */&1', '"offset": */&1',
                   '"tick": *1/&1', '"keyframe"/"tick"'):
        write('fake/cli/demofsck', f'#!/bin/sh\n{shlex.quote(real)} "$@" | '
              f"sed 's/{change}/'\n".encode())
        os.chmod('fake/cli/demofsck', 0o755)
        code, out = look('demos_compare.py', '.', 'fake')
        equal(code, 1, f'{change}: {out}')
        expect(out.splitlines()[-1].endswith(' 1 differ'), out)


@case('contents of Source demos are compared, a wrong one is named '
      '(DEMOFSCK_ORACLES)')
def contents():
    folder = os.environ.get('DEMOFSCK_ORACLES')
    if not folder or not os.path.exists(os.path.join(folder, 'verify_dem.py')):
        raise tap.Skipped('DEMOFSCK_ORACLES names no folder with verify_dem.py')
    good = os.path.join(CORPUS, 'dem', 'good')
    code, out = look('dem_compare.py', good)
    equal(code, 0, out)
    expect(re.search(r'^4\d demos, .* 0 differ$', out, re.M), out)
    os.makedirs('one')
    os.makedirs('fake/cli')
    shutil.copy(os.path.join(good, 'entities.dem'), 'one')
    real = shlex.quote(os.path.join(BUILD, 'cli', 'demofsck'))
    for change in ('"enter"/"leave"', '"svc_packetentities"/"svc_menu"',
                   '"property"/"element"', '"temporary_entity"/"element"',
                   '"tick":8,/"tick":9,', '"max_entries":/&1',
                   '"verdict":"valid"/"verdict":"damaged"'):
        write('fake/cli/demofsck',
              f"#!/bin/sh\n{real} \"$@\" | sed 's/{change}/'\n".encode())
        os.chmod('fake/cli/demofsck', 0o755)
        code, out = look('dem_compare.py', 'one', 'fake')
        equal(code, 1, f'{change}: {out}')
        expect(out.splitlines()[-1].endswith(' 1 differ'), out)


def trials(*arguments):
    """Exit code, and the numbers of the last row of a run of trials."""
    done = subprocess.run([os.path.join(BUILD, 'tests', 'extra', 'trials'),
                           *arguments], capture_output=True, check=False)
    equal(done.stderr.decode(), '', 'trials')
    out = done.stdout.decode()
    return done.returncode, out, trials_row(out)


def trials_row(out):
    rows = [line.split() for line in out.splitlines()
            if line.startswith('all ')]
    return rows[-1][1:]


def corpus_demo(name):
    return os.path.join(CORPUS, 'twdemo', name)


@table('one byte of a payload is another', [
    ('seen, and mended', 'salvage'), ('level prefix', 'prefix'),
    ('level safe', 'safe')])
def one_byte(level):
    demos_ = [corpus_demo(f'good/{name}.demo') for name in
              ('v6', 'v4', 'v6-0.7', 'v6-server', 'uuid-items')]
    os.mkdir('kept')
    code, out, row = trials('--trials=60', f'--level={level}', '--no-map',
                            '--keep=kept', *demos_)
    count, seen, _, valid, refused, excused, wrong = row
    equal((code, count, wrong), (0, '300', '0'), out)
    expect(int(seen) >= 270, out)
    equal((int(valid) + int(refused), excused), (300, refused), out)
    equal(len(os.listdir('kept')), int(valid), out)
    program = os.path.join(BUILD, 'cli', 'demofsck')
    done = subprocess.run([program, 'check', '-q', 'kept'],
                          capture_output=True, check=False)
    equal(done.returncode, 0, 'check of what was kept')


@table('any byte or bit of the chunks is another', [
    ('byte',), ('bit', '--flip')])
def one_of_the_stream(*options):
    code, out, row = trials('--trials=200', '--stream', '--no-map', *options,
                            corpus_demo('good/v6-server.demo'),
                            corpus_demo('good/v4-0.7.demo'))
    count, seen, _, valid, refused, excused, wrong = row
    equal(count, '400', out)
    told = re.search(r'^not seen (\d+), not valid (\d+), without loss (\d+), '
                     r'of these with other events (\d+)$', out, re.M)
    unseen, invalid, lossless, others = map(int, told.groups())
    equal((unseen, invalid), (400 - int(seen), 0), out)
    equal(int(valid) + int(refused), 400, out)
    equal(int(refused) - int(excused), int(wrong), out)
    equal(code, int(wrong) + others > 0, out)
    # Of a changed byte, only one that differs in one bit is repaired without loss.
    expect(lossless > 5 if options else lossless < 5, out)


@case('a demo that ends anywhere is seen, and mended')
def ends_anywhere():
    code, out, row = trials('--trials=200', '--cut', '--seed=3',
                            corpus_demo('good/v6.demo'),
                            corpus_demo('good/v4-0.7.demo'))
    equal((code, row[0], row[-1]), (0, '400', '0'), out)


@case('one bit of a packet is another, counted by what it is in')
def one_bit():
    code, out, row = trials('--bits', '--trials=1000', *(
        os.path.join(CORPUS, 'dem', 'good', f'{name}.dem')
        for name in ('entities', 'strings', 'pov-15')))
    equal((code, row[0]), (0, '3000'), out)
    expect(600 <= int(row[1]) < 3000, out)
    rows = re.findall(r'^(.*?\S) +(\d+) +(\d+) +[\d.]+%$', out, re.M)[3:-1]
    for column in (0, 1):
        equal(sum(int(row[1 + column]) for row in rows),
              int(trials_row(out)[column]), out)
    for name in ('net_tick', 'dem_signon > svc_createstringtable',
                 'svc_packetentities > property'):
        expect(name in [row[0] for row in rows], f'{name}: {out}')
    expect(out.endswith('undecided 0, wrong 0\n'), out)


@table('trials of what cannot be damaged end at once', [
    ('bytes',), ('bits', '--bits')])
def no_trials(*options):
    write('empty.demo', b'')
    done = subprocess.run([os.path.join(BUILD, 'tests', 'extra', 'trials'),
                           *options, 'empty.demo'], capture_output=True,
                          check=False)
    equal(done.returncode, 2, done.stderr.decode())


def reading(*names):
    done = subprocess.run([os.path.join(BUILD, 'tests', 'extra', 'reading'),
                           *map(corpus_demo, names)],
                          capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@table('the chosen reading of a damaged demo shows its damage', [
    ('a hole', 'crash/hole-lost', '0x0fef    17 bytes  gap'),
    ('a wrong bit', 'crash/flip-marker', 'marker +2          one wrong bit'),
    ('repeated bytes', 'bad/repeated_bytes', 'repeated bytes')])
def shown_damage(name, line):
    code, out, err = reading(f'{name}.demo')
    equal((code, err), (0, ''), name)
    equal(len(re.findall(r'^reading from 0x', out, re.M)), 1, out)
    expect(line in out and 'run 1: ticks ' in out, out)
    expect(re.search(r'^  \.\.\. \d+ chunks? \.\.\.$', out, re.M), out)


@case('of a whole demo no reading is searched')
def no_reading():
    code, out, err = reading('good/v6.demo')
    equal((code, err), (0, ''), 'v6')
    expect(out.endswith(': no reading was searched\n'), out)
    code, out, err = reading('good/not-there.demo')
    equal((code, out), (2, ''), err)


@table('where there is nothing to look at nothing is shown', [
    ('demos', 'demos.py'), ('maps', 'maps.py')])
def nothing(script):
    os.mkdir('empty')
    code, out = look(script, 'empty')
    equal(code, 1, out)
    expect(out.startswith('0 '), out)


if __name__ == '__main__':
    tap.main()
