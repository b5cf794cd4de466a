#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_report - the report is what docs/report.md says, and nothing else

usage: cli_report.py DEMOFSCK REPORT.md
"""
import gzip
import hashlib
import json
import os
import re
import sys

import recording
import tap
from tap import case, equal, expect, run, table, write

OPTIONAL = set('''path_base64 compression carriage_returns decoded_size plan loss_unknown more
    lost messages snapshots packets string_tables unread still_s more_at_framing mendable_warnings output output_facts error lost_tick
    lost_ticks field value part part_offset allowed part_length part_int part_bit part_path'''.split())


def documented(path):
    """The keys of every table of report.md, by heading or caption."""
    keys, where = {}, None
    with open(path, encoding='utf-8') as f:
        for line in f:
            heading = re.match(r'## Record `(\w+)`', line)
            caption = re.match(r'\| (argument|verdict|lost|(?:\w+ )?fact) \|', line)
            row = re.match(r'\| `([\w-]+)` \|', line)
            if heading or line.startswith('## '):
                where = heading.group(1) if heading else None
            elif caption:
                where = caption.group(1)
            elif row and where:
                keys.setdefault(where, []).append(row.group(1))
    return keys


REPORT = os.path.abspath(sys.argv[2])
KEYS = documented(REPORT)


def same_keys(record, where):
    got, want = list(record), KEYS[where]
    have = [k for k in want if k in record]
    equal(got, have, f'keys of {where}, in order')
    lacking = set(want) - set(got) - OPTIONAL
    expect(not lacking, f'{where} lacks {sorted(lacking)}')


def parse(out):
    """Every line parses, is ASCII, and has exactly its documented keys."""
    expect(out.endswith(b'\n'), 'the report does not end in a newline')
    records = []
    for line in out.split(b'\n')[:-1]:
        expect(line.isascii() and not re.search(rb'[\x00-\x1f\x7f]', line),
               f'not printable ASCII: {line!r}')
        record = json.loads(line)
        same_keys(record, record['type'])
        if record['type'] == 'finding':
            same_keys(record['args'], 'argument')
        if 'lost' in record:
            same_keys(record['lost'], 'lost')
        records.append(record)
    equal(records[0]['type'], 'begin', 'first record')
    equal(records[-1]['type'], 'summary', 'last record')
    return records


def of_type(records, kind):
    return [r for r in records if r['type'] == kind]


def report(*args, code, **how):
    return parse(run(*args, '--format=ndjson', **how).exits(code).out)


def tiles(records, size):
    """The actions tile input and output; the byte account agrees."""
    at, to, sums = 0, 0, dict(kept=0, changed=0, dropped=0, added=0)
    for a in of_type(records, 'action'):
        length, out = a['length'], a['out_length']
        if a['space'] == 'file' and a['op'] == 'drop' and at != a['offset']:
            continue
        equal((a['offset'], a['out_offset']), (at, to), f'start of {a}')
        at, to = at + length, to + out
        equal((a['rule'] is None, a['class'] is None),
              (a['op'] == 'keep',) * 2, f'rule and class of {a}')
        expect(a['op'] != 'keep' or a['finding'] is None, f'finding of {a}')
        if a['op'] == 'keep':
            equal(length, out, f'lengths of {a}')
            sums['kept'] += length
        else:
            sums['changed'] += min(length, out)
            sums['dropped'] += max(0, length - out)
            sums['added'] += max(0, out - length)
    equal(at, size, 'input covered by actions')
    verdict, = of_type(records, 'file')
    equal(verdict['bytes'], sums, 'byte account')
    equal(sums['kept'] + sums['changed'] + sums['dropped'], size, 'input bytes')
    answers(records)
    return to


def answers(records, off=()):
    """Every action but keep names a finding that was printed or counted, and
    every finding that is printed and mended has an action."""
    findings = {f['number']: f for f in of_type(records, 'finding')
                if f['number'] is not None}
    verdict, = of_type(records, 'file')
    counted = sum(verdict['counts'].values())
    outside = [f for f in of_type(records, 'finding') if f['number'] is None]
    expect(not any(f['mended'] for f in outside), 'mended from outside')
    for a in of_type(records, 'action'):
        if a['op'] == 'keep' or (a['finding'] is None and a['rule'] in off):
            continue
        if a['finding'] in findings:
            equal(a['rule'], findings[a['finding']]['rule'], f'rule of {a}')
            continue
        expect(a['rule'] in verdict.get('more', {}) and
               a['finding'] < counted - len(outside), f'answers nothing: {a}')


KINDS = [
    ('valid', recording.valid(), 0, 0),
    ('unfinished', recording.unfinished(), 1, 0),
    ('cut', recording.cut(), 1, 3), ('hole', recording.hole(), 1, 3),
    ('hopeless', recording.hopeless(), 1, 1), ('empty', b'', 1, 1),
    ('unrecognized', b'something else', 1, 1),
    ('an integer too long', recording.header() + b'\xc1\x00' +
     recording.body()[1:] + recording.FINISH, 1, 0),
    ('gzip', gzip.compress(recording.valid()), 0, 0),
    ('gzip, cut', gzip.compress(recording.valid(4000))[:-40], 1, 3),
    ('gzip, unfinished', gzip.compress(recording.unfinished()), 1, 0)]


@table('every record has its documented keys and the bytes add up', KINDS)
def records(data, code, repaired):
    write('f', data)
    whole = report('check', '-v', 'f', code=code)
    verdict, = of_type(whole, 'file')
    equal(verdict['size'], len(data), 'size')
    equal(verdict['sha256'], hashlib.sha256(data).hexdigest(), 'sha256')
    expect(verdict['verdict'] in KEYS['verdict'], f'verdict {verdict}')
    equal(of_type(whole, 'summary')[0]['exit'], code, 'exit')
    if verdict['format'] == 'teehistorian' and verdict['repairable'] != 'no':
        expect(set(KEYS['fact']) <= set(verdict['facts']),
               f'facts lacking: {set(KEYS["fact"]) - set(verdict["facts"])}')
    expect('repairable' in verdict and 'output' not in verdict, 'file keys')
    if repaired != 1:
        tiles(whole, verdict.get('decoded_size', len(data)))
        done = report('repair', 'f', '-o', 'out', code=repaired)
        made = tiles(done, verdict.get('decoded_size', len(data)))
        equal(os.path.getsize('out'), made, 'size of the output')
        equal(of_type(done, 'action'), of_type(whole, 'action'),
              'actions of check -v and repair')
        lossy = any(a['class'] == 'lossy' for a in of_type(done, 'action'))
        equal(lossy, repaired == 3, 'a lossy action')
        lost = [of_type(said, 'file')[0].get('lost') for said in (whole, done)]
        equal((lost[0], lost[0] is not None), (lost[1], lossy), 'what is lost')


@case('counts by severity agree with the findings')
def counts():
    data = recording.header(map_crc='X', tuning=None) + recording.body()
    write('f', data)
    whole = report('check', 'f', code=1)
    verdict, = of_type(whole, 'file')
    for severity in ('error', 'warning', 'note'):
        listed = sum(f['severity'] == severity
                     for f in of_type(whole, 'finding'))
        more = sum(verdict.get('more', {}).values())
        expect(listed <= verdict['counts'][severity] <= listed + more,
               f'{severity}: {listed} listed, {verdict["counts"]}')


@case('findings beyond the caps are counted by rule')
def caps():
    # An empty network message is a warning each time it comes.
    data = (recording.header() + recording.body() +
            b'\x46\x00\x00' * 5000 + recording.FINISH)
    write('f', data)
    whole = report('check', 'f', code=0)
    verdict, = of_type(whole, 'file')
    listed = len(of_type(whole, 'finding'))
    expect(listed < 5000, f'{listed} findings listed: no cap')
    more = verdict['more']['teehistorian.message_empty']
    equal(listed + more, 5000, 'listed and more')
    equal(verdict['counts']['warning'], 5000, 'counted')


@case('actions past the caps name findings that were counted')
def caps_of_answers():
    # Each of these integers is written with a byte too many.
    write('f', recording.header() + recording.body() +
          b'\x00\x81\x00\x00\x00\x40\x00' * 50 + recording.FINISH)
    whole = report('check', '-v', 'f', code=1)
    answers(whole)
    listed = {f['number'] for f in of_type(whole, 'finding')}
    asked = {a['finding'] for a in of_type(whole, 'action')} - {None}
    expect(asked - listed, 'every finding is listed: the caps were not tried')
    text = run('check', '-v', 'f').exits(1).out
    expect(b', a finding that is counted but not shown]' in text and b' at 0x' in text, text[-400:])


BROKEN = gzip.compress(recording.unfinished())[:-1] + b'x'


@table('text: an action names the rule and the place of its finding', [
    ('cut', recording.cut(), ['drop', 'insert']),
    ('no end', recording.unfinished(), ['insert']),
    ('gzip, no end', gzip.compress(recording.unfinished()), ['insert']),
    ('gzip, damaged', BROKEN, ['insert', 'drop'])])
def places(data, want):
    write('f', data)
    found, lines = {}, run('repair', '-n', 'f').out.decode().splitlines()
    for line in lines:
        finding = re.match(r'f:(0x\w+(?: \(decoded\))?): error: .* \[([\w.]+)\]$',
                           line)
        if finding:
            found[finding[2]] = finding[1]
    got = [m for m in (re.match(
        r'f:0x\w+(?: \(decoded\))?: (drop|insert|replace): .* '
        r'\[([\w.]+) at (0x\w+(?: \(decoded\))?)\]$', x) for x in lines) if m]
    equal([m[1] for m in got], want, 'actions')
    for m in got:
        equal(m[3], found[m[2]], f'place in: {m[0]}')


@case('lost bytes are reported even if their rule is off')
def rule_is_off():
    write('f', BROKEN)
    off = '--rule=file.compressed_damaged=off'
    whole = report('repair', '-n', off, 'f', code=3)
    last = of_type(whole, 'action')[-1]
    equal((last['op'], last['space'], last['rule'], last['finding']),
          ('drop', 'file', 'file.compressed_damaged', None), 'last action')
    answers(whole, off=('file.compressed_damaged',))
    text = run('repair', '-n', off, 'f').exits(3).out
    expect(b'[file.compressed_damaged, which is off]' in text, text)


@case('an unreadable file has its record, nulls and the reason')
def unreadable():
    whole = report('check', 'gone', code=4)
    verdict, = of_type(whole, 'file')
    equal(verdict['verdict'], 'unreadable', 'verdict')
    equal((verdict['size'], verdict['sha256']), (None, None), 'size, sha256')
    expect(verdict['error'], 'no reason')


@case('the summary counts every verdict')
def summary():
    write('a', recording.valid())
    write('b', recording.unfinished())
    write('c', b'')
    write('d', recording.hole())
    whole = report('check', 'a', 'b', 'c', 'd', 'gone', code=4)
    end, = of_type(whole, 'summary')
    equal({k: v for k, v in end['files'].items() if v},
          dict(valid=1, truncated=2, damaged=1, unreadable=1), 'files')
    equal(sorted(end['files']), sorted(KEYS['verdict']), 'verdicts named')


@case('--no-hash leaves SHA-256 out')
def no_hash():
    write('f', recording.valid())
    done, = of_type(report('check', '--no-hash', 'f', code=0), 'file')
    equal(done['sha256'], None, 'sha256')


@case('info prints the file record; text and JSON name the same map')
def info():
    write('f', recording.valid())
    verdict, = of_type(report('info', 'f', code=0), 'file')
    got = [verdict['facts'][k] for k in (
        'map_name', 'records', 'last_tick', 'finished')]
    equal(got, ['Tutorial', 28, 121, True], 'facts')
    text = run('info', 'f').exits(0).out
    for word in (b'Tutorial', b'2.23', recording.GAME_UUID.encode()):
        expect(word in text, f'{word} is not in: {text}')


@table('one has no plural s', [
    ('a message', recording.header() + recording.FINISH, 0, b', 1 message,',
     'check'),
    ('a whole message', recording.header() + recording.message(-8, 0), 1,
     b': 1 message up to tick 0 (0.0 s) is whole (', 'check'),
    ('a decoded byte', gzip.compress(b'x'), 1, b'gzip, 1 byte decoded', 'info'),
    ('a lost byte', recording.cut(), 1, b': 1 byte would be lost',
     'repair', '-n', '--max-loss=0'),
    ('an added byte', recording.unfinished(), 0, b', added 1 byte',
     'repair', '-n'),
    ('a byte given up', BROKEN, 3, b'gave up 1 compressed byte', 'repair',
     '-n')])
def singular(data, code, want, *args):
    write('f', data)
    text = run(*args, 'f').exits(code).out
    expect(re.search(re.escape(want) + rb'(?!s)', text), text)


@table('a note that decides the exit code is shown', [
    ('as it is', '--color=auto'), ('with -q', '-q')])
def decisive_note(option):
    write('f.demo', recording.valid())
    text = run('check', option, '--fail-on=note', 'f.demo').exits(1).out
    expect(b': note: ' in text and b'[file.extension]' in text, text)
    expect(b'f.demo: valid' in text, text)
    text = run('check', option, '--fail-on=warning', 'f.demo').exits(0).out
    expect(b'[file.extension]' not in text, text)


@case('a path that is UTF-8 has no base64 form')
def plain_path():
    write('\u00fcber.teehistorian', recording.valid())
    verdict, = of_type(report('check', '\u00fcber.teehistorian', code=0),
                       'file')
    equal(verdict['path'], '\u00fcber.teehistorian', 'path')
    expect('path_base64' not in verdict, 'path_base64')


@case('inspect lists every message and shows no payload unless asked')
def inspect():
    secret = b'/timeout hunter2'
    chat = b'\x2e' + secret + b'\0'
    write('f', recording.header() + recording.body() + b'\x46\x00' +
          recording.integer(len(chat)) + chat + recording.FINISH)
    text = run('inspect', 'f').exits(0).out
    expect(b'hunter2' not in text and secret.hex().encode() not in text,
           'the payload is shown')
    shown = run('inspect', '--payload', 'f').exits(0).out
    expect(b'hunter2' in shown or secret.hex().encode() in shown,
           'the payload is not shown on request')
    lines = run('inspect', '--format=ndjson', 'f').exits(0).out
    expect(b'hunter2' not in lines and secret.hex().encode() not in lines,
           'the payload is in the ndjson')
    records = of_type(map(json.loads, lines.splitlines()), 'record')
    at = len(recording.header())
    for index, record in enumerate(records):
        same_keys(record, 'record')
        equal((record['index'], record['offset']), (index, at), record)
        at += record['length']
    equal(at, os.path.getsize('f'), 'the records tile the messages')
    equal([r['name'] for r in records[:3]],
          ['TICK_SKIP', 'teehistorian-joinver6@ddnet.tw', 'JOIN'], 'names')
    equal(records[5]['fields'], dict(cid=0, x=800, y=1200), 'PLAYER_NEW')
    equal(records[7]['fields'], dict(cid=0, dx=1, dy=0), 'PLAYER_DIFF')
    equal([r['tick'] for r in records[:9]],
          [100, 100, 100, 100, 101, 101, 101, 102, 103], 'ticks')


@case('rules and explain say the same of every rule')
def rules():
    rows = json.loads(run('rules', '--format=json').exits(0).out)
    expect(len(rows) > 60, f'{len(rows)} rules')
    listing = run('rules').exits(0).out.decode()
    for row in rows:
        text = run('explain', row['id']).exits(0).out.decode()
        for part in (row['id'], row['severity'], row['title'],
                     f'level        {row["level"]}\n'):
            expect(part in text, f'explain {row["id"]} lacks {part}')
        expect(row['id'] in listing, f'rules lacks {row["id"]}')
    hint = run('explain', 'teehistorian.mising_finish').exits(2)
    expect(b'teehistorian.missing_finish' in hint.err, f'hint: {hint.err!r}')


@case('every command has its help, and --version names the rule set')
def help_texts():
    for name in ('check', 'repair', 'info', 'inspect', 'rules', 'explain'):
        text = run('help', name).exits(0).out
        equal(text, run(name, '--help').exits(0).out, f'help of {name}')
        expect(name.encode() in text, f'help of {name}')
    for name in (b'check', b'repair', b'info', b'inspect'):
        expect(name in run('--help').exits(0).out, f'--help lacks {name}')
    version = run('--version').exits(0).out
    begin = json.loads(run('check', '--format=ndjson', '-',
                           stdin=b'').out.split(b'\n')[0])
    for part in (begin['version'], str(begin['ruleset'])):
        expect(part.encode() in version, f'--version lacks {part}')


@case('the error of --as, the help and the manual page name what it takes')
def formats():
    refused = run('check', '--as=map', 'f').exits(2).one_clear_line().err
    shown = re.search(r'--as=.*?--protocol',
                      run('help', 'check').out.decode(), re.DOTALL)[0]
    page = tap.read(os.path.join(os.path.dirname(REPORT), 'demofsck.1'))
    manual = re.search(r'as " FORMAT".*?\.TP', page.decode().replace(
        '\\-', '-'), re.DOTALL)[0]
    listed = refused.decode().strip().split(': ')[-1].split(', ')
    expect({'teehistorian', 'datafile', 'snapshot'} <= set(listed), refused)
    for name in listed:
        run('check', f'--as={name}', '-', stdin=b'').exits(1)
        for where, text in ('help check', shown), ('docs/demofsck.1', manual):
            expect(re.search(rf'\b{name}\b(?!-)', text),
                   f'{where}, --as: no word of {name}:\n{text}')


if __name__ == '__main__':
    tap.main()
