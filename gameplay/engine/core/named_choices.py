"""Choices by name: the action and its cards, instead of the number of an option.

    {"code": "attack", "card": "Gate Hound"}       the code and the fields of an option, as a view shows them
    {"code": "attack", "card": "hand0.2"}          the card with this handle

A card is named by set number, by title in either language, or by its handle in a view (zone and index). Among several
copies the first one is chosen. A named choice need not be among the options; it is then refused with the reason why it
is illegal.
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
"""The keys of an option in a view that are not fields of its code."""

NOT_SEEN = RefusalReason(
    "not_seen", "", _("You cannot see this card. Name a card that you can see, or choose a listed option.")
)


def resolve_option(game: Game, choice: int | Mapping[str, Any]) -> Option:
    """Return the option of the pending ask that ``choice`` names, by its number or by its code and fields.

    Raises NotAskedError, NoSuchOptionError for an unknown number, NotAnOptionError for a choice that is not an option,
    and UnreadableError for anything that is not a choice of this game.
    """
    if game.ask is None:
        raise NotAskedError
    if isinstance(choice, Mapping):
        return _option_by_name(game, game.ask, choice)
    if choice not in range(len(game.ask.options)):
        raise NoSuchOptionError(option=choice)
    return game.ask.options[choice]


def choice_from_words(game: Game, arguments: list[str]) -> JsonObject:
    """Return the choice that ``arguments`` name: its code, then its fields in order. Raises UnreadableError.

    A single argument may contain the code and one field: "attack Gate Hound".
    """
    code, *values = arguments[0].split(maxsplit=1) if len(arguments) == 1 else arguments
    fields = _fields(game, code, place="CHOICE")
    if len(values) != len(fields):
        form = " ".join((code, *(f"<{field}>" for field in fields)))
        reason = _("{choice!r} is not of the form {form!r}")
        raise UnreadableError(reason, place="CHOICE", choice=" ".join(arguments), form=form)
    return {"code": code, **{field: _number(value) for field, value in zip(fields, values, strict=True)}}


def _option_by_name(game: Game, ask: Ask, choice: Mapping[str, Any]) -> Option:
    code = choice.get("code")
    fields = _fields(game, code, place="choice.code")
    if unknown := sorted(choice.keys() - {"code", *IGNORED_FIELDS, *fields}):
        raise UnreadableError(_("{field!r} is no field of {code!r}"), place="choice", field=unknown[0], code=code)
    candidates = [list(_possible_values(game, ask, field, _value(choice, field))) for field in fields]
    options = [(str(code), *combined) for combined in product(*candidates)]
    if not options:
        raise NotAnOptionError(option=[code, *(choice[field] for field in fields)], reason=NOT_SEEN)
    offered = next((option for option in options if option in ask.options), None)
    if offered is None:
        raise _most_specific([game.refusal(option) for option in options])
    return offered


def _most_specific(refusals: list[NotAnOptionError]) -> NotAnOptionError:
    """Return the first refusal with a clause, else the first with a reason, else the first.

    Among copies in several zones, a rule may forbid one while the others are out of reach.
    """
    with_reason = (refusal for refusal in refusals if "reason" in refusal.details)
    return next((refusal for refusal in refusals if refusal.clause), next(with_reason, refusals[0]))


def _fields(game: Game, code: Any, *, place: str) -> tuple[str, ...]:
    sentences = game.ruleset.sentences.options
    if not isinstance(code, str) or code not in sentences:
        codes = ", ".join(sorted(sentences))
        reason = _("{code!r} is neither the number of an option nor one of {codes}")
        raise UnreadableError(reason, place=place, code=code, codes=codes)
    return sentences[code].fields


def _value(choice: Mapping[str, Any], field: str) -> int | str:
    if field not in choice:
        raise UnreadableError(_("this field is missing"), place=f"choice.{field}")
    value = choice[field]
    if type(value) not in (int, str):
        raise UnreadableError(_("{value!r} is not a name"), place=f"choice.{field}", value=value)
    return value  # type: ignore[no-any-return]  # an int or a str, as checked above


def _number(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdigit() else word


def _possible_values(game: Game, ask: Ask, field: str, value: int | str) -> Iterator[int | str]:
    """Yield the possible meanings of ``value`` in that field: for a card, ids in the order of a view."""
    if not field.startswith(("card", "slot")):
        yield value
        return
    name = str(value).casefold()
    for card, (handle, face_visible) in addressable_cards(game.table, ask.seat).items():
        if name == handle.casefold() or (face_visible and name in _names(game.table.cards[card].printed)):
            yield card


def _names(printed: Any) -> tuple[str, ...]:
    return (printed.ref.casefold(), printed.name.en.casefold(), printed.name.ja.casefold())
