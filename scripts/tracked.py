# SPDX-License-Identifier: MIT
"""tracked - the files of the project, and nothing else that lies in its folder

Builds and other people's modules are none: git knows.  In a copy without git,
hidden folders and those of builds are left out.
"""
import os
import subprocess


def tracked(root):
    """Paths below root; files that are new and not ignored are among them."""
    try:
        out = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others',
                              '--exclude-standard'], cwd=root,
                             capture_output=True, check=True).stdout
        found = [p for p in out.decode().split('\0') if p]
    except (OSError, subprocess.CalledProcessError):
        found = walked(root)
    return sorted(p for p in found if os.path.isfile(os.path.join(root, p)))


def walked(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith('.') and
                      not os.path.exists(os.path.join(folder, f,
                                                      'build.ninja'))]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)
