"""Late and returning teams: only as a whole, and nothing else changes."""

from collections.abc import Callable

import pytest

from drafting.models import Seat
from gameplay.models import LogEntry, OnlineGame
from tests.tournaments.conftest import Day
from tests.tournaments.services.test_late import hand_in, match_rows, missed
from tests.tournaments.teams import TeamDay, team_day
from tournaments.models import Entry, Match
from tournaments.rules.infractions import PenaltyLevel
from tournaments.selectors.event_file import verify_finished_event
from tournaments.selectors.history import tournament_of
from tournaments.selectors.late import latecomers
from tournaments.selectors.pairings import TeamMatch, published_rounds
from tournaments.selectors.roles import Actor
from tournaments.selectors.round_work import newest_round_work
from tournaments.selectors.standings import standings_table
from tournaments.services.bye import DeckNotInError, NoByeError, NotMissedError, pair_with_bye
from tournaments.services.entry import NewPlayer, drop_entry, set_checked_in
from tournaments.services.event import finish_event
from tournaments.services.late import DisqualifiedError, HasSeatError, NotDroppedError, add_late_entry, undo_drop
from tournaments.services.penalty import give_penalty
from tournaments.services.pod import plan_pods, publish_seating
from tournaments.services.team import NoTeamsError, TeamFullError, TeamNeededError, WholeTeamError

pytestmark = pytest.mark.clause("DRF-OP-14")
REASON = "the train was late"
MOTHS = (NewPlayer("Ola"), NewPlayer("Pia"))


@pytest.fixture
def teams(new_event: Callable[..., Day]) -> TeamDay:
    """Five teams of two in the first round, one with the bye."""
    day = team_day(new_event(team_size=2))
    day.start(5)
    day.round(1)
    return day


def add_moths(day: TeamDay) -> list[Entry]:
    """Add a late team."""
    first = add_late_entry(day.event, *MOTHS, team="Moths", reason=REASON, by=day.by)
    return [day.member(each.name) for each in first.contestant.lineup]


def test_a_whole_team_enters_late_and_is_paired_after_all_its_decks_are_submitted(teams: TeamDay):
    before = match_rows(teams)
    ola, pia = add_moths(teams)

    assert ([ola.board, pia.board], [missed(ola), missed(pia)]) == (["A", "B"], [[1], [1]])
    assert [row for row in match_rows(teams) if row[1] != "missed"] == before
    assert LogEntry.objects.filter(stream=teams.event.stream, action="entered_late").count() == 2
    hand_in(ola)
    teams.enter_scores(1)
    assert not next(each for each in tournament_of(teams.event).entries if each.name == "Moths").plays_in(2)
    hand_in(pia)
    teams.round(2)
    assert (
        Match.objects.filter(round__number=2, kind="played", a__team=ola.team).count()
        + Match.objects.filter(round__number=2, kind="played", b__team=ola.team).count()
        == 2
    )
    assert next(str(row.record) for row in standings_table(teams.event) if row.entry.name == "Moths") == "0-1-0"


def test_a_round_published_while_one_member_builds_is_missed_by_the_team(teams: TeamDay):
    ola, pia = add_moths(teams)
    hand_in(ola)
    teams.enter_scores(1)
    teams.round(2)

    assert (missed(ola), missed(pia)) == ([1, 2], [1, 2])
    hand_in(pia)
    teams.enter_scores(2)
    teams.round(3)
    assert missed(pia) == [1, 2]


def test_a_late_team_plays_the_bye_on_all_its_boards(teams: TeamDay):
    ola, pia = add_moths(teams)
    with pytest.raises(DeckNotInError, match="Moths"):
        pair_with_bye(pia, reason=REASON, by=teams.by)
    hand_in(ola)
    hand_in(pia)
    bye = Match.objects.filter(round__event=teams.event, kind="bye").first()
    assert bye
    assert bye.a.team
    meetings = [each for each in published_rounds(teams.event)[0].meetings if isinstance(each, TeamMatch)]
    without = [meeting.boards for meeting in meetings if meeting.match.table is None]
    assert [[board.match.a.board for board in boards] for boards in without] == [["A", "B"], ["A", "B"]]
    waiting = latecomers(teams.event, newest_round_work(teams.event)).late_entries
    assert [(each.entry.contestant.name, each.bye and each.bye.contestant.name) for each in waiting] == [
        ("Moths", bye.a.team.name)
    ]

    match = pair_with_bye(pia, reason="both agree", by=teams.by)

    boards = teams.boards(1)
    assert (match.label, match.b, sorted(boards)) == ("3B", pia, ["1A", "1B", "2A", "2B", "3A", "3B"])
    assert (boards["3A"].a.team, boards["3A"].b) == (bye.a.team, ola)
    assert not Match.objects.filter(round__event=teams.event, kind__in=("bye", "missed")).exists()
    log = LogEntry.objects.get(action="bye_played")
    assert log.after
    assert (log.after["name"], log.after["opponent"]) == ("Moths", bye.a.team.name)


def test_only_a_team_that_has_missed_the_round_plays_a_bye(teams: TeamDay):
    with pytest.raises(NotMissedError):
        pair_with_bye(teams.boards(1)["1A"].a, reason=REASON, by=teams.by)
    gone = teams.member(Match.objects.filter(round__event=teams.event, kind="bye")[0].a.name)
    drop_entry(gone, by=teams.by, reason="ill")
    ola, pia = add_moths(teams)
    hand_in(ola)
    hand_in(pia)
    with pytest.raises(NoByeError, match="Moths"):
        pair_with_bye(ola, reason=REASON, by=teams.by)


def test_the_boards_of_a_played_bye_start_online(new_event: Callable[..., Day]):
    day = team_day(new_event(team_size=2, play="online"))
    day.enter_teams(3)
    plan_pods(day.event, by=day.by)
    publish_seating(day.event, by=day.by)
    day.hand_in()
    day.draft()
    day.round(1)
    ola, pia = add_moths(day)
    hand_in(ola)
    hand_in(pia)
    before = OnlineGame.objects.count()

    pair_with_bye(ola, reason=REASON, by=day.by)

    assert OnlineGame.objects.count() == before + 2


def test_any_member_brings_the_whole_team_back(teams: TeamDay):
    teams.enter_scores(1)
    ana, ben = teams.member("Ana"), teams.member("Ben")
    drop_entry(ana, by=teams.by, reason="ill")
    teams.round(2)

    undo_drop(ben, reason="well again", by=teams.by)

    assert [teams.member(name).dropped_after_round for name in ("Ana", "Ben")] == [None, None]
    assert (missed(ana), missed(ben)) == ([2], [2])
    assert LogEntry.objects.filter(action="came_back").count() == 2
    with pytest.raises(NotDroppedError):
        undo_drop(ana, reason=REASON, by=teams.by)
    teams.enter_scores(2)
    teams.round(3)
    assert (
        Match.objects.filter(round__number=3, a__in=[ana, ben]).count()
        + Match.objects.filter(round__number=3, b__in=[ana, ben]).count()
        == 2
    )


def test_a_team_with_a_disqualified_member_cannot_return(teams: TeamDay):
    ana, ben = teams.member("Ana"), teams.member("Ben")
    drop_entry(ben, by=teams.by, reason="ill")
    give_penalty(
        ana, "cheating", level=PenaltyLevel.DISQUALIFICATION, reason="marked cards", by=Actor(teams.alma, "head_judge")
    )

    with pytest.raises(DisqualifiedError, match="Ana"):
        undo_drop(ben, reason=REASON, by=teams.by)


def test_a_player_who_returns_before_the_seating_joins_a_team(new_event: Callable[..., Day]):
    day = team_day(new_event(team_size=2))
    day.enter_teams(3)
    ana = day.member("Ana")
    drop_entry(ana, by=day.by, reason="ill")
    assert day.member("Ana").team is None

    with pytest.raises(TeamNeededError):
        undo_drop(ana, reason=REASON, by=day.by)
    with pytest.raises(TeamFullError):
        undo_drop(ana, reason=REASON, by=day.by, team="Tides")
    back = undo_drop(ana, reason=REASON, by=day.by, team="lamps")

    assert (back.contestant.name, back.board, back.is_playing) == ("Lamps", "A", True)


def test_any_member_enters_a_registered_but_absent_team_late(new_event: Callable[..., Day]):
    day = team_day(new_event(team_size=2))
    day.enter_teams(5)
    for name in ("Ana", "Ben"):
        set_checked_in(day.member(name), present=False, by=day.by)
    day.seat()
    day.draft()
    day.round(1)

    add_late_entry(day.event, day.member("Ben"), reason=REASON, by=day.by)

    assert [missed(day.member(name)) for name in ("Ana", "Ben")] == [[1], [1]]
    with pytest.raises(HasSeatError):
        add_late_entry(day.event, day.member("Ana"), reason=REASON, by=day.by)


def test_an_incomplete_late_team_is_refused_without_traces(teams: TeamDay):
    before = (teams.event.teams.count(), teams.event.entries.count(), Seat.objects.count())
    refused = (
        (TeamNeededError, (MOTHS, "")),
        (WholeTeamError, (MOTHS[:1], "Moths")),
        (TeamFullError, ((*MOTHS, NewPlayer("Quo")), "Moths")),
        (TeamFullError, (MOTHS, "Lamps")),
    )
    for error, (members, team) in refused:
        with pytest.raises(error):
            add_late_entry(teams.event, *members, team=team, reason=REASON, by=teams.by)
    assert (teams.event.teams.count(), teams.event.entries.count(), Seat.objects.count()) == before


def test_mates_are_refused_in_an_event_without_teams(day: Day):
    day.to_round(1)

    with pytest.raises(NoTeamsError):
        add_late_entry(day.event, *MOTHS, reason=REASON, by=day.by)


def test_an_event_with_a_late_team_is_verified(teams: TeamDay):
    for member in add_moths(teams):
        hand_in(member)
    pair_with_bye(teams.member("Ola"), reason=REASON, by=teams.by)
    for number in (1, 2, 3):
        if number > 1:
            teams.round(number)
        teams.enter_scores(number)
    finish_event(teams.event, by=teams.by)
    teams.event.refresh_from_db()

    faults = {check.code: check.faults for check in verify_finished_event(teams.event).checks}
    assert not faults["seats"]
    assert not faults["pairings"]
