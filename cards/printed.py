"""Printed cards, sets and products, parsed from TOML.

A set is one file, ``catalogue/<game>/<set>.toml``. Sets are exchanged as JSON with the same
tables (`cards.set_json`). Parsing is strict: an unknown field, a repeated number or a missing
name raises an error with file, line and reason. The meaning of the facts is defined by the
game that reads them. This module only knows that a card has a number, a name, a rarity and facts.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

CATALOGUE = Path(__file__).parent / "catalogue"
RARITIES = ("common", "uncommon", "rare", "fixed", "tournament", "promo")
LANGUAGES = ("en", "ja")
CODE_PATTERN = re.compile(r"[A-Za-z0-9]{1,8}")
PrintedFacts = Mapping[str, Any]
TableLines = Mapping[str, Sequence[int]]


class CatalogueError(ValueError):
    """A set file is invalid; the message has the file, line and reason."""

    def __init__(self, reason: str, *, file: str, line: int = 0) -> None:
        self.reason, self.file, self.line = reason, file, line
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")


@dataclass(frozen=True, slots=True)
class LocalizedText:
    """A printed phrase in each language; ``ja`` falls back to ``en`` where it is empty."""

    en: str
    ja: str = ""

    def in_language(self, language: str) -> str:
        return (self.ja if language == "ja" else "") or self.en


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One card of a set.

    ``number`` is its collector number within the set: a rarity letter and a count, as in "C07".
    ``ref`` adds the set's code and identifies the card everywhere else, as in "FL-C07".
    ``facts`` are the printed values in the fields of the game; ``line`` is where the card begins.
    """

    game: str
    set_code: str
    number: str
    name: LocalizedText
    type: str
    rarity: str
    facts: PrintedFacts
    file: str = ""
    line: int = 0
    ref: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ref", f"{self.set_code}-{self.number}")

    def __hash__(self) -> int:
        return hash(self.ref)


@dataclass(frozen=True, slots=True)
class Product:
    """The contents of a sealed product: the number of cards of each rarity, drawn without repeats.

    Each of ``wild`` is an additional slot whose rarity is drawn for every pack with these weights:
    with ``{uncommon: 7, rare: 1}``, one pack in eight has a rare card there.
    One card in ``foil`` is printed as a foil, none if it is 0. Foils are cosmetic: they are
    the same cards to the rules, and generated packs never contain them.
    """

    code: str
    name: LocalizedText
    slots: Mapping[str, int]
    foil: int = 0
    wild: tuple[Mapping[str, int], ...] = ()

    @property
    def size(self) -> int:
        return sum(self.slots.values()) + len(self.wild)

    @property
    def rarities(self) -> set[str]:
        """Every rarity that can occur in a pack."""
        return set(self.slots).union(*self.wild)

    def max_of_rarity(self, rarity: str) -> int:
        """Return the maximum number of cards of ``rarity`` in a pack."""
        return self.slots.get(rarity, 0) + sum(rarity in weights for weights in self.wild)


@dataclass(frozen=True, slots=True)
class DeckList:
    """A ready-made deck: the number of copies of each card, by ref."""

    code: str
    name: LocalizedText
    cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Archetype:
    """A strategy for decks of the set, and the cards that it uses, by ref."""

    code: str
    name: LocalizedText
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set: its cards in printed order, products, ready-made decks and archetypes.

    It begins at ``line`` of ``file``.
    """

    game: str
    code: str
    name: LocalizedText
    cards: tuple[PrintedCard, ...]
    products: tuple[Product, ...] = ()
    decks: tuple[DeckList, ...] = ()
    archetypes: tuple[Archetype, ...] = ()
    fingerprint: str = field(default="", compare=False)
    file: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    def product(self, code: str = "booster") -> Product:
        """Return the product with this code. Raises KeyError if there is none."""
        for product in self.products:
            if product.code == code:
                return product
        raise KeyError(code)

    def card(self, number: str) -> PrintedCard:
        """Return the card with this number. Raises KeyError if there is none."""
        for card in self.cards:
            if card.number == number:
                return card
        raise KeyError(number)

    def cards_of_rarity(self, rarity: str) -> list[PrintedCard]:
        return [card for card in self.cards if card.rarity == rarity]


def set_files(game: str | None = None) -> Iterator[Path]:
    """Return the set files of ``game``, or of every game, sorted by name."""
    return iter(sorted(CATALOGUE.glob(f"{game or '*'}/*.toml")))


@cache
def bundled_card_sets(game: str) -> tuple[CardSet, ...]:
    """Return every bundled set of ``game``; the files are read once. Raises CatalogueError."""
    return tuple(read_set(path) for path in set_files(game))


@cache
def bundled_card_set(game: str, code: str) -> CardSet:
    """Return the bundled set ``code`` of ``game``. Raises KeyError or CatalogueError."""
    for card_set in bundled_card_sets(game):
        if card_set.code == code:
            return card_set
    raise KeyError(code)


def read_set(path: Path) -> CardSet:
    """Read a bundled set file, with texts in every language. Raises CatalogueError with file, line and reason."""
    content, file = path.read_bytes(), _display_path(path)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise CatalogueError("not UTF-8", file=file, line=content.count(b"\n", 0, error.start) + 1) from error
    return parse_set(text, file=file, languages=LANGUAGES)


def _display_path(path: Path) -> str:
    try:
        return path.relative_to(CATALOGUE.parent.parent).as_posix()
    except ValueError:
        return path.as_posix()


def parse_set(text: str, *, file: str, languages: Sequence[str] = ("en",)) -> CardSet:
    """Read a set from TOML ``text``; ``file`` is used only in messages. Raises CatalogueError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(str(error), file=file, line=_line_of(error, text)) from error
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    return read_tables(data, file=file, lines=_table_lines(text), fingerprint=fingerprint, languages=languages)


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    """Return the line named in the error, or the last line of ``text`` if none is named."""
    found = re.search(r"at line (\d+)", str(error))
    return int(found[1]) if found else len(text.splitlines())


def _table_lines(text: str) -> dict[str, list[int]]:
    """Return the first lines of the tables, by name of the table."""
    lines: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.fullmatch(r"\[+(\w+)\]+", line.strip()):
            lines.setdefault(found[1], []).append(number)
    return lines


def read_tables(
    data: dict[str, Any], *, file: str, lines: TableLines, fingerprint: str = "", languages: Sequence[str] = ("en",)
) -> CardSet:
    """Read a set from the tables of a file, which are emptied. Raises CatalogueError.

    ``lines`` are the first lines of its tables, by name of the table; ``fingerprint`` is a hash of the text, if needed;
    ``languages`` are those in which every text is required.
    """
    return _Reader(file, lines, fingerprint, languages).card_set(data)


class _Reader:
    """Parser for the tables of one file, with their line numbers for error messages."""

    def __init__(self, file: str, lines: TableLines, fingerprint: str, languages: Sequence[str]) -> None:
        self.file, self.lines, self.fingerprint, self.languages = file, lines, fingerprint, languages

    def error(self, reason: str, line: int = 0) -> CatalogueError:
        return CatalogueError(reason, file=self.file, line=line)

    def card_set(self, data: dict[str, Any]) -> CardSet:
        [line] = self.lines_of("set", 1)
        header = self.take(data, "set", dict, line or 1)
        game, code = self.take(header, "game", str, line), self.code(self.take(header, "code", str, line), line)
        name = self.text(self.take(header, "name", dict, line), line)
        self.reject_unknown(header, "set", line)
        cards = [self.card(game, code, table, line) for table, line in self.tables(data, "card")]
        self.reject_duplicates(cards)
        products = tuple(self.product(table, cards, line) for table, line in self.tables(data, "product"))
        decks = tuple(self.deck(table, cards, line) for table, line in self.tables(data, "deck"))
        archetypes = tuple(self.archetype(table, cards, line) for table, line in self.tables(data, "archetype"))
        self.reject_unknown(data, "file", next((self.lines[key][0] for key in sorted(data) if key in self.lines), 0))
        return CardSet(game, code, name, tuple(cards), products, decks, archetypes, self.fingerprint, self.file, line)

    def card(self, game: str, set_code: str, table: dict[str, Any], line: int) -> PrintedCard:
        number = self.code(self.take(table, "number", str, line), line)
        name = self.text(self.take(table, "name", dict, line), line)
        kind = self.take(table, "type", str, line)
        rarity = self.take(table, "rarity", str, line)
        if rarity not in RARITIES:
            raise self.error(f"{number}: the rarity must be one of {', '.join(RARITIES)}, not {rarity!r}", line)
        return PrintedCard(game, set_code, number, name, kind, rarity, table, self.file, line)

    def product(self, table: dict[str, Any], cards: list[PrintedCard], line: int) -> Product:
        code = self.take(table, "code", str, line)
        name = self.text(self.take(table, "name", dict, line), line)
        slots = self.take(table, "slots", dict, line)
        foil = self.take(table, "foil", int, line) if "foil" in table else 0
        wild = self.wild(table, code, line)
        self.reject_unknown(table, f"product {code}", line)
        if type(foil) is not int or foil < 0:
            raise self.error(f"product {code}: foil must be a positive number or 0, not {foil!r}", line)
        for rarity, count in slots.items():
            if type(count) is not int or count < 1:
                raise self.error(f"product {code}: the number of {rarity} cards must be positive, not {count!r}", line)
        product = Product(code, name, slots, foil, wild)
        for rarity in sorted(product.rarities):
            printed = sum(card.rarity == rarity for card in cards)
            if product.max_of_rarity(rarity) > printed:
                needed = product.max_of_rarity(rarity)
                raise self.error(f"product {code}: it needs {needed} {rarity} cards, but the set has {printed}", line)
        return product

    def wild(self, table: dict[str, Any], code: str, line: int) -> tuple[Mapping[str, int], ...]:
        """Return the wild slots of a product, whose rarity is drawn."""
        slots = self.take(table, "wild", list, line) if "wild" in table else []
        for weights in slots:
            if not isinstance(weights, dict) or not weights:
                raise self.error(f"product {code}: a wild slot must have weights of rarities, not {weights!r}", line)
            for rarity, weight in weights.items():
                if type(weight) is not int or weight < 1:
                    reason = f"product {code}: the weight of {rarity} cards must be positive, not {weight!r}"
                    raise self.error(reason, line)
        return tuple(slots)

    def deck(self, table: dict[str, Any], cards: list[PrintedCard], line: int) -> DeckList:
        code = self.take(table, "code", str, line)
        name = self.text(self.take(table, "name", dict, line), line)
        listed = self.take(table, "cards", dict, line)
        self.reject_unknown(table, f"deck {code}", line)
        refs = {card.ref for card in cards}
        for ref, copies in listed.items():
            if ref not in refs:
                raise self.error(f"deck {code}: there is no card {ref} in this set", line)
            if type(copies) is not int or copies < 1:
                raise self.error(f"deck {code}: the number of copies of {ref} must be positive, not {copies!r}", line)
        return DeckList(code, name, listed)

    def archetype(self, table: dict[str, Any], cards: list[PrintedCard], line: int) -> Archetype:
        code = self.take(table, "code", str, line)
        name = self.text(self.take(table, "name", dict, line), line)
        listed = self.take(table, "cards", list, line)
        self.reject_unknown(table, f"archetype {code}", line)
        refs = {card.ref for card in cards}
        for ref in listed:
            if not isinstance(ref, str) or ref not in refs:
                raise self.error(f"archetype {code}: there is no card {ref} in this set", line)
        if len(set(listed)) < len(listed):
            raise self.error(f"archetype {code}: a card is listed twice", line)
        return Archetype(code, name, tuple(listed))

    def take(self, table: dict[str, Any], key: str, kind: type, line: int = 0) -> Any:
        if key not in table:
            raise self.error(f"{key} is missing", line)
        value = table.pop(key)
        if not isinstance(value, kind):
            raise self.error(f"{key} must be {kind.__name__}, not {value!r}", line)
        return value

    def tables(self, data: dict[str, Any], key: str) -> list[tuple[dict[str, Any], int]]:
        """Return the tables in the list ``key``, each with its line."""
        tables = data.pop(key, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise self.error(f"{key} must be a list of tables", next(iter(self.lines.get(key, ())), 0))
        return list(zip(tables, self.lines_of(key, len(tables)), strict=True))

    def lines_of(self, key: str, count: int) -> Sequence[int]:
        """Return the lines of the ``count`` tables ``key``, or 0 for each if they are not known."""
        lines = self.lines.get(key, ())
        return lines if len(lines) == count else [0] * count

    def code(self, value: str, line: int = 0) -> str:
        """Return ``value`` if it is valid in a card's ref and in an address."""
        if not CODE_PATTERN.fullmatch(value):
            raise self.error(f"{value!r} must be one to eight ASCII letters and digits", line)
        return value

    def text(self, table: dict[str, Any], line: int = 0) -> LocalizedText:
        if not all(isinstance(text, str) and text.isprintable() for text in table.values()):
            raise self.error("a text must be a single line", line)
        given = {language for language, text in table.items() if text}
        if not set(self.languages) <= given or not set(table) <= set(LANGUAGES):
            optional = [f" and can have {language}" for language in LANGUAGES if language not in self.languages]
            required = " and ".join(self.languages)
            raise self.error(f"a text needs {required}{''.join(optional)}, not {sorted(given)}", line)
        return LocalizedText(**table)

    def reject_unknown(self, table: dict[str, Any], where: str, line: int = 0) -> None:
        if table:
            raise self.error(f"unknown fields in {where}: {', '.join(sorted(table))}", line)

    def reject_duplicates(self, cards: list[PrintedCard]) -> None:
        seen: set[str] = set()
        for card in cards:
            if card.number in seen:
                raise self.error(f"the number {card.number} is used twice", card.line)
            seen.add(card.number)
