#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""upload - an upload service that takes in only what demofsck accepts

usage: upload.py [OPTION]... SPOOL STORE

The body of a PUT or POST, whatever its path, is one recording.  The body goes into a
file without a name in the folder SPOOL.  After the whole body has arrived, the upload
takes one of --checks slots, and `demofsck check --gate` reads the file.  If the file is
accepted, the file gets a name in STORE, its SHA-256.  The system deletes all other
files when they are closed, also if this program is killed.  Both folders are on one
file system.

answers: 200 accepted; 201 not accepted, but a repaired copy is; 422 not accepted; 408
too slow; 411 no length; 413 too large; 503 busy, with Retry-After; 507 no space left on
the disk; 500 no verdict.
200, 201 and 422 come with the answer of demofsck.
"""
import argparse
import collections
import errno
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIECE = 64 * 1024
RETRY = 10  # seconds, in the header Retry-After
FULL = errno.ENOSPC, errno.EDQUOT
TURNED_AWAY = 64  # connections that are kept open until the client has read its 503


class Refused(Exception):
    """There is no verdict: the code of the answer, and the reason."""


def unnamed(folder):
    """A new file that has no name."""
    return open(os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o644), 'r+b', buffering=0)


def sha256_of(file):
    digest = hashlib.sha256()
    file.seek(0)
    while piece := file.read(PIECE):
        digest.update(piece)
    return digest.hexdigest()


def keep(file, folder, sha256):
    """Gives the file its name: either the whole file appears, or nothing."""
    os.fsync(file.fileno())
    try:
        os.link(f'/proc/self/fd/{file.fileno()}', sha256,
                dst_dir_fd=folder, follow_symlinks=True)
    except FileExistsError:
        return  # the same bytes
    os.fsync(folder)


class Run:
    """One run of demofsck on an open file.  After the block the run has ended."""

    def __init__(self, options, words, file, stderr=subprocess.DEVNULL):
        most = options.max_bytes
        # The run gets a descriptor of its own, which cannot write.
        with open(f'/proc/self/fd/{file.fileno()}', 'rb') as reader:
            self.process = subprocess.Popen(
                [options.demofsck, *words, '--redact', f'--sandbox={options.sandbox}',
                 f'--profile={options.profile}', f'--limit=input_bytes={most}',
                 *(f'--limit={name}_bytes={4 * most}'
                   for name in ('decoded', 'data', 'map')), '-'],
                bufsize=0, stdin=reader, stdout=subprocess.PIPE, stderr=stderr)
        try:
            for limit, value in ((resource.RLIMIT_CPU, options.cpu_seconds),
                                 (resource.RLIMIT_AS, options.memory_bytes),
                                 (resource.RLIMIT_FSIZE, most)):
                resource.prlimit(self.process.pid, limit, (value, value))
        except ProcessLookupError:
            pass  # the run has ended already

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.stdout.close()
        self.process.wait()

    def result(self):
        """The exit code, and the last 64 KiB of standard output."""
        said = b''
        while piece := self.process.stdout.read(PIECE):
            said = (said + piece)[-PIECE:]
        return self.process.wait(), said


def check_words(options):
    accept = [f'--accept={options.accept}'] if options.accept is not None else []
    return ['check', '--gate', *accept]


class Upload(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'  # curl waits for "100 Continue"

    def setup(self):
        super().setup()
        self.options = self.server.options
        self.run = None
        self.taken = 0
        self.late = False
        self.ends = time.monotonic() + self.options.seconds
        self.timer = threading.Timer(self.options.seconds, self.give_up)
        self.timer.daemon = True
        self.timer.start()

    def finish(self):
        self.timer.cancel()
        super().finish()

    def give_up(self):
        """Ends the wait for the client or for demofsck, because the time is over."""
        self.late = True
        try:
            self.connection.shutdown(socket.SHUT_RD)
        except OSError:
            pass
        run = self.run
        if run is not None:
            run.process.kill()

    def handle_expect_100(self):
        """If the length is wrong, a client that waits for "100 Continue" sends no body."""
        try:
            self.length()
        except Refused as why:
            self.refuse(*why.args)
            return False
        return super().handle_expect_100()

    def do_PUT(self):
        self.close_connection = True  # one upload each
        try:
            self.reply(*self.take_in(self.length()))
        except Refused as why:
            self.refuse(*why.args)
        except ConnectionError:
            pass  # the client is gone
        except OSError as error:
            print(f'upload: {error}', file=sys.stderr)
            self.refuse(507 if error.errno in FULL else 500,
                        'the upload cannot be stored')

    do_POST = do_PUT

    def length(self):
        given = self.headers.get_all('Content-Length', [])
        if (len(given) != 1 or 'Transfer-Encoding' in self.headers or
                not re.fullmatch('[0-9]{1,18}', given[0])):
            raise Refused(411, 'the length of the upload is missing')
        if int(given[0]) > self.options.max_bytes:
            raise Refused(413, 'too large')
        return int(given[0])

    def take_in(self, length):
        """The code and the text of the answer.  Only a whole body takes a slot."""
        try:
            with unnamed(self.options.spool) as copy:
                self.receive(length, copy)
                left = max(0, self.ends - time.monotonic())
                if not self.server.checks.acquire(timeout=min(self.options.wait, left)):
                    raise Refused(503, 'too many uploads; try again later')
                try:
                    return self.judge(copy)
                finally:
                    self.server.checks.release()
        finally:
            self.server.give_back(self.taken)

    def receive(self, length, copy):
        while length > 0:
            piece = self.rfile.read1(min(length, PIECE))
            if self.late:
                raise Refused(408, 'too slow')
            if not piece:
                raise ConnectionAbortedError
            self.server.take(len(piece))
            self.taken += len(piece)
            if copy.write(piece) != len(piece):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            length -= len(piece)

    def judge(self, copy):
        said, sha256 = self.check(copy)
        if said['accept']:
            keep(copy, self.server.store, sha256)
            return 200, said
        if self.options.repair and said['verdict'] in ('truncated', 'damaged'):
            return self.repair(copy, said, sha256)
        return 422, said

    def result_of(self, words, file):
        with Run(self.options, words, file) as self.run:
            # give_up() sees the run from here on, or it has set `late`.
            if self.late:
                raise Refused(408, 'too slow')
            return self.run.result()

    def check(self, file):
        """The answer about the file, and the SHA-256 of the file."""
        code, said = self.result_of(check_words(self.options), file)
        sha256, size = sha256_of(file), os.fstat(file.fileno()).st_size
        try:
            said = json.loads(said)
            accepted = said['accept'] is True
            failed = (said['error'] is not None or accepted and
                      (code, said['size'], said['sha256']) != (0, size, sha256) or
                      not accepted and said['accept'] is not False)
        except (ValueError, TypeError, KeyError):
            failed = True
        if failed:
            raise Refused(500, 'the check failed')
        return said, sha256

    def repair(self, copy, said, sha256):
        """Repairs a refused file.  The answer then has both verdicts, and the loss."""
        with tempfile.TemporaryDirectory(prefix='repair-', dir=self.options.spool) as to:
            output = os.path.join(to, 'output')
            code, report = self.result_of(
                ['repair', '--format=ndjson', f'--output={output}'], copy)
            if code not in (0, 3):
                self.raise_failure(code, report)
                return 422, said
            with open(output, 'rb') as file:
                repaired, name = self.check(file)
                if not repaired['accept']:
                    return 422, said
                record = self.record_of(report)
                loss = {key: record.get(key) for key in ('repairable', 'bytes', 'lost')}
                keep(copy, self.server.originals, sha256)
                keep(file, self.server.store, name)
        return 201, {**said, 'original': sha256, 'loss': loss, 'repaired': repaired}

    @staticmethod
    def record_of(report):
        """The record of the file, which is the last one before the summary."""
        try:
            record = json.loads(report.splitlines()[-2])
        except (ValueError, IndexError):
            record = None
        if not isinstance(record, dict):
            raise Refused(500, 'the repair failed')
        return record

    def raise_failure(self, code, report):
        """Returns only if the file is the reason why there is no repair: not repairable
        (1), undecided (5), or larger than --max-bytes after the repair."""
        if code in (1, 5):
            return
        error = str(self.record_of(report).get('error'))
        if code == 4 and error.endswith(os.strerror(errno.EFBIG)):
            return
        if code == 4 and error.endswith(tuple(map(os.strerror, FULL))):
            raise Refused(507, 'no space left for the repair')
        raise Refused(500, 'the repair failed')

    def refuse(self, code, why):
        if self.late and code == 500:
            code, why = 408, 'too slow'
        self.close_connection = True
        self.reply(code, {'accept': False, 'error': why})

    def reply(self, code, said):
        body = json.dumps(said).encode() + b'\n'
        try:
            self.send_response(code)
            self.send_header('Content-Type', 'application/json')
            self.send_header('Content-Length', str(len(body)))
            self.send_header('Connection', 'close')
            if code == 503:
                self.send_header('Retry-After', str(RETRY))
            self.end_headers()
            self.wfile.write(body)
            self.linger()
        except OSError:
            pass  # the client is gone

    def linger(self):
        """A connection with unread bytes that is closed is reset, and then the
        client may not see the answer."""
        until = time.monotonic() + 2
        self.connection.shutdown(socket.SHUT_WR)
        self.connection.settimeout(1)
        while time.monotonic() < until and self.connection.recv(PIECE):
            pass

    def log_message(self, *_):
        """What a client sends is not printed."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, options):
        super().__init__((options.address, options.port), Upload)
        self.options = options
        self.store = os.open(options.store, os.O_RDONLY | os.O_DIRECTORY)
        if options.repair:
            self.originals = os.open(options.repair, os.O_RDONLY | os.O_DIRECTORY)
        self.checks = threading.Semaphore(options.checks)
        self.lock = threading.Lock()  # for the next two
        self.connected = collections.Counter()  # by address
        self.room = options.spool_bytes
        self.turned_away = collections.deque()  # (when to close, connection)

    def take(self, size):
        """Counts bytes that arrive.  An announced length takes nothing from others."""
        with self.lock:
            if size > self.room:
                raise Refused(503, 'too many uploads; try again later')
            self.room -= size

    def give_back(self, size):
        with self.lock:
            self.room += size

    def process_request(self, request, client_address):
        address = client_address[0]
        with self.lock:
            here = self.connected[address]
            full = (sum(self.connected.values()) >= self.options.connections or
                    0 < self.options.per_address <= here)
            if not full:
                self.connected[address] += 1
        if full:
            self.turn_away(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self.leave(address)
            raise

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.leave(client_address[0])

    def leave(self, address):
        with self.lock:
            self.connected[address] -= 1
            if self.connected[address] == 0:
                del self.connected[address]

    def turn_away(self, request):
        """Answers without a thread, so that a flood of connections costs little."""
        body = b'{"accept": false, "error": "too many connections; try again later"}\n'
        try:
            request.setblocking(False)
            request.send(b'HTTP/1.1 503 Service Unavailable\r\n'
                         b'Content-Type: application/json\r\nConnection: close\r\n'
                         b'Content-Length: %d\r\nRetry-After: %d\r\n\r\n%s'
                         % (len(body), RETRY, body))
            request.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        self.turned_away.append((time.monotonic() + 2, request))
        if len(self.turned_away) > TURNED_AWAY:
            self.turned_away.popleft()[1].close()

    def service_actions(self):
        while self.turned_away and self.turned_away[0][0] < time.monotonic():
            self.turned_away.popleft()[1].close()

    def handle_error(self, request, client_address):
        """A client that resets its connection is no news."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def ready(options):
    """Ends the program with one line unless demofsck can check a file of no bytes."""
    try:
        with unnamed(options.spool) as empty, \
                Run(options, check_words(options), empty, subprocess.STDOUT) as run:
            said = run.result()[1].decode(errors='replace')
        if json.loads(said)['error'] is None:
            return
    except OSError as error:
        said = str(error)
    except (ValueError, TypeError, KeyError):
        pass
    sys.exit('upload: no check is possible: ' + said.partition('\n')[0])


def main():
    parser = argparse.ArgumentParser(
        description='Takes in valid recordings.',
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument('spool', help='folder for uploads that are not checked yet')
    parser.add_argument('store', help='folder for accepted uploads')
    parser.add_argument('--address', default='127.0.0.1', help='to listen on')
    parser.add_argument('--port', type=int, default=8080, help='0: any')
    parser.add_argument('--demofsck', default='demofsck', help='the program')
    parser.add_argument('--sandbox', default='strict', choices=('strict', 'auto', 'off'),
                        help='of each run of demofsck')
    parser.add_argument('--profile', default='archive', help='as of demofsck check')
    parser.add_argument('--accept', metavar='FORMAT,...', help='only these formats')
    parser.add_argument('--repair', metavar='ORIGINALS',
                        help='repair refused uploads, and keep their originals here')
    parser.add_argument('--max-bytes', type=int, default=100 << 20, help='of an upload')
    parser.add_argument('--spool-bytes', type=int, default=1 << 30,
                        help='of all uploads in SPOOL')
    parser.add_argument('--seconds', type=float, default=60,
                        help='from the connection to the verdict')
    parser.add_argument('--connections', type=int, default=256, help='at once')
    parser.add_argument('--per-address', type=int, default=8,
                        help='connections at once from one address; 0: any number')
    parser.add_argument('--checks', type=int, default=4, help='at once')
    parser.add_argument('--wait', type=float, default=10, help='seconds, for a check')
    parser.add_argument('--cpu-seconds', type=int, default=10, help='of a check')
    parser.add_argument('--memory-bytes', type=int, default=256 << 20, help='of a check')
    options = parser.parse_args()
    if options.repair:
        for left in glob.glob(os.path.join(glob.escape(options.spool), 'repair-*')):
            shutil.rmtree(left)  # of a service that was killed during a repair
    ready(options)
    try:
        server = Server(options)
    except OSError as error:
        sys.exit(f'upload: the service cannot start: {error}')
    with server:
        print(f'listening on port {server.server_port}', flush=True)
        server.serve_forever()


if __name__ == '__main__':
    main()
