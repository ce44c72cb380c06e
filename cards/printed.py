"""What is printed: cards, sets and products, read from TOML and kept as facts.

A set is one file, ``catalogue/<game>/<set>.toml``. Reading is strict: an unknown
field, a repeated number or a missing name stops with file, line and reason. What the
facts *mean* is the business of the game that reads them; this module only knows that
a card has a number, a name, a rarity and facts.
"""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

CATALOGUE = Path(__file__).parent / "catalogue"
RARITIES = ("common", "uncommon", "rare", "fixed", "tournament", "promo")
LANGUAGES = ("en", "ja")
Facts = Mapping[str, Any]


class CatalogueError(ValueError):
    """A set file that cannot be used; names file, line and reason."""

    def __init__(self, reason: str, *, file: str, line: int = 0) -> None:
        self.reason, self.file, self.line = reason, file, line
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")


@dataclass(frozen=True, slots=True)
class Text:
    """A printed phrase in each language; ``ja`` falls back to ``en`` where it is empty."""

    en: str
    ja: str = ""

    def in_(self, language: str) -> str:
        return (self.ja if language == "ja" else "") or self.en


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One card of a set.

    ``number`` is its collector number within the set ("C07": rarity letter, then a
    count); ``ref`` adds the set's code and names the card everywhere else ("FL-C07").
    ``facts`` are the game's own fields as printed; ``line`` is where the card begins.
    """

    game: str
    set_code: str
    number: str
    name: Text
    type: str
    rarity: str
    facts: Facts
    file: str = ""
    line: int = 0

    @property
    def ref(self) -> str:
        return f"{self.set_code}-{self.number}"

    def __hash__(self) -> int:
        return hash((self.game, self.set_code, self.number))


@dataclass(frozen=True, slots=True)
class Product:
    """What a sealed product holds: so many cards of each rarity, drawn without repeats."""

    code: str
    name: Text
    slots: Mapping[str, int]

    @property
    def size(self) -> int:
        return sum(self.slots.values())


@dataclass(frozen=True, slots=True)
class DeckList:
    """A ready-made deck: how many copies of each card, by ref."""

    code: str
    name: Text
    cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set with its cards in printed order, its products and its ready-made decks."""

    game: str
    code: str
    name: Text
    cards: tuple[PrintedCard, ...]
    products: tuple[Product, ...] = ()
    decks: tuple[DeckList, ...] = ()
    fingerprint: str = field(default="", compare=False)

    def product(self, code: str = "booster") -> Product:
        """Return the product called ``code``. Raises KeyError if there is none."""
        for product in self.products:
            if product.code == code:
                return product
        raise KeyError(code)

    def of_rarity(self, rarity: str) -> list[PrintedCard]:
        return [card for card in self.cards if card.rarity == rarity]


def set_files(game: str | None = None) -> Iterator[Path]:
    """The set files of ``game``, or of every game, in name order."""
    return iter(sorted(CATALOGUE.glob(f"{game or '*'}/*.toml")))


@cache
def card_sets(game: str) -> tuple[CardSet, ...]:
    """Every set of ``game``, read once. Raises CatalogueError."""
    return tuple(read_set(path) for path in set_files(game))


@cache
def card_set(game: str, code: str) -> CardSet:
    """The set ``code`` of ``game``. Raises KeyError, CatalogueError."""
    for found in card_sets(game):
        if found.code == code:
            return found
    raise KeyError(code)


def read_set(path: Path) -> CardSet:
    """Read one set file. Raises CatalogueError with file, line and reason."""
    return parse_set(path.read_text(encoding="utf-8"), file=_shown(path))


def _shown(path: Path) -> str:
    try:
        return path.relative_to(CATALOGUE.parent.parent).as_posix()
    except ValueError:
        return path.as_posix()


def parse_set(text: str, *, file: str) -> CardSet:
    """Read a set from TOML ``text``; ``file`` is only for messages. Raises CatalogueError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(str(error), file=file) from error
    return _Reader(file, text).card_set(data)


class _Reader:
    """Turns the tables of one file into facts, and knows on which line each began."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.fingerprint = hashlib.sha256(text.encode()).hexdigest()
        self.card_lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == "[[card]]"]

    def fail(self, reason: str, line: int = 0) -> CatalogueError:
        return CatalogueError(reason, file=self.file, line=line)

    def card_set(self, data: dict[str, Any]) -> CardSet:
        header = self.take(data, "set", dict)
        game, code = self.take(header, "game", str), self.take(header, "code", str)
        name = self.text(self.take(header, "name", dict))
        self.nothing_left(header, "set")
        tables = data.pop("card", [])
        cards = [self.card(game, code, dict(table), line) for table, line in zip(tables, self.card_lines, strict=True)]
        self.no_repeats(cards)
        products = tuple(self.product(table, cards) for table in data.pop("product", []))
        decks = tuple(self.deck(table, cards) for table in data.pop("deck", []))
        self.nothing_left(data, "file")
        return CardSet(game, code, name, tuple(cards), products, decks, self.fingerprint)

    def card(self, game: str, set_code: str, table: dict[str, Any], line: int) -> PrintedCard:
        number = self.take(table, "number", str, line)
        name = self.text(self.take(table, "name", dict, line), line)
        kind = self.take(table, "type", str, line)
        rarity = self.take(table, "rarity", str, line)
        if rarity not in RARITIES:
            raise self.fail(f"{number}: rarity {rarity!r} is none of {', '.join(RARITIES)}", line)
        return PrintedCard(game, set_code, number, name, kind, rarity, table, self.file, line)

    def product(self, table: dict[str, Any], cards: list[PrintedCard]) -> Product:
        code, name = self.take(table, "code", str), self.text(self.take(table, "name", dict))
        slots = self.take(table, "slots", dict)
        self.nothing_left(table, f"product {code}")
        for rarity, count in slots.items():
            printed = sum(card.rarity == rarity for card in cards)
            if not isinstance(count, int) or not 0 < count <= printed:
                raise self.fail(f"product {code}: {count} {rarity} cards asked for, {printed} printed")
        return Product(code, name, slots)

    def deck(self, table: dict[str, Any], cards: list[PrintedCard]) -> DeckList:
        code, name = self.take(table, "code", str), self.text(self.take(table, "name", dict))
        listed = self.take(table, "cards", dict)
        self.nothing_left(table, f"deck {code}")
        refs = {card.ref for card in cards}
        for ref, copies in listed.items():
            if ref not in refs:
                raise self.fail(f"deck {code}: no card {ref} in this set")
            if not isinstance(copies, int) or copies < 1:
                raise self.fail(f"deck {code}: {copies!r} copies of {ref}")
        return DeckList(code, name, listed)

    def take(self, table: dict[str, Any], key: str, kind: type, line: int = 0) -> Any:
        if key not in table:
            raise self.fail(f"{key} is missing", line)
        value = table.pop(key)
        if not isinstance(value, kind):
            raise self.fail(f"{key} must be {kind.__name__}, not {value!r}", line)
        return value

    def text(self, table: dict[str, Any], line: int = 0) -> Text:
        if not set(table) <= set(LANGUAGES) or not table.get("en"):
            raise self.fail(f"a text needs en and may have ja, not {sorted(table)}", line)
        return Text(**table)

    def nothing_left(self, table: dict[str, Any], where: str) -> None:
        if table:
            raise self.fail(f"unknown in {where}: {', '.join(sorted(table))}")

    def no_repeats(self, cards: list[PrintedCard]) -> None:
        seen: set[str] = set()
        for card in cards:
            if card.number in seen:
                raise self.fail(f"{card.number} is there twice", card.line)
            seen.add(card.number)
