# SPDX-License-Identifier: MIT
"""maps.py - real maps, from outside of the project

usage: maps.py BUILD DIR

For every .map below DIR, and every map that a .demo there holds: what the
program says of items, data, checksums and decoded bytes is what zlib, zlib's
CRC-32 and SHA-256 say.  Exits 1 if it is not; prints counts.
"""
import hashlib
import json
import os
import struct
import subprocess
import sys
import zlib

import demos


def maps_below(top):
    """(name, bytes) of each map, the same bytes once."""
    seen = set()
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            with open(path, 'rb') as file:
                data = file.read()
            if name.endswith('.demo') and data[:7] == b'TWDEMO\0' and \
                    len(data) >= 176:
                end = demos.chunks_at(data)
                size, = struct.unpack_from('>I', data, 136)
                data = data[end - size:end]
                if len(data) < size:
                    continue
            elif not name.endswith('.map'):
                continue
            digest = hashlib.sha256(data).hexdigest()
            if data[:4] == b'DATA' and digest not in seen:
                seen.add(digest)
                yield path, data


def facts_of(data):
    """What the header, zlib and the digests say; None: it cannot be read."""
    version, _, _, types, items, n, item_size, data_size = \
        struct.unpack_from('<8i', data, 4)
    offsets = 36 + 12 * types + 4 * items
    sizes = offsets + 4 * n
    begin = sizes + (4 * n if version == 4 else 0) + item_size
    decoded = 0
    starts = list(struct.unpack_from(f'<{n}i', data, offsets)) + [data_size]
    for i in range(n):
        part = data[begin + starts[i]:begin + starts[i + 1]]
        if version == 4:
            stream = zlib.decompressobj()
            part = stream.decompress(part)
            size, = struct.unpack_from('<i', data, sizes + 4 * i)
            if not stream.eof or len(part) != size:
                return None
        decoded += len(part)
    return {'items': items, 'data': n, 'crc': f'{zlib.crc32(data):08x}',
            'sha256': hashlib.sha256(data).hexdigest(),
            'decoded_data': decoded}


def main():
    build, top = sys.argv[1:]
    program = os.path.join(build, 'cli', 'demofsck')
    maps = streams = size = differ = 0
    for path, data in maps_below(top):
        try:
            want = facts_of(data)
        except (struct.error, zlib.error):
            want = None
        done = subprocess.run([program, 'check', '--format=ndjson', '-'],
                              input=data, stdout=subprocess.PIPE, check=False)
        said = [json.loads(line) for line in done.stdout.splitlines()]
        said = [line for line in said if line['type'] == 'file'][0]
        facts = said['facts']
        maps += 1
        if want is None:
            same = said['verdict'] != 'valid'
        else:
            same = all(facts[key] == value for key, value in want.items())
            streams += want['data']
            size += want['decoded_data']
        if not same:
            differ += 1
            print(f'{path}: {facts}, expected {want}')
    print(f'{maps} maps, {streams} streams, {size} decoded bytes: '
          f'{differ} differ')
    return 1 if differ or not maps else 0


if __name__ == '__main__':
    sys.exit(main())
