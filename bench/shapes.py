# SPDX-License-Identifier: MIT
"""shapes - recordings that are made to be slow, of about so many bytes each

SHAPES is {name: maker}; a maker gets the bytes that are wanted and returns the
file and how many bytes it is, decoded.  They are what an attacker would try:
each byte asks for as much work as a byte can.
"""
import gzip
import os
import random
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'tests'))
import chunks  # noqa: E402
import memory  # noqa: E402
import recording  # noqa: E402
import source_demo  # noqa: E402

LISTED = 1024


def repeated(unit, size):
    return unit * max(1, size // len(unit))


def messages(unit):
    """The same messages again and again."""
    def make(size):
        data = (recording.header() + recording.body(2) +
                repeated(unit, size) + recording.FINISH)
        return data, len(data)
    return make


def extensions(listed):
    """Extensions of no known name: of the header's list, or of none."""
    def make(size):
        dice = random.Random(1)
        names = [f'x{n}@y' for n in range(LISTED)]
        ids = [recording.uuid(name) for name in names]
        out = [recording.header(uuids=names if listed else ['x@y']),
               recording.body(2)]
        for _ in range(size // 18):
            out += [recording.integer(-11), dice.choice(ids) if listed else
                    dice.randbytes(16), b'\0']
        data = b''.join(out) + recording.FINISH
        return data, len(data)
    return make


def settings(size):
    """A header of so many keys, each of which must be found again."""
    keys = {f'k{n}': '' for n in range(min(size // 12, 4000))}
    data = recording.valid(config=keys)
    return data, len(data)


def long_string(size):
    """A header with one long string of escapes."""
    data = recording.valid(server_name='A').replace(
        b'"A"', b'"' + repeated(rb'\u00e9', min(size, 1 << 19)) + b'"')
    return data, len(data)


def compressed(size):
    """Skips behind each other, which decode to a thousand times their size."""
    data = (recording.header() + recording.body(2) +
            repeated(recording.skip(0), size))
    return gzip.compress(data), len(data)


def demo(unit):
    def make(size):
        data = memory.demo() + repeated(unit, size)
        return data, len(data)
    return make


def noise_in_demo(size):
    """Bytes that are no chunks; each may be where they go on."""
    data = memory.demo() + random.Random(2).randbytes(size)
    return data, len(data)


def flipped(unit):
    """Chunks again and again, with a wrong bit in each 300 bytes."""
    def make(size):
        dice, data = random.Random(3), bytearray(memory.demo())
        begin = len(data)
        data += repeated(unit, size)
        for at in range(begin, len(data) - 300, 300):
            data[at + dice.randrange(300)] ^= 1 << dice.randrange(8)
        return bytes(data), len(data)
    return make


def holed(unit):
    """The same, without 100 bytes of each 3,100."""
    def make(size):
        whole = repeated(unit, size)
        data = memory.demo() + b''.join(
            whole[at:at + 3000] for at in range(0, len(whole), 3100))
        return data, len(data)
    return make


def deltas(items, *units, kind=b'client', marker=b'\xa2'):
    """A snapshot of so many items, and the same few deltas again and again."""
    def make(size):
        data = (memory.demo().replace(b'client', kind) +
                bytes.fromhex('c0000003ea') + chunks.snapshot(items) +
                repeated(b''.join(marker + unit for unit in units), size))
        return data, len(data)
    return make


def keyframes(*units, first=1002, step=2):
    """The same few chunks, each time after a keyframe."""
    def make(size):
        unit = units[0] + b''.join(b'\xa2' + delta for delta in units[1:])
        ticks = step + 2 * (len(units) - 1)
        data = memory.demo() + b''.join(
            b'\xc0' + struct.pack('>i', first + ticks * n) + unit
            for n in range(max(1, size // (5 + len(unit)))))
        return data, len(data)
    return make


def all_declared():
    """Declarations of all but the last types there may be."""
    return {(0, 0x7fff - n): [n, 0, 0, 0] for n in range(WIDE)}


def tiny_commands(size):
    count = size // 5
    data = (memory.source_demo_of_nothing(count) + b''.join(
        struct.pack('<Bi', 3, tick) for tick in range(1, count)) +
        source_demo.stop(count))
    return data, len(data)


def tiny_packets(size):
    """Packets of net_nop: six bits each."""
    count = size // 192
    data = memory.source_demo_of_nothing(count) + b''.join(
        source_demo.command(2, tick, tick, bytes(96))
        for tick in range(1, count + 1)) + source_demo.stop(count)
    return data, len(data)


def damaged(unit):
    """A Source demo, a byte that begins no command, and what may be some."""
    def make(size):
        data = (memory.source_demo_of_nothing(1) +
                source_demo.command(2, 1, 1, b'\0') + b'\x09' +
                repeated(unit, size))
        return data, len(data)
    return make


def noise_in_source_demo(size):
    data = (memory.source_demo_of_nothing(1) +
            source_demo.command(2, 1, 1, b'\0') + repeated(b'\x02', size))
    return data, len(data)


def tiny_data(size):
    """A map of data items of one byte, none of which is used."""
    n = size // 5
    tables = struct.pack(f'<4i{n}i', 0, 0, 1, 0, *range(n))
    item = struct.pack('<3i', 0, 4, 1)
    total = 36 + len(tables) + len(item) + n
    data = struct.pack('<4s8i', b'DATA', 3, total - 16, total - 16 - n, 1, 1,
                       n, len(item), n) + tables + item + bytes(n)
    return data, len(data)


def items(size):
    """A map of many items of the same type and number."""
    n = size // 16
    heads = struct.pack('<Iii', 7 << 16, 4, 1) * n
    tables = struct.pack('<3i', 7, 0, n) + struct.pack(
        f'<{n}i', *range(0, 12 * n, 12))
    total = 36 + len(tables) + len(heads)
    data = (struct.pack('<4s8i', b'DATA', 4, total - 16, total - 16, 1, n, 0,
                        len(heads), 0) + tables + heads)
    return data, len(data)


def snapshot_of_items(size):
    """A raw snapshot of as many items as there may be."""
    n = min(size // 16, 1024)
    offsets = struct.pack(f'<{n}i', *range(0, 8 * n, 8))
    bodies = b''.join(struct.pack('<ii', 9 << 16 | i, i) for i in range(n))
    data = struct.pack('<ii', len(bodies), n) + offsets + bodies
    return data, len(data)


# Items of a type whose size deltas tell; the last one comes and goes.
WIDE, ITEM_INTS, MADE = 1020, 13, (100, 2000)
ITEMS = {(100, n): ITEM_INTS * [0] for n in range(WIDE)}
UPDATE = (100, 3, ITEM_INTS, [1] + (ITEM_INTS - 1) * [0])
COME = {'updates': [(*MADE, 0, [])]}
GO = {'removed': [chunks.key(*MADE)]}
# Eight removed keys of 0 for each byte of code.
KEYS = chunks.chunk(chunks.DELTA, [16381, 0, 0] + 16381 * [0])
# Updates of three bits of code, with three findings for each: one is an error.
DECLARED = {(0, 0): [0, 0, 0, 0]}
WRONG = chunks.delta(removed=[chunks.key(0, 0)],
                     updates=5459 * [(0, 0, 0, [])])
# One more of them, of which the ints have the first only: where is its end?
CUT_OFF = chunks.chunk(chunks.DELTA, [0, 1001, 0] + 1000 * [0, 0, 0] + [0])
# None of these is in the base, and all but the first two are errors.
IN_TURN = chunks.delta(updates=2700 * [(0, 0, 0, []), (0, 1, 0, [])])
# Items without ints, all of one key.
SHORT = 64
ALL_SHORT = chunks.chunk(chunks.SNAPSHOT, [
    4 * SHORT, SHORT, *range(0, 4 * SHORT, 4)] + SHORT * [0])


def declared_again(n):
    return chunks.delta(updates=[(0, 0x7fff, 4, [n, 0, 0, 0])])


NAME = recording.extension('teehistorian-player-name@ddnet.org',
                           b'\0' + b'\xff' * 15 + b'\0')
COMMAND = recording.message(-10, 0, 1) + b'x\0' + recording.integer(16) + (
    b'\xff\0' * 16)

# A quarter of a second, in which one item changes.
PLAY = (chunks.delta(updates=[UPDATE]).join(12 * [b'\xa1']) +
        chunks.delta(updates=[UPDATE]))

SHAPES = {
    'skips': messages(recording.skip(0)),
    'no move': messages(recording.message(0, 0, 0)),
    'ints too long': messages(b'\x00\x80\x00\x81\x00'),
    'empty network messages': messages(recording.message(-7, 0, 0)),
    'joins and drops': messages(recording.message(-8, 1) +
                                recording.message(-9, 1) + b'\xff\0'),
    'names that are not UTF-8': messages(NAME),
    'commands': messages(COMMAND),
    'extensions of the list': extensions(True),
    'extensions of no list': extensions(False),
    'settings': settings,
    'escapes': long_string,
    'compressed skips': compressed,
    'ticks': demo(b'\xa1'),
    'heads of keyframes': demo(b'\xe2'),
    'heads of keyframes and markers': demo(b'\xff\xa2'),
    'heads of keyframes without a tick': demo(b'\xc0'),
    'heads of keyframes with a tick': demo(b'\xc0\x00\x10\x00\x00\x3f'),
    'markers and chunks of no kind': demo(b'\xa2\x05'),
    'chunks of 65,535 bytes': demo(b'\x5f\xff\xff'),
    'wrong bits': flipped(PLAY),
    'holes': holed(PLAY),
    'empty chunks': demo(b'\x40'),
    'chunks without an end': demo(b'\x41\xff'),
    'snapshots without a base': demo(b'\x64\x11\x22\x33\x44'),
    'noise in a demo': noise_in_demo,
    'deltas without a marker': deltas(ITEMS, chunks.delta(), marker=b''),
    'keyframes that are no step apart': keyframes(chunks.snapshot(
        {(0, n): [0, 0, 0, 0] for n in range(64)}), step=1),
    'empty deltas': deltas(ITEMS, chunks.delta()),
    'deltas that change nothing': deltas(ITEMS, chunks.delta(
        updates=[(100, 3, ITEM_INTS, ITEM_INTS * [0])])),
    'odd deltas': deltas(ITEMS, chunks.delta(updates=[UPDATE], third=1)),
    'unknown keys': deltas(ITEMS, chunks.delta(removed=[chunks.key(1, 0)])),
    'removed keys of one bit': deltas(ITEMS, KEYS),
    'items of 0.7': deltas(
        ITEMS, chunks.delta(updates=[(-1, 0, 0, [])]), b'server'),
    'removed keys of 0.7': deltas(
        ITEMS, chunks.delta(removed=[chunks.key(-1, 0)]), b'server'),
    'updates of three bits': keyframes(chunks.snapshot(DECLARED), WRONG),
    'updates that are cut off': keyframes(
        chunks.snapshot(DECLARED), CUT_OFF),
    'updates of two items in turn': keyframes(chunks.snapshot({}), IN_TURN),
    'declarations that are too short': keyframes(ALL_SHORT),
    'declarations of one UUID': keyframes(chunks.snapshot(
        {(0, n): [0, 0, 0, 0] for n in range(64)})),
    'items that come and go': deltas(
        ITEMS, chunks.delta(**COME), chunks.delta(**GO)),
    'items that come and go oddly': deltas(
        ITEMS, chunks.delta(third=1, **COME), chunks.delta(third=1, **GO)),
    'declarations that change': deltas(
        all_declared(), declared_again(1), declared_again(-1)),
    'types that nothing declares': deltas(
        {(0x7000 - n, 0): [] for n in range(WIDE)},
        chunks.delta(updates=[(0x7001, 0, 0, [])]),
        chunks.delta(removed=[chunks.key(0x7001, 0)])),
    'commands of five bytes': tiny_commands,
    'net_nop': tiny_packets,
    'noise in a Source demo': noise_in_source_demo,
    'console commands after damage': damaged(
        struct.pack('<Bii2s', 4, 1, 2, b'a\0')),
    'user commands after damage': damaged(
        struct.pack('<Biiixx', 5, 1, 1, 2)),
    'commands of five bytes after damage': damaged(
        struct.pack('<Bi', 3, 0)),
    'data of one byte': tiny_data,
    'items of one number': items,
    'items of a snapshot': snapshot_of_items,
}
