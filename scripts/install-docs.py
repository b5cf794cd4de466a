#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""install-docs - installs documents and examples, with links that work there

usage: install-docs.py ROOT FOLDER [CORPUS]

`meson install` runs this script.  FOLDER gets the documents, and CORPUS, if given, the
samples.  Both are below the prefix.  A link to a file that is installed leads to its
new place.  Of a link to another file of the tree, the text stays.
"""
import os
import re
import shutil
import sys

from tracked import tracked

# Where the files of the tree go: a folder, or a single file, and its new name.
DOCUMENTS = {
    'README.md': 'README.md',
    'SECURITY.md': 'SECURITY.md',
    'CHANGELOG.md': 'CHANGELOG.md',
    'docs/': 'docs/',
    'bindings/python/README.md': 'docs/python.md',
    'bindings/js/README.md': 'docs/javascript.md',
    'contrib/action/': 'examples/action/',
    'contrib/gate/': 'examples/gate/',
    'contrib/pre-commit/': 'examples/pre-commit/',
    'contrib/scrub/': 'examples/scrub/',
    'contrib/systemd/': 'examples/systemd/',
}
FORMATS = re.compile(r'validator/(\w+)/SPEC\.md')
# The corpus, without the sources of its builder.
NOT_SAMPLES = ('corpus/builder/', 'corpus/tool/', 'corpus/meson.build',
               'corpus/samples.def.in')


def places(root, corpus):
    """{path in the tree: (base folder, path below it)} of what is installed."""
    found = {}
    for path in tracked(root):
        spec = FORMATS.fullmatch(path)
        for begin, new in DOCUMENTS.items():
            if path == begin or (begin.endswith('/') and path.startswith(begin)):
                found[path] = 'doc', new + path[len(begin):]
        if re.fullmatch(r'docs/[^/]+\.[1-9]', path):
            del found[path]  # a page of the manual
        elif spec:
            found[path] = 'doc', f'formats/{spec[1]}.md'
        elif (corpus and path.startswith('corpus/')
              and not path.startswith(NOT_SAMPLES)):
            found[path] = 'corpus', path[len('corpus/'):]
    return found


def relinked(text, path, where, found):
    """The text of the document `path`, with the links of its new place."""
    def link(match):
        target, mark = match[2], match[3] or ''
        old = os.path.normpath(os.path.join(os.path.dirname(path), target))
        new = where(old) if old in found else None
        if new is None:
            return match[1]
        here = os.path.dirname(where(path))
        return f'[{match[1]}]({os.path.relpath(new, here)}{mark})'
    return re.sub(r'\[([^][]+)\]\(([^)#:\s]+)(#[^)]*)?\)', link, text)


def main():
    root, folder = sys.argv[1:3]
    corpus = sys.argv[3] if len(sys.argv) > 3 else None
    prefix = os.environ['MESON_INSTALL_DESTDIR_PREFIX']
    bases = {'doc': os.path.join(prefix, folder),
             'corpus': corpus and os.path.join(prefix, corpus)}
    found = places(root, corpus)

    def where(path):
        base, name = found[path]
        return os.path.join(bases[base], name)

    for path in found:
        new = where(path)
        os.makedirs(os.path.dirname(new), mode=0o755, exist_ok=True)
        if path.endswith('.md'):
            with open(os.path.join(root, path), encoding='utf-8', newline='') as f:
                text = f.read()
            with open(new, 'w', encoding='utf-8', newline='') as f:
                f.write(relinked(text, path, where, found))
        else:
            shutil.copyfile(os.path.join(root, path), new)
        runs = os.stat(os.path.join(root, path)).st_mode & 0o100
        os.chmod(new, 0o755 if runs else 0o644)


if __name__ == '__main__':
    main()
