#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""engines - contrib/scrub with a real sshd and a real Slurm, on this machine alone

usage: engines.py DEMOFSCK ROOT FILES

FILES files are scrubbed by GNU parallel over ssh, and by Slurm.  Two sshd, slurmctld,
slurmd and munged run with keys, settings and sockets of their own in a temporary
directory, and listen on 127.0.0.1 only.  Where a program is missing or does not start,
the cases that need the program are skipped, with the reason.
"""
import atexit
import functools
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import yaml

import recording
import tap
from scrubbed import ask, content
from tap import case, equal, expect, table, write

ROOT, FILES = os.path.abspath(sys.argv[2]), int(sys.argv[3])
SCRIPTS = os.path.join(ROOT, 'contrib', 'scrub')
HOME = tempfile.mkdtemp(prefix='engines-')
# The names have all that a shell might take for its own.
ARCHIVE = os.path.join(HOME, 'it\'s an "archive" {} $HOME; %a')
STATE = 'the state\'s "place" {} & `more`'
ADDRESS = '127.0.0.1'
DAEMONS = []
USER = pwd.getpwuid(os.getuid()).pw_name


def end_daemons():
    """The last one first."""
    while DAEMONS:
        process = DAEMONS.pop()
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def start(*command):
    """Starts a daemon.  Returns the process and the file with its log."""
    log = os.path.join(HOME, os.path.basename(command[0]) + f'{time.monotonic()}.log')
    with open(log, 'wb') as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=out, env=dict(os.environ, LC_ALL='C'))
    DAEMONS.append(process)
    return process, log


def wait_until(ready, process, log, seconds=10):
    """Skips the case if the daemon does not become ready."""
    for _ in range(seconds * 50):
        if ready():
            return
        if process.poll() is not None:
            break
        time.sleep(0.02)
    lines = tap.read(log).decode(errors='replace').strip().splitlines() or ['no reason']
    raise tap.Skipped(f'{os.path.basename(process.args[0])} does not start: {lines[-1]}')


def need(*programs):
    for program in programs:
        if shutil.which(program) is None:
            raise tap.Skipped(f'{program} is not installed')


def remembered(function):
    """A function without arguments that is called once.  A skip is remembered, too."""
    @functools.lru_cache(maxsize=None)
    def attempt():
        try:
            return function(), None
        except tap.Skipped as e:
            return None, e

    def once():
        value, skipped = attempt()
        if skipped:
            raise skipped
        return value
    return once


def free_port():
    with socket.socket() as s:
        s.bind((ADDRESS, 0))
        return s.getsockname()[1]


def answers(port):
    with socket.socket() as s:
        return s.connect_ex((ADDRESS, port)) == 0


def settings(name, **values):
    """A file with one setting a line."""
    return write(os.path.join(HOME, name),
                 ''.join(f'{key} {value}\n' for key, value in values.items()).encode())


# --------------------------------------------------------------- the archive --

@remembered
def archive():
    """Each third file has no end mark, and some files are no recordings."""
    os.makedirs(ARCHIVE + '/sub')
    for i in range(FILES):
        kind = recording.valid if i % 3 else recording.unfinished
        write(f'{ARCHIVE}/{"sub/" if i % 2 else ""}{i}', kind(i % 7 + i % 100))
    write(ARCHIVE + '/a\nb', b'text')
    write(ARCHIVE + '/empty', b'')
    write(os.fsencode(ARCHIVE) + b'/\xff', recording.cut())


def scrub(*args, code=1):
    return tap.run('scrub', *args, timeout=600).exits(code)


@remembered
def whole():
    """What one process finds."""
    archive()
    began = time.monotonic()
    db = os.path.join(HOME, 'whole.db')
    scrub('-q', '--db=' + db, ARCHIVE)
    print(f'# one process: {time.monotonic() - began:.1f} s')
    return content(db)


def same(db, parts):
    equal(ask(db, 'SELECT count(*) AS n FROM run')[0]['n'], parts, 'runs')
    got = content(db)
    equal([len(x) for x in got], [len(x) for x in whole()], 'rows, findings')
    expect(got == whole(), 'rows or findings differ')


def script(name, *args, **env):
    return subprocess.run(['bash', os.path.join(SCRIPTS, name), *args],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=600,
                          env=dict(os.environ, LC_ALL='C', DEMOFSCK=tap.PROGRAM, **env))


def ended(done, code, err=''):
    """The script ended so, and said one clear line or nothing."""
    equal((done.returncode, done.stderr.decode()), (code, err),
          f'exit code, standard error; standard output was {done.stdout[-600:]}')
    return done.stdout.decode(errors='replace')


# ------------------------------------------------------------- the files alone --

@case('the scripts have no findings of shellcheck')
def lint():
    need('shellcheck')
    subprocess.run(['shellcheck', *(os.path.join(SCRIPTS, name) for name in (
        'parallel', 'slurm.sbatch'))], check=True)


@table('bad usage is one clear line', [
    (f'{name} {" ".join(args)}', name, args, why) for name, args, why in (
        ('parallel', (), 'usage: '), ('parallel', ('s', '2', '/d'), 'usage: '),
        ('parallel', ('s', '0', '/d', 'a'), "'0' is not a number of parts"),
        ('parallel', ('s', '2x', '/d', 'a'), "'2x' is not a number of parts"),
        ('parallel', ('s', '2', 'd', 'a'), "'d' is not an absolute path"),
        ('parallel', ('s', '2', '/d', '--', '-q'), 'a login is missing'),
        ('slurm.sbatch', (), 'usage: '),
        ('slurm.sbatch', ('s', '-1', '/d'), "'-1' is not a number of parts"),
        ('slurm.sbatch', ('s', '2', 'd'), "'d' is not an absolute path"))])
def bad_usage(name, args, why):
    done = script(name, *args)
    expect(done.returncode == 2 and done.stderr.decode().startswith(f'{name}: {why}') and
           done.stderr.count(b'\n') == 1, done)
    equal(os.listdir('.'), [], 'files')


def container(job):
    return job['spec']['template']['spec']['containers'][0]


@case('kubernetes.yaml: its commands, run without Kubernetes, make the same database')
def kubernetes():
    path = os.path.join(SCRIPTS, 'kubernetes.yaml')
    if shutil.which('kubernetes-validate'):
        subprocess.run(['kubernetes-validate', '--strict', '--quiet', path], check=True)
    with open(path, encoding='utf-8') as f:
        scrubs, merge = yaml.safe_load_all(f)
    n = scrubs['spec']['completions']
    equal((scrubs['spec']['completionMode'], merge['spec']['suspend']),
          ('Indexed', True), 'jobs')
    os.mkdir('d')
    for i in range(30):
        write(f'd/{i}', recording.valid(i) if i % 3 else recording.unfinished(i))
    os.mkdir('state')

    def command(job, code, **more):
        env = {e['name']: e['value'] for e in container(job)['env']}
        equal(env['SHARDS'], str(n), 'SHARDS')
        env.update(more, ARCHIVE='d', STATE='state', SQLITE_TMPDIR='.',
                   PATH=os.path.dirname(tap.PROGRAM) + ':' + os.environ['PATH'])
        done = subprocess.run(container(job)['command'] + container(job)['args'],
                              env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=60)
        equal(done.returncode, code, done)

    for i in range(n):
        command(scrubs, 0, JOB_COMPLETION_INDEX=str(i))
    scrub('--db=whole.db', '--root-name=archive', 'd')
    for _ in range(2):
        command(merge, 0)
        equal(content('state/all.db'), content('whole.db'), 'rows')
    write(f'state/3-of-{n}.db', b'no database')
    command(scrubs, 4, JOB_COMPLETION_INDEX='2')
    command(merge, 4)
    equal(content('state/all.db'), content('whole.db'), 'the older result stays')


# --------------------------------------------------------------- GNU parallel --

@remembered
def sshd():
    """Two sshd with a login each, `one` and `two`.  Returns their logs."""
    need('/usr/sbin/sshd', 'ssh', 'ssh-keygen', 'parallel')
    if os.getuid() == 0 and not os.path.isdir('/run/sshd'):
        os.mkdir('/run/sshd')  # its path is compiled in
        atexit.register(os.rmdir, '/run/sshd')
    for key in 'host', 'login':
        subprocess.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f',
                        os.path.join(HOME, key)], check=True)
    known, config, logs = b'', '', []
    for name in 'one', 'two':
        port = free_port()
        process, log = start('/usr/sbin/sshd', '-D', '-e', '-f', settings(
            'sshd-' + name, ListenAddress=f'{ADDRESS}:{port}', HostKey=HOME + '/host',
            AuthorizedKeysFile=HOME + '/login.pub', PidFile='none', StrictModes='no',
            PermitRootLogin='prohibit-password', PasswordAuthentication='no',
            KbdInteractiveAuthentication='no'))
        wait_until(lambda p=port: answers(p), process, log)
        known += f'[{ADDRESS}]:{port} '.encode() + tap.read(HOME + '/host.pub')
        config += f'Host {name}\n\tPort {port}\n'
        logs.append(log)
    write(HOME + '/known', known)
    # Nobody listens here.
    config += f'Host three\n\tPort {free_port()}\nHost *\n'
    config += f'HostName {ADDRESS}\nUser {USER}\nIdentitiesOnly yes\n'
    config += f'IdentityFile {HOME}/login\nUserKnownHostsFile {HOME}/known\n'
    write(HOME + '/ssh-config', config.encode())
    os.mkdir(HOME + '/bin')
    write(HOME + '/bin/ssh', f'#!/bin/sh\nexec {shutil.which("ssh")} -F {HOME}/ssh-config '
          '"$@"\n'.encode())
    os.chmod(HOME + '/bin/ssh', 0o755)
    if subprocess.run([HOME + '/bin/ssh', '-o', 'BatchMode=yes', 'one', 'true'],
                      stderr=subprocess.DEVNULL).returncode:
        raise tap.Skipped('sshd lets nobody in: ' +
                          tap.read(logs[0]).decode().splitlines()[-1])
    return logs


def parallel(*args):
    return script('parallel', *args, PATH=f'{HOME}/bin:{os.environ["PATH"]}',
                  PARALLEL_HOME=HOME + '/bin')


def parts_read():
    return [tap.read(log).count(b'Accepted publickey') for log in sshd()]


@table('GNU parallel makes the database of one process', [
    (f'{n} parts', n) for n in (2, 7)])
def by_parallel(n):
    sshd(), whole()
    before, began = parts_read(), time.monotonic()
    out = ended(parallel(STATE, str(n), ARCHIVE, 'one', 'two'), 1)
    seconds = time.monotonic() - began
    same(STATE + '/all.db', n)
    equal(out.count(': newly damaged: '), len([
        row for row in whole()[0] if row['damaged_run']]), 'lines about damage')
    each = [after - b for after, b in zip(parts_read(), before)]
    expect(sum(each) == n and min(each) > 0, f'parts of the logins: {each}')
    equal(sorted(os.listdir(STATE)), sorted(
        ['all.db', 'lock'] + [f'{i}-of-{n}.{end}' for i in range(1, n + 1)
                              for end in ('code', 'db')]), 'files')
    print(f'# GNU parallel, {n} parts: {seconds:.1f} s')


def small():
    os.mkdir('d')
    for i in range(9):
        write(f'd/{i}', recording.valid(i))
    return os.path.abspath('d')


@case('GNU parallel: the databases are kept, and the next run reads only what is new')
def parallel_again():
    sshd()
    place = small()
    equal(ended(parallel('s', '2', place, 'one', 'two', '--', '-q'), 0), '', 'output')
    write('d/0', recording.cut())
    write('d/new', recording.valid())
    out = ended(parallel('s', '2', place, 'two', '--', '--again=30d', '--exclude=a b*'), 1)
    expect('d/0: newly damaged: ' in out, out)
    equal(sum(int(line.split()[4]) for line in out.splitlines()
              if line.startswith('run ')), 2, out)


@case('GNU parallel: a part that fails stops the merge with one line')
def parallel_failure():
    sshd()
    place = small()
    os.mkdir('s')
    write('s/all.db', b'the older result')
    write('s/2-of-3.db', b'no database')
    ended(parallel('s', '3', place, 'one'), 4,
          'parallel: part 2 of 3 on one ended with 4; nothing is merged\n')
    os.remove('s/2-of-3.db')
    done = parallel('s', '3', place, 'three', 'one')
    told = done.stderr.decode()
    expect(done.returncode == 4 and told.count('\n') == 1 and
           told.startswith('parallel: part ') and
           told.endswith(' of 3 on three ended with 255; nothing is merged\n'), done)
    equal(tap.read('s/all.db'), b'the older result', 'all.db')


# ---------------------------------------------------------------------- Slurm --

@remembered
def slurm():
    """One node with two processors."""
    need('munged', 'slurmctld', 'slurmd', 'sbatch', 'sinfo', 'scontrol')
    for name in 'ctld', 'node', 'cgroup':
        os.mkdir(os.path.join(HOME, name))
    write(HOME + '/munge.key', random.Random(45).randbytes(64))
    os.chmod(HOME + '/munge.key', 0o400)
    process, log = start('munged', '--foreground', '--force', '--num-threads=2',
                         *(f'--{name}={HOME}/munge.{end}' for name, end in (
                             ('key-file', 'key'), ('socket', 'socket'),
                             ('pid-file', 'pid'), ('log-file', 'log'),
                             ('seed-file', 'seed'))))
    wait_until(lambda: os.path.exists(HOME + '/munge.socket'), process, log)
    # slurmd loads a plugin for control groups, and this one touches none.
    write(HOME + '/cgroup.conf',
          f'CgroupPlugin=cgroup/v1\nCgroupMountpoint={HOME}/cgroup\n'.encode())
    name = socket.gethostname().split('.')[0]
    write(HOME + '/slurm.conf', f'''ClusterName=test
SlurmctldHost={name}({ADDRESS})
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser={USER}
SlurmdUser={USER}
AuthType=auth/munge
AuthInfo=socket={HOME}/munge.socket
StateSaveLocation={HOME}/ctld
SlurmdSpoolDir={HOME}/node
SlurmctldPidFile={HOME}/ctld.pid
SlurmdPidFile={HOME}/node.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
NodeName={name} NodeAddr={ADDRESS} CPUs=2
PartitionName=all Nodes=ALL Default=YES
'''.encode())
    os.environ['SLURM_CONF'] = HOME + '/slurm.conf'
    controller = start('slurmctld', '-D')
    node = start('slurmd', '-D')

    def idle():
        if controller[0].poll() is not None:
            wait_until(lambda: False, *controller)
        return b'idle' in subprocess.run(['sinfo', '-h', '-o', '%T'], timeout=60,
                                         stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL).stdout
    wait_until(idle, *node)


def job_end(job):
    """Waits for a job.  Returns its exit code."""
    for _ in range(6000):
        shown = subprocess.run(['scontrol', '-o', 'show', 'job', job], timeout=60,
                               stdout=subprocess.PIPE).stdout.decode()
        words = dict(word.split('=', 1) for word in shown.split() if '=' in word)
        if words['JobState'] not in ('PENDING', 'RUNNING', 'COMPLETING', 'CONFIGURING'):
            return int(words['ExitCode'].split(':')[0])
        time.sleep(0.1)
    raise tap.Failed(f'job {job} does not end: {words}')


def sbatch(*args):
    """Runs the script, and waits.  Returns the exit code, and the log of the merge."""
    out = ended(script('slurm.sbatch', *args), 0)
    # The merge is the job after the array.
    merge = subprocess.run(['squeue', '-h', '-n', 'scrub', '-o', '%F', '-t', 'all'],
                           stdout=subprocess.PIPE, timeout=60).stdout.split()
    return job_end(max(merge, key=int).decode()), tap.read(
        args[0] + '/merge.log').decode(errors='replace'), out


@table('Slurm makes the database of one process', [(f'{n} parts', n) for n in (2, 7)])
def by_slurm(n):
    slurm(), whole()
    began = time.monotonic()
    code, log, out = sbatch(STATE, str(n), ARCHIVE)
    seconds = time.monotonic() - began
    equal(code, 1, f'exit code: {log[-600:]}')
    expect('job array' in out and 'reads the archive' in out, out)
    same(STATE + '/all.db', n)
    equal(log.count(': newly damaged: '), len([
        row for row in whole()[0] if row['damaged_run']]), 'lines about damage')
    print(f'# Slurm, {n} parts: {seconds:.1f} s')


@case('Slurm: the next run reads what is new, and SBATCH_WAIT gives the exit code')
def slurm_again():
    slurm()
    place = small()
    equal(sbatch('s', '2', place)[0], 0, 'exit code')
    write('d/0', recording.cut())
    ended(script('slurm.sbatch', 's', '2', place, '--exclude=a b*', SBATCH_WAIT='1'), 1)
    log = tap.read('s/merge.log').decode()
    expect('d/0: newly damaged: ' in log, log)
    equal(sum(int(line.split()[4]) for line in log.splitlines()
              if line.startswith('run ')), 1, log)


@case('Slurm: a part that fails stops the merge with one line')
def slurm_failure():
    slurm()
    place = small()
    os.mkdir('s')
    write('s/all.db', b'the older result')
    write('s/2-of-3.db', b'no database')
    code, log, _ = sbatch('s', '3', place)
    expect(code == 4 and log.endswith(
        '\nslurm.sbatch: part 2 of 3 ended with 4; nothing is merged\n'), (code, log))
    equal(tap.read('s/all.db'), b'the older result', 'all.db')


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
atexit.register(end_daemons)
tap.main()
