#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""upload - an upload service that takes in only what demofsck accepts

usage: upload.py [OPTION]... SPOOL STORE

The body of a PUT or POST, whatever its path, is one recording.  It goes into a file
without a name in the folder SPOOL and into `demofsck check --gate -` at the same
time.  If that accepts it, the file gets a name in STORE, its SHA-256; else it is
gone as soon as it is closed, also if this program is killed.  Both folders are on
one file system.

answers: 200 accepted; 422 not accepted; 408 too slow; 411 no length; 413 too large;
503 too many at once; 500 no verdict.  200 and 422 come with what demofsck says.
"""
import argparse
import json
import os
import re
import resource
import socket
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIECE = 64 * 1024


class Refused(Exception):
    """No verdict; the code of the answer, and why."""


class Check:
    """One run of demofsck.  Leave the block, and it is gone."""

    def __init__(self, options):
        self.process = subprocess.Popen(
            [options.demofsck, 'check', '--gate', '--redact',
             f'--profile={options.profile}',
             f'--limit=input_bytes={options.max_bytes}',
             *(f'--limit={name}_bytes={4 * options.max_bytes}'
               for name in ('decoded', 'data', 'map')), '-'],
            bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        try:
            for limit, most in ((resource.RLIMIT_CPU, options.cpu_seconds),
                                (resource.RLIMIT_AS, options.memory_bytes)):
                resource.prlimit(self.process.pid, limit, (most, most))
        except ProcessLookupError:
            pass  # it has ended, and says why

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def feed(self, piece):
        """False: it reads no more, as it knows what it will say."""
        left = memoryview(piece)
        try:
            while left:
                left = left[self.process.stdin.write(left):]
        except BrokenPipeError:
            return False
        return True

    def answer(self, size):
        """What it says of so many bytes, and whether it accepts them."""
        self.process.stdin.close()
        said = self.process.stdout.read()
        code = self.process.wait()
        try:
            said = json.loads(said)
            accepted = said['accept'] is True
            failed = (said['error'] is not None or
                      accepted and (code != 0 or said['size'] != size))
        except (ValueError, TypeError, KeyError):
            failed = True
        if failed:
            raise Refused(500, 'the check failed')
        return said, accepted


class Upload(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'  # curl waits for "100 Continue"

    def setup(self):
        super().setup()
        self.check = None
        self.timer = threading.Timer(self.server.options.seconds, self.give_up)
        self.timer.daemon = True
        self.late = False
        self.timer.start()

    def finish(self):
        self.timer.cancel()
        super().finish()

    def give_up(self):
        """The time is over: what waits for the client or for the check goes on."""
        self.late = True
        try:
            self.connection.shutdown(socket.SHUT_RD)
        except OSError:
            pass
        check = self.check
        if check is not None:
            check.process.kill()

    def do_PUT(self):
        self.close_connection = True  # one upload each
        try:
            said, accepted = self.take_in(self.length())
            code = 200 if accepted else 422
        except Refused as why:
            code, said = why.args[0], {'accept': False, 'error': why.args[1]}
        except ConnectionError:
            return  # nobody is there to be answered
        except OSError as error:
            print(f'upload: {error}', file=sys.stderr)
            code, said = 500, {'accept': False, 'error': 'it cannot be stored'}
        if self.late and code == 500:
            code, said['error'] = 408, 'too slow'
        self.reply(code, said)

    do_POST = do_PUT

    def length(self):
        given = self.headers.get_all('Content-Length', [])
        if (len(given) != 1 or 'Transfer-Encoding' in self.headers or
                not re.fullmatch('[0-9]{1,18}', given[0])):
            raise Refused(411, 'the length of the upload is missing')
        if int(given[0]) > self.server.options.max_bytes:
            raise Refused(413, 'too large')
        return int(given[0])

    def take_in(self, length):
        if not self.server.checks.acquire(blocking=False):
            raise Refused(503, 'too many uploads; try again later')
        try:
            unnamed = os.open(self.server.options.spool,
                              os.O_TMPFILE | os.O_RDWR, 0o644)
            with open(unnamed, 'wb', buffering=0) as copy, \
                    Check(self.server.options) as self.check:
                self.receive(length, copy)
                said, accepted = self.check.answer(length)
                if accepted:
                    self.server.keep(copy, said['sha256'])
                return said, accepted
        finally:
            self.check = None
            self.server.checks.release()

    def receive(self, length, copy):
        # give_up() sees the check from here on, or it is seen here.
        while not self.late and length > 0:
            piece = self.rfile.read1(min(length, PIECE))
            if self.late:
                break
            if not piece:
                raise ConnectionAbortedError
            if copy.write(piece) != len(piece):
                raise OSError('no space left')
            if not self.check.feed(piece):
                return
            length -= len(piece)
        if self.late:
            raise Refused(408, 'too slow')

    def reply(self, code, said):
        body = json.dumps(said).encode() + b'\n'
        try:
            self.send_response(code)
            self.send_header('Content-Type', 'application/json')
            self.send_header('Content-Length', str(len(body)))
            self.send_header('Connection', 'close')
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
        self.checks = threading.Semaphore(options.checks)
        self.connections = threading.Semaphore(8 * options.checks)

    def process_request(self, request, client_address):
        self.connections.acquire()  # the others wait until they are accepted
        super().process_request(request, client_address)

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.connections.release()

    def handle_error(self, request, client_address):
        """A client that resets its connection is no news."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def keep(self, copy, sha256):
        """Gives the file its name: all of it is there, or nothing."""
        os.fsync(copy.fileno())
        try:
            os.link(f'/proc/self/fd/{copy.fileno()}', sha256,
                    dst_dir_fd=self.store, follow_symlinks=True)
        except FileExistsError:
            return  # the same bytes
        os.fsync(self.store)


def main():
    parser = argparse.ArgumentParser(
        description='Takes in valid recordings.',
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument('spool', help='folder for uploads that are being checked')
    parser.add_argument('store', help='folder for those that are accepted')
    parser.add_argument('--address', default='127.0.0.1', help='to listen on')
    parser.add_argument('--port', type=int, default=8080, help='0: any')
    parser.add_argument('--demofsck', default='demofsck', help='the program')
    parser.add_argument('--profile', default='archive', help='as of demofsck check')
    parser.add_argument('--max-bytes', type=int, default=100 << 20, help='of an upload')
    parser.add_argument('--seconds', type=float, default=60,
                        help='from the connection to the verdict')
    parser.add_argument('--checks', type=int, default=4, help='at once')
    parser.add_argument('--cpu-seconds', type=int, default=10, help='of a check')
    parser.add_argument('--memory-bytes', type=int, default=256 << 20, help='of a check')
    with Server(parser.parse_args()) as server:
        print(f'listening on port {server.server_port}', flush=True)
        server.serve_forever()


if __name__ == '__main__':
    main()
