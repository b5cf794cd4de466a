#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults - the sweeps that drive the program: io, kill, and oom for its part

usage: faults.py io|kill|oom --quick|--full BUILD CORPUS [CASE@POINT]
"""
import os
import platform
import random
import re
import shutil
import sys
import tempfile
import time
import zlib

import cases
import recording
import scene
from scene import Case, Scene, IO, KILLED, OK
from tap import STEP

ERRNOS = ('EIO', 'ENOSPC', 'EINTR', 'EMFILE', 'EACCES')
PRINTED = 20
SKIPPED = 77
# A failing call is repeated so often at most where programs try again.
INTERRUPTIONS = 20
RANDOM_KILLS = {False: 60, True: 1200}


class Sweep:
    def __init__(self, kind, full, build, corpus, only):
        self.kind, self.full, self.corpus, self.only = kind, full, corpus, only
        self.points = self.violations = self.cases = 0
        self.place = tempfile.mkdtemp(
            prefix='demofsck-sweep-',
            dir='/dev/shm' if os.access('/dev/shm', os.W_OK) else None)
        self.tools = os.path.join(build, 'tests', 'sweeps')
        # A list of modules to be loaded first ends at a blank, and so may the
        # path of a build directory have one.
        self.module = shutil.copy(
            os.path.join(self.tools, 'short_of_memory.so'), self.place)
        self.program = program_in(build)
        self.sanitized = is_sanitized(self.program)
        self.scene = Scene(self.place, self.program, self.tools)

    def wants(self, case, point, stride):
        """Is this point part of the run?  The quick form takes one in
        `stride`, always the same ones."""
        text = f'{case.name}@{point}'
        if self.only:
            return self.only == text
        return self.full or zlib.crc32(text.encode()) % (stride * STEP) == 0

    def wants_case(self, case):
        return not self.only or self.only.startswith(case.name + '@')

    def tell(self, case, point, broken):
        """Counts the point and what is broken there."""
        self.points += 1
        for what in broken:
            self.violations += 1
            if self.violations <= PRINTED:
                print(f'{self.kind}: {case.name}@{point}: violated: {what}',
                      flush=True)

    def base(self, case, **how):
        """A run without faults, twice: it must not depend on chance."""
        self.cases += 1
        # Most calls of a run with a sandbox load libraries and start processes.
        if not self.full and '--sandbox=off' not in case.args:
            case.args = [case.args[0], '--sandbox=off', *case.args[1:]]
        self.scene.build(case)
        base = self.scene.run(case, **how)
        before = self.scene.build(case)
        again = self.scene.run(case, **how)
        broken = list(scene.failure_holds(case, before, again, base))
        if again.code != base.code or case.code not in (None, base.code):
            broken.append(f'exit code: {base.code}, {again.code} without '
                          f'faults, want {case.code}: {base.err[-200:]!r}')
        broken += filter(None, [scene.in_order(base.log)])
        self.tell(case, 'none', broken)
        return base

    def close(self):
        part = ', program' if self.kind == 'oom' else ''
        print(f'{self.kind}{part}: {self.points} points, {self.violations} '
              f'violations in {self.cases} runs')
        return 1 if self.violations or not self.points else 0


# --------------------------------------------------------------------- io

def faults(call, sanitized):
    """Names of faults for a system call, and their options.  A sanitizer
    does not survive without memory of its own."""
    # brk() sets no errno, umask() cannot fail.
    if call in (scene.BRK, scene.UMASK) or sanitized and call in scene.MEMORY:
        return
    for name in ERRNOS:
        options = ['-e', str(scene.errno_number(name))]
        yield f'{name}:once', options
        # A call that is interrupted for ever may be repeated for ever.
        many = INTERRUPTIONS if name == 'EINTR' else 0
        yield f'{name}:sticky', options + ['-r', str(many)]
    if call in (scene.READ, scene.WRITE, scene.PREAD, scene.PWRITE):
        for most in (1, 100):
            yield f'short{most}:once', ['-s', str(most)]
            yield f'short{most}:sticky', ['-s', str(most), '-r', '0']


def io_holds(case, before, outcome, base, number, call, fault):
    # What cannot be removed is left, and so is the original if it can take
    # neither name; all else of the property holds.
    stuck = call in (scene.UNLINKAT, scene.RMDIR) or (
        call == scene.RENAMEAT and case.in_place and 'sticky' in fault)
    yield from scene.failure_holds(case, before, outcome, base, stuck)
    reached = any(line[0] == number for line in outcome.log)
    if fault.startswith('short') and outcome.code != base.code:
        yield f'exit code: {outcome.code} after a short transfer'
    if call == scene.FSYNC and reached and outcome.code != IO:
        yield f'durable: exit {outcome.code} though fsync failed'


def sweep_io(sweep):
    for case in cases.looks() + cases.repairs():
        if not sweep.wants_case(case):
            continue
        base = sweep.base(case)
        for number, call, *_ in base.log:
            name = scene.NAMES.get(call, f'call-{call}')
            for fault, options in faults(call, sweep.sanitized):
                point = f'{number}:{name}:{fault}'
                # What makes or removes names is in the quick form always.
                naming = call in scene.NAMING and fault == 'EIO:once'
                if not sweep.wants(case, point, 1 if naming else 36):
                    continue
                before = sweep.scene.build(case)
                outcome = sweep.scene.run(case, ['-n', str(number), *options])
                sweep.tell(case, point, io_holds(
                    case, before, outcome, base, number, call, fault))


# ------------------------------------------------------------------- kill

def retry(sweep, case, base):
    """After a kill, the same command does what it would have done."""
    args = list(case.args)
    if case.in_place and '-f' not in args:
        args.insert(1, '-f')  # the second name of the original may be there
    there = sweep.scene.snapshot(case)
    if '-f' not in args and any(p in there for p in case.outputs):
        return
    leftover = {p for p in there if scene.TEMPORARY.match(os.path.basename(p))}
    if case.in_place and base.after[case.in_place[0]].same(
            there.get(case.in_place[0])):
        return  # it was done
    outcome = sweep.scene.run(case, args=args)
    if outcome.code != base.code:
        yield f'retry: exit {outcome.code}: {outcome.err[-200:]!r}'
    elif not scene.is_complete(case, outcome, base):
        yield 'retry: the output is not complete'
    if set(outcome.after) - set(base.after) - leftover:
        yield 'retry: other names'


def after_kill(sweep, case, before, outcome, base):
    broken = list(scene.files_hold(case, before, outcome, base,
                                   case.may_leave))
    if outcome.code != KILLED:
        broken += scene.failure_holds(case, before, outcome, base)
    return broken + list(retry(sweep, case, base))


def kill_at_calls(sweep):
    many = 48 if sweep.full else 8
    for case in cases.repairs() + cases.samples(sweep.corpus, many):
        if not sweep.wants_case(case):
            continue
        base = sweep.base(case)
        for number, call, *_ in base.log:
            point = f'{number}:{scene.NAMES.get(call, call)}'
            if not sweep.wants(case, point, 5):
                continue
            before = sweep.scene.build(case)
            outcome = sweep.scene.run(case, ['-n', str(number), '-k'])
            broken = after_kill(sweep, case, before, outcome, base)
            if outcome.code != KILLED:
                broken.append('not killed')
            sweep.tell(case, point, broken)


def large():
    data = recording.unfinished(200_000)
    for end, inject in (('', ()), ('-named', ('-t',)), ('-linked', ('-x',))):
        yield Case('large' + end, OK, ['repair', '-q', 'in', '-o', 'out'],
                   {'in': data}, ['out'], inject=inject)
        yield Case('large-in-place' + end, OK,
                   ['repair', '-q', '--in-place', 'in'], {'in': data},
                   in_place=('in', 'in.orig'), inject=inject)


def kill_at_random(sweep):
    """Points are kills: runs that were faster are checked, not counted."""
    chance = random.Random(3)
    for case in large():
        if not sweep.wants_case(case):
            continue
        base = sweep.base(case)
        sweep.scene.build(case)
        began = time.monotonic()
        sweep.scene.run(case, ['-u', '60000000'])
        whole = time.monotonic() - began
        kills = tries = 0
        while kills < RANDOM_KILLS[sweep.full] // 6 and tries < 2000:
            tries += 1
            after = int(chance.uniform(0, whole * 1.1) * 1e6)
            if sweep.only:
                after = int(sweep.only.rpartition('@')[2].rstrip('us'))
            before = sweep.scene.build(case)
            outcome = sweep.scene.run(case, ['-u', str(after)])
            broken = after_kill(sweep, case, before, outcome, base)
            kills += outcome.code == KILLED
            if broken or outcome.code == KILLED:
                sweep.tell(case, f'{after}us', broken)


def sweep_kill(sweep):
    kill_at_calls(sweep)
    kill_at_random(sweep)


# -------------------------------------------------------------------- oom

def preloaded(sweep, number, sticky):
    env = {'LD_PRELOAD': sweep.module,
           'SWEEP_FAIL_AT': str(number),
           'SWEEP_COUNT': os.path.join(sweep.place, 'count')}
    if sticky:
        env['SWEEP_STICKY'] = '1'
    return env


def sweep_oom(sweep):
    for case in cases.looks() + cases.repairs() + cases.reports():
        if case.inject or not sweep.wants_case(case):
            continue
        # The module counts the allocations of one process.
        case.args = [case.args[0], '--sandbox=off', *case.args[1:]]
        base = sweep.base(case, inject=None, env=preloaded(sweep, 0, False))
        with open(os.path.join(sweep.place, 'count'), encoding='ascii') as f:
            calls = int(f.read())
        for number in range(1, calls + 1):
            for how in ('once', 'sticky'):
                point = f'{number}:{how}'
                if not sweep.wants(case, point, 12):
                    continue
                before = sweep.scene.build(case)
                outcome = sweep.scene.run(
                    case, inject=None,
                    env=preloaded(sweep, number, how == 'sticky'))
                sweep.tell(case, point, scene.failure_holds(
                    case, before, outcome, base))


def program_in(build):
    return os.path.join(build, 'cli', 'demofsck')


def is_sanitized(program):
    with open(program, 'rb') as f:
        return re.search(rb'__(asan|msan|tsan)_init', f.read()) is not None


def main():
    kind, form, build, corpus = sys.argv[1:5]
    only = sys.argv[5] if len(sys.argv) > 5 else None
    if kind == 'oom' and is_sanitized(program_in(build)):
        print('oom, program: not run: a sanitizer has its own allocator')
        return 0
    if kind != 'oom' and platform.machine() != 'x86_64':
        print(f'{kind}: not run: system calls are traced on x86-64 only')
        return SKIPPED
    sweep = Sweep(kind, form == '--full', build, corpus, only)
    try:
        {'io': sweep_io, 'kill': sweep_kill, 'oom': sweep_oom}[kind](sweep)
    finally:
        shutil.rmtree(sweep.place, ignore_errors=True)
    return sweep.close()


if __name__ == '__main__':
    sys.exit(main())
