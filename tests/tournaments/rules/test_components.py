"""A component of a tournament gives its players the same figures as the whole tournament."""

from dataclasses import replace

from hypothesis import strategies as st

from tests.parts.properties import given
from tests.properties.test_standings import tournament_of
from tests.tournaments.rules.events import event, played
from tournaments.rules.components import TournamentComponents
from tournaments.rules.groups import next_group
from tournaments.rules.history import PlayedMatch, PlayedRound, Tournament
from tournaments.rules.outlooks import find_outlooks
from tournaments.rules.rulesets import TIE_BREAK_RULES
from tournaments.rules.standing_figures import explain_standings
from tournaments.rules.standings import standings

seeds = st.binary(max_size=8)


def merged(first: Tournament, second: Tournament) -> Tournament:
    """Return both tournaments as the pods of one event, with their entries and matches mixed."""
    other = {entry.id: entry.id.replace("p", "q") for entry in second.entries}
    entries = tuple(replace(entry, id=other[entry.id]) for entry in second.entries)
    rounds = tuple(
        PlayedRound(
            number=here.number,
            matches=(*here.matches, *(replace(each, a=other[each.a], b=other[each.b]) for each in there.matches))[::-1],
            byes=(*here.byes, *(other[player] for player in there.byes)),
            missed=(*here.missed, *(other[player] for player in there.missed)),
        )
        for here, there in zip(first.rounds, second.rounds, strict=True)
    )
    pods = tuple(tuple(entry.id for entry in those) for those in (first.entries, entries))
    return replace(first, entries=(*first.entries, *entries)[::-1], rounds=rounds, pods=pods)


@st.composite
def pods(draw: st.DrawFn) -> Tournament:
    code, rounds = draw(st.sampled_from(list(TIE_BREAK_RULES))), draw(st.integers(1, 4))
    both = (tournament_of(draw(st.integers(2, 8)), rounds, draw(seeds), code=code) for _pod in range(2))
    return merged(*both)


@given(pods())
def test_pod_has_the_same_standings_explanations_and_group_as_a_component(whole: Tournament):
    for pod in whole.pods:
        part = TournamentComponents(whole).component_of(pod)

        assert {entry.id for entry in part.entries} == set(pod)
        rows, by_itself = (standings(tournament, among=pod) for tournament in (whole, part))
        assert [(row.rank, row.player, row.record, row.values) for row in by_itself] == [
            (row.rank, row.player, row.record, row.values) for row in rows
        ]
        assert explain_standings(part, among=pod) == explain_standings(whole, among=pod)
        open_pairs = [(pod[0], pod[1])]
        assert find_outlooks(part, open_pairs, among=pod) == find_outlooks(whole, open_pairs, among=pod)
        group, alone = next_group(whole, pod), next_group(part, pod)
        assert replace(alone, had_bye=group.had_bye) == group
        assert alone.had_bye == group.had_bye & set(pod)


def test_pods_whose_players_have_met_are_one_component():
    across = event("ABCDEFG", played(1, "A-B 2-0-0, C-D 2-0-0"), played(2, "B-C 2-1-0, E-F 2-0-0"))
    parts = TournamentComponents(across)

    assert [entry.id for entry in parts.component_of("A").entries] == list("ABCD")
    assert parts.component_of("D").rounds[1].matches == (PlayedMatch("B", "C", 2, 1),)
    assert [entry.id for entry in parts.component_of("GF").entries] == list("EFG")
    assert parts.component_of("ACEG") == replace(across, pods=())
