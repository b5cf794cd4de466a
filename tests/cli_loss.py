#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_loss - what `demofsck repair` says of a loss, and which it refuses

usage: cli_loss.py DEMOFSCK
"""
import gzip
import json
import os
import random
import struct
import zlib

import recording
import tap
from tap import case, equal, expect, read, run, table, write

VALID, UNFINISHED = recording.valid(), recording.unfinished()
CUT, HOLE, HOPELESS = (recording.cut(), recording.hole(),
                       recording.hopeless())
CORPUS = os.path.join(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))), 'corpus')

# An int with a byte that it does not need: it goes, and nothing is lost.
LONGER = read(os.path.join(CORPUS, 'teehistorian/bad/varint_overlong.teehistorian'))


@table('--max-loss refuses to drop more', [
    ('fewer bytes', HOLE, '10', 1), ('enough bytes', HOLE, '1000', 3),
    ('exactly the bytes', HOLE, '301', 3), ('one byte less', HOLE, '300', 1),
    ('too few percent', HOLE, '1%', 1), ('enough percent', HOLE, '50%', 3),
    ('nothing is lost', UNFINISHED, '0', 0), ('none allowed', CUT, '0', 1),
    ('a byte that says nothing', LONGER, '0', 0)])
def max_loss(data, loss, code):
    write('in', data)
    run('repair', f'--max-loss={loss}', 'in', '-o', 'out').exits(code)
    equal(os.path.exists('out'), code != 1, 'an output')
    equal(read('in'), data, 'input')


@table('bytes that become others are lost, too', [
    ('one byte less', '--max-loss=63', 1), ('the bytes', '--max-loss=64', 3),
    ('a percent less', '--max-loss=9%', 1), ('the percents', '--max-loss=10%', 3)])
def changed(loss, code):
    path = os.path.join(CORPUS, 'twdemo/bad/text_utf8.demo')
    got = run('repair', loss, '-o', 'out', path).exits(code)
    equal(os.path.exists('out'), code == 3, 'an output')
    equal(b'64 bytes would be lost' in got.out, code == 1, got.out)


@table('a limit that the output reaches is no error in demofsck', [
    ('a Source demo', 'search_bytes=0', 'dem/crash/cut-camera.dem')])
def undecided(limit, name):
    path = os.path.join(CORPUS, name)
    got = run('repair', f'--limit={limit}', '-o', 'out', path).exits(5)
    expect(b'--limit' in got.err, got.err)
    equal(os.listdir('.'), [], 'files')


@table('zeros after a stream are a loss where the recording is not whole', [
    ('whole', VALID, 0, 0), ('it lacks its end', UNFINISHED, 3, 4350),
    ('in plain it has an error', HOLE, 3, 4350)])
def zeros(data, code, lost):
    write('in.gz', gzip.compress(data) + bytes(4350))
    safe = run('repair', '--level=safe', '--max-loss=0', '-o', 'none', 'in.gz')
    equal(safe.code, 1 if code else 0, 'exit code at level safe')
    got = run('repair', '--format=ndjson', '-o', 'out', 'in.gz').exits(code)
    actions = [r for r in map(json.loads, got.out.splitlines())
               if r['type'] == 'action' and r.get('space') == 'file']
    equal([(a['rule'], a['length'], a['class']) for a in actions],
          [('file.compressed_padding', lost, 'lossy')] if lost else [], 'actions')


@table('after a loss, a repair says how far the recording goes now', [
    ('cut', 'cut', CUT, b' up to tick 121 (2.4 s), and nobody knows what came after; output'),
    ('no end', 'whole', UNFINISHED,
     b' up to tick 121 (2.4 s), and nobody knows what came after; output'),
    ('whole', 'whole', VALID, None),
    ('a dry run', '-n', HOLE, b' up to tick 121 (2.4 s)\n')])
def what_is_left(kind, data, want):
    write('in', data)
    options = ('-n',) if kind == '-n' else ('-o', 'out')
    out = run('repair', *options, 'in').out
    expect((b'what is left goes up to tick' in out) == (want is not None), out)
    expect(want is None or want in out, out)


# ------------------------------------------------------------------ of gzip --
def noisy(steps=10000):
    """A recording that gzip makes about a fifth as large."""
    dice = random.Random(1)
    walk = b''
    for _ in range(steps):
        x, y = dice.randrange(1, 5), dice.randrange(1, 5)
        walk += recording.message(0, x, y) + recording.message(0, -x, -y)
    return (recording.header() + recording.skip(1) + recording.join(0) +
            recording.skip(0) + recording.message(-3, 0, 8000, 8000) + walk)


def damaged(start, rest):
    """gzip that can be decoded up to `rest`, which is as long as its gzip."""
    stream = zlib.compressobj(wbits=31)
    whole = stream.compress(start) + stream.flush(zlib.Z_FULL_FLUSH)
    return whole + b'\xff' * len(gzip.compress(rest))


# The trailer of eight bytes is missing; the second of two members is damaged.
AND_MORE = gzip.compress(VALID, mtime=0) + b'more'
CUT_STREAM = gzip.compress(VALID)[:-8]
SECOND_DAMAGED = (gzip.compress(VALID) + gzip.compress(b'')[:10] + b'\xff' * 9)

NOISY = noisy()
MIDDLE = len(NOISY) // 2
HALF = damaged(NOISY[:MIDDLE], NOISY[MIDDLE:])
# Half of the stream is lost, and then half of what could be decoded.
QUARTER = damaged(NOISY[:MIDDLE // 2] + bytes(9) + NOISY[MIDDLE // 2:MIDDLE],
                  NOISY[MIDDLE:])


def account(data):
    """(lost, all) in compressed and in decoded bytes."""
    write('in.gz', data)
    records = [json.loads(line) for line in run(
        'repair', '-n', '--format=ndjson', 'in.gz').exits(3).out.splitlines()]
    record, = [r for r in records if r['type'] == 'file']
    stream = sum(r['length'] for r in records if r['type'] == 'action' and
                 r['space'] == 'file' and r['op'] == 'drop')
    return ((stream, record['size']),
            (record['plan']['dropped'], record['decoded_size']))


@case('--max-loss in percent counts each loss against its own whole')
def percent():
    (lost, size), (dropped, decoded) = account(HALF)
    part = 100 * lost / size
    expect(40 < part < 60 and dropped / decoded < 0.01 and decoded > 1.5 * size,
           f'{lost} of {size}, {dropped} of {decoded}')
    for allowed, code in ((10, 1), (part - 1, 1), (part + 1, 3), (100, 3)):
        run('repair', '-n', f'--max-loss={allowed:.6f}%', 'in.gz').exits(code)


@case('--max-loss in percent counts two losses together')
def two_losses():
    (lost, size), (dropped, decoded) = account(QUARTER)
    stream, rest = lost / size, dropped / decoded
    both = 100 * (1 - (1 - stream) * (1 - rest))
    expect(0.4 < stream < 0.6 and 0.3 < rest < 0.6, f'{stream}, {rest}')
    for allowed, code in ((100 * max(stream, rest) + 1, 1), (both - 1, 1),
                          (both + 1, 3)):
        run('repair', '-n', f'--max-loss={allowed:.6f}%', 'in.gz').exits(code)


@case('--max-loss in bytes applies to compressed and to decoded bytes')
def bytes_of_both():
    (lost, _), (dropped, _) = account(QUARTER)
    more = max(lost, dropped)
    run('repair', '-n', f'--max-loss={more}', 'in.gz').exits(3)
    text = run('repair', '-n', f'--max-loss={more - 1}', 'in.gz').exits(1).out
    for n in (f'{lost} compressed bytes', f'{dropped} bytes'):
        expect(n.encode() in text, text)


CUT_STREAM = gzip.compress(recording.valid(4000), mtime=0)[:-40]


@table('--max-loss refuses a stream that stops early', [
    ('nothing', '0'), ('bytes', '1G'), ('percent', '99%')])
def unknown_loss(allowed):
    write('in.gz', CUT_STREAM)
    text = run('repair', f'--max-loss={allowed}', 'in.gz', '-o', 'out').exits(
        1).out
    expect(b'how much is lost is not known' in text, text)
    equal(os.listdir('.'), ['in.gz'], 'files')


@table('text says that another level can repair, where one can', [
    ('a cut stream', CUT_STREAM, True), ('a cut message', CUT, True),
    ('a cut header', recording.hopeless(), False), ('nothing', b'', False)])
def level_safe(data, can):
    write('in', data)
    text = run('repair', '-n', '--level=safe', 'in').exits(1).out
    equal(b': not repairable at level safe, no output\n' in text, can, text)
    equal(b': not repairable, no output\n' in text, not can, text)
    text = run('repair', '-n', 'in').exits(3 if can else 1).out
    expect(b'at level' not in text, text)


@case('a loss of unknown size is allowed by 100%, and named')
def unknown_named():
    write('in.gz', CUT_STREAM)
    for args, code in ((('check',), 1), (('repair', '-n'), 3),
                       (('repair', '-o', 'out', '--max-loss=100%'), 3)):
        text = run(*args, 'in.gz').exits(code).out
        expect(b'how much of the cut stream is missing is not known' in text,
               text)
        lines = run(*args[:1], '-f' if args[-1] == '--max-loss=100%' else '-v',
                    *args[1:], '--format=ndjson', 'in.gz').exits(code).out
        record, = file_records(lines)
        equal(record['loss_unknown'], True, 'loss_unknown')
    for data in (gzip.compress(UNFINISHED), HALF, CUT):
        write('near', data)
        record, = file_records(run('check', '--format=ndjson', 'near').out)
        expect('loss_unknown' not in record, record)
        text = run('check', 'near').out
        expect(b'not known' not in text, text)


# ----------------------------------------------------------- what was done --
def file_records(out):
    return [r for r in map(json.loads, out.splitlines())
            if r['type'] == 'file']


def sums(kept, changed, dropped, added):
    return dict(kept=kept, changed=changed, dropped=dropped, added=added)


PLAN = sums(len(CUT) - 1, 0, 1, 1)


@table('the record of a repair says what was done, or what would be', [
    ('written', 3, PLAN, None, '-o', 'out'),
    ('not allowed', 1, None, PLAN, '--max-loss=0', '-o', 'out'),
    ('an output that exists', 4, None, PLAN, '-o', 'taken'),
    ('a dry run', 3, None, PLAN, '-n', '-o', 'out'),
    ('a dry run without a place', 3, None, PLAN, '-n')])
def done(code, written, plan, *how):
    write('in', CUT)
    write('taken', b'')
    record, = file_records(run('repair', '--format=ndjson', 'in', *how).exits(
        code).out)
    equal((record['bytes'], record.get('plan')), (written, plan),
          'bytes and plan')
    equal(record['repairable'], 'lossy', 'repairable')
    equal(record['output'], 'out' if written else None, 'output')


@case('nothing is written in the place of a valid file, or for a hopeless one')
def nothing_done():
    write('in', VALID)
    record, = file_records(run('repair', '--format=ndjson', '--in-place',
                               'in').exits(0).out)
    equal((record['bytes'], record['plan']), (None, sums(len(VALID), 0, 0, 0)),
          'bytes and plan')
    write('bad', HOPELESS)
    record, = file_records(run('repair', '--format=ndjson', 'bad', '-o',
                               'out').exits(1).out)
    equal((record['bytes'], record['repairable']), (None, 'no'), 'hopeless')
    record, = file_records(run('check', '--format=ndjson', 'bad').exits(1).out)
    equal((record['bytes'], record['repairable']), (None, 'no'), 'check')


@table('a rule that is made less than an error does not undo a loss', [
    ('cut, a warning', 'truncated=warning', CUT_STREAM),
    ('cut, off', 'truncated=off', CUT_STREAM),
    ('damaged, a warning', 'damaged=warning', SECOND_DAMAGED),
    ('damaged, off', 'damaged=off', SECOND_DAMAGED),
    ('more bytes, a warning', 'trailing=warning', AND_MORE),
    ('more bytes, off', 'trailing=off', AND_MORE)])
def demoted(rule, data):
    write('in', data)
    rule = '--rule=file.compressed_' + rule
    for level, code in ('safe', 1), ('salvage', 3):
        run('repair', f'--level={level}', rule, 'in', '-o', level).exits(code)
        equal(os.path.exists(level), code == 3, level)
    run('repair', rule, '--max-loss=0', 'in', '-o', 'none').exits(1)
    record, = file_records(run('check', '--format=ndjson', rule, 'in').out)
    equal((record['repairable'], record.get('loss_unknown')),
          ('lossy', True if data == CUT_STREAM else None), 'record')


@table('of several ends of a recording the first one counts', [
    ('no end mark', b''), ('a cut message', b'\x42'),
    ('an end mark', recording.FINISH)])
def first_end(end):
    """Skips that no single skip can replace, and more messages after them."""
    far = b'\x41\xff\xff\xff\xff\x0f' + b'\x47\x01'
    far += b'\x41\xbf\xff\xff\xff\x0f' + b'\x41\xbd\xff\xff\xff\x0f'
    write('in', UNFINISHED + far + b'\x47\x02' + end)
    rule = '--rule=teehistorian.tick_negative=warning'
    run('repair', rule, 'in', '-o', 'out').exits(3)
    run('check', rule, 'out').exits(0)


@case('a member of which nothing could be decoded is dropped from its start')
def member():
    first = gzip.compress(VALID)
    write('in', first + b'\x1f\x8bjunk')
    actions = [json.loads(line) for line in run(
        'repair', '-n', '--format=ndjson', 'in').exits(3).out.splitlines()]
    drop, = [a for a in actions if a.get('op') == 'drop']
    equal((drop['offset'], drop['length']), (len(first), 6), 'drop')


# ------------------------------------------------- errors that remain --
OTHER = recording.GAME_UUID[:-1] + '2.teehistorian'


@table('an error that is not in the bytes remains, and decides the exit code', [
    ('valid', VALID, 'teehistorian.header_filename', OTHER),
    ('no FINISH', UNFINISHED, 'teehistorian.header_filename', OTHER),
    ('cut', CUT, 'teehistorian.header_filename', OTHER),
    ('the extension', VALID, 'file.extension', 'f.map')])
def stays(data, rule, name):
    write(name, data)
    error = f'--rule={rule}=error'
    run('check', error, name).exits(1)
    text = run('repair', error, name, '-o', 'out').exits(1).out
    equal(read('out'), VALID, 'output')
    expect(b'; 1 error remains: it is not in the bytes of the file' in text, text)
    record, = file_records(run('repair', '-n', '--format=ndjson', error,
                               name).exits(1).out)
    expect('1 error remains' in record['error'], record)
    run('repair', '--in-place', error, name).exits(1)
    equal(read(name), VALID, 'in place')
    code = 3 if data == CUT else 0
    write(name, data)
    run('repair', name, '-fo', 'out').exits(code)


@table('a loss is a decimal number', [
    ('hexadecimal', '0x10%'), ('an exponent', '1e1%'), ('a sign', '+1%'),
    ('infinite', 'inf%'), ('two points', '1.2.3%'), ('no number', '%'),
    ('a point', '.%'), ('more than all', '100.1%'), ('negative', '-1%')])
def no_loss(loss):
    write('in', CUT)
    run('repair', '-n', f'--max-loss={loss}', 'in').exits(2).one_clear_line()
    for good in ('1%', '1.%', '.5%', '0.50%', '100%'):
        expect(run('repair', '-n', f'--max-loss={good}', 'in').code in (1, 3),
               good)


@case('a packet that is cut off for a warning is in no number of the header')
def cut_for_a_warning():
    demo = os.path.join(CORPUS, 'dem/bad/message_type.dem')
    warned = ('--rule', 'dem.message_type=warning', '--fix-warnings')
    for rules in ((), warned):
        run('repair', *rules, demo, '-fo', 'out').exits(3)
        said = run('check', '-v', '--format=ndjson', 'out').exits(0).out
        records = map(json.loads, said.splitlines())
        equal([r['rule'] for r in records if r['type'] == 'finding'], [],
              rules)


@case('the command that repairs a file named OUT writes another file')
def named_out():
    write('OUT', read(os.path.join(CORPUS, 'dem/crash/copy-cut-boundary.dem')))
    expect(b'demofsck repair OUT -o OUT2 (' in run('check', 'OUT').exits(1).out, 'OUT')


@case('who cannot repair a demo at full depth hears of its commands')
def only_commands():
    demo = os.path.join(CORPUS, 'dem/bad/body_overrun-baseline.dem')
    hint = b'; --depth=framing checks and repairs its commands only, and leaves the damage in them\n'
    expect(hint not in run('check', demo).exits(1).out, 'they have one')
    open_demo = write('open.dem', read(demo)[:-4])
    expect(b': not repairable' + hint in run('check', open_demo).exits(1).out, 'check')
    whole = read(demo)
    nan = struct.pack('<f', float('nan'))
    for name, bytes in (('stamp', b'X' + whole[1:]), ('two', 2 * whole),
                        ('time', whole[:1056] + nan + whole[1060:]),
                        ('text', whole[:16] + 260 * b'x' + whole[276:])):
        other = write(name + '.dem', bytes)
        said = run('check', other).exits(1).out
        expect(b': not repairable' + hint in said, name)
        run('repair', '--depth=framing', other, '-o', name).exits(3 if name == 'two' else 0)
    got = run('repair', open_demo, '-o', 'out').exits(1)
    expect(b': not repairable, no output' + hint in got.out, got.out)
    got = run('repair', '--depth=framing', demo, '-o', 'out').exits(0)
    expect(b' bytes, only its commands were checked; output: out' in got.out, got.out)
    cut = write('cut.dem', read(demo)[:-1])
    for depth, framed in ('framing', True), ('messages', False), ('full', False):
        said = run('check', f'--depth={depth}', cut).exits(1).out
        equal(b', only its commands were checked' in said, framed, said)
        equal(b', its entities were not checked' in said, depth == 'messages', said)
        again = b'' if depth == 'full' else f' --depth={depth}'.encode()
        expect(depth == 'full' or b'repair' + again + b' cut.dem' in said, said)
    no_packets = os.path.join(CORPUS, 'dem/crash/cut-signon.dem')
    expect(hint not in run('repair', no_packets, '-o', 'other').exits(1).out, 'header')


if __name__ == '__main__':
    tap.main()
