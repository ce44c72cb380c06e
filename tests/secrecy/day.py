"""An event of two pods in which everybody takes part who might want to know more than they may."""

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
from tournaments.selectors.results import result_from_score
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.entry import register_player
from tournaments.services.event import NewEvent, appoint_official, create_event, finish_event
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
"""Where everybody comes from: tries at codes are counted by address, and other tests have theirs."""
ANONYMOUS = "nobody"


@dataclass
class SecretDay:
    """Hana's event. Mallory sits at another event's pod at the same time, Zoe only looks on, and nobody has no account."""

    event: Event
    other: Event
    people: dict[str, Account]
    clients: dict[str, Client] = field(default_factory=dict)

    @property
    def by(self) -> Actor:
        return Actor(self.people["Hana"], ORGANIZER)

    @property
    def names(self) -> list[str]:
        """Everybody who might look."""
        return [*self.people, ANONYMOUS]

    def client(self, name: str) -> Client:
        """The browser of ``name``; it keeps its cookies over the day."""
        if name not in self.clients:
            self.clients[name] = Client(REMOTE_ADDR=ELSEWHERE)
            if name != ANONYMOUS:
                self.clients[name].force_login(
                    self.people[name], backend="gameplay.infrastructure.sessions.AccountBackend"
                )
        return self.clients[name]

    def again(self, name: str) -> Client:
        """The same browser once more, for something that may end its session."""
        client = Client(REMOTE_ADDR=ELSEWHERE)
        if session := self.client(name).cookies.get(SESSION):
            client.cookies[SESSION] = session.value
        return client

    def pods(self) -> list[Pod]:
        """The pods of both events."""
        events = (self.event.pk, self.other.pk)
        return list(Pod.objects.filter(event_pod__event__in=events).order_by("event_pod__event", "label"))

    def seats(self, name: str) -> list[Seat]:
        """The seats at which ``name`` acts, with their pods."""
        account = self.people.get(name)
        acting = Q(player=account, substitute=None) | Q(substitute=account, substitute__isnull=False)
        return list(Seat.objects.filter(acting, pod__in=self.pods()).select_related("pod", "player"))

    def stand_in(self, name: str, other: str) -> None:
        """Let somebody new, called ``other``, act at the seat of ``name``."""
        (seat,) = self.seats(name)
        link = substitute_player(seat, other, author=self.people["Tomas"], role="head_judge", reason="a phone call")
        self.people[other] = redeem_link(link)

    def in_hand(self, name: str) -> Pack | None:
        """The pack that ``name`` picks from next."""
        for seat in self.seats(name):
            if seat.pod.pack_round and (waiting := open_round(seat.pod).packs_before(seat.number)):
                return waiting[0]
        return None

    def turn(self, name: str) -> dict[str, Any]:
        """What the form of the pack in hand sends for the first card that is shown."""
        seat = self.seats(name)[0]
        pack = self.client(name).get(f"/api/v1/pods/{seat.pod_id}").json()["pack"]
        return {"pack": pack["id"], "number": pack["number"], "card": pack["cards"][0]["token"]}

    def seat(self) -> None:
        self.event = publish_seating(plan_pods(self.event, by=self.by), by=self.by)
        Seat.objects.update(extra_percent=9000)  # looking at everything takes its time

    def open(self) -> None:
        """Give the signal for the next packs of both pods."""
        open_packs(self.event, by=self.by)

    def draft(self, picks: int | None = None) -> None:
        """Let everybody at Hana's event take so many cards of the open packs, or all there are."""
        while picks is None or picks:
            moving = [seat for name in DRAFTERS for seat in self.seats(name)]
            packs = [(seat, pack) for seat in moving if (pack := self.in_hand(seat.player.handle))]
            if not packs:
                return
            for seat, pack in packs:
                turn = {"pack_id": pack.pk, "number": pack.hops + 1, "token": pack.contents[0][0]}
                make_pick(seat.player, seat.pod_id, **turn)
            picks = picks and picks - 1

    def build(self, *names: str) -> None:
        """Let ``names`` hand in the first cards they drafted."""
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
        """Let judges give Alice two penalties, and ask for one; what they say of each is a mark."""
        alice = self.event.entries.select_related("event", "account").get(account=self.people["Alice"])
        for code, office in (("notes", "Tomas"), ("marked_cards", "Ines"), ("late", "Ines")):
            by = Actor(self.people[office], OFFICIALS[office])
            give_penalty(alice, code, reason=f"what {office} saw of {code}", by=by)

    def finish(self) -> None:
        self.event = finish_event(self.event, by=self.by)


def secret_day(*, opening: str = Pod.Opening.BY_HAND, like: NewEvent | None = None) -> SecretDay:
    """Announce both events and let everybody join; Mallory's pod has begun. Hana's may open packs ``like`` another event."""
    people = {"Hana": create_staff("Hana")} | {name: create_staff(name) for name in (*OFFICIALS, *PLAYING_OFFICIALS)}
    people |= {name: create_guest(name) for name in (*PLAYERS, "Mallory", "Zoe")}
    terms = {"opening": opening, "pick_clock": "relaxed"}
    packs = (like.boosters, like.cube) if like else (BOOSTERS, ())
    new = NewEvent("Summer Draft", SHORT, packs[0], terms, cube=packs[1])
    event = create_event(new, by=people["Hana"], seed=SEED, event_id=UUID(int=1))
    day = SecretDay(event, _other_event(people["Mallory"]), people)
    for name, office in {**OFFICIALS, **PLAYING_OFFICIALS}.items():
        appoint_official(event, people[name], office, by=day.by)
    for name in (*PLAYERS, *PLAYING_OFFICIALS):
        register_player(event, people[name])
    return day


def _other_event(player: Account) -> Event:
    berta = create_staff("Berta")
    by = Actor(berta, ORGANIZER)
    event = create_event(NewEvent("Night Draft", SHORT, BOOSTERS), by=berta, seed=SEED[::-1], event_id=UUID(int=2))
    for account in (player, create_guest("Nils"), create_guest("Nora"), create_guest("Nuri")):
        register_player(event, account)
    return publish_seating(plan_pods(event, by=by), by=by)
