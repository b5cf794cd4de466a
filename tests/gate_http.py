#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gate_http - the upload service of contrib/gate, as its clients meet it

usage: gate_http.py DEMOFSCK ROOT

Every case has a service of its own: upload_service.py says what holds at its end.
"""
import errno
import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
import time

import poorer
import recording
import tap
from tap import case, equal, expect, table, write
from upload_service import UPLOAD, Service, eventually, fake, has_sandbox, request

VALID = recording.valid()
NOISE = b'No recording at all. ' * 200_000
WHOLE = request(str(len(VALID)).encode()) + VALID
HANG = 'while [ ! -e go ] && [ -e fake ]; do sleep 0.02; done'  # or the case has ended


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


@case('a client that asks whether to send the body is refused before the body')
def expects():
    with Service('--max-bytes=1000000', '--seconds=50') as service:
        ask = b'Expect: 100-continue'
        for length, want in ((b'1000001', 413), (b'x', 411)):
            equal(service.raw(request(length, ask))[0], want, length)
        with service.connect(request(b'5', ask)) as link:
            expect(link.recv(100).startswith(b'HTTP/1.1 100 Continue\r\n'), '100')
            link.sendall(b'12345')
            expect(link.recv(100).startswith(b'HTTP/1.1 422 '), 'the verdict')
        equal(service.curl(write('f', VALID), '-H', 'Expect: 100-continue')[0], 200,
              'curl')


@case('only the formats of --accept are accepted')
def formats():
    with Service('--accept=twdemo,dem') as service:
        code, said = service.curl(write('f', VALID))
        equal((code, said['verdict'], said['refused']),
              (422, 'valid', 'the format is not one of --accept'), said)
    with Service('--accept=teehistorian') as service:
        equal(service.curl('f')[0], 200, 'a log')


@case('with --repair a refused file is repaired, and the original is kept')
def repair():
    cuts = (recording.unfinished(), VALID[:-4], recording.valid(60_000)[:-2],
            gzip.compress(VALID)[:-9],
            recording.valid(60_000)[:3000] + b'\xff' * 70_000)
    with Service('--repair=originals') as service:
        for data in cuts:
            code, said = service.curl(write('f', data))
            equal((code, said['accept'], said['original'], said['repaired']['verdict']),
                  (201, False, hashlib.sha256(data).hexdigest(), 'valid'), said)
            size = said['repaired']['size']
            equal(sum(said['loss']['bytes'][k] for k in ('kept', 'changed', 'added')), size,
                  said['loss'])
            expect(said['reasons'], 'no reason')
        for data in (b'', NOISE, recording.hopeless()):
            code, said = service.curl(write('f', data))
            equal((code, 'repaired' in said), (422, False), said)
        equal(service.curl(write('f', VALID))[0], 200, 'a valid file')
        equal(len(service.originals), len(cuts), 'originals')
    with Service('--repair=originals', '--accept=dem') as service:
        service.accepted = set(os.listdir('store'))
        service.originals = set(os.listdir('originals'))
        equal(service.curl(write('f', cuts[0]))[0], 422, 'another format')


def failing_repair(error, code=4):
    record = json.dumps({'type': 'file', 'error': error})
    return fake(f'if [ "$1" = repair ]; then echo \'{record}\'; echo "{{}}"; exit {code};'
                f' fi\nexec {tap.PROGRAM} "$@"')


@table('a repair that the system makes impossible is no fault of the file', [
    (error or str(code), error, code, want) for error, code, want in (
        ('spool/x: No space left on device', 4, 507),
        ('spool/x: Disk quota exceeded', 4, 507), ('x: Input/output error', 4, 500),
        ('out of memory', 4, 500), (None, 4, 500), ('error in demofsck', 70, 500),
        ('spool/x: File too large', 4, 422), ('not repairable', 1, 422),
        ('undecided', 5, 422))])
def repair_fails(error, code, want):
    with Service('--repair=originals', program=failing_repair(error, code)) as service:
        got, said = service.curl(write('f', recording.unfinished()))
        equal((got, said['accept'], 'verdict' in said), (want, False, want == 422), said)


@case('a full disk is no fault of the file')
def full_disk():
    if subprocess.run(['unshare', '-m', 'true'], stderr=subprocess.DEVNULL).returncode:
        raise tap.Skipped('nothing can be mounted here')
    # the space of the upload, and half of the space of its repair
    data = recording.valid(300_000)[:-1]
    script = fake(f'[ "$1" = repair ] || exec {tap.PROGRAM} "$@"\n'
                  f'exec unshare -m sh -c \'mount -t tmpfs -o size=400k none spool; '
                  f'mkdir -p "${{3#--output=}}"; rmdir "${{3#--output=}}"; '
                  f'exec {tap.PROGRAM} "$@"\' sh "$@"')
    with Service('--repair=originals', program=script) as service:
        got, said = service.curl(write('f', data))
        equal((got, said), (507, {'accept': False,
                                  'error': 'no space left for the repair'}), said)


@case('a repaired file that is too large is not accepted, as without a repair')
def large_repair():
    data = gzip.compress(recording.valid(100_000)[:-1])
    with Service('--repair=originals', '--max-bytes=200000') as service:
        got, said = service.curl(write('f', data))
        equal((got, said['verdict']), (422, 'truncated'), said)


@case('a repair that was killed leaves a folder, which the next service deletes')
def repair_killed():
    script = fake('if [ "$1" = repair ]; then echo x >"${3#--output=}"; touch begun;'
                  f' {HANG}; fi\nexec {tap.PROGRAM} "$@"')
    write('f', recording.unfinished())
    with Service('--repair=originals', program=script) as service:
        with service.connect(request(b'%d' % len(recording.unfinished())) +
                             recording.unfinished()):
            eventually('the repair begins', lambda: os.path.exists('begun'))
            left = service.checks()
            service.process.kill()
            service.process.wait()
        for pid in left:
            if os.path.exists(f'/proc/{pid}'):
                os.kill(pid, signal.SIGKILL)
        folder, = os.listdir('spool')
        equal(os.listdir(f'spool/{folder}'), ['output'], 'a folder')
        with Service('--repair=originals') as after:
            equal(os.listdir('spool'), [], 'spool')
            equal(after.curl('f')[0], 201, 'the next one')
            service.accepted, service.originals = after.accepted, after.originals


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
        service.is_clean()
        equal(service.curl(write('f', VALID))[0], 200, 'the next one')


@case('more than it may check at once wait a while, and are told to come again')
def busy():
    script = fake(f'touch begun; {HANG}; exec {tap.PROGRAM} "$@"')
    with Service('--checks=1', '--wait=0.5', program=script) as service:
        with service.connect(WHOLE) as first:
            eventually('a check runs', lambda: os.path.exists('begun'))
            begin = time.monotonic()
            expect(service.is_busy(WHOLE), 'the second')
            expect(time.monotonic() - begin >= 0.5, 'the second did not wait')
            write('go', b'')
            expect(first.recv(100).startswith(b'HTTP/1.1 200 '), 'the first')
        equal(service.raw(WHOLE)[0], 200, 'the third')


@case('the wait for a check ends with the time of the connection')
def busy_and_late():
    script = fake(f'touch begun; {HANG}; exec {tap.PROGRAM} "$@"')
    with Service('--checks=1', '--wait=30', '--seconds=3', program=script) as service:
        with service.connect(WHOLE[:-1]) as early:
            time.sleep(1.5)
            with service.connect(WHOLE):
                eventually('a check runs', lambda: os.path.exists('begun'))
                early.sendall(WHOLE[-1:])
                answer = early.recv(1000)
                expect(service.checks(), 'the check that runs has ended')
    expect(answer.startswith(b'HTTP/1.1 503 ') and b'\r\nRetry-After: ' in answer,
           answer)


@case('200 slow clients from many addresses hinder nobody')
def slow_many():
    with Service('--checks=1', '--seconds=50') as service:
        links = [service.connect((request(b'200000') + VALID)[:(0, 20, 100, 900)[i % 4]],
                                 f'127.0.1.{1 + i // 4}') for i in range(200)]
        for _ in range(3):
            equal(service.curl(write('f', VALID))[0], 200, 'a fast client')
        equal(service.checks(), [], 'checks')
        for link in links:
            link.close()


@case('one address and all together have a limit of connections')
def crowded():
    with Service('--per-address=3', '--connections=5', '--seconds=50') as service:
        links = [service.connect() for _ in range(3)]
        eventually('the address is full', lambda: service.is_busy(WHOLE))
        expect(not service.is_busy(WHOLE, '127.0.0.2'), 'another address')
        links += [service.connect(b'', f'127.0.0.{i}') for i in (3, 4)]
        eventually('all is full', lambda: service.is_busy(WHOLE, '127.0.0.5'))
        code = service.curl(write('f', NOISE))[0]
        expect(code == 503, f'a client that sends much before it reads: {code}')
        for _ in range(70):
            links.append(service.connect())
        for link in links:
            link.close()
        eventually('there is room', lambda: not service.is_busy(WHOLE))
    with Service('--per-address=0') as service:
        service.accepted = set(os.listdir('store'))
        links = [service.connect() for _ in range(20)]
        equal(service.raw(WHOLE)[0], 200, 'no limit')
        for link in links:
            link.close()


@case('the spool has a limit, and an announced length takes nothing from it')
def spool():
    large = recording.valid(60_000)
    whole = request(b'%d' % len(large)) + large
    with Service(f'--spool-bytes={len(large) + 1000}', '--seconds=50') as service:
        with service.connect(request(b'90000000')):
            equal(service.raw(whole)[0], 200, 'the only bytes')

        def full():
            # If the whole upload is first, the other one gets the 503.
            with service.connect(request(b'90000000') + bytes(2000)):
                time.sleep(0.1)
                return service.is_busy(whole)
        eventually('the spool is full', full)
        eventually('the bytes are given back', lambda: service.raw(whole)[0] == 200)


@case('nothing is left if it is killed')
def killed():
    with Service(program=fake(f'touch begun; {HANG}')) as service:
        with service.connect(request(b'900000') + recording.valid(100_000)), \
                service.connect(WHOLE):
            eventually('a check runs', lambda: os.path.exists('begun'))
            service.process.send_signal(signal.SIGKILL)
            service.process.wait()
        write('go', b'')
        service.is_clean()


GOOD = {'schema': 'demofsck.gate/1', 'accept': True, 'error': None,
        'size': len(VALID), 'sha256': hashlib.sha256(VALID).hexdigest()}


@table('a check that fails accepts nothing', [
    ('no line', 'exit 0', 500), ('no JSON', 'echo accept', 500),
    ('JSON of another kind', 'echo "[true]"', 500),
    ('it is killed', 'kill -9 $$', 500), ('it hangs', 'exec sleep 1000', 408),
    ('it loops', 'while :; do :; done', 408),
    ('accept, and exit 1', f"echo '{json.dumps(GOOD)}'; exit 1", 500),
    ('accept of other bytes',
     f"echo '{json.dumps({**GOOD, 'size': 1})}'", 500),
    ('accept of another SHA-256',
     f"echo '{json.dumps({**GOOD, 'sha256': '../' * 9 + 'x'})}'", 500),
    ('neither yes nor no', f"echo '{json.dumps({**GOOD, 'accept': 'yes'})}'", 500),
    ('no end of the answer', 'exec yes', 408),
    ('an error', f"echo '{json.dumps({**GOOD, 'error': 'no memory'})}'", 500),
    ('two answers', f"echo '{json.dumps(GOOD)}{json.dumps(GOOD)}'", 500)])
def broken(script, want):
    with Service('--seconds=2', program=fake(script)) as service:
        code, said = service.curl(write('f', VALID))
        equal((code, said['accept']), (want, False), said)


@table('a service that could check nothing does not start, and says why', [
    ('no program', b'none', '--demofsck=./none'),
    ('a program that fails', b'broken', '--demofsck=./fails'),
    ('no spool', b'nowhere', 'nowhere'), ('no profile', b'--profile: ', '--profile=none'),
    ('no format', b'did you mean twdemo?', '--accept=twdem'),
    ('no sandbox', b'; no seccomp: ', '--sandbox=strict')])
def not_ready(why, option):
    if why.startswith(b'; ') and not has_sandbox():
        raise tap.Skipped('strict has no sandbox here')
    write('fails', b'#!/bin/sh\necho broken >&2\nexit 1\n')
    os.chmod('fails', 0o755)
    os.mkdir('store')
    words = [option, 'store'] if option == 'nowhere' else [option, 'store', 'store']
    done = subprocess.run(
        [sys.executable, UPLOAD, f'--demofsck={tap.PROGRAM}', '--port=0', *words],
        preexec_fn=poorer.refuse('seccomp', errno.EPERM) if why[:1] == b';' else None,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    equal((done.returncode, done.stdout, done.stderr.count(b'\n')), (1, b'', 1), done)
    expect(done.stderr.startswith(b'upload: no check is possible: ') and
           why in done.stderr, done.stderr)


@table('a service without its folders or its port does not start, and says why', [
    ('no store', b"'nowhere'", ['spool', 'nowhere']),
    ('a store that is a file', b"'file'", ['spool', 'file']),
    ('no folder for originals', b"'nowhere'", ['--repair=nowhere', 'spool', 'spool']),
    ('no such address', b'address', ['--address=192.0.2.1', 'spool', 'spool'])])
def no_folder(why, words):
    os.mkdir('spool')
    write('file', b'')
    done = subprocess.run(
        [sys.executable, UPLOAD, f'--demofsck={tap.PROGRAM}', '--port=0',
         '--sandbox=auto', *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    equal((done.returncode, done.stdout, done.stderr.count(b'\n')), (1, b'', 1), done)
    expect(done.stderr.startswith(b'upload: the service cannot start: ') and
           why in done.stderr, done.stderr)


@case('without seccomp a service runs with --sandbox=auto')
def without_seccomp():
    with Service('--sandbox=auto',
                 preexec=poorer.refuse('seccomp', errno.EPERM)) as service:
        equal(service.curl(write('f', VALID))[0], 200, 'code')


@case('a folder that is gone is no fault of the file')
def missing():
    write('f', VALID)
    with Service() as service:
        os.rmdir('spool')
        equal(service.curl('f')[0], 500, 'no spool')
        os.mkdir('spool')
        service.errors.truncate(0)


if __name__ == '__main__':
    tap.main()
