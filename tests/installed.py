#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""installed - the links of installed documents lead to installed files

usage: installed.py DEMOFSCK ROOT BUILD
"""
import glob
import os
import re
import subprocess
import sys

import tap
from tap import case, equal, expect, read

ROOT, BUILD = (os.path.abspath(path) for path in sys.argv[2:4])


def documents(place):
    return sorted(glob.glob(f'{place}/**/*.md', recursive=True))


def text(path):
    return read(path).decode('utf-8')


def anchors(path):
    """The names that the headings of a document have in links."""
    without = re.sub(r'^```.*?^```$', '', text(path), flags=re.MULTILINE | re.DOTALL)
    return {re.sub(r'[^\w\- ]', '', title.lower()).replace(' ', '-')
            for title in re.findall(r'^#+ (.*)$', without, re.MULTILINE)}


def links(place):
    """Checks each relative link below `place`; returns how many there are."""
    count = 0
    for path in documents(place):
        for target, anchor in re.findall(r'\]\(([^)#:\s]*)(?:#([^)]*))?\)', text(path)):
            whole = os.path.normpath(os.path.join(os.path.dirname(path), target or
                                                  os.path.basename(path)))
            expect(whole.startswith(place + os.sep), f'{path}: {target} leads outside')
            expect(os.path.exists(whole), f'{path}: no {target}')
            if anchor and whole.endswith('.md'):
                expect(anchor in anchors(whole), f'{path}: {target} has no #{anchor}')
            count += 1
    return count


@case('the links of what `meson install` puts in place lead to installed files')
def installation():
    place = os.path.abspath('root')
    subprocess.run(['meson', 'install', '-C', BUILD, '--no-rebuild', '--quiet',
                    '--destdir', place], check=True, stdout=subprocess.DEVNULL)
    names = {os.path.relpath(p, place).partition('/doc/demofsck/')[2]
             for p in documents(place)}
    expect(names >= {'README.md', 'CHANGELOG.md', 'docs/gate.md', 'docs/operator.md',
                     'examples/gate/README.md', 'formats/twdemo.md'}, names)
    expect(links(place) >= 80, 'links were lost')
    gate, = (p for p in documents(place) if p.endswith('/docs/gate.md'))
    expect('](../examples/gate/README.md)' in text(gate), 'no link to the example')
    units = glob.glob(f'{place}/**/systemd/system/*', recursive=True)
    equal({os.path.basename(p) for p in units},
          {'demofsck-repair@.path', 'demofsck-repair@.service'}, 'units')


@case('with the corpus, the links lead to the samples')
def corpus():
    place = os.path.abspath('root')
    subprocess.run([sys.executable, f'{ROOT}/scripts/install-docs.py', ROOT,
                    'share/doc/demofsck', 'share/demofsck/corpus'], check=True,
                   env={**os.environ, 'MESON_INSTALL_DESTDIR_PREFIX': place})
    expect(links(place) >= 80, 'links were lost')
    expect('](../../../demofsck/corpus/README.md)' in
           text(f'{place}/share/doc/demofsck/docs/parsers.md'), 'no link to the corpus')
    there = f'{place}/share/demofsck/corpus'
    with open(f'{there}/MANIFEST.tsv', encoding='utf-8') as f:
        rows = [line.split('\t')[0] for line in f][1:]
    missing = [row for row in rows if not os.path.isfile(f'{there}/{row}')]
    equal(missing, [], 'samples that are not installed')
    expect(os.access(f'{there}/run-other', os.X_OK), 'run-other')
    expect(not os.path.exists(f'{there}/builder'), 'sources are installed')


@case('a link to a file that is not installed becomes its text')
def dead():
    sys.path.insert(0, f'{ROOT}/scripts')
    module = __import__('install-docs')
    found = {'README.md': ('doc', 'README.md'), 'contrib/gate/README.md':
             ('doc', 'examples/gate/README.md')}
    got = module.relinked('[a](contrib/gate/README.md#x) [b\nc](meson.build) [d](#e) '
                          '[f](https://example.org)', 'README.md',
                          lambda path: '/usr/' + found[path][1], found)
    equal(got, '[a](examples/gate/README.md#x) b\nc [d](#e) [f](https://example.org)',
          'links')


if __name__ == '__main__':
    tap.main()
