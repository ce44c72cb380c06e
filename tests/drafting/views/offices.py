"""Who may watch pods, for settings.MAY_WATCH_POD: Judge Ines runs them, Scorekeeper Sam only looks."""

from drafting.models import Pod
from gameplay.models import Account


def office(*, account: Account, pod: Pod) -> str | None:
    return {"Ines": "head_judge", "Sam": "scorekeeper"}.get(account.handle)


LOG: list[str] = []
"""What the event says of its draft log, if anything. (settings.DRAFT_LOG)"""


def draft_log(*, account: object, pod: Pod) -> str | None:
    return LOG[-1] if LOG else None
