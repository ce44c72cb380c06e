"""Decks that may be changed between the games of an event."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from drafting.models import Deck, Seat
from drafting.rules.decks import DecksInError, DeckSizeError, deck_checksum
from drafting.services import deck as decks
from gameplay.models import LogEntry, OnlineGame
from gameplay.services import games
from tests.page_text import compact_markup
from tests.parallel import Act, run_queued
from tests.tournaments.conftest import Day, make_event
from tests.tournaments.decks import DECK, refs_of, submit_decks
from tournaments.models import Event
from tournaments.selectors.checksums import match_deck_checksums
from tournaments.selectors.deck_checks import check_sheet
from tournaments.selectors.draft_sheets import deck_sheets
from tournaments.selectors.roles import Actor
from tournaments.services import deck_check, online_match
from tournaments.services.deck_change import GameRunningError, NotPlayingError
from tournaments.services.entry import drop_entry
from tournaments.services.event import EventFinishedError
from tournaments.services.next_game import DECK_CHANGE_TIME


def playing_day(play: str = "online", *, deck_changes: bool = True) -> Day:
    """Two players with drafted decks in the first round."""
    day = make_event(play=play, deck_changes=deck_changes)
    day.enter(2)
    day.seat()
    submit_decks(day)
    day.round(1)
    return day


@pytest.fixture
def online(db: None) -> Day:
    return playing_day()


def seat_of(day: Day, player: int = 0) -> Seat:
    return Seat.objects.select_related("pod").get(pod__event_pod__event=day.event, player=day.players[player])


def new_list(day: Day, player: int = 0) -> list[str]:
    """Return a legal deck that differs from the registered one: the last cards of the pool."""
    return sorted(refs_of(seat_of(day, player))[-DECK:])


def change(day: Day, player: int = 0) -> Deck:
    author, seat = day.players[player], seat_of(day, player)
    decks.save_deck(seat, new_list(day, player), author=author)
    return decks.submit_deck(seat, author=author)


def deck_to_play(day: Day) -> list[str]:
    return list(Deck.objects.get(seat=seat_of(day)).cards)


def end_game(day: Day) -> None:
    games.concede(day.players[1], OnlineGame.objects.get(ended_at=None))


def next_games(day: Day) -> list[OnlineGame]:
    return [link.game for link in day.matches(1)[0].games.order_by("number")[1:]]


@pytest.mark.clause("DRF-OP-9")
def test_no_deck_can_be_changed_without_the_setting(db: None):
    day = playing_day("tables", deck_changes=False)

    with pytest.raises(DecksInError):
        change(day)


def test_a_running_game_refuses_a_change_and_the_next_game_uses_the_new_deck(online: Day):
    with pytest.raises(GameRunningError):
        change(online)
    end_game(online)
    assert next_games(online) == []
    change(online)
    match = online.matches(1)[0]
    for player in online.players:
        online_match.note_ready(match, by=player)

    (second,) = next_games(online)
    number = list(second.seats.order_by("number").values_list("player", flat=True)).index(online.players[0].pk)
    assert sorted(second.decks[number]) == deck_to_play(online) == new_list(online)
    with pytest.raises(GameRunningError):
        change(online)


def test_the_next_game_begins_without_the_players_when_the_time_is_over(online: Day):
    end_game(online)
    due = timezone.now() + DECK_CHANGE_TIME

    online_match.start_due_games(due - timedelta(seconds=5))
    before = len(next_games(online))
    online_match.start_due_games(due)
    online_match.start_due_games(due)
    online_match.note_ready(online.matches(1)[0], by=online.players[0])

    assert (before, len(next_games(online))) == (0, 1)


def test_an_illegal_list_is_refused_and_the_deck_stays_until_a_list_is_submitted(db: None):
    day = playing_day("tables")
    seat, author, registered = seat_of(day), day.players[0], deck_to_play(day)

    decks.remove_card(seat, registered[0], author=author)
    with pytest.raises(DeckSizeError):
        decks.submit_deck(seat, author=author)
    assert deck_to_play(day) == registered

    decks.discard_change(seat, author=author)
    decks.submit_deck(seat, author=author)
    assert not LogEntry.objects.filter(action="deck_changed").exists()
    change(day)
    entry = LogEntry.objects.get(action="deck_changed")
    assert (entry.author, entry.after) == (author, {"seat": 1 + seat.number, "checksum": deck_checksum(new_list(day))})


def test_a_deck_is_locked_for_players_who_dropped_and_after_the_event(db: None):
    day = playing_day("tables")
    drop_entry(day.event.entries.get(account=day.players[1]), by=Actor(day.players[1], "player"))

    with pytest.raises(NotPlayingError):
        change(day, 1)
    Event.objects.update(finished_at=timezone.now())
    with pytest.raises(EventFinishedError):
        change(day, 0)


def test_judges_see_both_lists_and_players_only_checksums(db: None, client: Client):
    day = playing_day("tables")
    registered, match = deck_to_play(day), day.matches(1)[0]
    number = day.event.entries.get(account=day.players[0]).number
    earlier_check = deck_check.start_player_check(day.event, number, by=day.by)
    change(day)
    deck_check.note_found_cards(earlier_check, registered, by=day.by)
    earlier_check = deck_check.finish_check(earlier_check, "ok", by=day.by)
    check = deck_check.start_player_check(day.event, number, by=day.by)

    sheet = check_sheet(check, "en", now=timezone.now())
    assert (sheet.deck.cards, [each.cards for each in sheet.deck.earlier]) == (new_list(day), [registered])
    assert [each.is_changed for each in match_deck_checksums(match, day.alma)] == [False, False]
    assert check_sheet(earlier_check, "en", now=timezone.now()).deck.cards == registered
    printed = next(each for each in deck_sheets(day.event, "en") if list(each.cards) == new_list(day))
    assert printed.changed_at

    client.force_login(day.alma)
    page = compact_markup(client.get(f"/e/{day.event.slug}/judge/decks/{check.number}").content.decode())
    assert all(text in page for text in ("Earlier list", deck_checksum(registered), "Changed after registration"))
    client.force_login(day.players[1])
    assert client.get(f"/e/{day.event.slug}/judge/decks/{check.number}").status_code == 404
    for path in (f"/match/{match.pk}", f"/e/{day.event.slug}", f"/e/{day.event.slug}/log"):
        page = client.get(path).content.decode()
        assert not any(text in page for text in ("changed its deck", *new_list(day)))


def test_the_pages_offer_the_change_between_games(online: Day, client: Client):
    match, pod = online.matches(1)[0], seat_of(online).pod_id
    client.force_login(online.players[0])
    running = compact_markup(client.get(f"/pod/{pod}/deck").content.decode())
    end_game(online)

    deck_page = compact_markup(client.get(f"/pod/{pod}/deck").content.decode())
    match_page = compact_markup(client.get(f"/match/{match.pk}").content.decode())
    assert "Your game is running. You can change your deck when it is over." in running
    assert ("Change your deck" in deck_page, "Play this deck</button>" in deck_page) == (True, False)
    assert "You may change your deck. Game 2 begins when both players are ready" in match_page
    removed = client.post(f"/pod/{pod}/deck", {"remove": deck_to_play(online)[0]}, follow=True)
    assert "This list does not count yet." in compact_markup(removed.content.decode())
    refused = client.post(f"/pod/{pod}/deck", {"do": "submit"})
    assert refused.status_code == 422


def test_the_api_changes_a_deck_with_the_same_refusals(online: Day, client: Client):
    base = f"/api/v1/pods/{seat_of(online).pod_id}"
    client.force_login(online.players[0])
    put = partial(client.put, f"{base}/deck", {"cards": new_list(online)}, content_type="application/json")
    refused = put()
    end_game(online)

    saved, submitted = put(), client.post(f"{base}/submission")

    assert (refused.status_code, refused.json()["code"], refused.json()["clause"]) == (409, "game_running", "DRF-OP-9")
    assert (saved.json()["state"], saved.json()["is_changed"]) == ("changing", True)
    assert (submitted.status_code, submitted.json()["is_changed"]) == (201, False)
    assert deck_to_play(online) == new_list(online)


def test_the_api_shows_the_games_of_a_match_and_which_player_is_ready(online: Day, client: Client):
    end_game(online)
    match, before = online.matches(1)[0], timezone.now()
    address = f"/api/v1/matches/{match.pk}"
    client.force_login(online.players[0])

    client.post(f"{address}/next-game")
    [waiting] = client.get(address).json()["games"]

    ready = waiting["a_is_ready"] if match.a.account == online.players[0] else waiting["b_is_ready"]
    assert (waiting["number"], ready, waiting["a_is_ready"] and waiting["b_is_ready"]) == (1, True, False)
    assert datetime.fromisoformat(waiting["next_at"]) > before
    client.force_login(online.players[1])
    client.post(f"{address}/next-game")
    first, second = client.get(address).json()["games"]
    assert (first["next_at"], second["ended_at"], second["number"]) == (None, None, 2)
    assert OnlineGame.objects.get(pk=second["id"]).ended_at is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("begins_first", [True, False])
def test_a_deck_that_is_submitted_while_the_next_game_begins_is_played_or_refused(begins_first: bool):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    day = playing_day()
    end_game(day)
    decks.save_deck(seat_of(day), new_list(day), author=day.players[0])
    old, due = deck_to_play(day), timezone.now() + DECK_CHANGE_TIME
    acts: list[Act] = [
        partial(online_match.start_due_games, due),
        partial(decks.submit_deck, seat_of(day), author=day.players[0]),
    ]

    results = run_queued(acts if begins_first else acts[::-1], behind=day.event)

    (second,) = next_games(day)
    number = list(second.seats.order_by("number").values_list("player", flat=True)).index(day.players[0].pk)
    played = sorted(second.decks[number])
    if isinstance(results[begins_first], GameRunningError):
        assert played == old
    else:
        assert played == new_list(day)
