# SPDX-License-Identifier: MIT
"""_run - checks and repairs of whole sources, and iterators over them"""
from __future__ import annotations

import ctypes
import json
import os
from dataclasses import replace
from typing import (TYPE_CHECKING, Callable, Generator, Iterator, List, Optional, Tuple,
                    Type, TypeVar, Union)

from . import _library as c
from ._check import Core, Value, drain, fail
from ._errors import InternalError, InterruptionError, expect
from ._output import Output, open_output, refuse_output
from ._report import Entry, Writing, worse
from ._settings import Opener, Settings, limit
from ._source import Source
from ._values import Action, Finding, Record, Repair, Result, Rule, rule_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._output import OutputLike
    from ._settings import Options
    from ._source import SourceLike

T = TypeVar('T')


def _settings_for(source: SourceLike, settings: Settings) -> Settings:
    """A path is the name, unless there is another name."""
    if settings.name is None and isinstance(source, (str, os.PathLike)):
        return replace(settings, name=os.fspath(source))
    return settings


def _read(source: Source, core: Core) -> Iterator[Value]:
    """Reads the source for the first time."""
    written = source.is_written()
    for piece in source.pieces():
        yield from core.feed(piece)
        if not core.wants_more():
            break
    yield from core.finish(source.has_changed, written)


def _steps(given: SourceLike, settings: Settings,
           end: Callable[[Core], Iterator[T]]) -> Generator[Union[Value, T], None, None]:
    """Checks the source, and yields the values and then those of `end`."""
    opener = Opener(_settings_for(given, settings))
    entry = Entry(settings.report, opener.settings.name)
    source: Optional[Source] = None
    core: Optional[Core] = None
    try:
        source = Source(given)
        core = Core(opener, entry, source.modified)
        yield from _read(source, core)
        exit_code = core.exit_code()
        yield from end(core)
        entry.file(exit_code, core.handle)
    except BaseException as e:
        fail(entry, core, e, c.CHECKED)
        raise
    finally:
        entry.close()
        if core is not None:
            core.close()
        if source is not None:
            source.close()


def _nothing(core: Core) -> Iterator[Value]:
    return iter(())


def check(source: SourceLike, **options: Unpack[Options]) -> Result:
    """Checks a recording: bytes, a path, or a binary file object, which is read by
    pieces from its position on."""
    results: List[Result] = []

    def end(core: Core) -> Iterator[Value]:
        results.append(core.value())
        return iter(())
    drain(_steps(source, Settings(**options), end))
    return results[0]


# --------------------------------------------------------------- iterators --

def _ignore(record: Record) -> None:
    pass


def _only(kind: Type[T], steps: Generator[object, None, None]) -> Iterator[T]:
    try:
        for value in steps:
            if isinstance(value, kind):
                yield value
    finally:
        steps.close()


def findings(source: SourceLike, **options: Unpack[Options]) -> Iterator[Finding]:
    """The findings of a recording, while it is read."""
    return _only(Finding, _steps(source, Settings(**options), _nothing))


def records(source: SourceLike, *, items: bool = False,
            **options: Unpack[Options]) -> Iterator[Record]:
    """The messages, chunks or commands of a recording, while it is read.  `items`: also
    the items of snapshots."""
    settings = Settings(**options)
    settings = replace(settings, on_record=settings.on_record or _ignore,
                       on_item=(settings.on_item or _ignore) if items else None)
    return _only(Record, _steps(source, settings, _nothing))


def actions(source: SourceLike, **options: Unpack[Options]) -> Iterator[Action]:
    """The steps of a possible repair, after the recording was read."""
    return _only(Action, _steps(source, Settings(**options),
                                lambda core: iter(core.actions())))


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


def _planned_size(plan: c.Result) -> int:
    return int(plan.kept + plan.changed + plan.added)


def _fill(core: Core, source: Source, output: Output) -> bool:
    """Writes the repaired recording.  False: the input has changed."""
    error: Optional[BaseException] = None
    written = 0

    def write(_: None, data: int, size: int) -> int:
        nonlocal error, written
        try:
            output.write(ctypes.string_at(data, size))
            written += size
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
        if not run(c.lib.dfk_repair_finish(handle)):
            return False
        if written != _planned_size(core.result):
            raise InterruptionError('an exception interrupted the repair')
        return True
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
            drain(self.core.feed(piece))
        drain(self.core.finish(lambda: False, False))

    def judge(self) -> Optional[_Refusal]:
        """None: the output is the planned recording, and has no errors."""
        result = self.core.result
        size = _planned_size(self._plan)
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
            drain(_read(self._source, self._core))
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
            self._actions = core.actions()
            output.publish()
            return self._report(core, verification.core, output)
        finally:
            verification.core.close()

    def _refuse_changed(self, core: Core) -> Repair:
        core.mark_changed()
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
    text = Writing()
    status = c.lib.dfk_report_rules(text.function, None)
    if text.error is not None:
        raise text.error
    expect(status)
    return tuple(rule_of(row) for row in json.loads(text.take()))


def version() -> str:
    """The version of the library, such as "0.1.0"."""
    text: bytes = c.lib.dfk_version()
    return text.decode('ascii')
