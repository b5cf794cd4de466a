# SPDX-License-Identifier: MIT
"""_report - reports that the library writes, one JSON object a line

The bytes are those that `demofsck check --format=ndjson` and `demofsck repair
--format=ndjson` print: schema demofsck.report/1, docs/report.md.
"""
from __future__ import annotations

import ctypes
import os
import threading
import weakref
from typing import TYPE_CHECKING, Callable, Optional

from . import _library as c
from ._errors import StateError, expect

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Literal, Type

    Command = Literal['check', 'repair']

# The exit codes of the program, from the best to the worst.
_RANKS = (0, 3, 1, 5, 4, 70, 2)
UNREADABLE, INTERNAL = 4, 70


def worse(a: int, b: int) -> int:
    return max(a, b, key=_RANKS.index)


class Output:
    """A report of the library whose bytes go to a Python function."""

    def __init__(self, receive: Callable[[bytes], object], command: str = 'check',
                 profile: Optional[str] = None, payload: bool = False,
                 redact: bool = False) -> None:
        self._receive = receive
        self._error: Optional[BaseException] = None
        self._write = c.WRITE(self._pass_on)
        # The library does not copy these texts.
        self._command = command.encode()
        self._profile = profile.encode() if profile is not None else None
        self._path = b''
        handle = ctypes.c_void_p()
        expect(c.lib.dfk_report_open(ctypes.byref(c.ReportOptions(
            command=self._command, profile=self._profile, payload=payload,
            redact=redact, write=self._write)), ctypes.byref(handle)), 'report')
        self._handle = handle
        self.close = weakref.finalize(self, c.lib.dfk_report_close, handle)

    def _pass_on(self, _: None, data: int, size: int) -> int:
        try:
            self._receive(ctypes.string_at(data, size))
        except BaseException as e:  # ctypes would only print the exception
            self._error = e
            return 1
        return 0

    def _expect(self, status: int) -> None:
        if status == c.WRITE_FAILED and self._error is not None:
            raise self._error
        expect(status)

    def start(self, path: bytes) -> None:
        self._path = path
        self._expect(c.lib.dfk_report_start(self._handle, path))

    def finding(self, finding: int) -> None:
        self._expect(c.lib.dfk_report_finding(self._handle, finding))

    def record(self, record: int) -> None:
        self._expect(c.lib.dfk_report_record(self._handle, record))

    def item(self, item: int) -> None:
        self._expect(c.lib.dfk_report_item(self._handle, item))

    def actions(self, check: ctypes.c_void_p) -> None:
        self._expect(c.lib.dfk_report_actions(self._handle, check))

    def file(self, check: Optional[ctypes.c_void_p], outcome: int = c.CHECKED,
             output: Optional[bytes] = None, error: Optional[str] = None,
             written: Optional[ctypes.c_void_p] = None) -> None:
        self._expect(c.lib.dfk_report_file(self._handle, ctypes.byref(c.ReportFile(
            check=check, outcome=outcome, output=output,
            error=error.encode('utf-8', 'surrogateescape') if error else None,
            written=written))))

    def finish(self, exit_code: int) -> None:
        self._expect(c.lib.dfk_report_finish(self._handle, exit_code))

    def flush(self) -> None:
        self._expect(c.lib.dfk_report_flush(self._handle))


class Report:
    """A report on any number of recordings, in NDJSON.

    `write` receives the bytes, in order.  Give the report to each `check()` or
    `repair()` with the option `report`.  `command` and `profile` appear in the first
    line.  `redact` leaves out names of people and servers, and texts that they wrote.
    A report takes one recording at a time.  Leaving the `with` block without an
    exception writes the summary.
    """

    def __init__(self, write: Callable[[bytes], object], *, command: Command = 'check',
                 profile: Optional[str] = None, redact: bool = False) -> None:
        self._output = Output(write, command, profile, False, redact)
        self._busy = threading.Lock()
        self._exit_code = 0
        self._finished = False

    @property
    def exit_code(self) -> int:
        """The exit code of the program after the recordings so far."""
        return self._exit_code

    def finish(self) -> None:
        """Writes the summary.  This is the last call."""
        if self._finished or not self._busy.acquire(blocking=False):
            raise StateError('the report is finished, or a recording is being read')
        self._finished = True
        self._busy.release()
        self._output.finish(self._exit_code)

    def __enter__(self) -> Report:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]],
                 value: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        if kind is None and not self._finished:
            self.finish()


class Entry:
    """The lines of one recording in a report of the user.  Without a report, all calls
    do nothing."""

    def __init__(self, report: Optional[Report], path: Optional[str]) -> None:
        self._report = report
        self._over = report is None
        if report is None:
            return
        if report._finished or not report._busy.acquire(blocking=False):
            raise StateError('the report is finished, or has another recording')
        report._output.start(os.fsencode(path) if path is not None else b'-')

    @property
    def output(self) -> Optional[Output]:
        return self._report._output if self._report is not None and not self._over \
            else None

    def file(self, exit_code: int, check: Optional[ctypes.c_void_p],
             outcome: int = c.CHECKED, output: Optional[bytes] = None,
             error: Optional[str] = None,
             written: Optional[ctypes.c_void_p] = None) -> None:
        """The last line about the recording."""
        report = self._report
        if report is None or self._over:
            return
        self._over = True
        try:
            report._exit_code = worse(report._exit_code, exit_code)
            report._output.file(check, outcome, output, error, written)
            report._output.flush()
        finally:
            report._busy.release()

    def close(self) -> None:
        """Gives the report back, if there will be no last line."""
        if self._report is not None and not self._over:
            self._over = True
            self._report._busy.release()
