"""Pairing exclusions, and the pairing mode: inside pods or across the event, the last round by rank."""

from collections.abc import Callable

import pytest
from django.test import Client

from gameplay.models import LogEntry
from gameplay.services.corrections import ReasonMissingError
from tests.drafting.conftest import signed_in
from tests.tournaments.conftest import Day
from tournaments.models import PairingExclusion
from tournaments.rules.pods import FieldTooSmallError, NoSuchPodError, TooManyRoundsError
from tournaments.selectors.history import tournament_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.standings import standings_table
from tournaments.services.announced_rounds import announce_rounds
from tournaments.services.event import ReasonNeededError
from tournaments.services.pairing import AllPairedError, set_pairing_mode
from tournaments.services.pairing_exclusion import (
    AlreadyExcludedError,
    OnePlayerError,
    UnknownPlayerError,
    exclude_pairing,
    lift_exclusion,
)
from tournaments.services.pod import plan_pods
from tournaments.services.round import choose_alternative, propose_round, publish_round

REASON = "a father and his son"


def meetings(day: Day, number: int) -> set[frozenset[int]]:
    return {frozenset((match.a.number, match.b.number)) for match in day.matches(number) if match.b}


def proposed(day: Day) -> set[frozenset[int]]:
    matches = propose_round(day.event, by=day.by).matches.select_related("a", "b")
    return {frozenset((match.a.number, match.b.number)) for match in matches if match.b}


@pytest.fixture
def first(day: Day) -> Day:
    """Six players after the first round."""
    day.to_round(1)
    day.settle(1)
    return day


def test_excluded_players_are_not_paired_and_the_proposal_is_paired_again(first: Day):
    pair = sorted(next(iter(proposed(first))))

    exclusion = exclude_pairing(first.event, *pair, reason=REASON, by=first.by)

    assert next_step(first.event).label == "Pair round {round} again"
    first.round(2)
    assert frozenset(pair) not in meetings(first, 2)
    lift_exclusion(exclusion, reason="they agree", by=first.by)
    assert not PairingExclusion.objects.exists()
    log = LogEntry.objects.filter(action__in=["kept_apart", "apart_lifted"]).order_by("number")
    assert [(each.stream_id, each.reason) for each in log] == [
        (first.event.desk_stream, REASON),
        (first.event.desk_stream, "they agree"),
    ]


def test_only_officials_see_pairing_exclusions(first: Day):
    pair = sorted(next(iter(proposed(first))))
    exclude_pairing(first.event, *pair, reason=REASON, by=first.by)
    first.round(2)
    here, question = f"/e/{first.event.slug}", f"rounds/2/why?first={pair[0]}&second={pair[1]}"

    assert REASON in signed_in(first.alma).get(f"{here}/manage").content.decode()
    assert REASON in signed_in(first.alma).get(f"{here}/audit").content.decode()
    assert REASON not in Client().get(f"{here}/audit").content.decode()
    answer = Client().get(f"/api/v1/events/{first.event.slug}/{question}").json()["answer"]
    assert (answer["code"], answer["sentence"].endswith("have a pairing exclusion, set by an official.")) == (
        "must_not_meet",
        True,
    )


def test_a_pairing_exclusion_needs_two_players_of_the_event_without_one(day: Day):
    day.enter(3)
    exclude_pairing(day.event, 2, 1, reason=REASON, by=day.by)

    refusals: dict[tuple[int, int], type[Exception]] = {
        (1, 1): OnePlayerError,
        (1, 9): UnknownPlayerError,
        (1, 2): AlreadyExcludedError,
    }
    for pair, refusal in refusals.items():
        with pytest.raises(refusal):
            exclude_pairing(day.event, *pair, reason=REASON, by=day.by)
    with pytest.raises(ReasonMissingError):
        exclude_pairing(day.event, 1, 3, reason=" ", by=day.by)
    with pytest.raises(ReasonMissingError):
        lift_exclusion(PairingExclusion.objects.get(), reason=" ", by=day.by)


def test_alternatives_are_offered_if_no_match_is_possible(day: Day):
    day.enter(4)
    day.seat()
    day.draft()
    for other in (2, 3, 4):
        exclude_pairing(day.event, 1, other, reason=REASON, by=day.by)

    propose_round(day.event, by=day.by)

    assert next_step(day.event).code == "choose_pairing"
    page = signed_in(day.alma).get(f"/e/{day.event.slug}/manage").content.decode()
    assert "Without pairing exclusions, a pairing would be possible." in page
    assert "Every possible pairing breaks a rule. Choose one" in page
    choose_alternative(day.event, 1, 0, reason="no other way", by=day.by)
    published = publish_round(day.event, 1, by=day.by)
    alone = published.matches.filter(kind="bye").values_list("a__number", flat=True)
    assert (len(alone), 1 in alone, published.matches.filter(kind="played").count()) == (2, True, 1)


def test_across_the_event_players_of_different_pods_meet(new_event: Callable[..., Day]):
    day = new_event(pairing="event")
    day.enter(8)
    day.seat(4, 4)
    day.draft()
    for number in (1, 2, 3):
        day.round(number)
        day.settle(number)

    pods = [set(map(int, pod)) for pod in tournament_of(day.event).pods]
    pairs = [pair for number in (1, 2, 3) for pair in meetings(day, number)]
    assert len(set(pairs)) == 12
    assert not all(any(pair <= pod for pod in pods) for pair in pairs)
    assert [match.table for match in day.matches(1)] == [1, 2, 3, 4]
    assert len(standings_table(day.event, pod=1)) == 4


def test_the_organizer_changes_the_pairing_mode_publicly_between_rounds(first: Day):
    propose_round(first.event, by=first.by)
    with pytest.raises(ReasonNeededError):
        set_pairing_mode(first.event, pairing="pods", power_pairing=True, reason="", by=first.by)

    set_pairing_mode(first.event, pairing="pods", power_pairing=True, reason="one pod", by=first.by)
    first.event.refresh_from_db()

    assert next_step(first.event).label == "Pair round {round} again"
    assert (
        "the last round by places in the standings: one pod"
        in Client().get(f"/e/{first.event.slug}/audit").content.decode()
    )
    assert "last round: 1st plays 2nd, 3rd plays 4th" in Client().get(f"/e/{first.event.slug}/").content.decode()
    first.round(2)
    first.settle(2)
    found = propose_round(first.event, by=first.by)
    assert next(why["code"] for why in found.pairing["why"]) == "power_paired"
    publish_round(first.event, 3, by=first.by)
    with pytest.raises(AllPairedError):
        set_pairing_mode(first.event, pairing="pods", power_pairing=False, reason="too late", by=first.by)


def test_pairing_across_the_event_allows_as_many_rounds_as_the_whole_field(new_event: Callable[..., Day]):
    day = new_event(pairing="event")
    day.enter(8)
    plan_pods(day.event, by=day.by, sizes=(4, 4), reason="small tables")
    announce_rounds(day.event, 7, reason="a long day", by=day.by)
    plan_pods(day.event, by=day.by, sizes=(4, 4), reason="small tables")
    day.event.refresh_from_db()

    with pytest.raises(TooManyRoundsError):
        set_pairing_mode(day.event, pairing="pods", power_pairing=False, reason="as usual", by=day.by)
    announce_rounds(day.event, 8, reason="a longer day", by=day.by)
    with pytest.raises(FieldTooSmallError, match="8 players cannot play 8 rounds: after round 7, all players have met"):
        plan_pods(day.event, by=day.by)
    day.event.refresh_from_db()
    with pytest.raises(NoSuchPodError):
        set_pairing_mode(day.event, pairing="pods", power_pairing=False, reason="as usual", by=day.by)
