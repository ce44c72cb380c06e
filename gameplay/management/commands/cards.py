"""``manage.py cards check | text CARD | export SET | import FILE``: check, print, export and import cards."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.printed import CardSet, CatalogueError, PrintedCard, read_set, set_files
from cards.selectors import find_set
from cards.services import import_set
from cards.set_json import set_to_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.games import RULESETS
from gameplay.management.input_files import read_text
from gameplay.selectors.cards import check_set


class Command(BaseCommand):
    help = "Check the catalogue, print a card's text, or export or import a set."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="do", required=True)
        actions.add_parser("check", help="Check all sets strictly. Print file, line and reason of each fault.")
        text = actions.add_parser("text", help="Print the text of a card.")
        text.add_argument("card", help="Set code and number, such as SD-07.")
        text.add_argument("--lang", choices=["en", "ja"], default="en")
        export = actions.add_parser("export", help="Export a set as JSON.")
        export.add_argument("set", help="The code of a set, such as SD.")
        export.add_argument("--file", type=Path, help="The output file; by default, the set is printed.")
        import_ = actions.add_parser("import", help="Import a set from a JSON file.")
        import_.add_argument("file", type=Path)

    def handle(self, *, do: str, **options: Any) -> None:
        if do == "check":
            sys.exit(self.check_sets())
        try:
            if do == "text":
                self.print_card(find_card(options["card"]), options["lang"])
            elif do == "export":
                self.export(get_set(options["set"]), options["file"])
            else:
                self.import_(options["file"])
        except (CatalogueError, UnreadableError) as error:
            self.stderr.write(str(error))
            sys.exit(2)

    def check_sets(self) -> int:
        """Parse and draw every card of the bundled sets. Return 0, or 2 if a file has a fault."""
        faults = 0
        for path in (path for game in RULESETS for path in set_files(game)):
            try:
                card_set = read_set(path)
                check_set(card_set)
                self.stdout.write(f"{card_set.code}  {len(card_set.cards)} cards  {card_set.name.en}")
            except CatalogueError as error:
                self.stderr.write(str(error))
                faults += 1
        return 2 if faults else 0

    def print_card(self, card: PrintedCard, language: str) -> None:
        """Print the name, type line and paragraphs of a card."""
        description = RULESETS[card.game].describe(card, language)
        self.stdout.write(f"{card.name.in_language(language)}\n{description.type_line}")
        for label, text in description.paragraphs:
            self.stdout.write(f"{label}: {text}" if label else text)

    def export(self, card_set: CardSet, file: Path | None) -> None:
        if file is None:
            self.stdout.write(set_to_json(card_set), ending="")
            return
        try:
            file.write_text(set_to_json(card_set), encoding="utf-8")
        except OSError as error:
            raise CatalogueError(error.strerror or "cannot be written", file=str(file)) from error

    def import_(self, file: Path) -> None:
        card_set = import_set(read_text(file), file=str(file))
        summary = {"game": card_set.game, "set": card_set.code, "cards": len(card_set.cards)}
        self.stdout.write(json.dumps(summary | {"fingerprint": card_set.fingerprint}))


def get_set(name: str) -> CardSet:
    """Return the set with this code or English name. Raise CatalogueError."""
    try:
        return find_set(name)
    except KeyError:
        raise CatalogueError("no such set in the catalogue", file=name) from None


def find_card(ref: str) -> PrintedCard:
    """Return the card ``ref`` of any game. Raise CatalogueError."""
    code, _, number = ref.partition("-")
    try:
        return find_set(code).card(number)
    except KeyError:
        raise CatalogueError("no such card in the catalogue", file=ref) from None
