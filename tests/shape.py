#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""shape - a function name is unique in the tree, and a struct has few members

usage: shape.py DEMOFSCK ROOT
       shape.py ROOT

Two functions have one name only where an interface prescribes the name: a struct
has a pointer to a function as a member, `void (*release)(...)`, and each function
that fills such a member is called like the member.  main() and a name that both
branches of an #if define in one file count once.

A private struct has at most 20 members; a reader keeps no more in mind.  More
members become named parts, structs of their own.  A struct without a name inside
a struct is no part: its members count as members of the struct around it.  The
structs of include/ are the interface of the library and do not count.

The second form prints what a tree has.
"""
import collections
import os
import re
import sys

import tap
from tap import case, equal, expect, table

LIMIT = 20
LAYERS = ('validator', 'repair', 'api', 'cli')
# Folders of which a build has one at most.
SYSTEMS = ('cli/musl/', 'cli/windows/')
REPLACES = re.compile(r'\breplaces (\S+\.c)')

TOKEN = re.compile(r'[A-Za-z_]\w*|[{}()\[\];,:=*]|\S')
IGNORED = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
                     r"'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*",
                     re.DOTALL | re.MULTILINE)
ATTRIBUTE = re.compile(r'__attribute__\s*\(\(.*?\)\)|_Alignas\s*\([^)]*\)')
FUNCTION = re.compile(r'^(?:[A-Za-z_][\w \t*]*[\s*])?([A-Za-z_]\w*)'
                      r'\(([^;{}]*)\)\s*\n\{', re.MULTILINE)
POINTER = re.compile(r'\(\s*\*\s*(?:const\s+)?(\w+)\s*\)\s*\(')


def code(text):
    """`text` without comments, strings, characters and preprocessor lines."""
    text = IGNORED.sub(lambda m: '\n' * m.group().count('\n') or ' ', text)
    return ATTRIBUTE.sub('', text)


def functions(text):
    """The names of the functions that `text` defines."""
    return {m.group(1) for m in FUNCTION.finditer(code(text))}


def end_of(tokens, at):
    """The index of the brace that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += {'{': 1, '}': -1}.get(tokens[i], 0)
        if depth == 0:
            return i
    return len(tokens)


def count_members(tokens):
    """The members that the tokens between two braces declare."""
    members, declarator, round_ = 0, False, 0
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token == '{':
            end = end_of(tokens, i)
            head = next((t for t in reversed(tokens[:i])
                         if t in ('struct', 'union', 'enum', ';')), ';')
            after = tokens[end + 1] if end + 1 < len(tokens) else ';'
            if after == ';' and head in ('struct', 'union'):
                members += count_members(tokens[i + 1:end])
                declarator = False
            i = end
        elif token in '([':
            round_ += 1
            declarator = True
        elif token in ')]':
            round_ -= 1
        elif token in ';,' and not round_:
            members += declarator
            declarator = False
        else:
            declarator = True
        i += 1
    return members


def structs(text):
    """[(name, number of members)] of the structs that `text` defines."""
    tokens = TOKEN.findall(code(text))
    found = []
    for i in range(len(tokens) - 2):
        if tokens[i] == 'struct' and tokens[i + 2] == '{':
            end = end_of(tokens, i + 2)
            found.append((tokens[i + 1],
                          count_members(tokens[i + 3:end])))
    return found


def sources(root):
    """[(path below root, text)] of the four layers."""
    for layer in LAYERS:
        for folder, _, names in sorted(os.walk(os.path.join(root, layer))):
            for name in sorted(names):
                if name.endswith(('.c', '.h')):
                    path = os.path.join(folder, name)
                    yield (os.path.relpath(path, root),
                           tap.read(path).decode())


def replaced_by(path, text):
    """The file that this one replaces: a build has one of both.  Or None."""
    found = REPLACES.search(text[:300])
    return os.path.basename(found[1]) if found else None


def shared_names(files):
    """{name: files that define a function of this name}, where files are many."""
    defined = collections.defaultdict(list)
    prescribed = {'main'}
    replaced = {path: replaced_by(path, text) for path, text in files}
    for path, text in files:
        for name in functions(text):
            defined[name].append(path)
        prescribed.update(POINTER.findall(code(text)))
    shared = {}
    for name, paths in defined.items():
        bases = {os.path.basename(path) for path in paths}
        # A build is for one system.
        systems = [path for path in paths if path.startswith(SYSTEMS)]
        left = [path for path in paths if replaced[path] not in bases and
                path not in systems[1:]]
        if len(left) > 1 and name not in prescribed:
            shared[name] = paths
    return shared


def large_structs(files):
    """[(file, struct, members)] above the limit."""
    return [(path, name, members) for path, text in files
            for name, members in structs(text) if members > LIMIT]


def lines(files):
    for name, paths in sorted(shared_names(files).items()):
        yield f'{name}(): {" ".join(paths)}'
    for path, name, members in large_structs(files):
        yield f'{path}: struct {name} has {members} members'


if len(sys.argv) == 2:
    for line in lines(list(sources(sys.argv[1]))):
        print(line)
    sys.exit()

ROOT = sys.argv[2]


@case('a function name is unique in the tree, and a struct has few members')
def _():
    files = list(sources(ROOT))
    expect(len(files) > 200, f'only {len(files)} files found below {ROOT}')
    found = list(lines(files))
    expect(not found, '\n'.join(found))


@table('functions', [
    ('one on two lines', 'static int\nkeep(int a)\n{\n}\n', {'keep'}),
    ('a pointer as result', 'const char *\nname_of(void)\n{\n}\n', {'name_of'}),
    ('an argument a line', 'void\nput(int a,\n    int b)\n{\n}\n', {'put'}),
    ('a declaration', 'void put(int a);\n', set()),
    ('a comment', '/* int\nput(int a)\n{\n} */\n', set()),
    ('a loop', 'int\nput(int a)\n{\n\tfor (;;)\n\t{\n\t}\n}\n', {'put'}),
    ('an attribute', 'static void __attribute__((noinline))\nput(int a)\n{\n}\n',
     {'put'}),
])
def _(text, want):
    equal(functions(text), want, 'functions')


@table('members', [
    ('three', 'struct a { int b; char c[2], *d; };', [('a', 3)]),
    ('a function', 'struct a { int (*b)(int, int); };', [('a', 1)]),
    ('a part', 'struct a { struct { int b, c; } d; };', [('a', 1)]),
    ('no part', 'struct a { struct { int b, c; }; union { int d; }; };',
     [('a', 3)]),
    ('a part with a name', 'struct a { struct b { int c, d; } e; };',
     [('a', 1), ('b', 2)]),
    ('bits', 'struct a { unsigned b : 1, c : 2; };', [('a', 2)]),
    ('an enum', 'struct a { enum { B, C } d; };', [('a', 1)]),
    ('a declaration', 'struct a; struct a *b(struct a *c);', []),
    ('a value', 'struct a b = {1, 2};', []),
])
def _(text, want):
    equal(structs(text), want, 'structs')


@case('two functions of one name are found, and those of an interface are not')
def _():
    two = [('a.c', 'int\nput(void)\n{\n}\n'), ('b.c', 'int\nput(void)\n{\n}\n')]
    equal(shared_names(two), {'put': ['a.c', 'b.c']}, 'names')
    equal(shared_names(two + [('c.h', 'struct c { int (*put)(void); };')]), {},
          'names')
    other = ('c.c', '/* c.c - replaces a.c */\nint\nput(void)\n{\n}\n')
    equal(shared_names([two[0], other]), {}, 'a file that replaces another one')
    equal(shared_names([two[1], other]), {'put': ['b.c', 'c.c']}, 'another file')


@case('a struct of 21 members is found, one of 20 is not')
def _():
    text = 'struct a { int ' + ', '.join(f'm{i}' for i in range(20)) + '%s; };'
    equal(large_structs([('a.h', text % '')]), [], 'structs')
    equal(large_structs([('a.h', text % ', n')]), [('a.h', 'a', 21)], 'structs')


tap.main()
