# SPDX-License-Identifier: MIT
"""tap - the smallest harness that the tests of the program need

A case is a function with a sentence.  It runs in an empty directory of its
own; the first expectation that does not hold ends it.  One TAP line per case.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

CASES = []
PROGRAM = None


class Failed(Exception):
    pass


class Skipped(Exception):
    pass


# Where programs are slow, one of so many samples is looked at.
STEP = int(os.environ.get('DEMOFSCK_STEP', 1))


def case(sentence, *args):
    """Decorator; `args` are handed to the function, for tables of cases."""
    def add(function):
        CASES.append((sentence, function, args))
        return function
    return add


def table(sentence, rows):
    """Decorator: one case per row; a row begins with its own description."""
    def add(function):
        for row in rows:
            CASES.append((f'{sentence}: {row[0]}', function, row[1:]))
        return function
    return add


def expect(truth, text):
    if not truth:
        raise Failed(text)


def equal(got, want, what):
    expect(got == want, f'{what}: got {got!r}, want {want!r}')


def write(path, data):
    with open(path, 'wb') as f:
        f.write(data)
    return path


def read(path):
    with open(path, 'rb') as f:
        return f.read()


class Run:
    """The program was run: `code` (negative: a signal), `out`, `err`."""

    def __init__(self, *args, stdin=b'', preexec=None, env=None, stdout=None,
                 timeout=120):
        whole = {**os.environ, 'LC_ALL': 'C.UTF-8', **(env or {})}
        given = {'stdin': stdin} if hasattr(stdin, 'fileno') or \
            isinstance(stdin, int) else {'input': stdin}
        p = subprocess.run([PROGRAM, *args], **given, env=whole,
                           stdout=stdout or subprocess.PIPE,
                           stderr=subprocess.PIPE, preexec_fn=preexec,
                           timeout=timeout)
        self.args, self.code = args, p.returncode
        self.out, self.err = p.stdout or b'', p.stderr

    def exits(self, code):
        expect(self.code == code,
               f'{self.args}: exit {self.code}, want {code}\n'
               f'stdout: {self.out[-1500:].decode(errors="replace")}\n'
               f'stderr: {self.err[-1500:].decode(errors="replace")}')
        return self

    def one_clear_line(self):
        """Bad usage and I/O errors: one line on stderr, none a mystery."""
        lines = self.err.decode().splitlines()
        expect(len(lines) == 1 and lines[0].startswith('demofsck: '),
               f'{self.args}: stderr is not one clear line: {self.err!r}')
        return self


def run(*args, **how):
    return Run(*args, **how)


def of_type(out, kind):
    """The records of one type in what --format=ndjson printed."""
    return [r for r in map(json.loads, out.splitlines()) if r['type'] == kind]


def power(shown):
    """A number as the documents write it: 2^20, or plain."""
    base, _, exponent = shown.strip().partition('^')
    return int(base) ** int(exponent or 1)


# With this as `env` a sanitizer that has too little memory says so on stderr, and
# not in the files which the suite takes for its findings.
STARVED = {'ASAN_OPTIONS': 'log_path=stderr', 'UBSAN_OPTIONS': 'log_path=stderr'}


def as_nobody():
    """For preexec: root passes every permission check, nobody does not."""
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)


def drop_root():
    """A preexec that makes permissions count; fails where it cannot."""
    return as_nobody if os.getuid() == 0 else None


def main():
    global PROGRAM
    failed = 0
    home = os.getcwd()
    # A user without rights must reach the program: a build directory may lie
    # below a home that is closed to others.
    open_place = tempfile.mkdtemp(prefix='demofsck-program-')
    os.chmod(open_place, 0o755)
    PROGRAM = shutil.copy(sys.argv[1], open_place)
    os.chmod(PROGRAM, 0o755)
    # What a case writes can be read by that user as well.
    os.umask(0o022)
    for number, (sentence, function, args) in enumerate(CASES, 1):
        place = tempfile.mkdtemp(prefix='demofsck-test-')
        os.chmod(place, 0o755)
        os.chdir(place)
        word, note, why = 'ok', '', ''
        try:
            function(*args)
        except Skipped as e:
            note = f' # SKIP {e}'
        except Exception as e:  # a broken case is a failed case
            word = 'not ok'
            why = str(e) if isinstance(e, Failed) else traceback.format_exc()
            failed += 1
        os.chdir(home)
        shutil.rmtree(place, ignore_errors=True)
        print(f'{word} {number} - {sentence}{note}')
        for line in why[:4000].splitlines():
            print(f'# {line}')
        sys.stdout.flush()
    shutil.rmtree(open_place, ignore_errors=True)
    print(f'1..{len(CASES)}')
    sys.exit(1 if failed else 0)
