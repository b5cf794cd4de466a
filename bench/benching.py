# SPDX-License-Identifier: MIT
"""benching - what the tests of the benchmarks share: the build, the list of
recordings, and a benchmark that is run
"""
import json
import os
import shutil
import subprocess
import sys

import tap
from tap import expect

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.abspath(sys.argv[2])
GENERATE = os.path.join(BUILD, 'bench/generate')


def listed():
    with open(os.path.join(HERE, 'recordings.txt'), encoding='utf-8') as f:
        rows = [line.split() for line in f if not line.startswith('#')]
    return {(row[0], int(row[1])): (int(row[2]), row[3]) for row in rows}


def made(profile, size):
    return subprocess.run([GENERATE, profile, str(size)], check=True,
                          stdout=subprocess.PIPE).stdout


def sanitized():
    path = os.path.join(BUILD, 'meson-info/intro-buildoptions.json')
    with open(path, encoding='utf-8') as f:
        return {'b_sanitize': 'none'} | {
            o['name']: o['value'] for o in json.load(f)}


def unsanitized():
    if sanitized()['b_sanitize'] != 'none':
        raise tap.Skipped('sanitizers need memory of their own')


def valgrind():
    if not shutil.which('valgrind'):
        raise tap.Skipped('there is no valgrind')
    unsanitized()


def bench(name, *arguments):
    got = subprocess.run([sys.executable, os.path.join(HERE, name), '--build',
                          BUILD, *arguments], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
    records = [json.loads(line) for line in got.stdout.splitlines()]
    return got.returncode, records, got.stderr.decode()
