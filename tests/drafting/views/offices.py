"""Who may watch pods: Judge Ines runs them, Scorekeeper Sam only looks."""

from drafting.models import Pod
from drafting.ports import PodHost
from gameplay.models import Account

LOG: list[str] = []
"""What the event says of its draft log, if anything."""


class Offices(PodHost):
    """The roles of Ines and Sam."""

    def watching_role(self, account: object, pod: Pod) -> str | None:
        return (
            {"Ines": "head_judge", "Sam": "scorekeeper"}.get(account.handle) if isinstance(account, Account) else None
        )

    def draft_log_scope(self, account: object, pod: Pod) -> str | None:
        return LOG[-1] if LOG else None
