# SPDX-License-Identifier: MIT
"""_run - checks and repairs of whole sources, and iterators over them"""
from __future__ import annotations

import ctypes
import json
import os
import queue
import threading
from dataclasses import replace
from typing import (TYPE_CHECKING, Callable, Generator, Iterator, List, Optional, Tuple,
                    TypeVar, Union)

from . import _library as c
from ._check import Core, fail
from ._errors import InternalError, expect
from ._output import Output, open_output, refuse_output
from ._report import Entry, worse
from ._settings import Opener, Settings, limit
from ._source import Source
from ._values import Action, Finding, Record, Repair, Result, Rule, rule_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._output import OutputLike
    from ._settings import Options
    from ._source import SourceLike

T = TypeVar('T')
# Passes values to the first argument, until the second one is set.
_Runner = Callable[[Callable[[T], None], threading.Event], object]


def _settings_for(source: SourceLike, settings: Settings) -> Settings:
    """A path is the name, unless there is another name."""
    if settings.name is None and isinstance(source, (str, os.PathLike)):
        return replace(settings, name=os.fspath(source))
    return settings


class _Closed(Exception):
    """The iterator over a source was closed."""


def _read(source: Source, core: Core, closed: Optional[threading.Event] = None) -> None:
    """Reads the source for the first time."""
    written = source.is_written()
    for piece in source.pieces():
        core.feed(piece)
        if closed is not None and closed.is_set():
            raise _Closed('the reading was stopped')
        if not core.ask(c.lib.dfk_wants):
            break
    core.call(c.lib.dfk_finish)
    if source.has_changed():
        core.call(c.lib.dfk_changed)
    if written:
        core.call(c.lib.dfk_open_elsewhere)


def _check(given: SourceLike, settings: Settings,
           more: Optional[Callable[[Core], None]] = None,
           closed: Optional[threading.Event] = None) -> Result:
    """Checks the source, and calls `more` with the check that has ended."""
    opener = Opener(_settings_for(given, settings))
    entry = Entry(settings.report, opener.settings.name)
    source: Optional[Source] = None
    core: Optional[Core] = None
    try:
        source = Source(given)
        core = Core(opener, entry, source.modified)
        _read(source, core, closed)
        result = core.value()
        if more is not None:
            more(core)
        entry.file(result.exit_code, core.handle)
        return result
    except BaseException as e:
        fail(entry, core, e, c.CHECKED)
        raise
    finally:
        entry.close()
        if core is not None:
            core.close()
        if source is not None:
            source.close()


def check(source: SourceLike, **options: Unpack[Options]) -> Result:
    """Checks a recording: bytes, a path, or a binary file object, which is read by
    pieces from its position on."""
    return _check(source, Settings(**options))


# --------------------------------------------------------------- iterators --

# The number of values that one batch has, and the number of batches that wait.
_BATCH, _BATCHES = 256, 4


class _Stream(Iterator[T]):
    """An iterator over what a function passes to `emit`.

    A thread runs the function, and waits if too many values were not taken.  A few bytes
    of a compressed recording may have millions of records, so no list could hold the
    records of one piece.
    """

    def __init__(self, run: _Runner[T]) -> None:
        self._values = self._run(run)

    def __iter__(self) -> _Stream[T]:
        return self

    def __next__(self) -> T:
        return next(self._values)

    @staticmethod
    def _run(run: _Runner[T]) -> Generator[T, None, None]:
        batches: queue.Queue[Union[List[T], Optional[BaseException]]] = queue.Queue(_BATCHES)
        closed = threading.Event()
        batch: List[T] = []

        def emit(value: T) -> None:
            nonlocal batch
            if closed.is_set():
                raise _Closed('the reading was stopped')
            batch.append(value)
            if len(batch) == _BATCH:
                batches.put(batch)
                batch = []

        def work() -> None:
            error: Optional[BaseException] = None
            try:
                run(emit, closed)
            except BaseException as e:
                error = e
            batches.put(batch)
            batches.put(error)

        thread = threading.Thread(target=work, name='demofsck', daemon=True)
        thread.start()
        got: Union[List[T], Optional[BaseException]] = []
        try:
            while isinstance(got, list):
                yield from got
                got = batches.get()
            if got is not None:
                raise got
        finally:
            closed.set()
            while isinstance(got, list):
                got = batches.get()
            thread.join()

    def close(self) -> None:
        """Stops the reading."""
        self._values.close()


def findings(source: SourceLike, **options: Unpack[Options]) -> Iterator[Finding]:
    """The findings of a recording, while it is read."""
    settings = Settings(**options)
    return _Stream(lambda emit, closed: _check(source, replace(settings, on_finding=emit),
                                               closed=closed))


def records(source: SourceLike, *, items: bool = False,
            **options: Unpack[Options]) -> Iterator[Record]:
    """The messages, chunks or commands of a recording, while it is read.  `items`: also
    the items of snapshots."""
    settings = Settings(**options)
    return _Stream(lambda emit, closed: _check(
        source, replace(settings, on_record=emit, on_item=emit if items else None),
        closed=closed))


def actions(source: SourceLike, **options: Unpack[Options]) -> Iterator[Action]:
    """The steps of a possible repair, after the recording was read."""
    settings = Settings(**options)

    def run(emit: Callable[[Action], None], closed: threading.Event) -> None:
        def pass_on(core: Core) -> None:
            core.on_action = emit
            core.actions()
        _check(source, settings, pass_on, closed)
    return _Stream(run)


# ------------------------------------------------------------------ repair --

# The end of a repair without an output: the reason and the exit code.
_Refusal = Tuple[Optional[str], int]


def _limit_text(core: Core) -> str:
    reached = False
    for i in range(c.lib.dfk_limit_count()):
        name = c.lib.dfk_limit_at(i).contents.name.decode()
        if core.hits(f'limit.{name}') == 0:
            continue
        row = limit(name)
        if row is not None and core.settings.limit_value(name) < row.maximum:
            reached = False
            break
        reached = True
    return 'a limit was reached that cannot be raised' if reached \
        else 'a limit was reached; --limit can raise it'


def _refusal(core: Core) -> Optional[_Refusal]:
    """None: the recording can be repaired."""
    result = core.result
    if c.VERDICTS[result.verdict] == 'undecided':
        return ('it changed while it was read' if result.file_changed
                else _limit_text(core)), 5
    if c.REPAIRABLE[result.repairable] == 'no':
        return None, 1
    return None


def _fill(core: Core, source: Source, output: Output) -> bool:
    """Writes the repaired recording.  False: the input has changed."""
    error: Optional[BaseException] = None

    def write(_: None, data: int, size: int) -> int:
        nonlocal error
        try:
            output.write(ctypes.string_at(data, size))
        except BaseException as e:  # ctypes would only print the exception
            error = e
            return 1
        return 0

    def run(status: int) -> bool:
        if error is not None:
            raise error
        if status != c.CHANGED:
            expect(status)
        return status != c.CHANGED

    callback, handle = c.WRITE(write), ctypes.c_void_p()
    expect(c.lib.dfk_repair_open(core.handle, callback, None, ctypes.byref(handle)))
    try:
        for piece in source.again():
            if not run(c.lib.dfk_repair_feed(handle, piece, len(piece))):
                return False
        return run(c.lib.dfk_repair_finish(handle))
    finally:
        c.lib.dfk_repair_close(handle)


class _Verification:
    """The check of an output, before it appears."""

    def __init__(self, core: Core, opener: Opener, output: Output) -> None:
        self._plan = core.result
        self._settings = opener.settings
        # The limits were meant for the input.  The output may be longer.
        size = max(output.size, opener.settings.limit_value('input_bytes'))
        quiet = replace(opener.settings, sha256=False, md5=False, report=None, name=None,
                        limits={**opener.settings.limits, 'input_bytes': size},
                        on_finding=None, on_record=None, on_item=None)
        self.core = Core(opener.with_settings(quiet), Entry(None, None))
        for piece in output.pieces():
            self.core.feed(piece)
        self.core.call(c.lib.dfk_finish)

    def judge(self) -> Optional[_Refusal]:
        """None: the output is the planned recording, and has no errors."""
        result = self.core.result
        size = self._plan.kept + self._plan.changed + self._plan.added
        if c.VERDICTS[result.verdict] == 'undecided':
            return f'the repaired file is undecided: {_limit_text(self.core)}', 5
        if result.carriage_returns > 0:
            return ('the repaired file would look as if it were transferred as text '
                    'again'), 1
        if result.verdict > c.VERDICTS.index('damaged') or result.decoded_size != size \
                or result.size != size:
            raise InternalError('error in demofsck: the repaired file is not as it was '
                                'planned')
        if result.repair_errors == 0:
            return None
        if any(severity == 'off' or self.core.hits(rule) > 0
               for rule, severity in self._settings.severities.items()):
            return ('the output would still have errors by the rules of --rule or '
                    '--config; try the repair without these options'), 1
        raise InternalError(
            'error in demofsck: the repaired file still has errors' +
            ('; --level=prefix may give an output' if self._settings.level == 'salvage'
             else ''))


def _remaining(core: Core, verified: Core) -> Optional[str]:
    """The errors that a repair cannot remove."""
    def remain(n: int) -> str:
        return f'{n} error{"s" if n > 1 else ""} remain{"" if n > 1 else "s"}'

    outside, left = core.result.errors_outside, verified.result.errors
    if outside > 0:
        return (f'{remain(outside)}: {"they are" if outside > 1 else "it is"} not in the '
                'bytes of the file')
    if left > 0:
        return f'{remain(left)}: only the profile {core.settings.profile} says so'
    return None


class _Repairing:
    """One repair, from its check to its output."""

    def __init__(self, given: SourceLike, settings: Settings) -> None:
        self._opener = Opener(_settings_for(given, settings))
        self._entry = Entry(settings.report, self._opener.settings.name)
        self._given = given
        self._actions: List[Action] = []
        self._source: Optional[Source] = None
        self._core: Optional[Core] = None

    def run(self, out: OutputLike) -> Repair:
        try:
            self._source = Source(self._given, twice=True)
            refuse_output(out, self._source)
            self._core = Core(self._opener, self._entry, self._source.modified)
            _read(self._source, self._core)
            refusal = _refusal(self._core)
            if refusal is not None:
                return self._refuse(self._core, refusal)
            output = open_output(out, self._source)
            try:
                return self._write(self._source, self._core, output)
            finally:
                output.close()
        except BaseException as e:
            fail(self._entry, self._core, e, c.NOT_WRITTEN)
            raise

    def _refuse(self, core: Core, refusal: _Refusal) -> Repair:
        error, code = refusal
        self._entry.file(code, core.handle, c.NOT_WRITTEN, error=error)
        return Repair(core.value(), False, error, (), None, code)

    def _write(self, source: Source, core: Core, output: Output) -> Repair:
        if not _fill(core, source, output):
            return self._refuse_changed(core)
        output.settle(source)
        verification = _Verification(core, self._opener, output)
        try:
            refusal = verification.judge()
            if refusal is not None:
                return self._refuse(core, refusal)
            if source.has_changed():
                return self._refuse_changed(core)
            core.on_action = self._actions.append
            core.actions()
            output.publish()
            return self._report(core, verification.core, output)
        finally:
            verification.core.close()

    def _refuse_changed(self, core: Core) -> Repair:
        core.call(c.lib.dfk_changed)
        return self._refuse(core, ('it changed while it was read', 5))

    def _report(self, core: Core, written: Core, output: Output) -> Repair:
        error = _remaining(core, written)
        code = 3 if c.REPAIRABLE[core.result.repairable] == 'lossy' else 0
        if error is not None:
            code = worse(code, 1)
        self._entry.file(code, core.handle, c.WRITTEN, output.name, error, written.handle)
        return Repair(core.value(), True, error, tuple(self._actions),
                      core.output_facts(written.handle), code)

    def close(self) -> None:
        self._entry.close()
        if self._core is not None:
            self._core.close()
        if self._source is not None:
            self._source.close()


def repair(source: SourceLike, out: OutputLike, **options: Unpack[Options]) -> Repair:
    """Writes a repaired copy to a path, or to a binary file object.

    A valid recording is copied.  The input never changes.  The output appears only after
    it is complete and was checked again.  `FileExistsError`: a file has the path
    already.  A source that cannot be read twice is copied to a temporary file.
    """
    repairing = _Repairing(source, Settings(**options))
    try:
        return repairing.run(out)
    finally:
        repairing.close()


# ------------------------------------------------------------------- rules --

def rules() -> Tuple[Rule, ...]:
    """The table of all rules."""
    text: List[bytes] = []

    def write(_: None, data: int, size: int) -> int:
        text.append(ctypes.string_at(data, size))
        return 0

    callback = c.WRITE(write)
    expect(c.lib.dfk_report_rules(callback, None))
    return tuple(rule_of(row) for row in json.loads(b''.join(text)))


def version() -> str:
    """The version of the library, such as "0.1.0"."""
    text: bytes = c.lib.dfk_version()
    return text.decode('ascii')
