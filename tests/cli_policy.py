#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_policy - profiles, the file of --config, and lists of allowed files

usage: cli_policy.py DEMOFSCK ROOT
"""
import hashlib
import json
import os
import re
import sys

import recording
import tap
from tap import case, equal, expect, read, run, table, write

ROOT = os.path.abspath(sys.argv[2])
VALID, UNFINISHED = recording.valid(), recording.unfinished()
# Readers count the ticks and go on: no error of the profile playback.
SKIP = VALID[:-1] + recording.skip(5) + recording.FINISH
WARNED = recording.valid(map_crc='XYZ')
PROFILES = ['archive', 'strict', 'playback', 'lenient']


def digest(data):
    return hashlib.sha256(data).hexdigest()


def records(got, kind):
    lines = [json.loads(line) for line in got.out.splitlines()]
    return [line for line in lines if line['type'] == kind]


def verdict(*args):
    return records(run('check', '--format=ndjson', *args), 'file')[0]


# ----------------------------------------------------------------- profiles --
@table('the verdict follows the profile', [
    (f'{profile} {want}', profile, data, want, code)
    for profile, data, want, code in [
        ('archive', SKIP, 'truncated', 1), ('strict', SKIP, 'truncated', 1),
        ('playback', SKIP, 'valid', 0), ('lenient', SKIP, 'valid', 0),
        ('archive', WARNED, 'valid', 0), ('strict', WARNED, 'damaged', 1),
        ('playback', WARNED, 'valid', 0), ('lenient', WARNED, 'valid', 0),
        ('playback', UNFINISHED, 'truncated', 1),
        ('lenient', UNFINISHED, 'valid', 0), ('lenient', b'', 'truncated', 1),
        ('lenient', recording.hopeless(), 'truncated', 1),
        ('lenient', bytes(100), 'unrecognized', 1),
        ('strict', VALID, 'valid', 0)]])
def follows(profile, data, want, code):
    write('f', data)
    got = run('check', f'--profile={profile}', '--format=ndjson', 'f')
    got.exits(code)
    equal(records(got, 'begin')[0]['profile'], profile, 'begin')
    equal(records(got, 'file')[0]['verdict'], want, profile)


@case('the default is archive, and text names another one')
def named():
    write('f', SKIP)
    got = run('check', '--format=ndjson', 'f').exits(1)
    equal(records(got, 'begin')[0]['profile'], 'archive', 'begin')
    expect(b'profile' not in run('check', 'f').exits(1).out, 'archive named')
    out = run('check', '--profile=playback', 'f').exits(0).out
    expect(b'f: valid (profile playback): ' in out, out)
    out = run('info', '--profile=playback', 'f').exits(0).out
    expect(b'valid (profile playback)\n' in out, out)
    equal(run('check', '-q', '--profile=strict', '--', 'f').code, 1, 'exit')
    write('f', VALID)
    equal(run('check', '-q', '--profile=strict', 'f').exits(0).out, b'',
          'quiet about a clean file')


@case('a repair writes the same bytes in each profile')
def same_bytes():
    write('f', SKIP)
    outs = []
    for profile in PROFILES:
        got = run('repair', f'--profile={profile}', '-o', profile, 'f')
        got.exits(3)
        outs.append(read(profile))
    equal(outs, [VALID] * 4, 'outputs')


@case('an error that only the profile makes remains, and repair says so')
def remains():
    write('f', WARNED)
    for place in (('-o', 'out'), ('--in-place',)):
        got = run('repair', '--profile=strict', *place, 'f').exits(1)
        expect(b'error remains: only the profile strict says so' in got.out,
               got.out)
    equal(read('out'), WARNED, 'output')
    for place in ((), ('-o', 'out1'), ('--in-place',)):
        got = run('repair', '-n', '--profile=strict', *place, 'f').exits(1)
        expect(b'1 error remains' in got.out, got.out)
    write('g', WARNED[:-1])
    got = run('repair', '--profile=strict', '-o', 'out2', 'g').exits(1)
    expect(b'1 error remains' in got.out, got.out)
    equal(read('out2'), WARNED, 'repaired')
    run('repair', '-o', 'out3', 'g').exits(0)


@case('a name is judged by the profile, too')
def name_judged():
    name = recording.GAME_UUID[:-1] + '2.teehistorian'
    write(name, VALID)
    for profile in PROFILES:
        got = verdict(f'--profile={profile}', name)
        equal((got['verdict'], got['counts']['warning']), ('valid', 1),
              'strict blames no writer for it')


@case('explain says where a rule is called something else')
def explained():
    out = run('explain', 'teehistorian.dangling_skip').exits(0).out
    expect(b'\nin playback  warning: readers count' in out, out)
    expect(b'\nin lenient   warning\n' in out, out)
    expect(b'\nin strict' not in out, out)


# --------------------------------------------------------------- precedence --
RULE = 'teehistorian.dangling_skip'


@table('profile < config < --rule', [
    ('profile alone', [], '', 'valid'),
    ('config', [], f'rule {RULE} = error', 'truncated'),
    ('option', [f'--rule={RULE}=error'], '', 'truncated'),
    ('option over config', [f'--rule={RULE}=note'], f'rule {RULE} = error',
     'valid'),
    ('profile over that of config', [], 'profile = archive', 'valid')])
def precedence(options, config, want):
    write('f', SKIP)
    write('c', config.encode())
    options = [*options, '--config=c', '--profile=playback']
    for order in (options, options[::-1], [*options[1:], options[0]]):
        equal(verdict(*order, 'f')['verdict'], want, order)


@case('a profile, a limit and the fail level come from the file')
def from_file():
    write('f', SKIP)
    write('c', b'# policy\n\nprofile = playback # for players\r\n')
    got = run('check', '--config', 'c', '--format=ndjson', 'f').exits(0)
    equal(records(got, 'begin')[0]['profile'], 'playback', 'begin')
    write('c', b'  limit input_bytes=1k\nfail-on = never')
    write('g', bytes(2000))
    equal(verdict('--config=c', 'g')['verdict'], 'undecided', 'limit')
    equal(verdict('--config=c', '--limit=input_bytes=3k', 'g')['verdict'],
          'unrecognized', 'limit of the command line')
    run('check', '--config=c', 'f').exits(0)
    run('check', '--config=c', '--fail-on=error', 'f').exits(1)
    write('c', b'fail-on = warning\nrule teehistorian.header_value = off\n')
    write('h', WARNED)
    run('check', '--config=c', 'h').exits(0)
    for command in ('info', 'inspect'):
        run(command, '--config=c', 'h').exits(0)
    write('c', b'fail-on = note\n')
    for form in ('junit', 'text'):
        how = ['repair', '-n', f'--format={form}']
        equal(run(*how, '--config=c', 'h').exits(0).out,
              run(*how, 'h').exits(0).out, form)


@case('no file is read that was not named')
def not_implicit():
    write('f', SKIP)
    for name in ('demofsck.conf', '.demofsck', '.demofsckrc', 'config'):
        write(name, b'this is no setting\n')
    env = {'HOME': os.getcwd(), 'XDG_CONFIG_HOME': os.getcwd()}
    got = run('check', 'f', env=env).exits(1)
    equal(got.err, b'', 'stderr')


@table('a wrong line is named, and nothing is processed', [
    ('no setting', b'\nprofile\n', b"c:2: 'profile' is not NAME = VALUE"),
    ('unknown setting', b'colour = red\n', b"c:1: 'colour' is no setting\n"),
    ('mistyped', b'profil=strict', b"no setting; did you mean profile?"),
    ('unknown profile', b'profile = stric', b'did you mean strict?'),
    ('nothing like it', b'profile = gate',
     b"'gate' is not one of the profiles: archive, strict, playback, lenient"),
    ('no rule', b'#\n#\nrule = off', b'c:3: rule needs a name'),
    ('unknown rule', b'rule teehistorian.truncate = off',
     b'did you mean teehistorian.truncated?'),
    ('unknown severity', b'rule teehistorian.truncated = bad', b"c:1: 'bad'"),
    ('a fatal rule', b'rule teehistorian.magic = note', b'stays an error'),
    ('a limit lowered', b'rule limit.edits = note', b'stays an error'),
    ('no limit', b'limit = 3', b'limit needs a name'),
    ('unknown limit', b'limit edit = 3', b'did you mean edits?'),
    ('no number', b'limit edits = -3', b'not a number of edits'),
    ('too much', b'limit edits = 1G', b'edits is at most'),
    ('unknown level', b'fail-on = all', b"'all' is not one of never"),
    ('no value', b'profile =', b"'' is not one of"),
    ('twice', b'profile=strict\nprofile=strict', b'c:2: profile is set twice'),
    ('unknown format', b'accept = dem,twdem', b'did you mean twdemo?'),
    ('no format', b'accept = dem,', b"c:1: '' is not one of the formats: "),
    ('formats twice', b'accept=dem\naccept=dem', b'c:2: accept is set twice'),
    ('a level twice', b'fail-on=note\nfail-on=note', b'c:2: fail-on is set'),
    ('a rule twice', b'rule dem.time = note\nrule dem.time = off',
     b'c:2: dem.time is set twice'),
    ('a limit twice', b'limit edits=1\nlimit edits=2', b'c:2: edits is set'),
    ('a word too many', b'profile x = strict', b'c:1: '),
    ('a NUL', b'profile = strict\0', b'c:1: a NUL byte'),
    ('a long line', b'#' * 5000, b'c:1: this line has more than 4096 bytes'),
    ('many lines', b'\n' * 10001, b'c:10001: more than 10000 lines'),
    ('many lists', b'allow-file = a\n' * 65, b'c:65: more than 64 lists'),
    ('a list without name', b'allow-file = # x', b'c:1: the name is empty')])
def wrong_line(config, want):
    write('c', config)
    write('f', SKIP)
    got = run('check', '--config=c', 'f').exits(2).one_clear_line()
    expect(want in got.err, got.err)
    equal(got.out, b'', 'nothing is processed')


@case('files that cannot be read are no bad usage')
def no_file():
    write('f', VALID)
    os.mkdir('d')
    for option in ('--config=', '--allow-file='):
        for name in ('none', 'd'):
            run('check', option + name, 'f').exits(4).one_clear_line()
        run('check', option + '-', 'f').exits(2).one_clear_line()
        run('check', option, 'f').exits(2).one_clear_line()
    write('c', b'')
    run('check', '--config=c', '--config=c', 'f').exits(2).one_clear_line()
    run('check', '--config=/dev/null', 'f').exits(0)


@case('the byte order mark that some editors write is no part of the first line')
def byte_order_mark():
    mark = b'\xef\xbb\xbf'
    write('f', UNFINISHED)
    write('c', mark + b'profile = lenient\r\nfail-on = never\n')
    write('list', mark + digest(UNFINISHED).encode())
    run('check', '--config=c', 'f').exits(0)
    run('check', '--allow-file=list', 'f').exits(0)
    for text in mark, mark[:2] + b'profile = lenient', b'\n' + mark + b'profile = lenient':
        write('c', text)
        run('check', '--config=c', '--fail-on=never', 'f').exits(
            0 if text == mark else 2)


# ------------------------------------------------------------ allowed files --
@case('an allowed file is reported as ever, and is no failure')
def allowed():
    write('f', UNFINISHED)
    write('g', recording.cut())
    write('list', f'# known\n{digest(UNFINISHED)}  f # since May\n'.encode())
    got = run('check', '--allow-file=list', 'f').exits(0)
    expect(b'f: truncated (on the list of allowed files): ' in got.out,
           got.out)
    expect(b'1 file: 1 truncated; 1 allowed\n' in got.out, got.out)
    expect(b'[teehistorian.missing_finish]' in got.out, got.out)
    got = run('check', '--allow-file=list', '--format=ndjson', 'f', 'g')
    files = records(got.exits(1), 'file')
    equal([f.get('allowed') for f in files], [True, None], 'allowed')
    equal([f['verdict'] for f in files], ['truncated'] * 2, 'verdicts')
    summary = records(got, 'summary')[0]
    equal((summary['files']['truncated'], summary['allowed']), (2, 1), 'sum')
    run('check', '--allow-file=list', '--fail-on=note', 'f').exits(0)
    run('info', '--allow-file=list', 'f').exits(0)
    run('inspect', '--allow-file=list', 'f').exits(0)


@case('a repair of an allowed file exits as ever, and its help says so')
def allowed_repair():
    write('f', recording.cut())
    write('list', digest(recording.cut()).encode())
    got = run('repair', '--allow-file=list', '-o', 'o', 'f').exits(3)
    expect(b'(on the list of allowed files)' in got.out, got.out)
    got = b' '.join(run('repair', '--help').exits(0).out.split())
    expect(b'mark the files whose SHA-256 is in LIST in the report' in got, got)
    got = b' '.join(run('--help').exits(0).out.split())
    expect(b'; 3 repaired, and something was lost; ' in got, got)


@table('what a line of a list may be', [
    ('bare', '{}'), ('of sha256sum', '{}  f\n'), ('of a name with a newline', '\\{}  a\\nb\n'),
    ('upper case', '{U}\n'),
    ('a comment', '{}#x\n'), ('blanks', ' \t{}\t\n'), ('DOS', '{}\r\n'),
    ('among others', '# a\n\n' + 'ab' * 32 + '\n{}\n' + '00' * 32 + '\n'),
    ('twice', '{}\n{}\n')])
def list_line(text):
    write('f', UNFINISHED)
    text = text.replace('{}', digest(UNFINISHED))
    write('list', text.replace('{U}', digest(UNFINISHED).upper()).encode())
    run('check', '--allow-file=list', 'f').exits(0)


@table('a wrong line of a list is named', [
    ('a word', b'\nfoo\n', b'list:2: '), ('63 digits', b'a' * 63, b'list:1: '),
    ('65 digits', b'a' * 65, b'list:1: '), ('no hex', b'g' * 64, b'list:1: '),
    ('two backslashes', b'\\\\' + b'a' * 64, b'list:1: '),
    ('a NUL', b'a' * 63 + b'\0', b'list:1: '),
    ('long', b'a' * 64 + b' ' * 5000, b'list:1: this line has more than')])
def wrong_list(text, want):
    write('list', text)
    write('f', VALID)
    got = run('check', '--allow-file=list', 'f').exits(2).one_clear_line()
    expect(want in got.err, got.err)


@case('several lists are one, and those of a file are beside it')
def several():
    os.mkdir('d')
    write('f', UNFINISHED)
    write('g', recording.cut())
    write('d/one', digest(UNFINISHED).encode())
    write('two', digest(recording.cut()).encode())
    write('d/c', b'allow-file = one\n')
    run('check', '--config=d/c', 'f').exits(0)
    run('check', '--config=d/c', 'g').exits(1)
    run('check', '--config=d/c', '--allow-file=two', 'f', 'g').exits(0)
    run('check', '--allow-file=two', '--allow-file=d/one', 'f', 'g').exits(0)
    write('d/c', f'allow-file = {os.getcwd()}/two\n'.encode())
    run('check', '--config=d/c', 'g').exits(0)
    write('c', b'allow-file = d/one\nallow-file=two')
    run('check', '--config=c', 'f', 'g').exits(0)


@case('a list needs the digest')
def no_hash():
    write('f', VALID)
    write('list', b'')
    write('c', b'allow-file = list')
    for option in ('--allow-file=list', '--config=c'):
        got = run('check', '--no-hash', option, 'f').exits(2)
        expect(b'SHA-256' in got.one_clear_line().err, got.err)


@case('undecided and unreadable stay what they are')
def not_forgiven():
    write('f', UNFINISHED)
    write('list', digest(UNFINISHED).encode())
    got = run('check', '--allow-file=list', '--limit=input_bytes=100', 'f')
    got.exits(5)
    run('check', '--allow-file=list', 'f', 'none').exits(4)


@case('an allowed file is repaired as ever')
def repaired():
    write('f', UNFINISHED)
    write('g', recording.hopeless())
    text = digest(UNFINISHED) + '\n' + digest(recording.hopeless())
    write('list', text.encode())
    got = run('repair', '--allow-file=list', '--format=ndjson', '-o', 'out',
              'f').exits(0)
    equal(records(got, 'file')[0]['allowed'], True, 'allowed')
    equal(read('out'), VALID, 'output')
    run('repair', '--allow-file=list', '-o', 'out2', 'g').exits(1)


@case('a list of a million lines')
def million():
    write('f', UNFINISHED)
    lines = [hashlib.sha256(b'%d' % i).hexdigest() for i in range(10 ** 6)]
    lines[777777] = digest(UNFINISHED)
    write('list', ('\n'.join(lines) + '\n').encode())
    run('check', '--allow-file=list', 'f', timeout=60).exits(0)
    write('g', recording.cut())
    run('check', '--allow-file=list', 'g', timeout=60).exits(1)


# ------------------------------------------------------------ mistyped names --
@table('a mistyped name is answered by the nearest one', [
    ('a rule', ['check', '--rule=teehistorian.missing_finsh=off', 'f'],
     b'did you mean teehistorian.missing_finish?'),
    ('a rule without format', ['explain', 'mising_finish'],
     b'did you mean teehistorian.missing_finish?'),
    ('a limit', ['check', '--limit=input_byte=1', 'f'],
     b'did you mean input_bytes?'),
    ('a profile', ['check', '--profile=strickt', 'f'], b'mean strict?'),
    ('an option', ['check', '--fail_on=note', 'f'], b'mean --fail-on?'),
    ('of this command', ['info', '--verbos', 'f'], b'unknown option; see')])
def mistyped(args, want):
    got = run(*args).exits(2).one_clear_line()
    expect(want in got.err, got.err)


# -------------------------------------------------------------------- document --
@case('docs/profiles.md has a paragraph for each row of playback')
def documented():
    rows = read(os.path.join(ROOT, 'validator/profiles.def')).decode()
    page = read(os.path.join(ROOT, 'docs/profiles.md')).decode()
    playback = set()
    for profile, rule_format, name, severity in re.findall(
            r'^PROFILE\((\w+), (\w+), (\w+), (\w+),', rows, re.MULTILINE):
        rule = f'{rule_format}.{name}'
        expect(f'`{rule}`' in page, f'{rule} is not in docs/profiles.md')
        if profile == 'playback':
            playback.add((rule, severity.lower()))
    expect(len(playback) > 5, playback)
    equal({(rule, word) for rule, word in re.findall(
        r'^### `([\w.]+)`: (\w+)$', page, re.MULTILINE)}, playback, 'headings')


tap.main()
