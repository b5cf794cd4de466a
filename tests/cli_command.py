#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_command - the command that check suggests does what check says

usage: cli_command.py DEMOFSCK CORPUS

It is taken out of the text as a shell would read it, and run.
"""
import os
import re
import shlex
import sys

import recording
import tap
from tap import case, equal, expect, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])
RCON = read(os.path.join(CORPUS, 'twdemo/bad/message_rcon-0.7.demo'))
UNFINISHED = recording.unfinished()
PRICES = {'changes': b'changed', 'drops': b'dropped', 'up': b'gave up', 'adds': b'added'}


def suggested(*args):
    """The words of the command, and what it is said to cost."""
    out = run('check', *args).exits(1).out.decode()
    found = re.search(r'to repair: demofsck (repair .* -o OUT)(?: \(([^)]*)\))?, with', out)
    expect(found, f'no command: {out}')
    return shlex.split(found[1]), found[2] or ''


def costs(args, code=0):
    """check with `args`, and then its command: the options that it has."""
    words, price = suggested(*args)
    at = words.index('OUT')
    words[at] = 'out'
    got = run(*words).exits(code)
    for verb, number in re.findall(r'(\w+) (\d+)', price):
        said = re.search(PRICES[verb] + rb' (\d+)', got.out)
        equal(said[1].decode(), number, f'{words}: {verb}')
    return words[1:at - 2]


@case('a rule that was made an error is one for the repair, too')
def rules():
    write('a b.demo', RCON)
    options = ['--rule=twdemo.message_rcon=error', '--rule=file.extension=off']
    equal(costs([*options, 'a b.demo'], 3), options, 'options')
    run('check', options[0], 'out').exits(0)


@case('what changes only the verdict is left out')
def verdict_only():
    write('a', UNFINISHED)
    equal(costs(['--profile=strict', '--fail-on=note', '--no-hash', '--redact', 'a']), [],
          'options')


@case('what a file of settings says is said by its name, quoted, and not again')
def config():
    write('a.demo', RCON)
    write("it's", b'rule twdemo.message_rcon = error\nlimit decoded_bytes = 1G\n')
    for options in (["--config=it's"], ["--config=it's", '--limit=edits=7'],
                    ["--config=it's", '--rule=twdemo.message_rcon=error']):
        equal(costs([*options, 'a.demo'], 3), options, 'options')
        os.remove('out')
    write('-x', read("it's"))
    equal(costs(['--config', '-x', 'a.demo'], 3), ['--config=./-x'], 'options')


@table('a profile of that file is taken back, as one of an option is left out', [
    ('alone', []), ('with an option', ['--profile=playback'])])
def profile_of_config(options):
    # a warning that is an error in `strict`, and an end that is none
    late = read(os.path.join(CORPUS, 'teehistorian/bad/auth_late_init.teehistorian'))
    write('a.teehistorian', late[:-1])
    write('c', b'profile = strict\n')
    equal(costs(['--config=c', *options, '--rule=file.extension=off', 'a.teehistorian']),
          ['--config=c', '--profile=archive', '--rule=file.extension=off'], 'options')
    write('c', b'profile = archive\n')
    os.remove('out')
    equal(costs(['--config=c', *options, 'a.teehistorian']), ['--config=c'], 'options')


@table('so is what decides how a file is read', [
    ('--as', UNFINISHED, ['--as=teehistorian']),
    ('--limit', UNFINISHED, ['--limit=edits=1024', '--limit=edits=77'])])
def reading(data, options):
    write('a', data)
    equal(costs([*options, 'a']), options, 'options')


@case('--map is given again')
def the_map():
    write('a.demo', read(os.path.join(CORPUS, 'twdemo/crash/map-given.demo')))
    write('m p', read(os.path.join(CORPUS, 'datafile/good/full.map')))
    equal(costs(['--map=m p', 'a.demo']), ['--map=m p'], 'options')


@case('each name that cannot be shown has a word of its own')
def unshown():
    names = 'a\n', 'm\n', 'c\n'
    for name, data in zip(names, (UNFINISHED, b'', b'')):
        write(name, data)
    words = suggested('--map=m\n', '--config=c\n', 'a\n')[0]
    equal(words[1:-2], ['--map=MAP', '--config=CONFIG', 'FILE'], 'words')


if __name__ == '__main__':
    tap.main()
