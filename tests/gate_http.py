#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gate_http - the upload service of contrib/gate, as its clients meet it

usage: gate_http.py DEMOFSCK ROOT

Every case has a service of its own: upload_service.py says what holds at its end.
"""
import gzip
import hashlib
import json
import os
import signal
import time

import recording
import tap
from tap import case, equal, expect, table, write
from upload_service import Service, eventually, request

VALID = recording.valid()
NOISE = b'No recording at all. ' * 200_000


# ------------------------------------------------------------------ answers --
@case('what is valid is kept under its SHA-256, once, by PUT and by POST')
def accepted():
    with Service() as service:
        for _ in range(2):
            code, said = service.curl(write('f', VALID))
            equal((code, said['sha256'], said['md5']),
                  (200, hashlib.sha256(VALID).hexdigest(),
                   hashlib.md5(VALID).hexdigest()), said)
        packed = gzip.compress(recording.valid(300_000), 1)
        code, said = service.curl(None, '--data-binary',
                                  '@' + write('g', packed))
        equal((code, said['compression']), (200, 'gzip'), said)
        equal(len(service.accepted), 2, 'files')


@table('what is not valid is refused, with the reasons', [
    ('cut', VALID[:-300]), ('no end', recording.unfinished()),
    ('noise', NOISE), ('nothing', b''), ('one byte', b'x'),
    ('gzip cut', gzip.compress(VALID)[:-9])])
def refused(data):
    with Service() as service:
        code, said = service.curl(write('f', data))
        equal((code, said['accept'], said['early']), (422, False,
                                                      len(data) > 65535), said)
        expect(said['reasons'], 'no reason')


@case('the profile is that of the service')
def profile():
    with Service('--profile=lenient') as service:
        equal(service.curl(write('f', recording.unfinished()))[0], 200, 'code')


@case('what is too large, or does not say how large it is, is not read')
def oversize():
    with Service('--max-bytes=1000000') as service:
        equal(service.curl(write('f', NOISE))[0], 413, 'too large')
        equal(service.curl('f', '-H', 'Transfer-Encoding: chunked')[0], 411,
              'chunks')
        for length, want in ((b'1000001', 413), (b'9' * 17, 413),
                             (b'9' * 400, 411), (b'-1', 411), (b'1e3', 411),
                             (b'+5', 411), (b'\xb2', 411), (b'0x10', 411),
                             (b'5\r\nContent-Length: 5', 411), (b'', 411)):
            equal(service.raw(request(length))[0], want, length)
        equal(service.raw(b'PUT / HTTP/1.1\r\n\r\n')[0], 411, 'no length')
        equal(service.raw(b'GET / HTTP/1.1\r\n\r\n')[0], 501, 'another method')


@case('the answer comes early, and the rest of the upload is not waited for')
def early():
    with Service('--seconds=50') as service:
        code, said = service.raw(request(b'90000000') + NOISE[:200_000])
        equal((code, said['early']), (422, True), said)


@case('names and headers of a client are no names of files')
def hostile_names():
    targets = [b'/../../../tmp/evil', b'/store/x', b'//', b'/%00', b'/%2e%2e/x',
               b'/\xff\xfe', b'/' + b'a' * 5000, b'/`reboot`', b'*',
               b'http://elsewhere/x']
    lines = [b'Content-Disposition: attachment; filename="../../evil"',
             b'X-Name: \x1b[2J\xff', b'Expect: something']
    with Service() as service:
        for target in targets:
            for data, want in ((VALID, 200), (b'x', 422)):
                length = str(len(data)).encode()
                code = service.raw(request(length, *lines, target=target) +
                                   data)[0]
                equal(code, want, target)
        for data in (b'\0' * 70_000, b'GET ' * 50_000, b'PUT / HTTP/9.9\r\n\r\n',
                     request(b'1', *[b'a: b'] * 200),
                     b'PUT /' + b'a' * 70_000 + b' HTTP/1.1\r\n\r\n',
                     b'DELETE / HTTP/1.1\r\n\r\n', b'\r\n\r\n'):
            try:
                code = service.raw(data)[0]
            except ConnectionError:
                code = 0
            expect(code != 200, f'{data[:20]}: {code}')
        equal(len(service.accepted), 1, 'files')


# ------------------------------------------------------------ slow and gone --
@case('a client that is too slow is cut off, wherever it stands')
def slow():
    with Service('--seconds=2') as service:
        whole = request(str(len(VALID)).encode()) + VALID
        for n in (0, 20, len(whole) - 1):
            begin = time.monotonic()
            code = service.raw(whole[:n])[0]
            expect(1.5 < time.monotonic() - begin < 12, f'after {n} bytes')
            expect(code in ((408,) if n > 100 else (0, 400, 411)), (n, code))
        code = service.curl(write('f', recording.valid(100_000)),
                            '--limit-rate', '5k')[0]
        equal(code, 408, 'curl')
        equal(service.curl(write('f', VALID))[0], 200, 'a fast one')


@case('nothing is left of a client that goes away')
def gone():
    with Service() as service:
        for n in (10, 200, 100_000):
            link = service.connect((request(b'200000') +
                                    recording.valid(150_000))[:n])
            time.sleep(0.1)
            link.close()
        eventually('the checks end', lambda: not service.checks())
        service.is_clean()
        equal(service.curl(write('f', VALID))[0], 200, 'the next one')


@case('more than it may check at once are told to come again')
def busy():
    with Service('--checks=1') as service:
        with service.connect(request(b'200000') + VALID):
            eventually('it is checked', service.checks)
            equal(service.curl(write('f', VALID))[0], 503, 'the second')
        eventually('it ends', lambda: not service.checks())
        eventually('the third', lambda: service.curl('f')[0] == 200)


@case('nothing is left if it is killed')
def killed():
    with Service() as service:
        with service.connect(request(b'900000') + recording.valid(100_000)):
            eventually('it is checked', service.checks)
            left = service.checks()
            service.process.send_signal(signal.SIGKILL)
            service.process.wait()
            eventually('the check ends', lambda: not any(
                os.path.exists(f'/proc/{pid}') for pid in left))
        service.is_clean()


GOOD = {'schema': 'demofsck.gate/1', 'accept': True, 'error': None,
        'size': len(VALID), 'sha256': 'x'}


@table('a check that fails accepts nothing', [
    ('no line', 'exit 0', 500), ('no JSON', 'echo accept', 500),
    ('JSON of another kind', 'echo "[true]"', 500),
    ('it is killed', 'kill -9 $$', 500), ('it hangs', 'exec sleep 1000', 408),
    ('it loops', 'while :; do :; done', 408),
    ('accept, and exit 1', f"echo '{json.dumps(GOOD)}'; exit 1", 500),
    ('accept of other bytes',
     f"echo '{json.dumps({**GOOD, 'size': 1})}'", 500),
    ('an error', f"echo '{json.dumps({**GOOD, 'error': 'no memory'})}'", 500),
    ('two answers', f"echo '{json.dumps(GOOD)}{json.dumps(GOOD)}'", 500)])
def broken(script, want):
    write('fake', f'#!/bin/sh\n{script}\n'.encode())
    os.chmod('fake', 0o755)
    with Service('--seconds=3', program='./fake') as service:
        code, said = service.curl(write('f', VALID))
        equal((code, said['accept']), (want, False), said)


@case('a program that is not there, and folders that are full')
def missing():
    with Service(program='./none') as service:
        equal(service.curl(write('f', VALID))[0], 500, 'no program')
        service.errors.truncate(0)
    with Service() as service:
        os.rmdir('spool')
        equal(service.curl('f')[0], 500, 'no spool')
        os.mkdir('spool')
        service.errors.truncate(0)


if __name__ == '__main__':
    tap.main()
