"""Game losses, match losses and disqualifications: where they count, and what remains when they are withdrawn."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import LogEntry, OnlineGame
from gameplay.services import games
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day, make_event
from tests.tournaments.services.test_online_match import online, running
from tournaments.models import Entry, Match, MatchGame, Penalty
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.penalty_losses import GameLossOmittedError
from tournaments.rules.results import MatchResult
from tournaments.selectors.penalties import may_approve_penalties
from tournaments.selectors.results import match_agreement, result_from_score
from tournaments.selectors.roles import FLOOR_JUDGE, HEAD_JUDGE, Actor
from tournaments.selectors.standings import standings_table
from tournaments.services.event import appoint_official
from tournaments.services.match import add_report, confirm_report, enter_result
from tournaments.services.online_match import stop_lost_games
from tournaments.services.penalty import approve_penalty, give_penalty, withdraw_penalty

__all__ = ["online"]


@dataclass
class FirstTable:
    """The first table of a round, and the organizer, who decides because there is no head judge."""

    day: Day
    match: Match

    @property
    def a(self) -> Entry:
        return self.match.a

    @property
    def b(self) -> Entry:
        assert self.match.b
        return self.match.b

    def lose(self, entry: Entry, level: PenaltyLevel = PenaltyLevel.GAME_LOSS) -> Penalty:
        return give_penalty(entry, "late", level=level, reason="ten minutes", by=self.day.by)

    def withdraw(self, penalty: Penalty) -> None:
        withdraw_penalty(penalty, reason="the clock was wrong", by=self.day.by)

    def played(self, score: str) -> MatchResult:
        return self.day.result(score)

    @property
    def score(self) -> tuple[int, int, int] | None:
        result = match_agreement(Match.objects.get(pk=self.match.pk)).result
        return result.score if result else None


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Day:
    day = make_event()
    day.to_round(1)
    return day


@pytest.fixture
def table(db: None, prepared: Day) -> FirstTable:
    day = deepcopy(prepared)
    return FirstTable(day, day.matches(1)[0])


def standings(day: Day) -> list[tuple[Any, ...]]:
    rows = standings_table(day.event)
    return [(row.rank, row.entry.name, str(row.record), *(cell.value for cell in row.cells)) for row in rows]


def test_a_match_begins_at_0_1_and_the_standings_follow(table: FirstTable):
    day, match = table.day, table.match
    before = standings(day)

    loss = table.lose(table.a)
    add_report(match, table.played("0-1"), by=table.b.account, last_seen_number=0)
    confirm_report(match, by=table.a.account, last_seen_number=1)

    assert loss.counts_in == match
    assert table.score == (0, 2, 0)
    assert {name: record for _, name, record, *_ in standings(day)} == {
        **{name: record for _, name, record, *_ in before},
        table.a.name: "0-1-0",
        table.b.name: "1-0-0",
    }


def test_withdrawing_a_penalty_restores_the_result_from_before(table: FirstTable):
    before = standings(table.day)
    for level in (PenaltyLevel.GAME_LOSS, PenaltyLevel.MATCH_LOSS, PenaltyLevel.DISQUALIFICATION):
        loss = table.lose(table.a, level)
        assert level is PenaltyLevel.GAME_LOSS or standings(table.day) != before

        table.withdraw(loss)

        assert standings(table.day) == before
        assert table.score is None
        assert Entry.objects.get(pk=table.a.pk).is_playing


def test_a_floor_judges_request_changes_no_score_before_it_is_approved(table: FirstTable):
    judges = {role: create_staff(name) for name, role in (("Tomas", HEAD_JUDGE), ("Ines", FLOOR_JUDGE))}
    for role, account in judges.items():
        appoint_official(table.day.event, account, role, by=table.day.by)
    tomas, ines = (Actor(judges[role], role) for role in (HEAD_JUDGE, FLOOR_JUDGE))

    request = give_penalty(table.a, "late", level=PenaltyLevel.MATCH_LOSS, reason="an hour", by=ines)
    assert (request.counts_in, table.score) == (None, None)
    approve_penalty(request, by=tomas)

    assert not may_approve_penalties(table.day.event, ines)
    assert table.score == (0, 2, 0)
    log = LogEntry.objects.filter(stream=table.day.event.desk_stream, action__startswith="penalty").order_by("number")
    assert [(each.action, each.author) for each in log] == [
        ("penalty_requested", ines.account),
        ("penalty_approved", tomas.account),
    ]


def test_a_game_loss_between_rounds_counts_in_the_next_match(table: FirstTable):
    day, player = table.day, table.a
    day.settle(1)
    loss = table.lose(player)
    assert loss.counts_in is None
    assert table.score == (2, 0, 0)

    day.round(2)

    loss.refresh_from_db()
    match = next(each for each in day.matches(2) if player in (each.a, each.b))
    assert loss.counts_in == match
    assert [each.side for each in match_agreement(match).losses] == ["a" if match.a == player else "b"]


def test_the_score_of_a_slip_includes_the_game_loss(table: FirstTable):
    table.lose(table.a)
    desk = signed_in(table.day.alma)
    fields = {"table": table.match.table, "seen": 0}

    refused = desk.post(f"/e/{table.day.event.slug}/manage/result", fields | {"score": "2-0"})
    assert refused.status_code == 422
    assert "this match began at 0-1" in refused.content.decode()
    assert desk.post(f"/e/{table.day.event.slug}/manage/result", fields | {"score": "2-1"}).status_code == 302

    assert table.score == (2, 1, 0)
    assert match_agreement(table.match).played == table.played("2-0")
    with pytest.raises(GameLossOmittedError):
        result_from_score("2-0", table.match.round.event.match_rules, match_agreement(table.match).losses)


def test_a_report_from_before_a_penalty_cannot_be_confirmed(table: FirstTable):
    add_report(table.match, table.played("2-1"), by=table.a.account, last_seen_number=0)
    table.lose(table.b)

    with pytest.raises(RulesErrorGroup, match="game_after_match"):
        confirm_report(table.match, by=table.b.account, last_seen_number=1)

    enter_result(table.match, table.played("1-0"), by=table.day.by, last_seen_number=1)
    assert table.score == (2, 0, 0)


def test_both_players_of_a_table_can_lose_the_match(table: FirstTable):
    for player in (table.a, table.b):
        table.lose(player, PenaltyLevel.MATCH_LOSS)

    records = {row.entry: row.record for row in standings_table(table.day.event)}
    assert [(str(records[player]), records[player].match_points) for player in (table.a, table.b)] == [("0-1-0", 0)] * 2


def test_a_disqualified_player_loses_the_match_and_still_counts_in_tie_breakers(table: FirstTable):
    day = table.day
    table.lose(table.a, PenaltyLevel.DISQUALIFICATION)
    for match in day.matches(1)[1:]:
        enter_result(match, day.result("2-0"), by=day.by, last_seen_number=0)

    rows = {row.entry.name: row for row in standings_table(day.event)}
    assert table.a.name not in rows
    assert (str(rows[table.b.name].record), rows[table.b.name].record.opponents) == ("1-0-0", [table.a.rules_id])
    day.round(2)
    assert table.a not in {entry for match in day.matches(2) for entry in (match.a, match.b)}


def test_a_bot_takes_the_seat_of_a_player_disqualified_in_the_draft(day: Day):
    alice = day.enter(4)[0]
    day.seat()

    give_penalty(alice, "late", level=PenaltyLevel.DISQUALIFICATION, reason="stole a pack", by=day.by)

    seat = alice.account.seats.get()
    assert seat.is_automatic
    assert not Entry.objects.get(pk=alice.pk).is_playing


@pytest.mark.parametrize(
    ("reader", "sees"), [("player", True), ("opponent", True), ("staff", True), ("anonymous", False)]
)
def test_the_table_sees_the_loss_and_only_its_player_the_reason(table: FirstTable, reader: str, sees: bool):
    table.lose(table.a)
    readers = {
        "player": table.a.account,
        "opponent": table.b.account,
        "staff": table.day.alma,
    }

    client = signed_in(readers[reader]) if reader in readers else Client()
    page = client.get(f"/match/{table.match.pk}").content.decode()

    assert (f"{table.a.name} has a game loss in this match." in page) is sees
    assert "ten minutes" not in page
    if reader == "player":
        assert [f'value="{score}"' in page for score in ("2-0", "2-1", "1-2", "0-2")] == [False, True, True, True]


def test_a_game_loss_ends_the_running_online_game(online: Day):
    table = FirstTable(online, online.matches(1)[0])
    first = running()

    table.lose(table.a)
    stop_lost_games(timezone.now())

    first.refresh_from_db()
    assert first.ended_at
    assert LogEntry.objects.get(stream=first.stream, action="game_stopped").author == online.alma
    assert [(link.number, link.void) for link in table.match.games.order_by("number")] == [(1, True), (2, False)]
    games.concede(table.a.account, running())
    assert table.score == (0, 2, 0)
    assert not OnlineGame.objects.filter(ended_at=None).exists()


def test_an_online_match_loss_ends_the_match_until_it_is_withdrawn(online: Day):
    table = FirstTable(online, online.matches(1)[0])
    loss = table.lose(table.a, PenaltyLevel.MATCH_LOSS)
    stop_lost_games(timezone.now())
    assert not OnlineGame.objects.filter(ended_at=None).exists()
    assert table.score == (0, 2, 0)

    table.withdraw(loss)

    assert MatchGame.objects.get(game=running()).number == 2
    assert table.score is None
    games.concede(table.b.account, running())
    games.concede(table.b.account, running())
    assert table.score == (2, 0, 0)


def test_a_game_loss_waits_for_a_played_round(new_event: Callable[..., Day]):
    day = new_event()
    day.enter(5)
    day.seat()
    day.draft()
    day.round(1)
    day.settle(1)
    loser = day.event.rounds.get(number=1).matches.get(kind="bye").a

    loss = give_penalty(loser, "late", level=PenaltyLevel.GAME_LOSS, reason="ten minutes", by=day.by)

    assert loss.counts_in is None
    day.round(2)
    loss.refresh_from_db()
    assert loss.counts_in in day.matches(2)
