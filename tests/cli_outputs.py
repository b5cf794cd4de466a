#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_outputs - what an output or a report never replaces, and whose it is

usage: cli_outputs.py DEMOFSCK

An input of the run, another file that no report was in before, and what standard
output and standard input are.
"""
import json
import os
import subprocess

import recording
import tap
from tap import case, equal, expect, read, run, table, write

VALID, UNFINISHED = recording.valid(), recording.unfinished()
OTHER = recording.cut()
OURS = b'a report of this run goes there'


def lay(path, data):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    return write(path, data)


# ------------------------------------------------- other inputs of the run --
@case('-f replaces no file below a directory that is walked')
def below_walked():
    lay('dir/sub/sub/x', UNFINISHED)
    lay('dir/sub/x', OTHER)
    for option in ('-fn', '-f'):
        got = run('repair', option, '-d', 'dir', 'dir/sub').exits(4).one_clear_line()
        expect(b'dir/sub/x is an input of this run' in got.err, got.err)
        equal(read('dir/sub/x'), OTHER, 'the other input')
    equal(read('dir/x'), VALID, 'its output')


@table('-f replaces no file below a directory, however it is called', [
    ('a link to the directory', 'link'), ('from within', 'dir/sub/../sub')])
def below_link(name):
    lay('dir/sub/sub/x', UNFINISHED)
    lay('dir/sub/x', OTHER)
    os.symlink('dir/sub', 'link')
    os.symlink('dir', 'out')
    run('repair', '-f', '-d', 'out', name).exits(4).one_clear_line()
    equal(read('dir/sub/x'), OTHER, 'the other input')


@case('-f replaces what is beside a directory that is walked, and in the output below it')
def beside_walked():
    lay('dir/a', UNFINISHED)
    for _ in range(2):
        run('repair', '-f', '-d', 'dir/out', 'dir').exits(0)
        run('repair', '-f', '-d', 'out', 'dir').exits(0)
    equal((read('dir/out/a'), read('out/a')), (VALID, VALID), 'outputs')


@case('what the run wrote below a directory is no input of it')
def written_below():
    lay('dir/sub/sub/t/x', UNFINISHED)
    os.mkdir('dir/sub/t')
    got = run('repair', '-d', 'dir', 'dir/sub').exits(0)
    expect(got.out.endswith(b'\n1 file: 1 truncated\n'), got.out)
    equal((read('dir/sub/t/x'), os.path.exists('dir/t')), (VALID, False), 'outputs')


def the_list(names):
    return write('list', b''.join(name.encode() + b'\0' for name in names))


def by_name(names, *options):
    return run('repair', *options, *names)


def by_list(names, *options):
    return run('repair', *options, '--files0-from=list') if the_list(names) else None


def by_stream(names, *options):
    return run('repair', *options, '--files0-from=-', stdin=read(the_list(names)))


WAYS = [('named', by_name), ('in a list', by_list), ('in a list that is streamed', by_stream)]


@table('-f -d replaces no other input, refused before anything is written', [
    (f'{what}, {way}', call, other) for way, call in WAYS for what, other in (
        ('the same file', 'out/a'), ('a hard link', 'hard'), ('a symbolic link', 'soft'))])
def other_input(call, other):
    lay('in/a', UNFINISHED)
    lay('in/first', UNFINISHED)
    lay('out/a', OTHER)
    os.link('out/a', 'hard')
    os.symlink('out/a', 'soft')
    got = call(['in/first', 'in/a', other], '-f', '-d', 'out', '--report=junit:r')
    got.exits(2).one_clear_line()
    expect(b'out/a: is ' in got.err, got.err)
    equal(read('out/a'), OTHER, 'the other input')
    equal(sorted(os.listdir('out')), ['a'], 'outputs')
    expect(not os.path.exists('r'), 'the report is begun')


@table('without -f the same replaces nothing', WAYS)
def without_force(call):
    lay('in/a', UNFINISHED)
    lay('out/a', OTHER)
    os.symlink('out/a', 'soft')
    call(['in/a', 'soft'], '-d', 'out').exits(4)
    equal(read('out/a'), OTHER, 'the other input')


@table('-f --in-place keeps no original in the place of another input', WAYS)
def in_place(call):
    write('a', UNFINISHED)
    write('a.orig', OTHER)
    got = call(['a', 'a.orig'], '-f', '--in-place').exits(4).one_clear_line()
    expect(b'a.orig is an input of this run' in got.err, got.err)
    equal([read(f) for f in ('a', 'a.orig', 'a.orig.orig')], [UNFINISHED, VALID, OTHER],
          'files')


@table('-f --in-place keeps no original in the place of an output', WAYS)
def in_place_before(call):
    write('a', UNFINISHED)
    write('a.orig', OTHER)
    call(['a.orig', 'a'], '-f', '--in-place').exits(4).one_clear_line()
    equal([read(f) for f in ('a', 'a.orig', 'a.orig.orig')], [UNFINISHED, VALID, OTHER],
          'files')


@case('-f --in-place keeps the original under another name of it')
def in_place_link():
    write('a', UNFINISHED)
    os.link('a', 'a.orig')
    run('repair', '-f', '--in-place', 'a', 'a.orig').exits(0)
    equal([read(f) for f in ('a', 'a.orig')], [VALID, VALID], 'files')
    equal(read('a.orig.orig'), UNFINISHED, 'the original')


@case('--in-place goes on where a run was killed, between the two names')
def in_place_killed():
    write('a', UNFINISHED)
    os.link('a', 'a.orig')
    run('repair', '--in-place', 'a').exits(0)
    equal([read(f) for f in ('a', 'a.orig')], [VALID, UNFINISHED], 'files')
    run('repair', '--in-place', 'a').exits(0)
    equal(sorted(os.listdir()), ['a', 'a.orig'], 'names')


@table('-f replaces no file that an option reads', [
    ('--config', '--config=x'), ('--allow-file', '--allow-file=x'), ('--map', '--map=x')])
def read_by_option(option):
    write('in', UNFINISHED)
    write('x', b'# nothing\n')
    got = run('repair', '-f', option, '-o', 'x', 'in').exits(2).one_clear_line()
    expect(b'x: is an input of this run' in got.err, got.err)
    equal(read('x'), b'# nothing\n', 'the file')


@table('-f replaces no file that is standard input', [
    ('the input', 'x', ['-o', 'x', '-'], 2), ('a map', 'x', ['-o', 'x', '--map=-', 'in'], 2),
    ('a map, --in-place', 'in.map', ['--in-place=.map', '--map=-', 'in'], 4),
    ('a list', 'x', ['-d', '.', '--files0-from=-'], 2)])
def read_by_stdin(name, options, code):
    write('in', UNFINISHED)
    lay('dir/x', UNFINISHED)
    data = write(name, b'dir/x\0') and read(name)
    with open(name, 'rb') as stdin:
        got = run('repair', '-f', *options, stdin=stdin).exits(code).one_clear_line()
    expect(b'is an input of this run' in got.err or b'is the input itself' in got.err, got.err)
    equal((read(name), read('in')), (data, UNFINISHED), 'the file')


@case('with -f a list has a bound, and memory with it')
def long_list():
    with open('/dev/zero', 'rb') as zeros:
        got = run('repair', '-f', '-d', 'out', '--files0-from=-', stdin=zeros)
    got.exits(2).one_clear_line()
    expect(b'64 MiB' in got.err, got.err)
    expect(not os.path.exists('out'), 'the directory is made')


@case('with -f a list that cannot be read exits 4, and its reports are whole')
def no_list():
    got = run('repair', '-f', '-d', 'out', '--files0-from=absent', '--report=junit:r')
    got.exits(4).one_clear_line()
    expect(read('r').endswith(b'</testsuites>\n'), read('r'))


# ------------------------------------------------------- a place for reports --
@table('--in-place keeps no original in the place of a report', [
    ('', ()), ('replaced', ('-f',))])
def kept_in_report(options):
    write('a', UNFINISHED)
    got = run('repair', *options, '--in-place', '--report=ndjson:a.orig', 'a').exits(4)
    expect(b'a.orig is a report of this run' in got.err, got.err)
    expect(read('a.orig').splitlines()[-1].startswith(b'{"type":"summary"'), 'the report')
    equal(read('a'), UNFINISHED, 'the input')


XML = b'<?xml version="1.0" encoding="UTF-8"?>\n'
SCHEMA = b'{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",'


@table('a report replaces no file that is none of ours', [
    ('a pom.xml', 'junit', XML + b'<project/>\n'),
    ('JUnit of another program', 'junit', XML + b'<testsuites name="pytest">\n</testsuites>\n'),
    ('JUnit of one whose name begins like ours', 'junit',
     XML + b'<testsuites name="demofsck2">\n</testsuites>\n'),
    ('a JSON schema', 'sarif', b'{"$schema":"https://json-schema.org/draft/2020-12/schema"}'),
    ('SARIF of another program', 'sarif', SCHEMA + b'"runs":[{"tool":{"driver":{}}}]}'),
    ('the same, for GitHub', 'sarif:github', SCHEMA + b'"runs":[]}'),
    ('lines of another program', 'ndjson', b'{"type":"begin","schema":"other/1"}\n'),
    ('the start of a head', 'ndjson', b'{"type":"begin"'),
    ('another table', 'csv', b'path,format,verdict,size\n')])
def not_ours(form, data):
    write('a', VALID)
    write('x', data)
    got = run('check', f'--report={form}:x', 'a').exits(4).one_clear_line()
    expect(b'is not a report of this form' in got.err, got.err)
    equal(read('x'), data, 'the file')


@table('no report goes where standard output goes', [
    ('by its name', 'out.json'), ('by another name', 'link'), ('/dev/stdout', '/dev/stdout')])
def report_in_stdout(name):
    write('a', VALID)
    with open('out.json', 'wb') as out:
        os.symlink('out.json', 'link')
        got = run('check', '--format=ndjson', f'--report=sarif:{name}', 'a', stdout=out)
    got.exits(4).one_clear_line()
    equal(read('out.json'), b'', 'what is on standard output')


@table('nor to a pipe or a terminal that it goes to, or standard error, or another report', [
    ('a pipe', lambda: (None, '/dev/stdout'), [], b'standard output goes there'),
    ('that of messages', lambda: (None, '/dev/stderr'), [], b'standard error goes there'),
    ('a terminal', lambda: (os.openpty()[1], '/dev/stdout'), [], b'standard output goes there'),
    ('a FIFO', lambda: (subprocess.DEVNULL, os.mkfifo('f') or 'f'), ['--report=junit:f'],
     b'two reports cannot go')])
def mixed(make, options, want):
    write('a', VALID)
    out, name = make()
    if options:
        reader = os.open(name, os.O_RDONLY | os.O_NONBLOCK)
    got = run('check', f'--report=ndjson:{name}', *options, 'a', stdout=out).exits(4)
    expect(want in got.one_clear_line().err, got.err)
    equal(os.read(reader, 1) if options else got.out, b'', 'what was written')


@table('/dev/null takes several reports', [
    ('as standard output', '/dev/stdout'), ('by name', '/dev/null')])
def several(name):
    write('a', VALID)
    run('check', f'--report=ndjson:{name}', '--report=junit:/dev/null', 'a',
        stdout=subprocess.DEVNULL).exits(0)


@table('a report that is standard input is no input', [
    ('an input', '-'), ('a list', '--files0-from=-')])
def report_in_stdin(option):
    write('a', VALID)
    run('check', '--report=ndjson:r', 'a').exits(0)
    before = read('r')
    with open('r', 'rb') as stdin:
        got = run('check', '--report=ndjson:r', option, stdin=stdin)
    got.exits(4).one_clear_line()
    expect(OURS in got.err, got.err)
    equal(read('r'), before, 'the report')


def use(way, name):
    """The options for an input, a list of which or an option names it."""
    if way == '-':
        return ['-']
    if way in ('named', 'listed', 'streamed'):
        write('list', name.encode() + b'\0')
        return {'named': [name], 'listed': ['--files0-from=list'],
                'streamed': ['--files0-from=-']}[way]
    return [f'{way}={name}', 'a']


@table('no report replaces what the run reads, though it is empty or an earlier one', [
    (f'{form}, {way}', form, way) for form in ('empty', 'ndjson') for way in
    ('named', 'listed', 'streamed', '-', '--map', '--allow-file', '--config',
     '--files0-from') if form == 'empty' or way in ('named', 'listed', 'streamed', '-', '--map')])
def report_in_input(form, way):
    write('a', VALID)
    write('x', b'')
    if form != 'empty':
        run('check', f'--report={form}:x', 'a').exits(0)
    os.link('x', 'hard')
    before = read('x')
    how = {} if way != 'streamed' else {'stdin': b'x\0'}
    for name in ('x', './x', 'hard'):
        options = use(way, name)
        if way == '--files0-from':
            options.pop()
        for command in (['check'], ['repair', '-n']):
            with open('x', 'rb') as stdin:
                got = run(*command, '--report=ndjson:x', *options, **(how or {'stdin': stdin}))
            got.exits(4).one_clear_line()
            expect(OURS in got.err, got.err)
            equal(read('x'), before, 'the file')


@case('a list is held for a report that exists, and none else')
def held():
    write('a', VALID)
    write('r', b'')
    for _ in range(2):
        run('check', '--report=ndjson:r', '--files0-from=-', stdin=b'a\0a\0').exits(0)
        equal(len(read('r').splitlines()), 4, 'lines of the report')
    with open('/dev/zero', 'rb') as zeros:
        got = run('check', '--report=ndjson:r', '--files0-from=-', stdin=zeros)
    got.exits(2).one_clear_line()
    expect(b'64 MiB' in got.err, got.err)
    equal(len(read('r').splitlines()), 4, 'lines of the report')
    got = run('check', '--report=ndjson:r', '--files0-from=absent').exits(4).one_clear_line()
    got = run('check', '--report=ndjson:r', '--files0-from=-').exits(0).one_clear_line()
    expect(b'no names' in got.err, got.err)


def into(path, *args):
    with open(path, 'ab') as out:
        return run(*args, stdout=out)


@case('standard output below the directory that is checked is none of its files')
def stdout_below():
    lay('w/a', VALID)
    os.link('w/a', 'b')
    for args in (['check', 'w'], ['check', '--format=ndjson', 'w'], ['repair', '-n', 'w'],
                 ['check', '--report=ndjson:w/z', 'w']):
        into('w/report.txt', *args).exits(0)
        said = read('w/report.txt')
        expect(b'1 file: 1 valid' in said or b'{"valid":1,' in said, said)
        os.remove('w/report.txt')


@case('standard output is no input by name, nor a place for an output')
def stdout_is_input():
    write('a', UNFINISHED)
    for options in (['x'], ['-q', 'a', './x'], ['-']):
        write('x', b'before')
        with open('x', 'rb') as stdin:
            with open('x', 'ab') as out:
                got = run('check', *options, stdin=stdin, stdout=out)
        got.exits(4).one_clear_line()
        equal(read('x'), b'before', 'standard output')
    write('list', b'a\0x')
    got = into('x', 'check', '--files0-from=list').exits(4).one_clear_line()
    expect(b'x: a report of this run goes there' in got.err, got.err)
    got = into('x', 'repair', '-f', '-o', 'x', 'a').exits(4).one_clear_line()
    expect(b'x is a report of this run' in got.err, got.err)


@table('a name that is too long is named, and cut', [
    ('with -o', ['-o', 'x' * 5000]), ('with -d', ['-d', './' * 2046])])
def too_long(where):
    write('v.teehistorian', VALID)
    for dry in [], ['-n']:
        got = run('repair', *dry, *where, 'v.teehistorian').exits(4).one_clear_line()
        expect(b': ' + where[1][:60].encode() + b'...: File name too long\n' in got.err, got.err)


@table('a dry run knows where a file and a directory would have one name', [
    ('the file first', 'A/x', 'B/x/y'), ('the directory first', 'A/x/y', 'B/x'),
    ('far above', 'A/x', 'B/x/y/z'), ('far below', 'A/x/y/z', 'B/x')])
def one_name(first, second):
    lay(first, VALID)
    lay(second, VALID)
    lay('C/x1', VALID)
    dry = run('repair', '-n', '-d', 'dd', 'A', 'B', 'C').exits(4).one_clear_line()
    done = run('repair', '-d', 'dd', 'A', 'B', 'C').exits(4).one_clear_line()
    equal(dry.err, done.err, 'stderr')
    expect(b'use -d' not in done.err, done.err)


@table('if there is no directory for outputs, reports say that nothing was done', [
    ('it cannot be made', 'none/x/out'), ('it is a file', 'a')])
def no_directory(directory):
    write('a', UNFINISHED)
    forms = ('ndjson', 'sarif', 'junit', 'text')
    for form in forms:
        write(f'r.{form}', b'')
    got = run('repair', '-d', directory, *(f'--report={f}:r.{f}' for f in forms), 'in')
    got.exits(4).one_clear_line()
    equal(json.loads(read('r.ndjson').splitlines()[-1])['exit'], 4, 'ndjson')
    sarif, = json.loads(read('r.sarif'))['runs']
    equal(sarif['invocations'][0]['exitCode'], 4, 'sarif')
    expect(read('r.junit').endswith(b'</testsuites>\n'), 'junit')
    equal(read('r.text'), b'0 files\n', 'text')


if __name__ == '__main__':
    tap.main()
