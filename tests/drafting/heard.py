"""The apps above drafting: what they were told (settings.POD_DRAFTED, settings.DECKS_IN), and whom they speak for
(settings.MAY_WATCH_POD)."""

from drafting.models import Pod
from gameplay.models import Account

OFFICES = {"Hana": "organizer", "Tomas": "head_judge", "Ines": "floor_judge", "Otto": "scorekeeper"}

drafted: list[Pod] = []
in_: list[Pod] = []


def pod_drafted(*, pod: Pod) -> None:
    drafted.append(pod)


def decks_in(*, pod: Pod) -> None:
    in_.append(pod)


def office_at_pod(*, account: object, pod: Pod) -> str | None:
    return OFFICES.get(account.handle) if isinstance(account, Account) else None
