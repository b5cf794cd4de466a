#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_hook - no commit gets a bad recording, with pre-commit and without it

usage: test_hook.py DEMOFSCK ROOT
"""
import os
import re
import shutil

import tap
import yaml
from runner import (BAD, GOOD, HOSTILE, NAMED, OTHERS, ROOT, document, lay, need, sample,
                    shell)
from tap import case, equal, expect

HOOK = os.path.join(ROOT, 'contrib/pre-commit/demofsck-hook')


def git(*words, **how):
    return shell('git', '-c', 'user.name=a', '-c', 'user.email=a@b', *words, **how)


def repository():
    need('git')
    os.mkdir('r')
    os.chdir('r')
    git('init', '-q', '.')


def hook(*words, code=0, **how):
    return shell(HOOK, *words, code=code, env={'DEMOFSCK': tap.PROGRAM}, **how)


@case('the hook looks at staged recordings as they are staged')
def hook_staged():
    repository()
    equal(hook(), '', 'nothing is staged')
    lay('good.demo', sample(GOOD))
    lay('app.js.map', b'{}')
    lay('notes.txt', b'')
    os.symlink(os.path.join(ROOT, 'corpus', BAD), 'link.demo')
    git('add', '.')
    lay('good.demo', b'changed since')
    lay('never-added.demo', b'')
    equal(hook(), '', 'a good one')
    lay('sub/bad.demo', sample(BAD))
    lay('sub/UPPER.DEMO', sample(BAD))
    git('add', 'sub')
    lay('sub/bad.demo', sample(GOOD))
    said = hook(code=1, cwd='sub')
    expect('\nsub/bad.demo: truncated: ' in said and 'good.demo' not in said and
           'sub/UPPER.DEMO' in said, said)
    lay('c.conf', b'fail-on = never\n')
    hook('--config=c.conf')
    hook('--profile=nothing', code=2)
    git('commit', '-q', '-m', 'all')
    git('rm', '-q', '--cached', 'sub/bad.demo')
    equal(hook(), '', 'one is removed')


@case('recordings are told by their names, compressed ones too')
def hook_names():
    repository()
    for name in NAMED + OTHERS:
        lay(name, sample(BAD))
    git('add', '.')
    said = hook(code=1)
    told = document('.pre-commit-hooks.yaml')[0]
    for name in NAMED + OTHERS:
        wanted = name in NAMED
        equal(f'\n{name}: ' in said, wanted, f'{name} in\n{said}')
        equal(bool(re.search(told['files'], name) and
                   not re.search(told['exclude'], name)), wanted, name)


@case('the hook says that there is no demofsck, and that there is no repository')
def hook_without():
    lay('a.demo', sample(GOOD))
    said = shell(HOOK, 'a.demo', env={'DEMOFSCK': './none'}, code=127)
    expect('./none is not installed' in said, said)
    code, said = shell(HOOK, env={'DEMOFSCK': tap.PROGRAM,
                                  'GIT_DIR': '/nonexistent'}, code=None)
    expect(code not in (0, 1), said)


@case('the hook takes names as pre-commit gives them')
def hook_named():
    lay('good.demo', sample(GOOD))
    lay('bad.demo', sample(BAD))
    lay('--exit-zero', b'')
    hook('good.demo')
    said = hook('-v', '--fail-on=error', 'good.demo', 'bad.demo', code=1)
    expect('bad.demo: truncated: ' in said, said)
    hook('bad.demo', '--exit-zero', code=1)
    expect('could not be read' in hook('none.demo', code=4), 'none.demo')
    expect('undecided' in hook('--limit=input_bytes=20', 'good.demo', code=5),
           'a limit')


@case('hostile names are names to the hook, staged or given')
def hook_hostile():
    repository()
    for name in HOSTILE:
        lay(name, sample(BAD))
    git('add', '.')
    for words in ((), HOSTILE):
        said = hook(*words, code=1)
        equal(len(re.findall(r': truncated: ', said)), len(HOSTILE), said)
        expect('\n::error' not in said, said)
    expect(not os.path.exists('x') and not os.path.exists('y'),
           'a command of a name was run')


@case('git itself refuses the commit')
def hook_of_git():
    repository()
    os.makedirs('.git/hooks', exist_ok=True)
    os.symlink(HOOK, '.git/hooks/pre-commit')
    env = {'DEMOFSCK': tap.PROGRAM}
    lay('good.demo', sample(GOOD))
    git('add', '.')
    git('commit', '-q', '-m', 'good', env=env)
    lay('bad.demo', sample(BAD))
    git('add', '.')
    git('commit', '-q', '-m', 'bad', env=env, code=1)
    equal(git('log', '--format=%s'), 'good\n', 'commits')


@case('pre-commit runs the hook')
def pre_commit():
    need('pre-commit')
    repository()
    os.chdir('..')
    for path in ('.pre-commit-hooks.yaml', 'contrib/pre-commit/demofsck-hook'):
        os.makedirs(os.path.dirname(f'hooks/{path}'), exist_ok=True)
        shutil.copy(os.path.join(ROOT, path), f'hooks/{path}')
    git('init', '-q', 'hooks')
    git('add', '.', cwd='hooks')
    git('commit', '-q', '-m', 'hooks', cwd='hooks')
    rev = git('rev-parse', 'HEAD', cwd='hooks').strip()
    here = os.path.abspath('hooks')
    env = {'DEMOFSCK': tap.PROGRAM, 'PRE_COMMIT_HOME': os.path.abspath('home'),
           'PATH': os.environ['PATH']}
    os.chdir('r')
    lay('.pre-commit-config.yaml', yaml.safe_dump({'repos': [{
        'repo': here, 'rev': rev, 'hooks': [
            {'id': 'demofsck', 'args': ['--profile=playback']}]}]}).encode())
    lay('good.demo', sample(GOOD))
    lay('app.js.map', b'{}')
    git('add', '.')
    said = shell('pre-commit', 'run', '--color=never', env=env)
    expect(re.search(r'^demofsck\.+Passed$', said, re.MULTILINE), said)
    for name in HOSTILE[:-1]:  # the last one is not UTF-8: pre-commit cannot print it
        lay(name, sample(BAD))
    git('add', '.')
    said = shell('pre-commit', 'run', '--color=never', env=env, code=1)
    expect(re.search(r'^demofsck\.+Failed$', said, re.MULTILINE) and
           '- exit code: 1' in said, said)
    equal(len(re.findall(r': truncated ', said)),
          len(HOSTILE) - 1, said)
    expect('app.js.map' not in said and not os.path.exists('x'), said)


if __name__ == '__main__':
    tap.main()
