"""The state of an event is computed once, and again after each change."""

from tests.tournaments.conftest import Day
from tournaments.selectors.event_state import event_state
from tournaments.selectors.history import event_standings, tournament_of
from tournaments.selectors.results import open_pairs
from tournaments.services.entry import drop_entry
from tournaments.services.match import enter_result


def test_a_state_is_shared_until_the_event_changes(day: Day):
    day.to_round(1)
    first, second, _third = day.matches(1)
    states = [event_state(day.event)]
    assert event_state(day.event) is states[0]
    for change in (
        lambda: enter_result(first, day.result("2-0"), by=day.by, last_seen_number=0),
        lambda: enter_result(first, day.result("0-2"), by=day.by, last_seen_number=1, reason="typing error"),
        lambda: drop_entry(second.a, by=day.by, reason="ill"),
    ):
        change()
        states.append(event_state(day.event))
        assert states[-1].tournament == tournament_of(day.event)
        assert list(states[-1].standings.values()) == event_standings(day.event)
        assert states[-1].load_pairs(day.event) == open_pairs(day.event)

    assert len({id(state) for state in states}) == 4
