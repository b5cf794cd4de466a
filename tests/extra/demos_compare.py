# SPDX-License-Identifier: MIT
"""demos_compare.py - chunks and states of real demos, by another reader

usage: DEMOFSCK_ORACLES=FOLDER demos_compare.py BUILD DIR

For every .demo below DIR: each chunk that `inspect` names has the offset, kind
and tick that the framing gives, and after each snapshot and delta there are as
many items, with the checksum, as the reader in FOLDER/twcommon.py computes.
Where that reader stops, the comparison of the demo ends with the last state
before: what is read behind damage, the tests of the format say.  Exits 1 if
anything differs; prints counts.

Needs of `inspect --format=ndjson`: records named snapshot, delta, message,
keyframe and tick; the first two with the fields `items`, a number, and
`checksum`, 8 hexadecimal digits.
"""
import importlib
import json
import os
import struct
import subprocess
import sys
import zlib

import demos

KINDS = {1: 'snapshot', 2: 'message', 3: 'delta'}
MARKERS = ('keyframe', 'tick')
MAX_TICK = 0x6fffffff


class End(Exception):
    """Nothing is compared from here on; its text says why."""


def part(demo, at, form):
    if at + struct.calcsize(form) > len(demo):
        raise End('a chunk is cut')
    return struct.unpack_from(form, demo, at)[0]


def frames(demo):
    """(offset, kind, tick, payload) of each chunk, by the framing alone."""
    version, at, tick = demo[7], demos.chunks_at(demo), None
    size, crc = struct.unpack_from('>II', demo, 136)
    if size and zlib.crc32(demo[at - size:at]) != crc:
        raise End('where the map ends is not known')
    while at < len(demo):
        begin, head, before = at, demo[at], tick
        at += 1
        if head & 0x80:
            inline = head & (0x1f if version >= 5 else 0x3f)
            if head & 0x20 if version >= 5 else inline:
                if tick is None:
                    raise End('the first marker is relative')
                tick += inline
            else:
                tick = part(demo, at, '>i')
                at += 4
            if not 0 <= tick < MAX_TICK or \
                    before is not None and tick <= before:
                raise End('ticks do not increase')
            yield begin, MARKERS[0 if head & 0x40 else 1], tick, b''
            continue
        size = head & 0x1f
        if size >= 30:
            form = '<B' if size == 30 else '<H'
            size = part(demo, at, form)
            at += struct.calcsize(form)
        if at + size > len(demo):
            raise End('a chunk is cut')
        if head >> 5 not in KINDS:
            raise End('a chunk of an unknown type')
        yield begin, KINDS[head >> 5], tick, demo[at:at + size]
        at += size


class Reader:
    """The snapshots of one demo, as FOLDER/twcommon.py reads them."""

    def __init__(self, tw, net_version):
        self.tw, self.items = tw, None
        self.sizes = tw.SIZES7 if net_version.startswith(b'0.7') else tw.SIZES6

    def ints(self, payload):
        """Those of a payload as its writers write it."""
        tw = self.tw
        decoded = tw.huff_decompress(payload)[0]
        ints = tw.varint_unpack_all(decoded)[0]
        if b''.join(map(tw.varint_pack, ints)) != decoded or payload not in (
                tw.huff_compress(decoded), tw.huff_compress(decoded, False)):
            raise End('a payload of another form')
        return ints

    def read(self, kind, payload):
        """What the fields of the record have to be."""
        tw = self.tw
        try:
            ints = self.ints(payload)
            if kind == 'message':
                return {}
            if kind == 'snapshot':
                items, _ = tw.snap_from_ints(ints)
            elif self.items is None:
                raise End('a delta without a snapshot')
            else:
                items, _ = tw.delta_apply(self.items, ints, self.sizes)
        except (tw.HuffErr, tw.VarErr, tw.SnapErr) as error:
            raise End(f'{kind}: {error}') from error
        # DDNet 14.0 to 15.9.1 wrote items of another protocol, which no reader
        # takes: their type has the highest bit.
        self.items = [item for item in items if item[0] >= 0]
        return {'items': len(self.items),
                'checksum': f'{tw.snap_crc(self.items):08x}'}


def expected(demo, tw):
    """([record], why it ends there or None)"""
    reader, out = Reader(tw, demo[8:72]), []
    if demo[8:12] not in (b'0.6 ', b'0.7 '):
        return out, 'another net version'
    try:
        for offset, kind, tick, payload in frames(demo):
            fields = {} if kind in MARKERS else reader.read(kind, payload)
            out.append({'offset': offset, 'name': kind,
                        'tick': -1 if tick is None else tick, **fields})
    except End as end:
        while out and 'items' not in out[-1]:
            del out[-1]
        return out, str(end)
    return out, None


def said(program, path):
    """The same of the program."""
    done = subprocess.run([program, 'inspect', '--format=ndjson', path],
                          stdout=subprocess.PIPE, check=False)
    out = []
    for line in done.stdout.splitlines():
        record = json.loads(line)
        if record['type'] == 'record' and \
                record['name'] in (*MARKERS, *KINDS.values()):
            fields = {key: record[key] for key in ('offset', 'name', 'tick')}
            if record['name'] in ('snapshot', 'delta'):
                fields.update((key, record['fields'].get(key))
                              for key in ('items', 'checksum'))
            out.append(fields)
    return out


def difference(want, got, ended):
    """The first one, or None."""
    for i, record in enumerate(want):
        if i == len(got):
            return f'{len(got)} chunks, expected {len(want)}'
        if record != got[i]:
            return f'chunk {i}: {got[i]}, expected {record}'
    if ended is None and len(got) != len(want):
        return f'{len(got)} chunks, expected {len(want)}'
    return None


def demos_below(top):
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(n for n in names if n.endswith('.demo')):
            path = os.path.join(folder, name)
            with open(path, 'rb') as file:
                demo = file.read()
            if demo[:7] == b'TWDEMO\0' and len(demo) >= 176 and \
                    3 <= demo[7] <= 6:
                yield path, demo


def main():
    build, top = sys.argv[1:]
    oracles = os.environ.get('DEMOFSCK_ORACLES')
    if not oracles:
        sys.exit('DEMOFSCK_ORACLES names no folder with twcommon.py')
    sys.path.insert(0, oracles)
    tw = importlib.import_module('twcommon')
    program = os.path.join(build, 'cli', 'demofsck')
    total = whole = chunks = states = differ = 0
    for path, demo in demos_below(top):
        want, ended = expected(demo, tw)
        found = difference(want, said(program, path), ended)
        total += 1
        whole += ended is None
        chunks += len(want)
        states += sum('items' in record for record in want)
        if found:
            differ += 1
            print(f'{path}: {found}')
        elif ended:
            print(f'{path}: the same up to chunk {len(want)}: {ended}')
    print(f'{total} demos ({whole} to their end), {chunks} chunks, {states} '
          f'snapshots and deltas: {differ} differ')
    return 1 if differ or not states else 0


if __name__ == '__main__':
    sys.exit(main())
