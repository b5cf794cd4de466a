#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_hostile - what strangers wrote reaches a terminal escaped

usage: cli_hostile.py DEMOFSCK
"""
import base64
import json
import unicodedata

import recording
import tap
from tap import case, equal, expect, run, table, write

# What a terminal does not show, or shows elsewhere: control and format
# characters, separators of lines, and what fonts leave out when they cannot
# show it (Default_Ignorable_Code_Point of Unicode).
INVISIBLE = [c for c in range(0x80, 0x110000)
             if unicodedata.category(chr(c)) in ('Cc', 'Cf', 'Zl', 'Zp')]
INVISIBLE += [0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, *range(0x180b, 0x1810),
              0x2065, 0x3164, *range(0xfe00, 0xfe10), 0xffa0,
              *range(0xfff0, 0xfff9), *range(0xe0000, 0xe1000),
              *range(0xfdd0, 0xfdf0), *range(0xfffe, 0x110000, 0x10000),
              *range(0xffff, 0x110000, 0x10000)]
HIDDEN = frozenset(INVISIBLE)
HOSTILE = ('\x1b]0;owned\x07\x1b[31m\r\b\x7f\x9b31m\nf: valid' +
           ''.join(map(chr, [0xad, 0x61c, 0x180e, *range(0x200b, 0x2010),
                             *range(0x2028, 0x202f), *range(0x2066, 0x206a),
                             0xfeff, 0xfffb, 0xe0041])))


def harmless(data):
    """Nothing that a terminal would act on or not show."""
    text = data.decode('utf-8')
    for ch in text:
        expect(ch in '\n\t' or 0x20 <= ord(ch) != 0x7f,
               f'control character {ord(ch):#x} in {data!r}')
        expect(ord(ch) not in HIDDEN, f'{ord(ch):#x} in {data!r}')
    expect('\\u001b' not in text, 'JSON escapes in text')
    expect('\nf: valid' not in text, f'a forged line in {data!r}')


@table('hostile names inside a file are harmless', [
    ('check', 'check', '-v'), ('info', 'info'), ('inspect', 'inspect'),
    ('inspect --payload', 'inspect', '--payload'),
    ('repair -n', 'repair', '-n', '-v')])
def hostile_file(*args):
    write('f', recording.header(map_name=HOSTILE, server_version=HOSTILE,
                                game_uuid=HOSTILE, start_time=HOSTILE,
                                map_crc=HOSTILE,
                                uuids=[*recording.UUIDS, HOSTILE]) +
          recording.body(name=HOSTILE.encode() + b'\xff\xfe\xc0\x80') +
          recording.extension(HOSTILE, b'payload'))
    text = run(*args, 'f')
    expect(text.code in (0, 1), f'exit {text.code}')
    harmless(text.out)
    harmless(text.err)
    lines = run(*args, '--format=ndjson', 'f').out
    for line in lines.splitlines():
        json.loads(line)
    expect(lines.isascii() and b'\x1b' not in lines, 'ndjson')
    if args[0] == 'inspect':
        names = [json.loads(line).get('name') for line in lines.splitlines()]
        expect(HOSTILE in names, f'the name is lost: {names}')


@table('the name of an extension cannot pass for its fields', [
    ('a blank', 'a cid=3', '"a cid=3" uuid='), ('a quote', 'a"b',
                                                '"a\\"b" uuid='),
    ('nothing', '', '"" uuid='), ('plain', 'what-ever_1.0@ddnet.org',
                                  'what-ever_1.0@ddnet.org uuid=')])
def extension_name(name, want):
    write('f', recording.header(uuids=[name]) + recording.skip(1) +
          recording.extension(name, b'x') + recording.FINISH)
    text = run('inspect', 'f').exits(0).out.decode()
    expect('  ' + want in text, text)


@case('no invisible character is printed as it is')
def invisible():
    for at in range(0, len(INVISIBLE), 500):
        part = INVISIBLE[at:at + 500]
        err = run('explain', ''.join(map(chr, part))).exits(2).err
        harmless(err)
        for c in part:
            expect(f'\\u{{{c:x}}}' in err.decode(), f'{c:#x} is left out')


@case('what can be seen is printed as it is')
def visible():
    seen = ('\u00e4\u00df \u4e2d\u6587 \u0440\u0443 \u05e2\u05d1 '
            '\u0e44\u0e17 \U0001f600')
    expect(seen.encode() in run('explain', seen).exits(2).err, 'visible text')


@case('hostile names of files are harmless')
def hostile_path():
    name = HOSTILE.encode().replace(b'/', b'') + b'\xff\xc0\x80'
    write(name, recording.unfinished())
    for args in (('check', name), ('info', name), ('inspect', name),
                 ('repair', '-n', '-o', 'out', name), ('check', '-v', name),
                 ('check', name + b'gone'), ('explain', name),
                 ('check', '--rule', name), ('check', b'--' + name)):
        got = run(*args)
        harmless(got.out)
        harmless(got.err)
    verdict, = [r for r in map(json.loads, run(
        'check', '--format=ndjson', name).exits(1).out.splitlines())
                if r['type'] == 'file']
    equal(base64.b64decode(verdict['path_base64']), name, 'path_base64')
    expect('\ufffd' in verdict['path'], 'no replacement character')


if __name__ == '__main__':
    tap.main()
