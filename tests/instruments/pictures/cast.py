"""The event of the pictures: its people, and what they do while no picture is taken."""

from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q, QuerySet

from drafting.models import Deck, Pack, Pod, Seat
from drafting.selectors.open_round import open_round
from drafting.services import deck
from drafting.services.pick import make_pick
from gameplay.infrastructure.presence import mark_present
from gameplay.models import Account
from gameplay.services import accounts
from tournaments.models import Call, Event, Match, Round
from tournaments.selectors.pairings import paired_match
from tournaments.selectors.results import result_from_score
from tournaments.selectors.roles import HEAD_JUDGE, ORGANIZER, Actor
from tournaments.services.call import call_judge_to_table
from tournaments.services.entry import register_player
from tournaments.services.event import appoint_official
from tournaments.services.match import add_report, enter_result
from tournaments.services.practice_event import take_next_step

PEOPLE = {
    "en": ("Hana", "Jun", "Alice", "Bob", "Carol", "Dan", "Erin", "Frank"),
    "ja": ("はな", "じゅん", "あおい", "いつき", "うみ", "えま", "おうすけ", "かえで"),
}
EVENT_NAMES = {"en": "Friday draft", "ja": "金曜ドラフト"}
LEADERS = 2  # seats that are ahead of the others in the picture of the draft


@dataclass
class Cast:
    """An organizer, a judge and six players who speak ``language``. The first player joins by the page."""

    language: str
    organizer: Account = field(init=False)
    judge: Account = field(init=False)
    event: Event = field(init=False)

    def __post_init__(self) -> None:
        organizer, judge, *_players = PEOPLE[self.language]
        self.organizer, self.judge = (
            accounts.create_staff(name, language=self.language) for name in (organizer, judge)
        )

    @property
    def player_name(self) -> str:
        return PEOPLE[self.language][2]

    @property
    def by(self) -> Actor:
        return Actor(self.organizer, ORGANIZER)

    @property
    def player(self) -> Account:
        """The player whose phone is shown."""
        return self.event.entries.get(number=1).account

    @property
    def pod(self) -> Pod:
        return Pod.objects.get(event_pod__event=self.event)

    def find_event(self) -> None:
        """Remember the event that the organizer has created, and add the judge."""
        self.event = Event.objects.get(officials__account=self.organizer)
        appoint_official(self.event, self.judge, HEAD_JUDGE, by=self.by)

    def others_join(self) -> None:
        for name in PEOPLE[self.language][3:]:
            register_player(self.event, accounts.create_guest(name, language=self.language))

    def others_pick(self) -> None:
        """Let two players pick their first cards, so that packs wait at some seats; all have the page open."""
        for seat in list(self._seats().exclude(player=self.player))[:LEADERS]:
            self._pick(seat)
        for seat in self._seats():
            assert seat.player
            mark_present(seat.player.pk, [seat.pod.stream])

    def draft(self) -> None:
        """Draft all packs; every player takes the first card."""
        with transaction.atomic():
            while not self.pod.drafted_at:
                for seat in self._seats():
                    self._pick(seat)

    def player_builds(self) -> None:
        """Save a deck of the right size for the player, without submitting it."""
        self._save(self._seats().get(player=self.player))

    def others_build(self) -> None:
        """Submit the decks of all but the player and the last seat."""
        for seat in list(self._seats().exclude(player=self.player))[:-1]:
            self._build(seat)

    def all_build(self) -> None:
        for seat in self._seats().exclude(pk__in=Deck.objects.filter(submitted_at__isnull=False).values("seat")):
            self._build(seat)

    def own_match(self) -> Match:
        """Return the match of the player in the newest round."""
        here = Q(a__account=self.player) | Q(b__account=self.player)
        return self._newest_round().matches.filter(here).select_related("a__account", "b__account").get()

    def other_tables(self) -> list[Match]:
        return [match for match in self._matches() if match != self.own_match()]

    def call_judge(self) -> None:
        match = self.own_match()
        assert match.b
        call_judge_to_table(match, by=Actor(match.b.account, "player"), category=Call.Category.RULES)

    def dispute(self) -> Match:
        """Let the players at the last table report different results; return their match."""
        match = self.other_tables()[-1]
        assert match.b
        self._report(match, match.a.account, "2-1", seen=0)
        self._report(match, match.b.account, "1-2", seen=1)
        return match

    def report_first(self) -> None:
        """Enter the result of the first table without the player."""
        self._enter(self.other_tables()[0], "2-0")

    def play_on(self) -> None:
        """Play all rounds. A disputed result is settled first."""
        while True:
            for match in self._matches():
                self._enter(match, "2-1" if match.table == 1 else "2-0")
            if not take_next_step(self.event, by=self.by) or not take_next_step(self.event, by=self.by):
                return

    def _seats(self) -> QuerySet[Seat]:
        return Seat.objects.filter(pod=self.pod).select_related("pod", "player").order_by("number")

    @staticmethod
    def _pick(seat: Seat) -> None:
        for pack in open_round(Pod.objects.get(pk=seat.pod_id)).packs_before(seat.number)[:1]:
            _take_first(seat, pack)

    def _build(self, seat: Seat) -> None:
        self._save(seat)
        deck.submit_deck(seat, author=seat.player)

    @staticmethod
    def _save(seat: Seat) -> None:
        cards = sorted(pick.ref for pick in seat.picks.all())[: seat.pod.draft_format.deck_size]
        deck.save_deck(seat, cards, author=seat.player)

    def _matches(self) -> list[Match]:
        played = self._newest_round().matches.filter(kind="played")
        return list(played.select_related("round__event", "a__account", "b__account").order_by("table"))

    def _newest_round(self) -> Round:
        return self.event.rounds.filter(published_at__isnull=False).latest("number")

    def _report(self, match: Match, account: Account, score: str, *, seen: int) -> None:
        add_report(match, result_from_score(score, self.event.match_rules), by=account, last_seen_number=seen)

    def _enter(self, match: Match, score: str) -> None:
        agreed = paired_match(match).agreed
        if not agreed.is_final:
            result = result_from_score(score, self.event.match_rules)
            enter_result(match, result, by=self.by, last_seen_number=agreed.number)


def _take_first(seat: Seat, pack: Pack) -> None:
    assert seat.player
    make_pick(seat.player, seat.pod_id, pack_id=pack.pk, number=pack.hops + 1, token=pack.contents[0][0])
