# SPDX-License-Identifier: MIT
"""upload_service - the service of contrib/gate, for tests

At its end nothing is in the spool, nothing in the store that is not a whole accepted
file under its SHA-256, and no check runs.
"""
import hashlib
import json
import os
import socket
import subprocess
import sys
import time

import tap
from tap import equal, expect, read

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


class Service:
    def __init__(self, *options, program=None):
        for folder in ('spool', 'store'):
            os.makedirs(folder, exist_ok=True)
        self.errors = open('errors', 'wb')
        self.process = subprocess.Popen(
            [sys.executable, UPLOAD, '--port=0',
             f'--demofsck={program or tap.PROGRAM}', *options, 'spool',
             'store'], stdout=subprocess.PIPE, stderr=self.errors)
        line = self.process.stdout.readline().decode()
        expect(line.startswith('listening on port '), f'{line!r}')
        self.port = int(line.split()[-1])
        self.accepted = set()

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
        equal(set(os.listdir('store')), self.accepted, 'store')
        for name in self.accepted:
            equal(hashlib.sha256(read(f'store/{name}')).hexdigest(), name, name)

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
        return code, said

    def connect(self, data=b''):
        link = socket.create_connection(('127.0.0.1', self.port), timeout=60)
        link.sendall(data)
        return link

    def raw(self, data):
        """The same with these very bytes."""
        with self.connect(data) as link:
            head, _, body = b''.join(iter(lambda: link.recv(65536), b'')) \
                .partition(b'\r\n\r\n')
        first = head.split()
        return self.judged(
            int(first[1]) if head.startswith(b'HTTP/') else 0, body)


def request(length, *lines, target=b'/'):
    return b'\r\n'.join([b'PUT ' + target + b' HTTP/1.1', b'Host: x',
                         b'Content-Length: ' + length, *lines, b'', b''])
