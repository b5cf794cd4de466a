#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_policy - profiles

usage: cli_policy.py DEMOFSCK ROOT
"""
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


@case('--rule counts more than the profile, whatever the order')
def precedence():
    write('f', SKIP)
    options = ['--rule=teehistorian.dangling_skip=error', '--profile=playback']
    for order in (options, options[::-1]):
        equal(verdict(*order, 'f')['verdict'], 'truncated', order)


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
