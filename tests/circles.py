#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""circles - inside a folder, calls run one way

usage: circles.py DEMOFSCK ROOT BUILD COMPILER...
       circles.py BUILD [FOLDER]

The object files show which symbols a source file defines and which it needs.  A
file calls another file of its folder if it needs a symbol that the other file
defines, be the symbol a function or a table.  A call through a function pointer
leaves no symbol and does not count; the file that names the function counts as its
caller.

A circle is a set of files that call each other, directly or through others.  The
floors of a folder are the files of its longest chain of calls.  A circle has no
order, so that each of its files counts as a floor.

A folder may have circles of 2 files, and 9 floors.  tests/circles.txt has a row
with bounds for each folder that has more.  The bounds only go down: the test fails
as well if a row allows more than its folder has.

The second form prints a line for each folder, and below the line of FOLDER each
call inside its circles.
"""
import functools
import json
import os
import subprocess
import sys

import tap
from tap import case, equal, expect, table, write

LIMIT = (2, 9)  # files of a circle, floors
LAYERS = ('validator', 'repair', 'api', 'cli')


def count(number, noun):
    return f'{number} {noun}' + ('' if number == 1 else 's')


class Folder:
    """The source files of one folder, and which of them call which."""

    def __init__(self, name):
        self.name = name
        self.calls = {}  # {caller: {callee: symbols}}

    def below(self, file):
        """The files that `file` calls, directly or through others."""
        found, left = set(), [file]
        while left:
            called = self.calls[left.pop()].keys() - found
            found |= called
            left += called
        return found

    @functools.cached_property
    def circle_of(self):
        """{file: its circle}; a file outside of all circles is a circle of 1."""
        below = {file: self.below(file) for file in self.calls}
        return {file: frozenset({file} | {other for other in below[file]
                                          if file in below[other]})
                for file in self.calls}

    @functools.cached_property
    def largest(self):
        return min(self.circle_of.values(), key=lambda c: (-len(c), sorted(c)))

    @functools.cached_property
    def floors(self):
        @functools.cache
        def height(circle):
            called = {self.circle_of[callee] for file in circle
                      for callee in self.calls[file]} - {circle}
            return len(circle) + max(map(height, called), default=0)
        return max(map(height, self.circle_of.values()))

    @property
    def measured(self):
        return len(self.largest), self.floors

    def __str__(self):
        files = len(self.largest)
        circle = 'no circle' if files == 1 else \
            f'largest circle {files} files: {" ".join(sorted(self.largest))}'
        return (f'{self.name}: {count(len(self.calls), "file")}, '
                f'{count(self.floors, "floor")}, {circle}')


def objects(root, build):
    """{source file below root: its object files}, for the four layers."""
    with open(os.path.join(build, 'compile_commands.json'),
              encoding='utf-8') as f:
        commands = json.load(f)
    found = {}
    for command in commands:
        source = os.path.join(command['directory'], command['file'])
        source = os.path.relpath(os.path.realpath(source),
                                 os.path.realpath(root))
        # The tests compile some of these sources again, in folders of their own.
        if command['output'].split('/')[0] in LAYERS:
            found.setdefault(source, []).append(
                os.path.join(build, command['output']))
    return found


def symbols(paths):
    """{object file: (symbols that it defines, symbols that it needs)}"""
    done = subprocess.run(['nm', '--extern-only', '--format=posix',
                           '--print-file-name', *paths],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    expect(done.returncode == 0, done.stderr.decode())
    found = {path: (set(), set()) for path in paths}
    for line in done.stdout.decode().splitlines():
        path, rest = line.rsplit(': ', 1)
        symbol, kind = rest.split()[:2]
        found[path][kind in 'Uvw'].add(symbol)
    return found


def measure(root, build):
    """The folders that have objects, sorted by name."""
    made = objects(root, build)
    known = symbols([path for paths in made.values() for path in paths])
    defined, needed = {}, {}
    for source, paths in made.items():
        folder, file = os.path.split(source)
        for path in paths:
            for symbol in known[path][0]:
                defined[folder, symbol] = file
            needed.setdefault(source, set()).update(known[path][1])
    folders = {}
    for source in sorted(made):
        name, file = os.path.split(source)
        folder = folders.setdefault(name, Folder(name))
        callees = folder.calls.setdefault(file, {})
        for symbol in sorted(needed[source]):
            callee = defined.get((name, symbol), file)
            if callee != file:
                callees.setdefault(callee, []).append(symbol)
    return [folders[name] for name in sorted(folders)]


def read_rows(text):
    """{folder: (files of its largest circle, floors)}"""
    rows = {}
    for line in text.splitlines():
        if line and not line.startswith('#'):
            name, circle, floors = line.split()
            rows[name] = (int(circle), int(floors))
    return rows


def rows_to_write(folders):
    """The rows that fit these folders exactly."""
    return {f.name: f.measured for f in folders
            if f.measured[0] > LIMIT[0] or f.measured[1] > LIMIT[1]}


def too_many(folders, rows):
    """Circles and floors that neither a row nor the limit allows."""
    for f in folders:
        circle, floors = rows.get(f.name, LIMIT)
        if len(f.largest) > circle:
            yield (f'{f.name}: a circle of {len(f.largest)} files, at most '
                   f'{circle} allowed: {" ".join(sorted(f.largest))}')
        if f.floors > floors:
            yield f'{f.name}: {f.floors} floors, at most {floors} allowed'


def too_loose(folders, rows):
    """Rows that allow more than their folder has."""
    measured = {f.name: f.measured for f in folders}
    needed = rows_to_write(folders)
    for name, row in rows.items():
        if name not in measured:
            yield f'{name}: there is no such folder'
        elif name not in needed:
            yield f'{name}: the folder needs no row any more'
        elif any(had > has for had, has in zip(row, measured[name])):
            yield (f'{name}: the row allows {row[0]} files and {row[1]} floors, '
                   f'the folder has {measured[name][0]} and {measured[name][1]}')


def demand_none(faults, folders):
    faults = list(faults)
    rows = '\n'.join(f'{name} {circle} {floors}' for name, (circle, floors)
                     in rows_to_write(folders).items())
    expect(not faults, '\n'.join(faults) + '\nA bound may be lowered, not '
           'raised.  The rows that fit this tree are:\n' + rows)


# ---------------------------------------------------------- the tree itself

def here():
    return measure(ROOT, BUILD), read_rows(
        tap.read(os.path.join(ROOT, 'tests/circles.txt')).decode())


@case('no folder has a larger circle or more floors than it may')
def bounds():
    folders, rows = here()
    for folder in folders:
        print(f'# {folder}')
    expect({f.name.split('/')[0] for f in folders} == set(LAYERS), 'layers')
    demand_none(too_many(folders, rows), folders)


@case('no row of tests/circles.txt allows more than its folder has')
def tight():
    folders, rows = here()
    demand_none(too_loose(folders, rows), folders)


# ------------------------------------------------------- planted violations

def plant(sources):
    """The folders of a tree that is made of {path: text} and compiled."""
    commands = []
    for number, (path, text) in enumerate(sources.items()):
        os.makedirs(os.path.dirname('tree/' + path), exist_ok=True)
        os.makedirs('tree/build/validator', exist_ok=True)
        write('tree/' + path, text.encode())
        output = f'validator/{number}.o'
        subprocess.run([*COMPILER, '-c', '-o', 'tree/build/' + output,
                        'tree/' + path], check=True)
        commands.append({'directory': os.path.abspath('tree/build'),
                         'file': '../' + path, 'output': output})
    write('tree/build/compile_commands.json', json.dumps(commands).encode())
    return measure('tree', 'tree/build')


def chain(folder, length):
    """Source files each of which calls the next one."""
    return {f'{folder}/f{n}.c': f'void f{n + 1}(void);\nvoid f{n}(void) '
            + ('{ f%d(); }\n' % (n + 1) if n < length else '{ }\n')
            for n in range(1, length + 1)}


CIRCLE = {
    'validator/a/one.c': 'void two(void);\nvoid one(void) { two(); }\n',
    'validator/a/two.c': 'extern int three[];\n'
                         'int *two(void) { return three; }\n',
    'validator/a/three.c': 'void one(void);\nint three[3];\n'
                           'void start(void) { one(); }\n'}


@case('a circle of three files is found, and a table is a link of it')
def circle():
    folders = plant(CIRCLE)
    equal([str(f) for f in folders],
          ['validator/a: 3 files, 3 floors, largest circle 3 files: '
           'one.c three.c two.c'], 'folders')
    equal(list(too_many(folders, {})),
          ['validator/a: a circle of 3 files, at most 2 allowed: '
           'one.c three.c two.c'], 'found')
    equal(list(too_many(folders, {'validator/a': (3, 3)})), [], 'with a row')


@case('a circle counts as many floors as it has files')
def floors_of_circle():
    folders = plant({**CIRCLE, 'validator/a/top.c':
                     'void one(void);\nvoid top(void) { one(); }\n'})
    equal([f.measured for f in folders], [(3, 4)], 'folders')


@table('a chain of calls', [
    ('9 files are allowed', 9, []),
    ('10 files are found', 10, ['validator/a: 10 floors, at most 9 allowed'])])
def floors(length, want):
    folders = plant(chain('validator/a', length))
    equal([str(f) for f in folders],
          [f'validator/a: {length} files, {length} floors, no circle'],
          'folders')
    equal(list(too_many(folders, {})), want, 'found')


@case('calls to other folders and to static functions do not count')
def apart():
    folders = plant({
        'validator/a/one.c': 'void two(void);\nvoid one(void) { two(); }\n',
        'validator/a/deep/two.c': 'void one(void);\n'
                                  'void two(void) { one(); }\n',
        'validator/a/three.c': 'static void one(void) { }\n'
                               'void three(void) { one(); }\n'})
    equal([str(f) for f in folders],
          ['validator/a: 2 files, 1 floor, no circle',
           'validator/a/deep: 1 file, 1 floor, no circle'], 'folders')


@table('a row that allows', [
    ('a larger circle is found', (4, 3),
     'the row allows 4 files and 3 floors, the folder has 3 and 3'),
    ('more floors is found', (3, 4),
     'the row allows 3 files and 4 floors, the folder has 3 and 3'),
    ('what its folder has is right', (3, 3), None)])
def loose(row, want):
    folders = plant(CIRCLE)
    equal(list(too_loose(folders, {'validator/a': row})),
          [f'validator/a: {want}'] if want else [], 'found')


@case('a row is found whose folder needs no row, or does not exist')
def needless():
    folders = plant(chain('validator/a', 3))
    equal(list(too_loose(folders, {'validator/a': (1, 3),
                                   'validator/b': (3, 3)})),
          ['validator/a: the folder needs no row any more',
           'validator/b: there is no such folder'], 'found')


def show(build, name=None):
    tests = os.path.dirname(os.path.abspath(__file__))
    for folder in measure(os.path.dirname(tests), build):
        print(folder)
        if folder.name == name:
            for file, circle in folder.circle_of.items():
                for callee in sorted(circle & folder.calls[file].keys()):
                    print(f'    {file} calls {callee}: '
                          f'{" ".join(folder.calls[file][callee])}')


if __name__ == '__main__':
    if len(sys.argv) < 5:
        show(*sys.argv[1:])
    else:
        ROOT, BUILD = (os.path.abspath(p) for p in sys.argv[2:4])
        COMPILER = sys.argv[4:]
        tap.main()
