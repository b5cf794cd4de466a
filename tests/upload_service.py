# SPDX-License-Identifier: MIT
"""upload_service - the service of contrib/gate, for tests

At its end nothing is in the spool, nothing in the store that is not a whole accepted
file under its SHA-256, no original but those of repaired files, and no check runs.
"""
import functools
import hashlib
import json
import os
import socket
import subprocess
import sys
import time

import tap
from tap import equal, expect, read, write

UPLOAD = os.path.join(os.path.abspath(sys.argv[2]), 'contrib/gate/upload.py')


def children(pid):
    """Every process below this one."""
    found, parents = [], {}
    for entry in filter(str.isdigit, os.listdir('/proc')):
        try:
            stat = read(f'/proc/{entry}/stat').decode(errors='replace')
        except OSError:
            continue
        parents[int(entry)] = int(stat.rpartition(')')[2].split()[1])
    below = {pid}
    while True:
        more = {p for p, up in parents.items() if up in below} - below
        if not more:
            return found
        found += more
        below |= more


def eventually(what, holds, seconds=20):
    until = time.monotonic() + seconds
    while not holds():
        expect(time.monotonic() < until, f'not in {seconds} s: {what}')
        time.sleep(0.02)


@functools.lru_cache(None)
def has_sandbox():
    return tap.run('check', '--sandbox=strict', '-').code != 70


def fake(script):
    """A program for --demofsck: demofsck for an empty file, and else this script."""
    write('fake', f'#!/bin/sh\n[ -s /dev/stdin ] || exec {tap.PROGRAM} "$@"\n'
          f'{script}\n'.encode())
    os.chmod('fake', 0o755)
    return './fake'


class Service:
    def __init__(self, *options, program=None, preexec=None):
        for folder in ('spool', 'store', 'originals'):
            os.makedirs(folder, exist_ok=True)
        self.errors = open('errors', 'wb')
        self.process = subprocess.Popen(
            [sys.executable, UPLOAD, '--port=0',
             f'--demofsck={program or tap.PROGRAM}',
             *([] if has_sandbox() else ['--sandbox=auto']), *options, 'spool',
             'store'], stdout=subprocess.PIPE, stderr=self.errors,
            preexec_fn=preexec)
        line = self.process.stdout.readline().decode()
        expect(line.startswith('listening on port '),
               f'{line!r}: {read("errors")!r}')
        self.port = int(line.split()[-1])
        self.accepted, self.originals = set(), set()
        self.head = b''  # of the last answer to raw()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        try:
            if error[0] is None:
                eventually('no check is left', lambda: not self.checks())
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.errors.close()
        if error[0] is None:
            self.is_clean()
            equal(read('errors'), b'', 'standard error')

    def is_clean(self):
        equal(os.listdir('spool'), [], 'spool')
        for folder, names in (('store', self.accepted),
                              ('originals', self.originals)):
            equal(set(os.listdir(folder)), names, folder)
            for name in names:
                equal(hashlib.sha256(read(f'{folder}/{name}')).hexdigest(),
                      name, folder)

    def checks(self):
        return children(self.process.pid)

    def curl(self, path, *options, url='/'):
        """(code, answer) of an upload by curl; code 0: there was no answer."""
        done = subprocess.run(
            ['curl', '-sS', '--noproxy', '*', '-w', '\n%{http_code}',
             *(['-T', path] if path else []), *options, '--',
             f'http://127.0.0.1:{self.port}{url}'],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100)
        body, _, code = done.stdout.rpartition(b'\n')
        return self.judged(int(code), body)

    def judged(self, code, body):
        try:
            said = json.loads(body)
        except ValueError:
            said = {}
        if code == 200:
            equal(said['accept'], True, 'accept')
            self.accepted.add(said['sha256'])
        else:
            expect(said.get('accept') in (None, False), f'{code}: {said}')
        if code == 201:
            equal(said['repaired']['accept'], True, 'the repaired file')
            self.accepted.add(said['repaired']['sha256'])
            self.originals.add(said['original'])
        return code, said

    def connect(self, data=b'', address='127.0.0.1'):
        link = socket.create_connection(('127.0.0.1', self.port), timeout=60,
                                        source_address=(address, 0))
        link.sendall(data)
        return link

    def raw(self, data, address='127.0.0.1'):
        """The same with these very bytes."""
        with self.connect(data, address) as link:
            self.head, _, body = b''.join(iter(lambda: link.recv(65536), b'')) \
                .partition(b'\r\n\r\n')
        first = self.head.split()
        return self.judged(
            int(first[1]) if self.head.startswith(b'HTTP/') else 0, body)

    def is_busy(self, data, address='127.0.0.1'):
        """Is the answer a 503 that says when to come again?"""
        code = self.raw(data, address)[0]
        equal(b'\r\nRetry-After: 10' in self.head, code == 503, self.head)
        return code == 503


def request(length, *lines, target=b'/'):
    return b'\r\n'.join([b'PUT ' + target + b' HTTP/1.1', b'Host: x',
                         b'Content-Length: ' + length, *lines, b'', b''])
