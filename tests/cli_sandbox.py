#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_sandbox - the sandbox changes no result, and strict never runs without it

usage: cli_sandbox.py DEMOFSCK CORPUS

test_sandbox.c shows what a locked process cannot do.  Here the program is run: all
samples, with the sandbox and without.
"""
import bz2
import gzip
import lzma
import errno
import json
import os
import shutil
import subprocess
import sys

import manifest
import poorer
import recording
import tap
from tap import STEP, case, equal, expect, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])
# The program reads the time zone before the lock.
ENV = {'TZ': 'Asia/Kathmandu'}
STATE = 'demofsck: sandbox: '


def state(*args, **how):
    """The lines of -v on the sandbox, without what every line begins with."""
    write('f', recording.valid())
    lines = run('check', '-v', *args, 'f', **how).exits(0).err.decode().splitlines()
    return [line.removeprefix(STATE) for line in lines if line.startswith(STATE)]


def needs_sandbox():
    if state('--sandbox=auto') == ['off: this build has no sandbox']:
        raise tap.Skipped('this build has no sandbox')
    write('f', recording.valid())
    got = run('check', '--sandbox=strict', 'f')
    if got.code == 70:
        raise tap.Skipped(got.err.decode().strip())


@case('the sandbox of this kernel')
def layers():
    needs_sandbox()
    print('# layers:', *state())


def alike(command, path, *options, stdin=b''):
    """A run with the sandbox prints and returns what a run without it does."""
    args = ('--sandbox=strict', *options)
    got = run(command, *args, path, env=ENV, stdin=stdin)
    want = run(command, '--sandbox=off', *options, path, env=ENV, stdin=stdin)
    shown = b''.join(line for line in got.err.splitlines(keepends=True)
                     if not line.startswith(STATE.encode()))
    equal((got.code, got.out, shown), (want.code, want.out, want.err),
          f'{command} {path} {options}')


def chosen(every):
    """One of so many samples, with their options."""
    for row in manifest.rows(CORPUS)[::every * STEP]:
        yield row, os.path.join(CORPUS, row['path']), manifest.options(row, CORPUS)


# A run without the sandbox takes many files, so the files need not be read twice.
@case('check reports the same of every sample')
def every_sample():
    needs_sandbox()
    for group in manifest.alike(manifest.rows(CORPUS)[::STEP]):
        paths = [os.path.join(CORPUS, row['path']) for row in group]
        options = manifest.options(group[0], CORPUS)
        together = run('check', '-v', '--format=ndjson', '--sandbox=off',
                       *options, *paths, env=ENV)
        records = {path: [] for path in paths}
        for line in together.out.splitlines()[1:-1]:
            records[json.loads(line)['path']].append(line)
        for row, path in zip(group, paths):
            got = run('check', '-v', '--format=ndjson', '--sandbox=strict',
                      *options, path, env=ENV)
            equal(got.out.splitlines()[1:-1], records[path], row['path'])
            equal(str(got.code), row['check_exit'], row['path'])
            equal(got.err.decode().count('\n'), 1, f'{row["path"]}: {got.err}')


@table('the text is the same', [
    ('check', 'check', '-v'), ('info', 'info'), ('inspect', 'inspect', '-v')])
def texts(command, *options):
    needs_sandbox()
    for _, path, given in chosen(20):
        alike(command, path, *given, *options)


@table('a Source demo is read as deep', [
    (depth, depth) for depth in ('framing', 'messages', 'full')])
def depths(depth):
    needs_sandbox()
    for row, path, given in chosen(8):
        if row['format'] == 'dem':
            alike('check', path, *given, '--format=ndjson', f'--depth={depth}')


def packed(kind, data):
    if kind == 'zst':
        if not shutil.which('zstd'):
            raise tap.Skipped('there is no zstd')
        return subprocess.run(['zstd', '-qc'], input=data, check=True,
                              stdout=subprocess.PIPE).stdout
    return {'gz': gzip.compress, 'xz': lzma.compress, 'bz2': bz2.compress}[kind](data)


@table('a compressed file and a pipe give the same', [
    (kind, kind) for kind in ('gz', 'xz', 'zst', 'bz2')])
def compressed(kind):
    needs_sandbox()
    some = {}
    for row in manifest.rows(CORPUS):
        good = row['path'].endswith(('.demo', '.dem', '.map', '.teehistorian'))
        if good and row['options'] == '-':
            some.setdefault((row['format'], row['verdict']), row['path'])
            if 'snappy' in row['description']:
                some.setdefault('snappy', row['path'])
    expect('snappy' in some, 'no sample that needs snappy')
    for path in some.values():
        data = packed(kind, read(os.path.join(CORPUS, path)))
        name = write(os.path.basename(path) + '.' + kind, data)
        alike('check', name, '--format=ndjson')
        alike('check', '-', '--format=ndjson', stdin=data)


@case('a library that is not there is missed in the same way')
def absent_libraries():
    needs_sandbox()
    write('libsnappy.so.1', b'no library')
    write('liblzma.so.5', b'no library')
    ENV['LD_LIBRARY_PATH'] = os.getcwd()
    try:
        alike('check', write('f.xz', lzma.compress(recording.valid())))
        for row, path, given in chosen(1):
            if 'snappy' in row['description']:
                alike('check', path, *given)
    finally:
        del ENV['LD_LIBRARY_PATH']


@table('the reports are the same', [
    (form, form) for form in ('sarif', 'junit', 'ndjson')])
def reports(form):
    needs_sandbox()
    path = os.path.join(CORPUS, next(
        row['path'] for row in manifest.rows(CORPUS) if row['verdict'] == 'damaged'))
    for mode in 'strict', 'off':
        run('check', f'--sandbox={mode}', f'--report={form}:{mode}', path).exits(1)
    equal(read('strict'), read('off'), form)


@case('a gate gives the same answer')
def gate():
    needs_sandbox()
    for _, path, given in chosen(40):
        alike('check', path, '--gate', *given)
        alike('check', '-', '--gate', *given, stdin=read(path))


@case('-v names the layers, and nothing else changes')
def verbose():
    needs_sandbox()
    shown, = state('--sandbox=strict')
    for layer in 'no_new_privs', 'seccomp', 'rlimits':
        expect(layer in shown.split(';')[0], shown)
    equal(state(), [shown], 'auto is the default')
    equal(state('--sandbox=off'), [], 'off')
    run('check', '--sandbox=strict', 'f').exits(0)


@table('strict refuses a run that it cannot lock', [
    ('info on several files', 'several inputs', 'info', 'f', 'f')])
def strict_refuses(why, command, *args):
    write('f', recording.valid())
    got = run(command, '--sandbox=strict', *args).exits(70).one_clear_line()
    expect(why in got.err.decode(), got.err)
    equal(got.out, b'', 'stdout')


@table('processes that are locked read several files, and do repairs', [
    ('several files', 'check', 'f', 'f'), ('a list', 'check', '--files0-from=list'),
    ('a directory', 'check', 'd'), ('one process', 'check', '-j1', 'f', 'f'),
    ('a time limit', 'check', '--timeout=60', 'f'),
    ('a repair', 'repair', '-o', 'out', 'f'),
    ('a repair to a directory', 'repair', '-d', 'out', 'f', 'd'),
    ('a repair in place', 'repair', '--in-place', 'f')])
def locked_workers(command, *args):
    needs_sandbox()
    for mode in 'strict', 'auto':
        write('f', recording.unfinished())
        write('list', b'f\0')
        os.makedirs('d', exist_ok=True)
        write('d/g', recording.valid())
        for old in 'f.orig', 'out':
            if os.path.isdir(old):
                for name in os.listdir(old):
                    os.unlink(f'{old}/{name}')
            elif os.path.exists(old):
                os.unlink(old)
        got = run(command, f'--sandbox={mode}', '-v', *args)
        expect(got.code in (0, 1), f'{mode}: {got.code}: {got.err}')
        expect(b'sandbox: no_new_privs' in got.err, got.err)
        if command == 'repair':
            equal(got.code, 0, f'{mode}: {got.err}')


@case('a directory is an error of info, with and without strict')
def directory_of_info():
    os.mkdir('d')
    for mode in 'auto', 'strict':
        run('info', f'--sandbox={mode}', 'd').exits(4)


@case('where the kernel refuses seccomp, auto goes on and strict does not')
def no_seccomp():
    needs_sandbox()
    without = {'preexec': poorer.refuse('seccomp', errno.EPERM)}
    shown, = state('--sandbox=auto', **without)
    expect(shown.endswith('; no seccomp: Operation not permitted'),
           shown)
    got = run('check', '--sandbox=strict', 'f', **without).exits(70)
    lines = got.err.decode().splitlines()
    expect(len(lines) == 1 and '--sandbox=strict: ' in lines[0] and
           '; no seccomp: ' in lines[0], lines)
    got = run('check', '--gate', '--sandbox=strict', 'f', **without).exits(70)
    expect(not json.loads(got.out)['accept'], got.out)


@case('the sandbox needs no libseccomp, which made the filters when the program was built')
def no_libseccomp():
    needs_sandbox()
    write('libseccomp.so.2', b'no library')
    equal(state('--sandbox=strict', env={'LD_LIBRARY_PATH': os.getcwd()}),
          state('--sandbox=strict'), 'layers')


@case('where the kernel has no Landlock, strict goes on')
def no_landlock():
    needs_sandbox()
    shown, = state('--sandbox=strict', preexec=poorer.refuse(
        'landlock_create_ruleset', errno.ENOSYS))
    equal(shown, 'no_new_privs, seccomp, rlimits; no Landlock: '
          'Function not implemented', '-v')


@case('an ordinary user has the same sandbox as root')
def ordinary_user():
    needs_sandbox()
    want = state('--sandbox=strict')
    equal(state('--sandbox=strict', preexec=tap.drop_root()), want, 'state')


tap.main()
