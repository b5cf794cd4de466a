#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_ci - the action for the CI of others, and the CI of this project

usage: test_ci.py DEMOFSCK ROOT
"""
import gzip
import os
import re
import shutil
import xml.etree.ElementTree

import tap
import yaml
from runner import (BAD, GOOD, HOSTILE, NAMED, OTHERS, ROOT, Action, document, lay, need,
                    sample, shell)
from tap import case, equal, expect, read, table, write

SCRIPTS = ('contrib/action/build', 'contrib/action/check',
           'contrib/pre-commit/demofsck-hook')
RELEASE = '.github/workflows/release.yml'
WORKFLOWS = ('.github/workflows/ci.yml', RELEASE)


# ------------------------------------------------------------------ the files

def all_steps():
    """(file, step) of the action and of each job"""
    found = [('action.yml', s) for s in document('action.yml')['runs']['steps']]
    for path in WORKFLOWS:
        for job in document(path)['jobs'].values():
            found += [(path, s) for s in job['steps']]
    return found


@case('no script of a step has an expression in it')
def expressions():
    scripts = [(p, s['run']) for p, s in all_steps() if 'run' in s]
    expect(len(scripts) >= 6, f'only {len(scripts)} scripts')
    for path, script in scripts:
        expect('${{' not in script, f'{path}: {script}')


@case('actions of others are named by commit, with the version beside it')
def pinned():
    count = 0
    for path in ('action.yml', *WORKFLOWS):
        for line in read(os.path.join(ROOT, path)).decode().splitlines():
            if (used := re.match(r'[\s-]*uses: (.*)', line)) is None:
                continue
            count += 1
            expect(used[1] == './' or
                   re.fullmatch(r'[\w-]+(/[\w-]+)+@[0-9a-f]{40} # v[\d.]+',
                                used[1]), f'{path}: {line}')
    expect(count >= 3, f'only {count} actions are used')


@case('the workflows may read; only the job that drafts a release writes, and builds nothing')
def permissions():
    for path in WORKFLOWS:
        flow = document(path)
        equal(flow['permissions'], {'contents': 'read'}, path)
        expect('concurrency' in flow, f'{path}: no concurrency')
        expect('pull_request_target' not in flow[True], path)  # `on` is true
        for name, job in flow['jobs'].items():
            if (path, name) == (RELEASE, 'draft'):
                equal(job['permissions'], {'actions': 'read', 'contents': 'write'},
                      name)
                expect(not any('uses' in s for s in job['steps']), name)
            else:
                expect('permissions' not in job, f'{path}: {name}')
            expect('timeout-minutes' in job, f'{path}: {name} may hang')
            for step in job['steps']:
                if step.get('uses', '').startswith('actions/checkout@'):
                    equal(step['with'], {'persist-credentials': False}, path)


@case('all scripts are such in the eyes of bash and shellcheck')
def lint():
    need('shellcheck')
    for number, (_, step) in enumerate(all_steps()):
        if 'run' in step:
            write(f'{number}.sh', b'#!/bin/bash\n' + step['run'].encode())
            shell('bash', '-n', f'{number}.sh')
            shell('shellcheck', f'{number}.sh')
    for path in SCRIPTS:
        whole = os.path.join(ROOT, path)
        expect(os.access(whole, os.X_OK), f'{path} cannot be run')
        shell('bash', '-n', whole)
        shell('shellcheck', whole)
    write('bad.sh', b'#!/bin/bash\ncat $1\n')  # a linter that finds nothing
    shell('shellcheck', 'bad.sh', code=1)


def examples():
    """The YAML that docs/ci.md shows."""
    found = re.findall(r'^```yaml\n(.*?)^```$',
                       read(os.path.join(ROOT, 'docs/ci.md')).decode(),
                       re.MULTILINE | re.DOTALL)
    flows = [t for t in found if 'jobs:' in t]
    hooks = [t for t in found if 'repos:' in t]
    expect(flows and hooks, f'{len(flows)} workflows, {len(hooks)} hooks')
    return flows, hooks


@case('docs/ci.md shows what there is: inputs, outputs, hooks')
def documented():
    action = document('action.yml')
    page = read(os.path.join(ROOT, 'docs/ci.md')).decode()
    rows = re.findall(r'^\| `([\w-]+)` \| (input|output) \|', page, re.MULTILINE)
    equal([n for n, kind in rows if kind == 'input'], list(action['inputs']),
          'inputs')
    equal([n for n, kind in rows if kind == 'output'], list(action['outputs']),
          'outputs')
    flows, hooks = examples()
    used = [s for f in flows for job in yaml.safe_load(f)['jobs'].values()
            for s in job['steps'] if 'demofsck@' in s.get('uses', '')]
    expect(used, 'no step uses the action')
    for step in used:
        expect(set(step.get('with', ())) <= set(action['inputs']), f'{step}')
    known = {h['id'] for h in document('.pre-commit-hooks.yaml')}
    for hook in hooks:
        for repo in yaml.safe_load(hook)['repos']:
            expect({h['id'] for h in repo['hooks']} <= known, hook)


@case('what docs/ci.md shows for other systems reads recordings alone')
def elsewhere():
    command, = re.findall(r'^```sh\n(find DIR .*?)^```$',
                          read(os.path.join(ROOT, 'docs/ci.md')).decode(),
                          re.MULTILINE | re.DOTALL)
    path = f'{os.path.dirname(tap.PROGRAM)}:{os.environ["PATH"]}'

    def verdicts(code):
        shell('bash', '-c', command.replace('DIR', "'a folder'"),
              env={'PATH': path}, code=code)
        return len(xml.etree.ElementTree.parse('report.xml').findall('.//testcase'))
    lay('a folder/README.md', b'no recording')
    lay('a folder/.git/HEAD', b'ref: refs/heads/main')
    equal(verdicts(0), 0, 'without a recording')
    lay('a folder/sub/good.demo', sample(GOOD))
    lay('a folder/b.Demo.GZ', gzip.compress(sample(GOOD)))
    equal(verdicts(0), 2, 'good ones')
    lay('a folder/bad.demo', sample(BAD))
    equal(verdicts(1), 3, 'with a bad one')


@case('actionlint finds nothing in the workflows, nor in those of docs/ci.md')
def actionlint():
    need('actionlint')
    os.makedirs('.github/workflows')
    shell('git', 'init', '-q', '.')
    shutil.copy(os.path.join(ROOT, 'action.yml'), '.')
    for path in WORKFLOWS:
        shutil.copy(os.path.join(ROOT, path), '.github/workflows')
    for number, flow in enumerate(examples()[0]):
        # with the action itself here, its inputs are compared, too
        here, count = re.subn(r'uses: \S*demofsck@\S+.*', 'uses: ./', flow)
        expect(count, flow)
        write(f'.github/workflows/{number}.yml', here.encode())
    equal(shell('actionlint', '-no-color'), '', 'actionlint')
    write('.github/workflows/bad.yml', b'''on: push
jobs:
  a:
    runs-on: ubuntu-24.04
    steps:
      - uses: ./
        with: {no-such-input: 1}
''')
    expect('no-such-input' in shell('actionlint', '-no-color', code=1),
           'an input that is none')


# ----------------------------------------------------------------- the action

def workspace(**recordings):
    os.mkdir('w')
    os.chdir('w')
    lay('README.md', b'# no recording\n')
    lay('.git/x.demo', b'not looked at\n')
    lay('site/app.js.map', b'{"version":3}\n')
    lay('site/app.MJS.map', b'{"version":3}\n')
    for name, path in recordings.items():
        lay(f'logs/{name}.demo', sample(path))


def used(**inputs):
    return Action(program=tap.PROGRAM, **inputs)


@case('the action passes where all recordings are good, and uploads the report')
def action_good():
    workspace(a=GOOD, b=GOOD)
    got = used()
    equal((got.code, got.output('exit-code')), (0, '0'), got.log)
    expect('2 files: 2 valid' in got.log and '2 files: 2 valid' in got.summary,
           got.log)
    equal(got.used, [{'sarif_file': got.output('sarif'),
                      'category': 'demofsck'}], 'uploads')
    cases = xml.etree.ElementTree.parse(got.output('junit')).findall('.//testcase')
    equal(len(cases), 2, 'test cases')
    equal(used(upload='false').used, [], 'uploads')


@case('the action fails where one is bad, after the upload')
def action_bad():
    workspace(a=GOOD, b=BAD)
    got = used(sarif='out/r.sarif', junit='out/r.xml', category='mine')
    equal((got.code, got.output('exit-code')), (1, '1'), got.log)
    equal(got.used, [{'sarif_file': 'out/r.sarif', 'category': 'mine'}], 'uploads')
    expect('logs/b.demo' in got.uris(), f'{got.uris()}')
    expect('errors were found' in got.summary, got.summary)
    expect('twdemo.chunk_truncated' in got.summary, got.summary)
    expect(os.path.exists('out/r.xml'), 'no JUnit report')


@case('the action tells recordings by their names, compressed ones too')
def action_names():
    workspace()
    for name in NAMED + OTHERS:
        lay(f'logs/{name}', sample(BAD))
    got = used()
    equal(sorted(got.uris()), sorted(f'logs/{name}' for name in NAMED), got.log)


@table('the inputs of the action reach demofsck', [
    ('fail-on', {'fail_on': 'never'}, 0), ('profile', {'profile': 'lenient'}, 0),
    ('config', {'config': 'c.conf'}, 0), ('version', {'version': '9.9'}, 2),
    ('a version that it has', {'version': 'HERE'}, 1),
    ('paths', {'paths': 'logs/a.demo\n\n./logs/../logs/a.demo\n'}, 0),
    ('a folder among the paths', {'paths': 'logs\nlogs/b.demo'}, 1),
    ('a path that is not there', {'paths': 'logs/none.demo'}, 4),
    ('paths without recordings', {'paths': 'site'}, 2),
    ('paths that are no words', {'paths': '$(touch x)\n-delete\n*'}, 4),
    ('a profile that is none', {'profile': '"; touch x; "'}, 2),
    ('a level that is none', {'fail_on': '$(touch x)'}, 2),
    ('a path of a report with lines', {'sarif': 'a\nexit-code=0'}, 2),
    ('a report in the place of another file', {'sarif': 'README.md'}, 4)])
def action_inputs(inputs, code):
    workspace(a=GOOD, b=BAD)
    lay('c.conf', b'fail-on = never\n')
    version = tap.run('--version').out.decode().split()[1]
    got = used(**{n: v.replace('HERE', version) for n, v in inputs.items()})
    equal(got.code, code, got.log)
    expect(not os.path.exists('x'), 'a command of an input was run')
    equal(read('README.md'), b'# no recording\n', 'README.md')
    # what gave no report uploads none
    expect(got.code != 2 or not got.used, f'{got.used}')
    equal(got.commands(), [], got.log)


@case('hostile names are names to the action, and nothing else')
def action_hostile():
    workspace(a=GOOD)
    for name in HOSTILE:
        lay(f'logs/{name}', sample(BAD))
        lay(name, sample(BAD))
    got = used()
    equal((got.code, got.output('exit-code')), (1, '1'), got.log)
    expect(f'{2 * len(HOSTILE) + 1} files: 1 valid' in got.log, got.log)
    equal(got.commands(), [], got.log)
    for path in ('x', 'y', 'logs/x', 'logs/y'):
        expect(not os.path.exists(path), 'a command of a name was run')
    equal(len(got.uris()), 2 * len(HOSTILE), f'{got.uris()}')
    expect('new%0A%3A%3Aerror%3A%3Aline.demo' in got.uris(), f'{got.uris()}')
    inside = re.fullmatch(r'### demofsck: [\w ]+\n\n<pre>\n(.*)</pre>\n',
                          got.summary, re.DOTALL)
    expect(inside and not re.search('[<>]', inside[1]), got.summary)
    expect('&quot;' not in inside[1] and '"&gt;&lt;script&gt;.map' in inside[1],
           got.summary)


@case('a command in a name would reach the runner without the word that stops it')
def commands_seen():
    workspace()
    got = Action.__new__(Action)
    got.log = 'a\n::error::b\n'
    equal(got.commands(), ['::error::b'], 'commands')


@case('a summary stays small, and says that there is more')
def summary_size():
    workspace()
    for number in range(120):
        lay(f'{number:03}{"<" * 200}.demo', sample(BAD))
    got = used()
    equal(got.code, 1, got.log[-500:])
    expect(len(got.summary) < 600000 and '120 files' not in got.summary,
           f'{len(got.summary)} characters')
    expect('The log of this step has all' in got.summary, got.summary[-200:])


TOOL = '''#!/bin/sh
echo "${0##*/} $*" >>"$RUNNER_TEMP/ran"
case "${0##*/} $*" in
"meson install "*) mkdir -p "$RUNNER_TEMP/demofsck/bin" &&
	cp "$BUILT" "$RUNNER_TEMP/demofsck/bin/demofsck" ;;
dpkg-query*) echo installed ;;
esac
'''


@case('the action builds its own checkout where no program is given')
def action_build():
    workspace(a=GOOD)
    for tool in ('meson', 'ninja', 'dpkg-query', 'apt-get', 'sudo'):
        os.chmod(lay(f'../bin/{tool}', TOOL.encode()), 0o755)
    place = os.path.abspath('../bin')
    got = Action({'PATH': f'{place}:{os.environ["PATH"]}', 'BUILT': tap.PROGRAM})
    equal(got.code, 0, got.log)
    expect('1 file: 1 valid' in got.log, got.log)
    ran = read('../runner/ran').decode()
    expect(re.search(rf'^meson setup \S+ {re.escape(ROOT)} --buildtype=release',
                     ran, re.MULTILINE), ran)
    expect('apt-get' not in ran and 'sudo' not in ran, ran)
    equal(got.value('steps.build.outputs.program'),
          f'{got.temp}/demofsck/bin/demofsck', 'program')


if __name__ == '__main__':
    tap.main()
