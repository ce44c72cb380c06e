"""A position: a game at a decision point, written so that a person can write it by hand.

It says what lies where at the start of a turn, of a step or before a play; in the
middle of a step it is that start and the choices and outcomes of chance since. The
form is JSON; what the core reads is

    {"format": "passleft-position-1", "ruleset": the game, "variant": "draft",
     "switches": {"target": 7} if the variant is played otherwise than usual,
     "cards": [{...}, ...]       invented cards, in the form of a set's file; set NEW
     "turn": 5, "active": 0, "step": "play",
     "left": [2]                 the seats that have given up, if any have
     "seats": [{...}, {...}]     what lies before each player
     "choices": [3, 0, ...]      ids of options; ["time"] and ["concede", seat] as in a record
     "chance": ["FL-C01", 2]     what comes up, since the start and from now on: cards and numbers;
                                 "FL-C01#12" is the copy that has the number 12
     "numbers": [12, 3, ...]     the numbers of the cards in the order written, if they are to be kept
     "pausing": true             if who can only pass is asked all the same

and everything else is the game's own (`ruleset.positions`). A card is named by set
number or title, first of those it brings along. Where ``chance`` ends, the card written first comes up, and the
lowest number.
"""

from collections.abc import Mapping
from typing import Any

from gameplay.engine.core.asks import PLAY
from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.errors import NotAnOptionError, UnreadableError
from gameplay.engine.core.game import CONCEDE, TIME, Game
from gameplay.engine.core.json_text import JsonObject, parse_json
from gameplay.engine.core.named_choices import resolve_option
from gameplay.engine.core.position_fields import FieldReader
from gameplay.engine.core.position_table import Catalogue, ScriptedChance, read_table, write_table
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.views import JUDGE, view_for_seat, visible_fields

# --- reading ----------------------------------------------------------------------------


def parse_position(text: str, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Game:
    """Return the game that stands as the position ``text`` says. Raises UnreadableError."""
    data = parse_json(text, file=file, object_pairs_hook=_object, parse_constant=_reject_constant)
    return game_from_json(data, rulesets, catalogue, file=file)


def game_from_json(data: Any, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Game:
    """Return the game that stands as the position ``data``, read from JSON, says. Raises UnreadableError."""
    sheet = FieldReader(data, file=file)
    choices, pausing = sheet.take("choices", list, []), sheet.take("pausing", bool, False)
    game = Game(*read_table(sheet, rulesets, catalogue), pausing=pausing)
    for number, choice in enumerate(choices):
        _make_choice(game, choice, UnreadableError("", file=file, place=f"choices.{number}"))
    return game


def _make_choice(game: Game, choice: Any, fault: UnreadableError) -> None:
    """Make one of the ``choices`` of a position; ``fault`` names its place."""

    def fail(reason: str) -> UnreadableError:
        return UnreadableError(reason, file=fault.file, place=fault.place)

    if game.is_over:
        raise fail("the game is over")
    if choice in ([TIME], [TIME, game.table.turn]):
        game.call_time(*choice[1:])
    elif choice in [[CONCEDE, seat] for seat in range(game.table.seats)]:
        game.concede(choice[1])
    elif type(choice) is not int:
        raise fail(f"{choice!r} is no choice")
    else:
        try:
            choose_resolved(game, choice)
        except NotAnOptionError:
            raise fail(f"there is no option {choice}") from None


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    """An object; JSON itself would let a second value silently replace the first."""
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"{twice[0]!r} is there twice")
    return dict(pairs)


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


# --- asking and choosing ----------------------------------------------------------------


def pending_ask(game: Game) -> JsonObject:
    """The pending ask with its legal options, as JSON; without an ask the outcome says how the game ended."""
    seen = view_for_seat(game, None if game.ask is None else game.ask.seat)
    ask = seen["ask"] or {"seat": None, "kind": None, "about": None, "options": []}
    return ask | {"scores": seen["scores"], "outcome": seen["outcome"]}


def choose_resolved(game: Game, choice: int | Mapping[str, Any]) -> None:
    """Choose the option that ``choice`` means, see `engine.named`.

    Raises NotAskedError, NotAnOptionError, and UnreadableError for what is no choice of this game.
    """
    game.choose(resolve_option(game, choice))


def apply_choice(game: Game, choice: int | Mapping[str, Any]) -> JsonObject:
    """Choose, and return the position after it, what happened, and the outcome, as JSON.

    Events name every card, because the author of a position knows them all.
    Raises what `choose` does, and UnreadableError for an outcome of chance that cannot come up.
    """
    so_far = len(game.table.events)
    choose_resolved(game, choice)
    events = game.table.events[so_far:]
    return {
        "position": position_of(game),
        "events": [visible_fields(game, game.ruleset.sentences.events, event, JUDGE) for event in events],
        "outcome": view_for_seat(game, None)["outcome"],
    }


# --- writing ----------------------------------------------------------------------------


def position_of(game: Game) -> JsonObject:
    """Return where ``game`` stands, as JSON: the last ask of a play in this turn, else its start, and what came since."""
    table, entries = game.turn_start_and_entries()
    chance = table.chance = _ChanceRecorder(entries, table.cards)
    start = write_table(game.ruleset, table)
    choices: list[Any] = []
    twin = Game(game.ruleset, table, pausing=game.pausing)
    while True:
        if twin.ask is not None and twin.ask.kind == PLAY:
            start, choices = write_table(game.ruleset, table), []
            chance.script_so_far.clear()
        if chance.index < len(entries):
            choices.append(_replay_entry(twin, entries[chance.index]))
        elif twin.ask is not None and len(twin.ask.options) == 1 and not _ask_is_same(twin, game):
            choices.append(_replay_entry(twin, twin.ask.options[0]))  # it could only pass: that is no entry
        else:
            break
    left = game.table.chance.remaining() if isinstance(game.table.chance, ScriptedChance) else []
    since = {"choices": choices, "chance": chance.script_so_far + left, "pausing": game.pausing}
    return start | {field: value for field, value in since.items() if value}


def _ask_is_same(twin: Game, game: Game) -> bool:
    """Whether both wait for the same answer."""
    asked = [(each.ask.seat, each.ask.about, list(each.ask.options)) if each.ask else None for each in (twin, game)]
    return asked[0] == asked[1]


class _ChanceRecorder(RecordedChance):
    """Chance from the entries of a game, noted as a position has it."""

    def __init__(self, script: list[Any], definitions: list[Any]) -> None:
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


def _replay_entry(twin: Game, entry: Any) -> Any:
    """Carry out an entry of the game, or what leaves no choice before it, and return it as a position has it."""
    if type(entry) is tuple and entry[0] == TIME:
        twin.call_time(*entry[1:])
        return list(entry)
    if type(entry) is tuple and entry[0] == CONCEDE:
        twin.concede(entry[1])
        return list(entry)
    assert twin.ask is not None
    number = 0 if len(twin.ask.options) == 1 else twin.ask.options.index(entry)
    twin.choose(twin.ask.options[number])
    return number
