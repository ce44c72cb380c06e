"""``manage.py cards check | text CARD``: the catalogue, checked and read out."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.printed import CatalogueError, PrintedCard, read_set, set_files
from gameplay.games import RULESETS


class Command(BaseCommand):
    help = "Check the catalogue, or print a card's text."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="do", required=True)
        actions.add_parser("check", help="Read every set strictly; name file, line and reason of each fault.")
        text = actions.add_parser("text", help="Print what stands on a card.")
        text.add_argument("card", help="Set code and number, like SD-07.")
        text.add_argument("--lang", choices=["en", "ja"], default="en")

    def handle(self, *, do: str, **options: Any) -> None:
        sys.exit(self.check_sets() if do == "check" else self.print_text(options["card"], options["lang"]))

    def check_sets(self) -> int:
        """Read and describe every card; 0 if all is well, 2 if a file cannot be used."""
        faults = 0
        for path in set_files():
            try:
                card_set = read_set(path)
                for card in card_set.cards:
                    ruleset = RULESETS[card.game]
                    ruleset.read(card)
                    for language in ("en", "ja"):
                        ruleset.describe(card, language)
                self.stdout.write(f"{card_set.code}  {len(card_set.cards)} cards  {card_set.name.en}")
            except CatalogueError as error:
                self.stderr.write(str(error))
                faults += 1
        return 2 if faults else 0

    def print_text(self, ref: str, language: str) -> int:
        """Print name, type line and paragraphs of one card; 2 if there is no such card."""
        for path in set_files():
            for card in read_set(path).cards:
                if card.ref == ref:
                    self.print_card(card, language)
                    return 0
        self.stderr.write(f"{ref}: no such card in the catalogue")
        return 2

    def print_card(self, card: PrintedCard, language: str) -> None:
        description = RULESETS[card.game].describe(card, language)
        self.stdout.write(f"{card.name.in_(language)}\n{description.kind}")
        for label, words in description.lines:
            self.stdout.write(f"{label}: {words}" if label else words)
