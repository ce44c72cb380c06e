"""What drafting has told the apps above it, for settings.POD_DRAFTED and settings.DECKS_IN."""

from drafting.models import Pod

drafted: list[Pod] = []
in_: list[Pod] = []


def pod_drafted(*, pod: Pod) -> None:
    drafted.append(pod)


def decks_in(*, pod: Pod) -> None:
    in_.append(pod)
