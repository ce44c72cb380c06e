"""Who may watch pods, for settings.MAY_WATCH_POD: Judge Ines runs them, Scorekeeper Sam only looks."""

from drafting.models import Pod
from gameplay.models import Account


def office(*, account: Account, pod: Pod) -> str | None:
    return {"Ines": "head_judge", "Sam": "scorekeeper"}.get(account.handle)
