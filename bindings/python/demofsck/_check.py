# SPDX-License-Identifier: MIT
"""_check - one check, fed piece by piece"""
from __future__ import annotations

import ctypes
import json
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Union

from . import _library as c
from ._errors import InternalError, StateError, expect
from ._report import INTERNAL, UNREADABLE, Entry, Output
from ._settings import Opener, Settings
from ._source import pieces_of
from ._values import (HEADER, Action, Finding, Result, action_of, finding_of, record_of,
                      result_of)

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Type

    from typing_extensions import Unpack

    from ._settings import Options
    from ._values import Verdict


def _close(handle: ctypes.c_void_p, _: Opener) -> None:
    # The opener has the map, which must live as long as the check.
    c.lib.dfk_close(handle)


class Core:
    """A check of the library with its callbacks, for the public class and for repairs."""

    def __init__(self, opener: Opener, entry: Entry,
                 modified: Optional[bytes] = None) -> None:
        settings = opener.settings
        self.settings = settings
        self.findings: List[Finding] = []
        self.file_line: Dict[str, Any] = {}
        self.on_action: Optional[Callable[[Action], object]] = None
        self._entry = entry
        # Serializes the threads.  The thread that reads may come back in a callback.
        self._lock = threading.RLock()
        self._running = False
        self._over = False
        self._error: Optional[BaseException] = None
        self._rest = bytearray()
        self._lines = Output(self._split, payload=settings.payload)
        # These objects must live as long as the check.
        self._modified = modified
        self._name = os.fsencode(settings.name) if settings.name is not None else None
        self._callbacks = (c.ON_EVENT(self._pass_finding), c.ON_EVENT(self._pass_record),
                           c.ON_EVENT(self._pass_item))
        options = c.Options(no_hash=not settings.sha256, md5=settings.md5,
                            modified=modified, on_finding=self._callbacks[0])
        if settings.on_record is not None:
            options.on_record = self._callbacks[1]
        if settings.on_item is not None:
            options.on_item = self._callbacks[2]
        self.handle = opener.open(options)
        self.close_handle = weakref.finalize(self, _close, self.handle, opener)
        if self._name is not None:
            expect(c.lib.dfk_set_name(self.handle, self._name), 'name')
        self._lines.start(b'')

    # ------------------------------------------- what the library calls --

    def _guard(self, event: Callable[[], None]) -> None:
        """An exception waits until the library has returned."""
        if self._error is not None:
            return
        try:
            event()
        except BaseException as e:
            self._error = e

    def _pass_finding(self, _: None, finding: int) -> None:
        def send() -> None:
            if self._entry.output is not None:
                self._entry.output.finding(finding)
            self._lines.finding(finding)
            self._lines.flush()
        self._guard(send)

    def _pass_record(self, _: None, record: int) -> None:
        self._guard(lambda: self._lines.record(record))

    def _pass_item(self, _: None, item: int) -> None:
        self._guard(lambda: self._lines.item(item))

    def _split(self, data: bytes) -> None:
        """Splits the lines of the report of the library."""
        *lines, rest = data.split(b'\n')
        for line in lines:
            self._rest += line
            self._take(json.loads(self._rest))
            self._rest.clear()
        self._rest += rest

    def _take(self, line: Dict[str, Any]) -> None:
        kind = line['type']
        settings = self.settings
        if kind == 'finding':
            self.findings.append(finding_of(line))
            if settings.on_finding is not None:
                settings.on_finding(self.findings[-1])
        elif kind == 'record' and settings.on_record is not None:
            if line['index'] != HEADER:
                settings.on_record(record_of(line))
        elif kind == 'item' and settings.on_item is not None:
            settings.on_item(record_of(line))
        elif kind == 'action' and self.on_action is not None:
            self.on_action(action_of(line))
        elif kind == 'file':
            self.file_line = line

    # ------------------------------------------------------------- calls --

    def call(self, function: Callable[..., int], *arguments: Any) -> None:
        """Calls the library.  Passes on what a callback raised."""
        with self._lock:
            if self._running:
                raise StateError('a callback cannot use its own check')
            if self._over:
                raise StateError('the check is closed, or was ended by an exception')
            self._running = True
            try:
                status = function(self.handle, *arguments)
                self._guard(self._lines.flush)
            finally:
                self._running = False
            self._over = self._error is not None or status == c.NO_MEMORY
            if self._error is not None:
                raise self._error
            expect(status)

    def feed(self, piece: bytes) -> None:
        self.call(c.lib.dfk_feed, piece, len(piece))

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function of the library that cannot fail."""
        with self._lock:
            if self._over:
                raise StateError('the check is closed, or was ended by an exception')
            return function(self.handle, *arguments)

    @property
    def result(self) -> c.Result:
        """Of a check that has ended."""
        result: c.Result = self.ask(c.lib.dfk_result_of).contents
        return result

    def hits(self, rule: str) -> int:
        return int(self.ask(c.lib.dfk_rule_hits, c.lib.dfk_rule_find(rule.encode())))

    def exit_code(self) -> int:
        result = self.result
        if c.VERDICTS[result.verdict] == 'undecided':
            return 5
        bad = result.errors > 0 or c.VERDICTS[result.verdict] == 'unsupported'
        return 1 if bad else 0

    def value(self) -> Result:
        """The result of a check that has ended."""
        self._lines.file(self.handle)
        self._lines.flush()
        result = self.result
        return result_of(
            self.file_line, tuple(self.findings),
            md5=bytes(result.md5).hex() if result.has_md5 else None,
            accepted=self.ask(c.lib.dfk_gate_accepts, c.SEVERITIES.index('error')),
            exit_code=self.exit_code())

    def output_facts(self, written: ctypes.c_void_p) -> Dict[str, Any]:
        self._lines.file(self.handle, c.WRITTEN, written=written)
        self._lines.flush()
        facts: Dict[str, Any] = self.file_line['output_facts']
        return facts

    def actions(self) -> None:
        """Passes the actions to the report of the user and to `on_action`."""
        if self._entry.output is not None:
            self._entry.output.actions(self.handle)
        if self.on_action is not None:
            self._lines.actions(self.handle)
            self._lines.flush()

    def close(self) -> None:
        with self._lock:
            if self._running:
                raise StateError('a callback cannot close its own check')
            self._over = True
            self.close_handle()
            self._entry.close()


def fail(entry: Entry, core: Optional[Core], error: BaseException, outcome: int) -> None:
    """Writes the line of a recording that an exception ended, into the report."""
    output = entry.output
    if output is None or error is output._error:
        return
    finished = None
    if core is not None and not core._over and c.lib.dfk_result_of(core.handle):
        finished = core.handle
    text = getattr(error, 'strerror', None) or str(error) or type(error).__name__
    code = INTERNAL if isinstance(error, InternalError) else UNREADABLE
    entry.file(code, finished, outcome, error=text)


class Check:
    """A check that gets the bytes of a recording piece by piece.

    Any thread may call the functions.  Only one call at a time runs.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        opener = Opener(Settings(**options))
        self._entry = Entry(opener.settings.report, opener.settings.name)
        try:
            self._core = Core(opener, self._entry)
        except BaseException:
            self._entry.close()
            raise

    def feed(self, data: Union[bytes, bytearray, memoryview]) -> None:
        """Reads the next bytes of the recording."""
        for piece in pieces_of(data):
            self._core.feed(piece)

    @property
    def wants_more(self) -> bool:
        """False: the limit `input_bytes` is reached, and more bytes change nothing."""
        return bool(self._core.ask(c.lib.dfk_wants))

    @property
    def verdict_so_far(self) -> Verdict:
        """The verdict on the bytes so far.  A recording with an error never becomes
        valid."""
        number: int = self._core.ask(c.lib.dfk_verdict_so_far)
        verdict: Verdict = c.VERDICTS[number]  # type: ignore[assignment]
        return verdict

    @property
    def findings(self) -> List[Finding]:
        """The findings so far."""
        return list(self._core.findings)

    def finish(self, *, changed: bool = False, open_elsewhere: bool = False) -> Result:
        """Ends the recording.  `changed`: the file changed while it was read, so there is
        no verdict.  `open_elsewhere`: another process has the file open for writing."""
        self._core.call(c.lib.dfk_finish)
        if changed:
            self._core.call(c.lib.dfk_changed)
        if open_elsewhere:
            self._core.call(c.lib.dfk_open_elsewhere)
        return self._conclude()

    def stop(self) -> Result:
        """Ends the check before the end of the recording.  The verdict is never `valid`."""
        self._core.call(c.lib.dfk_stop)
        return self._conclude()

    def _conclude(self) -> Result:
        result = self._core.value()
        self._entry.file(result.exit_code, self._core.handle)
        return result

    def close(self) -> None:
        """Frees the memory.  Leaving the `with` block does the same."""
        self._core.close()

    def __enter__(self) -> Check:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]],
                 value: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        try:
            if value is not None:
                fail(self._entry, None, value, c.CHECKED)
        finally:
            self.close()
