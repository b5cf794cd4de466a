#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_inspect - the fields of records, as inspect prints them; what text leaves out

usage: cli_inspect.py DEMOFSCK
"""
import json
import os

import recording
import tap
from tap import case, equal, expect, run, write

CORPUS = os.path.join(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))), 'corpus')


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


@case('-v shows the messages of a packet, with the bit where each begins')
def messages():
    demo = os.path.join(CORPUS, 'dem/good/pov.dem')
    lines = run('inspect', '-v', demo).exits(0).out.splitlines()
    inside = [line.split() for line in lines if line.startswith(b'    ')]
    equal([m[0].decode() for m in inside[:5]],
          ['svc_print', 'svc_serverinfo', 'svc_createstringtable',
           'net_signonstate', 'net_nop'], 'the first dem_signon')
    equal(inside[0][1:], [b'bit=0', b'text=<8', b'bytes>'], 'svc_print')
    expect(b'map="cp_test"' in inside[1] and b'bit=78' in inside[1], inside[1])
    expect(b'tick_interval="0.0149999997"' in inside[1], inside[1])
    shown = run('inspect', '-v', '--payload', demo).exits(0).out
    expect(b'    svc_print bit=0 text="Welcome\\x0a"\n' in shown, shown[:900])
    for how in ((), ('-v', '--depth=framing')):
        lines = run('inspect', *how, demo).exits(0).out.splitlines()
        expect(not any(line.startswith(b'    ') for line in lines), how)


@case('-v shows what a packet says of entities, and their properties')
def entities():
    demo = os.path.join(CORPUS, 'dem/good/entities.dem')
    lines = run('inspect', '-v', demo).exits(0).out.splitlines()
    shown = [line.strip() for line in lines if b' bit=' in line]
    begin = shown.index(b'net_tick bit=0 tick=5004 frame_time=1500 '
                        b'deviation=30') + 2
    equal(shown[begin:begin + 3],
          [b'entity bit=153 index=5 change="change" class="CTest"',
           b'property bit=161 table="DT_Test" name="m_iHealth" value=7',
           b'entity bit=177 index=6 change="enter" class="CTest"'],
          'the second snapshot')
    expect(b'temporary_entity bit=111 class="CTest"' in shown, shown)
    equal(shown[-6:-4],
          [b'entity bit=205 index=6 change="leave"',
           b'entity bit=213 index=5 change="removed"'], 'the last snapshot')
    lines = run('inspect', '-v', '--depth=messages', demo).exits(0).out
    expect(b'svc_packetentities bit=' in lines, lines)
    expect(b'entity bit=' not in lines, 'without data tables')


# ------------------------------------------------------- check and info -----
@case('info says why a damaged file cannot be repaired, as check does')
def info_verdict():
    name = os.path.join(CORPUS, 'datafile/bad/item_offset-first.map')
    said = run('check', name).out.decode().splitlines()[-2]
    want = said[said.index(': damaged') + 2:]
    expect('not repairable' in want, said)
    expect(f'\nverdict          {want}\n' in run('info', name).out.decode(), want)


@case('text: a rule of which no finding is shown has none that are more')
def none_shown():
    # What servers before 14.6 wrote as it came is a note.
    command = recording.message(-10, 0, 4) + b'\xff\0\0'
    start = recording.header(server_version='0.6, 14.5') + recording.body()
    write('f', start + command * 40 + recording.FINISH)
    write('g', start + command * 40 + recording.FINISH + b'\0')
    for name, option, want in (
            ('g', [], '40 [teehistorian.string_utf8], not shown without -v'),
            ('g', ['-v'], '8 more [teehistorian.string_utf8]'),
            ('f', ['-v'], '8 more [teehistorian.string_utf8]')):
        out = run('check', *option, name).out.decode()
        expect(f'{name}: {want}\n' in out, out)
    # Here nothing but notes are left out.
    out = run('check', 'f').exits(0).out.decode()
    expect('string_utf8' not in out, out)


if __name__ == '__main__':
    tap.main()
