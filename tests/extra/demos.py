# SPDX-License-Identifier: MIT
"""demos.py - the payloads of real demos, from outside of the project

usage: demos.py BUILD DIR

For every .demo below DIR whose chunks begin behind its map: each payload has to
be what the encoders make of what it decodes to, and each snapshot and delta has
to apply.  Exits 1 if one does not, unless the demo stops there; prints counts.
"""
import os
import struct
import subprocess
import sys

EXTENSION = bytes.fromhex('6be6da4acebd380c9b5b1289c842d780')
KINDS = {1: b's', 2: b'm', 3: b'd'}


def chunks_at(demo):
    """Where the chunks begin, as the header has it."""
    version = demo[7]
    at = 176 + (260 if version >= 4 else 0)
    if version >= 6 and demo[at:at + 16] == EXTENSION:
        at += 48
    return at + struct.unpack_from('>I', demo, 136)[0]


def chunks(demo):
    """(kind, payload) of every whole data chunk."""
    version, at = demo[7], chunks_at(demo)
    while at < len(demo):
        head = demo[at]
        at += 1
        if head & 0x80:
            absolute = not head & 0x20 if version >= 5 else not head & 0x3f
            at += 4 if absolute else 0
            continue
        size = head & 0x1f
        if size >= 30:
            form = '<H' if size == 31 else '<B'
            if at + struct.calcsize(form) > len(demo):
                return
            size, = struct.unpack_from(form, demo, at)
            at += struct.calcsize(form)
        if at + size > len(demo):
            return
        yield head >> 5 & 3, demo[at:at + size]
        at += size


def records(path):
    """What payloads reads for one demo."""
    with open(path, 'rb') as file:
        demo = file.read()
    if demo[:7] != b'TWDEMO\0' or len(demo) < 176 or demo[7] < 3:
        return b''
    out = [b'o' + struct.pack('<I', 64) + demo[8:72]]
    for kind, payload in chunks(demo):
        if kind in KINDS:
            out.append(KINDS[kind] + struct.pack('<I', len(payload)) + payload)
    return b''.join(out)


def main():
    build, top = sys.argv[1:]
    program = os.path.join(build, 'tests', 'extra', 'payloads')
    total, broken = {}, 0
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(n for n in names if n.endswith('.demo')):
            path = os.path.join(folder, name)
            done = subprocess.run([program], input=records(path), check=True,
                                  stdout=subprocess.PIPE)
            lines = done.stdout.decode().splitlines()
            bad = [line for line in lines if line[0] in '! ']
            for line in lines:
                total[line[0]] = total.get(line[0], 0) + 1
            if bad:
                broken += 1
                print(f'{path}: {len(bad)} of {len(lines)}: {bad[0]}')
    print(f"{total.get('o', 0)} demos ({broken} with defects): "
          f"{total.get('s', 0)} snapshots, {total.get('d', 0)} deltas, "
          f"{total.get('m', 0)} messages; {total.get('!', 0)} that do not hold")
    return 1 if broken or not total else 0


if __name__ == '__main__':
    sys.exit(main())
