#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_keeps - what is left of each sample after a repair, and what another level, or
another depth, leaves: the report says so, and it is true

usage: cli_keeps.py DEMOFSCK CORPUS
"""
import os
import re
import sys

import manifest
import tap
from tap import STEP, case, equal, expect, of_type, run, table, write

CORPUS = os.path.abspath(sys.argv[2])


@case('-v is named where there are notes that say why, and only there')
def notes_say_why():
    for row in manifest.rows(CORPUS):
        if row['verdict'] != 'unsupported' or row['options'] != '-':
            continue
        path = os.path.join(CORPUS, row['path'])
        file, = of_type(run('check', '--format=ndjson', path).out, 'file')
        for command in (('check',), ('repair', '-n')):
            equal(b'; -v says why' in run(*command, path).out,
                  file['counts']['note'] > 0, f'{command} {path}')


@case('a level that there is not is bad usage')
def no_such_level():
    write('in', b'')
    got = run('repair', '--level=resync', 'in', '-o', 'out').exits(2)
    equal(len(got.err.splitlines()), 1, got.err)
    expect(b"--level: 'resync' is not one of safe, prefix, salvage" in got.err, got.err)
    equal((got.out, os.path.exists('out')), (b'', False), 'output')


@case('a loss before anything that plays is refused at level prefix, which is said')
def lost_at_first():
    path = os.path.join(CORPUS, 'twdemo/bad/tick_unknown.demo')
    got = run('repair', '--level=prefix', path, '-o', 'out').exits(1)
    expect(b'damaged: not repairable at level prefix, nothing that plays would be left, '
           b'no output' in got.out, got.out)
    run('repair', path, '-o', 'out').exits(3)


@case('what level prefix keeps of a demo, the default keeps, too')
def prefix_is_less():
    paths = [os.path.join(CORPUS, row['path']) for row in manifest.rows(CORPUS)
             if row['path'].startswith('twdemo/') and row['verdict'] == 'damaged'
             and row['options'] == '-']

    def kept(*options):
        out = run('repair', '-n', '--format=ndjson', *options, *paths).out
        return [record['plan']['kept'] + record['plan']['changed']
                if record['repairable'] != 'no' else 0
                for record in of_type(out, 'file')]
    more, less, safe = kept(), kept('--level=prefix'), kept('--level=safe')
    for path, a, b, c in zip(paths, more, less, safe):
        expect(a >= b and c in (0, a), f'{path}: {a}, {b}, {c}')
    expect(sum(a > b for a, b in zip(more, less)) > 100, 'demos of which more is kept')


def copied(folder):
    """A directory with those samples of the folder that are not whole."""
    where = f'in-{folder}'
    manifest.copy(CORPUS, [
        row['path'] for row in manifest.rows(CORPUS)
        if row['path'].startswith(folder + '/') and row['options'] == '-' and
        row['verdict'] in ('damaged', 'truncated')][::STEP], where)
    return where


def repaired(where, *options):
    """{sample: record of the repair, and that of a check of its output}, and what a
    repair says in text"""
    out = '-'.join(['out', where, *(option.strip('-') for option in options)])
    said = run('repair', '--report=ndjson:report', *options, '-d', out, where).out
    with open('report', 'rb') as f:
        records = of_type(f.read(), 'file')
    checks = {os.path.relpath(file['path'], out): file
              for file in of_type(run('check', '--format=ndjson',
                                      '--depth=framing', out).out, 'file')}
    names = [os.path.relpath(record['output'] or record['path'],
                             out if record['output'] else where) for record in records]
    return ({name: (record, checks.get(name)) for name, record in zip(names, records)},
            said.decode().splitlines())


def packets(files, name):
    output = files[name][1]
    return output['facts'].get('packets', 0) if output else 0


def check_ends(files, said):
    """Does each line name the last tick of the output, and each record its facts?
    Returns how many lines."""
    lines = {line.split(': ')[0]: line for line in said if 'repaired with loss: ' in line}
    for name, (record, output) in files.items():
        equal('output_facts' in record, output is not None, f'{name}: output_facts')
        for key in ('last_tick', 'duration_s', 'packets') if output else ():
            equal(record['output_facts'].get(key), output['facts'].get(key),
                  f'{name}: {key}')
        if record['path'] not in lines:
            continue
        line = lines[record['path']]
        told = re.search(r'; what is left goes (?:up|from tick \d+) to(?: tick)? (\d+)', line)
        equal(int(told[1]) if told else -1, max(output['facts'].get('last_tick', -1), -1),
              line)
    return len(lines)


@case('check says of each Source demo if another depth keeps more packets')
def source_demos():
    where = copied('dem')
    prefix, _ = repaired(where, '--level=prefix')
    salvage, said = repaired(where)
    framing, _ = repaired(where, '--depth=framing')
    text = run('check', '-q', where).out.decode().splitlines()
    lines = {line.split(': ')[0]: line for line in text if '; to repair: ' in line}
    told = {'salvage': 0, 'framing': 0}
    for name, (record, output) in salvage.items():
        expect(packets(prefix, name) <= packets(salvage, name), name)
        if not output:
            continue
        line = lines[record['path']]
        deeper = packets(framing, name) > packets(salvage, name)
        equal('more_at_framing' in record, deeper, f'{name}: more at depth framing')
        equal('; --depth=framing keeps more' in line, deeper, line)
        told['salvage'] += packets(salvage, name) > packets(prefix, name)
        told['framing'] += deeper
    expect(min(told.values()) > 4 // STEP, told)
    expect(check_ends(salvage, said) > 50 // STEP, 'repairs with loss')
    # Before there is an output nobody knows its dem_stop.
    expect(b'what is left' not in run('repair', '-n', where).out, 'a dry run')


@table('a repair says how far its output goes', [
    (folder, folder, *options) for folder, *options in (
        ('twdemo',), ('teehistorian',))])
def how_far(folder, *options):
    expect(check_ends(*repaired(copied(folder), *options)) > 20 // STEP, 'repairs with loss')


@case('lost ticks of a Source demo are counted once')
def lost_once():
    told = 0
    name = os.path.join(CORPUS, 'dem')
    ranges = {}
    for action in of_type(run('repair', '-n', '--format=ndjson', name).out, 'action'):
        if 'lost_ticks' in action:
            ranges.setdefault(action['path'], []).append(
                (action['lost_tick'], action['lost_tick'] + action['lost_ticks']))
    for path, lost in ranges.items():
        for (_, end), (start, _) in zip(lost, lost[1:]):
            expect(start >= end, f'{path}: {lost}')
            told += 1
    expect(told > 0, ranges)


if __name__ == '__main__':
    tap.main()
