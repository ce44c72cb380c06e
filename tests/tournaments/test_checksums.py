"""Deck checksums: players see those of their match, a judge sees which deck was changed."""

from collections.abc import Callable

import pytest
from django.test import Client

from drafting.models import Deck
from drafting.rules.decks import deck_checksum
from gameplay.models import Account, OnlineGame
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tests.tournaments.decks import submit_decks
from tournaments.models import Match
from tournaments.selectors.roles import FLOOR_JUDGE, SCOREKEEPER
from tournaments.services.deck_check import start_player_check
from tournaments.services.event import appoint_official


@pytest.fixture
def online(new_event: Callable[..., Day]) -> Day:
    """Four players in the first online round, each with a submitted deck."""
    day = new_event(play="online")
    day.enter(4)
    day.seat()
    submit_decks(day)
    day.round(1)
    return day


def deck_of(account: Account) -> Deck:
    return Deck.objects.get(seat__player=account)


def pages(match: Match) -> tuple[str, str]:
    return f"/match/{match.pk}", f"/game/{match.games.get().game_id}"


def read(client: Client, address: str) -> str:
    return str(client.get(address).content.decode())


def test_only_the_two_players_see_the_checksums_of_both_decks(online: Day):
    match, other = online.matches(1)
    assert match.b
    checksums = [deck_checksum(deck_of(entry.account).cards) for entry in (match.a, match.b)]
    scorekeeper = create_staff("Otto")
    appoint_official(online.event, scorekeeper, SCOREKEEPER, by=online.by)

    for address in pages(match):
        for player in (match.a.account, match.b.account):
            page = read(signed_in(player), address)
            assert [each in page for each in checksums] == [True, True]
        for stranger in (signed_in(other.a.account), signed_in(scorekeeper), Client()):
            page = read(stranger, address)
            assert [each in page for each in checksums] == [False, False]


def test_only_a_judge_sees_which_deck_differs_from_its_submission(online: Day):
    match = online.matches(1)[0]
    ines = create_staff("Ines")
    appoint_official(online.event, ines, FLOOR_JUDGE, by=online.by)
    deck = deck_of(match.a.account)
    was = deck_checksum(deck.cards)
    assert not any("differs from the submitted deck list" in read(signed_in(ines), address) for address in pages(match))

    Deck.objects.filter(pk=deck.pk).update(cards=["FL-R01", *deck.cards[1:]])
    game = match.games.get().game
    OnlineGame.objects.filter(pk=game.pk).update(decks=[["FL-R02", *game.decks[0][1:]], game.decks[1]])

    for address in (*pages(match), f"/game/{game.pk}/judge"):
        page = read(signed_in(ines), address)
        assert page.count(f"differs from the submitted deck list: {was}") == 1
        assert "differs from the submitted deck list" not in read(signed_in(match.a.account), address)


def test_a_deck_check_shows_a_changed_deck(online: Day):
    entry = online.matches(1)[0].a
    check = start_player_check(online.event, entry.number, by=online.by)
    address, deck = f"/e/{online.event.slug}/judge/decks/{check.number}", deck_of(entry.account)
    was = deck_checksum(deck.cards)
    assert "differs from the submitted deck list" not in read(signed_in(online.alma), address)

    Deck.objects.filter(pk=deck.pk).update(cards=["FL-R01", *deck.cards[1:]])

    assert f"differs from the submitted deck list: {was}" in read(signed_in(online.alma), address)


def test_checksums_are_not_sent_again_with_every_move(online: Day):
    match = online.matches(1)[0]
    part = signed_in(match.a.account).get(pages(match)[1], headers={"HX-Request": "true"}).content.decode()

    assert deck_checksum(deck_of(match.a.account).cards) not in part
