# SPDX-License-Identifier: MIT
"""_settings - the options of a check or a repair"""
from __future__ import annotations

import copy
import ctypes
import os
import sys
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

from . import _library as c
from ._errors import OptionError, expect

if TYPE_CHECKING:
    from typing import Literal, TypedDict

    from ._report import Report
    from ._values import Finding, Record

    class Options(TypedDict, total=False):
        """The options of all functions.  README.md explains the options."""
        name: Optional[str]
        format: Optional[str]
        level: Literal['salvage', 'safe', 'prefix']
        depth: Literal['full', 'messages', 'framing']
        profile: Optional[str]
        fix_warnings: bool
        sha256: bool
        md5: bool
        limits: Mapping[str, int]
        severities: Mapping[str, Literal['off', 'note', 'warning', 'error']]
        protocol: Literal['0.6', '0.5', '0.7']
        base: Optional[bytes]
        map: Union[None, bytes, str, os.PathLike[str]]
        payload: bool
        report: Optional[Report]
        on_finding: Optional[Callable[[Finding], object]]
        on_record: Optional[Callable[[Record], object]]
        on_item: Optional[Callable[[Record], object]]


def _number(names: Sequence[str], value: str, option: str) -> int:
    if value not in names:
        raise OptionError(f'{option}: {value!r} is none of {", ".join(names)}')
    return names.index(value)


def limit(name: str) -> Optional[c.Limit]:
    for i in range(c.lib.dfk_limit_count()):
        row: c.Limit = c.lib.dfk_limit_at(i).contents
        if row.name == name.encode():
            return row
    return None


@dataclass(frozen=True)
class Settings:
    """The options with their defaults."""
    name: Optional[str] = None
    format: Optional[str] = None
    level: str = 'salvage'
    depth: str = 'full'
    profile: Optional[str] = None
    fix_warnings: bool = False
    sha256: bool = True
    md5: bool = False
    limits: Mapping[str, int] = field(default_factory=dict)
    severities: Mapping[str, str] = field(default_factory=dict)
    protocol: str = '0.6'
    base: Optional[bytes] = None
    map: Union[None, bytes, str, os.PathLike[str]] = None
    payload: bool = False
    report: Optional[Report] = None
    on_finding: Optional[Callable[[Finding], object]] = None
    on_record: Optional[Callable[[Record], object]] = None
    on_item: Optional[Callable[[Record], object]] = None

    def limit_value(self, name: str) -> int:
        """The limit that is set, or the default."""
        row = limit(name)
        default = int(row.value) if row is not None else 0
        return self.limits.get(name, default)


class Opener:
    """Opens checks that all have the same settings."""

    # The opener whose map and base this opener uses.
    _first: Optional[Opener] = None

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._level = _number(c.LEVELS, settings.level, 'level')
        self._depth = _number(c.DEPTHS, settings.depth, 'depth')
        self._protocol = _number(c.PROTOCOLS, settings.protocol, 'protocol')
        self._severities = {rule: _number(c.SEVERITIES, word, f'severity of {rule}')
                            for rule, word in settings.severities.items()}
        for name, value in settings.limits.items():
            if not isinstance(value, int) or not 0 <= value < 2**64:
                raise OptionError(f'limit {name}: {value!r} is no integer from 0 to 2**64 - 1')
        if settings.name is not None:
            if '\0' in settings.name:
                raise OptionError('name: a name has no NUL')
            try:
                os.fsencode(settings.name)
            except UnicodeEncodeError as error:
                raise OptionError('name: no file can have this name') from error
        self._format = settings.format.encode() if settings.format is not None else None
        self._map_bytes = self._read_map()
        self._map = self._open_map()
        self._base = self._open_base()
        # Reports unknown names before an input is read.
        c.lib.dfk_close(self.open(c.Options()))

    def _read_map(self) -> Optional[bytes]:
        given = self.settings.map
        if given is None or isinstance(given, bytes):
            return given
        with open(given, 'rb') as f:
            # One byte more than the limit shows that the map is too long.
            return f.read(self.settings.limit_value('given_map_bytes') + 1)

    def _open_map(self) -> Optional[ctypes.c_void_p]:
        if self._map_bytes is None:
            return None
        handle = ctypes.c_void_p()
        expect(c.lib.dfk_map_open(None, self._map_bytes, len(self._map_bytes),
                                  ctypes.byref(handle)), 'map')
        c.free_with(self, c.lib.dfk_map_close, handle)
        return handle

    def _open_base(self) -> Optional[ctypes.c_void_p]:
        data = self.settings.base
        if data is None:
            return None
        if len(data) % 4 != 0:
            raise OptionError('base: the snapshot ends inside an int')
        ints = array('i', data)
        if sys.byteorder == 'big':
            ints.byteswap()
        handle = ctypes.c_void_p()
        expect(c.lib.dfk_snapshot_open(None, self._protocol, ctypes.byref(handle)), 'base')
        c.free_with(self, c.lib.dfk_snapshot_close, handle)
        expect(c.lib.dfk_snapshot_load(
            handle, (ctypes.c_int32 * len(ints)).from_buffer(ints), len(ints)), 'base')
        return handle

    def with_settings(self, settings: Settings) -> Opener:
        """Opens checks with the same map and base, but with other settings."""
        other = copy.copy(self)
        other.settings = settings
        other._first = self
        return other

    def open(self, options: c.Options) -> ctypes.c_void_p:
        """Opens a check.  `options` has the callbacks."""
        settings = self.settings
        options.size = ctypes.sizeof(c.Options)
        setattr(options, 'as', self._format)
        options.level = self._level
        options.depth = self._depth
        options.fix_warnings = settings.fix_warnings
        options.map = self._map
        handle = ctypes.c_void_p()
        expect(c.lib.dfk_open(ctypes.byref(options), ctypes.byref(handle)), 'format')
        try:
            self._set_all(handle)
        except BaseException:
            c.lib.dfk_close(handle)
            raise
        return handle

    def _set_all(self, handle: ctypes.c_void_p) -> None:
        def put(function: Callable[..., int], what: str, *values: Any) -> None:
            expect(function(handle, *values), what)

        if self.settings.profile is not None:
            put(c.lib.dfk_set_profile, f'profile {self.settings.profile}',
                self.settings.profile.encode())
        for name, value in self.settings.limits.items():
            put(c.lib.dfk_set_limit, f'limit {name}', name.encode(), value)
        for rule, severity in self._severities.items():
            put(c.lib.dfk_set_severity, f'severity of {rule}', rule.encode(), severity)
        put(c.lib.dfk_set_protocol, 'protocol', self._protocol)
        if self._base is not None:
            put(c.lib.dfk_set_base, 'base', self._base)
