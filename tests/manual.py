#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""manual - what the manual page says is what the program does

usage: manual.py DEMOFSCK ROOT
"""
import json
import os
import re
import shutil
import subprocess
import sys

import recording
import tap
from tap import case, equal, expect, power, read, run, table, write

ROOT = os.path.abspath(sys.argv[2])


def text(path):
    return read(os.path.join(ROOT, path)).decode('utf-8')


def shell(script):
    env = dict(os.environ, LC_ALL='C.UTF-8',
               PATH=os.path.dirname(tap.PROGRAM) + ':' + os.environ['PATH'])
    return subprocess.run(['bash', '-c', script], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=env, timeout=120).stdout.decode()


@case('the manual page names every command, option and exit code')
def manual():
    page = text('docs/demofsck.1').replace('\\-', '-')
    commands = ('check', 'repair', 'info', 'inspect', 'rules', 'explain', 'scrub')
    helps = ''.join(run('help', c).exits(0).out.decode() for c in commands)
    for option in sorted(set(re.findall(r'--[a-z0-9-]+', helps))):
        expect(option in page, f'demofsck.1 lacks {option}')
    for option in sorted(set(re.findall(r'--[a-z][a-z0-9-]*', page))):
        expect(option in helps + '--version --help',
               f'demofsck.1 names {option}, the program does not')
    for command in commands:
        expect(f'.B demofsck {command}' in page, f'demofsck.1 lacks {command}')
    codes = {int(n) for n in re.findall(r'^\.B (\d+)$', page, re.MULTILINE)}
    equal(codes, {0, 1, 2, 3, 4, 5, 70}, 'exit codes')


@case('the examples of the manual page do what they say')
def manual_examples():
    page = text('docs/demofsck.1').replace('\\-', '-')
    found = re.findall(r'^\.RS\n(.+)\n\.RE$', page, re.MULTILINE)
    equal(len(found), 20, 'examples')
    os.makedirs('srv/teehistorian')
    write('srv/teehistorian/a.teehistorian', recording.valid())
    shutil.copy(f'{ROOT}/corpus/twdemo/crash/page.demo', 'srv')
    shell('tar -cf FILE.tar srv/teehistorian')
    for name in ('twdemo/good/v6.demo', 'dem/good/pov.dem', 'datafile/good/full.map'):
        shutil.copy(f'{ROOT}/corpus/{name}', 'FILE.' + name.split('.')[1])
    shutil.copy('FILE.map', 'UPLOAD')
    for command in found:
        got = shell(command.replace('/srv', 'srv') + '; echo "exit $?"')
        # That demo is cut: a loss.
        code = 3 if 'in-place' in command else 0
        expect(got.endswith(f'exit {code}\n'), f'{command}: {got}')
    equal(sorted(os.listdir('srv')), ['page.demo', 'page.demo.orig', 'teehistorian'],
          'the demos repaired in place')
    expect(not os.path.exists('saved'), 'no damaged file, but a directory')
    equal(os.listdir('repaired'), ['a.teehistorian'], 'the repaired files')
    gate, = [c for c in found if 'UPLOAD' in c]
    write('UPLOAD', recording.valid())
    expect(shell(gate + '; echo "exit $?"').endswith('exit 1\n'), gate)


@case('the help of each command has two examples that do what they say')
def help_examples():
    demo = read(f'{ROOT}/corpus/twdemo/crash/page.demo')
    write('crash.demo', demo)
    os.mkdir('recordings')
    write('recordings/a.demo', demo)
    write('recordings/b.teehistorian', recording.valid())
    # A demo that was cut has an error, and its repair loses bytes.
    codes = {'check': [1, 1], 'repair': [3, 3], 'info': [1, 1], 'inspect': [1, 1],
             'scrub': [1, 0]}
    for command in ('check', 'repair', 'info', 'inspect', 'scrub', 'rules', 'explain'):
        page = run('help', command).exits(0).out.decode()
        lines = re.findall(r'^  (demofsck .*)\n      \w', page, re.MULTILINE)
        got = [shell(line + '; echo "exit $?"') for line in lines]
        equal([int(text.rsplit(None, 1)[1]) for text in got], codes.get(command, [0, 0]),
              f'{command}: {got}')
        expect(not any('demofsck: ' in text for text in got), got)
    expect(b'"recordings/a.demo","twdemo","truncated"' in read('bad.csv'), read('bad.csv'))
    equal(os.listdir('saved'), ['a.demo'], 'the repaired files')
    run('check', 'saved.demo', 'saved/a.demo').exits(0)
    expect(b'a.demo' in read('archive.html'), 'the page')


@case('the limits in the manual page are those of SECURITY.md, and why')
def manual_limits():
    rows = re.findall(r'^\| `(\w+)` \| (\w+) \| ([\d ^]+) \| [\d ^]+ \| (.*) \|$',
                      text('SECURITY.md'), re.MULTILINE)
    shown = re.findall(r'^\.BR (\w+) " \((\d+)([kMG]?)( \w+)?\)"\n(.*)\.$',
                       text('docs/demofsck.1'), re.MULTILINE)
    units = {'': 0, 'k': 10, 'M': 20, 'G': 30}
    equal([(name, unit.strip() or 'bytes', int(n) << units[prefix],
            why.replace('\\-', '-')) for name, n, prefix, unit, why in shown],
          [(name, unit, power(value), why) for name, unit, value, why in rows], 'limits')


PAGES = ['demofsck.1', 'demofsck-report.5', 'demofsck-rules.7', 'libdemofsck.3']


@table('the manual pages have no errors', [
    ('groff', 'groff', '-man', '-Tutf8', '-ww', '-z'),
    ('mandoc', 'mandoc', '-T', 'lint', '-W', 'warning')])
def manual_form(*command):
    try:
        got = subprocess.run([*command, *(f'{ROOT}/docs/{page}' for page in PAGES)],
                             capture_output=True)
    except FileNotFoundError:
        raise tap.Skipped(f'{command[0]} is not installed')
    equal((got.returncode, got.stdout, got.stderr), (0, b'', b''), command[0])


@case('demofsck-rules(7) is what `demofsck rules --format=man` prints')
def rules_page():
    got = run('rules', '--format=man').exits(0).out.decode()
    equal(got.splitlines(), text('docs/demofsck-rules.7').splitlines(),
          'docs/demofsck-rules.7 (scripts/lists.sh writes it)')
    ids = [line.split()[0] for line in run('rules').out.decode().splitlines()]
    equal(re.findall(r'^\.B (\w+\.\w+)$', got.replace('\\-', '-'), re.MULTILINE), ids,
          'rules')


@case('demofsck-report(5) names each record and key of a report, and its example works')
def report_page():
    page = text('docs/demofsck-report.5').replace('\\-', '-')
    demo = f'{ROOT}/corpus/twdemo/crash/page.demo'
    write('noise', b'noise')
    lines = b''
    for args in (('check', '-v', demo, 'absent', 'noise'), ('repair', '-o', 'out', demo),
                 ('repair', '-n', demo), ('inspect', '-v', demo)):
        lines += run(*args, '--format=ndjson').out
    for record in map(json.loads, lines.splitlines()):
        for word in (record['type'], *record):
            expect(re.search(rf'\b{word}\b', page), f'demofsck-report.5 lacks {word}')
    shutil.copytree(f'{ROOT}/corpus/twdemo/good', 'recordings')
    shutil.copy(demo, 'recordings')
    command, = re.findall(r'^\.RS\n(demofsck .+)\n\.RE$', page, re.MULTILINE)
    found = shell(command).splitlines()
    equal([json.loads(line)['path'] for line in found], ['recordings/page.demo'], found)


@case('libdemofsck(3) names functions and headers that exist, and its example compiles')
def library_page():
    page = text('docs/libdemofsck.3').replace('\\-', '-')
    exports = text('tests/exports.txt').split()
    names = set(re.findall(r'\bdfk_\w+(?= |\()', page)) - {'dfk_check', 'dfk_status'}
    expect(len(names) > 10 and names <= set(exports), sorted(names - set(exports)))
    headers = {h for h in os.listdir(f'{ROOT}/include') if h.endswith('.h')}
    equal(set(re.findall(r'^\.I (demofsck\w*\.h)$', page, re.MULTILINE)), headers,
          'headers')
    example, = re.findall(r'^\.EX\n(.*?)^\.EE$', page, re.MULTILINE | re.DOTALL)
    write('example.c', example.encode())
    done = subprocess.run(['cc', '-fsyntax-only', '-Wall', '-Wextra', '-Werror',
                           f'-I{ROOT}/include', 'example.c'], capture_output=True)
    equal((done.returncode, done.stderr), (0, b''), 'cc')


if __name__ == '__main__':
    tap.main()
