"""An event of two pods with an account for each role that must not see hidden information."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.test import Client

from drafting.models import Pack, Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.selectors.open_round import open_round
from drafting.services import deck as decks
from drafting.services.pick import make_pick
from drafting.services.seat import substitute_player
from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff, redeem_link
from tests.tournaments.conftest import BOOSTERS, SEED
from tournaments.models import Event
from tournaments.rules.league import PointsRule
from tournaments.selectors.results import result_from_score
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.entry import register_player
from tournaments.services.event import NewEvent, appoint_official, create_event, finish_event
from tournaments.services.league import LeagueSettings, add_event, create_league
from tournaments.services.match import enter_result
from tournaments.services.penalty import give_penalty
from tournaments.services.pod import open_packs, plan_pods, publish_seating
from tournaments.services.round import propose_round, publish_round

SESSION = settings.SESSION_COOKIE_NAME
SHORT = DraftFormat(packs=4, pack_size=5, deck_size=8, rounds=1)
PLAYERS = ("Alice", "Bob", "Charlie", "Dora", "Emil")
PLAYING_OFFICIALS = {"Olga": "organizer", "Jiro": "head_judge", "Fumi": "floor_judge"}
OFFICIALS = {"Tomas": "head_judge", "Ines": "floor_judge", "Otto": "scorekeeper"}
DRAFTERS = (*PLAYERS, *PLAYING_OFFICIALS)
ELSEWHERE = "198.51.100.7"
"""The client address of all requests: codes are throttled by address, and other tests use other addresses."""
ANONYMOUS = "nobody"


@dataclass
class SecretDay:
    """Hana's event. Mallory plays in another event, Zoe is a spectator, and "nobody" is not signed in."""

    event: Event
    other: Event
    people: dict[str, Account]
    clients: dict[str, Client] = field(default_factory=dict)

    @property
    def by(self) -> Actor:
        return Actor(self.people["Hana"], ORGANIZER)

    @property
    def names(self) -> list[str]:
        """The names of all people, including the anonymous visitor."""
        return [*self.people, ANONYMOUS]

    def client(self, name: str) -> Client:
        """Return the client of ``name``, which keeps its cookies."""
        if name not in self.clients:
            self.clients[name] = Client(REMOTE_ADDR=ELSEWHERE)
            if name != ANONYMOUS:
                self.clients[name].force_login(
                    self.people[name], backend="gameplay.infrastructure.sessions.AccountBackend"
                )
        return self.clients[name]

    def copy_of_client(self, name: str) -> Client:
        """Return another client with the same session, for requests that may end the session."""
        client, own = Client(REMOTE_ADDR=ELSEWHERE), self.client(name)
        client.handler = own.handler  # another one would load all middleware again
        if session := own.cookies.get(SESSION):
            client.cookies[SESSION] = session.value
        return client

    def pods(self) -> list[Pod]:
        """Return the pods of both events."""
        events = (self.event.pk, self.other.pk)
        return list(Pod.objects.filter(event_pod__event__in=events).order_by("event_pod__event", "label"))

    def seats(self, name: str) -> list[Seat]:
        """Return the seats at which ``name`` plays or substitutes, with their pods."""
        account = self.people.get(name)
        acting = Q(player=account, substitute=None) | Q(substitute=account, substitute__isnull=False)
        return list(Seat.objects.filter(acting, pod__in=self.pods()).select_related("pod", "player"))

    def add_substitute(self, name: str, other: str) -> None:
        """Let a new player called ``other`` substitute for ``name``."""
        (seat,) = self.seats(name)
        link = substitute_player(seat, other, author=self.people["Tomas"], role="head_judge", reason="a phone call")
        self.people[other] = redeem_link(link)

    def in_hand(self, name: str) -> Pack | None:
        """Return the pack that ``name`` picks from next, or None."""
        for seat in self.seats(name):
            if seat.pod.pack_round and (waiting := open_round(seat.pod).packs_before(seat.number)):
                return waiting[0]
        return None

    def turn(self, name: str) -> dict[str, Any]:
        """Return the data of a pick of the first card shown to ``name``."""
        seat = self.seats(name)[0]
        pack = self.client(name).get(f"/api/v1/pods/{seat.pod_id}").json()["pack"]
        return {"pack": pack["id"], "number": pack["number"], "card": pack["cards"][0]["token"]}

    def seat(self) -> None:
        self.event = publish_seating(plan_pods(self.event, by=self.by), by=self.by)
        Seat.objects.update(extra_percent=9000)  # a crawl takes longer than the pick timer

    def open(self) -> None:
        """Open the next packs of both pods."""
        open_packs(self.event, by=self.by)

    def draft(self, picks: int | None = None) -> None:
        """Let all players of Hana's event pick ``picks`` cards of the open packs, or all cards by default."""
        while picks is None or picks:
            moving = [seat for name in DRAFTERS for seat in self.seats(name)]
            held = [(seat, self.in_hand(seat.player.handle)) for seat in moving]
            packs = [(seat, pack) for seat, pack in held if pack and pack.pod_id == seat.pod_id]
            if not packs:
                return
            for seat, pack in packs:
                _pick_first(seat, pack)
            picks = picks and picks - 1

    def pick(self, name: str) -> None:
        """Let ``name`` pick the first card of the pack in hand."""
        pack = self.in_hand(name)
        assert pack is not None
        _pick_first(self.seats(name)[0], pack)

    def build(self, *names: str) -> None:
        """Submit decks of the first cards that ``names`` drafted."""
        for name in names:
            for seat in self.seats(name):
                by = self.people[name]
                decks.save_deck(seat, [pick.ref for pick in seat.picks.all()[: SHORT.deck_size]], author=by)
                decks.submit_deck(seat, author=by)

    def play(self) -> None:
        """Play the only round."""
        propose_round(self.event, by=self.by)
        played = publish_round(self.event, 1, by=self.by)
        for match in played.matches.filter(kind="played"):
            enter_result(match, result_from_score("2-0", self.event.match_rules), by=self.by, last_seen_number=0)

    def judge(self) -> None:
        """Let judges give Alice two penalties and request a third; the reasons are marks."""
        alice = self.event.entries.select_related("event", "account").get(account=self.people["Alice"])
        for code, office in (("notes", "Tomas"), ("marked_cards", "Ines"), ("late", "Ines")):
            by = Actor(self.people[office], OFFICIALS[office])
            give_penalty(alice, code, reason=f"what {office} saw of {code}", by=by)

    def finish(self) -> None:
        self.event = finish_event(self.event, by=self.by)


def secret_day(*, opening: str = Pod.Opening.BY_HAND, like: NewEvent | None = None, **settings: Any) -> SecretDay:
    """Create both events with their players; Mallory's draft has begun.

    ``like`` sets the packs of Hana's event, ``settings`` further fields of it.
    """
    people = {"Hana": create_staff("Hana")} | {name: create_staff(name) for name in (*OFFICIALS, *PLAYING_OFFICIALS)}
    people |= {name: create_guest(name) for name in (*PLAYERS, "Mallory", "Zoe")}
    terms = {"opening": opening, "pick_clock": "relaxed", **settings}
    packs = (like.boosters, like.cube) if like else (BOOSTERS, ())
    new = NewEvent("Summer Draft", SHORT, packs[0], terms, cube=packs[1])
    event = create_event(new, by=people["Hana"], seed=SEED, event_id=UUID(int=1))
    day = SecretDay(event, _other_event(people["Mallory"]), people)
    for name, office in {**OFFICIALS, **PLAYING_OFFICIALS}.items():
        appoint_official(event, people[name], office, by=day.by)
    for name in (*PLAYERS, *PLAYING_OFFICIALS):
        register_player(event, people[name])
    league = create_league(
        LeagueSettings("Summer League", PointsRule(match_points=True), ratings=True), by=people["Hana"]
    )
    add_event(league, event, by=day.by)
    return day


def _other_event(player: Account) -> Event:
    berta = create_staff("Berta")
    by = Actor(berta, ORGANIZER)
    event = create_event(NewEvent("Night Draft", SHORT, BOOSTERS), by=berta, seed=SEED[::-1], event_id=UUID(int=2))
    for account in (player, create_guest("Nils"), create_guest("Nora"), create_guest("Nuri")):
        register_player(event, account)
    return publish_seating(plan_pods(event, by=by), by=by)


def _pick_first(seat: Seat, pack: Pack) -> None:
    make_pick(seat.player, seat.pod_id, pack_id=pack.pk, number=pack.hops + 1, token=pack.contents[0][0])
