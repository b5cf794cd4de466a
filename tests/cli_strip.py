#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_strip - the picture of a file, as text and as SVG

usage: cli_strip.py DEMOFSCK CORPUS
"""
import os
import re
import stat
import subprocess
import sys
import xml.etree.ElementTree

import recording
import tap
from tap import case, equal, expect, read, run, write

CORPUS = os.path.abspath(sys.argv[2])
PAGE = os.path.join(CORPUS, 'twdemo/crash/page.demo')
SVG = '{http://www.w3.org/2000/svg}'
BAR = 896


def strip(path, width=80, locale='C', *options):
    """The lines of the picture, without the verdict."""
    done = run('inspect', '--strip', '--exit-zero', *options, path,
               env={'COLUMNS': str(width), 'LC_ALL': locale})
    return done.exits(0).out.decode().splitlines()[:-1]


def samples():
    """Some samples of each folder of the corpus."""
    found = []
    for folder, folders, names in os.walk(CORPUS):
        folders.sort()
        if any(part in folder for part in ('builder', 'findings', 'records',
                                           'edits', 'text', 'tool', 'damage')):
            continue
        found += [os.path.join(folder, n) for n in sorted(names)[::40 * tap.STEP]]
    return [f for f in found if os.path.dirname(f) != CORPUS]


def rectangles(path):
    """The (class, x, width, y) of all rectangles of a well-formed document."""
    root = xml.etree.ElementTree.fromstring(read(path))
    return [(r.get('class'), int(r.get('x', 0)), int(r.get('width')),
             int(r.get('y', 0))) for r in root.iter(SVG + 'rect')]


@case('the strip of a demo that was cut, with its repair, its seconds and a legend')
def text_of_a_demo():
    lines = strip(PAGE)
    equal([len(line) for line in lines[:3]], [80, 80, 80], 'the width')
    equal(lines[0].split(), ['0x0', '0x1000'], 'the offsets')
    expect(re.fullmatch(r'H+M+K+d+\?', lines[1]), lines[1])
    expect(re.fullmatch(r'-+~+-+x', lines[2]), lines[2])
    equal(lines[3].split(), ['|0', 's', '|1', 's', '|2', 's', '|3', 's', '|4', 's',
                             '|5', 's', '|6', 's'], 'the axis')
    equal(lines[-1], '- kept 4075 bytes   ~ changed 4 bytes   x dropped 17 bytes',
          'the legend')
    expect(abs(lines[1].index('K') - lines[3].index('|0 s')) <= 1, lines)


@case('the strip has the width of COLUMNS, and the characters of the locale')
def text_forms():
    for width in (20, 47, 200):
        lines = strip(PAGE, width)
        equal({len(line) for line in lines[:3]}, {width}, 'width')
        expect(max(map(len, lines)) <= width, lines)
    for wrong in ('0', '-5', 'many', ''):
        equal(len(strip(PAGE, wrong)[1]), 80, f'COLUMNS={wrong}')
    equal(len(strip(PAGE, 3)[1]), 20, 'COLUMNS=3')
    equal(len(strip(PAGE, 10 ** 12)[1]), 1000, 'COLUMNS=10^12')
    expect(all(line.isascii() for line in strip(PAGE)), 'ASCII')
    lines = strip(PAGE, 80, 'en_US.utf8')
    expect('\u2500' in lines[2] and '\u00d7' in lines[2], lines)
    equal({len(line) for line in lines[:3]}, {80}, 'width in UTF-8')
    expect(not any('\033' in line for line in lines), 'color in a pipe')
    colored = strip(PAGE, 80, 'C', '--color=always')
    equal([re.sub(r'\033\[[0-9;]*m', '', line) for line in colored], strip(PAGE),
          'without its colors')
    expect('\033[' in colored[1] and '\033[' in colored[2], colored)


@case('a terminal decides the width and the color')
def terminal():
    script = 'stty columns 64 && exec "$0" inspect --strip -q --exit-zero "$1"'
    env = {k: v for k, v in os.environ.items() if k not in ('COLUMNS', 'NO_COLOR')}
    done = subprocess.run(
        ['script', '-qec', f"sh -c '{script}' {tap.PROGRAM} {PAGE}", 'log'],
        env=dict(env, TERM='xterm', LC_ALL='C'), stdin=subprocess.DEVNULL,
        capture_output=True, timeout=60)
    lines = re.sub(r'\033\[[0-9;]*m', '', done.stdout.decode()).splitlines()
    expect(b'\033[' in done.stdout, done.stdout)
    equal(len(lines[1]), 64, lines)


@case('a valid file is kept, and a file without a repair has no line of fates')
def other_files():
    write('valid', recording.valid())
    lines = strip('valid')
    expect(re.fullmatch('-+', lines[2]), lines)
    write('noise', bytes(5000))
    equal(strip('noise')[1:], ['?' * 80, '? unread 100 %'], 'no format')
    write('empty', b'')
    equal(strip('empty'), [], 'an empty file')
    write('one', b'x')
    equal(strip('one')[1], '?' * 80, 'one byte')


@case('of a sample from each folder, text and SVG have whole bars')
def each_folder():
    pictures = []
    for number, sample in enumerate(samples()):
        lines = strip(sample)
        name = f'{number}.svg'
        run('inspect', '-q', '--exit-zero', '--svg=' + name, sample).exits(0)
        pictures.append(name)
        expect(all(len(line) <= 80 for line in lines), (sample, lines))
        bars = [r for r in rectangles(name) if re.match('k[0-9]', r[0]) and r[3] == 84]
        end = 32
        for _, x, width, _ in bars:
            equal(x, end, sample)
            end = x + width
        equal(end, 32 + (BAR if lines else 0), sample)
        expect(not lines or len(lines[1]) == 80, (sample, lines))
    expect(len(pictures) > 60 // tap.STEP, len(pictures))
    done = subprocess.run(['xmllint', '--noout', *pictures], capture_output=True)
    equal((done.returncode, done.stderr), (0, b''), 'xmllint')


@case('the SVG has a title, a description, colors for dark pages, and no script')
def svg_form():
    run('inspect', '--svg=a.svg', '-q', PAGE).exits(1)
    root = xml.etree.ElementTree.fromstring(read('a.svg'))
    equal([e.tag for e in root][:3], [SVG + 'title', SVG + 'desc', SVG + 'style'], 'head')
    equal(root[0].text, 'page.demo: the parts of the file, drawn to scale', 'title')
    equal(root[1].text,
          'Teeworlds or DDNet demo: 4096 bytes, 6.4 s, truncated; a repair keeps 4075 '
          'bytes, changes 4, drops 17 and adds 0. The shares of its parts: header 12 %; '
          'map 7 %; keyframe 3 %; delta 74 %; marker 4 %; unread <1 %;', 'description')
    equal({e.tag for e in root.iter()},
          {SVG + t for t in ('svg', 'title', 'desc', 'style', 'rect', 'text', 'path')},
          'elements')
    expect('@media (prefers-color-scheme:dark)' in root[2].text, root[2].text)
    expect(b'href' not in read('a.svg') and b'url(' not in read('a.svg'), 'links')
    texts = ' '.join(e.text or '' for e in root.iter(SVG + 'text'))
    for word in ('page.demo', '0 s', '6 s', 'header 12 %', 'dropped', 'changed'):
        expect(word in texts, texts)
    equal(stat.S_IMODE(os.stat('a.svg').st_mode), 0o644, 'rights')


@case('names and contents of files are never markup')
def hostile():
    name = '<script>alert(1)<!--&\'"\x1b[31m\u202e\u2028]]>.demo'
    demo = bytearray(read(PAGE))
    demo[8:8 + 24] = b'<script>alert(2)</script'
    write(name, demo)
    write(b'\xff\xfe&lt;'.decode('utf-8', 'surrogateescape'), demo)
    for number, path in enumerate(os.listdir('.')):
        run('inspect', f'--svg={number}.svg', '--exit-zero', path).exits(0)
        text = read(f'{number}.svg')
        expect(text.isascii() and b'<script' not in text and b'alert(2)' not in text,
               text)
        expect(not any(c < 32 and c != 10 for c in text), text)
        xml.etree.ElementTree.fromstring(text)
        lines = strip(path)
        expect(not any('alert' in line for line in lines), lines)


@case('the SVG is complete or absent, and replaces a file only with -f')
def output():
    write('a.demo', read(PAGE))
    write('old', b'mine')
    run('inspect', '--svg=old', 'a.demo').exits(4).one_clear_line()
    equal(read('old'), b'mine', 'an old file')
    run('inspect', '-f', '--svg=old', 'a.demo').exits(1)
    expect(read('old').startswith(b'<svg ') and read('old').endswith(b'</svg>\n'), 'new')
    for args, code in (
            (('-f', '--svg=a.demo', 'a.demo'), 4),
            (('--svg=b.svg', 'absent'), 4),
            (('--svg=none/b.svg', 'a.demo'), 4),
            (('-f', '--svg=/dev/full', 'a.demo'), 4),
            (('--svg=/proc/b.svg', 'a.demo'), 4),
            (('--svg=-', 'a.demo'), 2), (('--svg=', 'a.demo'), 2),
            (('--svg=b/', 'a.demo'), 2), (('-f', 'a.demo'), 2),
            (('--strip', '--format=ndjson', 'a.demo'), 2),
            (('--svg=b.svg', '--format=ndjson', 'a.demo'), 2)):
        run('inspect', *args).exits(code).one_clear_line()
    equal(read('a.demo'), read(PAGE), 'the input')
    os.link('a.demo', 'same.demo')
    run('inspect', '-f', '--svg=same.demo', 'a.demo').exits(4).one_clear_line()
    # The report cannot be written, so there is no picture.
    with open('/dev/full', 'wb') as full:
        run('inspect', '--svg=b.svg', 'a.demo', stdout=full).exits(4)
    # The picture cannot be written.
    run('inspect', '--svg=b.svg', 'a.demo',
        preexec=lambda: __import__('resource').setrlimit(
            __import__('resource').RLIMIT_FSIZE, (100, 100))).exits(4)
    equal(sorted(os.listdir('.')), ['a.demo', 'old', 'same.demo'], 'files')


@case('with and without a sandbox, from a file or a pipe, the picture is the same')
def ways():
    pictures = []
    for number, args in enumerate(([], ['--sandbox=off'], ['--sandbox=auto', '-v'])):
        run('inspect', f'--svg={number}', *args, PAGE).exits(1)
        pictures.append(read(str(number)))
    equal(len(set(pictures)), 1, 'pictures')
    piped = run('inspect', '--svg=piped', '-', stdin=read(PAGE)).exits(1)
    expect(b'0x000' not in piped.out and piped.err == b'', piped.out)
    expect(b'>-<' in read('piped'), 'the name -')
    both = run('inspect', '--strip', '--svg=both', PAGE, env={'COLUMNS': '80'}).exits(1)
    equal(read('both'), pictures[0], 'with --strip')
    equal(len(both.out.splitlines()), 8, 'lines')


if __name__ == '__main__':
    tap.main()
