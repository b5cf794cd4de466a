# SPDX-License-Identifier: MIT
"""chunks - chunks of a Teeworlds demo, of ints"""
import os
import re
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'tests'))
import recording  # noqa: E402

CODES = os.path.join(HERE, '..', 'validator', 'core', 'huffman_codes.def')
END = 256
SNAPSHOT, MESSAGE, DELTA = 1, 2, 3


def read_codes():
    with open(CODES, encoding='utf-8') as f:
        return [(int(bits), int(code, 16)) for bits, code in
                re.findall(r'^CODE\((\d+), (\w+)\)', f.read(), re.MULTILINE)]


def coded(data, codes=read_codes()):
    word = size = 0
    for symbol in [*data, END]:
        bits, code = codes[symbol]
        word |= code << size
        size += bits
    # Writers before DDNet 20.0 add a byte where the end falls on a border.
    return word.to_bytes(size // 8 + 1, 'little')


def chunk(kind, ints):
    payload = coded(b''.join(recording.integer(i) for i in ints))
    size = len(payload)
    if size < 30:
        return bytes([kind << 5 | size]) + payload
    if size < 256:
        return bytes([kind << 5 | 30, size]) + payload
    return bytes([kind << 5 | 31]) + struct.pack('<H', size) + payload


def key(kind, number):
    return kind << 16 | number


def snapshot(items):
    """Of {(type, id): ints}."""
    offsets, bodies = [], []
    for (kind, number), ints in items.items():
        offsets.append(4 * len(bodies))
        bodies += [key(kind, number), *ints]
    return chunk(SNAPSHOT, [4 * len(bodies), len(items), *offsets, *bodies])


def delta(removed=(), updates=(), third=0):
    """Of keys, and of (type, id, size or None, ints)."""
    ints = [len(removed), len(updates), third, *removed]
    for kind, number, size, values in updates:
        ints += [kind, number, *([] if size is None else [size]), *values]
    return chunk(DELTA, ints)
