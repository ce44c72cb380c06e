"""Views, options and messages do not depend on hidden cards: for every game that the core can play."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import pytest

from gameplay.engine.core.asks import PLAY, Option
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import can_see_faces
from gameplay.games import RULESETS
from tests.conformance.contest import ExplicitChance
from tests.parts.properties import assume, example, given
from tests.properties.games import all_viewers, contest, decisions, few, kind_of, kinds, quick, seeds, start, text


@pytest.mark.clause("ENE-10.8")
@given(seeds, kinds)
@quick
def test_view_does_not_depend_on_cards_that_its_seat_has_never_seen(seed: bytes, kind: str):
    game = start(kind, seed, pausing=True)
    for number in decisions(game, seed):
        if number % 4 == 0:
            for seat in all_viewers(game):
                secret = hidden_from(game.table, seat) - shown(game, game.table.events, seat)
                before, known = text(game, seat), game.table.cards
                game.table.cards = rotated(game, known, secret)
                after, game.table.cards = text(game, seat), known
                assert after == before


@pytest.mark.clause("ENE-10.8", "ENE-OP-10")
@given(seeds, kinds)
@example(b"\x81\x84\xbc\x0e", "rm2k standard")  # a discard from a hand of two copies
@few
def test_options_and_messages_do_not_depend_on_cards_unseen_this_turn(seed: bytes, kind: str):
    game = start(kind, seed, pausing=True)
    compared = 0
    for choices in turns(game, seed):
        turn, same = game.turn_start_and_entries()[0], replay_turn(game, choices, game.table.cards)
        assert same is not None
        for seat in all_viewers(game):
            secret = hidden_from(turn, seat) & hidden_from(game.table, seat)
            secret -= shown(game, same.table.events, seat) | named(game, choices)
            other = replay_turn(game, choices, rotated(game, turn.cards, secret))
            if other is not None:  # None if the choices are impossible with these cards
                assert text(other, seat) == text(same, seat)
                compared += 1
    assume(compared)


@given(seeds, kinds)
@quick
def test_copies_of_a_card_are_interchangeable(seed: bytes, kind: str):
    game = start(kind, seed, pausing=True)
    views_before = [latest_views(game) for _ in decisions(game, seed)]

    name = renaming(game, RandomStream(seed, "names"))
    draws = [entry for entry in game.entries if isinstance(entry, int)]
    choices = [renamed(game, entry, name) for entry in game.entries if isinstance(entry, tuple)]
    twin = contest(kind, seed).begin(RelabelledChance(draws, name), pausing=True)
    for views in views_before:
        assert twin.ask is not None
        assert latest_views(twin) == views
        entry = len(twin.ask.options) > 1 or twin.ask.kind == PLAY
        twin.choose(choices.pop(0) if entry else twin.ask.options[0])
    assert twin.outcome == game.outcome


@pytest.mark.parametrize("name", RULESETS)
@given(seed=seeds)
@few
def test_greedy_bot_decides_by_visible_cards_only(name: str, seed: bytes):
    game = start(kind_of(name, seed), seed)
    for number in decisions(game, seed):
        assert game.ask is not None
        table, chosen = game.table, game.ruleset.greedy_bot(game)
        secret = hidden_from(table, game.ask.seat) - named(game, game.ask.options)
        known, table.cards = table.cards, rotated(game, table.cards, secret)
        other, table.cards = game.ruleset.greedy_bot(game), known
        assert other == chosen, (number, game.ask)


def latest_views(game: Game) -> list[str]:
    """Return all views with the last messages."""
    return [text(game, seat, since=max(0, len(game.table.events) - 9)) for seat in all_viewers(game)]


class RelabelledChance(ExplicitChance):
    """Chance with the ``draws`` of another game, with its card ids mapped by ``name``."""

    def __init__(self, draws: list[int], name: dict[int, int]) -> None:
        super().__init__(*draws)
        self.name = name

    def take(self, cards: list[int]) -> int:
        self.answers[0] = self.name[self.answers[0]]
        return super().take(cards)


def renaming(game: Game, stream: RandomStream) -> dict[int, int]:
    """Return a permutation of card ids that maps each card to a copy with the same owner.

    Cards that are chosen before the first draw keep their ids.
    """
    table, copies = game.table, defaultdict(list)
    drawn = next((place for place, entry in enumerate(game.entries) if isinstance(entry, int)), len(game.entries))
    chosen = {table.cards[value] for entry in game.entries[:drawn] for value in cast(Option, entry)[1:]}
    for card, (definition, owner) in enumerate(zip(table.cards, table.owners, strict=True)):
        copies[definition, owner if definition not in chosen else card].append(card)
    return {card: other for group in copies.values() for card, other in zip(group, stream.shuffled(group), strict=True)}


def renamed(game: Game, option: Option, name: dict[int, int]) -> Option:
    fields = game.ruleset.sentences.options[option[0]].fields
    return (
        option[0],
        *(name[value] if is_card(field) else value for field, value in zip(fields, option[1:], strict=True)),
    )


def is_card(field: str) -> bool:
    return field.startswith(("card", "slot"))


def turns(game: Game, seed: bytes) -> Iterator[list[Option]]:
    """Play ``game`` to its end, and yield before every decision the choices made in the current turn."""
    turn, choices = game.table.turn, list[Option]()
    previous: tuple[Sequence[Option], int] = ((), 0)
    for number in decisions(game, seed):
        assert game.ask is not None
        if number:
            options, entry = previous
            choices.append(options[0] if len(options) == 1 else cast(Option, game.entries[entry]))
        if game.table.turn != turn:
            turn, choices = game.table.turn, []
        yield choices
        previous = game.ask.options, len(game.entries)


def replay_turn(game: Game, choices: list[Option], cards: list[Any]) -> Game | None:
    """Replay the current turn with other definitions of the card ids; None if a choice or a draw is impossible."""
    table, entries = game.turn_start_and_entries()
    table.cards, table.chance = cards, ExplicitChance(*(entry for entry in entries if isinstance(entry, int)))
    try:
        twin = Game(game.ruleset, table, pausing=True)
        for option in choices:
            twin.choose(option)
    except (NotAnOptionError, NotAskedError, ValueError):
        return None
    return twin


def hidden_from(table: Any, seat: int | None) -> set[int]:
    """Return the cards whose faces ``seat`` cannot see."""
    return {card for place in table.zones() if not can_see_faces(place, seat) for card in place.cards}


def shown(game: Game, events: Iterable[Option], seat: int | None) -> set[int]:
    """Return the cards that these events have revealed to ``seat``."""
    sentences = game.ruleset.sentences.events
    return {
        value
        for code, *values in events
        if not sentences[code].redacted_template or values[0] == seat
        for name, value in zip(sentences[code].fields, values, strict=True)
        if name.startswith("card")
    }


def named(game: Game, choices: Iterable[Option]) -> set[int]:
    """Return the cards that these choices have named; their identity can show in the effects."""
    sentences = game.ruleset.sentences.options
    return {
        value
        for option in choices
        for field, value in zip(sentences[option[0]].fields, option[1:], strict=True)
        if is_card(field)
    }


def rotated(game: Game, cards: list[Any], ids: set[int]) -> list[Any]:
    """Return the card definitions with those of ``ids`` rotated by one, separately for each card back."""
    turned, backs = list(cards), defaultdict(list)
    for card in sorted(ids):
        backs[game.ruleset.back(cards[card])].append(card)
    for order in backs.values():
        for card, other in zip(order, order[1:] + order[:1], strict=True):
            turned[card] = cards[other]
    return turned
