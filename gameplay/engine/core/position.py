"""Positions: a game at a decision point, in a form that can be written by hand.

A position describes the table at the start of a turn, at the start of a step or before a play. In the middle of a step
it describes that earlier table, followed by the choices and outcomes of chance since. The form is JSON. The core reads
these fields:

    {"format": "passleft-position-1", "ruleset": name of the game, "variant": "draft",
     "switches": {"target": 7}   optional: fields of the variant with other values than usual
     "cards": [{...}, ...]       optional: invented cards, in the form of a set file; they form the set NEW
     "turn": 5, "active": 0, "step": "play",
     "left": [2]                 optional: the seats that have conceded
     "seats": [{...}, {...}]     the zones of each player
     "choices": [3, 0, ...]      numbers of options; ["time"], ["concede", seat] and ["stopped"] as in a record
     "chance": ["FL-C01", 2]     the next outcomes of chance: cards and numbers;
                                 "FL-C01#12" is the copy with the number 12
     "numbers": [12, 3, ...]     optional: the numbers of the cards in the order written
     "pausing": true             optional: ask even if the only answer is to pass

All other fields belong to the game (`Ruleset.positions`). A card is named by set number or title; invented cards take
precedence. At the end of ``chance``, the outcome is the card written first, or the lowest number.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gameplay.engine.core.asks import PLAY
from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.entries import CONCEDE, STOP, TIME, Entry
from gameplay.engine.core.errors import NotAnOptionError, Translatable, UnreadableError, _
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import JsonObject, parse_json
from gameplay.engine.core.named_choices import resolve_option
from gameplay.engine.core.position_fields import FieldReader
from gameplay.engine.core.position_table import Catalogue, ScriptedChance, read_table, write_table
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.views import JUDGE, view_for_seat, visible_fields

# --- reading ----------------------------------------------------------------------------


def parse_position(text: str, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Game:
    """Return the game at the position that ``text`` describes. Raises UnreadableError."""
    data = parse_json(text, file=file, object_pairs_hook=_object, parse_constant=_reject_constant)
    return game_from_json(data, rulesets, catalogue, file=file)


def game_from_json(data: Any, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Game:
    """Return the game at the position that the JSON ``data`` describes. Raises UnreadableError."""
    reader = FieldReader(data, file=file)
    choices, pausing = reader.take("choices", list, []), reader.take("pausing", bool, False)
    game = Game(*read_table(reader, rulesets, catalogue), pausing=pausing)
    for number, choice in enumerate(choices):
        _make_choice(game, choice, partial(UnreadableError, file=file, place=f"choices.{number}"))
    return game


def _make_choice(game: Game, choice: Any, fault: Callable[..., UnreadableError]) -> None:
    """Apply one of the ``choices`` of a position; ``fault`` returns an error with its file and place."""
    if game.is_over:
        raise fault(_("the game is over"))
    if choice in ([TIME], [TIME, game.table.turn]):
        game.call_time(*choice[1:])
    elif choice in [[CONCEDE, seat] for seat in range(game.table.seats)]:
        game.concede(choice[1])
    elif choice == [STOP]:
        game.stop()
    elif type(choice) is not int:
        raise fault(_("{choice!r} is not a choice"), choice=choice)
    else:
        try:
            choose_resolved(game, choice)
        except NotAnOptionError:
            raise fault(_("there is no option {option}"), option=choice) from None


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    """Build an object; unlike plain JSON, refuse a duplicate key instead of keeping the last value."""
    names = [name for name, _value in pairs]
    if duplicates := [name for name in names if names.count(name) > 1]:
        raise ValueError(Translatable(_("duplicate key {key!r}"), key=duplicates[0]))
    return dict(pairs)


def _reject_constant(name: str) -> None:
    raise ValueError(Translatable(_("{value} is not a number"), value=name))


# --- asking and choosing ----------------------------------------------------------------


def pending_ask(game: Game) -> JsonObject:
    """Return the pending ask with its legal options as JSON; if there is none, the outcome says how the game ended."""
    view = view_for_seat(game, None if game.ask is None else game.ask.seat)
    ask = view["ask"] or {"seat": None, "kind": None, "about": None, "options": []}
    return ask | {"scores": view["scores"], "outcome": view["outcome"]}


def choose_resolved(game: Game, choice: int | Mapping[str, Any]) -> None:
    """Make the choice that ``choice`` names by number or by code and fields, see `core.named_choices`.

    Raises NotAskedError, NotAnOptionError, and UnreadableError for anything that is not a choice of this game.
    """
    game.choose(resolve_option(game, choice))


def apply_choice(game: Game, choice: int | Mapping[str, Any]) -> JsonObject:
    """Make a choice; return the position after it, its events, and the outcome, as JSON.

    Events name every card, because the author of a position knows them all. Raises the errors of `choose_resolved`,
    and UnreadableError for an impossible outcome of chance.
    """
    event_count = len(game.table.events)
    choose_resolved(game, choice)
    events = game.table.events[event_count:]
    return {
        "position": position_of(game),
        "events": [visible_fields(game, game.ruleset.sentences.events, event, JUDGE) for event in events],
        "outcome": view_for_seat(game, None)["outcome"],
    }


# --- writing ----------------------------------------------------------------------------


def position_of(game: Game) -> JsonObject:
    """Return the current position of ``game`` as JSON.

    It describes the table before the last ask for a play in this turn, or at the start of the turn, and the choices
    and outcomes of chance since.
    """
    table, entries = game.turn_start_and_entries()
    chance = table.chance = _ChanceRecorder(entries, table.cards)
    start = write_table(game.ruleset, table)
    choices: list[Any] = []
    replayed = Game(game.ruleset, table, pausing=game.pausing)
    while True:
        if replayed.ask is not None and replayed.ask.kind == PLAY:
            start, choices = write_table(game.ruleset, table), []
            chance.script_so_far.clear()
        if chance.index < len(entries):
            choices.append(_replay_entry(replayed, entries[chance.index]))
        elif replayed.ask is not None and len(replayed.ask.options) == 1 and not _ask_is_same(replayed, game):
            choices.append(_replay_entry(replayed, replayed.ask.options[0]))  # a forced pass, which is not an entry
        else:
            break
    remaining = game.table.chance.remaining() if isinstance(game.table.chance, ScriptedChance) else []
    since = {"choices": choices, "chance": chance.script_so_far + remaining, "pausing": game.pausing}
    return start | {field: value for field, value in since.items() if value}


def _ask_is_same(replayed: Game, game: Game) -> bool:
    """Return whether both games wait for the same answer."""
    asks = [(each.ask.seat, each.ask.about, list(each.ask.options)) if each.ask else None for each in (replayed, game)]
    return asks[0] == asks[1]


class _ChanceRecorder(RecordedChance):
    """Chance from the entries of a game that also records its outcomes in the form of a position."""

    def __init__(self, script: list[Entry], definitions: list[Any]) -> None:
        super().__init__(script)
        self.definitions = definitions
        self.script_so_far: list[Any] = []

    def take(self, cards: list[int]) -> int:
        card = super().take(cards)
        definition = self.definitions[card]
        copies = any(self.definitions[other] is definition for other in cards)
        self.script_so_far.append(f"{definition.ref}#{card}" if copies else definition.ref)
        return card

    def number(self, n: int) -> int:
        self.script_so_far.append(super().number(n))
        return int(self.script_so_far[-1])


def _replay_entry(replayed: Game, entry: Entry) -> int | list[object]:
    """Apply an entry of the game, or a forced answer before it, and return it in the form of a position."""
    if type(entry) is tuple and entry[0] == TIME:
        replayed.call_time(*entry[1:])
        return list(entry)
    if type(entry) is tuple and entry[0] == CONCEDE:
        replayed.concede(entry[1])
        return list(entry)
    if entry == (STOP,):
        replayed.stop()
        return list(entry)
    assert replayed.ask is not None
    number = 0 if len(replayed.ask.options) == 1 else replayed.ask.options.index(entry)
    replayed.choose(replayed.ask.options[number])
    return number
