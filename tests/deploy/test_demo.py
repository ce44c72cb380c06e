"""The demo: a whole event by bots, the event that is served, and the practice draft of a visitor."""

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

from deploy.bot_event import play_bot_event, verify_event
from deploy.management.commands.demo import demo_accounts
from drafting.models import Pick, Seat
from gameplay.games import RULESETS
from gameplay.models import Account, Choice
from tournaments.models import Event
from tournaments.services.practice_event import sweep_practice_events


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(("players", "pods"), [(6, 1), (24, 4)])
def test_a_whole_event_of_bots_is_played_to_final_standings_and_proved(players: int, pods: int):
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
def test_a_whole_event_of_bots_is_cut_to_its_first_and_the_bracket_is_proved():
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
@pytest.mark.parametrize("game", sorted(RULESETS))
def test_bots_bring_decks_to_a_whole_event_of_each_game(game: str):
    played = play_bot_event(3, seed=3, game=game)

    assert played["finished"]
    assert (played["game"], played["variant"]) == (game, RULESETS[game].constructed_variants[0])
    assert len(played["standings"]) == 3
    assert played["verification"]["exact"]
    assert played["verification"]["shuffles"]["exact"] >= 6
    assert "packs" not in played["verification"]
    assert not Pick.objects.exists()


@pytest.mark.usefixtures("transactional_db")
def test_a_changed_choice_a_changed_pick_and_a_changed_log_are_each_found():
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
    """`manage.py demo` as a person runs it, with what it keeps in a folder of its own."""
    environment = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}} | {"VAR": str(folder)}
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py"), "demo"]
    return subprocess.run(
        [*manage, *arguments], env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def test_the_command_prints_standings_and_verification_the_same_for_the_same_seed(tmp_path: Path):
    first, second = (run("--fast", "--players", "5", "--seed", "7", folder=tmp_path) for _ in range(2))

    played: dict[str, Any] = json.loads(first.stdout)
    assert first.returncode == 0
    assert played["verification"]["exact"]
    assert [row["rank"] for row in played["standings"]] == sorted(row["rank"] for row in played["standings"])
    assert first.stdout == second.stdout


def test_a_number_of_players_that_cannot_be_is_refused(tmp_path: Path):
    refused = run("--fast", "--players", "3", folder=tmp_path)

    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--players: 3" in refused.stderr


@pytest.mark.django_db
def test_the_demo_event_has_an_organizer_a_judge_two_players_and_bots():
    people = demo_accounts()

    assert [account.handle for account in people.values()] == ["Hana", "Jun", "Alice", "Bob"]
    assert demo_accounts() == people  # one that is still running is gone on with
    kinds = sorted(entry.account.kind for entry in Event.objects.get().entries.all())
    assert kinds == ["bot"] * 4 + ["guest"] * 2


@pytest.mark.django_db
def test_the_first_page_offers_to_try_to_run_and_to_join(client: Client):
    page = client.get("/").content.decode()

    assert page.count("Take seat 1, bots take the rest") == page.count("New event") == page.count("Join event") == 1


@pytest.mark.usefixtures("transactional_db")
def test_a_visitor_takes_seat_1_and_bots_take_the_rest(client: Client):
    answer = client.post("/demo")

    seat = Seat.objects.get(player__kind=Account.Kind.GUEST)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/pod/{seat.pod_id}/draft"
    assert seat.number == 0
    assert Seat.objects.filter(pod=seat.pod, player__kind=Account.Kind.BOT).count() == 5


@pytest.mark.usefixtures("transactional_db")
def test_the_practice_draft_runs_by_itself_once_the_visitor_leaves_it_to_a_bot(client: Client):
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
def test_a_practice_event_that_lost_its_call_is_gone_on_with_within_a_minute(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
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
