"""Choices by name: what is to be done and with which cards, instead of the number of an option.

    {"code": "attack", "card": "Gate Hound"}       as an option is printed: its code and its fields
    {"code": "attack", "card": "hand0.2"}          the card at that place

A card is named by set number, by title in either language, or by where it lies, as in a view; of copies the first one
is meant. So a choice can be named that is not offered, and is refused with the reason that forbids it.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.errors import (
    NoSuchOptionError,
    NotAnOptionError,
    NotAskedError,
    RefusalReason,
    UnreadableError,
    _,
)
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.views import addressable_cards

IGNORED_FIELDS = ("id", "cards", "owners")
"""What a printed option says besides its fields."""

NOT_SEEN = RefusalReason(
    "not_seen", "", _("You see no such card. Name a card that you can see, or choose a listed option.")
)


def resolve_option(game: Game, choice: int | Mapping[str, Any]) -> Option:
    """Return the option of the pending ask that ``choice`` means: its number, or its code with its fields.

    Raises NotAskedError, NoSuchOptionError for a number, NotAnOptionError for a choice that is not offered, and
    UnreadableError for what is no choice of this game.
    """
    if game.ask is None:
        raise NotAskedError
    if isinstance(choice, Mapping):
        return _option_by_name(game, game.ask, choice)
    if choice not in range(len(game.ask.options)):
        raise NoSuchOptionError(option=choice)
    return game.ask.options[choice]


def choice_from_words(game: Game, arguments: list[str]) -> JsonObject:
    """Return the choice that ``words`` name: its code, then its fields in order. Raises UnreadableError.

    A single word may hold the code and a field: "attack Gate Hound".
    """
    code, *values = arguments[0].split(maxsplit=1) if len(arguments) == 1 else arguments
    fields = _fields(game, code, place="CHOICE")
    if len(values) != len(fields):
        wanted = " ".join((code, *(f"<{field}>" for field in fields)))
        raise UnreadableError(f"{' '.join(arguments)!r} is not of the form {wanted!r}", place="CHOICE")
    return {"code": code, **{field: _number(value) for field, value in zip(fields, values, strict=True)}}


def _option_by_name(game: Game, ask: Ask, choice: Mapping[str, Any]) -> Option:
    code = choice.get("code")
    fields = _fields(game, code, place="choice.code")
    if unknown := sorted(choice.keys() - {"code", *IGNORED_FIELDS, *fields}):
        raise UnreadableError(f"{unknown[0]!r} is no field of {code!r}", place="choice")
    values = [list(_possible_values(game, ask, field, _value(choice, field))) for field in fields]
    options = [(str(code), *combined) for combined in product(*values)]
    if not options:
        raise NotAnOptionError(option=[code, *(choice[field] for field in fields)], reason=NOT_SEEN)
    offered = next((option for option in options if option in ask.options), None)
    if offered is None:
        raise _most_specific([game.refusal(option) for option in options])
    return offered


def _most_specific(refusals: list[NotAnOptionError]) -> NotAnOptionError:
    """Return the first refusal with a clause: of copies in several places one may be forbidden, the others out of reach."""
    with_reason = (refusal for refusal in refusals if "reason" in refusal.details)
    return next((refusal for refusal in refusals if refusal.clause), next(with_reason, refusals[0]))


def _fields(game: Game, code: Any, *, place: str) -> tuple[str, ...]:
    says = game.ruleset.sentences.options
    if not isinstance(code, str) or code not in says:
        raise UnreadableError(f"{code!r} is no id of an option, and none of {', '.join(sorted(says))}", place=place)
    return says[code].fields


def _value(choice: Mapping[str, Any], field: str) -> int | str:
    if field not in choice:
        raise UnreadableError("missing", place=f"choice.{field}")
    value = choice[field]
    if type(value) not in (int, str):
        raise UnreadableError(f"{value!r} is no name", place=f"choice.{field}")
    return value  # type: ignore[no-any-return]  # an int or a str, as has just been made sure


def _number(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdigit() else word


def _possible_values(game: Game, ask: Ask, field: str, value: int | str) -> Iterator[int | str]:
    """Yield what ``value`` may mean in that field: cards as numbers, in the order in which a view names them."""
    if not field.startswith(("card", "slot")):
        yield value
        return
    name, shown = str(value).casefold(), _cards_shown(game, ask)
    for card, (place, faced) in (dict.fromkeys(shown, ("", True)) | addressable_cards(game.table, ask.seat)).items():
        if name == place.casefold() or ((faced or card in shown) and name in _names(game.table.cards[card].printed)):
            yield card


def _cards_shown(game: Game, ask: Ask) -> list[int]:
    """Return the cards whose faces the options show, wherever they lie: they may come from a pile that nobody else sees."""
    says = game.ruleset.sentences.options
    return [
        value
        for option in ask.options
        for field, value in zip(says[option[0]].fields, option[1:], strict=True)
        if field.startswith("card")
    ]


def _names(printed: Any) -> tuple[str, ...]:
    return (printed.ref.casefold(), printed.name.en.casefold(), printed.name.ja.casefold())
