#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_text - the report for people

usage: cli_text.py DEMOFSCK CORPUS [--update]

What it says of all samples is corpus/text/; with --update it is written there.
"""
import difflib
import itertools
import os
import re
import subprocess
import sys

import manifest
import recording
import tap
from tap import case, equal, expect, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])


def samples():
    """(folder, options, names) of all samples, those with the same options together."""
    def key(row):
        return row['path'].split('/')[0], '' if row['options'] == '-' else row['options']

    for (folder, options), group in itertools.groupby(sorted(
            manifest.rows(CORPUS), key=lambda row: (key(row), row['path'])), key=key):
        yield folder, ['--' + word for word in options.split()], [r['path'] for r in group]


def texts(program):
    """What is printed of the samples of each folder."""
    said = {}
    for folder, options, names in samples():
        got = subprocess.run([program, 'check', *options, *names], cwd=CORPUS, check=False,
                             stdout=subprocess.PIPE, env=dict(os.environ, LC_ALL='C.UTF-8'))
        shown = ' '.join(['$ demofsck check', *options, '...']).encode()
        said[folder] = said.get(folder, b'') + shown + b'\n' + got.stdout
    return said


def golden(folder):
    return os.path.join(CORPUS, 'text', f'{folder}.txt')


@case('of every sample it says what it said before: corpus/text')
def same_text():
    said = texts(tap.PROGRAM)
    expect(len(said) >= 5, said.keys())
    for folder, text in said.items():
        before = read(golden(folder))
        differ = list(difflib.unified_diff(before.decode().splitlines(),
                                           text.decode().splitlines(), 'before', 'now',
                                           lineterm='', n=0)) if before != text else []
        expect(before == text, '\n'.join(differ[:20]))


@table('-v shows the bytes around a finding', [
    ('at the end of the file', recording.unfinished(), rb'(\n +0x[0-9a-f]+ ( [0-9a-f]{2})+)+\|\n'),
    ('in the file', b'DATA\4\0\0\0' + bytes(40), rb'0x0000  44 41 54 41 04 00 00 00\[00 00 00 00\]00 00'),
    ('to the end of a row', recording.header()[:-1] + bytes(32), rb'\[00( 00)*\]?\n')])
def dumped(data, want):
    write('f', data)
    text = run('check', '-v', 'f').exits(1).out
    expect(re.search(want, text), text[-1500:])
    for options in ['-v', '--redact'], []:
        expect(not re.search(rb'\n +0x', run('check', *options, 'f').out), options)
    # What is read once cannot be shown.
    expect(b'\n      0x' not in run('check', '-v', '-', stdin=data).out, 'of a pipe')


@case('a few findings of a rule are shown, with -v as many as are listed')
def repeats():
    # An empty network message is a warning each time it comes.
    write('f', recording.header() + recording.body() +
          b'\x46\x00\x00' * 5000 + recording.FINISH)
    for options, shown in ([], 4), (['-v'], 32):
        text = run('check', *options, 'f').exits(0).out.decode()
        equal(len(re.findall(r': warning: .*message_empty\]\n', text)), shown,
              f'{options}: shown')
        expect(f': {5000 - shown} more [teehistorian.message_empty]\n' in text,
               f'the text does not say it: {text[-400:]}')


if __name__ == '__main__':
    if '--update' in sys.argv:
        for name, content in texts(os.path.abspath(sys.argv[1])).items():
            write(golden(name), content)
    else:
        tap.main()
