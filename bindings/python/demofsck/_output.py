# SPDX-License-Identifier: MIT
"""_output - the output of a repair, which appears complete or not at all"""
from __future__ import annotations

import errno
import io
import os
import secrets
import stat
import tempfile
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Iterator, Optional, Union

from ._source import PIECE, Source

if TYPE_CHECKING:
    OutputLike = Union[str, 'os.PathLike[str]', BinaryIO, IO[bytes]]

# `demofsck` leaves out files with such names when it walks a directory.
_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'


class Output:
    """A temporary file, which is checked before it becomes the output."""

    name: Optional[bytes] = None
    _file: IO[bytes]

    def write(self, data: bytes) -> None:
        self._file.write(data)

    def settle(self, source: Source) -> None:
        """Writes the bytes to the disk."""
        self._file.flush()

    def pieces(self) -> Iterator[bytes]:
        """The bytes that are on the disk."""
        self._file.seek(0)
        while piece := self._file.read(PIECE):
            yield piece

    @property
    def size(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def publish(self) -> None:
        """Makes the output appear."""

    def close(self) -> None:
        """Removes what was not published."""
        self._file.close()


class StreamOutput(Output):
    """The output goes to a binary file object of the caller."""

    def __init__(self, to: Any) -> None:
        self._to = to
        self._file = tempfile.TemporaryFile()

    def publish(self) -> None:
        for piece in self.pieces():
            rest = memoryview(piece)
            while len(rest) > 0:
                n = self._to.write(rest)
                if n is None and not isinstance(self._to, io.RawIOBase):
                    break  # an object that does not count has written everything
                if not n:
                    raise BlockingIOError('the output takes no bytes now')
                if not isinstance(n, int) or not 0 < n <= len(rest):
                    raise OSError(f'the output says that it wrote {n!r} of {len(rest)} '
                                  'bytes')
                rest = rest[n:]


class PathOutput(Output):
    """The output gets a path that no file has.  The temporary file is beside it."""

    def __init__(self, path: Union[str, os.PathLike[str]], mode: int) -> None:
        path = os.fspath(path)
        self.name = os.fsencode(path)
        parent, self._base = os.path.split(path)
        if not self._base:
            raise IsADirectoryError(f'{path!r} names a directory')
        self._temp: Optional[str] = None
        self._directory = os.open(parent or '.', os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._refuse_existing()
            self._file = self._create(mode)
        except BaseException:
            os.close(self._directory)
            raise

    def _refuse_existing(self) -> None:
        try:
            os.stat(self._base, dir_fd=self._directory, follow_symlinks=False)
        except FileNotFoundError:
            return
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST),
                              os.fsdecode(self.name or b''))

    def _create(self, mode: int) -> IO[bytes]:
        while True:
            ending = ''.join(secrets.choice(_LETTERS) for _ in range(6))
            # A name has at most 255 bytes.
            start = os.fsdecode(os.fsencode(self._base)[:200])
            temp = f'.{start}.demofsck-{ending}'
            try:
                fd = os.open(temp, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW,
                             mode, dir_fd=self._directory)
            except FileExistsError:
                continue
            self._temp = temp
            return os.fdopen(fd, 'w+b')

    def settle(self, source: Source) -> None:
        super().settle(source)
        fd = self._file.fileno()
        if source.before is not None:
            os.fchmod(fd, self._mode(fd, source.before, source.has_list()))
            os.utime(fd, ns=(source.before.st_atime_ns, source.before.st_mtime_ns))
        os.fsync(fd)

    def _mode(self, fd: int, like: os.stat_result, has_list: bool) -> int:
        """Nobody gets more rights than on the input."""
        own = os.fstat(fd)
        mode = stat.S_IMODE(like.st_mode) & 0o777
        if has_list:
            # The bits of the group are the limit of the list, which is not copied.
            return mode & 0o700
        if (own.st_uid, own.st_gid) != (like.st_uid, like.st_gid):
            # Members of the new group, or all others, may have had fewer rights.
            least = mode & mode >> 3 & 0o007
            return mode & 0o700 | least << 3 | least
        return mode

    def publish(self) -> None:
        assert self._temp is not None
        # A link never replaces a file.
        os.link(self._temp, self._base, src_dir_fd=self._directory,
                dst_dir_fd=self._directory, follow_symlinks=False)
        self._remove_temp()
        os.fsync(self._directory)

    def _remove_temp(self) -> None:
        if self._temp is not None:
            os.unlink(self._temp, dir_fd=self._directory)
            self._temp = None

    def close(self) -> None:
        try:
            self._file.close()
        finally:
            try:
                self._remove_temp()
            finally:
                os.close(self._directory)


def refuse_output(to: OutputLike, source: Source) -> None:
    """Raises an exception if `to` can never be the output."""
    if isinstance(to, (str, os.PathLike)):
        return
    if not callable(getattr(to, 'write', None)):
        raise TypeError(f'the output is {type(to).__name__}, and neither a path nor a '
                        'binary file object')
    if source.is_same_file(to):
        raise ValueError('the output is the input')


def open_output(to: OutputLike, source: Source) -> Output:
    if isinstance(to, (str, os.PathLike)):
        return PathOutput(to, 0o600 if source.before is not None else 0o666)
    return StreamOutput(to)
