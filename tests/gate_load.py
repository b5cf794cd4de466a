#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gate_load - the upload service of contrib/gate under load, a third of it hostile

usage: gate_load.py DEMOFSCK ROOT
"""
import collections
import gzip
import os
import re
import threading
import time

import bombs
import recording
import tap
from tap import case, equal, expect, read, write
from upload_service import Service, eventually

NOISE = b'No recording at all. ' * 5000


def uploads():
    """(what, data, code that is due): a third of them hostile."""
    good = [recording.valid(n, server_name=f'n{n}') for n in range(20, 60)]
    good += [gzip.compress(good[0]), recording.valid(60_000)]
    packed = [gzip.compress(recording.header() + recording.body(2) +
                           (recording.message(0, 1, 0) +
                            recording.message(0, -1, 0)) * (8 * bombs.MIB)),
             b''.join(bombs.inflated_map()), b''.join(bombs.demo_with_map())]
    cuts = [good[i][:-1 - i] for i in range(40)] + [packed[0][:5000]]
    for i in range(1000):
        if i % 3:
            yield 'good', good[i % len(good)], 200
        elif i % 4 == 0:
            yield 'bomb', packed[i // 12 % len(packed)], 422
        elif i % 4 == 1:
            yield 'cut', cuts[i % len(cuts)], 422
        elif i % 48 == 6:
            yield 'slow', good[-1], 408
        else:
            yield 'noise', NOISE[:2000 * (i % 50)], 422


def resident(pid):
    """KiB."""
    status = read(f'/proc/{pid}/status').decode()
    return int(re.search(r'VmRSS:\s+(\d+)', status).group(1))


def measured():
    """A program that runs demofsck, and leaves the CPU time that it took."""
    os.mkdir('times')
    write('timed', f'#!/bin/sh\n"{tap.PROGRAM}" "$@"\ncode=$?\n'
          f'times >times/$$\nexit $code\n'.encode())
    os.chmod('timed', 0o755)
    return './timed'


def cpu_seconds():
    """Of each check: the second line is what the children of the shell took."""
    for name in os.listdir('times'):
        words = read(f'times/{name}').decode().split()
        if len(words) == 4:
            yield sum(int(m) * 60 + float(s) for m, s in
                      (re.match(r'(\d+)m([\d.]+)s', w).groups()
                       for w in words[2:]))


@case('1,000 uploads by 8 clients, a third hostile: each has its right answer')
def load():
    jobs, wrong = collections.deque(enumerate(uploads())), []
    counts = collections.Counter()

    def client(me):
        while jobs:
            try:
                number, (what, data, want) = jobs.popleft()
            except IndexError:
                return
            name = write(f'upload-{me}', data)
            url = '/..%2f$(x)' if number % 5 == 0 else '/'
            options = ['--limit-rate', '5k'] if what == 'slow' else []
            code, said = service.curl(name, *options, url=url)
            counts[what] += 1
            if code != want:
                wrong.append((number, what, code, want, said))
            if number == 200:
                sizes.append(resident(service.process.pid))

    sizes = []
    with Service('--seconds=6', '--checks=8', '--per-address=0', '--max-bytes=4194304',
                 program=measured()) as service:
        begin = time.monotonic()
        clients = [threading.Thread(target=client, args=(i,)) for i in range(8)]
        for thread in clients:
            thread.start()
        for thread in clients:
            thread.join()
        seconds = time.monotonic() - begin
        sizes.append(resident(service.process.pid))
        eventually('no check is left', lambda: not service.checks())
    equal(wrong[:3], [], f'{len(wrong)} wrong answers')
    equal(sum(counts.values()), 1000, 'uploads')
    expect(counts['good'] == 666 and min(counts.values()) >= 20, counts)
    times = sorted(cpu_seconds())
    print(f'# {seconds:.0f} s, {dict(counts)}; CPU seconds of {len(times)} '
          f'checks: median {times[len(times) // 2]:.2f}, most {times[-1]:.2f}; '
          f'RSS {sizes[0]} KiB, {sizes[-1]} KiB')
    expect(len(times) >= 900, f'only {len(times)} were measured')
    expect(times[-1] <= 1, f'{times[-1]} s of CPU time')
    expect(sizes[-1] - sizes[0] < 8 * 1024, f'RSS {sizes}')
    expect(seconds < 120, f'{seconds:.0f} s')


if __name__ == '__main__':
    tap.main()
