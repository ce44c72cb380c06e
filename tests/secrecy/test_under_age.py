"""Check that the name of a player under age is in no byte that people outside of the desk receive (S39)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.test import Client

from gameplay.models import Account, LogEntry, OnlineGame
from gameplay.services.accounts import create_guest, create_staff
from gameplay.services.games import concede
from tests.secrecy.crawl import every_address, raw
from tests.secrecy.day import ANONYMOUS, SecretDay
from tests.tournaments.conftest import Day, new_event
from tournaments import hosts
from tournaments.models import Call, Delivery, Entry, Match
from tournaments.selectors.roles import Actor
from tournaments.services.call import call_judge_to_table, claim_call, resolve_call
from tournaments.services.consent import set_consent
from tournaments.services.entry import NewPlayer, register_player
from tournaments.services.event import appoint_official, finish_event
from tournaments.services.match import enter_result
from tournaments.services.penalty import give_penalty
from tournaments.services.webhook import add_webhook

__all__ = ["new_event"]
NAME, READING = "Xanthippe Quux", "ざんてぃっぺ"
MARKS = ("Xanthippe", "Quux", READING)
DESK = frozenset({"manage", "judge"})
"""The parts of addresses of pages for officials."""


@dataclass
class Hall:
    """An online event in which a player under age has played, called a judge and got a penalty."""

    day: Day
    minor: Entry
    game: OnlineGame
    crawled: SecretDay

    def leaks(self, name: str, *addresses: str) -> list[str]:
        """Return the ``addresses``, by default among all, at which ``name`` receives the minor's name."""
        found = []
        for address in addresses or self._addresses():
            answer = self.crawled.client(name).get(address)
            text = raw(answer)
            if any(mark in text for mark in MARKS):
                found.append(address)
        return found

    def _addresses(self) -> Iterator[str]:
        yield from every_address(self.crawled)
        game = self.game.pk
        yield from (f"/game/{game}", f"/api/v1/games/{game}", f"/api/v1/games/{game}/record")
        yield from (f"/replay/{self.game.replay}{file}" for file in ("", "/record", "/position"))


@pytest.fixture
def hall(new_event: Callable[..., Day]) -> Hall:
    day = new_event(play="online", guardian_age=16)
    day.enter(5)
    minor = register_player(day.event, NewPlayer(NAME, reading=READING, under_age=True)).entry
    set_consent(minor, received=True, by=day.by)
    add_webhook(day.event, "https://draft.example/webhook", by=day.by)
    tomas = create_staff("Tomas")
    appoint_official(day.event, tomas, "head_judge", by=day.by)
    day.seat()
    day.hand_in()
    day.draft()
    day.round(1)
    match = next(each for each in day.matches(1) if minor in (each.a, each.b))
    game = _play(match, minor.account)
    judge = Actor(tomas, "head_judge")
    call = call_judge_to_table(match, by=Actor(minor.account, "player"), category=Call.Category.RULES)
    resolve_call(claim_call(call, by=judge), by=judge, ruling="play on")
    give_penalty(minor, "late", reason="two minutes", by=judge)
    for each in day.matches(1):
        if each != match:
            enter_result(each, day.result("2-0"), by=day.by, last_seen_number=0)
    people = {"Alma": day.alma, "Tomas": tomas, "Alice": day.players[0], "Zoe": create_guest("Zoe")}
    other = new_event().event
    return Hall(day, minor, game, SecretDay(day.event, other, people))


def _play(match: Match, loser: Account) -> OnlineGame:
    """Let ``loser`` concede both games of ``match``; return the first."""
    for _number in range(2):
        running = match.games.get(game__ended_at=None).game
        concede(loser, running)
    return OnlineGame.objects.get(pk=match.games.get(number=1).game_id)


@pytest.mark.parametrize("name", [ANONYMOUS, "Zoe", "Alice"])
def test_players_and_visitors_never_receive_the_name(hall: Hall, name: str):
    assert hall.leaks(name) == []


def test_visitors_do_not_receive_the_name_after_the_event(hall: Hall):
    for number in (2, 3):
        hall.day.round(number)
        for match in hall.day.matches(number):
            _play(match, match.a.account)
    finish_event(hall.day.event, by=hall.day.by)

    assert hall.leaks(ANONYMOUS) == []


def test_officials_see_the_name_only_on_their_own_pages(hall: Hall):
    for name in ("Alma", "Tomas"):
        found = hall.leaks(name)
        assert any(each.endswith("/manage") for each in found)
        assert [each for each in found if not DESK & set(each.split("/"))] == []


def test_messages_to_other_sites_and_the_log_do_not_have_the_name(hall: Hall):
    texts = [*Delivery.objects.values_list("body", flat=True)]
    entries = LogEntry.objects.values_list("before", "after", "reason")
    texts += [f"{before} {after} {reason}" for before, after, reason in entries]

    assert Delivery.objects.count() > 2
    assert not [text for text in texts if any(mark in text for mark in MARKS)]


def test_the_crawl_finds_a_page_that_uses_the_handle(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    """With this fault, an online game would show the handles of its players."""
    monkeypatch.setattr(hosts.EventGames, "player_names", lambda _self, _game: {})

    replay = f"/replay/{hall.game.replay}"

    assert hall.leaks(ANONYMOUS, replay) == [replay]


def test_the_own_pages_of_the_player_work(hall: Hall):
    client = Client()
    client.force_login(hall.minor.account, backend="gameplay.infrastructure.sessions.AccountBackend")

    page = client.get(f"/e/{hall.day.event.slug}/")

    assert page.status_code == 200
    assert NAME in page.content.decode()  # in the menu with the own name
