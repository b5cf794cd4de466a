#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_workers - worker processes: the same report, whatever becomes of a process

usage: cli_workers.py DEMOFSCK CORPUS MISBEHAVING

MISBEHAVING is a build whose worker does what the name of a file says.
"""
import fcntl
import json
import os
import random
import signal
import subprocess
import sys
import termios
import threading
import time

import recording
import tap
from killing import run_and_kill
from tap import case, equal, expect, of_type, run, table, write

CORPUS, MISBEHAVING = (os.path.abspath(path) for path in sys.argv[2:4])
VALID, UNFINISHED = recording.valid(), recording.unfinished()
# Where programs are slow, a part of the corpus.
WHOLE = '.' if tap.STEP == 1 else 'datafile'
FORMS = ('sarif', 'sarif:github', 'junit', 'csv')


def same(*args, preexec=None):
    """The report of one process, and of several."""
    alone, several = (run('check', f'-j{n}', *args, preexec=preexec) for n in (1, 3))
    equal(several.code, alone.code, 'exit code')
    equal(several.out, alone.out, 'standard output')
    equal(several.err, alone.err, 'standard error')
    return alone


@table('the report of the corpus does not depend on the number of processes', [
    ('text', '--format=text', WHOLE), ('every step', '-v', '--format=ndjson', WHOLE)] + [
    (form, '--format=' + form, 'teehistorian', 'dem/bad') for form in FORMS] + [
    (' '.join(how), *how, 'twdemo/bad', 'dem/near') for how in (
        ('-v',), ('--redact', '--format=ndjson'), ('--depth=framing', '--format=ndjson'),
        ('--profile=playback', '--format=ndjson'), ('--no-hash', '--format=ndjson'),
        ('--limit=edits=0', '--format=ndjson', 'dem/bad'))])
def whole_corpus(*args):
    same(*args, preexec=lambda: os.chdir(CORPUS))


@case('inputs that cannot be opened, and what is no file, keep their place')
def odd_inputs():
    os.makedirs('d')
    for n in range(200):
        write(f'd/{n:03}.teehistorian', VALID if n % 3 else UNFINISHED)
    write('secret', VALID)
    os.chmod('secret', 0)
    os.symlink('nowhere', 'link')
    same('--format=ndjson', 'missing', 'd', 'link', 'secret', 'd/001.teehistorian')
    write('empty', b'')
    same('empty', 'd', '--format=text')


@case('standard input is one of several inputs')
def standard_input():
    write('a', VALID)
    got = [run('check', f'-j{n}', '--format=ndjson', 'a', '-', 'a',
               stdin=UNFINISHED).exits(1) for n in (1, 2)]
    equal(got[1].out, got[0].out, 'standard output')
    equal([f['verdict'] for f in of_type(got[1].out, 'file')],
          ['valid', 'truncated', 'valid'], 'verdicts')


@case('a program that asks for one file after the other gets each answer')
def one_after_the_other():
    write('a', VALID)
    process = subprocess.Popen([tap.PROGRAM, 'check', '-j2', '--format=ndjson',
                                '--files0-from=-'],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    late = threading.Timer(60, process.kill)
    late.start()
    try:
        for _ in range(3):
            process.stdin.write(b'a\0')
            process.stdin.flush()
            while json.loads(process.stdout.readline())['type'] != 'file':
                pass
        process.stdin.close()
        equal(json.loads(process.stdout.readline())['type'], 'summary', 'the end')
        equal(process.wait(), 0, 'exit code')
    finally:
        late.cancel()


@case('a file that grows before its process reads it has the verdict on its bytes')
def growing():
    write('b', VALID[:-1])
    os.mkfifo('slow')
    process = subprocess.Popen([tap.PROGRAM, 'check', '-j1', '--timeout=60',
                                '--format=ndjson', 'slow', 'b'],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    late = threading.Timer(60, process.kill)
    late.start()
    try:
        with open('slow', 'wb') as slow:
            while os.path.abspath('b') not in opened_by(process.pid):
                time.sleep(0.01)
            with open('b', 'ab') as b:
                b.write(VALID[-1:])
            slow.write(UNFINISHED)
        out, err = process.communicate()
    finally:
        late.cancel()
    equal([f['verdict'] for f in of_type(out, 'file')], ['truncated', 'valid'], 'verdicts')
    equal((err, process.returncode), (b'', 1), 'the run')


def opened_by(pid):
    """The files that a process has open."""
    found = []
    for fd in os.listdir(f'/proc/{pid}/fd'):
        try:
            found.append(os.readlink(f'/proc/{pid}/fd/{fd}'))
        except OSError:
            pass
    return found


@case('a list with many names, and a name that comes in two parts')
def long_list():
    names = [f'd/{n:05}' for n in range(5000)]
    os.mkdir('d')
    for name in names:
        write(name, VALID)
    got = [run('check', f'-j{n}', '--format=ndjson', '--files0-from=-',
               stdin='\0'.join(names).encode()).exits(0) for n in (1, 2)]
    equal(got[1].out, got[0].out, 'standard output')
    equal([f['path'] for f in of_type(got[1].out, 'file')], names, 'order')


@table('a number of processes that is none is bad usage', [
    (value, f'-j{value}') for value in ('0', '-1', 'x', '1.5', '1025', '')] + [
    (f'--timeout={value}', f'--timeout={value}')
    for value in ('0', '-1', 'x', '1e3', 'inf', '0x10', '1048577')])
def bad_number(option):
    write('a', VALID)
    run('check', option, 'a', 'a').exits(2).one_clear_line()


@case('a full device and a closed pipe stop all processes')
def full_device():
    os.mkdir('d')
    for n in range(300):
        write(f'd/{n}', UNFINISHED)
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([tap.PROGRAM, 'check', '-j2', '-v', 'd'], stdout=full,
                              stderr=subprocess.PIPE, timeout=60)
    equal(done.returncode, 4, 'exit code')
    expect(b'were not checked, because the report cannot be written' in done.stderr,
           done.stderr)


# ------------------------------------------------------------ misbehaviour --

def misbehave(word, *args, n=7, **how):
    """One bad file among good ones, in several processes: its record, and the run."""
    os.makedirs('d', exist_ok=True)
    for i in range(n):
        write(f'd/{i}.teehistorian', VALID)
    write(f'd/misbehave-{word}', VALID)
    done = subprocess.run([MISBEHAVING, 'check', '-j2', '--format=ndjson', *args, 'd'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                          **how)
    files = of_type(done.stdout, 'file')
    equal([f['path'] for f in files], [f'd/{i}.teehistorian' for i in range(n)] +
          [f'd/misbehave-{word}'], 'order')
    equal({f['verdict'] for f in files[:-1]}, {'valid'}, 'the other files')
    return files[-1], done


@table('a process that dies or lies costs its file, and the run goes on', [
    ('die', 'die', 5, 'was killed: Killed'), ('crash', 'crash', 70, 'ended early: Abort'),
    ('leave', 'leave', 70, 'ended early')] + [
    (word, word, 70, 'sent an impossible answer')
    for word in ('garbage', 'empty', 'finding', 'huge', 'close', 'nothing')])
def lost_process(word, code, why):
    record, done = misbehave(word)
    equal(record['verdict'], 'undecided', 'verdict')
    expect(why in record['error'], record['error'])
    equal(done.returncode, code, 'exit code')
    equal(len(done.stderr.splitlines()), 1, f'lines on standard error: {done.stderr}')


@table('a process that a file has taken over is contained', [
    (word, word) for word in ('open', 'create', 'unlink', 'connect', 'execute', 'fork',
                              'kill', 'trace', 'code', 'allocate')])
def contained(word):
    write('victim', b'')
    # so that it can be seen that the attempt succeeds without a lock
    free = misbehave(word, '--sandbox=off', '-j2')[1]
    expect(b'escaped' in free.stderr, f'without a lock: {free.stderr}')
    write('victim', b'')
    if os.path.exists('created'):
        os.unlink('created')
    strict = subprocess.run([MISBEHAVING, 'check', '--sandbox=strict', '.'],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    if b'--sandbox=strict' in strict.stderr:
        raise tap.Skipped(f'the kernel or the build: {strict.stderr!r}')
    record, done = misbehave(word, '--sandbox=strict', preexec_fn=tap.drop_root())
    expect(b'escaped' not in done.stderr, done.stderr)
    expect(record['verdict'] in ('valid', 'undecided'), record)
    expect(os.path.exists('victim') and not os.path.exists('created'), 'files')


@case('a file for which the memory of a process is not enough is no damaged file')
def exhausted():
    if b'escaped' in misbehave('allocate', '--sandbox=auto')[1].stderr:
        raise tap.Skipped('the kernel or the build has no limit')
    os.unlink('d/misbehave-allocate')
    record, done = misbehave('exhaust', '--sandbox=auto')
    equal((record['verdict'], record['error'], done.returncode),
          ('unreadable', 'out of memory', 4), record)


@case('a process that is too slow costs its file, and the run goes on')
def slow_process():
    record, done = misbehave('loop', '--timeout=2')
    equal((record['verdict'], done.returncode), ('undecided', 5), 'verdict')
    expect('not read to its end in 2 s' in record['error'], record['error'])


@case('one file alone can be too slow, too')
def slow_file():
    write('misbehave-loop', VALID)
    done = subprocess.run([MISBEHAVING, 'check', '--timeout=0.2', 'misbehave-loop'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    equal(done.returncode, 5, 'exit code')


@table('a FIFO without a writer can be too slow, too', [
    (' '.join(how), how) for how in (
        ['check'], ['check', '-j1', '--sandbox=off'], ['repair', '-d', 'out'],
        ['check', '--gate'])])
def silent_fifo(how):
    os.mkfifo('fifo')
    names = ['fifo'] if '--gate' in how else [write('a', VALID), 'fifo', write('b', VALID)]
    start = time.monotonic()
    done = run(*how, '--timeout=0.3', *names).exits(5)
    expect(0.3 <= time.monotonic() - start < 30, 'time')
    expect(b'fifo' in done.out + done.err or '--gate' in how, done.out)
    equal(done.out.count(b'valid: '), len(names) - 1, done.out)


@table('a FIFO may get its writer later, and its bytes later still', [
    (' '.join(how), how) for how in (
        ['check'], ['check', '--sandbox=off', '-j2'], ['repair', '-o', 'out'])])
def late_fifo(how):
    os.mkfifo('fifo')

    def feed():
        time.sleep(0.2)
        with open('fifo', 'wb', buffering=0) as f:
            time.sleep(0.2)
            f.write(VALID[:9])
            time.sleep(0.1)
            f.write(VALID[9:])
    feeder = threading.Thread(target=feed)
    feeder.start()
    done = run(*how, '--timeout=20', 'fifo').exits(0)
    feeder.join()
    expect(b'fifo: valid: ' in done.out, done.out)


@case('each of many files takes its process with it')
def all_lost():
    os.mkdir('d')
    for n in range(60):
        write(f'd/{n:02}-misbehave-die', VALID)
    done = subprocess.run([MISBEHAVING, 'check', '-j4', '--format=ndjson', 'd'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    equal({f['verdict'] for f in of_type(done.stdout, 'file')}, {'undecided'}, 'verdicts')
    equal((len(of_type(done.stdout, 'file')), done.returncode), (60, 5), 'files')


@case('after an interrupt, what was begun is reported, with a summary')
def interrupted():
    os.mkdir('d')
    for n in range(20000):
        os.link(write('a', VALID) if n == 0 else 'a', f'd/{n:05}')
    process = subprocess.Popen([tap.PROGRAM, 'check', '-j2', '--format=ndjson', 'd'],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    equal(process.returncode, -signal.SIGINT, 'status')
    files, (summary,) = of_type(first + out, 'file'), of_type(out, 'summary')
    expect(0 < len(files) < 20000, f'{len(files)} files')
    equal(summary['files']['valid'], len(files), 'the summary')
    expect(b'interrupted' in err, err)


@case('an interrupt while the reader of the report is slow loses no part of the report')
def interrupted_writing():
    os.mkdir('d')
    for n in range(1000):
        os.link(write('a', VALID) if n == 0 else 'a', f'd/{n:05}')
    process = subprocess.Popen([tap.PROGRAM, 'check', '-j2', '--format=ndjson', 'd'],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 4096)
    before = None
    while process.poll() is None and (
            (waiting := bytes_in(process.stdout)) == 0 or waiting != before):
        before = waiting
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    out, err = process.communicate(timeout=60)
    equal(process.returncode, -signal.SIGINT, 'status')
    files, (summary,) = of_type(out, 'file'), of_type(out, 'summary')
    expect(0 < len(files) < 1000, f'{len(files)} files')
    equal(summary['files']['valid'], len(files), 'the summary')
    expect(b'interrupted' in err and len(err.splitlines()) == 1, err)


def bytes_in(pipe):
    """The number of bytes that wait for the reader of a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


@case('of processes that are killed at random, only the file that was read differs')
def killed_at_random():
    os.mkdir('d')
    for n in range(3000):
        write(f'd/{n:04}.teehistorian', VALID if n % 5 else UNFINISHED)
    alone = run('check', '-j1', '--format=ndjson', 'd').exits(1)
    wanted = {f['path']: f for f in of_type(alone.out, 'file')}
    chance = random.Random(1)
    lost = 0
    for _ in range(3):
        process = subprocess.Popen([tap.PROGRAM, 'check', '-j3', '--format=ndjson', 'd'],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        out, killed = run_and_kill(process, chance, 30, 0.03)
        files = of_type(out, 'file')
        equal([f['path'] for f in files], list(wanted), 'order')
        different = [f for f in files if f != wanted[f['path']]]
        equal([f for f in different if f['verdict'] != 'undecided'], [], 'what differs')
        expect(all('was killed' in f['error'] for f in different), 'the reasons')
        expect(len(different) <= len(killed), f'{len(different)} > {len(killed)}')
        lost += len(different)
    print(f'# {lost} files were lost')


tap.main()
