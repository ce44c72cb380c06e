"""The standing on a player's page: the figures of the standings, and a rank once the round is over."""

from collections.abc import Callable

from tests.drafting.conftest import signed_in
from tests.page_text import visible_text
from tests.tournaments.conftest import Day
from tests.tournaments.teams import team_day
from tournaments.models import Event
from tournaments.rules.infractions import PenaltyLevel
from tournaments.selectors.event_state import event_state
from tournaments.selectors.own_standing import ranked_standing, unranked_standing
from tournaments.services.match import enter_result
from tournaments.services.penalty import give_penalty


def differences(event: Event) -> list[object]:
    """Return the entries whose record without the rank is not that of the standings."""
    entries, state = list(event.entries.select_related("team")), event_state(event)
    assert any(ranked_standing(state, entry) for entry in entries)
    pairs = [(entry, unranked_standing(event, entry), ranked_standing(state, entry)) for entry in entries]
    return [entry for entry, own, ranked in pairs if (own and own.record) != (ranked and ranked.record)]


def test_the_record_of_a_player_is_that_of_the_standings(day: Day):
    day.enter(7)  # with a bye
    day.seat()
    day.draft()
    for score in ("2-1", "0-2"):
        day.round(number := day.event.rounds.count() + 1)
        day.settle(number, score)
    day.round(3)
    first, second, third = day.matches(3)
    enter_result(first, day.result("0-2"), by=day.by, last_seen_number=0)
    give_penalty(second.a, "late", level=PenaltyLevel.DISQUALIFICATION, reason="marked cards", by=day.by)
    give_penalty(third.a, "late", level=PenaltyLevel.MATCH_LOSS, reason="a second deck", by=day.by)

    assert differences(day.event) == []


def test_the_record_of_a_player_in_a_team_is_that_of_the_team(new_event: Callable[..., Day]):
    teams = team_day(new_event(team_size=2))
    teams.start(5)
    teams.round(1)
    teams.enter_scores(1, t1B="0-2", t2A="")

    assert differences(teams.event) == []


def test_a_player_sees_a_rank_as_soon_as_the_round_is_over(day: Day):
    day.to_round(1)
    first, second, third = day.matches(1)
    winner = signed_in(first.a.account)

    def read() -> str:
        return visible_text(winner.get(f"/e/{day.event.slug}/").content.decode())

    assert "match points, " not in read()
    enter_result(first, day.result("2-0"), by=day.by, last_seen_number=0)
    enter_result(second, day.result("2-0"), by=day.by, last_seen_number=0)
    assert "Rank" not in read()
    assert "3 match points, 1-0-0" in read()

    give_penalty(third.a, "late", level=PenaltyLevel.MATCH_LOSS, reason="a second deck", by=day.by)
    assert "Rank 1, 3 match points, 1-0-0" in read()
