#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_files - file systems and directories that are not as one wishes

usage: cli_files.py DEMOFSCK

Temporary names, mounts, and trees that change while they are walked.
"""
import errno
import fcntl
import gzip
import os
import resource
import signal
import struct
import subprocess
import termios
import threading
import time

import poorer
import recording
import tap
from tap import case, equal, expect, read, run, table, write, Skipped

VALID, UNFINISHED, CUT = recording.valid(), recording.unfinished(), recording.cut()


# ---------------------------------------------------------- temporary names --
@table('an input that changes while the output is written: undecided, no output', [
    ('a valid one', recording.valid, ['-o', 'out']),
    ('a damaged one', recording.cut, ['-o', 'out']),
    ('in its place', recording.cut, ['--in-place'])])
def changed_late(make, how):
    write('in', make(4_000_000))

    def change():
        while os.listdir('.') == ['in']:
            time.sleep(0.001)
        with open('in', 'ab') as f:
            f.write(b'x')
    late = threading.Thread(target=change, daemon=True)
    late.start()
    # the output has a name, which shows that it has been begun
    got = run('repair', 'in', *how, preexec=poorer.no_tmpfile(errno.EOPNOTSUPP)).exits(5)
    late.join()
    expect(b'it changed while it was read' in got.out, got.out)
    equal(read('in'), make(4_000_000) + b'x', 'the input')
    equal(os.listdir('.'), ['in'], 'files')


@table('an output is made where files without a name cannot be', [
    (name, getattr(errno, name)) for name in
    ('EOPNOTSUPP', 'EISDIR', 'ENOENT', 'EINVAL')])
def named(error):
    write('in', UNFINISHED)
    how = dict(preexec=poorer.no_tmpfile(error))
    run('repair', 'in', '-o', 'out', **how).exits(0)
    run('repair', '-', '-o', 'piped', stdin=CUT, **how).exits(3)
    run('repair', '--in-place', 'in', **how).exits(0)
    equal(sorted(os.listdir('.')), ['in', 'in.orig', 'out', 'piped'], 'files')
    equal([read(f) for f in ('in', 'out', 'piped')], [VALID] * 3, 'outputs')


@case('if a file without a name fails for another reason, the output fails')
def unnamed_fails():
    write('in', UNFINISHED)
    run('repair', 'in', '-o', 'out',
        preexec=poorer.no_tmpfile(errno.EIO)).exits(4).one_clear_line()
    equal(os.listdir('.'), ['in'], 'files')


@table('a signal removes both temporary files of a piped input', [
    (name, getattr(signal, f'SIG{name}'), enough) for enough, names in (
        (5, 'TERM INT HUP'), (1, 'QUIT PIPE ALRM USR1 USR2 XCPU PROF VTALRM IO PWR '
                                 'RTMIN RTMAX')) for name in names.split()])
def both_removed(sent, enough):
    data = recording.unfinished(2_000_000)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hit = 0
    for _ in range(5):
        if hit == enough:
            break
        with subprocess.Popen([tap.PROGRAM, 'repair', '-', '-o', 'out'],
                              stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              preexec_fn=poorer.no_tmpfile(errno.EOPNOTSUPP)) as p:
            p.stdin.write(data)
            p.stdin.close()
            while p.poll() is None and len(os.listdir('.')) < 2:
                time.sleep(0.001)
            hit += len(os.listdir('.')) == 2
            p.send_signal(sent)
            code = p.wait()
        expect(code in (0, -sent), f'status {code}')
        left = os.listdir('.')
        expect(left in ([], ['out']), f'files left: {left}')
        if left:
            os.remove('out')
    expect(hit, 'never two temporary files at once')


@case('a signal that is ignored stays so')
def ignored():
    write('in', recording.unfinished(2_000_000))
    some = signal.SIGUSR1, signal.SIGXCPU, signal.SIGRTMIN
    with subprocess.Popen([tap.PROGRAM, 'repair', 'in', '-o', 'out'], stdout=subprocess.DEVNULL,
                          preexec_fn=lambda: [signal.signal(s, signal.SIG_IGN) for s in some]) as p:
        for sent in some:
            time.sleep(0.005)
            p.send_signal(sent)
        equal(p.wait(), 0, 'status')


# ---------------------------------------------------------- names and mounts --
@table('an option with a dash too few is no name', [
    ('a folder', '-dry-run', b'-dry-run: did you mean --dry-run?'),
    ('with a value', '-depth=full', b'-depth=full: did you mean --depth=full?')])
def dash(option, want):
    write('in', UNFINISHED)
    err = run('repair', option, 'in').exits(2).one_clear_line().err
    expect(want in err, err)
    equal(os.listdir('.'), ['in'], 'files')


@table('a report is no place for the output', [('', ()), ('replaced', ('-f',))])
def both_places(options):
    write('in', UNFINISHED)
    got = run('repair', *options, '-o', 'x', '--report=text:x', 'in').exits(4)
    expect(b'x is a report of this run' in got.err, got.err)
    expect(read('x').endswith(b'1 file: 1 truncated\n'), 'the report')
    err = run('check', '--report=text:x', 'in').exits(4).one_clear_line().err
    expect(b'exists, and a report in text replaces no file' in err, err)


@case('what the night before wrote is replaced with -f alone')
def every_night():
    os.makedirs('d/sub')
    write('d/sub/f', UNFINISHED)
    run('repair', '-d', 'repaired', 'd').exits(0)
    run('repair', '-d', 'repaired', 'd').exits(4).one_clear_line()
    write('d/sub/g', CUT)
    run('repair', '-f', '-d', 'repaired', 'd').exits(3)
    equal([read(f'repaired/sub/{name}') for name in 'fg'], [VALID] * 2, 'outputs')


@case('after many files repair says what became of them')
def what_became():
    write('a.teehistorian', VALID)
    write('b.teehistorian', UNFINISHED)
    write('c.teehistorian', UNFINISHED[:-1] + b'\x80')
    write('d.teehistorian', b'no recording')
    for how, said in ((['-n'], b'; 1 need no repair, 1 would be repaired without loss, '
                               b'1 would be repaired with loss, 1 would have no output\n'),
                      (['-d', 'out'], b'; 1 needed no repair, 1 repaired without loss, '
                                      b'1 repaired with loss, 1 without output\n')):
        got = run('repair', *how, *sorted(f for f in os.listdir('.') if f != 'out'))
        expect(got.out.endswith(said), got.out)
    got = run('repair', '-n', 'a.teehistorian')
    expect(got.out.endswith(b'1 file: 1 valid\n'), got.out)


@case('a file that is named .gz keeps its name')
def only_gz():
    os.makedirs('logs/deep')
    for name in ('.gz', 'deep/.gz', 'a.gz'):
        write('logs/' + name, gzip.compress(UNFINISHED))
    run('repair', 'logs', '-d', 'fixed').exits(0)
    for name in ('.gz', 'deep/.gz', 'a'):
        equal(read('fixed/' + name), VALID, name)


@case('-d writes below a mount of its own')
def other_mount():
    os.makedirs('logs/sub/deep')
    os.makedirs('fixed/sub')
    write('logs/sub/deep/f', UNFINISHED)
    write('logs/sub/hopeless', recording.hopeless())
    if subprocess.run(['mount', '-t', 'tmpfs', 'tmpfs', 'fixed/sub'],
                      capture_output=True).returncode != 0:
        raise Skipped('cannot mount here')
    try:
        run('repair', 'logs', '-d', 'fixed').exits(1)
        equal(read('fixed/sub/deep/f'), VALID, 'output')
        equal((os.listdir('fixed/sub'), os.listdir('fixed/sub/deep')),
              (['deep'], ['f']), 'files')
    finally:
        subprocess.run(['umount', 'fixed/sub'], check=True)


@table('a dry run notices a name that is too long', [
    ('-o', 'in', '-o', 'x' * 256),
    ('-o below a directory', 'in', '-o', 'dir/' + 'x' * 256),
    ('--in-place', 'y' * 252, '--in-place')])
def long_name(name, *how):
    write(name, UNFINISHED)
    os.mkdir('dir')
    for options in ((), ('-n',)):
        run('repair', *options, name, *how).exits(4).one_clear_line()
    equal((sorted(os.listdir('.')), os.listdir('dir')),
          (sorted([name, 'dir']), []), 'files')


# ------------------------------------------------- trees that change meanwhile --
def walk_meanwhile(change):
    """Checks a directory of many files; `change` is called in the middle."""
    os.makedirs('d/sub')
    for i in range(1500):
        write(f'd/sub/a{i:04}.teehistorian', VALID)
    write('d/sub/z', UNFINISHED)
    with subprocess.Popen([tap.PROGRAM, 'check', 'd'], stderr=subprocess.PIPE,
                          stdout=subprocess.PIPE) as p:
        # It stops where the pipe is full, which holds less than the report.
        held, before = -1, -2
        while held != before:
            time.sleep(0.2)
            room = bytearray(4)
            fcntl.ioctl(p.stdout, termios.FIONREAD, room)
            held, before = struct.unpack('i', room)[0], held
        change()
        try:
            out, err = p.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            p.kill()
            raise tap.Failed('it hangs')
    expect(b'd/sub/a1499.teehistorian: valid' in out, out[-300:])
    return p.returncode, out, err


@case('a directory that becomes a link does not lead out of the tree')
def swapped_directory():
    os.mkdir('outside')
    write('outside/z', VALID)

    def change():
        os.rename('d/sub', 'd/old')
        os.symlink('../outside', 'd/sub')
    code, out, err = walk_meanwhile(change)
    expect(b'd/sub/z: truncated' in out, out[-300:])
    equal((code, err), (1, b''), 'exit code and stderr')


@case('a file that becomes a FIFO is refused at once')
def swapped_file():
    def change():
        os.remove('d/sub/z')
        os.mkfifo('d/sub/z')
    code, _, err = walk_meanwhile(change)
    expect(err.startswith(b'demofsck: d/sub/z: ') and b'regular' in err, err)
    equal(code, 4, 'exit code')


@case('a file that becomes a link is refused')
def swapped_link():
    def change():
        os.rename('d/sub/z', 'd/sub/old')
        os.symlink('old', 'd/sub/z')
    code, _, err = walk_meanwhile(change)
    expect(err.startswith(b'demofsck: d/sub/z: '), err)
    equal(code, 4, 'exit code')


@table('--in-place refuses other things than regular files at once', [
    ('a FIFO', os.mkfifo, b'is for regular files')])
def in_place_special(make, want):
    make('in')
    got = run('repair', '--in-place', 'in', timeout=10).exits(4)
    expect(want in got.one_clear_line().err, got.err)
    equal(os.listdir('.'), ['in'], 'files')


# -------------------------------------------------------------------- limits --
@case('--limit is named for a limit that can be raised, and for no other')
def limit_at_maximum():
    write('f', recording.valid(config={f'key{i}': '1' for i in range(5000)}))
    got = run('check', 'f').exits(5)
    expect(b'undecided: a limit was reached that cannot be raised\n' in got.out,
           got.out)
    for limit in ('header_keys=20', 'header_bytes=20k'):
        got = run('check', f'--limit={limit}', 'f').exits(5)
        expect(b'undecided: a limit was reached; --limit can raise it' in got.out,
               got.out)


@table('a limit of the input does not apply to the output', [
    ('the end mark', UNFINISHED), ('gzip', gzip.compress(VALID)),
    ('gzip without end mark', gzip.compress(UNFINISHED))])
def input_limit(data):
    write('in', data)
    limit = f'--limit=input_bytes={len(data)}'
    run('repair', limit, 'in', '-o', 'out').exits(0)
    equal(read('out'), VALID, 'output')
    run('repair', f'--limit=input_bytes={len(data) - 1}', 'in',
        '-o', 'out2').exits(5)


if __name__ == '__main__':
    tap.main()
