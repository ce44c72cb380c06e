"""A team event, from the first member to the final."""

from collections.abc import Callable

import pytest

from gameplay.engine.core.errors import RulesError
from gameplay.models import LogEntry
from gameplay.services.accounts import create_guest
from tests.tournaments.conftest import Day
from tests.tournaments.teams import TeamDay, team_day
from tournaments.models import Event, Match
from tournaments.rules.infractions import PenaltyLevel
from tournaments.rules.teams import IncompleteTeamsError, OneTeamError, TeamSizeError
from tournaments.selectors.history import seated_pods, tournament_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pairings import TeamMatch, published_rounds
from tournaments.selectors.progress import event_phase, player_status
from tournaments.selectors.results import match_agreement
from tournaments.selectors.standings import standings_table
from tournaments.services.announced_rounds import announce_rounds
from tournaments.services.entry import (
    NewPlayer,
    add_bots,
    add_walk_in,
    change_team,
    drop_entry,
    register_player,
    set_checked_in,
)
from tournaments.services.event import ResultsMissingError
from tournaments.services.match import add_report, confirm_report, enter_result, extend_match
from tournaments.services.pairing_exclusion import exclude_pairing
from tournaments.services.penalty import give_penalty, withdraw_penalty
from tournaments.services.pod import plan_pods
from tournaments.services.round import propose_round, swap_players
from tournaments.services.team import TeamFullError, TeamNeededError

pytestmark = pytest.mark.clause("DRF-OP-14")
REASON = "the boards were mixed up"


def ranking(day: TeamDay) -> list[tuple[str, str]]:
    return [(row.entry.name, str(row.record)) for row in standings_table(day.event)]


def team_names(match: Match) -> set[str]:
    """Return the names of the two teams of a match."""
    return {entry.contestant.name for entry in (match.a, match.b) if entry}


def sentence(refusal: RulesError) -> str:
    return refusal.sentence.format(**refusal.details)


# --- Joining ---------------------------------------------------------------------------------


def test_a_new_name_creates_a_team_and_other_spellings_join_it(teams: TeamDay):
    register_player(teams.event, NewPlayer("Ana"), team="Lamps")
    register_player(teams.event, NewPlayer("Ben"), team=" lamps ")
    register_player(teams.event, NewPlayer("Rui"), team="Tides")

    found = [
        (team.number, team.name, [f"{each.board} {each.name}" for each in team.lineup])
        for team in teams.event.teams.all()
    ]

    assert found == [(1, "Lamps", ["A Ana", "B Ben"]), (2, "Tides", ["A Rui"])]
    assert teams.member("Ben").full_name == "Ben (Lamps)"


def test_a_missing_or_full_team_is_refused_with_advice(teams: TeamDay):
    teams.enter_teams(2)

    with pytest.raises(TeamNeededError) as none:
        register_player(teams.event, NewPlayer("Zoe"))
    with pytest.raises(TeamFullError) as full:
        register_player(teams.event, NewPlayer("Zoe"), team="Tides")
    with pytest.raises(RulesError) as bad:
        register_player(teams.event, NewPlayer("Zoe"), team="T" * 90)

    assert (none.value.field, full.value.field, bad.value.field) == ("team", "team", "team")
    assert sentence(full.value).startswith("Team Tides is full with 2 players. Join another team")
    assert not teams.event.entries.filter(name="Zoe").exists()


def test_bots_fill_open_teams_before_creating_new_ones(new_event: Callable[..., Day]):
    day = team_day(new_event(team_size=2, play=Event.Play.ONLINE))
    register_player(day.event, create_guest("Ana"), team="Lamps")

    bots = add_bots(day.event, 3, by=day.by)

    assert [(bot.team and bot.team.name, bot.board) for bot in bots] == [
        ("Lamps", "B"),
        ("Bots 1", "A"),
        ("Bots 1", "B"),
    ]


def test_the_desk_moves_players_between_teams_and_an_empty_team_is_deleted(teams: TeamDay):
    teams.enter_teams(2)
    zoe = add_walk_in(teams.event, NewPlayer("Zoe"), by=teams.by, team="Owls")

    drop_entry(teams.member("Ben"), by=teams.by, reason="a train to catch")
    change_team(zoe, "Lamps", by=teams.by)

    assert (teams.member("Zoe").full_name, teams.member("Zoe").board) == ("Zoe (Lamps)", "B")
    assert not teams.event.teams.filter(name="Owls").exists()
    entry = LogEntry.objects.get(stream=teams.event.desk_stream, action="team_changed")
    assert (entry.before, entry.after) == (
        {"team": "Owls"},
        {"name": "Zoe", "number": 5, "team": "Lamps", "board": "B"},
    )
    with pytest.raises(TeamFullError):
        change_team(teams.member("Zoe"), "Tides", by=teams.by)
    assert teams.member("Zoe").board == "B"


@pytest.mark.parametrize("size", [0, 4])
def test_an_unsupported_team_size_is_refused(new_event: Callable[..., Day], size: int):
    with pytest.raises(Exception, match="two or three members") as refused:
        new_event(team_size=size)
    assert isinstance(getattr(refused.value, "errors", [refused.value])[0], TeamSizeError)


# --- The seating -----------------------------------------------------------------------------


def test_the_seating_needs_complete_teams_and_names_the_others(teams: TeamDay):
    teams.enter_teams(3)
    set_checked_in(teams.member("Sam"), present=False, by=teams.by)

    with pytest.raises(IncompleteTeamsError) as refused:
        plan_pods(teams.event, by=teams.by)

    assert sentence(refused.value).startswith("These teams do not have all 2 members here: Tides.")
    assert (next_step(teams.event).code, next_step(teams.event).why["teams"]) == ("make_pods", "Tides")
    set_checked_in(teams.member("Rui"), present=False, by=teams.by)
    plan_pods(teams.event, by=teams.by)
    assert next_step(Event.objects.get(pk=teams.event.pk)).code == "publish_seating"


def test_one_team_cannot_play_alone(teams: TeamDay):
    teams.enter_teams(1)

    with pytest.raises(OneTeamError):
        plan_pods(teams.event, by=teams.by)


def test_too_few_teams_for_the_rounds_or_the_cut_are_refused_by_name(new_event: Callable[..., Day]):
    day = team_day(new_event(team_size=2, cut=4))
    day.enter_teams(3)
    with pytest.raises(RulesError) as cut_refused:
        plan_pods(day.event, by=day.by)
    announce_rounds(day.event, 4, reason=REASON, by=day.by)
    with pytest.raises(RulesError) as rounds_refused:
        plan_pods(day.event, by=day.by)

    assert sentence(cut_refused.value).startswith("A top 4 needs 4 teams, and there are only 3.")
    assert sentence(rounds_refused.value).startswith("3 teams cannot play 4 rounds")


def test_teammates_draft_in_different_pods(teams: TeamDay):
    teams.start()

    pods = seated_pods(teams.event)
    pod_of = {number: place for place, pod in enumerate(pods) for number in pod}

    assert [len(pod) for pod in pods] == [6, 6]
    for team in teams.event.teams.all():
        assert {pod_of[str(each.number)] for each in team.lineup} == {0, 1}


# --- Rounds ----------------------------------------------------------------------------------


def test_teams_meet_board_by_board_across_the_pods(teams: TeamDay):
    teams.start()
    teams.round(1)

    boards = teams.boards(1)

    assert list(boards) == ["1A", "1B", "2A", "2B", "3A", "3B"]
    for match in boards.values():
        assert match.b
        assert (match.a.board, match.b.board) == (match.board_letter, match.board_letter)
        assert match.a.team != match.b.team
    assert team_names(boards["1A"]) == team_names(boards["1B"])


def test_a_team_match_is_final_once_all_its_boards_are(teams: TeamDay):
    teams.start()
    teams.round(1)
    boards = teams.boards(1)
    enter_result(boards["1A"], teams.result("2-1"), by=teams.by, last_seen_number=0)

    first = published_rounds(teams.event)[0].meetings[0]

    assert isinstance(first, TeamMatch)
    assert (first.score, first.final, len(tournament_of(teams.event).rounds[0].matches)) == ("1-0", False, 0)
    enter_result(boards["1B"], teams.result("1-1"), by=teams.by, last_seen_number=0, reason="time")
    [played] = tournament_of(teams.event).rounds[0].matches
    assert (played.a, played.b) == (boards["1A"].a.rules_id, boards["1A"].b and boards["1A"].b.rules_id)
    assert (played.games_a, played.games_b, played.games_drawn, played.table) == (1, 0, 1, 1)


def test_every_open_board_is_named(teams: TeamDay):
    teams.start()
    teams.round(1)
    teams.enter_scores(1, t2B="", t3A="")

    with pytest.raises(ResultsMissingError) as refused:
        propose_round(teams.event, by=teams.by)

    assert refused.value.details == {"tables": "2B, 3A"}
    assert next_step(teams.event).why == {"tables": "2B, 3A"}


def test_boards_are_reported_confirmed_disputed_and_extended_separately(teams: TeamDay):
    teams.start()
    teams.round(1)
    one, other = teams.boards(1)["1A"], teams.boards(1)["1B"]
    assert one.b
    assert other.b

    add_report(one, teams.result("2-0"), by=one.a.account, last_seen_number=0)
    confirm_report(one, by=one.b.account, last_seen_number=1)
    add_report(other, teams.result("2-0"), by=other.a.account, last_seen_number=0)
    add_report(other, teams.result("0-2"), by=other.b.account, last_seen_number=1)
    extend_match(other, 3, reason="a judge", by=teams.by)

    assert (match_agreement(one).state, match_agreement(other).state) == ("final", "disputed")
    assert [call.match for call in teams.event.calls.all()] == [other]
    assert (Match.objects.get(pk=one.pk).extra_minutes, Match.objects.get(pk=other.pk).extra_minutes) == (0, 3)
    entry = LogEntry.objects.filter(stream=other.stream).order_by("number").last()
    assert entry
    assert entry.after == {"round": 1, "table": "1B", "minutes": 3}
    enter_result(other, teams.result("0-2"), by=teams.by, last_seen_number=2, reason=REASON)
    [played] = tournament_of(teams.event).rounds[0].matches
    assert (played.games_a, played.games_b) == (1, 1)


def test_teams_are_swapped_in_a_proposal_and_an_exclusion_separates_their_teams(teams: TeamDay):
    teams.start(4)
    propose_round(teams.event, by=teams.by)
    before = [team_names(match) for match in teams.boards(1).values()]
    first, second = teams.boards(1)["1A"].a.team, teams.boards(1)["2A"].a.team
    assert first
    assert second

    swap_players(teams.event, 1, (first.number, second.number), reason=REASON, by=teams.by)

    other = {first.name: second.name, second.name: first.name}
    assert [team_names(match) for match in teams.boards(1).values()] == [
        {other.get(name, name) for name in pair} for pair in before
    ]
    assert published_rounds(teams.event) == []
    exclude_pairing(teams.event, teams.member("Ana").number, teams.member("Sam").number, reason="siblings", by=teams.by)
    assert tournament_of(teams.event).apart == (("1", "2"),)


def test_a_bye_counts_for_every_member(teams: TeamDay):
    teams.start(5)
    teams.round(1)
    teams.enter_scores(1)

    byes = Match.objects.filter(round__event=teams.event, kind="bye")

    assert [match.board for match in byes] == [1, 2]
    assert len({match.a.team_id for match in byes}) == 1
    assert tournament_of(teams.event).rounds[0].byes == (byes[0].a.rules_id,)
    row = next(row for row in standings_table(teams.event) if row.entry.number == int(byes[0].a.rules_id))
    assert [str(member.record) for member in row.members] == ["1-0-0", "1-0-0"]


def test_members_have_their_own_records(teams: TeamDay):
    teams.start(4)
    teams.round(1)
    teams.enter_scores(1, t1B="0-2", t2A="1-1")

    by_name = {each.entry.name: str(each.record) for row in standings_table(teams.event) for each in row.members}
    match = teams.boards(1)
    assert match["1B"].b
    assert by_name[match["1A"].a.name] == "1-0-0"
    assert by_name[match["1B"].a.name] == "0-1-0"
    assert by_name[match["1B"].b.name] == "1-0-0"
    assert by_name[match["2A"].a.name] == "0-0-1"


def test_a_drop_after_the_seating_drops_the_whole_team(teams: TeamDay):
    teams.start(5)
    teams.round(1)
    teams.enter_scores(1)

    drop_entry(teams.member("Ana"), by=teams.by, reason="ill")

    assert teams.member("Ben").dropped_after_round == 1
    assert (
        player_status(teams.event, teams.member("Ben"), event_phase(teams.event)).introduction
        == "Your team has left the event"
    )
    teams.round(2)
    assert not Match.objects.filter(round__number=2, a__team__name="Lamps").exists()
    assert len(teams.boards(2)) == 4


def test_a_disqualified_member_takes_the_team_out_until_it_is_withdrawn(teams: TeamDay):
    teams.start(4)
    teams.round(1)
    teams.enter_scores(1)
    penalty = give_penalty(
        teams.member("Ana"), "cheating", level=PenaltyLevel.DISQUALIFICATION, reason="marked packs", by=teams.by
    )

    assert "Lamps" not in dict(ranking(teams))
    assert not teams.member("Ben").is_playing
    assert teams.member("Ben").disqualified_at is None
    teams.round(2)
    assert not Match.objects.filter(round__number=2, a__team__name="Lamps").exists()

    withdraw_penalty(penalty, reason="it was another pack", by=teams.by)

    missed = Match.objects.filter(round__number=2, kind="missed")
    assert [(match.a.name, match.board) for match in missed] == [("Ana", 1), ("Ben", 2)]
    assert tournament_of(teams.event).rounds[1].missed == (teams.member("Ana").rules_id,)
    assert "Lamps" in dict(ranking(teams))
