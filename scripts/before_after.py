#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""before_after - draws a crashed demo above its repaired copy

usage: scripts/before_after.py DEMOFSCK > docs/before-after.svg
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

CRASHED = 'corpus/twdemo/crash/hole-zeros.demo'
TITLE = 'A demo of a machine that crashed, and its repaired copy'
ABOUT = ('The crash left zeros in the middle of the file. The repair drops these '
         'zeros and the deltas that need a lost snapshot. The demo goes on at the '
         'next keyframe.')


def draw(program, place, name):
    """The SVG of a file, and its height."""
    subprocess.run([program, 'inspect', '--quiet', '--exit-zero',
                    '--svg=' + name + '.svg', name],
                   cwd=place, check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(place, name + '.svg'), encoding='ascii') as file:
        text = file.read()
    return text, int(re.search(r'height="(\d+)"', text).group(1))


def main():
    program = os.path.abspath(sys.argv[1])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as place:
        shutil.copy(os.path.join(root, CRASHED), os.path.join(place, 'crash.demo'))
        # Exit code 3: the repair lost something.
        done = subprocess.run([program, 'repair', '--quiet', 'crash.demo', '-o',
                               'saved.demo'], cwd=place, stdout=subprocess.DEVNULL)
        if done.returncode != 3:
            sys.exit(f'before_after: repair exits with {done.returncode}')
        above, top = draw(program, place, 'crash.demo')
        below, bottom = draw(program, place, 'saved.demo')
    width = re.search(r'width="(\d+)"', above).group(1)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
          f'height="{top + bottom}" viewBox="0 0 {width} {top + bottom}">')
    print(f'<title>{TITLE}</title>\n<desc>{ABOUT}</desc>')
    print(above + below.replace('<svg ', f'<svg y="{top}" ', 1) + '</svg>')


if __name__ == '__main__':
    main()
