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
from gameplay.engine.core.chance import Recorded
from gameplay.engine.core.errors import NotAnOptionError, UnreadableError
from gameplay.engine.core.game import CONCEDE, TIME, Game
from gameplay.engine.core.json_text import JsonObject, parse
from gameplay.engine.core.named_choices import chosen
from gameplay.engine.core.position_fields import Sheet
from gameplay.engine.core.position_table import Catalogue, Scripted, read_table, write_table
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.views import JUDGE, told, view

# --- reading ----------------------------------------------------------------------------


def read(text: str, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Game:
    """Return the game that stands as the position ``text`` says. Raises UnreadableError."""
    data = parse(text, file=file, object_pairs_hook=_object, parse_constant=_no_number)
    return game_of(data, rulesets, catalogue, file=file)


def game_of(data: Any, rulesets: Mapping[str, Ruleset], catalogue: Catalogue, *, file: str = "") -> Game:
    """Return the game that stands as the position ``data``, read from JSON, says. Raises UnreadableError."""
    sheet = Sheet(data, file=file)
    choices, pausing = sheet.take("choices", list, []), sheet.take("pausing", bool, False)
    game = Game(*read_table(sheet, rulesets, catalogue), pausing=pausing)
    for number, choice in enumerate(choices):
        _follow(game, choice, UnreadableError("", file=file, place=f"choices.{number}"))
    return game


def _follow(game: Game, choice: Any, fault: UnreadableError) -> None:
    """Make one of the ``choices`` of a position; ``fault`` names its place."""

    def fail(reason: str) -> UnreadableError:
        return UnreadableError(reason, file=fault.file, place=fault.place)

    if game.over:
        raise fail("the game is over")
    if choice in ([TIME], [TIME, game.table.turn]):
        game.call_time(*choice[1:])
    elif choice in [[CONCEDE, seat] for seat in range(game.table.seats)]:
        game.concede(choice[1])
    elif type(choice) is not int:
        raise fail(f"{choice!r} is no choice")
    else:
        try:
            choose(game, choice)
        except NotAnOptionError:
            raise fail(f"there is no option {choice}") from None


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    """An object; JSON itself would let a second value silently replace the first."""
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"{twice[0]!r} is there twice")
    return dict(pairs)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


# --- asking and choosing ----------------------------------------------------------------


def options(game: Game) -> JsonObject:
    """The pending ask with its legal options, as JSON; without an ask the outcome says how the game ended."""
    seen = view(game, None if game.ask is None else game.ask.seat)
    ask = seen["ask"] or {"seat": None, "kind": None, "about": None, "options": []}
    return ask | {"scores": seen["scores"], "outcome": seen["outcome"]}


def choose(game: Game, choice: int | Mapping[str, Any]) -> None:
    """Choose the option that ``choice`` means, see `engine.named`.

    Raises NotAskedError, NotAnOptionError, and UnreadableError for what is no choice of this game.
    """
    game.choose(chosen(game, choice))


def apply(game: Game, choice: int | Mapping[str, Any]) -> JsonObject:
    """Choose, and return the position after it, what happened, and the outcome, as JSON.

    Events name every card, because the author of a position knows them all.
    Raises what `choose` does, and UnreadableError for an outcome of chance that cannot come up.
    """
    so_far = len(game.table.events)
    choose(game, choice)
    events = game.table.events[so_far:]
    return {
        "position": position_of(game),
        "events": [told(game, game.ruleset.words.events, event, JUDGE) for event in events],
        "outcome": view(game, None)["outcome"],
    }


# --- writing ----------------------------------------------------------------------------


def position_of(game: Game) -> JsonObject:
    """Return where ``game`` stands, as JSON: the last ask of a play in this turn, else its start, and what came since."""
    table, entries = game.turn_so_far()
    chance = table.chance = _Noting(entries, table.cards)
    start = write_table(game.ruleset, table)
    choices: list[Any] = []
    twin = Game(game.ruleset, table, pausing=game.pausing)
    while True:
        if twin.ask is not None and twin.ask.kind == PLAY:
            start, choices = write_table(game.ruleset, table), []
            chance.noted.clear()
        if chance.at < len(entries):
            choices.append(_again(twin, entries[chance.at]))
        elif twin.ask is not None and len(twin.ask.options) == 1 and not _same_ask(twin, game):
            choices.append(_again(twin, twin.ask.options[0]))  # it could only pass: that is no entry
        else:
            break
    left = game.table.chance.left() if isinstance(game.table.chance, Scripted) else []
    since = {"choices": choices, "chance": chance.noted + left, "pausing": game.pausing}
    return start | {field: value for field, value in since.items() if value}


def _same_ask(twin: Game, game: Game) -> bool:
    """Whether both wait for the same answer."""
    asked = [(each.ask.seat, each.ask.about, list(each.ask.options)) if each.ask else None for each in (twin, game)]
    return asked[0] == asked[1]


class _Noting(Recorded):
    """Chance from the entries of a game, noted as a position has it."""

    def __init__(self, script: list[Any], definitions: list[Any]) -> None:
        super().__init__(script)
        self.definitions = definitions
        self.noted: list[Any] = []

    def take(self, cards: list[int]) -> int:
        card = super().take(cards)
        definition = self.definitions[card]
        copies = any(self.definitions[other] is definition for other in cards)
        self.noted.append(f"{definition.ref}#{card}" if copies else definition.ref)
        return card

    def number(self, n: int) -> int:
        self.noted.append(super().number(n))
        return int(self.noted[-1])


def _again(twin: Game, entry: Any) -> Any:
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
