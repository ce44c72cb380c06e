"""Ports of this app that apps above it implement; see cards.ports."""

from typing import Any, Protocol
from uuid import UUID

from cards.ports import Port
from drafting.models import Pod, Seat
from drafting.rules.decks import DecksInError
from gameplay.models import Account


class PodHost(Protocol):
    """The interface of the event that a pod belongs to. These defaults are for pods without an event."""

    def on_decks_submitted(self, pod: Pod) -> None:
        """React to the submission of the last deck of ``pod``, in its transaction."""
        return

    def check_deck_change(self, seat: Seat) -> None:
        """Raise the reason for which the deck of ``seat`` cannot be changed now that all decks of the pod are in."""
        raise DecksInError

    def page_context(self, pod: Pod, account: Account) -> dict[str, Any]:
        """Return the template context of the event for the pages of ``pod``: "title", "url" and "rehearsal".

        For judges it also has "sheets", the URLs of the players' pages by seat from 1. For players at the pod it has
        "call", to call a judge.
        """
        return {}

    def player_names(self, pod: Pod) -> dict[UUID, str]:
        """Return the names of players at ``pod`` that differ from their handles, by account id."""
        return {}

    def watching_role(self, account: object, pod: Pod) -> str | None:
        """Return the role in which ``account`` may watch ``pod``, or None."""
        return None

    def on_look_refused(self, account: object, pod_id: UUID) -> None:
        """React to the refusal of a look at a pool by ``account``."""
        return

    def draft_log_scope(self, account: object, pod: Pod) -> str | None:
        """Return how much of the log of a finished draft ``account`` may see; None without an event.

        One of `drafting.selectors.draft_log.EVERYBODY`, ``OWN`` and ``NOBODY``.
        """
        return None


class _NoEvent(PodHost):
    """The host of pods without an event."""


class WakeDraftBots(Protocol):
    """Start the background task for the automatic seats of the pod with this id."""

    def __call__(self, identity: str, /) -> None: ...


pod_host = Port(PodHost, default=_NoEvent())
wake_bots = Port(WakeDraftBots)
