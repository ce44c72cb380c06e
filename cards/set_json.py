"""The JSON format for exchanging sets: the tables of a set file in canonical form.

Parsing is as strict as for the catalogue. Writing a set always gives the same bytes,
so its fingerprint does not depend on the formatting of the file it was read from.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cards.printed import CardSet, CatalogueError, LocalizedText, PrintedCard, Product, read_tables
from cards.surrogates import SURROGATE_MESSAGE, find_lone_surrogate

FORMAT = "passleft-set-1"
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]')


def set_to_json(card_set: CardSet) -> str:
    """Return ``card_set`` as the text of its file."""
    return json.dumps(set_tables(card_set), ensure_ascii=False, indent=2) + "\n"


def set_tables(card_set: CardSet) -> dict[str, Any]:
    """Return ``card_set`` as JSON data, as described by ``set.schema.json``.

    The list of archetypes is left out if it is empty, so that older files keep their fingerprints.
    """
    archetypes = [
        {"code": each.code, "name": _text_table(each.name), "cards": list(each.cards)} for each in card_set.archetypes
    ]
    return {
        "format": FORMAT,
        "set": {"game": card_set.game, "code": card_set.code, "name": _text_table(card_set.name)},
        "product": [_product_table(each) for each in card_set.products],
        "deck": [
            {"code": each.code, "name": _text_table(each.name), "cards": dict(each.cards)} for each in card_set.decks
        ],
        **({"archetype": archetypes} if archetypes else {}),
        "card": [card_table(card) for card in card_set.cards],
    }


def set_from_json(text: str, *, file: str) -> CardSet:
    """Read a set from JSON ``text``; ``file`` is used only in messages. Raises CatalogueError."""
    data = _load_json(text, file)
    if data.pop("format", None) != FORMAT:
        raise CatalogueError(f"format must be {FORMAT!r}", file=file, line=1)
    card_set = read_tables(data, file=file, lines={"card": _card_lines(text)})
    return replace(card_set, fingerprint=hashlib.sha256(set_to_json(card_set).encode()).hexdigest())


def _text_table(text: LocalizedText) -> dict[str, str]:
    return {"en": text.en} | ({"ja": text.ja} if text.ja else {})


def _product_table(product: Product) -> dict[str, Any]:
    head = {"code": product.code, "name": _text_table(product.name), "slots": dict(product.slots)}
    wild = {"wild": [dict(weights) for weights in product.wild]} if product.wild else {}
    return head | ({"foil": product.foil} if product.foil else {}) | wild


def card_table(card: PrintedCard) -> dict[str, Any]:
    """Return ``card`` as a table of a set file."""
    head = {"number": card.number, "name": _text_table(card.name), "type": card.type, "rarity": card.rarity}
    return head | dict(card.facts)


def _load_json(text: str, file: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_object_without_duplicates, parse_constant=_reject_constant)
    except json.JSONDecodeError as error:
        raise CatalogueError(f"{error.msg}, column {error.colno}", file=file, line=error.lineno) from error
    except (ValueError, RecursionError) as error:
        raise CatalogueError(str(error), file=file) from error
    if (place := find_lone_surrogate(data, text)) is not None:
        raise CatalogueError(f"{place}: {SURROGATE_MESSAGE}" if place else SURROGATE_MESSAGE, file=file)
    if any("\0" in each for each in _texts(data)):
        raise CatalogueError("it contains a null character, which a database cannot store", file=file)
    if not isinstance(data, dict):
        raise CatalogueError("a set must be a JSON object", file=file, line=1)
    return data


def _texts(data: Any) -> Iterator[str]:
    """Yield every string in ``data``, including the names of fields."""
    if isinstance(data, str):
        yield data
    parts = [*data, *data.values()] if isinstance(data, dict) else data if isinstance(data, list) else ()
    for part in parts:
        yield from _texts(part)


def _object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object as a dict. Raises ValueError for a repeated name, which `json` would silently accept."""
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"duplicate key {next(name for name in names if names.count(name) > 1)!r}")
    return table


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _card_lines(text: str) -> list[int]:
    """Return the first lines of the objects in the list ``card``."""
    depth, table, lines = 0, "", []
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if (depth, token[0], table) == (3, "{", '"card"'):
                lines.append(text.count("\n", 0, token.start()) + 1)
        elif token[0] in "]}":
            depth -= 1
        elif depth == 1:
            table = token[0]
    return lines
