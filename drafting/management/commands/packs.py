"""``manage.py packs --set S --seed N --packs N``: packs of a product, from a seed."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.printed import CardSet, Product
from cards.selectors import find_set
from drafting.rules.packs import open_pack
from gameplay.engine.chance import Stream
from gameplay.engine.errors import RulesError, UnreadableError


class Command(BaseCommand):
    help = "Open packs and print them as JSON; the same seed gives the same packs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--set", required=True, help="The code or name of a set, like FL.")
        parser.add_argument("--product", default="booster", help="What is opened; booster unless said.")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--packs", type=int, default=1)

    def handle(self, *, seed: int, packs: int, **options: Any) -> None:
        try:
            card_set, product = found(options["set"], options["product"])
            opened = open_packs(card_set, product, seed, packs)
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except RulesError as refusal:
            self.stderr.write(str(refusal))
            sys.exit(1)
        about = {"game": card_set.game, "set": card_set.code, "product": product.code, "seed": seed}
        self.stdout.write(json.dumps(about | {"packs": opened}))


def found(name: str, code: str) -> tuple[CardSet, Product]:
    """The product ``code`` of the set called ``name``. Raises UnreadableError."""
    try:
        card_set = find_set(name)
    except KeyError:
        raise UnreadableError("no such set in the catalogue", place=f"--set {name}") from None
    try:
        return card_set, card_set.product(code)
    except KeyError:
        there = ", ".join(product.code for product in card_set.products) or "none"
        raise UnreadableError(f"no such product of {card_set.code}: {there}", place=f"--product {code}") from None


def open_packs(card_set: CardSet, product: Product, seed: int, packs: int) -> list[list[str]]:
    """The refs in each of ``packs`` packs. Raises UnreadableError, BarredProductError."""
    if packs < 1:
        raise UnreadableError("at least one pack", place=f"--packs {packs}")
    if seed.bit_length() > 255:
        raise UnreadableError("at most 255 bits", place="--seed")
    key = seed.to_bytes(32, "big", signed=True)
    return [open_pack(card_set, product, Stream(key, f"packs/{number}")) for number in range(1, packs + 1)]
