#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_complete - the words that the program offers, and the shells that ask for them

usage: cli_complete.py DEMOFSCK ROOT
"""
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time

import tap
from tap import case, equal, expect, run, write

ROOT = os.path.abspath(sys.argv[2])
LOADERS = os.path.join(ROOT, 'contrib/completions')
COMMANDS = ['check', 'repair', 'info', 'inspect', 'scrub', 'rules', 'explain']


def offered(*words):
    """What is offered in the place of the last word: {word: text}."""
    done = run('--complete', *words).exits(0)
    equal(done.err, b'', words)
    lines = done.out.decode().splitlines()
    expect(all(line.count('\t') == 1 for line in lines), lines)
    return dict(line.split('\t') for line in lines)


def rules():
    return [r['id'] for r in json.loads(run('rules', '--format=json').out)]


def options(command):
    """The options in the help of a command, with = if they need a value."""
    text = run('help', command).exits(0).out.decode()
    return [name + ('=' if value else '') for name, value in
            re.findall(r'^  (?:-\w,|   ) (--[a-z0-9-]+)(=?)', text, re.MULTILINE)]


# ------------------------------------------------------------ the program -----
@case('the first word is a command, and help is followed by one')
def commands():
    more = ['help', '--help', '--version']
    equal(list(offered('')), COMMANDS + more, 'commands')
    equal(list(offered()), COMMANDS + more, 'no word')
    equal(list(offered('re')), ['repair'], 're')
    equal(offered('crash'), {'': 'files'}, 'a file that is checked')
    equal(list(offered('--h')), ['--help'], '--h')
    equal(list(offered('help', 'in')), ['info', 'inspect'], 'help in')
    for unknown in (['check2', ''], ['--complete', ''], ['help', 'info', ''], ['', '']):
        equal(offered(*unknown), {}, unknown)


@case('each option of a command is offered, with its text, and no other')
def all_options():
    for command in COMMANDS:
        got = offered(command, '-')
        equal(sorted(got), sorted(options(command)), command)
        expect(all(got.values()), got)
        equal(list(offered(command, '--hel')), ['--help'], command)


@case('each value that is offered is one that the option takes')
def values():
    counted = 0
    for command in COMMANDS:
        for option in [o for o in options(command) if o.endswith('=')]:
            for word in offered(command, option):
                if not word or (option == '--rule=' and counted > 99):
                    continue
                if option == '--rule=':
                    got = offered(command, word)
                    equal(list(got), [word + s for s in
                                      ('off', 'note', 'warning', 'error')], word)
                    word += 'error'
                elif word.endswith('='):
                    word += '1'
                elif word.endswith(':'):
                    word += 'file'
                counted += 1
                run(command, word, '--help').exits(0)
    expect(counted > 150, counted)


@case('values follow their option in the same word or as the next word')
def places():
    equal(list(offered('check', '--as=snap')), ['--as=snapshot', '--as=snapshot-delta'],
          'one word')
    equal(list(offered('check', '--as', 'snap')), ['snapshot', 'snapshot-delta'],
          'two words')
    equal(list(offered('check', '-v', '--depth', '')), ['full', 'messages', 'framing'],
          'an empty word')
    equal(offered('repair', '-fo', ''), {'': 'files'}, 'letters')
    equal(offered('repair', '-d', ''), {'': 'directories'}, '-d')
    equal(offered('repair', '-o', '-x', '--lev'), offered('repair', '--lev'),
          'a value that looks like an option')
    equal(offered('check', '--config=x'), {'': 'files'}, 'a file')
    equal(offered('check', '--jobs='), {}, 'a number')
    equal(offered('check', '--quiet=x'), {}, 'no value')
    equal(offered('check', '--nothing=x'), {}, 'no option')
    equal(offered('check', '--', '--q'), {'': 'files'}, 'after --')
    equal(offered('check', 'a', 'b'), {'': 'files'}, 'operands')
    equal(offered('rules', ''), {}, 'rules')
    equal(sorted(offered('explain', '')), sorted(rules()), 'explain')
    equal(sorted(offered('check', '--rule', '')), sorted(r + '=' for r in rules()),
          '--rule')
    equal(list(offered('repair', '--format=sarif')),
          ['--format=sarif:github', '--format=sarif'], 'forms')
    equal(list(offered('inspect', '--format', '')), ['text', 'ndjson'], 'of inspect')
    long = 'x' * 9999
    equal(offered('check', '--as=' + long), {}, 'a long word')
    equal(offered('check', '--rule=' + long + '=e'), {}, 'a long rule')


# ------------------------------------------------------------- the shells -----
# What is typed, and the whole words that a shell offers, sorted.
ASKED = [
    ('re', ['repair']),
    ('my', ['my file.demo', 'my_folder/']),
    ('check --only', ['--only=']),
    ('check --as=snapshot', ['--as=snapshot', '--as=snapshot-delta']),
    ('check --format sarif', ['sarif', 'sarif:github']),
    ('check --format=sarif:', ['--format=sarif:github']),
    ('check --rule=dem.stop_m', ['--rule=dem.stop_missing=']),
    ('check --rule=dem.stop_missing=er', ['--rule=dem.stop_missing=error']),
    ('explain dem.stop_m', ['dem.stop_missing']),
    ('info my', ['my file.demo', 'my_folder/']),
    ('inspect --svg=my_f', ['--svg=my_folder/']),
    ('repair -d my', ['my_folder/']),
]


def surroundings(shell):
    if shutil.which(shell) is None:
        raise tap.Skipped(f'{shell} is not installed')
    write('my file.demo', b'')
    os.mkdir('my_folder')
    os.mkdir('bin')
    os.symlink(tap.PROGRAM, 'bin/demofsck')
    return dict(os.environ, PATH=os.path.abspath('bin') + ':' + os.environ['PATH'],
                HOME=os.getcwd(), LC_ALL='C.UTF-8', TERM='dumb')


def read_until(terminal, end, seconds=20):
    """What a terminal shows until the text `end`."""
    shown, last = b'', time.monotonic() + seconds
    while end not in shown and time.monotonic() < last:
        if select.select([terminal], [], [], 0.5)[0]:
            shown += os.read(terminal, 65536)
    expect(end in shown, f'{end!r} is not in {shown!r}')
    return shown


def type_into(command, env, insert, cut_words):
    """Types each line into a shell, has it insert all that it offers, and compares.

    `insert`: the keys for that.  `cut_words`: of --option=VALUE, each further
    candidate is VALUE alone.
    """
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(command[0], command, env)
    try:
        read_until(terminal, b'ready> ')
        for typed, want in ASKED:
            # ^A goes to the start of the line.
            os.write(terminal, b'demofsck ' + typed.encode() + insert + b'\x01show \n')
            shown = read_until(terminal, b'\r\nend of words\r\n').decode()
            got = re.findall(r'<([^<>]*)>\r\n', shown)
            *before, last = typed.split()
            left = len(re.match('(.*[=:])?', last).group(0)) if cut_words else 0
            equal([word.rstrip('/') for word in got],
                  before + [want[0].rstrip('/')] +
                  [word[left:].rstrip('/') for word in want[1:]], typed)
    finally:
        os.kill(pid, 9)
        os.close(terminal)
        os.waitpid(pid, 0)


SHOW = "show() { shift; printf '<%s>\\n' \"$@\"; echo end of words; }\n"


@case('bash completes commands, options, values, rules and files')
def bash():
    env = surroundings('bash')
    write('rc', f'. {LOADERS}/demofsck.bash\nPS1="ready> "\n{SHOW}'
          'bind "set enable-bracketed-paste off"\n'.encode())
    type_into(['bash', '--noprofile', '--rcfile', 'rc', '-i'], env, b'\x1b*', True)


@case('zsh completes commands, options, values, rules and files')
def zsh():
    env = surroundings('zsh')
    # The list is sorted, and its words are inserted.
    write('.zshrc', f"""fpath=({LOADERS} $fpath)
autoload -Uz compinit && compinit -u -d dump
zstyle ':completion:all:*' completer _all_matches _complete
zstyle ':completion:all:*' insert yes
zle -C all complete-word _generic
bindkey -e
bindkey '^X^A' all
unset zle_bracketed_paste
PS1='ready> '
{SHOW}""".encode())
    type_into(['zsh', '-d', '-i'], dict(env, ZDOTDIR=os.getcwd()), b'\x18\x01', False)


@case('fish completes commands, options, values, rules and files')
def fish():
    env = surroundings('fish')
    script = f'source {LOADERS}/demofsck.fish\n'
    for typed, _ in ASKED:
        script += f'complete -C "demofsck {typed}"\necho end of words\n'
    done = subprocess.run(['fish', '--no-config', '-c', script], env=env,
                          capture_output=True, timeout=60)
    equal((done.returncode, done.stderr), (0, b''), 'fish')
    shown = done.stdout.decode().split('end of words\n')
    for (typed, want), lines in zip(ASKED, shown):
        got = [line.partition('\t') for line in lines.splitlines()]
        equal(sorted(word.replace('\\', '') for word, _, _ in got), want, typed)
        if typed.startswith('explain'):
            expect('dem_stop' in got[0][2], got)


if __name__ == '__main__':
    tap.main()
