#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_text - the report for people

usage: cli_text.py DEMOFSCK
"""
import re

import recording
import tap
from tap import case, equal, expect, run, table, write


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
    tap.main()
