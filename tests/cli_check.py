#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_check - exit codes and bad usage, as a script meets them

usage: cli_check.py DEMOFSCK
"""
import gzip
import hashlib
import json
import os
import shutil
import subprocess

import recording
import tap
from tap import case, drop_root, equal, expect, read, run, table, write

VALID, UNFINISHED = recording.valid(), recording.unfinished()


# --------------------------------------------------------------- exit codes --
@table('check exits as documented', [
    ('a valid recording', VALID, 0),
    ('no FINISH', UNFINISHED, 1),
    ('cut inside a message', recording.cut(), 1),
    ('a hole of zero bytes', recording.hole(), 1),
    ('cut inside the header', recording.hopeless(), 1),
    ('an empty file', b'', 1),
    ('a file of another kind', b'\x89PNG\r\n\x1a\n' + bytes(100), 1),
    ('an unsupported container', b'\xfd7zXZ\x00' + bytes(100), 1),
    ('a warning only', recording.valid(map_crc='XYZ'), 0),
    ('gzip of a valid recording', gzip.compress(VALID), 0),
    ('gzip of an unfinished one', gzip.compress(UNFINISHED), 1),
    ('gzip that is cut', gzip.compress(VALID)[:-9], 1)])
def check_exit(data, code):
    write('f.teehistorian', data)
    got = run('check', 'f.teehistorian').exits(code)
    equal(got.err, b'', 'stderr')
    piped = run('check', '-', stdin=data).exits(code)
    equal(piped.err, b'', 'stderr from a pipe')


@table('bad usage exits 2 with one clear line and processes nothing', [
    ('no command',), ('help of two', 'help', 'check', 'repair'),
    ('no input', 'check'), ('unknown command', 'frobnicate'),
    ('unknown option', 'check', '--no-such-option', 'f'),
    ('unknown short option', 'check', '-Z', 'f'),
    ('unknown report format', 'check', '--format=xml', 'f'),
    ('unknown input format', 'check', '--as', 'wav', 'f'),
    ('unknown rule', 'check', '--rule=teehistorian.nonsense=off', 'f'),
    ('unknown severity', 'check', '--rule=teehistorian.truncated=bad', 'f'),
    ('a rule without severity', 'check', '--rule=teehistorian.truncated', 'f'),
    ('a fatal rule demoted', 'check', '--rule=teehistorian.magic=note', 'f'),
    ('standard input twice', 'check', '-', '-'),
    ('standard input and a map from there', 'check', '--map=-', '-'),
    ('a list and a map from there', 'check', '--map=-', '--files0-from=-'),
    ('what info cannot be silent about', 'info', '-q', 'f'),
    ('more than info has to say', 'info', '--verbose', 'f'),
    ('unknown limit', 'check', '--limit', 'nonsense=1', 'f'),
    ('a limit that is no number', 'check', '--limit', 'edits=many', 'f'),
    ('a negative limit', 'check', '--limit', 'edits=-1', 'f'),
    ('a limit beyond 64 bits', 'check', '--limit',
     'input_bytes=99999999999999999999', 'f'),
    ('a limit that overflows by its suffix', 'check', '--limit',
     'input_bytes=18014398509481984k', 'f'),
    ('a limit above its maximum', 'check', '--limit', 'header_depth=65', 'f'),
    ('unknown fail level', 'check', '--fail-on=doom', 'f'),
    ('unknown colour', 'check', '--color=mauve', 'f'),
    ('an option without its value', 'check', 'f', '--as'),
    ('repair without a place for the output', 'repair', 'f'),
    ('repair to two places', 'repair', 'f', '-o', 'x', '-d', 'y'),
    ('repair in place and elsewhere', 'repair', 'f', '--in-place', '-o', 'x'),
    ('repair of several files to one', 'repair', 'f', 'f', '-o', 'x'),
    ('repair to stdout', 'repair', 'f', '-o', '-'),
    ('repair of a file to itself', 'repair', 'f', '-o', './f'),
    ('unknown repair level', 'repair', 'f', '-o', 'x', '--level=heroic'),
    ('a loss that is no number', 'repair', 'f', '-o', 'x', '--max-loss=few'),
    ('more than the version', '--version', 'f'), ('no rule', 'explain'),
    ('explain of an unknown rule', 'explain', 'teehistorian.nonsense')])
def usage(*args):
    write('f', UNFINISHED)
    got = run(*args).exits(2).one_clear_line()
    equal(got.out, b'', 'stdout')
    equal(os.listdir('.'), ['f'], 'files afterwards')


@case('a file or a directory without a command is checked')
def without_command():
    os.mkdir('d')
    write('d/f.teehistorian', UNFINISHED)
    for args in ['d/f.teehistorian'], ['d', '-q'], ['d/f.teehistorian', '--format=csv']:
        equal(run(*args).exits(1).out, run('check', *args).exits(1).out, args)
    # The name of a command is the command.
    write('rules', UNFINISHED)
    equal(run('rules').exits(0).out[:5], b'file.', 'rules')


@table('a refusal says what is possible', [
    ('the report', b'text, ndjson', 2, 'check', '--format=json', 'f'),
    ('the fail level', b'never, note, warning, error', 2, 'check',
     '--fail-on=bad', 'f'),
    ('limits', b'input_bytes', 2, 'check', '--limit=foo=1', 'f'),
    ('the last limit', b'insert_bytes', 2, 'check', '--limit=foo=1', 'f'),
    ('-r', b'a directory is always searched', 2, 'check', '-r', '.'),
    ('-R', b'a directory is always searched', 2, 'check', '-R', '.'),
    ('--recursive', b'always searched', 2, 'check', '--recursive', '.'),
    ('the start of a rule', b'teehistorian.truncated', 2, 'explain', 'trunc'),
    ('its id', b'missing_finish', 2, 'explain', 'teehistorian.missing'),
    ('a format', b'unknown rule; demofsck rules lists', 2, 'explain', 'teehistorian'),
    ('a letter', b"'x' is no rule; see demofsck rules", 2, 'check', '--rule=x=off', 'f'),
    ('a part of its name', b'missing_finish', 2, 'explain', 'finish'),
    ('to one output', b' .: is a directory; use -d OUT', 4, 'repair', '-o', 'x', '.'),
    ('into itself', b'-d needs another directory', 2, 'repair', '-d', '.', '.'),
    ('a command', b'did you mean check?', 2, 'chek', 'f'),
    ('a name with spaces', b'with spaces needs quotes', 2, 'my', 'long', 'run'),
    ('an option before it', b'the command comes first', 2, '-q', 'check', 'f'),
    ('info of a directory', b'name it to check or repair', 4, 'info', '.'),
    ('a directory', b'--gate takes one file', 4, 'check', '--gate', '.'),
    ('a file with a dash', b'write ./-x', 2, 'check', '-x'),
    ('no such file', b'unknown option; see', 2, 'check', '-y'),
    ('of repair', b'=safe: an option of repair', 2, 'check', '--level=safe'),
    ('a letter of it', b'-qo: an option of repair', 2, 'check', '-qo'),
    ('of inspect', b'option of inspect only', 2, 'check', '--payload'),
    ('of others', b'an option of other', 2, 'repair', '--fail-on=note')])
def way_on(want, code, *args):
    write('f', UNFINISHED)
    write('-x', UNFINISHED)
    write('my long run', UNFINISHED)
    got = run(*args).exits(code)
    expect(want in got.out + got.err, f'{got.out!r} {got.err!r}')


@table('explain names a similar rule only if there is one', [
    ('nothing like it', 'foo', None), ('a longer word', 'qwertyuiopasdf', None),
    ('a letter too many', 'truncateed', b'teehistorian.truncated'),
    ('two letters', 'twdemo.crunk_typ', b'twdemo.chunk_type')])
def similar(word, want):
    err = run('explain', word).exits(2).one_clear_line().err
    equal(b'did you mean' in err, want is not None, err)
    expect(want is None or want + b'?' in err, err)


@table('the command that repairs can be pasted into a shell', [
    ('plain', 'plain.teehistorian', b'repair plain.teehistorian -o OUT'),
    ('a space', 'a b', b"repair 'a b' -o OUT"),
    ('signs of the shell', '$(x)`y`"\\', b"repair '$(x)`y`\"\\' -o OUT"),
    ('a dash', '-a b', b"repair './-a b' -o OUT"),
    ('a quote', "it's", b"repair 'it'\\''s' -o OUT"),
    ('a line', 'a\nb', b'repair FILE -o OUT'),
    ('an umlaut', '\xfc', b"repair '\xc3\xbc' -o OUT"),
    ('an umlaut of Latin-1', '\udcfc', b'repair FILE -o OUT')])
def pasted(name, want):
    write(name, UNFINISHED)
    out = run('check', '--', name).exits(1).out
    expect(want in out, out)


@table('an empty name is refused, and its option is named', [
    ('--base', 'check', '--base=', 'f'), ('--map', 'check', '--map', '', 'f'),
    ('--files0-from', 'check', '--files0-from='),
    ('-o', 'repair', 'f', '-o', ''), ('-d', 'repair', '-n', 'f', '-d', ''),
    ('--in-place', 'repair', 'f', '--in-place=')])
def empty_name(*args):
    write('f', UNFINISHED)
    option, = [a for a in args if a.startswith('-') and a != '-n']
    got = run(*args).exits(2).one_clear_line()
    expect(got.err.startswith(b'demofsck: ' + option.strip('=').encode()),
           f'stderr: {got.err!r}')
    equal((got.out, os.listdir('.')), (b'', ['f']), 'stdout and files')


@table('a limit stays an error', [('off', 'off'), ('warning', 'warning'),
                                  ('note', 'note')])
def limit_rules(severity):
    write('f', UNFINISHED)
    ids = [word for word in run('rules').exits(0).out.decode().split()
           if word.startswith('limit.')]
    expect(len(ids) >= 7, f'rules: {ids}')
    for rule in ids:
        got = run('check', f'--rule={rule}={severity}', 'f').exits(2)
        expect(f'{rule} stays an error'.encode() in got.one_clear_line().err,
               f'stderr: {got.err!r}')
        run('check', f'--rule={rule}=error', 'f').exits(1)


@case('a missing file exits 4 with one clear line')
def missing():
    got = run('check', 'no-such-file').exits(4).one_clear_line()
    expect(b'no-such-file' in got.err, f'the path is not named: {got.err!r}')


@case('a file without permission is unreadable, exit 4')
def permission():
    os.chmod(write('f', VALID), 0)
    how = dict(preexec=drop_root())
    run('check', 'f', **how).exits(4).one_clear_line()


@case('a directory without permission is unreadable, exit 4')
def closed_directory():
    os.mkdir('d')
    write('d/f.teehistorian', VALID)
    os.chmod('d', 0)
    run('check', 'd', preexec=drop_root()).exits(4)
    os.chmod('d', 0o755)


@case('a read error is unreadable, never a finding')
def read_error():
    # /proc/self/mem can be opened, and reading its first byte is an I/O error
    got = run('check', '--format=ndjson', '/proc/self/mem').exits(4)
    expect(b'"unreadable"' in got.out and b'"finding"' not in got.out,
           f'report: {got.out!r}')


@table('a place that cannot be written exits 4', [
    ('no such directory', 'gone/out'), ('a directory', 'dir'),
    ('a file as directory', 'in/out')])
def bad_place(out):
    write('in', UNFINISHED)
    os.mkdir('dir')
    run('repair', 'in', '-o', out).exits(4)
    equal((sorted(os.listdir('.')), os.listdir('dir')), (['dir', 'in'], []),
          'files')
    equal(read('in'), UNFINISHED, 'in')


@case('a directory without permission exits 4')
def closed_place():
    write('in', UNFINISHED)
    os.mkdir('dir', 0o555)
    run('repair', 'in', '-o', 'dir/out', preexec=drop_root()).exits(4)
    equal(os.listdir('dir'), [], 'files')


@table('a dry run says for each output whether it can be written', [
    ('two inputs of one name', 4, 'x/f', 'y/f', '-d', 'new'),
    ('the same in a directory that exists', 4, 'x/f', 'y/f', '-d', 'old'),
    ('the same with -f', 4, '-f', 'x/f', 'y/f', '-d', 'new'),
    ('the same, one compressed', 4, 'x/f', 'f.gz', '-d', 'new'),
    ('no parent', 4, 'x/f', '-d', 'gone/new'),
    ('no parent, with slashes', 4, 'x/f', '-d', 'gone//new/'),
    ('a file as parent', 4, 'x/f', '-d', 'x/f/new'),
    ('a link to nowhere', 4, 'x/f', '-d', 'link'),
    ('a new directory in a parent', 0, 'x/f', '-d', 'old/new/'),
    ('several names', 0, 'x/f', 'x/g', '-d', 'new')])
def foreseen(code, *args):
    for name in 'x', 'y', 'old':
        os.mkdir(name)
    for name in 'x/f', 'x/g', 'y/f':
        write(name, UNFINISHED)
    write('f.gz', gzip.compress(UNFINISHED))
    os.symlink('nowhere', 'link')
    dry = run('repair', '-qn', *args).exits(code)
    real = run('repair', '-q', *args).exits(code)
    equal(dry.err, real.err, 'stderr')


@case('--in-place says that it cannot keep the group, and names the file once')
def foreign_group():
    if os.getuid() != 0:
        raise tap.Skipped('only root can give a file a foreign group')
    write('og', UNFINISHED)
    os.chown('og', 65534, 0)
    os.chown('.', 65534, 65534)
    got = run('repair', '--in-place', 'og', preexec=drop_root()).exits(4)
    said = got.one_clear_line().err.decode()
    expect(said.startswith('demofsck: og: cannot keep owner and group: ') and
           said.count('og:') == 1, said)
    equal((os.listdir('.'), read('og')), (['og'], UNFINISHED), 'files')


@table('a directory in the place of a file exits 4', [
    ('info', 'info', 'd'), ('inspect', 'inspect', 'd'),
    ('repair -o', 'repair', 'd', '-o', 'x')])
def directory_for_file(*args):
    os.mkdir('d')
    run(*args).exits(4).one_clear_line()


@case('a limit that is hit is undecided, exit 5, and the limit is named')
def limit():
    write('f', VALID)
    got = run('check', '--limit', 'header_bytes=64', 'f').exits(5)
    expect(b'[limit.header_bytes]' in got.out, f'report: {got.out!r}')
    run('check', '--limit=header_bytes=64k', 'f').exits(0)


@table('a limit says nothing else of the file', [
    ('plain', VALID), ('gzip', gzip.compress(VALID))])
def limited(data):
    write('f', data)
    record, = [json.loads(line) for line in run(
        'check', '--format=ndjson', '--limit=input_bytes=100',
        'f').exits(5).out.splitlines() if b'"type":"file"' in line]
    equal((record['size'], record['counts']['error']), (100, 1), 'record')
    equal(record['sha256'], hashlib.sha256(data[:100]).hexdigest(), 'digest')
    equal(record.get('loss_unknown'), None, 'loss_unknown')


@table('the worst of a batch wins', [
    ('4 over 5', ('gone', 'long'), 4), ('4 over 1', ('gone', 'open'), 4),
    ('4 over 0', ('good', 'gone'), 4), ('5 over 1', ('open', 'long'), 5),
    ('5 over 0', ('long', 'good'), 5), ('1 over 0', ('good', 'open'), 1),
    ('4 over 5 and 1', ('open', 'gone', 'long', 'good'), 4)])
def precedence(names, code):
    write('good', VALID)
    write('open', UNFINISHED)
    write('long', recording.valid(2000))
    got = run('check', '--limit=input_bytes=2k', *names).exits(code)
    for name in names:
        expect(name.encode() in got.out + got.err, f'{name} is not reported')


@table('options turn the verdict into another exit code', [
    ('--exit-zero keeps 0', ('--exit-zero',), 'good', 0),
    ('--exit-zero hides 1', ('--exit-zero',), 'open', 0),
    ('--exit-zero hides 5', ('--exit-zero', '--limit=input_bytes=100'),
     'open', 0),
    ('--exit-zero keeps 4', ('--exit-zero',), 'gone', 4),
    ('--fail-on=warning', ('--fail-on=warning',), 'warn', 1),
    ('--fail-on=error', ('--fail-on=error',), 'warn', 0),
    ('--fail-on=never', ('--fail-on=never',), 'open', 0),
    ('a rule off', ('--rule=teehistorian.missing_finish=off',), 'open', 0),
    ('a rule demoted', ('--rule=teehistorian.missing_finish=note',),
     'open', 0),
    ('a rule promoted', ('--rule=teehistorian.header_value=error',),
     'warn', 1)])
def options(args, name, code):
    write('good', VALID)
    write('open', UNFINISHED)
    write('warn', recording.valid(map_crc='XYZ'))
    run('check', *args, name).exits(code)


# -------------------------------------------------------------------- output --
@case('-q says nothing about a clean file and names a bad one')
def quiet():
    write('good', VALID)
    write('open', UNFINISHED)
    got = run('check', '-q', 'good').exits(0)
    equal((got.out, got.err), (b'', b''), 'output')
    got = run('check', '-q', 'good', 'open').exits(1)
    expect(b'open' in got.out and b'good' not in got.out, repr(got.out))


@table('output that cannot be written exits 4', [
    ('/dev/full', 'check', 'good'),
    ('ndjson', 'check', '--format=ndjson', 'good'),
    ('rules', 'rules'), ('help', '--help'), ('version', '--version'), ('version, short', '-V'),
    ('info', 'info', 'good'), ('inspect', 'inspect', 'good')])
def full_stdout(*args):
    write('good', VALID)
    with open('/dev/full', 'wb') as full:
        got = run(*args, stdout=full).exits(4)
    expect(got.err.startswith(b'demofsck: '), f'stderr: {got.err!r}')


@table('a report that cannot be written on names what was not checked', [
    ('text', ('check',), 'checked'), ('ndjson', ('check', '--format=ndjson'), 'checked'),
    ('a second report', ('check', '-q', '--report=sarif:/dev/full'), 'checked'),
    ('info', ('info',), 'checked'),
    ('repair', ('repair', '-d', 'out'), 'repaired')])
def full_in_between(options, done):
    names = [f'in/{i}' for i in range(4)]
    os.mkdir('in')
    for name in names:
        write(name, VALID)
    for given, rest in ((names, 'in/1: this input and all after it were not {}, because '
                         'the report cannot be written'),
                        (names[:1], 'the run came to its last input, but the report is '
                         'incomplete')):
        with open('/dev/full', 'wb') as full:
            got = run(*options, *given, stdout=full).exits(4)
        why, last = got.err.decode().splitlines()
        expect(why.endswith(': No space left on device'), why)
        equal(last, 'demofsck: ' + rest.format(done), 'the last line')
        shutil.rmtree('out', ignore_errors=True)


@table('a closed stdout exits 4 and harms no file', [
    ('check', 'check', 'good'), ('rules', 'rules')])
def closed_stdout(*args):
    write('good', VALID)
    run(*args, preexec=lambda: os.close(1)).exits(4)
    equal(read('good'), VALID, 'the input')


@case('closed stdin and stderr harm nothing')
def closed_others():
    write('good', VALID)

    def close():
        os.close(0)
        os.close(2)
    run('check', 'good', preexec=close).exits(0)
    run('check', 'good', 'gone', preexec=close).exits(4)


@case('a reader that goes away ends the program by SIGPIPE')
def broken_pipe():
    write('f', recording.valid(200000))
    with subprocess.Popen([tap.PROGRAM, 'inspect', 'f'],
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as p:
        p.stdout.read(10)
        p.stdout.close()
        equal(p.stderr.read(), b'', 'stderr')
        equal(p.wait(), -13, 'status')


@case('a pipe gets neither colour nor progress, a terminal option forces it')
def colour():
    write('open', UNFINISHED)
    plain = run('check', 'open').exits(1)
    expect(b'\x1b' not in plain.out + plain.err, 'escape sequences')
    forced = run('check', '--color=always', 'open').exits(1)
    expect(b'\x1b[' in forced.out, 'no colour')
    never = run('check', '--color=never', 'open').exits(1)
    equal(never.out, plain.out, 'report')


if __name__ == '__main__':
    tap.main()
