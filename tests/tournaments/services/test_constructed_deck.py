"""Constructed decks: save, submit, take back and lock them; and events played with them."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.log import verify_stream
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import LogEntry
from gameplay.services import games
from gameplay.services.accounts import create_guest
from tests.tournaments.brought import all_in, bring, bringing, player, to_decks_locked
from tests.tournaments.conftest import Day
from tournaments.models import ConstructedDeck, Entry, Event, Match
from tournaments.rules.constructed import ConstructedFormat, NoTargetNeededError, NotConstructedError
from tournaments.rules.pods import TooFewPlayersError
from tournaments.rules.teams import IncompleteTeamsError
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.checksums import deck_digits_at
from tournaments.selectors.constructed_decks import (
    constructed_deck_of,
    entries_without_deck,
    own_deck_view,
    ready_decks,
)
from tournaments.selectors.deck_checks import check_candidates, check_sheet
from tournaments.selectors.draft_sheets import deck_sheets
from tournaments.selectors.event_file import verify_finished_event
from tournaments.selectors.history import tournament_of
from tournaments.selectors.late import latecomers
from tournaments.selectors.next_step import next_step
from tournaments.selectors.progress import EventPhase, day_steps, event_phase, player_status
from tournaments.selectors.standings import standings_table
from tournaments.services import constructed_deck, deck_check
from tournaments.services.entry import (
    NewPlayer,
    RegistrationClosedError,
    add_bots,
    drop_entry,
    register_player,
    set_checked_in,
)
from tournaments.services.event import NewEvent, create_event, finish_event
from tournaments.services.late import RegistrationStillOpenError, TakesPartError, add_late_entry, undo_drop
from tournaments.services.match import add_report, enter_result
from tournaments.services.pairing import set_pairing_mode
from tournaments.services.pod import NoDraftError, announce_rounds, plan_pods
from tournaments.services.round import DecksOpenError, propose_round

WHY = "their bag is still at the hotel"


@pytest.fixture
def day(db: None) -> Day:
    return bringing()


@pytest.fixture
def alice(day: Day) -> Entry:
    return day.enter(1)[0]


def test_a_faulty_list_is_saved_as_typed(alice: Entry):
    deck = constructed_deck.save_deck_list(alice, "2 SD-01\nno such card\n", by=player(alice))

    assert (deck.text, deck.cards, deck.version) == ("2 SD-01\nno such card\n", ["SD-01", "SD-01"], 1)
    own = own_deck_view(alice.event, alice, "en")
    assert [(fault.code, fault.clause) for fault in own.faults] == [
        ("list_line", ""),
        ("deck_size", "ENE-1.2"),
        ("not_a_printed_deck", "ENE-1.2"),
    ]
    with pytest.raises(RulesErrorGroup) as refused:
        constructed_deck.submit_deck_list(alice, by=player(alice))
    assert [error.code for error in refused.value.errors] == ["list_line", "deck_size", "not_a_printed_deck"]
    assert ConstructedDeck.objects.get().submitted_at is None


@pytest.mark.clause("ENE-1.2", "ENE-1.9")
def test_all_faults_of_a_deck_are_reported_together(alice: Entry):
    constructed_deck.save_deck_list(alice, "9 SD-01\nFL-C39", by=player(alice))  # an event

    with pytest.raises(RulesErrorGroup) as refused:
        constructed_deck.submit_deck_list(alice, by=player(alice))
    assert {error.code for error in refused.value.errors} == {"deck_size", "not_a_printed_deck", "unknown_type"}


@pytest.mark.clause("ENE-1.2")
def test_an_event_of_the_sample_game_only_accepts_the_two_printed_lists(alice: Entry):
    text = constructed_deck_of(constructed_deck.save_ready_deck(alice, 0, by=player(alice)).entry).text
    assert "3 SD-04" in text
    constructed_deck.save_deck_list(alice, text.replace("3 SD-04", "2 SD-04\n1 SD-18"), by=player(alice))

    with pytest.raises(RulesError) as refused:
        constructed_deck.submit_deck_list(alice, by=player(alice))
    assert (refused.value.code, refused.value.clause) == ("not_a_printed_deck", "ENE-1.2")
    assert str(refused.value).endswith("To get deck A, remove: 1 Crim. Add: 1 Elk.")
    assert ConstructedDeck.objects.get().submitted_at is None


def test_a_submitted_deck_has_a_checksum_and_can_be_taken_back(day: Day, alice: Entry):
    bring(alice)

    own = own_deck_view(day.event, alice, "en")
    assert own.is_submitted
    assert len(own.checksum) == 8
    assert sum(part.copies for part in own.parts) == own.count == 40
    with pytest.raises(constructed_deck.ListHandedInError):
        constructed_deck.save_deck_list(alice, "", by=player(alice))
    constructed_deck.withdraw_deck_list(alice, by=player(alice))
    assert not own_deck_view(day.event, alice, "en").is_submitted
    entries = LogEntry.objects.filter(stream=day.event.desk_stream, action__startswith="deck_").order_by("number")
    assert [entry.action for entry in entries] == ["deck_brought", "deck_withdrawn"]


def test_the_log_does_not_reveal_the_cards_of_a_deck(alice: Entry):
    bring(alice)

    text = ConstructedDeck.objects.get().text
    for entry in LogEntry.objects.all():
        assert "SD-" not in f"{entry.after}{entry.before}"
    assert "SD-" in text


def test_saving_from_an_outdated_tab_is_refused(alice: Entry):
    constructed_deck.save_deck_list(alice, "SD-01", by=player(alice), version=0)

    with pytest.raises(constructed_deck.StaleListError):
        constructed_deck.save_deck_list(alice, "SD-02", by=player(alice), version=0)
    assert ConstructedDeck.objects.get().text == "SD-01"


@pytest.mark.parametrize(
    ("text", "code"), [("x" * 20_001, "list_text"), ("", "no_list"), ("999 SD-01", "list_too_long")]
)
def test_an_invalid_list_is_refused(alice: Entry, text: str, code: str):
    def try_it() -> None:
        constructed_deck.save_deck_list(alice, text, by=player(alice))
        constructed_deck.submit_deck_list(alice, by=player(alice))

    with pytest.raises((constructed_deck.ListTextError, constructed_deck.NoListError, RulesErrorGroup)) as refused:
        try_it()
    assert code in str(getattr(refused.value, "code", refused.value))


def test_a_draft_event_accepts_no_deck_lists(new_event: Callable[..., Day]):
    day = new_event()
    entry = day.enter(1)[0]

    with pytest.raises(constructed_deck.NotConstructedEventError):
        constructed_deck.save_deck_list(entry, "SD-01", by=player(entry))
    with pytest.raises(constructed_deck.NotConstructedEventError):
        constructed_deck.close_registration(day.event, by=day.by)
    with pytest.raises(constructed_deck.NotConstructedEventError):
        constructed_deck.lock_decks(day.event, by=day.by)


def test_the_steps_of_the_day(day: Day):
    assert next_step(day.event).code == "close_registration"
    with pytest.raises(TooFewPlayersError):
        constructed_deck.close_registration(day.event, by=day.by)
    with pytest.raises(constructed_deck.RegistrationOpenError):
        constructed_deck.lock_decks(day.event, by=day.by)
    all_in(day)
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
        bring(entry)
    event = constructed_deck.close_registration(day.event, by=day.by)

    step = next_step(event)
    assert step.blocked.format(**step.why) == "Decks are missing from: Alice, Bob."
    with pytest.raises(constructed_deck.ListsMissingError) as refused:
        constructed_deck.lock_decks(event, by=day.by)
    assert refused.value.details == {"players": "Alice, Bob"}
    drop_entry(bob, by=day.by, reason="went home")
    event = constructed_deck.lock_decks(event, by=day.by, reason=WHY)
    [logged] = LogEntry.objects.filter(action="decks_locked_without")
    assert (logged.after, logged.reason) == ({"names": "Alice"}, WHY)

    bring(alice)  # late, and locked immediately
    for do in (lambda: constructed_deck.withdraw_deck_list(alice, by=player(alice)), lambda: bring(others[0])):
        with pytest.raises(constructed_deck.DecksLockedError):
            do()
    assert entries_without_deck(event) == []


def test_an_online_event_needs_all_decks(db: None):
    day = bringing(play="online")
    day.enter(2)
    event = constructed_deck.close_registration(day.event, by=day.by)

    with pytest.raises(constructed_deck.OnlineDecksMissingError):
        constructed_deck.lock_decks(event, by=day.by, reason=WHY)


def test_a_player_sees_what_to_do_now(day: Day):
    alice, bob = day.enter(2)
    bring(alice)

    assert [player_status(day.event, entry, EventPhase.REGISTRATION).code for entry in (alice, bob)] == [
        "list_in",
        "list",
    ]


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
    entries = to_decks_locked(day, 5)
    day.round(1)
    first, second = day.matches(1)
    assert Match.objects.filter(round__number=1, kind="bye").count() == 1
    add_report(first, day.result("2-1"), by=first.a.account, last_seen_number=0)
    result = first.reports.get().result
    assert result["games"][0] == {"winner": "a", "vp_a": 7, "vp_b": 0, "end": "vp"}
    assert [each.checksum for each in deck_digits_at(first, first.a.account)]
    assert deck_digits_at(second, first.a.account) == []

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
    alice, *_others = to_decks_locked(day)
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
    all_in(day)
    assert check_candidates(day.event) == []
    assert deck_sheets(day.event, "en") == []


def test_bots_play_with_ready_made_decks(db: None):
    day = bringing(play="online")
    alice, bob = day.enter(2)
    bots = add_bots(day.event, 2, by=day.by)
    for entry in (alice, bob):
        bring(entry)
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
    day = bringing(play="online", switches={"redraw": "shuffle"})
    event = day.event
    event.format = event.format | {"vp_target": 4}
    event.save()
    to_decks_locked(day, 2)
    day.round(1)

    game = day.matches(1)[0].games.get().game
    assert game.switches == {"target": 4, "redraw": "shuffle"}
    assert day.event.match_rules.target == 4


def test_a_player_absent_when_registration_closes_does_not_play(day: Day):
    entries = all_in(day, 4)
    set_checked_in(entries[0], present=False, by=day.by)
    day.event = constructed_deck.lock_decks(constructed_deck.close_registration(day.event, by=day.by), by=day.by)
    day.round(1)

    playing = {entry for match in Match.objects.all() for entry in (match.a, match.b) if entry}
    assert entries[0] not in playing
    assert player_status(day.event, entries[0], EventPhase.DECKS).code == "out"


def test_a_player_who_joins_twice_keeps_the_deck(day: Day, alice: Entry):
    bring(alice)
    assert constructed_deck_of(register_player(day.event, alice.account).entry).submitted_at


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


def test_listing_submitted_decks_takes_a_constant_number_of_queries(day: Day):
    counts = []
    for do in (lambda: None, lambda: all_in(day, 6)):
        do()
        with CaptureQueriesContext(connection) as queries:
            entries_without_deck(day.event)
        counts.append(len(queries))
    assert counts == [2, 2]


def test_every_ready_made_deck_can_be_submitted(day: Day):
    assert [deck.name.en for deck in ready_decks(day.event)] == ["Sample deck A", "Sample deck B"]
    with pytest.raises(constructed_deck.NoReadyDeckError):
        constructed_deck.save_ready_deck(day.enter(1)[0], 2, by=day.by)


def test_a_late_entry_has_missed_rounds_and_is_paired_after_submitting_a_deck(day: Day):
    to_decks_locked(day, 4)
    day.round(1)
    event = Event.objects.get()

    zoe = add_late_entry(event, NewPlayer("Zoe"), reason="missed the train", by=day.by)
    assert Match.objects.get(a=zoe).kind == "missed"
    assert player_status(event, zoe, EventPhase.ROUNDS).code == "list"
    assert [each.entry for each in latecomers(event, event.entries.all(), None).building_entries] == [zoe]
    day.settle(1)
    day.round(2)
    assert Match.objects.get(round__number=2, a=zoe).kind == "missed"
    bring(zoe)
    day.settle(2)
    day.round(3)
    assert Match.objects.filter(round__number=3).filter(Q(a=zoe) | Q(b=zoe)).get().kind in ("played", "bye")
    day.settle(3)
    event = finish_event(event, by=day.by)
    assert verify_finished_event(event).verdict == "EXACT"
    assert next(each for each in tournament_of(event).entries if each.name == "Zoe").entered_round == 3


def test_a_late_entry_is_refused_twice_or_during_registration(day: Day):
    alice, *_others = all_in(day)
    with pytest.raises(RegistrationStillOpenError):
        add_late_entry(day.event, NewPlayer("Zoe"), reason=WHY, by=day.by)
    set_checked_in(alice, present=False, by=day.by)
    event = constructed_deck.close_registration(day.event, by=day.by)

    with pytest.raises(TakesPartError):
        add_late_entry(event, event.entries.get(number=2), reason=WHY, by=day.by)
    assert add_late_entry(event, alice, reason=WHY, by=day.by).checked_in_at
    assert entries_without_deck(event) == []
    drop_entry(alice, by=day.by, reason="went home")
    assert undo_drop(alice, reason=WHY, by=day.by).dropped_after_round is None


def test_teams_submit_constructed_decks(db: None):
    day = bringing(team_size=2)
    for number, name in enumerate(("Ana", "Ben", "Cem", "Dia")):
        bring(register_player(day.event, create_guest(name), team=("Lamps", "Tides")[number // 2]).entry)
    event = constructed_deck.lock_decks(constructed_deck.close_registration(day.event, by=day.by), by=day.by)
    day.event = event
    day.round(1)

    assert [match.label for match in day.matches(1)] == ["1A", "1B"]


def test_registration_cannot_close_with_an_incomplete_team(db: None):
    day = bringing(team_size=2)
    for name, team in (("Ana", "Lamps"), ("Ben", "Lamps"), ("Cem", "Tides")):
        register_player(day.event, create_guest(name), team=team)

    assert next_step(day.event).blocked
    with pytest.raises(IncompleteTeamsError):
        constructed_deck.close_registration(day.event, by=day.by)
