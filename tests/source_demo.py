# SPDX-License-Identifier: MIT
"""source_demo - Source demos as long as they have to be, with all that is read
at full depth: string tables, data tables, baselines, entities

Knows nothing of corpus/builder/: it is written from the description of the
format (validator/dem/SPEC.md).
"""
import struct

TABLES, PROPS = 400, 10      # data tables, each of a class; properties of each
BASE_PROPS = 90              # that all of them share
ENTITIES, CHANGES = 1900, 13  # in each packet: entities; properties of each
SOUNDS = 16000
STATES = {'begin': 3, 'tables': 4, 'end': 5}
SERVER_TICK = 5000


class Bits:
    """Bits, the lowest of each byte first."""

    def __init__(self):
        self.parts, self.size = [], 0

    def u(self, value, bits):
        self.parts.append(format(value & (1 << bits) - 1, f'0{bits}b')[::-1])
        self.size += bits
        return self

    def bytes(self, data):
        number = int.from_bytes(data, 'little')
        return self.u(number, 8 * len(data)) if data else self

    def text(self, text):
        return self.bytes(text.encode() + b'\0')

    def real(self, value):
        return self.bytes(struct.pack('<f', value))

    def varint(self, value):
        while value > 127:
            self.u(value & 127 | 128, 8)
            value >>= 7
        return self.u(value, 8)

    def near(self, distance):
        """A distance below 16."""
        return self.u(0, 2).u(distance, 4)

    def add(self, other):
        self.parts += other.parts
        self.size += other.size
        return self

    def number(self):
        return int('0' + ''.join(self.parts)[::-1], 2)

    def packed(self):
        return self.number().to_bytes((self.size + 7) // 8, 'little')


def command(kind, tick, number=0, payload=b''):
    """A command with a head, as a packet has one."""
    return (struct.pack('<Bi76x2ii', kind, tick, number, number,
                        len(payload)) + payload)


def plain(kind, tick, payload):
    return struct.pack('<B2i', kind, tick, len(payload)) + payload


def stop(tick):
    return struct.pack('<I', 7 | tick << 8 & 0xffffff00)


def header(packets, signon, ticks=None, network=24):
    ticks = packets if ticks is None else ticks
    return struct.pack('<8s2i260s260s260s260sf3i', b'HL2DEMO', 3, network, b'x:1',
                       b'x', b'cp_test', b'tf', ticks * 0.015, ticks, packets,
                       signon)


# ----------------------------------------------------------------- the signon

def state(bits, name):
    return bits.u(6, 6).u(STATES[name], 8).u(1, 32)


def server_info():
    bits = Bits().u(8, 6).u(24, 16).u(1, 32).u(0, 1).u(1, 1).u(0, 32)
    bits.u(TABLES, 16).bytes(bytes(16)).u(0, 8).u(24, 8).real(0.015)
    bits.u(ord('l'), 8).text('tf').text('cp_test').text('sky').text('Test')
    return bits.u(0, 1)


def string_table(name, most, entries):
    """svc_createstringtable of texts and data."""
    body = Bits()
    for text, data in entries:
        body.u(1, 1).u(1, 1).u(0, 1).text(text).u(data is not None, 1)
        if data is not None:
            body.u(len(data), 14).bytes(data)
    bits = Bits().u(12, 6).text(name).u(most, 16)
    bits.u(len(entries), most.bit_length()).varint(body.size)
    return bits.u(0, 2).add(body)


def stored_tables(tables):
    """dem_stringtables: the same tables again."""
    bits = Bits().u(len(tables), 8)
    for name, _, entries in tables:
        bits.text(name).u(len(entries), 16)
        for text, data in entries:
            bits.text(text).u(data is not None, 1)
            if data is not None:
                bits.u(len(data), 16).bytes(data)
        bits.u(0, 1)
    return bits.packed()


def data_tables():
    """A base table, and for each class a table that has it and more."""
    bits = Bits()

    def integer(name):
        bits.u(0, 5).text(name).u(1, 16).real(0).real(0).u(32, 7)

    bits.u(3, 2).text('DT_Base').u(BASE_PROPS, 10)
    for i in range(BASE_PROPS):
        integer(f'm_nOfTheBase{i:03}')
    for table in range(TABLES):
        bits.u(3, 2).text(f'DT_Class{table}').u(PROPS + 1, 10)
        bits.u(6, 5).text('baseclass').u(0, 16).text('DT_Base')
        for i in range(PROPS):
            integer(f'm_nNumber{i:03}')
    bits.u(0, 1).u(TABLES, 16)
    for i in range(TABLES):
        bits.u(i, 16).text(f'CClass{i}').text(f'DT_Class{i}')
    return bits.packed()


def changed_texts(table, first, count):
    """svc_updatestringtable: so many texts of 1000 letters, all different."""
    body = Bits()
    for i in range(first, first + count):
        body.u(0, 1).u(i, 13).u(1, 1).u(0, 1).text(f'{i:06}' + 'x' * 994)
        body.u(0, 1)
    bits = Bits().u(13, 6).u(table, 5).u(1, 1).u(count, 16).u(body.size, 20)
    return bits.add(body)


def signon(more=()):
    """All up to the first packet, and where dem_synctick is in it.

    `more`: changes of the string tables before that.
    """
    sounds = [(f'a/sound/of/the/game/{i:06}.wav', None) for i in range(SOUNDS)]
    tables = [('sounds', 8192, sounds[::2]), ('others', 8192, sounds[1::2]),
              ('instancebaseline', 1024,
               [(str(i), bytes(1)) for i in range(TABLES)])]
    strings = [string_table(*table) for table in tables]
    info = Bits().u(10, 6).u(TABLES, 16).u(1, 1)
    packets = [server_info().add(strings[0]), strings[1],
               state(strings[2], 'begin'), *more, state(info, 'tables'),
               state(Bits(), 'end')]
    commands = [command(1, 0, i, p.packed()) for i, p in enumerate(packets, 1)]
    before = b''.join([*commands[:3], plain(6, 0, data_tables()),
                       *commands[3:]])
    return (before + struct.pack('<Bi', 3, 0) +
            plain(8, 0, stored_tables(tables))), len(before)


# ---------------------------------------------------------------- the packets

def snapshot(server_tick, base, body, n=ENTITIES):
    """net_tick and svc_packetentities; `body`: a number and its bits."""
    bits = Bits().u(3, 6).u(server_tick, 32).u(0, 32)
    bits.u(26, 6).u(ENTITIES + 1, 11).u(base is not None, 1)
    if base is not None:
        bits.u(base, 32)
    bits.u(0, 1).u(n, 11).u(body[1], 20).u(0, 1)
    size = bits.size + body[1]
    return (bits.number() | body[0] << bits.size).to_bytes((size + 7) // 8,
                                                           'little')


def entities(enter, n=ENTITIES):
    """So many enter, or some properties of each change."""
    bits = Bits()
    for i in range(n):
        bits.near(0)
        if enter:
            bits.u(2, 2).u(i % TABLES, TABLES.bit_length()).u(i, 10)
        else:
            bits.u(0, 2)
            for prop in range(CHANGES):
                bits.u(1, 1).near(prop % 8).u(i * 1000 + prop, 32)
        bits.u(0, 1)
    if not enter:
        bits.u(0, 1)  # none is removed
    return bits.number(), bits.size




def pieces(packets, more=(), changed=ENTITIES):
    """A demo of so many packets, of 123 kB each but for the first one.

    `more`: see signon(); `changed`: entities in each packet, of 65 bytes each.
    """
    begin, length = signon(more)
    yield header(packets, length) + begin
    yield command(2, 1, 1, snapshot(SERVER_TICK + 1, None, entities(True)))
    change = entities(False, changed)
    for tick in range(2, packets + 1):
        now = SERVER_TICK + tick
        yield command(2, tick, tick, snapshot(now, now - 1, change,
                                                changed))
    yield stop(packets)


def many_texts():
    """16 MB of texts, which have to be remembered."""
    yield from pieces(2, [changed_texts(table, first, 100)
                          for table in range(2)
                          for first in range(0, 8100, 100)])
