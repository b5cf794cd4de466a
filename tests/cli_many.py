#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_many - runs over many files: what is read, and what is reported

usage: cli_many.py DEMOFSCK CORPUS
"""
import hashlib
import json
import os
import re
import sys
from xml.etree import ElementTree

import recording
import tap
from tap import case, equal, expect, read, run, table, write

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
    forms = 'ndjson', 'sarif', 'sarif:github', 'junit', 'text'
    reports = [f'--report={form}:{form}' for form in forms]
    files = tap.of_type(run('check', '--format=ndjson', *samples()).out, 'file')
    bad = {file['path'] for file in files if file['verdict'] != 'valid'}
    text = run('check', *samples()).out.splitlines()
    got = run('check', '--only=bad', *reports, *samples()).exits(1)
    equal(got.out, read('text'), 'text in both places')
    want = [line for line in text[:-1] if any(line.startswith(p.encode() + b':') for p in bad)]
    equal(got.out.splitlines(), want + text[-1:], 'text')
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


if __name__ == '__main__':
    tap.main()
