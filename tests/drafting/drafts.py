"""Fixtures and helpers for tests: a pod of people and bots that drafts First Light."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from drafting import ports
from drafting.models import Deck, Pack, Pick, Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.selectors.open_round import OpenRound, open_round
from drafting.services.pick import make_pick
from drafting.services.pod import create_pod, end_paper_draft, open_packs, publish_seating
from gameplay.infrastructure.presence import mark_present
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_bot, create_guest, create_staff
from tests.drafting.hosts import ROLES, RecordingHost, StaffHost

BOOSTER = {"game": "enemy", "set": "FL", "product": "booster"}
SEED = bytes(range(32))
SHORT = DraftFormat(packs=2, pack_size=4, deck_size=6)
"""Two packs of four cards, for short drafts."""


@dataclass
class Draft:
    """A pod, and the accounts of its players by name."""

    pod_id: Any
    people: dict[str, Account]

    @property
    def pod(self) -> Pod:
        """The current pod."""
        return Pod.objects.get(pk=self.pod_id)

    @property
    def round(self) -> OpenRound:
        return open_round(self.pod)

    def seat(self, name: str) -> Seat:
        return Seat.objects.select_related("pod").get(pod=self.pod_id, player=self.people[name])

    def before(self, name: str) -> Pack:
        """Return the pack in hand of ``name``."""
        return self.round.packs_before(self.seat(name).number)[0]

    def turn(self, name: str, place: int = 0) -> dict[str, Any]:
        """Return the arguments for ``name`` to take the copy at ``place`` of the pack in hand."""
        pack = self.before(name)
        return {"pack_id": pack.pk, "number": pack.hops + 1, "token": pack.contents[place][0]}

    def pick(self, name: str, place: int = 0) -> Pick:
        return make_pick(self.people[name], self.pod_id, **self.turn(name, place))

    def pick_round(self) -> None:
        """Let all players take the first card of each pack, until the open round is drafted or another one opens."""
        opened = self.pod.pack_round
        while self.pod.pack_round == opened and not (drafting := self.round).is_drafted:
            for name in self.people:
                if drafting.packs_before(self.seat(name).number):
                    self.pick(name)

    def draft(self) -> "Draft":
        """Let all players draft to the end."""
        while not self.pod.drafted_at:
            self.pick_round()
        return self

    def pool(self, name: str) -> list[str]:
        return list(Pick.objects.filter(seat=self.seat(name)).order_by("pk").values_list("ref", flat=True))

    def deck(self, name: str) -> Deck:
        return Deck.objects.get(seat=self.seat(name))

    def cards(self) -> Counter[str]:
        """Count the copies of the pod by token, in packs and in picks."""
        packed = Pack.objects.filter(pod=self.pod_id).values_list("contents", flat=True)
        picked = Pick.objects.filter(pack__pod=self.pod_id).values_list("token", flat=True)
        return Counter([token for contents in packed for token, _ref in contents] + list(picked))

    def log(self) -> list[LogEntry]:
        return list(LogEntry.objects.filter(stream=self.pod.stream).order_by("number"))

    def actions(self) -> list[str]:
        """Return the actions in the log of the pod, in order."""
        return [entry.action for entry in self.log()]


NewDraft = Callable[..., Draft]


def make_draft(
    *names: str,
    bots: int = 0,
    terms: DraftFormat = SHORT,
    opened: bool = True,
    present: bool = True,
    **settings: Any,
) -> Draft:
    """Create a pod of players and bots, by default with its first packs open.

    With a clock, the players are ``present`` at their pages, so that the clock does not wait for them.
    """
    people = {name: create_guest(name) for name in names}
    players = [*people.values(), *(create_bot(f"Bot {number + 1}") for number in range(bots))]
    pod = create_pod(
        label="A",
        players=players,
        seed=SEED,
        draft_format=terms,
        **{"chance": "event/1/pod/A", "boosters": [BOOSTER] * terms.packs, **settings},
    )
    if present and "pick_clock" in settings:
        for player in people.values():
            mark_present(player.pk, [pod.stream])
    if opened:
        open_packs(publish_seating(pod))
    return Draft(pod.pk, people)


@pytest.fixture
def new_draft(db: None) -> NewDraft:
    return make_draft


@pytest.fixture
def draft(new_draft: NewDraft) -> Draft:
    """A pod of Alice, Bob, Charlie and Dora, clockwise, with their first packs open."""
    return new_draft("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def table(new_draft: NewDraft) -> Draft:
    """A paper draft of Alice, Bob, Charlie and Dora that has ended: two packs of four."""
    draft = new_draft("Alice", "Bob", "Charlie", "Dora", opened=False, opening=Pod.Opening.TABLE)
    end_paper_draft(publish_seating(draft.pod), author=None, role="organizer")
    return draft


POOL = ["FL-C01", "FL-C02", "FL-C03", "FL-C04", "FL-C05", "FL-U01", "FL-U02", "FL-R01"]
"""A possible pool of the paper draft."""


@pytest.fixture
def recording_host() -> Iterator[RecordingHost]:
    """A host that records its calls."""
    host = RecordingHost()
    with ports.pod_host.overridden(host):
        yield host


@pytest.fixture
def officials(db: None) -> Iterator[dict[str, Account]]:
    """The organizer Hana, the head judge Tomas, and Ines and Otto, who can only watch."""
    with ports.pod_host.overridden(StaffHost()):
        yield {name: create_staff(name) for name in ROLES}


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


@dataclass
class Program:
    """An API client for one account."""

    account: Account
    path: str

    def __post_init__(self) -> None:
        self.client = signed_in(self.account)

    def get(self, what: str = "") -> Any:
        return self.client.get(self.path + what)

    def send(self, what: str, body: Any = None, *, method: str = "POST", key: str = "") -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        return self.client.generic(
            method, self.path + what, json.dumps(body or {}), "application/json", headers=headers
        )

    def take(self, place: int = 0, *, key: str = "") -> Any:
        """Take the card at ``place`` of the pack in hand, in the order of the state."""
        return self.send("/picks", self.turn(place), key=key)

    def turn(self, place: int = 0) -> dict[str, Any]:
        pack = self.get().json()["pack"]
        return {"pack": pack["id"], "number": pack["number"], "card": pack["cards"][place]["token"]}


def program(draft: Draft, name: str) -> Program:
    return Program(draft.people[name], f"/api/v1/pods/{draft.pod_id}")
