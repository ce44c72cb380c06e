"""Late entries and returning players: rounds are missed, and nothing else changes."""

from collections.abc import Callable

import pytest

from drafting.models import Seat
from drafting.selectors.pools import drafted_refs
from drafting.services.deck import fill_deck, submit_deck
from gameplay.models import LogEntry
from gameplay.services.accounts import create_guest
from gameplay.services.corrections import ReasonMissingError
from tests.tournaments.conftest import Day
from tournaments.models import Entry, Match
from tournaments.rules.infractions import PenaltyLevel
from tournaments.selectors.history import tournament_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.roles import Actor
from tournaments.selectors.standings import standings_table
from tournaments.services.bye import DeckNotInError, NoByeError, NotMissedError, TimeCalledError, pair_with_bye
from tournaments.services.entry import NewPlayer, add_walk_in, drop_entry
from tournaments.services.event import ReasonNeededError
from tournaments.services.late import (
    DisqualifiedError,
    HasSeatError,
    LastRoundBegunError,
    NoDeckLeftError,
    NotDroppedError,
    RegistrationStillOpenError,
    add_late_entry,
    undo_drop,
)
from tournaments.services.penalty import give_penalty, withdraw_penalty
from tournaments.services.pod import plan_pods
from tournaments.services.round import PairingOutdatedError, propose_round, publish_round, swap_players

REASON = "the train was late"


def match_rows(day: Day) -> list[tuple[object, ...]]:
    """Return all matches of the published rounds."""
    matches = Match.objects.filter(round__event=day.event, round__published_at__isnull=False)
    rows = matches.values_list("round__number", "kind", "table", "a__name", "b__name", "pk")
    return sorted(rows, key=str)


def missed(entry: Entry) -> list[int]:
    found = Match.objects.filter(a=entry, kind="missed")
    return sorted(found.values_list("round__number", flat=True))


def hand_in(entry: Entry) -> None:
    """Build and submit the deck of a late entry through the service."""
    seat = Seat.objects.get(player=entry.account)
    fill_deck(seat, author=entry.account)
    submit_deck(seat, author=entry.account)


def leave(day: Day, entry: Entry) -> None:
    drop_entry(entry, by=day.by, reason="ill")


def test_a_mistaken_drop_is_undone_without_traces(day: Day):
    day.to_round(1)
    entry, before, tournament = day.matches(1)[0].a, match_rows(day), tournament_of(day.event)

    leave(day, entry)
    undo_drop(entry, reason="it was the other Alice", by=day.by)

    assert (match_rows(day), tournament_of(day.event)) == (before, tournament)
    log = LogEntry.objects.get(action="came_back")
    assert (log.stream_id, log.reason) == (day.event.desk_stream, "it was the other Alice")


def test_rounds_played_during_a_drop_are_missed_and_nothing_else_changes(day: Day):
    day.to_round(1)
    day.settle(1)
    entry = day.matches(1)[0].a
    leave(day, entry)
    day.round(2)
    before = match_rows(day)

    undo_drop(entry, reason=REASON, by=day.by)

    assert missed(entry) == [2]
    assert [row for row in match_rows(day) if row[1] != "missed"] == before
    assert next(str(row.record) for row in standings_table(day.event) if row.entry == entry) == "1-1-0"
    day.settle(2)
    day.round(3)
    assert entry in {player for match in day.matches(3) for player in (match.a, match.b)}


def test_a_proposal_is_paired_again_after_a_drop_is_undone(day: Day):
    day.to_round(1)
    day.settle(1)
    entry = day.matches(1)[0].a
    leave(day, entry)
    propose_round(day.event, by=day.by)

    undo_drop(entry, reason=REASON, by=day.by)

    assert (next_step(day.event).code, str(next_step(day.event).label)) == ("pair_round", "Pair round {round} again")
    with pytest.raises(PairingOutdatedError, match="have changed"):
        publish_round(day.event, 2, by=day.by)


def test_a_drop_undone_before_the_seating_leaves_the_player_checked_in(day: Day):
    alice, bob, *_others = day.enter(5)
    leave(day, alice)
    undo_drop(alice, reason=REASON, by=day.by)
    leave(day, bob)

    assert len(plan_pods(day.event, by=day.by).plan[0]) == 4


def test_a_bot_returns_the_seat_when_a_drop_is_undone_in_the_draft(day: Day):
    alice, *_others = day.enter(6)
    day.seat()
    leave(day, alice)
    assert Seat.objects.get(player=alice.account).bot

    undo_drop(alice, reason=REASON, by=day.by)

    assert not Seat.objects.get(player=alice.account).bot


def test_only_dropped_players_with_a_deck_can_return(new_event: Callable[..., Day]):
    day = new_event(abandoned="closed")
    alice, bob, charlie, *_others = day.enter(6)
    day.seat()
    with pytest.raises(NotDroppedError):
        undo_drop(alice, reason=REASON, by=day.by)
    leave(day, alice)
    with pytest.raises(ReasonMissingError):
        undo_drop(alice, reason=" ", by=day.by)
    with pytest.raises(NoDeckLeftError, match="Add them as a late entry"):
        undo_drop(alice, reason=REASON, by=day.by)
    give_penalty(
        bob, "cheating", level=PenaltyLevel.DISQUALIFICATION, reason="marked cards", by=Actor(day.alma, "head_judge")
    )
    bob.refresh_from_db()
    with pytest.raises(DisqualifiedError, match="withdraw"):
        undo_drop(bob, reason=REASON, by=day.by)
    assert charlie.is_playing


def test_a_withdrawn_disqualification_leaves_the_rounds_in_between_missed(day: Day):
    day.to_round(1)
    day.settle(1)
    judge, entry = Actor(day.alma, "head_judge"), day.matches(1)[0].a
    out = give_penalty(entry, "cheating", level=PenaltyLevel.DISQUALIFICATION, reason="marked cards", by=judge)
    day.round(2)

    withdraw_penalty(out, reason="they were not", by=judge)

    assert missed(entry) == [2]


@pytest.fixture
def second(day: Day) -> Day:
    """Six players in the second round."""
    day.to_round(2)
    return day


@pytest.mark.clause("DRF-1.5", "DRF-4.1")
def test_a_late_entry_builds_from_own_packs_and_plays_after_submitting_the_deck(second: Day):
    before = match_rows(second)

    ida = add_late_entry(second.event, NewPlayer("Ida"), reason=REASON, by=second.by)

    assert [row for row in match_rows(second) if row[1] != "missed"] == before
    assert missed(ida) == [1, 2]
    seat = Seat.objects.select_related("pod").get(player=ida.account)
    assert (len(drafted_refs(seat)), seat.pod.label) == (44, f"L{ida.number}")
    assert seat.pod.deck_deadline
    assert tournament_of(second.event).pods[0][-1] == ida.rules_id
    public = LogEntry.objects.get(action="entered_late")
    assert (public.stream_id, public.reason) == (second.event.stream, REASON)
    assert public.after == {"name": "Ida", "number": 7, "pod": "A", "missed": [1, 2]}
    second.settle(2)
    propose_round(second.event, by=second.by)
    hand_in(ida)
    assert next_step(second.event).code == "pair_round"
    second.round(3)
    assert [str(row.record) for row in standings_table(second.event) if row.entry == ida] == ["1-2-0"]
    (bye,) = Match.objects.filter(round__event=second.event, round__number=3, kind="bye")
    assert (bye.a, bye.pod) == (ida, second.event.pods.get(number=1).pod)


def test_a_late_entry_that_is_still_building_misses_another_round(second: Day):
    ida = add_late_entry(second.event, NewPlayer("Ida"), reason=REASON, by=second.by)
    second.settle(2)

    second.round(3)

    assert missed(ida) == [1, 2, 3]
    assert len(second.matches(3)) == 3


def test_a_registered_but_absent_player_enters_late_with_the_same_number(day: Day):
    entries = day.enter(7)
    late = entries[6]
    leave(day, late)
    day.seat()
    day.draft()
    day.round(1)

    add_late_entry(day.event, late, reason=REASON, by=day.by)

    late.refresh_from_db()
    assert (late.is_playing, missed(late), day.event.entries.count()) == (True, [1], 7)
    with pytest.raises(HasSeatError):
        add_late_entry(day.event, entries[0], reason=REASON, by=day.by)


def test_late_entries_are_allowed_after_the_seating_and_before_the_last_round(day: Day):
    day.enter(6)
    with pytest.raises(RegistrationStillOpenError):
        add_late_entry(day.event, NewPlayer("Ida"), reason=REASON, by=day.by)
    day.seat()
    with pytest.raises(ReasonNeededError):
        add_late_entry(day.event, NewPlayer("Ida"), reason="", by=day.by)
    day.draft()
    for number in (1, 2, 3):
        day.round(number)
        day.settle(number)
    with pytest.raises(LastRoundBegunError):
        add_late_entry(day.event, NewPlayer("Ida"), reason=REASON, by=day.by)


def test_a_late_entry_joins_the_odd_pod_which_then_has_no_bye(day: Day):
    day.enter(8)
    day.players.append(create_guest("Ines"))
    add_walk_in(day.event, day.players[-1], by=day.by)
    day.seat(4, 5)
    day.draft()
    ida = add_late_entry(day.event, NewPlayer("Ida"), reason=REASON, by=day.by)
    assert next_step(day.event).label == "Pair round {round}"  # the event does not wait for late entries
    hand_in(ida)

    played = day.round(1)

    assert ida.rules_id in tournament_of(day.event).pods[1]
    assert {match.kind for match in played.matches.all()} == {"played"}
    assert missed(ida) == []


@pytest.fixture
def five(day: Day) -> Day:
    """Five players in the second round, one with the bye."""
    day.enter(5)
    day.seat()
    day.draft()
    day.round(1)
    day.settle(1)
    day.round(2)
    return day


def test_a_late_entry_may_play_against_the_bye_at_a_new_table(five: Day):
    ida = add_late_entry(five.event, NewPlayer("Ida"), reason=REASON, by=five.by)
    with pytest.raises(DeckNotInError):
        pair_with_bye(ida, reason="they agree", by=five.by)
    hand_in(ida)
    before = {row for row in match_rows(five) if row[1] == "played"}
    bye = Match.objects.get(round__event=five.event, round__number=2, kind="bye")

    match = pair_with_bye(ida, reason="they agree", by=five.by)

    assert (match.pk, match.table, match.a, match.b) == (bye.pk, 3, bye.a, ida)
    assert before < set(match_rows(five))
    assert missed(ida) == [1]
    assert LogEntry.objects.get(action="bye_played").stream_id == five.event.stream
    assert next_step(five.event).why == {"tables": "1, 2, 3"}
    five.settle(2)
    five.round(3)
    with pytest.raises(NotMissedError):
        pair_with_bye(ida, reason="they agree", by=five.by)


def test_the_bye_of_an_earlier_opponent_is_refused(day: Day):
    day.to_round(1)
    day.settle(1)
    match = day.matches(1)[0]
    met = match.b
    assert met
    leave(day, match.a)
    (bye,) = propose_round(day.event, by=day.by).matches.filter(kind="bye")
    if bye.a != met:
        swap_players(day.event, 2, (bye.a.number, met.number), reason="to see", by=day.by)
    publish_round(day.event, 2, by=day.by)
    undo_drop(match.a, reason=REASON, by=day.by)

    with pytest.raises(NoByeError):
        pair_with_bye(match.a, reason="they agree", by=day.by)


def test_playing_the_bye_is_refused_after_time_or_without_a_bye(second: Day):
    ida = add_late_entry(second.event, NewPlayer("Ida"), reason=REASON, by=second.by)
    hand_in(ida)
    with pytest.raises(NoByeError):
        pair_with_bye(ida, reason="they agree", by=second.by)
    second.event.rounds.filter(number=2).update(ends_at=second.event.created_at)
    with pytest.raises(TimeCalledError):
        pair_with_bye(ida, reason="they agree", by=second.by)


@pytest.mark.clause("DRF-4.1")
def test_the_bye_of_another_pod_is_refused(day: Day):
    day.enter(8)
    add_walk_in(day.event, create_guest("Ines"), by=day.by)
    day.seat(4, 5)
    day.draft()
    gone = day.event.entries.get(number=int(tournament_of(day.event).pods[0][0]))
    leave(day, gone)
    # The first pod has an odd number of players now, so the late entry joins it.
    ida = add_late_entry(day.event, NewPlayer("Ida"), reason=REASON, by=day.by)
    undo_drop(gone, reason=REASON, by=day.by)
    day.round(1)
    hand_in(ida)

    with pytest.raises(NoByeError):
        pair_with_bye(ida, reason="they agree", by=day.by)
