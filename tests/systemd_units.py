#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""systemd_units - the units of contrib/systemd, and the commands in these units

usage: systemd_units.py DEMOFSCK ROOT

systemd itself does not run: systemd-analyze reads the units, and a shell runs their
commands in a folder that takes the place of the folder of the server.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys

import recording
import tap
from tap import case, equal, expect, read, write

ROOT = os.path.abspath(sys.argv[2])
UNITS = f'{ROOT}/contrib/systemd'
FOLDERS = ['/srv/ddnet/teehistorian', '/srv/ddnet/demos'], ['%f']


def setting(name, unit):
    """The value of a setting that a unit has once."""
    value, = re.findall(rf'^{name}=(.*)$', read(f'{UNITS}/{unit}').decode(), re.MULTILINE)
    return value


def command(name, unit):
    """The words of a command, with the program and the folder of this test."""
    words = shlex.split(setting(name, unit).removeprefix('-'))
    equal(words[0], 'demofsck', 'program')
    options = [word for word in words[1:] if word[0] not in '/%']
    expect(words[1 + len(options):] in FOLDERS, words)
    return [tap.PROGRAM, *options, os.path.abspath('srv')]


COMMANDS = ('ExecStopPost', 'server-stop.conf'), ('ExecStart', 'demofsck-repair@.service')


def run(words):
    return subprocess.run(words, capture_output=True, check=False, timeout=60)


@case('systemd accepts the units')
def verify():
    program = shutil.which('systemd-analyze')
    expect(program, 'no systemd-analyze: install the package systemd')
    os.mkdir('units')
    for name in 'demofsck-repair@.service', 'demofsck-repair@.path':
        unit = read(f'{UNITS}/{name}').replace(b'=demofsck', b'=' + tap.PROGRAM.encode())
        write(f'units/{name}', unit)
    conf = read(f'{UNITS}/server-stop.conf').replace(b'-demofsck',
                                                     b'-' + tap.PROGRAM.encode())
    write('units/ddnet.service', b'[Service]\nExecStart=/bin/true\n' + conf)
    for unit in 'demofsck-repair@srv.service', 'demofsck-repair@srv.path', 'ddnet.service':
        instance = os.path.abspath(f'units/{unit}')
        if '@' in unit:
            shutil.copy(instance.replace('@srv', '@'), instance)
        got = run([program, 'verify', '--man=no', instance])
        equal((got.returncode, got.stderr), (0, b''), unit)
    write('units/bad.service', b'[Service]\nExecStart=/no/such/program\n')
    got = run([program, 'verify', '--man=no', os.path.abspath('units/bad.service')])
    expect(b'/no/such/program' in got.stderr, 'a bad unit is not noticed')


@case('the recording of a crashed server is repaired once, with a report of the loss')
def crash():
    for name, unit in COMMANDS:
        shutil.rmtree('srv', ignore_errors=True)
        os.mkdir('srv')
        valid, cut = recording.valid(), recording.cut()
        write('srv/good.teehistorian', valid)
        write('srv/crash.teehistorian', cut)
        got = run(command(name, unit))
        equal(got.returncode, 3, f'{unit}: exit code')
        out = got.stdout.decode()
        expect(re.search(r'crash\.teehistorian: truncated: repaired with loss: .*dropped \d',
                         out), out)
        expect('good.teehistorian' not in out, out)
        equal(read('srv/crash.teehistorian.orig'), cut, 'original')
        equal(read('srv/good.teehistorian'), valid, 'the other recording')
        listed = {f: (read(f'srv/{f}'), os.stat(f'srv/{f}').st_mtime_ns)
                  for f in os.listdir('srv')}
        got = run(command(name, unit))
        equal(got.returncode, 0, f'{unit}: exit code of the second run')
        equal({f: (read(f'srv/{f}'), os.stat(f'srv/{f}').st_mtime_ns)
               for f in os.listdir('srv')}, listed, 'the second run changed something')


@case('a recording that is still written is left alone, until it is closed')
def running():
    codes = setting('SuccessExitStatus', 'demofsck-repair@.service').split()
    equal(codes, ['3', '4', '5'], 'exit codes')
    for name, unit in COMMANDS:
        shutil.rmtree('srv', ignore_errors=True)
        os.mkdir('srv')
        live, cut = recording.unfinished(), recording.cut()
        write('srv/live.teehistorian', live)
        write('srv/crash.teehistorian', cut)
        with open('srv/live.teehistorian', 'ab') as server:
            got = run(command(name, unit))
            equal(got.returncode, 4, f'{unit}: exit code')
            equal(sorted(os.listdir('srv')), ['crash.teehistorian',
                  'crash.teehistorian.orig', 'live.teehistorian'], 'files')
            equal(read('srv/live.teehistorian'), live, 'the recording of the server')
            server.write(b'\x40')
        got = run(command(name, unit))
        equal(got.returncode, 0, f'{unit}: exit code after the end')
        equal(read('srv/live.teehistorian'), live + b'\x40', 'the whole recording')


@case('docs/operator.md shows the setting, and a file that cannot be repaired fails')
def document():
    shown = re.findall(r'^ExecStopPost=.*$', read(f'{ROOT}/docs/operator.md').decode(),
                       re.MULTILINE)
    equal(shown, ['ExecStopPost=' + setting('ExecStopPost', 'server-stop.conf')], 'setting')
    os.mkdir('srv')
    write('srv/hopeless.teehistorian', recording.hopeless())
    for name, unit in COMMANDS:
        got = run(command(name, unit))
        equal(got.returncode, 1, f'{unit}: exit code')
        expect(b'hopeless' in got.stdout, got.stdout)


if __name__ == '__main__':
    tap.main()
