#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""layout - the structures of _library.py are those of include/*.h

usage: layout.py DEMOFSCK LIBRARY COMPILER...

A C program prints the size of each structure, and the offset and size of each member.
"""
import ctypes
import os
import re
import subprocess
import sys

import laid

laid.lay(sys.argv[2])
import tap  # noqa: E402
from demofsck import _library as c  # noqa: E402
from laid import ROOT  # noqa: E402
from tap import case, equal, expect, read, write  # noqa: E402

COMPILER = sys.argv[3:]
HEADERS = ('demofsck', 'demofsck_map', 'demofsck_profile', 'demofsck_report',
           'demofsck_snapshot')


def compiled(body):
    """What a C program prints."""
    includes = ''.join(f'#include "include/{name}.h"\n' for name in HEADERS)
    write('print.c', f'#include <stdio.h>\n{includes}int main(void)\n{{\n{body}'
          'return 0;\n}\n'.encode())
    subprocess.run([*COMPILER, '-I', ROOT, '-o', 'print', 'print.c'], check=True)
    return subprocess.run(['./print'], check=True, capture_output=True).stdout.decode()


def members(structure):
    for name, *_ in structure._fields_:
        at = getattr(structure, name)
        yield name, at.offset, at.size


@case('each structure has the size and the offsets of the headers')
def offsets():
    body, want = '', ''
    for structure in c.STRUCTURES:
        name = f'struct {structure.c_name}'
        body += f'printf("{name} %zu\\n", sizeof({name}));\n'
        want += f'{name} {ctypes.sizeof(structure)}\n'
        for member, offset, size in members(structure):
            body += (f'printf("{member} %zu %zu\\n", offsetof({name}, {member}), '
                     f'sizeof((({name} *)0)->{member}));\n')
            want += f'{member} {offset} {size}\n'
    equal(compiled(body).splitlines(), want.splitlines(), 'layout')


@case('no member of a structure is left out')
def complete():
    text = ''.join(read(os.path.join(ROOT, 'include', f'{name}.h')).decode()
                   for name in (*HEADERS, 'demofsck_tables'))
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)
    for structure in c.STRUCTURES:
        body = re.search(rf'^struct {structure.c_name} {{$(.*?)^}};$', text,
                         re.DOTALL | re.MULTILINE)[1]
        names = []
        for line in body.split(';'):
            line = re.sub(r'\[\d+\]', '', line).strip()
            called = re.match(r'[\w ]+\*?\(\*(\w+)\)', line)
            names += [called[1]] if called else re.findall(r'(\w+)(?=,|$)', line)
        equal([member for member, _, _ in members(structure)], names, structure.c_name)


@case('the enumerators have the numbers of the headers')
def enumerators():
    rows = [(f'DFK_{prefix}{"_" if prefix else ""}{word.upper().replace("-", "_")}',
             names.index(word))
            for prefix, names in (('LEVEL', c.LEVELS), ('DEPTH', c.DEPTHS),
                                  ('', c.VERDICTS), ('', c.SEVERITIES),
                                  ('REPAIRABLE', c.REPAIRABLE))
            for word in names]
    rows += [(f'DFK_PROTOCOL_{word.replace(".", "")}', i)
             for i, word in enumerate(c.PROTOCOLS)]
    rows += [(f'DFK_{word}', getattr(c, word)) for word in (
        'OK', 'NO_MEMORY', 'BAD_ARGUMENT', 'BAD_STATE', 'NOT_REPAIRABLE', 'CHANGED',
        'WRITE_FAILED', 'MALFORMED')]
    rows += [(f'DFK_OUTCOME_{word}', getattr(c, word))
             for word in ('CHECKED', 'WRITTEN', 'NOT_WRITTEN')]
    got = compiled(''.join(f'printf("{name} %d\\n", (int){name});\n' for name, _ in rows))
    equal(got.splitlines(), [f'{name} {value}' for name, value in rows], 'enumerators')


@case('each function of the headers has the number of arguments that is passed')
def arguments():
    text = ''.join(read(os.path.join(ROOT, 'include', f'{name}.h')).decode()
                   for name in (*HEADERS, 'demofsck_tables'))
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)
    for name, (_, given) in c._FUNCTIONS.items():
        found = re.search(rf'\b{name}\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\);', text)
        expect(found, f'{name} is not declared')
        flat = re.sub(r'\([^()]*\)', '', re.sub(r'\(\*\w+\)\([^()]*\)', 'f', found[1]))
        n = 0 if flat.strip() == 'void' else flat.count(',') + 1
        equal(len(given), n, f'arguments of {name}')


if __name__ == '__main__':
    tap.main()
