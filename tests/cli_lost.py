#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_lost - what a repair says it loses of each sample is what its output lacks: ticks,
messages, snapshots and packets

usage: cli_lost.py DEMOFSCK CORPUS
"""
import collections
import functools
import json
import os
import re
import struct
import sys

import manifest
import tap
from tap import STEP, case, equal, expect, of_type, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])
LEVELS = 'salvage', 'prefix'
# The records that each count of `lost` stands for.
COUNTED = {
    'twdemo': {'messages': ('message',), 'snapshots': ('snapshot', 'delta')},
    'dem': {'packets': ('dem_packet',)},
}


def samples(folder):
    return [row['path'] for row in manifest.rows(CORPUS)
            if row['path'].startswith(folder + '/') and row['options'] == '-' and
            row['verdict'] in ('damaged', 'truncated')][::STEP]


def repaired(folder, level):
    """What a repair of all samples of the folder reports; the samples are in the
    directory `in`, and the outputs have the same names below `out`."""
    manifest.copy(CORPUS, samples(folder), 'in')
    return run('repair', '--format=ndjson', f'--level={level}', '-d', 'out', 'in').out


def names(path):
    """How many records of each name inspect shows."""
    out = run('inspect', '--format=ndjson', path).out
    return collections.Counter(r['name'] for r in of_type(out, 'record'))


@functools.lru_cache(maxsize=None)
def names_of_sample(path):
    return names(os.path.join(CORPUS, path))


def counted(folder, seen):
    """The counts of `lost`, of all that is seen."""
    if folder == 'teehistorian':
        parts = 'header', 'FINISH'
        return {'messages': sum(n for name, n in seen.items() if name not in parts)}
    return {key: sum(seen[name] for name in of) for key, of in COUNTED[folder].items()}


def file_of(out):
    file, = of_type(out, 'file')
    return file


@table('what the output lacks is counted', [
    (f'{folder}, level {level}', folder, level)
    for folder in ('twdemo', 'dem', 'teehistorian') for level in LEVELS])
def records(folder, level):
    some = 0
    for file in of_type(repaired(folder, level), 'file'):
        if file['repairable'] != 'lossy' or 'compression' in file:
            continue
        path = os.path.relpath(file['path'], 'in')
        before, after = (counted(folder, seen)
                         for seen in (names_of_sample(path), names(file['output'])))
        told = {key: file['lost'][key] for key in before}
        known = {key: n - after[key] for key, n in before.items()}
        # In bytes of a Source demo that cannot be read, packets count by their numbers.
        expect(all(told[key] >= n for key, n in known.items())
               if folder == 'dem' else told == known, f'{path}: {told}, want {known}')
        some += any(before[key] > after[key] for key in before)
    expect(some > (10 if STEP == 1 else 0), f'{some} outputs lack a record')


@table('packets in bytes that cannot be read are counted by the numbers around them', [
    (name, name) for name in ('stv.dem', 'pov.dem')])
def packets_in_holes(name):
    data = read(os.path.join(CORPUS, 'dem/good', name))
    write('whole', data)
    whole = names('whole')['dem_packet']
    some = 0
    for size in 64, 300:
        for at in range(len(data) // 2, len(data) - size - 200, 101):
            write('f', data[:at] + bytes(size) + data[at + size:])
            file = file_of(run('repair', '-f', '--depth=framing', '--format=ndjson', 'f',
                               '-o', 'out').out)
            gone = whole - names('out')['dem_packet'] if file['repairable'] == 'lossy' else 0
            if gone:
                equal(file['lost']['packets'], gone, f'{at}, {size}')
                some += 1
    expect(some >= 12, f'{some} holes took packets')


@table('lost ticks are those of the actions, and the rest stays', [
    (f'{folder}, level {level}', folder, level)
    for folder in ('twdemo', 'dem', 'teehistorian') for level in LEVELS])
def ticks(folder, level):
    records_ = list(map(json.loads, repaired(folder, level).splitlines()))
    actions, some = collections.defaultdict(list), 0
    for record in records_:
        if 'lost_ticks' in record:
            actions[record['path']].append(
                (record['lost_tick'], record['lost_ticks']))
        if 'lost' not in record or not record['output']:
            continue
        lost, parts = record['lost'], actions[record['path']]
        # Two that follow each other are one place.
        places = sum(i == 0 or sum(parts[i - 1]) != tick
                     for i, (tick, _) in enumerate(parts))
        equal((lost['ticks'], lost['places']), (sum(n for _, n in parts), places),
              record['path'])
        equal((lost['first_tick'], lost['last_tick']),
              (parts[0][0], sum(parts[-1]) - 1) if parts else (None, None),
              record['path'])
        if lost['kept_s'] is None or folder == 'dem':
            continue
        facts = record['output_facts']
        first, last = facts.get('first_tick', 0), facts['last_tick']
        inside = sum(n for tick, n in parts if first < tick < last)
        equal(round(lost['kept_s'] * 50), last - first - inside, record['path'])
        equal(round(lost['lost_s'] * 50), lost['ticks'], record['path'])
        read_s = lost['kept_s'] + lost['lost_s']
        if lost['more']:
            expect(round(lost['of_s'] * 50) >= round(read_s * 50), record['path'])
        else:
            equal(round(lost['of_s'] * 50), round(read_s * 50), record['path'])
        some += bool(parts)
    expect(some > (20 if STEP == 1 else 0) or folder == 'dem', f'{some} repairs lose ticks')


HOLE = os.path.join(CORPUS, 'twdemo/bad/framing_lost-lost-block-two.demo')


@case('the line of a repair says after "with loss" what is lost, and what stays')
def line():
    for level, said in (
            ('salvage', 'lost 138 ticks (2.8 s) in 2 places, 20 snapshots, '
                        '140 bytes that could not be read, from 1.3 s to 6.3 s; '
                        'the picture stands still for 3.6 s; 3.7 s of 6.4 s '
                        'stay (57 %); kept '),
            ('prefix', 'lost 258 ticks (5.2 s), 59 messages, 61 snapshots, 140 bytes '
                       'that could not be read, from 1.3 s to 6.4 s; 1.3 s of 6.4 s '
                       'stay (19 %); kept ')):
        text = run('repair', '-n', f'--level={level}', HOLE).exits(3).out.decode()
        expect(f'would be repaired with loss: {said}' in text, text)


@case('a check says the same of a repair before it is made')
def said_by_a_check():
    repair = run('repair', '-n', HOLE).exits(3).out.decode()
    lost = re.search('with loss: (lost .*[)]); kept', repair)[1]
    expect(f', with loss: {lost}\n' in run('check', HOLE).exits(1).out.decode(), lost)
    text = run('check', os.path.join(
        CORPUS, 'twdemo/bad/chunk_head.demo')).exits(1).out.decode()
    expect(', without loss\n' in text, text)


# From the last tick before a hole to that of the next keyframe.
STILL = {
    'twdemo/crash/hole-lost.demo': [(1320, 1410)],
    'twdemo/bad/framing_lost-lost-block-two.demo': [(1064, 1154), (1226, 1316)],
    'twdemo/crash/cut-delta.demo': [],
}


@table('the picture stands still from a loss to the next keyframe', [
    (os.path.basename(path), path, places) for path, places in STILL.items()])
def still(path, places):
    for level, want in (('salvage', places), ('prefix', [])):
        lost = file_of(run('repair', '-n', '--format=ndjson', f'--level={level}',
                           os.path.join(CORPUS, path)).out)['lost']
        equal(round(lost['still_s'] * 50), sum(end - start for start, end in want), path)


@case('of a loss of which nothing was read only the bytes are counted')
def unread():
    path = os.path.join(CORPUS, 'twdemo/crash/cut-delta.demo')
    text = run('repair', '-n', path).exits(3).out.decode()
    expect(': would be repaired with loss: lost 5 bytes that could not be read; kept '
           in text, text)
    lost = file_of(run('check', '--format=ndjson', path).out)['lost']
    equal((lost['messages'], lost['snapshots'], lost['unread'], lost['ticks'],
           lost['more']), (0, 0, 5, 0, True), lost)


WRITTEN = {
    'dem/bad/command_truncated-head.dem': [
        ('time', '0.0749999955'), ('ticks', '5'), ('frames', '6')],
    'twdemo/bad/length_long-keyframe.demo': [('length', '5')],
    'dem/bad/magic.dem': [],
}


@table('a field of the header that gets another value is named', [
    (os.path.basename(path), path, fields) for path, fields in WRITTEN.items()])
def written(path, fields):
    path = os.path.join(CORPUS, path)
    actions = [json.loads(line) for line in
               run('repair', '-n', '--format=ndjson', path).out.splitlines()]
    equal([(a['field'], a['value']) for a in actions
           if a['type'] == 'action' and 'field' in a], fields, path)
    text = run('repair', '-n', path).out.decode()
    for name, value in fields:
        expect(f', {name} = {value} in the header' in text, text)
    equal(text.count(' in the header;') + text.count(' in the header, lossy;'),
          len(fields), text)


@case('a step that is as usual loses no tick')
def no_tick():
    path = os.path.join(CORPUS, 'twdemo/crash/flip-message-every-second-tick.demo')
    text = run('repair', '-n', path).exits(3).out.decode()
    expect(' tick' not in text.split(' with loss: ')[1].split('; what is left')[0], text)


@case('a header that declares more says of how much the rest is')
def declared():
    path = os.path.join(CORPUS, 'twdemo/crash/cut-stopped.demo')
    text = run('repair', '-n', path).exits(3).out.decode()
    expect('; 5.4 s of at least 9.0 s stay; kept ' in text, text)
    lost = file_of(run('check', '--format=ndjson', path).out)['lost']
    equal((lost['kept_s'], lost['of_s'], lost['more']), (5.44, 9.0, True), lost)


@case('so it is with a Source demo, if time and ticks of the header agree')
def declared_dem():
    cut = read(os.path.join(CORPUS, 'dem/good/stv.dem'))[:2800]
    for time, told in ((cut[1056:1060], True), (struct.pack('<f', 5), False)):
        tap.write('f.dem', cut[:1056] + time + cut[1060:])
        text = run('repair', '-n', 'f.dem').exits(3).out.decode()
        equal(' with loss: lost 34 ticks (0.5 s), 8 packets, from 0.7 s to 1.2 s; 0.7 s of '
              '1.2 s stay (56 %); kept ' in text, told, text)


@case('a demo that ends between two commands has all packets that its header counts')
def counted_dem():
    whole = os.path.join(CORPUS, 'dem/bad/stop_missing.dem')
    text = run('repair', whole, '-o', 'out').exits(0).out.decode()
    expect(', and the header counts no more packets' in text, text)
    cut = read(os.path.join(CORPUS, 'dem/good/stv.dem'))[:2779]
    tap.write('f.dem', cut)
    text = run('repair', '-n', 'f.dem').exits(3).out.decode()
    expect(' with loss: lost 8 packets; 0.7 s of 1.2 s stay (56 %); kept ' in text, text)
    tap.write('f.dem', cut[:1056] + bytes(16) + cut[1072:])
    text = run('repair', '-f', 'f.dem', '-o', 'out').exits(0).out.decode()
    expect(', and nobody knows what came after' in text, text)


@table('lost string tables are counted, because the game may stop without them', [
    ('two of three', 'crash/damage-strings-zeros', 2),
    ('one', 'bad/stored_rest', 1),
    ('all, with the command', 'crash/damage-strings-head', 3),
    ('none, because there never were any', 'crash/damage-strings-none', 0),
    ('none, because all are whole', 'crash/damage-strings-more', 0)])
def string_tables(name, lost):
    path = os.path.join(CORPUS, 'dem', name + '.dem')
    text = run('repair', '-n', path).exits(3).out.decode()
    many = '' if lost == 1 else 's'
    told = (f'lost {lost} string table{many}, without which the game may stop when it '
            'loads the demo; kept ')
    equal((told in text, 'string table' in text.split(' with loss: ')[1]),
          (lost > 0, lost > 0), text)
    equal(file_of(run('check', '--format=ndjson', path).out)['lost']['string_tables'],
          lost, text)


@case('where the ticks behind a loss are not known, more may be lost')
def unknown():
    path = os.path.join(CORPUS, 'twdemo/crash/hole-lost-end.demo')
    text = run('repair', '-n', path).exits(3).out.decode()
    expect(': lost at least 10 messages, 10 snapshots, 17 bytes that could not be '
           'read; kept ' in text, text)
    lost = file_of(run('check', '--format=ndjson', path).out)['lost']
    equal((lost['ticks'], lost['more']), (0, True), lost)


@case('without its first snapshot, a demo has no picture from its first tick on')
def no_first_snapshot():
    path = os.path.join(CORPUS, 'twdemo/bad/tick_unknown.demo')
    lost = file_of(run('repair', '-n', '--format=ndjson', path).out)['lost']
    equal(lost['still_s'], 2.0, lost)


if __name__ == '__main__':
    tap.main()
