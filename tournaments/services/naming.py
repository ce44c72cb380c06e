"""Names of players in an event: no two look alike, and none can be mistaken for that of an official."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext

from gameplay.engine.core.errors import _
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.lookalikes import contains_staff_title, is_confusable_with, skeletons
from gameplay.models import Account
from tournaments.models import Entry, Event
from tournaments.selectors.roles import Actor

MARKED_NAME = _("{name} (player)")
ALIAS = "No. {number}"
"""The stored name of players under age and of players whose data was erased. English and Japanese write it alike."""


def unique_entry_name(event: Event, account: Account) -> str:
    """Return a unique name for ``account`` as a player of ``event``. Makes two queries.

    It is the handle, marked if it could be mistaken for an official's, and numbered if it looks like another player's
    name. No name is refused: it may be a real one, as Judge is in English and 審判太郎 could be in Japanese.
    """
    officials = {each.pk: each.handle for each in Account.objects.filter(offices__event=event)}
    misleading = contains_staff_title(account.handle) or any(
        is_confusable_with(account.handle, each) for each in officials.values()
    )
    if misleading and account.pk not in officials and account.kind != Account.Kind.BOT:
        return _distinct(_marked(account.handle), _others(event, account))
    return _distinct(account.handle, _others(event, account))


def unique_alias(event: Event, account: Account, number: int) -> str:
    """Return a unique name for player ``number`` of ``event`` that does not tell who it is. Makes one query."""
    return _distinct(ALIAS.format(number=number), _others(event, account))


def mark_lookalikes(event: Event, official: Account, *, by: Actor) -> None:
    """Mark the players of ``event``, which is locked, whose names look like that of the new ``official``.

    Each change is logged. Makes two queries.
    """
    for entry in event.entries.exclude(account=official).select_related("account"):
        handle = entry.account.handle
        if _is_unmarked(entry) and is_confusable_with(handle, official.handle):
            before, entry.name = entry.name, _distinct(_marked(handle), _others(event, entry.account))
            entry.save(update_fields=["name"])
            after = {"name": entry.name, "number": entry.number}
            append_entry(
                event.desk_stream, "name_marked", author=by.account, role=by.role, before={"name": before}, after=after
            )


def _marked(name: str) -> str:
    return gettext(MARKED_NAME).format(name=name)


def _is_unmarked(entry: Entry) -> bool:
    handle = re.escape(entry.account.handle)
    return re.fullmatch(rf"{handle}( \(\d+\))?", entry.name) is not None


def _others(event: Event, account: Account) -> list[str]:
    return list(event.entries.exclude(account=account).values_list("name", flat=True))


def _distinct(handle: str, names: Iterable[str]) -> str:
    """Return ``handle``, with a number appended if it looks like one of ``names``."""
    taken = frozenset[str]().union(*map(skeletons, names))
    name, number = handle, 1
    while not skeletons(name).isdisjoint(taken):
        number += 1
        name = f"{handle} ({number})"
    return name
