"""Deck checks: compare decks with their lists, and extend the match."""

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404
from django.utils import timezone

from drafting.models import Deck, Seat
from drafting.rules.format import DraftFormat
from drafting.services.pool_registration import submit_pool
from gameplay.engine.core.chance import RandomStream
from gameplay.models import LogEntry
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import POOL, signed_in
from tests.drafting.players import save_deck, save_pool, submit_deck
from tests.tournaments.conftest import BOOSTERS, SEED, Day, make_event
from tests.tournaments.decks import drafted
from tournaments.models import DeckCheck, Match
from tournaments.rules.deck_checks import deck_difference
from tournaments.selectors.deck_checks import check_candidates, check_coverage, check_sheet
from tournaments.selectors.roles import HEAD_JUDGE, ORGANIZER, SCOREKEEPER, Actor
from tournaments.services import deck_check as checks
from tournaments.services.entry import register_player
from tournaments.services.event import NewEvent, ReasonNeededError, appoint_official, create_event
from tournaments.services.pod import end_paper_drafts


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Day:
    day = make_event()
    day.enter()
    day.seat()
    drafted(day)
    day.round(1)
    return day


@pytest.fixture
def judged(db: None, prepared: Day) -> Day:
    """Six players in the first round, with submitted decks."""
    return deepcopy(prepared)


def deck(check: DeckCheck) -> list[str]:
    return list(Deck.objects.get(seat__player=check.entry.account_id).cards)


def start_check(day: Day) -> DeckCheck:
    return checks.start_random_check(day.event, by=day.by)


def actions(day: Day) -> list[str]:
    return list(
        LogEntry.objects.filter(stream=day.event.desk_stream).order_by("number").values_list("action", flat=True)
    )


def test_random_checks_are_drawn_from_the_seed_and_check_each_deck_once(judged: Day):
    numbers = sorted(judged.event.entries.values_list("number", flat=True))

    taken = [start_check(judged).entry.number for _ in numbers]

    assert taken[0] == RandomStream(SEED, "deck check/1").sample(numbers, 1)[0]
    assert sorted(taken) == numbers
    with pytest.raises(checks.NoDeckToCheckError):
        start_check(judged)


def test_both_decks_of_a_table_are_checked(judged: Day):
    match = judged.matches(1)[1]

    found = checks.start_table_checks(judged.event, match.table or 0, by=judged.by)

    assert {check.entry for check in found} == {match.a, match.b}
    assert {check.match for check in found} == {match}
    with pytest.raises(checks.CheckRunsError):
        checks.start_player_check(judged.event, match.a.number, by=judged.by)


def test_there_is_nothing_to_check_before_all_decks_of_a_pod_are_in(day: Day):
    day.enter()
    day.seat()

    for start in (checks.start_random_check, lambda event, by: checks.start_player_check(event, 1, by=by)):
        with pytest.raises(checks.NoDeckToCheckError):
            start(day.event, by=day.by)
    assert check_candidates(day.event) == []


def test_the_coverage_counts_checked_decks(judged: Day):
    before = check_coverage(check_candidates(judged.event))
    start_check(judged)

    assert (before.decks, before.checked, before.target) == (6, 0, 1)
    assert check_coverage(check_candidates(judged.event)).checked == 1


@pytest.mark.clause("DRF-OP-5")
def test_a_deck_completed_by_the_clock_is_listed_until_it_is_checked(judged: Day):
    frida = judged.event.entries.get(name="Frida")
    Deck.objects.filter(seat__player=frida.account).update(completed_by_clock=True)
    alma, where = signed_in(judged.alma), f"/e/{judged.event.slug}/judge"
    assert "Check them: Frida" in alma.get(where).content.decode()
    assert [each.entry.name for each in check_candidates(judged.event)][:2] == ["Frida", "Alice"]
    assert alma.get(f"{where}/decks").content.decode().count("completed at random") == 1

    checks.start_player_check(judged.event, frida.number, by=judged.by)

    assert "Check them" not in alma.get(where).content.decode()
    assert check_candidates(judged.event)[0].entry.name == "Alice"


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_a_correct_deck_ends_the_check_and_the_match_is_extended(judged: Day):
    check = start_check(judged)
    DeckCheck.objects.update(started_at=timezone.now() - timedelta(minutes=5, seconds=30))
    checks.note_found_cards(check, deck(check), by=judged.by)

    ended = checks.finish_check(check, "ok", by=judged.by)
    sheet = check_sheet(ended, "en", now=timezone.now())
    match = checks.extend_checked_match(ended, sheet.owed_minutes, by=judged.by)

    assert sheet.owed_minutes == 6 + 3
    assert (match.extra_minutes, Match.objects.get(pk=match.pk).extra_minutes) == (9, 9)
    assert actions(judged)[-3:] == ["deck_check_started", "deck_ok", "table_moved"]
    with pytest.raises(checks.NoExtensionError):
        checks.extend_checked_match(ended, 9, by=judged.by)


def test_the_second_check_of_a_table_extends_only_by_the_difference(judged: Day):
    first, second = checks.start_table_checks(judged.event, 1, by=judged.by)
    DeckCheck.objects.filter(pk=first.pk).update(started_at=timezone.now() - timedelta(minutes=5, seconds=30))
    DeckCheck.objects.filter(pk=second.pk).update(started_at=timezone.now() - timedelta(minutes=7, seconds=30))
    ended = []
    for check in (first, second):
        checks.note_found_cards(check, deck(check), by=judged.by)
        ended.append(checks.finish_check(check, "ok", by=judged.by))

    checks.extend_checked_match(ended[0], 9, by=judged.by)

    assert check_sheet(ended[1], "en", now=timezone.now()).owed_minutes == 8 + 3 - 9


@pytest.mark.clause("DRF-3.3")
def test_a_differing_deck_cannot_be_ok_and_needs_a_reason(judged: Day):
    check = start_check(judged)
    cards = deck(check)
    left_out = next(line for line in check_sheet(check, "en", now=timezone.now()).lines if not line.registered)
    checks.note_found_cards(check, [*cards[1:], left_out.card.printed.ref], by=judged.by)

    with pytest.raises(checks.DeckDiffersError) as refusal:
        checks.finish_check(check, "ok", by=judged.by)
    with pytest.raises(ReasonNeededError):
        checks.finish_check(check, "fixed", reason=" ", by=judged.by)
    ended = checks.finish_check(check, "fixed", reason="a card of the side", by=judged.by)

    assert refusal.value.details == {"missing": 1, "extra": 1}
    sheet = check_sheet(ended, "en", now=timezone.now())
    assert sheet.difference == deck_difference(cards, ended.found)
    entry = LogEntry.objects.filter(stream=judged.event.desk_stream).latest("number")
    assert (entry.action, entry.author, entry.reason) == ("deck_fixed", judged.alma, "a card of the side")
    assert not [ref for ref in cards if ref in str(entry.after)]
    with pytest.raises(checks.CheckEndedError):
        checks.note_found_cards(ended, [], by=judged.by)


def test_cards_outside_the_pool_are_described_as_text(judged: Day):
    check = start_check(judged)

    with pytest.raises(checks.NotInPoolFoundError):
        checks.note_found_cards(check, ["FL-R01"], by=judged.by)
    checks.note_found_cards(check, deck(check), others="a card of another set", by=judged.by)

    with pytest.raises(checks.DeckDiffersError):
        checks.finish_check(check, "ok", by=judged.by)


def test_the_sheet_lists_every_copy_of_the_pool_by_number(judged: Day):
    check = start_check(judged)
    checks.note_found_cards(check, deck(check)[:3], by=judged.by)

    sheet = check_sheet(DeckCheck.objects.get(pk=check.pk), "ja", now=timezone.now())

    refs = [line.card.printed.ref for line in sheet.lines]
    assert refs == sorted(refs)
    assert (sum(line.drafted for line in sheet.lines), sheet.registered, sheet.found) == (44, 35, 3)
    assert sheet.lines[-1].running_count == 35
    assert sum(sum(line.listed) for line in sheet.lines) == 3
    assert all(len(line.listed) + len(line.unlisted) == line.drafted for line in sheet.lines)
    assert sheet.lines[0].card.other_names[0][0] == "en"


def test_a_playing_judge_sees_no_deck_and_the_attempt_is_logged(judged: Day, new_event: Any):
    day = new_event()
    tomas, otto = create_staff("Tomas"), create_staff("Otto")
    appoint_official(day.event, tomas, HEAD_JUDGE, by=day.by)
    appoint_official(day.event, otto, SCOREKEEPER, by=day.by)
    assert checks.deck_checker(day.event, tomas) == Actor(tomas, HEAD_JUDGE)
    register_player(day.event, tomas)

    for account in (tomas, otto, judged.players[0], None):
        with pytest.raises(Http404):
            checks.deck_checker(day.event, account)

    entries = LogEntry.objects.filter(stream=day.event.desk_stream, action="deck_look_refused")
    assert [entry.author for entry in entries] == [tomas]


def test_a_view_by_another_judge_is_logged_once(judged: Day):
    check, tomas = start_check(judged), create_staff("Tomas")

    for account in (judged.alma, tomas, tomas):
        checks.log_check_view(check, by=Actor(account, ORGANIZER))

    assert [entry.author for entry in LogEntry.objects.filter(stream=check.stream)] == [tomas]


@pytest.mark.clause("DRF-3.3")
def test_a_deck_of_a_paper_draft_is_compared_with_the_registered_pool(new_event: Any):
    alma = new_event().alma
    terms = DraftFormat(packs=2, pack_size=4, deck_size=6, rounds=1)
    day = Day(create_event(NewEvent("Shop draft", terms, BOOSTERS[:2], {"opening": "table"}), by=alma, seed=SEED), alma)
    day.enter(4)
    day.seat()
    end_paper_drafts(day.event, by=day.by)
    for seat in Seat.objects.filter(pod__event_pod__event=day.event).select_related("pod", "player"):
        save_pool(seat, POOL)
        submit_pool(seat, author=alma, role=ORGANIZER)
        save_deck(seat, POOL[:6])
        submit_deck(seat)
    day.round(1)

    check = checks.start_random_check(day.event, by=day.by)
    checks.note_found_cards(check, [*POOL[:5], POOL[7]], by=day.by)
    sheet = check_sheet(DeckCheck.objects.get(), "en", now=timezone.now())

    assert [line.card.printed.ref for line in sheet.lines] == sorted(POOL)
    assert (sum(line.drafted for line in sheet.lines), sheet.registered, sheet.found) == (8, 6, 6)
    assert sheet.difference == deck_difference(POOL[:6], [*POOL[:5], POOL[7]])
    assert not [rule for rule in sheet.deck.rules if rule.faults]
    with pytest.raises(checks.NotInPoolFoundError):
        checks.note_found_cards(check, ["FL-R09"], by=day.by)
