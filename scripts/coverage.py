#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""coverage - lines, branches and MC/DC per folder, against their floors

usage: coverage.py EXPORT.json ROOT FLOORS SCOPE [--check]

EXPORT.json is what `llvm-cov export` writes.  A function of a header is
compiled into many programs: something is covered if any of them covers it.
SCOPE picks the rows of FLOORS that hold: `all` or `corpus`.  What is missed is
listed by file and line.  With --check a figure below its floor is a failure.
"""
import json
import os
import re
import sys

OTHERS = ('validator', 'repair', 'api', 'cli')
KINDS = ('lines', 'branches', 'mcdc')


def line_counts(segments):
    """Line -> count, as llvm-cov counts lines (LineCoverageStats)."""
    lines = {}
    wrapped = None
    last = max((s[0] for s in segments), default=0)
    by_line = {}
    for s in segments:
        by_line.setdefault(s[0], []).append(s)
    for line in range(min(by_line, default=1), last + 1):
        here = by_line.get(line, [])
        starts = [s for s in here if s[3] and s[4] and not s[5]]
        skipped = here and here[0][4] and not here[0][3]
        mapped = starts or (wrapped and wrapped[3] and not skipped)
        if mapped or any(s[3] and s[4] for s in here):
            counts = [s[2] for s in starts]
            if wrapped and wrapped[3]:
                counts.append(wrapped[2])
            lines[line] = max(counts, default=0)
        if here:
            wrapped = here[-1]
    return lines


class Tally:
    """What was met and what was missed, per file."""

    def __init__(self, export, root):
        self.root = root.rstrip('/') + '/'
        self.sources = {}
        self.seen = {}  # file -> kind -> (place: covered)
        for data in export['data']:
            for f in data['files']:
                self.add_lines(f)
            for f in data['functions']:
                self.add_conditions(f)

    def put(self, path, kind, place, covered):
        if not path.startswith(self.root):
            return
        kinds = self.seen.setdefault(path[len(self.root):],
                                     {k: {} for k in KINDS})
        kinds[kind][place] = kinds[kind].get(place, False) or covered

    def add_lines(self, f):
        for line, count in line_counts(f['segments']).items():
            self.put(f['filename'], 'lines', (line, ''), count > 0)

    def is_constant(self, path, line, column):
        """Is this NEVER() or ALWAYS()?  See validator/core/always.h"""
        if path not in self.sources:
            with open(path, encoding='utf-8') as f:
                self.sources[path] = f.read().split('\n')
        text = self.sources[path][line - 1][column - 1:]
        return text.startswith(('NEVER(', 'ALWAYS('))

    def add_conditions(self, f):
        """The copies of one function meet in the place where it is; a
        macro that is expanded twice has two sets of branches, both counted
        where it is used."""
        home = f['filenames'][0]
        start = tuple(f['regions'][0][:2])
        sites = {r[6]: r for r in f['regions'] if r[7] == 1}
        for b in f['branches']:
            at = b
            while at[-3] and at[-3] in sites:
                at = sites[at[-3]]
            if self.is_constant(home, at[0], at[1]):
                continue
            where = (at[0], at[1], start, b[6], b[0], b[1])
            for outcome, count in (('true', b[4]), ('false', b[5])):
                self.put(home, 'branches', where + (outcome,), count > 0)
        for m in f.get('mcdc_records', []):
            for n, covered in enumerate(m[6]):
                self.put(home, 'mcdc', (m[0], m[1], start, n), covered)

    def files(self, prefix):
        return [p for p in self.seen
                if p == prefix or p.startswith(prefix.rstrip('/') + '/')]

    def figures(self, prefix):
        """kind -> (covered, all)"""
        out = {}
        for kind in KINDS:
            all_ = [c for p in self.files(prefix)
                    for c in self.seen[p][kind].values()]
            out[kind] = (sum(all_), len(all_))
        return out

    def missed(self, prefix):
        for path in sorted(self.files(prefix)):
            for kind in KINDS:
                for place in sorted((p for p, c in self.seen[path][kind].items()
                                     if not c), key=str):
                    what = place[-1] if kind != 'lines' else ''
                    yield (path, place[0], place[1] or 0, kind, what)


def percent(figure):
    covered, whole = figure
    return 100.0 * covered / whole if whole else 0.0


def folders(root):
    """validator/core, those of the formats and their parts, and the others."""
    with open(os.path.join(root, 'validator', 'formats.def'),
              encoding='utf-8') as f:
        formats = re.findall(r'^(?:FORMAT|PART)\((\w+)', f.read(),
                             re.MULTILINE)
    return ['validator/' + name
            for name in dict.fromkeys(['core', *formats])] + list(OTHERS)


def show(tally):
    print('%-28s %22s %22s %22s' % ('', 'lines', 'branches', 'MC/DC'))
    for folder in folders(tally.root):
        cells = ['%5d/%5d %7.2f %%' % (*f, percent(f))
                 for f in tally.figures(folder).values()]
        print('%-28s %22s %22s %22s' % (folder, *cells))


def below_floor(tally, floors, scope):
    """Rows of the floors file that do not hold; none at all is a failure."""
    rows = 0
    for text in open(floors, encoding='utf-8'):
        words = text.split('#')[0].split()
        if not words or words[0] != scope:
            continue
        rows += 1
        figures = tally.figures(words[1])
        for kind, floor in zip(KINDS, words[2:5]):
            if floor == '-':
                continue
            got = percent(figures[kind])
            if got < float(floor) or not figures[kind][1]:
                yield ('%s: %s %.2f %%, the floor is %s %%'
                       % (words[1], kind, got, floor))
    if not rows:
        yield 'no floors for %s' % scope


def main(argv):
    path, root, floors, scope = argv[1:5]
    with open(path, encoding='utf-8') as f:
        tally = Tally(json.load(f), os.path.realpath(root))
    missed = path.replace('.json', '-missed.txt')
    with open(missed, 'w', encoding='utf-8') as f:
        for folder in OTHERS:
            for where in tally.missed(folder):
                f.write('%s:%d:%d: %s %s\n' % where)
    show(tally)
    print('missed: %s' % missed)
    found = list(below_floor(tally, floors, scope))
    for text in found:
        print('below its floor: ' + text)
    return 1 if found and '--check' in argv else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
