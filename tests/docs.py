#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs - what the documents say is what the program does

usage: docs.py DEMOFSCK ROOT BUILD

Every fenced `console` block is run: a line `$ command` is given to a shell, and
what it prints must be what the document shows.  A shown line that ends in
`...` stands for any line that begins so, a line of nothing but `...` for any
number of lines.  Samples of the corpus that a document names stand in its
directory; a `c` block whose first line names a file becomes that file.
"""
import glob
import json
import os
import re
import subprocess
import sys

import tap
from tap import case, equal, expect, read, run, write

ROOT, BUILD = (os.path.abspath(p) for p in sys.argv[2:4])
MARK = '--- end of one command ---'


def text(path):
    return read(os.path.join(ROOT, path)).decode('utf-8')


def documents():
    out = subprocess.run(['find', '.', '-name', '*.md', '-not', '-path',
                          './build*', '-not', '-path', './.git/*'], cwd=ROOT,
                         capture_output=True, check=True).stdout.decode()
    return sorted(p[2:] for p in out.split())


def blocks(path, language):
    return re.findall(rf'^```{language}\n(.*?)^```$', text(path),
                      re.MULTILINE | re.DOTALL)


def commands(block):
    """[(command, lines shown)]; a command goes on behind a backslash."""
    out = []
    for line in block.splitlines():
        if out and out[-1][0].endswith('\\'):
            out[-1][0] += '\n' + line
        elif line.startswith('$ '):
            out.append([line[2:], []])
        else:
            expect(out, f'a block does not begin with a command: {line}')
            out[-1][1].append(line)
    return out


def matches(shown, got):
    """Shown lines with wildcards against printed lines."""
    if not shown:
        return not got
    if shown[0] == '...':
        return any(matches(shown[1:], got[i:]) for i in range(len(got) + 1))
    if not got:
        return False
    same = (got[0].startswith(shown[0][:-3]) if shown[0].endswith('...')
            else got[0] == shown[0])
    return same and matches(shown[1:], got[1:])


def lay_out(path):
    """The samples and programs that a document names."""
    for sample in glob.glob(os.path.join(ROOT, 'corpus/*/*/*')):
        name = os.path.basename(sample)
        if name in text(path) and os.path.isfile(sample):
            expect(not os.path.exists(name), f'two samples named {name}')
            write(name, read(sample))
    for block in blocks(path, 'c'):
        name = re.match(r'/\* (\w+\.c) - ', block)
        if name:
            write(name.group(1), block.encode())


def shell(script):
    meson = os.path.join(BUILD, 'meson-uninstalled')
    env = dict(os.environ, LC_ALL='C.UTF-8', PKG_CONFIG_PATH=meson,
               LD_LIBRARY_PATH=os.path.join(BUILD, 'include'),
               PATH=os.path.dirname(tap.PROGRAM) + ':' +
               os.environ['PATH'])
    return subprocess.run(['bash', '-c', script], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=env, timeout=120).stdout.decode()


def examples(path):
    """Runs every console block of a document; returns how many commands."""
    lay_out(path)
    count = 0
    for block in blocks(path, 'console'):
        listed = commands(block)
        script = ''.join(f'{command}\nstatus=$?; echo "{MARK}"; '
                         f'(exit $status)\n' for command, _ in listed)
        parts = shell(script).split(MARK + '\n')
        for (command, shown), got in zip(listed, parts):
            expect(matches(shown, got.splitlines()),
                   f'$ {command}\nshown:\n' + '\n'.join(shown) +
                   f'\nprinted:\n{got}')
            count += 1
    return count


@case('every example of a document prints what the document shows')
def every_example():
    home, count = os.getcwd(), 0
    for path in documents():
        if blocks(path, 'console'):
            os.mkdir(f'{home}/{path.replace("/", "_")}')
            os.chdir(f'{home}/{path.replace("/", "_")}')
            count += examples(path)
    expect(count >= 12, f'only {count} commands were run')


@case('the library example of the README is compiled and run')
def library_example():
    shown = ''.join(blocks('README.md', 'console'))
    expect('pkg-config --cflags --libs demofsck' in shown and
           blocks('README.md', 'c'), 'the README has no library example')


@case('docs/rules.md is what `demofsck rules --format=markdown` prints')
def rules_document():
    equal(text('docs/rules.md').splitlines(),
          run('rules', '--format=markdown').exits(0).out.decode().splitlines(),
          'docs/rules.md')


def rules():
    return json.loads(run('rules', '--format=json').exits(0).out)


@case('every rule has its heading in docs/rules.md and its row in SPEC.md')
def rule_names():
    for rule in rules():
        expect(re.search(rf'^#+ `?{re.escape(rule["id"])}`?$',
                         text('docs/rules.md'), re.MULTILINE),
               f'docs/rules.md has no heading for {rule["id"]}')
        spec = f'validator/{rule["id"].split(".")[0]}/SPEC.md'
        if os.path.exists(os.path.join(ROOT, spec)):
            expect(rule['id'] in text(spec) or
                   f'`{rule["id"].split(".")[1]}`' in text(spec),
                   f'{spec} does not name {rule["id"]}')


@case('every spec tag of a rule or a comment is a heading of SPEC.md')
def spec_tags():
    for name, tag in (('teehistorian', 'TH'), ('datafile', 'DF'),
                      ('map', 'MAP'), ('snapshot', 'SN')):
        headings = set(re.findall(rf'^#+ .*?\b({tag}-[\d.]+\d|{tag}-\d+)\b',
                                  text(f'validator/{name}/SPEC.md'),
                                  re.MULTILINE))
        used = {r['spec'] for r in rules() if r['id'].startswith(name + '.')}
        for path in glob.glob(os.path.join(ROOT, f'*/{name}/*.[chd]*')):
            if os.path.isfile(path):
                used |= set(re.findall(rf'\b{tag}-\d+(?:\.\d+)*',
                                       read(path).decode('utf-8', 'replace')))
        expect(len(used) >= 5, f'{name}: {len(used)} tags are used')
        equal(sorted(used - headings), [], 'tags without a heading')


@case('the limits in SECURITY.md are those of the program')
def limits():
    rows = re.findall(r'^LIMIT\((\w+), "(\w+)", ([^,]+), ([^,]+),',
                      text('validator/core/limits.def'), re.MULTILINE)
    expect(len(rows) >= 7, f'{len(rows)} limits were read')
    want = [(name, unit, amount(value), amount(maximum))
            for name, unit, value, maximum in rows]
    shown = re.findall(r'^\| `(\w+)` \| (\w+) \| ([\d ^]+) \| ([\d ^]+) \|',
                       text('SECURITY.md'), re.MULTILINE)
    got = [(name, unit, power(value), power(maximum))
           for name, unit, value, maximum in shown]
    equal(got, want, 'table of limits')


def amount(expression):
    """UINT64_C(1) << 20, or a plain number."""
    shift = re.match(r'UINT64_C\((\d+)\) << (\d+)$', expression.strip())
    return (int(shift[1]) << int(shift[2]) if shift
            else int(expression))


def power(shown):
    """2^20, or a plain number."""
    base, _, exponent = shown.strip().partition('^')
    return int(base) ** int(exponent or 1)


@case('every limit can be set, and is a rule')
def limit_names():
    names = {r['id'].split('.')[1] for r in rules()
             if r['id'].startswith('limit.')}
    shown = set(re.findall(r'^\| `(\w+)` \| \w+ \| [\d ^]+ \| [\d ^]+ \|',
                           text('SECURITY.md'), re.MULTILINE))
    equal(shown, names, 'limits')
    for name in names:
        run('check', '--limit', f'{name}=1', '-', stdin=b'')


@case('the tests that SECURITY.md names exist')
def proofs():
    names = set(re.findall(r'`(tests/[\w.]+|fuzz/[\w.]+)`',
                           text('SECURITY.md')))
    expect(len(names) >= 5, f'only {len(names)} tests are named')
    for name in names:
        expect(os.path.exists(os.path.join(ROOT, name)), f'no {name}')


@case('the manual page names every command, option and exit code')
def manual():
    page = text('docs/demofsck.1').replace('\\-', '-')
    helps = ''.join(run('help', c).exits(0).out.decode() for c in
                    ('check', 'repair', 'info', 'inspect', 'rules', 'explain'))
    for option in sorted(set(re.findall(r'--[a-z0-9-]+', helps))):
        expect(option in page, f'demofsck.1 lacks {option}')
    for option in sorted(set(re.findall(r'--[a-z][a-z0-9-]*', page))):
        expect(option in helps or option in ('--version', '--help'),
               f'demofsck.1 names {option}, the program does not')
    for command in ('check', 'repair', 'info', 'inspect', 'rules', 'explain'):
        expect(f'.B demofsck {command}' in page, f'demofsck.1 lacks {command}')
    codes = {int(n) for n in re.findall(r'^\.B (\d+)$', page, re.MULTILINE)}
    equal(codes, {0, 1, 2, 3, 4, 5, 70}, 'exit codes')


@case('the manual page has no errors')
def manual_form():
    page = os.path.join(ROOT, 'docs/demofsck.1')
    try:
        got = subprocess.run(['groff', '-man', '-Tutf8', '-ww', '-z', page],
                             capture_output=True)
    except FileNotFoundError:
        raise tap.Skipped('groff is not installed')
    equal((got.returncode, got.stderr), (0, b''), 'groff')


@case('links between documents lead somewhere')
def links():
    for path in documents():
        for target in re.findall(r'\]\(([^)#:]+)(?:#[^)]*)?\)', text(path)):
            whole = os.path.join(ROOT, os.path.dirname(path), target)
            expect(os.path.exists(whole), f'{path}: no {target}')


# Words that tell of a workplace and not of the project.  They are put together
# here so that this file does not hold them.
FORBIDDEN = re.compile('|'.join((
    r'\bag' 'ents?\\b', r'\b(?:previous|next|another|this|my|earlier) '
    'sess' r'ions?\b', '/wo' 'rk/', '/ro' 'ot/', '/ho' 'me/', r'(?<![.\w/])sha'
    'red/(?:design|spec|samples)', '(?-i:TO' 'DO|FIX' 'ME)')), re.IGNORECASE)


@case('no document or source speaks of the place where it was written')
def forbidden_words():
    kinds = ('.c', '.h', '.def', '.md', '.py', '.sh', '.build', '.txt', '.1')
    listed = subprocess.run(['find', '.', '-type', 'f', '-not', '-path',
                             './build*', '-not', '-path', './.git/*', '-not',
                             '-path', '*/__pycache__/*'], cwd=ROOT,
                            capture_output=True, check=True).stdout.decode()
    checked = 0
    for path in listed.splitlines():
        if path.endswith(kinds):
            checked += 1
            for number, line in enumerate(text(path).splitlines(), 1):
                word = FORBIDDEN.search(line)
                expect(not word, f'{path}:{number}: {word and word.group()}')
    expect(checked > 60, f'only {checked} files were checked')


if __name__ == '__main__':
    tap.main()
