"""Test doubles for the host of pods."""

from drafting.models import Pod
from drafting.ports import PodHost
from gameplay.models import Account

ROLES = {"Hana": "organizer", "Tomas": "head_judge", "Ines": "floor_judge", "Otto": "scorekeeper"}


class RecordingHost(PodHost):
    """Records the pods whose decks are all in."""

    def __init__(self) -> None:
        self.complete: list[Pod] = []

    def on_decks_submitted(self, pod: Pod) -> None:
        self.complete.append(pod)


class StaffHost(PodHost):
    """Gives the accounts in `ROLES` their roles."""

    def watching_role(self, account: object, pod: Pod) -> str | None:
        return ROLES.get(account.handle) if isinstance(account, Account) else None
