# SPDX-License-Identifier: MIT
"""laid - makes the package importable for tests

With the library of a build, the package is laid out as a wheel installs it.  With `-`,
the installed package is tested.
"""
import atexit
import os
import shutil
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
CORPUS = os.path.join(ROOT, 'corpus')
sys.path.insert(0, os.path.join(ROOT, 'tests'))


def lay(library):
    if library == '-':
        return
    folder = tempfile.mkdtemp(prefix='demofsck-package-')
    atexit.register(shutil.rmtree, folder)
    package = os.path.join(folder, 'demofsck')
    shutil.copytree(os.path.join(ROOT, 'bindings', 'python', 'demofsck'), package)
    os.symlink(os.path.realpath(library), os.path.join(package, 'libdemofsck.so'))
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
