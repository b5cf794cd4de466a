#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tally - how many tests of a build directory passed and failed

usage: tally.py BUILD

Prints three numbers: tests passed, tests failed, and how many tests the unit
test programs themselves say that they ran.  Counts the log of the last
`meson test`: the cases of TAP output, else whole programs.
"""
import json
import os
import re
import sys


def tally(log):
    passed = failed = unit = 0
    for line in log:
        test = json.loads(line)
        out = test.get('stdout', '')
        good = len(re.findall(r'^ok\b', out, re.MULTILINE))
        bad = len(re.findall(r'^not ok\b', out, re.MULTILINE))
        ended_well = test['result'] in ('OK', 'EXPECTEDFAIL')
        skipped = test['result'] == 'SKIP'
        if not good + bad and not skipped:
            good = int(ended_well)
        if not ended_well and not skipped:
            bad = max(bad, 1)
        passed += good
        failed += bad
        unit += sum(int(n) for n in re.findall(
            r'Synthesis: Tested: (?:\x1b\[[\d;]*m)?(\d+)',
            test.get('stderr', '') + out))
    return passed, failed, unit


if __name__ == '__main__':
    path = os.path.join(sys.argv[1], 'meson-logs', 'testlog.json')
    with open(path, encoding='utf-8') as f:
        print(*tally(f))
