"""What this app asks of the apps above it; see cards.ports."""

from typing import Any, Protocol
from uuid import UUID

from cards.ports import Port
from drafting.models import Pod
from gameplay.models import Account


class PodHost(Protocol):
    """What an event says of its pods. Each method here answers for a pod of no event."""

    def on_decks_submitted(self, pod: Pod) -> None:
        """React to the last deck of ``pod``, in the transaction that hands it in."""
        return

    def page_context(self, pod: Pod, account: Account) -> dict[str, Any]:
        """Return what the pages of ``pod`` say of its event: "title", "url", "rehearsal".

        Judges are also given "sheets", the pages of the players, by seat from 1; who sits there "call", to call a judge.
        """
        return {}

    def player_names(self, pod: Pod) -> dict[UUID, str]:
        """Return what players are called at ``pod`` where that is not their handle, by account."""
        return {}

    def watching_role(self, account: object, pod: Pod) -> str | None:
        """Return the role in which ``account`` may watch ``pod``, None if in none."""
        return None

    def on_look_refused(self, account: object, pod_id: UUID) -> None:
        """React to ``account`` being refused a look at what was drafted at a pod."""
        return

    def draft_log_scope(self, account: object, pod: Pod) -> str | None:
        """Return how much of the draft of ``pod``, which is over, ``account`` may look back on; None for no event.

        One of `drafting.selectors.draft_log.EVERYBODY`, ``OWN`` and ``NOBODY``.
        """
        return None


class _NoEvent(PodHost):
    """For pods of no event."""


class WakeDraftBots(Protocol):
    """Start the background work of the automatic seats of the pod with this id."""

    def __call__(self, identity: str, /) -> None: ...


pod_host = Port(PodHost, default=_NoEvent())
wake_bots = Port(WakeDraftBots)
