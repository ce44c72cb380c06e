"""A replay as one player saw it shows no card that the player had not seen by then; each card has a unique mark."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from gameplay.selectors import games as selectors
from gameplay.selectors.replays import recorded_course
from gameplay.services import games
from tests.gameplay.picture_fixtures import drawings
from tests.secrecy.test_tables import MARK, MarkedGame, marked_game

__all__ = ["drawings"]

pytestmark = pytest.mark.django_db
STEPS = 60
CHECKED = 14  # check every 14th step
GAMES = [("enemy", "full", 2), ("hagmi", "team", 4), ("rm2k", "standard", 3)]


def played(table: MarkedGame) -> dict[int, list[set[str]]]:
    """Play the game, and return the marks that each seat has seen before each entry of a choice."""
    seen: dict[int, list[set[str]]] = {}
    for step in range(STEPS):
        state = selectors.current_state(table.game)
        if state.ask is None:
            break
        table.learn(state)
        seen[len(state.entries)] = [set(marks) for marks in table.known]
        hiding = [number for number, option in enumerate(state.ask.options) if option[0] == "hide"]
        greedy = state.ask.options.index(state.ruleset.greedy_bot(state))
        option = hiding[0] if hiding and step % 3 == 0 else greedy
        games.choose(table.people[state.ask.seat], table.game, number=table.game.number, option=option)
    while not table.game.ended_at:
        state = selectors.current_state(table.game)
        assert state.ask is not None
        games.concede(table.people[state.ask.seat], table.game)
    table.learn(selectors.current_state(table.game))
    return seen


def answers(address: str, drawings: list[str]) -> Iterator[tuple[str, set[str]]]:
    """Yield the pages, parts and pictures of a step, and the marks in each."""
    client = Client()
    path, _, query = address.partition("?")
    for look in ("table", "words"):
        client.cookies["look"] = look
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(address, headers=headers)
            assert answer.status_code == 200
            yield look, set(MARK.findall(answer.content.decode()))
    for pile in ("deck0", "deck1", "hand1", "discard0"):
        answer = client.get(f"{address}&pile={pile}")
        yield pile, set(MARK.findall(answer.content.decode()))
    drawings.clear()
    cache.clear()  # the rate limit
    assert client.get(f"{path}/picture.png?{query}").status_code == 200
    yield "picture", set(MARK.findall("".join(drawings)))


@pytest.mark.parametrize(("game", "variant", "seats"), GAMES)
def test_perspective_shows_only_marks_that_the_player_had_seen(
    game: str, variant: str, seats: int, drawings: list[str]
):
    table = marked_game(game, variant, seats)
    seen = played(table)
    replay, found = f"/replay/{table.game.replay}", 0

    steps = {step.entry for step in recorded_course(table.game.record).steps}
    checked = [(entry, known) for entry, known in seen.items() if entry in steps]
    for entry, known in checked[::CHECKED]:
        everything = {mark for _place, marks in answers(f"{replay}?e={entry}", drawings) for mark in marks}
        for seat in range(seats):
            for place, marks in answers(f"{replay}?e={entry}&seat={seat}", drawings):
                assert marks <= known[seat], f"seat {seat} at entry {entry}: {place}"
                found += len(marks)
        assert not any(everything <= marks for marks in known)
    for seat in range(seats):
        log = Client().get(f"{replay}?seat={seat}&log=all").content.decode()
        assert set(MARK.findall(log)) <= table.known[seat]

    assert found > 100
