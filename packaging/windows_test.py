#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""windows_test - the program for Windows does what the program for Linux does

usage: windows_test.py DEMOFSCK.EXE

Runs it under wine: paths, pipes, outputs, and what the program lacks there.  same.py
compares all samples.
"""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CRASHED = os.path.join(ROOT, 'corpus/twdemo/crash/page.demo')
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
        for test in paths, streams, outputs, failures:
            test(program)
        os.chdir('/')
    sys.exit(1 if program.failed else 0)


if __name__ == '__main__':
    main()
