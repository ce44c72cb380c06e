"""Sentences for the log of the operators."""

from gameplay.engine.core.errors import _

SENTENCES = {
    "staff_created": _("{author} created the staff account {account}."),
    "password_reset": _("{author} reset the password of {account}."),
    "password_changed": _("{author} changed their own password."),
    "account_locked": _("{author} locked the account {account}: {reason}"),
    "account_unlocked": _("{author} unlocked the account {account}."),
    "sessions_ended": _("{author} ended all sessions of {account}."),
    "cancelled_event": _("{author} cancelled the event {event}: {reason}"),
}
COMMAND_LINE = _("The command line")
"""The author of entries without an account: commands on the server."""
