"""An app above drafting: what it was told, and in which roles it lets officials watch pods."""

from drafting.models import Pod
from drafting.ports import PodHost
from gameplay.models import Account

ROLES = {"Hana": "organizer", "Tomas": "head_judge", "Ines": "floor_judge", "Otto": "scorekeeper"}


class Heard(PodHost):
    """Remembers the pods whose decks are all in."""

    def __init__(self) -> None:
        self.complete: list[Pod] = []

    def on_decks_submitted(self, pod: Pod) -> None:
        self.complete.append(pod)


class Offices(PodHost):
    """Lets the people of ROLES watch."""

    def watching_role(self, account: object, pod: Pod) -> str | None:
        return ROLES.get(account.handle) if isinstance(account, Account) else None
