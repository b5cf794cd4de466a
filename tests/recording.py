# SPDX-License-Identifier: MIT
"""recording - teehistorian files for tests that need one of a certain kind

Written from the format's description alone and independent of corpus/builder,
so that the tests of the program do not lean on the code they test.
"""
import hashlib
import json

MAGIC = bytes.fromhex('699db17b8efb34ffb1d8da6f60c15dd1')
NAMESPACE = bytes.fromhex('e05ddaaac4e64cfbb6425d48e80c0029')
UUIDS = ['teehistorian-joinver6@ddnet.tw', 'teehistorian-player-ready@ddnet.tw',
         'teehistorian-antibot@ddnet.org',
         'teehistorian-player-name@ddnet.org']
GAME_UUID = '7c0ffee5-1d4e-4b3a-9a60-0c0ffee00001'
FINISH = b'\x40'


def uuid(name):
    """The name-based UUID of an extension, 16 bytes."""
    h = bytearray(hashlib.md5(NAMESPACE + name.encode()).digest())
    h[6] = h[6] & 0x0f | 0x30
    h[8] = h[8] & 0x3f | 0x80
    return bytes(h)


def integer(v):
    """A variable-length integer in its shortest form."""
    u = ~v if v < 0 else v
    out = [(0x40 if v < 0 else 0) | u & 63]
    u >>= 6
    while u:
        out[-1] |= 0x80
        out.append(u & 127)
        u >>= 7
    return bytes(out)


def message(ident, *values):
    return integer(ident) + b''.join(integer(v) for v in values)


def extension(name, payload):
    return integer(-11) + uuid(name) + integer(len(payload)) + payload


def skip(dt):
    return message(-2, dt)


def header(**changes):
    """Magic, header and NUL as DDNet 20.1.1 writes them; None leaves out."""
    keys = {
        'comment': 'teehistorian@ddnet.tw', 'version': '2',
        'version_minor': '23', 'game_uuid': GAME_UUID,
        'server_version': '0.6, 20.1.1',
        'start_time': '2026-03-01T12:00:00+0100',
        'server_name': 'test server', 'server_port': '8303',
        'game_type': 'DDraceNetwork', 'map_name': 'Tutorial',
        'map_size': '1060483', 'map_sha256': '79' * 32,
        'map_crc': '801ce63d',
        'prng_description': 'pcg-xsh-rr:10083e6ffa1a7caa:1bb59fa601ef4740',
        'config': {'sv_name': 'test server'}, 'tuning': {'gun_curvature': '0'},
        'uuids': UUIDS}
    keys.update(changes)
    keys = {k: v for k, v in keys.items() if v is not None}
    return MAGIC + json.dumps(keys, separators=(',', ':'),
                              ensure_ascii=False).encode() + b'\0'


def join(cid, name=None):
    """A client connects and enters the game."""
    out = (extension('teehistorian-joinver6@ddnet.tw', integer(cid)) +
           message(-8, cid))
    if name is not None:
        out += extension('teehistorian-player-name@ddnet.org',
                         integer(cid) + name + b'\0')
    return out + extension('teehistorian-player-ready@ddnet.tw', integer(cid))


def body(steps=20, name=None):
    """One player who walks to and fro; ends after a whole message."""
    out = (skip(99) + join(0, name) + skip(0) + message(-3, 0, 800, 1200) +
           message(-6, 0, 1, 100, -20, 0, 0, 0, 1, 0, 0, 0))
    there, back = message(0, 1, 0), message(0, -1, 0)
    return out + (there + back) * (steps // 2) + there * (steps % 2)


def valid(steps=20, **changes):
    return header(**changes) + body(steps) + FINISH


def unfinished(steps=20, **changes):
    """The server was killed: nothing lost, FINISH missing."""
    return header(**changes) + body(steps)


def cut(steps=20, **changes):
    """The disk was full: the last message has its id and no more."""
    return header(**changes) + body(steps) + b'\x00'


def hole(steps=20, **changes):
    """A power failure: zero bytes where messages were, then the end mark."""
    return header(**changes) + body(steps) + bytes(300) + FINISH


def hopeless():
    """The header stops early: nothing can be saved."""
    return header()[:200]
