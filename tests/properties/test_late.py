"""Invariants of random events with drops, returning players, late entries and pairing exclusions."""

import contextlib
from itertools import chain
from typing import Any

import pytest
from django.db import transaction

from drafting.models import Seat
from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_guest, create_staff
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.properties.games import few
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tournaments.models import Entry, Match, PairingExclusion
from tournaments.rules.pairing_basis import field_json
from tournaments.rules.pairing_verification import verify_pairings
from tournaments.selectors.event_file import event_file
from tournaments.selectors.history import tournament_of
from tournaments.selectors.standings import standings_table
from tournaments.services import entry as entries
from tournaments.services.bye import NoByeError, NotMissedError, pair_with_bye
from tournaments.services.event import NewEvent, create_event, finish_event
from tournaments.services.late import add_late_entry, undo_drop
from tournaments.services.match import enter_result
from tournaments.services.pairing_exclusion import AlreadyExcludedError, exclude_pairing, lift_exclusion
from tournaments.services.round import choose_alternative, propose_round, publish_round

WHY = "property test"
SCORES = ("2-0", "2-1", "1-1", "0-2")
acts = st.tuples(st.sampled_from(["drop", "back", "late", "deck", "apart", "lift"]), st.integers(0, 99))
days = st.lists(st.tuples(st.lists(acts, max_size=5), st.lists(acts, max_size=2)), min_size=3, max_size=3)


@pytest.mark.django_db
@few
@given(st.integers(4, 9), st.sampled_from(["pods", "event"]), st.booleans(), days, st.randoms())
def test_every_playing_player_is_in_every_round_exactly_once(
    players: int, pairing: str, power: bool, rounds: list[Any], chance: Any
):
    with transaction.atomic():
        day = _day(players, pairing=pairing, power_pairing=power)
        broken = set[str]()
        for number, (before, during) in enumerate(rounds, 1):
            for act in before:
                _act(day, *act)
            _enter_results(day, number - 1, chance)
            broken |= _publish(day, number)
            _check_once(day, number)
            for act in during:
                _act(day, *act)
            _enter_results(day, number, chance)
        for number in range(1, len(rounds) + 1):
            _check_once(day, number)
        _check_rematches(day, broken)
        _check_verification(day, chance)
        transaction.set_rollback(True)


def _day(players: int, **settings: object) -> Day:
    alma = create_staff("Alma")
    new = NewEvent("Summer Draft", DraftFormat(), BOOSTERS, settings)
    day = Day(create_event(new, by=alma, seed=SEED), alma)
    for number in range(players):
        entries.register_player(day.event, create_guest(f"Player {number}"))
    day.seat()
    day.draft()
    return day


def _act(day: Day, act: str, which: int) -> None:
    """Perform an action on one player, if it is possible."""
    players = list(day.event.entries.all())
    entry, other = players[which % len(players)], players[which // 7 % len(players)]
    if act == "drop" and entry.is_playing and sum(each.is_playing for each in players) > 4:
        entries.drop_entry(entry, by=day.by, reason=WHY)
    elif act == "back" and not entry.is_playing:
        undo_drop(entry, reason=WHY, by=day.by)
    elif act == "late" and day.event.rounds.filter(published_at__isnull=False).count() < 3 and len(players) < 12:
        _enter_late(day, with_deck=which % 3 > 0)
    elif act == "deck":
        _submit_deck(entry)
    elif act == "apart" and entry != other:
        _exclude(day, entry, other)
    elif act == "lift" and (apart := PairingExclusion.objects.first()):
        lift_exclusion(apart, reason=WHY, by=day.by)


def _enter_late(day: Day, *, with_deck: bool) -> None:
    """Add a late entry, ``with_deck`` or without one yet.

    The records and tie-breakers of all other players stay the same, because they have not met the new player.
    """
    before = [(row.entry, str(row.record), [cell.value for cell in row.cells]) for row in _rows(day)]
    late = add_late_entry(day.event, entries.NewPlayer("Late"), reason=WHY, by=day.by)
    after = [row for row in _rows(day) if row.entry != late]
    assert [(row.entry, str(row.record), [cell.value for cell in row.cells]) for row in after] == before
    if with_deck:
        _submit_deck(late)
        with contextlib.suppress(NotMissedError, NoByeError):
            pair_with_bye(late, reason=WHY, by=day.by)


def _rows(day: Day) -> Any:
    return standings_table(day.event)


def _submit_deck(entry: Entry) -> None:
    seat = Seat.objects.select_related("pod").get(player=entry.account)
    if seat.pod.closed_at is None:
        seat.pod.closed_at = seat.pod.drafted_at
        seat.pod.save(update_fields=["closed_at"])


def _exclude(day: Day, first: Entry, second: Entry) -> None:
    with contextlib.suppress(AlreadyExcludedError):
        exclude_pairing(day.event, first.number, second.number, reason=WHY, by=day.by)


def _enter_results(day: Day, number: int, chance: Any) -> None:
    """Enter missing results; a late entry who plays against a bye opens a round again."""
    for match in day.matches(number):
        if not match.reports.exists():
            enter_result(match, day.result(chance.choice(SCORES)), by=day.by, last_seen_number=0, reason=WHY)


def _publish(day: Day, number: int) -> set[str]:
    """Pair and publish a round; return the kind of broken rule if there is no legal pairing."""
    proposed = propose_round(day.event, by=day.by)
    if not proposed.pairing["possible"] and not proposed.pairing["alternatives"]:
        for apart in PairingExclusion.objects.all():
            lift_exclusion(apart, reason=WHY, by=day.by)
        proposed = propose_round(day.event, by=day.by)
    broken = set[str]()
    if not proposed.pairing["possible"]:
        broken = {proposed.pairing["alternatives"][0]["kind"]}
        choose_alternative(day.event, number, 0, reason=WHY, by=day.by)
    assert proposed.pairing["field"] == field_json(tournament_of(day.event))
    publish_round(day.event, number, by=day.by)
    return broken


def _check_once(day: Day, number: int) -> None:
    matches = Match.objects.filter(round__event=day.event, round__number=number).select_related("a", "b")
    there = [entry for match in matches for entry in (match.a, match.b) if entry]
    assert len(there) == len(set(there))
    assert {entry for entry in day.event.entries.all() if entry.is_playing} <= set(there)


def _check_rematches(day: Day, broken: set[str]) -> None:
    tournament = tournament_of(day.event)
    pairs = [frozenset((match.a, match.b)) for played in tournament.rounds for match in played.matches]
    byes = list(chain.from_iterable(played.byes for played in tournament.rounds))
    assert "rematch" in broken or len(pairs) == len(set(pairs))
    assert "second_bye" in broken or len(byes) == len(set(byes))


def _check_verification(day: Day, chance: Any) -> None:
    """Check that every pairing can be recomputed from its basis."""
    _enter_results(day, 3, chance)
    finish_event(day.event, by=day.by)
    day.event.refresh_from_db()
    check = verify_pairings(event_file(day.event), SEED)
    assert (check.total, check.faults) == (3, [])
