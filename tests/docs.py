#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs - what the documents say is what the program does

usage: docs.py DEMOFSCK ROOT BUILD

Every fenced `console` block is run: a line `$ command` is given to a shell, and
what it prints must be what the document shows.  A shown line that ends in
`...` matches any line that begins so, a line of nothing but `...` any number of
lines.  The blocks of a document run in one directory.  Samples of the corpus
that the document names are there, under the path or the name that it uses, and
programs beside it; a `c` or `python` block whose first line names a file becomes that file.
"""
import difflib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import recording
import tap
from tap import case, equal, expect, power, read, run, write

ROOT, BUILD = (os.path.abspath(p) for p in sys.argv[2:4])
sys.path.insert(0, os.path.join(ROOT, 'scripts'))
from tracked import tracked  # noqa: E402
MARK = '--- end of one command ---'


def text(path):
    return read(os.path.join(ROOT, path)).decode('utf-8')


def documents():
    found = sorted(p for p in tracked(ROOT) if p.endswith('.md'))
    expect('README.md' in found and len(found) >= 10, f'documents: {found}')
    return found


def same_lines(got, want, what):
    """The first lines that differ, not both texts."""
    diff = list(difflib.unified_diff(want, got, 'shown', 'printed',
                                     lineterm='', n=1))
    rest = f'\n... {len(diff) - 20} more' if len(diff) > 20 else ''
    expect(not diff, f'{what} is out of date:\n' + '\n'.join(diff[:20]) + rest)


def blocks(path, language):
    return re.findall(rf'^```{language}\n(.*?)^```$', text(path),
                      re.MULTILINE | re.DOTALL)


def commands(block):
    """[(command, lines shown)]; a command goes on after a backslash."""
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
    for sample in glob.glob(os.path.join(glob.escape(ROOT), 'corpus/*/*/*')):
        place, name = os.path.relpath(sample, ROOT), os.path.basename(sample)
        if name not in text(path) or not os.path.isfile(sample):
            continue
        if place in text(path):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            name = place
        expect(not os.path.exists(name), f'two samples named {name}')
        write(name, read(sample))
    for name in re.findall(r'^\$ python3 (\w+\.py) ', text(path), re.MULTILINE):
        if os.path.exists(os.path.join(ROOT, os.path.dirname(path), name)):
            write(name, read(os.path.join(ROOT, os.path.dirname(path), name)))
    for block in blocks(path, 'c'):
        for name in re.findall(r'\A/\* (\w+\.c) - ', block):
            write(name, block.encode())
    for block in blocks(path, 'python'):
        for name in re.findall(r'\A# (\w+\.py) - ', block):
            write(name, block.encode())
    if 'corpus/run-other' in text(path):
        os.makedirs('corpus', exist_ok=True)
        os.symlink(os.path.join(ROOT, 'corpus/run-other'), 'corpus/run-other')


def pkg_config():
    """A folder for PKG_CONFIG_PATH.  The files of a build that is not installed
    name its folders, which may have a blank: `$(pkg-config ...)` cannot say it."""
    folder = tempfile.mkdtemp(prefix='demofsck-docs-')
    for name, path in (('source', ROOT), ('build', BUILD)):
        os.symlink(path, os.path.join(folder, name))
    for path in glob.glob(os.path.join(glob.escape(BUILD),
                                       'meson-uninstalled', '*.pc')):
        words = read(path).decode()
        # The longer path first: one is often below the other.
        for name, place in sorted((('source', ROOT), ('build', BUILD)),
                                  key=lambda pair: -len(pair[1])):
            for spelled in (place, place.replace(' ', '\\ ')):
                words = words.replace(spelled, os.path.join(folder, name))
        write(os.path.join(folder, os.path.basename(path)), words.encode())
    return folder


def shell(script):
    folder = pkg_config()
    try:
        return shell_in(script, folder)
    finally:
        shutil.rmtree(folder)


def shell_in(script, folder):
    env = dict(os.environ, LC_ALL='C.UTF-8', PKG_CONFIG_PATH=folder,
               LD_LIBRARY_PATH=os.path.join(BUILD, 'include'),
               PATH=':'.join((os.path.dirname(tap.PROGRAM),
                              os.path.join(BUILD, 'tests', 'extra'),
                              os.environ['PATH'])))
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


@case('the queries of docs/archive.md fit several files, with any name')
def queries():
    os.makedirs('archive/sub')
    names = 'a', 'two\nlines', 'sub/c', os.fsdecode(b'"b" \xff')
    for length, name in enumerate(names):
        write(f'archive/{name}', recording.unfinished(length))
    run('scrub', '-q', '--db=archive.db', 'archive').exits(1)
    used = [c for b in blocks('docs/archive.md', 'console') for c, _ in commands(b)
            if re.search('names0|known-bad|-d tree', c)]
    write('lost.demo', b'x')
    write('new.demo', b'y')
    expect(len(used) >= 7, used)
    got = shell('\n'.join(used)).splitlines()
    equal([line.split(',')[0] for line in got if line[:1] == '"'], ['"new.demo"'],
          'bad files that are not listed')
    expect({'0', '4 files: 4 truncated; 4 repaired without loss'} <= set(got), got)
    for name in names:
        equal(read(f'repaired/{os.path.basename(name)}'), read(f'tree/{name}'), name)


@case('the example of docs/library.md is compiled and run')
def library_example():
    """As the document says it, but warnings are errors, and its output is here."""
    command, = [c for b in blocks('docs/library.md', 'console')
                for c, _ in commands(b) if 'pkg-config' in c]
    expect('--cflags --libs demofsck' in command, command)
    lay_out('docs/library.md')
    got = shell(command.replace('cc ', 'cc -Wall -Wextra -Werror ', 1))
    equal(got, '', command)
    unfinished = recording.unfinished()
    write('no-end', unfinished)
    write('whole', recording.valid())
    equal(shell('./verdict <whole; echo $?'), 'valid\n0\n', 'whole')
    equal(shell('./verdict <no-end; echo $?'),
          f'{len(unfinished)}: error: the file ends without FINISH\ntruncated\n0\n',
          'without its end')
    equal(shell('./verdict </; echo $?'),
          'standard input: Is a directory\n1\n', 'a directory')


@case('docs/rules.md is what `demofsck rules --format=markdown` prints')
def rules_document():
    same_lines(run('rules', '--format=markdown').exits(0).out.decode()
               .splitlines(), text('docs/rules.md').splitlines(),
               'docs/rules.md (`demofsck rules --format=markdown` writes it)')


@case('docs/before-after.svg is what scripts/before_after.py draws')
def before_after():
    done = subprocess.run([sys.executable, f'{ROOT}/scripts/before_after.py',
                           tap.PROGRAM], stdout=subprocess.PIPE)
    equal(done.returncode, 0, 'exit code')
    same_lines(done.stdout.decode().splitlines(),
               text('docs/before-after.svg').splitlines(),
               'docs/before-after.svg (scripts/lists.sh writes it)')


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
            name = re.escape(rule['id'].split('.')[1])
            expect(re.search(rf'^\|.*`(\w+\.)?{name}`', text(spec), re.MULTILINE),
                   f'{spec} has no row for {rule["id"]}')


@case('the reason of a rule whose repair loses something says what it does')
def lossy_rules():
    lossy = [rule for rule in rules() if rule['repair'] == 'lossy']
    expect(len(lossy) > 100, f'{len(lossy)} of them')
    for rule in lossy:
        expect('repair' in rule['why'].lower(), rule)


@case('every spec tag of a rule or a comment is a heading of SPEC.md')
def spec_tags():
    listed = rules()
    sources = [p for p in tracked(ROOT) if p.endswith(('.c', '.h', '.def'))]
    count = 0
    for name in folders():
        spec = f'validator/{name}/SPEC.md'
        if not os.path.exists(os.path.join(ROOT, spec)):
            continue
        headings = set(re.findall(r'^#+ .*?\b([A-Z]+-\d+(?:\.\d+)*)\b',
                                  text(spec), re.MULTILINE))
        tag, = {h.split('-')[0] for h in headings}
        used = {r['spec'] for r in listed if r['id'].startswith(name + '.')}
        foreign = sorted(t for t in used if not t.startswith(tag + '-'))
        equal(foreign, [], f'{name}/rules.def: not tags {tag}-* of its SPEC.md')
        for path in sources:
            used |= set(re.findall(rf'\b{tag}-\d+(?:\.\d+)*', text(path)))
        equal(sorted(used - headings), [], f'tags without a heading in {spec}')
        count += len(used)
    expect(count >= 35, f'only {count} tags are used')


def folders():
    """Of validator/formats.def: formats, and parts that have rules."""
    found = re.findall(r'^(?:FORMAT|PART)\((\w+)',
                       text('validator/formats.def'), re.MULTILINE)
    expect(len(set(found)) >= 3, f'folders: {found}')
    return list(dict.fromkeys(found))


def section(path, begin, end):
    return text(path).split(begin, 1)[1].split(end, 1)[0]


@case('the README and docs/report.md name every format')
def format_names():
    rows = re.findall(r'^FORMAT\((\w+), \w+, "([\w-]+)"',
                      text('validator/formats.def'), re.MULTILINE)
    expect(len(rows) >= 4, f'formats: {rows}')
    table = section('README.md', '\n## Formats\n', '\n## ')
    reports = re.findall(r'^\| `format` \| (.*) \|$', text('docs/report.md'),
                         re.MULTILINE)
    equal(len(reports), 2, 'rows `format` in docs/report.md')
    for folder, name in rows:
        expect(re.search(rf'\b{name}\b(?!-)', table),
               f'README.md, "Formats": no row tells of {name}')
        expect(f'"{folder}"' in reports[0],
               f'docs/report.md: `format` of a finding lacks "{folder}"')
        expect(f'"{name}"' in reports[1],
               f'docs/report.md: `format` of a file lacks "{name}"')
        spec = f'validator/{folder}/SPEC.md'
        expect(f'({spec})' in text('README.md'), f'README.md: no link to {spec}')


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


@case('the README names every exit code, and each is what the program does')
def readme_exit_codes():
    rows = {int(code): (check, repair) for code, check, repair in
            re.findall(r'^\| (\d+) \| (.+) \| (.+) \|$', text('README.md'),
                       re.MULTILINE)}
    known = {int(n) for n in re.findall(r'^\tEXITCODE_\w+ = (\d+),',
                                        text('cli/exitcode.h'), re.MULTILINE)}
    equal(set(rows), known, 'exit codes')
    write('whole.teehistorian', recording.valid())
    write('no-end.teehistorian', recording.unfinished())
    write('cut.teehistorian', recording.cut())
    tried = (
        (0, 'no error', ('check', 'whole.teehistorian')),
        (1, 'errors were found', ('check', 'no-end.teehistorian')),
        (2, 'bad usage', ('check', '--no-such-option')),
        (4, 'unreadable', ('check', 'not-there.teehistorian')),
        (5, 'a limit was hit', ('check', '--limit=input_bytes=20',
                                'whole.teehistorian')),
        (0, 'repaired without loss', ('repair', 'no-end.teehistorian', '-o',
                                      'a.teehistorian')),
        (1, 'cannot be repaired', ('repair', '--level=safe',
                                   'cut.teehistorian', '-o', 'b')),
        (3, 'lost', ('repair', 'cut.teehistorian', '-o',
                        'c.teehistorian')),
        (4, 'an output exists', ('repair', 'no-end.teehistorian', '-o',
                                 'a.teehistorian')))
    for code, words, arguments in tried:
        expect(words in rows[code][arguments[0] == 'repair'],
               f'exit code {code}, {arguments[0]}: no "{words}"')
        run(*arguments).exits(code)


@case('links between documents lead somewhere')
def links():
    for path in documents():
        for target in re.findall(r'\]\(([^)#:]+)(?:#[^)]*)?\)', text(path)):
            whole = os.path.join(ROOT, os.path.dirname(path), target)
            expect(os.path.exists(whole), f'{path}: no {target}')


if __name__ == '__main__':
    tap.main()
