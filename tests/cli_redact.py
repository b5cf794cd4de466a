#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_redact - with --redact no report names who played where, or what they wrote

usage: cli_redact.py DEMOFSCK CORPUS

What is secret in a sample is what inspect shows with --payload and hides without it,
and the facts and fields that name a player or a server.
"""
import json
import os
import re
import sys

import manifest
import recording
import tap
from tap import STEP, case, expect, read, run, table, write

CORPUS = os.path.abspath(sys.argv[2])
FORMS = 'text', 'ndjson', 'sarif', 'sarif:github', 'junit', 'csv'
PERSONAL = {'server', 'client', 'server_name', 'client_name', 'host'}
# Shorter ones, numbers and short words may be in any report.
COMMON = re.compile('.{0,3}|[0-9]+|[a-z]{4,6}', re.DOTALL)


def texts_of(value):
    if isinstance(value, str):
        return {value}
    return set(value) if isinstance(value, list) else set()


def secrets(path, opts):
    """The texts in a sample that name somebody, or that somebody wrote."""
    found, public = set(), set()
    shown = run('inspect', '-v', '--payload', '--format=ndjson', *opts, path).out
    hidden = run('inspect', '-v', '--format=ndjson', *opts, path).out
    for one, two in zip(shown.splitlines(), hidden.splitlines()):
        if one == two and not re.search(b'"(facts|server_name|host)"', one):
            continue
        one, two = json.loads(one), json.loads(two)
        fields, hides = one.get('fields', {}), two.get('fields', {})
        for name, value in {**fields, **one.get('facts', {})}.items():
            if value != hides.get(name, value) or name in PERSONAL:
                found |= texts_of(value)
            elif name in one.get('facts', {}):
                public |= texts_of(value)
    # A map is no player, also where a command names it.
    return {s for s in found - public if not COMMON.fullmatch(s)}


def forms_of(text):
    """As it may stand in a report: plain, escaped, or its bytes."""
    return {text.encode(), json.dumps(text)[1:-1].encode(),
            text.encode().hex().encode()}


def reports(paths, opts):
    """Every report on them, without the names of the files."""
    args = [f'--report={form}:r.{form}' for form in FORMS]
    for form in FORMS:
        if os.path.exists(f'r.{form}'):
            os.remove(f'r.{form}')
    run('check', '-v', '--redact', *args, *opts, *paths)
    said = {f'check {form}': read(f'r.{form}') for form in FORMS}
    # A bad sample has the texts of a good one.
    fine = [p for p in paths if '/bad/' not in p]
    for form in 'text', 'ndjson':
        how = ['--redact', f'--format={form}', *opts]
        said[f'inspect {form}'] = b''.join(run('inspect', '-v', *how, path).out
                                           for path in paths)
        for words in (['info'], ['repair', '-n']) if fine else ():
            said[f'{words[0]} {form}'] = run(*words, *how, *fine).out
    names = [n.encode() for p in paths for n in (p, os.path.basename(p))]
    # longest first: one may be the end of another
    any_name = re.compile(b'|'.join(map(re.escape, sorted(names, key=len)[::-1])))
    return {what: any_name.sub(b'', text) for what, text in said.items()}


def found(known, said):
    """What of `known` is in a report: the first of it, or nothing."""
    for secret in known:
        for form in forms_of(secret):
            word = re.compile(rb'(?<![0-9A-Za-z])' + re.escape(form) + rb'(?![0-9A-Za-z])')
            for what, text in said.items():
                at = form in text and word.search(text)
                if at:
                    return f'{what}: {secret!r} in {text[max(0, at.start() - 200):][:400]}'
    return None


def together():
    """[(path, its secrets)] and their options: samples that one run can check."""
    personal = []
    for row in manifest.rows(CORPUS)[::STEP]:
        path, opts = os.path.join(CORPUS, row['path']), manifest.options(row, CORPUS)
        known = secrets(path, opts)
        if known:
            personal.append({**row, 'known': (path, known)})
    for group in manifest.alike(personal):
        yield [row['known'] for row in group], manifest.options(group[0], CORPUS)


@case('no report on a sample holds a name, an address or a line of chat of it')
def all_samples():
    searched = texts = 0
    for group, opts in together():
        searched += len(group)
        texts += sum(len(known) for _, known in group)
        if not found(set().union(*(known for _, known in group)),
                     reports([path for path, _ in group], opts)):
            continue
        # What is secret in one may be an ordinary word of another.
        for path, known in group:
            at = found(known, reports([path], opts))
            expect(not at, f'{path}, {at}')
    expect(searched * STEP > 200 and texts * STEP > 1000, f'{searched} samples with {texts} texts')


@case('without --redact some of them are there: the search sees them')
def seen():
    path = os.path.join(CORPUS, 'dem/good/minimal.dem')
    names = [os.path.join(CORPUS, row['path']) for row in manifest.rows(CORPUS)
             if row['path'].startswith('dem/good/')]
    path = path if path in names else names[0]
    known = secrets(path, [])
    text = run('info', path).out
    expect(any(s.encode() in text for s in known), f'{known} in {text}')


@case('a repair that inserts what a player wrote does not show its bytes')
def inserted():
    write('f', recording.unfinished())
    shown = run('check', '-v', 'f').out
    expect(b'1 byte (40)' in shown, shown)
    expect(b'1 byte (40)' not in run('check', '-v', '--redact', 'f').out, 'the byte')
    run('check', '--redact', '--report=sarif:r', 'f')
    expect(b'"fixes"' not in read('r'), 'fixes')


@table('--payload and --redact cannot be combined', [
    ('inspect', 'inspect')])
def both(command):
    run(command, '--payload', '--redact', 'f').exits(2).one_clear_line()


if __name__ == '__main__':
    tap.main()
