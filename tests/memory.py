#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""memory - large recordings are checked in a small, constant space

usage: memory.py DEMOFSCK

Recordings are made piece by piece: 115 MB in which each message is large, one
of them 64 MiB; 80 MB of messages of three bytes; a map that decodes to 400 MiB,
also in a demo; 70 MB of a Source demo; and what a stranger would try.
Each is checked from a file and from a pipe; the program may use at most 8 MiB
at its peak, 16 MiB for a damaged demo of Teeworlds, 32 MiB where it holds the tables of a Source demo.  With less than
it needs it says so, and gives no verdict.
"""
import ctypes
import os
import resource
import struct
import subprocess
import zlib

import recording
import source_demo
import tap
from bombs import MIB, demo, demo_with_map, inflated_map
from tap import case, equal, expect, table

PEAK_KIB = 8 * 1024
PR_SET_CHILD_SUBREAPER = 36
BLOCK = bytes(range(256)) * (MIB // 256)
LETTERS = bytes.fromhex('f8e91e9906f1d33d320de2a77b641ac44ff7c834889fee91'
                        '69103fdd23d3207eba47a641fc748f4c83')
ANTIBOT = 'teehistorian-antibot@ddnet.org'


def large():
    """51 messages of 1 MiB and one of 64 MiB."""
    yield recording.header() + recording.body(2)
    for count in [1] * 25 + [64] + [1] * 26:
        yield (recording.integer(-11) + recording.uuid(ANTIBOT) +
               recording.integer(count * MIB))
        for _ in range(count):
            yield BLOCK
    yield recording.FINISH


def small():
    """A player walks to and fro for six days: one message a tick."""
    yield recording.header() + recording.body(2)
    steps = recording.message(0, 1, 0) + recording.message(0, -1, 0)
    piece = steps * (MIB // len(steps))
    for _ in range(80_000_000 // len(piece)):
        yield piece
    yield recording.FINISH


def long_header():
    """Just below the limit of 1 MiB, mostly keys."""
    keys = {f'sv_setting_{i:04}': 'x' * 230 for i in range(4000)}
    yield recording.valid(config=keys)


def many_edits():
    """As many integers to write anew as a plan may hold."""
    steps = b'\x80\x00\x01\x00' + recording.message(0, -1, 0)
    yield (recording.header() + recording.body(2) + steps * 16000 +
           recording.FINISH)


def declared():
    """A message that declares 2 GiB and has 4 MiB."""
    yield (recording.header() + recording.body(2) +
           recording.message(-7, 0, 2 ** 31 - 1))
    for _ in range(4):
        yield BLOCK


def many_findings():
    """Half a million warnings."""
    yield recording.header() + recording.body(2)
    yield recording.message(-7, 0, 0) * 500_000 + recording.FINISH


def inflated():
    """A gzip file that holds a thousand times its size."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    for piece in small():
        yield packer.compress(piece)
    yield packer.flush()


def declared_items():
    """A map that declares 1 GiB of items and has 64 bytes."""
    total = 36 + (1 << 30)
    yield struct.pack('<4s8i', b'DATA', 4, total - 16, total - 16, 0, 0, 0,
                      1 << 30, 0) + bytes(64)


def many_items():
    """A map that declares 2 billion items and 4 MiB of their offsets."""
    yield struct.pack('<4s8i', b'DATA', 4, 0, 0, 1, 2 ** 31 - 1, 0, 4, 0)
    for _ in range(4):
        yield BLOCK


def many_data(kind=0):
    """A map of 261,000 data items of one byte, all of them unused.

    Its one item is of type 0, the version; without one it is a map from before
    the first release, of which nothing else is asked.
    """
    n = 261000
    tables = struct.pack(f'<4i{n}i', kind, 0, 1, 0, *range(n))
    item = struct.pack('<3i', kind << 16, 4, 1)
    total = 36 + len(tables) + len(item) + n
    yield struct.pack('<4s8i', b'DATA', 3, total - 16, total - 16 - n, 1, 1, n,
                      len(item), n) + tables + item + bytes(n)


def long_demo():
    """80 million ticks, two after the other."""
    yield demo()
    for _ in range(80):
        yield b'\xa2' * MIB


def noisy_demo():
    """20 MB of bytes that are no chunks, each of which may be a keyframe."""
    yield demo()
    for _ in range(20):
        yield b'\xc0\x00\x10\x00\x00\x3f' * (MIB // 6)


def ticks_after_damage(last=b''):
    """A chunk that cannot be read, and 24 million ticks after it."""
    yield demo() + b'\x41\xff'
    for _ in range(24):
        yield b'\xa1' * MIB
    yield last


def ticks_that_end_in_noise():
    """The same; each multiple of 4096 bytes may be where chunks go on."""
    yield from ticks_after_damage(b'\x20')


def many_messages():
    """15 MB of messages before the first tick, where the map should be."""
    whole = demo()
    # The head of a line of chat, and 45,600 letters A, coded.
    coded = b'\x52\x00\xd0\xe8' + LETTERS * 1425 + b'\x28\x6e\x00'
    yield whole[:136] + struct.pack('>I', 7) + whole[140:484]
    for _ in range(255):
        yield b'\x5f' + struct.pack('<H', len(coded)) + coded
    yield whole[484:]


def source_demo_of_nothing(packets):
    """The header of a Source demo of so many packets, of which nobody reads the contents,
    and what comes first."""
    signon = (source_demo.command(1, 0, payload=bytes(20)) +
              source_demo.plain(6, 0, b'') + struct.pack('<Bi', 3, 0))
    return source_demo.header(packets, len(signon) - 5, packets, 25) + signon


def long_source_demo(step=1, packets=800):
    yield source_demo_of_nothing(packets * step)
    for n in range(1, packets + 1):
        yield source_demo.command(2, n * step, n * step, bytes(90_000))
    yield source_demo.stop(packets * step)


def source_demo_with_gaps():
    """No two packets follow each other: each may be where damage begins."""
    yield from long_source_demo(2)


def noisy_source_demo():
    """20 MB of bytes each of which may begin a command: a limit is hit."""
    yield source_demo_of_nothing(1) + source_demo.command(2, 1, 1, b'\0')
    for _ in range(20):
        yield b'\x02' * MIB


def protocol_4(packets):
    """The header of a demo of Portal 2, and what comes first."""
    def packet(number, kind, tick, payload):
        return (struct.pack('<BiB', kind, tick, 0) + bytes(2 * 76) +
                struct.pack('<3i', number, number, len(payload)) + payload)
    signon = (packet(1, 1, 0, bytes(20)) +
              struct.pack('<BiBi', 6, 0, 0, 0) + struct.pack('<BiB', 3, 0, 0))
    head = source_demo.header(packets, len(signon) - 6, packets, 2001)
    return head[:8] + struct.pack('<i', 4) + head[12:] + signon, packet


def protocol_4_with_gaps():
    """Packets of 90,000 bytes, of which no two follow each other."""
    first, packet = protocol_4(1600)
    yield first
    for n in range(2, 1602, 2):
        yield packet(n, 2, n, bytes(90_000))
    yield struct.pack('<BiB', 7, 1600, 0)


def noisy_protocol_4():
    """20 MB of bytes each of which may begin a command: a limit is hit."""
    first, packet = protocol_4(1)
    yield first + packet(2, 2, 1, b'\0')
    for _ in range(20):
        yield b'\x02' * MIB


def adopt_orphans():
    """Children of children that exit first become ours: see start()."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1):
        raise OSError(ctypes.get_errno(), 'prctl')


def start(name, stdin, command=('check',)):
    """Runs the program as a child of a shell that exits at once.

    The peak that wait4 reports includes what stood in memory before the
    program replaced it.  Below Python that is Python; below a shell it is less
    than the program needs.  The program waits at a gate until the shell has
    ended, which could otherwise be the one that learns of its end.
    """
    os.mkfifo('gate')
    shell = subprocess.Popen(
        ['sh', '-c', 'exec 3<&0; { read _ <gate; exec "$@" <&3 3<&-; } & '
         'echo $! >&2', 'sh',
         tap.PROGRAM, *command, '--format=ndjson', name],
        stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child = int(shell.stderr.readline())
    shell.wait()
    os.close(os.open('gate', os.O_WRONLY))
    os.remove('gate')
    return shell, child


def judge(shell, child, size, verdict, most=PEAK_KIB):
    out = shell.stdout.read()
    _, _, usage = os.wait4(child, 0)
    kib = usage.ru_maxrss
    expect(f'"verdict":"{verdict}"'.encode() in out, f'report {out[-600:]}')
    expect(f'"size":{size},'.encode() in out, f'size: {out[-600:]}')
    expect(kib <= most, f'peak {kib} KiB, want at most {most}')
    print(f'# peak {kib} KiB')
    return out


@table('the peak is at most 8 MiB', [
    ('large messages', large, 115_000_000, 'valid'),
    ('small messages', small, 79_000_000, 'valid'),
    ('a header near its limit', long_header, 1_000_000, 'valid'),
    ('a plan near its limit', many_edits, 112_000, 'damaged'),
    ('a declared size of 2 GiB', declared, 4_000_000, 'truncated'),
    ('half a million warnings', many_findings, 1_500_000, 'valid'),
    ('a gzip bomb', inflated, 10_000, 'valid'),
    ('a map of 400 MiB', inflated_map, 400_000, 'valid'),
    ('a map that declares 1 GiB', declared_items, 100, 'truncated'),
    ('a map of 2 billion items', many_items, 4_000_000, 'undecided'),
    ('a map of 261,000 data items', many_data, 1_300_000, 'damaged'),
    ('a demo of 80 million ticks', long_demo, 80_000_000, 'valid'),
    ('a demo with a map of 400 MiB', demo_with_map, 400_000, 'valid')])
def flat(pieces, at_least, verdict, command=('check',), most=PEAK_KIB):
    size = 0
    with open('f', 'wb') as f:
        for piece in pieces():
            size += f.write(piece)
    expect(size >= at_least, f'{size} bytes were made')
    out = judge(*start('f', subprocess.DEVNULL, command), size, verdict, most)
    shell, child = start('-', subprocess.PIPE, command)
    for piece in pieces():
        shell.stdin.write(piece)
    shell.stdin.close()
    judge(shell, child, size, verdict, most)
    return out


@table('the peak for a damaged demo is at most 16 MiB', [
    ('noise', noisy_demo, 20_000_000, 'damaged'),
    ('ticks after damage', ticks_after_damage, 24_000_000, 'damaged'),
    ('ticks that end in noise', ticks_that_end_in_noise, 24_000_000,
     'damaged'),
    ('messages in the place of the map', many_messages, 14_900_000,
     'damaged')])
def searched(pieces, at_least, verdict):
    flat(pieces, at_least, verdict, most=16 * 1024)


# The sandbox loads libsnappy and the library of C++ for each Source demo.
SNAPPY_KIB = 2048


@table('the peak for a Source demo is at most 8 MiB and snappy', [
    ('of 72 MB', long_source_demo, 72_000_000, 'valid'),
    ('with gaps', source_demo_with_gaps, 72_000_000, 'valid'),
    ('noise', noisy_source_demo, 20_000_000, 'undecided')])
def source_peak(pieces, at_least, verdict):
    flat(pieces, at_least, verdict, most=PEAK_KIB + SNAPPY_KIB)
    flat(pieces, at_least, verdict, ('check', '--sandbox=off'))


@table('the peak for a Source demo of protocol 4 is at most 16 MiB and snappy', [
    ('with gaps', protocol_4_with_gaps, 72_000_000, 'valid'),
    ('noise', noisy_protocol_4, 20_000_000, 'undecided')])
def protocol_4_peak(pieces, at_least, verdict):
    flat(pieces, at_least, verdict, most=16 * 1024 + SNAPPY_KIB)
    flat(pieces, at_least, verdict, ('check', '--sandbox=off'), most=16 * 1024)


def whole_source_demo():
    """570 snapshots of 1900 entities, 24700 properties in each."""
    yield from source_demo.pieces(570)


@table('the peak for a Source demo', [
    ('10 MiB at depth messages', whole_source_demo, 70_000_000, 'valid',
     'messages', 10),
    ('32 MiB at full depth', whole_source_demo, 70_000_000, 'valid', 'full',
     32),
    ('32 MiB for 16 MB of texts', source_demo.many_texts, 16_000_000,
     'undecided', 'messages', 32),
    ('the same at full depth', source_demo.many_texts, 16_000_000,
     'undecided', 'full', 32)])
def contents(pieces, at_least, verdict, depth, mib):
    out = flat(pieces, at_least, verdict, ('check', f'--depth={depth}'),
               mib * 1024)
    read = depth if verdict == 'valid' else 'framing'  # the rest
    expect(f'"depth":"{read}"'.encode() in out, f'{out[-900:]}')


@table('a repair needs no more, though it checks what it wrote', [
    ('one process', '--sandbox=off'), ('workers', '--sandbox=auto')])
def mended(sandbox):
    data = b''.join(many_data(2))
    # the size field is wrong, and nothing else
    wrong = data[:8] + struct.pack('<i', 3) + data[12:]
    tap.write('f', wrong)
    shell, child = start('f', subprocess.DEVNULL, ('repair', sandbox, '-o', 'out'))
    judge(shell, child, len(wrong), 'damaged')
    with open('out', 'rb') as f:
        expect(f.read() == data, 'the size field is repaired')


# The libraries of all formats, and the answer of a worker.
WORKERS_KIB = 4096


@table('a run of several files needs no more than the largest of them', [
    ('one process', ('-j1', '--sandbox=off'), PEAK_KIB),
    ('workers', ('-j1', '--sandbox=auto'), PEAK_KIB + WORKERS_KIB)])
def several(options, most):
    """What one file frees is in pieces that the next one cannot use."""
    keys = {f'sv_setting_{i:04}': 'x' * 230 for i in range(3900)}
    steps = b'\x80\x00\x01\x00' + recording.message(0, -1, 0)
    recording_of_both = (
        recording.header(config=keys, uuids=[f'{i:03}' + 'x' * 60
                                             for i in range(1000)]) +
        recording.body(2) + steps * 16000 + recording.FINISH)
    for name in 'ab':
        tap.write(name, recording_of_both)
    data = b''.join(many_data(2))
    tap.write('c', data)
    os.mkdir('out')
    shell, child = start('c', subprocess.DEVNULL,
                         ('repair', *options, '--fix-warnings', '-d', 'out', 'a', 'b'))
    judge(shell, child, len(data), 'valid', most)
    equal(sorted(os.listdir('out')), ['a', 'b', 'c'], 'outputs')


@case('lack of memory is exit 4, no verdict and no output')
def starved():
    tap.write('in', recording.cut())
    codes = set()
    for kib in range(0, 4096, 64):
        allowed = (kib * 1024, kib * 1024)
        got = tap.run('repair', '--format=ndjson', 'in', '-o', 'out',
                      preexec=lambda: resource.setrlimit(
                          resource.RLIMIT_DATA, allowed))
        if got.code in (127, -11):  # the loader failed before main()
            continue
        codes.add(got.code)
        if got.code == 3:
            os.remove('out')
            continue
        got.exits(4)
        expect(b'out of memory' in got.err, f'stderr: {got.err!r}')
        for word in (b'valid', b'truncated', b'damaged'):
            expect(b'"verdict":"' + word + b'"' not in got.out, f'{got.out!r}')
        equal(os.listdir('.'), ['in'], 'files')
    equal(codes, {3, 4}, 'exit codes met')


@case('without memory for snappy there is no verdict, and no output')
def starved_of_snappy():
    tests = os.path.dirname(os.path.abspath(__file__))
    demo = os.path.join(tests, '../corpus/dem/near/strings_packed.dem')
    whole = tap.run('check', '--format=ndjson', demo).exits(0).out
    codes = set()
    for kib in range(2048, 16384, 256):
        allowed = (kib * 1024, kib * 1024)

        got = tap.run('check', '--format=ndjson', demo,
                      preexec=lambda: resource.setrlimit(
                          resource.RLIMIT_AS, allowed))
        codes.add(got.code)
        expect(got.out == whole or b'"verdict":"valid"' not in got.out,
               f'{got.out!r}')
    expect({0, 4} <= codes, f'exit codes {codes}')


if __name__ == '__main__':
    adopt_orphans()
    tap.main()
