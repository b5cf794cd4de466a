# SPDX-License-Identifier: MIT
"""_check - one check, fed piece by piece"""
from __future__ import annotations

import ctypes
import io
import json
import os
import threading
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, TypeVar,
                    Union)

from . import _library as c
from ._errors import InternalError, InterruptionError, StateError, expect
from ._report import INTERNAL, UNREADABLE, Entry, Output
from ._settings import Opener, Settings
from ._source import pieces_of
from ._values import (HEADER, Action, Finding, Record, Result, action_of, finding_of,
                      record_of, result_of)

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Type

    from typing_extensions import Unpack

    from ._settings import Options
    from ._values import Verdict

T = TypeVar('T')
Value = Union[Finding, Record]


def drain(values: Iterator[object]) -> None:
    for _ in values:
        pass


def _close(handle: ctypes.c_void_p, _: Opener) -> None:
    # The opener has the map, which must live as long as the check.
    c.lib.dfk_close(handle)


class Core:
    """A check of the library, for the public class, for iterators and for repairs.

    The callbacks only write lines.  After each call of the library, the lines become
    values.  So functions of the user run when the library does not.  One thread at a time
    may use a Core.
    """

    def __init__(self, opener: Opener, entry: Entry,
                 modified: Optional[bytes] = None) -> None:
        settings = opener.settings
        self.settings = settings
        self.findings: List[Finding] = []
        # The check is closed, or an exception came before all values were handed out.
        self.over = False
        self._entry = entry
        self._error: Optional[BaseException] = None
        self._calls = 0
        self._lines = Output(payload=settings.payload)
        # These objects must live as long as the check.
        self._modified = modified
        self._name = os.fsencode(settings.name) if settings.name is not None else None
        self._callbacks = (c.ON_EVENT(self._write_finding), c.ON_EVENT(self._write_record),
                           c.ON_EVENT(self._write_item))
        options = c.Options(no_hash=not settings.sha256, md5=settings.md5,
                            modified=modified, on_finding=self._callbacks[0])
        if settings.on_record is not None:
            options.on_record = self._callbacks[1]
        if settings.on_item is not None:
            options.on_item = self._callbacks[2]
        self.handle = opener.open(options)
        self._free = c.free_with(self, _close, self.handle, opener)
        if self._name is not None:
            expect(c.lib.dfk_set_name(self.handle, self._name), 'name')
        self._lines.start(b'')

    # ------------------------------------------- what the library calls --

    def _write(self, write: Callable[[int], None], event: int) -> None:
        """An exception waits until the library has returned."""
        if self._error is not None:
            return
        try:
            write(event)
            self._calls += 1
        except BaseException as e:
            self._error = e

    def _write_finding(self, _: None, finding: int) -> None:
        def write(event: int) -> None:
            if self._entry.output is not None:
                self._entry.output.finding(event)
            self._lines.finding(event)
        self._write(write, finding)

    def _write_record(self, _: None, record: int) -> None:
        self._write(self._lines.record, record)

    def _write_item(self, _: None, item: int) -> None:
        self._write(self._lines.item, item)

    # ------------------------------------------------------------- calls --

    def refuse_over(self) -> None:
        if self.over:
            raise StateError('the check is closed, or was ended by an exception')

    def _values(self, function: Callable[..., int], *arguments: Any) -> Iterator[Value]:
        """Calls the library, and yields the values of this call."""
        self.refuse_over()
        # An exception at any place before the last value ends the check.
        self.over = True
        status = function(self.handle, *arguments)
        if self._error is not None:
            raise self._error
        if self._calls != c.lib.dfk_callback_calls(self.handle):
            raise InterruptionError('an exception interrupted the check')
        self._entry.pass_on()
        for line in io.BytesIO(self._lines.take()):
            value = self._value(json.loads(line))
            if value is not None:
                yield value
        self.over = status == c.NO_MEMORY
        expect(status)

    def _value(self, line: Dict[str, Any]) -> Optional[Value]:
        """Gives the value of a line to the function of the user, too."""
        kind = line['type']
        settings = self.settings
        if kind == 'finding':
            finding = finding_of(line)
            self.findings.append(finding)
            if settings.on_finding is not None:
                settings.on_finding(finding)
            return finding
        # The first line is about the report.
        if kind == 'begin' or line['index'] == HEADER:
            return None
        record = record_of(line)
        receive = settings.on_item if record.is_item else settings.on_record
        if receive is not None:
            receive(record)
        return record

    def feed(self, piece: bytes) -> Iterator[Value]:
        """Reads the next bytes, and yields the values in small groups: a few bytes of a
        compressed recording may have millions of records."""
        used, more = ctypes.c_size_t(), ctypes.c_bool(True)
        while more:
            yield from self._values(c.lib.dfk_feed_part, piece, len(piece),
                                    ctypes.byref(used), ctypes.byref(more))
            piece = piece[used.value:]

    def finish(self, changed: Callable[[], bool], written: bool) -> Iterator[Value]:
        yield from self._values(c.lib.dfk_finish)
        if changed():
            yield from self._values(c.lib.dfk_changed)
        if written:
            yield from self._values(c.lib.dfk_open_elsewhere)

    def stop(self) -> Iterator[Value]:
        yield from self._values(c.lib.dfk_stop)

    def mark_changed(self) -> None:
        """The file changed after the check had ended."""
        drain(self._values(c.lib.dfk_changed))

    def wants_more(self) -> bool:
        return bool(c.lib.dfk_wants(self.handle))

    def verdict_so_far(self) -> Verdict:
        number: int = c.lib.dfk_verdict_so_far(self.handle)
        verdict: Verdict = c.VERDICTS[number]  # type: ignore[assignment]
        return verdict

    # ------------------------------------------ of a check that has ended --

    @property
    def result(self) -> c.Result:
        result: c.Result = c.lib.dfk_result_of(self.handle).contents
        return result

    def hits(self, rule: str) -> int:
        return int(c.lib.dfk_rule_hits(self.handle, c.lib.dfk_rule_find(rule.encode())))

    def exit_code(self) -> int:
        result = self.result
        if c.VERDICTS[result.verdict] == 'undecided':
            return 5
        bad = result.errors > 0 or c.VERDICTS[result.verdict] == 'unsupported'
        return 1 if bad else 0

    def _file_line(self) -> Dict[str, Any]:
        line: Dict[str, Any] = json.loads(self._lines.take().splitlines()[-1])
        return line

    def value(self) -> Result:
        self._lines.file(self.handle)
        result = self.result
        return result_of(
            self._file_line(), tuple(self.findings),
            md5=bytes(result.md5).hex() if result.has_md5 else None,
            accepted=c.lib.dfk_gate_accepts(self.handle, c.SEVERITIES.index('error')),
            exit_code=self.exit_code())

    def output_facts(self, written: ctypes.c_void_p) -> Dict[str, Any]:
        self._lines.file(self.handle, c.WRITTEN, written=written)
        facts: Dict[str, Any] = self._file_line()['output_facts']
        return facts

    def actions(self) -> List[Action]:
        """Returns the actions, and passes the actions to the report of the user."""
        actions = [action_of(line) for line in self._lines.take_actions(self.handle)]
        end = 0
        for action in actions:
            if action.offset != end:
                break
            end += action.length
        is_planned = c.REPAIRABLE[self.result.repairable] != 'no'
        if end != (self.result.decoded_size if is_planned else 0):
            raise InterruptionError('an exception interrupted the list of actions')
        if self._entry.output is not None:
            self._entry.output.actions(self.handle, len(actions))
            self._entry.pass_on()
        return actions

    def close(self) -> None:
        self.over = True
        self._free()
        self._entry.close()


def fail(entry: Entry, core: Optional[Core], error: BaseException, outcome: int) -> None:
    """Writes the line of a recording that an exception ended, into the report."""
    output = entry.output
    if output is None or error is output.error:
        return
    finished = None
    if core is not None and not core.over and c.lib.dfk_result_of(core.handle):
        finished = core.handle
    text = 'the reading was stopped' if isinstance(error, GeneratorExit) else \
        getattr(error, 'strerror', None) or str(error) or type(error).__name__
    code = INTERNAL if isinstance(error, InternalError) else UNREADABLE
    entry.file(code, finished, outcome, error=text)


class Check:
    """A check that gets the bytes of a recording piece by piece.

    Any thread may call the functions.  Only one call at a time runs.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        # Serializes the threads.  The thread that reads may come back in a callback.
        self._lock = threading.RLock()
        self._running = False
        opener = Opener(Settings(**options))
        self._entry = Entry(opener.settings.report, opener.settings.name)
        try:
            self._core = Core(opener, self._entry)
        except BaseException:
            self._entry.close()
            raise

    def _alone(self, work: Callable[[], T]) -> T:
        """Does a work that no other thread and no callback disturbs."""
        with self._lock:
            if self._running:
                raise StateError('a callback cannot use its own check')
            self._core.refuse_over()
            try:
                self._running = True
                return work()
            finally:
                self._running = False

    def _ask(self, question: Callable[[], T]) -> T:
        """Callbacks may ask, too: the library does not run then."""
        with self._lock:
            if not self._running:
                self._core.refuse_over()
            return question()

    def feed(self, data: Union[bytes, bytearray, memoryview]) -> None:
        """Reads the next bytes of the recording."""
        def read() -> None:
            for piece in pieces_of(data):
                drain(self._core.feed(piece))
        self._alone(read)

    @property
    def wants_more(self) -> bool:
        """False: the limit `input_bytes` is reached, and more bytes change nothing."""
        return self._ask(self._core.wants_more)

    @property
    def verdict_so_far(self) -> Verdict:
        """The verdict on the bytes so far.  A recording with an error never becomes
        valid."""
        return self._ask(self._core.verdict_so_far)

    @property
    def findings(self) -> List[Finding]:
        """The findings so far."""
        return list(self._core.findings)

    def finish(self, *, changed: bool = False, open_elsewhere: bool = False) -> Result:
        """Ends the recording.  `changed`: the file changed while it was read, so there is
        no verdict.  `open_elsewhere`: another process has the file open for writing."""
        return self._conclude(lambda: self._core.finish(lambda: changed, open_elsewhere))

    def stop(self) -> Result:
        """Ends the check before the end of the recording.  The verdict is never `valid`."""
        return self._conclude(self._core.stop)

    def _conclude(self, end: Callable[[], Iterator[Value]]) -> Result:
        def work() -> Result:
            drain(end())
            result = self._core.value()
            self._entry.file(result.exit_code, self._core.handle)
            return result
        return self._alone(work)

    def close(self) -> None:
        """Frees the memory.  Leaving the `with` block does the same."""
        with self._lock:
            if self._running:
                raise StateError('a callback cannot close its own check')
            self._core.close()

    def __enter__(self) -> Check:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]],
                 value: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        try:
            if value is not None:
                with self._lock:
                    fail(self._entry, None, value, c.CHECKED)
        finally:
            self.close()
