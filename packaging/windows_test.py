#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""windows_test - the program for Windows does what the program for Linux does

usage: windows_test.py DEMOFSCK.EXE

Runs it under wine: paths, pipes, outputs, the window of a player, and what the program
lacks there.  same.py compares all samples.
"""
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CRASHED = os.path.join(ROOT, 'corpus/twdemo/crash/page.demo')
WHOLE = os.path.join(ROOT, 'corpus/twdemo/good/next.demo')
DAMAGED = os.path.join(ROOT, 'corpus/twdemo/bad/framing_lost-lost-block-two.demo')
LONG = os.path.join(*['d' * 100] * 5)
BACKSLASH = '\\'


class Program:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.environment = dict(os.environ, LC_ALL='C.UTF-8', WINEDEBUG='-all')
        self.failed = 0

    def expect(self, truth, what):
        print('ok' if truth else 'not ok', '-', what)
        self.failed += not truth

    def run(self, code, *args, **given):
        """Runs the program, expects the exit code, and returns what it prints."""
        got = subprocess.run(['wine', self.program, *args], env=self.environment,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             **given)
        self.expect(got.returncode == code,
                    f'{" ".join(args)[:70]}: exit {got.returncode}, want {code}')
        return got.stdout.decode()

    def window(self, code, width, typed, *args):
        """Drops the files onto the program, and returns what its window shows.  `typed` is
        the answer to the question about a copy."""
        pid, master = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 50, width, 0, 0))
            os.execvpe('wine', ['wine', self.program, *args], self.environment)
        shown = b''
        answers = {b'save nothing': typed, b'close this window': b'\r'}
        # wine loses what is typed before the program reads.
        for _ in range(120):
            if not select.select([master], [], [], 0.5)[0]:
                for question in [asked for asked in answers if asked in shown][-1:]:
                    os.write(master, answers[question])
                continue
            try:
                shown += os.read(master, 65536)
            except OSError:  # the window is closed
                break
        os.close(master)
        got = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        self.expect(got == code, f'dropped {args}: exit {got}, want {code}')
        text = re.sub(r'\x1b\[[^a-zA-Z]*[a-zA-Z]|\r', '', shown.decode())
        return re.sub(r' *\n', '\n', text)

    def says(self, text, *sentences):
        for sentence in sentences:
            self.expect(sentence in text, f'the window says: {sentence}')


def read(path):
    with open(path, 'rb') as f:
        return f.read()


def paths(program):
    program.run(3, 'repair', '-o', 'saved.demo', 'a.demo')
    saved = read('saved.demo')
    os.makedirs(LONG)
    for name in 'Ünïcode ☃ 录像.demo', os.path.join(LONG, 'x.demo'):
        shutil.copy('a.demo', name)
        program.expect(name in program.run(1, 'check', name), 'the report has the path')
        program.run(3, 'repair', '-o', name + '.saved', name)
        program.expect(read(name + '.saved') == saved, 'the same output')
    os.mkdir('sub')
    shutil.copy('a.demo', 'sub/a.demo')
    program.run(3, 'repair', '-o', BACKSLASH.join(('sub', 'b.demo')),
                BACKSLASH.join(('sub', 'a.demo')))
    program.expect(read('sub/b.demo') == saved, 'backslashes separate folders')
    program.run(3, 'repair', '-d', 'into', 'sub')
    program.expect(sorted(os.listdir('into')) == ['a.demo', 'b.demo'],
                   'a folder is repaired into another one')
    for name, word in (('a b.demo', '"a b.demo"'), ('$(a).demo', 'FILE'),
                       ('%A%.demo', 'FILE')):
        shutil.copy('a.demo', name)
        program.expect(f'demofsck repair {word} -o OUT' in program.run(1, 'check', name),
                       f'the command has the word {word}')
        os.remove(name)
    program.run(1, 'check', 's*.demo', 'a*.demo')
    program.expect(program.run(1, 'a.demo') == program.run(1, 'check', 'a.demo'),
                   'a file alone is checked')


def streams(program):
    with open('a.demo', 'rb') as f:
        crashed = f.read()
    got = program.run(1, 'check', '-q', '-', input=crashed)
    program.expect(got.startswith('-:0x') and '\r' not in got,
                   'a pipe is read, and no byte is changed')
    program.run(3, 'repair', '-o', 'piped.demo', '-', input=crashed)
    program.expect(read('piped.demo') == read('saved.demo'), 'the same output of a pipe')


def outputs(program):
    with open('taken.demo', 'wb'):
        pass
    program.expect('exists already' in
                   program.run(4, 'repair', '-o', 'taken.demo', 'a.demo'),
                   'no output replaces a file')
    program.expect(read('taken.demo') == b'', 'the file is not changed')
    program.run(3, 'repair', '-f', '-o', 'taken.demo', 'a.demo')
    program.expect(read('taken.demo') == read('saved.demo'), '-f replaces it')
    program.run(4, 'repair', '-o', 'a.demo:stream', 'a.demo')
    for name in 'NUL', 'nul.demo', 'CON', 'com1', 'NUL.', 'b.demo.', 'b.demo ':
        program.run(4, 'repair', '-f', '-o', name, 'a.demo')
        program.expect(name not in os.listdir('.'), f'no file {name!r} appears')
    program.expect(read('a.demo') == read(CRASHED), 'the input is not changed')
    left = [name for _, _, names in os.walk('.') for name in names
            if '.demofsck-' in name]
    program.expect(left == [], f'no temporary file is left: {left}')


def dropped(program):
    """A file is dropped onto the program: a window opens for a player."""
    text = program.window(1, 120, b'j\r', 'a.demo')
    program.says(text, 'This recording was cut off: a repair keeps all 6.4 s',
                 'Type y and press Enter', 'Nothing was saved.', '; a repair (')
    program.expect('-o OUT' not in text, 'the window has no command')
    program.says(program.window(3, 120, b'y\r', 'a.demo'),
                 'Saved as a-repaired.demo.')
    program.expect(read('a-repaired.demo') == read('saved.demo'), 'the same output')
    program.says(program.window(0, 120, b'\r', 'a-repaired.demo'),
                 'This recording is whole.')
    text = program.window(1, 60, b'\r', 'a.demo')
    program.says(' '.join(text.split('\n')), 'expected the whole chunk',
                 '0 s, expected 6 s, the length of the recording',
                 '321 chunks from tick 1000 to 1320 (6.4 s) are whole')
    shutil.copy(DAMAGED, 'b.demo')
    program.says(program.window(1, 120, b'\r', 'b.demo'),
                 'This recording is damaged: a repair saves 3.7 s of 6.4 s.')
    shutil.copy(WHOLE, 'next.demo')
    program.says(program.window(0, 120, b'\r', 'next.demo'),
                 'This recording is whole.', 'without a map, players need dm1')
    for name, start, sentence in (
            ('c.zip', b'PK\x03\x04', 'This is a zip archive, not a recording.\nUnpack'),
            ('c.png', b'\x89PNG\r\n\x1a\n',
             'This is not a recording that demofsck knows.')):
        with open(name, 'wb') as f:
            f.write(start + bytes(100))
        text = program.window(1, 120, b'\r', name)
        program.says(text, sentence)
        program.expect('unzip' not in text and 'error' not in text,
                       'the window has no more about the file')


def failures(program):
    with open('empty.demo', 'wb'):
        pass
    program.expect('file.empty' in program.run(1, 'check', 'empty.demo'), 'an empty file')
    program.expect('No such file' in program.run(4, 'check', 'none.demo'), 'no such file')
    program.expect('is a directory' in program.run(4, 'info', 'sub'), 'a folder')
    program.expect('did you mean check?' in program.run(2, 'chek', 'a.demo'),
                   'a mistyped command')
    for args in (['check', '-j', '4', 'a.demo'], ['check', '--timeout=3', 'a.demo'],
                 ['repair', '--in-place', 'a.demo'], ['scrub', '--db=x', 'sub']):
        program.expect(program.run(2, *args).count('\n') == 1, 'one line says so')


def main():
    program = Program(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        shutil.copy(CRASHED, 'a.demo')
        for test in paths, streams, outputs, dropped, failures:
            test(program)
        os.chdir('/')
    sys.exit(1 if program.failed else 0)


if __name__ == '__main__':
    main()
