# SPDX-License-Identifier: MIT
"""runner - runs the steps of action.yml as a runner of GitHub would

Their expressions are given values, their scripts to bash, and what they write to the
files of the runner is read.  Actions of others are not run: nothing is downloaded.
"""
import json
import os
import re
import shutil
import subprocess
import sys

import tap
import yaml
from tap import equal, expect, read, write

ROOT = os.path.abspath(sys.argv[2])
GOOD, BAD = 'twdemo/good/v6.demo', 'twdemo/crash/page.demo'
# Names of recordings, and others: the action and both hooks go by the name alone.
NAMED = ('a.demo', 'b.DEM.xz', 'c.teehistorian.zst', 'd.map.bz2', 'E.Demo.GZ', 'f.map')
OTHERS = ('app.js.map', 'site.css.map.gz', 'x.MJS.map.xz', 'n.txt.gz', 'demo.zst', 'demo')
HOSTILE = ('$(touch x).demo', '"><script>.map', '`touch y`.dem', 'a  b.demo',
           'new\n::error::line.demo', '-q.demo', '</pre>.teehistorian',
           '* [x](http:y).demo', "it's.demo", 'bad\udcff.demo')


def sample(path):
    return read(os.path.join(ROOT, 'corpus', path))


def lay(path, data):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    return write(path, data)


def document(path):
    return yaml.safe_load(read(os.path.join(ROOT, path)))


def need(tool):
    if not shutil.which(tool):
        raise tap.Skipped(f'{tool} is not installed')


def shell(*words, env=None, code=0, cwd=None):
    """Both streams, in the order in which they were written."""
    # git as it is, whatever whoever runs the tests told it
    plain = dict(os.environ, GIT_CONFIG_GLOBAL='/dev/null', GIT_CONFIG_NOSYSTEM='1')
    done = subprocess.run(words, env={**plain, **(env or {})}, cwd=cwd,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=150)
    said = done.stdout.decode(errors='surrogateescape')
    expect(code is None or done.returncode == code,
           f'{words}: exit {done.returncode}, want {code}\n{said}')
    return said if code is not None else (done.returncode, said)


class Action:
    """One use of the action in the current directory, which is the workspace."""

    def __init__(self, env=None, **inputs):
        self.temp = os.path.abspath('../runner')
        os.makedirs(self.temp, exist_ok=True)
        self.values = {f'inputs.{name}': str(i.get('default', '')) for name, i in
                       document('action.yml')['inputs'].items()}
        for name, value in inputs.items():
            self.values['inputs.' + name.replace('_', '-')] = value
        self.used, self.summary, self.log, self.code = [], '', '', 0
        self.env = env or {}
        for step in document('action.yml')['runs']['steps']:
            if self.code == 0 and self.truth(step.get('if', 'true')):
                self.step(step)

    def value(self, expression):
        """`a || b` of names"""
        for name in expression.split('||'):
            if found := self.values.get(name.strip(), ''):
                return found
        return ''

    def text(self, template):
        return re.sub(r'\$\{\{(.*?)\}\}', lambda m: self.value(m[1]), template)

    def truth(self, condition):
        """Comparisons of a name with a text, joined by &&"""
        if condition == 'true':
            return True
        parts = [re.fullmatch(r"([\w.-]+) (==|!=) '(\w*)'", part.strip())
                 for part in condition.split('&&')]
        expect(all(parts), f'a condition that this test cannot read: {condition}')
        return all((self.value(p[1]) == p[3]) == (p[2] == '==') for p in parts)

    def step(self, step):
        if 'uses' in step:
            self.used.append({n: self.text(v) for n, v in step['with'].items()})
            return
        equal(step['shell'], 'bash', 'shell')
        files = {name: os.path.join(self.temp, name) for name in
                 ('GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_PATH')}
        for path in files.values():
            write(path, b'')
        script = write(os.path.join(self.temp, 'step.sh'), step['run'].encode())
        env = {n: self.text(v) for n, v in step.get('env', {}).items()}
        self.code, said = shell(
            'bash', '--noprofile', '--norc', '-eo', 'pipefail', script, code=None,
            env={**env, **files, **self.env, 'RUNNER_TEMP': self.temp,
                 'GITHUB_ACTION_PATH': ROOT})
        self.log += said
        self.summary += read(files['GITHUB_STEP_SUMMARY']).decode()
        for line in read(files['GITHUB_OUTPUT']).decode().splitlines():
            name, _, value = line.partition('=')
            self.values[f'steps.{step["id"]}.outputs.{name}'] = value

    def output(self, name):
        return self.values.get(f'steps.check.outputs.{name}')

    def uris(self):
        run, = json.loads(read(self.output('sarif')))['runs']
        return {r['locations'][0]['physicalLocation']['artifactLocation']['uri']
                for r in run['results']}

    def commands(self):
        """Lines that the runner would obey, but those that stop it"""
        lines, stopped = [], None
        for line in self.log.splitlines():
            line = line.strip()
            if stopped:
                stopped = None if line == stopped else stopped
            elif line.startswith('::stop-commands::'):
                stopped = f'::{line.split("::")[2]}::'
            elif line.startswith('::') or '##[' in line:
                lines.append(line)
        expect(not stopped, 'the runner is not told to go on')
        return lines
