"""An event whose top cut drafts again, from the last Swiss round to the final, and what is refused on the way."""

import json
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from drafting.models import Deck, Pod, Seat
from drafting.rules.decks import DecksInError
from drafting.services import deck as decks
from drafting.services.bots import play_bots
from drafting.services.pod import PodPausedError, open_packs
from drafting.services.sweep import sweep_drafts
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.record_replay import EXACT
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import LogEntry
from tests.drafting.drafts import SHORT
from tests.tournaments.conftest import SEED, Day, make_event
from tests.tournaments.cuts import (
    button,
    draft_to_cut,
    draft_with_bots,
    names,
    play_stage,
    ranking,
    seat_again,
    seated,
)
from tournaments.models import Event
from tournaments.rules.cut import CutDraftError
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.seed_verification import verify_event
from tournaments.selectors.audit_trail import log_faults
from tournaments.selectors.checksums import match_deck_checksums
from tournaments.selectors.cut_draft import SecondDraftRevealedError
from tournaments.selectors.deck_checks import check_candidates, check_sheet
from tournaments.selectors.draft_sheets import deck_sheets, table_sheets
from tournaments.selectors.endings import DraftRevealedError
from tournaments.selectors.event_file import public_file, verification_context
from tournaments.selectors.matches import match_decks
from tournaments.selectors.pairing_basis import have_results_changed
from tournaments.selectors.presets import constructed_presets
from tournaments.selectors.progress import event_phase, player_status
from tournaments.selectors.public_decks import public_decks
from tournaments.selectors.roles import Actor
from tournaments.selectors.seats import current_seat, cut_seats
from tournaments.selectors.standings import standings_table
from tournaments.services import deck_check
from tournaments.services.cancellation import cancel_event
from tournaments.services.cut import CutBegunError, change_cut
from tournaments.services.cut_draft import NothingToSeatError, seat_cut
from tournaments.services.draft import give_entry_to_bot, pause_drafts, resume_drafts
from tournaments.services.early_finish import finish_early
from tournaments.services.entry import drop_entry
from tournaments.services.event import RoundsMissingError, finish_event
from tournaments.services.event_import import import_event
from tournaments.services.late import undo_drop
from tournaments.services.match import enter_result
from tournaments.services.penalty import give_penalty
from tournaments.services.pod import end_paper_drafts
from tournaments.services.reopening import reopen_event
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


def file_of(day: Day) -> dict[str, Any]:
    return dict(json.loads(json.dumps(public_file(day.event))))


def faults(file: dict[str, Any]) -> list[str]:
    proof = verify_event(file, verification_context())
    return [fault.sentence for check in proof.checks for fault in check.faults]


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
    assert any("in the draft of the top cut" in fault for fault in faults(reseated))
    reseeded = deepcopy(file)
    reseeded["cut_draft"]["seeds"][:2] = reseeded["cut_draft"]["seeds"][1::-1]
    assert {"The seeds of the top cut do not match the standings."} <= {*faults(reseeded)}
    assert "The seeds of the top cut are not those who have drafted." in faults(reseeded)
    repacked = deepcopy(file)
    repacked["pods"][1]["packs"][0]["cards"][0][1] = "FL-C01X"
    assert "Pod {pod}: pack {pack_round} of seat {seat} held other cards." in faults(repacked)


def test_the_seeds_are_fixed_when_they_are_seated(six: Day):
    """A drop before lets the next player move up; a drop or a correction afterwards lets nobody move up."""
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
    assert faults(file) == []
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
    day.draft()
    play_stage(day, 4)
    assert verify_event(finish(day), verification_context()).verdict == EXACT


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


def test_the_event_ends_early_if_all_players_of_the_cut_have_left(six: Day):
    pod = seat_again(six)
    for entry in seated(six):
        drop_entry(entry, by=six.by, reason=REASON)
    play_bots(pod.pk)

    assert button(six) == ("finish_early", "Finish the event early")
    finish_early(six.event, reason="all have left", by=six.by)
    six.event.refresh_from_db()
    assert faults(file_of(six)) == []


def test_a_top_cut_is_not_seated_twice_too_early_or_if_it_does_not_draft_again(six: Day):
    other = make_event(terms=SHORT, cut=4, cut_draft=True)
    other.to_round(1)
    with pytest.raises(RoundsMissingError):
        seat_cut(other.event, by=other.by)
    change_cut(other.event, 4, cut_draft=False, reason="the shop closes", by=other.by)
    with pytest.raises(NothingToSeatError):
        seat_cut(other.event, by=other.by)

    seat_again(six)
    with pytest.raises(NothingToSeatError):
        seat_cut(six.event, by=six.by)
    with pytest.raises(CutBegunError):
        change_cut(six.event, 4, cut_draft=False, reason="the shop closes", by=six.by)


def test_the_announcement_is_changed_for_a_public_reason(six: Day):
    change_cut(six.event, 4, cut_draft=False, reason="the shop closes", by=six.by)
    assert button(six) == ("pair_round", "Start the top 4")
    propose_round(six.event, by=six.by)

    change_cut(six.event, 2, cut_draft=True, reason="it does not", by=six.by)

    assert button(six) == ("seat_cut", "Seat the draft of the top 2")
    assert not six.event.rounds.exclude(stage="").exists()
    logged = LogEntry.objects.filter(stream=six.event.stream, action__startswith="cut_draft")
    assert [(entry.action, entry.reason) for entry in logged.order_by("number")] == [
        ("cut_draft_given_up", "the shop closes"),
        ("cut_draft_announced", "it does not"),
    ]


@pytest.mark.parametrize(
    ("settings", "why"), [({"cut": 0}, "no top cut"), ({"cut": 4, "team_size": 2}, "Only single players")]
)
def test_only_a_cut_of_single_players_can_draft_again(db: None, settings: dict[str, Any], why: str):
    with pytest.raises((CutDraftError, RulesErrorGroup), match=why):
        make_event(cut_draft=True, **settings)


def test_a_reopened_event_has_no_secret_packs_for_a_second_draft(six: Day):
    finish_early(six.event, reason="the shop closes", by=six.by)
    reopen_event(six.event, reason="it does not", by=six.by)

    with pytest.raises(SecondDraftRevealedError):
        seat_cut(six.event, by=six.by)
    change_cut(six.event, 4, cut_draft=False, reason="the packs are known", by=six.by)
    play_stage(six, 4)


@pytest.mark.parametrize("end", [cancel_event, finish_early])
def test_an_event_can_end_during_the_second_draft(six: Day, end: Any):
    pod = seat_again(six)

    end(six.event, reason="a fire alarm", by=six.by)

    six.event.refresh_from_db()
    pod.refresh_from_db()
    assert pod.paused_at
    proof = verify_event(file_of(six), verification_context())
    assert proof.verdict == EXACT
    notes = [note.sentence.format(**note.details) for check in proof.checks for note in check.notes]
    assert "Pod Top 4: the event ended during the draft." in notes
    with pytest.raises(DraftRevealedError):
        reopen_event(six.event, reason="a mistake", by=six.by)
    assert {row["player"] for row in file_of(six)["standings"]} == {
        str(number) for number in six.event.entries.values_list("number", flat=True)
    }


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


def test_a_cube_must_be_large_enough_for_the_top_cut(db: None):
    event = make_event(terms=SHORT, cut=4, cut_draft=True).event
    Event.objects.filter(pk=event.pk).update(cube=["FL-C01"] * 40)
    day = Day(Event.objects.get(pk=event.pk), make_event().alma)

    with pytest.raises(Exception, match="8 players need 64 cards; the cube has 40"):
        change_cut(day.event, 8, reason="many came", by=day.by)


def test_clocks_end_the_second_draft_of_absent_players(db: None):
    day = draft_to_cut(4, cut=2, pick_clock="standard")
    pod, now = seat_again(day), timezone.now()
    while not Pod.objects.get(pk=pod.pk).closed_at:
        now += timedelta(minutes=2)
        sweep_drafts(now)

    play_stage(day, 4)
    assert verify_event(finish(day), verification_context()).verdict == EXACT
