"""Why a backup cannot be made or restored."""


class BackupError(Exception):
    """The backup was not made, or not restored; the argument is the reason and what to do. Nothing was changed."""


class DamagedBackupError(BackupError):
    """The file is not a backup, or it is damaged."""
