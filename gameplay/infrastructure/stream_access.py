"""Authorises a session to follow log streams, and reads their current numbers."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections

from gameplay import ports
from gameplay.infrastructure import presence, sessions
from gameplay.models import LogStream


@dataclass(frozen=True, slots=True)
class StreamAccess:
    """The account, None if anonymous, and the current number of each stream, 0 if it has no entries."""

    account_id: uuid.UUID | None
    numbers: dict[str, int]


def authorize_streams(session_key: str | None, names: Sequence[str]) -> StreamAccess | None:
    """Return the access to the streams ``names`` and record presence, or return None if the session may not follow all.

    Call it in a separate thread: it closes the thread's database connection.
    """
    close_old_connections()
    try:
        account = sessions.session_account(session_key) if session_key else None
        if not all(_may_follow(account or AnonymousUser(), name) for name in names):
            return None
        if account:
            presence.mark_present(account.pk, presence_names(names))
        numbers = dict(LogStream.objects.filter(name__in=names).values_list("name", "number"))
        return StreamAccess(account.pk if account else None, {name: numbers.get(name, 0) for name in names})
    finally:
        close_old_connections()


def presence_names(names: Sequence[str]) -> list[str]:
    """Return the streams among ``names`` on which a follower is present; channels of presence have no presence."""
    return [name for name in names if not name.startswith(f"{presence.CHANNEL}/")]


def leave_streams(account_id: uuid.UUID, names: Sequence[str]) -> None:
    """Record that the account follows the streams no longer. Call it in a separate thread."""
    presence.mark_left(account_id, presence_names(names))


def _may_follow(account: object, name: str) -> bool:
    kind, _, identity = name.partition("/")
    rule = ports.follow_rules.get(kind)
    return bool(rule and identity and rule(account, identity))
