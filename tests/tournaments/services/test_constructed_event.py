"""Events with constructed decks: registration, locking of decks, rounds, checks, late entries and teams."""

import pytest
from django.db.models import Q

from gameplay.infrastructure.log import verify_stream
from gameplay.models import LogEntry
from gameplay.services import games
from gameplay.services.accounts import create_guest
from tests.tournaments.conftest import Day
from tests.tournaments.constructed import constructed_day, enter_with_decks, lock_all_decks, player, submit_ready_deck
from tournaments.models import ConstructedDeck, Event, Match
from tournaments.rules.constructed import ConstructedFormat, NoTargetNeededError, NotConstructedError
from tournaments.rules.pods import TooFewPlayersError
from tournaments.rules.teams import IncompleteTeamsError
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.checksums import match_deck_checksums
from tournaments.selectors.constructed_decks import constructed_deck_of, entries_without_deck
from tournaments.selectors.deck_checks import check_candidates, check_sheet
from tournaments.selectors.draft_sheets import deck_sheets
from tournaments.selectors.event_file import verify_finished_event
from tournaments.selectors.history import tournament_of
from tournaments.selectors.late import latecomers
from tournaments.selectors.next_step import next_step
from tournaments.selectors.progress import EventPhase, day_steps, event_phase, player_status
from tournaments.selectors.standings import standings_table
from tournaments.services import constructed_deck, deck_check
from tournaments.services.announced_rounds import announce_rounds
from tournaments.services.entry import (
    NewPlayer,
    add_bots,
    drop_entry,
    register_player,
    set_checked_in,
)
from tournaments.services.event import NewEvent, create_event, finish_event
from tournaments.services.late import RegistrationStillOpenError, TakesPartError, add_late_entry, undo_drop
from tournaments.services.match import add_report, enter_result
from tournaments.services.new_entry import RegistrationClosedError
from tournaments.services.pairing import set_pairing_mode
from tournaments.services.pod import NoDraftError, plan_pods
from tournaments.services.round import DecksOpenError, propose_round

REASON = "their bag is still at the hotel"


@pytest.fixture
def day(db: None) -> Day:
    return constructed_day()


def test_the_steps_of_the_day(day: Day):
    assert next_step(day.event).code == "close_registration"
    with pytest.raises(TooFewPlayersError):
        constructed_deck.close_registration(day.event, by=day.by)
    with pytest.raises(constructed_deck.RegistrationOpenError):
        constructed_deck.lock_decks(day.event, by=day.by)
    enter_with_decks(day)
    assert [step.label for step in day_steps(day.event, EventPhase.REGISTRATION)][:2] == ["Registration", "Decks"]

    event = constructed_deck.close_registration(day.event, by=day.by)
    assert (event_phase(event), next_step(event).code, next_step(event).blocked) == (EventPhase.DECKS, "lock_decks", "")
    day.event = event
    with pytest.raises(RegistrationClosedError):
        day.enter(5)
    with pytest.raises(constructed_deck.AlreadyClosedError):
        constructed_deck.close_registration(event, by=day.by)
    with pytest.raises(DecksOpenError):
        propose_round(event, by=day.by)
    event = constructed_deck.lock_decks(event, by=day.by)
    assert (event_phase(event), next_step(event).code) == (EventPhase.ROUNDS, "pair_round")
    with pytest.raises(constructed_deck.AlreadyLockedError):
        constructed_deck.lock_decks(event, by=day.by)


def test_missing_decks_block_the_first_round_unless_a_reason_is_given(day: Day):
    alice, bob, *others = day.enter(4)
    for entry in others:
        submit_ready_deck(entry)
    event = constructed_deck.close_registration(day.event, by=day.by)

    step = next_step(event)
    assert step.blocked.format(**step.why) == "Decks are missing from: Alice, Bob."
    with pytest.raises(constructed_deck.ListsMissingError) as refused:
        constructed_deck.lock_decks(event, by=day.by)
    assert refused.value.details == {"players": "Alice, Bob"}
    drop_entry(bob, by=day.by, reason="went home")
    event = constructed_deck.lock_decks(event, by=day.by, reason=REASON)
    [logged] = LogEntry.objects.filter(action="decks_locked_without")
    assert (logged.after, logged.reason) == ({"names": "Alice"}, REASON)

    submit_ready_deck(alice)  # late, and locked immediately
    with pytest.raises(constructed_deck.DecksLockedError):
        constructed_deck.withdraw_deck_list(alice, by=player(alice))
    with pytest.raises(constructed_deck.DecksLockedError):
        submit_ready_deck(others[0])
    assert entries_without_deck(event) == []


def test_an_online_event_needs_all_decks(db: None):
    day = constructed_day(play="online")
    day.enter(2)
    event = constructed_deck.close_registration(day.event, by=day.by)

    with pytest.raises(constructed_deck.OnlineDecksMissingError):
        constructed_deck.lock_decks(event, by=day.by, reason=REASON)


def test_there_are_no_pods_and_the_rounds_can_be_changed(day: Day):
    day.enter(4)
    with pytest.raises(NoDraftError):
        plan_pods(day.event, by=day.by)

    assert (
        set_pairing_mode(day.event, pairing="pods", power_pairing=True, reason="by places", by=day.by).pairing
        == "event"
    )
    event = announce_rounds(day.event, 2, reason="the hall closes", by=day.by)
    assert event.event_format == ConstructedFormat(7, rounds=2)


def test_an_event_at_tables_from_registration_to_the_end(day: Day):
    entries = lock_all_decks(day, 5)
    day.round(1)
    first, second = day.matches(1)
    assert Match.objects.filter(round__number=1, kind="bye").count() == 1
    add_report(first, day.result("2-1"), by=first.a.account, last_seen_number=0)
    result = first.reports.get().result
    assert result["games"][0] == {"winner": "a", "vp_a": 7, "vp_b": 0, "end": "vp"}
    assert [each.checksum for each in match_deck_checksums(first, first.a.account)]
    assert match_deck_checksums(second, first.a.account) == []

    for match in (first, second):
        enter_result(match, day.result("2-0"), by=day.by, last_seen_number=match.reports.count())
    for number in (2, 3):
        day.round(number)
        day.settle(number)
    event = finish_event(day.event, by=day.by)

    assert len(standings_table(event)) == len(entries)
    assert verify_finished_event(event).verdict == "EXACT"
    assert log_faults(event) == []
    assert verify_stream(ConstructedDeck.objects.all()[0].stream).is_intact


def test_judges_check_a_deck_against_its_list(day: Day):
    alice, *_others = lock_all_decks(day)
    day.round(1)

    assert [each.entry.name for each in check_candidates(day.event)] == ["Alice", "Bob", "Charlie", "Dora"]
    check = deck_check.start_player_check(day.event, alice.number, by=day.by)
    sheet = check_sheet(check, "en", now=check.started_at)
    assert (sheet.registered, sheet.deck.seat) == (40, None)
    assert sheet.deck.submitted_checksum == sheet.deck.checksum
    deck_check.note_found_cards(check, sheet.deck.cards, by=day.by)
    assert deck_check.finish_check(check, "ok", by=day.by).result == "ok"
    assert [sheet.name for sheet in deck_sheets(day.event, "en")] == ["Alice", "Bob", "Charlie", "Dora"]


def test_nothing_is_checked_or_printed_before_decks_are_locked(day: Day):
    enter_with_decks(day)
    assert check_candidates(day.event) == []
    assert deck_sheets(day.event, "en") == []


def test_bots_play_with_ready_made_decks(db: None):
    day = constructed_day(play="online")
    alice, bob = day.enter(2)
    bots = add_bots(day.event, 2, by=day.by)
    for entry in (alice, bob):
        submit_ready_deck(entry)
    event = constructed_deck.lock_decks(constructed_deck.close_registration(day.event, by=day.by), by=day.by)
    day.event = event
    assert not entries_without_deck(event)
    assert all(constructed_deck_of(bot).submitted_at for bot in bots)

    day.round(1)
    match = next(match for match in day.matches(1) if {match.a, match.b} & {alice, bob})
    game = match.games.get().game
    assert (game.ruleset, game.variant, game.switches) == ("enemy", "sample", {})
    assert sorted(game.decks[0]) == sorted(constructed_deck_of(match.a).cards)
    games.concede(match.a.account, game)
    assert match.games.count() == 2


def test_games_use_the_target_of_the_event(db: None):
    day = constructed_day(play="online", switches={"redraw": "shuffle"})
    event = day.event
    event.format = event.format | {"vp_target": 4}
    event.save()
    lock_all_decks(day, 2)
    day.round(1)

    game = day.matches(1)[0].games.get().game
    assert game.switches == {"target": 4, "redraw": "shuffle"}
    assert day.event.match_rules.target == 4


def test_a_player_absent_when_registration_closes_does_not_play(day: Day):
    entries = enter_with_decks(day, 4)
    set_checked_in(entries[0], present=False, by=day.by)
    day.event = constructed_deck.lock_decks(constructed_deck.close_registration(day.event, by=day.by), by=day.by)
    day.round(1)

    playing = {entry for match in Match.objects.all() for entry in (match.a, match.b) if entry}
    assert entries[0] not in playing
    assert player_status(day.event, entries[0], EventPhase.DECKS).code == "out"


@pytest.mark.parametrize(
    ("terms", "variant", "fault"),
    [
        (ConstructedFormat(7), "draft", NotConstructedError),
        (ConstructedFormat(7), "no such", NotConstructedError),
    ],
)
def test_an_invalid_constructed_event_is_refused(
    day: Day, terms: ConstructedFormat, variant: str, fault: type[Exception]
):
    with pytest.raises(fault):
        create_event(NewEvent("Night", terms, game="enemy", variant=variant), by=day.alma)
    assert Event.objects.count() == 1


def test_a_game_without_points_has_no_target():
    assert [type(fault) for fault in ConstructedFormat(5).faults(counts=False)] == [NoTargetNeededError]
    assert ConstructedFormat(0).faults(counts=False) == []
    assert [fault.code for fault in ConstructedFormat(0, 0, 0).faults()] == [
        "too_few_rounds",
        "no_target",
        "no_match_time",
    ]


def test_a_late_entry_has_missed_rounds_and_is_paired_after_submitting_a_deck(day: Day):
    lock_all_decks(day, 4)
    day.round(1)
    event = Event.objects.get()

    zoe = add_late_entry(event, NewPlayer("Zoe"), reason="missed the train", by=day.by)
    assert Match.objects.get(a=zoe).kind == "missed"
    assert player_status(event, zoe, EventPhase.ROUNDS).code == "list"
    assert [each.entry for each in latecomers(event, None).building_entries] == [zoe]
    day.settle(1)
    day.round(2)
    assert Match.objects.get(round__number=2, a=zoe).kind == "missed"
    submit_ready_deck(zoe)
    day.settle(2)
    day.round(3)
    assert Match.objects.filter(round__number=3).filter(Q(a=zoe) | Q(b=zoe)).get().kind in ("played", "bye")
    day.settle(3)
    event = finish_event(event, by=day.by)
    assert verify_finished_event(event).verdict == "EXACT"
    assert next(each for each in tournament_of(event).entries if each.name == "Zoe").entered_round == 3


def test_a_late_entry_is_refused_twice_or_during_registration(day: Day):
    alice, *_others = enter_with_decks(day)
    with pytest.raises(RegistrationStillOpenError):
        add_late_entry(day.event, NewPlayer("Zoe"), reason=REASON, by=day.by)
    set_checked_in(alice, present=False, by=day.by)
    event = constructed_deck.close_registration(day.event, by=day.by)

    with pytest.raises(TakesPartError):
        add_late_entry(event, event.entries.get(number=2), reason=REASON, by=day.by)
    assert add_late_entry(event, alice, reason=REASON, by=day.by).checked_in_at
    assert entries_without_deck(event) == []
    drop_entry(alice, by=day.by, reason="went home")
    assert undo_drop(alice, reason=REASON, by=day.by).dropped_after_round is None


def test_teams_submit_constructed_decks(db: None):
    day = constructed_day(team_size=2)
    for number, name in enumerate(("Ana", "Ben", "Cem", "Dia")):
        submit_ready_deck(register_player(day.event, create_guest(name), team=("Lamps", "Tides")[number // 2]).entry)
    event = constructed_deck.lock_decks(constructed_deck.close_registration(day.event, by=day.by), by=day.by)
    day.event = event
    day.round(1)

    assert [match.label for match in day.matches(1)] == ["1A", "1B"]


def test_registration_cannot_close_with_an_incomplete_team(db: None):
    day = constructed_day(team_size=2)
    for name, team in (("Ana", "Lamps"), ("Ben", "Lamps"), ("Cem", "Tides")):
        register_player(day.event, create_guest(name), team=team)

    assert next_step(day.event).blocked
    with pytest.raises(IncompleteTeamsError):
        constructed_deck.close_registration(day.event, by=day.by)
