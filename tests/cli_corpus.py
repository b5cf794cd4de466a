#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_corpus - the program says of every sample what the manifest says

usage: cli_corpus.py DEMOFSCK CORPUS

test_corpus.c asks the library; here the program is run, as a file, as a pipe,
and once for all samples together.  The rules that only the program can see are
tried on their samples, and what the text report says of maps.
"""
import gzip
import hashlib
import json
import os
import re
import shutil
import sys
import time

import manifest
import tap
from tap import (STEP, case, equal, expect, of_type, read, run, table,
                 write)

CORPUS = os.path.abspath(sys.argv[2])
PACKED = re.compile(r'\.(gz|xz|zst|bz2)$')
NAMED = ('teehistorian.header_filename', 'file.extension')


def place(finding):
    return f'{finding["rule"]}@{finding["offset"]}+{finding["length"]}'


def judged(records):
    """Verdict, ok_up_to and findings of a file, without what only names show."""
    record, = (r for r in records if r['type'] == 'file')
    found = [place(r) for r in records
             if r['type'] == 'finding' and r['rule'] not in NAMED]
    return record['verdict'], str(record['ok_up_to']), ','.join(found) or '-'


@case('check says of each file what the manifest does')
def every_file():
    for group in manifest.alike(manifest.rows(CORPUS)[::STEP]):
        paths = [os.path.join(CORPUS, row['path']) for row in group]
        got = run('check', '--format=ndjson', *manifest.options(group[0], CORPUS), *paths)
        records = {path: [] for path in paths}
        for record in map(json.loads, got.out.splitlines()[1:-1]):
            records[record['path']].append(record)
        for row, path in zip(group, paths):
            equal(judged(records[path]),
                  (row['verdict'], row['ok_up_to'], row['rules']),
                  f'{row["path"]} {got.args}')
        # the worst of them, as docs/report.md orders them
        equal(str(got.code), max((row['check_exit'] for row in group),
                                 key='03154'.index), got.args)


@case('check says the same of a pipe')
def every_pipe():
    for row in manifest.rows(CORPUS)[::STEP]:
        got = run('check', '--format=ndjson', *manifest.options(row, CORPUS), '-',
                  stdin=read(os.path.join(CORPUS, row['path'])))
        equal(judged(list(map(json.loads, got.out.splitlines()))),
              (row['verdict'], row['ok_up_to'], row['rules']), row['path'])
        equal(str(got.code), row['check_exit'], row['path'])


@case('repair writes the bytes that the manifest promises, or none')
def every_repair():
    rows = manifest.rows(CORPUS)[::STEP]
    # The exit code of a run is that of the worst file, so the files of a run have the same
    # one.  The output of a compressed file has the name that the plain file has.
    alike = {}
    for row in rows:
        packed = PACKED.search(row['path']) is not None
        alike.setdefault((row['repair_exit'], packed), []).append(row)
    groups = [group for part in alike.values() for group in manifest.alike(part)]
    for number, group in enumerate(groups):
        into, paths = f'out{number}', [row['path'] for row in group]
        manifest.copy(CORPUS, paths, 'in')
        got = run('repair', '-q', *manifest.options(group[0], CORPUS), '-d', into, 'in')
        for row in group:
            out = os.path.join(into, row['path'])
            for name in out, PACKED.sub('', out):
                if os.path.exists(name):
                    equal(hashlib.sha256(read(name)).hexdigest(),
                          row['repaired_sha256'], row['path'])
                    os.remove(name)
                    break
            else:
                equal(row['repaired_sha256'], '-', f'{row["path"]}: no output')
        equal([name for _, _, names in os.walk(into) for name in names], [],
              f'{paths}: other outputs')
        equal(str(got.code), group[0]['repair_exit'], got.args)
        shutil.rmtree('in')


@case('one run over all samples gives each its verdict')
def all_at_once():
    plain = [r for r in manifest.rows(CORPUS) if r['options'] == '-']
    paths = [os.path.join(CORPUS, r['path']) for r in plain]
    got = run('check', '--format=ndjson', '--files0-from=-',
              stdin='\0'.join(paths).encode())
    verdicts = of_type(got.out, 'file')
    equal(len(verdicts), len(plain), 'number of verdicts')
    for row, path, record in zip(plain, paths, verdicts):
        equal((record['path'], record['verdict']), (path, row['verdict']),
              'verdict')


@table('every action of every sample answers a finding of the same file', [
    ('check -v', 250, 'check', '-v'),
    ('repair -n --fix-warnings', 260, 'repair', '-n', '--fix-warnings')])
def answers(least, *how):
    plain = [r['path'] for r in manifest.rows(CORPUS) if r['options'] == '-']
    got = run(*how, '--format=ndjson', '--files0-from=-', stdin='\0'.join(
        os.path.join(CORPUS, path) for path in plain).encode())
    findings, answered, count = {}, [], 0
    for line in map(json.loads, got.out.splitlines()):
        if line['type'] == 'finding' and line['number'] is not None:
            findings[line['number']] = line
        elif line['type'] == 'action' and line['op'] != 'keep':
            answered.append(line)
        elif line['type'] == 'file':
            more = line.get('more', {})
            for action in answered:
                # Of each rule, only the first findings are listed.
                finding = findings.get(action['finding'])
                if finding is None and action['rule'] in more:
                    continue
                equal((finding['rule'], finding['mended']),
                      (action['rule'], True), f'finding of {action}')
            count += len(answered)
            if not more:
                equal(sorted(findings), list(range(len(findings))), 'numbers')
            findings, answered = {}, []
    expect(count >= least, f'{count} actions')


@table('a rule that only the program sees trips on its sample only', [
    ('header_filename', 'teehistorian.header_filename', 'header_filename/'),
    ('file.extension', 'file.extension', 'file.extension.')])
def named(rule, start):
    seen = {'bad': 0, 'near': 0}
    for row in manifest.rows(CORPUS):
        kind = row['path'].split('/')[1]
        if f'{kind}/{start}' in row['path'] and kind in seen:
            got = run('check', '--format=ndjson',
                      os.path.join(CORPUS, row['path']))
            tripped = rule in [f['rule'] for f in of_type(got.out, 'finding')]
            equal(tripped, kind == 'bad', row['path'])
            seen[kind] += 1
    expect(all(seen.values()), f'samples: {seen}')


@table('map_mismatch trips on its sample only', [
    ('bad', 'bad', True), ('near', 'near', False)])
def mapped(kind, tripped):
    folder = os.path.join(CORPUS, 'teehistorian')
    got = run('check', '--map', f'{folder}/near/map_mismatch.map',
              f'{folder}/{kind}/map_mismatch.teehistorian').exits(0)
    equal(b'[teehistorian.map_mismatch]' in got.out, tripped, 'tripped')


@case('a tick before 0 is shown as it is, and the time is that before it')
def ticks_below_zero():
    path = os.path.join(CORPUS, 'dem/good/level-end.dem')
    text = run('info', path).exits(0).out.decode()
    expect(re.search(r'^last_tick +-165$', text, re.MULTILINE), text)
    text = run('check', path).exits(0).out.decode()
    expect('valid: dem 3, 22 commands, 0.1 s\n' in text, text)


@case('a map has no ticks, and the report names none')
def no_tick():
    good, bad = (os.path.join(CORPUS, f'datafile/{name}.map')
                 for name in ('good/bezier', 'bad/size'))
    text = run('check', bad).exits(1).out.decode()
    expect(': 9 records can be read (279 of 279 bytes); ' in text, text)
    text = run('info', good).exits(0).out.decode()
    expect(re.search(r'^last_tick +-$', text, re.MULTILINE), text)
    lines = run('inspect', good).exits(0).out.decode().splitlines()[:-1]
    for line in lines:
        expect(re.match(r'0x\w{8} +\d+ tick {6}-  \w', line), line)
    records = of_type(run('inspect', '--format=ndjson', good).out, 'record')
    equal([r['tick'] for r in records], [-1] * len(lines), 'ticks in ndjson')


def lines_of(record):
    fields = record['fields']
    if record['name'] == 'snapshot':
        return fields.get('items', 0)
    return fields['removed'] + fields['updated'] if 'removed' in fields else 0


@case('inspect -v lists what is in each snapshot and delta of a demo, and no more')
def items():
    folder = os.path.join(CORPUS, 'twdemo/good')
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        plain = run('inspect', '--format=ndjson', path).exits(0).out.splitlines()
        lines = run('inspect', '-v', '--format=ndjson', path).exits(0).out.splitlines()
        due, record = 0, {'fields': {}}
        for line in map(json.loads, lines):
            if line['type'] == 'item':
                due -= 1
                for key in 'offset', 'length', 'tick', 'index':
                    equal(line[key], record[key], key)
                expect(('change' in line['fields']) == (record['name'] == 'delta'), line)
            else:
                equal(due, 0, f'items of {record} in {name}')
                record, due = line, lines_of(line) if line['type'] == 'record' else 0
        equal([line for line in lines if not line.startswith(b'{"type":"item"')],
              plain, f'records of {name}')


@case('info names the digest of a map once, and that of its bytes apart')
def map_digest():
    data = read(os.path.join(CORPUS, 'datafile/good/bezier.map'))
    packed = gzip.compress(data)
    whole, outer = (hashlib.sha256(x).hexdigest() for x in (data, packed))
    for given, options, want in (
            (data, (), [['sha256', whole]]),
            (packed, (), [['sha256', outer], ['sha256 (decoded)', whole]]),
            (packed, ('--no-hash',), [['sha256 (decoded)', whole]])):
        text = run('info', *options, '-', stdin=given).exits(0).out.decode()
        equal([line.rsplit(maxsplit=1) for line in text.splitlines()
               if line.startswith('sha256')], want, f'digests in {text}')


@case('check says of --fix-warnings where it does something, and only there')
def mendable_warnings():
    paths = [os.path.join(CORPUS, row['path']) for row in manifest.rows(CORPUS)
             if row['verdict'] == 'valid']
    text = run('check', *paths).out.decode().splitlines()
    told = [line.split(': valid: ')[0] for line in text if 'repair --fix-warnings' in line]
    checks = of_type(run('check', '--format=ndjson', *paths).out, 'file')
    equal(told, [file['path'] for file in checks if 'mendable_warnings' in file], 'NDJSON')
    plans = of_type(
        run('repair', '-n', '--fix-warnings', '--format=ndjson', *paths).out, 'file')
    # Notes may be answered, too.
    done = [file['path'] for file in plans
            if file['repairable'] != 'not-needed' and file['counts']['warning']]
    equal(told, done, 'files')
    expect(len(told) > 100, len(told))


@case('check says from which tick to which a demo is whole')
def whole_ticks():
    path = os.path.join(CORPUS, 'twdemo/crash/cut-delta.demo')
    out = run('check', path).exits(1).out
    expect(b': 53 chunks from tick 1000 to 1052 (1.0 s) are whole' in out, out)


@case('one byte of a chunk is not "1 bytes"')
def one_byte():
    data = read(os.path.join(CORPUS, 'twdemo/crash/cut-delta.demo'))
    out = run('check', '-', stdin=data[:1149 + 1]).exits(1).out
    expect(b'found 1 byte of a chunk' in out, out)


@case('an action that answers a note says that -v shows it')
def answered_note():
    path = os.path.join(CORPUS, 'datafile/near/size-crude.map')
    hidden = run('repair', '-n', '--fix-warnings', path).out
    expect(b'datafile.crude_size at 0x8, a note that -v shows]' in hidden, hidden)
    shown = run('repair', '-nv', '--fix-warnings', path).out
    expect(b'datafile.crude_size at 0x8]' in shown and b'-v shows' not in shown,
           shown)


@table('repair says which ticks of a demo are lost', [
    (level, sample, level) for level in ('prefix', 'salvage')
    for sample in ('crash/hole-lost-pages', 'bad/framing_lost-lost-block-two',
                   'crash/hole-lost')])
def lost_ticks(sample, level):
    path = os.path.join(CORPUS, f'twdemo/{sample}.demo')
    out = run('repair', '--format=ndjson', f'--level={level}', path, '-o',
              'out').exits(3).out
    actions = [a for a in of_type(out, 'action') if 'lost_ticks' in a]
    lost = [range(a['lost_tick'], a['lost_tick'] + a['lost_ticks']) for a in actions]
    equal(len(lost), 2 if level == 'salvage' and 'two' in sample else 1, 'holes')
    ticks = {r['tick'] for r in of_type(
        run('inspect', '--format=ndjson', 'out').exits(0).out, 'record')}
    for hole in lost:
        expect(not ticks & set(hole) and hole[0] - 1 in ticks, f'{hole}: {ticks}')
        equal(hole[-1] + 1 in ticks, level == 'salvage', f'after {hole}')
    text = run('repair', '-n', f'--level={level}', path).exits(3).out.decode()
    for hole in lost:
        expect(f', ticks {hole[0]} to {hole[-1]} ({len(hole) / 50:.1f} s), lossy; why: '
               in text, text)
    n = sum(map(len, lost))
    expect(f' with loss: lost {n} ticks ({n / 50:.1f} s)' in text, text)


@case('a repair that loses no ticks does not speak of them')
def no_lost_ticks():
    for name in ('teehistorian/crash/cut-before-finish', 'twdemo/crash/cut-delta'):
        path, = (os.path.join(CORPUS, r['path']) for r in manifest.rows(CORPUS)
                 if r['path'].startswith(name + '.'))
        for form in ('text', 'ndjson'):
            out = run('repair', '-n', f'--format={form}', path).out
            expect(b' ticks ' not in out and b'lost_tick' not in out, out)


@case('a demo without a date gets the time of its file, if that is known')
def modified():
    data = read(os.path.join(CORPUS, 'twdemo/bad/timestamp.demo'))
    when = 1234567890
    date = time.strftime('%Y-%m-%d_%H-%M-%S', time.localtime(when)).encode()
    write('in', data)
    os.utime('in', (when, when))
    run('repair', 'in', '-o', 'same').exits(0)
    equal(read('same'), data, 'without the option')
    run('repair', '--fix-warnings', '-', '-o', 'pipe', stdin=data).exits(0)
    equal(read('pipe'), data, 'from a pipe')
    run('repair', '--fix-warnings', 'in', '-o', 'out').exits(3)
    equal(read('out'), data[:156] + date + data[175:], 'with the option')
    run('repair', '--fix-warnings', 'out', '-o', 'again').exits(0)
    equal(read('again'), read('out'), 'once more')


@table('what is a warning is repaired on request, a note is not', [
    ('an id', 'message_id', 3), ('half of a UUID', 'message_uuid', 3),
    ('a type', 'type', 3), ('a system message', 'message_system', 0),
    ('a line of the console', 'message_rcon', 0)])
def on_request(name, code):
    path = os.path.join(CORPUS, f'twdemo/bad/{name}.demo')
    run('repair', path, '-o', 'plain').exits(0)
    equal(read('plain'), read(path), 'without the option')
    run('repair', '--fix-warnings', path, '-o', 'out').exits(code)
    equal(read('out') == read(path), code == 0, 'with the option')
    equal(run('check', '--fail-on=warning', 'out').code, 0, 'the repaired file')


if __name__ == '__main__':
    tap.main()
