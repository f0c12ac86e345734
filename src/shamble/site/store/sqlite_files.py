"""The files of an SQLite database, watched while a server has them open: what is written to a deleted file is lost."""

import os


class LostFile(Exception):
    """A file of the database is not the one that was opened."""


class DatabaseFiles:
    """The database's file and its `-wal`, as they were when both were open."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._main = _inode(path)
        self._wal = _inode(f"{path}-wal")

    @property
    def only_wal_is_gone(self) -> bool:
        """Whether the database's own file is untouched and the `-wal` deleted, with nothing in its place."""
        return _inode(self.path) == self._main and _inode(f"{self.path}-wal") is None

    def check(self) -> None:
        """LostFile, saying which, where a file is gone or another is in its place."""
        for path, opened in ((self.path, self._main), (f"{self.path}-wal", self._wal)):
            inode = _inode(path)
            if inode != opened:
                raise LostFile(f"{path} {'was deleted' if inode is None else 'was replaced'} under the running server.")


def _inode(path: str) -> int | None:
    """What the system calls the file; None if there is none."""
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return None
