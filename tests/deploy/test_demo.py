"""The demo command, the event played by bots, and the practice draft of a visitor."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from drafting.models import Pick, Seat
from gameplay.games import RULESETS
from gameplay.models import Account, Choice
from tournaments.models import Event, MatchGame
from tournaments.services.bot_event import play_bot_event, verify_event
from tournaments.services.demo_event import demo_accounts
from tournaments.services.practice_event import create_practice_event, sweep_practice_events


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(("players", "pods"), [(6, 1), (12, 2)])
def test_bot_event_reaches_final_standings_and_is_verified(players: int, pods: int):
    played = play_bot_event(players, seed=players)

    assert played["finished"]
    assert min(row["rank"] for row in played["standings"]) == 1
    assert len(played["standings"]) == players
    assert sum(row["match_points"] for row in played["standings"]) >= players // 2 * 3 * 2  # a drawn match gives 2
    assert played["verification"]["exact"]
    assert played["verification"]["packs"] == {"exact": players * 4, "other": 0}
    assert Pick.objects.count() == players * 44
    assert played["verification"]["shuffles"]["exact"] >= players // 2 * 3 * 2


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.clause("DRF-OP-12")
def test_bot_event_with_a_top_cut_is_verified():
    played = play_bot_event(4, seed=5, cut=4)
    event = Event.objects.get()

    assert played["finished"]
    assert played["verification"]["cut"] == {"exact": 3, "other": 0}
    assert [row["rank"] for row in played["standings"]] == [1, 2, 3, 4]
    assert played["verification"]["exact"]
    semi_final = event.rounds.get(stage="semi_final")
    semi_final.pairing["cut"]["seeds"].reverse()
    semi_final.pairing_details.save()
    assert verify_event(event)["cut"]["other"]


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.clause("DRF-OP-12")
def test_bots_play_the_top_cut_with_the_decks_of_their_second_draft():
    played = play_bot_event(4, seed=1, cut=2, cut_draft=True)
    event = Event.objects.get()

    assert played["verification"]["exact"]
    assert played["verification"]["packs"] == {"exact": (4 + 2) * 4, "other": 0}
    drafted = Seat.objects.filter(pod__event_pod__event=event).values_list("pod__event_pod__for_cut", "deck__cards")
    played_with = MatchGame.objects.filter(match__round__event=event).values_list("match__round__stage", "game__decks")
    assert {(bool(stage), *sorted(deck)) for stage, both in played_with for deck in both} == {
        (in_cut, *sorted(deck)) for in_cut, deck in drafted
    }


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("game", sorted(RULESETS))
def test_bots_play_a_constructed_event_of_each_game(game: str):
    played = play_bot_event(3, seed=3, game=game)

    assert played["finished"]
    assert (played["game"], played["variant"]) == (game, RULESETS[game].constructed_variants[0])
    assert len(played["standings"]) == 3
    assert played["verification"]["exact"]
    assert played["verification"]["shuffles"]["exact"] >= 6
    assert "packs" not in played["verification"]
    assert not Pick.objects.exists()


@pytest.mark.usefixtures("transactional_db")
def test_verification_detects_a_changed_choice_seed_and_pick():
    play_bot_event(4, seed=1)
    event = Event.objects.get()
    assert verify_event(event)["exact"]

    game = event.rounds.get(number=1).matches.exclude(table=None)[0].games.get(number=1).game
    record, seed = game.record, bytes(event.seed)
    game.record = record.replace('"attack"', '"avoid"', 1)
    game.save()
    assert verify_event(event)["shuffles"]["other"] == 1

    game.record = record
    game.save()
    event.seed = bytes(32)
    assert verify_event(event)["commitment"] == {"exact": 0, "other": 1}

    event.seed = seed
    Pick.objects.filter(pk=Pick.objects.order_by("pk")[0].pk).update(ref="FL-C01", token="x")
    assert verify_event(event)["packs"]["other"] == 1


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `manage.py demo` from the command line, with ``folder`` for its data."""
    environment = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}} | {"VAR": str(folder)}
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py"), "demo"]
    return subprocess.run(
        [*manage, *arguments], env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def test_command_output_is_the_same_for_the_same_seed(tmp_path: Path):
    first, second = (run("--fast", "--players", "5", "--seed", "7", folder=tmp_path) for _ in range(2))

    played: dict[str, Any] = json.loads(first.stdout)
    assert first.returncode == 0
    assert played["verification"]["exact"]
    assert [row["rank"] for row in played["standings"]] == sorted(row["rank"] for row in played["standings"])
    assert first.stdout == second.stdout


def test_invalid_number_of_players_is_refused(tmp_path: Path):
    refused = run("--fast", "--players", "3", folder=tmp_path)

    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--players: 3" in refused.stderr


@pytest.mark.django_db
def test_demo_event_has_an_organizer_a_judge_two_players_and_bots():
    people = demo_accounts()

    assert [account.handle for account in people.values()] == ["Hana", "Jun", "Alice", "Bob"]
    create_practice_event(by=people["organizer"], name="Another of the organizer")
    assert demo_accounts() == people  # an unfinished demo event is continued
    kinds = sorted(entry.account.kind for entry in Event.objects.get(name="Demo draft").entries.all())
    assert kinds == ["bot"] * 4 + ["guest"] * 2


@pytest.mark.django_db
def test_home_page_offers_to_practice_to_organize_and_to_join(client: Client):
    page = client.get("/").content.decode()

    order = [page.index(words) for words in ("Draft against bots", "Join event", "New event")]
    assert order == sorted(order)  # more people join an event than run one
    assert page.count("Draft against bots") == page.count("New event") == page.count("Join event") == 1


@pytest.mark.usefixtures("transactional_db")
def test_visitor_gets_seat_1_and_bots_the_other_seats(client: Client):
    answer = client.post("/demo")

    seat = Seat.objects.get(player__kind=Account.Kind.GUEST)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/pod/{seat.pod_id}/draft"
    assert seat.number == 0
    assert Seat.objects.filter(pod=seat.pod, player__kind=Account.Kind.BOT).count() == 5


@pytest.mark.usefixtures("transactional_db")
def test_practice_event_continues_when_the_visitor_gives_the_seat_to_a_bot(client: Client):
    from drafting.services.seat import give_seat_to_bot

    client.post("/demo")
    seat = Seat.objects.get(player__kind=Account.Kind.GUEST)
    give_seat_to_bot(seat, author=seat.player, role="player")

    event = Event.objects.get()
    games = event.rounds.get(number=1).matches.filter(games__isnull=False)
    assert event.rounds.get(number=1).published_at is not None
    assert games.exists()
    assert Choice.objects.exists()


@pytest.mark.usefixtures("transactional_db")
def test_stalled_practice_event_is_continued_within_a_minute(client: Client, monkeypatch: pytest.MonkeyPatch):
    from drafting.services.seat import give_seat_to_bot

    client.post("/demo")
    seat = Seat.objects.get(player__kind=Account.Kind.GUEST)
    with monkeypatch.context() as crash:
        crash.setattr("tournaments.services.practice_event.advance_event", lambda event: None)
        give_seat_to_bot(seat, author=seat.player, role="player")
    event, minute = Event.objects.get(), timezone.now().replace(second=0)
    assert not event.rounds.exists()

    sweep_practice_events(minute.replace(second=30))
    assert not event.rounds.exists()
    sweep_practice_events(minute)
    assert event.rounds.get(number=1).published_at is not None
