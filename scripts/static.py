#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""static - what analyzers found, without what was reviewed

usage: static.py SUPPRESSIONS TOOL=LOGS... | --read

LOGS is a directory with the output of TOOL, as lines

  file:line:column: severity: message [check]

A row of SUPPRESSIONS is tool, check, file, text and reason, separated by tabs;
file is a pattern, and text stands in the line of source (* for any).  Prints
what no row answers, and each row that answers nothing, and fails if it printed
anything.
"""
import fnmatch
import os
import re
import sys

FINDING = re.compile(
    r'^(?P<file>[^:\s][^:]*):(?P<line>\d+):(?:(?P<column>\d+):)? '
    r'(?:fatal )?(?P<severity>warning|error|style|performance|portability|'
    r'information): (?P<message>.*?)(?: \[(?P<check>[^\]]+)\])?$')


def findings(tool, logs):
    """(tool, check, file, line, message), each once."""
    seen = {}
    for name in sorted(os.listdir(logs)):
        with open(os.path.join(logs, name), errors='replace') as f:
            for text in f:
                m = FINDING.match(text.rstrip('\n'))
                if m:
                    path = os.path.relpath(m['file'])
                    check = re.sub(r'^CWE-\d+\] \[', '', m['check'] or '')
                    key = (tool, check, path, int(m['line']))
                    seen[key] = m['message']
    return [k + (message,) for k, message in sorted(seen.items())]


def source(path, line):
    try:
        with open(path, errors='replace') as f:
            return f.read().split('\n')[line - 1].strip()
    except (OSError, IndexError):
        return ''


class Row:
    def __init__(self, text, where):
        self.where = where
        self.hits = 0
        columns = [c for c in text.rstrip('\n').split('\t') if c]
        if len(columns) != 5 or len(columns[4]) < 15:
            sys.exit('%s: five columns with a reason are needed' % where)
        self.tool, self.check, self.file, self.text, _ = columns

    def answers(self, finding):
        tool, check, path, line, _ = finding
        return (tool == self.tool and check == self.check and
                fnmatch.fnmatchcase(path, self.file) and
                (self.text == '*' or self.text in source(path, line)))


def main(argv):
    rows = []
    with open(argv[1], encoding='utf-8') as f:
        for n, text in enumerate(f, 1):
            if text.strip() and not text.startswith('#'):
                rows.append(Row(text, '%s:%d' % (argv[1], n)))
    if argv[2] == '--read':
        return 0
    left = answered = 0
    for pair in argv[2:]:
        tool, logs = pair.split('=', 1)
        for finding in findings(tool, logs):
            row = next((r for r in rows if r.answers(finding)), None)
            if row:
                row.hits += 1
                answered += 1
                continue
            left += 1
            print('%s:%d: %s: %s [%s]' % (finding[2], finding[3], tool,
                                          finding[4], finding[1]))
    for row in rows:
        if not row.hits:
            left += 1
            print('%s: answers no finding' % row.where)
    print('%d findings, %d answered by %d reviewed rows, %d left'
          % (left + answered, answered, len(rows), left))
    return 1 if left else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
