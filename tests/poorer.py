# SPDX-License-Identifier: MIT
"""poorer - a preexec that makes system calls fail as they do elsewhere

On file systems without O_TMPFILE, without extended attributes, and so on.
"""
import ctypes
import os
import platform
import struct

import tap

CALLS = {'x86_64': {'openat': 257, 'fsetxattr': 190, 'linkat': 265,
                    'seccomp': 317, 'landlock_create_ruleset': 444},
         'aarch64': {'openat': 56, 'fsetxattr': 7, 'linkat': 37,
                     'seccomp': 277, 'landlock_create_ruleset': 444}}
LOAD, AND, EQUAL, RETURN = 0x20, 0x54, 0x15, 0x06
ALLOW, ERRNO = 0x7fff0000, 0x00050000
NO_NEW_PRIVS, SECCOMP, FILTER = 38, 22, 2


def refuse(call, error, argument=0, mask=0):
    """The call fails with `error`, if its argument has all bits of `mask`."""
    calls = CALLS.get(platform.machine())
    if calls is None:
        raise tap.Skipped(f'no numbers of system calls of {platform.machine()}')
    code = [(LOAD, 0, 0, 0), (EQUAL, 0, 4, calls[call]),
            (LOAD, 0, 0, 16 + 8 * argument), (AND, 0, 0, mask),
            (EQUAL, 0, 1, mask), (RETURN, 0, 0, ERRNO | error),
            (RETURN, 0, 0, ALLOW)]
    filter_ = ctypes.create_string_buffer(
        b''.join(struct.pack('=HBBI', *row) for row in code))
    program = ctypes.create_string_buffer(
        struct.pack('@HP', len(code), ctypes.addressof(filter_)))
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def preexec():
        zero = ctypes.c_ulong(0)
        if prctl(NO_NEW_PRIVS, ctypes.c_ulong(1), zero, zero, zero) or \
                prctl(SECCOMP, ctypes.c_ulong(FILTER), program, zero, zero):
            raise OSError(ctypes.get_errno(), 'prctl')
        return filter_  # keeps it alive
    return preexec


def no_tmpfile(error):
    """Files without a name cannot be made."""
    return refuse('openat', error, 2, os.O_TMPFILE)
