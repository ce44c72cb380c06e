"""A host of pods with the head judge Ines and the scorekeeper Sam."""

from drafting.models import Pod
from drafting.ports import PodHost
from gameplay.models import Account

LOG_SCOPES: list[str] = []
"""The last item is the scope of the draft log; empty for no event."""


class StaffHost(PodHost):
    """Ines directs pods, Sam can only watch them."""

    def watching_role(self, account: object, pod: Pod) -> str | None:
        return (
            {"Ines": "head_judge", "Sam": "scorekeeper"}.get(account.handle) if isinstance(account, Account) else None
        )

    def draft_log_scope(self, account: object, pod: Pod) -> str | None:
        return LOG_SCOPES[-1] if LOG_SCOPES else None
