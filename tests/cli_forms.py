#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""cli_forms - SARIF, JUnit, CSV and NDJSON say the same, as their schemas want it

usage: cli_forms.py DEMOFSCK CORPUS SCHEMAS

Needs python3-jsonschema and xmllint of Debian.
"""
import collections
import csv
import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import zlib
from xml.etree import ElementTree

import apply_sarif
import manifest
import recording
import sarif_schema
import tap
from tap import STEP, case, equal, expect, read, run, table, write

CORPUS, SCHEMAS = map(os.path.abspath, sys.argv[2:4])
FOLDERS = sorted(f for f in ('datafile', 'dem', 'snapshot', 'teehistorian', 'twdemo')
                 if os.path.isdir(os.path.join(CORPUS, f)))
SARIF = sarif_schema.of(SCHEMAS)
FORMS = 'ndjson', 'sarif', 'sarif:github', 'junit', 'csv', 'text'
COLUMNS = ('path,format,verdict,allowed,size,errors,warnings,repairable,ok_up_to,'
           'lost_s,kept_s,rule,offset,message,problem,sha256')
BAD = 'teehistorian/bad/missing_finish.teehistorian'
HOSTILE = '"<a>&\x1b[31m\u202e\n\'\x7f:%.map'


def written(*args, forms=FORMS, command='check'):
    """What each form says, in one run; and the run."""
    options = [f'--report={form}:report.{form}' for form in forms]
    for form in forms:
        if os.path.exists(f'report.{form}'):
            os.remove(f'report.{form}')
    got = run(command, *options, *args)
    return {form: read(f'report.{form}') for form in forms}, got


def reports(*args, **how):
    """The same, read, and each valid in the eyes of its schema."""
    said, got = written(*args, **how)
    for form in 'sarif', 'sarif:github':
        said[form] = json.loads(said[form])
        errors = [f'{list(e.absolute_path)}: {e.message[:300]}'
                  for e in SARIF.iter_errors(said[form])]
        expect(not errors, f'{form}: {errors[:3]}')
    said['ndjson'] = [json.loads(line) for line in said['ndjson'].splitlines()]
    check = subprocess.run(
        ['xmllint', '--noout', '--nonet', '--schema', os.path.join(SCHEMAS, 'junit-10.xsd'),
         'report.junit'], stderr=subprocess.PIPE, check=False)
    equal(check.returncode, 0, check.stderr[-500:].decode(errors='replace'))
    said['junit'] = ElementTree.fromstring(said['junit'])
    said['csv'] = rows_of(said['csv'])
    return said, got


def rows_of(data, columns=COLUMNS):
    """The rows of a table, whose head has these columns; each row is one line."""
    lines = data.decode().split('\n')
    equal((lines[0], lines[-1]), (columns, ''), 'head and end')
    rows = list(csv.reader(io.StringIO(data.decode()), strict=True))[1:]
    equal(len(rows), len(lines) - 2, 'rows')
    names = columns.split(',')
    for row in rows:
        equal(len(row), len(names), f'cells of {row}')
    return [dict(zip(names, row)) for row in rows]


def of_type(said, kind):
    return [record for record in said['ndjson'] if record['type'] == kind]


def the_run(sarif):
    only, = sarif['runs']
    return only


CACHE = {}


def corpus(): # the reports on all samples
    if not CACHE:
        few = ['--rule=twdemo.map_external=off', '--rule=dem.order=off',
               '--rule=dem.packet_empty=off', '--rule=dem.contents_unchecked=off',
               '--rule=map.data_unused=off', '--rule=twdemo.keyframe_distance=off',
               '--rule=snapshot.item_tick=off', '--rule=dem.tick_jump=off',
               '--rule=dem.sequence=off', '--rule=dem.stored_count=off',
               '--rule=dem.identifier=off', '--rule=twdemo.net_version=off',
               '--rule=dem.console_text=off', '--rule=snapshot.unknown_uuid=off',
               *(os.path.join(CORPUS, f) for f in FOLDERS)]
        CACHE.update(reports(*few)[0]) # sarif:github has at most 5000 results
    return CACHE


def path_of(location):
    return re.sub('%([0-9A-F]{2})', lambda m: chr(int(m.group(1), 16)),
                  location['uri'].replace('file://', ''))


def places(results, artifacts):
    """(path, rule, level, offset, length) of each result, and how often."""
    seen = collections.Counter()
    for result in results:
        physical = result['locations'][0]['physicalLocation']
        artifact = artifacts[physical['artifactLocation']['index']]
        while 'parentIndex' in artifact:
            artifact = artifacts[artifact['parentIndex']]
        region = physical['region']
        seen[(path_of(artifact['location']), result['ruleId'], result['level'],
              region['byteOffset'], region['byteLength'])] += 1
    return seen


@case('the schema sees a result that stands twice, and one that lacks its message')
def schema_sees():
    said = json.loads(written(os.path.join(CORPUS, BAD))[0]['sarif'])
    expect(not list(SARIF.iter_errors(said)), 'errors')
    rules = the_run(said)['tool']['driver']['rules']
    rules.append(rules[0])
    equal([e.message for e in SARIF.iter_errors(said)], ['has an item twice'], 'twice')
    del rules[-1], the_run(said)['results'][0]['message']
    equal(len(list(SARIF.iter_errors(said))), 1, 'no message')


@case('the corpus: every finding is a result of SARIF, and no result is more')
def same_findings():
    said = corpus()
    want = collections.Counter(
        (f['path'], f['rule'], f['severity'], f['offset'], f['length'])
        for f in of_type(said, 'finding'))
    expect(sum(want.values()) > 2000, 'only a few findings')
    for form in 'sarif', 'sarif:github':
        one = the_run(said[form])
        got = places(one['results'], one['artifacts'])
        equal(sorted((got - want).items())[:3], [], f'{form}: only there')
        equal(sorted((want - got).items())[:3], [], f'{form}: not there')


@case('the corpus: every file is an artifact with its hash and its verdict')
def same_files():
    said = corpus()
    for form in 'sarif', 'sarif:github':
        artifacts = the_run(said[form])['artifacts']
        equal([a['location']['index'] for a in artifacts], list(range(len(artifacts))),
              f'{form}: indices')
        got = [(path_of(a['location']), a['length'], a['hashes']['sha-256'],
                a['properties']['verdict']) for a in artifacts if 'parentIndex' not in a]
        want = [(f['path'], f['size'], f['sha256'], f['verdict'])
                for f in of_type(said, 'file')]
        equal(got, want, form)


@case('the corpus: the rules of SARIF are those that were used, with their texts')
def rules_used():
    for form in 'sarif', 'sarif:github':
        one = the_run(corpus()[form])
        rules = one['tool']['driver']['rules']
        expect(len(rules) > 100, 'only a few rules')
        for result in one['results']:
            equal(rules[result['ruleIndex']]['id'], result['ruleId'], 'ruleIndex')
        for rule in rules:
            for text in 'shortDescription', 'fullDescription', 'help':
                expect(rule[text]['text'], f'{rule["id"]} has no {text}')


@case('strict SARIF has regions of bytes alone, that of GitHub has lines, too')
def regions():
    strict = json.dumps(corpus()['sarif'])
    for word in 'startLine', 'charOffset', 'encoding':
        expect(word not in strict, f'{word} in strict SARIF')
    for result in the_run(corpus()['sarif:github'])['results']:
        physical = result['locations'][0]['physicalLocation']
        region = physical['region']
        equal([region[k] for k in ('startLine', 'startColumn', 'endLine', 'endColumn')],
              [1, 1, 1, 1], 'lines')
        expect(f'at byte {region["byteOffset"]:#x}' in result['message']['text'],
               result['message'])
        expect('primaryLocationLineHash' in result['partialFingerprints'], 'no fingerprint')


@case('strict SARIF: a region lies in its artifact, which says how long it is')
def inside():
    one = the_run(corpus()['sarif'])
    maps = decoded = 0
    for result in one['results']:
        for location in result['locations'] + result.get('relatedLocations', []):
            physical = location['physicalLocation']
            artifact = one['artifacts'][physical['artifactLocation']['index']]
            end = physical['region']['byteOffset'] + physical['region']['byteLength']
            if artifact['location']['uri'] == 'map':
                maps += 1
                end += artifact['offset']
                artifact = one['artifacts'][artifact['parentIndex']]
            decoded += artifact['location']['uri'] == 'decoded'
            expect(end <= artifact['length'], f'{result["ruleId"]}: {artifact}')
    expect(maps > 10 and decoded > 3, f'{maps} in maps, {decoded} decoded')


def decoded_of(path):
    """What zlib decodes of it, however it ends; other files as they are."""
    data, out = read(path), b''
    while data[:2] == b'\x1f\x8b':
        stream = zlib.decompressobj(31)
        try:
            for i in range(len(data)):
                out += stream.decompress(data[i:i + 1])
                if stream.eof:
                    break
        except zlib.error:
            break
        data = stream.unused_data + data[i + 1:] if stream.eof else b''
    return out or data


@case('the corpus: the fixes, applied by another program, make the repaired file')
def fixes():
    one = the_run(corpus()['sarif'])
    by_file = collections.defaultdict(list)
    sent = set() # as text
    for result in one['results']:
        index = result['locations'][0]['physicalLocation']['artifactLocation']['index']
        artifact = one['artifacts'][index]
        if 'parentIndex' in artifact:
            artifact = one['artifacts'][artifact['parentIndex']]
        path = path_of(artifact['location'])
        if result['ruleId'] == 'file.text_mode':
            sent.add(path)
        if 'fixes' in result:
            by_file[path].append(result)
    tried = list(by_file.items())[::STEP]
    manifest.copy(CORPUS, [os.path.relpath(path, CORPUS) for path, _ in tried], 'in')
    run('repair', '-d', 'out', 'in')
    same = 0
    for path, results in tried:
        equal(len(results), 1, f'{path}: results with a fix')
        name = os.path.join('out', os.path.relpath(path, CORPUS))
        data = decoded_of(path)
        if path in sent:
            data = data.replace(b'\r\n', b'\n')
        fixed = apply_sarif.apply({'runs': [{'results': results}]}, data)
        for other in name, re.sub(r'\.gz$', '', name):
            if os.path.isfile(other):
                expect(fixed == read(other), f'{path}: the fix makes another file')
                same += 1
                break
    expect(same > 700 // STEP, f'only {same} of {len(tried)} files were fixed')


@case('the corpus: a file is a test of JUnit, which fails if it has an error')
def junit():
    said = corpus()
    suites = said['junit'].findall('testsuite')
    cases = {}
    for suite in suites:
        tests = suite.findall('testcase')
        equal([int(suite.get(k)) for k in ('tests', 'failures', 'errors')],
              [len(tests), len(suite.findall('testcase/failure')),
               len(suite.findall('testcase/error'))], suite.get('name'))
        cases.update({f'{t.get("classname")}/{t.get("name")}': t for t in tests})
    equal(set(cases), {f['path'] for f in of_type(said, 'file')}, 'tests')
    for record in of_type(said, 'file'):
        test = cases[record['path']]
        failure, error = test.find('failure'), test.find('error')
        undecided = record['verdict'] == 'undecided'
        equal(error is not None, undecided, f'{record["path"]}: error')
        wrong = record['counts']['error'] > 0 or record['verdict'] == 'unsupported'
        equal(failure is not None, not undecided and wrong, f'{record["path"]}: failure')
    for finding in of_type(said, 'finding'):
        test = cases[finding['path']]
        if finding['severity'] == 'error':
            text = ''.join(test.itertext())
            expect(f'{finding["offset"]:#x}: error' in text and
                   f'[{finding["rule"]}]' in text, f'{finding} is not in {text}')


@case('junit: --fail-on decides what fails')
def junit_fail_on():
    warned = os.path.join(CORPUS, BAD)
    off = '--rule=teehistorian.missing_finish=warning'
    for option, failures in ('error', 0), ('warning', 1):
        said, got = reports(off, f'--fail-on={option}', warned)
        equal(len(said['junit'].findall('.//failure')), failures, option)
        equal(got.code, failures, 'exit code')


def cells_of(record, findings):
    """The row of a file, from its records of NDJSON."""
    def number(value):
        return '' if value is None else repr(value).removesuffix('.0')

    def seconds(value):
        return '' if value is None else f'{value:.2f}'

    counts, lost = record['counts'] or {}, record.get('lost', {})
    severities = 'error', 'warning', 'note'
    worst = min(findings, key=lambda f: severities.index(f['severity']), default={})
    return {
        'path': record['path'], 'format': record['format'] or '',
        'verdict': record['verdict'], 'allowed': 'allowed' if 'allowed' in record else '',
        'size': number(record['size']), 'errors': number(counts.get('error')),
        'warnings': number(counts.get('warning')),
        'repairable': '' if record['verdict'] == 'undecided' else record['repairable'] or '',
        'ok_up_to': number(record['ok_up_to']), 'lost_s': seconds(lost.get('lost_s')),
        'kept_s': seconds(lost.get('kept_s')), 'rule': worst.get('rule', ''),
        'offset': number(worst.get('offset')), 'message': worst.get('message', ''),
        'sha256': '' if record['verdict'] == 'undecided' else record['sha256']}


@case('the corpus: every file is a row of CSV, in the order of the files')
def csv_rows():
    said = corpus()
    findings = collections.defaultdict(list)
    for finding in of_type(said, 'finding'):
        findings[finding['path']].append(finding)
    files = of_type(said, 'file')
    equal([row['path'] for row in said['csv']], [f['path'] for f in files], 'paths')
    for row, record in zip(said['csv'], files):
        problem = row.pop('problem')
        equal(row, cells_of(record, findings[record['path']]), record['path'])
        equal(problem != '', record['verdict'] == 'undecided', f'{row["path"]}: {problem}')


@case('csv: names that are hostile or a formula, and files without a verdict')
def csv_names():
    names = {b'a,"b"\n': 'a,"b"\\x0a', b'a,"no",b': 'a,"no",b',
             b'=1+1': "'=1+1", b'+1': "'+1", b'@x': "'@x",
             b'\x1b[1m\xff': '\\x1b[1m\\xff', 'é\u202e'.encode(): 'é\\u{202e}'}
    for name in names:
        write(name, recording.FINISH)
    got = run('check', '--format=csv', *names, '-', 'absent', '--limit=input_bytes=1')
    rows = rows_of(got.exits(4).out)
    equal([row['path'] for row in rows], [*names.values(), "'-", 'absent'], 'names')
    equal(rows[0]['problem'], '', 'a file')
    equal(got.out.splitlines()[2].count(b',"no",'), 1, 'the cell, not the name')
    equal((rows[-1]['verdict'], rows[-1]['size'], rows[-1]['problem']),
          ('unreadable', '', 'No such file or directory'), 'no file')
    got = run('check', '--format=csv', '--limit=input_bytes=1k', os.path.join(CORPUS, BAD))
    row, = rows_of(got.exits(5).out)
    equal((row['verdict'], row['repairable'], row['rule'], row['problem']),
          ('undecided', '', 'limit.input_bytes',
           'a limit was reached; --limit can raise it'), 'a limit')


@case('csv: a file on the list of allowed files, with and without --only=bad')
def csv_allowed():
    bad = write('bad', read(os.path.join(CORPUS, BAD)))
    write('list', hashlib.sha256(read(bad)).hexdigest().encode())
    how = ['check', '-q', '--format=csv', '--allow-file=list']
    row, = rows_of(run(*how, bad).exits(0).out)
    equal((row['verdict'], row['allowed']), ('truncated', 'allowed'), 'row')
    equal(rows_of(run(*how, '--only=bad', bad).exits(0).out), [], 'rows')


@case('csv: a repair also has its output and its result')
def csv_repair():
    bad, columns = read(os.path.join(CORPUS, BAD)), COLUMNS + ',output,result'
    os.mkdir('d')
    for name, data in ('a', bad), ('b', bad[:-2]), ('c', b'x'), ('e', recording.valid()):
        write(f'd/{name}', data)
    def results(*args):
        rows = rows_of(run('repair', '--format=csv', *args, 'd').out, columns)
        return [(row['repairable'], row['output'], row['result']) for row in rows]
    plan = ['lossless', 'lossy', 'no', 'not-needed']
    equal(results('-n'), list(zip(plan, [''] * 4, ['none'] * 3 + ['not-needed'])), 'a plan')
    equal(results('-d', 'o'), list(zip(plan, ['o/a', 'o/b', '', 'o/e'],
                                       ['lossless', 'lossy', 'none', 'not-needed'])), 'done')
    row = rows_of(run('repair', '--format=csv', '-d', 'o', 'd').exits(4).out, columns)[0]
    equal((row['problem'], row['output'], row['result']),
          ('o/a exists already; use -f to replace it', '', 'none'), 'done before')


@case('a report in a file is what would be on standard output')
def same_as_stdout():
    path = os.path.join(CORPUS, BAD)
    for form in FORMS:
        got = run('check', f'--format={form}', f'--report={form}:r.{form}', path)
        equal(read(f'r.{form}'), got.out, form)


@case('hostile names: every form is whole, and nothing reaches a terminal')
def hostile():
    write(HOSTILE, recording.FINISH)
    os.mkdir('d\n<')
    write('d\n</x', b'')
    said, _ = reports(HOSTILE, 'd\n<', 'absent\x1b')
    for form in FORMS:
        expect(not re.search(rb'[\x00-\x09\x0b-\x1f\x7f]', read(f'report.{form}')), form)
    for form in 'ndjson', 'sarif', 'sarif:github', 'junit':
        expect(read(f'report.{form}').isascii(), form)
    uris = [a['location']['uri'] for a in the_run(said['sarif'])['artifacts']]
    expect('%22%3Ca%3E%26%1B%5B31m%E2%80%AE%0A%27%7F%3A%25.map' in uris, uris)
    notices = the_run(said['sarif'])['invocations'][0]['toolExecutionNotifications']
    equal(len(notices), 1, 'notices')
    equal(the_run(said['sarif'])['invocations'][0]['executionSuccessful'], False, 'success')
    error, = said['junit'].findall('.//error')
    equal(error.get('type'), 'unreadable', 'error')


@case('sarif:github shows 5000 findings, the errors first, and says how many are left')
def many():
    path = os.path.join(CORPUS, BAD)
    os.mkdir('d')
    for i in range(5003):
        write(f'd/{i}.teehistorian', read(path))
    said, _ = written('--rule=teehistorian.missing_finish=warning', 'd',
                      os.path.join(CORPUS, 'datafile/bad/size-both.map'),
                      forms=('ndjson', 'sarif:github'))
    results = the_run(json.loads(said['sarif:github']))['results']
    equal(len(results), 5001, 'results')
    equal(results[0]['level'], 'error', 'the first')
    left = said['ndjson'].count(b'{"type":"finding"') - 5000
    equal(results[-1]['message']['text'], f'{left} more findings are not shown', 'the last')


@case('a report replaces one of its form, and nothing else')
def replaces():
    path = os.path.join(CORPUS, BAD)
    for form in FORMS:
        first = run('check', f'--report={form}:r.{form}', path)
        equal(first.code, 1, form)
        again = run('check', f'--report={form}:r.{form}', path)
        equal(again.code, 4 if form == 'text' else 1, f'{form}, again')
        mine = write('mine', read(path))
        run('check', f'--report={form}:mine', path).exits(4).one_clear_line()
        expect(read('mine') == read(path), f'{form} overwrote a recording: {mine}')
        equal(run('check', f'--report={form}:/dev/null', path).code, 1, '/dev/null')


@case('if one report cannot be written, none is touched')
def all_or_none():
    path = os.path.join(CORPUS, BAD)
    run('check', '--report=sarif:r', path)
    before = read('r')
    run('check', '--report=sarif:r', '--report=junit:absent/x', path).exits(4)
    expect(read('r') == before, 'the first report is gone')


@table('bad usage', [
    ('no form', 'check', '--report=x', 2),
    ('another form', 'check', '--report=xml:x', 2),
    ('no path', 'check', '--report=sarif:', 2),
    ('no path of GitHub', 'check', '--report=sarif:github:', 2),
    ('info has no SARIF', 'info', '--format=sarif', 2),
    ('inspect has no JUnit', 'inspect', '--format=junit', 2),
    ('inspect has no CSV', 'inspect', '--format=csv', 2),
    ('info has no CSV', 'info', '--format=csv', 2),
    ('no file but standard output', 'check', '--report=sarif:-', 2),
    ('no such folder', 'check', '--report=sarif:absent/x', 4),
    ('a folder', 'check', '--report=sarif:.', 4)])
def usage(command, option, code):
    got = run(command, option, os.path.join(CORPUS, BAD)).exits(code)
    got.one_clear_line()
    equal(got.out, b'', 'standard output')


@case('a version that is not checked fails in every form')
def unchecked():
    said, got = reports(os.path.join(CORPUS, 'dem/bad/protocol.dem'))
    equal(got.code, 1, 'exit code')
    fails, = said['junit'].findall('.//failure')
    equal(fails.get('type'), 'unsupported', 'type of the failure')
    told, = the_run(said['sarif'])['invocations'][0]['toolExecutionNotifications']
    expect(told['message']['text'].startswith('not checked'), told)


@case('a FIFO is a report until its reader goes')
def fifo():
    os.mkfifo('ff')
    path = os.path.join(CORPUS, BAD)
    with subprocess.Popen(['head', '-c', '10', 'ff'], stdout=subprocess.PIPE) as head:
        # more than a pipe holds
        got = run('check', '-q', '--report=ndjson:ff', *[path] * 900)
        equal(head.communicate()[0], b'{"type":"b', 'what was read')
    equal(got.code, -signal.SIGPIPE, 'as where standard output is closed')


@case('no report goes where another one goes, nor to an input')
def apart():
    path = os.path.join(CORPUS, BAD)
    write('empty.demo', b'')
    os.link('empty.demo', 'link')
    os.symlink('link', 'also')
    for other in ('empty.demo', './empty.demo', 'link', 'also'):
        run('check', f'--report=text:{other}', 'empty.demo').exits(4).one_clear_line()
        run('check', '--report=text:empty.demo', f'--report=junit:{other}', path
            ).exits(4).one_clear_line()
        equal(read('empty.demo'), b'', other)
    got = run('check', '--files0-from=-', '--report=text:empty.demo',
              stdin=b'empty.demo').exits(4)
    expect(b'a report of this run goes there' in got.err, got.err)
    equal(run('check', '--report=text:/dev/null', '--report=junit:/dev/null', path).code, 1,
          'a device')


@case('a report below the directory that is checked is none of its files')
def below():
    os.mkdir('d')
    write('d/a.teehistorian', read(os.path.join(CORPUS, BAD)))
    for _ in range(2):
        got = run('check', '--report=ndjson:d/a.ndjson', '--report=junit:d/z', 'd').exits(1)
        expect(got.out.endswith(b'\n1 file: 1 truncated\n'), got.out)


@table('a full disk', [(form, form) for form in FORMS])
def full(form):
    got = run('check', f'--report={form}:/dev/full', os.path.join(CORPUS, BAD)).exits(4)
    expect(b'/dev/full: No space left on device' in got.err, got.err)


if __name__ == '__main__':
    tap.main()
