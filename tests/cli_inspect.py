#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_inspect - the fields of records, as inspect prints them

usage: cli_inspect.py DEMOFSCK
"""
import json

import recording
import tap
from tap import case, equal, expect, run, write


@case('the arguments of a command are texts, without the NUL after each')
def command_arguments():
    write('f', recording.header() + recording.body() +
          b'\x49\x00\x04say\0\x02two words\0"x\0' + recording.FINISH)
    text = run('inspect', '--payload', 'f').exits(0).out
    expect(b' arguments="two words" "\\"x"\n' in text, text)
    lines = run('inspect', '--payload', '--format=ndjson', 'f').exits(0).out
    expect(b'\\u0000' not in lines, 'many readers refuse \\u0000')
    records = map(json.loads, lines.splitlines())
    command, = (r for r in records if r.get('name') == 'CONSOLE_COMMAND')
    equal(command['fields']['arguments'], ['two words', '"x'], 'arguments')


@case('what players wrote is an object in NDJSON, not a text, unless asked for')
def hidden():
    write('f', recording.header() + recording.body() + b'\x46\x00\x03abc' +
          recording.FINISH)
    lines = run('inspect', '--format=ndjson', 'f').exits(0).out.splitlines()
    records = map(json.loads, lines)
    chat, = (r for r in records if r.get('name') == 'MESSAGE')
    equal(chat['fields'], {'cid': 0, 'payload': {'bytes': 3}}, 'fields')


if __name__ == '__main__':
    tap.main()
