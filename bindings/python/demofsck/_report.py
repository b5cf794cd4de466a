# SPDX-License-Identifier: MIT
"""_report - reports that the library writes, one JSON object a line

The bytes are those that `demofsck check --format=ndjson` and `demofsck repair
--format=ndjson` print: schema demofsck.report/1, docs/report.md.
"""
from __future__ import annotations

import ctypes
import json
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional

from . import _library as c
from ._errors import InterruptionError, StateError, expect

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Literal, Type

    Command = Literal['check', 'repair']

# The exit codes of the program, from the best to the worst.
_RANKS = (0, 3, 1, 5, 4, 70, 2)
UNREADABLE, INTERNAL = 4, 70


def worse(a: int, b: int) -> int:
    return max(a, b, key=_RANKS.index)


class Writing:
    """A function for the library that keeps what the library writes."""

    def __init__(self) -> None:
        self.error: Optional[BaseException] = None
        self._pieces: List[bytes] = []
        self.function = c.WRITE(self._keep)

    def _keep(self, _: None, data: int, size: int) -> int:
        try:
            self._pieces.append(ctypes.string_at(data, size))
        except BaseException as e:  # ctypes would only print the exception
            self.error = e
            return 1
        return 0

    def take(self) -> bytes:
        """What was written since the last call."""
        data = b''.join(self._pieces)
        self._pieces.clear()
        return data


class Output:
    """A report of the library, kept in memory until the lines are taken.

    A callback of ctypes loses the exception of a signal handler that runs before its first
    statement.  Each event has one line, so the number of lines shows such a loss.
    """

    def __init__(self, command: str = 'check', profile: Optional[str] = None,
                 payload: bool = False, redact: bool = False) -> None:
        self._writing = Writing()
        self._begun = False
        self._missing = 0
        # The library does not copy these texts.
        self._command = command.encode()
        self._profile = profile.encode() if profile is not None else None
        self._path = b''
        handle = ctypes.c_void_p()
        expect(c.lib.dfk_report_open(ctypes.byref(c.ReportOptions(
            command=self._command, profile=self._profile, payload=payload,
            redact=redact, write=self._writing.function)), ctypes.byref(handle)), 'report')
        self._handle = handle
        c.free_with(self, c.lib.dfk_report_close, handle)

    @property
    def error(self) -> Optional[BaseException]:
        """The exception that ended the report."""
        return self._writing.error

    def _call(self, lines: int, function: Callable[..., int], *arguments: Any) -> None:
        """Calls the library, which writes this number of lines."""
        if self.error is not None:
            raise self.error
        status = function(self._handle, *arguments)
        if self.error is not None:
            raise self.error
        expect(status)
        # The first line is about the report.
        self._missing += lines + (lines > 0 and not self._begun)
        self._begun = self._begun or lines > 0

    def start(self, path: bytes) -> None:
        self._path = path
        self._call(0, c.lib.dfk_report_start, path)

    def finding(self, finding: int) -> None:
        self._call(1, c.lib.dfk_report_finding, finding)

    def record(self, record: int) -> None:
        self._call(1, c.lib.dfk_report_record, record)

    def item(self, item: int) -> None:
        self._call(1, c.lib.dfk_report_item, item)

    def actions(self, check: ctypes.c_void_p, number: int) -> None:
        self._call(number, c.lib.dfk_report_actions, check)

    def take_actions(self, check: ctypes.c_void_p) -> List[Dict[str, Any]]:
        """The lines of all actions.  The caller knows whether an action is missing."""
        self._call(0, c.lib.dfk_report_actions, check)
        self._call(0, c.lib.dfk_report_flush)
        lines = [json.loads(line) for line in self._writing.take().splitlines()]
        self._begun = self._begun or len(lines) > 0
        return [line for line in lines if line['type'] == 'action']

    def file(self, check: Optional[ctypes.c_void_p], outcome: int = c.CHECKED,
             output: Optional[bytes] = None, error: Optional[str] = None,
             written: Optional[ctypes.c_void_p] = None) -> None:
        self._call(1, c.lib.dfk_report_file, ctypes.byref(c.ReportFile(
            check=check, outcome=outcome, output=output,
            error=error.encode('utf-8', 'surrogateescape') if error else None,
            written=written)))

    def finish(self, exit_code: int) -> None:
        self._call(1, c.lib.dfk_report_finish, exit_code)

    def take(self) -> bytes:
        """The lines since the last call."""
        self._call(0, c.lib.dfk_report_flush)
        data = self._writing.take()
        self._missing -= data.count(b'\n')
        if self._missing != 0:
            raise InterruptionError('an exception interrupted the report')
        return data

    def pass_on(self, receive: Callable[[bytes], object]) -> None:
        """Gives the lines to a function.  Its exception ends the report."""
        try:
            data = self.take()
            if data:
                receive(data)
        except BaseException as e:
            self._writing.error = e
            raise


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
        self._output = Output(command, profile, False, redact)
        self._write = write
        self._busy = threading.Lock()
        self._exit_code = 0
        self._finished = False

    @property
    def exit_code(self) -> int:
        """The exit code of the program after the recordings so far."""
        return self._exit_code

    def finish(self) -> None:
        """Writes the summary.  This is the last call."""
        if not self._busy.acquire(blocking=False):
            raise StateError('a recording is being read')
        try:
            if self._finished:
                raise StateError('the report is finished')
            self._finished = True
            self._output.finish(self._exit_code)
            self._output.pass_on(self._write)
        finally:
            self._busy.release()

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
        if not report._busy.acquire(blocking=False):
            raise StateError('the report has another recording')
        try:
            if report._finished:
                raise StateError('the report is finished')
            report._output.start(os.fsencode(path) if path is not None else b'-')
        except BaseException:
            report._busy.release()
            raise

    @property
    def output(self) -> Optional[Output]:
        return self._report._output if self._report is not None and not self._over \
            else None

    def pass_on(self) -> None:
        """Gives the lines so far to the user."""
        if self._report is not None and not self._over:
            self._report._output.pass_on(self._report._write)

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
            report._output.pass_on(report._write)
        finally:
            report._busy.release()

    def close(self) -> None:
        """Gives the report back, if there will be no last line."""
        if self._report is not None and not self._over:
            self._over = True
            self._report._busy.release()
