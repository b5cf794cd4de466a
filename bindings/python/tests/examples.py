#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples - the examples of README.md print what README.md shows

usage: examples.py DEMOFSCK LIBRARY|- [FOLDER]

LIBRARY: see laid.py.  With FOLDER, the examples are also written there, for mypy.
"""
import contextlib
import io
import os
import re
import sys

import laid

laid.lay(sys.argv[2])
import demofsck  # noqa: E402
import tap  # noqa: E402
from laid import CORPUS, ROOT  # noqa: E402
from tap import case, equal, expect, read, write  # noqa: E402

TEXT = read(os.path.join(ROOT, 'bindings/python/README.md')).decode()
EXAMPLES = re.findall(r'^### ([^\n]*)\n(?:(?!^#).)*?^```python\n(.*?)^```\n\n'
                      r'^```text\n(.*?)^```$', TEXT, re.MULTILINE | re.DOTALL)


def lay_out():
    """The samples, under the names that the examples use."""
    named = re.findall(r'`(crash\.\w+)` is\s+`corpus/([\w./-]+)`', TEXT)
    equal(len(named), 2, 'names of samples')
    for name, path in named:
        write(name, read(os.path.join(CORPUS, path)))


for title, code, shown in EXAMPLES:
    @case(title, code, shown)
    def example(code, shown):
        lay_out()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, 'README.md', 'exec'), {'__name__': 'example'})
        equal(printed.getvalue(), shown, 'printed')


@case('README.md has five examples, and each function, option and exception')
def complete():
    equal(len(EXAMPLES), 5, 'examples')
    equal(TEXT.count('```python'), 5, 'blocks')
    rows = re.findall(r'^\| (.+?) \|', TEXT, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r'`(\w+)[(`]', row)}
    missing = [name for name in demofsck.__all__ if name[0].islower() or 'Error' in name
               if name not in named | {'Error'}]
    equal(missing, [], 'functions and exceptions')
    from demofsck._settings import Settings
    expect(set(Settings.__dataclass_fields__) <= named, set(Settings.__dataclass_fields__) -
           named)


if __name__ == '__main__':
    for number, (_, code, _) in enumerate(EXAMPLES if len(sys.argv) > 3 else ()):
        write(os.path.join(sys.argv[3], f'example_{number}.py'), code.encode())
    tap.main()
