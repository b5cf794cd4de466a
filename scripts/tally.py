#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tally - how many tests of a build directory passed and failed

usage: tally.py BUILD
       tally.py BUILD --failures [EXCUSE]

Prints four numbers: cases passed, failed and skipped, and how many tests the
unit test programs themselves say that they ran.  Counts the log of the last
`meson test`: the cases of TAP output, else whole programs.  A case that is
skipped has not passed, and a program that ends early has failed.

--failures lists what failed instead, and exits 1 if anything did.  A failed
case is left out if what it prints contains EXCUSE.
"""
import json
import os
import re
import sys

CASE = re.compile(r'^(not )?ok\b(.*)$')


class Case:
    def __init__(self, text, passed):
        self.text, self.notes = text, ''
        self.skipped = re.search(r'# *skip\b', text, re.IGNORECASE) is not None
        self.failed = not passed and not self.skipped
        self.passed = passed and not self.skipped


def cases(out):
    """The cases of TAP output; None: there is none, or it was cut short."""
    found, plan = [], None
    for line in out.splitlines():
        case = CASE.match(line)
        if case:
            found.append(Case(line, not case[1]))
        elif re.match(r'1\.\.\d+', line):
            plan = int(re.match(r'1\.\.(\d+)', line)[1])
        elif found:
            found[-1].notes += line + '\n'
    whole = plan is not None and plan == len(found)
    return found, whole


class Program:
    """One program of the suite, as the log has it."""

    def __init__(self, test):
        out = test.get('stdout', '')
        self.name, self.result = test['name'], test['result']
        self.ended_well = self.result in ('OK', 'EXPECTEDFAIL')
        self.skipped = self.result == 'SKIP'
        self.cases, whole = cases(out)
        # meson says ERROR of a program that crashed, and of one that exits
        # with 1 because of a case that failed.
        self.broken = not self.ended_well and not self.skipped and \
            not (self.cases and whole and any(c.failed for c in self.cases))
        self.unit = sum(int(n) for n in re.findall(
            r'Synthesis: Tested: (?:\x1b\[[\d;]*m)?(\d+)',
            test.get('stderr', '') + out))

    def counts(self):
        """Passed, failed, skipped."""
        if not self.cases:
            return (int(self.ended_well), int(self.broken), int(self.skipped))
        return (sum(c.passed for c in self.cases),
                sum(c.failed for c in self.cases) + self.broken,
                sum(c.skipped for c in self.cases))

    def failures(self, excuse):
        for case in self.cases:
            if case.failed and not (excuse and excuse in case.notes):
                yield f'{self.name}: {case.text}\n{case.notes}'.rstrip()
        if self.broken:
            yield f'{self.name}: {self.result}'


def programs(build):
    path = os.path.join(build, 'meson-logs', 'testlog.json')
    if not os.path.exists(path):
        return []  # `meson test` without any test writes none
    with open(path, encoding='utf-8') as f:
        return [Program(json.loads(line)) for line in f]


def main(argv):
    ran = programs(argv[1])
    if argv[2:3] == ['--failures']:
        excuse = argv[3] if len(argv) > 3 else None
        found = [text for p in ran for text in p.failures(excuse)]
        print(*found, sep='\n', end='\n' if found else '')
        return 1 if found else 0
    counts = [p.counts() for p in ran]
    print(*(sum(column) for column in zip((0, 0, 0), *counts)),
          sum(p.unit for p in ran))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
