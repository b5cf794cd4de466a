#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""package - sources, outputs, callbacks, threads and exceptions of the package

usage: package.py DEMOFSCK LIBRARY|-

LIBRARY: see laid.py.
"""
import gzip
import hashlib
import io
import json
import os
import pathlib
import pickle
import resource
import stat
import subprocess
import sys
import threading
import time

import laid

laid.lay(sys.argv[2])
import demofsck  # noqa: E402
import tap  # noqa: E402
from laid import CORPUS  # noqa: E402
from tap import case, equal, expect, read, run, table, write  # noqa: E402

FOLDER = os.path.dirname(demofsck.__file__)
CUT = os.path.join(CORPUS, 'twdemo/crash/page.demo')
GOOD = os.path.join(CORPUS, 'twdemo/good/v6.demo')
HOPELESS = os.path.join(CORPUS, 'teehistorian/bad/magic.teehistorian')
# This sample begins with a header, and has messages of two bytes.
LOG = os.path.join(CORPUS,
                   'teehistorian/real/ddnet20.1.1-sigkill-1-after1.5s.teehistorian')


def raises(kind, call, *args, **how):
    try:
        call(*args, **how)
    except kind as e:
        return e
    raise tap.Failed(f'no {kind}')


class Pipe(io.RawIOBase):
    """A source that can be read once, and gives a few bytes at a time."""

    def __init__(self, data, size=7):
        self._file, self._size = io.BytesIO(data), size

    def readable(self):
        return True

    def readinto(self, buffer):
        piece = self._file.read(min(self._size, len(buffer)))
        buffer[:len(piece)] = piece
        return len(piece)


class Reader:
    """An object that has only the method read()."""

    def __init__(self, *answers):
        self._answers = list(answers)

    def read(self, size):
        answer = self._answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer


# ------------------------------------------------------------------- check --

@case('all kinds of sources have the same result')
def sources():
    data = read(CUT)
    want = demofsck.check(data)
    equal((want.verdict, want.exit_code, want.accepted, len(want.findings)),
          ('truncated', 1, False, 3), 'result')
    equal(want.sha256, hashlib.sha256(data).hexdigest(), 'sha256')
    with open(CUT, 'rb') as f:
        for source in (bytearray(data), memoryview(data), f, io.BytesIO(data), Pipe(data),
                       io.BufferedReader(Pipe(data)), Reader(data[:9], data[9:], b'')):
            equal(demofsck.check(source), want, type(source))
    for path in CUT, pathlib.Path(CUT):
        equal(demofsck.check(path), want, type(path))
    f = io.BytesIO(b'head' + data)
    f.seek(4)
    equal(demofsck.check(f), want, 'from the position on')


@case('what is no source is refused')
def no_source():
    raises(TypeError, demofsck.check, 5)
    raises(TypeError, demofsck.check, io.StringIO('text'))
    raises(FileNotFoundError, demofsck.check, 'absent')
    raises(IsADirectoryError, demofsck.check, '.')
    raises(BlockingIOError, demofsck.check, Reader(b'x', None))
    equal(str(raises(ConnectionError, demofsck.check, Reader(b'x', ConnectionError('cut')))),
          'cut', 'exception of read()')


@table('an option out of range is an exception', [
    (str(how), how, names) for how, names in (
        ({'format': 'x'}, 'format'), ({'level': 'x'}, 'level'), ({'depth': 'x'}, 'depth'),
        ({'profile': 'x'}, 'profile x'), ({'limits': {'x': 1}}, 'limit x'),
        ({'limits': {'edits': 2**63}}, 'limit edits'), ({'limits': {'edits': -1}}, 'edits'),
        ({'severities': {'x': 'off'}}, 'severity of x'),
        ({'severities': {'twdemo.magic': 'x'}}, 'twdemo.magic'),
        ({'protocol': '0.8'}, 'protocol'), ({'base': b'123'}, 'base'),
        ({'base': b'1234'}, 'base'), ({'name': 'a\0b'}, 'name'), ({'name': '\ud800'}, 'name'),
        ({'limits': {'edits': 1e6}}, 'edits'), ({'limits': {'edits': '1M'}}, 'edits'))])
def bad_option(how, names):
    for call in demofsck.check, demofsck.Check:
        error = raises(demofsck.OptionError, call, *([b''] if call is demofsck.check else []),
                       **how)
        expect(names in str(error) and isinstance(error, ValueError), error)


@case('an unknown option is a TypeError')
def unknown_option():
    raises(TypeError, demofsck.check, b'', levels='safe')
    raises(TypeError, demofsck.records, b'', levels='safe')
    raises(FileNotFoundError, demofsck.check, b'', map='absent')


@case('a check can be fed, asked, finished once, and stopped')
def fed():
    data = read(CUT)
    with demofsck.Check(md5=True, sha256=False) as check:
        for at in range(0, len(data), 1000):
            check.feed(data[at:at + 1000])
            expect(check.wants_more, 'wants_more')
        equal((check.verdict_so_far, check.findings), ('valid', []), 'so far')
        result = check.finish()
        equal((result.verdict, result.sha256, result.md5),
              ('truncated', None, hashlib.md5(data).hexdigest()), 'result')
        raises(demofsck.StateError, check.finish)
        raises(demofsck.StateError, check.feed, b'x')
    raises(demofsck.StateError, check.feed, b'x')
    raises(demofsck.StateError, lambda: check.verdict_so_far)
    check.close()
    with demofsck.Check() as check:
        check.feed(read(GOOD))
        equal(check.stop().verdict, 'undecided', 'stopped')
    with demofsck.Check(limits={'input_bytes': 10}) as check:
        check.feed(data)
        equal(check.wants_more, False, 'wants_more at the limit')
        equal(check.finish().verdict, 'undecided', 'at the limit')
    with demofsck.Check() as check:
        check.feed(data)
        result = check.finish(changed=True, open_elsewhere=True)
        equal((result.verdict, [f.rule for f in result.findings[-2:]]),
              ('undecided', ['file.growing', 'file.open_elsewhere']), 'told by the caller')


@case('a result can be sent to another process')
def pickled():
    result = demofsck.check(CUT)
    equal(pickle.loads(pickle.dumps(result)), result, 'result')


@case('a file that changes while it is read has no verdict')
def changes():
    write('in', read(CUT))

    def append(finding):
        with open('in', 'ab') as f:
            f.write(b'x')
    equal(demofsck.check('in', on_finding=append).verdict, 'undecided', 'verdict')
    repair = demofsck.repair('in', 'out', on_finding=append)
    equal((repair.written, repair.error, repair.exit_code, repair.result.verdict),
          (False, 'it changed while it was read', 5, 'undecided'), 'repair')
    expect(not os.path.exists('out'), 'there is an output')


@case('a file that is open for writing has a note, as from the program')
def open_elsewhere():
    write('in', read(GOOD))
    with open('in', 'ab'):
        want = run('check', '--format=ndjson', 'in').out
        expect(b'file.open_elsewhere' in want, want)
        equal(reported(lambda report: demofsck.check('in', report=report)), want, 'report')


# --------------------------------------------------------------- callbacks --

@table('an exception in a callback is passed on', [
    (f'{name} {kind.__name__}', name, kind)
    for name in ('on_finding', 'on_record', 'on_item')
    for kind in (ZeroDivisionError, KeyboardInterrupt)])
def raising(name, kind):
    error, calls = kind('mine'), []

    def fail(value):
        calls.append(value)
        raise error
    got = raises(kind, demofsck.check, CUT, **{name: fail})
    expect(got is error and len(calls) == 1, (got, calls))
    with demofsck.Check(**{name: fail}) as check:
        raises(kind, lambda: (check.feed(read(CUT)), check.finish()))
        raises(demofsck.StateError, check.finish)
    raises(kind, demofsck.repair, CUT, 'out', **{name: fail})
    equal(os.listdir('.'), [], 'files')


@case('a callback cannot use its own check')
def reentrant():
    for step in (lambda: check.feed(b'x'), lambda: check.finish(), lambda: check.close()):
        with demofsck.Check(on_record=lambda record: step()) as check:
            raises(demofsck.StateError, check.feed, read(CUT))


@case('a function that takes a report cannot close the check')
def closing():
    def write(data):
        check.close()
    with demofsck.Check(report=demofsck.Report(write)) as check:
        check.feed(read(CUT))
        raises(demofsck.StateError, check.finish)


class Lost(Exception):
    """What a signal handler raises."""


def interrupt(nth, name, call):
    """Raises an exception at the start of the nth call of a function of the package, as a
    signal handler does.  Returns what happened, and whether the exception was raised."""
    calls = 0

    def trace(frame, event, _):
        nonlocal calls
        code = frame.f_code
        if event == 'call' and os.path.dirname(code.co_filename) == FOLDER and \
                name in ('', code.co_name):
            calls += 1
            if calls == nth:
                raise Lost
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    sys.settrace(trace)
    try:
        result = call()
    except (Lost, demofsck.InterruptionError):
        result = None
    finally:
        sys.settrace(None)
        sys.unraisablehook = hook
    return result, calls >= nth


@table('an exception of a signal handler never makes a result incomplete', [
    (f'{kind} {name or "any"}', kind, name)
    for kind in ('check', 'repair') for name in ('_write_finding', '_keep', 'write', '')])
def incomplete(kind, name):
    lines, want = [], None

    def call():
        lines.clear()
        with demofsck.Report(lines.append, command=kind) as report:
            if kind == 'check':
                seen = []
                result = demofsck.check(CUT, report=report, on_record=seen.append)
                return result, len(seen), b''.join(lines)
            to = io.BytesIO()
            return (demofsck.repair(CUT, to, report=report), to.getvalue(),
                    b''.join(lines))
    want, nth, fired = call(), 1, True
    while fired:
        got, fired = interrupt(nth, name, call)
        expect(got is None or got == want, (nth, got))
        nth += 1 if name else 37
    expect(nth > 3, nth)


# --------------------------------------------------------------- iterators --

@case('iterators give the values of callbacks and results')
def iterators():
    seen = []
    result = demofsck.check(CUT, on_record=seen.append)
    equal(list(demofsck.records(CUT)), seen, 'records')
    expect(len(seen) > 300 and not any(r.is_item for r in seen), len(seen))
    equal(tuple(demofsck.findings(CUT)), result.findings, 'findings')
    repair = demofsck.repair(CUT, io.BytesIO())
    equal(tuple(demofsck.actions(CUT)), repair.actions, 'actions')
    lines = tap.of_type(run('inspect', '-v', '--format=ndjson', CUT).out, 'record')
    items = tap.of_type(run('inspect', '-v', '--format=ndjson', CUT).out, 'item')
    got = list(demofsck.records(CUT, items=True))
    for is_item, want in (False, lines), (True, items):
        equal([(r.offset, r.tick, r.name, list(r.fields)) for r in got
               if r.is_item == is_item],
              [(r['offset'], r['tick'], r['name'], list(r['fields'])) for r in want],
              'inspect')


@case('what a player wrote is hidden unless payload is set')
def payload():
    hidden = [r.fields for r in demofsck.records(LOG) if r.name == 'MESSAGE']
    shown = [r.fields for r in demofsck.records(LOG, payload=True) if r.name == 'MESSAGE']
    expect(all(isinstance(f['payload'], demofsck.Hidden) for f in hidden) and
           all(len(f['payload']) == 2 * h['payload'].bytes for f, h in zip(shown, hidden)),
           (hidden[0], shown[0]))


@case('an exception ends an iterator')
def iterator_raises():
    raises(FileNotFoundError, list, demofsck.records('absent'))
    raises(ConnectionError, list, demofsck.findings(Reader(ConnectionError())))
    raises(demofsck.OptionError, list, demofsck.actions(b'', level='x'))


@case('a few bytes with millions of records need little memory, and can be left')
def bounded():
    log = read(LOG)
    end = log.index(b'\0', 16) + 1
    bomb = gzip.compress(log[:end] + b'\x41\x00' * 1500000)
    expect(len(bomb) < 20000, len(bomb))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    stream = demofsck.records(bomb)
    for _ in range(1000):
        next(stream)
    time.sleep(0.3)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    expect(grown < 30000, f'{grown} KiB')
    stream.close()
    equal(list(stream), [], 'after close()')
    # The values of on_record come in small groups, too.
    seen = []

    def enough(record):
        seen.append(record.index)
        if len(seen) == 1000:
            raise ConnectionError
    raises(ConnectionError, demofsck.check, bomb, on_record=enough)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    expect(grown < 30000, f'{grown} KiB')


def script(text):
    """Runs a program in an interpreter of its own, with the package of this test."""
    begin = f'import sys\nsys.path[:] = {sys.path!r}\nsys.dont_write_bytecode = True\n'
    return subprocess.run([sys.executable, '-c', begin + text], timeout=30,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@table('an iterator may be alive when the interpreter ends', [
    ('exception', 'raise ValueError', 1), ('exit', 'sys.exit(7)', 7),
    ('child', 'child = os.fork()\n'
     'if child == 0:\n    del records\n    sys.exit(9)\n'
     'sys.exit(os.waitpid(child, 0)[1] >> 8)', 9)])
def alive(end, code):
    write('in', read(LOG) + b'\x41\x00' * 20000)
    done = script(f'import demofsck, os\nrecords = demofsck.records("in")\n'
                  f'next(records)\nother = demofsck.findings({CUT!r})\nnext(other)\n{end}')
    equal(done.returncode, code, done.stderr)
    expect(b'ignored' not in done.stderr, done.stderr)


@case('an interpreter may end while a thread checks')
def ends_in_thread():
    done = script('import demofsck, threading, time\n'
                  f'data = open({LOG!r}, "rb").read() + b"\\x41\\0" * 20000000\n'
                  'threading.Thread(target=demofsck.check, args=(data,),\n'
                  '                 daemon=True).start()\ntime.sleep(0.02)\nsys.exit(7)')
    equal((done.returncode, done.stderr), (7, b''), 'end')


@case('Ctrl-C ends an iterator that waits for its source')
def interrupted():
    # The signal comes while read() waits.
    done = script('import demofsck, os, signal, threading\n'
                  'end, other = os.pipe()\nos.write(other, bytes(100))\n'
                  'threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n'
                  'try:\n    list(demofsck.records(open(end, "rb", buffering=0)))\n'
                  'except KeyboardInterrupt:\n    sys.exit(5)\n')
    equal(done.returncode, 5, done.stderr)


# ----------------------------------------------------------------- threads --

@case('threads check at the same time, and feed one check in turn')
def threads():
    data = {path: read(path) for path in (CUT, GOOD, LOG, HOPELESS)}
    want = {path: demofsck.check(data[path]) for path in data}
    wrong = []

    def work():
        for _ in range(5):
            wrong.extend(path for path in data
                         if demofsck.check(io.BytesIO(data[path])) != want[path])
    crowd = [threading.Thread(target=work) for _ in range(6)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    equal(wrong, [], 'other results')
    with demofsck.Check() as check:
        crowd = [threading.Thread(target=lambda: check.feed(bytes(1000)))
                 for _ in range(8)]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        equal(check.finish(), demofsck.check(bytes(8000)), 'fed by threads')


def compete(*names):
    """Calls functions of one check, each in a thread.  Returns the results."""
    check, got = demofsck.Check(), []
    check.feed(read(CUT))

    def call(name):
        try:
            got.append(getattr(check, name)())
        except demofsck.StateError:
            pass
    crowd = [threading.Thread(target=call, args=(name,)) for name in names]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    check.close()
    return [result for result in got if result is not None]


@case('threads close and finish one check, and the first one gets its result')
def race():
    want = demofsck.check(read(CUT))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(200):
            equal(compete('finish', 'finish', 'finish'), [want], 'result')
            got = compete('finish', 'close', 'stop')
            expect(got in ([], [want]) or got[0].verdict != 'valid', got)
    finally:
        sys.setswitchinterval(interval)


# ------------------------------------------------------------------ repair --

@table('a repair writes what the program writes', [
    ('path', lambda: CUT), ('bytes', lambda: read(CUT)), ('pipe', lambda: Pipe(read(CUT))),
    ('file object', lambda: io.BytesIO(read(CUT))), ('compressed', lambda: gzip.compress(
        read(CUT)))])
def repaired(source):
    run('repair', CUT, '-o', 'want').exits(3)
    got = demofsck.repair(source(), 'got')
    equal((got.written, got.error, got.exit_code), (True, None, 3), 'repair')
    expect(read('got') == read('want'), 'other bytes')
    to = io.BytesIO()
    expect(demofsck.repair(source(), to) == got and to.getvalue() == read('want'), 'stream')
    equal(sorted(os.listdir('.')), ['got', 'want'], 'files')
    expect(demofsck.check('got').valid, 'the output is not valid')


@case('a repair starts at the position of a file object')
def from_position():
    f = io.BytesIO(b'head' + read(CUT))
    f.seek(4)
    to = io.BytesIO()
    demofsck.repair(f, to)
    expect(demofsck.check(to.getvalue()).valid, 'not valid')


@case('an output object may take a part of the bytes, or not count them')
def partial():
    want = io.BytesIO()
    demofsck.repair(CUT, want)

    class Part(io.RawIOBase):
        taken = b''

        def write(self, data):
            self.taken += bytes(data[:100])
            return min(100, len(data))

    class Silent:
        taken = b''

        def write(self, data):
            self.taken += data
    for to in Part(), Silent():
        demofsck.repair(CUT, to)
        expect(to.taken == want.getvalue(), type(to))

    class Blocked(io.RawIOBase):
        def write(self, data):
            return None
    raises(BlockingIOError, demofsck.repair, CUT, Blocked())
    for count in -1, 10**9, 'x', 1.5:
        class Lying:
            def write(self, data, count=count):
                return count
        raises(OSError, demofsck.repair, CUT, Lying())


@case('an output keeps the mode and the time of a file, and the umask otherwise')
def rights():
    write('in', read(CUT))
    os.chmod('in', 0o640)
    os.utime('in', (10**9, 10**9))
    demofsck.repair('in', 'out')
    status = os.stat('out')
    equal((stat.S_IMODE(status.st_mode), status.st_mtime), (0o640, 10**9), 'of a file')
    demofsck.repair(read(CUT), 'other')
    equal(stat.S_IMODE(os.stat('other').st_mode), 0o644, 'of bytes')
    if os.getuid() == 0:
        os.chown('in', 1, 1)
        os.chmod('in', 0o604)
        demofsck.repair('in', 'foreign')
        equal(stat.S_IMODE(os.stat('foreign').st_mode), 0o600, 'of another group')


@table('an existing output is not replaced', [
    ('file', CUT, lambda: write('out', b'mine')),
    ('link', CUT, lambda: os.symlink('absent', 'out')),
    ('input', 'out', lambda: write('out', read(CUT))),
    ('directory', CUT, lambda: os.mkdir('out'))])
def existing(source, make):
    make()
    before = os.lstat('out')
    raises(FileExistsError, demofsck.repair, source, 'out')
    after = os.lstat('out')
    equal((after.st_ino, after.st_size, after.st_mtime_ns),
          (before.st_ino, before.st_size, before.st_mtime_ns), 'output')
    equal(os.listdir('.'), ['out'], 'files')


@case('an output that appears while the repair runs is not replaced')
def appears():
    class Slow(io.BytesIO):
        def seek(self, *where):
            write('out', b'mine')
            return super().seek(*where)
    error = raises(FileExistsError, demofsck.repair, Slow(read(CUT)), 'out')
    expect('out' in str(error), error)
    equal((os.listdir('.'), read('out')), (['out'], b'mine'), 'files')


@case('an output cannot be the input, a missing folder, or no file')
def no_output():
    write('in', read(CUT))
    with open('in', 'r+b') as f:
        raises(ValueError, demofsck.repair, f, f)
        with open('in', 'ab') as other:
            raises(ValueError, demofsck.repair, f, other)
    raises(ValueError, demofsck.repair, *[io.BytesIO(read(CUT))] * 2)
    raises(FileNotFoundError, demofsck.repair, 'in', 'absent/out')
    raises(IsADirectoryError, demofsck.repair, 'in', './')
    raises(TypeError, demofsck.repair, 'in', 5)
    equal((os.listdir('.'), read('in') == read(CUT)), (['in'], True), 'files')


@case('what cannot be repaired has no output, and is no exception')
def hopeless():
    got = demofsck.repair(HOPELESS, 'out')
    equal((got.written, got.error, got.exit_code, got.actions),
          (False, None, 1, ()), 'hopeless')
    got = demofsck.repair(CUT, 'out', level='safe')
    equal((got.written, got.exit_code), (False, 1), 'safe')
    got = demofsck.repair(CUT, 'out', limits={'input_bytes': 10})
    equal((got.written, got.error, got.exit_code),
          (False, 'a limit was reached; --limit can raise it', 5), 'limit')
    equal(os.listdir('.'), [], 'files')


@case('a full disk leaves no file')
def full():
    with open('/dev/full', 'wb', buffering=0) as f:
        raises(OSError, demofsck.repair, CUT, f)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        raises(OSError, demofsck.repair, CUT, 'out')
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    equal(os.listdir('.'), [], 'files')


# ----------------------------------------------------------------- reports --

def reported(call, **how):
    parts = []
    with demofsck.Report(parts.append, **how) as report:
        call(report)
    return b''.join(parts)


@case('a report has a line of a recording that cannot be read, as from the program')
def unreadable():
    want = run('check', '--format=ndjson', 'absent', GOOD)

    def both(report):
        raises(FileNotFoundError, demofsck.check, 'absent', report=report)
        demofsck.check(GOOD, report=report)
        equal(report.exit_code, want.code, 'exit code')
    equal(reported(both), want.out, 'report')
    write('out', b'mine')
    lines = reported(lambda report: raises(FileExistsError, demofsck.repair, CUT, 'out',
                                           report=report), command='repair')
    file, summary = map(json.loads, lines.splitlines()[-2:])
    equal((file['verdict'], file['output'], file['error'], summary['exit']),
          ('truncated', None, 'File exists', 4), 'repair')


@case('a report takes the options of its first line, and leaves names out')
def first_line():
    want = run('check', '--format=ndjson', '--profile=strict', '--redact', LOG, CUT).out

    def both(report):
        for path in LOG, CUT:
            demofsck.check(path, report=report, profile='strict')
    equal(reported(both, profile='strict', redact=True), want, 'report')
    want = run('check', '--format=ndjson', '-', stdin=read(CUT)).out.replace(b'"-"', b'"x"')
    got = reported(lambda report: demofsck.check(read(CUT), name='x', report=report))
    expect(b'"path":"x"' in got and b'file.extension' not in want, got)


@case('a report takes one recording at a time, and ends once')
def busy():
    report = demofsck.Report(lambda data: None)
    with demofsck.Check(report=report) as check:
        raises(demofsck.StateError, demofsck.check, CUT, report=report)
        raises(demofsck.StateError, report.finish)
        check.feed(b'x')
        check.finish()
        demofsck.check(CUT, report=report)
    report.finish()
    raises(demofsck.StateError, report.finish)
    raises(demofsck.StateError, demofsck.check, CUT, report=report)


@case('an exception of the function that takes a report is passed on')
def report_raises():
    error = ConnectionError('gone')

    def fail(data):
        raise error
    report = demofsck.Report(fail)
    expect(raises(ConnectionError, demofsck.check, CUT, report=report) is error, 'another')
    expect(raises(ConnectionError, report.finish) is error, 'another')


@case('rules are those of the program')
def rules():
    want = json.loads(run('rules', '--format=json').out)
    equal([vars(rule) for rule in demofsck.rules()], want, 'rules')
    expect(run('--version').out.startswith(f'demofsck {demofsck.__version__}'.encode()),
           demofsck.__version__)


@case('keys of a later library are ignored')
def later():
    def more(row):
        return {**row, 'of_later': 1}
    want = demofsck.rules(), demofsck.check(CUT).counts, demofsck.check(CUT).bytes
    loads = json.loads
    json.loads = lambda text: loads(text, object_hook=more)
    try:
        result = demofsck.check(CUT)
        got = demofsck.rules(), result.counts, result.bytes
    finally:
        json.loads = loads
    equal(got, want, 'values')


@case('a time that no calendar has is no exception')
def far():
    write('in', read(CUT))
    os.utime('in', (2**60, 2**60))
    want = run('check', '--format=ndjson', 'in').out
    equal(reported(lambda report: demofsck.check('in', report=report)), want, 'report')
    expect(demofsck.repair('in', 'out').written, 'no output')

    def fail(seconds):
        raise OSError(75, 'Value too large')
    known, time.localtime = time.localtime, fail
    try:
        equal(demofsck.check('in').verdict, 'truncated', 'verdict')
    finally:
        time.localtime = known


if __name__ == '__main__':
    tap.main()
