#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_many - runs over many files: what is read, and what is reported

usage: cli_many.py DEMOFSCK CORPUS
"""
import csv
import hashlib
import io
import json
import os
import pty
import re
import subprocess
import sys
import threading
import time
from xml.etree import ElementTree

import recording
import tap
from tap import case, equal, expect, read, run, table, write, Skipped

CORPUS = os.path.abspath(sys.argv[2])
VALID, UNFINISHED, CUT = recording.valid(), recording.unfinished(), recording.cut()
WARNED = recording.valid(map_crc='XYZ')
FOLDERS = 'teehistorian', 'dem', 'datafile'


def lay(path, data):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    return write(path, data)


def samples():
    """Inputs: a few folders of the corpus."""
    return [os.path.join(CORPUS, f) for f in FOLDERS]


# ----------------------------------------------------------------- --only=bad --
def without_good(lines, good):
    """The lines of a report of NDJSON, without those about good files."""
    left = [line for line in lines if json.loads(line).get('path') not in good]
    summary = json.loads(left.pop())
    equal(summary['omitted'], 0, 'files left out of the full report')
    summary['omitted'] = len(good)
    return left, summary


@table('--only=bad leaves out the records of good files, and no other line', [
    ('check', ['check'], lambda file: file['verdict'] == 'valid'),
    ('check -v', ['check', '-v'], lambda file: file['verdict'] == 'valid'),
    ('--fail-on=warning', ['check', '--fail-on=warning'],
     lambda file: file['verdict'] == 'valid' and file['counts']['warning'] == 0),
    ('--fail-on=note', ['check', '--fail-on=note'],
     lambda file: file['verdict'] == 'valid' and
     file['counts']['warning'] + file['counts']['note'] == 0),
    ('--fail-on=never', ['check', '--fail-on=never'],
     lambda file: file['verdict'] not in ('undecided', 'unreadable')),
    ('--exit-zero', ['check', '--exit-zero'], lambda file: file['verdict'] == 'valid'),
    ('repair', ['repair', '-n'],
     lambda file: file['verdict'] == 'valid' and 'error' not in file)])
def same_lines(how, is_good):
    how = [*how, '--format=ndjson', '--limit=input_bytes=2k', *samples()]
    full = run(*how)
    files = tap.of_type(full.out, 'file')
    good = {file['path'] for file in files if is_good(file)}
    expect(5 < len(good) < len(files), f'{len(good)} of {len(files)} are good')
    want, summary = without_good(full.out.splitlines(), good)
    got = run(how[0], '--only=bad', *how[1:]).exits(full.code)
    lines = got.out.splitlines()
    equal(json.loads(lines.pop()), summary, 'summary')
    equal(lines, want, 'lines')
    equal(got.err, full.err, 'stderr')


@case('--only=bad holds for each form and each report')
def each_form():
    forms = 'ndjson', 'sarif', 'sarif:github', 'junit', 'csv', 'text'
    reports = [f'--report={form}:{form}' for form in forms]
    files = tap.of_type(run('check', '--format=ndjson', *samples()).out, 'file')
    bad = {file['path'] for file in files if file['verdict'] != 'valid'}
    text = run('check', *samples()).out.splitlines()
    got = run('check', '--only=bad', *reports, *samples()).exits(1)
    equal(got.out, read('text'), 'text in both places')
    end = next(i for i, line in enumerate(text) if line.startswith(b'format '))
    want = [line for line in text[:end] if any(line.startswith(p.encode() + b':') for p in bad)]
    equal(got.out.splitlines(), want + text[end:], 'text')
    equal({f['path'] for f in tap.of_type(read('ndjson'), 'file')}, bad, 'ndjson')
    for form in 'sarif', 'sarif:github':
        only, = json.loads(read(form))['runs']
        named = [a['location']['uri'] for a in only['artifacts'] if 'parentIndex' not in a]
        equal(len(named), len(bad), form)
        for result in only['results']:
            place = result['locations'][0]['physicalLocation']['artifactLocation']
            expect(place['index'] < len(only['artifacts']), result)
    tests = ElementTree.fromstring(read('junit')).findall('.//testcase')
    equal(len(tests), len(bad), 'tests of JUnit')
    rows = list(csv.DictReader(io.StringIO(read('csv').decode())))
    equal({row['path'] for row in rows}, bad, 'rows of CSV')


@case('--only=bad shows the bytes of a finding that was held')
def held_bytes():
    write('f', CUT)
    full = run('check', '-v', 'f').exits(1)
    expect(re.search(rb'\n +0x[0-9a-f]+ ', full.out), full.out)
    equal(run('check', '-v', '--only=bad', 'f').exits(1).out, full.out, 'text')
    full = run('repair', '-v', '-n', 'f').exits(3)
    equal(run('repair', '-v', '-n', '--only=bad', 'f').exits(3).out, full.out, 'text')


@case('--only=bad keeps files that cannot be read, and files without a verdict')
def no_verdict():
    write('f', VALID)
    write('g', VALID)
    got = run('check', '--only=bad', '--format=ndjson', 'f', 'missing').exits(4)
    equal([(f['path'], f['verdict']) for f in tap.of_type(got.out, 'file')],
          [('missing', 'unreadable')], 'files')
    got = run('check', '--only=bad', '--format=ndjson', '--limit=input_bytes=1', 'g').exits(5)
    equal([f['verdict'] for f in tap.of_type(got.out, 'file')], ['undecided'], 'files')


@case('files that are allowed are not bad, and -q prints nothing about them')
def allowed():
    write('f', UNFINISHED)
    write('g', CUT)
    write('list', hashlib.sha256(UNFINISHED).hexdigest().encode())
    how = ['--allow-file=list', 'f', 'g']
    for option in '-q', '--only=bad':
        got = run('check', option, *how).exits(1)
        expect(b'f: ' not in got.out and b'f:0x' not in got.out, got.out)
        expect(b'g: truncated' in got.out and b'g:0x' in got.out, got.out)
    equal(run('check', '-q', *how[:2]).exits(0).out, b'', 'quiet')
    equal(run('inspect', '-q', *how[:2]).exits(0).out.count(b'list of allowed'), 0, 'inspect')
    got = run('check', '-q', '--format=ndjson', *how[:2]).exits(0)
    equal([r['type'] for r in map(json.loads, got.out.splitlines())],
          ['begin', 'finding', 'file', 'summary'], '-q is for text only')
    got = run('check', '-q', '--limit=input_bytes=1', *how[:2]).exits(5)
    expect(b'f: undecided' in got.out, got.out)


@table('--only is refused', [
    ('another word', ['check', '--only=good', 'f'], b"'good' is not bad"),
    ('with --gate', ['check', '--gate', '--only=bad', 'f'], b'--gate: cannot be combined'),
    ('of inspect', ['inspect', '--only=bad', 'f'], b'an option of other commands')])
def only_refused(args, want):
    write('f', VALID)
    got = run(*args).exits(2).one_clear_line()
    expect(want in got.err, got.err)


# -------------------------------------------------------------- what is skipped --
def read_by(*args, command='check'):
    """The paths of the inputs of a run."""
    got = run(command, '--format=ndjson', *args)
    return [file['path'] for file in tap.of_type(got.out, 'file')], got


TREE = 'd/a.demo', 'd/b.map', 'd/sub/a.demo', 'd/sub/deep/c.demo', 'd/tmp/x', 'd/z*'


@table('--exclude', [
    ('a name', ['a.demo'], 'd/b.map d/sub/deep/c.demo d/tmp/x d/z*'),
    ('a pattern', ['*.demo'], 'd/b.map d/tmp/x d/z*'),
    ('a directory', ['sub'], 'd/a.demo d/b.map d/tmp/x d/z*'),
    ('two patterns', ['sub', 'tmp'], 'd/a.demo d/b.map d/z*'),
    ('a path', ['sub/a.demo'], 'd/a.demo d/b.map d/sub/deep/c.demo d/tmp/x d/z*'),
    ('a path with a star', ['*/*.demo'],
     'd/a.demo d/b.map d/sub/deep/c.demo d/tmp/x d/z*'),
    ('a path of the whole name only', ['deep/c.demo'], ' '.join(TREE)),
    ('the named directory', ['d'], ' '.join(TREE)),
    ('an escaped star', ['z\\*'], ' '.join(TREE[:-1])),
    ('a set', ['[az]*'], 'd/b.map d/sub/deep/c.demo d/tmp/x')])
def exclude(globs, want):
    for path in TREE:
        lay(path, VALID)
    options = [f'--exclude={glob}' for glob in globs]
    paths, got = read_by(*options, 'd')
    equal((paths, got.err), (want.split(), b''), 'inputs')
    equal(read_by(*options, 'd/')[0], want.split(), 'inputs, with a slash')
    paths, _ = read_by(*options, 'd/a.demo', 'd/tmp/x')
    equal(paths, ['d/a.demo', 'd/tmp/x'], 'files that are named')


@table('--exclude is refused', [
    ('a slash at the start', '/sub', b"'/sub' fits no path"),
    ('a slash at the end', 'sub/', b"'sub/' fits no path"),
    ('a dot', './sub', b"'./sub' fits no path"), ('nothing', '', b'the pattern is empty')])
def exclude_refused(glob, want):
    got = run('check', f'--exclude={glob}', '.').exits(2).one_clear_line()
    expect(want in got.err, got.err)


@case('a directory that is not entered is not opened')
def exclude_unreadable():
    lay('d/f', VALID)
    lay('d/closed/f', VALID)
    os.chmod('d/closed', 0)
    how = dict(preexec=tap.drop_root())
    run('check', 'd', **how).exits(4)
    run('check', '--exclude=closed', 'd', **how).exits(0)
    os.chmod('d/closed', 0o755)


@case('a directory of which everything is skipped gets a message')
def all_skipped():
    lay('d/f', VALID)
    got = run('check', '--exclude=f', 'd').exits(0).one_clear_line()
    expect(b'd: no regular files in this directory or below it, apart from skipped files'
           in got.err, got.err)


@case('originals that --in-place kept are skipped in a directory')
def kept():
    for name in 'a', 'a.orig', 'b.orig', 'sub/c', 'sub/c.orig', '.orig', 'e.bak', 'e':
        lay('d/' + name, VALID)
    os.makedirs('d/f.orig')
    os.makedirs('d/f')
    lay('d/f.orig/g', VALID)
    os.symlink('a', 'd/link')
    lay('d/link.orig', VALID)
    some = ['d/.orig', 'd/a', 'd/b.orig', 'd/e', 'd/e.bak', 'd/f.orig/g', 'd/link.orig',
            'd/sub/c']
    paths, got = read_by('d')
    equal(paths, some, 'inputs')
    equal(got.one_clear_line().err, b'demofsck: 2 kept originals of repair --in-place '
          b'skipped; --all reads them\n', 'stderr')
    equal(read_by('-q', 'd')[1].err, b'', 'quiet')
    paths, got = read_by('--all', 'd')
    equal((paths, got.err), (sorted([*some, 'd/a.orig', 'd/sub/c.orig']), b''), '--all')
    equal(read_by('d/a.orig')[0], ['d/a.orig'], 'a name')
    paths, _ = read_by('-n', '-d', 'out', 'd', command='repair')
    equal(paths, some, 'repair')


@case('temporary files that a killed run left are skipped in a directory')
def temporary():
    names = 'a.demofsck-abcdef', '.demofsck-abcdef', '.a.demofsck-abcde', \
        '.a.demofsck-abcdefg', '.a.demofsck-abcde1', '.a.demofsck-ABCDEF', 'a'
    left = '.a.demofsck-abc237', '.a.gz.demofsck-zzzzzz'
    for name in (*names, *left, 'sub/.b.demofsck-qqqqqq', '.d.demofsck-aaaaaa/f'):
        lay('d/' + name, VALID)
    some = sorted(f'd/{name}' for name in (*names, '.d.demofsck-aaaaaa/f'))
    paths, got = read_by('d')
    equal(paths, some, 'inputs')
    equal(got.one_clear_line().err, b'demofsck: 3 temporary files of other runs skipped; '
          b'--all reads them\n', 'stderr')
    equal(read_by('-q', 'd')[1].err, b'', 'quiet')
    paths, got = read_by('--all', 'd')
    equal((len(paths), got.err), (len(some) + 3, b''), '--all')
    equal(read_by('d/' + left[0])[0], ['d/' + left[0]], 'a name')
    run('repair', '-q', '-d', 'out', 'd').exits(0)
    equal(sum(len(names) for _, _, names in os.walk('out')), len(some), 'outputs')


# ------------------------------------------------------- repair --in-place DIR --
def has_open(pid, end):
    """Has the process a file open whose path ends so?"""
    try:
        return any(os.readlink(f'/proc/{pid}/fd/{fd}').endswith(end)
                   for fd in os.listdir(f'/proc/{pid}/fd'))
    except FileNotFoundError:
        return False


def tree(top):
    return {os.path.join(place, name): read(os.path.join(place, name))
            for place, _, names in os.walk(top) for name in names}


@case('--in-place repairs the files below a directory, again and again')
def in_place():
    lay('d/a', CUT)
    lay('d/b', VALID)
    lay('d/sub/c', UNFINISHED)
    status = os.stat('d/b')
    planned = run('repair', '-n', '--in-place', 'd').exits(3)
    expect(b'output would be d/sub/c; original would be d/sub/c.orig' in planned.out,
           planned.out)
    run('repair', '--in-place', 'd').exits(3)
    want = {'d/a': VALID, 'd/a.orig': CUT, 'd/b': VALID, 'd/sub/c': VALID,
            'd/sub/c.orig': UNFINISHED}
    equal(tree('d'), want, 'files')
    equal(os.stat('d/b').st_ino, status.st_ino, 'a valid file stays')
    equal(os.stat('d/b').st_mtime_ns, status.st_mtime_ns, 'a valid file stays')
    run('repair', '--in-place', 'd', 'd').exits(0)
    equal(tree('d'), want, 'files after another run')
    run('check', 'd').exits(0)


@case('--in-place keeps each original below a directory, except with -f')
def in_place_again():
    lay('d/a', CUT)
    run('repair', '--in-place', 'd').exits(3)
    write('d/a', UNFINISHED)
    got = run('repair', '--in-place', 'd').exits(4)
    expect(b'd/a.orig exists already; --in-place=SUFFIX' in got.err, got.err)
    equal(tree('d'), {'d/a': UNFINISHED, 'd/a.orig': CUT}, 'files')
    got = run('repair', '--all', '-f', '--in-place', 'd').exits(4)
    expect(b'd/a.orig is an input of this run' in got.err, got.err)
    equal(tree('d'), {'d/a': UNFINISHED, 'd/a.orig': VALID, 'd/a.orig.orig': CUT}, 'files')
    run('repair', '-f', '--in-place', 'd').exits(0)
    equal(tree('d'), {'d/a': VALID, 'd/a.orig': UNFINISHED, 'd/a.orig.orig': CUT}, 'files')


@case('--in-place with a suffix skips the originals with this suffix')
def in_place_suffix():
    lay('d/a', UNFINISHED)
    for code in 0, 0:
        run('repair', '--in-place=.bak', 'd').exits(code)
        equal(tree('d'), {'d/a': VALID, 'd/a.bak': UNFINISHED}, 'files')


@case('--in-place with a suffix leaves the originals of an earlier run alone, too')
def in_place_other_suffix():
    for name in 'a', 'b':
        lay(f'd/{name}', UNFINISHED)
    lay('d/b.orig', CUT)
    got = run('repair', '--in-place', 'd').exits(4)
    expect(b'd/b.orig exists already; --in-place=SUFFIX' in got.err, got.err)
    run('repair', '--in-place=.bak', 'd').exits(0)
    equal(tree('d'), {'d/a': VALID, 'd/a.orig': UNFINISHED, 'd/b': VALID,
                      'd/b.orig': CUT, 'd/b.bak': UNFINISHED}, 'files')


@case('--in-place follows no link out of a directory')
def in_place_link():
    lay('outside/f', UNFINISHED)
    os.makedirs('d')
    os.symlink('../outside', 'd/sub')
    os.symlink('../outside/f', 'd/f')
    run('repair', '--in-place', 'd').exits(0)
    equal(tree('outside'), {'outside/f': UNFINISHED}, 'files outside')
    equal(sorted(os.listdir('d')), ['f', 'sub'], 'files')


@case('--in-place writes into the directory that was found, also if it is renamed')
def in_place_renamed():
    lay('d/sub/a', recording.unfinished(2_000_000))
    os.makedirs('outside')
    with subprocess.Popen([tap.PROGRAM, 'repair', '--in-place', 'd'],
                          stdout=subprocess.DEVNULL) as p:
        while p.poll() is None and not has_open(p.pid, '/d/sub/a'):
            time.sleep(0.001)
        os.rename('d/sub', 'd/old')
        os.symlink('../outside', 'd/sub')
        code = p.wait()
    equal(os.listdir('outside'), [], 'files outside')
    equal((code, sorted(os.listdir('d/old'))), (0, ['a', 'a.orig']), 'files')


# --------------------------------------------------------- repair --only-repaired --
@case('--only-repaired copies no valid file, and a second run changes nothing')
def only_repaired():
    lay('d/a', CUT)
    lay('d/b', VALID)
    lay('d/sub/c', UNFINISHED)
    lay('d/valid/e', VALID)
    want = {'out/a': VALID, 'out/sub/c': VALID}
    got = run('repair', '--only-repaired', '-d', 'out', 'd').exits(3)
    expect(b'd/b: valid: nothing to repair: kept ' in got.out, got.out)
    expect(b'; output: out/a\n' in got.out, got.out)
    equal((tree('out'), sorted(os.listdir('out'))), (want, ['a', 'sub']), 'outputs')
    inodes = [os.stat(path).st_ino for path in want]
    for options in [], ['-f']:
        got = run('repair', '--only-repaired', *options, '-d', 'out', 'd').exits(3)
        expect(b'; output exists already with these bytes: out/a\n' in got.out, got.out)
        equal(got.err, b'', 'stderr')
        equal(tree('out'), want, 'outputs')
        equal([os.stat(path).st_ino for path in want], inodes, 'the files stay')
    got = run('repair', '--only-repaired', '--format=ndjson', '-d', 'out', 'd').exits(3)
    files = {f['path']: f for f in tap.of_type(got.out, 'file')}
    equal([files[path]['output'] for path in ('d/a', 'd/b', 'd/sub/c')],
          ['out/a', None, 'out/sub/c'], 'outputs')
    expect(files['d/a']['output_facts']['finished'], files['d/a'])


@case('--only-repaired replaces an output with other bytes with -f only')
def only_repaired_changed():
    lay('d/a', CUT)
    run('repair', '--only-repaired', '-d', 'out', 'd').exits(3)
    longer = recording.valid(40)
    for data in longer[:-1], VALID[:-1] + recording.hole(20)[-40:]:
        write('d/a', data)
        before = read('out/a')
        got = run('repair', '--only-repaired', '-d', 'out', 'd').exits(4)
        expect(b'out/a exists already; use -f to replace it' in got.err, got.err)
        equal(tree('out'), {'out/a': before}, 'outputs')
        run('repair', '--only-repaired', '-f', '-d', 'out', 'd')
        expect(read('out/a') != before, 'the output stays')


@table('--only-repaired replaces nothing but a file', [
    ('a directory', os.mkdir, b'is a directory'),
    ('a FIFO', os.mkfifo, b'is not a regular file'),
    ('a link', lambda path: os.symlink('../whole', path), b'is a symbolic link')])
def only_repaired_special(make, want):
    lay('d/a', UNFINISHED)
    write('whole', VALID)
    os.mkdir('out')
    make('out/a')
    got = run('repair', '--only-repaired', '-d', 'out', 'd').exits(4)
    expect(want in got.one_clear_line().err, got.err)


@case('--only-repaired writes two inputs of one name once, also if both outputs are equal')
def only_repaired_twice():
    lay('a/f', UNFINISHED)
    lay('b/f', UNFINISHED)
    for code in 4, 4:
        got = run('repair', '--only-repaired', '-d', 'out', 'a', 'b').exits(code)
        expect(b'out/f is already the output of another input' in got.err, got.err)


@case('--only-repaired needs -d')
def only_repaired_refused():
    write('f', VALID)
    for how in ['-o', 'x'], ['--in-place'], ['-n']:
        got = run('repair', '--only-repaired', *how, 'f').exits(2).one_clear_line()
        expect(b'--only-repaired: needs -d DIR' in got.err, got.err)


# -------------------------------------------------------------------- the table --
@case('a text report of several formats ends in a table of formats and verdicts')
def table_of_formats():
    for number in range(12):
        lay(f'd/{number}', VALID)
    lay('d/cut', CUT)
    lay('d/demo', read(os.path.join(CORPUS, 'twdemo/good/v6.demo')))
    lay('d/none', b'no recording')
    want = (b'format        valid  truncated  unrecognized  unreadable\n'
            b'teehistorian     12          1             0           0\n'
            b'twdemo            1          0             0           0\n'
            b'no format         0          0             1           1\n')
    for command in ['check'], ['repair', '-n']:
        got = run(*command, '--report=text:t', 'd', 'missing').exits(4)
        expect(want + b'16 files: 13 valid, 1 truncated, 1 unrecognized, 1 unreadable'
               in got.out, got.out)
        equal(read('t'), got.out, 'the report in a file')
        os.remove('t')
    expect(want in run('check', '--only=bad', 'd', 'missing').out, '--only=bad')
    expect(b'\nformat ' not in run('check', '-q', 'd', 'missing').out, 'quiet')


@case('files of one format have no table')
def no_table():
    write('f', VALID)
    write('g', CUT)
    out = run('check', 'f', 'g').exits(1).out
    expect(out.endswith(b'2 files: 1 valid, 1 truncated\n') and b'\nformat ' not in out, out)


# ----------------------------------------------------------------- the progress --
def on_terminal(*args, until=rb'(?!)'):
    """Runs the program with a terminal as standard error, up to what is expected;
    returns what it shows."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([tap.PROGRAM, *args], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=theirs) as p:
        os.close(theirs)
        shown, some = b'', b'more'
        while some and not re.search(until, shown):
            try:
                some = os.read(ours, 65536)
            except OSError: # the end of a terminal
                some = b''
            shown += some
        p.terminate()
    os.close(ours)
    return shown


def long_files(number):
    """Files that need more than the second after which a time is shown."""
    write('long', recording.valid(2_000_000))
    os.makedirs('d/sub')
    for each in range(number):
        os.link('long', f'd/sub/{each:03}')


@case('a terminal shows the number of files, and the time that is left')
def counted():
    long_files(900)
    lay('d/skipped', VALID)
    lay('d/a', VALID)
    lay('d/a.orig', VALID)
    names = b'\0'.join(os.path.join(b'd/sub', name) for name in os.listdir(b'd/sub'))
    write('list', names)
    for want, args in [
            (rb'file \d+ of 902: d/sub/\d+: ',
             ['check', '-q', '--exclude=skipped', 'd', 'd/sub/000']),
            (rb'file \d+ of 902, about 0:\d\d left: d/sub/\d+: ', ['repair', '-n', '-q', 'd']),
            (rb'file \d+: d/sub/\d+: ', ['check', '-q', '--files0-from=list'])]:
        shown = on_terminal(*args, until=want)
        expect(re.search(want, shown), shown[-500:])


@case('one file has no number, and a pipe gets no number of files')
def not_counted():
    long_files(400)
    expect(b'file ' not in on_terminal('check', '-q', 'd/sub/000'), 'one file')
    got = run('check', '-q', '--progress=always', 'd')
    expect(re.search(rb'^d/sub/\d+: \d+\.\d MiB', got.err) and b'file ' not in got.err, got.err)
    os.mkdir('empty')
    equal(on_terminal('check', 'empty').count(b'no regular files'), 1, 'messages')


# ------------------------------------------------------ open for writing elsewhere --
def findings(*args, code=0, **how):
    got = run('check', '--format=ndjson', *args, **how).exits(code)
    return [f['rule'] for f in tap.of_type(got.out, 'finding')]


NOTE = 'file.open_elsewhere'


@case('check has a note if another process has the file open for writing')
def open_elsewhere():
    write('f', VALID)
    write('g', UNFINISHED)
    for mode in 'ab', 'rb+':
        with open('f', mode), open('g', mode):
            equal(findings('f'), [NOTE], mode)
            equal(findings('g', code=1), ['teehistorian.missing_finish', NOTE], mode)
            expect(b'g: truncated' in run('check', 'f', 'g').exits(1).out, 'two files')
            equal(findings(f'--rule={NOTE}=off', 'f'), [], 'off')
            findings(f'--rule={NOTE}=error', 'f', code=1)
            findings('--fail-on=note', 'f', code=1)
            run('check', '--gate', '--fail-on=note', 'f').exits(0)
            with open('f', 'rb') as there:
                equal(findings('-', stdin=there), [], 'standard input')
            said = b'another process has the file open for writing'
            expect(said not in run('check', 'f').exits(0).out, 'valid')
            expect(said in run('check', '-v', 'f').exits(0).out, '-v')
            expect(said in run('check', 'g').exits(1).out, 'truncated')
    with open('f', 'rb'):
        equal(findings('f'), [], 'open for reading')
    equal(findings('g', code=1), ['teehistorian.missing_finish'], 'closed')


@case('repair has the same note, and saves what is there so far')
def repair_open_elsewhere():
    lay('d/f', UNFINISHED)
    lay('d/g', VALID)
    with open('d/f', 'ab'):
        for to in ('-o', 'out', 'd/f'), ('-d', 'to', 'd'), ('-n', 'd/f'):
            got = run('repair', *to).exits(0)
            expect(b'; another process has the file open for writing' in got.out, got.out)
    equal(tap.read('out'), VALID, 'output')


@case('a user who does not own the file gets no note')
def not_owner():
    if os.getuid() != 0:
        raise Skipped('another user is necessary')
    write('f', VALID)
    with open('f', 'ab'):
        equal(findings('f', preexec=tap.drop_root()), [], 'findings')


@case('--in-place refuses a file that another process has open for writing, except with -f')
def in_place_written():
    lay('d/f', UNFINISHED)
    with open('d/f', 'ab'):
        for options in ['-n'], []:
            got = run('repair', *options, '--in-place', 'd').exits(4).one_clear_line()
            expect(b'd/f: another process has the file open for writing' in got.err, got.err)
            equal(tree('d'), {'d/f': UNFINISHED}, 'files')
        run('repair', '-o', 'out', 'd/f').exits(0)
        run('repair', '-f', '--in-place', 'd').exits(0)
    equal(tree('d'), {'d/f': VALID, 'd/f.orig': UNFINISHED}, 'files')
    write('d/f', UNFINISHED)
    with open('d/f', 'rb'):
        run('repair', '--in-place=.2', 'd/f').exits(0)


@case('--in-place notices a process that opens the file during the repair')
def in_place_opened():
    write('f', recording.unfinished(2_000_000))
    with subprocess.Popen([tap.PROGRAM, 'repair', '--in-place', 'f'],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as p:
        while p.poll() is None and not has_open(p.pid, '/f'):
            time.sleep(0.0005)
        with open('f', 'rb+'):
            err = p.stderr.read()
            code = p.wait()
    expect(code == 4 and b'open for writing' in err and os.listdir('.') == ['f'] or
           code == 0 and sorted(os.listdir('.')) == ['f', 'f.orig'], (code, err))


@case('a process that opens the file at the wrong moment ends no check, and waits for none')
def opened_meanwhile():
    write('f', VALID)
    stop = threading.Event()
    slowest = [0]

    def write_always():
        while not stop.is_set():
            begin = time.monotonic()
            os.close(os.open('f', os.O_RDWR))
            slowest[0] = max(slowest[0], time.monotonic() - begin)
    other = threading.Thread(target=write_always)
    other.start()
    try:
        for _ in range(30):
            run('check', *(['f'] * 200)).exits(0)
    finally:
        stop.set()
        other.join()
    expect(slowest[0] < 10, f'{slowest[0]} s') # a lease that stays: 45 s


if __name__ == '__main__':
    tap.main()
