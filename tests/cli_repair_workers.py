#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_repair_workers - repairs at the same time: the same outputs and the same report

usage: cli_repair_workers.py DEMOFSCK CORPUS MISBEHAVING

MISBEHAVING is a build whose processes do what the name or the text of a file says.
"""
import gzip
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import recording
import tap
from killing import children, run_and_kill
from tap import case, equal, expect, of_type, run, table, write

CORPUS, MISBEHAVING = (os.path.abspath(path) for path in sys.argv[2:4])
VALID, UNFINISHED, CUT = recording.valid(), recording.unfinished(), recording.cut()
SAMPLES = 'teehistorian/crash', 'twdemo/security', 'dem/security'
FEW = 'teehistorian/real', 'datafile/security'


def lay(path, data):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    write(path, data)
    os.utime(path, (1e9, 1e9))


def state(path):
    """What a user sees of a file."""
    status = os.lstat(path)
    if not os.path.isfile(path):
        return oct(status.st_mode)
    return oct(status.st_mode), status.st_mtime_ns, tap.read(path)


def tree(top):
    """The state of each file below `top`, and the mode of each directory."""
    found = {}
    for place, _, names in os.walk(top):
        found[place] = oct(os.stat(place).st_mode)
        for name in names:
            found[os.path.join(place, name)] = state(os.path.join(place, name))
    return found


def same(*args, prepare=lambda: None, jobs=(1, 2, 8), outputs=True, **how):
    """The report and the files of several runs, which repair 1, 2, 8 files at a time."""
    first, home, results = None, os.getcwd(), []
    for n in jobs:
        os.makedirs(f'run{n}')
        os.chdir(f'run{n}')
        prepare()
        done = run('repair', f'-j{n}', *args, **how)
        results.append((done, tree('.')))
        os.chdir(home)
        first = results[0]
        equal(done.code, first[0].code, f'-j{n}: exit code')
        equal(done.out, first[0].out, f'-j{n}: standard output')
        equal(done.err, first[0].err, f'-j{n}: standard error')
        equal(list(results[-1][1]), list(first[1]), f'-j{n}: names')
        equal([p for p in first[1] if first[1][p] != results[-1][1][p]], [],
              f'-j{n}: files that differ')
    expect(not outputs or any(p.startswith('./out/') for p in first[1]), 'outputs')
    expect(not [p for p in first[1] if '.demofsck-' in p], 'temporary files')
    return first


@table('the outputs and the report do not depend on the number of processes', [
    (' '.join((*how, *places)), how, places) for how, places in (
        (['--format=ndjson'], SAMPLES), ([], FEW), (['-v', '--level=prefix'], FEW),
        (['--format=sarif', '--max-loss=10%'], FEW), (['--format=csv'], FEW),
        (['--only-repaired', '--only=bad', '--format=junit'], FEW))])
def whole_corpus(how, places):
    jobs = (1, 2, 8) if places == SAMPLES and tap.STEP == 1 else (1, 3)
    same(*how, '-d', 'out', *places, jobs=jobs,
         prepare=lambda: [os.makedirs(os.path.dirname(p), exist_ok=True) or
                          os.symlink(os.path.join(CORPUS, p), p) for p in places])


@case('a dry run names the same outputs')
def dry_run():
    same('-n', '-d', 'out', '--format=ndjson', 'teehistorian/near', outputs=False,
         prepare=lambda: os.symlink(os.path.join(CORPUS, 'teehistorian'), 'teehistorian'))


def lay_samples():
    for i, place in enumerate(FEW):
        shutil.copytree(os.path.join(CORPUS, place), f'd/{i}')
    lay('d/0/again', CUT)
    os.link('d/0/again', 'd/0/same')
    os.link('d/0/again', 'd/1/same')


@table('--in-place of a directory does not depend on the number of processes', [
    (' '.join(how), how) for how in (
        ['d'], ['--all', 'd', 'd'], ['d/0/again', 'd/0/same', 'd', '--format=ndjson'],
        ['-f', 'd/0/again', 'd/0/again', 'd/0/again.orig', 'missing'])])
def in_place(how):
    same('--in-place', *how, prepare=lay_samples, jobs=(1, 3), outputs=False)


@case('an original under another suffix, and one that is an output of the run')
def other_suffix():
    def prepare():
        for name in 'a.bak', 'a', 'b', 'c':
            lay('d/' + name, CUT)
    same('-f', '--in-place=.bak', 'd/a.bak', 'd/a', 'd/b', 'd/b.bak', 'd/c',
         prepare=prepare, outputs=False)
    for n in 1, 2, 8:
        shutil.rmtree(f'run{n}')
    same('--all', '--in-place=.bak', 'd', 'd', prepare=prepare, outputs=False)


def lay_collisions():
    for root in 'r1', 'r2', 'r3':
        for i in range(6):
            lay(f'{root}/{i}', recording.unfinished(map_name=root))
            lay(f'{root}/d/{i}', recording.cut(map_name=root))
            lay(f'{root}/z{i}.gz', gzip.compress(UNFINISHED, mtime=0))
    # a file and a directory with one name, and one that another name gives
    lay('r1/x', UNFINISHED)
    lay('r2/x/y', UNFINISHED)
    lay('r2/z', UNFINISHED)
    lay('r3/z/y', UNFINISHED)
    lay('r2/w.gz', gzip.compress(CUT, mtime=0))
    lay('r3/w/y', UNFINISHED)
    lay('r3/z1', UNFINISHED)


@table('the first input gets the name', [
    ('text', []), ('-f', ['-f']), ('--only-repaired', ['--only-repaired']),
    ('the other way', ['--exclude=5', '-q'])])
def collisions(how):
    roots = ['r1', 'r2', 'r3', 'r1/x', 'r2']
    if '-q' in how:
        roots.reverse()
    done, _ = same(*how, '-d', 'out', *roots, prepare=lay_collisions)
    expect(b'is already the output of another input' in done.err, done.err)


@case('-f replaces another name of a later input')
def replaced_name():
    def prepare():
        for name in 'abc':
            lay('in/' + name, CUT)
        os.makedirs('out')
        os.link('in/b', 'out/a')
    done, _ = same('-f', '-d', 'out', 'in', prepare=prepare)
    equal(done.code, 3, 'exit code')


@table('a second run over its own outputs', [
    ('text', [], 4), ('-f', ['-f'], 3), ('--only-repaired', ['--only-repaired'], 3)])
def second_run(how, code):
    def prepare():
        for i in range(20):
            lay(f'in/d{i % 3}/{i:02}', (VALID, UNFINISHED, CUT)[i % 3])
        run('repair', '-d', 'out', '-q', '--only-repaired', 'in', 'in/d2/02').exits(3)
    done, _ = same('-d', 'out', *how, 'in', prepare=prepare)
    equal(done.code, code, 'exit code')


@case('inputs that cannot be opened, and what is no file, keep their place')
def odd_inputs():
    def prepare():
        for i in range(30):
            lay(f'd/{i:02}', CUT if i % 3 else VALID)
        lay('secret', VALID)
        os.chmod('secret', 0)
        lay('empty', b'')
        os.symlink('nowhere', 'link')
        # the first output makes this name a directory
        os.makedirs('out')
    same('-d', 'out', '--format=ndjson', 'missing', 'd', 'link', 'secret', '/dev/null',
         'd/03', 'empty', 'out/d', 'out/d/01', 'out/03', prepare=prepare)


@case('a pipe among other inputs, which are repaired at the same time')
def pipe():
    for i in range(12):
        lay(f'd/{i:02}', CUT)
    os.mkfifo('fifo')

    def feed():
        with open('fifo', 'wb') as f:
            f.write(UNFINISHED)
    feeder = threading.Thread(target=feed)
    feeder.start()
    run('repair', '-j3', '-d', 'out', 'd', 'fifo', 'd/03', '--format=ndjson').exits(4)
    feeder.join()
    equal(tap.read('out/fifo'), VALID, 'the output of the pipe')


@case('a program that asks for one file after the other gets each answer')
def one_after_the_other():
    for name in 'abc':
        write(name, CUT)
    process = subprocess.Popen([tap.PROGRAM, 'repair', '-j2', '--format=ndjson',
                                '--files0-from=-', '-d', 'out'],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    late = threading.Timer(60, process.kill)
    late.start()
    try:
        for name in b'abc':
            process.stdin.write(bytes([name, 0]))
            process.stdin.flush()
            while b'"type":"file"' not in process.stdout.readline():
                pass
            expect(os.path.exists('out/' + chr(name)), 'the output')
        process.stdin.close()
        equal(process.wait(), 3, 'exit code')
    finally:
        late.cancel()


@case('many files need few descriptors')
def few_descriptors():
    os.mkdir('d')
    for n in range(150):
        os.link(write('a', CUT) if n == 0 else 'a', f'd/{n:05}')

    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    run('repair', '-j40', '-d', 'out', '-q', 'd', preexec=limit).exits(3)
    equal(len(os.listdir('out')), 150, 'outputs')


@case('where no more processes can be started, the others go on')
def few_processes():
    if os.getuid() != 0:
        raise tap.Skipped('other processes of this user would count')
    os.chmod('.', 0o777)
    for n in range(20):
        lay(f'd/{n:02}', CUT)

    def limit():
        # a user who has no other processes
        os.setgid(65534)
        os.setuid(1_000_000 + os.getpid())
        # two pairs of processes, and half a pair
        resource.setrlimit(resource.RLIMIT_NPROC, (6, 6))
    run('repair', '-j8', '-d', 'out', 'd', preexec=limit).exits(3)
    equal(len(os.listdir('out')), 20, 'outputs')


@case('a report that cannot be written stops all processes, and leaves no file')
def full_device():
    for n in range(100):
        lay(f'd/{n:03}', CUT)
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([tap.PROGRAM, 'repair', '-j2', '-d', 'out', 'd'],
                              stdout=full, stderr=subprocess.PIPE, timeout=60)
    equal(done.returncode, 4, 'exit code')
    expect(b'd/001: this input and all after it were not repaired' in done.stderr,
           done.stderr)
    equal(os.listdir('out'), ['000'], 'outputs')


# ------------------------------------------------------------ misbehaviour --

def misbehave(name, data, *args, n=7, jobs=2):
    """One bad file among good ones: its record, the run, and the outputs."""
    names = [f'd/{i}' for i in range(n)]
    for path in names:
        lay(path, CUT)
    lay(f'd/s/{name}', data)
    done = subprocess.run([MISBEHAVING, 'repair', f'-j{jobs}', '--format=ndjson',
                           *args, 'd', 'd/3'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    files = of_type(done.stdout, 'file')
    equal([f['path'] for f in files[:n + 1]], names + [f'd/s/{name}'], 'order')
    equal({'error' in f for f in files[:n]}, {False}, 'the other files')
    return files[n], done


DEEDS = [('die', 5, 'was killed: Killed'), ('crash', 70, 'ended early: Abort'),
         ('leave', 70, 'ended early'), ('loop', 5, 'in 2 s'),
         ('garbage', 70, 'sent an impossible answer'),
         ('close', 70, 'sent an impossible answer')]


@table('a process that dies, hangs or lies while it reads, writes or verifies costs its file', [
    (f'{what}{deed[0]}', what, *deed) for deed in DEEDS
    for what in ('', 'fill-', 'verify-') if deed[0] != 'close' or what == 'fill-'])
def lost_process(what, word, code, why):
    mark = f'misbehave-{what}{word}'
    name, data = (('x', recording.cut(map_name=mark)) if what == 'verify-' else (mark, CUT))
    # On a busy machine the other files take longer than half a second, too.
    timeout = '2' if word == 'loop' else '60'
    record, done = misbehave(name, data, '-d', 'out', f'--timeout={timeout}', '-f')
    equal(record['verdict'], 'truncated' if what else 'undecided', 'verdict')
    expect(why in record['error'], record['error'])
    expect(done.returncode in (4, 70) and code in (5, done.returncode), done.returncode)
    equal(sorted(os.listdir('out')), list('0123456'), 'outputs')
    if word == 'die':
        record, done = misbehave(name, data, '--in-place')
        equal(done.returncode, code, 'exit code')
        equal(os.listdir('d/s'), [name], 'the directory of the file')


@table('a process cannot change an output that was verified', [
    (' '.join(how), how) for how in (['-j1'], ['-j3'], ['-j1', '--sandbox=off'])])
def late_write(how):
    names = ['0-misbehave-fill-late', *'1234', '5-misbehave-loop']
    for name in names:
        lay(f'd/{name}', CUT)
    # the run goes on for longer than the process waits
    done = subprocess.run([MISBEHAVING, 'repair', *how, '-q', '--timeout=2', '-d', 'out',
                           'd'], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120)
    equal(done.returncode, 5, 'exit code')
    run('repair', '-o', 'right', 'd/1').exits(3)
    right = tap.read('right')
    equal({name: tap.read('out/' + name) == right for name in os.listdir('out')},
          dict.fromkeys(names[:-1], True), 'right outputs')


@table('the process that verifies an output cannot write to the output', [
    (mode, mode) for mode in ('auto', 'off')])
def verifier_writes(mode):
    data = recording.cut(map_name='misbehave-verify-change')
    _, done = misbehave('x', data, '-d', 'out', f'--sandbox={mode}', n=1)
    equal((done.returncode, done.stderr.count(b'escaped')), (4, 0), done.stderr)


@case('a repair that fails does not remove the directory of another one')
def shared_directory():
    for i in range(9):
        name = 'misbehave-fill-die' if i % 3 == 0 else 'good'
        lay(f'd/a/b/{i}-{name}', CUT)
        lay(f'd/c/{i}/x/y/misbehave-fill-die', CUT)
    os.chmod('d/a/b', 0o700)
    done = subprocess.run([MISBEHAVING, 'repair', '-j3', '-d', 'out', '-q', 'd'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    equal(done.returncode, 5, 'exit code')
    equal(sorted(p for p in tree('out') if os.path.isfile(p)),
          [f'out/a/b/{i}-good' for i in range(9) if i % 3], 'outputs')
    equal(sorted(os.listdir('out')), ['a'], 'directories')
    equal(os.stat('out/a/b').st_mode & 0o777, 0o700, 'rights of a directory')


@case('of processes that are killed at random, only their files differ')
def killed_at_random():
    os.mkdir('d')
    for n in range(250):
        write(f'd/{n:04}', CUT if n % 5 else VALID)
    alone = run('repair', '-j1', '--format=ndjson', '-d', 'out', 'd').exits(3)
    wanted = {f['path']: f for f in of_type(alone.out, 'file')}
    outputs = tree('out')
    shutil.rmtree('out')
    chance = random.Random(1)
    process = subprocess.Popen([tap.PROGRAM, 'repair', '-j3', '--format=ndjson',
                                '-d', 'out', 'd'],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out, killed = run_and_kill(process, chance, 40, 0.01)
    files = of_type(out, 'file')
    equal([f['path'] for f in files], list(wanted), 'order')
    lost = [f for f in files if f != wanted[f['path']]]
    expect(all('was killed' in f['error'] for f in lost), [f.get('error') for f in lost])
    expect(len(lost) <= len(killed), f'{len(lost)} > {len(killed)}')
    for f in lost:
        del outputs['out' + f['path'][1:]]
    found = tree('out')
    equal(sorted(found), sorted(outputs), 'outputs')
    equal([p for p in outputs if outputs[p] != found[p]], [], 'outputs that differ')
    print(f'# {len(lost)} files were lost, {len(killed)} processes killed')


def start_many(*args):
    """A run over many files that has reported the first one."""
    os.mkdir('d')
    for n in range(3000):
        os.link(write('a', CUT) if n == 0 else 'a', f'd/{n:05}')
    process = subprocess.Popen([tap.PROGRAM, 'repair', '-j2', '--format=ndjson', *args,
                                '-d', 'out', 'd'],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    return process, process.stdout.readline()


@case('after an interrupt, what was begun is repaired and reported, with a summary')
def interrupted():
    process, first = start_many()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    equal(process.returncode, -signal.SIGINT, 'status')
    files, (summary,) = of_type(first + out, 'file'), of_type(out, 'summary')
    expect(0 < len(files) < 3000, f'{len(files)} files')
    equal(summary['files']['truncated'], len(files), 'the summary')
    equal(sorted(os.listdir('out')), [f['path'][2:] for f in files], 'outputs')
    expect(b'interrupted' in err, err)


@case('a second interrupt stops the run, and leaves no temporary file')
def interrupted_twice():
    process, _ = start_many('--timeout=60')
    for child in children(process.pid):
        os.kill(child, signal.SIGSTOP)
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    equal(process.returncode, -signal.SIGINT, 'status')
    expect(not [name for name in os.listdir('out') if 'demofsck' in name], 'files')


if __name__ == '__main__':
    tap.main()
