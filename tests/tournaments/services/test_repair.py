"""A correction never changes published pairings: an official keeps them or pairs the round again."""

from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import LogEntry
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tournaments.models import Call, Match, Round
from tournaments.rules.infractions import PenaltyLevel
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pairing_basis import have_results_changed
from tournaments.selectors.roles import Actor
from tournaments.selectors.standings import standings_table
from tournaments.services.call import call_judge_to_table
from tournaments.services.entry import drop_entry
from tournaments.services.event import ReasonNeededError
from tournaments.services.match import enter_result
from tournaments.services.penalty import give_penalty
from tournaments.services.repair import (
    NotNewestRoundError,
    PlayedHereError,
    RoundNotNamedError,
    keep_pairings,
    pair_round_again,
)
from tournaments.services.round import (
    PairingOutdatedError,
    ResultsCorrectedError,
    RoundNotPairedError,
    propose_round,
    publish_round,
)

REASON = "the slips were mixed up"


def correct(day: Day, number: int = 1, score: str = "0-2") -> None:
    """Reverse the first result of a round."""
    enter_result(day.matches(number)[0], day.result(score), by=day.by, last_seen_number=1, reason=REASON)


def pairs(day: Day, number: int = 2) -> list[tuple[str, str]]:
    return [(match.a.name, match.b.name) for match in day.matches(number) if match.b]


@pytest.fixture
def second(day: Day) -> Day:
    """Six players in the second round."""
    day.to_round(2)
    return day


def test_a_correction_changes_no_pairing_and_needs_a_decision(second: Day):
    desk, before = signed_in(second.alma), pairs(second)
    here = f"/e/{second.event.slug}/manage"
    assert "was corrected after round 2 was paired" not in desk.get(here).content.decode()

    correct(second)

    assert pairs(second) == before
    page = desk.get(here).content.decode()
    assert "An earlier result was corrected after round 2 was paired" in page
    assert ("Keep pairings" in page, "Re-pair round 2" in page) == (True, True)
    assert "was corrected" not in Client().get(f"/e/{second.event.slug}/pairings").content.decode()


def test_kept_pairings_need_no_further_decision(second: Day):
    correct(second)
    with pytest.raises(ReasonNeededError):
        keep_pairings(second.event, 2, reason=" ", by=second.by)

    keep_pairings(second.event, 2, reason=REASON, by=second.by)

    assert not have_results_changed(second.event.rounds.get(number=2))
    assert REASON in Client().get(f"/e/{second.event.slug}/audit").content.decode()


def test_a_round_is_paired_again_from_the_current_results(second: Day):
    old_pairs = pairs(second)
    correct(second)
    second.settle(2)
    call = call_judge_to_table(second.matches(2)[0], by=Actor(second.players[0], "player"), category="rules")
    old = {match.pk for match in second.matches(2)}
    before = [(row.entry.name, str(row.record)) for row in standings_table(second.event)]

    proposed = pair_round_again(second.event, 2, typed=" 2 ", reason=REASON, by=second.by)

    assert (proposed.number, proposed.is_published) == (2, False)
    assert next_step(second.event).code == "publish_round"
    assert [str(row.record) for row in standings_table(second.event)] == ["1-0-0"] * 3 + ["0-1-0"] * 3
    assert before != [(row.entry.name, str(row.record)) for row in standings_table(second.event)]
    publish_round(second.event, 2, by=second.by)
    assert pairs(second) != old_pairs
    assert not old & {match.pk for match in second.matches(2)}
    assert Client().get(f"/match/{next(iter(old))}").status_code == 404
    assert Call.objects.get(pk=call.pk).resolved_at
    entry = LogEntry.objects.get(action="round_cancelled")
    assert (entry.after, entry.reason) == ({"round": 2, "lost": 3}, REASON)
    assert Round._base_manager.filter(event=second.event, number=2).count() == 2
    assert Match._base_manager.filter(pk__in=old).count() == 3


def test_a_game_loss_counts_in_the_new_match(second: Day):
    loser = second.matches(2)[0].a
    loss = give_penalty(loser, "late", level=PenaltyLevel.GAME_LOSS, reason="ten minutes", by=second.by)

    pair_round_again(second.event, 2, typed="2", reason=REASON, by=second.by)
    loss.refresh_from_db()
    assert loss.counting_match is None
    publish_round(second.event, 2, by=second.by)

    loss.refresh_from_db()
    assert loss.counts_in
    assert loser in (loss.counts_in.a, loss.counts_in.b)
    assert loss.counts_in.round.number == 2


def test_a_player_who_dropped_in_the_round_is_not_paired_again(second: Day):
    gone = second.matches(2)[0].a
    drop_entry(gone, by=second.by, reason="had to catch a train")

    pair_round_again(second.event, 2, typed="2", reason=REASON, by=second.by)
    publish_round(second.event, 2, by=second.by)

    matches = second.event.rounds.get(number=2).matches.all()
    assert gone not in {entry for match in matches for entry in (match.a, match.b)}
    assert [match.kind for match in matches].count("bye") == 1


def test_only_the_current_round_can_be_paired_again_and_only_by_its_number(second: Day):
    for number, refusal in ((1, NotNewestRoundError), (3, RoundNotPairedError)):
        with pytest.raises(refusal):
            pair_round_again(second.event, number, typed=str(number), reason=REASON, by=second.by)
    with pytest.raises(RoundNotNamedError, match="Type the number of the round"):
        pair_round_again(second.event, 2, typed="1", reason=REASON, by=second.by)
    with pytest.raises(ReasonNeededError):
        pair_round_again(second.event, 2, typed="2", reason="", by=second.by)
    assert second.event.rounds.get(number=2).is_published


def test_a_round_played_online_cannot_be_paired_again(new_event: Callable[..., Day]):
    day = new_event(play="online")
    day.enter(2)
    day.seat()
    day.hand_in()
    day.draft()
    day.round(1)

    with pytest.raises(PlayedHereError):
        pair_round_again(day.event, 1, typed="1", reason=REASON, by=day.by)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (correct, ResultsCorrectedError),
        (lambda day: drop_entry(day.matches(1)[0].a, by=day.by, reason=REASON), PairingOutdatedError),
    ],
)
def test_an_outdated_proposal_is_not_published_and_is_paired_again(
    day: Day, change: Callable[[Day], object], refusal: type[Exception]
):
    day.to_round(1)
    day.settle(1)
    proposed = propose_round(day.event, by=day.by)
    assert propose_round(day.event, by=day.by) == proposed
    old_pairing = proposed.pairing

    change(day)

    with pytest.raises(refusal):
        publish_round(day.event, 2, by=day.by)
    assert next_step(day.event).code == "pair_round"
    desk = signed_in(day.alma)
    assert "Pair round 2 again" in desk.get(f"/e/{day.event.slug}/manage").content.decode()
    assert desk.post(f"/e/{day.event.slug}/manage/step", {"step": "pair_round"}).status_code == 302
    assert day.event.rounds.get(number=2).pairing != old_pairing
    publish_round(day.event, 2, by=day.by)
