#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_snapshot - raw snapshots and deltas, as a user hands them over

usage: cli_snapshot.py DEMOFSCK REPORT.md
"""
import json
import os
import re
import struct
import sys

import tap
from tap import case, drop_root, equal, expect, read, run, table, write

TWO = [60, 2, 0, 36, 393216, 0, 0, 100, 0, 0, 0, 1, 0, 655363, 1, 3, 0, 42, -1]
DELTA = [1, 2, 0, 393216, 10, 3, 0, 0, 0, 1, 5, 0, 32767, 4, 1993229659,
         -102024632, -1378361269, -1810037668]
AS = '--as=snapshot-delta'


def raw(ints):
    return struct.pack(f'<{len(ints)}i', *ints)


def files():
    write('base', raw(TWO))
    write('delta', raw(DELTA))
    write('cut', raw(TWO)[:-1])


def documented(path):
    with open(path, encoding='utf-8') as page:
        rows = page.read().split('| snapshot fact |')[1].split('\n\n')[0]
    return re.findall(r'^\| `(\w+)` \|', rows, re.MULTILINE)


FACTS = documented(sys.argv[2])


def facts(*args, **how):
    out = run('check', '--format=ndjson', *args, **how).exits(0).out
    return [record['facts'] for record in map(json.loads, out.splitlines())
            if record['type'] == 'file'][0]


@case('the facts are those that docs/report.md lists')
def listed():
    files()
    equal(list(facts('--as=snapshot', 'base')), FACTS[:4], 'of a snapshot')
    equal(list(facts(AS, 'delta')), FACTS, 'of a delta')


@table('items and checksum, from files and from pipes', [
    ('a snapshot', ['--as=snapshot'], 'base', 2, '00000092'),
    ('a delta alone', [AS], 'delta', None, None),
    ('a delta on its base', [AS, '--base=base'], 'delta', 2, 'b2ae647d')])
def sums(args, name, items, checksum):
    files()
    for got in facts(*args, name), facts(*args, '-', stdin=read(name)):
        equal((got['items'], got['checksum']), (items, checksum), 'facts')


@case('inspect names the items and their ints')
def inspect():
    files()
    shown = run('inspect', '--as=snapshot', 'base').exits(0).out.decode()
    expect(re.search(r'player_info item_type=10 item_id=3 local=1 client_id=3 team=0 '
                     r'score=42 latency=-1', shown), shown)
    expect(re.match(r'0x00000000 +8 .* data_size=60 num_items=2$',
                    shown.splitlines()[0]), shown)
    shown = run('inspect', AS, '--base=base', 'delta').exits(0).out.decode()
    expect('type_declaration item_type=0 item_id=32767 item_size=4' in shown, shown)
    expect('uuid=76ce455b-f9eb-3a48-add7-e04b941d045c' in shown, shown)
    expect('player_info item_type=10 item_id=3 local=' in shown, shown)
    expect(re.match(r'0x00000000 +12 .* num_removed=1 num_updates=2 zero=0$',
                    shown.splitlines()[0]), shown)


@case('inspect -v says what a delta makes of the items')
def changes():
    files()
    shown = run('inspect', '-v', AS, '--base=base', 'delta').exits(0).out.decode()
    items = [line.strip() for line in shown.splitlines() if line.startswith('    ')]
    equal(items, [
        'game_info change="removed" item_type=6 item_id=0',
        'player_info change="changed" item_type=10 item_id=3 local=1 client_id=3 '
        'team=0 score=43 latency=4',
        'type_declaration change="new" item_type=0 item_id=32767 '
        'uuid=76ce455b-f9eb-3a48-add7-e04b941d045c'], 'items')
    for args in ('--as=snapshot', 'base'), (AS, 'delta'):
        shown = run('inspect', '-v', *args).exits(0).out
        equal(shown, run('inspect', *args).exits(0).out, 'records alone')


def as_ints(text, count):
    """Bytes as the game packs them: 128 more each, most significant first."""
    padded = text.ljust(4 * count - 1, b'\0')
    packed = bytes((byte + 128) % 256 for byte in padded) + b'\0'
    return struct.unpack(f'>{count}i', packed)


@case('names in items are payload, and escaped where they are shown')
def names():
    name = b'\x1b[1m\xe2\x80\xae"\\\xff'
    item = [11 << 16 | 5, *as_ints(name, 4), *as_ints(b'clan', 3), -1,
            *as_ints(b'0123456789abcdefghijklm', 6), 0, 1, 2]
    write('f', raw([4 * len(item), 1, 0, *item]))
    shown = run('inspect', '--as=snapshot', 'f').exits(0).out
    expect(b'client_info item_type=11 item_id=5 name=<10 bytes> clan=<4 bytes> '
           b'country=-1 skin=<23 bytes> use_custom_color=0' in shown, shown)
    shown = run('inspect', '--payload', '--as=snapshot', 'f').exits(0).out
    expect(b'name="\\x1b[1m\\u{202e}\\"\\\\\\xff" clan="clan"' in shown, shown)
    shown = run('inspect', '--payload', '--as=snapshot', '--format=ndjson', 'f').exits(0).out
    fields, = (record['fields'] for record in map(json.loads, shown.splitlines())
               if record.get('name') == 'client_info')
    equal((fields['name'], fields['skin']),
          ('\x1b[1m\u202e"\\\ufffd', '0123456789abcdefghijklm'), 'texts')


@table('the version is that of the game', [
    ('the default', (), b'snapshot 0.6,'),
    ('0.6', ('--protocol=0.6',), b'snapshot 0.6,'),
    ('0.5', ('--protocol=0.5',), b'snapshot 0.5,'),
    ('0.7', ('--protocol=0.7',), b'snapshot 0.7,')])
def version(options, want):
    write('f', raw([0, 0]))
    out = run('check', '--as=snapshot', *options, 'f').exits(0).out
    expect(want in out, out)


@table('another protocol has other sizes', [
    ('0.6', '0.6', 1), ('0.7', '0.7', 0), ('0.5', '0.5', 1)])
def protocol(version, code):
    # A pickup has 3 ints in 0.7, 4 in the others.
    write('f', raw([0, 1, 0, 4, 0, 1, 2, 3]))
    run('check', AS, f'--protocol={version}', 'f').exits(code)


@case('a repair refuses what is damaged, and copies what is valid')
def repair():
    files()
    run('repair', '--as=snapshot', 'cut', '-o', 'out').exits(1)
    expect(not os.path.exists('out'), 'an output')
    run('repair', AS, '--base=base', 'delta', '-o', 'out').exits(0)
    equal(read('out'), raw(DELTA), 'the copy')


@table('bad usage exits 2 with one clear line and processes nothing', [
    ('a base for nothing', 'check', '--base=base', 'delta'),
    ('a base for a snapshot', 'check', '--as=snapshot', '--base=base', 'base'),
    ('a base that is cut', 'check', AS, '--base=cut', 'delta'),
    ('a base that is none', 'check', AS, '--base=delta', 'delta'),
    ('standard input for both', 'check', AS, '--base=-', '-'),
    ('a base without a name', 'check', AS, '--base=', 'delta'),
    ('an empty base', 'check', AS, '--base=/dev/null', 'delta'),
    ('an unknown protocol', 'check', AS, '--protocol=0.8', 'delta'),
    ('a protocol for nothing', 'check', '--protocol=0.7', 'delta')])
def usage(*args):
    files()
    got = run(*args, stdin=raw(TWO)).exits(2)
    equal(got.out, b'', 'stdout')
    equal(got.err.count(b'\n'), 1, got.err.decode())


@table('a base that cannot be read exits 4', [
    ('missing', 'nowhere'), ('a directory', '.')])
def unreadable(name):
    files()
    got = run('check', AS, f'--base={name}', 'delta').exits(4)
    equal(got.err.count(b'\n'), 1, got.err.decode())


@case('a base without permission exits 4')
def forbidden():
    files()
    os.chmod('base', 0)
    run('check', AS, '--base=base', 'delta', preexec=drop_root()).exits(4)


@case('an endless base is refused after a while')
def endless():
    files()
    run('check', AS, '--base=/dev/zero', 'delta', timeout=20).exits(2)


if __name__ == '__main__':
    tap.main()
