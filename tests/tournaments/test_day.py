"""The day of an organizer, step by step, with refused actions."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from drafting.models import Pod, Seat
from gameplay.engine.core.chance import commitment
from gameplay.infrastructure.log import verify_stream
from gameplay.models import LogEntry
from tests.parallel import run_simultaneously
from tests.tournaments.conftest import SEED, Day
from tournaments.models import Event
from tournaments.rules.json_output import tournament_json
from tournaments.rules.pods import best_split
from tournaments.rules.standings import standings
from tournaments.rules.tournament_file import read_tournament
from tournaments.selectors.history import event_standings, seated_pods, tournament_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.roster import pod_plan, present_entries
from tournaments.services import entry as entries
from tournaments.services import pod as pods
from tournaments.services import round as rounds
from tournaments.services.event import (
    EventFinishedError,
    ReasonNeededError,
    ResultsMissingError,
    RoundsMissingError,
    finish_event,
)
from tournaments.services.match import enter_result
from tournaments.services.new_entry import RegistrationClosedError


def step(day: Day) -> tuple[str, bool]:
    found = next_step(Event.objects.get(pk=day.event.pk))
    return found.code, bool(found.blocked)


def log_data(day: Day, action: str) -> dict[str, Any]:
    after = LogEntry.objects.get(stream=day.event.stream, action=action).after
    assert isinstance(after, dict)
    return after


def test_the_next_step_leads_through_the_day(day: Day):
    seen = [step(day)]
    day.enter()
    seen.append(step(day))
    pods.plan_pods(day.event, by=day.by)
    seen.append(step(day))
    pods.publish_seating(day.event, by=day.by)
    seen.append(step(day))
    day.draft()
    for number in (1, 2, 3):
        seen.append(step(day))
        rounds.propose_round(day.event, by=day.by)
        seen.append(step(day))
        rounds.publish_round(day.event, number, by=day.by)
        seen.append(step(day))
        day.settle(number)
    seen.append(step(day))
    finish_event(day.event, by=day.by)
    seen.append(step(day))

    rounds_seen = [("pair_round", False), ("publish_round", False)]
    assert seen == [
        ("make_pods", True),
        ("make_pods", False),
        ("publish_seating", False),
        ("pair_round", True),
        *rounds_seen,
        ("pair_round", True),
        *rounds_seen,
        ("pair_round", True),
        *rounds_seen,
        ("finish", True),
        ("finish", False),
        ("finished", False),
    ]


def test_the_seed_is_committed_first_and_revealed_at_the_end(day: Day):
    announced = log_data(day, "event_created")
    assert announced["commitment"] == commitment(str(day.event.pk), SEED)
    assert SEED.hex() not in str(announced)

    day.to_round(3)
    day.settle(3)
    finish_event(day.event, by=day.by)

    assert log_data(day, "event_finished")["seed"] == SEED.hex()
    assert verify_stream(day.event.stream).is_intact


@pytest.mark.clause("DRF-1.5")
def test_pods_are_drawn_reproducibly_from_the_seed(day: Day):
    day.enter(8)

    first = pods.plan_pods(day.event, by=day.by).plan
    again = pods.plan_pods(day.event, by=day.by).plan

    assert first == again
    assert sorted(number for pod in first for number in pod) == list(range(1, 9))


def test_a_plan_is_discarded_when_the_players_change(day: Day):
    day.enter()
    pods.plan_pods(day.event, by=day.by)

    entries.add_walk_in(day.event, entries.NewPlayer("Gustav"), by=day.by)

    with pytest.raises(pods.PodsNotMadeError):
        pods.publish_seating(day.event, by=day.by)


def test_an_absent_player_is_not_seated(day: Day):
    absent = day.enter()[2]
    entries.set_checked_in(absent, present=False, by=day.by)

    day.seat()

    assert [len(pod) for pod in seated_pods(day.event)] == [5]
    assert absent.account not in [seat.player for seat in Seat.objects.all()]


def test_swapping_two_seats_needs_a_reason(day: Day):
    day.enter()
    before = pods.plan_pods(day.event, by=day.by).plan[0]

    with pytest.raises(ReasonNeededError):
        pods.swap_seats(day.event, 1, 2, reason=" ", by=day.by)
    after = pods.swap_seats(day.event, 1, 2, reason="siblings", by=day.by).plan[0]

    assert [{1: 2, 2: 1}.get(number, number) for number in before] == after
    assert LogEntry.objects.get(action="seats_swapped").reason == "siblings"


def test_the_seating_starts_the_draft_unless_packs_are_opened_by_hand(new_event: Callable[..., Day]):
    automatic, by_hand = new_event(), new_event(opening=Pod.Opening.BY_HAND)
    for day in (automatic, by_hand):
        day.enter()
        day.seat()

    opened = [Pod.objects.get(event_pod__event=day.event).pack_round for day in (automatic, by_hand)]
    assert opened == [1, 0]
    assert next_step(by_hand.event).code == "open_packs"

    pods.open_packs(by_hand.event, by=by_hand.by)

    assert Pod.objects.get(event_pod__event=by_hand.event).pack_round == 1


def test_joining_is_refused_after_the_seating_is_published(day: Day):
    day.enter()
    day.seat()

    with pytest.raises(RegistrationClosedError):
        entries.add_walk_in(day.event, entries.NewPlayer("Gustav"), by=day.by)
    with pytest.raises(entries.CodeRefusedError):
        entries.joinable_event(day.event.join_code, address="192.0.2.1")


@pytest.mark.clause("DRF-OP-1")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [(6, "6"), (7, "7"), (8, "8"), (9, "4+5"), (10, "6+4"), (11, "6+5"), (12, "6+6"), (13, "6+7"), (14, "8+6")],
)
def test_the_preview_gives_the_sizes(day: Day, players: int, sizes: str):
    for number in range(players):
        entries.add_walk_in(day.event, entries.NewPlayer(f"Player {number}"), by=day.by)

    assert str(pod_plan(day.event).split) == sizes
    assert present_entries(day.event).count() == players == sum(best_split(players).sizes)


def test_equal_names_are_numbered(day: Day):
    twins = [entries.add_walk_in(day.event, entries.NewPlayer(name), by=day.by) for name in ("Alice", "ALICE", "alice")]

    assert [entry.name for entry in twins] == ["Alice", "ALICE (2)", "alice (3)"]


@pytest.mark.clause("DRF-4.3")
def test_the_next_round_waits_for_every_result(day: Day):
    day.to_round(1)
    second = day.matches(1)[1]
    enter_result(second, day.result("2-1"), by=day.by, last_seen_number=0)

    with pytest.raises(ResultsMissingError) as refusal:
        rounds.propose_round(day.event, by=day.by)

    assert (refusal.value.details, refusal.value.is_state_conflict) == ({"tables": "1, 3"}, True)
    assert next_step(day.event).why == {"tables": "1, 3"}
    assert day.event.rounds.count() == 1


def test_a_proposed_round_is_the_same_until_the_players_change(day: Day):
    day.to_round(1)
    day.settle(1)
    proposed = rounds.propose_round(day.event, by=day.by)
    pairs = [(match.a_id, match.b_id) for match in day.matches(2)]

    assert rounds.propose_round(day.event, by=day.by).pk == proposed.pk
    assert [(match.a_id, match.b_id) for match in day.matches(2)] == pairs

    entries.drop_entry(day.event.entries.get(number=1), by=day.by, reason="ill")
    with pytest.raises(rounds.PairingOutdatedError):
        rounds.publish_round(day.event, 2, by=day.by)
    rounds.propose_round(day.event, by=day.by)

    published = rounds.publish_round(day.event, 2, by=day.by)
    assert sorted(match.kind for match in published.matches.all()) == ["bye", "played", "played"]


def test_swapping_players_of_a_proposed_round_needs_a_reason(day: Day):
    day.to_round(1)
    day.settle(1)
    rounds.propose_round(day.event, by=day.by)
    first, second = day.matches(2)[:2]

    assert first.b
    assert second.b
    rounds.swap_players(day.event, 2, (first.b.number, second.b.number), reason="family", by=day.by)

    assert [match.b for match in day.matches(2)[:2]] == [second.b, first.b]
    with pytest.raises(rounds.NotInRoundError):
        rounds.swap_players(day.event, 2, (1, 99), reason="family", by=day.by)


@pytest.mark.clause("DRF-4.1", "DRF-4.2", "DRF-OP-6")
def test_three_rounds_of_six_have_no_rematch(day: Day):
    day.to_round(3)
    day.settle(3)

    met = [frozenset((match.a_id, match.b_id)) for number in (1, 2, 3) for match in day.matches(number)]
    assert len(met) == len(set(met)) == 9
    rows = event_standings(day.event)
    assert sum(row.record.match_points for row in rows) == 27
    assert rows == event_standings(day.event, pod=1)


def test_the_tournament_file_gives_the_same_standings(day: Day):
    day.to_round(2)
    day.settle(2, "2-1")

    written = json.dumps(tournament_json(tournament_of(day.event)))

    assert standings(read_tournament(written)) == event_standings(day.event)


@pytest.mark.clause("DRF-OP-7")
def test_the_bye_of_an_odd_pod_is_won_when_the_round_is_published(day: Day):
    day.enter(5)
    day.seat()
    day.draft()

    published = day.round(1)

    bye = published.matches.get(kind="bye")
    points = {row.player: row.record.match_points for row in event_standings(day.event)}
    assert points == {str(number): 3 if number == bye.a.number else 0 for number in range(1, 6)}


def test_an_event_ends_when_its_rounds_are_played(day: Day):
    day.to_round(2)
    day.settle(2)
    with pytest.raises(RoundsMissingError):
        finish_event(day.event, by=day.by)
    day.round(3)
    with pytest.raises(ResultsMissingError):
        finish_event(day.event, by=day.by)
    day.settle(3)

    finish_event(day.event, by=day.by)

    with pytest.raises(EventFinishedError):
        enter_result(day.matches(3)[0], day.result("2-1"), by=day.by, last_seen_number=1, reason="too late")


@pytest.mark.django_db(transaction=True)
def test_simultaneous_publishing_publishes_one_round(new_event: Callable[..., Day]):
    day = new_event()
    day.enter()
    day.seat()
    day.draft()

    run_simultaneously([lambda: rounds.propose_round(day.event, by=day.by)] * 4)
    answers = run_simultaneously([lambda: rounds.publish_round(day.event, 1, by=day.by)] * 4)

    assert day.event.rounds.count() == 1
    assert day.event.rounds.get().matches.count() == 3
    refused = [answer for answer in answers if isinstance(answer, rounds.RoundPublishedError)]
    assert len(refused) == 3
    assert LogEntry.objects.filter(action="round_published").count() == 1


@pytest.mark.django_db(transaction=True)
def test_simultaneous_joins_get_distinct_numbers(new_event: Callable[..., Day]):
    day = new_event()

    run_simultaneously([lambda: entries.register_player(day.event, entries.NewPlayer("Alice"))] * 8)

    assert sorted(day.event.entries.values_list("number", flat=True)) == list(range(1, 9))
    assert len(set(day.event.entries.values_list("name", flat=True))) == 8


def test_the_next_step_takes_few_queries(day: Day, django_assert_max_num_queries: Callable[..., object]):
    day.to_round(2)
    event = Event.objects.get(pk=day.event.pk)

    with django_assert_max_num_queries(5, connection=connection):  # type: ignore[attr-defined]
        next_step(event)
