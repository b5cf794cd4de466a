# SPDX-License-Identifier: MIT
"""common - what the benchmarks share: recordings whose bytes are known, and
programs that are run one at a time and measured
"""
import argparse
import hashlib
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PIECE = 1 << 20
PROFILES = ('solo', 'busy24', 'bots12', 'flood', 'longmsg', 'adversarial')


class Stop(Exception):
    """Nothing that could be measured would mean anything."""


def arguments(description, profiles='all', size=None):
    """The options that all have, for each to add its own."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--build', default='build-release', metavar='DIR',
                        help='build directory (default: build-release)')
    parser.add_argument('--program', metavar='FILE',
                        help='measure FILE, not the demofsck of the build')
    parser.add_argument('--recordings', metavar='FILE',
                        default=os.path.join(HERE, 'recordings.txt'),
                        help='list of the SHA-256 of every recording')
    parser.add_argument('--profile', action='append', choices=PROFILES,
                        help=f'may be given again (default: {profiles})')
    if size:
        parser.add_argument('--size', type=int, default=size, metavar='BYTES',
                            help=f'of each recording (default: {size})')
    return parser


def natural(text):
    """For argparse: a number of things of which there must be one."""
    if int(text) < 1:
        raise argparse.ArgumentTypeError('at least 1')
    return int(text)


class Tools:
    """The programs of a build directory."""

    def __init__(self, options):
        self.build = os.path.abspath(options.build)
        self.listed = read_list(options.recordings)
        self.generate = self.find('bench/generate')
        self.measure = self.find('bench/measure')
        self.scalar = self.find('bench/scalar')
        self.demofsck = (os.path.abspath(options.program) if options.program
                         else self.find('cli/demofsck'))

    def find(self, name):
        path = os.path.join(self.build, name)
        if not os.access(path, os.X_OK):
            build = shlex.quote(self.build)
            raise Stop(f'{path} is not there; make it with\n'
                       f'  meson setup --buildtype=release {build}\n'
                       f'  ninja -C {build} benchmarks')
        return path

    def options(self):
        path = os.path.join(self.build, 'meson-info/intro-buildoptions.json')
        with open(path, encoding='utf-8') as f:
            return {o['name']: o['value'] for o in json.load(f)}


def read_list(path):
    """{(profile, size asked for): (bytes, SHA-256)}"""
    listed = {}
    with open(path, encoding='utf-8') as f:
        for line in f:
            if line.strip() and not line.startswith('#'):
                profile, size, count, digest = line.split()
                listed[profile, int(size)] = int(count), digest
    return listed


def compare(tools, profile, size, count, digest):
    """Times of other bytes than everybody else's could not be compared."""
    row = f'{profile} {size} {count} {digest}'
    want = tools.listed.get((profile, size))
    if not want:
        raise Stop(f'this recording is not in the list; its row is\n{row}')
    if want != (count, digest):
        raise Stop(f'not the recording of the list:\n  made:   {row}\n'
                   f'  listed: {profile} {size} {want[0]} {want[1]}')


def pour(tools, profile, size, out):
    """Generates into a file or pipe; returns the number of bytes and SHA-256.

    A reader that stops early is no error here: what it says is judged.
    """
    made = subprocess.Popen([tools.generate, profile, str(size)],
                            stdout=subprocess.PIPE)
    sha256, count, gone = hashlib.sha256(), 0, False
    while True:
        piece = made.stdout.read(PIECE)
        if not piece:
            break
        sha256.update(piece)
        count += len(piece)
        try:
            if not gone:
                out.write(piece)
        except BrokenPipeError:
            gone = True
    made.stdout.close()
    if made.wait() != 0:
        raise Stop(f'generate {profile} {size} ended with {made.returncode}')
    return count, sha256.hexdigest()


def recording(tools, profile, size, directory):
    """A recording in a file, its bytes those of the list: path, bytes."""
    free = shutil.disk_usage(directory).free
    if free < size + (1 << 28):
        raise Stop(f'{directory} has no room for {size} bytes')
    path = os.path.join(directory, f'{profile}-{size}.teehistorian')
    with open(path, 'wb') as f:
        count, digest = pour(tools, profile, size, f)
    compare(tools, profile, size, count, digest)
    return path, count


class Measured:
    """One program while it runs below measure.c, and what it needed."""

    def __init__(self, tools, command, stdin=subprocess.DEVNULL, keep=False):
        self.command = command
        self.report, report = os.pipe()
        # set by `meson test`: it makes every allocation slower
        plain = {k: v for k, v in os.environ.items()
                 if k != 'MALLOC_PERTURB_'}
        self.out = tempfile.TemporaryFile() if keep else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [tools.measure, str(report), *command], stdin=stdin,
            stdout=self.out, pass_fds=[report], env=plain)
        os.close(report)

    def end(self):
        """{'cpu_us':, 'peak_kib':, 'exit':}; what was printed is in out."""
        with os.fdopen(self.report) as f:
            used = f.read()
        if self.process.wait() != 0 or not used:
            raise Stop(f'{self.command[0]} could not be measured')
        if self.out != subprocess.DEVNULL:
            self.out.seek(0)
            self.printed = self.out.read()
            self.out.close()
        return json.loads(used)


def run(tools, command, code=0):
    """Runs it to its end; a failure would be measured as speed."""
    used = Measured(tools, command).end()
    if used['exit'] != code:
        shown = ' '.join(command[:8])
        raise Stop(f'{shown} ended with {used["exit"]}')
    return used


def rounds(tools, commands, runs, codes=None):
    """{name: CPU times in microseconds}, one of each round.

    The commands take turns, and the first round only warms up.  codes: how
    commands end that do not end with 0.
    """
    used = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            got = run(tools, command, (codes or {}).get(name, 0))
            if turn > 0:
                used[name].append(got['cpu_us'])
    return used


def ratios(mine, unit):
    """Of each round, this command's time to the unit's: quartiles."""
    return quartiles([a / max(b, 1) for a, b in zip(mine, unit)])


def for_each(times, things):
    """The median of these times, for each of so many things."""
    return round(statistics.median(times) / things, 2)


def first_line(command):
    shown = subprocess.run(command, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT).stdout
    return shown.decode(errors='replace').splitlines()[0]


def sha256sum():
    """What its speed depends on, which differs between distributions."""
    path = shutil.which('sha256sum')
    if not path:
        raise Stop('there is no sha256sum')
    with open(path, 'rb') as f:
        linked = b'libcrypto' in f.read()
    return {'version': first_line([path, '--version']),
            'sha256': 'libcrypto' if linked else 'its own'}


def machine(tools):
    """What the figures depend on, as far as it can be told."""
    option = tools.options()
    if option['buildtype'] != 'release':
        print(f'warning: {tools.build} is no release build', file=sys.stderr)
    return {'type': 'machine', 'architecture': platform.machine(),
            'cpus': os.cpu_count(), 'load': round(os.getloadavg()[0], 2),
            'compiler': first_line([tools.measure, '--compiler']),
            'buildtype': option['buildtype'],
            'optimization': option['optimization'],
            'hardening': option['hardening'], 'sha256sum': sha256sum()}


def quartiles(values):
    if len(values) == 1:
        values = values * 2
    low, middle, high = statistics.quantiles(values, n=4, method='inclusive')
    return {'q1': round(low, 4), 'median': round(middle, 4),
            'q3': round(high, 4)}


def show(record):
    print(json.dumps(record), flush=True)


def main(work):
    try:
        sys.exit(work())
    except Stop as e:
        print(f'{os.path.basename(sys.argv[0])}: {e}', file=sys.stderr)
        sys.exit(2)
