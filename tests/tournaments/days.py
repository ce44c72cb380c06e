"""A test day of an event with six players and an organizer."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.utils import timezone

from drafting.models import Deck, Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.selectors.pod_cards import legal_refs
from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tournaments.models import Entry, Event, Match, Round
from tournaments.rules.results import MatchResult
from tournaments.selectors.results import result_from_score
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services import entry as entries
from tournaments.services import pod as pods
from tournaments.services import round as rounds
from tournaments.services.entry import NewPlayer
from tournaments.services.event import NewEvent, create_event
from tournaments.services.match import enter_result

BOOSTERS = [{"game": "enemy", "set": "FL", "product": "booster"}] * 4
SEED = bytes(range(32))
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Frida", "Gustav", "Hedda")


@dataclass
class Day:
    """The day of one event, and its organizer Alma."""

    event: Event
    alma: Account
    players: list[Account] = field(default_factory=list)

    @property
    def by(self) -> Actor:
        return Actor(self.alma, ORGANIZER)

    def enter(self, count: int = 6) -> list[Entry]:
        found = []
        for name in NAMES[:count]:
            account = create_guest(name)
            self.players.append(account)
            found.append(entries.register_player(self.event, account).entry)
        return found

    def seat(self, *sizes: int) -> None:
        """Publish the seating, with pods of these ``sizes`` if given."""
        pods.plan_pods(self.event, by=self.by, sizes=sizes or None, reason="the tables are small" if sizes else "")
        pods.publish_seating(self.event, by=self.by)
        self.event.refresh_from_db()

    def hand_in(self) -> None:
        """Submit a deck of copies of one card at each seat."""
        for seat in Seat.objects.filter(pod__event_pod__event=self.event).select_related("pod"):
            cards = sorted(legal_refs(seat.pod))[:1] * seat.pod.draft_format.deck_size
            Deck.objects.update_or_create(seat=seat, defaults={"cards": cards, "submitted_at": timezone.now()})

    def draft(self) -> None:
        """Mark every pod as drafted and built, without playing the draft."""
        now = timezone.now()
        Pod.objects.filter(event_pod__event=self.event).update(drafted_at=now, closed_at=now)

    def round(self, number: int) -> Round:
        """Publish round ``number``."""
        rounds.propose_round(self.event, by=self.by)
        return rounds.publish_round(self.event, number, by=self.by)

    def matches(self, number: int) -> list[Match]:
        played = Match.objects.filter(round__event=self.event, round__number=number, kind="played")
        return list(played.select_related("round__event", "a__account", "b__account").order_by("table"))

    def settle(self, number: int, score: str = "2-0") -> None:
        """Enter the same score at every table of a round."""
        for match in self.matches(number):
            enter_result(match, self.result(score), by=self.by, last_seen_number=0)

    def result(self, score: str) -> MatchResult:
        return result_from_score(score, self.event.match_rules)

    def to_round(self, number: int) -> None:
        """Play all rounds before ``number``, and publish that round."""
        self.enter()
        self.seat()
        self.draft()
        for each in range(1, number):
            self.round(each)
            self.settle(each)
        self.round(number)

    def to_online_round(self) -> None:
        """Publish the first round of two players with the same deck, in an event that is played online."""
        self.enter(2)
        self.seat()
        self.hand_in()
        self.draft()
        self.round(1)

    def to_cut(self, players: int, *sizes: int) -> "Day":
        """Play all Swiss rounds, in pods of these ``sizes``."""
        for number in range(players):
            self.players.append(entries.add_walk_in(self.event, NewPlayer(f"Player {number + 1}"), by=self.by).account)
        self.seat(*sizes)
        self.draft()
        for number in range(1, self.event.event_format.rounds + 1):
            self.round(number)
            self.settle(number)
        return self


def get_alma() -> Account:
    """Return the organizer Alma. All events of a test are hers, and so are those prepared for its module."""
    return Account.objects.filter(login="alma").first() or create_staff("Alma")


def make_event(*, terms: DraftFormat | None = None, **settings: object) -> Day:
    alma, terms = get_alma(), terms or DraftFormat()
    new = NewEvent("Summer Draft", terms, BOOSTERS[:1] * terms.packs, settings)
    return Day(create_event(new, by=alma, seed=SEED), alma)


@pytest.fixture
def new_event(db: None) -> Callable[..., Day]:
    return make_event


@pytest.fixture
def day(new_event: Callable[..., Day]) -> Day:
    return new_event()


@pytest.fixture
def two_pods(new_event: Callable[..., Day]) -> Day:
    """Two pods of six after three rounds, with a top cut of four."""
    return new_event(cut=4).to_cut(12, 6, 6)


@pytest.fixture
def six(new_event: Callable[..., Day]) -> Day:
    """Six players after three rounds, with a top cut of four."""
    return new_event(cut=4).to_cut(6)
