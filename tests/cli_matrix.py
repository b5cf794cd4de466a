#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_matrix - the exit code of every kind of input, by every way, alone and among others

usage: cli_matrix.py DEMOFSCK

Each cell is a case: what is wrong, by a name or on standard input, the command, alone
or in a batch with a good and a damaged file, where the worst code wins.
"""
import os
import threading
import time

import recording
import tap
from tap import CASES, equal, expect, run, write

GOOD = recording.valid()
# A message that no version has, in the place of FINISH.
DAMAGED = GOOD[:-1] + b'\x7f'
# What, and its code: of check, and of repair.
KINDS = [
    ('ok', 0, 0), ('cut', 1, 3), ('flipped', 1, 3), ('missing', 4, 4),
    ('bad option', 2, 2), ('directory', 4, 4), ('FIFO', 0, 0), ('empty', 1, 1),
    ('closed stdout', 4, 4), ('full disk', 4, 4), ('growing', 5, 5)]
ORDER = [2, 70, 4, 5, 1, 3, 0]


def worst(*codes):
    return min(codes, key=ORDER.index)


class Growing:
    """A file that something is appended to for as long as it is read."""

    def __init__(self, path):
        self.path, self.stop = path, threading.Event()
        write(path, recording.valid(8_000_000)[:-1])
        self.thread = threading.Thread(target=self.append)

    def append(self):
        with open(self.path, 'ab', buffering=0) as f:
            while not self.stop.is_set():
                f.write(b'\x00\x01\x00')
                time.sleep(0.0005)

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()


def content_of(kind):
    return {'cut': GOOD[:-3], 'flipped': DAMAGED, 'empty': b''}.get(kind, GOOD)


def feed(fifo):
    with open(fifo, 'wb') as f:
        f.write(GOOD)


def place(kind):
    """Makes the input; its name, and what runs beside the program."""
    name = 'f.teehistorian'
    if kind == 'growing':
        return name, Growing(name)
    if kind == 'directory':
        os.mkdir(name)
        write(f'{name}/x', GOOD)
    elif kind == 'FIFO':
        os.mkfifo(name)
    elif kind != 'missing':
        write(name, content_of(kind))
    return name, None


def close_stdout():
    os.close(1)


def close_stdin():
    os.close(0)


def arguments(command, kind, batch):
    words = [command, '--format=ndjson'] if kind == 'growing' else [command]
    if kind == 'bad option':
        words.append('--no-such-option')
    if command == 'repair':
        # One output for one input; more go into a folder.
        words += ['-d', 'out'] if batch else ['-o', 'out']
    return words


def cell(kind, way, command, batch, alone):
    name, beside = place(kind)
    words = arguments(command, kind, batch)
    how = {}
    writer = None
    if kind == 'full disk':
        how['stdout'] = open('/dev/full', 'wb')
    if kind == 'closed stdout':
        how['preexec'] = close_stdout
    if way == 'stdin':
        words.append('-')
        if kind == 'missing':
            how['preexec'] = close_stdin
        elif kind == 'directory':
            how['stdin'] = os.open(name, os.O_RDONLY)
        elif kind == 'FIFO':
            how['stdin'] = GOOD
        elif kind != 'growing':
            how['stdin'] = os.open(name, os.O_RDONLY)
    else:
        words.append(name)
        if kind == 'FIFO':
            writer = threading.Thread(target=feed, args=(name,))
            writer.start()
    if batch:
        words += [write('good.teehistorian', GOOD), write('damaged.teehistorian', DAMAGED)]
    if beside:
        with beside:
            if way == 'stdin':
                how['stdin'] = os.open(name, os.O_RDONLY)
            got = run(*words, **how)
    else:
        got = run(*words, **how)
    if writer:
        writer.join()
    others = worst(0, run(command, *(['-n'] if command == 'repair' else []),
                          'damaged.teehistorian').code) if batch else 0
    want = alone if kind == 'bad option' else worst(alone, others)
    equal(got.code, want, f'{words}: exit code; stderr {got.err[-300:]!r}')
    if want in (2, 4):
        expect(got.err.startswith(b'demofsck: '), f'stderr: {got.err!r}')
    if command == 'repair' and not batch:
        # Where the report cannot be written, the output may be there: it is whole.
        if kind not in ('closed stdout', 'full disk'):
            equal(os.path.exists('out'), alone in (0, 3), 'is there an output')


for KIND, CHECK, REPAIR in KINDS:
    for WAY in 'file', 'stdin':
        for COMMAND, CODE in ('check', CHECK), ('repair', REPAIR):
            for BATCH in False, True:
                if COMMAND == 'repair' and BATCH and WAY == 'stdin':
                    continue  # standard input has no name in a folder: bad usage
                # A folder is searched, but where one output is named.
                SEARCHED = KIND == 'directory' and WAY == 'file' and (
                    COMMAND == 'check' or BATCH)
                CASES.append((f'{KIND}, {WAY}, {COMMAND}, {"batch" if BATCH else "single"}',
                              cell, (KIND, WAY, COMMAND, BATCH, 0 if SEARCHED else CODE)))

if __name__ == '__main__':
    tap.main()
