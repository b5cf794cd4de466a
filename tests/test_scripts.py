#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_scripts - what counts the tests, and what tests them, can see

usage: test_scripts.py DEMOFSCK ROOT
"""
import json
import os
import re
import subprocess
import sys

import tap
from tap import case, equal, expect, table, write

DEMOFSCK, ROOT = map(os.path.abspath, sys.argv[1:3])
SCRIPTS = os.path.join(ROOT, 'scripts')
sys.path.insert(0, SCRIPTS)
sys.dont_write_bytecode = True
from mutants import mutants  # noqa: E402


def script(name, *arguments):
    done = subprocess.run([sys.executable, os.path.join(SCRIPTS, name),
                           *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)
    return done.returncode, done.stdout.decode()


# ------------------------------------------------------------------ tally

def log(*programs):
    os.makedirs('b/meson-logs')
    with open('b/meson-logs/testlog.json', 'w', encoding='utf-8') as f:
        for result, out in programs:
            print(json.dumps({'name': 'p', 'result': result, 'stdout': out}),
                  file=f)


@table('tally counts', [
    ('cases that pass', 'OK', 'ok 1\nok 2 - b\n1..2\n', '2 0 0'),
    ('a skipped case as skipped', 'OK', 'ok 1 - a # SKIP no\nok 2\n1..2\n',
     '1 0 1'),
    ('a case that fails', 'ERROR', 'not ok 1\nok 2\n1..2\n', '1 1 0'),
    ('a program that ends early', 'ERROR', '1..3\nok 1\nok 2\n', '2 1 0'),
    ('one that ends early after a failure', 'ERROR', '1..3\nnot ok 1\n',
     '0 2 0'),
    ('one whose cases pass, but not itself', 'ERROR', 'ok 1\n1..1\n', '1 1 0'),
    ('one that takes too long', 'TIMEOUT', '', '0 1 0'),
    ('one without cases', 'OK', 'done\n', '1 0 0'),
    ('one without cases that fails', 'FAIL', 'oh\n', '0 1 0'),
    ('one that is skipped', 'SKIP', '', '0 0 1')])
def tally(result, out, want):
    log((result, out))
    code, said = script('tally.py', 'b')
    equal((code, said), (0, want + ' 0\n'), 'tally')
    failed = want.split()[1] != '0'
    code, said = script('tally.py', 'b', '--failures')
    equal((code, bool(said)), (int(failed), failed), said)


@case('each row of equivalent mutants names a line that is there')
def equivalent():
    with open(os.path.join(SCRIPTS, 'mutate-equivalent.txt'), encoding='utf-8') as f:
        rows = [line.split('\t') for line in f if not line.startswith('#')]
    expect(len(rows) > 20, 'rows')
    for path, line, *_ in rows:
        with open(os.path.join(ROOT, path), encoding='utf-8') as f:
            expect(line in f.read(), f'{path}: {line}')


@case('lists.sh wants a build')
def lists():
    for arguments in (), ('nowhere',), ('a', 'b'):
        got = subprocess.run([os.path.join(SCRIPTS, 'lists.sh'), *arguments],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        equal((got.returncode, got.stdout, got.stderr),
              (2, b'', b'usage: scripts/lists.sh BUILD\n'), arguments)


@case('tally counts nothing where nothing ran')
def nothing():
    log()
    equal(script('tally.py', 'b'), (0, '0 0 0 0\n'), 'tally')
    equal(script('tally.py', 'none'), (0, '0 0 0 0\n'), 'tally')


@case('a failure is excused by what it says, a crash is not')
def excused():
    log(('ERROR', 'not ok 1\n# disk full\nok 2\n1..2\n'))
    equal(script('tally.py', 'b', '--failures', 'disk full'), (0, ''), 'tally')
    code, out = script('tally.py', 'b', '--failures', 'no memory')
    equal(code, 1, out)
    os.rename('b', 'a')
    log(('ERROR', '1..2\nnot ok 1\n# disk full\n'))
    equal(script('tally.py', 'b', '--failures', 'disk full'), (1, 'p: ERROR\n'),
          'tally')


# ----------------------------------------------------------------- mutate

CLAMP = '''/* clamp.c - if (a < b) is no code here */
int clamp(int v);
int clamp(int v)
{
	if (v > 10)
		return 10;
	return v;
}
'''
TEST = '''#include "clamp.c"
int main(void) { return !(clamp(5) == 5 && clamp(11) == 10 && clamp(10) == 10); }
'''
MESON = '''project('tiny', 'c')
executable('tiny', 'clamp.c', 'main.c')
test('unit', executable('test_clamp', 'tests/test.c'), suite: 'unit')
test('other', executable('other', 'main.c'), suite: 'other')
'''


def tiny(test=TEST):
    """A project of one function.  Its number 10 has two mutants, its relation
    two, its condition one."""
    os.makedirs('t/src')
    os.mkdir('t/tests')
    write('t/src/clamp.c', CLAMP.encode())
    write('t/src/main.c', b'int main(void) { return 0; }\n')
    write('t/tests/test.c', test.replace('clamp.c', '../src/clamp.c').encode())
    write('t/meson.build', MESON.replace("'clamp.c'", "'src/clamp.c'")
          .replace("'main.c'", "'src/main.c'").encode())


def mutate(*options):
    return script('mutate', '--root', 't', '--equivalent', 'list', *options,
                  'src/clamp.c')


@case('mutate kills what the test notices, and shows what it does not')
def mutates():
    tiny()
    before = os.stat('t/src/clamp.c').st_mtime_ns
    # v >= 10 and v > 9 are the same function; the other ones are not.
    code, out = mutate('--count', '9', '--least', '100')
    expect('killed    src/clamp.c:5: condition: v > 10 -> !(v > 10)  [unit: '
           in out, out)
    expect('survived  src/clamp.c:5: relation: > -> >=\n' in out or
           'killed    src/clamp.c:5: relation: > -> <=' in out, out)
    equal(os.stat('t/src/clamp.c').st_mtime_ns, before, 'the tree')
    equal(sorted(os.listdir('t')), ['meson.build', 'src', 'tests'], 'the tree')
    # With the one that no test can notice on the list, all are killed.
    write('list', b'src/clamp.c\tif (v > 10)\t> -> >=\t'
                  b'clamp(10) is 10 in either case\n'
                  b'src/clamp.c\tif (v > 10)\t10 -> 9\t'
                  b'clamp(10) is 10 in either case\n')
    code, out = mutate('--count', '9', '--least', '100', '--seed', '2',
                       '--jobs', '2')
    equal(code, 0, out)
    expect('survived' not in out and 'killed: 100.0 %' in out, out)


@case('mutate shows the survivors of a weak test, and rows that name nothing')
def weak():
    tiny('int main(void) { return 0; }\n')
    write('list', b'src/clamp.c\tif (v > 10)\t> -> ==\tthere is no such row\n')
    code, out = mutate('--count', '2')
    equal(code, 1, out)
    expect('0 of 2 mutants killed: 0.0 %' in out, out)
    expect('survivors:\n  src/clamp.c:5: ' in out, out)
    expect('list:1: no such mutant' in out, out)


def judged(out):
    """The mutants of which something is said."""
    return re.findall(r'^(?:killed|survived|same code) +(\S+: \w+: .*?)(?:  \[|$)',
                      out, re.MULTILINE)


@case('mutate goes on after those that were drawn')
def parts():
    tiny()
    _, whole = mutate('--count', '9', '--seed', '5')
    drawn = 0
    found = []
    for _ in range(2):
        _, out = mutate('--count', '1', '--seed', '5', '--skip', str(drawn))
        found += judged(out)
        drawn += int(re.search(r'; (\d+) drawn', out)[1])
    _, out = mutate('--count', '9', '--seed', '5', '--skip', str(drawn))
    expect(len(judged(out)) > 0, out)
    equal(found + judged(out), judged(whole), 'the same mutants')


@case('mutate runs only the suites that are named')
def suites():
    tiny()
    code, out = mutate('--count', '2', '--suite', 'other')
    expect('0 of 2 mutants killed: 0.0 %' in out, out)
    code, out = mutate('--count', '1', '--suite', 'nothing')
    equal(code, 2, out)
    expect('no tests in nothing' in out, out)


@case('mutate counts nothing if the tests fail without a mutant')
def broken():
    tiny(TEST.replace('== 5', '== 6'))
    code, out = mutate('--count', '1')
    equal(code, 2, out)
    expect('without a mutant: unit: exit status 1' in out, out)


@table('mutants of a function', [
    ('relation', 'return a < b;', {'a <= b', 'a >= b'}),
    ('arrow', 'f(a->b);', {''}),
    ('logic', 'return a && b;', {'a || b'}),
    ('condition', 'if (a) return b;', {'!(a)'}),
    ('number', 'return 7;', {'return 8', 'return 6'}),
    ('sign', 'return a + b;', {'a - b'}),
    ('add to', 'a += b;', {'a -= b', ''}),
    ('result', 'return true;', {'return false'}),
    ('name', 'f(X_A); f(X_B);', {'f(X_B); f(X_B)', 'f(X_A); f(X_A)'}),
    ('declaration', 'int a = f();', None),
    ('assignment', 'a.b[0] = c;', {'{ ; }', 'a.b[1]'}),
    ('after a head', 'if (a)\n\tf(b);', {'if (a)\n\t;'}),
    ('text', 'f("a < b"); /* a < b */', {'{ ;'}),
    ('never', 'if (NEVER(a < b)) return;', None),
    ('behind never', 'if (NEVER(!a))\n\treturn false;', None),
    ('never, and more', 'if (NEVER(!a) || b)\n\treturn false;',
     {'return true'})])
def kinds(body, want):
    text = f'int x[3];\nint g(void)\n{{ {body} }}\n'
    made = [m.apply(text) for m in mutants('g.c', text)]
    equal(len(made), len(set(made)), 'mutants')
    for changed in made:
        equal(changed.count('\n'), text.count('\n'), 'lines')
        expect(changed != text and 'x[3]' in changed, changed)
    for part in want or ():
        expect(any(part in changed for changed in made), f'{part!r}: {made}')
    expect(want or not made, f'{made}')


# ------------------------------------------------------------------- demo

@case('each step of the demonstration ends as it says')
def demonstration():
    done = subprocess.run([os.path.join(SCRIPTS, 'demo.sh'), DEMOFSCK],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    equal(done.returncode, 0, done.stdout.decode())
    expect(done.stdout.endswith(b'demo: every step ended as expected\n'), done.stdout)


if __name__ == '__main__':
    tap.main()
