"""Nobody can tell from what they are shown what they have not seen: for every game the core plays."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from gameplay.engine.core.asks import PLAY, Option
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import can_see_faces
from gameplay.games import RULESETS
from tests.conformance.contest import Asked
from tests.parts.properties import assume, given
from tests.properties.games import contest, decisions, everybody, few, kind_of, kinds, quick, seeds, start, text


@pytest.mark.clause("ENE-10.8")
@given(seeds, kinds)
@quick
def test_a_view_is_the_same_whatever_its_seat_has_never_seen(seed: bytes, kind: str):
    game = start(kind, seed, pausing=True)
    for number in decisions(game, seed):
        if number % 4 == 0:
            for seat in everybody(game):
                secret = hidden_from(game.table, seat) - shown(game, game.table.events, seat)
                before, known = text(game, seat), game.table.cards
                game.table.cards = rotated(game, known, secret)
                after, game.table.cards = text(game, seat), known
                assert after == before


@pytest.mark.clause("ENE-10.8", "ENE-OP-10")
@given(seeds, kinds)
@few
def test_options_and_messages_are_the_same_whatever_a_seat_has_not_seen_this_turn(seed: bytes, kind: str):
    game = start(kind, seed, pausing=True)
    compared = 0
    for choices in turns(game, seed):
        turn, same = game.turn_start_and_entries()[0], turn_again(game, choices, game.table.cards)
        assert same is not None
        for seat in everybody(game):
            secret = hidden_from(turn, seat) & hidden_from(game.table, seat)
            secret -= shown(game, same.table.events, seat) | named(game, choices)
            other = turn_again(game, choices, rotated(game, turn.cards, secret))
            if other is not None:  # else somebody could not have done what they did with these cards
                assert text(other, seat) == text(same, seat)
                compared += 1
    assume(compared)


@given(seeds, kinds)
@quick
def test_which_copy_of_a_card_it_is_makes_no_difference(seed: bytes, kind: str):
    game = start(kind, seed, pausing=True)
    seen = [latest(game) for _ in decisions(game, seed)]

    name = renaming(game, RandomStream(seed, "names"))
    draws = [entry for entry in game.entries if isinstance(entry, int)]
    choices = [renamed(game, entry, name) for entry in game.entries if isinstance(entry, tuple)]
    twin = contest(kind, seed).begin(Renamed(draws, name), pausing=True)
    for views in seen:
        assert twin.ask is not None
        assert latest(twin) == views
        entry = len(twin.ask.options) > 1 or twin.ask.kind == PLAY
        twin.choose(choices.pop(0) if entry else twin.ask.options[0])
    assert twin.outcome == game.outcome


@pytest.mark.parametrize("name", RULESETS)
@given(seed=seeds)
@few
def test_the_greedy_bot_decides_by_what_its_seat_may_see(name: str, seed: bytes):
    game = start(kind_of(name, seed), seed)
    for number in decisions(game, seed):
        assert game.ask is not None
        table, chosen = game.table, game.ruleset.greedy_bot(game)
        secret = hidden_from(table, game.ask.seat) - named(game, game.ask.options)
        known, table.cards = table.cards, rotated(game, table.cards, secret)
        again, table.cards = game.ruleset.greedy_bot(game), known
        assert again == chosen, (number, game.ask)


def latest(game: Game) -> list[str]:
    """What everybody sees, of the messages the last ones."""
    return [text(game, seat, since=max(0, len(game.table.events) - 9)) for seat in everybody(game)]


class Renamed(Asked):
    """Chance that gives the ``draws`` of another game, in which each card had another name."""

    def __init__(self, draws: list[int], name: dict[int, int]) -> None:
        super().__init__(*draws)
        self.name = name

    def take(self, cards: list[int]) -> int:
        self.answers[0] = self.name[self.answers[0]]
        return super().take(cards)


def renaming(game: Game, lot: RandomStream) -> dict[int, int]:
    """Another name for each card, that of a copy of it with the same owner; before the first draw choices name copies."""
    table, copies = game.table, defaultdict(list)
    drawn = next((at for at, entry in enumerate(game.entries) if isinstance(entry, int)), len(game.entries))
    chosen = {table.cards[value] for entry in game.entries[:drawn] for value in entry[1:]}
    for card, (definition, owner) in enumerate(zip(table.cards, table.owners, strict=True)):
        copies[definition, owner if definition not in chosen else card].append(card)
    return {card: other for group in copies.values() for card, other in zip(group, lot.shuffled(group), strict=True)}


def renamed(game: Game, option: Option, name: dict[int, int]) -> Option:
    fields = game.ruleset.sentences.options[option[0]].fields
    return (
        option[0],
        *(name[value] if is_card(field) else value for field, value in zip(fields, option[1:], strict=True)),
    )


def is_card(field: str) -> bool:
    return field.startswith(("card", "slot"))


def turns(game: Game, seed: bytes) -> Iterator[list[Option]]:
    """Play ``game`` to its end, stopping before every decision with the choices made in its turn so far."""
    turn, choices = game.table.turn, list[Option]()
    asked: tuple[Sequence[Option], int] = ((), 0)
    for number in decisions(game, seed):
        assert game.ask is not None
        if number:
            options, entry = asked
            choices.append(options[0] if len(options) == 1 else game.entries[entry])
        if game.table.turn != turn:
            turn, choices = game.table.turn, []
        yield choices
        asked = game.ask.options, len(game.entries)


def turn_again(game: Game, choices: list[Option], cards: list[Any]) -> Game | None:
    """The turn so far with these definitions behind the ids; None where a choice or an outcome does not fit."""
    table, entries = game.turn_start_and_entries()
    table.cards, table.chance = cards, Asked(*(entry for entry in entries if isinstance(entry, int)))
    try:
        twin = Game(game.ruleset, table, pausing=True)
        for option in choices:
            twin.choose(option)
    except (NotAnOptionError, NotAskedError, ValueError):
        return None
    return twin


def hidden_from(table: Any, seat: int | None) -> set[int]:
    """The cards whose faces ``seat`` does not see."""
    return {card for place in table.zones() if not can_see_faces(place, seat) for card in place.cards}


def shown(game: Game, events: Iterable[Option], seat: int | None) -> set[int]:
    """The cards that these events have shown to ``seat``."""
    says = game.ruleset.sentences.events
    return {
        value
        for code, *values in events
        if not says[code].redacted_template or values[0] == seat
        for name, value in zip(says[code].fields, values, strict=True)
        if name.startswith("card")
    }


def named(game: Game, choices: Iterable[Option]) -> set[int]:
    """The cards that these choices have named: what they are may show in what came of it."""
    says = game.ruleset.sentences.options
    return {
        value
        for option in choices
        for field, value in zip(says[option[0]].fields, option[1:], strict=True)
        if is_card(field)
    }


def rotated(game: Game, cards: list[Any], ids: set[int]) -> list[Any]:
    """The definitions behind the ids, with those of ``ids`` moved on by one; no card is taken for one of another back."""
    turned, backs = list(cards), defaultdict(list)
    for card in sorted(ids):
        backs[game.ruleset.back(cards[card])].append(card)
    for order in backs.values():
        for card, other in zip(order, order[1:] + order[:1], strict=True):
            turned[card] = cards[other]
    return turned
