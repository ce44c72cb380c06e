"""Leagues: what counts in their table, who is the same player, and what is refused."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.log import verify_stream
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_bot, create_guest
from tests.tournaments.conftest import get_alma
from tests.tournaments.leagues import BY_RANK, FIRST_DAY, new_league, organizer, play, played, short_event
from tests.tournaments.teams import team_day
from tournaments.models import Entry, Event, League, LeagueEvent
from tournaments.rules.league import PointsRule
from tournaments.selectors.league_table import load_league_table
from tournaments.selectors.results import result_from_score
from tournaments.services.cancellation import cancel_event
from tournaments.services.consent import set_consent
from tournaments.services.constructed_deck import close_registration
from tournaments.services.early_finish import finish_early
from tournaments.services.entry import drop_entry, register_player
from tournaments.services.erasure import erase_account
from tournaments.services.event import finish_event
from tournaments.services.league import (
    LeagueSettings,
    add_event,
    change_league,
    create_league,
    delete_league,
    remove_event,
)
from tournaments.services.match import enter_result
from tournaments.services.reopening import reopen_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Account:
    return create_guest("Alice")


@pytest.fixture
def bob() -> Account:
    return create_guest("Bob")


def table(league: League) -> list[tuple[int, str, int]]:
    return [(row.standing.rank, row.name, row.standing.points) for row in load_league_table(league).rows]


def test_points_are_those_of_the_standings(alice: Account, bob: Account):
    first = played("First", [alice, bob])
    second = played("Second", [bob, alice], "1-1", week=1)  # both have rank 1
    third = played("Third", [create_guest("Charlie"), alice], week=2)

    assert table(new_league(first, second, third)) == [(1, "Alice", 6 + 6 + 4), (2, "Bob", 4 + 6), (3, "Charlie", 6)]
    by_matches = PointsRule(match_points=True, rank_points=(), attendance=0, best=1)
    rows = load_league_table(new_league(third, first, second, rule=by_matches)).rows
    assert [(row.name, row.standing.points, row.standing.wins, row.standing.rank) for row in rows] == [
        ("Alice", 3, 2, 1),
        ("Charlie", 3, 1, 2),
        ("Bob", 1, 1, 3),
    ]


def test_a_reopened_event_counts_again_when_it_is_finished(alice: Account, bob: Account):
    event = played("First", [alice, bob])
    league = new_league(event)
    assert table(league) == [(1, "Alice", 6), (2, "Bob", 4)]

    reopen_event(event, by=organizer(get_alma()), reason="a typing error")
    assert table(league) == []
    match = event.rounds.get().matches.get()
    score = result_from_score("0-2" if match.a.account == alice else "2-0", event.match_rules)
    enter_result(match, score, by=organizer(get_alma()), last_seen_number=1, reason="a typing error")
    event.refresh_from_db()
    finish_event(event, by=organizer(get_alma()))

    assert table(league) == [(1, "Bob", 6), (2, "Alice", 4)]


def test_unfinished_and_cancelled_events_do_not_count(alice: Account, bob: Account):
    running, cancelled = short_event("Running"), short_event("Cancelled")
    for day in (running, cancelled):
        register_player(day.event, alice)
    cancel_event(cancelled.event, by=cancelled.by, reason="flooded")
    stopped = played("Cancelled later", [bob, alice])
    reopen_event(stopped, by=running.by, reason="a protest")
    stopped.refresh_from_db()
    cancel_event(stopped, by=running.by, reason="the protest was right")

    league = new_league(running.event, cancelled.event, stopped)

    assert table(league) == []
    assert [each.is_cancelled for each in load_league_table(league).events].count(True) == 2


def test_bots_and_players_without_a_round_get_nothing(alice: Account, bob: Account):
    bot = create_bot("Bot")
    with_bot = played("Bots", [bot, alice])  # the bot has rank 1
    day = short_event("Early", starts_at=timezone.now())
    drop_entry(register_player(day.event, create_guest("Gone")).entry, by=day.by, reason="ill")
    left = play(day, [bob, alice])
    unplayed = short_event("Unplayed")
    for account in (alice, bob):
        register_player(unplayed.event, account)
    close_registration(unplayed.event, by=unplayed.by)
    finish_early(unplayed.event, after_round=0, reason="flooded", by=unplayed.by)

    assert {name for _rank, name, _points in table(new_league(with_bot, left))} == {"Alice", "Bob"}
    assert table(new_league(with_bot)) == [(1, "Alice", 3 + 1)]
    assert table(new_league(unplayed.event)) == []


def test_each_member_of_a_team_gets_its_points():
    day = team_day(short_event("Teams", team_size=2))
    day.enter_teams(2)
    play(day, [])

    rows = table(new_league(day.event))

    assert set(rounded_ratings(new_league(day.event, ratings=True)).values()) == {None}
    assert [(rank, points) for rank, _name, points in rows] == [(1, 6), (1, 6), (3, 4), (3, 4)]
    assert {name for _rank, name, _points in rows[:2]} in ({"Ana", "Ben"}, {"Rui", "Sam"})


def test_the_account_is_the_same_player_under_the_name_of_the_latest_event(alice: Account, bob: Account):
    renamed = played("Second", [alice, bob], week=1)
    Entry.objects.filter(event=renamed, account=alice).update(name="Alice (player)")
    first = played("First", [bob, alice])
    walk_in = played("Third", [create_guest("Bob"), create_guest("Charlie")], week=2)

    assert table(new_league(renamed, first, walk_in)) == [
        (1, "Alice (player)", 10),
        (1, "Bob", 10),
        (3, "Bob", 6),
        (4, "Charlie", 4),
    ]


def test_an_alias_is_not_combined_with_a_name(alice: Account):
    """Else the points in the other event would show whose alias it is."""
    named = played("Named", [alice, create_guest("Bob")])
    hidden = []
    for week in (1, 2):
        day = short_event(f"Hidden {week}", guardian_age=16, starts_at=FIRST_DAY + timedelta(weeks=week))
        set_consent(register_player(day.event, alice, under_age=True).entry, by=day.by, received=True)
        hidden.append(play(day, [create_guest(f"Charlie {week}")]))

    rows = load_league_table(new_league(named, *hidden)).rows

    events = {row.name: len(row.standing.scores) for row in rows}
    assert events == {"Alice": 1, "Bob": 1, "No. 1": 2, "Charlie 1": 1, "Charlie 2": 1}


def test_former_players_are_not_combined(alice: Account, bob: Account):
    league = new_league(played("First", [alice, bob]), played("Second", [alice, bob], week=1))
    assert table(league)[0] == (1, "Alice", 12)

    erase_account(alice)

    assert table(league) == [(1, "Bob", 8), (2, "Former player", 6), (2, "Former player", 6)]


def test_events_that_cannot_be_in_a_league_are_refused(alice: Account):
    private, rehearsal = short_event("Secret", visibility="private"), short_event("Try", rehearsal=True)
    league, other_game = new_league(), new_league(game="enemy")
    event = short_event("Open").event
    by = organizer(get_alma())
    add_event(league, event, by=by)

    for target, refused, code in (
        (league, private.event, "private_event"),
        (league, rehearsal.event, "rehearsal_in_league"),
        (league, event, "already_in_league"),
        (other_game, event, "other_game"),
    ):
        with pytest.raises(RulesError) as refusal:
            add_event(target, refused, by=by)
        assert (refusal.value.code, refused.name in str(refusal.value)) == (code, True)
    with pytest.raises(RulesError) as refusal:
        remove_event(other_game, event, by=by)
    assert refusal.value.code == "not_in_league"
    with pytest.raises(RulesError) as refusal:
        change_league(league, LeagueSettings("Winter", BY_RANK, game="enemy"), by=by)
    assert (refusal.value.code, refusal.value.field) == ("other_game", "game")
    fields = {"seed": b"", "format": {}, "boosters": [], "created_at": timezone.now()}
    more = Event.objects.bulk_create(Event(slug=f"e{n}", join_code=f"C{n}", **fields) for n in range(99))
    LeagueEvent.objects.bulk_create(LeagueEvent(league=league, event=each) for each in more)
    with pytest.raises(RulesError) as refusal:
        add_event(league, short_event("One too many").event, by=by)
    assert refusal.value.code == "league_full"


def test_every_change_is_logged_once():
    league, event = new_league(), short_event("Open").event
    by = organizer(get_alma())
    add_event(league, event, by=by)
    remove_event(league, event, by=by)
    changed = LeagueSettings("Spring League", PointsRule(True, (), 0, 3), "hagmi", "unlisted")
    for _again in range(2):
        league = change_league(league, changed, by=by)

    entries = LogEntry.objects.filter(stream=league.stream).order_by("number")
    assert [entry.action for entry in entries] == [
        "league_created",
        "league_event_added",
        "league_event_removed",
        "league_changed",
    ]
    last = entries[3]
    assert last.before
    assert last.after
    assert (last.before["rank_points"], last.after["rank_points"], last.after["best"]) == ("5 3 1", "none", 3)
    assert verify_stream(league.stream).is_intact
    assert League.objects.get().points_rule == changed.rule


def test_a_deleted_league_leaves_its_events_and_its_log(alice: Account, bob: Account):
    event = played("First", [alice, bob])
    league = new_league(event)
    stream = league.stream

    delete_league(league, by=organizer(get_alma()))

    assert not League.objects.exists()
    assert Event.objects.get() == event
    last = LogEntry.objects.filter(stream=stream).latest("number")
    assert (last.action, (last.before or {})["name"]) == ("league_deleted", "Winter League")
    assert verify_stream(stream).is_intact


def test_settings_are_refused_together():
    with pytest.raises(RulesErrorGroup) as refusal:
        create_league(LeagueSettings("Winter", PointsRule(False, (1, 2), 0, 0)), by=get_alma())
    assert [error.field for error in refusal.value.errors] == ["rank_points", "best"]
    with pytest.raises(RulesError) as no_name:
        create_league(LeagueSettings(" ", BY_RANK), by=get_alma())
    assert no_name.value.code == "name_missing"
    assert not League.objects.exists()


def test_queries_do_not_depend_on_players_or_events(alice: Account, bob: Account):
    def queries(league: League) -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as found:
            load_league_table(league)
        return len(found)

    small = queries(new_league(played("First", [alice, bob])))
    events = [played(f"Event {n}", [create_guest(f"Player {n}.{m}") for m in range(8)], week=n) for n in range(3)]

    assert queries(new_league(*events)) == small <= 16


def rounded_ratings(league: League) -> dict[str, tuple[int, int, int] | None]:
    """Return the rating, its deviation and the number of matches of each player."""
    rows = load_league_table(league).rows
    return {
        row.name: (round(row.rating.value), round(row.rating.deviation), row.rating.matches) if row.rating else None
        for row in rows
    }


def test_ratings_follow_from_the_matches_of_the_finished_events_in_order(alice: Account, bob: Account):
    first = played("First", [alice, bob])
    second = played("Second", [bob, create_guest("Charlie")], "1-1", week=1)
    league = new_league(second, first, ratings=True)

    # By hand: 1662.3, 1337.7 and 290.3 after the first event. Then Bob (g 0.669, E 0.349, v 9.84) draws with Charlie
    # (g 0.735, E 0.665, v 8.30), and the deviation of Alice becomes the root of 290.3² and (0.06 * 173.7)².
    assert rounded_ratings(league) == {"Alice": (1662, 291, 1), "Bob": (1376, 256, 2), "Charlie": (1442, 287, 1)}
    reopen_event(second, by=organizer(get_alma()), reason="a typing error")
    assert rounded_ratings(league) == {"Alice": (1662, 290, 1), "Bob": (1338, 290, 1)}
    assert rounded_ratings(new_league(first)) == {"Alice": None, "Bob": None}


def test_matches_against_bots_are_not_rated(alice: Account):
    against_bot = played("First", [alice, create_bot("Bot")])

    assert rounded_ratings(new_league(against_bot, ratings=True)) == {"Alice": None}
