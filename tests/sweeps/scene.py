# SPDX-License-Identifier: MIT
"""scene - a directory, a run of the program in it, and what must hold after

The property, whatever fails: every input keeps its bytes, size, mode and time;
an output is absent, or what a run without faults writes; the exit code says 0
or 3 only if all outputs are there; no other name appears; no sanitizer speaks.
"""
import errno
import json
import os
import re
import shutil
import signal
import stat
import subprocess

MTIME = 1_500_000_000_123_456_789
TEMPORARY = re.compile(r'^\.(.+)\.demofsck-[a-z2-7]{6}$')
OK, FINDINGS, USAGE, LOSSY, IO = 0, 1, 2, 3, 4
KILLED = 128 + signal.SIGKILL

READ, WRITE, OPEN, CLOSE, BRK, FSYNC, RMDIR, UMASK = 0, 1, 2, 3, 12, 74, 84, 95
OPENAT, UNLINKAT, RENAMEAT, LINKAT, RENAMEAT2 = 257, 263, 264, 265, 316
PREAD, PWRITE = 17, 18
NAMING = (FSYNC, UNLINKAT, RENAMEAT, LINKAT, RENAMEAT2)
MEMORY = (9, 10, 11, 28)  # mmap, mprotect, munmap, madvise
NAMES = {READ: 'read', WRITE: 'write', OPEN: 'open', CLOSE: 'close', 4: 'stat',
         5: 'fstat', 6: 'lstat', 8: 'lseek', 9: 'mmap', 11: 'munmap',
         13: 'rt_sigaction', 14: 'rt_sigprocmask', 16: 'ioctl',
         PREAD: 'pread64', PWRITE: 'pwrite64', 21: 'access', 28: 'madvise',
         32: 'dup', 72: 'fcntl', FSYNC: 'fsync', 83: 'mkdir', RMDIR: 'rmdir',
         91: 'fchmod', 93: 'fchown', UMASK: 'umask', 217: 'getdents64',
         221: 'fadvise64', OPENAT: 'openat', 258: 'mkdirat',
         262: 'newfstatat', UNLINKAT: 'unlinkat', RENAMEAT: 'renameat',
         LINKAT: 'linkat', 269: 'faccessat', 280: 'utimensat',
         302: 'prlimit64', RENAMEAT2: 'renameat2', 318: 'getrandom'}
O_TMPFILE_ALONE = os.O_TMPFILE & ~os.O_DIRECTORY
O_CREATES = O_TMPFILE_ALONE | os.O_CREAT


class Case:
    """`code`: exit code without faults; None: as the first run has it.
    `files`: bytes by path.  `outputs`: paths that the run makes or takes
    over.  `in_place`: the input, which may become the output, and the name
    that keeps it.  `inject`: options of sweep_inject, such as -t."""

    def __init__(self, name, code, args, files, outputs=(), in_place=None,
                 stdin=None, inject=()):
        self.name, self.code, self.args, self.files = name, code, args, files
        self.outputs, self.in_place, self.stdin = outputs, in_place, stdin
        self.inject = list(inject)
        self.links = {}
        # Where a temporary name is used, SIGKILL can leave it behind.
        self.may_leave = bool(inject) or '-f' in args or in_place


class Entry:
    """What a snapshot knows of one name."""

    def __init__(self, path, timed):
        s = os.lstat(path)
        self.is_file = stat.S_ISREG(s.st_mode)
        self.mode, self.inode, self.mtime = s.st_mode, s.st_ino, None
        self.data = None
        if self.is_file:
            self.mtime = s.st_mtime_ns if timed else None
            with open(path, 'rb') as f:
                self.data = f.read()

    def same(self, other):
        """Bytes, size, mode and time."""
        return other is not None and self.content() == other.content()

    def content(self):
        return self.data, self.mode, self.mtime


class Outcome:
    def __init__(self, code, out, err, log, after):
        self.code, self.out, self.err = code, out, err
        self.log, self.after = log, after


class Hang(Exception):
    pass


def on_alarm(_number, _frame):
    raise Hang


signal.signal(signal.SIGALRM, on_alarm)


class Scene:
    def __init__(self, place, program, tools, seconds=60):
        self.program, self.tools, self.seconds = program, tools, seconds
        self.top = os.path.join(place, 'scene')
        self.log, self.out, self.err = (os.path.join(place, n) for n in
                                        ('log', 'out', 'err'))
        self.env = dict(os.environ, LC_ALL='C.UTF-8')
        for name in ('ASAN_OPTIONS', 'UBSAN_OPTIONS'):
            # Leaks cannot be looked for in a process that is traced.
            self.env[name] = ':'.join(filter(None, (
                self.env.get(name), 'exitcode=99',
                'detect_leaks=0' if name == 'ASAN_OPTIONS' else
                'halt_on_error=1')))

    def build(self, case):
        shutil.rmtree(self.top, ignore_errors=True)
        os.mkdir(self.top)
        for path, data in case.files.items():
            whole = os.path.join(self.top, path)
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            with open(whole, 'wb') as f:
                f.write(data)
            os.chmod(whole, 0o640)
            os.utime(whole, ns=(7, MTIME))
        for path, target in case.links.items():
            os.link(os.path.join(self.top, target),
                    os.path.join(self.top, path))
        return self.snapshot(case)

    def snapshot(self, case):
        # What comes from a pipe has the time of now.
        timed = case.stdin is None
        found = {}
        for folder, folders, names in os.walk(self.top):
            for name in folders + names:
                whole = os.path.join(folder, name)
                found[os.path.relpath(whole, self.top)] = Entry(whole, timed)
        return found

    def run(self, case, inject=(), args=None, env=None):
        """Runs the program; `inject` None: without sweep_inject."""
        command = [self.program, *(args or case.args)]
        if inject is not None:
            open(self.log, 'wb').close()
            command = [os.path.join(self.tools, 'sweep_inject'), '-l',
                       self.log, *case.inject, *inject, '--', *command]
        source = subprocess.DEVNULL
        if case.stdin is not None:
            source, end = os.pipe()
            os.write(end, case.stdin)  # as much as a pipe holds
            os.close(end)
        with open(self.out, 'wb') as out, open(self.err, 'wb') as err:
            p = subprocess.Popen(command, cwd=self.top, stdin=source,
                                 stdout=out, stderr=err,
                                 env={**self.env, **(env or {})})
            signal.alarm(self.seconds)
            try:
                code = p.wait()
            except Hang:
                p.kill()
                p.wait()
                code = 'hang'
            signal.alarm(0)
        if case.stdin is not None:
            os.close(source)
        with open(self.out, 'rb') as f:
            out = f.read()
        with open(self.err, 'rb') as f:
            err = f.read()
        log = self.read_log() if inject is not None else []
        return Outcome(code, out, err, log, self.snapshot(case))

    def read_log(self):
        """(number, call, result, first and third argument, path), each."""
        with open(self.log, encoding='utf-8', errors='replace') as f:
            lines = [line.rstrip('\n').split(' ', 5) for line in f]
        return [(*map(int, line[:5]), line[5]) for line in lines
                if len(line) == 6]


# ------------------------------------------------------------- properties

def write_opens(log):
    """Calls that could change a file which was there before."""
    for _, call, _, _, flags, path in log:
        if call not in (OPEN, OPENAT) or path == '/dev/null':
            continue
        fresh = flags & os.O_CREAT and flags & os.O_EXCL
        if flags & os.O_ACCMODE and not flags & O_TMPFILE_ALONE and not fresh:
            yield path


def in_order(log):
    """No name before the bytes are on disk; then the directory as well."""
    made, dirty, unsynced = {}, set(), False
    for _, call, result, first, flags, path in log:
        if call == OPENAT and result >= 0 and flags & O_CREATES:
            made[result] = path
        elif call == CLOSE:
            made.pop(first, None)
            dirty.discard(first)
        elif call in (WRITE, PWRITE) and first in made:
            dirty.add(first)
        elif call == FSYNC and result == 0:
            unsynced = unsynced and first in made
            dirty.discard(first)
        elif call in (LINKAT, RENAMEAT, RENAMEAT2) and result == 0:
            if any(path in (f'/proc/self/fd/{fd}', made[fd]) for fd in dirty):
                return f'order: a name for {path} before fsync'
            unsynced = True
    return 'order: no fsync of the directory' if unsynced else None


def inputs_kept(case, before, after):
    for path, was in before.items():
        if not was.is_file or path in case.outputs or \
                path in (case.in_place or ()):
            continue
        now = after.get(path)
        if not was.same(now) or now.inode != was.inode:
            yield f'input: {path} changed'


def original_kept(case, before, after, base):
    """In place, the original is never without a name, nor half replaced."""
    name, kept = case.in_place
    original, new = before[name], base.after[name]
    places = [e for p, e in after.items()
              if p in (name, kept) or TEMPORARY.match(p)]
    if not any(original.same(e) for e in places):
        yield 'in place: the original is gone'
    if not original.same(after.get(name)) and not new.same(after.get(name)):
        yield 'in place: neither the original nor the output'
    now, old = after.get(kept), before.get(kept)
    if not original.same(now) and not (old.same(now) if old else now is None):
        yield f'in place: {kept} is something else'


def outputs_whole(case, before, after, base):
    for path in case.outputs:
        now, old = after.get(path), before.get(path)
        if now is None and old is not None:
            yield f'output: {path} is gone'
        elif now is not None and not now.same(base.after.get(path)) and \
                not (old is not None and old.same(now)):
            yield f'output: {path} is neither absent nor complete'


def other_names(before, after, base, may_leave):
    for path in after:
        if path in before or path in base.after:
            continue
        if not may_leave or not TEMPORARY.match(os.path.basename(path)):
            yield f'names: {path} is left behind'


def records(out, whole):
    """The records of a report, of which pieces may be missing where standard
    output failed.  What is no record must be a piece of the `whole` report."""
    for line in out.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            if line not in whole:
                yield {'type': 'no JSON', 'line': repr(line)}


def report_honest(out, base, code):
    """Nothing is said of a file that a run without faults does not say,
    except that there was a failure."""
    if code == base.code and code != IO:
        if out != base.out:
            yield 'report: differs though the exit code does not'
        return
    if not base.out.startswith(b'{'):
        return
    known = list(records(base.out, base.out))
    verdicts = {r['path']: r['verdict'] for r in known if r['type'] == 'file'}
    for r in records(out, base.out):
        if r in known or r['type'] == 'summary' and r['exit'] == code:
            continue
        # A plan that came to nothing: the record of the file says so.
        if r['type'] == 'action':
            continue
        if r['type'] == 'file' and r.get('error') and r['verdict'] in (
                'unreadable', verdicts.get(r['path'])):
            continue
        yield f'report: {json.dumps(r)[:200]}'


def sane(outcome):
    if outcome.code == 'hang':
        yield 'end: it hangs'
    elif outcome.code < 0 or outcome.code in (70, 99, 125, 127) or \
            outcome.code > 128:
        yield f'end: status {outcome.code}: {outcome.err[-300:]!r}'
    if b'Sanitizer' in outcome.err or b'runtime error' in outcome.err:
        yield f'end: {outcome.err[-300:]!r}'


def files_hold(case, before, outcome, base, may_leave):
    """What holds after any end of the program."""
    after = outcome.after
    yield from inputs_kept(case, before, after)
    if case.in_place:
        yield from original_kept(case, before, after, base)
    yield from outputs_whole(case, before, after, base)
    yield from other_names(before, after, base, may_leave)
    for path in write_opens(outcome.log):
        yield f'input: {path} is opened for writing'


def is_complete(case, outcome, base):
    names = list(case.outputs) + list(case.in_place or ())
    return all(base.after[p].same(outcome.after.get(p)) for p in names
               if p in base.after)


def failure_holds(case, before, outcome, base, may_leave=False):
    """What holds after something failed and the program went on."""
    yield from sane(outcome)
    yield from files_hold(case, before, outcome, base, may_leave)
    if outcome.code not in (base.code, IO):
        yield f'exit code: {outcome.code}, without faults {base.code}'
    if outcome.code == base.code and not is_complete(case, outcome, base):
        yield f'exit code: {outcome.code}, but the output is not complete'
    yield from report_honest(outcome.out, base, outcome.code)


def errno_number(name):
    return getattr(errno, name)
