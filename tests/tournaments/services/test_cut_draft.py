"""An event whose top cut drafts again, from the last Swiss round to the final."""

import json
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from drafting.models import Deck, Pod, Seat
from drafting.rules.decks import DecksInError
from drafting.services import deck as decks
from drafting.services.pod import PodPausedError, open_packs
from drafting.services.sweep import sweep_drafts
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.record_replay import EXACT
from tests.drafting.drafts import SHORT
from tests.tournaments.conftest import SEED, Day, make_event
from tests.tournaments.cuts import (
    button,
    draft_to_cut,
    draft_with_bots,
    file_faults,
    file_of,
    names,
    play_stage,
    ranking,
    seat_again,
    seated,
)
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.seed_verification import verify_event
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.checksums import match_deck_checksums
from tournaments.selectors.deck_checks import check_candidates, check_sheet
from tournaments.selectors.draft_sheets import deck_sheets, table_sheets
from tournaments.selectors.event_file import verification_context
from tournaments.selectors.matches import match_decks
from tournaments.selectors.pairing_basis import have_results_changed
from tournaments.selectors.presets import constructed_presets
from tournaments.selectors.progress import event_phase, player_status
from tournaments.selectors.public_decks import public_decks
from tournaments.selectors.roles import Actor
from tournaments.selectors.seats import current_seat, cut_seats
from tournaments.selectors.standings import standings_table
from tournaments.services import deck_check
from tournaments.services.draft import give_entry_to_bot, pause_drafts, resume_drafts
from tournaments.services.entry import drop_entry
from tournaments.services.event import finish_event
from tournaments.services.event_import import import_event
from tournaments.services.late import undo_drop
from tournaments.services.match import enter_result
from tournaments.services.penalty import give_penalty
from tournaments.services.pod import end_paper_drafts
from tournaments.services.round import (
    CutNotSeatedError,
    DecksMissingError,
    RoundNotPairedError,
    propose_round,
    publish_round,
)

pytestmark = pytest.mark.clause("DRF-OP-12")
REASON = "a train to catch"


@pytest.fixture(scope="module")
def prepared_six(shared_database: None) -> Day:
    return draft_to_cut(6, cut=4, deck_changes=True)


@pytest.fixture
def six(db: None, prepared_six: Day) -> Day:
    """Six players after three rounds, the first four of whom draft again."""
    return deepcopy(prepared_six)


def finish(day: Day) -> dict[str, Any]:
    finish_event(day.event, by=day.by)
    day.event.refresh_from_db()
    return file_of(day)


def test_the_top_four_draft_again_and_play_the_bracket_with_their_new_decks(six: Day):
    best = ranking(six)
    assert button(six) == ("seat_cut", "Seat the draft of the top 4")
    with pytest.raises(CutNotSeatedError):
        propose_round(six.event, by=six.by)

    pod = seat_again(six)
    assert {entry.name for entry in seated(six)} == set(best[:4])
    assert (pod.label, pod.boosters, pod.pack_round) == ("Top 4", six.event.boosters, 1)
    assert button(six) == ("pair_round", "Start the top 4")
    with pytest.raises(DecksMissingError, match="in these pods: Top 4"):
        propose_round(six.event, by=six.by)
    with pytest.raises(RoundNotPairedError):
        publish_round(six.event, 4, by=six.by)
    draft_with_bots(pod)

    semi_finals = play_stage(six, 4)
    first, second, third, fourth = seated(six)
    assert [names(match) for match in semi_finals] == [{first.name, fourth.name}, {second.name, third.name}]
    decks_of_pod = dict(Deck.objects.filter(seat__pod=pod).values_list("seat__player", "cards"))
    assert match_decks(semi_finals[0]) == {each.account_id: decks_of_pod[each.account_id] for each in (first, fourth)}
    swiss = six.matches(1)[0]
    assert all(cards != decks_of_pod.get(player) for player, cards in match_decks(swiss).items())
    play_stage(six, 5)
    file = finish(six)

    assert ranking(six)[:2] == [first.name, second.name]
    assert verify_event(file, verification_context()).verdict == EXACT
    assert log_faults(six.event, known=file["logs"]) == []
    assert file["cut_draft"]["seats"] == RandomStream(SEED, "pods/cut").shuffled(file["cut_draft"]["seeds"])
    shown = [(deck.entry.name, deck.in_cut) for deck in public_decks(six.event)]
    assert shown[:2] == [(first.name, True), (first.name, False)]
    assert len(shown) == 10


def test_verification_finds_other_seeds_and_seats(six: Day):
    draft_with_bots(seat_again(six))
    play_stage(six, 4)
    play_stage(six, 5)
    file = finish(six)

    reseated = deepcopy(file)
    reseated["cut_draft"]["seats"].reverse()
    assert any("in the draft of the top cut" in fault for fault in file_faults(reseated))
    reseeded = deepcopy(file)
    reseeded["cut_draft"]["seeds"][:2] = reseeded["cut_draft"]["seeds"][1::-1]
    assert {"The seeds of the top cut do not match the standings."} <= {*file_faults(reseeded)}
    assert "The seeds of the top cut are not those who have drafted." in file_faults(reseeded)
    repacked = deepcopy(file)
    repacked["pods"][1]["packs"][0]["cards"][0][1] = "FL-C01X"
    assert "Pod {pod}: pack {pack_round} of seat {seat} held other cards." in file_faults(repacked)


def test_the_seeds_are_fixed_when_they_are_seated(six: Day):
    """A drop before the seating lets the next player move up; a drop or a correction afterwards changes no seed."""
    early = six.event.entries.get(name=ranking(six)[0])
    drop_entry(early, by=six.by, reason=REASON)
    pod = seat_again(six)
    first, second, third, _fourth = seated(six)
    assert early not in seated(six)

    drop_entry(second, by=six.by, reason=REASON)
    seat_of_second = cut_seats(six.event).get(player=second.account)
    assert seat_of_second.bot
    enter_result(six.matches(3)[0], six.result("0-2"), by=six.by, last_seen_number=1, reason="mixed up")
    draft_with_bots(pod)
    play_stage(six, 4)
    enter_result(six.matches(2)[0], six.result("0-2"), by=six.by, last_seen_number=1, reason="mixed up, too")

    assert not have_results_changed(six.event.rounds.get(number=4))
    assert [match.a for match in six.event.rounds.get(number=4).matches.filter(kind="bye")] == [third]
    [final] = play_stage(six, 5)
    assert names(final) == {first.name, third.name}
    file = finish(six)
    assert file_faults(file) == []
    assert verify_event(file, verification_context()).verdict == EXACT


def test_a_player_disqualified_during_the_second_draft_gives_a_walkover(six: Day):
    pod = seat_again(six)
    first, *_others, last = seated(six)
    give_penalty(
        last,
        "cheating",
        level=PenaltyLevel.DISQUALIFICATION,
        reason="marked cards",
        by=Actor(six.alma, "head_judge"),
    )
    assert cut_seats(six.event).get(player=last.account).bot
    draft_with_bots(pod)
    play_stage(six, 4)
    play_stage(six, 5)

    file = finish(six)

    assert ranking(six)[0] == first.name
    assert (last.name in ranking(six), verify_event(file, verification_context()).verdict) == (False, EXACT)


def test_the_top_cut_of_a_paper_draft_registers_new_pools(db: None):
    day = make_event(terms=SHORT, cut=2, cut_draft=True, opening="table")
    day.to_cut(4)
    pod = seat_again(day)
    assert button(day) == ("end_draft", "End the draft and register pools")
    entry = seated(day)[0]
    assert (pod.packs.count(), player_status(day.event, entry, event_phase(day.event)).headline) == (
        0,
        "Pod {pod}, seat {seat}",
    )

    end_paper_drafts(day.event, by=day.by)

    status = player_status(day.event, entry, event_phase(day.event))
    assert (status.code, status.pod and status.pod.label) == ("pool", "Top 2")
    for each in seated(day):
        drop_entry(each, by=day.by, reason=REASON)
    assert button(day) == ("finish_early", "Finish the event early")


def test_an_event_file_with_a_second_draft_can_be_imported(six: Day):
    draft_with_bots(seat_again(six))
    play_stage(six, 4)
    play_stage(six, 5)
    text = json.dumps(finish(six))

    preset = next(each for each in constructed_presets() if each.ruleset.name == six.event.game)
    imported = import_event(text, preset, name="Summer Draft, again", by=six.alma)

    assert [row.entry.name for row in standings_table(imported)] == ranking(six)
    assert (imported.cut, imported.cut_draft) == (4, False)


def test_a_player_who_returns_during_the_second_draft_takes_back_the_new_seat(six: Day):
    seat_again(six)
    gone = seated(six)[0]
    drop_entry(gone, by=six.by, reason=REASON)
    undo_drop(gone, reason=REASON, by=six.by)
    assert not cut_seats(six.event).get(player=gone.account).bot

    give_entry_to_bot(gone, reason=REASON, by=six.by)
    assert cut_seats(six.event).get(player=gone.account).bot


def test_the_second_draft_is_paused_like_the_first(six: Day):
    pod = seat_again(six)
    pause_drafts(six.event, reason="lunch", by=six.by)

    pod.refresh_from_db()
    assert pod.paused_at
    with pytest.raises(PodPausedError):
        open_packs(pod)
    resume_drafts(six.event, by=six.by)


def test_judges_check_the_deck_that_is_played(six: Day):
    judge = Actor(six.alma, "head_judge")
    first = six.event.entries.get(name=ranking(six)[0])
    before = deck_check.start_player_check(six.event, first.number, by=judge)
    deck_check.finish_check(before, result="fixed", reason="a sleeve", by=judge)
    pod = seat_again(six)
    assert first not in [each.entry for each in check_candidates(six.event)]
    draft_with_bots(pod)
    play_stage(six, 4, None)
    six.event.refresh_from_db()

    unchecked = {each.entry: each.check for each in check_candidates(six.event)}
    assert (first in unchecked, unchecked[first]) == (True, None)
    now_played = deck_check.start_player_check(six.event, first.number, by=judge)

    sheets = [check_sheet(check, "en", now=timezone.now()).deck for check in (before, now_played)]
    assert [sheet.seat and sheet.seat.pod.label for sheet in sheets] == ["A", "Top 4"]
    checksums = match_deck_checksums(now_played.match, six.alma) if now_played.match else []
    assert [(each.registered, each.is_changed) for each in checksums] == [(each.checksum, False) for each in checksums]
    assert [sheet.pod for sheet in deck_sheets(six.event, "en")].count("Top 4") == 4
    [table] = table_sheets(six.event)
    assert (table.label, len(table.seats)) == ("Top 4", 4)


def test_only_the_new_deck_can_be_changed_between_games(six: Day):
    draft_with_bots(seat_again(six))
    play_stage(six, 4, None)
    player = seated(six)[0].account
    old = Seat.objects.select_related("pod").get(pod__label="A", pod__event_pod__event=six.event, player=player)
    new = current_seat(six.event, player.pk)
    assert new
    list_before = Deck.objects.get(seat=new).cards

    with pytest.raises(DecksInError):
        decks.save_deck(old, Deck.objects.get(seat=old).cards, author=player)
    assert decks.save_deck(new, list_before, author=player).cards == list_before


def test_a_cut_of_eight_is_seated_and_verified(db: None):
    day = draft_to_cut(9, cut=8)
    pod = seat_again(day)
    assert (pod.label, pod.seats.count()) == ("Top 8", 8)
    draft_with_bots(pod)
    for number in (4, 5, 6):
        play_stage(day, number)

    file = finish(day)

    assert (len(file["cut_draft"]["seats"]), len(file["pods"][-1]["packs"])) == (8, 16)
    assert verify_event(file, verification_context()).verdict == EXACT


def test_clocks_end_the_second_draft_of_absent_players(db: None):
    day = draft_to_cut(4, cut=2, pick_clock="standard")
    pod, now = seat_again(day), timezone.now()
    while not Pod.objects.get(pk=pod.pk).closed_at:
        now += timedelta(minutes=2)
        sweep_drafts(now)

    play_stage(day, 4)
    assert verify_event(finish(day), verification_context()).verdict == EXACT
