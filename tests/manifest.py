# SPDX-License-Identifier: MIT
"""manifest - the samples of corpus/, and what MANIFEST.tsv says of each"""
import os
import re
import shutil


def rows(corpus):
    """A dictionary for each sample, by the names of the columns."""
    with open(os.path.join(corpus, 'MANIFEST.tsv'), encoding='utf-8') as f:
        names = f.readline().lstrip('#').rstrip('\n').split('\t')
        listed = [dict(zip(names, line.rstrip('\n').split('\t'))) for line in f]
    assert len(listed) >= 460, f'only {len(listed)} samples'
    return listed


def options(row, corpus):
    """The column `options` as options of the program."""
    return ['--' + re.sub('^(base|map)=', lambda key: f'{key[0]}{corpus}/', word)
            for word in row['options'].split() if word != '-']


def alike(listed, most=25):
    """Of rows with the same options, at most so many that one run takes them."""
    same = {}
    for row in listed:
        same.setdefault(row['options'], []).append(row)
    return [group[at:at + most] for group in same.values()
            for at in range(0, len(group), most)]


def copy(corpus, paths, where):
    """Copies samples to the same path below the directory `where`."""
    for path in paths:
        name = os.path.join(where, path)
        os.makedirs(os.path.dirname(name), exist_ok=True)
        shutil.copy(os.path.join(corpus, path), name)
