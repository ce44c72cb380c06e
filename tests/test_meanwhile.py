"""Check that no page misses a change that happens while the page is built.

The page either shows the change, or it carries an older number, so that its live updates request it again.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from drafting.models import Pod, Seat
from gameplay.models import Account, OnlineGame
from gameplay.services import games
from gameplay.services.accounts import create_guest
from tests.browser.pods import SHORT, new_day, pick_first, seated
from tests.drafting.players import submit_deck
from tests.gameplay.test_games import begun
from tests.page_text import visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.decks import drafted
from tournaments.models import Match
from tournaments.selectors.results import result_from_score
from tournaments.services.match import add_report

Scene = tuple[Account, str, Callable[[], Any], str]


def registering() -> Day:
    day = new_day()
    day.enter()
    return day


def playing() -> Day:
    day = registering()
    day.seat()
    day.draft()
    day.round(1)
    return day


def hub() -> Scene:
    day = registering()
    return day.players[0], f"/e/{day.event.slug}/", day.seat, "Pod A, seat"


def desk() -> Scene:
    day = registering()
    return day.alma, f"/e/{day.event.slug}/manage", day.seat, "Packs pass left, clockwise"


def pairings() -> Scene:
    day = playing()
    day.settle(1)
    return day.players[0], f"/e/{day.event.slug}/pairings", lambda: day.round(2), "Round 2: 0 of 3 results are in"


def match() -> Scene:
    day = playing()
    table = day.matches(1)[0]
    return table.a.account, f"/match/{table.pk}", lambda: report_2_1(table), "You reported 2-1"


def report_2_1(table: Match) -> None:
    add_report(table, result_from_score("2-1", table.round.event.match_rules), by=table.a.account, last_seen_number=0)


def judge() -> Scene:
    day = registering()
    return day.alma, f"/e/{day.event.slug}/judge", day.seat, "Pod A"


def draft() -> Scene:
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob)
    return alice, f"/pod/{pod.pk}/draft", lambda: draft_through_together(pod), "The draft is over"


def draft_through_together(pod: Pod) -> None:
    """Let two players pick alternately until no card is left."""
    people = [seat.player for seat in pod.seats.order_by("number")]
    for turn in range(2 * SHORT.packs * SHORT.pack_size):
        pick_first(people[turn % 2], pod)


def deck() -> Scene:
    day = registering()
    day.seat()
    drafted(day)
    seat = Seat.objects.get(pod__event_pod__event=day.event, number=0)
    pod = Pod.objects.filter(pk=seat.pod_id)
    pod.update(closed_at=None)
    seat.deck.__class__.objects.filter(seat=seat).update(submitted_at=None)
    return seat.player, f"/pod/{seat.pod_id}/deck", lambda: submit_deck(seat), "Your deck is in"


def table() -> Scene:
    alice, bob = create_guest("Alice"), create_guest("Bob")
    game = begun(alice, bob)
    return alice, f"/game/{game.pk}", lambda: concede(bob, game), "You win this game"


def concede(bob: Account, game: OnlineGame) -> None:
    games.concede(bob, OnlineGame.objects.get(pk=game.pk))


@contextmanager
def act_before_query(act: Callable[[], Any], *, before: int) -> Iterator[list[bool]]:
    """Call ``act`` right before query number ``before``; yield a list that is empty until then."""
    numbers, done = iter(range(1_000)), list[bool]()

    def run_query(execute: Callable[..., Any], *query: Any) -> Any:
        if not done and next(numbers) == before:
            done.append(True)
            act()
        return execute(*query)

    with connection.execute_wrapper(run_query):
        yield done


def number_on(page: str) -> str:
    found = re.search(r'data-live="[^"]*"\s+data-number="([^"]*)"', page)
    assert found
    return found.group(1)


@pytest.mark.django_db
@pytest.mark.parametrize("scene", [hub, desk, pairings, match, judge, draft, deck, table])
def test_change_during_a_page_request_is_shown_or_requested_again(scene: Callable[[], Scene]):
    account, address, act, words = scene()
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    assert words not in visible_text(client.get(address).content.decode())
    happened, before = [True], 0
    while happened:
        with transaction.atomic():
            with act_before_query(act, before=before) as happened:
                page = client.get(address).content.decode()
            if happened:
                now = client.get(address).content.decode()
                assert words in visible_text(now)
                assert words in visible_text(page) or number_on(page) != number_on(now), f"before query {before}"
                transaction.set_rollback(True)
        before += 1
    assert before > 5
