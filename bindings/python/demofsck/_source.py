# SPDX-License-Identifier: MIT
"""_source - bytes, a path or a binary file object, read by pieces"""
from __future__ import annotations

import errno
import io
import os
import signal
import stat
import tempfile
import time
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Iterator, Optional, Union

if TYPE_CHECKING:
    SourceLike = Union[bytes, bytearray, memoryview, str, 'os.PathLike[str]', BinaryIO,
                       IO[bytes]]

try:
    import fcntl
except ImportError:  # not a Unix system
    fcntl = None  # type: ignore[assignment]

PIECE = 1 << 16


def pieces_of(data: Union[bytes, bytearray, memoryview]) -> Iterator[bytes]:
    view = memoryview(data).cast('B')
    for at in range(0, len(view), PIECE):
        yield bytes(view[at:at + PIECE])


class Source:
    """A recording that can be read twice if `twice` is set.  What cannot be read twice is
    copied to a temporary file during the first reading."""

    def __init__(self, given: SourceLike, *, twice: bool = False) -> None:
        self._spool: Optional[IO[bytes]] = None
        self._own = False
        self.before: Optional[os.stat_result] = None
        if isinstance(given, (bytes, bytearray, memoryview)):
            self._file: Any = None
            # Another thread may change a bytearray between the two readings.
            self._data = given if isinstance(given, bytes) or not twice else bytes(given)
            return
        if isinstance(given, (str, os.PathLike)):
            self._file, self._own = open(given, 'rb', buffering=0), True
            status = os.fstat(self._file.fileno())
            if stat.S_ISREG(status.st_mode):
                self.before = status
        elif callable(getattr(given, 'read', None)):
            self._file = given
        else:
            raise TypeError(f'the source is {type(given).__name__}, and neither bytes, a '
                            'path nor a binary file object')
        if twice and not self._can_seek():
            self._spool = tempfile.TemporaryFile()
        elif twice:
            self._start = self._file.tell()

    def _can_seek(self) -> bool:
        seekable = getattr(self._file, 'seekable', None)
        return seekable is not None and bool(seekable())

    def pieces(self) -> Iterator[bytes]:
        """The bytes, for the first time."""
        if self._file is None:
            yield from pieces_of(self._data)
            return
        for piece in self._read():
            if self._spool is not None:
                self._spool.write(piece)
            yield piece

    def again(self) -> Iterator[bytes]:
        """The bytes, for the second time."""
        if self._file is None:
            yield from pieces_of(self._data)
            return
        if self._spool is not None:
            self._file, self._start = self._spool, 0
        self._file.seek(self._start)
        yield from self._read()

    def _read(self) -> Iterator[bytes]:
        while True:
            piece = self._file.read(PIECE)
            if piece is None:
                raise BlockingIOError('the source has no bytes yet')
            if not isinstance(piece, (bytes, bytearray, memoryview)):
                raise TypeError('the source is not a binary file: read() returned '
                                f'{type(piece).__name__}')
            if len(piece) == 0:
                return
            yield from pieces_of(piece)

    @property
    def modified(self) -> Optional[bytes]:
        """The time of the last change, in the form that demos use."""
        if self.before is None:
            return None
        try:
            local = time.localtime(self.before.st_mtime_ns // 10**9)
        except (OSError, OverflowError):
            return None  # the year does not fit an int: the time is not known
        return (f'{local.tm_year}-{local.tm_mon:02}-{local.tm_mday:02}_{local.tm_hour:02}'
                f'-{local.tm_min:02}-{local.tm_sec:02}').encode()

    def has_changed(self) -> bool:
        """Has the file changed since it was opened?"""
        if self.before is None:
            return False
        now = os.fstat(self._file.fileno())
        return (now.st_size, now.st_mtime_ns, now.st_ctime_ns) != (
            self.before.st_size, self.before.st_mtime_ns, self.before.st_ctime_ns)

    def is_written(self) -> bool:
        """Has another process the file open for writing?"""
        if self.before is None or not hasattr(fcntl, 'F_SETLEASE'):
            return False
        fd = self._file.fileno()
        try:
            # A process that opens the file now waits until the lease is returned, and the
            # kernel sends a signal.  SIGURG is ignored by default, and SIGIO would end the
            # program.
            fcntl.fcntl(fd, fcntl.F_SETSIG, signal.SIGURG)
            # A lease for reading is refused if the file is open for writing.
            fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        return False

    def has_list(self) -> bool:
        """Has the file an access control list?"""
        if self.before is None or not hasattr(os, 'listxattr'):
            return False
        try:
            return 'system.posix_acl_access' in os.listxattr(self._file.fileno())
        except OSError as e:
            if e.errno in (errno.ENOTSUP, errno.ENOSYS):
                return False
            raise

    def is_same_file(self, other: Any) -> bool:
        """Is `other` the file that is read?"""
        try:
            return os.path.sameopenfile(self._file.fileno(), other.fileno())
        except (AttributeError, OSError, ValueError, io.UnsupportedOperation):
            return self._file is not None and self._file is other

    def close(self) -> None:
        if self._spool is not None:
            self._spool.close()
        if self._own:
            self._file.close()
