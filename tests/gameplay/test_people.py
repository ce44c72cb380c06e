"""The people at the table: phrases, and who is connected."""

import time
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation

from gameplay import ports
from gameplay.infrastructure import presence
from gameplay.infrastructure.throttle import TooManyTriesError
from gameplay.models import Account, Choice, GameSeat, LogEntry, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.people import PHRASES, SHOWN_FOR, TIME_AFTER_GAME, Person, people_at, said_phrases
from gameplay.services import accounts, automatic_passes, games, phrases
from tests.browser.tables import asked, play_on, sat_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_ways")]


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def table() -> tuple[OnlineGame, list[Account]]:
    return sat_down("enemy", "full", 2)


def seen_by(account: Account, game: OnlineGame) -> list[Person]:
    return people_at(game, selectors.seats(game), account)


def shown_phrases(account: Account, game: OnlineGame) -> list[str]:
    return [person.phrase.text if person.phrase else "" for person in seen_by(account, game)]


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


# --- phrases ---------------------------------------------------------------------------------


def test_a_phrase_is_shown_to_each_reader_in_their_language(table: Any):
    game, (alice, bob) = table

    phrases.say_phrase(alice, game, "thanks")

    assert shown_phrases(bob, game) == ["Thanks!", ""]
    with translation.override("ja"):
        assert shown_phrases(bob, game)[0] not in ("", PHRASES["thanks"].upper())


def test_a_phrase_is_stored_without_an_effect_on_the_game(table: Any):
    game, (alice, _bob) = table
    before = (game.number, Choice.objects.count(), LogEntry.objects.filter(stream=game.stream).count())

    phrases.say_phrase(alice, game, "greeting")

    game.refresh_from_db()
    assert (game.number, Choice.objects.count(), LogEntry.objects.filter(stream=game.stream).count()) == before
    entry = LogEntry.objects.get(stream=game.phrase_stream)
    assert (entry.author, entry.after) == (alice, {"phrase": "greeting", "seat": 0})
    assert [(said.name, said.text) for said in said_phrases(game, ["A", "B"])] == [("A", "Hello, good luck!")]


def test_a_phrase_is_shown_for_some_seconds(table: Any, monkeypatch: pytest.MonkeyPatch):
    game, (alice, bob) = table
    phrases.say_phrase(alice, game, "oops")
    later = timezone.now() + SHOWN_FOR

    monkeypatch.setattr("gameplay.selectors.people.timezone", SimpleNamespace(now=lambda: later))

    assert shown_phrases(bob, game) == ["", ""]


def test_phrases_are_limited(table: Any):
    game, (alice, bob) = table
    for _ in range(phrases.MAX_PER_MINUTE):
        phrases.say_phrase(alice, game, "nice")

    with pytest.raises(TooManyTriesError):
        phrases.say_phrase(alice, game, "nice")
    phrases.say_phrase(bob, game, "nice")
    with pytest.raises(phrases.UnknownPhraseError):
        phrases.say_phrase(bob, game, "a rude word")


def test_a_player_can_hide_what_others_say(table: Any):
    game, (alice, bob) = table
    phrases.mute_phrases(bob, game, mute=True)
    phrases.say_phrase(alice, game, "thinking")
    phrases.say_phrase(bob, game, "thanks")

    assert shown_phrases(bob, game) == ["", "Thanks!"]
    assert shown_phrases(alice, game) == ["Thinking…", "Thanks!"]
    phrases.mute_phrases(bob, game, mute=False)
    assert shown_phrases(bob, game) == ["Thinking…", "Thanks!"]


def test_spectators_see_phrases_but_cannot_say_any(table: Any):
    game, (alice, _bob) = table
    zoe = accounts.create_guest("Zoe")
    phrases.say_phrase(alice, game, "moment")

    phrases.say_phrase(zoe, game, "oops")

    assert shown_phrases(zoe, game) == ["Sorry, one moment.", ""]
    assert signed_in(zoe).post(f"/game/{game.pk}/people", {"phrase": "oops"}).status_code == 404


def test_phrases_end_some_time_after_the_game(table: Any):
    game, (alice, bob) = table
    games.concede(bob, game)
    phrases.say_phrase(alice, game, "ending")

    OnlineGame.objects.update(ended_at=timezone.now() - TIME_AFTER_GAME - timedelta(seconds=1))
    game.refresh_from_db()

    with pytest.raises(phrases.TooLateToSpeakError):
        phrases.say_phrase(alice, game, "ending")


def test_the_form_says_mutes_and_refuses(table: Any):
    game, (alice, bob) = table
    client, path = signed_in(alice), f"/game/{game.pk}/people"

    part = client.post(path, {"phrase": "back"}, headers={"HX-Request": "true"})
    redirect = client.post(path, {"do": "mute"})

    assert '<q class="says">I’m back.</q>' in part.content.decode()
    assert redirect.headers["Location"] == f"/game/{game.pk}"
    assert GameSeat.objects.get(game=game, player=alice).mutes_phrases
    assert client.post(path, {"phrase": "a rude word"}).status_code == 422
    assert "Hide what others say" in signed_in(bob).get(path).content.decode()


# --- connection ------------------------------------------------------------------------------


def away(reader: Account, game: OnlineGame) -> list[bool]:
    return [person.away_since is not None for person in seen_by(reader, game)]


def test_opponents_are_shown_as_away_without_an_open_page(table: Any):
    game, (alice, bob) = table

    assert away(alice, game) == [False, True]  # readers are never away for themselves
    presence.mark_present(bob.pk, [game.stream])
    assert away(alice, game) == [False, False]
    presence.mark_left(bob.pk, [game.stream])
    assert away(alice, game) == [False, True]
    assert abs((seen_by(alice, game)[1].away_since or timezone.now()) - timezone.now()) < timedelta(seconds=5)


def test_a_lost_connection_counts_from_the_last_heartbeat(table: Any, monkeypatch: pytest.MonkeyPatch):
    game, (alice, bob) = table
    OnlineGame.objects.update(began_at=timezone.now() - timedelta(hours=1))
    game.refresh_from_db()
    real = time.time
    monkeypatch.setattr(presence.time, "time", lambda: real() - presence.TIME_TO_LIVE - 5)
    presence.mark_present(bob.pk, [game.stream])
    monkeypatch.setattr(presence.time, "time", real)

    since = seen_by(alice, game)[1].away_since

    assert since is not None
    assert presence.TIME_TO_LIVE <= (timezone.now() - since).total_seconds() <= presence.TIME_TO_LIVE + 10


def test_a_player_with_an_automatic_pass_seems_to_be_connected():
    """Otherwise a pass of a player who is away would reveal the instruction."""
    game, people = sat_down("rm2k", "standard", 2)
    passing = play_on(game, people, asked("answer", turn=3))
    other = people[1 - people.index(passing)]
    OnlineGame.objects.update(began_at=timezone.now() - timedelta(hours=1))
    game.choices.update(at=timezone.now() - timedelta(minutes=30))
    game.refresh_from_db()
    assert away(other, game)[people.index(passing)]

    automatic_passes.start_passing(passing, game, until="turn", number=game.number)

    assert not away(other, game)[people.index(passing)]
    automatic_passes.stop_passing(passing, game)
    since = seen_by(other, game)[people.index(passing)].away_since
    assert since is not None
    assert timezone.now() - since < timedelta(seconds=5)  # since the pass, not since the page was closed


def test_no_connection_is_shown_long_after_the_game_or_without_the_cache(table: Any, monkeypatch: pytest.MonkeyPatch):
    game, (alice, bob) = table
    monkeypatch.setattr(presence, "redis_circuit", SimpleNamespace(is_open=True))
    assert away(alice, game) == [False, False]
    monkeypatch.undo()

    games.concede(bob, game)
    assert away(alice, game) == [False, True]
    game.ended_at = timezone.now() - TIME_AFTER_GAME * 2
    assert away(alice, game) == [False, False]


def test_bots_are_not_listed():
    game, people = sat_down("enemy", "full", 2)
    Account.objects.filter(pk=people[1].pk).update(kind=Account.Kind.BOT)

    assert [person.name for person in seen_by(people[0], game)] == ["Alice"]


# --- judges ----------------------------------------------------------------------------------


class JudgedGames(ports.GameHost):
    """A host in whose games every account is a judge."""

    def judge_role(self, account: object, game: OnlineGame) -> str | None:
        return "head_judge"

    def may_watch(self, account: object, game: OnlineGame) -> bool:
        return True


def test_a_judge_sees_what_is_said_and_everything_that_was_said(table: Any):
    game, (alice, bob) = table
    phrases.say_phrase(alice, game, "moment")
    phrases.say_phrase(bob, game, "oops")
    judge = signed_in(accounts.create_guest("Jo"))

    with ports.game_host.overridden(JudgedGames()):
        said = judge.get(f"/game/{game.pk}/judge").content.decode().partition("What the players said")[2]
        people = judge.get(f"/game/{game.pk}/people").content.decode()

    assert "Alice: Sorry, one moment." in said
    assert "Bob: Oops!" in said
    assert '<q class="says">Oops!</q>' in people
    assert "Say something" not in people
