#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_gate - check --gate: one line that says whether a file may come in

usage: cli_gate.py DEMOFSCK CORPUS
"""
import gzip
import hashlib
import json
import os
import resource
import subprocess
import sys
import threading
import time

import manifest
import recording
import tap
from tap import STEP, case, equal, expect, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])
PROFILES = ('archive', 'strict', 'playback', 'lenient')
KEYS = ['schema', 'tool', 'version', 'ruleset', 'profile', 'accept', 'verdict',
        'reasons', 'more_reasons', 'size', 'sha256', 'md5', 'compression', 'format',
        'format_version', 'facts', 'repairable', 'early', 'error', 'refused']
REASON_KEYS = ['rule', 'severity', 'offset', 'space', 'message']
NAMED = ('teehistorian.header_filename', 'file.extension')
UNREAD = 'dem.contents_unchecked'
# Each of them says that something was not read.
UNREAD_RULES = {UNREAD, 'dem.trailing_bytes'}
RANKS = ('error', 'unread', 'warning', 'note')
HEAD, LONGEST = 64 * 1024, 12 * 1024
VALID = recording.valid()
LARGE = recording.valid(60_000)
UNKNOWN = recording.message(-100, *range(100))  # of no known type
NOISE = b'No recording at all. ' * 10_000


def answer(out):
    """The one line, if it is one that the schema permits."""
    expect(out.isascii() and out.endswith(b'\n') and out.count(b'\n') == 1 and
           len(out) <= LONGEST, f'not one short line: {out[:300]!r}')
    said = json.loads(out)
    equal((list(said), said['schema']), (KEYS, 'demofsck.gate/1'), 'keys')
    expect(len(said['reasons']) <= 10, 'more than ten reasons')
    for reason in said['reasons']:
        equal(list(reason), REASON_KEYS, 'keys of a reason')
    ranks = [RANKS.index('unread' if r['rule'] in UNREAD_RULES else r['severity'])
             for r in said['reasons']]
    equal(ranks, sorted(ranks), 'the most severe first')
    expect(len(said['reasons']) == 10 or said['more_reasons'] == 0, said)
    expect(said['accept'] or said['error'] or said['refused'] or said['reasons'],
           f'no reason: {said}')
    expect(not (said['accept'] and said['refused']), said)
    if said['early'] or said['verdict'] in ('undecided', 'unreadable'):
        equal(said['accept'], False, f'accepted: {said}')
    if said['early']:
        equal([said[k] for k in ('size', 'sha256', 'md5', 'repairable')],
              [None] * 4, 'not known')
    return said


def gate(*args, code=None, **how):
    got = run('check', '--gate', *args, **how)
    if code is not None:
        got.exits(code)
    return answer(got.out)


# ------------------------------------------------------------------ samples --
def checked(profile, listed):
    """{path: record of check}, one run for many samples with the same options."""
    found = {}
    for group in manifest.alike(listed):
        out = run('check', '--format=ndjson', f'--profile={profile}',
                  *manifest.options(group[0], CORPUS),
                  *(os.path.join(CORPUS, row['path']) for row in group)).out
        for record in map(json.loads, out.splitlines()):
            if record['type'] == 'file':
                found[record['path']] = record
    return found


def shortened(facts):
    return {k: v[:72] + '...' if isinstance(v, str) and len(v) > 72 else v
            for k, v in facts.items()}


def same_as_check(said, record, data, unread):
    path = record['path']
    if said['early']:
        expect(record['verdict'] != 'valid', f'{path}: valid, and early')
        expect(len(data) >= HEAD or 'input_bytes' in path,
               f'{path}: early at {len(data)} bytes')
        return
    equal(said['accept'], record['verdict'] == 'valid' and not unread, path)
    for key in ('verdict', 'size', 'sha256', 'format', 'repairable'):
        equal(said[key], record[key], f'{path}: {key}')
    equal(said['format_version'], record['version'], path)
    equal(said['md5'], hashlib.md5(data).hexdigest(), path)
    equal(said['facts'], shortened(record['facts']), path)
    equal(len(said['reasons']) + said['more_reasons'],
          sum(record['counts'].values()), f'{path}: reasons')
    expect(said['accept'] or said['verdict'] == 'unsupported' or
           ({'error'} | UNREAD_RULES) & {*said['reasons'][0].values()}, f'{path}: no reason')


def same_from_pipe(of_file, of_pipe, path):
    """A pipe has no name that could be wrong."""
    named = [r for r in of_file['reasons'] if r['rule'] in NAMED]
    for said in (of_file, of_pipe) if named else ():
        kept = [r for r in said['reasons'] if r['rule'] not in NAMED]
        said.update(reasons=kept[:10 - len(named)], more_reasons=None)
    equal(of_pipe, of_file, f'{path} from a pipe')


@table('it accepts the samples that check calls valid', [
    (profile, profile) for profile in PROFILES])
def every_sample(profile):
    listed = manifest.rows(CORPUS)[::STEP if profile == 'archive' else 4 * STEP]
    found = checked(profile, listed)
    for row in listed:
        path = os.path.join(CORPUS, row['path'])
        data = read(path)
        how = [f'--profile={profile}', *manifest.options(row, CORPUS)]
        said = gate(*how, path)
        equal(said['profile'], profile, path)
        same_as_check(said, found[path], data, any(rule in row['rules'] for rule in UNREAD_RULES))
        if profile == 'archive':
            same_from_pipe(said, gate(*how, '-', stdin=data), path)


@table('what was not read, or is to fail, is not accepted', [
    ('unread', 1, 'bad/contents_unchecked'),
    ('a part unread', 1, 'bad/order-tables-first'),
    ('as deep as it is asked', 0, 'good/pov', '--depth=framing'),
    ('unread, and never fails', 0, 'bad/contents_unchecked', '--fail-on=never'),
    ('unread, as asked', 0, 'bad/contents_unchecked', f'--rule={UNREAD}=off'),
    ('bytes after the end', 1, 'bad/trailing_bytes-text'),
    ('bytes after the end, as asked', 0, 'bad/trailing_bytes-text',
     '--rule=dem.trailing_bytes=off'),
    ('no commands', 1, 'bad/no_packet-empty'),
    ('a note', 1, 'bad/packet_empty', '--fail-on=note'),
    ('only a note', 0, 'bad/packet_empty', '--fail-on=warning')])
def kept_out(code, name, *args):
    said = gate(*args, os.path.join(CORPUS, f'dem/{name}.dem'), code=code)
    equal((said['verdict'], said['accept']),
          ('valid', code == 0 and '--fail-on=never' not in args), 'accept')


@case('with --accept no other format is accepted, on no list, and as soon as it is known')
def formats():
    small, demo = write('f', VALID), os.path.join(CORPUS, 'dem/good/pov.dem')
    for path, accept, good in (
            (small, 'teehistorian', True), (small, 'twdemo,teehistorian', True),
            (small, 'dem,dem,snapshot-delta', False), (demo, 'dem', True),
            (demo, 'twdemo,teehistorian', False),
            (write('g', gzip.compress(VALID)), 'teehistorian', True),
            (write('h', gzip.compress(VALID)), 'dem', False)):
        said = gate(f'--accept={accept}', path, code=0 if good else 1)
        equal((said['accept'], said['verdict'], said['refused']),
              (good, 'valid', None if good else 'the format is not one of --accept'),
              said)
    write('list', hashlib.sha256(VALID).hexdigest().encode())
    how = ['--accept=dem', '--allow-file=list']
    equal(gate(*how, small, code=1)['accept'], False, 'on a list')
    equal(gate('--accept=dem', '--fail-on=never', small, code=0)['accept'], False, 'never')
    said = gate(*how, '-', stdin=LARGE, code=1)
    equal((said['early'], said['verdict'], said['format']),
          (True, 'undecided', 'teehistorian'), said)
    said = gate('--accept=dem', '-', stdin=NOISE, code=1)
    equal((said['verdict'], said['format'], said['reasons'][0]['rule']),
          ('unrecognized', None, 'file.unrecognized'), said)
    # The last option counts, and the option counts more than the file.
    write('c', b'accept = dem\n')
    gate('--config=c', small, code=1)
    gate('--config=c', '--accept=dem', '--accept=teehistorian', small, code=0)
    run('check', '--config=c', small).exits(0)
    run('info', '--config=c', small).exits(0)


# -------------------------------------------------------------------- early --
@table('what the first 64 KiB rule out is not read to its end', [
    ('from a file', False), ('from a pipe', True)])
def early(pipe):
    for size, want in ((HEAD - 1, False), (HEAD, True), (200_000, True)):
        data = NOISE[:size]
        how = {'stdin': data} if pipe else {}
        said = gate('-' if pipe else write('f', data), code=1, **how)
        equal((said['early'], said['verdict'], said['facts']),
              (want, 'unrecognized', {}), f'{size} bytes')
        equal(said['sha256'],
              None if want else hashlib.sha256(data).hexdigest(), size)
    data = VALID[:-1] + UNKNOWN + bytes(HEAD)
    equal(gate('-', stdin=data, code=1)['early'], True, 'damage')
    data = LARGE[:-1] + UNKNOWN
    expect(len(LARGE) > HEAD, 'the damage is in the first bytes')
    said = gate('-', stdin=data, code=1)
    equal((said['early'], said['sha256']),
          (False, hashlib.sha256(data).hexdigest()), 'damage later')
    equal(gate('-', stdin=gzip.compress(LARGE), code=0)['accept'], True, 'gzip')


@case('what a demo on trial says is no early answer: its end may take that back')
def early_trial():
    # items of 0.7 in a demo of 0.6, and 90 KiB of ticks and chat behind them
    demo = read(f'{CORPUS}/twdemo/bad/sixup_items.demo')
    tick, chat = demo[0x29f:0x2a0], demo[0x2a9:0x2b7]
    said = gate(write('f', demo + (tick + chat) * 6000), code=1)
    equal((said['early'], said['reasons'][0]['rule']), (False, 'twdemo.sixup_items'),
          said)


@table('of an input that is larger than a limit, no answer has the digests of a part', [
    ('one process',), ('a worker', '--timeout=60')])
def limited(*how):
    write('f', LARGE)
    said = gate('--limit=input_bytes=500', *how, 'f', code=5)
    equal((said['early'], said['size'], said['sha256'], said['md5']),
          (True, None, None, None), said)


@case('the answer comes while the rest is still on its way')
def at_once():
    process = subprocess.Popen([tap.PROGRAM, 'check', '--gate', '-'],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(NOISE[:HEAD])
    process.stdin.flush()
    said = answer(process.stdout.read())
    equal((said['early'], process.wait(), process.stdin.closed),
          (True, 1, False), 'early')
    process.stdin.close()
    process.stdout.close()


@case('a size above the limit is known before it was read')
def too_large():
    os.truncate(write('f', LARGE), 100 << 30)  # a hole
    begin = time.monotonic()
    said = gate('--limit=input_bytes=1G', 'f', code=5)
    expect(time.monotonic() - begin < 20, 'it was read')
    equal((said['verdict'], said['early']), ('undecided', True), said)
    equal(said['reasons'][-1]['rule'], 'limit.input_bytes', said)
    for size in (100, HEAD, 70_000):
        said = gate(f'--limit=input_bytes={size}', '-', stdin=LARGE, code=5)
        equal((said['verdict'], said['early']), ('undecided', True), size)
    gate(f'--limit=input_bytes={len(LARGE)}', '-', stdin=LARGE, code=0)


@case('the answer is the same however the bytes arrive')
def pieces():
    for data in (VALID, NOISE, LARGE[:-1], VALID[:-1] + UNKNOWN + bytes(HEAD)):
        whole = run('check', '--gate', '-', stdin=data).out
        answer(whole)
        for size in (61, 4096, 65535):
            process = subprocess.Popen([tap.PROGRAM, 'check', '--gate', '-'],
                                       stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, bufsize=0)
            try:
                for at in range(0, min(len(data), 1500 * size), size):
                    process.stdin.write(data[at:at + size])
                if 1500 * size < len(data):
                    process.stdin.write(data[1500 * size:])
            except BrokenPipeError:
                pass
            equal(process.communicate()[0], whole, f'pieces of {size}')


# -------------------------------------------------------------- fail closed --
@case('a file that grows while it is read is undecided')
def growing():
    path = write('f.teehistorian', recording.valid(8_000_000)[:-1])
    stop = threading.Event()

    def append():
        with open(path, 'ab', buffering=0) as f:
            while not stop.is_set():
                f.write(b'\x00\x01\x00')
                time.sleep(0.0005)
    writer = threading.Thread(target=append)
    writer.start()
    try:
        said = gate('--profile=lenient', path, code=5)
    finally:
        stop.set()
        writer.join()
    equal((said['accept'], said['verdict']), (False, 'undecided'), said)
    expect('file.growing' in [r['rule'] for r in said['reasons']], said)


@case('what cannot be read is not accepted, and the line says why')
def unreadable():
    os.mkdir('dir')
    for path, why in (('none', 'No such file or directory'),
                      ('dir', 'is a directory')):
        said = gate(path, code=4)
        equal((said['accept'], said['verdict'], said['size'], said['format'],
               said['reasons'], said['early']),
              (False, 'unreadable', None, None, [], False), path)
        expect(why in said['error'], said)
    write('f', VALID)
    os.chmod('f', 0)
    said = gate('f', code=4, preexec=tap.drop_root())
    expect('Permission denied' in said['error'], said)
    said = gate('-', stdin=os.open('dir', os.O_RDONLY), code=4)
    equal(said['verdict'], 'unreadable', 'standard input')
    os.chmod('f', 0o644)
    for option in ('--config=none', '--allow-file=none', '--map=none'):
        said = gate(option, '--profile=strict', 'f', code=4)
        equal((said['accept'], said['verdict'], said['profile']),
              (False, 'unreadable', 'strict'), option)
        expect('standard error' in said['error'], said)
    write('bad.conf', b'what is this\n')
    equal(gate('--config=bad.conf', 'f', code=2)['accept'], False, 'config')


@table('bad usage prints nothing that could be an answer', [
    (' '.join(words), *words) for words in (
        ('check', '--gate'), ('check', '--gate', 'f', 'f'),
        ('check', '--gate', '--format=ndjson', 'f'),
        ('check', '--gate', '--report=ndjson:out', 'f'),
        ('check', '--gate', '--files0-from=-'), ('info', '--gate', 'f'),
        ('repair', '--gate', '-n', 'f'), ('check', '--gate=yes', 'f'),
        ('check', '--gate', '--profile=none', 'f'), ('check', '--accept=dem', 'f'),
        *(('check', '--gate', f'--accept={names}', 'f') for names in
          ('', ',', 'dem,', 'dem twdemo', 'twdem', 'DEM', '\x1b[2J')))])
def usage(*words):
    write('f', VALID)
    equal(run(*words).exits(2).one_clear_line().out, b'', 'standard output')
    equal(os.listdir('.'), ['f'], 'files')


@case('with too little memory there is no answer, or one that does not accept')
def no_memory():
    path = write('f', recording.valid(40_000))
    accepted, starved, silent = 0, 0, 0
    for kib in range(1024, 24 * 1024, 160):
        def bound(size=kib * 1024):
            resource.setrlimit(resource.RLIMIT_AS, (size, size))
        try:
            got = run('check', '--gate', path, preexec=bound, env=tap.STARVED)
        except (OSError, subprocess.SubprocessError):
            silent += 1
            continue
        if b'Sanitizer' in got.err:
            raise tap.Skipped('a sanitizer needs more memory than that')
        if got.out == b'':
            expect(got.code != 0, f'{kib} KiB: exit 0')
            silent += 1
        elif got.code == 0:
            equal(answer(got.out)['accept'], True, f'{kib} KiB')
            accepted += 1
        else:
            said = got.exits(4).out and answer(got.out)
            equal((said['accept'], said['verdict'], said['error']),
                  (False, 'unreadable', 'out of memory'), f'{kib} KiB')
            starved += 1
    expect(accepted and starved and silent, (accepted, starved, silent))


@case('an answer that cannot be written is an error')
def full():
    write('f', VALID)
    with open('/dev/full', 'wb') as out:
        run('check', '--gate', 'f', stdout=out).exits(4)


# ------------------------------------------------------------------ allowed --
@case('a file that is on a list is accepted, whatever is wrong with it')
def allowed():
    for data, verdict in ((recording.unfinished(), 'truncated'),
                          (NOISE, 'unrecognized')):
        write('f', data)
        write('list', hashlib.sha256(data).hexdigest().encode() + b'\n')
        said = gate('--allow-file=list', 'f', code=0)
        equal((said['accept'], said['verdict'], said['early']),
              (True, verdict, False), 'on the list')
        write('f', data + b'\0')
        equal(gate('--allow-file=list', 'f', code=1)['accept'], False, 'other')
        write('list', b'0' * 64 + b'\n')
        equal(gate('--allow-file=list', 'f', code=1)['accept'], False, 'none')


@case('undecided is never accepted, on no list')
def allowed_undecided():
    write('list', b'\n'.join(hashlib.sha256(d).hexdigest().encode()
                             for d in (LARGE, LARGE[:70_000])))
    said = gate('--allow-file=list', '--limit=input_bytes=70000', '-', code=5,
                stdin=LARGE)
    equal((said['accept'], said['verdict']), (False, 'undecided'), said)
    write('f', LARGE)
    said = gate('--allow-file=list', '--limit=input_bytes=70000', 'f', code=5)
    equal((said['accept'], said['early']), (False, True), said)


# ---------------------------------------------------------- what it contains --
@case('hostile contents and names do not lengthen the line or leave ASCII')
def hostile():
    worst = '\u0080\n"\\\x1b' * 20_000
    texts = {k: worst for k in ('server_version', 'start_time', 'game_uuid',
                                'game_type', 'map_name', 'map_sha256',
                                'map_crc', 'server_name', 'map_size',
                                'prev_game_uuid', 'version_minor')}
    noisy = recording.message(-7, 0, 0) * 5000
    for data in (recording.valid(**texts), recording.valid(**{worst: 'x'}),
                 recording.header() + noisy + UNKNOWN,
                 recording.header(**texts).replace(b'"2"', b'"3"'),
                 source_demo_named(b'\xff' * 260), b'', b'\0', bytes(300)):
        said = gate('-', stdin=data)
        for value in said['facts'].values():
            expect(not isinstance(value, str) or len(value) <= 75, value)
    for name in (b'\n{"accept":true}', b'\xff\xfe\x1b[2J', b'x' * 250,
                 '\u202e.gz'.encode(), b'$(reboot)'):
        equal(gate(write(name, VALID), code=0)['accept'], True, name)
        equal(gate(write(name, NOISE), code=1)['accept'], False, name)


def source_demo_named(name, texts=4):
    """The first sample of a Source demo, with this name in its header: of the server
    and of the client, then of the map and the game."""
    folder = os.path.join(CORPUS, 'dem', 'good')
    data = read(os.path.join(folder, sorted(os.listdir(folder))[0]))
    return (data[:16] + name.ljust(260, b'\0') * texts +
            data[16 + 260 * texts:])


@case('ten reasons, errors before warnings and notes, the rest is counted')
def reasons():
    data = (recording.header(map_crc='XYZ') + recording.body(2) +
            recording.message(-7, 0, 0) * 50)
    record = json.loads(run('check', '--format=ndjson', '-', stdin=data)
                        .out.splitlines()[-2])
    said = gate('-', stdin=data, code=1)
    equal(len(said['reasons']), 10, 'reasons')
    equal(said['more_reasons'], sum(record['counts'].values()) - 10, 'more')
    equal(said['reasons'][0]['severity'], 'error', said)
    expect(said['reasons'][-1]['severity'] != 'error', said)


@case('--redact leaves out who and what was found')
def redacted():
    data = source_demo_named(b'Alice', 2)
    warned = recording.valid(map_crc='Alice')
    for how, there in (([], True), (['--redact'], False)):
        said = gate(*how, '-', stdin=data)
        equal('Alice' in json.dumps(said['facts']), there, f'facts {how}')
        reason, = gate(*how, '-', stdin=warned, code=0)['reasons']
        equal('found a text of 5 bytes' in reason['message'], there, reason)
        expect('a header value is malformed' in reason['message'], reason)


@case('without hashes they are null')
def no_hash():
    said = gate('--no-hash', '-', stdin=VALID, code=0)
    equal((said['sha256'], said['md5'], said['size']),
          (None, None, len(VALID)), said)


if __name__ == '__main__':
    tap.main()
