# SPDX-License-Identifier: MIT
"""bombs - maps, and demos with a map, for tests that need a large one or a hostile one

A map's data may decode to a thousand times their size.
"""
import functools
import hashlib
import struct
import zlib

MIB = 1 << 20


def datafile(items, data, size):
    """A map of these items, {type: [ints]}, and one data item."""
    heads = b''.join(struct.pack(f'<Ii{len(i)}i', t << 16, 4 * len(i), *i)
                     for t, i in items.items())
    types = b''.join(struct.pack('<3i', t, n, 1) for n, t in enumerate(items))
    ends = [0]
    for ints in items.values():
        ends.append(ends[-1] + 8 + 4 * len(ints))
    tables = types + struct.pack(f'<{len(ends) + 1}i', *ends[:-1], 0, size)
    total = 36 + len(tables) + len(heads) + len(data)
    return (struct.pack('<4s8i', b'DATA', 4, total - 16,
                        total - 16 - len(data), len(items), len(items), 1,
                        len(heads), len(data)) + tables + heads + data)


@functools.cache
def zeros(mib):
    packer = zlib.compressobj(9)
    return b''.join([packer.compress(bytes(MIB)) for _ in range(mib)] +
                    [packer.flush()])


def inflated_map():
    """A game layer of 10240 x 10240 tiles: 400 MiB, all zero."""
    yield datafile({
        0: [1],
        4: [2, 0, 0, 100, 100, 0, 1, 0, 0, 0, 0, 0],
        5: [0, 2, 0, 2, 10240, 10240, 1, 255, 255, 255, 255, -1, 0, -1, 0],
    }, zeros(400), 400 * MIB)


def demo(map_bytes=b''):
    """Header, map, a keyframe at tick 1000 and its snapshot."""
    head = struct.pack('>7sB64s64sII8si20s', b'TWDEMO', 6,
                       b'0.6 626fce9a778df4d4', b'dm1', len(map_bytes),
                       zlib.crc32(map_bytes), b'client', 0,
                       b'2024-01-02_03-04-05')
    extension = bytes.fromhex('6be6da4acebd380c9b5b1289c842d780')
    return (head + bytes(260) + extension +
            hashlib.sha256(map_bytes).digest() + map_bytes + bytes.fromhex(
                'c0000003e8323e5c840180ebdbc663bf0157a045894a8a1b'))


def demo_with_map():
    yield demo(b''.join(inflated_map()))
