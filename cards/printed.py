"""What is printed: cards, sets and products, read from TOML and kept as facts.

A set is one file, ``catalogue/<game>/<set>.toml``; as JSON, with the same tables, it
travels (`cards.set_json`). Reading is strict: an unknown field, a repeated number or a
missing name stops with file, line and reason. What the facts *mean* is the business of
the game that reads them; this module only knows that a card has a number, a name, a
rarity and facts.
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
    """A set file that cannot be used; names file, line and reason."""

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

    ``number`` is its collector number within the set ("C07": rarity letter, then a
    count); ``ref`` adds the set's code and names the card everywhere else ("FL-C07").
    ``facts`` are the game's own fields as printed; ``line`` is where the card begins.
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
    """What a sealed product holds: so many cards of each rarity, drawn without repeats.

    Each of ``wild`` is one card more, whose rarity is drawn for every pack by these weights:
    of ``{uncommon: 7, rare: 1}`` one pack in eight has a rare card there.
    One card in ``foil`` of its packs is a foil, none if it is 0: so it is printed. A foil
    is the same card to every rule (cosmetic), and nothing draws one.
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
        """Every rarity of which a pack may hold a card."""
        return set(self.slots).union(*self.wild)

    def max_of_rarity(self, rarity: str) -> int:
        """How many cards of ``rarity`` a pack may hold at most."""
        return self.slots.get(rarity, 0) + sum(rarity in weights for weights in self.wild)


@dataclass(frozen=True, slots=True)
class DeckList:
    """A ready-made deck: how many copies of each card, by ref."""

    code: str
    name: LocalizedText
    cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Archetype:
    """A plan that a deck of the set may follow, and the cards it looks for, by ref."""

    code: str
    name: LocalizedText
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set with its cards in printed order, its products, its ready-made decks and its archetypes.

    ``line`` of ``file`` is where it begins.
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
        """Return the product called ``code``. Raises KeyError if there is none."""
        for product in self.products:
            if product.code == code:
                return product
        raise KeyError(code)

    def card(self, number: str) -> PrintedCard:
        """Return the card numbered ``number``. Raises KeyError if there is none."""
        for card in self.cards:
            if card.number == number:
                return card
        raise KeyError(number)

    def cards_of_rarity(self, rarity: str) -> list[PrintedCard]:
        return [card for card in self.cards if card.rarity == rarity]


def set_files(game: str | None = None) -> Iterator[Path]:
    """The set files of ``game``, or of every game, in name order."""
    return iter(sorted(CATALOGUE.glob(f"{game or '*'}/*.toml")))


@cache
def bundled_card_sets(game: str) -> tuple[CardSet, ...]:
    """Every set of ``game``, read once. Raises CatalogueError."""
    return tuple(read_set(path) for path in set_files(game))


@cache
def bundled_card_set(game: str, code: str) -> CardSet:
    """The set ``code`` of ``game``. Raises KeyError, CatalogueError."""
    for found in bundled_card_sets(game):
        if found.code == code:
            return found
    raise KeyError(code)


def read_set(path: Path) -> CardSet:
    """Read one set file of the site, worded in every language. Raises CatalogueError with file, line and reason."""
    written, file = path.read_bytes(), _display_path(path)
    try:
        text = written.decode()
    except UnicodeDecodeError as error:
        raise CatalogueError("not UTF-8", file=file, line=written.count(b"\n", 0, error.start) + 1) from error
    return parse_set(text, file=file, languages=LANGUAGES)


def _display_path(path: Path) -> str:
    try:
        return path.relative_to(CATALOGUE.parent.parent).as_posix()
    except ValueError:
        return path.as_posix()


def parse_set(text: str, *, file: str, languages: Sequence[str] = ("en",)) -> CardSet:
    """Read a set from TOML ``text``; ``file`` is only for messages. Raises CatalogueError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(str(error), file=file, line=_line_of(error, text)) from error
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    return read_tables(data, file=file, lines=_table_lines(text), fingerprint=fingerprint, languages=languages)


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    """The line that the error names; one that names none is at the end of ``text``."""
    found = re.search(r"at line (\d+)", str(error))
    return int(found[1]) if found else len(text.splitlines())


def _table_lines(text: str) -> dict[str, list[int]]:
    """The lines on which the tables of each name begin."""
    lines: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.fullmatch(r"\[+(\w+)\]+", line.strip()):
            lines.setdefault(found[1], []).append(number)
    return lines


def read_tables(
    data: dict[str, Any], *, file: str, lines: TableLines, fingerprint: str = "", languages: Sequence[str] = ("en",)
) -> CardSet:
    """Read a set from the tables of a file, and empty them. Raises CatalogueError.

    ``lines`` are those on which its tables begin, by name; ``fingerprint`` is a hash of its text, if that is asked for; ``spoken`` are the
    languages in which everything must be worded.
    """
    return _Reader(file, lines, fingerprint, languages).card_set(data)


class _Reader:
    """Turns the tables of one file into facts, and knows on which line each table began."""

    def __init__(self, file: str, lines: TableLines, fingerprint: str, languages: Sequence[str]) -> None:
        self.file, self.lines, self.fingerprint, self.spoken = file, lines, fingerprint, languages

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
            raise self.error(f"{number}: rarity {rarity!r} is none of {', '.join(RARITIES)}", line)
        return PrintedCard(game, set_code, number, name, kind, rarity, table, self.file, line)

    def product(self, table: dict[str, Any], cards: list[PrintedCard], line: int) -> Product:
        code = self.take(table, "code", str, line)
        name = self.text(self.take(table, "name", dict, line), line)
        slots = self.take(table, "slots", dict, line)
        foil = self.take(table, "foil", int, line) if "foil" in table else 0
        wild = self.wild(table, code, line)
        self.reject_unknown(table, f"product {code}", line)
        if type(foil) is not int or foil < 0:
            raise self.error(f"product {code}: one foil card in {foil!r}", line)
        for rarity, count in slots.items():
            if type(count) is not int or count < 1:
                raise self.error(f"product {code}: {count!r} {rarity} cards asked for", line)
        product = Product(code, name, slots, foil, wild)
        for rarity in sorted(product.rarities):
            printed = sum(card.rarity == rarity for card in cards)
            if product.max_of_rarity(rarity) > printed:
                raise self.error(
                    f"product {code}: {product.max_of_rarity(rarity)} {rarity} cards asked for, {printed} printed", line
                )
        return product

    def wild(self, table: dict[str, Any], code: str, line: int) -> tuple[Mapping[str, int], ...]:
        """The slots of a product whose rarity is drawn, none if there are none."""
        found = self.take(table, "wild", list, line) if "wild" in table else []
        for weights in found:
            if not isinstance(weights, dict) or not weights:
                raise self.error(f"product {code}: a wild slot gives weights of rarities, not {weights!r}", line)
            for rarity, weight in weights.items():
                if type(weight) is not int or weight < 1:
                    raise self.error(f"product {code}: {rarity} cards with the weight {weight!r}", line)
        return tuple(found)

    def deck(self, table: dict[str, Any], cards: list[PrintedCard], line: int) -> DeckList:
        code = self.take(table, "code", str, line)
        name = self.text(self.take(table, "name", dict, line), line)
        listed = self.take(table, "cards", dict, line)
        self.reject_unknown(table, f"deck {code}", line)
        refs = {card.ref for card in cards}
        for ref, copies in listed.items():
            if ref not in refs:
                raise self.error(f"deck {code}: no card {ref} in this set", line)
            if type(copies) is not int or copies < 1:
                raise self.error(f"deck {code}: {copies!r} copies of {ref}", line)
        return DeckList(code, name, listed)

    def archetype(self, table: dict[str, Any], cards: list[PrintedCard], line: int) -> Archetype:
        code = self.take(table, "code", str, line)
        name = self.text(self.take(table, "name", dict, line), line)
        listed = self.take(table, "cards", list, line)
        self.reject_unknown(table, f"archetype {code}", line)
        refs = {card.ref for card in cards}
        for ref in listed:
            if not isinstance(ref, str) or ref not in refs:
                raise self.error(f"archetype {code}: no card {ref} in this set", line)
        if len(set(listed)) < len(listed):
            raise self.error(f"archetype {code}: a card is there twice", line)
        return Archetype(code, name, tuple(listed))

    def take(self, table: dict[str, Any], key: str, kind: type, line: int = 0) -> Any:
        if key not in table:
            raise self.error(f"{key} is missing", line)
        value = table.pop(key)
        if not isinstance(value, kind):
            raise self.error(f"{key} must be {kind.__name__}, not {value!r}", line)
        return value

    def tables(self, data: dict[str, Any], key: str) -> list[tuple[dict[str, Any], int]]:
        """Every table ``key`` with its line, none if there is none."""
        found = data.pop(key, [])
        if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
            raise self.error(f"{key} must be a list of tables", next(iter(self.lines.get(key, ())), 0))
        return list(zip(found, self.lines_of(key, len(found)), strict=True))

    def lines_of(self, key: str, count: int) -> Sequence[int]:
        """The lines of the ``count`` tables ``key``, 0 for each where they are not known."""
        lines = self.lines.get(key, ())
        return lines if len(lines) == count else [0] * count

    def code(self, value: str, line: int = 0) -> str:
        """``value`` if it can stand in a card's ref and in an address."""
        if not CODE_PATTERN.fullmatch(value):
            raise self.error(f"{value!r} must be one to eight letters and digits of ASCII", line)
        return value

    def text(self, table: dict[str, Any], line: int = 0) -> LocalizedText:
        if not all(isinstance(words, str) and words.isprintable() for words in table.values()):
            raise self.error("a text is one line of words", line)
        worded = {language for language, words in table.items() if words}
        if not set(self.spoken) <= worded or not set(table) <= set(LANGUAGES):
            may = [f" and may have {language}" for language in LANGUAGES if language not in self.spoken]
            raise self.error(f"a text needs {' and '.join(self.spoken)}{''.join(may)}, not {sorted(worded)}", line)
        return LocalizedText(**table)

    def reject_unknown(self, table: dict[str, Any], where: str, line: int = 0) -> None:
        if table:
            raise self.error(f"unknown in {where}: {', '.join(sorted(table))}", line)

    def reject_duplicates(self, cards: list[PrintedCard]) -> None:
        seen: set[str] = set()
        for card in cards:
            if card.number in seen:
                raise self.error(f"{card.number} is there twice", card.line)
            seen.add(card.number)
