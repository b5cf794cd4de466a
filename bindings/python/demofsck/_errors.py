# SPDX-License-Identifier: MIT
"""_errors - the exceptions of the package

A defect of a recording is a finding.  A failure of the environment is an exception.
Errors of files are the OSError of Python.
"""
from __future__ import annotations

from typing import Optional

from . import _library as c


class Error(Exception):
    """The base of all exceptions that only this package raises."""


class OptionError(Error, ValueError):
    """An option has an unknown name, or a value out of range."""


class StateError(Error, RuntimeError):
    """A call came at a wrong time, such as `feed()` after `finish()`."""


class OutOfMemoryError(Error, MemoryError):
    """The library had no memory.  There is no verdict."""


class InterruptionError(Error):
    """A signal handler raised an exception where Python cannot pass the exception on, and
    something is missing.  There is no verdict."""


class InternalError(Error):
    """An error in demofsck.  For example, a repaired file still has errors."""


def expect(status: int, what: Optional[str] = None) -> None:
    """Raises the exception of a status that is not DFK_OK.  `what`: the option."""
    if status == c.OK:
        return
    if status == c.NO_MEMORY:
        raise OutOfMemoryError('out of memory')
    if status == c.WRITE_FAILED:
        # The callers raise the exceptions that Python did not lose.
        raise InterruptionError('an exception interrupted the report or the repair')
    text = c.lib.dfk_status_text(status).decode('ascii')
    message = f'{what}: {text}' if what else text
    if status in (c.BAD_ARGUMENT, c.MALFORMED):
        raise OptionError(message)
    if status == c.BAD_STATE:
        raise StateError(message)
    raise InternalError(message)
