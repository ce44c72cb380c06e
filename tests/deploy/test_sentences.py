"""Check that all sentences of the pages are marked for translation.

The tests put each translated sentence in brackets. Pages are shown in Japanese, which cards already support, and all
names are Japanese: Latin letters outside of brackets were not marked for translation. Text that must not be translated
has the attribute ``translate="no"`` or its own ``lang``.
"""

import re
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from drafting.models import Seat
from drafting.rules.format import DraftFormat
from gameplay.models import Account, OnlineGame
from gameplay.services import accounts
from tests.tournaments.conftest import BOOSTERS, Day
from tests.tournaments.decks import drafted
from tournaments.models import Event, Match
from tournaments.rules.infractions import INFRACTIONS, LEVEL_NAMES, PenaltyLevel
from tournaments.selectors.roles import FLOOR_JUDGE, ORGANIZER, Actor
from tournaments.sentences import ROLE_NAMES
from tournaments.services.deck_check import extend_checked_match, finish_check, start_player_check
from tournaments.services.entry import NewPlayer, add_bots, add_walk_in, drop_entry, register_player
from tournaments.services.event import NewEvent, appoint_official, create_event
from tournaments.services.match import enter_result
from tournaments.services.penalty import give_penalty
from tournaments.services.practice_event import create_practice_event, seat_among_bots, take_next_step
from tournaments.services.round import propose_round, publish_round
from tournaments.services.webhook import add_webhook

OPEN, CLOSE = "⟦", "⟧"
CACHING = re.compile(r"(cards|gameplay|drafting|tournaments)\.(languages|selectors|templatetags)(\..*)?")
"""The modules that keep sentences or markup in memory."""
VOID = {"meta", "link", "input", "br", "hr", "img", "use", "path", "circle", "rect", "line"}
SPOKEN = {
    "alt",
    "aria-label",
    "title",
    "placeholder",
    "data-taken",
    "data-say-live",
    "data-say-offline",
    "data-say-reconnecting",
    "data-page",
    "data-short",
    "data-count",
    "data-done",
    "data-last",
    "data-over",
    "data-seconds",
    "data-here",
    "data-say",
    "data-say-all",
    "data-say-again",
    "data-say-away",
    "data-say-connected",
    "data-say-phrase",
    "data-play",
    "data-pause",
    "data-value",
    "data-words",
    "data-copied",
}
NOT_READ = {"script", "style", "kbd", "code", "time"}
LETTERS = re.compile(r"[A-Za-z]{2,}")
ALLOWED = re.compile(  # names, abbreviations that are the same in every language, numbers of cards, addresses
    r"Passleft|Bot \d+|\.hack//ENEMY|HAGMI!|#rm2k_anime TCG|SHA-256|OMW%|O?GW%|(?<![A-Za-z])(VP|PC)(?![A-Za-z])"
    r"|\b(CC|FC|FL|HB|IS|SD)(-[A-Z]?\d+)?\b|https?://\S+"
)


class Reader(HTMLParser):
    """Collect the visible texts of a page that are outside of brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0  # of brackets; a translated sentence may hold tags
        self.silent: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        own = tag in NOT_READ or values.get("translate") == "no" or ("lang" in values and tag != "html")
        if not self.silent and not own:
            for name in SPOKEN & values.keys():
                self.look(_outside(values[name] or "", 0)[0])
        if tag not in VOID and (self.silent or own):
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.silent and tag not in VOID:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        outside, self.depth = _outside(data, self.depth)
        if not self.silent:
            self.look(outside)

    def look(self, text: str) -> None:
        text = " ".join(ALLOWED.sub(" ", text).split())
        if LETTERS.search(text):
            self.found.append(text)


def _outside(text: str, depth: int) -> tuple[str, int]:
    """Return the part of ``text`` outside of brackets, and the number of open brackets after it.

    ``depth`` is the number of open brackets before it.
    """
    outside = []
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        outside.append(letter if not depth else " ")
    return "".join(outside), depth


@pytest.fixture
def client(client: Client) -> Client:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    return client


@pytest.fixture
def marked() -> Iterator[None]:
    """Put every translated sentence in brackets."""
    forget_translations()
    trans: Any = translation._trans  # type: ignore[attr-defined]

    def mark(patch: pytest.MonkeyPatch, name: str) -> None:
        translate = getattr(trans, name)
        patch.setattr(trans, name, lambda *words: f"{OPEN}{translate(*words)}{CLOSE}")

    with pytest.MonkeyPatch.context() as patch:
        for name in ("gettext", "pgettext", "ngettext", "npgettext"):
            mark(patch, name)
        yield
    forget_translations()


def forget_translations() -> None:
    """Clear all caches of sentences and markup, with or without brackets."""
    modules = [module for name, module in sys.modules.items() if CACHING.fullmatch(name)]
    for cached in {each for module in modules for each in vars(module).values() if type(each) is _lru_cache_wrapper}:
        cached.cache_clear()


def unmarked(client: Client, *addresses: str) -> dict[str, list[str]]:
    """Return the untranslated texts of these pages."""
    found = {}
    for address in addresses:
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, (address, answer.status_code)
        reader = Reader()
        reader.feed(answer.content.decode())
        if reader.found:
            found[address] = reader.found
    return found


def event_pages(event: Event) -> list[str]:
    pages = ("", "players", "cards", "pairings", "standings", "display", "audit")
    return [f"/e/{event.slug}/{page}" for page in pages]


@pytest.mark.django_db
@pytest.mark.usefixtures("marked")
def test_public_pages_are_translated(client: Client):
    cards = ("/cards/", "/cards/enemy/FL/", "/cards/enemy/FL/C01", "/statistics/enemy/FL")

    topics = [f"/help/{topic}" for topic in ("", "organizer", "judge", "player", "draft", "swiss", "api")]

    assert unmarked(client, "/", "/demo", "/sign-in", "/recover", "/paper", *cards, *topics) == {}


@pytest.mark.usefixtures("marked", "transactional_db")
def test_pages_of_an_organizer_are_translated(client: Client):
    organizer = accounts.create_staff("はな", language="ja")
    client.force_login(organizer)
    by = Actor(organizer, ORGANIZER)
    event = create_practice_event(by=organizer, name="初夏の大会")
    guest = register_player(event, NewPlayer(handle="あきら")).entry.account
    add_walk_in(event, NewPlayer(handle="さくら"), by=by)
    add_bots(event, 2, by=by)
    add_webhook(event, "https://draft.invalid/", by=by)
    desk = [f"/e/{event.slug}/{page}" for page in ("manage", "manage/webhooks", "judge", "print/kit")] + event_pages(
        event
    )
    found = {"registration": unmarked(client, "/", "/events/new", f"/join/{event.join_code}", *desk)}
    while take_next_step(event, by=by):
        found[f"step {len(found)}"] = unmarked(client, *desk)
    seat = Seat.objects.get(player=guest)
    found["watch"] = unmarked(client, f"/pod/{seat.pod_id}/draft")

    assert {step: pages for step, pages in found.items() if pages} == {}


@pytest.mark.usefixtures("marked", "transactional_db")
def test_pages_of_a_top_cut_are_translated(client: Client):
    organizer = accounts.create_staff("はな", language="ja")
    client.force_login(organizer)
    event = create_event(NewEvent("初夏の大会", DraftFormat(), BOOSTERS, {"cut": 4}), by=organizer)
    day = Day(event, organizer)
    players = [
        register_player(event, NewPlayer(handle=name)).entry
        for name in ("あきら", "さくら", "ひろし", "まりこ", "けい")
    ]
    day.seat()
    day.draft()
    for number in (1, 2, 3):
        day.round(number)
        day.settle(number)
    sheets = [f"print/{name}" for name in ("standings", "slips", "pairings-name")]
    desk = [f"/e/{event.slug}/{page}" for page in ("manage", "judge", *sheets)] + event_pages(event)
    found = {"before": unmarked(client, *desk)}
    propose_round(event, by=day.by)
    found["proposed"] = unmarked(client, *desk, f"/e/{event.slug}/pairings/4?first=1&second=2")
    publish_round(event, 4, by=day.by)
    enter_result(day.matches(3)[0], day.result("1-2"), by=day.by, last_seen_number=1, reason="訂正")
    found["semi-final"] = unmarked(client, *desk, f"/match/{day.matches(4)[0].pk}")
    client.force_login(players[0].account)
    found["player"] = unmarked(client, *event_pages(event))
    day.settle(4)
    day.round(5)
    day.settle(5)
    found["final"] = unmarked(client, *event_pages(event))

    assert {step: pages for step, pages in found.items() if pages} == {}


@pytest.mark.usefixtures("marked", "transactional_db")
def test_decisions_of_judges_are_translated(client: Client):
    organizer, judge = (accounts.create_staff(name, language="ja") for name in ("はな", "いね"))
    client.force_login(organizer)
    by = Actor(organizer, ORGANIZER)
    event = create_event(NewEvent("初夏の大会", DraftFormat(), BOOSTERS), by=organizer)
    appoint_official(event, judge, FLOOR_JUDGE, by=by)
    for name in ("あきら", "さくら", "ひろし", "まりこ"):
        register_player(event, NewPlayer(handle=name))
    day = Day(event, organizer)
    day.seat()
    drafted(day)
    day.round(1)
    entry = event.entries.select_related("event", "account").earliest("number")
    give_penalty(entry, "marked_cards", reason="角", by=Actor(judge, FLOOR_JUDGE))
    check = finish_check(start_player_check(event, entry.number, by=by), "penalty", reason="三十四枚", by=by)
    extend_checked_match(check, 4, by=by)
    drop_entry(entry, by=by, reason="体調不良")

    assert unmarked(client, f"/e/{event.slug}/audit", f"/e/{event.slug}/judge/players/{entry.number}") == {}
    page = client.get(f"/e/{event.slug}/audit").content.decode()
    for words in (
        ROLE_NAMES[FLOOR_JUDGE],
        LEVEL_NAMES[PenaltyLevel.WARNING],
        INFRACTIONS["marked_cards"].words,
        "deck check",
    ):
        with translation.override("ja"):
            assert translation.gettext(words) in page


@pytest.mark.usefixtures("marked", "transactional_db")
def test_pages_of_a_player_are_translated(client: Client):
    from drafting.services.seat import give_seat_to_bot, return_seat_to_player

    akira = accounts.create_guest("あきら", language="ja")
    client.force_login(akira)
    event = seat_among_bots(akira, name="練習", reason="席")
    seat = Seat.objects.get(player=akira)
    found = {"draft": unmarked(client, "/", f"/pod/{seat.pod_id}/draft", *event_pages(event))}
    give_seat_to_bot(seat, author=akira, role="player")
    found["left to a bot"] = unmarked(client, f"/pod/{seat.pod_id}/draft", f"/pod/{seat.pod_id}/deck")
    return_seat_to_player(seat, author=akira, role="player")
    found["built"] = unmarked(client, f"/pod/{seat.pod_id}/deck")
    match = Match.objects.filter(games__game__seats__player=akira).first()
    assert match is not None
    game = OnlineGame.objects.get(seats__player=akira)
    found["log"] = unmarked(client, f"/pod/{seat.pod_id}/log?at=1.9")
    found["round 1"] = unmarked(client, f"/match/{match.pk}", f"/game/{game.pk}", *event_pages(event))

    assert {step: pages for step, pages in found.items() if pages} == {}
    assert Account.objects.filter(kind="guest").count() == 1
